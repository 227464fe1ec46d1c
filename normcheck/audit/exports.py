"""The lists people open: norms as CSV and as a workbook, the files that could not be judged, the title progress."""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Sequence

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

from normcheck.audit.match import Listed
from normcheck.audit.parts import Decided
from normcheck.audit.result import JUDGED
from normcheck.finding import NEEDS_REVIEW, NORM
from normcheck.wording import say

NORM_COLUMNS = (
    "event", "start", "file", "no", "name", "fide_id", "federation", "held", "rating", "title", "games", "score",
    "required", "average", "performance", "reason",
)  # fmt: skip
ERROR_COLUMNS = ("file", "status", "reason")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would work these out
_WIDE = {"event": 34, "file": 34, "name": 28, "reason": 60, "start": 11, "fide_id": 11}
_NO_TIME = (2000, 1, 1, 0, 0, 0)  # the clock would change the bytes of the same list
_TIMES = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*<")
Value = str | int | float | None


def table(columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> bytes:
    """A list as CSV: UTF-8, one heading, texts that a spreadsheet would take for a formula behind an apostrophe."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_harmless(value) for value in row] for row in rows)
    return file.getvalue().encode()


def _harmless(value: Value) -> Value:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def norm_rows(decided: Iterable[Decided]) -> list[list[Value]]:
    """The rows of decisions, in the order of `NORM_COLUMNS`."""
    return [[getattr(one, column) for column in NORM_COLUMNS] for one in decided]


def norms_csv(decided: Iterable[Decided]) -> bytes:
    """The norms only."""
    return table(NORM_COLUMNS, norm_rows(one for one in decided if one.decision == NORM))


def errors_csv(events: Iterable[Listed]) -> bytes:
    """The files without a decision, and why."""
    lost = [e.outcome for e in events if e.outcome.status != JUDGED]
    return table(ERROR_COLUMNS, [(one.label, one.status, one.reason) for one in lost])


def norms_xlsx(decided: Sequence[Decided]) -> bytes:
    """A workbook with a sheet for norms, one for what needs review, one for near misses."""
    book = Workbook(write_only=True)
    sheets = {
        "norms": [one for one in decided if one.decision == NORM],
        "reviews": [one for one in decided if one.decision == NEEDS_REVIEW],
        "near": [one for one in decided if one.decision not in (NORM, NEEDS_REVIEW)],
    }
    for name, rows in sheets.items():
        _sheet(book.create_sheet(say("audit", "summary", name)), rows)
    file = io.BytesIO()
    book.save(file)
    return _without_clock(file)


def _without_clock(file: io.BytesIO) -> bytes:
    """The workbook without the time it was made at."""
    found = io.BytesIO()
    with zipfile.ZipFile(file) as made, zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(made.namelist()):
            content = _TIMES.sub(rb"\g<1>2000-01-01T00:00:00Z<", made.read(name))
            archive.writestr(zipfile.ZipInfo(name, _NO_TIME), content, zipfile.ZIP_DEFLATED)
    return found.getvalue()


def _sheet(sheet: Worksheet, rows: Sequence[Decided]) -> None:
    sheet.freeze_panes = "A2"
    for at, column in enumerate(NORM_COLUMNS):
        sheet.column_dimensions[chr(ord("A") + at)].width = _WIDE.get(column, 9)
    heads = [WriteOnlyCell(sheet, say("audit", "columns", column)) for column in NORM_COLUMNS]
    for cell in heads:
        cell.font = Font(bold=True)
    sheet.append(heads)
    for row in norm_rows(rows):
        sheet.append([_cell(value) for value in row])
    sheet.auto_filter.ref = f"A1:{chr(ord('A') + len(NORM_COLUMNS) - 1)}{len(rows) + 1}"


def _cell(value: Value) -> Value:
    """A text without characters that a workbook cannot hold."""
    if not isinstance(value, str):
        return value
    return _harmless("".join(c for c in value if c >= " " or c in "\t\n"))
