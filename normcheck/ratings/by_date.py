"""Events so long that ratings and titles are those of the day of each game: the lists of the months of the rounds."""

from datetime import date

from normcheck.event import Dated, Day, Event, Notice, Player, Source
from normcheck.ratings import store
from normcheck.ratings.choose import Chosen, KeptList, RatingList, choose, wanted_month
from normcheck.ratings.entry import Entry
from normcheck.ratings.join import join, look_up
from normcheck.ratings.months import Month
from normcheck.ratings.wanted import Wanted, tell


def with_lists(event: Event, word: str | None, longest: int) -> Event:
    """The event with the list `word` names (see `choose`), and with those by date if it is longer than `longest` days.

    Raises `WrongUsage` and `UnreadableInput`.
    """
    tell(word, wanted(event, longest))
    chosen = choose(word, event)
    return by_date(join(event, chosen), chosen, longest)


def wanted(event: Event, longest: int) -> Wanted:
    """The lists an event asks for: of its first day, and of its rounds if it is longer than `longest` days."""
    months = set(_months(event).values()) if days(event) > longest else set()
    return Wanted(
        wanted_month(event.start.value if event.start else None),
        tuple(sorted(month for month in months if month)),
    )


def _months(event: Event) -> dict[int, Month | None]:
    """The month of the list in force in every round."""
    return {number: wanted_month(day) for number, day in enumerate(event.round_dates[: event.rounds], 1)}


def days(event: Event) -> int:
    """Days from the first to the last, both counted; 0 if one is not known."""
    first, last = (fact.value.exact if fact else None for fact in (event.start, event.end))
    return (last - first).days + 1 if isinstance(first, date) and isinstance(last, date) else 0


def by_date(event: Event, chosen: Chosen, longest: int) -> Event:
    """The event with rating and titles of every player round by round, if it is longer than `longest` days.

    Rounds without a date, months without a list and players who are not in it stay without. Without a list chosen the
    event comes back as it is. Raises `UnreadableInput` for a damaged list.
    """
    if chosen.rating_list is None or days(event) <= longest:
        return event
    months = _months(event)
    lists = _lists({month for month in months.values() if month}, chosen.rating_list)
    found = {month: look_up(event, one).entries for month, one in lists.items()}
    dated: dict[tuple[int, int], Dated] = {}
    for number, month in months.items():
        for no, entry in found.get(month, {}).items() if month else ():
            dated[number, no] = _dated(event, event.players[no], entry)
    missing = sorted({str(month) for month in months.values() if month and month not in lists})
    return event._replace(dated=dated, notices=event.notices + _notices(event, lists, missing))


def _lists(months: set[Month], chosen: RatingList) -> dict[Month, RatingList]:
    lists: dict[Month, RatingList] = {month: KeptList(month) for month in months.intersection(store.months())}
    if chosen.month in months:
        lists[chosen.month] = chosen
    return lists


def _dated(event: Event, player: Player, entry: Entry) -> Dated:
    """Rating and titles of a list, unless an answer has given them."""
    rating = player.rating if (player.no, "rating") in event.answered else entry.rating
    if (player.no, "title") in event.answered:
        return Dated(rating, player.title, player.womens_title)
    return Dated(rating, entry.title, entry.womens_title)


def _notices(event: Event, lists: dict[Month, RatingList], missing: list[str]) -> tuple[Notice, ...]:
    source, found = Source(event.file), []
    if lists:
        found.append(Notice("lists_by_date", {"months": ", ".join(map(str, sorted(lists)))}, source))
    if missing:
        found.append(Notice("lists_missing", {"months": ", ".join(missing)}, source))
    if not _has_all_dates(event.round_dates, event.rounds):
        found.append(Notice("lists_no_dates", {}, source))
    return tuple(found)


def _has_all_dates(dates: tuple[Day | None, ...], rounds: int) -> bool:
    return len(dates) >= rounds and all(dates[:rounds])
