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


@pytest.fixture(scope="session")
def summary(tmp_path_factory):
    """The page of an audit with norms, near misses, reviews, progress and a bad file."""
    folder = tmp_path_factory.mktemp("audit")
    (folder / "in").mkdir()
    for seed in range(6):
        text = generate.swiss(60, 9, seed=seed, mean=2380).replace("Generated Swiss", WORDS)
        (folder / f"in/{seed}.trf").write_text(text, encoding="utf-8")
    (folder / "in/a-bad-file-with-a-name-of-many-words-as-people-send-them.trf").write_text("x", encoding="utf-8")
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


@pytest.mark.parametrize("width", [360, 390, 720, 1280])
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
