"""The document: what every output shows and what `--format json` prints, field by field.

Its JSON schema is a golden file in the tests; `SCHEMA` changes when a field changes its meaning or goes away.
Scores are points (multiples of 0.5); ratings, averages and performances are whole rating points.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

SCHEMA = "normcheck/1"

Outcome = Literal["met", "not met", "waived", "not applicable", "unknown"]
Decision = Literal["norm", "no norm", "needs review"]


class Model(BaseModel):
    """Frozen, nothing extra."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class EditionOut(Model):
    """The edition the event is judged by, and why."""

    id: str
    title: str
    effective_from: str
    source: str
    chosen_because: str


class ConditionOut(Model):
    """A condition of the event itself: met, not met or to confirm."""

    clause: str
    article: str
    heading: str
    requirement: str
    outcome: Literal["met", "not met", "to confirm"]
    needed: str
    found: str
    note: str
    source: str


class EventOut(Model):
    """The event as the files and answers describe it; empty text and 0 players for what is not known."""

    name: str
    place: str
    federation: str
    organiser: str
    start: str
    end: str
    rounds: int
    rounds_played: int
    complete: bool
    players: int
    system: str
    system_source: str
    kind: str
    rate_of_play: str
    chief_arbiter: str
    file: str
    format: str
    conditions: list[ConditionOut]


class WarningOut(Model):
    """Something doubtful in the input, with its place."""

    key: str
    text: str
    source: str


class PlayerOut(Model):
    """The applicant; `no` is null for a norm sheet."""

    no: int | None
    name: str
    fide_id: str
    title: str
    federation: str
    rating: int


class EvidenceOut(Model):
    """One thing a finding rests on; round 0 for what is not of one round."""

    round: int
    opponent: str
    value: str
    source: str


class FindingOut(Model):
    """The outcome of one clause. `needed` and `found` are numbers in the unit of the clause, null where it has none."""

    clause: str
    article: str
    heading: str
    requirement: str
    outcome: Outcome
    needed: float | int | None
    found: float | int | None
    unit: str
    note: str
    certainty: str
    evidence: list[EvidenceOut]


class QuestionOut(Model):
    """An open fact: what is unknown, who can answer it, and what turns on it."""

    key: str
    text: str
    who: str
    turns: str


class FiguresOut(Model):
    """All counted games together."""

    games: int
    score: float
    average: int | None
    performance: int | None


class AlternativeOut(Model):
    """Another lawful choice of games that gives the norm."""

    games: int
    credited_games: int
    score: float
    average: int
    performance: int
    required_score: float | None
    ignored_rounds: list[int]
    articles: list[str]
    normal_foreigner: bool
    text: str


class RoundOut(Model):
    """One round: whether it counts and why not. `used_rating` is that of the average."""

    round: int
    no: int | None
    opponent: str
    fide_id: str
    title: str
    federation: str
    rating: int | None
    used_rating: int | None
    raised: bool
    result: str
    score: float | None
    status: Literal["counted", "ignored", "not counted", "not played yet"]
    article: str
    reason: str
    source: str


class FlagsOut(Model):
    """Facts that matter for an application later; null where not known."""

    normal_foreigner: bool | None
    one_round_a_day: bool | None
    large_swiss: bool | None
    eight_game: bool | None
    kind_1_5_6: bool | None


class LargeSwissOut(Model):
    """The Swiss exemption round by round, with the round that limits it."""

    holds: bool | None
    federations: int
    players: int
    titled: int
    limiting_round: int
    rounds: list[list[int]]  # round, players, federations, titled


class VerdictOut(Model):
    """The verdict on one player and title; figures describe the chosen games (the norm's, else the nearest miss).

    `doubts` are sentences on what the file itself holds against the rounds of the player.
    """

    player: PlayerOut
    title: str
    decision: Decision
    near_miss: bool
    reason: str
    games: int
    credited_games: int | None
    credit_settled: bool
    score: float
    average: int | None
    performance: int | None
    required_score: float | None
    ignored_rounds: list[int]
    carried_by: str
    all_games: FiguresOut
    open_rounds: list[int]
    rounds: list[RoundOut]
    findings: list[FindingOut]
    margins: list[str]
    alternatives: list[AlternativeOut]
    implies: list[str]
    questions: list[QuestionOut]
    doubts: list[str] = []
    flags: FlagsOut
    large_swiss: LargeSwissOut | None


class Document(Model):
    """Everything about one event."""

    schema_: str = Field(alias="schema", serialization_alias="schema")
    made_by: str
    edition: EditionOut
    event: EventOut
    warnings: list[WarningOut]
    questions: list[QuestionOut]
    verdicts: list[VerdictOut]
