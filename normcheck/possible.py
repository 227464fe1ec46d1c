"""The laws an event may have to be judged by: the edition, and what it or another may say where that is not known."""

from collections.abc import Iterator
from itertools import combinations
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


class Pair(NamedTuple):
    """Two clauses whose numbers are not known, and the edition with another number of each."""

    one: Rule
    other: Rule
    edition: Edition


_KNOWN_PAIRS: dict[int, tuple[tuple[Rule, ...], tuple[Pair, ...]]] = {}  # by identity of the edition
_KEPT = 64


def pairs(rules: tuple[Rule, ...]) -> tuple[Pair, ...]:
    """Every two clauses of the edition whose numbers are not known, for what only both together decide."""
    known = _KNOWN_PAIRS.get(id(rules[0].edition))
    if known is None:
        if len(_KNOWN_PAIRS) >= _KEPT:
            _KNOWN_PAIRS.clear()
        own = [rule for rule in rules if rule.key.startswith(RULE)]
        found = tuple(_pair(one, other) for one, other in combinations(own, 2) if one.key != other.key)
        known = _KNOWN_PAIRS[id(rules[0].edition)] = rules, found
    return known[1]


def _pair(one: Rule, other: Rule) -> Pair:
    key = other.key.removeprefix(RULE)
    return Pair(one, other, one.edition.with_clauses({key: other.edition.clause(key)}))


def doubtful(edition: Edition, reason: str) -> frozenset[str]:
    """The clauses that cannot refuse a norm by themselves: those not known of an edition known in part.

    Before all editions there are none: what no known edition allows is refused.
    """
    if not edition.known_in_part or reason == BEFORE_ALL:
        return frozenset()
    return frozenset(key for key in edition.clause_keys() if edition.clause(key).certainty == "unknown")
