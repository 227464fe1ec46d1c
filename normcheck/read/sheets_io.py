"""Rows of texts from spreadsheet files (XLSX) and from separated text (CSV), within bounds."""

import csv
import warnings
from collections import Counter
from datetime import date, datetime
from io import BytesIO
from pathlib import PurePosixPath
from typing import Protocol
from zipfile import BadZipFile, ZipFile, ZipInfo

from openpyxl import load_workbook

from normcheck.errors import UnreadableInput
from normcheck.event import Source
from normcheck.read.grid import CSV, MOST_CELLS, MOST_ROWS, XLSX, Grid, GridRow, sheet_grid, squeeze
from normcheck.read.notices import Notices
from normcheck.read.refusal import refusal
from normcheck.read.text import read_text
from normcheck.read.xml_safety import refuse_entities

ZIP, OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"  # how an XLSX and an XLS begin
MOST_UNPACKED_MEGABYTES = 24
_MOST_PARTS = 2000
_MEGABYTE = 1024 * 1024
_BLOCK = 64 * 1024
_DELIMITERS = (";", "\t", ",", "|")


class _Cell(Protocol):
    """What is asked of a cell; `data_type` is ``f`` for formulas."""

    @property
    def value(self) -> object: ...

    @property
    def data_type(self) -> str: ...


def read_xlsx(data: bytes, name: str) -> Grid:
    """The first sheet of an XLSX file that holds anything.

    Raises `UnreadableInput` for archives that unpack to too much, leave their folder, define entities or are no
    sheets, and for cells with formulas.
    """
    source = Source(name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            rows = _sheet_rows(_checked_archive(data, source), source)
    except UnreadableInput:
        raise
    except Exception as error:  # whatever a damaged archive makes the library raise
        raise refusal("sheet_damaged", source, reason=type(error).__name__) from error
    return sheet_grid(XLSX, "utf-8", rows)


def _checked_archive(data: bytes, source: Source) -> BytesIO:
    """The XML parts of an archive in a new one, whose directory states the true sizes.

    Refuses what unpacks to too much, what leaves the folder, and XML that defines entities.
    """
    try:
        archive = ZipFile(BytesIO(data))
    except BadZipFile as error:
        raise refusal("sheet_damaged", source, reason="ZIP") from error
    parts = archive.infolist()
    if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED_MEGABYTES * _MEGABYTE:
        raise refusal("sheet_too_large", source, limit=MOST_UNPACKED_MEGABYTES)
    checked = BytesIO()
    with ZipFile(checked, "w") as copy:
        for part in parts:
            path = PurePosixPath(part.filename.replace("\\", "/"))
            if path.is_absolute() or ".." in path.parts or ":" in part.filename:
                raise refusal("archive_path", source, path=part.filename[:80])
            if path.suffix.lower() in (".xml", ".rels"):
                copy.writestr(part.filename, _part(archive, part, source))
    if "xl/workbook.xml" not in archive.namelist():
        raise refusal("archive_no_sheet", source)
    return checked


def _part(archive: ZipFile, part: ZipInfo, source: Source) -> bytes:
    """A part without entities, never more bytes of it than the directory states."""
    with archive.open(part) as stream:
        content = b"".join(iter(lambda: stream.read(_BLOCK), b""))
    refuse_entities(content, source)
    return content


def _sheet_rows(archive: BytesIO, source: Source) -> list[GridRow]:
    workbook = load_workbook(archive, read_only=True, data_only=False, keep_links=False)
    for sheet in workbook.worksheets:
        sheet.reset_dimensions()
        rows = []
        for number, cells in enumerate(sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_CELLS), 1):
            if number > MOST_ROWS:
                raise refusal("sheet_too_long", source, limit=MOST_ROWS)
            places = enumerate(cells if any(cell.value is not None for cell in cells) else (), 1)
            texts = tuple(_cell_text(cell, source, number, at) for at, cell in places)
            rows.append(GridRow(number, texts))
        if any(any(row.cells) for row in rows):
            return rows
    return []


def _cell_text(cell: _Cell, source: Source, row: int, column: int) -> str:
    """A cell as text: whole numbers without decimals, dates as ISO. Raises `UnreadableInput` for a formula."""
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "f":
        raise refusal("formula", source._replace(line=row, column=column))
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, datetime):
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, date) else squeeze(str(value))


def read_csv(data: bytes, notices: Notices) -> Grid:
    """Separated text with whatever delimiter and encoding it has; a row is a line.

    Raises `UnreadableInput` for what is no text, and for too many rows.
    """
    text = read_text(data, notices, keep_tabs=True)
    if len(text.lines) > MOST_ROWS:
        raise refusal("sheet_too_long", Source(notices.file), limit=MOST_ROWS)
    delimiter = find_delimiter(text.lines)
    rows = [
        GridRow(number, tuple(squeeze(cell) for cell in split_line(line, delimiter)[:MOST_CELLS]))
        for number, line in enumerate(text.lines, 1)
    ]
    return sheet_grid(CSV, text.encoding, rows)


def find_delimiter(lines: list[str]) -> str:
    """The character that cuts most lines into equally many cells (at least three); a comma if none does."""
    best, most = ",", 0
    for delimiter in _DELIMITERS:
        counts = Counter(len(split_line(line, delimiter)) for line in lines[:300] if delimiter in line)
        agreed = max((count for cells, count in counts.items() if cells > 2), default=0)
        if agreed > most:
            best, most = delimiter, agreed
    return best


def split_line(line: str, delimiter: str) -> list[str]:
    """The cells of one line; quotation marks around a cell are taken off."""
    try:
        return next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error:
        return line.split(delimiter)
