"""What goes to a worker and what comes back, as JSON lines with bytes behind them."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from normcheck.read.sheet_model import Number, Rating, Result, Rounds, Title

Task = Literal["check", "overview", "player", "pdf", "proof_pdf", "zip", "forecast", "player_json", "answers"]
Status = Literal["done", "refused", "failed"]
MOST_CHANGES = 30


class Part(BaseModel):
    """Frozen, nothing extra."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Change(Part):
    """What is supposed of one round of one player; None and False change nothing.

    `result` is a TRF code from the player's side; `title` and `rating` are those of the opponent; `left_out` takes the
    round as one without a game.
    """

    round: Rounds
    result: Result | None = None
    title: Title | None = None
    rating: Rating | None = None
    left_out: bool = False


class Order(Part):
    """One piece of work: files by name (their bytes follow in this order), and what is asked of them.

    Answers are the text of such a file, or with `with_answers` the last of the files.
    """

    task: Task
    files: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    folder: str = ""
    answers: str = ""
    with_answers: bool = False
    titles: tuple[str, ...] = ()
    player: Number | None = None
    changes: Annotated[tuple[Change, ...], Field(max_length=MOST_CHANGES)] = ()


class Reply(Part):
    """How it went: `text` is a sentence for people unless it is done, when `size` bytes follow."""

    status: Status
    text: str = ""
    size: int = 0


class Person(Part):
    """A participant as the forms show him."""

    no: int
    name: str
    title: str
    federation: str
    rating: int
    sex: str


class OpenBye(Part):
    """A round without opponent whose kind is open."""

    no: int
    name: str
    round: int


class Overview(Part):
    """What the page of an event shows beside the document: who is asked about, who has pages, facts for the form."""

    document: str
    people: tuple[Person, ...]
    with_pages: tuple[int, ...]
    asked: tuple[str, ...]
    asked_people: tuple[int, ...]
    asked_byes: tuple[OpenBye, ...]
    facts: dict[str, str]
    blanks: tuple[str, ...]
    is_sheet: bool
    has_ratings: bool


class Game(Part):
    """One round of the player in the form of what-if."""

    round: int
    opponent: str
    title: str
    rating: int
    result: str
    has_opponent: bool


class PlayerView(Part):
    """The page of one player: the rendered proof, the decisions title by title, the rounds."""

    name: str
    facts: str
    html: str
    decisions: tuple[tuple[str, str, str], ...]
    headlines: tuple[str, ...]
    has_certificate: bool
    file_name: str
    games: tuple[Game, ...]
