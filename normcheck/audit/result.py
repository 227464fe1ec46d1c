"""What is kept of one event: the rows of the tables and what tells it from others. Kept as compressed JSON."""

import json
import zlib
from typing import Any, NamedTuple

JUDGED, UNREADABLE, CUT_OFF = "judged", "unreadable", "cut off"
TABLES = ("players", "verdicts", "findings", "warnings")
_QUICK = 1  # the level of compression

Row = list[Any]


class About(NamedTuple):
    """What tells an event from others, for copies and files of one event; all of it from the content.

    `title` is its name, `start` its first day, `field` a number for who plays, `course` one for who plays with which
    results ("" if there are too few to tell events apart by them).
    """

    title: str = ""
    start: str = ""
    field: str = ""
    course: str = ""
    games: int = 0
    sheet: bool = False


class Result(NamedTuple):
    """An event judged (`event` has the columns of its row, `rows` those of the other tables), or why it is not."""

    status: str
    reason: str = ""
    about: About = About()
    event: dict[str, Any] = {}
    rows: dict[str, list[Row]] = {}


def name(key: str) -> str:
    """Where the result of a key is kept."""
    return f".audit/results/{key[0]}/{key}.z"


def packed(result: Result) -> bytes:
    """The bytes to keep."""
    return zlib.compress(json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode(), _QUICK)


def unpacked(data: bytes | None) -> Result | None:
    """The result kept; None if it is missing or damaged, which means that it is made again."""
    if data is None:
        return None
    try:
        status, reason, about, event, rows = json.loads(zlib.decompress(data))
        return Result(status, reason, About(*about), event, rows)
    except (ValueError, TypeError, zlib.error):
        return None
