"""What must be answered before an application can be judged, and what is to be confirmed in any case."""

from collections.abc import Iterator
from itertools import combinations

from normcheck.progress.apply import Application, Counted
from normcheck.progress.conditions import numbers
from normcheck.progress.facts import MAYBE, NO, YES
from normcheck.progress.sentence import rating_text
from normcheck.wording import say


def _ask(key: str, **values: object) -> str:
    return say("progress", "questions", key, **values)


def questions(found: Application) -> list[str]:
    """Open facts that decide, each once."""
    asked = [*_of_norms(found), *_of_conditions(found), *_of_rating(found)]
    return list(dict.fromkeys(asked))


def _of_norms(found: Application) -> Iterator[str]:
    """Norms whose standing, credit or day is open."""
    short = found.conditions["award_games"] < YES
    for one in found.norms:
        norm, event = one.norm, name(one)
        if one.reason == "registration_unknown":
            yield _ask("registered", event=event, article=found.edition.article("old_norms"))
        if one.chosen and not norm.sure:
            yield _ask("review", event=event, question=norm.question)
        elif one.chosen and short and norm.when and not one.credit.is_settled:
            articles = ", ".join(norm.edition.article(key) for key in one.credit.clauses)
            yield _ask("credit", event=event, low=one.credit.low, high=one.credit.high, articles=articles)
        if one.chosen and short and (one.implied or one.way.halves is None or one.way.required is None):
            yield _ask("points", event=event, title=found.title, article=norm.edition.article("overscore"))
        if one.chosen and norm.when is None:
            yield _ask("no_day", event=event, article=found.edition.article("old_norms"))
        elif one.chosen and norm.edition_reason == "no_start_date":
            yield _ask("no_date", event=event)


def name(one: Counted) -> str:
    """The event with its year, if that is known."""
    when = one.norm.when
    if when is None or str(when.year) in one.norm.event:
        return one.norm.event
    return say("progress", "words", "event_and_year", event=one.norm.event, year=when.year)


def _of_conditions(found: Application) -> Iterator[str]:
    """Facts of the chosen norms that would meet a condition not known to be met."""
    rule = found.edition.clauses.qualifying_event
    values = {
        "days": found.edition.clauses.one_round_a_day.days,
        "players": rule.players if rule else 0,
        "average": rule.average if rule else 0,
    }
    for key, state in found.conditions.items():
        if state == MAYBE and key != "award_games":
            for one in found.chosen:
                if one.norm.sure and _fact(one, key) == MAYBE:
                    yield _ask(key, event=name(one), article=found.edition.article(key), **values)


def _fact(one: Counted, key: str) -> int:
    facts = {
        "normal_foreigner": one.option.foreigner,
        "one_round_a_day": one.option.one_round,
        "qualifying_event": one.option.qualifying,
    }
    return facts[key]


def _of_rating(found: Application) -> Iterator[str]:
    peak = found.peak
    if peak.state == MAYBE and peak.highest is None:
        yield _ask("no_rating")
    elif peak.state == MAYBE and peak.doubtful and peak.doubtful.most is not None:
        yield _ask("live", source=peak.doubtful.source, most=rating_text(peak.doubtful.most))


def to_confirm(found: Application) -> list[str]:
    """Facts that are taken as they are mostly, but asked for when the application is examined."""
    unrated = numbers(found, lambda one: one.norm.rated not in (YES, NO))
    asked = [_ask("rated_many" if "," in unrated else "rated_one", numbers=unrated)] if unrated else []
    pairs = combinations(found.chosen, 2)
    return asked + [_ask("overlap", one=name(one), other=name(other)) for one, other in pairs if _overlap(one, other)]


def _overlap(one: Counted, other: Counted) -> bool:
    """Whether two events share days that are both known."""
    first, second = one.norm.exact_days, other.norm.exact_days
    return first is not None and second is not None and first[0] <= second[1] and second[0] <= first[1]
