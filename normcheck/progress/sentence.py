"""In one sentence: what is still needed for a title."""

from fractions import Fraction

from normcheck.progress.apply import COMPLETE, HELD, INCOMPLETE, Application
from normcheck.progress.facts import MAYBE, NO, YES
from normcheck.rating import numbers
from normcheck.wording import say


def rating_text(value: Fraction) -> str:
    """A rating as people write it, never more than it is: 2400, 2499.9."""
    return str(value.numerator) if value.denominator == 1 else numbers.reached(value)


def _say(key: str, **values: object) -> str:
    return say("progress", "sentence", key, **values)


def counted(key: str, count: int) -> str:
    """So many norms or games."""
    return _say(f"{key}_one" if count == 1 else f"{key}_many", count=count)


def sentence(found: Application) -> str:
    """The state of an application in one sentence."""
    if found.state == HELD:
        return _say("held")
    if found.state == COMPLETE:
        reached = found.peak.reached
        return _say(
            "complete",
            norms=counted("norms", len(found.chosen)),
            games=found.low,
            needed=found.goal.games,
            mark=found.peak.mark,
            value=rating_text(reached.value) if reached else "",
        )
    if found.state == INCOMPLETE:
        return _needed(found)
    return _say("review", parts="; ".join(_open(found)))


def _needed(found: Application) -> str:
    if found.further_at_best:
        rating = [_rating(found)] if found.peak.state != YES else []
        return _say("needed", parts="; ".join([_norms(found), *rating]))
    return _say("rating_only_open" if found.further else "rating_only", rating=_rating(found))


def _norms(found: Application) -> str:
    """How many norms more, of how many games, and what they must be."""
    missing = found.goal.games - min(found.high, found.goal.games)
    text = _more(missing, found)
    wishes = [wish(found, key) for key, state in found.conditions.items() if state == NO and key != "award_games"]
    if wishes:
        key, between = ("must_one", "and") if found.further_at_best == 1 else ("must_many", "and_one")
        text = _say(key, norms=text, wishes=say("progress", "words", between).join(wishes))
    if found.further > found.further_at_best:
        return _say("hoped", norms=text, count=found.further)
    return text


def _more(missing: int, found: Application) -> str:
    least, count = found.goal.least, found.further_at_best
    if not missing:
        return _say("more_other")
    if count > 1:
        return _say("more_many", count=count, games=missing)
    if missing == least:
        return _say("more_exact", games=missing)
    if found.missing_games > missing:
        return _say("more_short_range", low=missing, high=found.missing_games)
    return _say("more_short", games=counted("games", missing))


def wish(found: Application, key: str) -> str:
    """What a further norm must be to meet a condition."""
    clauses = found.edition.clauses
    rule = clauses.qualifying_event
    values: dict[str, object] = {"article": found.edition.article(key), "days": clauses.one_round_a_day.days}
    if rule:
        values |= {"players": rule.players, "average": rule.average}
    return say("progress", "wishes", key, **values)


def _rating(found: Application) -> str:
    peak = found.peak
    if peak.highest is None:
        return _say("rating_none", mark=peak.mark)
    value = rating_text(peak.highest.value)
    if peak.doubtful and peak.doubtful.most is not None:
        return _say("rating_doubtful", value=value, mark=peak.mark, most=rating_text(peak.doubtful.most))
    return _say("rating", value=value, mark=peak.mark)


def _open(found: Application) -> list[str]:
    """What must turn out well."""
    parts = []
    for key, state in found.conditions.items():
        if state == MAYBE and key == "award_games":
            parts.append(_say("open_games", high=found.high, low=found.low, needed=found.goal.games))
        elif state == MAYBE:
            clause = found.edition.clause(key)
            parts.append(_say("open_condition", heading=clause.heading, article=clause.article))
    return [*parts, *([_rating(found)] if found.peak.state != YES else [])]
