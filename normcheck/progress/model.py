"""The document of a title progress: what every output shows and what `--format json` prints, field by field.

Scores are points (multiples of 0.5); ratings are numbers, with decimals where they were not published; days are as
precise as they are known, "" if not. Facts that are not known are null.
"""

from typing import Literal

from pydantic import Field

from normcheck.report.model import Model

SCHEMA = "normcheck/progress/1"

State = Literal["held", "complete", "needs review", "incomplete"]
Outcome = Literal["met", "missing", "unknown", "not asked", "to confirm"]


class PersonOut(Model):
    """The player."""

    name: str
    fide_id: str
    federation: str
    sex: str
    birth: str
    place_of_birth: str
    titles: list[str]


class RatingOut(Model):
    """A rating reached; `at_most` for a live peak that may have been higher, because K is not known."""

    day: str
    value: float | int
    at_most: float | int | None
    live: bool
    source: str


class NormOut(Model):
    """A norm as this application sees it; `reason` says why it does not count."""

    no: int
    title: str
    event: str
    start: str
    end: str
    place: str
    system: str
    kind: str
    games: int
    score: float | None
    required_score: float | None
    average: int | None
    ignored_rounds: list[int]
    credited_games: int
    credited_at_most: int
    credited_by: list[str]
    edition: str
    edition_title: str
    normal_foreigner: bool | None
    one_round_a_day: bool | None
    qualifying_event: bool | None
    eight_game: bool
    rated: bool | None
    registered: bool | None
    sure: bool
    choices: int
    counted: bool
    reason: str
    source: str


class ConditionOut(Model):
    """A condition of the application; `found` and `missing` in words."""

    clause: str
    article: str
    heading: str
    requirement: str
    outcome: Outcome
    needed: str
    found: str
    missing: str
    note: str
    source: str


class PeakOut(Model):
    """The rating asked, the highest known, and where it was first reached."""

    needed: int
    highest: RatingOut | None
    reached: RatingOut | None
    missing: float | int


class TitleOut(Model):
    """One title: its state, in one sentence what is still needed, and all that it rests on."""

    title: str
    state: State
    sentence: str
    games: int
    games_at_most: int
    games_needed: int
    games_missing: int
    further_norms: int
    further_norms_at_best: int
    peak: PeakOut
    conditions: list[ConditionOut]
    norms: list[NormOut]
    questions: list[str]
    to_confirm: list[str]
    edition: str


class ProgressOut(Model):
    """Everything about one player."""

    schema_: str = Field(alias="schema", serialization_alias="schema")
    made_by: str
    player: PersonOut
    ratings: list[RatingOut]
    titles: list[TitleOut]
    notes: list[str]
