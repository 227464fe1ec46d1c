"""What one clause says about one player: outcome, needed, found, evidence. Values only, no sentences."""

from typing import NamedTuple

from normcheck.event import Source

MET, NOT_MET, WAIVED, NOT_APPLICABLE, UNKNOWN = "met", "not met", "waived", "not applicable", "unknown"
OUTCOMES = (MET, NOT_MET, WAIVED, NOT_APPLICABLE, UNKNOWN)

_new = tuple.__new__  # a named tuple made without looking at the names

NORM, NO_NORM, NEEDS_REVIEW = "norm", "no norm", "needs review"


class Evidence(NamedTuple):
    """One thing a finding rests on: a round, the opponent, a value, and where it stands."""

    round: int
    opponent: str
    value: str
    source: Source


class Finding(NamedTuple):
    """The outcome of one clause.

    `needed` and `found` are in the unit of the clause (games, half points, rating points, federations); None where
    the clause measures nothing. `note` is a wording key, `values` fill it.
    """

    clause: str
    outcome: str
    needed: int | None = None
    found: int | None = None
    waived_by: str = ""
    note: str = ""
    values: dict[str, object] | None = None
    evidence: tuple[Evidence, ...] = ()


class Measure(NamedTuple):
    """What a check measured on a set of games: the number needed, the number found, and whether it is enough."""

    needed: int
    found: int
    met: bool


def least(needed: int, found: int) -> Measure:
    """At least `needed`."""
    return _new(Measure, (needed, found, found >= needed))


def most(needed: int, found: int) -> Measure:
    """At most `needed`."""
    return _new(Measure, (needed, found, found <= needed))
