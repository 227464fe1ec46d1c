import random
import tracemalloc
import zipfile

import pytest
from rating_lists import COMBINED, LEGACY, SINGLE, combined_row, legacy_row, packed, player, single_row, text, xml

from normcheck.errors import UnreadableInput
from normcheck.ratings.entry import Entry, name_key
from normcheck.ratings.files import open_list
from normcheck.ratings.months import Month, find_month, in_force, iso_month

MEGABYTE = 1024 * 1024


def write(folder, content, name="list"):
    path = folder / name
    path.write_bytes(content)
    return path


def players(path):
    with open_list(path) as file:
        return file.month, list(file.entries)


def refused(path, words):
    with pytest.raises(UnreadableInput) as told, open_list(path) as file:
        for _ in file.entries:
            pass
    assert words in str(told.value)
    assert str(told.value).startswith(path.name)


def test_combined_text(tmp_path):
    rows = (
        combined_row(71000001, "Falk,  Ada", "GER", "F", "FM", "WIM", 2301, 1990, flag="w"),
        combined_row(71000002, "Lind, Bo", "SWE", "M", "", "", "", ""),
        combined_row(71000003, "Orth, Cleo", "XYZ", "F", "WFM", "WFM", 2050, "0000", flag="wi"),
    )
    month, found = players(write(tmp_path, text(COMBINED, *rows)))
    assert month is None
    assert found == [
        Entry(71000001, "Falk, Ada", "GER", "f", "FM", "WIM", 2301, 1990, 20),
        Entry(71000002, "Lind, Bo", "SWE", "m", "", "", 0, 0, 20),
        Entry(71000003, "Orth, Cleo", "", "f", "WFM", "", 2050, 0, 20),
    ]


def test_combined_text_without_the_column_of_arena_titles(tmp_path):
    header = COMBINED.replace("FOA ", "")
    row = combined_row(71000001, "Falk, Ada", "GER", "M", "IM", "", 2401, 1990)
    row = row[:109] + row[113:]
    assert players(write(tmp_path, text(header, row)))[1] == [
        Entry(71000001, "Falk, Ada", "GER", "m", "IM", "", 2401, 1990, 20)
    ]


@pytest.mark.parametrize("arena", ["", "ACM", "AFM"])
@pytest.mark.parametrize("other", ["IA,IO,FST,LSI", "IA,IO,FST,LSI,D", "IA,IO,FST,LSI,DI", "IA,IO,FST,LSI,DI,SI,NA"])
def test_long_titles_of_officials_push_the_line(tmp_path, other, arena):
    row = combined_row(71000001, "Falk, Ada", "GER", "M", "IM", "", 2401, 1990, other, arena)
    assert players(write(tmp_path, text(COMBINED, row)))[1] == [
        Entry(71000001, "Falk, Ada", "GER", "m", "IM", "", 2401, 1990, 20)
    ]


def test_single_text_tells_its_month(tmp_path):
    row = single_row(5, "Falk, Ada", "GER", "F", "IM", "WGM", 2401, 1988)
    month, found = players(write(tmp_path, text(SINGLE, row)))
    assert month == Month(2026, 8)
    assert found == [Entry(5, "Falk, Ada", "GER", "f", "IM", "WGM", 2401, 1988, 40)]


def test_legacy_text(tmp_path):
    rows = (
        legacy_row(71000001, "Falk, Ada", "wm", "GER", 2301, 1990, "w"),
        legacy_row(71000002, "Lind, Bo", "g", "SWE", 2601, 1985, "i"),
        legacy_row(71000003, "Müller, Jörg", "f", "AUT", 2250),
    )
    month, found = players(write(tmp_path, text(LEGACY, *rows)))
    assert month == Month(2009, 9)
    assert found == [
        Entry(71000001, "Falk, Ada", "GER", "f", "WIM", "", 2301, 1990),
        Entry(71000002, "Lind, Bo", "SWE", "", "GM", "", 2601, 1985),
        Entry(71000003, "Müller, Jörg", "AUT", "", "FM", "", 2250, 0),
    ]


@pytest.mark.parametrize("encoding", ["UTF-8", "ISO-8859-1", "UTF-16"])
def test_xml(tmp_path, encoding):
    content = xml(
        player(71000001, " Orr  ,  Märk ", "IRL", sex="M", title="IM", rating=2240, birthday=1955),
        player(71000002, "Quill, Deborah", "FID", sex="F", title="FM", w_title="WIM", flag="wi"),
        player(71000003, "", "RUS", rating="", k="", birthday="1962-02-02", sex=""),
        {"name": "Nobody"},
    )
    content = content.decode().replace("UTF-8", encoding).encode(encoding)
    month, found = players(write(tmp_path, content))
    assert month is None
    assert found == [
        Entry(71000001, "Orr , Märk", "IRL", "m", "IM", "", 2240, 1955, 20),
        Entry(71000002, "Quill, Deborah", "FID", "f", "FM", "WIM", 2000, 1990, 20),
        Entry(71000003, "", "RUS", "", "", "", 0, 1962, 0),
    ]


@pytest.mark.parametrize("root", ['<playerslist date="2026-08-01">', "<playerslist><date>August 2026</date>"])
def test_xml_that_tells_its_month(tmp_path, root):
    assert players(write(tmp_path, xml(player(1, "Falk, Ada"), root=root)))[0] == Month(2026, 8)


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def test_packed_lists(tmp_path, method):
    expected = [Entry(71000001, "Falk, Ada", "POL", "m", "", "", 2000, 1990, 20)]
    as_xml = packed(xml(player(71000001, "Falk, Ada")), "standard_aug12frl_xml.xml", method)
    row = combined_row(71000001, "Falk, Ada", "POL", rating=2000, birth=1990)
    as_text = packed(text(COMBINED, row), "a.txt", method)
    assert players(write(tmp_path, as_xml)) == (Month(2012, 8), expected)
    assert players(write(tmp_path, as_text)) == (None, expected)


@pytest.mark.parametrize("name", ["rapid_rating_list.xml", "blitz_aug12frl.txt"])
def test_lists_of_other_chess_are_refused(tmp_path, name):
    content = xml(player(1, "Falk, Ada"))
    refused(write(tmp_path, content, name), "standard")
    refused(write(tmp_path, packed(content, name), "list.zip"), "standard")


@pytest.mark.parametrize(
    ("written", "month"),
    [("AUG26", (2026, 8)), ("Sep09", (2009, 9)), ("2026-08-01", (2026, 8)), ("standard jan99frl", (1999, 1)),
     ("August 2026", (2026, 8)), ("players 123", None), ("2026-13", None), ("", None)],
)  # fmt: skip
def test_months(written, month):
    assert find_month(written) == (Month(*month) if month else None)


def test_only_one_way_to_write_a_month():
    assert iso_month("2026-08") == Month(2026, 8)
    assert [iso_month(word) for word in ("2026-8", "AUG26", "2026-08-01", "2026-00", "2026-08.xml")] == [None] * 5


@pytest.mark.parametrize(
    ("month", "listed"),
    [((2026, 8), (2026, 8)), ((2012, 8), (2012, 8)), ((2012, 6), (2012, 5)), ((2009, 8), (2009, 7)),
     ((2009, 6), (2009, 4)), ((2005, 3), (2005, 1)), ((2000, 9), (2000, 7)), ((1995, 12), (1995, 7))],
)  # fmt: skip
def test_lists_were_not_always_monthly(month, listed):
    assert in_force(Month(*month)) == Month(*listed)


def test_names_are_compared_without_accents_capitals_and_punctuation():
    assert name_key("O'Brien-Smith,  Zoë") == name_key("zoe obrien smith")
    assert name_key("Łąski, Søren") == name_key("LASKI SOREN")
    assert name_key("Falk, Ada") != name_key("Falk, Adam")


# Broken files


def test_cut_and_damaged_lists(tmp_path):
    whole = xml(player(1, "Falk, Ada"), player(2, "Lind, Bo"))
    zipped = packed(whole * 1)
    refused(write(tmp_path, whole[:-40]), "Download the rating list again")
    refused(write(tmp_path, whole.replace(b"</name>", b"</nome>")), "Download the rating list again")
    refused(write(tmp_path, zipped[:-30]), "damaged")
    refused(write(tmp_path, zipped[:60] + b"\0\0\0\0" + zipped[64:]), "damaged")
    refused(write(tmp_path, text(COMBINED, combined_row(1, "Falk, Ada", "POL"))[:-100]), "middle of a line")


def test_what_is_no_list(tmp_path):
    refused(write(tmp_path, b""), "empty")
    refused(write(tmp_path, b"012 Some tournament\r\n001    1 m"), "no rating list")
    refused(write(tmp_path, b"<!DOCTYPE html><html><body>not found</body></html>"), "no rating list")
    refused(write(tmp_path, b"<html><body>not found</body></html>"), "no rating list")
    refused(write(tmp_path, packed(packed(b"x" * 40, "inner.txt"), "list.txt")), "no rating list")
    refused(write(tmp_path, packed(b"x" * 40, "list.pdf")), "holds 0 files")
    refused(tmp_path, "a folder")
    with pytest.raises(UnreadableInput, match="no such file"), open_list(tmp_path / "missing.zip"):
        pass


# Hostile files


ENTITIES = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    "before",
    [
        ENTITIES,
        b'<!DOCTYPE playerslist SYSTEM "file:///etc/hostname">',
        b"<!-- <playerslist> -->" + ENTITIES,
        b"<?x <playerslist> ?>" + ENTITIES,
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_document_types_are_refused(tmp_path, before, encoding):
    content = before + b"<playerslist><player><fideid>1</fideid><name>&b;</name></player></playerslist>"
    refused(write(tmp_path, content.decode().encode(encoding)), "document type")


def test_entities_after_the_root_are_damaged_xml(tmp_path):
    refused(write(tmp_path, b"<playerslist>" + ENTITIES + b"<player><fideid>1</fideid></player></playerslist>"), "XML")
    refused(write(tmp_path, xml(player(1, "&bomb;"))), "XML")


def memory_of(check):
    tracemalloc.start()
    try:
        check()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("content", [b" ", b"\n", b"<junk/>", b"x", b"<a>"])
def test_bombs_are_refused_in_little_memory(tmp_path, content):
    blown = content * (40 * MEGABYTE // len(content))
    files = [
        write(tmp_path, packed(blown, "list.txt"), "plain.zip"),
        write(tmp_path, packed(COMBINED.encode() + b"\n" + blown, "list.txt"), "text.zip"),
        write(tmp_path, packed(b"<playerslist>" + blown, "list.xml"), "xml.zip"),
    ]
    del blown
    for path in files:
        assert memory_of(lambda path=path: refused(path, "ownload")) < 8 * MEGABYTE


@pytest.mark.parametrize("content", [b"\n", b"<junk/>", b"x", b"<a>"])
def test_long_files_without_players_are_given_up(tmp_path, content):
    blown = content * (6 * MEGABYTE // len(content))
    refused(write(tmp_path, text(COMBINED, combined_row(1, "Falk, Ada", "POL")) + blown), "ownload")
    refused(write(tmp_path, b"<playerslist>" + blown), "ownload")


def test_size_that_the_archive_lies_about(tmp_path):
    content = bytearray(packed(b"x" * 100_000, "list.txt"))
    at = content.index(b"PK\x01\x02")
    content[at + 24 : at + 28] = (100).to_bytes(4, "little")
    refused(write(tmp_path, bytes(content)), "list")


@pytest.mark.parametrize("name", ["../list.xml", "/etc/list.xml", "a\\..\\..\\list.xml", "C:\\list.xml"])
def test_paths_in_archives_are_refused(tmp_path, name):
    path = write(tmp_path, packed(xml(player(1, "Falk, Ada")), name))
    refused(path, "outside itself")
    assert [p.name for p in tmp_path.iterdir()] == ["list"]


def test_archives_with_more_than_the_list(tmp_path):
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", b"x" * 40)
        archive.writestr("b.xml", b"x" * 40)
    refused(path, "holds 2 files")
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(2000):
            archive.writestr(f"{number}.nfo", b"")
    refused(path, "2000 files")


def test_locked_archive(tmp_path):
    content = bytearray(packed(xml(player(1, "Falk, Ada"))))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + place] |= 1
    refused(write(tmp_path, bytes(content)), "password")


def test_deep_xml_is_refused(tmp_path):
    refused(write(tmp_path, b"<playerslist>" + b"<a>" * 100_000), "XML")


def test_mutated_lists_are_read_or_refused(tmp_path):
    """Whatever happens to a list, the answer is players or a sentence."""
    row = combined_row(71000001, "Falk, Ada", "GER", "F", "FM", "WIM", 2301, 1990, "IA,IO,FST,LSI,DI", "ACM", "w")
    originals = [
        text(COMBINED, row, row),
        text(LEGACY, legacy_row(71000001, "Falk, Ada", "wm", "GER", 2301, 1990, "w")),
        xml(player(71000001, "Falk, Ada"), player(71000002, "Lind, Bo")),
        packed(xml(player(71000001, "Falk, Ada"))),
        packed(text(SINGLE, single_row(5, "Falk, Ada", "GER")), "list.txt"),
    ]
    chance = random.Random(20)
    read = refusals = 0
    for number in range(1000):
        content = bytearray(chance.choice(originals))
        for _ in range(chance.randint(1, 8)):
            at = chance.randrange(len(content))
            content[at : at + chance.randint(0, 3)] = chance.randbytes(chance.randint(0, 3))
        try:
            players(write(tmp_path, bytes(content), f"{number % 10}"))
            read += 1
        except UnreadableInput as error:
            assert "\n" not in str(error)
            refusals += 1
    assert read > 100
    assert refusals > 100


def test_nothing_but_the_facts_of_chess_is_kept(tmp_path):
    secret = player(1, "Falk, Ada", email="ada@example.org", phone="+48 600 700 800")
    (found,) = players(write(tmp_path, xml(secret)))[1]
    assert "example" not in repr(found)
    assert "600" not in repr(found)
