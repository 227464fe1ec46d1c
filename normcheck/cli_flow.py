"""From the words of a command line to decisions: file, answers, edition, player, titles. Nothing is printed here."""

from collections import Counter
from typing import NamedTuple

from normcheck.answers import load
from normcheck.cli_request import Request, read_event
from normcheck.errors import WrongUsage
from normcheck.event import Event, Player
from normcheck.finding import NEEDS_REVIEW, NO_NORM, NORM
from normcheck.named import player_named, titles_named
from normcheck.prepare import prepare
from normcheck.report.text import Counts
from normcheck.verdict import Audit, Decision, Pending
from normcheck.wording import say


class Settled(NamedTuple):
    """The event judged: every decision asked for, and the player if one was asked for by name or by a sheet."""

    audit: Audit
    decisions: tuple[Decision, ...]
    player: Player | None
    everybody: bool

    @property
    def shown(self) -> tuple[Decision, ...]:
        """The decisions to print: norms, reviews and near misses, or all."""
        return self.decisions if self.everybody else tuple(d for d in self.decisions if d.near or d.decision != NO_NORM)

    @property
    def counts(self) -> Counts:
        """How many of each decision there are."""
        found = Counter(d.decision for d in self.decisions)
        near = sum(d.near for d in self.decisions)
        name = self.player.name if self.player else ""
        return Counts(found[NORM], found[NEEDS_REVIEW], near, len(self.audit.event.players), name)

    @property
    def exit_code(self) -> int:
        """0 for whole events; for one player what his decisions say.

        With titles asked 1 if one is not met, else 3 if one needs review; without titles 0 if there is a norm, else 3
        if one needs review, else 1.
        """
        found = {d.decision for d in self.decisions}
        if self.player is None or found == {NORM}:
            return 0
        if self.audit.titles:
            return 1 if NO_NORM in found else 3
        return 0 if NORM in found else 3 if NEEDS_REVIEW in found else 1


def settle(request: Request) -> Settled:
    """Read, complete and judge what is asked. Raises the errors of reading, `BrokenRules` and `WrongUsage`."""
    titles = titles_named(request.titles)
    event = read_event(request.files)
    answers = load(request.answers) if request.answers else None
    event, edition, reason = prepare(event, answers, request.edition, request.ratings)
    audit = Audit(event, edition, titles, reason)
    player = _player(event, request.player)
    if player is None:
        found = _of_everybody(audit) if request.everybody else tuple(audit.decisions())
        return Settled(audit, found, None, request.everybody)
    pending = [p for p in audit.pending() if p.player.no == player.no]
    _check_asked(audit, player, {p.title for p in pending})
    return Settled(audit, tuple(audit.decide(p) for p in pending), player, True)


def _of_everybody(audit: Audit) -> tuple[Decision, ...]:
    """Every decision; players who hold all titles, so that nothing would be left to judge, are judged for their own."""
    found = list(audit.decisions())
    judged = {d.player.no for d in found}
    left = [p for p in audit.event.players.values() if p.no not in judged and p.title in audit.law.titles]
    if not audit.titles:
        found += [audit.decide(Pending(player, player.title, "")) for player in left]
    order = {no: place for place, no in enumerate(audit.event.players)}
    return tuple(sorted(found, key=lambda d: order[d.player.no]))


def _check_asked(audit: Audit, player: Player, judged: set[str]) -> None:
    """Raise `WrongUsage` if a title asked for cannot be judged for the player, or nothing is left to judge."""
    for title in audit.titles:
        if title not in judged:
            raise WrongUsage(_say("womens_title", title=title, name=player.name))
    if not judged:
        key = "nothing_asked" if player.title else "nothing_asked_plain"
        raise WrongUsage(_say(key, name=player.name, held=player.title))


def _player(event: Event, word: str | None) -> Player | None:
    """The player named; that of a sheet in any case."""
    if word is not None:
        return player_named(event, word)
    return event.players[event.applicant] if event.sheet else None


def _say(key: str, **values: object) -> str:
    return say("terminal", "errors", key, **values)
