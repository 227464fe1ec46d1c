"""Swiss-Manager's text exports of players and of pairings: two files of one event, each read alone and then merged.

The pairings leave out half-point byes; the points of the players show it, once both files are together.
"""

from collections.abc import Iterable
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
    Event,
    Game,
    Source,
)
from normcheck.read.assemble import Draft, Lines, Row, assemble
from normcheck.read.refusal import refusal
from normcheck.read.swissmanager_table import Cells, Header, find_header, rows_below
from normcheck.read.text import read_text
from normcheck.read.trf_players import half_points
from normcheck.read.trf_records import MOST_PLAYERS
from normcheck.read.trf_rounds import MOST_ROUNDS

_OF_PLAYERS = frozenset({"nr", "name", "titel", "eloint"})
_OF_PAIRINGS = frozenset({"runde", "nrw", "nrs", "ergw", "ergs", "kontumaz"})
_BYE, _NOT_PAIRED, _NOBODY = -1, -2, 0  # in the place of a player's number

# Half points of both sides; nothing on both sides is a game without result.
_Points = tuple[int | None, int | None]
_RESULTS: dict[_Points, tuple[str, str]] = {
    (2, 0): (WIN, LOSS),
    (1, 1): (DRAW, DRAW),
    (0, 2): (LOSS, WIN),
    (1, 0): (DRAW, LOSS),  # one side was punished
    (0, 1): (LOSS, DRAW),
    (0, 0): (BLANK, BLANK),
    (None, None): (BLANK, BLANK),
}
_FORFEITS: dict[_Points, tuple[str, str]] = {
    (2, 0): (FORFEIT_WIN, FORFEIT_LOSS),
    (0, 2): (FORFEIT_LOSS, FORFEIT_WIN),
    (0, 0): (FORFEIT_LOSS, FORFEIT_LOSS),
}
_ALONE: dict[int, dict[int | None, str]] = {
    _BYE: {2: PAIRING_BYE, 1: HALF_POINT_BYE, 0: ABSENT},
    _NOT_PAIRED: {2: FULL_POINT_BYE, 1: HALF_POINT_BYE, 0: ABSENT},
}
_AGAINST_NOBODY = frozenset({FORFEIT_WIN, FORFEIT_LOSS, BLANK})


class _File(NamedTuple):
    """A file cut into rows."""

    notices: Lines
    encoding: str
    rows: list[Cells]


class _Entry(NamedTuple):
    """One round of one player."""

    no: int
    round: int
    game: Game


def looks_like(head: bytes, name: str) -> bool:
    """Whether the first bytes hold the header line of one of the two exports."""
    lines = head.replace(b"\0", b"").decode("cp1252", "replace").splitlines()
    return any(find_header(lines, wanted) for wanted in (_OF_PLAYERS, _OF_PAIRINGS))


def read(data: bytes, name: str) -> Event:
    """Read one of the two exports alone; a notice says what the other would add."""
    players, pairings = _cut(data, name, _OF_PLAYERS), _cut(data, name, _OF_PAIRINGS)
    if players:
        draft = Draft(players.notices, "Swiss-Manager players", players.encoding)
        draft.rows = _player_rows(players)
        draft.notices.add("swissmanager_players_only", players.rows[0].line, count=len(draft.rows))
        return assemble(draft)
    if not pairings:
        raise refusal("swissmanager_not_a_pair", Source(name))
    draft = Draft(pairings.notices, "Swiss-Manager pairings", pairings.encoding)
    games = _games(pairings)
    draft.rows = [Row(no, "", games=games[no]) for no in sorted(games)]
    draft.notices.add("swissmanager_pairings_only", pairings.rows[0].line)
    return assemble(draft)


def _cut(data: bytes, name: str, wanted: frozenset[str]) -> _File | None:
    """The file as rows, None if it has no header line with the wanted columns."""
    notices = Lines(name)
    text = read_text(data, notices)
    header = find_header(text.lines, wanted)
    if not header:
        return None
    _refuse_double(header, wanted, name)
    return _File(notices, text.encoding, rows_below(text.lines, header, name))


def _refuse_double(header: Header, wanted: frozenset[str], name: str) -> None:
    for column in sorted(wanted):
        if header.names.count(column) > 1:
            raise refusal("swissmanager_double_column", Source(name, header.line), column=column)


def _player_rows(file: _File) -> list[Row]:
    """The players. Only women are marked; where nobody is, the sex is not known."""
    marked = any(cells.text("sex") for cells in file.rows)
    if marked and not all(cells.text("sex") for cells in file.rows):
        file.notices.add("swissmanager_women_by_blank", file.rows[0].line)
    return [_player_row(cells, marked) for cells in file.rows]


def _player_row(cells: Cells, marked: bool) -> Row:
    names = [text for text in (cells.text("nachname"), cells.text("vorname")) if text]
    return Row(
        cells.whole("nr", 1, MOST_PLAYERS),
        ", ".join(names) or cells.text("name"),
        cells.text("titel"),
        cells.text("fed"),
        cells.text("eloint"),
        cells.text("sex") or ("m" if marked else ""),
        cells.text("fideident"),
        cells.text("geburt"),
        cells.text("pkt"),
        line=cells.line,
    )


def _games(file: _File) -> dict[int, list[Game]]:
    """The games of all players by start number, one a round; rounds the file does not list are not known.

    A player without a pairing in a listed round was absent, or had a half-point bye: the export leaves these out.
    """
    entries = [entry for cells in file.rows for entry in _entries(cells, file.notices)]
    rounds = {entry.round for entry in entries}
    last = max(rounds, default=0)
    missing = [index for index in range(1, last) if index not in rounds]
    if missing:
        file.notices.add("swissmanager_rounds_not_listed", file.rows[0].line, rounds=", ".join(map(str, missing)))
    blank = [Game(0, "-", BLANK if index in rounds else UNLISTED) for index in range(1, last + 1)]
    games = {entry.no: list(blank) for entry in entries}
    met: set[tuple[int, int]] = set()
    for no, round_, game in entries:
        if (no, round_) in met:
            file.notices.add("swissmanager_paired_twice", no=no, round=round_)
        else:
            met.add((no, round_))
            games[no][round_ - 1] = game
    return games


def _entries(cells: Cells, notices: Lines) -> Iterable[_Entry]:
    """The one or two sides of a line."""
    round_ = cells.whole("runde", 1, MOST_ROUNDS)
    white = cells.whole("nrw", _NOBODY, MOST_PLAYERS)
    black = cells.whole("nrs", _NOT_PAIRED, MOST_PLAYERS)
    points = half_points(cells.text("ergw")), half_points(cells.text("ergs"))
    if black in _ALONE:
        own = _ALONE[black].get(points[0], UNLISTED)
        if own == UNLISTED:
            _unknown(cells, notices, white, round_)
        return [_Entry(white, round_, Game(0, "-", own))] if white else []
    results = _results(points, cells.text("kontumaz"))
    if UNLISTED in results and (white or black):
        _unknown(cells, notices, white or black, round_)
    sides = ((white, black, "w", results[0]), (black, white, "b", results[1]))
    return [_Entry(own, round_, _game(other, colour, result)) for own, other, colour, result in sides if own]


def _results(points: _Points, forfeit: str) -> tuple[str, str]:
    """The results of both sides of a game; nothing at all is a game without result."""
    table = {"K": _FORFEITS, "": _RESULTS}.get(forfeit.upper(), {})
    return table.get(points, (UNLISTED, UNLISTED))


def _unknown(cells: Cells, notices: Lines, no: int, round_: int) -> None:
    found = ":".join((cells.text("ergw"), cells.text("ergs"))) + cells.text("kontumaz")
    notices.add("swissmanager_cell_unreadable", cells.line, no=no, round=round_, found=found[:20])


def _game(opponent: int, colour: str, result: str) -> Game:
    if opponent:
        return Game(opponent, colour, result)
    return Game(0, "-", result if result in _AGAINST_NOBODY else UNLISTED)
