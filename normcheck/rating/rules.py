"""The rules by which ratings change, as data with dates: loaded, checked, looked up for a day.

They stand in ``rules/fide-ratings.toml``, which describes the keys. A rule that is not known on a day is None.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeVar

from pydantic import BeforeValidator, Field, PositiveInt, ValidationError, field_validator, model_validator

from normcheck.clauses import Certainty, Strict
from normcheck.errors import BrokenRules, WrongUsage
from normcheck.regulation import problem, read_toml
from normcheck.resources import folder
from normcheck.wording import say


def _exact(value: object) -> Fraction:
    if not isinstance(value, str | Fraction):
        raise ValueError('not an exact number; write it like "25/2"')
    return Fraction(value)


Text = Annotated[str, Field(min_length=1)]
Points = Annotated[Fraction, BeforeValidator(_exact), Field(ge=0)]


class Dated(Strict):
    """A rule with the days between which it holds; without a last day until the next rule of its kind."""

    valid_from: date = Field(alias="from")
    valid_until: date | None = Field(default=None, alias="until")
    article: Text
    source: Text
    certainty: Certainty = "text"

    @model_validator(mode="after")
    def _ends_after_its_beginning(self) -> "Dated":
        if self.valid_until is not None and self.valid_until < self.valid_from:
            raise ValueError("until lies before from")
        return self


class DifferenceRule(Dated):
    """The greatest difference of two ratings that counts, in points."""

    limit: PositiveInt
    once_per_event: bool = False
    not_from: PositiveInt | None = None


class Junior(Strict):
    """The coefficient of young players; "unclear" means until the birthday or until the end of its year."""

    k: PositiveInt
    age: PositiveInt
    below: PositiveInt
    until: Literal["birthday", "year", "unclear"]


class CoefficientRule(Dated):
    """The development coefficient K."""

    new: PositiveInt
    new_games: PositiveInt
    standard: PositiveInt
    top: PositiveInt
    top_from: PositiveInt
    junior: Junior


class ProductRule(Dated):
    """The limit of K times the games of a period."""

    most: PositiveInt


class FloorRule(Dated):
    """The lowest rating of a list."""

    value: PositiveInt


class RoundingRule(Dated):
    """How the change of a period is rounded."""

    half: Literal["away from zero"]


class InitialRule(Dated):
    """The first rating of an unrated player; without a bonus the table holds for every score."""

    games: PositiveInt
    months: PositiveInt | None = None
    draws_with: tuple[PositiveInt, ...] = ()
    bonus: Points | None = None
    most: PositiveInt | None = None
    zero_disregarded: bool = False


R = TypeVar("R", bound=Dated)


class Rules(NamedTuple):
    """The rules in force on a day; None is "not known"."""

    day: date
    difference: DifferenceRule
    coefficient: CoefficientRule | None
    product: ProductRule | None
    floor: FloorRule | None
    rounding: RoundingRule | None
    initial: InitialRule | None


class RatingRules(Strict):
    """All rules with their dates, and the numbers beyond which an input is taken for a mistake."""

    id: str
    title: str
    tables: str
    lowest: PositiveInt
    highest: PositiveInt
    most_k: PositiveInt
    most_games: PositiveInt
    difference: tuple[DifferenceRule, ...] = Field(min_length=1)
    coefficient: tuple[CoefficientRule, ...]
    product: tuple[ProductRule, ...]
    floor: tuple[FloorRule, ...]
    rounding: tuple[RoundingRule, ...]
    initial: tuple[InitialRule, ...]

    @field_validator("difference", "coefficient", "product", "floor", "rounding", "initial")
    @classmethod
    def _in_order(cls, entries: tuple[R, ...]) -> tuple[R, ...]:
        for one, following in pairwise(entries):
            if (one.valid_until or one.valid_from) >= following.valid_from:
                raise ValueError(f"the rule from {following.valid_from} does not follow the one before it")
        return entries

    @field_validator("difference")
    @classmethod
    def _without_gap(cls, entries: tuple[DifferenceRule, ...]) -> tuple[DifferenceRule, ...]:
        starts = [one.valid_from - timedelta(days=1) for one in entries[1:]]
        for one, end in zip(entries, [*starts, None], strict=True):
            if one.valid_until not in (None, end):
                raise ValueError(f"nothing is said about the days after {one.valid_until}")
        return entries

    @property
    def first_day(self) -> date:
        """The first day of which anything is known."""
        return self.difference[0].valid_from

    def on(self, day: date) -> Rules:
        """The rules of a day; `WrongUsage` before the first day of which anything is known."""
        difference = _in_force(self.difference, day)
        if difference is None:
            raise WrongUsage(say("rating", "errors", "too_early", day=day, first=self.first_day))
        return Rules(
            day,
            difference,
            _in_force(self.coefficient, day),
            _in_force(self.product, day),
            _in_force(self.floor, day),
            _in_force(self.rounding, day),
            _in_force(self.initial, day),
        )


def _in_force(entries: Sequence[R], day: date) -> R | None:
    begun = [one for one in entries if one.valid_from <= day]
    if not begun:
        return None
    last = begun[-1]
    return last if last.valid_until is None or day <= last.valid_until else None


def load_rules(path: Path) -> RatingRules:
    """Read and check a file of rating rules; `BrokenRules` says file, key and reason."""
    try:
        return RatingRules.model_validate(read_toml(path))
    except ValidationError as error:
        raise BrokenRules(problem(path, error)) from error


@cache
def rating_rules() -> RatingRules:
    """The rules in ``rules/fide-ratings.toml``."""
    return load_rules(folder("rules") / "fide-ratings.toml")
