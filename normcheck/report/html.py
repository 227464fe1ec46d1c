"""The pages as one self-contained HTML document, on the screen and as the source of the PDF."""

import base64
import re
from collections.abc import Sequence
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from normcheck.report.pages import PlayerReport
from normcheck.resources import folder

_FONT_URL = re.compile(r"url\((fonts/[\w.-]+\.woff)\)")


def render(report: PlayerReport) -> str:
    """Return the pages of one player as a complete HTML document that fetches nothing from outside."""
    return _document((report,), report.document_title, stylesheet(), 0)


def render_all(reports: Sequence[PlayerReport], title: str = "Norm reports") -> str:
    """Return the pages of several players as one HTML document with a list of them at the top."""
    return _document(tuple(reports), title, stylesheet(), 0)


def render_unstyled(report: PlayerReport, tighter: int = 0) -> str:
    """Return the document without its style sheet, for a caller that parses the style sheet once.

    `tighter` (0 to 4) sets the certificate that many steps closer than its number of rounds asks for.
    """
    return _document((report,), report.document_title, "", tighter)


@cache
def stylesheet() -> str:
    """Return the one style sheet for screen and print, with the fonts inside it."""
    return _FONT_URL.sub(lambda found: f"url({_data_uri(found[1])})", template("page.css"))


def template(name: str) -> str:
    """Return the text of a file in the template folder."""
    return (folder("templates") / name).read_text(encoding="utf-8")


def _data_uri(path: str) -> str:
    """Return a font of the template folder as a data URI."""
    content = (folder("templates") / path).read_bytes()
    return f"data:font/woff;base64,{base64.b64encode(content).decode('ascii')}"


def _document(reports: tuple[PlayerReport, ...], title: str, css: str, tighter: int) -> str:
    return fill("report.html.j2", reports=reports, title=title, css=css, tighter=tighter)


def fill(name: str, **values: object) -> str:
    """Return a template of the template folder with its values."""
    return _environment().get_template(name).render(**values)


@cache
def _environment() -> Environment:
    """Return the template environment: names from event files are always escaped."""
    return Environment(
        loader=FileSystemLoader(folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
