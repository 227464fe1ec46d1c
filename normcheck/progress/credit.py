"""With how many games is a norm credited? By the edition of its event, and from what is stated.

Where the text does not settle it, or its number is not known, the credit is a range; the lower end counts as sure.
"""

from typing import NamedTuple

from normcheck.clauses import Clauses
from normcheck.clauses.shapes import OlympiadNorm
from normcheck.progress.facts import MAYBE, NO, YES, Norm, Way
from normcheck.progress.rules import application_rules


class Credit(NamedTuple):
    """The games credited, at least and at most, and the clauses that made them other than the games played."""

    low: int
    high: int
    clauses: tuple[str, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether there is one answer."""
        return self.low == self.high


def credit(norm: Norm, way: Way) -> Credit:
    """The credit of one way: nothing at all if the norm cannot count, nothing sure if it needs review or has no date.

    What a norm counts, and whether it had to be registered, depends on its day.
    """
    if refusal(norm, way):
        return Credit(0, 0)
    clauses = norm.edition.clauses
    found = _played(clauses, norm.kind, way)
    if norm.kind and clauses.olympiad_norm and norm.kind == clauses.olympiad_norm.kind:
        found = _olympiad(found, way, clauses.olympiad_norm, clauses.games.minimum)
    if way.forfeit:  # whether the game not played counts is not said
        found = found._replace(low=found.low - 1, clauses=(*found.clauses, "last_round_forfeit"))
    is_doubtful = way.eight and any(other.games != way.games for other in clauses.eight_games.alternatives())
    return found if norm.sure and norm.when and not is_doubtful else found._replace(low=0)


def _played(clauses: Clauses, kind: str, way: Way) -> Credit:
    """The games up to the cap, those of a short event as it counts them, and one more for each full point above."""
    rule, cap = clauses.eight_games, clauses.long_norms.games
    base, used = (cap, ("long_norms",)) if way.games > cap else (way.games, ())
    for short in clauses.short_events.events:
        if short.kind == kind and short.minimum == way.games and short.counts_as:
            base, used = short.counts_as, ("short_events",)
    if way.eight:
        base, used = rule.counts_as, ("eight_games",)
    over = way.points_over
    if not over:
        return Credit(base, base, used)
    ordinary = clauses.games.minimum <= way.games <= cap
    settled = ordinary or (way.eight and rule.counts_as == rule.games)
    return Credit(base + over if settled else base, base + over, (*used, "overscore"))


def _olympiad(found: Credit, way: Way, rule: OlympiadNorm, minimum: int) -> Credit:
    """What an edition counts for a norm of an Olympiad, with each number it may have."""
    if way.games < minimum:
        return found
    counts = [one.counts_as for one in (rule, *rule.alternatives())]
    if max(counts) <= found.low:
        return found
    kept = found.clauses if min(counts) < found.high else ()
    return Credit(max(found.low, min(counts)), max(found.high, *counts), (*kept, "olympiad_norm"))


def refusal(norm: Norm, way: Way) -> str:
    """Why a norm as stated cannot count: a wording key, "" if it can."""
    if norm.rated == NO:
        return "not_rated"
    if is_old(norm) == YES and norm.registered != YES:
        return "not_registered" if norm.registered == NO else "registration_unknown"
    if way.halves is not None and way.required is not None and way.halves < way.required:
        return "score_short"
    return "" if _has_enough_games(norm, way) else "too_few_games"


def is_old(norm: Norm) -> int:
    """Whether the event began before the day from which norms need no registration."""
    day, first = norm.start or norm.end, application_rules().registered_from
    if day is None:
        return NO
    return NO if day.first >= first else YES if day.last < first else MAYBE


def _has_enough_games(norm: Norm, way: Way) -> bool:
    clauses = norm.edition.clauses
    shorts = [short.minimum for short in clauses.short_events.events if short.kind == norm.kind]
    least = min([clauses.games.minimum, *shorts])
    return way.games >= least or (way.eight and way.games == clauses.eight_games.games)
