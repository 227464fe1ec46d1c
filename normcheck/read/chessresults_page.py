"""A saved web page as a grid: data tables, headings and details, in the order of the page."""

import re

from lxml import html

from normcheck.event import Source
from normcheck.read.grid import HTML, MOST_CELLS, MOST_ROWS, Detail, Grid, GridRow, Heading, Table, squeeze
from normcheck.read.html_safety import parse_page
from normcheck.read.notices import Notices
from normcheck.read.refusal import refusal
from normcheck.read.text import decode

MOST_PAGE_MEGABYTES = 20
_MOST_TAGS, _MOST_TABLES = 400_000, 2_000  # tables count with the headings between them
_HEADINGS = ("h1", "h2", "h3", "h4")
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*((?:windows-125|cp125|iso-8859-)\d{1,2})", re.IGNORECASE)
_ALL_ROWS = re.compile(r"<form[^>]*zeilen=99999|zeilen=99999[^\"'>]*(?:prt=|excel)", re.IGNORECASE)
_MARK = re.compile(r"[A-Z]{3}")
_DATA_TABLE = re.compile(r"<table[^>]*class=[\"']?CRs[12]", re.IGNORECASE)
_DATA_CLASS = re.compile(r"CRs\d", re.IGNORECASE)
_START = re.compile(r"[?&]snr=(\d{1,4})(?!\d)")
_LONGEST_CELL = 1000


def read_page(data: bytes, notices: Notices) -> Grid:
    """Parse a page; nothing is fetched and no entity of its own is resolved.

    Raises `UnreadableInput` for a page that is too large, or no text.
    """
    source = Source(notices.file)
    if len(data) > MOST_PAGE_MEGABYTES * 1024 * 1024:
        raise refusal("page_too_large", source, limit=MOST_PAGE_MEGABYTES)
    if data.count(b"<") > _MOST_TAGS:
        raise refusal("page_too_complex", source)
    stated = _CHARSET.search(data[:4096])
    text, encoding = decode(data, notices, stated[1].decode().lower() if stated else "cp1252")
    root = parse_page(text, source)
    tables, details = _walk(root, source)
    whole = bool(_ALL_ROWS.search(text))
    return Grid(HTML, encoding, tables, details, all_rows=whole, ended=_ended(text))


def _walk(root: html.HtmlElement, source: Source) -> tuple[list[Table], list[Detail]]:
    """Collect the tables of data, with the headings before each, and the rows of two cells."""
    outer = {next(table.iterancestors("table"), None) for table in root.iter("table")}
    tables: list[Table] = []
    details: list[Detail] = []
    headings: list[Heading] = []
    for count, element in enumerate(root.iter("table", *_HEADINGS)):
        if count >= _MOST_TABLES:
            raise refusal("page_too_complex", source)
        if element.tag != "table":
            headings.append(Heading(element.sourceline or 0, _text(element), int(str(element.tag)[1:])))
        elif element not in outer or _DATA_CLASS.match(element.get("class") or ""):
            rows = _rows(element, source)
            tables.append(Table(rows, tuple(headings)))
            details += [Detail(row.line, *row.cells) for row in rows if len(row.cells) == 2 and all(row.cells)]
    return tables, details


def _rows(table: html.HtmlElement, source: Source) -> list[GridRow]:
    rows: list[GridRow] = []
    for count, row in enumerate(table.iter("tr")):
        if count >= MOST_ROWS:
            raise refusal("sheet_too_long", source, limit=MOST_ROWS)
        if next(row.iterancestors("table")) is table:
            rows.append(_row(row))
    return rows


def _row(row: html.HtmlElement) -> GridRow:
    cells: list[str] = []
    starts: dict[int, int] = {}
    for cell in row.iterchildren("td", "th"):
        for link in cell.iter("a"):
            if found := _START.search(link.get("href") or ""):
                starts.setdefault(len(cells), int(found[1]))
        width = (cell.get("colspan") or "1").strip()
        cells.append(_text(cell))
        if width.isdecimal() and width.isascii():
            cells += [""] * (min(int(width[:4]), MOST_CELLS) - 1)
        if len(cells) >= MOST_CELLS:
            break
    marks = tuple(mark for mark in (row.get("class") or "").split() if _MARK.fullmatch(mark))
    return GridRow(row.sourceline or 0, tuple(cells[:MOST_CELLS]), marks, starts)


def _text(element: html.HtmlElement) -> str:
    return squeeze("".join(element.itertext())[:_LONGEST_CELL])


def _ended(text: str) -> bool:
    """Whether the last data table of the page is closed."""
    last = None
    for found in _DATA_TABLE.finditer(text):
        last = found
    return not last or "</table" in text[last.end() :].lower()
