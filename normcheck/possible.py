"""The laws an event may have to be judged by: the edition, and what it or another may say where that is not known."""

from collections.abc import Iterator
from typing import NamedTuple

from normcheck.event import Day
from normcheck.law import compile_law
from normcheck.regulation import Edition, also_in_force, editions

BEFORE_ALL, FORCED = "before_first_edition", "forced"  # why an edition was chosen
EDITION, START = "edition", "start"
RULE = "rule_"  # before the key of a clause


class Rule(NamedTuple):
    """One of the possible laws: the clause whose numbers are not known, what they would be, the edition with them."""

    key: str
    text: str
    edition: Edition


def possible_rules(edition: Edition, reason: str, start: Day | None) -> Iterator[Rule]:
    """The edition as it stands first, then with each number that is not known.

    Before all editions every other one follows, and where the first day is not known exactly what else may have been
    in force, in both cases with each number that is not known.
    """
    yield Rule("", "", edition)
    for key, text, variant in compile_law(edition).variants:
        yield Rule(f"{RULE}{key}", text, variant)
    if reason == BEFORE_ALL:
        others = tuple((other.title, other) for other in editions()[1:])
    else:
        others = also_in_force(start) if reason != FORCED else ()
    for text, other in others:
        for variant in (other, *(v for _, _, v in compile_law(other).variants)):
            yield Rule(EDITION if reason == BEFORE_ALL else START, text, variant)


def doubtful(edition: Edition, reason: str) -> frozenset[str]:
    """The clauses that cannot refuse a norm by themselves: those not known of an edition known in part.

    Before all editions there are none: what no known edition allows is refused.
    """
    if not edition.known_in_part or reason == BEFORE_ALL:
        return frozenset()
    return frozenset(key for key in edition.clause_keys() if edition.clause(key).certainty == "unknown")
