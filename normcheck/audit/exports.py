"""The lists people open: norms as CSV and as a workbook, the files that could not be judged, the title progress."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime

from normcheck.audit.library import library
from normcheck.audit.match import Listed
from normcheck.audit.parts import Attention, Decided
from normcheck.audit.result import JUDGED
from normcheck.finding import NEEDS_REVIEW, NO_NORM, NORM
from normcheck.wording import say

NORM_COLUMNS = (
    "event", "start", "file", "no", "name", "fide_id", "federation", "held", "rating", "title", "games", "score",
    "required", "average", "performance", "reason",
)  # fmt: skip
ERROR_COLUMNS = ("file", "status", "reason")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would work these out
_WIDE = {"event": 34, "file": 34, "name": 28, "reason": 60, "start": 11, "fide_id": 11}
_NO_TIME = datetime(2000, 1, 1)  # the clock would change the bytes of the same list
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


def near_csv(decided: Iterable[Decided]) -> bytes:
    """The near misses only."""
    return table(NORM_COLUMNS, norm_rows(one for one in decided if one.decision == NO_NORM))


def errors_csv(events: Iterable[Listed], unmade: Iterable[Attention] = ()) -> bytes:
    """The files without a decision, and why; then what could not be made of the others."""
    lost = [e.outcome for e in events if e.outcome.status != JUDGED]
    rows = [(one.label, one.status, one.reason) for one in lost]
    return table(ERROR_COLUMNS, rows + [(one.file, one.status, one.why) for one in unmade])


def norms_xlsx(decided: Sequence[Decided]) -> bytes:
    """A workbook with a sheet for norms and one for what needs review; the same bytes for the same rows."""
    file = io.BytesIO()
    book = library("xlsxwriter").Workbook(file, {"in_memory": True})
    book.set_properties({"created": _NO_TIME})
    bold, heads = book.add_format({"bold": True}), [say("audit", "columns", column) for column in NORM_COLUMNS]
    for name, decision in (("norms", NORM), ("reviews", NEEDS_REVIEW)):
        sheet = book.add_worksheet(say("audit", "summary", name))
        rows = norm_rows(one for one in decided if one.decision == decision)
        for at, (column, head) in enumerate(zip(NORM_COLUMNS, heads, strict=True)):
            sheet.set_column(at, at, _WIDE.get(column, 9))
            sheet.write_string(0, at, head, bold)
        for line, row in enumerate(rows, 1):
            for at, value in enumerate(row):
                if isinstance(value, str):  # as a text, whatever it looks like: no formula, no link
                    sheet.write_string(line, at, value)
                elif value is not None:
                    sheet.write_number(line, at, value)
        sheet.freeze_panes(1, 0)
        sheet.autofilter(0, 0, len(rows), len(heads) - 1)
    book.close()
    return file.getvalue()
