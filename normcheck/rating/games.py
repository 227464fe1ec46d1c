"""The games that are rated: typed in as two lists, or taken from an event."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from normcheck.errors import WrongUsage
from normcheck.event import HALVES, PLAYED, Event, Player
from normcheck.rating.rules import rating_rules
from normcheck.wording import say

_RESULTS = {"1": 2, "w": 2, "=": 1, "½": 1, "1/2": 1, "0.5": 1, ".5": 1, "d": 1, "0": 0, "l": 0}


class Rated(NamedTuple):
    """A game against a rated opponent; the score is in half points, `round` and `name` may be unknown."""

    opponent: int
    halves: int
    round: int = 0
    name: str = ""


class Skipped(NamedTuple):
    """A round that is not rated, with the key of the reason: ``unplayed`` or ``unrated``."""

    round: int
    reason: str


def score(games: Sequence[Rated]) -> int:
    """The points of the games, in half points."""
    return sum(game.halves for game in games)


def opponents(text: str) -> tuple[int, ...]:
    """The ratings in a list such as ``1675,1890``; `WrongUsage` names the one that is none."""
    return tuple(checked_rating(word) for word in _words(text, "opponents"))


def results(text: str) -> tuple[int, ...]:
    """The scores, in half points, in a list such as ``1,=,0`` or ``1=0``; `WrongUsage` names a word that is none."""
    words = _words(text, "results")
    if len(words) == 1 and set(words[0]) <= set("1=½0") and len(words[0]) > 1:
        words = list(words[0])
    for word in words:
        if word.lower() not in _RESULTS:
            raise WrongUsage(say("rating", "errors", "result", word=word))
    return tuple(_RESULTS[word.lower()] for word in words)


def rated_games(ratings: Sequence[int], scores: Sequence[int]) -> tuple[Rated, ...]:
    """The games of two lists of the same length; `WrongUsage` if they are not."""
    if len(ratings) != len(scores):
        raise WrongUsage(say("rating", "errors", "lengths", results=len(scores), opponents=len(ratings)))
    return tuple(Rated(rating, halves, at) for at, (rating, halves) in enumerate(zip(ratings, scores, strict=True), 1))


def games_of(event: Event, player: Player) -> tuple[tuple[Rated, ...], tuple[Skipped, ...]]:
    """The rated games of a player of an event, and the rounds that are not: not played, or against an unrated."""
    rated, skipped = [], []
    for at, game in enumerate(player.games, 1):
        opponent = event.players.get(game.opponent)
        if opponent is None or game.result not in PLAYED:
            skipped.append(Skipped(at, "unplayed"))
        elif not opponent.rating:
            skipped.append(Skipped(at, "unrated"))
        else:
            rated.append(Rated(opponent.rating, HALVES[game.result], at, opponent.name))
    return tuple(rated), tuple(skipped)


def checked_rating(word: str | int) -> int:
    """A rating as a whole number; `WrongUsage` if it is none or cannot be one."""
    low, high = rating_rules().lowest, rating_rules().highest
    text = str(word).strip()
    number = int(text) if re.fullmatch(r"[0-9]{1,6}", text) else -1
    if not low <= number <= high:
        raise WrongUsage(say("rating", "errors", "rating", word=text, low=low, high=high))
    return number


def _words(text: str, what: str) -> list[str]:
    words = [word for word in re.split(r"[,;\s]+", text.strip()) if word]
    if not words:
        raise WrongUsage(say("rating", "errors", "empty", what=what))
    return words
