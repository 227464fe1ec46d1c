import io
import json
import re
import time
import tomllib
import zipfile

import pytest
import site_pages
import swissmanager_files
from axe_playwright_python.sync_playwright import Axe
from pypdf import PdfReader
from served import EXAMPLES, OPEN, ROOT

from normcheck.read import read

EVENT = ROOT / "tests" / "events" / "foxes_open.trf"
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def foxes():
    return read(EVENT)


def files():
    """One file of every kind, with a name."""
    sheet = (EXAMPLES / "norm_sheet.toml").read_bytes()
    rows = site_pages.crosstable(foxes())
    return {
        "lakeside.trf": OPEN,
        "sheet.toml": sheet,
        "sheet.json": json.dumps(tomllib.loads(sheet.decode()), default=str).encode(),
        "crosstable.html": site_pages.page(rows),
        "crosstable.xlsx": site_pages.xlsx(site_pages.sheet_rows(rows)),
        "crosstable.csv": site_pages.csv(site_pages.sheet_rows(rows)),
        "event.TUNX": swissmanager_files.swiss().data(),
    }


def upload(name, content):
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def drop(page, *chosen):
    page.set_input_files("#file", [upload(name, content) for name, content in chosen])
    page.get_by_role("button", name="Judge the event").click()
    page.wait_for_load_state()


def opened(page):
    drop(page, ("lakeside_open.trf", OPEN))
    page.wait_for_url("**/event/*")
    return page


def saved(page, act):
    with page.expect_download() as waiting:
        act()
    return waiting.value.suggested_filename, waiting.value.path().read_bytes()


@pytest.mark.parametrize("name", list(files()))
def test_a_file_of_every_kind_can_be_dropped(page, name):
    drop(page, (name, files()[name]))
    page.wait_for_url("**/event/*")
    assert page.get_by_role("heading", level=1).inner_text()
    assert page.get_by_role("heading", name="Conditions of the event").is_visible()


def test_a_file_dropped_anywhere_on_the_page_is_judged(page):
    text = OPEN.decode()
    data = page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text], 'open.trf')); return data; }", text
    )
    page.dispatch_event("body", "dragover", {"dataTransfer": data})
    page.dispatch_event("body", "drop", {"dataTransfer": data})
    page.wait_for_url("**/event/*")
    assert page.get_by_role("heading", name="Lakeside Open 2025").is_visible()


def test_a_newcomer_has_a_certificate_within_a_minute(page):
    began = time.monotonic()
    opened(page)
    name, content = saved(page, page.get_by_role("link", name="Certificate of Ahrendt, Nils as PDF").click)
    assert time.monotonic() - began < 60
    assert name.endswith(".pdf")
    text = "".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(content)).pages)
    assert "CERTIFICATE OF TITLE RESULT" in text.upper()
    assert "Ahrendt" in text


def test_every_download_can_be_opened_and_read(page):
    opened(page)
    name, content = saved(page, page.get_by_role("link", name="All reports").click)
    assert name == "reports.zip"
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert len(archive.namelist()) == 8
        assert all(archive.read(one).startswith(b"%PDF-") for one in archive.namelist())
    name, content = saved(page, page.get_by_role("link", name="Decisions").click)
    assert (name, json.loads(content)["event"]["name"]) == ("decisions.json", "Lakeside Open 2025")
    page.get_by_role("link", name="Zorčič, Luka").first.click()
    for label, ending in (("Certificate and proof", ".pdf"), ("Proof (PDF)", "_proof.pdf"), ("Verdict", ".json")):
        name, content = saved(page, page.get_by_role("link", name=label, exact=False).last.click)
        assert name.endswith(ending)
        assert len(content) > 1000


def test_a_player_is_shown_with_proof_rounds_and_chart(page):
    opened(page).get_by_role("link", name="Zorčič, Luka").first.click()
    assert page.get_by_role("heading", level=1).inner_text() == "IM norm"
    assert page.get_by_role("row", name=re.compile("1.4.3 Foreign federations")).get_by_text("met").is_visible()
    assert page.get_by_role("img", name=re.compile("Ratings of the opponents")).is_visible()


def test_answers_show_at_once_what_they_turn_and_can_be_taken_away_as_a_file(page):
    opened(page)
    page.get_by_text("More about the event").click()
    page.get_by_label("Dates of the rounds").fill("2025-07-05 " * 9)
    page.get_by_role("button", name="Judge again").click()
    page.wait_for_url("**#turned")
    told = page.locator("#turned")
    assert re.search(r"changed \d+ verdicts", told.inner_text())
    assert "Ahrendt, Nils, GM: norm" in told.inner_text()
    name, content = saved(page, page.get_by_role("link", name="Answers file").click)
    assert len(tomllib.loads(content.decode())["event"]["round_dates"]) == 9
    page.goto(page.url.split("/event")[0])
    page.get_by_text("Answers from an earlier visit").click()
    page.set_input_files("#answers", [upload(name, content)])
    drop(page, ("lakeside_open.trf", OPEN))
    page.wait_for_url("**/event/*")
    assert page.get_by_text("No norm, nothing to review, no near miss.").is_visible()


def test_a_wrong_answer_is_told_beside_what_was_typed(page):
    opened(page)
    page.get_by_text("More about the event").click()
    page.get_by_label("Federation that registered the event").fill("XQX")
    page.get_by_role("button", name="Judge again").click()
    assert "XQX" in page.get_by_role("alert").inner_text()


def test_what_if_is_marked_as_hypothetical_and_keeps_nothing(page):
    opened(page).get_by_role("link", name="Zorčič, Luka").first.click()
    place = page.url
    page.get_by_label("Result of round 1", exact=True).select_option("0")
    page.get_by_label("Title of the opponent of round 2", exact=True).select_option("FM")
    page.get_by_label("Rating of the opponent of round 3", exact=True).fill("2000")
    page.get_by_label("Leave out round 4", exact=True).check()
    page.get_by_role("button", name="See the verdict").click()
    page.get_by_role("heading", name="Hypothetical: this is not the result of the event").wait_for()
    assert "Hypothetical" in page.title()
    row = page.get_by_role("row", name=re.compile("^IM "))
    assert row.inner_text().split("\t")[1:] == ["norm", "no norm"]
    assert page.get_by_role("link", name="PDF").count() == 0
    page.goto(place)
    assert page.get_by_role("heading", level=1).inner_text() == "IM norm"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("photo.jpg", b"\xff\xd8\xff\xe0" + bytes(range(256)) * 40, "photo.jpg"),
        ("letter.txt", b"Dear Sir or Madam,", "no tournament report"),
        ("broken.xlsx", b"PK\x03\x04" + bytes(500), "broken.xlsx"),
        ("big.trf", b"x" * (17 << 20), "larger than 16 MB"),
    ],
)
def test_what_cannot_be_judged_is_told_in_a_sentence(page, name, content, said):
    drop(page, (name, content))
    assert said in page.get_by_role("alert").inner_text()
    assert page.get_by_label("Tournament file").is_visible()


def test_two_visitors_at_once_see_their_own_events_only(visit):
    first, second = visit(), visit()
    opened(first)
    drop(second, ("foxes.trf", EVENT.read_bytes()))
    second.wait_for_url("**/event/*")
    assert first.get_by_role("heading", level=1).inner_text() == "Lakeside Open 2025"
    assert second.get_by_role("heading", level=1).inner_text() != "Lakeside Open 2025"
    second.goto(first.url)
    assert "no longer here" in second.get_by_role("alert").inner_text()


def test_everything_works_from_the_keyboard(page):
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.set_input_files("#file", [upload("open.trf", OPEN)])
    page.get_by_role("button", name="Judge the event").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/event/*")
    page.get_by_role("link", name="Zorčič, Luka").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/player/21")


def test_everything_works_without_script(visit):
    page = visit(java_script_enabled=False)
    opened(page).get_by_role("link", name="Zorčič, Luka").first.click()
    page.get_by_label("Result of round 1", exact=True).select_option("0")
    page.get_by_role("button", name="See the verdict").click()
    page.get_by_role("heading", name="Hypothetical").wait_for()


def test_script_in_a_file_does_not_run(page):
    drop(page, ("x.trf", OPEN.replace(b"Lakeside Open 2025", b"<script>document.title='run'</script>")))
    page.wait_for_url("**/event/*")
    assert "<script>" in page.get_by_role("heading", level=1).inner_text()
    assert page.title() != "run"


def pages_of(page):
    """Every page of the site, one after the other."""
    yield "start"
    drop(page, ("x.txt", b"no event"))
    page.get_by_role("alert").wait_for()
    yield "refused"
    opened(page)
    for details in page.locator("summary").all():
        details.click()
    yield "event"
    page.get_by_role("link", name="Zorčič, Luka").first.click()
    page.wait_for_url("**/player/*")
    yield "player"
    page.get_by_label("Result of round 1", exact=True).select_option("0")
    page.get_by_role("button", name="See the verdict").click()
    page.get_by_role("heading", name="Hypothetical").wait_for()
    yield "what if"
    page.goto(page.url.split("/event")[0])
    drop(page, ("half.trf", half()))
    page.wait_for_url("**/event/*")
    page.get_by_role("link", name="What is still needed").click()
    page.wait_for_url("**/forecast")
    yield "forecast"


def half():
    """The example after five rounds."""
    lines = OPEN.decode().splitlines()
    return "\n".join(line[:141] if line.startswith("001") else line for line in lines).encode()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_pages_are_accessible_and_nothing_is_wider_than_the_screen(visit, width, scheme):
    page = visit(viewport={"width": width, "height": 800}, color_scheme=scheme)
    wrong = {}
    for name in pages_of(page):
        found = Axe().run(page, options=RULES).response["violations"]
        wrong |= {f"{name}: {one['id']}": [node["target"] for node in one["nodes"]][:3] for one in found}
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    assert wrong == {}


def test_a_printed_page_leaves_out_forms_and_buttons(page):
    opened(page).get_by_role("link", name="Zorčič, Luka").first.click()
    page.emulate_media(media="print")
    page.get_by_role("heading", name="Article by article").wait_for()
    page.get_by_role("button", name="See the verdict").wait_for(state="hidden")
