"""An event made ready to be judged: with answers, under its edition, with rating lists, and not without any rating."""

from datetime import date
from functools import lru_cache
from typing import NamedTuple

from normcheck.answers import Answers
from normcheck.complete import complete
from normcheck.event import Day, Event, Source
from normcheck.ratings.by_date import with_lists
from normcheck.read.refusal import refusal
from normcheck.regulation import Edition, edition_for, edition_named, resolve


class Prepared(NamedTuple):
    """An event that can be judged, the edition to judge it by, and why it is that one (a key of the wording)."""

    event: Event
    edition: Edition
    reason: str


def prepare(
    event: Event, answers: Answers | None = None, edition: str | None = None, ratings: str | None = None
) -> Prepared:
    """An event with answers and rating lists, ready to be judged (see `lay_beside`).

    Raises `UnreadableInput` for an event in which even then nobody has a rating.
    """
    prepared = lay_beside(event, answers, edition, ratings)
    refuse_without_ratings(prepared.event)
    return prepared


def lay_beside(
    event: Event, answers: Answers | None = None, edition: str | None = None, ratings: str | None = None
) -> Prepared:
    """Lay answers and rating lists beside an event. `edition` and `ratings` are words as typed, None if not stated.

    Raises `UnreadableInput` and `WrongUsage` for what is given beside it.
    """
    event = complete(event, answers)
    rules, reason = edition_of(event, edition)
    return Prepared(with_lists(event, ratings, rules.clauses.long_event.days), rules, reason)


def edition_of(event: Event, name: str | None) -> tuple[Edition, str]:
    """The edition asked for, as it stood on the first day, or the one in force; and why."""
    return _edition_on(event.start.value if event.start else None, name)


@lru_cache(512)
def _edition_on(start: Day | None, name: str | None) -> tuple[Edition, str]:
    if name is None:
        return edition_for(start)
    return resolve(edition_named(name), start.first if start else date.max), "forced"


def has_ratings(event: Event) -> bool:
    """Whether ratings are known: somebody has one, or it is stated of everybody that he has none.

    A table without the column, and a list with national ratings only, give everybody a rating of 0. So does a sheet
    that leaves them out; one that states 0 knows where.
    """
    if any(p.rating for p in event.players.values()) or any(one.rating for one in event.dated.values()):
        return True
    asked = [no for no in event.players if not (event.sheet and no == event.applicant)]
    return all((no, "rating") in event.answered or (no, "rating") in event.origins for no in asked)


def refuse_without_ratings(event: Event, key: str = "no_ratings") -> None:
    """Raise `UnreadableInput` for an event without ratings; `key` is the wording that says what to do about it."""
    if not has_ratings(event):
        key = "no_ratings_sheet" if event.sheet else "no_ratings_listed" if event.rating_list else key
        raise refusal(key, Source(event.file), list=event.rating_list)
