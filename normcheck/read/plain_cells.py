"""Cells of a crosstable made by hand, read and written: 12w1, 7b=, 30w+, 9wW, H, F, U, Z or nothing.

Without a letter for the colour (``12-1``, ``12=``) it is not known; ``0-+`` is a win by forfeit
over an opponent who is not named.
"""

import re

from normcheck.event import ABSENT, BLANK, DRAW, FORFEIT_LOSS, FORFEIT_WIN, HALVES, UNLISTED, Game
from normcheck.read.crosstable_cells import Cell, read_cell
from normcheck.read.grid import half_sign

_CELL = re.compile(r"(\d{1,4})([wb-])([10=+\-?WDL]?)", re.IGNORECASE)
_ALONE = re.compile(r"[HFUZ]", re.IGNORECASE)
_HALF = "½"


def read_plain_cell(text: str, column: int) -> Game:
    """The game in a cell; what cannot be read is an unlisted round. Spellings of other programs are read as well."""
    text = half_sign("".join(text.split()))
    if text == UNLISTED:
        return Game(0, "-", UNLISTED, column)
    if _ALONE.fullmatch(text):
        return Game(0, "-", text.upper(), column)
    found = _CELL.fullmatch(text.replace(_HALF, DRAW))
    if found and (int(found[1]) or found[3] in ("+", "-")):
        return Game(int(found[1]), found[2].lower(), found[3].upper() or BLANK, column)
    cell = read_cell(text)
    return Game(cell.number, _colour(cell), cell.result, column)


def _colour(cell: Cell) -> str:
    return cell.letter if cell.letter in ("w", "b") else "-"


def is_readable(text: str, game: Game) -> bool:
    """Whether a cell said something, be it that nothing is known."""
    return game.result != UNLISTED or "?" in text


def write_plain_cell(game: Game) -> str:
    """The cell for a game; an open round without opponent is empty, and no cell begins with a sign."""
    if game.opponent or game.result in (FORFEIT_WIN, FORFEIT_LOSS):
        return f"{game.opponent}{game.colour}{'' if game.result == BLANK else game.result}"
    if game.result in (BLANK, UNLISTED):
        return "" if game.result == BLANK else UNLISTED
    return game.result if game.result in HALVES and game.result.isalpha() else ABSENT
