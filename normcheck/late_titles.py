"""Titles confirmed too late: opponents whose title is stated to have been confirmed after the start of the event."""

from typing import NamedTuple

from normcheck.event import Event, Player
from normcheck.law import Law


class Late(NamedTuple):
    """A title confirmed after the event had begun, or perhaps (`sure` is False, a day is not exact); `before` it."""

    no: int
    before: str
    sure: bool


def late(event: Event, player: Player) -> list[Late]:
    """The opponents of a player whose title was not, or not surely, confirmed before the event started.

    Where ratings and titles are those of each game's day the start does not matter.
    """
    if not event.confirmed or event.dated:
        return []
    met = dict.fromkeys(game.opponent for game in player.games)
    start, found = event.start.value if event.start else None, []
    for no, (day, before) in event.confirmed.items():
        if no in met and not (start and day.last < start.first):
            found.append(Late(no, before, bool(start and day.first >= start.last)))
    return found


def replaced(event: Event, law: Law, player: Player, sure: bool = True) -> dict[int, str]:
    """The titles that count instead, by start number, as the edition has it; `sure` leaves out those in doubt."""
    if not law.edition.clauses.titles_before_start.before_start:
        return {}
    return {one.no: one.before for one in late(event, player) if one.sure or not sure}
