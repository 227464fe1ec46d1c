"""The first rating of an unrated player, by the rule of the day."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from normcheck.expectancy import percentage
from normcheck.rating.change import nearest, on_list
from normcheck.rating.games import Rated, score
from normcheck.rating.rules import InitialRule, Rules
from normcheck.rating.tables import difference_of


class Initial(NamedTuple):
    """A first rating: games and half points against rated opponents, and what is computed from them.

    `average` and `percent` include the hypothetical opponents. `value` is None if there is none; `reason` is the key
    of what stands against it: ``no_rule``, ``zero``, ``too_few`` (more games are needed before it is published),
    ``below_floor`` or ``floor_unknown``; "" if it is published. `highest` says that the limit was applied.
    """

    games: int
    halves: int
    average: Fraction | None
    percent: int | None
    value: int | None
    highest: bool
    reason: str


def initial(games: Sequence[Rated], rules: Rules) -> Initial:
    """The first rating from at least one game against rated opponents; all of them, from one event or several."""
    rule, halves = rules.initial, score(games)
    if rule is None:
        return Initial(len(games), halves, None, None, None, False, "no_rule")
    if rule.zero_disregarded and not halves:
        return Initial(len(games), halves, None, None, None, False, "zero")
    count = len(games) + len(rule.draws_with)
    average = Fraction(sum(game.opponent for game in games) + sum(rule.draws_with), count)
    all_halves = halves + len(rule.draws_with)
    raw = nearest(average + _bonus(rule, all_halves, count))
    value = raw if rule.most is None else min(raw, rule.most)
    reason = _against(len(games), value, rules, rule)
    return Initial(len(games), halves, average, percentage(all_halves, count), value, value < raw, reason)


def _bonus(rule: InitialRule, halves: int, games: int) -> Fraction:
    """What is added to the average: by the table, or above one half a bonus for every half point."""
    if rule.bonus is not None and halves >= games:
        return rule.bonus * (halves - games)
    return Fraction(difference_of(percentage(halves, games)))


def _against(games: int, value: int, rules: Rules, rule: InitialRule) -> str:
    if games < rule.games:
        return "too_few"
    listed = on_list(value, rules.floor)
    if listed is None:
        return "floor_unknown"
    return "" if listed else "below_floor"
