"""What two editions say differently, and how much of each edition is known: values for a table, no layout."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import get_args

from normcheck.clauses import Certainty, Clause
from normcheck.regulation import Edition, Title, editions
from normcheck.wording import has, say

_PLAIN = set(Clause.model_fields)  # keys every clause has; what else stands in a clause are its numbers
_ARTICLE = re.compile(r"\b\d\.[\d.]*\d[a-z]?\b")
_UNLIMITED = 99  # rounds that may be missed: as good as all
_MARKS: tuple[str, ...] = get_args(Certainty)
_OF_TITLES = {"performance": "performance", "average": "average", "floor": "floor", "peak": "peak_rating"}


@dataclass(frozen=True, slots=True)
class Change:
    """One clause that two editions have differently: "" for an article that one does not have; `what` are lines."""

    key: str
    heading: str
    old: str
    new: str
    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Inside:
    """A change while an edition stays in force."""

    edition: str
    day: date
    article: str
    heading: str
    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """Clauses with another content, clauses with another article number only, and changes inside the editions."""

    changes: tuple[Change, ...]
    renumbered: tuple[Change, ...]
    inside: tuple[Inside, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """One edition in a list: from and to (None: in force), and how many clauses have each mark of certainty."""

    id: str
    title: str
    first: date
    last: date | None
    source: str
    clauses: int
    counts: tuple[tuple[str, int], ...]
    in_part: bool


def difference(old: Edition, new: Edition) -> Difference:
    """What the new edition says differently from the old one, both after all dated changes inside them."""
    keys = list(dict.fromkeys([*new.clause_keys(), *old.clause_keys()]))
    found = [change for key in _in_order(keys, old) if (change := _compared(old, new, key))]
    inside = tuple(change for edition in (old, new) for change in _inside(edition))
    return Difference(tuple(c for c in found if c.what), tuple(c for c in found if not c.what), inside)


def _in_order(keys: list[str], edition: Edition) -> list[str]:
    """The keys in the order of the model, which is that of the articles."""
    order = list(type(edition.clauses).model_fields)
    return sorted(keys, key=order.index)


def _compared(old: Edition, new: Edition, key: str) -> Change | None:
    before, after = (e.clause(key).on(date.max) if key in e.clause_keys() else None for e in (old, new))
    if before is None or after is None:
        one = after or before
        if one is None:
            return None
        word = "added" if before is None else "dropped"
        articles = (before.article if before else "", after.article if after else "")
        return Change(key, one.heading, *articles, (say("editions", "change", word, asks=one.asks),))
    what = (*_numbers(before, after), *_title_numbers(old, new, key), *_wording(before, after))
    if not what and before.article == after.article:
        return None
    return Change(key, after.heading, before.article, after.article, what)


def _numbers(before: Clause, after: Clause) -> Iterator[str]:
    """The numbers of a clause that differ, then those that are not known."""
    for key in type(after).model_fields:
        if key in _PLAIN:
            continue
        values = getattr(before, key), getattr(after, key)
        if values[0] != values[1]:
            name = say("editions", "fields", key) if has("editions", "fields", key) else key
            old, new = (_rounds(v) if key == "missed" else _written(v) for v in values)
            yield say("editions", "change", "number", name=name, old=old, new=new)
    if before.possible != after.possible:
        for word, clause in (("old_open", before), ("new_open", after)):
            if clause.possible:
                yield say("editions", "change", word, others="; ".join(p.text for p in clause.possible))


def _rounds(value: int) -> str:
    return say("editions", "change", "any") if value >= _UNLIMITED else str(value)


def _written(value: object) -> str:
    """A number or list as people read it."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, tuple):
        return ", ".join(map(_written, value)) or say("editions", "change", "nothing")
    if isinstance(value, dict):
        return ", ".join(f"{k} {_written(v)}" for k, v in value.items()) or say("editions", "change", "nothing")
    if hasattr(value, "model_dump"):
        told = {name: number for name, number in value.model_dump().items() if number}
        if has("editions", "shapes", word := " ".join(told)):
            return say("editions", "shapes", word, **told)
        return " ".join(_written(v) for v in value.model_dump().values() if v)
    return say("editions", "change", "nothing") if value is None else str(value)


def _title_numbers(old: Edition, new: Edition, key: str) -> Iterator[str]:
    """The numbers of the titles, beside the clause they belong to."""
    for field, clause in _OF_TITLES.items():
        if clause != key:
            continue
        for name, title in new.titles.items():
            values: tuple[int, int] = (_of(old.titles[name], field), _of(title, field))
            if values[0] != values[1]:
                yield say("editions", "change", "number", name=name, old=values[0], new=values[1])


def _of(title: Title, field: str) -> int:
    return int(getattr(title, field))


def _wording(before: Clause, after: Clause) -> Iterator[str]:
    if _ARTICLE.sub("", before.asks) != _ARTICLE.sub("", after.asks):
        yield say("editions", "change", "was", asks=before.asks)
        yield say("editions", "change", "now", asks=after.asks)


def _inside(edition: Edition) -> Iterator[Inside]:
    for key in edition.clause_keys():
        clause = edition.clause(key)
        for day in sorted({change.valid_from for change in clause.changes}):
            before, after = clause.on(day - timedelta(days=1)), clause.on(day)
            what = (*_numbers(before, after), *_wording(before, after)) or (after.misread,)
            yield Inside(edition.id, day, after.article, after.heading, what)


def known() -> tuple[Known, ...]:
    """All editions, oldest first, each with its last day and how sure its clauses are."""
    every = editions()
    following = [later.effective_from - timedelta(days=1) for later in every[1:]]
    return tuple(_known(edition, last) for edition, last in zip(every, [*following, None], strict=True))


def _known(edition: Edition, last: date | None) -> Known:
    found: Counter[str] = Counter(edition.clause(key).certainty for key in edition.clause_keys())
    counts = tuple((mark, found[mark]) for mark in _MARKS if found[mark])
    total = len(edition.clause_keys())
    first = edition.effective_from
    return Known(edition.id, edition.title, first, last, edition.source, total, counts, edition.known_in_part)


def markdown() -> str:
    """The list of editions as the table of the README."""
    marks = [mark for mark in _MARKS if any(mark in dict(one.counts) for one in known())]
    head = [say("editions", "columns", key) for key in ("edition", "first", "last")]
    rows = [[*head, *marks], ["---"] * (len(head) + len(marks))]
    for one in known():
        last = written_day(one.last) if one.last else say("editions", "list", "in_force")
        counts = [str(dict(one.counts).get(mark, 0)) for mark in marks]
        rows.append([f"[{one.id}]({one.source})", written_day(one.first), last, *counts])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def written_day(day: date) -> str:
    """A day in words: 1 July 2017."""
    return f"{day.day} {day:%B %Y}"
