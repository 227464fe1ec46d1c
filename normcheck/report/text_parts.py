"""The pieces the text reports are made of: words, numbers, headings, paragraphs."""

from collections.abc import Callable
from typing import NamedTuple

from normcheck.report.layout import hanging
from normcheck.wording import points, say

Paint = Callable[[str, str], str]  # text and style ("strong", "good", "bad", "doubt", "faint") to text

LONGEST_LINE = 100  # paragraphs are not set wider than this


class View(NamedTuple):
    """How to print: cells to a line, whether everything is asked, and how a style looks ("" styles nothing)."""

    width: int = 80
    verbose: bool = False
    paint: Paint = lambda text, style: text


def number(value: float | int | None) -> str:
    """A number as people write it: halves as ½, a dash for none."""
    if value is None:
        return word("values", "missing")
    return str(value) if isinstance(value, int) else points(int(value * 2))


def plural(table: str, key: str, count: int, **values: object) -> str:
    """A phrase in the form for one or for many."""
    return say("terminal", table, key, "one" if count == 1 else "many", count=count, **values)


def word(*keys: str) -> str:
    """A phrase of ``terminal.toml``."""
    return say("terminal", *keys)


def paragraph(view: View, first: str, text: str) -> list[str]:
    """The lines of a paragraph; those after the first stand under its text."""
    return hanging(first, text, min(view.width, LONGEST_LINE))


def heading(view: View, key: str, count: int = 0) -> str:
    """The line above a group, with the number of what stands in it."""
    text = word("headings", key)
    if count:
        text = say("terminal", "headings", "with_count", heading=text, count=count)
    return view.paint(text, "strong")


def sourced(value: str, source: str) -> str:
    """A value with its source in brackets."""
    return say("terminal", "values", "with_source", value=value, source=source) if value and source else value
