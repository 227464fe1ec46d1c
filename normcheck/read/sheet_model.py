"""The tables and keys of a norm sheet, and the kinds of value that sheets and answers share."""

import datetime
import re
from collections.abc import Callable
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict
from pydantic_core import PydanticCustomError

from normcheck.event import BLANK, FORMATS, HALVES, KINDS, SYSTEMS, Day, Fact, Source
from normcheck.read.dates import EARLIEST_YEAR, LATEST_YEAR, make_day, plausible

MOST_ROUNDS = 30
TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
_HIGHEST_RATING = 3999
_HIGHEST_NUMBER = 9999  # of a start number: four digits
_RESULTS = "1=0+-HFUZWDL"
_BYES = "HFUZ"
_SPELLINGS = {"1.0": "1", "½": "=", "1/2": "=", "0.5": "=", "0,5": "=", ".5": "=", "0.0": "0", "–": "-", "−": "-"}
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise PydanticCustomError("text", "text")
    return " ".join(value.split())


def _texts(value: object) -> str:
    parts = value if isinstance(value, list) else [value]
    if not all(isinstance(part, str) for part in parts):
        raise PydanticCustomError("texts", "texts")
    return "; ".join(filter(None, map(_text, parts)))


def _whole(low: int, high: int) -> Callable[[object], int]:
    """Make a reader of whole numbers, given as numbers or digits; empty is 0 where 0 is allowed."""

    def read(value: object) -> int:
        number = _digits(value)
        if number is None or not low <= number <= high:
            raise PydanticCustomError("whole", "whole", {"low": low, "high": high})
        return number

    return read


def _digits(value: object) -> int | None:
    """Read a number, or a text of at most 18 digits; an empty text is 0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    text = value.strip() if isinstance(value, str) else "x"
    if not text:
        return 0
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


def _unless_blank(value: object) -> object:
    """None for an empty text, which states nothing."""
    return None if isinstance(value, str) and not value.strip() else value


def _fide_id(value: object) -> str:
    number = _digits(value)
    if number is None or number < 0:
        raise PydanticCustomError("fide_id", "fide_id")
    return str(number or "")


def _title(value: object) -> str:
    code = value.strip().upper() if isinstance(value, str) else "x"
    if code and code not in TITLES:
        raise PydanticCustomError("title", "title", {"allowed": ", ".join(TITLES)})
    return code


def _sex(value: object) -> str:
    code = value.strip().lower() if isinstance(value, str) else "x"
    if code not in ("", "m", "f", "w"):
        raise PydanticCustomError("sex", "sex")
    return "f" if code == "w" else code


def _choice(allowed: tuple[str, ...]) -> Callable[[object], str]:
    """Make a reader of one of several words, in any case, with hyphens or underscores for blanks."""

    def read(value: object) -> str:
        word = " ".join(re.split(r"[\s_-]+", value.strip().lower())) if isinstance(value, str) else "x"
        if word and word not in allowed:
            raise PydanticCustomError("choice", "choice", {"allowed": ", ".join(allowed)})
        return word

    return read


def _truth(value: object) -> bool | None:
    if isinstance(value, bool):
        return value
    word = value.strip().lower() if isinstance(value, str) else "x"
    if word and word not in _TRUTHS:
        raise PydanticCustomError("truth", "truth")
    return _TRUTHS.get(word)


def _day(value: object) -> Day | None:
    if isinstance(value, datetime.date):  # a datetime is one, too
        day = make_day(value.year, value.month, value.day)
    else:
        text = str(value).strip() if isinstance(value, (str, int)) else "x"
        if not text:
            return None
        found = re.fullmatch(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?", text)
        day = make_day(*(int(part) for part in found.groups() if part)) if found else None
    if day is None or not plausible(day):
        raise PydanticCustomError("day", "day", {"low": EARLIEST_YEAR, "high": LATEST_YEAR})
    return day


def _result(value: object) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        value = str(value)
    code = value.strip().upper() if isinstance(value, str) else "x"
    code = _SPELLINGS.get(code, code) or BLANK
    if code not in HALVES and code != BLANK:
        raise PydanticCustomError("result", "result", {"allowed": " ".join(_RESULTS)})
    return code


def _bye(value: object) -> str:
    code = value.strip().upper() if isinstance(value, str) else "x"
    if code and code not in tuple(_BYES):
        raise PydanticCustomError("code", "code", {"allowed": " ".join(_BYES)})
    return code


Text = Annotated[str, BeforeValidator(_text)]
Texts = Annotated[str, BeforeValidator(_texts)]
Rounds = Annotated[int, BeforeValidator(_whole(1, MOST_ROUNDS))]
Number = Annotated[int, BeforeValidator(_whole(1, _HIGHEST_NUMBER))]
Rating = Annotated[int, BeforeValidator(_whole(0, _HIGHEST_RATING))]
RatingOrBlank = Annotated[Rating | None, BeforeValidator(_unless_blank)]
FideId = Annotated[str, BeforeValidator(_fide_id)]
Title = Annotated[str, BeforeValidator(_title)]
Sex = Annotated[str, BeforeValidator(_sex)]
System = Annotated[str, BeforeValidator(_choice(SYSTEMS))]
Format = Annotated[str, BeforeValidator(_choice(FORMATS))]
Kind = Annotated[str, BeforeValidator(_choice(KINDS))]
Truth = Annotated[bool | None, BeforeValidator(_truth)]
Date = Annotated[Day | None, BeforeValidator(_day)]
Result = Annotated[str, BeforeValidator(_result)]
Bye = Annotated[str, BeforeValidator(_bye)]


class Table(BaseModel):
    """A table that refuses unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class EventTable(Table):
    """``[event]``; everything may be left out. `source` says where the facts were found."""

    name: Text | None = None
    start: Date = None
    end: Date = None
    rounds: Rounds | None = None
    system: System | None = None
    kind: Kind | None = None
    format_name: Format | None = None
    format_approved: Truth = None
    federation: Text | None = None
    swiss_exemption: Truth = None
    ratings_by_date: Truth = None
    zonal_year: Truth = None
    rate_of_play: Text | None = None
    place: Text | None = None
    organiser: Text | None = None
    chief_arbiter: Text | None = None
    chief_arbiter_id: FideId | None = None
    chief_arbiter_title: Text | None = None
    deputies: Texts | None = None
    registered_on: Date = None
    round_dates: list[Date] | None = None
    event_code: Text | None = None
    source: Text | None = None

    def facts(self, place: Callable[[str], Source]) -> dict[str, Fact[object]]:
        """Return what is told (not empty), by field of `Event`; round dates and rounds stand apart."""
        apart = ("rounds", "round_dates", "source")
        told = ((key, getattr(self, key)) for key in type(self).model_fields if key not in apart)
        return {key: Fact(value, place(key)) for key, value in told if value not in (None, "")}


class SheetEvent(EventTable):
    """``[event]`` of a norm sheet: the number of rounds is needed."""

    rounds: Rounds


class SheetPlayer(Table):
    """``[player]``: who played the games."""

    name: Text = ""
    fide_id: FideId = ""
    title: Text = ""
    federation: Text = ""
    rating: Rating = 0
    sex: Sex = ""


class SheetGame(Table):
    """``[[games]]``: one round and the opponent in it.

    `title_confirmed` is the day on which his title was confirmed, `title_before` the title he had until then.
    """

    round: Rounds
    opponent: Text | None = None
    fide_id: FideId = ""
    rating: RatingOrBlank = None
    title: Text = ""
    title_confirmed: Date = None
    title_before: Title = ""
    federation: Text = ""
    result: Result = BLANK


class Sheet(Table):
    """A whole norm sheet."""

    event: SheetEvent
    player: SheetPlayer = SheetPlayer()
    games: list[SheetGame] = []
