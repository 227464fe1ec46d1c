"""Rating lists as text, in columns: combined, single and the old ones; the header line says where the columns stand."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from normcheck.event import Source
from normcheck.ratings.entry import Entry, birth_year, federation, fide_number, sex_letter, two_titles, whole_number
from normcheck.ratings.months import Month, find_month
from normcheck.read.refusal import refusal

MOST_CHARACTERS_A_LINE = 4096
MOST_BYTES_WITHOUT_PLAYER = 1024 * 1024

# What columns are called; in old lists two names may touch. The rating is under its name or the month of the list.
_HEADINGS = re.compile(
    r"(?P<fide_id>ID[ _]?Number)|(?P<name>Name)|(?P<women>W[_-]?Tit(?:le)?)|(?P<other>O[_-]?Tit(?:le)?)"
    r"|(?P<title>Tit(?:le|l)?)|(?P<arena>FOA)|(?P<federation>Fed|Country)|(?P<sex>Sex)"
    r"|(?P<other_rating>[RB]Rtng)|(?P<other_games>[RB]Gms?)|(?P<other_k>[RB]k)"
    r"|(?P<games>SGm|Games|Gms)|(?P<k>SK|\bK\b)|(?P<birth>B-?day|Born|Birthday)|(?P<flag>Flag)"
    r"|(?P<rating>SRtng|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\d\d)",
    re.IGNORECASE,
)
_NEEDED = ("fide_id", "name", "federation", "rating")


_ARENA = re.compile(r"(?:AGM|AIM|AFM|ACM)$")


class Columns(NamedTuple):
    """Where the columns stand, 0-based; `last` is where the last one begins, `month` that in the header, if any."""

    places: dict[str, slice]
    last: int
    month: Month | None


def find_columns(header: str) -> Columns | None:
    """The columns by the header line; None if it is not one of a rating list."""
    found = [(str(match.lastgroup), match.start(), match[0]) for match in _HEADINGS.finditer(header)]
    names = {name for name, _, _ in found}
    if any(name not in names for name in _NEEDED):
        return None
    ends = [start for _, start, _ in found[1:]]
    places = {name: slice(start, end) for (name, start, _), end in zip(found, [*ends, None], strict=True)}
    month = next((find_month(text) for name, _, text in found if name == "rating"), None)
    return Columns(places, found[-1][1], month)


def read_header(head: bytes) -> Columns | None:
    """The columns by the first line of a file; None if it is no rating list in columns."""
    first = head.removeprefix(BOM_UTF8).partition(b"\n")[0]
    return find_columns(first.decode("latin-1")) if len(first) <= MOST_CHARACTERS_A_LINE else None


def read_txt(blocks: Iterable[bytes], columns: Columns, source: Source) -> Iterator[Entry]:
    """The players of a list. Raises `UnreadableInput` for lines that are no list, and for a list cut in a line."""
    fide_id, other = columns.places["fide_id"], columns.places.get("other")
    barren = 0
    for number, line in _lines(blocks, columns, source):
        player = fide_number(line[fide_id])
        if player:
            barren = 0
            if other is None or line[other.stop - 1] == " ":
                yield _entry(line, columns.places, player)
            else:
                yield _entry(_pulled(line, other), columns.places, player)
            continue
        barren += len(line) + 1
        if barren > MOST_BYTES_WITHOUT_PLAYER:
            raise refusal("ratings_no_players", source._replace(line=number))


def _lines(blocks: Iterable[bytes], columns: Columns, source: Source) -> Iterator[tuple[int, str]]:
    """The lines after the header with their numbers; every line is at least as long as the columns."""
    left, number, width = "", 0, columns.last + 1
    for block in blocks:
        lines = (left + block.decode("latin-1")).split("\n")
        left = lines.pop()
        if len(left) > MOST_CHARACTERS_A_LINE:
            raise refusal("ratings_long_line", source._replace(line=number + len(lines) + 1))
        for place, line in enumerate(lines, number + 1):
            if place > 1:
                yield place, line.rstrip("\r").ljust(width)
        number += len(lines)
    if left.strip("\r\x1a "):
        if len(left.rstrip()) < columns.places["rating"].start:
            raise refusal("ratings_cut", source._replace(line=number + 1))
        yield number + 1, left.ljust(width)


def _pulled(line: str, other: slice) -> str:
    """The line with its columns in their places: the long titles of an official push the rest to the right."""
    titles = line[other.start :].split(" ", 1)[0]
    length = len(_ARENA.sub("", titles))
    return line[: other.stop] + line[other.start + length :] if length > other.stop - other.start else line


def _entry(line: str, places: dict[str, slice], player: int) -> Entry:
    nothing = slice(0, 0)
    title, womens = two_titles(line[places.get("title", nothing)], line[places.get("women", nothing)])
    return Entry(
        player,
        " ".join(line[places["name"]].split()),
        federation(line[places["federation"]]),
        sex_letter(line[places.get("sex", nothing)], line[places.get("flag", nothing)], womens or title),
        title,
        womens,
        whole_number(line[places["rating"]]),
        birth_year(line[places.get("birth", nothing)]),
        whole_number(line[places.get("k", nothing)]),
    )
