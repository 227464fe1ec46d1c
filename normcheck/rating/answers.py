"""Expected scores of lists, and single look-ups in the tables."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from normcheck.rating.change import Part, cut_games
from normcheck.rating.games import Rated
from normcheck.rating.rules import Rules
from normcheck.rating.tables import (
    ALL,
    difference_by_formula,
    difference_of,
    expected_by_formula,
    expected_percent,
)


class ExpectedGame(NamedTuple):
    """One game: the difference that counts, the expected score by the table and by the formula."""

    opponent: int
    difference: int
    table: Fraction
    formula: float

    @property
    def apart(self) -> float:
        """Table minus formula."""
        return float(self.table) - self.formula


class Expected(NamedTuple):
    """The expected score of a list of games."""

    rating: int
    games: tuple[ExpectedGame, ...]

    @property
    def table(self) -> Fraction:
        """By the table, exact."""
        return sum((game.table for game in self.games), Fraction(0))

    @property
    def formula(self) -> float:
        """By the formula."""
        return sum(game.formula for game in self.games)

    @property
    def apart(self) -> float:
        """Table minus formula."""
        return float(self.table) - self.formula


class Lookup(NamedTuple):
    """One value of each table, of those asked for."""

    percent: int | None
    difference_table: int | None
    difference_formula: float | None
    difference: int | None
    expected_table: Fraction | None
    expected_formula: float | None


def expected(rating: int, opponents: Sequence[int], rules: Rules | None = None) -> Expected:
    """The expected score of a list; great differences are cut if the rules of a day are given."""
    cut: set[int] = set()
    if rules is not None:
        cut = cut_games(Fraction(rating), Part(tuple(Rated(opponent, 0) for opponent in opponents), rules))
    games = [_game(rating, one, rules if at in cut else None) for at, one in enumerate(opponents)]
    return Expected(rating, tuple(games))


def _game(rating: int, opponent: int, rules: Rules | None) -> ExpectedGame:
    difference = rating - opponent
    if rules is not None:
        limit = rules.difference.limit
        difference = max(min(difference, limit), -limit)
    table = Fraction(expected_percent(difference), ALL)
    return ExpectedGame(opponent, difference, table, expected_by_formula(difference))


def lookup(percent: int | None, difference: int | None) -> Lookup:
    """D(P) of a percentage from 0 to 100, and P(D) of a difference, as far as asked for."""
    return Lookup(
        percent,
        None if percent is None else difference_of(percent),
        None if percent is None else difference_by_formula(Fraction(percent, ALL)),
        difference,
        None if difference is None else Fraction(expected_percent(difference), ALL),
        None if difference is None else expected_by_formula(difference),
    )
