"""What is known of a player on the way to a title: himself, his norms, his ratings. Values only.

A norm has one or more ways: lawful choices of games in its event, of which an application uses one. Scores are in
half points; a rating is exact, 2499.9 is not 2500.
"""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from normcheck.event import Day
from normcheck.regulation import Edition

NO, MAYBE, YES = 0, 1, 2  # not so, not known, so


def known(value: bool | None) -> int:
    """A fact that may not be known as `NO`, `MAYBE` or `YES`."""
    return MAYBE if value is None else YES if value else NO


class Person(NamedTuple):
    """Who applies; "" and None for what is not known. `sex` is m, f or ""."""

    name: str = ""
    fide_id: str = ""
    federation: str = ""
    sex: str = ""
    birth: Day | None = None
    place_of_birth: str = ""
    titles: tuple[str, ...] = ()


class Opponents(NamedTuple):
    """Counts of the opponents in the games of a way, as form IT2 asks for them; `host` None where not known."""

    titles: dict[str, int]
    rated: int
    unrated: int
    not_own: int
    host: int | None


class Way(NamedTuple):
    """One lawful choice of games: `foreigner` says whether it keeps the normal federation limits.

    `halves` and `required` are None where not stated, `ignored` are the rounds left out, `eight` marks the norm that
    an unplayed win or an allocated bye leaves one game short, `forfeit` one whose last game is a win by default that
    was counted as lost.
    """

    games: int
    halves: int | None = None
    required: int | None = None
    average: int | None = None
    ignored: tuple[int, ...] = ()
    foreigner: int = MAYBE
    eight: bool = False
    opponents: Opponents | None = None
    forfeit: bool = False

    @property
    def points_over(self) -> int:
        """The full points above the requirement, 0 where it is not stated."""
        if self.halves is None or self.required is None:
            return 0
        return max(self.halves - self.required, 0) // 2


class AllGames(NamedTuple):
    """All games of the event together, where that is more than the way chosen."""

    games: int
    halves: int
    required: int | None


@dataclass(frozen=True, slots=True)
class Norm:
    """A norm as typed or judged. `refusal` is the reason why it cannot count, `sure` is False if it needs review.

    `edition` is the one its event is judged by, `edition_reason` why; `question` is what a review turns on.
    """

    title: str
    event: str
    source: str
    ways: tuple[Way, ...]
    edition: Edition
    edition_reason: str = "in_force"
    start: Day | None = None
    end: Day | None = None
    system: str = ""
    kind: str = ""
    place: str = ""
    federation: str = ""
    one_round_a_day: int = MAYBE
    large_swiss: int = MAYBE
    qualifying_kind: int = MAYBE
    rated: int = MAYBE
    registered: int = MAYBE
    sure: bool = True
    question: str = ""
    all_games: AllGames | None = None

    @property
    def when(self) -> Day | None:
        """The day of the norm: its last, else its first."""
        return self.end or self.start

    @property
    def exact_days(self) -> tuple[date, date] | None:
        """The first and the last day, None unless both are known to the day."""
        first, last = (day.exact if day else None for day in (self.start, self.end))
        return (first, last) if first and last else None


class RatingPoint(NamedTuple):
    """A rating reached; `live` marks one between two lists, inside an event.

    `most` is set for a live peak that may have been higher because K is not known: `value` is then the least.
    `by_end` says that the day of the game is not known: `day` is then the last of the event.
    """

    day: Day | None
    value: Fraction
    source: str
    live: bool = False
    most: Fraction | None = None
    by_end: bool = False


class Told(NamedTuple):
    """Everything that was read: the player, his norms, his ratings, and what is to be noted."""

    person: Person
    norms: tuple[Norm, ...] = ()
    ratings: tuple[RatingPoint, ...] = ()
    notes: tuple[str, ...] = ()
