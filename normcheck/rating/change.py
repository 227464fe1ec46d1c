"""The change of a rating, game by game, by the rules of the day each event began.

Everything is exact: expected scores by the table are hundredths, those by the formula the fractions that the floats
stand for.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from normcheck.rating.coefficient import limited
from normcheck.rating.games import Rated
from normcheck.rating.rules import FloorRule, Rules
from normcheck.rating.tables import ALL, expected_by_formula, expected_percent

HALF = Fraction(1, 2)


class Method(NamedTuple):
    """How to compute, if not as FIDE does.

    `formula`: by the formula, not the table. `uncut`: great differences count in full. `each`: the rating changes
    after every game, as in many systems online, not at the end.
    """

    formula: bool = False
    uncut: bool = False
    each: bool = False


FIDE = Method()


class Part(NamedTuple):
    """The games of one event, with the rules of the day it began."""

    games: tuple[Rated, ...]
    rules: Rules
    name: str = ""


class Row(NamedTuple):
    """One game.

    `difference` is own rating minus opponent's (D), `counted` the difference that counts, `expected` P(D) from 0 to
    1, `gain` score minus expected, `change` gain times K and `running` the rating after it (None without a K).
    """

    game: Rated
    event: str
    difference: Fraction
    counted: Fraction
    expected: Fraction
    gain: Fraction
    change: Fraction | None
    running: Fraction | None


class Change(NamedTuple):
    """The games of one period; `k` is after the limit of K times games, `full_k` before it (None: not known)."""

    rating: int
    full_k: int | None
    k: int | None
    rows: tuple[Row, ...]

    @property
    def gain(self) -> Fraction:
        """Score minus expected score of all games."""
        return sum((row.gain for row in self.rows), Fraction(0))

    @property
    def total(self) -> Fraction | None:
        """The change before rounding; None without a K."""
        if self.k is None:
            return None
        return sum((row.change for row in self.rows if row.change is not None), Fraction(0))


class Outcome(NamedTuple):
    """What a period makes of a rating: the rounded change, the new rating, whether it is still on the list.

    None is "not known": no K, or no rule of the day.
    """

    rounded: int | None
    rating: int | None
    listed: bool | None


def change(
    rating: int, k: int | None, parts: Sequence[Part], method: Method = FIDE, rules: Rules | None = None
) -> Change:
    """The change of a whole rating by the games of the events of one period, in their order.

    The limit of K times games is taken over all games, by the rules of the period if they are given, else by those
    of the first event.
    """
    games = sum(len(part.games) for part in parts)
    of_period = rules or (parts[0].rules if parts else None)
    limit = k if k is None or of_period is None else limited(k, games, of_period.product)
    rows: list[Row] = []
    start = Fraction(rating)
    for part in parts:
        rows += _rows(rows[-1].running if rows else start, start, limit, part, method)
    return Change(rating, k, limit, tuple(rows))


def outcome(done: Change, rules: Rules) -> Outcome:
    """The end of a period, by the rules of the day of the new list."""
    total = done.total
    if total is None or rules.rounding is None:
        return Outcome(None, None, None)
    rounded = nearest(total)
    new = done.rating + rounded
    return Outcome(rounded, new, on_list(new, rules.floor))


def on_list(rating: int, rule: FloorRule | None) -> bool | None:
    """Whether a rating is on the list; None if its floor is not known."""
    return None if rule is None else rating >= rule.value


def _rows(running: Fraction | None, start: Fraction, k: int | None, part: Part, method: Method) -> list[Row]:
    rows: list[Row] = []
    cut = set() if method.uncut else cut_games(start, part)
    for at, game in enumerate(part.games):
        own = running if method.each and running is not None else start
        row = _row(own, game, k, part.rules.difference.limit if at in cut else None, method)
        running = None if running is None or row.change is None else running + row.change
        rows.append(row._replace(event=part.name, running=running))
    return rows


def _row(own: Fraction, game: Rated, k: int | None, limit: int | None, method: Method) -> Row:
    difference = own - game.opponent
    counted = difference if limit is None else max(min(difference, Fraction(limit)), Fraction(-limit))
    if method.formula:
        expected = Fraction(expected_by_formula(float(counted)))
    else:
        expected = Fraction(expected_percent(nearest(counted)), ALL)
    gain = Fraction(game.halves, 2) - expected
    return Row(game, "", difference, counted, expected, gain, None if k is None else gain * k, None)


def cut_games(rating: Fraction, part: Part) -> set[int]:
    """The places of the games whose difference may be cut, by the rule of the event."""
    rule = part.rules.difference
    if rule.not_from is not None and rating >= rule.not_from:
        return set()
    if not rule.once_per_event:
        return set(range(len(part.games)))
    far = [abs(rating - game.opponent) for game in part.games]
    return {far.index(max(far))} if far else set()


def nearest(value: Fraction) -> int:
    """The nearest whole number, one half away from zero."""
    size = int(abs(value) + HALF)
    return size if value >= 0 else -size
