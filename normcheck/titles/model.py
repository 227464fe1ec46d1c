"""What `normcheck titles` and `normcheck direct` print with `--format json`, field by field.

Ratings are numbers of rating points, with decimals where they were reached between two lists; days are as precise as
they are known. `SCHEMA` names change when a field changes its meaning or goes away.
"""

from typing import Literal

from pydantic import Field

from normcheck.report.model import Model

BY_RATING = "normcheck/titles/1"
DIRECT = "normcheck/direct/1"


class TitledOut(Model):
    """A player of the event; `no` is null for a norm sheet, `rating` 0 is unrated or not known."""

    no: int | None
    name: str
    fide_id: str
    title: str
    federation: str
    rating: int


class ByRatingOut(Model):
    """A title by rating. `needed` is the rating it asks for, `value` the one reached after `round` (0: in the list).

    `games` are the rated games asked for by then (0: none); `asks` says what the title still hangs on.
    """

    player: TitledOut
    title: str
    needed: int
    value: float | int
    round: int
    games: int
    outcome: Literal["reached", "to confirm"]
    asks: list[str]


class RatingTitles(Model):
    """All titles by rating that were asked for; none is an empty list."""

    schema_: str = Field(alias="schema", serialization_alias="schema")
    made_by: str
    file: str
    start: str
    edition: str
    titles: list[ByRatingOut]


class CheckOut(Model):
    """A condition: its key, what it says, and numbers needed and found where it has some."""

    key: str
    text: str
    outcome: Literal["met", "not met", "to confirm"]
    needed: int | None
    found: int | None


class DirectOut(Model):
    """A direct title of one player: the result that gives it, what it hangs on, and the source of the row.

    `rating` is the one the title asks for; 0 for none. ``conditional`` lasts until that rating is reached.
    """

    player: TitledOut
    title: str
    result: str
    outcome: Literal["title", "conditional", "to confirm", "no title"]
    rating: int
    checks: list[CheckOut]
    source: str


class ProposalOut(Model):
    """A row of the table that rests on no official text and decides nothing; `title` or `women_title` may be ""."""

    result: str
    title: str
    women_title: str
    award: Literal["title", "norm", "none", "unknown"]
    certainty: str
    source: str


class DirectTitlesOut(Model):
    """What the table gives in one championship; `article` is that of the general conditions, "" if none are known."""

    schema_: str = Field(alias="schema", serialization_alias="schema")
    made_by: str
    file: str
    start: str
    edition: str
    championship: str
    name: str
    body: Literal["world", "continental", "sub-continental"]
    article: str
    checks: list[CheckOut]
    titles: list[DirectOut]
    proposals: list[ProposalOut]
