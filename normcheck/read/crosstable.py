"""Crosstables and lists of players: rows of a table to rows of a draft."""

from collections.abc import Sequence
from typing import NamedTuple

from normcheck.event import Game, Source
from normcheck.read.assemble import Draft, Row
from normcheck.read.columns import Columns, find_columns
from normcheck.read.crosstable_cells import Cell, colours, read_cell
from normcheck.read.grid import HTML, GridRow, half_sign, is_whole
from normcheck.read.refusal import refusal
from normcheck.read.trf_players import half_points

_SEX_OF_WOMEN = "wf"
_MARKS_OF_WOMEN = frozenset(("", "F", "W"))
_WRONG_MOST, _RIGHT_MOST = 3, 10  # numbering is wrong when a third of the games do not fit, right below a tenth


class Entry(NamedTuple):
    """A player row of a table: the number his games are named by, his start number, the row."""

    key: int
    no: int
    row: GridRow


class Numbering(NamedTuple):
    """How a table numbers its players.

    `by_row` says that cells name the position in the table, `made` that there are no start numbers.
    """

    entries: list[Entry]
    by_row: bool
    made: bool


def player_rows(rows: Sequence[GridRow], columns: Columns, start: int) -> list[GridRow]:
    """The rows of players below the heading at `start`: up to the first without a name or a second heading."""
    name = name_column(rows, columns, start)
    found: list[GridRow] = []
    for row in rows[start + 1 :]:
        if find_columns(row.cells):
            continue
        if not row.cell(name) or row.cell(0).startswith("#"):
            if found and len(row.cells) > 1 and any(row.cells):
                continue
            if found:
                break
            continue
        found.append(row)
    return found


def name_column(rows: Sequence[GridRow], columns: Columns, start: int) -> int:
    """The column of the names: by its heading, else the one with the longest texts before the rounds."""
    known = columns.get("name")
    if known is not None:
        return known
    sample, end = rows[start + 1 : start + 51], min((*columns.rounds, *columns.numbered), default=0)
    lengths = [sum(len(row.cell(index)) for row in sample) for index in range(end)]
    return lengths.index(max(lengths)) if lengths else 0


def number_rows(rows: list[GridRow], columns: Columns, name: int, draft: Draft) -> Numbering:
    """Decide what the numbers in cells mean: start numbers if they come first, else the position in the table.

    Without a column of start numbers the links of the names may tell them.
    """
    number, rank = columns.get("number"), columns.get("rank")
    by_row = number is None or (rank is not None and rank < number)
    if by_row and number is None and rank is None:
        number, by_row = (0, False) if all(is_whole(row.cell(0)) for row in rows) else (None, True)
    linked = [row.starts.get(name, 0) for row in rows]
    told = number is not None or (all(linked) and len(set(linked)) == len(linked))
    entries = []
    for at, row in enumerate(rows, 1):
        text = row.cell(number) if number is not None else str(linked[at - 1] if told else at)
        if not is_whole(text):
            draft.notices.add("row_without_number", row.line, 0, found=text[:20])
            continue
        entries.append(Entry(at if by_row else int(text), int(text), row))
    return Numbering(entries, by_row, not told)


def add_players(draft: Draft, numbering: Numbering, columns: Columns, name: int, kind: str) -> None:
    """Add a row to the draft for every player of the table, still without games."""
    marks = _sex_column(numbering, columns)
    women = _women(numbering, marks)
    rating = _rating_column(draft, numbering, columns)
    title = columns.get("title")
    if title is None and name and all(len(entry.row.cell(name - 1)) <= 4 for entry in numbering.entries):
        title = name - 1 if name - 1 not in columns.at.values() else None
    for entry in numbering.entries:
        row = entry.row
        federation = row.cell(columns.get("federation"))
        if columns.get("federation") is None and kind == HTML:
            federation = next(iter(row.marks), "")
        sex = row.cell(marks)
        draft.rows.append(
            Row(
                no=entry.no,
                name=row.cell(name),
                title=row.cell(title),
                federation=federation,
                rating=row.cell(rating),
                sex=sex or ("m" if women else ""),
                fide_id=row.cell(columns.get("fide_id")),
                birth=row.cell(columns.get("birth")),
                points=half_sign(row.cell(columns.get("points"))),
                rank=_rank(row, columns),
                line=row.line,
            )
        )


def _sex_column(numbering: Numbering, columns: Columns) -> int | None:
    """The column of the sex: by its heading, else one behind the name that holds nothing but marks of women."""
    behind = columns.behind_name
    if columns.get("sex") is not None or behind is None:
        return columns.get("sex")
    return behind if all(entry.row.cell(behind) in _MARKS_OF_WOMEN for entry in numbering.entries) else None


def _women(numbering: Numbering, marks: int | None) -> bool:
    """Whether the table marks women, so that the others are men."""
    sexes = (entry.row.cell(marks)[:1].lower() for entry in numbering.entries)
    return any(sex in _SEX_OF_WOMEN for sex in sexes if sex)


def _rating_column(draft: Draft, numbering: Numbering, columns: Columns) -> int | None:
    """International ratings before those the event uses; national ones alone are not taken."""
    for key in ("rating_international", "rating"):
        if columns.get(key) is not None:
            return columns.get(key)
    if columns.get("rating_national") is not None and numbering.entries:
        draft.notices.add("national_ratings", numbering.entries[0].row.line)
    elif numbering.entries:
        draft.notices.add("no_ratings", numbering.entries[0].row.line)
    return None


def _rank(row: GridRow, columns: Columns) -> int:
    text = row.cell(columns.get("rank")).rstrip(".")
    return int(text) if is_whole(text) else 0


def add_games(draft: Draft, numbering: Numbering, columns: Columns, kind: str) -> None:
    """Give every row of the draft its games from the columns of the rounds.

    Raises `UnreadableInput` if opponents stand beyond the last row: then the table was cut.
    """
    entries = numbering.entries
    table = [[read_cell(entry.row.cell(index)) for index in columns.rounds] for entry in entries]
    _refuse_cut(draft, entries, table)
    numbers = _numbers(draft, numbering, table)
    letters = colours(cell for cells in table for cell in cells)
    places = [0 if kind == HTML else index + 1 for index in columns.rounds]
    for at, cells in enumerate(table):
        _note_unreadable(draft, entries[at], columns, cells, places)
        draft.rows[at] = draft.rows[at]._replace(
            games=[
                Game(numbers.get(cell.number, cell.number), letters[cell.letter], cell.result, place)
                for cell, place in zip(cells, places, strict=True)
            ]
        )
    byes = [entry for entry, cells in zip(entries, table, strict=True) for cell in cells if cell.bye]
    if byes:
        draft.notices.add(
            "bye_kind_unknown", byes[0].row.line, count=len(byes), name=byes[0].row.cell(columns.get("name"))
        )
    _points_by_tie_break(draft, numbering, columns)


def _refuse_cut(draft: Draft, entries: list[Entry], table: list[list[Cell]]) -> None:
    highest = max((cell.number for cells in table for cell in cells), default=0)
    if entries and highest > max(max(entry.key, entry.no) for entry in entries):
        place = Source(draft.notices.file, entries[-1].row.line)
        raise refusal("table_cut", place, rows=len(entries), number=highest)


def _numbers(draft: Draft, numbering: Numbering, table: list[list[Cell]]) -> dict[int, int]:
    """Map numbers in cells to start numbers; the other meaning is taken if only that one fits the games."""
    entries = numbering.entries
    keys = [entry.key for entry in entries]
    others = [entry.no for entry in entries] if numbering.by_row else list(range(1, len(entries) + 1))
    games = sum(cell.number > 0 for cells in table for cell in cells)
    if keys != others and _misfits(table, keys) * _WRONG_MOST > games > _misfits(table, others) * _RIGHT_MOST:
        draft.notices.add("numbers_reinterpreted", entries[0].row.line)
        keys = others
    return {0: 0} | {key: entry.no for key, entry in zip(keys, entries, strict=True)}


def _misfits(table: list[list[Cell]], keys: list[int]) -> int:
    """How many games are not named by the opponent, when players have these keys."""
    rows = dict(zip(keys, table, strict=True))
    return sum(
        cell.number > 0 and (cell.number not in rows or rows[cell.number][at].number != key)
        for key, cells in zip(keys, table, strict=True)
        for at, cell in enumerate(cells)
    )


def _note_unreadable(draft: Draft, entry: Entry, columns: Columns, cells: list[Cell], places: list[int]) -> None:
    for at, cell in enumerate(cells):
        if not cell.readable:
            values = {"no": entry.no, "name": entry.row.cell(columns.get("name"))}
            found = entry.row.cell(columns.rounds[at])[:20]
            draft.notices.at_cell("round_unreadable", entry.row.line, places[at], round=at + 1, found=found, **values)


def _points_by_tie_break(draft: Draft, numbering: Numbering, columns: Columns) -> None:
    """Without a column of points the first tie-break is the points, if it can be."""
    index = columns.tie_break
    if columns.get("points") is not None or index is None:
        return
    texts = [half_sign(entry.row.cell(index)) for entry in numbering.entries]
    most = 2 * len(columns.rounds)
    if all((points := half_points(text)) is not None and points <= most for text in texts):
        draft.rows[:] = [row._replace(points=text) for row, text in zip(draft.rows, texts, strict=True)]
