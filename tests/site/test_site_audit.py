"""The summary of an audit in a real browser: on a wide screen, on a phone, on paper."""

import io
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from pypdf import PdfReader

from normcheck.audit import run
from normcheck.audit.inputs import find
from normcheck.audit.key import Options
from normcheck.audit.place import place
from normcheck.audit.pool import Limits
from normcheck.audit.run import Plan
from normcheck.audit.summary import write_summary
from tests.benchmark import generate

WORDS = "Grand Prix of the Old Town, Group A"
LONG = "Grand_Prix_" + "of_the_Old_Town_" * 12


@pytest.fixture(scope="session")
def summary(tmp_path_factory):
    """The page of an audit with norms, near misses, reviews, progress and a bad file."""
    folder = tmp_path_factory.mktemp("audit")
    (folder / "in").mkdir()
    for seed in range(6):
        text = generate.swiss(60, 9, seed=seed, mean=2380).replace("Generated Swiss", LONG if seed == 5 else WORDS)
        (folder / f"in/{seed}.trf").write_text(text, encoding="utf-8")
    (folder / "in/a-bad-file-with-a-name-of-many-words-as-people-send-them.trf").write_text("x", encoding="utf-8")
    (folder / f"in/{'n' * 200}.trf").write_text("x", encoding="utf-8")
    plan = Plan(str(folder / "out"), Options(), Limits(60, 4096))
    items = find([str(folder / "in")])
    found = run.audit(items, plan, lambda f, tasks, where: ((n, f(t, where)) for n, t in enumerate(tasks)), print)
    write_summary(place(plan.out), found, plan)
    return folder / "out/summary.html"


@pytest.fixture
def opened(chromium, summary):
    """Open the page at a width; it asks for nothing but itself."""
    contexts, asked = [], []

    def open_page(width):
        context = chromium.new_context(viewport={"width": width, "height": 900})
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: asked.append(str(error)))
        page.goto(summary.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert set(asked) == {summary.as_uri()}


@pytest.mark.parametrize("width", [360, 390, 720, 860, 940, 1280])
def test_nothing_is_wider_than_the_screen_and_nothing_is_cut(opened, width):
    page = opened(width)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    cut = """[...document.querySelectorAll("td, th, h1, dd, dt")].filter((one) => one.scrollWidth > one.clientWidth + 1
        && getComputedStyle(one).display !== "none" && one.clientWidth).map((one) => one.textContent)"""
    assert page.evaluate(cut) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_headings_sort_and_the_field_filters(opened, width):
    page = opened(width)
    scores = page.locator("#norms tbody td:nth-child(6)")
    for turn in (True, False):
        page.click("#norms th:nth-child(6) button")
        keys = [float(one.get_attribute("data-key")) for one in scores.all()]
        assert keys == sorted(keys, reverse=turn)
    name = page.locator("#norms tbody tr:first-child a").text_content()
    page.fill("nav input", name)
    shown = page.locator("#norms tbody tr:visible").all()
    assert 0 < len(shown) < len(keys)
    assert all(name in row.text_content() for row in shown)


def test_a_click_anywhere_on_a_heading_sorts(opened):
    page = opened(1280)
    head = page.locator("#norms th:nth-child(10)")
    box = head.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 20, box["y"] + box["height"] / 2)
    assert head.get_attribute("aria-sort") == "ascending"
    head.locator("button").press("Enter")
    assert head.get_attribute("aria-sort") == "descending"


@pytest.mark.parametrize("width", [390, 1280])
def test_the_finder_counts_and_says_where_nothing_is(opened, width):
    page = opened(width)
    total = page.locator("#norms h2 span").text_content()
    name = page.locator("#norms tbody tr:first-child a").text_content()
    page.fill("nav input", name.upper())
    norms = page.locator("#norms tbody tr:visible").count()
    assert page.locator("#norms h2 span").text_content() == f"{norms} of {total}"
    assert page.locator("nav a[href='#norms'] b").text_content() == str(norms)
    assert page.locator("nav output").text_content() == f"Found: {page.locator('tbody tr:visible').count()}"
    assert page.locator("#attention table:visible").count() == 0
    assert page.locator("#attention .none").inner_text() == "Nothing found."
    page.fill("nav input", "nobody of this name")
    assert page.locator("table:visible").count() == 0
    assert page.locator("nav output").text_content() == "Nothing found."
    page.fill("nav input", " ")
    assert page.locator("#norms h2 span").text_content() == total
    assert page.locator("nav output").text_content() == ""
    assert page.locator("#norms tbody tr:visible").count() == int(total)
    assert page.locator("#attention .none:visible").count() == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_what_needs_attention_shows_file_status_and_reason(opened, width):
    page = opened(width)
    for row in page.locator("#attention tbody tr").all():
        file, _, status, reason = row.locator("td").all()
        assert (file.is_visible(), status.is_visible(), reason.is_visible()) == (True, True, True)
        assert reason.bounding_box()["width"] > 300


def test_a_norm_leads_to_its_proof(opened, summary):
    link = opened(1280).locator("#norms tbody a").first.get_attribute("href")
    file, _, anchor = link.partition("#")
    assert f'id="{anchor}"' in (summary.parent / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(opened, width):
    found = Axe().run(opened(width)).response["violations"]
    assert [(one["id"], [node["html"] for node in one["nodes"]][:2]) for one in found] == []


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_on_paper_every_page_has_the_headings_of_its_table_and_links_that_work(opened, summary, paper):
    pdf = PdfReader(io.BytesIO(opened(1280).pdf(format=paper, prefer_css_page_size=True)))
    texts = [page.extract_text() for page in pdf.pages]
    assert len(texts) > 4
    for text in texts[1:-1]:
        assert re.search(r"^(Player|File)\b", text, re.MULTILINE)
    assert all(f"{at} / {len(texts)}" in text for at, text in enumerate(texts, 1))
    links = [one.get_object()["/A"]["/URI"] for page in pdf.pages for one in page.get("/Annots", [])]
    assert any(link.startswith((summary.parent / "proofs").as_uri()) for link in links)
    assert all(Path(link.partition("#")[0].removeprefix("file://")).exists() for link in links)
