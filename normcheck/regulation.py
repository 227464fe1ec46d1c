"""An edition of the title regulations as data: loaded, checked, resolved for a day.

The files stand in `rules/`; `rules/README.md` describes them. Code knows clause keys only: the article
number, the wording, the numbers, the source and the certainty of every clause come from the file.
"""

import tomllib
from bisect import bisect_right
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError, field_validator

from normcheck.clauses import Clause, Clauses, Rating, Strict, TitleCode
from normcheck.errors import BrokenRules, WrongUsage
from normcheck.event import Day
from normcheck.resources import folder

NORM_TITLES = ("GM", "IM", "WGM", "WIM")


class Title(Strict):
    """What one title asks: whole rating points; `required` are the titles that count as required titles."""

    performance: Rating
    average: Rating
    floor: Rating
    peak: Rating
    required: tuple[TitleCode, ...]
    required_article: str
    women: bool = False
    implies: tuple[TitleCode, ...] = ()


class Edition(Strict):
    """One edition of the regulations, as published; `tables` names the file with the expectancy table.

    `known_in_part`: so little of the text is known that a norm needs review; what no reading gives is refused.
    """

    id: str
    title: str
    effective_from: date
    source: str
    tables: str
    known_in_part: bool = False
    titles: dict[str, Title]
    clauses: Clauses

    @field_validator("titles")
    @classmethod
    def _four_titles(cls, titles: dict[str, Title]) -> dict[str, Title]:
        if missing := [name for name in NORM_TITLES if name not in titles]:
            raise ValueError(f"titles missing: {', '.join(missing)}")
        if unknown := [name for name in titles if name not in NORM_TITLES]:
            raise ValueError(f"no titles with norms: {', '.join(unknown)}")
        return titles

    def clause(self, key: str) -> Clause:
        """The clause of this key."""
        clause: Clause = getattr(self.clauses, key)
        return clause

    def clause_keys(self) -> tuple[str, ...]:
        """The keys of the clauses this edition has, in the order of the articles."""
        return tuple(key for key in Clauses.model_fields if getattr(self.clauses, key) is not None)

    def with_clauses(self, clauses: dict[str, Clause]) -> "Edition":
        """The edition with some clauses exchanged."""
        return self.model_copy(update={"clauses": self.clauses.model_copy(update=clauses)}) if clauses else self

    def variants(self) -> tuple[tuple[str, str, "Edition"], ...]:
        """The edition with each other number that a clause not known may have: key, what it says, edition.

        Only of clauses that a norm or an event is judged by, not of those asked of an application.
        """
        return tuple(
            (key, possible.text, self.with_clauses({key: clause}))
            for key in self.clause_keys()
            if self.clause(key).scope in ("player", "event")
            for possible, clause in zip(self.clause(key).possible, self.clause(key).alternatives(), strict=True)
        )

    def article(self, key: str, title: str = "") -> str:
        """The article number of a clause; that of the required titles depends on the title asked."""
        if key == "required_titles" and title:
            return self.titles[title].required_article
        return self.clause(key).article


_REASONS = {"extra_forbidden": "unknown key", "missing": "missing"}
_SHOWN = 3  # mistakes named in one message


def problem(path: Path, error: ValidationError) -> str:
    """One sentence about the mistakes in a data file: file, key, reason."""
    found = error.errors()
    told = []
    for one in found[:_SHOWN]:
        key = ".".join(str(part) for part in one["loc"]) or "(file)"
        told.append(f"{key}: {_REASONS.get(one['type'], one['msg'].removeprefix('Value error, '))}")
    more = f"; and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return f"{path.name}: {'; '.join(told)}{more}; correct the file"


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; `BrokenRules` with line and column if it is not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenRules(f"{path.name}: cannot be read ({error})") from error
    except tomllib.TOMLDecodeError as error:
        raise BrokenRules(f"{path.name}: {error}; correct the file") from error


def load_edition(path: Path) -> Edition:
    """Read and check one edition file; `BrokenRules` says file, key and reason."""
    try:
        return Edition.model_validate(read_toml(path))
    except ValidationError as error:
        raise BrokenRules(problem(path, error)) from error


@cache
def editions() -> tuple[Edition, ...]:
    """All editions in `rules/`, oldest first."""
    paths = sorted(folder("rules").glob("fide-b01-*.toml"))
    return tuple(sorted((load_edition(path) for path in paths), key=lambda e: e.effective_from))


def edition_named(name: str) -> Edition:
    """The edition with this id or year."""
    found = [e for e in editions() if name in (e.id, e.id.rsplit("-", 1)[-1])]
    if not found:
        known = ", ".join(e.id for e in editions())
        raise WrongUsage(f"There is no edition {name!r}; known editions: {known}.")
    return found[0]


def edition_for(start: Day | None) -> tuple[Edition, str]:
    """The edition in force on the first day of an event, and a wording key that says why it was chosen."""
    if start is None:
        return resolve(editions()[-1], date.max), "no_start_date"
    in_force = [e for e in editions() if e.effective_from <= start.first]
    if not in_force:
        return editions()[0], "before_first_edition"
    several = any(other.id != in_force[-1].id for _, other in also_in_force(start))
    return resolve(in_force[-1], start.first), "several_in_force" if several else "in_force"


def also_in_force(start: Day | None) -> tuple[tuple[str, Edition], ...]:
    """What else may have been in force where the first day of an event is known to the month or year only.

    Every later edition, and every later state of one edition, with a text that tells it from the others.
    """
    if start is None or start.exact:
        return ()
    found = []
    for edition in editions():
        days = {change.valid_from for key in edition.clause_keys() for change in edition.clause(key).changes}
        for day in sorted({edition.effective_from, *days}):
            if start.first < day <= start.last and _in_force(day) is edition:
                text = edition.title if day == edition.effective_from else f"{edition.title} ({day.isoformat()})"
                found.append((text, resolve(edition, day)))
    return tuple(found)


def _in_force(day: date) -> Edition | None:
    return next((e for e in reversed(editions()) if e.effective_from <= day), None)


class _States(NamedTuple):
    """An edition, the days on which it changes, and what it is before the first of them and from each on."""

    edition: Edition
    days: list[date]
    known: dict[int, Edition]


_RESOLVED: dict[int, _States] = {}  # by identity of the edition
_KEPT = 64


def resolve(edition: Edition, day: date) -> Edition:
    """The edition with the changes inside it that are in force on a day; of equal states always the same object."""
    states = _RESOLVED.get(id(edition))
    if states is None:
        if len(_RESOLVED) >= _KEPT:
            _RESOLVED.clear()
        days = {change.valid_from for key in edition.clause_keys() for change in edition.clause(key).changes}
        states = _RESOLVED[id(edition)] = _States(edition, sorted(days), {})
    number = bisect_right(states.days, day)
    if number not in states.known:
        clauses = {key: edition.clause(key) for key in edition.clause_keys()}
        changed = {key: now for key, clause in clauses.items() if (now := clause.on(day)) is not clause}
        states.known[number] = edition.with_clauses(changed)
    return states.known[number]
