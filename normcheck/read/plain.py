"""Crosstables made by hand, as CSV or XLSX: lines of facts, a row of headings, a row for every player.

The layout is that of ``templates/crosstable.csv``; lines that begin with # are left out. Facts stand above the table:
their name in the first cell, their value in the second.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from normcheck.event import Event, Fact, Game, Source
from normcheck.read import chessresults, matrix
from normcheck.read.assemble import FACTS, Draft, Lines, Row, assemble
from normcheck.read.columns import Columns
from normcheck.read.crosstable import Entry, Numbering
from normcheck.read.grid import Grid, GridRow, half_sign, is_whole
from normcheck.read.notices import Notices
from normcheck.read.plain_cells import is_readable, read_plain_cell
from normcheck.read.refusal import refusal
from normcheck.read.sheets_io import ZIP, read_csv, read_xlsx, split_line

COLUMNS = ("no", "name", "title", "fed", "rating", "fide_id", "sex", "birth", "points", "rank")
DATES, CLOCK = "round_dates", "clock"  # facts beside those of a draft: one cell a round; a coded rate of play
COMMENT = "#"
_NEEDED = 2  # columns beside no and name, to tell the layout from lists of other programs
_ROUND = re.compile(r"(?:r|rd|round)\s*\.?\s*(\d{1,2})", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,3}")
_GUARDED = re.compile(r"'(?=[=+\-@'\t\r])")


class _Layout(NamedTuple):
    """Where the columns are: by name, those of the rounds by number, those headed by plain numbers in order."""

    at: int
    columns: dict[str, int]
    rounds: dict[int, int]
    numbered: list[int]


def looks_like(head: bytes, name: str) -> bool:
    """Whether a text has the row of headings; a sheet has to be opened first, see `read`."""
    if head.startswith(ZIP):
        return True
    lines = head.replace(b"\0", b"").decode("utf-8-sig", "replace").splitlines()
    return any(_is_heading(split_line(line, delimiter)) for line in lines for delimiter in ";,\t|" if delimiter in line)


def read(data: bytes, name: str) -> Event:
    """Read a crosstable; `name` is the file name used in every source. Other sheets go to their own reader.

    Raises `UnreadableInput` with the line for what cannot be read at all.
    """
    notices = Lines(name)
    grid = read_xlsx(data, name) if data.startswith(ZIP) else read_csv(data, notices)
    rows = grid.tables[0].rows
    at = next((at for at, row in enumerate(rows) if _is_heading(row.cells)), None)
    if at is None and data.startswith(ZIP):
        return chessresults.read(data, name)
    if at is None:
        raise refusal("plain_no_table", Source(name))
    return _event(grid, rows, _layout(rows, at, notices), notices)


def _is_heading(cells: Sequence[str]) -> bool:
    words = [cell.strip().casefold() for cell in cells]
    return words[:2] == ["no", "name"] and len(set(words) & set(COLUMNS)) >= 2 + _NEEDED


def _layout(rows: Sequence[GridRow], at: int, notices: Notices) -> _Layout:
    layout = _Layout(at, {}, {}, [])
    for index, cell in enumerate(rows[at].cells):
        word = cell.strip().casefold()
        if word in COLUMNS:
            layout.columns.setdefault(word, index)
        elif found := _ROUND.fullmatch(word):
            layout.rounds.setdefault(int(found[1]), index)
        elif _NUMBER.fullmatch(word):
            layout.numbered.append(index)
        elif word:
            notices.add("plain_column_unknown", rows[at].line, found=cell[:40])
    return layout


def _event(grid: Grid, rows: Sequence[GridRow], layout: _Layout, notices: Lines) -> Event:
    draft = Draft(notices, "", grid.encoding)
    clock = _tell_facts(draft, rows[: layout.at])
    players = [row for row in rows[layout.at + 1 :] if any(row.cells) and not _is_comment(row)]
    for row in players:
        draft.rows.append(_row(row, layout, notices.file))
    what = "crosstable"
    columns = Columns(layout.columns, (), tuple(layout.numbered), None)
    if matrix.is_matrix(players, columns):
        what = "round-robin crosstable"
        entries = [
            Entry(at, player.no, row) for at, (player, row) in enumerate(zip(draft.rows, players, strict=True), 1)
        ]
        matrix.add_matrix(draft, Numbering(entries, by_row=True, made=False), columns, grid.kind)
    else:
        _add_games(draft, players, layout)
    draft.format = f"plain {what} ({grid.kind})"
    event = assemble(draft)
    return event._replace(clock=clock) if clock else event


def _is_comment(row: GridRow) -> bool:
    return row.cell(0).startswith(COMMENT)


def _tell_facts(draft: Draft, rows: Sequence[GridRow]) -> Fact[str] | None:
    """Tell the draft the facts above the table, and return the coded rate of play."""
    clock = None
    for row in rows:
        key = row.cell(0).rstrip(":").casefold()
        if not key or _is_comment(row):
            continue
        value = unguarded(row.cell(1))
        if key in FACTS:
            draft.tell(key, value, row.line)
        elif key == DATES:
            draft.round_dates = {round_: cell for round_, cell in enumerate(row.cells[1:], 1) if cell}
            draft.dates_line = row.line
        elif key == CLOCK and value:
            clock = Fact(value[:100], Source(draft.notices.file, row.line))
        elif key != CLOCK:
            known = ", ".join((*FACTS, DATES, CLOCK))
            draft.notices.add("plain_fact_unknown", row.line, found=key[:40], known=known)
    return clock


def unguarded(text: str) -> str:
    """A text without the apostrophe that keeps spreadsheets from taking it for a formula."""
    return text[1:] if _GUARDED.match(text) else text


def _row(row: GridRow, layout: _Layout, file: str) -> Row:
    cells = {key: row.cell(index) for key, index in layout.columns.items()}
    if not is_whole(cells["no"].rstrip(".")):
        raise refusal("plain_row_number", Source(file, row.line, 1), found=cells["no"][:20])
    rank = cells.get("rank", "").rstrip(".")
    return Row(
        no=int(cells["no"].rstrip(".")),
        name=unguarded(cells["name"]),
        title=cells.get("title", ""),
        federation=cells.get("fed", ""),
        rating=cells.get("rating", ""),
        sex=cells.get("sex", ""),
        fide_id=cells.get("fide_id", ""),
        birth=cells.get("birth", ""),
        points=half_sign(cells.get("points", "")),
        rank=int(rank) if is_whole(rank) else 0,
        line=row.line,
    )


def _add_games(draft: Draft, players: Sequence[GridRow], layout: _Layout) -> None:
    """Games from the columns of the rounds: R1, R2, ... or plain numbers."""
    rounds = layout.rounds or dict(enumerate(layout.numbered, 1))
    order = [rounds.get(round_) for round_ in range(1, max(rounds, default=0) + 1)]
    for at, row in enumerate(players):
        games: list[Game] = []
        for round_, index in enumerate(order, 1):
            place = index + 1 if index is not None else 0
            game = read_plain_cell(row.cell(index) if place else "?", place)
            games.append(game)
            if not is_readable(row.cell(index), game) and place:
                who: dict[str, object] = {"no": draft.rows[at].no, "name": draft.rows[at].name}
                found = row.cell(index)[:20]
                draft.notices.at_cell("plain_cell_unreadable", row.line, place, round=round_, found=found, **who)
        draft.rows[at] = draft.rows[at]._replace(games=games)
    if order and "rounds" not in draft.told:
        draft.notices.add("rounds_by_columns", players[0].line - 1 if players else 0, rounds=len(order))
