"""From words and files to games, dates and a K: the inputs of a question about ratings, checked."""

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from normcheck.errors import WrongUsage
from normcheck.event import Day, Event, Player
from normcheck.named import player_named
from normcheck.prepare import refuse_without_ratings
from normcheck.rating.change import Part
from normcheck.rating.coefficient import Coefficient, History, coefficient, given
from normcheck.rating.games import Skipped, checked_rating, games_of, opponents, rated_games, results
from normcheck.rating.rules import Rules, rating_rules
from normcheck.wording import say


class Facts(NamedTuple):
    """What is stated of a player, as typed; None is "not stated"."""

    rating: str | None = None
    k: int | None = None
    games: int | None = None
    peak: str | None = None
    birth: str | None = None


class Asked(NamedTuple):
    """The games of one event, and the player they are of as far as the file tells."""

    part: Part
    skipped: tuple[Skipped, ...] = ()
    player: Player | None = None


def typed(opponents_text: str | None, results_text: str | None, day: date, name: str = "") -> Asked:
    """The games of two lists, under the rules of a day."""
    if opponents_text is None or results_text is None:
        raise WrongUsage(_say("no_games"))
    games = rated_games(opponents(opponents_text), results(results_text))
    return Asked(Part(games, rating_rules().on(day), name))


def from_event(event: Event, word: str | None, day: date | None) -> Asked:
    """The games of a player of an event, under the rules of its first day or of the one stated."""
    player = find(event, word)
    refuse_without_ratings(event, "no_ratings_alone")
    games, skipped = games_of(event, player)
    start = day or (event.start.value.first if event.start else None)
    if start is None:
        raise WrongUsage(_say("no_start", file=event.file))
    name = event.name.value if event.name else event.file
    return Asked(Part(games, rating_rules().on(start), name), skipped, player)


def typed_event(text: str, day: date) -> Asked:
    """The games of an event written ``[DATE ]OPPONENTS:RESULTS``."""
    match = re.fullmatch(r"\s*(?:(\d{4}-\d\d-\d\d)\s+)?([^:]+):([^:]+)", text)
    if match is None:
        raise WrongUsage(_say("event", word=text))
    start, ratings, scores = match.groups()
    first = a_day(start) if start else day
    return typed(ratings, scores, first, first.isoformat())


def own_rating(facts: Facts, asked: Asked | None = None, file: str = "") -> int:
    """The rating stated, or that of the player in the file."""
    if facts.rating is not None:
        return checked_rating(facts.rating)
    if asked is None or asked.player is None:
        raise WrongUsage(_say("no_rating"))
    if not asked.player.rating:
        raise WrongUsage(_say("unrated", name=asked.player.name, file=file))
    return checked_rating(asked.player.rating)


def own_k(facts: Facts, rating: int, rules: Rules, birth: str = "") -> Coefficient:
    """The K stated, or that of the facts; `birth` is that of the file. Raises `WrongUsage` if a fact is missing.

    Where no rule is known the coefficient has no value.
    """
    limits = rating_rules()
    if facts.k is not None:
        if not 1 <= facts.k <= limits.most_k:
            raise WrongUsage(_say("k", k=facts.k, most=limits.most_k))
        return given(facts.k)
    history = History(rating, _games(facts.games), _peak(facts.peak, rating), _birth(facts.birth, birth, rules.day))
    found = coefficient(rules.coefficient, history, rules.day)
    if found.ask:
        names = ", ".join(say("rating", "facts", name) for name in found.ask)
        raise WrongUsage(_say("k_ask", facts=names))
    if found.reason == "unclear_rule":
        raise WrongUsage(_say("k_unclear"))
    return found


def _games(games: int | None) -> int | None:
    most = rating_rules().most_games
    if games is not None and not 0 <= games <= most:
        raise WrongUsage(_say("games", games=games, most=most))
    return games


def _peak(word: str | None, rating: int) -> int | None:
    if word is None:
        return None
    peak = checked_rating(word)
    if peak < rating:
        raise WrongUsage(_say("peak", peak=peak, rating=rating))
    return peak


def _birth(word: str | None, of_file: str, day: date) -> Day | None:
    """The date of birth stated, or that of the file if it is one."""
    found = partial_day(of_file if word is None else word)
    if found is not None and found.first < day:
        return found
    if word is not None:
        raise WrongUsage(_say("birth", word=word, day=day))
    return None


def partial_day(text: str) -> Day | None:
    """A date known to the day, the month or the year; None if it is none."""
    match = re.fullmatch(r"(\d{4})(?:[-/.](\d\d)(?:[-/.](\d\d))?)?", text.strip())
    if match is None:
        return None
    year, month, day = (int(part or 0) for part in match.groups())
    found = Day(year, month, day if month else 0)
    try:
        _ = found.first
    except ValueError:
        return None
    return found


def a_day(word: str) -> date:
    """A date such as 2025-10-01; `WrongUsage` if it is none."""
    try:
        return date.fromisoformat(word.strip())
    except ValueError as error:
        raise WrongUsage(_say("date", word=word)) from error


def same_player(asked: Sequence[Asked], files: Sequence[str]) -> None:
    """Raise `WrongUsage` if the files are not about one player: by FIDE id if both have one, else by name."""
    for one, file in zip(asked[1:], files[1:], strict=True):
        first, other = asked[0].player, one.player
        if first is None or other is None:
            continue
        by_id = bool(first.fide_id and other.fide_id)
        same = first.fide_id == other.fide_id if by_id else first.name.casefold() == other.name.casefold()
        if not same:
            names = {"name": other.name, "first": first.name, "first_file": files[0]}
            raise WrongUsage(_say("other_player", file=file, **names))


def find(event: Event, word: str | None) -> Player:
    """The player named; of a norm sheet its player in any case. Raises `WrongUsage`."""
    if word is not None:
        return player_named(event, word)
    if not event.sheet:
        raise WrongUsage(_say("player_missing", file=event.file))
    return event.players[event.applicant]


def _say(key: str, **values: object) -> str:
    return say("rating", "errors", key, **values)
