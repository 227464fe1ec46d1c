"""Tables as every program writes them: rows of texts with their lines, and the lines around them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

HTML, XLSX, CSV = "HTML", "XLSX", "CSV"
MOST_ROWS, MOST_CELLS = 20_000, 256  # in one table, in one row

_HALVES = re.compile("&frac12;|1/2|(?<![0-9])0[.,]5|\ufffd")


class GridRow(NamedTuple):
    """The cells of a row as texts without outer blanks, and its line (in a sheet: its number), from 1.

    `marks` are names a page gives the row (the federation of the player among them); `starts` maps cells to the
    start numbers that their links name.
    """

    line: int
    cells: tuple[str, ...]
    marks: tuple[str, ...] = ()
    starts: dict[int, int] = {}

    def cell(self, index: int | None) -> str:
        """The text of a cell, "" if there is none."""
        return self.cells[index] if index is not None and 0 <= index < len(self.cells) else ""


class Heading(NamedTuple):
    """A text that stands alone, its line, and its level in a page (2 for ``h2``; 0 in a sheet)."""

    line: int
    text: str
    level: int = 0


class Detail(NamedTuple):
    """A fact with its label, as written, and its line."""

    line: int
    label: str
    value: str


class Table(NamedTuple):
    """A table and the headings before it, the nearest last."""

    rows: list[GridRow]
    headings: tuple[Heading, ...]


class Grid(NamedTuple):
    """Everything of a file that can matter: `kind` is HTML, XLSX or CSV.

    `all_rows` is False for a page that shows only the first rows of a long list, `ended` for a file that breaks off.
    """

    kind: str
    encoding: str
    tables: list[Table]
    details: list[Detail]
    all_rows: bool = True
    ended: bool = True


def half_sign(text: str) -> str:
    """A result with ½ for every spelling of a half: ``12w0.5``, ``3b1/2``; points such as 10.5 stay as they are."""
    return _HALVES.sub("½", text)


def squeeze(text: str) -> str:
    """The text with single blanks and without blanks around it."""
    return " ".join(text.split())


def sheet_grid(kind: str, encoding: str, rows: Sequence[GridRow]) -> Grid:
    """A sheet as a grid: every row is in its one table; texts of the form "label : value" are details as well."""
    details, headings = [], []
    for row in rows:
        texts = [cell for cell in row.cells if cell]
        if len(texts) != 1:
            continue
        label, colon, value = texts[0].partition(" : ")
        if colon:
            details.append(Detail(row.line, label.strip(), value.strip()))
        else:
            headings.append(Heading(row.line, texts[0]))
    return Grid(kind, encoding, [Table(list(rows), tuple(headings))], details)


def is_whole(text: str) -> bool:
    """Whether a text is a whole number of at most four digits."""
    return bool(re.fullmatch(r"[0-9]{1,4}", text))
