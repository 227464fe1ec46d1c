"""Which games may be left out, and the best lawful choice: the only place that knows combinations.

Lawful is a prefix of the games (a whole tail left out, not with pairings fixed beforehand) without any of its wins,
never below the minimum number of games. For every prefix and number of dropped wins a bound is taken first: without
any condition on the opponents, dropping the lowest wins gives the highest average. Where the bound is enough, wins
that are alike for every condition form a class, and inside a class only the lowest are dropped: that never lowers the
average, also with the raised opponent.
"""

from collections.abc import Iterator
from typing import NamedTuple

from normcheck.checks import unmet
from normcheck.count import Counted
from normcheck.expectancy import average as average_of
from normcheck.expectancy import least_halves
from normcheck.mix import Applicant, Mix, mix

Games = tuple[Counted, ...]


class Choice(NamedTuple):
    """A set of games with what was left out: wins (their rounds) and the tail after `prefix` games."""

    mix: Mix
    dropped: tuple[int, ...]
    tail: tuple[int, ...]
    unmet: tuple[str, ...]
    credited: int
    ignored_rating: int

    @property
    def ignored(self) -> tuple[int, ...]:
        """All rounds left out, in order."""
        return tuple(sorted(self.dropped + self.tail))

    def preference(self) -> tuple[int, int, int, tuple[int, ...]]:
        """Smaller is better: most credited games, fewest ignored, lowest-rated ignored, earliest rounds."""
        return (-self.credited, len(self.dropped) + len(self.tail), self.ignored_rating, self.ignored)


class Cut(NamedTuple):
    """A prefix of the games with a number of wins to drop."""

    prefix: Games
    tail: Games
    wins: Games  # of the prefix, lowest first
    drops: int

    @property
    def left_out(self) -> int:
        """How many games are ignored."""
        return len(self.tail) + self.drops

    @property
    def size(self) -> int:
        """How many games remain."""
        return len(self.prefix) - self.drops


def cuts(games: Games, minimum: int, predetermined: bool) -> list[Cut]:
    """All lawful cuts, fewest ignored games first; the full set is always there."""
    found = []
    count = len(games)
    shortest = count if predetermined else max(1, min(minimum, count))
    for length in range(count, shortest - 1, -1):
        prefix = games[:length]
        wins = tuple(sorted((g for g in prefix if g.halves == 2), key=lambda g: (g.value, g.round)))
        spare = min(len(wins), max(0, length - minimum))
        found += [Cut(prefix, games[length:], wins, drops) for drops in range(spare + 1)]
    return sorted(found, key=lambda cut: (cut.left_out, cut.drops))


def credit(games: int, halves: int, required: int | None, who: Applicant) -> int:
    """Games credited towards the title: the games of the norm up to the cap, one more for each full point above."""
    base = min(who.law.cap, games)
    if who.reading.counts_as and games == who.reading.minimum:
        base = who.reading.counts_as
    return base + (halves - required) // 2 if required is not None and halves > required else base


def highest_average(cut: Cut, who: Applicant) -> int:
    """A sound upper bound on the average of any choice inside a cut."""
    floor = who.title.floor
    values = sorted(g.value for g in cut.prefix)
    total = sum(values) - sum(g.value for g in cut.wins[: cut.drops])
    lift = max(0, floor - values[0])
    if who.law.raised > 1 or len({g.opponent for g in cut.prefix}) < len(cut.prefix):
        lift = max(0, sum(floor - v for v in values if v < floor))  # the lowest opponent may be met more than once
    return average_of(total + lift, cut.size)


def reaches(cut: Cut, who: Applicant, bonus: int = 0) -> bool:
    """Whether the bound of this cut reaches average, performance and least score of the title."""
    halves = min(sum(g.halves for g in cut.prefix) - 2 * cut.drops + bonus, 2 * cut.size)
    if cut.size < who.minimum or halves < least_halves(cut.size, who.law.score_share):
        return False
    average = highest_average(cut, who)
    enough = who.law.expectancy.performance(average, halves, cut.size) >= who.title.performance
    return enough and average >= who.title.average


def _classes(cut: Cut, who: Applicant) -> list[Games]:
    """The wins of a cut in classes that are alike for every condition, each lowest first."""
    law, title, size = who.law, who.title, cut.size
    opponents = [g.opponent for g in cut.prefix]
    repeated = {o for o in opponents if opponents.count(o) > 1}
    federations = [g.federation for g in cut.prefix]
    foreign = set(federations) - {"", who.own}
    every = len(foreign) - cut.drops < law.foreign or bool(repeated)
    limit = min(law.one_most[size], law.own_most[size])
    classes: dict[tuple[object, ...], list[Counted]] = {}
    for game in cut.wins:
        binding = every or federations.count(game.federation) > limit
        key = (
            game.federation if binding else "",
            game.title in law.holders,
            game.title in title.required,
            game.title in title.one_and_a_half,
            game.opponent if game.opponent in repeated else 0,
        )
        classes.setdefault(key, []).append(game)
    return [tuple(group) for group in classes.values()]


def _drops(classes: list[Games], count: int) -> Iterator[Games]:
    """All ways to take `count` wins from the classes, the lowest of each class first."""
    if not classes:
        if count == 0:
            yield ()
        return
    first, rest = classes[0], classes[1:]
    room = sum(len(group) for group in rest)
    for take in range(max(0, count - room), min(count, len(first)) + 1):
        for others in _drops(rest, count - take):
            yield first[:take] + others


def _could_meet(cut: Cut, who: Applicant) -> bool:
    """Whether each condition on the opponents, taken alone, can be met inside a cut. Sound: never refuses wrongly."""
    if who.reading.distinct or who.title.one_and_a_half:
        return True
    law, size = who.law, cut.size
    free = len([g for g in cut.wins if g.title not in law.holders])
    holders = len([g for g in cut.prefix if g.title in law.holders]) - max(0, cut.drops - free)
    free = len([g for g in cut.wins if g.title not in who.title.required])
    required = len([g for g in cut.prefix if g.title in who.title.required]) - max(0, cut.drops - free)
    return holders >= law.holders_least[size] and required >= law.required_least[size]


def choices(cut: Cut, who: Applicant, bonus: int = 0) -> Iterator[Choice]:
    """Every choice inside a cut that the classes tell apart, judged."""
    tail = tuple(g.round for g in cut.tail)
    tail_rating = sum(g.value for g in cut.tail)
    for dropped in _drops(_classes(cut, who), cut.drops) if cut.drops else ((),):
        rounds = tuple(sorted(g.round for g in dropped))
        kept = tuple(g for g in cut.prefix if g.round not in rounds) if rounds else cut.prefix
        figures = mix(kept, who, bonus)
        credited = credit(len(kept), figures.halves, figures.required_halves, who)
        rating = tail_rating + sum(g.value for g in dropped)
        yield Choice(figures, rounds, tail, tuple(unmet(figures, who)), credited, rating)


def _most_credit(cut: Cut, who: Applicant) -> int:
    """A sound upper bound on the games credited inside a cut."""
    halves = sum(g.halves for g in cut.prefix) - 2 * cut.drops
    law = who.law
    average = max(highest_average(cut, who), who.title.average)
    required = law.expectancy.required_halves(average, cut.size, who.title.performance, law.score_share)
    return credit(cut.size, halves, required, who)


def norms(games: Games, who: Applicant, bonus: int = 0) -> Iterator[Choice]:
    """The best choice of every cut that gives the norm, fewest ignored games first."""
    for cut in cuts(games, who.minimum, who.reading.predetermined):
        if reaches(cut, who, bonus) and _could_meet(cut, who):
            good = [c for c in choices(cut, who, bonus) if not c.unmet]
            if good:
                yield min(good, key=Choice.preference)


def best(games: Games, who: Applicant, bonus: int = 0) -> Choice | None:
    """The choice that gives the norm with the most credited games, then the fewest and the lowest-rated ignored."""
    found: Choice | None = None
    for cut in cuts(games, who.minimum, who.reading.predetermined):
        if found and (_most_credit(cut, who), -cut.left_out) < (found.credited, -len(found.ignored)):
            continue
        if not (reaches(cut, who, bonus) and _could_meet(cut, who)):
            continue
        for choice in choices(cut, who, bonus):
            if not choice.unmet and (found is None or choice.preference() < found.preference()):
                found = choice
    return found


def nearest(games: Games, who: Applicant) -> Choice:
    """The choice that misses by the least: fewest unmet clauses, then half points short, then fewest ignored."""
    if not games:
        return Choice(mix((), who), (), (), tuple(unmet(mix((), who), who)), 0, 0)
    every = (c for cut in cuts(games, who.minimum, who.reading.predetermined) for c in choices(cut, who))
    return min(every, key=lambda c: (len(c.unmet), half_points_short(c.mix, who), len(c.ignored), c.ignored_rating))


def half_points_short(figures: Mix, who: Applicant) -> int:
    """How many half points the performance is short, by the average of these games; a rough size if none is enough."""
    gap = who.title.performance - figures.performance
    if gap <= 0:
        return 0
    if figures.required_halves is not None:
        return figures.required_halves - figures.halves
    return 2 * len(figures.games) + gap
