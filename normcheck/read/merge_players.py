"""The facts of each player from all files of an event: what one leaves out another tells; differences are noted."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from normcheck.event import Event, Player, Source
from normcheck.read.assemble import Lines
from normcheck.read.merge_numbers import name_key

# The field, and whether a blank in a file that tells it of other players is a statement as well.
_FIELDS = (
    ("name", False),
    ("title", True),
    ("federation", False),
    ("rating", True),
    ("sex", False),
    ("fide_id", False),
    ("birth", False),
)


_PAIRINGS = "pairings"  # such files list who plays, not who takes part


class _Told(NamedTuple):
    """What one file says about one field of a player, and where."""

    value: str | int
    source: Source


def combine_players(events: Sequence[Event], notices: Lines) -> dict[int, Player]:
    """All players by start number, without games, and with the line of the first file that has them.

    Files with FIDE ids (start lists, tournament reports) prevail over others, else the first.
    """
    prevailing = sorted(events, key=lambda event: -_identified(event))
    tells = {(event.file, field) for event in events for field, _ in _FIELDS if _tells(event, field)}
    numbers = sorted({no for event in events for no in event.players})
    missing = {event.file: [no for no in numbers if no not in event.players] for event in events}
    for event in events:
        if missing[event.file] and _PAIRINGS not in event.format:
            first = missing[event.file][0]
            notices.add("merge_missing", 0, 0, file=event.file, count=len(missing[event.file]), no=first)
    return {no: _player(no, events, prevailing, tells, notices) for no in numbers}


def _identified(event: Event) -> bool:
    """Whether most players have a FIDE id."""
    return 2 * sum(bool(player.fide_id) for player in event.players.values()) > len(event.players)


def _tells(event: Event, field: str) -> bool:
    return any(getattr(player, field) for player in event.players.values())


def _player(
    no: int, events: Sequence[Event], prevailing: Sequence[Event], tells: set[tuple[str, str]], notices: Lines
) -> Player:
    first = next(event.players[no] for event in events if no in event.players)
    facts: dict[str, Any] = {}
    for field, blanks_count in _FIELDS:
        told = [
            _Told(getattr(event.players[no], field), event.source_of(event.players[no]))
            for event in prevailing
            if no in event.players and (event.file, field) in tells
        ]
        facts[field] = _settle(no, first.name, field, told, blanks_count, notices)
    points = [event.players[no].points for event in events if no in event.players]
    ranks = [event.players[no].rank for event in events if no in event.players]
    facts["points"] = next((value for value in points if value is not None), None)
    facts["rank"] = next((value for value in ranks if value), 0)
    line = first.line if no in events[0].players else 0
    return first._replace(**facts, games=(), line=line)


def _settle(no: int, name: str, field: str, told: list[_Told], blanks_count: bool, notices: Lines) -> str | int:
    """The first value that says anything, after noting every other that differs.

    A rating of 0 in a file with ratings is a statement: unrated. A blank title may have been left out.
    """
    speaking = [one for one in told if one.value or (blanks_count and field == "rating")]
    if not speaking:
        return told[0].value if told else _blank(field)
    best = speaking[0]
    for other in [one for one in told if one.value or blanks_count]:
        if not _agree(field, best.value, other.value):
            values = {"first": str(best.source), "second": str(other.source)}
            notices.add(f"merge_{field}", 0, 0, no=no, name=name, one=best.value, other=other.value, **values)
    return best.value


def _blank(field: str) -> str | int:
    return 0 if field == "rating" else ""


def _agree(field: str, one: str | int, other: str | int) -> bool:
    """Names agree when they share a word, births as far as both are known, anything else when it is equal."""
    if field == "name":
        return bool(set(name_key(str(one))) & set(name_key(str(other))))
    if field == "birth":
        return str(one).startswith(str(other)) or str(other).startswith(str(one))
    return one == other
