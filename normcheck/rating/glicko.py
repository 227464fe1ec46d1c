"""Glicko and Glicko-2, the systems of M. E. Glickman: a rating with the deviation that says how sure it is.

The formulas are those of http://www.glicko.net/glicko/glicko.pdf and http://www.glicko.net/glicko/glicko2.pdf; the
constants stand in ``rules/glicko.toml``. Everything here is floating point, as in the papers.
"""

from collections.abc import Callable, Sequence
from functools import cache
from math import exp, log, pi, sqrt
from typing import NamedTuple

from pydantic import PositiveFloat, PositiveInt, ValidationError

from normcheck.clauses import Strict
from normcheck.errors import BrokenRules
from normcheck.regulation import problem, read_toml
from normcheck.resources import folder

_Q = log(10) / 400


class Constants(Strict):
    """The constants of both systems, as in ``rules/glicko.toml``."""

    unknown_deviation: PositiveFloat
    usual_deviation: PositiveFloat
    least_deviation: PositiveFloat
    most_rating: PositiveFloat
    most_volatility: PositiveFloat
    most_tau: PositiveFloat
    most_days: PositiveFloat
    centre: PositiveFloat
    scale: PositiveFloat
    volatility: PositiveFloat
    tau: PositiveFloat
    tolerance: PositiveFloat
    most_steps: PositiveInt


@cache
def constants() -> Constants:
    """The constants in ``rules/glicko.toml``; `BrokenRules` says file, key and reason."""
    path = folder("rules") / "glicko.toml"
    try:
        return Constants.model_validate(read_toml(path))
    except ValidationError as error:
        raise BrokenRules(problem(path, error)) from error


class Opponent(NamedTuple):
    """An opponent's rating and deviation, and the own score against him: 0, ½ or 1."""

    rating: float
    deviation: float
    score: float


class State(NamedTuple):
    """A rating with its deviation; the volatility belongs to Glicko-2 alone."""

    rating: float
    deviation: float
    volatility: float = 0.0


def growth(usual: float, days: float) -> float:
    """The constant c with which the deviation of a usual player is that of an unknown one after so many days."""
    return sqrt((constants().unknown_deviation ** 2 - usual**2) / days)


def aged(state: State, c: float, days: float) -> State:
    """The state after days without a game: the deviation has grown, at most to that of an unknown player."""
    deviation = sqrt(state.deviation**2 + c**2 * days)
    return state._replace(deviation=min(deviation, constants().unknown_deviation))


def glicko(state: State, games: Sequence[Opponent]) -> State:
    """The state after the games of one period, by Glicko; the deviation has to be aged before."""
    if not games:
        return state
    weights = [1 / sqrt(1 + 3 * (_Q * game.deviation / pi) ** 2) for game in games]
    terms = [
        (g, game.score, 1 / (1 + 10 ** (-g * (state.rating - game.rating) / 400)))
        for g, game in zip(weights, games, strict=True)
    ]
    information = _Q**2 * sum(g**2 * e * (1 - e) for g, _, e in terms)
    precision = 1 / state.deviation**2 + information
    step = _Q / precision * sum(g * (s - e) for g, s, e in terms)
    return state._replace(rating=state.rating + step, deviation=sqrt(1 / precision))


def glicko2(state: State, games: Sequence[Opponent], tau: float) -> State:
    """The state after one period, by Glicko-2; without games only the deviation grows."""
    c = constants()
    phi, mu = state.deviation / c.scale, (state.rating - c.centre) / c.scale
    if not games:
        grown = sqrt(phi**2 + state.volatility**2) * c.scale
        return state._replace(deviation=min(grown, c.unknown_deviation))
    terms = [_term(mu, game, c) for game in games]
    variance = 1 / sum(g**2 * e * (1 - e) for g, _, e in terms)
    total = sum(g * (s - e) for g, s, e in terms)
    volatility = _volatility(state.volatility, phi, variance, variance * total, tau)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + 1 / variance)
    return State((mu + phi**2 * total) * c.scale + c.centre, phi * c.scale, volatility)


def _term(mu: float, game: Opponent, c: Constants) -> tuple[float, float, float]:
    """The weight of a game, its score and the score expected."""
    g = 1 / sqrt(1 + 3 * (game.deviation / c.scale / pi) ** 2)
    return g, game.score, 1 / (1 + exp(-g * (mu - (game.rating - c.centre) / c.scale)))


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """The new volatility: step 5 of the paper, by the Illinois variant of regula falsi."""
    start = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    return exp(_root(f, start, _other_end(f, start, delta**2 - phi**2 - variance, tau)) / 2)


def _other_end(f: Callable[[float], float], start: float, excess: float, tau: float) -> float:
    if excess > 0:
        return log(excess)
    steps = 1
    while f(start - steps * tau) < 0:
        steps += 1
    return start - steps * tau


def _root(f: Callable[[float], float], a: float, b: float) -> float:
    c = constants()
    fa, fb = f(a), f(b)
    for _ in range(c.most_steps):
        if abs(b - a) <= c.tolerance:
            break
        middle = a + (a - b) * fa / (fb - fa)
        at_middle = f(middle)
        if at_middle * fb <= 0:
            a, fa = b, fb
        else:
            fa /= 2
        b, fb = middle, at_middle
    return a
