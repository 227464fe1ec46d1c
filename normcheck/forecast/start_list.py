"""A field before the first move: a CSV list, or the players of a tournament file, as an event without results."""

import csv
from collections.abc import Iterator
from pathlib import Path

from normcheck import event as ev
from normcheck.errors import UnreadableInput
from normcheck.event import Event, Fact, Game, Player, Source
from normcheck.prepare import refuse_without_ratings
from normcheck.read import MOST_MEGABYTES, read
from normcheck.read.document import decode
from normcheck.read.federations import known_federation
from normcheck.read.titles import read_title
from normcheck.wording import phrase, say

COLUMNS = ("no", "name", "title", "federation", "rating", "sex", "fide_id")
NEEDED = ("name", "rating")
WOMEN, MEN = frozenset("fw"), frozenset("m")
DELIMITERS = ",;\t"


def load_field(path: Path) -> tuple[Player, ...]:
    """The players of a CSV list with a head, else those of any tournament file, without their games.

    Raises `UnreadableInput` with file, line and what to do.
    """
    if path.suffix.lower() not in (".csv", ".tsv", ".txt") or not (rows := _rows(path)):
        event = read(path)
        refuse_without_ratings(event, "no_ratings_alone")
        return tuple(p._replace(games=(), points=None) for p in event.players.values())
    players = tuple(_player(row, number, line, path.name) for number, (line, row) in enumerate(rows, 1))
    if len({p.no for p in players}) < len(players):
        raise UnreadableInput(say("forecast", "field", "numbers", where=path.name))
    return players


def _rows(path: Path) -> list[tuple[int, dict[str, str]]]:
    """The lines of a list with their numbers, by column; empty if the first line is no head of a list."""
    lines = _text(path).splitlines()
    delimiter = max(DELIMITERS, key=lines[0].count) if lines else ","
    table = list(csv.reader(lines, delimiter=delimiter))
    names = _names()
    head = [names.get(" ".join(cell.lower().split()), "") for cell in table[0]] if table else []
    if not set(NEEDED) <= set(head):
        return []
    found = [(n, dict(zip(head, cells, strict=False))) for n, cells in enumerate(table[1:], 2) if any(cells)]
    if not found:
        raise UnreadableInput(say("forecast", "field", "empty", where=path.name))
    return found


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_MEGABYTES * 1024 * 1024)
    except OSError as error:
        reason = error.strerror or error
        raise UnreadableInput(say("forecast", "field", "unopened", where=path, reason=reason)) from error
    return decode(data, path.name)[0]


def _names() -> dict[str, str]:
    """The column behind each name a head may have."""
    return {name.strip(): key for key in COLUMNS for name in phrase("forecast", "field_columns", key).split(",")}


def _player(row: dict[str, str], number: int, line: int, file: str) -> Player:
    def cell(key: str) -> str:
        return row.get(key, "").strip()

    where = Source(file, line)
    title = read_title(cell("title"))
    if title.problem:
        raise UnreadableInput(say("forecast", "field", "title", where=where, word=cell("title")))
    rating = cell("rating").strip("-")
    if rating and not (rating.isascii() and rating.isdigit()):
        raise UnreadableInput(say("forecast", "field", "rating", where=where, word=rating))
    code = cell("federation")
    if code and not known_federation(code):
        raise UnreadableInput(say("forecast", "field", "federation", where=where, word=code))
    no = cell("no")
    return Player(
        int(no) if no.isascii() and no.isdigit() else number,
        cell("name"),
        title.title,
        known_federation(code),
        int(rating or 0),
        _sex(cell("sex"), title.title),
        cell("fide_id"),
        line=line,
    )


def _sex(word: str, title: str) -> str:
    letter = word[:1].lower()
    return "f" if letter in WOMEN or title.startswith("W") else "m" if letter in MEN else ""


def closed_event(players: tuple[Player, ...], file: str, host: str, double: bool) -> Event:
    """A round robin of this field, no game of which has a result. The order of the rounds does not matter."""
    cycles, source = 1 + double, Source(file)
    rounds = cycles * (len(players) - 1 + len(players) % 2)
    full = {p.no: p._replace(games=tuple(_games(p, players, cycles))) for p in players}
    system = ev.DOUBLE_ROUND_ROBIN if double else ev.ROUND_ROBIN
    return _event(full, source, rounds, system, host)


def _games(player: Player, players: tuple[Player, ...], cycles: int) -> Iterator[Game]:
    for _ in range(cycles):
        yield from (Game(other.no, "-", ev.BLANK) for other in players if other.no != player.no)
        if len(players) % 2:
            yield Game(0, "-", ev.ABSENT)


def open_event(players: tuple[Player, ...], file: str, host: str) -> Event:
    """A Swiss of this field with one round in which everybody is present."""
    full = {p.no: p._replace(games=(Game(0, "-", ev.BLANK),)) for p in players}
    return _event(full, Source(file), 1, ev.SWISS, host)


def _event(players: dict[int, Player], source: Source, rounds: int, system: str, host: str) -> Event:
    return Event(
        file=source.file,
        format="CSV",
        name=None,
        players=players,
        rounds=rounds,
        rounds_played=rounds,
        complete=True,
        system=Fact(system, source),
        kind=Fact("ordinary", source),
        federation=Fact(host, source) if host else None,
    )
