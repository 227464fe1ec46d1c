"""Semicolon-separated exports of Swiss-Manager: the header line, and cells found by the name of their column."""

from typing import NamedTuple

from normcheck.event import Source
from normcheck.read.refusal import refusal

MOST_ROWS = 100_000
_LINES_ABOVE = 40  # the header line stands among these


class Header(NamedTuple):
    """The header line: its number in the file and the names of the columns in small letters."""

    line: int
    names: tuple[str, ...]

    def has(self, *names: str) -> bool:
        """Whether all these columns are there."""
        return set(names) <= set(self.names)


class Cells(NamedTuple):
    """One line below the header, one text a column."""

    file: str
    line: int
    names: tuple[str, ...]
    texts: tuple[str, ...]

    def text(self, *names: str) -> str:
        """The cell of the first of these columns that the file has, "" if it has none."""
        return next((self.texts[self.names.index(name)] for name in names if name in self.names), "")

    def whole(self, name: str, lowest: int, highest: int) -> int:
        """A cell as a number between these two. Raises `UnreadableInput` with line and cell if it is not one."""
        found = self.text(name)
        number = found.removeprefix("-")
        if number.isascii() and number.isdecimal() and len(number) < 10 and lowest <= int(found) <= highest:
            return int(found)
        place = Source(self.file, self.line, self.names.index(name) + 1)
        wanted = f"a whole number from {lowest} to {highest}"
        raise refusal("swissmanager_cell", place, column=name, found=found[:40], wanted=wanted)


def find_header(lines: list[str], wanted: frozenset[str]) -> Header | None:
    """The first line that names all the wanted columns."""
    for number, line in enumerate(lines[:_LINES_ABOVE], 1):
        names = tuple(cell.lower() for cell in split(line))
        if wanted <= set(names):
            return Header(number, names)
    return None


def rows_below(lines: list[str], header: Header, file: str) -> list[Cells]:
    """All lines below the header that hold anything, filled up to its width.

    Raises `UnreadableInput` if there is none, if there are too many, or if one is wider than the header.
    """
    rows = []
    width = len(header.names)
    for number, line in enumerate(lines[header.line :], header.line + 1):
        texts = split(line)
        if not any(texts):
            continue
        if any(texts[width:]):
            raise refusal("swissmanager_wide", Source(file, number), found=len(texts), stated=width)
        rows.append(Cells(file, number, header.names, (*texts[:width], *[""] * (width - len(texts)))))
        if len(rows) > MOST_ROWS:
            raise refusal("swissmanager_too_many_rows", Source(file, number), limit=MOST_ROWS)
    if not rows:
        raise refusal("swissmanager_no_rows", Source(file, header.line))
    return rows


def split(line: str) -> list[str]:
    """The cells of a line, without blanks and quotation marks around them."""
    return [cell.strip().strip('"').strip() for cell in line.split(";")]
