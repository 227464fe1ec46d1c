"""Round-robin crosstables: one column an opponent, no rounds and no colours."""

import re

from normcheck.event import BLANK, DRAW, FORFEIT_LOSS, FORFEIT_WIN, LOSS, UNLISTED, WIN, Game
from normcheck.read.assemble import Draft
from normcheck.read.columns import Columns
from normcheck.read.crosstable import Entry, Numbering
from normcheck.read.grid import HTML, GridRow, half_sign

_RESULTS = {"1": WIN, "½": DRAW, "=": DRAW, "0": LOSS, "+": FORFEIT_WIN, "-": FORFEIT_LOSS}
_ONE = re.compile(r"[10½=+-]")
_DIAGONALS = frozenset(("*", "**", "x", "xx", "xxx", "***", "■", "#", "\\\\"))


def is_matrix(rows: list[GridRow], columns: Columns) -> bool:
    """Whether the numbered columns are opponents: nobody has a result in the cell of himself."""
    numbered = columns.numbered
    if len(numbered) < 3 or len(rows) < 3:
        return False
    diagonal = [row.cell(index).lower() for row, index in zip(rows, numbered, strict=False)]
    return all(cell in _DIAGONALS or not cell for cell in diagonal) and any(cell in _DIAGONALS for cell in diagonal)


def add_matrix(draft: Draft, numbering: Numbering, columns: Columns, kind: str) -> None:
    """Give every row of the draft its games; the rounds are those of the Berger tables, which is noted."""
    entries = numbering.entries
    size = len(entries)
    order = sorted(range(size), key=lambda at: entries[at].key)
    position = {entries[at].key: place for place, at in enumerate(order, 1)}
    cycle = size - 1 + size % 2
    found = [_results(draft, entry, columns, kind) for entry in entries]
    times = 2 if any(len(results) > 1 for row in found for results in row.values()) else 1
    numbers = {entry.key: entry.no for entry in entries}
    for at, entry in enumerate(entries):
        games = [Game(0, "-", BLANK)] * (cycle * times)
        for key, results in found[at].items():
            if key not in position or key == entry.key:
                continue
            first = _berger(position[entry.key], position[key], size + size % 2)
            for time in range(times):
                result = results[time] if time < len(results) else BLANK
                place = 0 if kind == HTML else columns.numbered[key - 1] + 1
                games[first - 1 + cycle * time] = Game(numbers[key], "-", result, place)
        draft.rows[at] = draft.rows[at]._replace(games=games)
    if "system" not in draft.told:
        line = entries[0].row.line if entries else 0
        draft.tell("system", "double round robin" if times > 1 else "round robin", line)
    draft.notices.add("rounds_assumed")


def _results(draft: Draft, entry: Entry, columns: Columns, kind: str) -> dict[int, list[str]]:
    """The results against each opponent of whom the table has a column, by his key; none played is [BLANK]."""
    found: dict[int, list[str]] = {}
    for key, index in enumerate(columns.numbered, 1):
        second = entry.row.cell(index + 1) if columns.second else ""
        text = half_sign("".join((entry.row.cell(index) + second).split()))
        if text.lower() in _DIAGONALS:
            continue
        results = [_RESULTS[sign] for sign in _ONE.findall(text)]
        if len(results) > 2 or _ONE.sub("", text).strip("/|:"):
            place = 0 if kind == HTML else index + 1
            name = entry.row.cell(columns.get("name"))
            draft.notices.at_cell(
                "matrix_unreadable", entry.row.line, place, no=entry.no, name=name, opponent=key, found=text[:20]
            )
            results = [UNLISTED]
        found[key] = results or [BLANK]
    return found


def _berger(one: int, other: int, size: int) -> int:
    """The round in which two positions of `size` (even) meet in the Berger tables."""
    if max(one, other) == size:
        one = other = min(one, other)
    return (one + other - 2) % (size - 1) + 1
