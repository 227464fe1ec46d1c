"""How likely a result is: the expected score of the rating tables, split into win, draw and loss.

The split is Davidson's model of draws (named in ``rules/forecast.toml``): with strengths s² and 1, wins, draws and
losses are as s² : v·s : 1, and s is chosen so that the expected score is that of the tables. Nothing is decided here.
"""

from bisect import bisect_right
from functools import cache
from math import sqrt
from typing import NamedTuple

from normcheck.expectancy import load_tables
from normcheck.forecast.settings import settings
from normcheck.resources import folder

ALL = 100


class Chances(NamedTuple):
    """The probabilities of one game, from 0 to 1."""

    loss: float
    draw: float
    win: float


@cache
def _bands() -> tuple[int, ...]:
    return load_tables(folder("rules") / f"{settings().tables}.toml").bands


def expected_percent(difference: int) -> int:
    """The expected score in per cent of a player rated so much higher (below 0: lower), by the table."""
    higher = ALL // 2 - 1 + bisect_right(_bands(), abs(difference))
    return higher if difference >= 0 else ALL - higher


@cache
def chances(difference: int) -> Chances:
    """Win, draw and loss of a player rated so much higher (below 0: lower)."""
    expected = expected_percent(difference) / ALL
    if expected in (0, 1):
        return Chances(1 - expected, 0, expected)
    model = settings().draw_model
    ties = 2 * model.draws / (model.of - model.draws)
    lean = ties * (0.5 - expected)
    s = (sqrt(lean * lean + 4 * expected * (1 - expected)) - lean) / (2 * (1 - expected))
    whole = s * s + ties * s + 1
    return Chances(1 / whole, ties * s / whole, s * s / whole)
