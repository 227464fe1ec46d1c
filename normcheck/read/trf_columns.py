"""The columns of a player record: padding, and lines that count bytes instead of characters."""

from operator import itemgetter

from normcheck.event import Source
from normcheck.read.refusal import refusal
from normcheck.read.trf_records import Line
from normcheck.read.trf_rounds import FIRST, MOST_ROUNDS, WIDTH, aligned

_SEPARATORS = (47, 52, 56, 68, 79, 84)  # counted from 0: blank in every aligned record
_AT_SEPARATORS = itemgetter(*_SEPARATORS)
_BLANKS = (" ",) * len(_SEPARATORS)
_NAME_START, _NAME_END = 14, 47
_PADDING = " " * WIDTH


def aligned_line(record: Line, file: str) -> tuple[str, int]:
    """The line padded to whole rounds, every field in its columns, and by how many columns it was shifted.

    A line whose name was counted in bytes (UTF-8) is shifted. Raises `UnreadableInput` if the fields do not
    stand in their columns either way.
    """
    line = _padded(record, file)
    if _AT_SEPARATORS(line) == _BLANKS and (line.isascii() or _fits(line)):
        return line, 0
    if not line.isascii():
        by_bytes, shift = _counted_in_bytes(record, file)
        if shift and _fits(by_bytes):
            return by_bytes, shift
    for index in _SEPARATORS:
        if line[index] != " ":
            raise refusal("shifted", Source(file, record.number, index + 1), found=line[index])
    return line, 0


def _padded(record: Line, file: str) -> str:
    text = record.text.rstrip()
    beyond = len(text) - FIRST
    if beyond <= 0:
        return text.ljust(FIRST)
    if beyond > MOST_ROUNDS * WIDTH:
        place = Source(file, record.number, FIRST + MOST_ROUNDS * WIDTH + 1)
        raise refusal("too_many_rounds", place, limit=MOST_ROUNDS)
    return text + _PADDING[: -beyond % WIDTH]


def _fits(line: str) -> bool:
    rating = line[48:52].strip()
    return _AT_SEPARATORS(line) == _BLANKS and (not rating or rating.isdecimal()) and aligned(line)


def _counted_in_bytes(record: Line, file: str) -> tuple[str, int]:
    """The line cut as if the name field were counted in bytes, and the characters it was short of."""
    head, data = record.text[:_NAME_START], record.text[_NAME_START:].encode()
    width = _NAME_END - _NAME_START
    name, rest = data[:width].decode(errors="replace"), data[width:].decode(errors="replace")
    return _padded(record._replace(text=head + name.ljust(width) + rest), file), width - len(name)
