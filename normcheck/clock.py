"""The rate of play: from the code of record 222, or from the free text that organisers write.

Free text is read only when every word of it is understood; anything else is None, never a guess.
Every word becomes one letter (`normcheck.clock_words`), and patterns over these letters say what a period
or an increment looks like.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from normcheck.clock_words import Token, plain, tokens

_MOST_SECONDS = 12 * 3600  # longer than any session: a misread number


class Period(NamedTuple):
    """A part of the game: `moves` in `seconds` (0 moves: to the end), `increment` in seconds a move."""

    moves: int
    seconds: int
    increment: int = 0

    def __str__(self) -> str:
        """Write the period as record 222 does."""
        moves = f"{self.moves}/" if self.moves else ""
        increment = f"+{self.increment}" if self.increment else ""
        return f"{moves}{self.seconds}{increment}"


class Clock(NamedTuple):
    """The periods of White and of Black; they are the same except in a few blitz deciders."""

    white: tuple[Period, ...]
    black: tuple[Period, ...]

    def seconds_for(self, moves: int) -> int:
        """Count a player's seconds for this many moves; where the colours differ, the lesser of the two."""
        return min(_seconds_for(self.white, moves), _seconds_for(self.black, moves))

    def plain_seconds_for(self, moves: int) -> int:
        """Count as `seconds_for` does, but without increments."""
        return min(_seconds_for(tuple(p._replace(increment=0) for p in side), moves) for side in self)

    @property
    def increment(self) -> int:
        """The least increment of any period, in seconds a move; 0 if one has none."""
        return min(period.increment for side in self for period in side)

    @property
    def has_increment(self) -> bool:
        """Whether there is an increment in any period."""
        return any(period.increment for side in self for period in side)

    def __str__(self) -> str:
        """Write the code of record 222 (``40/5400+30:1800+30``)."""
        white, black = (":".join(map(str, side)) for side in self)
        return white if white == black else f"W{white}-B{black}"


def _seconds_for(periods: tuple[Period, ...], moves: int) -> int:
    """Add every period that starts within `moves`, and the increments of the moves made in it."""
    total = start = 0
    for period in periods:
        if start >= moves:
            break
        in_period = min(period.moves or moves, moves - start)
        total += period.seconds + in_period * period.increment
        start += in_period
    return total


# --- record 222 ---------------------------------------------------------------------------------

_CODED_PERIOD = re.compile(r"(?:([0-9]{1,3})/)?([0-9]{1,5})(?:\+([0-9]{1,3}))?")
_CODED_COLOURS = re.compile(r"W(.+)-B(.+)", re.IGNORECASE)


@lru_cache(512)
def parse_code(text: str) -> Clock | None:
    """Read record 222, for instance ``40/6000+30:900+30`` or ``W300-B240``; None if it is not a clock."""
    code = "".join(text.split())
    both = _CODED_COLOURS.fullmatch(code)
    white, black = (_coded(part) for part in (both.groups() if both else (code, code)))
    return Clock(white, black) if white and black else None


def _coded(code: str) -> tuple[Period, ...]:
    """Read one colour; empty if the code is wrong or does not reach the end of the game."""
    found = [_CODED_PERIOD.fullmatch(part) for part in code.split(":")]
    periods = [Period(*(int(n or 0) for n in match.groups())) for match in found if match]
    return _to_the_end(periods) if len(periods) == len(found) else ()


def _to_the_end(periods: list[Period]) -> tuple[Period, ...]:
    """Give the periods if the last one, and no other, is without a number of moves; else nothing."""
    open_ended = [not period.moves for period in periods]
    sane = all(0 < period.seconds <= _MOST_SECONDS for period in periods)
    return tuple(periods) if sane and open_ended.count(True) == 1 and open_ended[-1] else ()


# --- free text: letters to periods --------------------------------------------------------------

_TIME = "CH|NH(?:NM?)?|NM|C"
_PERIODS = [
    re.compile(pattern.replace("TIME", f"(?P<time>{_TIME})").replace("MOVES", "(?P<moves>N)"))
    for pattern in (
        "TIME[/*P]?O?MOVESV",  # 90 min/40 moves
        "TIME[/*]MOVES",  # 100' x 40
        "(?P<minutes>N)[/*]MOVESV",  # 90/40 moves
        "O?MOVESV[/P]?TIME",  # 40 moves in 90 min
        "O?MOVESV/(?P<minutes>N)",  # 40 moves/90
        "MOVES/TIME",  # 40/90'
        "(?P<either>N)[/*](?P<other>N)",  # 40/90, or 90/40
        "TIME(?:[/P]?E+V?)?",  # 90 min, 15 min/end
        "E+/?TIME",  # game/30'
        "E+/?(?P<minutes>N)",  # game/30, G60
        "(?P<minutes>N)/E+",  # 30/end
        "TIME(?P<after>A)V?MOVESV?",  # 30 min after move 40
        "TIME(?P<at>F+)V?MOVESV?",  # 30 min from move 41
        "(?P<after>A)MOVESV/?TIME",  # after 40 moves 30 min
    )
]
_FROM = "F+(?:OV|(?P<from{0}>N)V|V(?P<from{1}>N)|V?O)"
_INCREMENTS = [
    re.compile(pattern)
    for pattern in (
        f"(?:{_FROM.format(1, 2)})?I*(?P<seconds>N)S?I*[/PA]+E*VI*(?P<told>)(?:{_FROM.format(3, 4)})?",
        f"I*(?P<seconds>N)SI*V(?P<told>)(?:{_FROM.format(1, 2)})?",  # 30 sec a move
        f"I*(?P<seconds>N)SI*(?P<told>)(?:{_FROM.format(1, 2)})",  # 30 sec from move 1
        f"(?P<seconds>N)(?:{_FROM.format(1, 2)})",  # 10 from move 1
        "P+V(?P<told>)(?P<seconds>N)SI*",  # per move 30 sec
        "I*(?P<seconds>N)SI*",  # 30 sec
        "(?:I+(?P<seconds>N)|(?P<bare>N)I+)(?P<told>)",  # increment 30
    )
]
_NO_INCREMENT = re.compile("XI")
_OR = re.compile(r"(?<!\S)(?:or|oder|ou|sau|lub|nebo|ili|eller|vagy|veya|или)(?!\S)")
_MOST_USUAL = 40  # of two bare numbers one must be this number of moves, else they are not clear


class _Found(NamedTuple):
    """What one piece of text says: a period, or an increment (`start` is its first move, 0 not told)."""

    period: Period | None = None
    increment: int = 0
    start: int = 0
    after: int | None = None  # the move after which the period begins, if told


def parse_text(text: str) -> Clock | None:
    """Read a free text; the languages are those of `normcheck.clock_words`.

    None when not every word is understood, when the game could not be finished (no time after the last
    time control), or when a number has no clear meaning (``120``).
    """
    found_tokens = tokens(text)
    if not found_tokens:
        return None
    pieces = _pieces(found_tokens)
    found = [each for at, piece in enumerate(pieces) for each in _read(piece, at, len(pieces))]
    if not all(found):
        return None
    return _assemble([each for each in found if each])


@lru_cache(512)
def parse_choice(text: str) -> tuple[Clock, ...]:
    """Read a text that offers several clocks (``90 min + 30 sec or 2 h``); empty unless all of them are understood."""
    parts = [parse_text(part) for part in _OR.split(plain(text))]
    clocks = tuple(clock for clock in parts if clock)
    return tuple(dict.fromkeys(clocks)) if len(clocks) == len(parts) else ()


def _pieces(found: list[Token]) -> list[list[Token]]:
    """Cut at plus signs, commas and words like "and"; empty pieces are dropped."""
    pieces: list[list[Token]] = [[]]
    for token in found:
        if token.letter == "&":
            pieces.append([])
        else:
            pieces[-1].append(token)
    return [piece for piece in pieces if piece]


def _read(piece: list[Token], at: int, count: int) -> list[_Found | None]:
    """Read a piece: one thing, or a period with an increment behind it; [None] if it is not clear."""
    one = _bare(piece, at, count) or _period(piece) or _increment(piece)
    if one:
        return [one]
    for cut in range(len(piece) - 1, 0, -1):
        period = _period(piece[:cut])
        slash = piece[cut].letter == "/"
        increment = _increment(piece[cut + slash :], needs_mark=not slash)
        if period and increment:
            return [period, increment]
    return [None]


def _bare(piece: list[Token], at: int, count: int) -> _Found | None:
    """Read ``90 + 30``, ``G60 + 30``, ``1:30 + 30"``: minutes first and seconds last need no unit."""
    if len(piece) > 1 or count == 1:
        return None
    letter, value = piece[0]
    if at == 0 and count == 2 and ((letter == "N" and value > 2) or (letter == "C" and value % 60)):
        return _Found(Period(0, value * 60))
    return _Found(increment=value) if letter == "N" and at == count - 1 else None


def _period(piece: list[Token]) -> _Found | None:
    """Read the period that the piece describes, or None."""
    letters = "".join(token.letter for token in piece)
    matches = (pattern.fullmatch(letters) for pattern in _PERIODS)
    match = next((m for m in matches if m), None)
    if match is None or letters == "C":
        return None
    part = {name: piece[slice(*match.span(name))] for name in match.re.groupindex if match[name] is not None}
    if "either" in part:
        return _bare_pair(part["either"][0].value, part["other"][0].value)
    minutes = _minutes(part["time"]) if "time" in part else part["minutes"][0].value
    moves = part["moves"][0].value if "moves" in part else 0
    if "after" in part or "at" in part:
        return _Found(Period(0, minutes * 60), after=moves - ("at" in part))
    return _Found(Period(moves, minutes * 60)) if moves or "moves" not in part else None


def _bare_pair(first: int, second: int) -> _Found | None:
    """Read ``40/90`` and ``90/40``: both are 40 moves in 90 minutes."""
    if (first == _MOST_USUAL) == (second == _MOST_USUAL):
        return None
    minutes = second if first == _MOST_USUAL else first
    return _Found(Period(_MOST_USUAL, minutes * 60)) if minutes > 10 else None


def _minutes(time: list[Token]) -> int:
    """Count the minutes of ``1h30``, ``90 min``, ``1:30``."""
    hours = time[0].letter == "N" and time[1].letter == "H"
    if not hours:
        return time[0].value
    return time[0].value * 60 + (time[2].value if len(time) > 2 else 0)


def _increment(piece: list[Token], needs_mark: bool = False) -> _Found | None:
    """Read the increment of a piece; with `needs_mark` only if "per move" or the like is told."""
    letters = "".join(token.letter for token in piece)
    if _NO_INCREMENT.fullmatch(letters):
        return _Found()
    matches = (pattern.fullmatch(letters) for pattern in _INCREMENTS)
    match = next((m for m in matches if m), None)
    if match is None or (needs_mark and match.groupdict().get("told") is None):
        return None
    numbers = {name: piece[match.start(name)].value for name in match.re.groupindex if match[name]}
    start = next((numbers[name] for name in numbers if name.startswith("from")), 1 if "F" in letters else 0)
    return _Found(increment=numbers.get("seconds", numbers.get("bare", 0)), start=start)


def _assemble(found: list[_Found]) -> Clock | None:
    """Make one clock from the pieces in their order; None if they do not fit together."""
    periods = _in_order([each for each in found if each.period])
    increments = [each for each in found if each.period is None]
    if len({each.increment for each in increments}) > 1 or (len(increments) == 1 and found[-1].period):
        return None
    both = _with_increment(periods, increments[0] if increments else _Found())
    return Clock(both, both) if both else None


def _in_order(found: list[_Found]) -> list[Period]:
    """Give the periods; one that begins "after move 40" ends the one before it. Empty if they do not fit."""
    periods: list[Period] = []
    for each in found:
        if each.after is not None:
            moves = each.after - sum(period.moves for period in periods[:-1])
            if not periods or moves < 1 or periods[-1].moves not in (0, moves):
                return []
            periods[-1] = periods[-1]._replace(moves=moves)
        periods.append(each.period or Period(0, 0))
    return periods


def _with_increment(periods: list[Period], told: _Found) -> tuple[Period, ...]:
    """Add the increment from its first move on; nothing if no period starts there."""
    starts = [sum(period.moves for period in periods[:n]) for n in range(len(periods))]
    first = max(told.start - 1, 0)
    if first and first not in starts:
        return ()
    pairs = zip(periods, starts, strict=True)
    return _to_the_end([p._replace(increment=told.increment if s >= first else 0) for p, s in pairs])
