"""Months of rating lists: as files and people write them, and which list is in force on a day."""

import re
from functools import cache
from typing import NamedTuple

from normcheck.regulation import read_toml
from normcheck.resources import folder

_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ISO = re.compile(r"\b(\d{4})[-/.](\d{1,2})(?:[-/.]\d{1,2})?\b")
_NAMED = re.compile(rf"(?<![a-z])({'|'.join(_NAMES)})[a-z]*[ _-]?((?:19|20)?\d\d)(?!\d)", re.IGNORECASE)
_CENTURY_TURN = 70  # two digits: 70 to 99 are 19xx


class Month(NamedTuple):
    """A month of the calendar; written 2026-08."""

    year: int
    month: int

    def __str__(self) -> str:
        """ISO form."""
        return f"{self.year:04d}-{self.month:02d}"


def make_month(year: int, month: int) -> Month | None:
    """A month in which a rating list can have been published, else None."""
    return Month(year, month) if 1970 <= year <= 2099 and 1 <= month <= 12 else None


def iso_month(text: str) -> Month | None:
    """A month written as 2026-08, and nothing else."""
    found = re.fullmatch(r"(\d{4})-(\d{2})", text.strip())
    return make_month(int(found[1]), int(found[2])) if found else None


def find_month(text: str) -> Month | None:
    """The first month in a text: 2026-08, 2026-08-01, AUG26, Sep09, August 2026."""
    if found := _ISO.search(text):
        return make_month(int(found[1]), int(found[2]))
    if found := _NAMED.search(text):
        year = int(found[2])
        if year < 100:
            year += 1900 if year >= _CENTURY_TURN else 2000
        return make_month(year, _NAMES.index(found[1].lower()) + 1)
    return None


def in_force(month: Month) -> Month:
    """The month of the list in force in a month: lists have not always been monthly."""
    for since, months in _periods():
        if month >= since:
            return max(Month(month.year, m) for m in months if m <= month.month)
    return month


@cache
def _periods() -> tuple[tuple[Month, tuple[int, ...]], ...]:
    """The first month of every period and the months of a year that have a list, newest first."""
    found = []
    for period in read_toml(folder("rules") / "rating-lists.toml")["periods"]:
        year, month = map(int, period["since"].split("-"))
        found.append((Month(year, month), tuple(period["months"])))
    return tuple(sorted(found, reverse=True))
