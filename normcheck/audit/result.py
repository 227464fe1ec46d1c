"""What is kept of one event: the columns of the tables and what tells it from others. Kept as compressed JSON."""

import zlib
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from normcheck.audit.library import library
from normcheck.finding import NO_NORM

JUDGED, UNREADABLE, CUT_OFF = "judged", "unreadable", "cut off"
_QUICK = 1  # the level of compression

Row = tuple[Any, ...]
Columns = list[list[Any]]
# A plain no: decision and near miss, then figures, article and reason of its row, which are not worked out.
PLAIN: Row = (NO_NORM, False, None, None, None, None, None, None, "", "")


class About(NamedTuple):
    """What tells an event from others, for copies and files of one event; all of it from the content.

    `title` is its name, `start` its first day, `field` a number for who plays, `course` one for who plays with which
    results ("" if there are too few to tell events apart by them). `facts` counts what is known: of that which
    decides, results among it, and of the rest.
    """

    title: str = ""
    start: str = ""
    field: str = ""
    course: str = ""
    games: int = 0
    sheet: bool = False
    facts: tuple[int, int] = (0, 0)


class Result(NamedTuple):
    """An event judged, or why it is not.

    `event` has the columns of its row; the others hold the columns of their tables, but for the id of the event.
    `judged` are start number and title of all verdicts; most are a plain no, and only of those at `places` (counted
    from 0) the other columns are `shown`.
    """

    status: str
    reason: str = ""
    about: About = About()
    event: dict[str, Any] = {}
    players: Columns = []
    judged: Columns = []
    places: list[int] = []
    shown: Columns = []
    findings: Columns = []
    warnings: Columns = []

    def told(self) -> Iterator[tuple[int, str, Row]]:
        """Start number, title and the other columns of every verdict that is no plain no."""
        numbers, titles = self.judged or ([], [])
        for place, row in zip(self.places, zip(*self.shown, strict=True), strict=True):
            yield numbers[place], titles[place], row

    def verdict(self, no: int, title: str) -> Row | None:
        """The other columns of one verdict, None if there is none."""
        found = next((row for *who, row in self.told() if who == [no, title]), None)
        is_judged = (no, title) in zip(*self.judged, strict=True)
        return found or (PLAIN if is_judged else None)


def columns(rows: list[Row], count: int) -> Columns:
    """Rows turned into so many columns."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(count)]


def name(key: str) -> str:
    """Where the result of a key is kept."""
    return f".audit/results/{key[0]}/{key}.z"


def packed(result: Result) -> bytes:
    """The bytes to keep."""
    encoder, _ = _coders()
    return zlib.compress(encoder.encode(result), _QUICK)


def unpacked(data: bytes | None) -> Result | None:
    """The result kept; None if it is missing or damaged, which means that it is made again."""
    if data is None:
        return None
    try:
        _, decoder = _coders()
        found: Result = decoder.decode(zlib.decompress(data))
    except (ValueError, zlib.error):  # what msgspec raises is a ValueError
        return None
    return found


@cache
def _coders() -> tuple[Any, Any]:
    codes = library("msgspec.json")
    return codes.Encoder(), codes.Decoder(Result)
