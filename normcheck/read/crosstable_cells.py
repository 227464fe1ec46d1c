"""Cells of a crosstable: opponent, colour and result in one text, such as 12w1, 3b½, 7w+ or -1."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from normcheck.event import (
    ABSENT,
    BLANK,
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    FULL_POINT_BYE,
    HALF_POINT_BYE,
    LOSS,
    UNLISTED,
    WIN,
)
from normcheck.read.columns import plain_word, words
from normcheck.read.grid import half_sign

_CELL = re.compile(r"(\d{1,4})\s*([^\W\d_])?\s*([10½=+-]|)\s*([Kk]?)")
_ALONE = {
    "1": FULL_POINT_BYE,
    "+": FULL_POINT_BYE,
    "½": HALF_POINT_BYE,
    "=": HALF_POINT_BYE,
    "0": ABSENT,
    "-": ABSENT,
    "": BLANK,
}
_RESULTS = {"1": WIN, "½": DRAW, "=": DRAW, "0": LOSS, "+": FORFEIT_WIN, "-": FORFEIT_LOSS, "": BLANK}
_BY_FORFEIT = {"1": FORFEIT_WIN, "+": FORFEIT_WIN, "0": FORFEIT_LOSS, "-": FORFEIT_LOSS}
# Letters for White and Black as languages have them; the first pair that covers all letters of a table counts.
_PAIRS = tuple((pair[0], pair[1]) for pair in ("wb", "ws", "wz", "wn", "bn", "bc", "vm", "бч", "hs", "vs", "fs"))


class Cell(NamedTuple):
    """What a cell says: `number` as printed (0: nobody), a letter for the colour or "", a result code.

    `bye` says that a point without opponent was given of which the file does not say why.
    """

    number: int
    letter: str
    result: str
    readable: bool = True
    bye: bool = False


@lru_cache(65536)
def read_cell(text: str) -> Cell:
    """Read one cell; what cannot be read is an unlisted round."""
    text = half_sign("".join(text.split()))
    if alone := _without_opponent(text):
        return alone
    found = _CELL.fullmatch(text)
    if not found or (not found[2] and found[3] in ("1", "0", "")) or int(found[1]) == 0:
        return Cell(0, "", UNLISTED, readable=False)
    result = _RESULTS[found[3]]
    if found[4]:
        result = _BY_FORFEIT.get(found[3], UNLISTED)
    return Cell(int(found[1]), (found[2] or "").lower(), result, readable=result != UNLISTED)


def _without_opponent(text: str) -> Cell | None:
    """A round without opponent: a result alone, or behind a minus sign, or a word for it."""
    sign = text if text in _ALONE else text[1:]
    if text in _ALONE or (text[:1] == "-" and sign in _ALONE):
        return Cell(0, "", _ALONE[sign], bye=sign in ("1", "+"))
    word = words("nobody").get(plain_word(text))
    if word:
        return Cell(0, "", FULL_POINT_BYE if word == "bye" else ABSENT, bye=word == "bye")
    return None


def colours(cells: Iterable[Cell]) -> dict[str, str]:
    """What the letters of a table mean: w, b or - (not known)."""
    letters = {cell.letter for cell in cells if cell.letter}
    for white, black in _PAIRS:
        if letters <= {white, black}:
            return {"": "-", white: "w", black: "b"}
    return dict.fromkeys(letters | {""}, "-") | {"w": "w", "b": "b"}
