"""What stands on the pages of a title progress: every value ready to print. `Form` is form IT2."""

from dataclasses import dataclass

from normcheck.progress.model import TitleOut
from normcheck.report.pages import Blank, Field


@dataclass(frozen=True, slots=True)
class Spot:
    """A rating in the picture: coordinates in its own units; `open` for a live one."""

    x: float
    y: float
    label: str
    open: bool
    labelled: bool


@dataclass(frozen=True, slots=True)
class NormSpot:
    """A norm under the picture."""

    x: float
    y: float
    number: int
    label: str
    counted: bool


@dataclass(frozen=True, slots=True)
class Timeline:
    """Ratings by date with the rating of the title, and the norms below. (0, 0) is top left."""

    width: float
    height: float
    left: float
    right: float
    bottom: float
    years: tuple[tuple[float, str], ...]
    ticks: tuple[tuple[float, str], ...]
    line: tuple[tuple[float, float], ...]
    spots: tuple[Spot, ...]
    mark_y: float
    mark_label: str
    norms: tuple[NormSpot, ...]


@dataclass(frozen=True, slots=True)
class FormNorm:
    """One block of form IT2."""

    number: int
    event: str
    place: Field
    dates: Field
    system: Field
    average: Field
    games: str
    required: Field
    score: Field
    counted: str  # games, required, score after dropping games; "–" if none were
    counted_required: str
    counted_score: str
    host: Field
    not_own: Field
    opponents: tuple[tuple[str, str], ...]  # head and number, in the order of the form; blank numbers if not known
    blank: int  # the marked blank of the opponents


@dataclass(frozen=True, slots=True)
class Form:
    """One sheet of form IT2."""

    title: str
    sheet: int
    sheets: int
    federation: Field
    family_name: Field
    first_name: Field
    fide_id: Field
    birth: Field
    place_of_birth: Field
    rating_date: Field
    rating: Field
    norms: tuple[FormNorm, ...]
    empty: int  # blocks left free
    total: str
    comments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NormRow:
    """A norm in the table of the progress."""

    number: int
    event: str
    dates: str
    score: str
    required: str
    credited: str
    foreigner: str
    one_round: str
    qualifying: str
    about: str
    counted: bool


@dataclass(frozen=True, slots=True)
class TitlePage:
    """The progress of one title, and the application filled in (no sheets if it is too early)."""

    out: TitleOut
    headline: str
    state: str
    figures: tuple[tuple[str, str], ...]
    norms: tuple[NormRow, ...]
    timeline: Timeline | None
    blanks: tuple[Blank, ...]
    forms: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class ProgressReport:
    """All pages of one player. `json` is attached to the PDF."""

    document_title: str
    player: str
    facts: str
    made_by: str
    pages: tuple[TitlePage, ...]
    notes: tuple[str, ...]
    json: str
