"""The facts of each player from all files of an event: what one leaves out another tells; differences are noted."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from normcheck.event import Event, Player, Source
from normcheck.read.assemble import Lines
from normcheck.read.merge_numbers import name_key

_FIELDS = ("name", "title", "federation", "rating", "sex", "fide_id", "birth")
_BLANKS_DIFFER = frozenset(("title", "rating"))  # nothing here where another file has something is a difference
_PAIRINGS = "pairings"  # such files list who plays, not who takes part


class _Told(NamedTuple):
    """What one file says about one field of a player, and where."""

    value: str | int
    source: Source


class PlayerMerger:
    """Combines the players of several files, whose start numbers agree.

    Files with FIDE ids (start lists, tournament reports) prevail over others, else the first. `origins` fills with
    the places of facts that do not stand in the line of the first file.
    """

    def __init__(self, events: Sequence[Event], notices: Lines) -> None:
        self._events, self._notices = events, notices
        self._prevailing = sorted(range(len(events)), key=lambda at: -_identified(events[at]))
        self._tells = {(at, field) for at in self._prevailing for field in _FIELDS if _tells(events[at], field)}
        self.origins: dict[tuple[int, str], Source] = {}

    def combine(self) -> dict[int, Player]:
        """All players by start number, without games."""
        numbers = sorted({no for event in self._events for no in event.players})
        for event in self._events:
            missing = [no for no in numbers if no not in event.players]
            if missing and _PAIRINGS not in event.format:
                self._notices.add("merge_missing", file=event.file, count=len(missing), no=missing[0])
        return {no: self._player(no) for no in numbers}

    def _player(self, no: int) -> Player:
        having = [event for event in self._events if no in event.players]
        first = having[0].players[no]
        line = first.line if having[0] is self._events[0] else 0
        facts: dict[str, Any] = {field: self._settle(first, field) for field in _FIELDS}
        players = [event.players[no] for event in having]
        facts["points"] = next((player.points for player in players if player.points is not None), None)
        facts["rank"] = next((player.rank for player in players if player.rank), 0)
        return first._replace(**facts, games=(), line=line)

    def _settle(self, player: Player, field: str) -> str | int:
        """The first value that says anything, after noting every other that differs.

        A rating of 0 in a file with ratings is a statement: unrated. A blank title may have been left out.
        """
        told = self._told(player.no, field)
        speaking = [one for one in told if one.value or field == "rating"]
        if not speaking:
            return 0 if field == "rating" else ""
        best = speaking[0]
        if best.source != self._events[0].source_of(player):
            self.origins[player.no, field] = best.source
        for other in told:
            if (other.value or field in _BLANKS_DIFFER) and not _agree(field, best.value, other.value):
                values = {"one": best.value, "other": other.value, "first": best.source, "second": other.source}
                words = {key: str(value) for key, value in values.items()}
                self._notices.add(f"merge_{field}", 0, 0, no=player.no, name=player.name, **words)
        return best.value

    def _told(self, no: int, field: str) -> list[_Told]:
        """What the files that tell the field of anybody say of this player, those that prevail first."""
        events = [self._events[at] for at in self._prevailing if (at, field) in self._tells]
        players = [(event, event.players[no]) for event in events if no in event.players]
        return [_Told(getattr(player, field), event.source_of(player)) for event, player in players]


def _identified(event: Event) -> bool:
    """Whether most players have a FIDE id."""
    return 2 * sum(bool(player.fide_id) for player in event.players.values()) > len(event.players)


def _tells(event: Event, field: str) -> bool:
    return any(getattr(player, field) for player in event.players.values())


def _agree(field: str, one: str | int, other: str | int) -> bool:
    """Names agree when they share a word, births as far as both are known, anything else when it is equal."""
    if field == "name":
        return bool(set(name_key(str(one))) & set(name_key(str(other))))
    if field == "birth":
        return str(one).startswith(str(other)) or str(other).startswith(str(one))
    return one == other
