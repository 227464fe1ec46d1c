"""A plain second opinion on one player's title norm, FIDE Title Regulations of 1 January 2024.

Slow and obvious on purpose: it writes down every lawful set of games and tests each against each clause.
It shares nothing with the package under test; its only outside source is the published table of dp.
Scores are counted in half points, shares are Fractions.
"""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from pathlib import Path

with (Path(__file__).parent / "data" / "dp_table.csv").open(encoding="utf-8") as _file:
    DP = {int(row["p_percent"]): int(row["dp"]) for row in csv.DictReader(_file)}

PERFORMANCE = {"GM": 2600, "IM": 2450, "WGM": 2400, "WIM": 2250}  # 1.4.8
AVERAGE = {"GM": 2380, "IM": 2230, "WGM": 2180, "WIM": 2030}  # 1.4.8a
FLOOR = {"GM": 2200, "IM": 2050, "WGM": 2000, "WIM": 1850}  # 1.4.6b
UNRATED = 1400  # 1.4.6d
REQUIRED_TITLES = {  # 1.4.5b-e
    "GM": {"GM"},
    "IM": {"GM", "IM"},
    "WGM": {"GM", "IM", "WGM"},
    "WIM": {"GM", "IM", "WGM", "WIM"},
}
TITLE_HOLDERS = {"GM", "IM", "FM", "WGM", "WIM", "WFM"}  # 1.4.5a: CM and WCM never
HALVES = {"1": 2, "=": 1, "0": 0}
FIXED = {"round robin", "double round robin"}  # pairings known beforehand, 1.4.1e
FEDERATION_CLAUSES = {"1.4.3", "1.4.4 own", "1.4.4 one"}


@dataclass(frozen=True)
class G:
    """One round of the applicant; federation None is FID, "NON" is outside FIDE, rating 0 is unrated."""

    round: int
    opponent: int
    rating: int
    title: str
    federation: str | None
    result: str


@dataclass(frozen=True)
class Found:
    """One lawful set of games and what it is worth; `failing` is empty when it is a norm."""

    way: str  # "" or the article that brought the missing game: "1.4.1c", "1.4.2c"
    rounds: tuple[int, ...]
    ignored: tuple[int, ...]
    ignored_ratings: int
    games: int
    halves: int
    average: int
    performance: int
    required: int | None  # half points; None when the average is below the minimum
    credit: int  # games towards 27; 0 when it is no norm
    failing: tuple[str, ...]

    @property
    def order(self) -> tuple[int, int, int, tuple[int, ...]]:
        """The smallest is the best choice."""
        return -self.credit, len(self.ignored), self.ignored_ratings, self.ignored


@dataclass(frozen=True)
class Result:
    """What the regulations say of one player and one title."""

    norm: bool
    norm_sets: tuple[Found, ...]  # best first
    fewest_failing: int  # 0 for a norm
    nearest: tuple[Found, ...]  # without a norm: all sets with the fewest failing clauses
    own_absence_in_round_robin: bool
    average_of_complete_event_decides: bool
    only_small_event_limits_fail: bool
    decision_if_one_game_raised: str  # the other reading of one opponent met twice

    @property
    def best(self) -> Found | None:
        return self.norm_sets[0] if self.norm_sets else None

    @property
    def tied(self) -> tuple[Found, ...]:
        """The best sets that the order of choice cannot tell apart (two articles carry the same norm)."""
        return tuple(f for f in self.norm_sets if f.order == self.norm_sets[0].order)

    @property
    def own_decision(self) -> str:
        """The decision before the other reading of an opponent met twice is looked at."""
        if self.norm and (self.own_absence_in_round_robin or self.average_of_complete_event_decides):
            return "needs review"
        if self.only_small_event_limits_fail:
            return "needs review"
        return "norm" if self.norm else "no norm"

    @property
    def decision(self) -> str:
        same = self.own_decision == self.decision_if_one_game_raised
        return self.own_decision if same else "needs review"


def half_up(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


def percentage(halves: int, games: int) -> int:
    return half_up(Fraction(100 * halves, 2 * games))


def required_halves(title: str, average: int, games: int) -> int | None:
    """The smallest score, in half points, that is a title result; None under the minimum average."""
    if average < AVERAGE[title]:
        return None
    enough = (
        halves
        for halves in range(2 * games + 1)
        if Fraction(halves, 2 * games) >= Fraction(35, 100)
        and average + DP[percentage(halves, games)] >= PERFORMANCE[title]
    )
    return next(enough, None)


def value(game: G) -> int:
    return game.rating or UNRATED


def average_rating(title: str, games: list[G], raise_both: bool) -> int:
    """1.4.6 and 1.4.7: the lowest opponent is raised to the floor, all others count as they are.

    Of several equally low opponents one met twice is raised, unless only one game may be raised.
    """
    below = [g for g in games if value(g) < FLOOR[title]]
    lowest = min((value(g) for g in below), default=0)
    gains = [0]
    for candidate in (g for g in below if value(g) == lowest):
        raised = [g for g in below if g.opponent == candidate.opponent] if raise_both else [candidate]
        gains.append(sum(FLOOR[title] - value(g) for g in raised))
    total = sum(value(g) for g in games) + max(gains)
    return half_up(Fraction(total, len(games)))


def different(games: list[G]) -> list[G]:
    """Every opponent once, as the mix of a double round robin is counted."""
    return list({g.opponent: g for g in games}.values())


@dataclass(frozen=True)
class _Case:
    """The question put: one player, one title, one event."""

    title: str
    own: str | None
    rounds: int
    system: str
    minimum: int
    waived: bool
    players: int
    raise_both: bool

    def mix(self, games: list[G]) -> list[str]:
        """The clauses of 1.4.3 to 1.4.5 that do not hold on these games."""
        double = self.system == "double round robin"
        met = different(games) if double else games
        n = len(met)
        failing = [] if self.waived else self.federation_limits([g.federation for g in met])
        if sum(g.title in TITLE_HOLDERS for g in met) < ceil(Fraction(1, 2) * n):
            failing.append("1.4.5a")
        share = Fraction(1, 2) if double else Fraction(1, 3)
        if sum(g.title in REQUIRED_TITLES[self.title] for g in met) < max(3, ceil(share * n)):
            failing.append("1.4.5b-e")
        if double and self.players < 6:
            failing.append("1.4.5f")
        return failing

    def federation_limits(self, federations: list[str | None]) -> list[str]:
        """1.4.3 and 1.4.4; FID is in the number of opponents but is no federation."""
        n = len(federations)
        flags = [f for f in federations if f is not None]
        failing = []
        if len(set(flags) - {self.own}) < 2:
            failing.append("1.4.3")
        if self.own is not None and flags.count(self.own) > floor(Fraction(3, 5) * n):
            failing.append("1.4.4 own")
        if any(flags.count(flag) > floor(Fraction(2, 3) * n) for flag in set(flags)):
            failing.append("1.4.4 one")
        return failing

    def credit(self, way: str, games: int, over: int) -> int:
        """1.4.1b-d and 1.7: games towards 27, with a game more for each full point over."""
        counts_as_nine = way == "1.4.1c" or (self.system == "knockout" and games == 8)
        return (9 if counts_as_nine else min(13, games)) + over // 2

    def test(self, way: str, games: list[G], complete: list[G]) -> Found:
        n = len(games)
        halves = sum(HALVES[g.result] for g in games)
        average = average_rating(self.title, games, self.raise_both)
        performance = average + DP[percentage(halves, n)]
        failing = [] if n >= self.minimum or way == "1.4.1c" else ["1.4.1"]
        failing += self.mix(games)
        if average < AVERAGE[self.title]:
            failing.append("1.4.8a")
        if Fraction(halves, 2 * n) < Fraction(35, 100):
            failing.append("1.4.8b")
        if performance < PERFORMANCE[self.title]:
            failing.append("1.4.8")
        required = required_halves(self.title, average, n)
        credit = 0 if failing or required is None else self.credit(way, n, halves - required)
        counted = {g.round for g in games}
        left_out = [g for g in complete if g.round not in counted]
        return Found(
            way=way,
            rounds=tuple(sorted(counted)),
            ignored=tuple(sorted(g.round for g in left_out)),
            ignored_ratings=sum(value(g) for g in left_out),
            games=n,
            halves=halves,
            average=average,
            performance=performance,
            required=required,
            credit=credit,
            failing=tuple(failing),
        )

    def without_wins(self, games: list[G]) -> Iterator[list[G]]:
        """1.4.1f: every way to leave out wins, down to the minimum number of games."""
        wins = [g for g in games if g.result == "1"]
        for k in range(min(len(wins), len(games) - self.minimum) + 1):
            for out in combinations(wins, k):
                rounds = {g.round for g in out}
                yield [g for g in games if g.round not in rounds]

    def choices(self, complete: list[G]) -> Iterator[list[G]]:
        """Every lawful set of played games: tails (1.4.1e) and wins (1.4.1f) left out."""
        if self.system in FIXED:
            mix_holds = not self.mix(complete) if complete else False
            yield from (c for c in self.without_wins(complete) if c == complete or mix_holds)
            return
        for last in range(1, self.rounds + 1):
            yield from self.without_wins([g for g in complete if g.round <= last])


def eight_games(case: _Case, played: list[G], all_rounds: list[G]) -> bool:
    """1.4.1c: eight games of nine rounds, the ninth a forfeit win or a pairing-allocated bye."""
    others = [g for g in all_rounds if g not in played]
    if case.rounds != 9 or len(played) != 8 or len(others) != 1:
        return False
    forfeit_win = others[0].result == "+" and others[0].opponent != 0
    return forfeit_win or (others[0].result == "U" and case.system not in FIXED)


def last_round_forfeit(case: _Case, played: list[G], included: list[G]) -> G | None:
    """1.4.2c: the opponent absent in the last round, when the game is needed; it counts as a loss."""
    absent = [g for g in included if g.round == case.rounds and g.result == "+" and g.opponent != 0]
    return replace(absent[0], result="0") if absent and len(played) < case.minimum else None


def lawful_sets(case: _Case, played: list[G], included: list[G], all_rounds: list[G]) -> Iterator[Found]:
    seen = set()
    for games in case.choices(played):
        key = tuple(g.round for g in games)
        if games and key not in seen:
            seen.add(key)
            yield case.test("", games, played)
    if eight_games(case, played, all_rounds):
        yield case.test("1.4.1c", played, played)
    lost = last_round_forfeit(case, played, included)
    if lost and len(played) + 1 >= case.minimum:
        yield case.test("1.4.2c", [*played, lost], played)


def only_small(case: _Case, found: Found) -> bool:
    """Seven or eight games allowed by 1.4.1b, refused by nothing but the limits of federations."""
    small = found.way != "1.4.1c" and case.minimum <= found.games < 9
    return small and set(found.failing) <= FEDERATION_CLAUSES


def ordered(sets: Iterable[Found]) -> list[Found]:
    return sorted(sets, key=lambda f: (f.order, f.way))


def settle(case: _Case, games: list[G], unrated_zero: Iterable[int]) -> Result:
    left_out = set(unrated_zero) if case.system in FIXED else set()  # 1.4.2b
    included = [g for g in games if g.federation != "NON" and g.opponent not in left_out]  # 1.4.2a
    played = [g for g in included if g.result in HALVES]  # 1.4.2c
    sets = list(lawful_sets(case, played, included, games))
    if not sets and played:
        sets = [case.test("", played, played)]
    norms = ordered(f for f in sets if not f.failing)
    fewest = min((len(f.failing) for f in sets), default=1)  # no game at all: 1.4.1 alone
    fixed = case.system in FIXED
    low = bool(played) and average_rating(case.title, played, case.raise_both) < AVERAGE[case.title]
    result = Result(
        norm=bool(norms),
        norm_sets=tuple(norms),
        fewest_failing=fewest,
        nearest=() if norms else tuple(ordered(f for f in sets if len(f.failing) == fewest)),
        own_absence_in_round_robin=fixed and any(g.result in {"-", "H", "Z"} for g in games),
        average_of_complete_event_decides=fixed and low and bool(norms) and all(f.ignored for f in norms),
        only_small_event_limits_fail=not norms and any(only_small(case, f) for f in sets),
        decision_if_one_game_raised="",
    )
    return replace(result, decision_if_one_game_raised=result.own_decision)


def judge(
    title: str,
    own: str | None,
    games: list[G],
    rounds: int,
    system: str,
    *,
    minimum: int = 9,
    waived: bool = False,
    players: int | None = None,
    unrated_zero: Iterable[int] = frozenset(),
) -> Result:
    """Judge one player for one title.

    `own` is the applicant's federation, `minimum` the least number of games (7 or 8 under 1.4.1b),
    `waived` an exemption of 1.4.3a-d, `unrated_zero` the opponents to leave out of a round robin,
    `players` the size of a double round robin (without it: the opponents listed and the applicant).
    """
    if len({g.round for g in games}) != len(games):
        raise ValueError("a round is listed twice")
    for g in games:
        if g.result not in set("10=+-HUZ") or not 1 <= g.round <= rounds:
            raise ValueError(f"not a definite round of this event: {g}")
    size = players if players is not None else len({g.opponent for g in games} - {0}) + 1
    case = _Case(title, own, rounds, system, minimum, waived, size, raise_both=True)
    result = settle(case, games, unrated_zero)
    other = settle(replace(case, raise_both=False), games, unrated_zero)
    return replace(result, decision_if_one_game_raised=other.own_decision)
