"""The layout of event files: an event as JSON, written by ``normcheck convert`` and read again."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from normcheck.read.trf_records import MOST_PLAYERS
from normcheck.read.trf_rounds import MOST_ROUNDS

LAYOUT = 1
MOST_POINTS = 999

Text = Annotated[str, Field(max_length=500)]
Result = Literal["1", "=", "0", "W", "D", "L", "+", "-", "H", "F", "U", "Z", " ", "?"]


class _Table(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class GameTable(_Table):
    """One round of a player, from his side; `result` is a TRF code, a blank for open and ? for not known."""

    opponent: Annotated[int, Field(ge=0, le=MOST_PLAYERS)] = 0
    colour: Literal["w", "b", "-"] = "-"
    result: Result


class PlayerTable(_Table):
    """A player; `points` are points, `rating` 0 is unrated, empty texts are not known."""

    no: Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
    name: Text
    title: Text = ""
    federation: Text = ""
    rating: Annotated[int, Field(ge=0, le=9999)] = 0
    sex: Literal["", "m", "f"] = ""
    fide_id: Text = ""
    birth: Text = ""
    points: Annotated[float, Field(ge=0, le=MOST_POINTS)] | None = None
    rank: Annotated[int, Field(ge=0, le=MOST_PLAYERS)] = 0
    games: Annotated[list[GameTable], Field(max_length=MOST_ROUNDS)] = []


class FactTable(_Table):
    """A fact of the event as text, and where it stood in the file it was read from."""

    value: Text
    source: Text = ""


class ConfirmedTable(_Table):
    """The day on which the title of the player with this start number was confirmed, and the title before it."""

    no: Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
    day: Text
    before: Text = ""


class NamesTable(_Table):
    """Family and first name of the player with this start number, where they are known apart."""

    no: Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
    family_name: Text
    first_name: Text = ""


class EventTable(_Table):
    """The file as a whole; `made_from` is the kind of file the event was read from."""

    normcheck_event: int
    made_from: Text = ""
    facts: dict[str, FactTable] = {}
    rounds: Annotated[int, Field(ge=0, le=MOST_ROUNDS)] = 0
    rounds_played: Annotated[int, Field(ge=0, le=MOST_ROUNDS)] = 0
    complete: bool = False
    round_dates: Annotated[list[Text | None], Field(max_length=MOST_ROUNDS)] = []
    players: Annotated[list[PlayerTable], Field(max_length=MOST_PLAYERS)]
    confirmed: Annotated[list[ConfirmedTable], Field(max_length=MOST_PLAYERS)] = []
    names: Annotated[list[NamesTable], Field(max_length=MOST_PLAYERS)] = []
