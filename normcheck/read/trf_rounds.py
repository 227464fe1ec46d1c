"""The rounds of one player record: blocks of ten columns from column 92 on."""

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from normcheck.event import ABSENT, BLANK, FULL_POINT_BYE, HALF_POINT_BYE, PLAYED, PLAYED_SHORT, UNLISTED, Game
from normcheck.event import FORFEIT_LOSS as MINUS
from normcheck.event import FORFEIT_WIN as PLUS

MOST_ROUNDS = 99
FIRST = 91  # where the block of round 1 starts, counted from 0
WIDTH = 10

# Where the block of each round starts, its colour begins and it ends, and its first column in the file.
_PLACES = tuple(
    (start, start + 4, start + WIDTH, start + 1) for start in range(FIRST, FIRST + WIDTH * MOST_ROUNDS, WIDTH)
)
# The ends of well-formed blocks with an opponent: colour and result.
_ENDS = {f" {c} {r}  ": (c, r.upper()) for c, r in product("wb", "1=0+-WDLwdl ")}
_WITH_OPPONENT = PLAYED | PLAYED_SHORT | {PLUS, MINUS, BLANK}
# Results without opponent; the signs are the byes of the form of 2006.
_ALONE = {
    "=": HALF_POINT_BYE,
    "+": FULL_POINT_BYE,
    "1": FULL_POINT_BYE,
    "-": ABSENT,
    "0": ABSENT,
    BLANK: BLANK,
} | {code: code for code in "HFUZ"}
_COLOURS = {"w": "w", "b": "b", "s": "b", "-": "-", " ": "-"}  # s: German "schwarz"
_NUMBERS: dict[str, int] = {f"{number:4}": number for number in range(1, 400)}

_new = tuple.__new__


class Block(NamedTuple):
    """What a block of ten columns says; `problem` is the key of a notice about `found`, or ""."""

    opponent: int
    colour: str
    result: str
    problem: str = ""
    found: str = ""


class Doubt(NamedTuple):
    """A block with a problem: its round (from 1), its first column, and what it says."""

    round: int
    column: int
    block: Block


def read_games(line: str, doubts: list[Doubt]) -> list[Game]:
    """Read the blocks of a line that was padded to whole blocks; doubtful ones are added to `doubts`.

    A block without opponent and result gives a BLANK game with opponent 0.
    """
    games: list[Game] = []
    add = games.append
    for start, middle, stop, column in _PLACES[: (len(line) - FIRST) // WIDTH]:
        end = _ENDS.get(line[middle:stop])
        opponent = _NUMBERS.get(line[start:middle])
        if end and opponent:
            add(_new(Game, (opponent, end[0], end[1], column)))
            continue
        block = read_block(line[start:stop])
        if block.problem:
            doubts.append(Doubt(len(games) + 1, column, block))
        add(_new(Game, (block.opponent, block.colour, block.result, column)))
    return games


@lru_cache(65536)
def read_block(text: str) -> Block:
    """Read a block of ten columns in any of its spellings."""
    number, colour, result = text[:4].strip(), text[5].lower(), text[7].upper()
    if (text[4] + text[6] + text[8:]).strip() or (number and not (number.isascii() and number.isdecimal())):
        return Block(0, "-", UNLISTED, "round_unreadable", text.strip())
    opponent = int(number or 0)
    if not opponent:
        if result in _ALONE:
            return Block(0, "-", _ALONE[result])
        return Block(0, "-", UNLISTED, "result_unknown", text[7])
    if result in "HFUZ":
        return Block(0, "-", result, "bye_with_opponent", text.strip())
    problem, found = "", ""
    if colour not in _COLOURS:
        problem, found = "colour_unknown", text[5]
    if result not in _WITH_OPPONENT:
        return Block(opponent, _COLOURS.get(colour, "-"), UNLISTED, "result_unknown", text[7])
    return Block(opponent, _COLOURS.get(colour, "-"), result, problem, found)


def aligned(line: str) -> bool:
    """Whether the blanks between the fields of all blocks stand where they must."""
    places = _PLACES[: (len(line) - FIRST) // WIDTH]
    blanks = [line[start + 4] + line[start + 6] + line[start + 8 : stop] for start, _, stop, _ in places]
    return not (line[89:FIRST] + "".join(blanks)).strip()
