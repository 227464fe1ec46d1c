"""The conditions of an application in words: met, missing by how much, or not known."""

from collections.abc import Callable, Iterable

from normcheck.progress.apply import Application, Counted
from normcheck.progress.credit import is_old
from normcheck.progress.facts import MAYBE, NO, YES
from normcheck.progress.model import ConditionOut, Outcome
from normcheck.progress.sentence import rating_text
from normcheck.wording import say

OUTCOMES: dict[int, Outcome] = {YES: "met", MAYBE: "unknown", NO: "missing"}


def _say(key: str, **values: object) -> str:
    return say("progress", "conditions", key, **values)


def conditions(found: Application) -> list[ConditionOut]:
    """All conditions, in the order of the articles; the ratedness of the events, which has none, last."""
    rows = [_one_round(found), _eight(found), _foreigner(found), _games(found), _peak(found), _old(found)]
    rows += [_qualifying(found)]
    order = {key: place for place, key in enumerate(found.edition.clause_keys())}
    return [*sorted((row for row in rows if row), key=lambda row: order[row.clause]), _rated(found)]


def _row(
    found: Application, key: str, outcome: Outcome, needed: str = "", told: str = "", missing: str = "", note: str = ""
) -> ConditionOut:
    clause = found.edition.clause(key)
    return ConditionOut(
        clause=key, article=clause.article, heading=clause.heading, requirement=clause.asks, outcome=outcome,
        needed=needed, found=told, missing=missing, note=note, source=clause.source,
    )  # fmt: skip


def _games(found: Application) -> ConditionOut:
    state, low, high = found.conditions["award_games"], found.low, found.high
    told = _say("games_found", low=low) if low == high else _say("games_range", low=low, high=high)
    missing = _say("games_missing", count=found.missing_games) if found.missing_games else ""
    return _row(found, "award_games", OUTCOMES[state], str(found.goal.games), told, missing)


def numbers(found: Application, which: Callable[[Counted], bool]) -> str:
    """The numbers of the norms of the application that satisfy a condition: "1, 3"."""
    return listed(number for number, one in enumerate(found.norms, 1) if one.chosen and which(one))


def listed(values: Iterable[int]) -> str:
    """Numbers with commas."""
    return ", ".join(map(str, values))


def _norms(numbers_: str) -> str:
    return _say("from_norms_many" if "," in numbers_ else "from_norms_one", numbers=numbers_)


def _special(found: Application, key: str, fact: Callable[[Counted], int], note: str = "") -> ConditionOut:
    """One norm at least must have a fact."""
    state = found.conditions[key]
    with_it = numbers(found, lambda one: fact(one) == state and state > NO)
    told = _norms(with_it) if with_it else _say("none")
    return _row(found, key, OUTCOMES[state], _say("at_least_one"), told, "" if state else _say("one_missing"), note)


def _foreigner(found: Application) -> ConditionOut:
    return _special(found, "normal_foreigner", lambda one: one.option.foreigner)


def _one_round(found: Application) -> ConditionOut | None:
    if "one_round_a_day" not in found.conditions:
        return None
    return _special(found, "one_round_a_day", lambda one: one.option.one_round)


def _qualifying(found: Application) -> ConditionOut | None:
    rule = found.edition.clauses.qualifying_event
    if rule is None:
        return None
    if "qualifying_event" not in found.conditions:
        return _row(found, "qualifying_event", "not asked", note=_say("not_asked", since=rule.since))
    is_coming = found.further_at_best > 0 and not any(one.option.asks == YES for one in found.chosen)
    note = _say("to_come") if is_coming else ""
    return _special(found, "qualifying_event", lambda one: one.option.qualifying, note)


def _eight(found: Application) -> ConditionOut | None:
    """One norm of eight games at most: the choice keeps to it."""
    used = numbers(found, lambda one: one.way.eight)
    return _row(found, "eight_games", "met", _say("at_most_one"), _norms(used)) if used else None


def _peak(found: Application) -> ConditionOut:
    peak = found.peak
    shown = peak.reached or peak.highest
    told = _say("peak_reached", value=rating_text(shown.value), source=shown.source) if shown else _say("none")
    missing = _say("peak_missing", value=rating_text(peak.short)) if peak.state == NO else ""
    live = peak.reached is not None and peak.reached.live
    note = _say("peak_live", article=found.edition.article("peak_unpublished")) if live else ""
    return _row(found, "peak_rating", OUTCOMES[peak.state], str(peak.mark), told, missing, note)


def _old(found: Application) -> ConditionOut | None:
    """Norms that had to be registered, if there are any."""
    old = [one for one in found.norms if is_old(one.norm)]
    if not old:
        return None
    left = [one for one in old if one.norm.registered != YES]
    unknown = any(one.norm.registered == MAYBE for one in left)
    outcome: Outcome = "met" if not left else "unknown" if unknown else "missing"
    return _row(found, "old_norms", outcome, "", _say("old_found", count=len(left)) if left else "")


def _rated(found: Application) -> ConditionOut:
    chosen = found.chosen
    stated = sum(one.norm.rated == YES for one in chosen)
    outcome: Outcome = "not asked" if not chosen else "met" if stated == len(chosen) else "to confirm"
    told = _say("rated_found", count=stated, norms=len(chosen)) if chosen else ""
    return ConditionOut(
        clause="events_rated", article="", heading=_say("rated_heading"), requirement=_say("rated_asks"),
        outcome=outcome, needed="", found=told, missing="", note="",
        source=_say("rated_source"),
    )  # fmt: skip
