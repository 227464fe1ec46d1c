"""Pages of pairings and results: one row a board, with start numbers on both sides."""

import re
from collections.abc import Iterator, Sequence
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
    PAIRING_BYE,
    UNLISTED,
    WIN,
    Game,
    Source,
)
from normcheck.read.assemble import Draft
from normcheck.read.columns import plain_word, words
from normcheck.read.grid import Grid, GridRow, Heading, Table, half_sign, is_whole
from normcheck.read.people import People, Side
from normcheck.read.refusal import refusal

_DATE = re.compile(r"\d{4}[/.\-]\d{1,2}[/.\-]\d{1,2}|\d{1,2}[/.\-]\d{1,2}[/.\-]\d{4}")
_TIME = re.compile(r"\d{1,2}[:.]\d{2}")
_ROUND = re.compile(r"(?<![\w/])(\d{1,2})(?![\w/])")
_SCORE = re.compile(r"([10½=+-])\s*[-:–]\s*([10½=+-])\s*([KkFf]?)")
_RESULTS = {"1": WIN, "½": DRAW, "=": DRAW, "0": LOSS, "+": FORFEIT_WIN, "-": FORFEIT_LOSS}
_FORFEITS = {WIN: FORFEIT_WIN, LOSS: FORFEIT_LOSS}


class Round(NamedTuple):
    """What a heading says of a round: its number, its date as written ("" for none), its line."""

    number: int
    date: str
    line: int


class _Places(NamedTuple):
    """The columns of one side."""

    number: int | None
    name: int
    title: int | None
    rating: int | None
    federation: int | None


class _Board(NamedTuple):
    """The columns of a row of pairings."""

    white: _Places
    black: _Places
    result: int


def read_round(headings: Sequence[Heading]) -> Round | None:
    """The round in the last heading that names one; the first heading of a page is the name of the event."""
    for heading in reversed(headings[1:] if headings and headings[0].level else headings):
        date = _DATE.search(heading.text)
        number = _ROUND.search(_TIME.sub(" ", _DATE.sub(" ", heading.text)))
        if number and int(number[1]):
            return Round(int(number[1]), date[0] if date else "", heading.line)
    return None


def find_board(cells: Sequence[str]) -> _Board | None:
    """The columns of a heading over pairings: two names with a result between them; else None."""
    keys = [words("columns").get(plain_word(cell), "") for cell in cells]
    names = [index for index, key in enumerate(keys) if key in ("name", "white", "black")]
    results = [index for index, key in enumerate(keys) if key == "result"]
    if len(names) != 2 or not results or not names[0] < results[0] < names[1]:
        return None
    result = results[0]
    return _Board(_places(keys, range(result), names[0]), _places(keys, range(result + 1, len(keys)), names[1]), result)


def _places(keys: list[str], within: range, name: int) -> _Places:
    def first(*wanted: str) -> int | None:
        return next((index for index in within if keys[index] in wanted), None)

    title = name - 1 if name - 1 in within and not keys[name - 1] else first("title")
    return _Places(first("number"), name, title, first("rating_international", "rating"), first("federation"))


def add_pairings(draft: Draft, grid: Grid) -> None:
    """Read every table of pairings into the draft. Raises `UnreadableInput` if a table does not name its round."""
    people, unknown = People(), 0
    for row, board, round_ in _boards(draft, grid):
        unknown += _add(people, row, board, round_.number)
        if round_.date:
            draft.round_dates.setdefault(round_.number, round_.date)
            draft.dates_line = draft.dates_line or round_.line
    people.fill(draft)
    if unknown:
        draft.notices.add("bye_kind_unknown", count=unknown, name=draft.rows[0].name)


def _boards(draft: Draft, grid: Grid) -> Iterator[tuple[GridRow, _Board, Round]]:
    """All rows below a heading of pairings, with its columns and its round."""
    for table in grid.tables:
        board, round_ = None, read_round(table.headings) if any(h.level for h in table.headings) else None
        for row in table.rows:
            texts = [cell for cell in row.cells if cell]
            if found := find_board(row.cells):
                board = found
                if round_ is None:
                    raise refusal("pairings_without_round", Source(draft.notices.file, row.line))
            elif len(texts) == 1:
                round_ = read_round([Heading(row.line, texts[0])]) or round_
            elif board and round_ and row.cell(board.white.name):
                yield row, board, round_


def _add(people: People, row: GridRow, board: _Board, round_: int) -> int:
    """Note both sides of a row; 1 if it is a point without opponent of unknown kind."""
    white, black = _side(row, board.white), _side(row, board.black)
    no = people.number(white, row.line)
    text = half_sign(row.cell(board.result))
    if black.number or (black.name and not white.number and plain_word(black.name) not in words("nobody")):
        other = people.number(black, row.line)
        results = read_score(text)
        people.add(no, round_, Game(other, "w", results[0]))
        people.add(other, round_, Game(no, "b", results[1]))
        return 0
    code, unknown = _without_opponent(text.strip(), words("nobody").get(plain_word(black.name), ""))
    people.add(no, round_, Game(0, "-", code))
    return int(unknown)


def _side(row: GridRow, places: _Places) -> Side:
    number, title = row.cell(places.number), row.cell(places.title)
    return Side(
        int(number) if is_whole(number) else row.starts.get(places.name, 0),
        row.cell(places.name),
        title if len(title) <= 4 else "",
        row.cell(places.rating),
        row.cell(places.federation),
    )


def read_score(text: str) -> tuple[str, str]:
    """The results of both sides: ``1 - 0``, ``½ - ½``, ``+ - -``, ``1 - 0 K``; blank if not played."""
    found = _SCORE.fullmatch(text.strip())
    if not found:
        nothing = UNLISTED if text.strip(" -:–") else BLANK
        return nothing, nothing
    one, other = _RESULTS[found[1]], _RESULTS[found[2]]
    return (_FORFEITS.get(one, one), _FORFEITS.get(other, other)) if found[3] else (one, other)


def _without_opponent(text: str, word: str) -> tuple[str, bool]:
    """The code of a round without opponent, and whether the kind of a full point stays unknown."""
    sign = text[:1]
    if word == "bye" and sign in ("", "1", "+"):
        return PAIRING_BYE, False
    if sign in ("1", "+"):
        return FULL_POINT_BYE, word == ""
    return (HALF_POINT_BYE if sign in ("½", "=") else ABSENT), False


def has_pairings(table: Table) -> bool:
    """Whether a table has a heading of pairings."""
    return any(find_board(row.cells) for row in table.rows[:200])
