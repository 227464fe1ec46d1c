"""The lines of a tournament report sorted by their record number."""

from typing import NamedTuple

from normcheck.event import Source
from normcheck.read.federations import federation_codes
from normcheck.read.refusal import refusal

MOST_PLAYERS = 9999
PLAYER = "001"

# Records of TRF-2026 that no TRF16 program writes (142 alone is also written by TRF16 programs).
_OF_2026 = "152 162 172 182 192 202 212 222 240 250 260 299 300 310 320 330 352 362 801 802"
RECORDS_OF_2026 = frozenset(_OF_2026.split())
# Records that only a competition of teams has; 013 also stands in individual events.
TEAM_RECORDS = frozenset({"300", "310", "320", "330", "352", "362"})
# Records whose text is used. Everything else, personal data (DAT) above all, is not even kept.
_KEPT = """
012 022 032 042 052 062 092 102 112 122 132 142 162 192 222 240 299
XXR XXS BBW BBD BBL BBZ BBF BBU
"""
_USED = frozenset(_KEPT.split())


class Line(NamedTuple):
    """A line and its number in the file, from 1."""

    number: int
    text: str


def start_numbers(text: str) -> list[int]:
    """The start numbers in a text that lists them between blanks; other words are passed over."""
    return [int(word) for word in text.split() if len(word) <= 4 and word.isdecimal()]


class Records(NamedTuple):
    """Player records in file order, other records by number, and the numbers met without being used."""

    players: list[Line]
    others: dict[str, list[Line]]
    seen: frozenset[str]

    def first(self, key: str) -> Line | None:
        """The first record with this number that holds anything."""
        return next((line for line in self.others.get(key, ()) if line.text[3:].strip()), None)


def sort_records(lines: list[str], file: str) -> Records:
    """Sort the lines by columns 1 to 3; unknown ones are comments.

    Raises `UnreadableInput` if there is no player record or there are more than start numbers.
    """
    players: list[Line] = []
    others: dict[str, list[Line]] = {}
    seen: set[str] = set()
    for number, text in enumerate(lines, 1):
        key = text[:3]
        if key == PLAYER:
            players.append(Line(number, text))
        elif key in _USED:
            others.setdefault(key, []).append(Line(number, text))
        elif len(key) == 3:
            seen.add(key)
    if not players:
        raise refusal("no_players", Source(file))
    if len(players) > MOST_PLAYERS:
        raise refusal("too_many_players", Source(file, players[MOST_PLAYERS].number), limit=MOST_PLAYERS)
    return Records(players, others, frozenset(seen & (RECORDS_OF_2026 | federation_codes())) | others.keys())
