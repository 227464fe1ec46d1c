"""Pages of team events: pairings board by board, and the players of each team."""

import re
from typing import NamedTuple

from normcheck.event import BLANK, Game, Source
from normcheck.read.assemble import Draft, Row
from normcheck.read.columns import Columns, find_columns, plain_word, words
from normcheck.read.grid import Grid, GridRow, Heading, Table, half_sign
from normcheck.read.pairings import Round, read_round, read_score
from normcheck.read.people import People, Side
from normcheck.read.refusal import refusal

_MATCH_SCORE = re.compile(r"(?:\d{1,3}(?:[.,]\d)?½?|½)?\s*:\s*(?:\d{1,3}(?:[.,]\d)?½?|½)?")
_BOARD = re.compile(r"\d{1,3}\.\d{1,3}")


class _Match(NamedTuple):
    """The columns of the boards of a match, as its row tells them."""

    left: tuple[int, int | None]  # name, rating
    right: tuple[int, int | None]
    score: int


def find_match(cells: tuple[str, ...]) -> _Match | None:
    """The columns in the row of a match: a word for boards, two teams around a dash, and a score; else None."""
    if len(cells) < 5 or words("columns").get(plain_word(cells[0])) != "board" or "-" not in cells:
        return None
    dash = cells.index("-")
    score = next((i for i in range(len(cells) - 1, dash, -1) if ":" in cells[i]), None)
    if score is None or not _MATCH_SCORE.fullmatch(cells[score]):
        return None
    left, right = _team(cells, range(1, dash)), _team(cells, range(dash + 1, score))
    return _Match(left, right, score) if left and right else None


def _team(cells: tuple[str, ...], within: range) -> tuple[int, int | None] | None:
    """Where the name of a team stands (the longest text that is no heading), and the heading of the ratings."""
    known = words("columns")
    ratings = [i for i in within if known.get(plain_word(cells[i]), "").startswith("rating")]
    names = [i for i in within if i not in ratings and cells[i]]
    name = max(names, key=lambda i: len(cells[i]), default=None)
    return None if name is None else (name, ratings[0] if ratings else None)


def has_matches(table: Table) -> bool:
    """Whether a table pairs teams board by board."""
    return any(find_match(row.cells) for row in table.rows[:200])


def add_matches(draft: Draft, grid: Grid) -> None:
    """Read the boards of all matches. Raises `UnreadableInput` if a table does not name its round."""
    people = People()
    draft.teams = True
    for table in grid.tables:
        match, round_ = None, read_round(table.headings) if any(h.level for h in table.headings) else None
        for row in table.rows:
            texts = [cell for cell in row.cells if cell]
            if found := find_match(row.cells):
                match = found
                _note_round(draft, round_, row)
            elif len(texts) == 1:
                round_ = read_round([Heading(row.line, texts[0])]) or round_
            elif match and round_ and _BOARD.fullmatch(row.cell(0)):
                _add_board(people, row, match, round_.number)
    people.fill(draft)


def _note_round(draft: Draft, round_: Round | None, row: GridRow) -> None:
    if round_ is None:
        raise refusal("pairings_without_round", Source(draft.notices.file, row.line))
    if round_.date:
        draft.round_dates.setdefault(round_.number, round_.date)
        draft.dates_line = draft.dates_line or round_.line


def _add_board(people: People, row: GridRow, match: _Match, round_: int) -> None:
    """Both players of a board; who has the first move is not told, and a missing player is nobody."""
    results = read_score(half_sign(row.cell(match.score)))
    numbers = []
    for name, rating in (match.left, match.right):
        title = row.cell(name - 1)
        side = Side(row.starts.get(name, 0), row.cell(name), title if len(title) <= 4 else "", row.cell(rating))
        present = side.name and plain_word(side.name) not in words("nobody")
        numbers.append(people.number(side, row.line) if present else 0)
    if numbers[0] == numbers[1]:
        return
    for own, other, result in ((0, 1, results[0]), (1, 0, results[1])):
        if numbers[own] and (numbers[other] or result != BLANK):
            people.add(numbers[own], round_, Game(numbers[other], "-", result))


def composition_columns(row: GridRow) -> Columns | None:
    """The columns of a heading over the players of a team: boards, names and numbered rounds; else None."""
    columns = find_columns(row.cells)
    fits = columns and {"board", "name"} <= columns.at.keys() and columns.numbered and not columns.rounds
    return columns if fits else None


def has_compositions(table: Table) -> bool:
    """Whether a table lists the players of teams."""
    return any(composition_columns(row) for row in table.rows[:200])


def add_compositions(draft: Draft, grid: Grid) -> None:
    """Read the players of all teams. Their results have no opponents and are not games; a notice says so."""
    draft.teams = True
    starts: list[int] = []
    for table in grid.tables:
        columns = None
        for row in table.rows:
            found = composition_columns(row)
            columns = found or columns
            if found:
                draft.told.pop("rounds", None)
                draft.tell("rounds", str(len(found.numbered)), row.line)
            elif columns and row.cell(columns.get("board")).isdecimal() and row.cell(columns.get("name")):
                draft.rows.append(_member(row, columns, len(draft.rows) + 1))
                starts.append(row.starts.get(columns.at["name"], 0))
    if not _number_by_links(draft, starts):
        draft.notices.add("numbers_made")
    draft.notices.add("teams_without_opponents")


def _number_by_links(draft: Draft, starts: list[int]) -> bool:
    """Take the start numbers that links name, if every player has one of his own."""
    if not all(starts) or len(set(starts)) < len(starts):
        return False
    draft.rows[:] = [row._replace(no=no) for row, no in zip(draft.rows, starts, strict=True)]
    return True


def _member(row: GridRow, columns: Columns, no: int) -> Row:
    title = row.cell(columns.get("title"))
    rating = columns.get("rating_international")
    return Row(
        no,
        row.cell(columns.get("name")),
        title=title if len(title) <= 4 else "",
        federation=row.cell(columns.get("federation")),
        rating=row.cell(columns.get("rating") if rating is None else rating),
        sex=row.cell(columns.get("sex")),
        fide_id=row.cell(columns.get("fide_id")),
        points=half_sign(row.cell(columns.get("points"))),
        line=row.line,
    )
