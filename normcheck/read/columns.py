"""Which column is which: words over columns and before facts, in many languages, from ``columns.toml``."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from normcheck.resources import folder

_DROPPED = re.compile(r"[\s.:;\u00a0*]+")
_ROUND = re.compile(
    r"(\d{1,2})\s*\.\s*[^\W\d]{1,6}\.?|(?:rd|r|round|runde|ronde|kolo)\s*\.?\s*(\d{1,2})", re.IGNORECASE
)
_NUMBER = re.compile(r"\d{1,3}")


class Columns(NamedTuple):
    """Where the columns are, by index from 0: single ones by key, those of the rounds and of a matrix in order.

    `at` holds the first column of each key of ``columns.toml``; `rounds` the columns of rounds 1, 2, ...;
    `numbered` the columns headed 1, 2, ... (opponents in a matrix, rounds in a team list); `title` the one before
    the name that has no heading, if there is no titled one; `tie_break` the first one called like TB1; `second` those
    behind the `numbered` ones that have the same headings (the second games of a matrix), or none; `behind_name` the
    column without heading right behind the name, where some lists mark women.
    """

    at: dict[str, int]
    rounds: tuple[int, ...]
    numbered: tuple[int, ...]
    tie_break: int | None
    second: tuple[int, ...] = ()
    behind_name: int | None = None

    def get(self, key: str) -> int | None:
        """The column of a key, or None."""
        return self.at.get(key)


def plain_word(text: str) -> str:
    """A heading or label as it is compared: without case, blanks, full stops, colons and asterisks."""
    return _DROPPED.sub("", text).casefold()


@cache
def words(table: str) -> dict[str, str]:
    """What each word of a table of ``columns.toml`` stands for."""
    content = tomllib.loads((folder("rules") / "columns.toml").read_text("utf-8"))
    return {plain_word(word): key for key, listed in reversed(content[table].items()) for word in listed.split()}


def find_columns(cells: Sequence[str], sure: bool = False) -> Columns | None:
    """The columns of a row if it is a heading, else None.

    It is one if it names the name or has rounds, and two more columns are known; with `sure` one is enough.
    """
    at: dict[str, int] = {}
    known = words("columns")
    for index, cell in enumerate(cells):
        key = known.get(plain_word(cell))
        if key:
            at.setdefault(key, index)
    rounds = _sequence(cells, _ROUND)
    numbered = _sequence(cells, _NUMBER)
    named = "name" in at or "white" in at
    if not ((named or len(rounds) > 1) and len(at) + bool(rounds or numbered) >= (1 if sure else 3)):
        return None
    if "name" in at and "title" not in at:
        before = at["name"] - 1
        if before >= 0 and not cells[before].strip():
            at["title"] = before
    second = tuple(index + 1 for index in numbered if cells[index + 1 : index + 2] == cells[index : index + 1])
    last = max((*rounds, *numbered, *second, 0))
    pairs = second if len(second) == len(numbered) else ()
    return Columns(at, rounds, numbered, _tie_break(cells, last), pairs, _behind_name(cells, at))


def _behind_name(cells: Sequence[str], at: dict[str, int]) -> int | None:
    """The column behind the name if it has no heading and is not the last."""
    behind = at.get("name", len(cells)) + 1
    return behind if behind < len(cells) and not cells[behind].strip() else None


def _sequence(cells: Sequence[str], pattern: re.Pattern[str]) -> tuple[int, ...]:
    """The columns headed by 1, 2, 3 ... in the pattern, in order and without a gap."""
    found: list[int] = []
    for index, cell in enumerate(cells):
        match = pattern.fullmatch(cell.strip())
        if not match:
            continue
        number = next((group for group in match.groups() if group), match[0])
        if int(number) == len(found) + 1:
            found.append(index)
    return tuple(found)


def _tie_break(cells: Sequence[str], after: int) -> int | None:
    """The first tie-break behind the rounds: a word that ends in 1."""
    found = (i for i, cell in enumerate(cells) if i > after and re.fullmatch(r"[^\W\d]+\.?\s*1\.?", cell.strip()))
    return next(found, None)
