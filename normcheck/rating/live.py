"""The live rating: what a player had after each game, and the highest of it.

A title rating may be reached in the middle of an event, and what comes later is then ignored. The comparison is
exact: 2499.9 is not 2500. The values after each game use the K of the whole period.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from normcheck.rating.change import Change, Row


class Peak(NamedTuple):
    """The highest live rating, and after how many rated games it was first there (0: before the first)."""

    value: Fraction
    after: int


def live(done: Change) -> tuple[Fraction, ...]:
    """The rating before the first game and after each of them, as far as it is known."""
    values = [Fraction(done.rating)]
    for row in done.rows:
        if row.running is None:
            break
        values.append(row.running)
    return tuple(values)


def peak(done: Change) -> Peak | None:
    """The highest live rating of a period; None if it is not known because K is not."""
    if done.k is None:
        return None
    values = live(done)
    best = max(values)
    return Peak(best, values.index(best))


def reached(done: Change, mark: int) -> int | None:
    """After how many rated games the rating was first at least `mark`; None if never, or if K is not known."""
    if done.k is None:
        return None
    return next((after for after, value in enumerate(live(done)) if value >= mark), None)


def row_of(done: Change, after: int) -> Row | None:
    """The game after which a live rating stood; None for 0."""
    rows: Sequence[Row] = done.rows
    return rows[after - 1] if after else None
