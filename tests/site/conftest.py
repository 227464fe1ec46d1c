"""A real server and a real browser: Debian's Chromium, driven by Playwright."""

import os
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "web"), str(ROOT / "tests")]

from served import serving  # noqa: E402

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# As root in a container there is no sandbox; nothing but the page under test is opened, and nothing else is called.
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync")  # fmt: skip


@pytest.fixture(scope="session")
def url(tmp_path_factory):
    with serving(NORMCHECK_DATA=str(tmp_path_factory.mktemp("lists"))) as (address, _):
        yield address


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium, url):
    """Open the first page as a new visitor; whatever the console complains of or asks elsewhere fails the test."""
    contexts, complaints = [], []

    def open_page(**options):
        context = chromium.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: complaints.append(line.text) if "status of 4" not in line.text else None)
        page.on("request", lambda request: complaints.append(request.url) if not request.url.startswith(url) else None)
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [text for text in complaints if text.strip()] == []


@pytest.fixture
def page(visit):
    return visit()
