"""The pages on paper and on the screen: complete, on one sheet where they must be, safe, the same each time."""

import functools
import gc
import io
import logging
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
import sample_pages
from pypdf import PdfReader

from normcheck import resources
from normcheck.errors import PdfUnavailable, UnwritableOutput
from normcheck.report import html
from normcheck.report.pages import Field
from normcheck.report.pdf import PdfWriter, install_hint, write_pdf

A4 = (595, 842)


@pytest.fixture(scope="module")
def writer():
    return PdfWriter()


@functools.cache
def read(writer, report):
    return PdfReader(io.BytesIO(writer.to_bytes(report)))


def words(text):
    return " ".join(text.split())


def all_text(document):
    return words(" ".join(page.extract_text() for page in document.pages))


@pytest.mark.parametrize("sample", sample_pages.ALL)
def test_every_page_is_a4(writer, sample):
    for page in read(writer, sample()).pages:
        assert (round(page.mediabox.width), round(page.mediabox.height)) == A4


@pytest.mark.parametrize(
    "sample",
    [
        sample_pages.norm,
        sample_pages.thirteen_rounds,
        sample_pages.nineteen_rounds,
        sample_pages.hostile_names,
        sample_pages.with_blanks,
    ],
)
def test_certificate_is_whole_on_the_first_sheet(writer, sample):
    report = sample()
    first, second = (words(page.extract_text()) for page in read(writer, report).pages[:2])
    assert first.startswith("IT1") or "IT1" in first[:80]
    assert "not valid until confirmed by QC" in first
    assert "Signature of federation official" in first
    for row in report.pages[0].certificate.rows:
        assert row.opponent.split()[0] in first
    assert "not valid until confirmed by QC" not in second
    assert report.pages[0].proof.headline in second


@pytest.mark.parametrize("rounds", [1, 9, 11, 12, 13, 14, 17, 18, 19])
def test_certificate_of_any_number_of_rounds_is_one_sheet(writer, rounds):
    base = sample_pages.norm()
    page = replace(base.pages[0], certificate=sample_pages.certificate(rounds))
    texts = [sheet.extract_text() for sheet in read(writer, replace(base, pages=(page,))).pages]
    assert "confirmed by QC" in texts[0]
    assert "Proof" in texts[1] or "PROOF" in texts[1]


def test_two_titles_give_two_certificates(writer):
    texts = [sheet.extract_text() for sheet in read(writer, sample_pages.two_titles()).pages]
    assert sum("IT1" in text for text in texts) == 2


def test_needs_review_has_no_certificate_and_begins_with_its_questions(writer):
    report = sample_pages.needs_review()
    text = all_text(read(writer, report))
    assert "IT1" not in text
    assert "CERTIFICATE" not in text.upper()
    questions = report.pages[0].proof.questions
    assert text.index("The decision turns on") < text.index(questions[0].text) < text.index("Article by article")
    for question in questions:
        assert question.who in text
        assert question.turns in text


def test_text_has_every_value_of_form_and_proof(writer):
    report = sample_pages.norm()
    text = all_text(read(writer, report))
    form, proof = report.pages[0].certificate, report.pages[0].proof
    for field in (form.family_name, form.first_name, form.fide_id, form.event, form.chief_arbiter, form.start):
        assert field.text in text
    for row in (*proof.findings, *proof.conditions):
        assert row.article in text
        assert row.heading in text
        assert row.outcome == "not applicable" or row.outcome in text
    assert "Not applicable here:" in text
    for row in proof.rounds:
        assert row.opponent in text
        assert row.source in text
    for row in form.rows:
        assert row.fide_id in text
    for sentence in (proof.summary, *proof.margins, *proof.warnings, *proof.sources, proof.implied, proof.made_by):
        assert sentence in text
    assert f"Rat. {form.adjusted_article}" in text
    assert f"Where applying {form.exemption_article}:" in text


def test_ignored_rounds_carry_the_article(writer):
    text = words(read(writer, sample_pages.thirteen_rounds()).pages[0].extract_text())
    assert text.count("1.4.1e") == 3  # twice beside the score, once in the remarks
    assert "11 (of 13 rounds)" in text


def test_missing_facts_are_numbered_on_the_form_and_explained_on_the_proof(writer):
    report = sample_pages.with_blanks()
    text = words(read(writer, report).pages[1].extract_text())
    after = text[text.index("To complete before signing") :]
    for blank in report.pages[0].certificate.blanks:
        assert f"{blank.number} {blank.label}" in after
    page = html.render(report)
    form = page[page.index("form-mark") : page.index("sheet proof")]
    assert sorted(re.findall(r'class="mark">(\d)<', form)) == ["1", "2", "3", "4", "5", "6"]


def test_exactly_one_circle_is_filled():
    page = html.render(sample_pages.norm())
    assert page.count('class="circle"') == 4
    assert re.findall(r'(\w+)<span class="circle"><span class="dot">', page) == ["GM"]


def test_running_foot_says_player_event_edition_and_page(writer):
    report = sample_pages.norm()
    sheets = read(writer, report).pages
    for number, sheet in enumerate(sheets[1:], 2):
        text = words(sheet.extract_text())
        assert f"page {number} of {len(sheets)}" in text
        assert f"{report.footer_player} · {report.footer_event}" in text
        assert report.pages[0].proof.edition in text


def test_fonts_are_the_ones_of_the_templates_and_embedded(writer):
    letters = "ŐőřşțđłğıİșẞŞŁňůÅØþðŊħŻŵŷ ½ – − = + …"
    base = sample_pages.norm()
    form = replace(base.pages[0].certificate, family_name=Field(letters))
    document = read(writer, replace(base, pages=(replace(base.pages[0], certificate=form),)))
    assert letters in all_text(document)
    names = set()
    for page in document.pages:
        for font in page["/Resources"]["/Font"].values():
            descendant = font.get_object()["/DescendantFonts"][0].get_object()
            descriptor = descendant["/FontDescriptor"].get_object()
            assert "/FontFile2" in descriptor or "/FontFile3" in descriptor
            names.add(descendant["/BaseFont"])
    assert {name.split("+")[1].split("-")[0] for name in names} == {"IBM"}


def test_verdict_is_attached_as_data(writer):
    report = sample_pages.norm()
    document = read(writer, report)
    assert document.attachments == {"verdict.json": [report.verdict_json.encode()]}
    (specification,) = (
        item.get_object() for item in document.trailer["/Root"]["/Names"]["/EmbeddedFiles"]["/Names"][1::2]
    )
    assert specification["/AFRelationship"] == "/Data"


def test_metadata(writer):
    report = sample_pages.norm()
    document = read(writer, report)
    assert document.metadata.title == report.document_title
    assert document.metadata.author == report.pages[0].proof.made_by
    assert document.metadata.creation_date is None
    assert document.trailer["/Root"]["/Lang"] == "en"


def test_same_report_gives_the_same_bytes_in_every_process(writer, tmp_path):
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); import sample_pages; from pathlib import Path\n"
        "from normcheck.report.pdf import write_pdf; write_pdf(sample_pages.norm(), Path(sys.argv[2]))"
    )
    here = Path(__file__).parent
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(here.parent)}
        command = [sys.executable, "-c", script, str(here), str(tmp_path / seed)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert (done.stdout, done.stderr) == ("", "")
    writer.to_bytes(sample_pages.two_titles())
    expected = writer.to_bytes(sample_pages.norm())
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes() == expected


def test_writing_leaves_one_file(tmp_path):
    write_pdf(sample_pages.needs_review(), tmp_path / "review.pdf")
    assert [path.name for path in tmp_path.iterdir()] == ["review.pdf"]
    assert (tmp_path / "review.pdf").read_bytes().startswith(b"%PDF-")


def test_a_file_in_the_place_of_the_folder_is_a_sentence(writer, tmp_path):
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(UnwritableOutput, match=r"taken"):
        writer.write(sample_pages.needs_review(), tmp_path / "taken" / "review.pdf")
    assert (tmp_path / "taken").read_text() == "a file"


def test_target_that_is_a_folder_leaves_nothing_behind(writer, tmp_path):
    (tmp_path / "taken.pdf" / "inside").mkdir(parents=True)
    with pytest.raises(UnwritableOutput, match=r"taken\.pdf"):
        writer.write(sample_pages.needs_review(), tmp_path / "taken.pdf")
    assert [path.name for path in tmp_path.iterdir()] == ["taken.pdf"]


@pytest.mark.parametrize("url", ["file:///etc/hostname", "http://localhost/", "https://localhost/", "ftp://localhost/"])
def test_nothing_is_fetched_from_disk_or_network(writer, url):
    with pytest.raises(ValueError, match="disallowed protocol"):
        writer._engine.fetcher(url)


def test_names_are_text_and_never_markup(writer):
    report = sample_pages.hostile_names()
    name = report.footer_player
    page = html.render(report)
    assert name not in page
    assert "&lt;b&gt;&amp;Bobby&lt;/b&gt; &lt;img src=file:///etc/passwd&gt;" in page
    assert page.count("<style>") == 1
    assert name in all_text(read(writer, report))


def test_html_fetches_nothing():
    page = html.render(sample_pages.norm())
    assert set(re.findall(r"url\(([a-z]+):", page)) == {"data"}
    assert "url(fonts" not in page
    assert not re.search(r"<(link|script|img|iframe)\b", page)


def test_one_page_for_many_players():
    reports = [sample_pages.norm(), sample_pages.needs_review(), sample_pages.two_titles()]
    page = html.render_all(reports, "Neustadt")
    for report in reports:
        assert f'<a href="#{report.file_name}">' in page
        assert f'<main id="{report.file_name}">' in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert page.count("<style>") == 1


def test_html_of_nobody_is_still_a_page():
    assert "<title>Nothing</title>" in html.render_all([], "Nothing")


def test_style_uses_tables_only_and_is_understood_whole(caplog):
    style = (resources.folder("templates") / "page.css").read_text(encoding="utf-8")
    assert not re.search(r"display:\s*(inline-)?grid", style)
    fresh = PdfWriter()
    logging.getLogger("weasyprint").setLevel(logging.WARNING)
    with caplog.at_level(logging.WARNING, logger="weasyprint"):
        fresh._engine.weasyprint.CSS(string=html.stylesheet(), media_type="print", url_fetcher=fresh._engine.fetcher)
        for sample in sample_pages.ALL:
            fresh.to_bytes(sample())
    assert [record.getMessage() for record in caplog.records] == []


@pytest.mark.parametrize("sample", sample_pages.ALL)
def test_report_is_xml_as_well_as_html(sample):
    fromstring(html.render_unstyled(sample()))


@pytest.mark.parametrize("sample", sample_pages.ALL)
def test_short_way_gives_the_bytes_of_the_long_one(writer, sample, monkeypatch):
    """The parser and the elements of WeasyPrint against ours."""
    short = writer.to_bytes(sample())
    engine = writer._engine

    def parsed_by_weasyprint(text):
        return engine.weasyprint.HTML(string=text, media_type="print", url_fetcher=engine.fetcher)

    monkeypatch.setattr(writer, "_source", parsed_by_weasyprint)
    assert writer.to_bytes(sample()) == short


def test_name_that_xml_does_not_allow_is_printed(writer):
    report = sample_pages.norm()
    page = replace(report.pages[0], proof=replace(report.pages[0].proof, player="Bell,\x0cAnn"))
    changed = PdfReader(io.BytesIO(writer.to_bytes(replace(report, pages=(page,)))))
    assert len(changed.pages) == len(read(writer, report).pages)


@pytest.mark.parametrize("sample", sample_pages.ALL)
def test_elements_of_a_report_are_all_in_their_style_sheet(sample):
    style = (resources.folder("templates") / "elements.css").read_text(encoding="utf-8")
    known = {name for names in re.findall(r"^([a-z0-9, ]+) \{", style, re.MULTILINE) for name in names.split(", ")}
    inline = {"b", "span", "br"}
    unseen = {"meta", "title"}  # inside head
    drawn = {"path", "text", "polyline", "circle"}  # inside svg
    used = {element.tag.rpartition("}")[2] for element in fromstring(html.render_unstyled(sample())).iter()}
    assert used <= known | inline | unseen | drawn


def test_rubbish_is_collected_again_after_a_report(writer):
    gc.enable()
    writer.to_bytes(sample_pages.needs_review())
    assert gc.isenabled()


def test_collecting_that_was_off_stays_off(writer):
    gc.disable()
    try:
        writer.to_bytes(sample_pages.needs_review())
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize("error", [OSError("cannot load library 'libgobject-2.0-0'"), ImportError("no weasyprint")])
def test_without_the_libraries_the_install_command_is_said(monkeypatch, error):
    def refuse(name):
        raise error

    monkeypatch.setattr("normcheck.report.pdf.import_module", refuse)
    with pytest.raises(PdfUnavailable) as caught:
        write_pdf(sample_pages.norm(), Path("never.pdf"))
    assert install_hint() in str(caught.value)
    assert caught.value.exit_code == 5
    assert "<html" in html.render(sample_pages.norm())


@pytest.mark.parametrize(
    ("platform", "command"),
    [
        ("linux", "apt-get install -y --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"),
        ("darwin", "brew install pango"),
        ("win32", "pacman -S mingw-w64-x86_64-pango (in an MSYS2 shell, https://www.msys2.org)"),
    ],
)
def test_install_command_of_each_platform(platform, command):
    assert install_hint(platform) == command


def test_weasyprint_is_not_imported_with_the_module():
    code = "import sys, normcheck.report.pdf; print('weasyprint' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1]
    )
    assert done.stdout == "False\n"


def test_folders_are_found_and_a_missing_one_is_said():
    assert (resources.folder("templates") / "page.css").is_file()
    assert resources.folder("rules").is_dir()
    with pytest.raises(FileNotFoundError, match="'nothing' of normcheck is missing"):
        resources.folder("nothing")


def test_fonts_are_small_and_come_with_their_licence():
    fonts = resources.folder("templates") / "fonts"
    assert all(path.stat().st_size < 400_000 for path in fonts.iterdir())
    assert "SIL OPEN FONT LICENSE" in (fonts / "IBMPlexSans-LICENSE.txt").read_text(encoding="utf-8").upper()


def test_a_proof_with_nothing_optional_is_still_a_page(writer):
    base = sample_pages.needs_review()
    empty = dict.fromkeys(("player_facts", "figures", "questions", "findings", "rounds", "conditions", "sources"), ())
    proof = replace(base.pages[0].proof, chart=None, warnings=(), margins=(), edition_reason="", **empty)
    report = replace(base, pages=(replace(base.pages[0], proof=proof),))
    assert proof.summary in all_text(read(writer, report))
    nothing = replace(proof, event_facts=())
    assert 'class="facts"' not in html.render(replace(base, pages=(replace(base.pages[0], proof=nothing),)))
