"""What stands on the pages of one player's report: every value ready to print, nothing left to compute.

`Certificate` is form IT1, `Proof` the pages behind it. The templates only place these values.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Blank:
    """A field that must be completed by hand before signing: its number on the page and what is missing."""

    number: int
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Field:
    """A value on the certificate. `blank` is the number of the marked blank when the value is missing."""

    text: str = ""
    blank: int = 0


@dataclass(frozen=True, slots=True)
class CertificateRow:
    """One round of the game table. `counted` is False for ignored and unplayed rounds."""

    round: int
    opponent: str
    fide_id: str
    federation: str
    rating: str
    used_rating: str  # only where it differs from the rating
    title: str
    score: str  # 1 ½ 0 played; + = − not played
    counted: bool
    note: str = ""  # the article under which the round is left out, for example "1.4.1e"
    blank: int = 0  # number of the marked blank when the FIDE ID is missing


@dataclass(frozen=True, slots=True)
class Certificate:
    """Form IT1, field by field in the order of the form. Article numbers come from the edition."""

    title: str  # GM IM WGM WIM: the one circle that is filled
    titles: tuple[str, ...]
    family_name: Field
    first_name: Field
    fide_id: Field
    federation: Field
    event: Field
    event_code: str
    start: Field
    close: Field
    chief_arbiter: Field
    number_of_games: str
    rate_of_play: Field
    federations: str
    not_own_federation: str
    rated: str
    host_federation: Field
    titled: str
    title_counts: tuple[tuple[str, str], ...]  # ("GM", "4"), ...
    exemption_article: str  # "1.4.3d"
    exemption_applied: bool
    exemption_federations: str
    exemption_rated: str
    exemption_titled: str
    remarks: tuple[str, ...]
    adjusted_article: str  # "1.4.6c", head of the adjusted rating column
    average_article: str  # "1.4.6"
    rows: tuple[CertificateRow, ...]
    total_games: str  # "9"; the word "games" stands on the form
    total_ratings: str
    total_score: str
    average: str
    score_required: str
    score_achieved: str
    exceeding: str
    confirming_federation: Field
    unrated_value: str  # "1400"
    unrated_article: str
    blanks: tuple[Blank, ...]


@dataclass(frozen=True, slots=True)
class ProofRow:
    """One finding: article, what it asks, needed, found, outcome (a word), and what it rests on."""

    article: str
    heading: str
    requirement: str
    needed: str
    found: str
    outcome: str  # met, not met, waived, not applicable, unknown
    note: str = ""
    evidence: tuple[str, ...] = ()
    certainty: str = ""  # empty when the text of the article was read


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One round of the proof: whether it counts and why not."""

    round: int
    opponent: str
    title: str
    federation: str
    rating: str
    used_rating: str
    score: str
    status: str  # counted, ignored, not counted, not played yet
    reason: str  # empty when counted
    article: str
    source: str


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """One counted round: coordinates in the chart's own units, result as a sign, label for the opponent."""

    round: int
    x: float
    y: float
    rating: int
    result: str
    counted: bool
    performance_y: float | None  # running performance after this round


@dataclass(frozen=True, slots=True)
class Chart:
    """Opponents' ratings by round, running performance, and the required line. (0, 0) is top left."""

    width: float
    height: float
    points: tuple[ChartPoint, ...]
    ticks: tuple[tuple[float, str], ...]  # y and its label
    required_y: float | None
    required_label: str
    performance_label: str
    left: float = 0
    right: float = 0
    top: float = 0
    bottom: float = 0


@dataclass(frozen=True, slots=True)
class Question:
    """An open fact: who can answer it and what turns on it."""

    text: str
    who: str
    turns: str


@dataclass(frozen=True, slots=True)
class Proof:
    """The pages behind the certificate, or alone when there is no norm."""

    headline: str  # "GM norm", "No GM norm", "GM norm: needs review"
    decision: str  # norm, no norm, needs review
    summary: str  # one or two sentences: why
    player: str
    player_facts: tuple[tuple[str, str], ...]  # label, value
    event: str
    event_facts: tuple[tuple[str, str], ...]
    figures: tuple[tuple[str, str], ...]  # Games 9, Score 6½, Average 2449, ...
    questions: tuple[Question, ...]
    blanks: tuple[Blank, ...]
    findings: tuple[ProofRow, ...]
    rounds: tuple[RoundRow, ...]
    chart: Chart | None
    margins: tuple[str, ...]
    alternatives: tuple[str, ...]
    implied: str  # "The same games are also an IM norm (1.5.2)." or ""
    conditions: tuple[ProofRow, ...]  # conditions of the event
    warnings: tuple[str, ...]
    doubts: tuple[str, ...]  # what the file holds against the rounds of the player
    sources: tuple[str, ...]
    edition: str
    edition_source: str
    edition_reason: str
    made_by: str


@dataclass(frozen=True, slots=True)
class Pages:
    """One certificate (or none) and its proof, for one player and title."""

    title: str
    certificate: Certificate | None
    proof: Proof


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """All pages of one player: the highest title of each line. `verdict_json` is attached to the PDF."""

    file_name: str  # without extension, safe and stable
    document_title: str
    footer_player: str
    footer_event: str
    pages: tuple[Pages, ...] = field(default=())
    verdict_json: str = ""
