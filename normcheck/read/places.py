"""The line of every key in a TOML or JSON text that is known to be well formed."""

import re
from typing import NamedTuple

Key = tuple[str | int, ...]

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""+|\'\'\'.*?\'\'\'+|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
    r"|#[^\n]*|[\[\]{}=:,.\n]|[^\s\[\]{}=:,.\"'#]+",
    re.DOTALL,
)
_ENDS = frozenset(",]}\n")


class _Token(NamedTuple):
    """A piece of text and its line."""

    text: str
    line: int


def find(text: str, as_json: bool) -> dict[Key, int]:
    """Map the path of each key, table and list entry (entries from 0) to its line (from 1)."""
    walk = _Walk(_tokens(text.replace("\r\n", "\n").replace("\r", "\n")))
    if as_json:
        walk.value(())
    else:
        walk.toml()
    return walk.lines


def _tokens(text: str) -> list[_Token]:
    """Cut the text; comments and blanks are dropped, line ends are kept."""
    found, line = [], 1
    for match in _TOKEN.finditer(text):
        if not match[0].startswith("#"):
            found.append(_Token(match[0], line))
        line += match[0].count("\n")
    return found


class _Walk:
    """A walk over the tokens; `lines` fills on the way."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = [*tokens, _Token("", 0)]
        self.at = 0
        self.lines: dict[Key, int] = {}

    def peek(self) -> str:
        """Return the text here, "" at the end."""
        return self.tokens[self.at].text

    def skip(self, texts: str = "\n") -> None:
        """Pass over tokens that are one of these characters."""
        while self.peek() and self.peek() in texts:
            self.at += 1

    def toml(self) -> None:
        """Walk through headers and keys of a TOML text."""
        table: Key = ()
        counts: dict[Key, int] = {}
        self.skip()
        while self.peek():
            line = self.tokens[self.at].line
            if self.peek() == "[":
                table = self.header(counts)
                self.lines.setdefault(table, line)
                self.skip("]")
            else:
                self.pair(table)
            self.skip()

    def header(self, counts: dict[Key, int]) -> Key:
        """Read ``[table]`` or ``[[table]]``; the latter gets its number."""
        start = self.at
        self.skip("[")
        several = self.at - start > 1
        name: Key = tuple(self.keys("]"))
        if not several:
            return name
        counts[name] = counts.get(name, -1) + 1
        return (*name, counts[name])

    def keys(self, end: str) -> list[str]:
        """Read a key, dotted or not, up to one of the characters of `end`."""
        found = []
        while self.peek() and self.peek() not in end:
            if self.peek() != ".":
                found.append(self.peek().strip("\"'"))
            self.at += 1
        return found

    def pair(self, table: Key) -> None:
        """Read a key with its value."""
        line = self.tokens[self.at].line
        path = (*table, *self.keys("=:"))
        self.lines.setdefault(path, line)
        self.at += 1
        self.value(path)

    def value(self, path: Key) -> None:
        """Read a value; tables and lists bring further keys."""
        self.skip()
        self.lines.setdefault(path, self.tokens[self.at].line)
        opening, number = self.peek(), 0
        if opening not in ("{", "["):
            while self.peek() and self.peek() not in _ENDS:
                self.at += 1
            return
        self.at += 1
        self.skip(",\n")
        while self.peek() not in ("]", "}", ""):
            if opening == "{":
                self.pair(path)
            else:
                self.value((*path, number))
            number += 1
            self.skip(",\n")
        self.at += 1
