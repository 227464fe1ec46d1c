"""Round robins: all opponents are known, so every remaining game can be counted through to the end."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

from normcheck import event as ev
from normcheck.checks import unmet
from normcheck.event import Game, Player
from normcheck.forecast.chance import Chances, chances
from normcheck.forecast.cut import to_come
from normcheck.forecast.trial import NO, OPEN, SURE, Trial
from normcheck.mix import mix
from normcheck.verdict import Decision, Pending

RESULTS = (ev.LOSS, ev.DRAW, ev.WIN)  # indexed by half points
MOST_VECTORS = 2187  # results in every way: seven rounds

Vector = tuple[int, ...]  # half points, round by round


class Remaining(NamedTuple):
    """The games left, counted through: levels by score in half points, the lowest and highest over all ways to it.

    `doubt` is a decision that rests on an open fact, if one does; `chance` is None where it is not known exactly.
    Without `exact` the ways were too many: then `lowest` is never too high, `highest` may be too low. `kept` says
    whether the norm surely stands even if all of them are lost or any opponents do not appear.
    """

    opponents: tuple[Player, ...]
    lowest: tuple[int, ...]
    highest: tuple[int, ...]
    chance: float | None
    doubt: Decision | None
    exact: bool
    kept: bool = False

    def enough(self, level: int) -> int | None:
        """The least score in half points that is enough, as are all above, whatever games bring it; None if none is."""
        short = [halves for halves, found in enumerate(self.lowest) if found < level]
        least = short[-1] + 1 if short else 0  # a win over an unrated opponent may be worse than a loss
        return least if least < len(self.lowest) else None

    def possible(self, level: int) -> int | None:
        """The least score that may be enough, None if none is."""
        return next((halves for halves, found in enumerate(self.highest) if found >= level), None)


def remaining(trial: Trial, pending: Pending) -> Remaining | None:
    """The games left of one player, None if an opponent is not known (the file does not hold all pairings)."""
    found = to_come(trial.event, pending.player)
    games = {r: other for r, other in (found or {}).items() if other}
    rests = {r: Game(0, "-", ev.ABSENT) for r in found or {} if r not in games}
    if not games:
        return None
    return _Count(trial, pending, games, rests).remaining()


class _Count:
    def __init__(self, trial: Trial, pending: Pending, games: dict[int, Player], rests: dict[int, Game]) -> None:
        self.trial, self.pending, self.games, self.rests = trial, pending, games, rests
        self.levels: dict[Vector, int] = {}
        self.asked: dict[Vector, Decision] = {}
        self.doubt: Decision | None = None

    def remaining(self) -> Remaining:
        others = tuple(self.games.values())
        vectors = list(self._vectors())
        for vector in sorted(vectors, key=sum):
            self.levels[vector] = self._level(vector)
        totals = range(2 * len(others) + 1)
        by_total = [[v for v in vectors if sum(v) == total] for total in totals]
        lowest = tuple(min(self._settled(v) for v in found) for found in by_total)
        highest = tuple(max(self.levels[v] for v in found) for found in by_total)
        kept = min(lowest) == SURE and self._is_kept()
        return Remaining(others, lowest, highest, self._chance(lowest, highest), self.doubt, self._exact, kept)

    def _is_kept(self) -> bool:
        """Whether the norm stands whichever opponents stay away, the other games being lost."""
        if 2 ** len(self.games) > MOST_VECTORS:
            return False
        for codes in product((ev.LOSS, ev.FORFEIT_WIN), repeat=len(self.games)):
            games = {r: Game(o.no, "-", code) for (r, o), code in zip(self.games.items(), codes, strict=True)}
            if self.trial.outcome(self.pending, self.rests | games).level < SURE:
                return False
        return True

    def _vectors(self) -> Iterator[Vector]:
        """All ways the games may end, or some of every score where the score is all or the ways are too many."""
        count = len(self.games)
        if 3**count <= MOST_VECTORS and not self._score_is_all:
            yield from product(range(3), repeat=count)
            return
        order = sorted(range(count), key=lambda n: list(self.games.values())[n].rating)
        for total in range(2 * count + 1):
            yield from {_spread(total, order), _spread(total, order[::-1]), _drawn(total, order)}

    @cached_property
    def _score_is_all(self) -> bool:
        """Without a game to spare no win can be left out: the norm depends on the score alone."""
        judged = self.trial.audit.judgement(self.pending.player, self.pending.title)
        unrated = any(not other.rating for other in self.games.values())
        return len(judged.count.games) + len(self.games) <= judged.who.minimum and not unrated

    def _level(self, vector: Vector) -> int:
        """The level of these results; results that are no worse are no worse for the norm."""
        below = [(*vector[:n], h - 1, *vector[n + 1 :]) for n, h in enumerate(vector) if h]
        sure = next((v for v in below if self.levels.get(v) == SURE), None)
        if sure and not self._has_unrated:
            self.asked[vector] = self.asked[sure]
            return SURE
        games = {r: Game(o.no, "-", RESULTS[h]) for (r, o), h in zip(self.games.items(), vector, strict=True)}
        level, decision = self.trial.outcome(self.pending, self.rests | games)
        self.asked[vector] = decision
        if level == OPEN and self.doubt is None:
            self.doubt = decision
        return level

    @property
    def _exact(self) -> bool:
        return self._score_is_all or len(self.levels) == 3 ** len(self.games)

    def _settled(self, vector: Vector) -> int:
        """The level of a score as far as these results speak for all others: by the complete event alone."""
        if self._exact:
            return self.levels[vector]
        judged = self.asked[vector].base
        return NO if unmet(mix(judged.count.games, judged.who), judged.who) else self.levels[vector]

    @property
    def _has_unrated(self) -> bool:
        return any(not other.rating for other in self.games.values())

    def _chance(self, lowest: tuple[int, ...], highest: tuple[int, ...]) -> float | None:
        """The probability of a norm under the surest level that is possible at all."""
        wanted = max(highest)
        if wanted == NO:
            return 0.0
        own = self.pending.player.rating
        if not own or self._has_unrated:
            return None
        odds = [chances(own - other.rating) for other in self.games.values()]
        if all((low >= wanted) == (high >= wanted) for low, high in zip(lowest, highest, strict=True)):
            return _of_totals(odds, [low >= wanted for low in lowest])
        if not self._exact:
            return None
        return sum(_product(odds, v) for v, level in self.levels.items() if level >= wanted)


def _spread(total: int, order: list[int]) -> Vector:
    """So many half points as wins against the first of an order, and a draw with the next if one is left."""
    halves = dict.fromkeys(order, 0) | dict.fromkeys(order[: total // 2], 2)
    if total % 2:
        halves[order[total // 2]] = 1
    return tuple(halves[n] for n in range(len(order)))


def _drawn(total: int, order: list[int]) -> Vector:
    """So many half points with as few wins as can be."""
    wins = max(0, total - len(order))
    halves = dict.fromkeys(order, 0) | dict.fromkeys(order[: total - wins], 1) | dict.fromkeys(order[:wins], 2)
    return tuple(halves[n] for n in range(len(order)))


def _product(odds: Sequence[Chances], vector: Vector) -> float:
    found = 1.0
    for one, halves in zip(odds, vector, strict=True):
        found *= one[halves]
    return found


def _of_totals(odds: Sequence[Chances], good: list[bool]) -> float:
    """The probability of the good scores, game after game."""
    scores = [1.0]
    for one in odds:
        longer = [0.0] * (len(scores) + 2)
        for halves, weight in enumerate(scores):
            for gain, probability in enumerate(one):
                longer[halves + gain] += weight * probability
        scores = longer
    return sum(weight for weight, is_good in zip(scores, good, strict=True) if is_good)
