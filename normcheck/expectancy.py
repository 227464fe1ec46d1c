"""The conversion of a score into a rating difference, as data from `rules/`, in whole numbers only.

Scores are in half points, averages and performances in whole rating points. The table is dp, 8.1.1 of the
FIDE Rating Regulations (https://handbook.fide.com/chapter/B022024).
"""

from bisect import bisect_left
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path

from pydantic import ValidationError, field_validator, model_validator

from normcheck.clauses import Strict
from normcheck.errors import BrokenRules
from normcheck.regulation import problem, read_toml
from normcheck.resources import folder


class Tables(Strict):
    """A file of conversion tables: dp for 0 to 100 per cent, and where the bands of expected scores begin."""

    id: str
    title: str
    effective_from: date
    source: str
    dp: tuple[int, ...]
    bands: tuple[int, ...]

    @field_validator("dp")
    @classmethod
    def _symmetric_and_rising(cls, dp: tuple[int, ...]) -> tuple[int, ...]:
        if len(dp) != 101:
            raise ValueError(f"{len(dp)} values, 101 needed (0 to 100 per cent)")
        for percent in range(51):
            if dp[percent] != -dp[100 - percent]:
                raise ValueError(f"{percent} and {100 - percent} per cent do not mirror each other")
            if dp[percent] >= dp[percent + 1]:
                raise ValueError(f"does not rise after {percent} per cent")
        return dp

    @field_validator("bands")
    @classmethod
    def _fifty_one_bands(cls, bands: tuple[int, ...]) -> tuple[int, ...]:
        if len(bands) != 51 or bands[0] != 0:
            raise ValueError("51 values needed (50 to 100 per cent), the first of them 0")
        if list(bands) != sorted(set(bands)):
            raise ValueError("the bands do not rise")
        return bands

    @model_validator(mode="after")
    def _tables_agree(self) -> "Tables":
        for step, (begin, end) in enumerate(zip(self.bands, (*self.bands[1:], 10_000), strict=True)):
            if not begin <= self.dp[50 + step] < end:
                raise ValueError(f"dp and bands disagree at {50 + step} per cent")
        return self


def percentage(halves: int, games: int) -> int:
    """The score in per cent, rounded to a whole number, .5 up; `games` is at least 1."""
    return (100 * halves + games) // (2 * games)


def average(total: int, count: int) -> int:
    """The average of ratings with this sum, rounded to a whole number, .5 up; `count` is at least 1."""
    return (2 * total + count) // (2 * count)


def least_halves(games: int, share: Fraction) -> int:
    """The smallest score in half points that is at least this share of the games, exactly."""
    return -(-share.numerator * 2 * games // share.denominator)


class Expectancy:
    """The table dp, and the questions the counting and the search ask it; all answers are whole numbers."""

    __slots__ = ("_rows", "dp")

    def __init__(self, dp: tuple[int, ...]) -> None:
        self.dp = dp
        self._rows: dict[int, tuple[int, ...]] = {}

    def rows(self, games: int) -> tuple[int, ...]:
        """The values dp for every score in half points from 0 to twice the games; they never fall."""
        row = self._rows.get(games)
        if row is None:
            row = tuple(self.dp[percentage(halves, games)] for halves in range(2 * games + 1))
            self._rows[games] = row
        return row

    def difference(self, halves: int, games: int) -> int:
        """The value dp of a score in half points in so many games."""
        return self.rows(games)[halves]

    def performance(self, average: int, halves: int, games: int) -> int:
        """The performance: the rounded average plus dp of the score."""
        return average + self.rows(games)[halves]

    def required_halves(self, average: int, games: int, threshold: int, share: Fraction) -> int | None:
        """The smallest score in half points that gives a performance and a share of the games.

        `average` is the rounded average, `threshold` the performance; None if not even all wins are enough.
        """
        row = self.rows(games)
        halves = max(bisect_left(row, threshold - average), least_halves(games, share))
        return halves if halves < len(row) else None


def load_tables(path: Path) -> Tables:
    """Read and check one file of tables; `BrokenRules` says file, key and reason."""
    try:
        return Tables.model_validate(read_toml(path))
    except ValidationError as error:
        raise BrokenRules(problem(path, error)) from error


@cache
def load(name: str) -> Expectancy:
    """The conversion table with this name in `rules/` (an edition names its own in `tables`)."""
    return Expectancy(load_tables(folder("rules") / f"{name}.toml").dp)
