"""The terminal: how wide it is, and whether and how it is coloured."""

import os
import shutil
import sys
from typing import NamedTuple

import click

_NARROWEST = 66  # the figures of a player take so much


class _Style(NamedTuple):
    colour: str | None = None
    bold: bool = False
    dim: bool = False


_STYLES = {
    "strong": _Style(bold=True),
    "good": _Style("green", bold=True),
    "bad": _Style("red", bold=True),
    "doubt": _Style("yellow", bold=True),
    "faint": _Style(dim=True),
}


def width() -> int:
    """The width of the terminal, or what COLUMNS says, or 80."""
    return max(shutil.get_terminal_size((80, 24)).columns, _NARROWEST)


def is_coloured() -> bool:
    """Colours only for a person at a terminal who has not switched them off."""
    off = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return bool(not off and sys.stdout and sys.stdout.isatty())


def painted(text: str, style: str) -> str:
    """The text in a style, "" for none."""
    look = _STYLES.get(style)
    return click.style(text, fg=look.colour, bold=look.bold or None, dim=look.dim or None) if look else text
