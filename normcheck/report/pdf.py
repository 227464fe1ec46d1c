"""The pages of one player as a PDF, with the verdict attached. WeasyPrint is imported only here."""

import gc
import logging
import os
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from xml.etree.ElementTree import ParseError, fromstring

from normcheck.errors import PdfUnavailable
from normcheck.output import write
from normcheck.report.html import render_unstyled, stylesheet, template
from normcheck.report.pages import PlayerReport

_INSTALL = {
    "linux": "apt-get install -y --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    "darwin": "brew install pango",
    "win32": "pacman -S mingw-w64-x86_64-pango (in an MSYS2 shell, https://www.msys2.org)",
}
# The attachment wants dates. The clock would change the bytes of the same report, so it gets this one.
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
_TIGHTEST = 4
_VARIANT = "pdf/a-3u"  # for archives, with a real relation between paper and attachment


class _Sheet(Protocol):
    """One page of a laid-out document; `anchors` has the ids of the elements on it."""

    anchors: Mapping[str, object]


class _Document(Protocol):
    """A laid-out document."""

    pages: Sequence[_Sheet]
    metadata: Any

    def write_pdf(self, *, pdf_variant: str) -> bytes:
        """Return the file in one of the variants of PDF."""


class _Source(Protocol):
    """A parsed document; the two elements are its tree, for styles and as it is."""

    wrapper_element: Any
    etree_element: object

    def render(self, *, stylesheets: Sequence[object], font_config: object) -> _Document:
        """Lay the document out."""


class _Engine(NamedTuple):
    """The parts of WeasyPrint that all reports of a process share; `page` makes the pages of a report."""

    weasyprint: Any
    fonts: Any
    style: Any
    fetcher: Any
    page: Any


class PdfWriter:
    """Writes PDF reports. One writer for many reports: fonts and style sheet are read once.

    Raises `PdfUnavailable` when WeasyPrint or a system library is missing.
    """

    def __init__(self) -> None:
        self._engine = _start()

    def write(self, report: PlayerReport, path: Path) -> None:
        """Write the PDF of `report` to `path`, whole or not at all.

        Raises `UnwritableOutput` when the folder cannot be written.
        """
        write(path, self.to_bytes(report))

    def to_bytes(self, report: PlayerReport) -> bytes:
        """Return the PDF of `report`. The same report gives the same bytes at any time."""
        with _nothing_collected():
            return self._to_bytes(report)

    def _to_bytes(self, report: PlayerReport) -> bytes:
        document = self._laid_out(report)
        document.metadata.attachments = [self._attachment(report.verdict_json, "verdict")]
        return _written(document)

    def of_html(self, html: str, json: str, name: str) -> bytes:
        """Return the PDF of another document without its style sheet; `json` is attached as `name`.json."""
        engine = self._engine
        source = engine.weasyprint.HTML(string=html, media_type="print", url_fetcher=engine.fetcher)
        document = self._document(source)
        document.metadata.attachments = [self._attachment(json, name)]
        return _written(document)

    def _laid_out(self, report: PlayerReport) -> _Document:
        """Return the document, set as closely as it takes to keep each certificate on one sheet."""
        for tighter in range(_TIGHTEST):
            document = self._render(report, tighter)
            if _certificates_fit(document, report):
                return document
        return self._render(report, _TIGHTEST)

    def _render(self, report: PlayerReport, tighter: int) -> _Document:
        return self._document(self._source(render_unstyled(report, tighter)))

    def _source(self, html: str) -> _Source:
        """The source of a report, parsed as XML, which its templates are as well: far faster than as HTML.

        What XML does not allow, such as a control character in a name, is left to the parser of WeasyPrint.
        """
        engine = self._engine
        source: _Source = engine.page(string="", media_type="print", url_fetcher=engine.fetcher)
        try:
            tree = type(source.wrapper_element).from_html_root(fromstring(html), content_language=None)
        except (ParseError, AttributeError):
            whole: _Source = engine.page(string=html, media_type="print", url_fetcher=engine.fetcher)
            return whole
        source.wrapper_element, source.etree_element = tree, tree.etree_element
        return source

    def _document(self, source: _Source) -> _Document:
        return source.render(stylesheets=[self._engine.style], font_config=self._engine.fonts)

    def _attachment(self, json: str, name: str) -> object:
        attachment: object = self._engine.weasyprint.Attachment(
            string=json,
            name=f"{name}.json",
            description=f"The {name} of normcheck, as JSON",
            relationship="Data",
            created=_NO_DATE,
            modified=_NO_DATE,
            url_fetcher=self._engine.fetcher,
        )
        return attachment


def write_pdf(report: PlayerReport, path: Path) -> None:
    """Write one PDF. For many reports keep a `PdfWriter`, which is faster. Raises what it raises."""
    PdfWriter().write(report, path)


def install_hint(platform: str = sys.platform) -> str:
    """Return the command that installs the libraries WeasyPrint needs on this platform."""
    return _INSTALL.get(platform, _INSTALL["linux"])


def _start() -> _Engine:
    """Import WeasyPrint and read fonts and style sheet. Nothing is ever fetched from disk or network."""
    try:
        weasyprint = import_module("weasyprint")
        fonts = import_module("weasyprint.text.fonts").FontConfiguration()
    except (ImportError, OSError) as error:
        raise PdfUnavailable(
            f"PDF needs WeasyPrint and the Pango libraries. Install them with: {install_hint()}"
        ) from error
    for name in ("weasyprint", "fontTools"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    fetcher = weasyprint.URLFetcher(allowed_protocols=("data",))
    with _clock_stopped():
        style = weasyprint.CSS(string=stylesheet(), media_type="print", font_config=fonts, url_fetcher=fetcher)
    elements = weasyprint.CSS(string=template("elements.css"), url_fetcher=fetcher)
    page = type("Page", (weasyprint.HTML,), {"_ua_stylesheets": lambda _self, forms=False: [elements]})
    return _Engine(weasyprint, fonts, style, fetcher, page)


def _written(document: _Document) -> bytes:
    """Return the file. WeasyPrint opens the colour profile of this variant and leaves closing it to Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        return document.write_pdf(pdf_variant=_VARIANT)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Let Python look for rubbish afterwards only: all boxes live until the file is written, and they are many."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


@contextmanager
def _clock_stopped() -> Iterator[None]:
    """Let the fonts be unpacked without the time of day in them, which would change the bytes of every file."""
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = str(int(_NO_DATE.timestamp()))
    try:
        yield
    finally:
        del os.environ["SOURCE_DATE_EPOCH"]
        if before is not None:
            os.environ["SOURCE_DATE_EPOCH"] = before


def _certificates_fit(document: _Document, report: PlayerReport) -> bool:
    """Say whether each certificate begins and ends on the same sheet."""
    pages = reversed(list(enumerate(document.pages)))
    sheet = {name: number for number, page in pages for name in page.anchors}  # where each name begins
    ids = [f"{report.file_name}-certificate-{number}" for number in range(1, len(report.pages) + 1)]
    return all(sheet.get(name) == sheet.get(f"{name}-end") for name in ids)
