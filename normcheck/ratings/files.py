"""A file with a rating list: which kind it is, of which month, and its players."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from normcheck.event import Source
from normcheck.ratings.entry import Entry
from normcheck.ratings.list_txt import read_header, read_txt
from normcheck.ratings.list_xml import looks_like_xml, read_month, read_xml
from normcheck.ratings.months import Month, find_month
from normcheck.ratings.unpack import Content, opened
from normcheck.read.refusal import refusal

_OTHER_CHESS = re.compile(r"^(rapid|blitz)[_ -]", re.IGNORECASE)


class RatingFile(NamedTuple):
    """An opened list: its month, None if the file does not tell it, and its players, read as they are asked for."""

    name: str
    month: Month | None
    entries: Iterator[Entry]


@contextmanager
def open_list(path: Path) -> Iterator[RatingFile]:
    """Open a list of FIDE, packed or not. Raises `UnreadableInput`, also while the players are read."""
    with opened(path) as content:
        names = (path.name, content.name)
        source = Source(path.name)
        for name in names:
            if other := _OTHER_CHESS.match(name):
                raise refusal("ratings_other_chess", source, kind=other[1].lower())
        month, entries = _recognised(content, source)
        yield RatingFile(path.name, month or _named(names), entries)


def _recognised(content: Content, source: Source) -> tuple[Month | None, Iterator[Entry]]:
    if looks_like_xml(content.head):
        return read_month(content.head), read_xml(content.blocks, content.head, source)
    columns = read_header(content.head)
    if columns is None:
        raise refusal("ratings_unknown", source)
    return columns.month, read_txt(content.blocks, columns, source)


def _named(names: tuple[str, ...]) -> Month | None:
    """The month in the name of the file, as in ``standard_aug12frl.zip``."""
    return next((month for name in names if (month := find_month(name.replace("_", " ")))), None)
