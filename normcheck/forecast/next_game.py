"""What the next game must bring: against the opponent paired the result, else the least the opponent must bring."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from normcheck import event as ev
from normcheck.count import own_federation
from normcheck.event import Game, Player
from normcheck.forecast.ahead import least_average
from normcheck.forecast.pool import HOLDER, NEW, NONE, REQUIRED, Pool, stand_in
from normcheck.forecast.trial import OPEN, SURE, Trial
from normcheck.verdict import Decision, Pending

RESULTS = (ev.LOSS, ev.DRAW, ev.WIN)  # a better result never asks for more
LEVELS = (NONE, HOLDER, REQUIRED)  # a better title never harms


class Option(NamedTuple):
    """One way to the norm: a result, and what the opponent must bring.

    `rating` is his least rating, 0 if he may be unrated; `titles` are those he may have, empty for any;
    `not_federations` are not allowed; `new_federation` asks for one not met yet. `doubt` is the decision on such a
    game if it rests on an open fact, else None.
    """

    result: str
    rating: int = 0
    titles: tuple[str, ...] = ()
    not_federations: tuple[str, ...] = ()
    new_federation: bool = False
    doubt: Decision | None = None


def paired(trial: Trial, pending: Pending, round_: int, opponent: Player) -> tuple[Option, ...]:
    """The least result that is surely enough, and before it the least that may be, if an open fact allows it."""
    found: list[Option] = []
    outcomes = {result: trial.outcome(pending, {round_: Game(opponent.no, "-", result)}) for result in RESULTS}
    doubt = next((o.decision for o in reversed(outcomes.values()) if o.level < SURE), None)
    for number, (result, outcome) in enumerate(outcomes.items()):
        better = [outcomes[other].level for other in RESULTS[number:]]
        if min(better) == SURE:
            return (*found, Option(result))
        if outcome.level and not found:  # a win over an unrated opponent may be worse than a loss
            found.append(Option(result, doubt=outcome.decision if outcome.level == OPEN else doubt))
    return tuple(found)


class _Span(NamedTuple):
    """Where the least rating lies: above `low`, and at most `high`, which is known to be enough if `proved`."""

    low: int
    high: int
    proved: bool


class Federations(NamedTuple):
    """The federations that make a difference: for each one to ask about, all those it stands for."""

    groups: dict[str, frozenset[str]]
    met: frozenset[str]


class Unpaired:
    """The search for the least opponent in one round. A higher rating, a better title and a better result never harm.

    `before` are games assumed in earlier open rounds.
    """

    def __init__(self, trial: Trial, pending: Pending, round_: int, pool: Pool) -> None:
        self.trial, self.pending, self.round, self.pool = trial, pending, round_, pool
        self.asked = trial.law.titles[pending.title]
        self.federations = _federations(trial, pending, pool)
        self._doubt: Decision | None = None
        self._hints: dict[str, int] = {}

    def options(self) -> tuple[Option, ...]:
        """All ways to the norm with the next game; those that rest on an open fact only if there are no others."""
        return tuple(self._ways(SURE)) or tuple(self._ways(OPEN))

    def is_safe(self) -> bool:
        """Whether even a loss against anybody, or no opponent at all, is enough."""
        if any(self._level(ev.LOSS, 0, NONE, group) < SURE for group in self.federations.groups):
            return False
        return self.trial.outcome(self.pending, {self.round: Game(0, "-", ev.PAIRING_BYE)}).level == SURE

    def _ways(self, wanted: int) -> Iterator[Option]:
        easier: list[Option] = []
        for result in RESULTS:
            for option in self._of_result(result, wanted):
                if not any(_covers(other, option) for other in easier):
                    easier.append(option)
                    yield option

    def _of_result(self, result: str, wanted: int) -> list[Option]:
        found: list[Option] = []
        weaker: dict[str, int] = {}
        for level in LEVELS if self._best_is_enough(result, wanted) else ():
            least = self._thresholds(result, level, wanted, weaker)
            for rating in sorted(set(least.values())):
                option = self._option(result, level, rating, least)
                if not any(_covers(other, option) for other in found):
                    found.append(option._replace(doubt=self._doubt if wanted == OPEN else None))
            weaker = least
        return found

    def _best_is_enough(self, result: str, wanted: int) -> bool:
        best, groups = self.pool.best(1), self.federations.groups
        asked = (NEW,) if NEW in groups else tuple(groups)  # a new federation is as good as any
        return bool(best) and any(self._level(result, best[0].rating, best[0].level, g) >= wanted for g in asked)

    def _thresholds(self, result: str, level: int, wanted: int, weaker: Mapping[str, int]) -> dict[str, int]:
        """The least rating by group of federations, for the groups that are possible at all.

        `weaker` are those of a lesser title: they are enough here too. No group needs less than the new federations.
        """
        found: dict[str, int] = {}
        if NEW in weaker and len(weaker) == len(self.federations.groups) and len(set(weaker.values())) == 1:
            least = weaker[NEW]
            if least <= 1 or self._level(result, least - 1, level, NEW) < wanted:
                return dict(weaker)
        for group in self.federations.groups:
            span = _Span(
                max(found.get(NEW, 1), 1) - 1, weaker.get(group) or self._highest(level, group), group in weaker
            )
            needed = self._least(result, level, group, wanted, span)
            if needed is not None:
                found[group] = needed
        return found

    def _highest(self, level: int, group: str) -> int:
        if not self.pool.known:
            return self.pool.highest(level, None)
        if group == NEW:
            return self.pool.highest_new(level, self.federations.met)
        return self.pool.highest(level, self.federations.groups[group])

    def _least(self, result: str, level: int, group: str, wanted: int, span: _Span) -> int | None:
        """The least rating inside a span that is enough, None if even the highest is not."""
        low, high, proved = span
        hint = self._hint(result)
        for guess in (low + 1, hint, hint - 1):
            if low < guess < high:
                if self._level(result, guess, level, group) >= wanted:
                    high, proved = guess, True
                else:
                    low = guess
        if not high or not (proved or self._level(result, high, level, group) >= wanted):
            return None
        while high - low > 1:
            middle = (low + high) // 2
            if self._level(result, middle, level, group) >= wanted:
                high = middle
            else:
                low = middle
        self._remember(result, high, level, group, wanted)
        return 0 if high == 1 and self._level(result, 0, level, group) >= wanted else high

    def _hint(self, result: str) -> int:
        """The rating that the score alone asks for: near the answer in most cases."""
        if result not in self._hints:
            judged = self.trial.audit.judgement(self.pending.player, self.pending.title)
            hint = least_average(judged.count.games, judged.who, 1, ev.HALVES[result])
            self._hints[result] = 0 if hint is None else max(hint, 0)
        return self._hints[result]

    def _remember(self, result: str, rating: int, level: int, group: str, wanted: int) -> None:
        if wanted == OPEN and self._doubt is None:
            self._doubt = self._ask(result, rating, level, group)[1]

    def _level(self, result: str, rating: int, level: int, group: str) -> int:
        return self._ask(result, rating, level, group)[0]

    def _ask(self, result: str, rating: int, level: int, group: str) -> tuple[int, Decision]:
        other = stand_in(0, rating, level, group, self.asked, self.trial.law)
        return self.trial.outcome(self.pending, {self.round: Game(other.no, "-", result)}, (other,))

    def _option(self, result: str, level: int, rating: int, least: Mapping[str, int]) -> Option:
        allowed = {group for group, needed in least.items() if needed <= rating}
        refused = [f for g, members in self.federations.groups.items() if g not in allowed for f in members]
        shut_out = sorted({*refused} - {NEW})
        only_new = allowed == {NEW} and len(self.federations.groups) > 1
        return Option(result, rating, self._titles(level), tuple(shut_out), only_new)

    def _titles(self, level: int) -> tuple[str, ...]:
        order = self.trial.law.edition.clauses.title_holders.titles
        if level == REQUIRED:
            return tuple(t for t in order if t in self.asked.required)
        return tuple(order) if level == HOLDER else ()


def _covers(easier: Option, option: Option) -> bool:
    """Whether the first asks for no more than the second in every respect."""
    titles = not easier.titles or (bool(option.titles) and {*option.titles} <= {*easier.titles})
    federations = {*easier.not_federations} <= {*option.not_federations}
    new = option.new_federation or not easier.new_federation
    return titles and federations and new and easier.rating <= option.rating


def _federations(trial: Trial, pending: Pending, pool: Pool) -> Federations:
    """Own, each federation met that may bind, those that cannot, no federation, and any new one."""
    judged = trial.audit.judgement(pending.player, pending.title)
    games, own = judged.count.games, own_federation(pending.player, judged.reading)
    counts = Counter(g.federation for g in games if g.federation)
    met = frozenset({*counts, own, ev.FID, ev.NO_FEDERATION})
    present = {c.federation for c in pool.candidates} | (set() if pool.known else {*counts, own})
    groups: dict[str, frozenset[str]] = {}
    if present - met:
        groups[NEW] = frozenset({NEW})
    free = frozenset(f for f in counts if f != own and not _may_bind(trial, counts, f, len(games) + 1))
    if free & present:
        groups[sorted(free & present)[0]] = free & present
    for federation in sorted((present & {*counts, own, ev.FID}) - free - {""}):
        groups[federation] = frozenset({federation})
    return Federations(groups, met)


def _may_bind(trial: Trial, counts: Counter[str], federation: str, games: int) -> bool:
    """Whether one more opponent of a federation may touch a limit, or keep alive what wins left out would take."""
    law = trial.law
    sizes = range(min(games, law.edition.clauses.eight_games.games), games + 1)
    few = len(counts) <= law.foreign + 2
    return few or counts[federation] + 1 > min(law.one_most[size] for size in sizes)


def is_kept(trial: Trial, pending: Pending, round_: int, opponent: Player) -> bool:
    """Whether the norm is surely there even if the opponent does not appear."""
    return trial.outcome(pending, {round_: Game(opponent.no, "-", ev.FORFEIT_WIN)}).level == SURE
