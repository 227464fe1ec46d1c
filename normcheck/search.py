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
Cuts = list["Cut"]

NEAR = 2  # half points: what a near miss may lack
OF_SCORE = frozenset(("performance", "score"))  # the clauses that more points can meet
OF_FIGURES = OF_SCORE.union(("average", "games"))  # those that do not ask who the opponents are


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
    """A prefix of the games with a number of wins to drop, and what is left if the lowest wins are dropped.

    `wins` are those of the prefix, lowest first; `halves` and `total` (of ratings) are without the dropped ones;
    `lowest` is the lowest value of the prefix and `times` how often the opponent met most was met.
    """

    prefix: Games
    tail: Games
    wins: Games
    drops: int
    halves: int
    total: int
    lowest: int
    times: int

    @property
    def left_out(self) -> int:
        """How many games are ignored."""
        return len(self.tail) + self.drops

    @property
    def size(self) -> int:
        """How many games remain."""
        return len(self.prefix) - self.drops


def cuts(games: Games, minimum: int, predetermined: bool) -> Cuts:
    """All lawful cuts, fewest ignored games first; the full set is always there, without games nothing."""
    if not games:
        return []
    count = len(games)
    shortest = count if predetermined else max(1, min(minimum, count))
    opponents = [g.opponent for g in games]
    times = 1 if len(set(opponents)) == count else max(opponents.count(o) for o in opponents)
    found: Cuts = []
    for length in range(count, shortest - 1, -1):
        found += _of_prefix(games[:length], games[length:], minimum, times)
    if len(found) > 1:
        found.sort(key=lambda cut: (cut.left_out, cut.drops))
    return found


def _of_prefix(prefix: Games, tail: Games, minimum: int, times: int) -> Iterator[Cut]:
    total, halves = sum([g.value for g in prefix]), sum([g.halves for g in prefix])
    lowest = min([g.value for g in prefix])
    spare = len(prefix) - minimum
    wins = tuple(sorted([g for g in prefix if g.halves == 2], key=_by_value)) if spare > 0 else ()
    yield Cut(prefix, tail, wins, 0, halves, total, lowest, times)
    for drops, win in enumerate(wins[: max(0, spare)], 1):
        total, halves = total - win.value, halves - 2
        yield Cut(prefix, tail, wins, drops, halves, total, lowest, times)


def _by_value(game: Counted) -> tuple[int, int]:
    return game.value, game.round


def credit(games: int, halves: int, required: int | None, who: Applicant) -> int:
    """Games credited towards the title: the games of the norm up to the cap, one more for each full point above."""
    base = min(who.law.cap, games)
    if who.reading.counts_as and games == who.reading.minimum:
        base = who.reading.counts_as
    return base + (halves - required) // 2 if required is not None and halves > required else base


def highest_average(cut: Cut, who: Applicant) -> int:
    """A sound upper bound on the average of any choice inside a cut."""
    lift = who.title.floor - cut.lowest
    return average_of(cut.total + lift * cut.times * who.law.raised if lift > 0 else cut.total, cut.size)


def reaches_performance(cut: Cut, who: Applicant, bonus: int = 0) -> bool:
    """Whether the bound of this cut reaches the performance of the title, whatever else is met."""
    size = cut.size
    halves = min(cut.halves + bonus, 2 * size)
    return who.law.expectancy.performance(highest_average(cut, who), halves, size) >= who.title.performance


def reaches(cut: Cut, who: Applicant, bonus: int = 0) -> bool:
    """Whether the bound of this cut reaches performance, average and least score of the title, with enough games."""
    size = cut.size
    if size < who.minimum or not reaches_performance(cut, who, bonus):
        return False
    halves = min(cut.halves + bonus, 2 * size)
    return halves >= least_halves(size, who.law.score_share) and highest_average(cut, who) >= who.title.average


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
            game.rated if law.unrated_most else True,
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


def whole(games: Games, who: Applicant) -> Choice:
    """The choice that leaves nothing out."""
    figures = mix(games, who)
    credited = credit(len(games), figures.halves, figures.required_halves, who)
    return Choice(figures, (), (), tuple(unmet(figures, who)), credited, 0)


def choices(cut: Cut, who: Applicant, least: int = 0) -> Iterator[Choice]:
    """Every choice inside a cut that the classes tell apart, judged; those with a sum of ratings below `least` not."""
    tail = tuple(g.round for g in cut.tail)
    tail_rating = sum(g.value for g in cut.tail)
    every = cut.total + sum([g.value for g in cut.wins[: cut.drops]])
    for dropped in _drops(_classes(cut, who), cut.drops) if cut.drops else ((),):
        left_out = sum([g.value for g in dropped])
        if every - left_out < least:
            continue
        rounds = tuple(sorted(g.round for g in dropped))
        kept = tuple(g for g in cut.prefix if g.round not in rounds) if rounds else cut.prefix
        yield whole(kept, who)._replace(dropped=rounds, tail=tail, ignored_rating=tail_rating + left_out)


def _least_total(cut: Cut, who: Applicant, bonus: int = 0) -> int:
    """The smallest sum of ratings, before the lowest opponent is raised, that can give the norm inside a cut."""
    size = cut.size
    gained = who.law.expectancy.difference(min(cut.halves + bonus, 2 * size), size)
    average = max(who.title.average, who.title.performance - gained)
    lift = max(0, who.title.floor - cut.lowest) * cut.times * who.law.raised
    return (2 * average - 1) * size // 2 - lift


def _most_credit(cut: Cut, who: Applicant) -> int:
    """A sound upper bound on the games credited inside a cut."""
    law = who.law
    average = max(highest_average(cut, who), who.title.average)
    required = law.expectancy.required_halves(average, cut.size, who.title.performance, law.score_share)
    return credit(cut.size, cut.halves, required, who)


def norms(found: Cuts, who: Applicant) -> Iterator[Choice]:
    """The best choice of every cut that gives the norm, fewest ignored games first."""
    for cut in found:
        if reaches(cut, who) and _could_meet(cut, who):
            good = [c for c in choices(cut, who, _least_total(cut, who)) if not c.unmet]
            if good:
                yield min(good, key=Choice.preference)


def best(every: Cuts, who: Applicant) -> Choice | None:
    """The choice that gives the norm with the most credited games, then the fewest and the lowest-rated ignored."""
    found: Choice | None = None
    for cut in every:
        if found and (_most_credit(cut, who), -cut.left_out) < (found.credited, -len(found.ignored)):
            continue
        if not (reaches(cut, who) and _could_meet(cut, who)):
            continue
        for choice in choices(cut, who, _least_total(cut, who)):
            if not choice.unmet and (found is None or choice.preference() < found.preference()):
                found = choice
    return found


def is_near(choice: Choice, who: Applicant, most: int = NEAR, by_a_point: bool = True) -> bool:
    """Whether the performance is there and no more than `most` other clauses fail, or one more point is the norm."""
    if len(choice.unmet) <= most and "performance" not in choice.unmet:
        return True
    if not by_a_point or not OF_SCORE.issuperset(choice.unmet):
        return False
    figures, law = choice.mix, who.law
    size = len(figures.games)
    halves = min(figures.halves + NEAR, 2 * size)
    performance = law.expectancy.performance(figures.average, halves, size)
    return performance >= who.title.performance and halves >= least_halves(size, law.score_share)


def comes_near(every: Cuts, who: Applicant, most: int, by_a_point: bool) -> bool:
    """Whether a choice is near a norm (see `is_near`)."""
    for cut in every:
        if reaches_performance(cut, who) and any(is_near(c, who, most, False) for c in choices(cut, who)):
            return True
        if not (by_a_point and reaches(cut, who, NEAR) and _could_meet(cut, who)):
            continue
        if any(is_near(c, who, most) for c in choices(cut, who, _least_total(cut, who, NEAR))):
            return True
    return False


def nearest(every: Cuts, who: Applicant) -> Choice:
    """The choice that misses by the least: fewest unmet clauses, then half points short, then fewest ignored."""
    if not every:
        return Choice(mix((), who), (), (), tuple(unmet(mix((), who), who)), 0, 0)
    found = (choice for cut in every for choice in choices(cut, who))
    return min(found, key=lambda c: (len(c.unmet), half_points_short(c.mix, who), len(c.ignored), c.ignored_rating))


def half_points_short(figures: Mix, who: Applicant) -> int:
    """How many half points the performance is short, by the average of these games; a rough size if none is enough."""
    gap = who.title.performance - figures.performance
    if gap <= 0:
        return 0
    if figures.required_halves is not None:
        return figures.required_halves - figures.halves
    return 2 * len(figures.games) + gap
