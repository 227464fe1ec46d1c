"""The forecast as a document: what every output shows and what `--format json` prints, field by field.

Scores are points (multiples of 0.5), ratings whole points, probabilities from 0 to 1.
"""

from typing import Literal

from pydantic import Field

from normcheck.report.model import Model

SCHEMA = "normcheck-forecast/1"

State = Literal["safe", "possible", "impossible"]


class OptionOut(Model):
    """One way to the norm with the next game; the opponent paired brings what he brings.

    `min_rating` is null where an unrated opponent will do; `titles` are those the opponent may have, empty for any.
    `depends_on` are the questions that are open: then the option is enough only if they are settled well.
    """

    result: Literal["win", "draw", "loss"]
    min_rating: int | None
    titles: list[str]
    not_federations: list[str]
    new_federation_needed: bool
    depends_on: list[str]


class OpponentOut(Model):
    """The opponent paired in the next round."""

    no: int
    name: str
    title: str
    federation: str
    rating: int | None


class LineOut(Model):
    """A score in the rounds left with the least average of the opponents in them; null for any average."""

    points: float
    average: int | None


class AheadOut(Model):
    """Two or more rounds with opponents not known: bounds. What stands here is needed, but may not be enough."""

    rounds: int
    scores: list[LineOut]
    title_holders: int
    required_titles: int
    federations: int


class RemainingOut(Model):
    """A round robin to its end: the least score that is enough whatever games bring it, and that may be enough."""

    games: int
    enough: float | None
    possible: float | None
    exact: bool


class LiveOut(Model):
    """The live rating beside a norm, cut to one place: now and at its peak, and the mark that the title asks for.

    `next_result` is the least result against the opponent paired that brings the mark, null if none does or it is not
    known.
    """

    k: int
    rating: float
    peak: float
    peak_after_round: int
    mark: int
    reached: bool
    next_result: Literal["win", "draw", "loss"] | None
    text: str


class OutlookOut(Model):
    """One player and the title of a norm; `needs` says it in words, `reason` why it is open or impossible.

    `impossible_since` is the round after which it became so (0: never possible); `stands_without_playing` is null
    where it was not asked.
    """

    no: int
    name: str
    title: str
    state: State
    options: list[OptionOut]
    reason: str
    probability: float | None
    held: str
    federation: str
    rating: int | None
    needs: str
    opponent: OpponentOut | None
    ahead: AheadOut | None
    remaining: RemainingOut | None
    impossible_since: int | None
    stands_without_playing: bool | None
    live: LiveOut | None


class MarginRowOut(Model):
    """One round: those who count for the Swiss exemption, and all rated participants with their average."""

    round: int
    players: int | None
    federations: int | None
    titled: int | None
    rated: int | None
    average: int | None


class MarginsOut(Model):
    """How close the event is to losing the exemption and its standing as a large Swiss."""

    exemption_holds: bool | None
    large_swiss_holds: bool
    rounds: list[MarginRowOut]
    ends_exemption: list[int]
    ends_large_swiss: list[int]
    sentences: list[str]


class ForecastOut(Model):
    """The forecast of one event."""

    schema_: str = Field(alias="schema", serialization_alias="schema")
    made_by: str
    event: str
    file: str
    edition: str
    round: int
    rounds: int
    heading: str
    draw_model: str
    margins: MarginsOut | None
    notes: list[str]
    summary: str
    players: list[OutlookOut]
