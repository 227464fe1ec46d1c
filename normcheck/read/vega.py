"""Text files of Vega: the crosstable, and the standings (players and points without games)."""

import re
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
    PAIRING_BYE,
    UNLISTED,
    WIN,
    Event,
    Game,
    Source,
)
from normcheck.read.assemble import Draft, Lines, Row, assemble
from normcheck.read.refusal import refusal
from normcheck.read.text import read_text
from normcheck.read.titles import read_title

_HEADING = re.compile(r"[ \t]*(?:Pos[ \t]+)?N[ \t]+NAME[ \t][^|]*\|", re.IGNORECASE)
_HEADING_BYTES = re.compile(rb"(?:^|[\r\n])[ \t]*(?:Pos[ \t]+)?N[ \t]+NAME[ \t][^|\r\n]*\|", re.IGNORECASE)
_CAPTION = re.compile(r"(?:cross ?table|standings|start(?:ing)? list)\b", re.IGNORECASE)
_CELL = re.compile(r"([+=-]?)(?:([WBF])(\d{1,4})|(PAB|HPB|FPB|ZPB))|--")
_RULE = re.compile(r"\s*-{5,}\s*")
_WORD = re.compile(r"\S+")
_RESULTS = {"+": WIN, "=": DRAW, "-": LOSS, "": BLANK}
_FORFEITS = {"+": FORFEIT_WIN, "-": FORFEIT_LOSS, "": BLANK}
_BYES = {"PAB": PAIRING_BYE, "HPB": HALF_POINT_BYE, "FPB": FULL_POINT_BYE, "ZPB": ABSENT}
_COLOURS = {"W": "w", "B": "b"}
_NUMBERS = ("rtg", "frtg", "nrtg")


class _Layout(NamedTuple):
    """The heading of a list: words of each part between bars, in small letters, and the columns of the rounds."""

    line: int
    parts: list[list[str]]
    rounds: list[int]  # where the number of each round stands in the heading, from 0


def looks_like(head: bytes, name: str) -> bool:
    """Whether a file has the heading of a list of Vega."""
    return bool(_HEADING_BYTES.search(head))


def read(data: bytes, name: str) -> Event:
    """Read a crosstable or standings; `name` is the file name used in every source.

    Raises `UnreadableInput` for what is no text or holds no player.
    """
    notices = Lines(name)
    text = read_text(data, notices)
    at = next((at for at, line in enumerate(text.lines) if _HEADING.match(line)), None)
    if at is None:
        raise refusal("vega_no_heading", Source(name))
    layout = _layout(text.lines[at], at + 1)
    draft = Draft(notices, "Vega crosstable" if layout.rounds else "Vega standings", text.encoding)
    _tell_facts(draft, text.lines[:at])
    for number, line in enumerate(text.lines[at + 1 :], at + 2):
        if not line.strip() and draft.rows:
            break
        if line.strip() and not _RULE.fullmatch(line):
            _add_row(draft, layout, line, number)
    _judge_sexes(draft)
    if layout.rounds:
        notices.add("rounds_by_columns", layout.line, rounds=len(layout.rounds))
    return assemble(draft)


def _layout(line: str, number: int) -> _Layout:
    parts = [part.lower().split() for part in line.split("|")]
    bar = line.rindex("|")
    words = list(_WORD.finditer(line, bar + 1))
    in_order = [word.start() for at, word in enumerate(words, 1) if word[0] == str(at)]
    return _Layout(number, parts, in_order if len(in_order) == len(words) else [])


def _tell_facts(draft: Draft, lines: list[str]) -> None:
    """The name of the event, then its place and dates, both above the caption of the list."""
    told = [(number, line.strip()) for number, line in enumerate(lines, 1) if line.strip()]
    told = [(number, text) for number, text in told if not _CAPTION.match(text)]
    if told:
        draft.tell("name", told[0][1], told[0][0])
    for number, text in told[1:2]:
        place, _, dates = text.rpartition(" - ")
        draft.tell("place", place.strip(" -,"), number)
        draft.tell_dates(dates, number)


def _add_row(draft: Draft, layout: _Layout, line: str, number: int) -> None:
    parts = line.split("|")
    words = parts[0].split()
    ranked = layout.parts[0][0] == "pos"
    if len(parts) < len(layout.parts) or len(words) < 2 + ranked or not words[ranked].isdecimal():
        draft.notices.add("row_without_number", number, found=line.strip()[:20])
        return
    found: dict[str, str] = {}
    for heads, part in zip(layout.parts[1:], parts[1:], strict=False):
        if not layout.rounds:
            _take(heads, part.split(), found)
    left = _take(layout.parts[0][2 + ranked :], words[1 + ranked :], found)
    if left and left[0].isupper() and read_title(left[0]).title:
        found["t"] = left.pop(0)
    rating = found.get("rtg") or found.get("frtg", "")
    draft.rows.append(
        Row(
            no=int(words[ranked][:5]),
            name=" ".join(left),
            title=found.get("t", ""),
            federation=found.get("fed", ""),
            rating=rating,
            sex=found.get("g", ""),
            points=found.get("pts", ""),
            rank=int(words[0][:5]) if ranked and words[0].isdecimal() else 0,
            games=_games(draft, layout, line, number),
            line=number,
        )
    )


def _take(heads: list[str], words: list[str], found: dict[str, str]) -> list[str]:
    """Take values from the end of a part, column by column; those that do not fit their column are blank."""
    words = list(words)
    for head in reversed(heads):
        if words and _fits(head, words[-1]):
            found[head] = words.pop()
    return words


def _fits(head: str, word: str) -> bool:
    if head in _NUMBERS:
        return word.isdecimal()
    if head == "fed":
        return len(word) == 3 and word.isalpha() and not read_title(word).title
    if head == "t":
        return len(word) <= 3 and word.isalpha()
    if head == "g":
        return word.lower() in ("m", "w", "f")
    return word.replace(".", "", 1).replace(",", "", 1).isdecimal()


def _games(draft: Draft, layout: _Layout, line: str, number: int) -> list[Game]:
    """The games behind the bar: one cell a round where there are as many, else by the columns of the heading."""
    if not layout.rounds:
        return []
    bar = line.rindex("|")
    cells = [(word.start() + 1, word[0]) for word in _WORD.finditer(line, bar + 1)]
    if len(cells) != len(layout.rounds):
        starts = [start - 2 for start in layout.rounds]
        ends = [*starts[1:], len(line)]
        cells = [(start + 1, line[start:end].strip()) for start, end in zip(starts, ends, strict=True)]
    games = []
    for round_, (column, text) in enumerate(cells, 1):
        game = _game(text, column)
        if game.result == UNLISTED:
            no, name = line.split(maxsplit=1)[0], line[:40].strip()
            draft.notices.at_cell("round_unreadable", number, column, round=round_, no=no, name=name, found=text[:20])
        games.append(game)
    return games


def _game(text: str, column: int) -> Game:
    if not text:
        return Game(0, "-", BLANK, column)
    found = _CELL.fullmatch(text)
    if not found:
        return Game(0, "-", UNLISTED, column)
    sign, letter, opponent, bye = found.groups()
    if bye or not opponent:
        return Game(0, "-", _BYES.get(bye or "", ABSENT), column)
    result = _FORFEITS.get(sign, UNLISTED) if letter == "F" else _RESULTS[sign]
    if not int(opponent):
        return Game(0, "-", UNLISTED, column)
    return Game(int(opponent), _COLOURS.get(letter, "-"), result, column)


def _judge_sexes(draft: Draft) -> None:
    """Where everybody is marked m, the mark is the one the program sets by itself, and says nothing."""
    sexes = {row.sex.lower() for row in draft.rows}
    if len(draft.rows) > 1 and sexes == {"m"}:
        draft.notices.add("vega_sexes", draft.rows[0].line)
        draft.rows[:] = [row._replace(sex="") for row in draft.rows]
