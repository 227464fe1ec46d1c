"""Rankings as older versions of Swiss-Manager export them to text: three cells a round, opponents by row."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from normcheck.event import (
    ABSENT,
    BLANK,
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    FULL_POINT_BYE,
    HALF_POINT_BYE,
    LOSS,
    UNLISTED,
    WIN,
    Event,
    Game,
    Source,
)
from normcheck.read.assemble import Draft, Lines, Row, assemble
from normcheck.read.refusal import refusal
from normcheck.read.swissmanager_table import Cells, Header, find_header, rows_below
from normcheck.read.text import read_text
from normcheck.read.trf_records import MOST_PLAYERS
from normcheck.read.trf_rounds import MOST_ROUNDS

_WANTED = frozenset({"name", "1.rd."})
_ROUND = re.compile(r"(\d{1,3})\.\s?rd\.?")
_RATING, _NUMBER, _POINTS = ("rtg", "rtgi", "irtg", "elo"), ("sno.", "sno", "no."), ("pts", "pts.")
_OVER_THE_BOARD = {"1": WIN, "x": DRAW, "½": DRAW, "=": DRAW, "0": LOSS, "+": FORFEIT_WIN, "-": FORFEIT_LOSS, "": BLANK}
# Without opponent; the bye of the pairing and one with a full point are written alike.
_ALONE = {
    "1": FULL_POINT_BYE,
    "x": HALF_POINT_BYE,
    "½": HALF_POINT_BYE,
    "=": HALF_POINT_BYE,
    "+": FORFEIT_WIN,
    "-": FORFEIT_LOSS,
    "0": ABSENT,
    "": BLANK,
}
_COLOURS = {"w": "w", "b": "b", "s": "b"}


class _Columns(NamedTuple):
    """Where, from 0, the columns without a name of their own stand; -1: there is none."""

    title: int
    woman: int
    rounds: tuple[int, ...]


def looks_like(head: bytes, name: str) -> bool:
    """Whether the first bytes hold the header line of such a ranking."""
    lines = head.replace(b"\0", b"").decode("cp1252", "replace").splitlines()
    header = find_header(lines, _WANTED)
    return bool(header and _columns(header).rounds)


def read(data: bytes, name: str) -> Event:
    """Read a ranking. Raises `UnreadableInput` with line and cell for what cannot be read at all."""
    notices = Lines(name)
    text = read_text(data, notices)
    header = find_header(text.lines, _WANTED)
    if not header:
        raise refusal("swissmanager_no_rows", Source(name))
    columns, cells = _columns(header), rows_below(text.lines, header, name)
    if len(columns.rounds) > MOST_ROUNDS:
        raise refusal("table_too_many_rounds", Source(name, header.line), limit=MOST_ROUNDS)
    draft = Draft(notices, "Swiss-Manager ranking", text.encoding)
    above = next((line.strip(" ;") for line in text.lines[: header.line - 1] if line.strip(" ;")), "")
    draft.tell("name", above, 1)
    numbers = [_number(row, position) for position, row in enumerate(cells, 1)]
    marked = columns.woman >= 0 and any(row.texts[columns.woman] for row in cells)
    draft.rows = [
        _row(row, no, columns, marked, _games(row, no, columns, numbers, notices))
        for row, no in zip(cells, numbers, strict=True)
    ]
    return assemble(draft)


def _columns(header: Header) -> _Columns:
    """The title stands before the name, an F for women behind it, and each round takes three columns."""
    names = header.names
    at = names.index("name")
    rounds = [
        index for index, name in enumerate(names) if _ROUND.fullmatch(name) and names[index + 1 : index + 3] == ("", "")
    ]
    behind = at + 1 if at + 1 < len(names) and not names[at + 1] else -1
    return _Columns(at - 1 if at and not names[at - 1] else -1, behind, tuple(rounds))


def _number(row: Cells, position: int) -> int:
    """The start number, or the place in the list where the list has no start numbers."""
    column = next((name for name in _NUMBER if name in row.names), "")
    return row.whole(column, 1, MOST_PLAYERS) if column else position


def _row(row: Cells, no: int, columns: _Columns, marked: bool, games: Sequence[Game]) -> Row:
    woman = marked and row.texts[columns.woman].lower() in ("f", "w")
    rank = row.text("rank", "rk.", "rk")
    return Row(
        no,
        row.text("name"),
        row.texts[columns.title] if columns.title >= 0 else "",
        row.text("fed", "fed."),
        row.text(*_RATING),
        "f" if woman else "m" if marked else "",
        points=row.text(*_POINTS).lower().replace("x", "½"),
        rank=int(rank) if rank.isascii() and rank.isdecimal() and len(rank) <= 4 else 0,
        games=games,
        line=row.line,
    )


def _games(row: Cells, no: int, columns: _Columns, numbers: Sequence[int], notices: Lines) -> list[Game]:
    games = []
    for index, at in enumerate(columns.rounds, 1):
        opponent, colour, result = (text.lower() for text in row.texts[at : at + 3])
        game = _game(opponent, colour, result, numbers, at + 1)
        if game.result == UNLISTED:
            found = ";".join((opponent, colour, result))[:20]
            notices.at_cell("swissmanager_cell_unreadable", row.line, at + 1, no=no, round=index, found=found)
        games.append(game)
    return games


def _game(opponent: str, colour: str, result: str, numbers: Sequence[int], column: int) -> Game:
    """One round; an opponent is the place of his row in this list."""
    if opponent in ("", "-", "0"):
        return Game(0, "-", _ALONE.get(result, UNLISTED), column)
    known = opponent.isascii() and opponent.isdecimal() and len(opponent) <= 5 and 0 < int(opponent) <= len(numbers)
    if not known or result not in _OVER_THE_BOARD:
        return Game(0, "-", UNLISTED, column)
    return Game(numbers[int(opponent) - 1], _COLOURS.get(colour, "-"), _OVER_THE_BOARD[result], column)
