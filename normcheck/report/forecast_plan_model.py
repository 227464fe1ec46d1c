"""The plan of a field as a document. Scores are points, ratings whole points."""

from pydantic import Field

from normcheck.report.model import Model

SCHEMA = "normcheck-plan/1"


class MeasureOut(Model):
    """One condition on the opponents: needed, found, what is spare (below 0: lacking)."""

    clause: str
    article: str
    heading: str
    needed: int
    found: int
    spare: int
    met: bool


class PlanRowOut(Model):
    """One player and the title of a norm; `score` is what is needed, null if no score is enough."""

    no: int
    name: str
    held: str
    federation: str
    rating: int | None
    title: str
    possible: bool
    score: float | None
    games: int
    average: int
    conditions: list[MeasureOut]
    failing: list[str]


class RepairOut(Model):
    """A replacement: least title ("" for none), federations that will not do, least rating, and the norms kept."""

    title: str
    not_federations: list[str]
    new_federation_needed: bool
    min_rating: int | None
    kept: int
    keeps_all: bool
    text: str


class CancellationOut(Model):
    """One player less, and nobody in his place: the norms of the others that are lost."""

    no: int
    name: str
    games: int
    lost: list[str]
    scores_left: dict[str, float]  # "4 GM" to the score then needed
    repair: RepairOut | None
    text: str


class PlanOut(Model):
    """What a field can give; for an open `sentences` only."""

    schema_: str = Field(alias="schema", serialization_alias="schema")
    made_by: str
    file: str
    edition: str
    heading: str
    sentences: list[str]
    rows: list[PlanRowOut]
    cancellations: list[CancellationOut]


class OpenOut(Model):
    """The start list of an open: the margins of the Swiss exemption and of a large Swiss, if all of them play."""

    schema_: str = Field(alias="schema", serialization_alias="schema")
    made_by: str
    file: str
    edition: str
    exemption_holds: bool | None
    players: int
    federations: int
    titled: int
    ends_exemption: list[int]
    large_swiss_holds: bool
    rated: int
    average: int
    titles: dict[str, int]
    title_holders: int
    sentences: list[str]
