"""The file of claims as people have it: text with the usual delimiters and encodings, or a workbook."""

import codecs
import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from normcheck.errors import UnreadableInput
from normcheck.read.sheets_io import OLD_OFFICE, ZIP, read_xlsx, split_line
from normcheck.wording import say

COLUMNS = ("file", "fide_id", "no", "title", "games", "score")
MOST = 4096  # characters of a value; more is no name of a file
_NAMES = {column.replace("_", ""): column for column in COLUMNS}
_DELIMITERS = (",", ";", "\t", "|")
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_SEPARATOR = re.compile('"?sep=."? *', re.IGNORECASE)  # a line for Excel alone
_ODD = re.compile("[\x00-\x1f\x7f-\x9f\ufeff\ud800-\udfff]")
_SHIELDED = re.compile("'(?=[=+@-])")  # as lists for spreadsheets are written, to keep a text from being a formula

Rows = list[list[str]]


class Claim(NamedTuple):
    """A row of the file of claims, as written but for blanks; `wrong` says why it cannot be understood, or is ""."""

    file: str
    fide_id: str = ""
    no: str = ""
    title: str = ""
    games: str = ""
    score: str = ""
    wrong: str = ""


def load(path: Path) -> list[Claim]:
    """Read the claims, one for every row below the headings that holds anything.

    The headings are found in any order and case, among others; games, score and one of the two that say who may be
    missing. Raises `UnreadableInput`.
    """
    rows = _rows(_data(path), path)
    head = _columns(rows[0]) if rows else []
    missing = [column for column in ("file", "title") if column not in head]
    if "fide_id" not in head and "no" not in head:
        missing.append(say("audit", "claims", "who"))
    if missing:
        raise UnreadableInput(say("audit", "errors", "claims_columns", file=path, missing=", ".join(missing)))
    return [_claim(row, head) for row in rows[1:]]


def _data(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnreadableInput(say("audit", "errors", "claims_unreadable", file=path, reason=error.strerror)) from error


def _columns(row: Sequence[str]) -> list[str]:
    """The column that each heading means: FIDE-ID and fide_id are one."""
    return [_NAMES.get(re.sub(r"[\W_]+", "", cell.casefold()), "") for cell in row]


def _claim(row: Sequence[str], head: Sequence[str]) -> Claim:
    places = [head.index(column) if column in head else len(row) for column in COLUMNS]
    wrong = say("audit", "claims", "more_values") if any(row[len(head) :]) else ""
    return Claim(*(row[at] if at < len(row) else "" for at in places))._replace(wrong=wrong)


def _rows(data: bytes, path: Path) -> Rows:
    """The rows that hold anything, as cleaned texts."""
    if data.startswith((ZIP, OLD_OFFICE)):
        rows = [list(row.cells) for row in read_xlsx(data, str(path)).tables[0].rows if any(row.cells)]
        width = len(rows[0]) if rows else 0  # beside a table of a sheet are notes
        rows = [row[:width] for row in rows]
    else:
        rows = _of_text(_decoded(data))
    cleaned = [[_clean(cell) for cell in row] for row in rows]
    return [row for row in cleaned if any(row)]


def _clean(cell: str) -> str:
    text = _SHIELDED.sub("", " ".join(_ODD.sub(" ", cell).split()), count=1)
    return text if len(text) <= MOST else f"{text[:MOST]}…"


def _decoded(data: bytes) -> str:
    """The text: by its mark, as UTF-16 if the first character shows it, else as UTF-8 or Windows-1252."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    if b"\0" in data[:2] and data[:2] != b"\0\0":
        return data.decode("utf-16-be" if data[0] == 0 else "utf-16-le", "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _of_text(text: str) -> Rows:
    """The cells of every line.

    Where quotation marks do not fit together each line stands for itself, so that none disappears in the value of
    another.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff\n ")
    first, _, rest = text.partition("\n")
    text = rest if _SEPARATOR.fullmatch(first) else text
    lines = text.split("\n")
    delimiter = _delimiter(next((line for line in lines if line.strip(" \t,;|\"")), ""))
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True, strict=True))
    except csv.Error:
        rows = []
    return rows if rows and not _is_torn(rows) else [split_line(line, delimiter) for line in lines]


def _delimiter(head: str) -> str:
    """The character that cuts the headings into most columns known."""
    return max(_DELIMITERS, key=lambda one: sum(map(bool, _columns(split_line(head, one)))))


def _is_torn(rows: Rows) -> bool:
    """Whether a value of a claim has several lines, which it never has: a quotation mark was left open."""
    head = next((_columns(row) for row in rows if any(row)), [])
    return any("\n" in cell for row in rows for column, cell in zip(head, row, strict=False) if column)
