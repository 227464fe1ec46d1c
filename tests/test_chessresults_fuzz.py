"""Damaged and hostile pages, sheets and XML: an event or a clear refusal, the same each time, in bounded time."""

import tracemalloc
import warnings
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile
from zlib import crc32

import fuzz
import pytest
import site_pages as site
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from test_chessresults import FOXES, MATCH, MEMBERS, OWLS, UPLOAD, matrix

from normcheck.errors import UnreadableInput
from normcheck.read import chessresults, chessresults_xml, fidereport, html_safety, read, read_all
from normcheck.read.chessresults_page import MOST_PAGE_MEGABYTES

PAGES = [
    site.page(site.crosstable(FOXES)),
    site.page(site.ranking(FOXES)),
    site.page(site.starting_rank(FOXES)),
    site.page(site.board_pairings(FOXES, 2), title="Round 2 on 2024/07/07 at 15:00"),
    site.page(matrix(OWLS)),
    site.page([["x"], *MATCH]),
    site.page([["x"], *MEMBERS]),
    site.csv(site.crosstable(FOXES)),
    site.csv(site.ranking(FOXES), delimiter="\t"),
]
SHEET = site.xlsx(site.crosstable(FOXES))
MARKS = ["<td>", "</table>", "<table>", "<tr", "</tr>", "&#0;", "&frac12;", "½", "-1", ";", "\t", '"', "99w1", "\u202e"]

many = fuzz.many(150)


def check(data, reader=chessresults):
    fuzz.check(reader, data)


def mutated(draw, files):
    data = bytearray(draw(st.sampled_from(files)))
    for _ in range(draw(st.integers(1, 12))):
        at = draw(st.integers(0, len(data) - 1))
        kind = draw(st.sampled_from(["set", "insert", "mark", "delete", "cut"]))
        if kind == "set":
            data[at] = draw(st.integers(0, 255))
        elif kind == "insert":
            data[at:at] = draw(st.binary(min_size=1, max_size=4))
        elif kind == "mark":
            data[at:at] = draw(st.sampled_from(MARKS)).encode()
        elif kind == "delete":
            del data[at : at + draw(st.integers(1, 40))]
        elif len(data) > 1500:
            del data[max(at, 1000) :]
    return bytes(data)


@many
@given(st.data())
def test_damaged_pages(data):
    check(mutated(data.draw, PAGES))


@many
@given(st.data())
def test_damaged_sheets(data):
    check(mutated(data.draw, [SHEET]))


@many
@given(st.data())
def test_damaged_parts_of_sheets(data):
    """The archive is whole, its parts are not."""
    buffer = BytesIO()
    with ZipFile(BytesIO(SHEET)) as old, ZipFile(buffer, "w") as new:
        parts = old.namelist()
        chosen = data.draw(st.sampled_from(parts))
        for part in parts:
            new.writestr(part, mutated(data.draw, [old.read(part)]) if part == chosen else old.read(part))
    check(buffer.getvalue())


@many
@given(st.data())
def test_damaged_uploads(data):
    check(mutated(data.draw, [UPLOAD.encode()]), chessresults_xml)


@many
@given(
    st.lists(
        st.lists(
            st.sampled_from(["No.", "Name", "Rtg", "1.Rd", "1", "2", "2w1", "1b0", "*", "-1", "Bo.", "½", "", "x"]),
            max_size=9,
        ),
        max_size=9,
    )
)
def test_any_cells(rows):
    check("\n".join(";".join(row) for row in [["chess-results"], *rows]).encode())
    check(site.page([["No.", "Name", "FED"], *rows]))


# Hostile files


def refused(data, words, reader=chessresults):
    with pytest.raises(UnreadableInput, match=words) as error:
        reader.read(data, "hostile")
    assert str(error.value).startswith("hostile")


def archive(parts):
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as new:
        for name, content in parts.items():
            new.writestr(name, content)
    return buffer.getvalue()


def sheet_with(**changes):
    """The sheet with parts replaced or added; names with a stroke for a point."""
    with ZipFile(BytesIO(SHEET)) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    return archive(parts | changes)


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    refused(sheet_with(**{"xl/media/bomb.xml": b"\0" * (65 * 1024 * 1024)}), "unpacks to more than 24 MB")
    refused(archive({f"part{n}": b"" for n in range(2001)}), "too many parts")


def test_an_archive_that_lies_about_sizes_is_refused():
    data = bytearray(sheet_with(**{"xl/worksheets/sheet1.xml": b"<a>" + b" " * 1_000_000}))
    size = (1_000_003).to_bytes(4, "little")
    refused(bytes(data).replace(size, (5).to_bytes(4, "little")), "damaged")


def test_an_archive_that_lies_about_sizes_takes_no_room():
    data = sheet_with(**{"xl/worksheets/sheet1.xml": b" " * 200_000_000})
    lies = {(200_000_000).to_bytes(4, "little"): (5).to_bytes(4, "little")}
    lies[crc32(b" " * 200_000_000).to_bytes(4, "little")] = crc32(b" " * 5).to_bytes(4, "little")
    for true, stated in lies.items():
        data = data.replace(true, stated)
    tracemalloc.start()
    refused(data, "damaged|no crosstable")
    assert tracemalloc.get_traced_memory()[1] < 30_000_000
    tracemalloc.stop()


def test_two_parts_of_one_name_are_no_warning():
    with ZipFile(BytesIO(SHEET)) as old:
        parts = [(name, old.read(name)) for name in old.namelist()]
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as new, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, content in [*parts, parts[0]]:
            new.writestr(name, content)
    assert chessresults.read(buffer.getvalue(), "x").players == chessresults.read(SHEET, "x").players


@pytest.mark.parametrize("path", ["../evil.xml", "/etc/evil.xml", "xl\\..\\..\\evil.xml", "C:/evil.xml"])
def test_paths_out_of_the_archive_are_refused(path):
    refused(sheet_with(**{path: b"<a/>"}), "names a path outside itself")


def test_archives_without_a_sheet_are_refused():
    refused(archive({"event.trf": b"012 x"}), "holds no sheet")
    refused(b"PK\x03\x04" + b"\0" * 100, "damaged")
    refused(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, r"old binary format \(\.xls\)")


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><chessresults>&b;</chessresults>'
FOREIGN = '<?xml version="1.0"?><!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd"><chessresults/>'
LEAK = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]><chessresults><players>&f;</players></chessresults>'


@pytest.mark.parametrize("text", [BOMB, FOREIGN, LEAK])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_entities_in_xml_are_refused(text, encoding):
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    data = mark + text.replace('version="1.0"', f'version="1.0" encoding="{encoding[:6]}"').encode(encoding)
    refused(data, "defines XML entities", chessresults_xml)
    refused(sheet_with(**{"xl/sharedStrings.xml": data}), "defines XML entities")


def test_entities_in_pages_are_not_resolved():
    text = site.page(site.starting_rank(FOXES)).decode()
    text = text.replace("<!DOCTYPE html>", '<!DOCTYPE html [<!ENTITY f SYSTEM "file:///etc/hostname">]>')
    event = chessresults.read(text.replace("Greif, Gil", "&f;Greif, Gil").encode(), "page.html")
    assert "Greif" in event.players[7].name
    assert Path("/etc/hostname").read_text().strip() not in event.players[7].name


def test_formulas_are_refused_with_their_cell():
    workbook = Workbook()
    for row in site.crosstable(FOXES):
        workbook.active.append(row)
    workbook.active["E4"] = "=1+1"
    buffer = BytesIO()
    workbook.save(buffer)
    refused(buffer.getvalue(), r"hostile:4:5: this cell \(row and column\) holds a formula")


def test_cells_far_apart_take_no_room():
    workbook = Workbook()
    workbook.active["A1"] = "chess-results"
    workbook.active["XFD1048576"] = "far"
    buffer = BytesIO()
    workbook.save(buffer)
    refused(buffer.getvalue(), "more than 20000 rows")


@pytest.mark.parametrize(
    "data",
    [
        b"<table>" * 50_000,
        b"<table><tr><td>" * 30_000,
        b"<div>" * 200_000,
        b"<html>" + b"<b>" * 300_000,
        b"<table><tr><td colspan=99999999>Name",
        b"<table>" + b"<tr><td>1" * 25_000,
        b"<html><!--" + b"-" * 100_000,
    ],
)
def test_deep_and_broken_markup_is_refused(data):
    refused(data, "no crosstable|cannot be parsed|more than 20000 rows|more than any")


@pytest.mark.parametrize("piece", [b"<td>x", b"<h2>a</h2><table><tr><td>1</table>", b"<table class=CRs1><tr><td>"])
def test_pages_of_markup_are_refused_before_they_are_parsed(piece):
    refused(b"<html>" + piece * (400_000 // piece.count(b"<") + 1), "more markup than any list")
    refused(b"<html>" + b"<table><tr><td>1</table>" * 2_001, "more markup than any list")


def test_a_page_that_keeps_the_parser_busy_is_given_up(monkeypatch):
    monkeypatch.setattr(html_safety, "MOST_SECONDS", 0.01)
    attributes = " ".join(f"a{n}" for n in range(20_000)).encode()
    refused(b"<html><table " + attributes + b"><tr><td>Name</table></html>", "more markup than any list")
    refused(b"<html><table class=calc_table " + attributes + b"></table></html>", "more markup", fidereport)


def test_deep_xml_is_refused():
    refused(b"<chessresults>" + b"<a>" * 100_000, "not well formed", chessresults_xml)


def test_huge_pages_are_refused(tmp_path):
    refused(b"<html>" + b" " * (MOST_PAGE_MEGABYTES * 1024 * 1024), f"larger than {MOST_PAGE_MEGABYTES} MB")
    path = tmp_path / "huge.html"
    with path.open("wb") as file:
        file.write(b"<html>")
        file.truncate(500 * 1024 * 1024)
    with pytest.raises(UnreadableInput, match="larger than 64 MB"):
        read(path)


def test_long_tables_are_refused():
    row = "1;Amsel;GER;2400\n"
    refused(("chess-results\nNo.;Name;FED;Rtg\n" + row * 20_001).encode(), "more than 20000 rows")


@many
@given(st.data())
def test_damaged_files_beside_a_good_one(tmp_path_factory, data):
    folder_ = tmp_path_factory.getbasetemp()
    good, bad = folder_ / "good.html", folder_ / "bad.html"
    good.write_bytes(PAGES[0])
    bad.write_bytes(mutated(data.draw, PAGES))
    try:
        event = read_all([good, bad])
    except UnreadableInput:
        return
    fuzz.check_references(event)
