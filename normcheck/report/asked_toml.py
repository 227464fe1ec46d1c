"""Questions as an answers file to fill in: every question is a comment, every answer an empty key."""

import json
from collections.abc import Iterable
from textwrap import wrap

from normcheck.report.asked import Ask, Asked, Line
from normcheck.wording import has, say

_WIDTH = 110
_ANSWERS = ("federation", "sex", "title")  # an empty one says that there is none
_EMPTY = {"round_dates": "[]"}


def render(found: Asked, file: str) -> str:
    """The whole file as TOML; it is a valid answers file as it stands and answers nothing."""
    numbered = list(enumerate(found.decisive, 1))
    lost = [(n, ask) for n, ask in numbered if not ask.lines]
    of_players = [(n, ask) for n, ask in numbered if ask.lines and ask.lines[0].table != "event"]
    of_event = [(n, ask) for n, ask in numbered if ask.lines and ask.lines[0].table == "event"]
    blank_event = [ask for ask in found.blanks if ask.lines[0].table == "event"]
    blank_players = [ask for ask in found.blanks if ask.lines[0].table != "event"]
    lines = [*_comment(say("questions", "words", "intro", file=file)), ""]
    for number, ask in of_players:
        lines += [*_asked(ask, number), *_tables(ask.lines), ""]
    if of_event or blank_event:
        lines += ["[event]", ""]
    for number, ask in of_event:
        lines += [*_asked(ask, number), *map(_key, ask.lines), ""]
    if found.blanks:
        lines += [*_comment(say("questions", "words", "blanks")), ""]
    for ask in blank_event:
        lines += [*_asked(ask), *map(_key, ask.lines), ""]
    for ask in blank_players:
        lines += [*_asked(ask), *_tables(ask.lines), ""]
    for number, ask in lost:
        lines += [*_asked(ask, number), *_comment(say("questions", "words", "no_key"), "   "), ""]
    return "\n".join(lines).rstrip() + "\n"


def _comment(text: str, indent: str = "") -> list[str]:
    """A text as comment lines; control characters cannot end a comment."""
    clean = "".join(c if c.isprintable() else " " for c in text)
    return [f"# {indent}{line}" for line in wrap(clean, _WIDTH - len(indent))]


def _asked(ask: Ask, number: int = 0) -> list[str]:
    lines = _comment(f"{number}. {ask.text}" if number else ask.text)
    if ask.who:
        lines += _comment(say("questions", "words", "ask", who=ask.who), "   ")
    return lines + [line for turn in ask.turns for line in _comment(turn, "   ")]


def _tables(lines: Iterable[Line]) -> list[str]:
    """The tables of players and byes; keys of one player and round stand in one table."""
    found: dict[tuple[str, int, int], list[Line]] = {}
    for line in lines:
        found.setdefault((line.table, line.no, line.round), []).append(line)
    told: list[str] = []
    for (table, no, round_), keys in found.items():
        name = "".join(c if c.isprintable() else " " for c in keys[0].name)
        told += [f"[[{table}]]", f"no = {no}  # {name}".rstrip(" #")]
        told += [f"round = {round_}"] if round_ else []
        told += map(_key, keys)
    return told


def _key(line: Line) -> str:
    """One key without an answer, with what may be written; as a comment where an empty answer would be one."""
    hint = say("questions", "hints", line.key) if has("questions", "hints", line.key) else ""
    if line.table == "players" and line.key in _ANSWERS:
        return f"# {line.key} = {json.dumps(line.value)}  # {hint}; {say('questions', 'words', 'take_away')}"
    value = _EMPTY.get(line.key, '""')
    return f"{line.key} = {value}  # {hint}" if hint else f"{line.key} = {value}"
