"""The tags of the games in a PGN file; the moves are passed over.

A new game begins at a tag after moves, at a tag that the game has already, and at a tag after a blank line once both
players are known: files of tags only often leave lines or tags out.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]{0,39})\s+"((?:[^"\\]|\\.)*)"\s*\]')
_MOVE = re.compile(r"(?:^|[\s.])(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O|0-0)")
_COMMENT = re.compile(r"\{[^}]*\}?|;.*")
_LONGEST_VALUE = 300
_MOST_TAGS = 60


class Tagged(NamedTuple):
    """A game: the line where its tags begin (from 1), its tags by name, and whether it has moves."""

    line: int
    tags: dict[str, str]
    moves: bool

    def tag(self, name: str) -> str:
        """The value of a tag without outer blanks; "" if it is missing or a question mark or hyphen."""
        value = self.tags.get(name, "").strip()
        return "" if value in ("?", "-", "??") else value


def read_games(lines: Iterable[str]) -> Iterator[Tagged]:
    """Every game with a player on each side, in the order of the file."""
    tags: dict[str, str] = {}
    start, moves, parted = 0, False, False
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text:
            parted = True
        elif text.startswith("%"):
            continue
        elif text.startswith("[") and (found := _TAG.findall(text)):
            for name, value in found:
                if moves or name in tags or (parted and _whole(tags)):
                    if _whole(tags):
                        yield Tagged(start, tags, moves)
                    tags, moves = {}, False
                start = start if tags else number
                if len(tags) < _MOST_TAGS:
                    tags[name] = value.replace('\\"', '"').replace("\\\\", "\\")[:_LONGEST_VALUE]
                parted = False
        elif tags and not moves:
            moves = bool(_MOVE.search(_COMMENT.sub(" ", text)))
    if _whole(tags):
        yield Tagged(start, tags, moves)


def _whole(tags: dict[str, str]) -> bool:
    return "White" in tags and "Black" in tags
