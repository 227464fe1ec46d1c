"""Which K has a player? From his rating, his games, his highest rating and his age, by the rule of the day.

A fact that is not given is tried both ways; if K depends on it the answer is "unknown", with the fact to ask for.
"""

from datetime import date
from itertools import product
from typing import NamedTuple

from normcheck.event import Day
from normcheck.rating.rules import CoefficientRule, Junior, ProductRule


class History(NamedTuple):
    """What K depends on: published rating, rated games completed, highest published rating ever, date of birth."""

    rating: int
    games: int | None = None
    peak: int | None = None
    birth: Day | None = None


class Coefficient(NamedTuple):
    """K and the key of the reason: given, top, junior, new, standard, no_rule, unclear_rule or unsettled.

    Without a value (None), `ask` has the names of the facts in `History` that would settle it.
    """

    value: int | None
    reason: str
    ask: tuple[str, ...] = ()


def given(k: int) -> Coefficient:
    """A K that was stated."""
    return Coefficient(k, "given")


def coefficient(rule: CoefficientRule | None, history: History, day: date) -> Coefficient:
    """The K of a player on a day, before the limit of K times games."""
    if rule is None:
        return Coefficient(None, "no_rule")
    games, peaks, young = _readings(rule, history, day)
    found = {facts: _one(rule, *facts) for facts in product(games, peaks, young)}
    if len({k for k, _ in found.values()}) == 1:
        reasons = {reason for _, reason in found.values()}
        return Coefficient(next(iter(found.values()))[0], min(reasons))
    ask = tuple(name for at, name in enumerate(_FACTS) if _matters(found, at))
    if "birth" in ask and history.birth is not None and rule.junior.until == "unclear":
        return Coefficient(None, "unclear_rule", tuple(name for name in ask if name != "birth"))
    return Coefficient(None, "unsettled", ask)


def limited(k: int, games: int, rule: ProductRule | None) -> int:
    """The largest whole number up to K that, times the games, is not more than the rule allows."""
    if rule is None or games * k <= rule.most:
        return k
    return rule.most // games


_FACTS = ("games", "peak", "birth")
_Found = dict[tuple[int, int, bool], tuple[int, str]]
_Readings = tuple[tuple[int, ...], tuple[int, ...], tuple[bool, ...]]


def _readings(rule: CoefficientRule, history: History, day: date) -> _Readings:
    """The values each fact can have, as far as they make a difference: games, highest rating, young enough."""
    marks = (history.rating, rule.junior.below, rule.top_from)
    peaks = tuple(sorted({max(mark, history.rating) for mark in marks}))
    young = is_junior(rule.junior, history.birth, day)
    return (
        (0, rule.new_games) if history.games is None else (history.games,),
        peaks if history.peak is None else (max(history.peak, history.rating),),
        (False, True) if young is None else (young,),
    )


def _one(rule: CoefficientRule, games: int, peak: int, young: bool) -> tuple[int, str]:
    if peak >= rule.top_from:
        return rule.top, "top"
    if young and peak < rule.junior.below:
        return rule.junior.k, "junior"
    if games < rule.new_games:
        return rule.new, "new"
    return rule.standard, "standard"


def _matters(found: _Found, at: int) -> bool:
    """Whether K changes with the fact at this place alone."""
    groups: dict[tuple[int, ...], set[int]] = {}
    for facts, (k, _) in found.items():
        groups.setdefault(facts[:at] + facts[at + 1 :], set()).add(k)
    return any(len(values) > 1 for values in groups.values())


def is_junior(rule: Junior, birth: Day | None, day: date) -> bool | None:
    """Whether a player is young enough on a day for the coefficient of juniors; None if that is not known."""
    if birth is None:
        return None
    last = birth.year + rule.age
    if day.year != last:
        return day.year < last
    if rule.until == "year":
        return True
    if birth.month and (day.month, day.day) < (birth.month, birth.day or 1):
        return True
    if rule.until == "birthday" and birth.day:
        return False
    return None
