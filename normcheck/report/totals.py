"""Points that a file states of a player and that his rounds do not add up to: what that says of his games."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from normcheck.event import Event, Notice, Player
from normcheck.totals import KEY, gap, too_many_differ
from normcheck.wording import say


class Totals:
    """The totals of an event that contradict the rounds, by start number."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self._notices = {notice.values["no"]: notice for notice in event.notices if notice.key == KEY}
        self._many = too_many_differ(event)

    def doubts(self, player: Player) -> list[str]:
        """A sentence or two for whoever signs, [] if nothing speaks against the rounds of the player.

        Where so many totals contradict that only some are named, it is the way of counting that is in doubt.
        """
        notice = self._notices.get(player.no)
        if self._many:
            return [_say("many")]
        if notice is None:
            return []
        values = {"stated": notice.values["stated"], "counted": notice.values["counted"], "source": notice.source}
        return [f"{_say('points', **values)} {self._where(player, notice)}".rstrip()]

    def remark(self, player: Player) -> str:
        """The same in a few words for the certificate, "" if there is nothing."""
        notice = self._notices.get(player.no)
        if self._many or notice is None:
            return _say("remark_many") if self._many else ""
        return _say("remark", stated=notice.values["stated"], counted=notice.values["counted"])

    def _where(self, player: Player, notice: Notice) -> str:
        """The rounds that may be the cause: a half point too many here is one too few with the opponent."""
        met = list(_met(self._event, player))
        rounds = [one.round for one in met if self._gap(one.opponent.no) * gap(notice) < 0]
        if rounds:
            return _say("round" if len(rounds) == 1 else "rounds", rounds=", ".join(map(str, rounds)))
        if any(one.opponent.points is None for one in met):
            return ""
        return _say("elsewhere")

    def _gap(self, no: int) -> Fraction:
        notice = self._notices.get(no)
        return gap(notice) if notice else Fraction(0)


class _Met(NamedTuple):
    round: int
    opponent: Player


def _met(event: Event, player: Player) -> Iterable[_Met]:
    for round_, game in enumerate(player.games[: event.rounds_played], 1):
        if game.opponent in event.players:
            yield _Met(round_, event.players[game.opponent])


def _say(key: str, **values: object) -> str:
    return say("verdict", "totals", key, **values)
