"""The outlook of every player and title: safe, possible with what it takes, or impossible with why and since when."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from normcheck import event as ev
from normcheck.errors import WrongUsage
from normcheck.event import Event, Game, Player
from normcheck.forecast import robin
from normcheck.forecast.ahead import Ahead, ahead, best_case, by_absence, is_possible, pending_in
from normcheck.forecast.chance import chances
from normcheck.forecast.cut import after, open_rounds, opponent_of, rounds_done, to_be_continued, without_pairings
from normcheck.forecast.margins import Margins, margins
from normcheck.forecast.next_game import Option, Unpaired, is_kept, paired
from normcheck.forecast.pool import pool
from normcheck.forecast.trial import NO, OPEN, SURE, Trial
from normcheck.regulation import Edition
from normcheck.verdict import Audit, Decision, Pending
from normcheck.wording import say

SAFE, POSSIBLE, IMPOSSIBLE = "safe", "possible", "impossible"
POINTS = {ev.LOSS: 0, ev.DRAW: 1, ev.WIN: 2}


class Outlook(NamedTuple):
    """One player and title.

    `opponent` is the one paired for the next game, if any. `decision` is what the reason rests on: the best case of
    what is impossible, the doubt of what is possible. `stopping` says whether the norm stands if the player plays no
    more (None: not asked); `absence_hurts` that the norm needs the next opponent to appear, `by_absence` that only a
    round without a game can still bring it. `chance` is from 0 to 1, None if not known.
    """

    player: Player
    title: str
    state: str
    opponent: Player | None = None
    options: tuple[Option, ...] = ()
    ahead: Ahead | None = None
    remaining: robin.Remaining | None = None
    decision: Decision | None = None
    stopping: bool | None = None
    absence_hurts: bool = False
    by_absence: bool = False
    chance: float | None = None


class Forecast:
    """The forecast of one event as it stands, or as it stood after a round."""

    def __init__(
        self,
        event: Event,
        edition: Edition,
        titles: tuple[str, ...] = (),
        reason: str = "in_force",
        round_: int | None = None,
        is_paired: bool = True,
    ) -> None:
        self.file, self.edition, self.titles, self.reason = to_be_continued(event), edition, titles, reason
        self.event = _as_of(self.file, round_, is_paired)
        self.round = rounds_done(self.event)
        self.audit = Audit(self.event, edition, titles, reason)
        self.trial = Trial(self.audit)
        self._before: dict[int, Trial] = {}

    @cached_property
    def margins(self) -> Margins | None:
        """The margins of a Swiss."""
        return margins(self.audit)

    def pending(self) -> Iterator[Pending]:
        """Every player and title the forecast is about."""
        return self.audit.pending()

    def outlooks(self) -> Iterator[Outlook]:
        """The outlook of everybody, in start order."""
        return (self.outlook(pending) for pending in self.pending())

    def outlook(self, pending: Pending) -> Outlook:
        """The outlook of one player and title."""
        rounds = open_rounds(self.event, pending.player)
        if not rounds:
            return self._settled(pending)
        if self.trial.is_fixed and (left := robin.remaining(self.trial, pending)):
            return self._robin(pending, left)
        return self._swiss(pending, rounds)

    def since(self, pending: Pending) -> int:
        """The round after which a norm became impossible; 0 if it never was possible. The latest pairing counts."""
        if self._is_paired(pending) and is_possible(
            self._trial_after(self.round), pending_in(self._trial_after(self.round).event, pending)
        ):
            return self.round
        low, high = -1, self.round  # possible after low, not after high
        while high - low > 1:
            middle = (low + high) // 2
            trial = self._trial_after(middle)
            low, high = (middle, high) if is_possible(trial, pending_in(trial.event, pending)) else (low, middle)
        return high

    def _is_paired(self, pending: Pending) -> bool:
        return len(pending.player.games) > self.round

    def _trial_after(self, round_: int) -> Trial:
        if round_ not in self._before:
            event = after(self.file, round_, paired=False)
            self._before[round_] = Trial(Audit(event, self.edition, self.titles, self.reason))
        return self._before[round_]

    def _settled(self, pending: Pending) -> Outlook:
        """No game left: what the judge says now."""
        level, decision = self.trial.outcome(pending, {})
        state = {SURE: SAFE, OPEN: POSSIBLE}.get(level, IMPOSSIBLE)
        return Outlook(pending.player, pending.title, state, decision=decision, chance=_certainty(level))

    def _robin(self, pending: Pending, left: robin.Remaining) -> Outlook:
        best = max(left.highest)
        base = Outlook(pending.player, pending.title, POSSIBLE, left.opponents[0], remaining=left, chance=left.chance)
        if best == NO:
            return self._over(pending, base, best_case(self.trial, pending).decision)
        if len(open_rounds(self.event, pending.player)) == 1:
            return self._next(pending, base)
        state = SAFE if left.kept else POSSIBLE
        hurts = min(left.lowest) == SURE and not left.kept
        return base._replace(state=state, decision=left.doubt if best == OPEN else None, absence_hurts=hurts)

    def _swiss(self, pending: Pending, rounds: tuple[int, ...]) -> Outlook:
        player, title = pending.player, pending.title
        opponent = opponent_of(self.event, player, rounds[0])
        base = Outlook(player, title, POSSIBLE, opponent)
        best = best_case(self.trial, pending)
        if best.level == NO:
            return self._over(pending, base, best.decision)
        now = self.trial.outcome(pending, {})
        if now.level == SURE:
            return base._replace(state=SAFE, stopping=self._stops(pending, rounds), chance=1.0)
        found = self._next(pending, base)
        if len(rounds) > 1:
            found = found._replace(ahead=ahead(self.trial, pending))
        elif found.state == POSSIBLE and not found.options and found.opponent is None:
            found = found._replace(decision=best.decision if best.level == OPEN else None)
        return found

    def _next(self, pending: Pending, base: Outlook) -> Outlook:
        """What the next game alone can bring."""
        rounds = open_rounds(self.event, pending.player)
        if base.opponent is None:
            return self._unpaired(pending, base, rounds)
        options = paired(self.trial, pending, rounds[0], base.opponent)
        doubt = options[-1].doubt if options else None
        chance = _chance(pending.player, base.opponent, options) if len(rounds) == 1 or options else None
        found = base._replace(options=options, decision=doubt, chance=chance)
        if len(rounds) > 1:
            return found
        if not options:
            return self._over(pending, found, self._lost(pending, base.opponent))
        if options[-1] == Option(ev.LOSS):
            kept = is_kept(self.trial, pending, rounds[0], base.opponent)
            stopping = self._stops(pending, rounds)
            return found._replace(state=SAFE if kept else POSSIBLE, absence_hurts=not kept, stopping=stopping)
        return found

    def _over(self, pending: Pending, base: Outlook, best: Decision) -> Outlook:
        """No results can bring it: impossible, unless a round without a game can."""
        hope = by_absence(self.trial, pending)
        if hope is None or hope.level == NO:
            return base._replace(state=IMPOSSIBLE, decision=best, chance=0.0)
        decision = hope.decision if hope.level == OPEN else None
        return base._replace(state=POSSIBLE, decision=decision, by_absence=True, remaining=None, chance=None)

    def _lost(self, pending: Pending, opponent: Player) -> Decision:
        round_ = open_rounds(self.event, pending.player)[0]
        return self.trial.outcome(pending, {round_: Game(opponent.no, "-", ev.WIN)}).decision

    def _unpaired(self, pending: Pending, base: Outlook, rounds: tuple[int, ...]) -> Outlook:
        search = Unpaired(self.trial, pending, rounds[0], pool(self.trial, pending.player, pending.title))
        options = search.options()
        found = base._replace(options=options, decision=options[0].doubt if options else None)
        if len(rounds) == 1 and any(o.result == ev.LOSS and not o.doubt for o in options) and search.is_safe():
            return found._replace(state=SAFE, stopping=self._stops(pending, rounds), chance=1.0)
        return found

    def _stops(self, pending: Pending, rounds: tuple[int, ...]) -> bool:
        """Whether the norm surely stands without any further game."""
        return self.trial.outcome(pending, {r: Game(0, "-", ev.ABSENT) for r in rounds}).level == SURE


def _as_of(event: Event, round_: int | None, is_paired: bool) -> Event:
    done = rounds_done(event)
    if round_ is not None and not 0 <= round_ <= done:
        raise WrongUsage(say("forecast", "errors", "after", file=event.file, word=round_, done=done))
    if round_ is None and not event.complete:
        return event if is_paired else without_pairings(event)
    return event if round_ in (None, event.rounds) else after(event, round_, is_paired)


def _certainty(level: int) -> float | None:
    return {NO: 0.0, SURE: 1.0}.get(level)


def _chance(player: Player, opponent: Player, options: tuple[Option, ...]) -> float | None:
    """The probability of a result that is enough, surely or as far as the facts are known."""
    if not options:
        return 0.0
    if options[-1].result == ev.LOSS and (opponent.rating or not options[-1].doubt):
        return 1.0
    if not (player.rating and opponent.rating):
        return None
    return sum(chances(player.rating - opponent.rating)[POINTS[options[-1].result] :])
