"""Expected scores and rating differences: the tables of FIDE both ways, and the formula they come near to."""

from bisect import bisect_right
from fractions import Fraction
from functools import cache
from math import isfinite, log10
from typing import NamedTuple

from normcheck.expectancy import Tables, load_tables
from normcheck.rating.rules import rating_rules
from normcheck.resources import folder

EVEN = 50  # per cent: the score between equals
ALL = 100
_SPREAD = 400  # of the logistic curve: so many points apart, ten to one


@cache
def tables() -> Tables:
    """The tables 8.1.1 and 8.1.2, as data."""
    return load_tables(folder("rules") / f"{rating_rules().tables}.toml")


def expected_percent(difference: int) -> int:
    """P(D): the expected score in per cent of a player rated so much higher (below 0: lower), by the table."""
    higher = EVEN - 1 + bisect_right(tables().bands, abs(difference))
    return higher if difference >= 0 else ALL - higher


def difference_of(percent: int) -> int:
    """D(P): the rating difference of a score in whole per cent from 0 to 100, by the table."""
    return tables().dp[percent]


def expected_by_formula(difference: float) -> float:
    """The expected score, from 0 to 1, of a player rated so much higher: 1/(1+10^(-D/400))."""
    odds = -difference / _SPREAD
    return 1 / (1 + 10**odds) if odds < _SPREAD / 2 else 0.0


def difference_by_formula(share: Fraction) -> float | None:
    """The rating difference of a share of the points; None for nothing and for everything."""
    if not 0 < share < 1:
        return None
    value = _SPREAD * log10(share / (1 - share))
    return value if isfinite(value) else None


class Band(NamedTuple):
    """One percentage of the tables, from 50 to 100, beside the formula.

    `difference` is D(P); `lowest` and `highest` are the differences with this P(D), the last open (None);
    `formula` is the difference by the formula, None for 100 per cent.
    """

    percent: int
    difference: int
    lowest: int
    highest: int | None
    formula: float | None


def bands() -> tuple[Band, ...]:
    """Both tables, a row for every percentage from 50 to 100."""
    starts = tables().bands
    ends = [*(start - 1 for start in starts[1:]), None]
    return tuple(
        Band(percent, difference_of(percent), low, high, difference_by_formula(Fraction(percent, ALL)))
        for percent, (low, high) in enumerate(zip(starts, ends, strict=True), EVEN)
    )
