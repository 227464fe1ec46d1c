"""Ratings as evidence: kept rating lists, the list an event was played with, the live peak inside an event."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from normcheck.event import Day, Event, Player
from normcheck.progress.facts import Person, RatingPoint
from normcheck.rating.change import Change, Part, change
from normcheck.rating.coefficient import History, coefficient
from normcheck.rating.games import Rated, games_of
from normcheck.rating.live import Peak, peak, reached
from normcheck.rating.rules import Rules, rating_rules
from normcheck.ratings.months import in_force, make_month
from normcheck.ratings.store import find, months
from normcheck.regulation import editions
from normcheck.wording import say


def of_document(rating: int, start: Day | None, event: str) -> Iterator[RatingPoint]:
    """The rating of the list an event was played with, on the day of that list."""
    if rating:
        month = make_month(start.year, start.month) if start else None
        listed = in_force(month) if month else None
        day = Day(listed.year, listed.month, 1) if listed else start
        yield RatingPoint(day, Fraction(rating), say("progress", "sources", "start_list", event=event))


def of_lists(person: Person) -> Iterator[RatingPoint]:
    """The ratings of a player in the rating lists kept on this computer."""
    if not person.fide_id:
        return
    for month in months():
        for entry in find(month, ids=[int(person.fide_id)]):
            if entry.rating:
                source = say("progress", "sources", "list", month=month)
                yield RatingPoint(Day(month.year, month.month, 1), Fraction(entry.rating), source)


class Played(NamedTuple):
    """The rated games of one player in an event, with his rating before and the days, as far as they are known."""

    event: str
    rating: int
    games: tuple[Rated, ...]
    start: Day | None = None
    end: Day | None = None
    dates: tuple[Day | None, ...] = ()


def games_by_number(event: Event, players: Iterable[Player]) -> dict[int, Played]:
    """What the live peaks of players inside an event follow from, by start number; 0 for the one of a norm sheet."""
    start, end = (fact.value if fact else None for fact in (event.start, event.end))
    name = event.name.value if event.name else event.file
    return {
        0 if event.sheet else one.no: Played(name, one.rating, games_of(event, one)[0], start, end, event.round_dates)
        for one in players
    }


def of_games(played: Played, person: Person, ratings: list[RatingPoint]) -> Iterator[RatingPoint]:
    """The live peak inside an event, if the rating rose; where K is not known, the least and the most it can be."""
    start = played.start
    if not played.games or not played.rating or start is None or start.first < rating_rules().first_day:
        return
    rules = rating_rules().on(start.first)
    part = Part(played.games, rules, played.event)
    earlier = [int(r.value) for r in ratings if not r.live and r.day and r.day.last <= start.first]
    found = [change(played.rating, k, [part]) for k in _possible(played.rating, earlier, person, rules)]
    best = [top for done in found if (top := peak(done)) and top.after]
    if best:
        yield from _crossings(played, part, found[0], best)
        yield _point(played, part, found[0], best)


def _possible(rating: int, earlier: list[int], person: Person, rules: Rules) -> list[int]:
    """The K a player can have had, smallest first.

    The highest rating known stands for the highest ever: a higher one would have reached the mark of a title before.
    """
    rule = rules.coefficient
    if rule is None:
        return []
    counts = (0, rule.new_games)
    found = {
        coefficient(rule, History(rating, games, max([rating, *earlier]), person.birth), rules.day).value
        for games in counts
    }
    return sorted({k for k in found if k is not None} | ({rule.standard, rule.new} if None in found else set()))


def _crossings(played: Played, part: Part, done: Change, best: list[Peak]) -> Iterator[RatingPoint]:
    """Where the mark of a title was first reached before the peak, if that day is known: the day the form asks for."""
    marks = sorted({title.peak for title in editions()[-1].titles.values() if title.peak > done.rating})
    found = dict.fromkeys(after for mark in marks if (after := reached(done, mark)) and after < best[0].after)
    for after in found:
        row = done.rows[after - 1]
        if row.running is not None and (day := _day(played, row.game.round)):
            yield RatingPoint(day, row.running, _source(part, row.game.round, best), True)


def _day(played: Played, round_: int) -> Day | None:
    return played.dates[round_ - 1] if 0 < round_ <= len(played.dates) else None


def _source(part: Part, round_: int, best: list[Peak]) -> str:
    key = "live_unknown" if best[-1].value > best[0].value else "live"
    return say("progress", "sources", key, event=part.name, round=round_)


def _point(played: Played, part: Part, done: Change, best: list[Peak]) -> RatingPoint:
    round_ = done.rows[best[0].after - 1].game.round
    day = _day(played, round_)
    is_open = day is None and played.start != played.end
    most = best[-1].value if best[-1].value > best[0].value else None
    return RatingPoint(day or played.end, best[0].value, _source(part, round_, best), True, most, by_end=is_open)
