"""Dates as files write them: any order of the parts, two or four digits, incomplete ones."""

import re
from calendar import monthrange
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from normcheck.event import Day

EARLIEST_YEAR, LATEST_YEAR = 1900, 2099  # beyond these a date is a dummy or a slip
_CENTURY_TURN = 70  # two digits: 70 to 99 are 19xx
_ORDERS = ("ymd", "dmy", "ydm", "mdy")  # the rule order first, then by how often they are met
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_FIRST = re.compile(r"([A-Za-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?\s+([A-Za-z]{3})[a-z]*\.?,?\s+(\d{4})\b")
_DIGITS = re.compile(r"(\d{1,4})(?:[/.\-](\d{1,4}))?(?:[/.\-](\d{1,4}))?(?![\d/.\-])")


class Reading(NamedTuple):
    """Dates read in one order of parts; `sure` is False if another order fits as well and differs."""

    days: list[Day | None]
    sure: bool


def make_day(year: int, month: int = 0, day: int = 0) -> Day | None:
    """A valid `Day`, known as far as its parts are not 0; None if there is no such date."""
    if not 1 <= year <= 9999 or not 0 <= month <= 12:
        return None
    if not month:
        return Day(year)
    return Day(year, month, day) if 0 <= day <= monthrange(year, month)[1] else None


def plausible(day: Day) -> bool:
    """Whether a chess event or a birth can be dated so."""
    return EARLIEST_YEAR <= day.year <= LATEST_YEAR


def not_after(first: Day, second: Day) -> bool:
    """Whether `first` can be on or before `second`, as far as both are known."""
    known = min(_precision(first), _precision(second))
    return tuple(first)[:known] <= tuple(second)[:known]


def _precision(day: Day) -> int:
    return 1 + bool(day.month) + bool(day.month and day.day)


def read_days(texts: Sequence[str], fits: Callable[[list[Day | None]], bool]) -> Reading:
    """Read dates that one program wrote, so in one order of their parts.

    The first order in which every text is a date and `fits` holds is taken; if there is none, the first in
    which most texts are dates. A text that is no date gives None.
    """
    readings = [[_in_order(text, order) for text in texts] for order in _ORDERS]
    good = [days for days in readings if None not in days and fits(days)]
    if not good:
        return Reading(max(readings, key=lambda days: len(days) - days.count(None)), True)
    rivals = [days for days in good if not _only_swapped(texts, days, good[0])]
    return Reading(good[0], all(days == good[0] for days in rivals))


def _only_swapped(texts: Sequence[str], days: list[Day | None], best: list[Day | None]) -> bool:
    """Whether `days` is the odd order year-day-month of texts that start with a year of four digits."""
    return days != best and all(re.match(r"\s*\d{4}\D", text) for text in texts)


@lru_cache(4096)
def _in_order(text: str, order: str) -> Day | None:
    text = text.strip()
    if found := _MONTH_FIRST.match(text):
        return _named(found[1], found[2], found[3])
    if found := _DAY_FIRST.match(text):
        return _named(found[2], found[1], found[3])
    if re.fullmatch(r"\d{8}", text):
        return make_day(int(text[:4]), int(text[4:6]), int(text[6:]))
    digits = _DIGITS.match(text)
    return _numbered([part for part in digits.groups() if part], order) if digits else None


def _named(month: str, day: str, year: str) -> Day | None:
    name = month.lower()
    return make_day(int(year), _MONTHS.index(name) + 1, int(day)) if name in _MONTHS else None


def _numbered(parts: list[str], order: str) -> Day | None:
    if len(parts) == 3:
        by_letter = dict(zip(order, parts, strict=True))
        year, month, day = by_letter["y"], by_letter["m"], by_letter["d"]
        if len(month) > 2 or len(day) > 2 or any(len(part) == 3 for part in parts):
            return None
        return make_day(_full_year(year), int(month), int(day))
    wide = [part for part in parts if len(part) == 4]
    if len(wide) != 1:
        return None
    others = [int(part) for part in parts if len(part) < 4]
    return make_day(int(wide[0]), *others)


def _full_year(text: str) -> int:
    year = int(text)
    if len(text) == 4:
        return year
    return year + (1900 if year >= _CENTURY_TURN else 2000)


@lru_cache(4096)
def read_birth(text: str) -> str | None:
    """A date of birth as ISO, as far as it is known ("" if not at all); None if it cannot be read."""
    text = text.strip()
    if not text.strip("0/.- "):
        return ""
    for order in _ORDERS:
        day = _in_order(text, order)
        if day:
            return str(day)
    return None
