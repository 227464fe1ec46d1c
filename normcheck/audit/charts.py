"""Pictures of counts: bars and stacked columns, laid out in units of the picture. The template only draws them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

WIDTH = 460
_ROW, _LABEL, _VALUE = 24, 56, 40
_HEIGHT, _FOOT, _HEAD, _SIDE = 200, 26, 10, 34
_MOST_LABELS = 6
_MONTHS, _YEARS = 36, 100  # columns in a picture


class Bar(NamedTuple):
    """A rectangle with its label, its number and the kind that gives its colour."""

    x: int
    y: int
    width: int
    height: int
    label: str
    number: int
    kind: str = ""


class Mark(NamedTuple):
    """A word or number at a place."""

    x: int
    y: int
    text: str


class Picture(NamedTuple):
    """Bars with what stands beside them; `lines` are heights of thin lines across."""

    width: int
    height: int
    bars: tuple[Bar, ...]
    labels: tuple[Mark, ...]
    values: tuple[Mark, ...]
    lines: tuple[int, ...] = ()


def bars(counts: Sequence[tuple[str, int, str]]) -> Picture:
    """A bar for each label, count and kind, one below the other."""
    most = max((count for _, count, _ in counts), default=0) or 1
    room = WIDTH - _LABEL - _VALUE
    found, labels, values = [], [], []
    for at, (label, count, kind) in enumerate(counts):
        y, length = at * _ROW, max(2 if count else 0, room * count // most)
        found.append(Bar(_LABEL, y + 4, length, _ROW - 8, label, count, kind))
        labels.append(Mark(_LABEL - 8, y + _ROW // 2 + 5, label))
        values.append(Mark(_LABEL + length + 6, y + _ROW // 2 + 5, str(count)))
    return Picture(WIDTH, _ROW * len(counts), tuple(found), tuple(labels), tuple(values))


def columns(counts: Mapping[str, Mapping[str, int]], kinds: Sequence[str], width: int = WIDTH) -> Picture:
    """A column for each label, in the order given, of the counts of all kinds one above the other."""
    most = max((sum(one.values()) for one in counts.values()), default=0) or 1
    step = _step(most)
    top = -(-most // step) * step
    room, foot = _HEIGHT - _FOOT - _HEAD, _HEIGHT - _FOOT
    pitch = (width - _SIDE) // max(len(counts), 1)
    thick = max(2, min(40, pitch * 7 // 10))
    every = -(-len(counts) // _MOST_LABELS)
    found, labels = [], []
    for at, (label, one) in enumerate(counts.items()):
        x = _SIDE + at * pitch + (pitch - thick) // 2
        edges = [0]
        for kind in kinds:
            edges.append(edges[-1] + one.get(kind, 0))
        for kind, (low, high) in zip(kinds, pairwise(edges), strict=True):
            if high > low:
                y = foot - room * high // top
                found.append(Bar(x, y, thick, foot - room * low // top - y, label, high - low, kind))
        if at % every == 0:
            labels.append(Mark(x + thick // 2, _HEIGHT - 8, label))
    ticks = range(0, top + 1, step)
    values = tuple(Mark(_SIDE - 6, foot - room * tick // top + 4, str(tick)) for tick in ticks)
    return Picture(width, _HEIGHT, tuple(found), tuple(labels), values, tuple(foot - room * t // top for t in ticks))


def by_date(dated: Sequence[tuple[str, str]], kinds: Sequence[str]) -> tuple[str, Picture | None, int]:
    """Columns of what has a date (ISO, as exact as it is known) and a kind: by month, or by year if months are many.

    Returns "month" or "year", the picture (None without any date) and how many have no such date.
    """
    months = _months({start[:7] for start, _ in dated if len(start) >= 7})
    by_month = 0 < len(months) <= _MONTHS
    labels = months if by_month else _years({int(start[:4]) for start, _ in dated if start})
    counts: dict[str, Counter[str]] = {label: Counter() for label in labels}
    size = 7 if by_month else 4
    left = 0
    for start, kind in dated:
        if start[:size] in counts:
            counts[start[:size]][kind] += 1
        else:
            left += 1
    return "month" if by_month else "year", columns(counts, kinds) if counts else None, left


def _months(known: set[str]) -> list[str]:
    """Every month from the first to the last one."""
    ends = [12 * int(month[:4]) + int(month[5:]) - 1 for month in known]
    return [f"{at // 12:04d}-{at % 12 + 1:02d}" for at in range(min(ends), max(ends) + 1)] if ends else []


def _years(known: set[int]) -> list[str]:
    """Every year from the first to the last one, or those known only where a wrong date would make them very many."""
    every = range(min(known), max(known) + 1) if known else []
    return [f"{year:04d}" for year in (every if len(every) <= _YEARS else sorted(known)[-_YEARS:])]


def _step(most: int) -> int:
    """A round distance that gives at most five lines."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if most <= 5 * step:
                return step
        size *= 10
