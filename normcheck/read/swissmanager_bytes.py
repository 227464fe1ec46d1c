"""The bytes of a Swiss-Manager file: little-endian numbers, counted strings, tagged sections and their directory.

The layout is not published; it was worked out from files. Nothing is searched for: the directory at the end
says where the sections stand, and whatever does not stand there is another layout, which is refused.
"""

import struct
from collections.abc import Collection
from typing import NamedTuple

from normcheck.errors import UnreadableInput
from normcheck.event import Source
from normcheck.read.refusal import refusal

SCHEDULE, PLAYERS, GAMES, TEAMS, CONFIGURATION = "schedule", "players", "games", "teams", "configuration"
_MARK = b"\xff\x89\x44"
_TAGS = {"header": 0x93, CONFIGURATION: 0x95, SCHEDULE: 0xA3, PLAYERS: 0xA5, GAMES: 0xB3, TEAMS: 0xB5}
_DIRECTORY, _END = bytes([0xD3]) + _MARK, bytes([0xE3]) + _MARK
_LONGEST_TEXT = 1000  # bytes of a string that are looked at
_DIRECTORY_SIZE, _OFFSETS = 36, struct.Struct("<7I")
MAGIC = bytes([_TAGS["header"]]) + _MARK

_NUMBER = {1: struct.Struct("<B"), 2: struct.Struct("<H"), 4: struct.Struct("<I")}


class Directory(NamedTuple):
    """Where the sections begin (their tags) and where the games end."""

    schedule: int
    players: int
    games: int
    games_end: int


class Bytes:
    """The bytes of one file; every read beyond them is refused with the place."""

    def __init__(self, data: bytes, file: str) -> None:
        self.data, self.file = data, file

    def number(self, at: int, width: int) -> int:
        """An unsigned number of 1, 2 or 4 bytes."""
        if at < 0 or at + width > len(self.data):
            raise self.refused("cut", at=at)
        return int(_NUMBER[width].unpack_from(self.data, at)[0])

    def strings(self, at: int, count: int, wanted: Collection[int]) -> tuple[dict[int, str], int]:
        """Those of `count` strings in a row that are wanted, by index, and the place behind the last.

        The others are passed over without being decoded: they may hold contact data.
        """
        texts: dict[int, str] = {}
        for index in range(count):
            end = at + 2 + 2 * self.number(at, 2)
            if end > len(self.data):
                raise self.refused("cut", at=at)
            if index in wanted:
                texts[index] = _clean(self.data[at + 2 : min(end, at + 2 + _LONGEST_TEXT)])
            at = end
        return texts, at

    def expect(self, section: str, at: int) -> int:
        """The place behind the tag of a section, which must stand at `at`."""
        tag = bytes([_TAGS[section]]) + _MARK
        if self.data[at : at + len(tag)] != tag:
            raise self.refused("section", at=at, section=section)
        return at + len(tag)

    def directory(self) -> Directory:
        """The directory in the last 36 bytes. Raises `UnreadableInput` if it is not there or not in order."""
        start = len(self.data) - _DIRECTORY_SIZE
        tail = self.data[max(start, 0) :]
        if start < 0 or not tail.startswith(_DIRECTORY) or not tail.endswith(_END):
            raise self.refused("directory")
        offsets = _OFFSETS.unpack_from(tail, len(_DIRECTORY))
        places = Directory(*offsets[:4])
        if not 0 < places.schedule < places.players < places.games < places.games_end <= start:
            raise self.refused("offsets", offsets=", ".join(map(str, places)), size=len(self.data))
        if places.games_end != start:
            self.expect(TEAMS, places.games_end)
        return places

    def refused(self, key: str, **values: object) -> UnreadableInput:
        """The exception for a file of another layout, to be raised by the caller."""
        return refusal(f"swissmanager_{key}", Source(self.file), **values)


def _clean(data: bytes) -> str:
    """UTF-16 as one line of text; what is no character or controls the terminal becomes a blank."""
    text = data.decode("utf-16-le", "replace").replace("\ufffd", " ")
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())
