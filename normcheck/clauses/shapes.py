"""The shapes of clauses: what each key holds, and the range of its numbers.

Unknown keys, missing keys and numbers out of range are refused.
"""

from datetime import date
from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

Certainty = Literal["text", "secondary", "carried over", "inferred", "unknown"]
Scope = Literal["event", "player", "application", "information"]


def _share(value: object) -> Fraction:
    if isinstance(value, Fraction):
        return value
    if not isinstance(value, str) or value.count("/") != 1:
        raise ValueError('not a share; write it like "3/5"')
    numerator, denominator = value.split("/")
    if not (numerator.strip().isdigit() and denominator.strip().isdigit()) or int(denominator) == 0:
        raise ValueError('not a share; write it like "3/5"')
    return Fraction(int(numerator), int(denominator))


Share = Annotated[Fraction, BeforeValidator(_share), Field(ge=0, le=1)]
Rating = Annotated[int, Field(ge=500, le=3500)]
Small = Annotated[int, Field(ge=0, le=500)]
Text = Annotated[str, Field(min_length=1)]
TitleCode = Literal["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"]


class Strict(BaseModel):
    """Frozen, and unknown keys are refused: a misspelt key is an error, not a silent default."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class Change(Strict):
    """A change inside an edition: from a day on, these keys of the clause have these values."""

    valid_from: date = Field(alias="from")
    source: Text
    set: dict[str, Any]


class Possible(Strict):
    """Other numbers a clause may have where its text is not known: `text` says which, `set` are the keys."""

    text: Text
    set: dict[str, Any]


class Clause(Strict):
    """One clause: its article in this edition, what it asks in our words, what is often misread.

    `source` is the link to the text; `see` has further links, as to clarifications by FIDE. `certainty` is that of
    the requirement, `article_certainty` that of the article number. Where the numbers are not known, `possible` has
    the others they may be: the clause is judged with each.
    """

    article: Text
    heading: Text
    asks: Text
    misread: str = ""
    source: Text
    see: tuple[Text, ...] = ()
    certainty: Certainty = "text"
    article_certainty: Certainty = "text"
    scope: Scope = "player"
    changes: tuple[Change, ...] = ()
    possible: tuple[Possible, ...] = ()

    @model_validator(mode="after")
    def _changes_fit(self) -> Self:
        self.on(date.max)
        self.alternatives()
        return self

    def alternatives(self) -> tuple[Self, ...]:
        """The clause with each of the other numbers it may have."""
        return tuple(self._with(possible.set) for possible in self.possible)

    def _with(self, values: dict[str, Any]) -> Self:
        kept = {key: getattr(self, key) for key in type(self).model_fields if key not in ("changes", "possible")}
        return type(self).model_validate(kept | values)

    def on(self, day: date) -> Self:
        """The clause with the changes in force on a day; itself if there are none."""
        in_force = [change for change in self.changes if change.valid_from <= day]
        if not in_force:
            return self
        values: dict[str, Any] = {"possible": self.possible}
        for change in sorted(in_force, key=lambda c: c.valid_from):
            values |= change.set
        return self._with(values)


class Maximum(Clause):
    """A plain upper limit."""

    maximum: Small


class Minimum(Clause):
    """A plain lower limit."""

    minimum: Small


class RatingTitles(Clause):
    """A rating for each title, and the rated games needed for ratings reached from the day `since` on."""

    ratings: dict[TitleCode, Rating]
    games: Small = 0
    since: date | None = None

    def games_on(self, day: date) -> int:
        """The rated games needed for a rating reached on a day."""
        return self.games if self.since is None or day >= self.since else 0


class LargeSwiss(Clause):
    """Numbers that must be present in every round; `missed` rounds a player may miss and still count."""

    players: Small
    federations: Small
    titled: Small
    titles: tuple[TitleCode, ...]
    missed: Small


class StrongSwiss(Clause):
    """Participants and their average in every round; asked if a norm is from the day `since` or later."""

    players: Small
    average: Rating
    missed: Small
    kinds: tuple[str, ...]
    other_kinds: tuple[str, ...]
    since: date | None = None

    def is_asked(self, day: date) -> bool:
        """Whether a norm of this day brings the clause into an application."""
        return self.since is None or day >= self.since


class MaximumShare(Clause):
    """At most this share of the opponents, rounded down."""

    maximum: Share


class MinimumShare(Clause):
    """At least this share of the opponents, rounded up, and never fewer than `at_least`."""

    minimum: Share
    at_least: Small = 0
    titles: tuple[TitleCode, ...] = ()


class ScoreGap(Strict):
    """A score the annex does not list although the text allows it: number of games and points in half points."""

    games: Small
    halves: Small


class Score(MinimumShare):
    """The least score; `gaps` are scores on which text and annex differ."""

    gaps: tuple[ScoreGap, ...] = ()


class RequiredTitles(MinimumShare):
    """The share of required titles; `one_and_a_half` has, by norm, the titles that count one and a half times."""

    one_and_a_half: dict[TitleCode, tuple[TitleCode, ...]] = {}


class Raised(Clause):
    """How many of the lowest opponents are raised to the floor."""

    opponents: Small = 1


class DoubleRoundRobin(Clause):
    """Smallest field, and the share of different opponents with a required title."""

    players: Small
    minimum: Share


class Unrated(Clause):
    """The value of an unrated opponent who is not raised."""

    value: Rating


class UnratedShare(Clause):
    """At most this share of the opponents and `plus` more may be unrated, rounded down."""

    maximum: Share
    plus: Small = 0


class Cap(Clause):
    """A longer norm counts as so many games."""

    games: Small


class OlympiadNorm(Clause):
    """The games a norm of this kind of event is credited with, whatever was played; `performance` without the mix."""

    kind: str
    counts_as: Small
    performance: Small = 0
