"""A question about Glicko: its numbers checked, and answered."""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from normcheck.errors import WrongUsage
from normcheck.rating.games import results
from normcheck.rating.glicko import Opponent, State, aged, constants, glicko, glicko2, growth
from normcheck.wording import say


class GlickoQuestion(NamedTuple):
    """What is typed; None is "not given". `system` is ``glicko`` or ``glicko2``; `idle` and `unknown_after` in days."""

    system: str
    rating: float
    deviation: float
    against: str | None = None
    scored: str | None = None
    volatility: float | None = None
    tau: float | None = None
    idle: float | None = None
    unknown_after: float | None = None
    usual: float | None = None
    c: float | None = None


class GlickoAnswer(NamedTuple):
    """The state before, after the days without games (`aged`, Glicko only) and after the games; c if it is known."""

    system: str
    before: State
    idle: float
    c: float | None
    usual: float | None
    unknown_after: float | None
    aged: State
    after: State


def settle(asked: GlickoQuestion) -> GlickoAnswer:
    """The answer; `WrongUsage` for a number that cannot be or one that is missing."""
    limits = constants()
    rating = _within("rating", asked.rating, -limits.most_rating, limits.most_rating)
    deviation = _within("rd", asked.deviation, limits.least_deviation, limits.unknown_deviation)
    games = _games(asked.against, asked.scored)
    if asked.system == "glicko2":
        return _second(asked, rating, deviation, games)
    state, c = State(rating, deviation), _c(asked)
    idle = 0.0 if asked.idle is None else _within("idle", asked.idle, 0, limits.most_days)
    if idle and c is None:
        raise WrongUsage(say("rating", "errors", "idle"))
    older = aged(state, c or 0.0, idle)
    usual = _usual(asked) if asked.unknown_after is not None else None
    return GlickoAnswer(asked.system, state, idle, c, usual, asked.unknown_after, older, glicko(older, games))


def _second(asked: GlickoQuestion, rating: float, deviation: float, games: Sequence[Opponent]) -> GlickoAnswer:
    limits = constants()
    least = limits.tolerance
    volatility = limits.volatility if asked.volatility is None else asked.volatility
    state = State(rating, deviation, _within("volatility", volatility, least, limits.most_volatility))
    tau = _within("tau", limits.tau if asked.tau is None else asked.tau, 0.01, limits.most_tau)
    return GlickoAnswer(asked.system, state, 0.0, None, None, None, state, glicko2(state, games, tau))


def _c(asked: GlickoQuestion) -> float | None:
    """The constant c, stated or from the days until a usual player is unknown again."""
    limits = constants()
    if asked.c is not None:
        return _within("c", asked.c, 0, limits.unknown_deviation)
    if asked.unknown_after is None:
        return None
    return growth(_usual(asked), _within("unknown_after", asked.unknown_after, 1, limits.most_days))


def _usual(asked: GlickoQuestion) -> float:
    limits = constants()
    usual = limits.usual_deviation if asked.usual is None else asked.usual
    return _within("usual", usual, limits.least_deviation, limits.unknown_deviation)


def _games(against: str | None, scored: str | None) -> tuple[Opponent, ...]:
    if against is None and scored is None:
        return ()
    if against is None or scored is None:
        raise WrongUsage(say("rating", "errors", "no_games"))
    found = [_opponent(word) for word in against.replace(";", ",").split(",") if word.strip()]
    scores = results(scored)
    if len(found) != len(scores):
        raise WrongUsage(say("rating", "errors", "lengths", results=len(scores), opponents=len(found)))
    return tuple(Opponent(*one, halves / 2) for one, halves in zip(found, scores, strict=True))


def _opponent(word: str) -> tuple[float, float]:
    limits = constants()
    rating, _, deviation = word.partition(":")
    try:
        numbers = float(rating), float(deviation)
    except ValueError as error:
        raise WrongUsage(say("rating", "errors", "deviation_missing", word=word.strip())) from error
    return (
        _within("rating", numbers[0], -limits.most_rating, limits.most_rating),
        _within("rd", numbers[1], 0, limits.unknown_deviation),
    )


def _within(what: str, value: float, low: float, high: float) -> float:
    """The value if it lies in a range; what is not a number lies in none."""
    if low <= value <= high and abs(value) < inf:
        return value
    name = f"--{what.replace('_', '-')}"
    raise WrongUsage(say("rating", "errors", "number", what=name, word=f"{value:g}", low=f"{low:g}", high=f"{high:g}"))
