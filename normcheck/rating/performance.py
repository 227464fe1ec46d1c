"""Performance: what rating would have given this score? Three answers with three names."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from normcheck.expectancy import average, percentage
from normcheck.rating.games import Rated, score
from normcheck.rating.tables import difference_by_formula, difference_of, expected_by_formula

_FARTHEST = 10_000.0  # points beyond the opponents, where the search for a rating begins
_HALVINGS = 80


class Performance(NamedTuple):
    """The performance of some games.

    `average` is the rounded average Rc of the opponents, `percent` the score in whole per cent; `table` is Rc + D(P)
    by the table; `formula` is Rc + D(P) by the formula and `solving` the rating at which the expected score equals
    the score, both None when nothing or everything was scored.
    """

    games: int
    halves: int
    average: int
    percent: int
    table: int
    formula: float | None
    solving: float | None


def performance(games: Sequence[Rated]) -> Performance:
    """The performance of at least one game, of any number."""
    halves, count = score(games), len(games)
    mean = average(sum(game.opponent for game in games), count)
    percent = percentage(halves, count)
    difference = difference_by_formula(Fraction(halves, 2 * count))
    formula = None if difference is None else mean + difference
    return Performance(count, halves, mean, percent, mean + difference_of(percent), formula, solve(games))


def solve(games: Sequence[Rated]) -> float | None:
    """The rating at which the expected score by the formula equals the score; None if no rating is enough."""
    halves = score(games)
    if not 0 < halves < 2 * len(games):
        return None
    low = min(game.opponent for game in games) - _FARTHEST
    high = max(game.opponent for game in games) + _FARTHEST
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        expected = sum(expected_by_formula(middle - game.opponent) for game in games)
        low, high = (middle, high) if expected < halves / 2 else (low, middle)
    return (low + high) / 2
