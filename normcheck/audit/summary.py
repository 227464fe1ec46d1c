"""The summary page: everything that was found, ready to print; the template places it and computes nothing."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from normcheck import __version__
from normcheck.audit import pages
from normcheck.audit.charts import Picture, bars, columns
from normcheck.audit.claims import Verified
from normcheck.audit.parts import Attention, Decided
from normcheck.audit.place import Place
from normcheck.audit.ready import COLUMNS, Progress
from normcheck.audit.run import Audited, Plan
from normcheck.finding import NEEDS_REVIEW, NORM
from normcheck.regulation import NORM_TITLES
from normcheck.report.html import fill
from normcheck.report.text_parts import number
from normcheck.wording import say

Row = TypeVar("Row")

FILE = "summary.html"
MOST = 2000  # rows of a table on the page
_FEDERATIONS = 14
_MONTHS = 36
_NUMBERS = frozenset({"no", "rating", "score", "required", "average", "performance", "missing", "games"})
_SIDE = frozenset({"held", "rating", "required", "average", "performance", "file", "start", "no", "missing"})
_SHORT = frozenset({"federation", "held", "title", "start", "state", "status", "outcome"})  # never broken
_LONG = frozenset({"event", "reason", "needed"})  # a line of their own on a phone, which leaves out those at the side


class Cell(NamedTuple):
    """A value, the key it is sorted by, and the address it leads to."""

    text: str
    key: str = ""
    link: str = ""


class Head(NamedTuple):
    """A column: heading, and the classes of its cells: numbers (n), short (s) and long (l) ones, those at the side."""

    text: str
    kind: str


class List(NamedTuple):
    """A table of the page; `more` says where the rest of it is."""

    name: str
    heading: str
    total: int
    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more: str


class Page(NamedTuple):
    """The whole page."""

    title: str
    kicker: str
    heading: str
    about: str
    tiles: tuple[tuple[str, str], ...]
    pictures: tuple[tuple[str, Picture], ...]
    months: tuple[str, Picture] | None
    kinds: tuple[str, ...]
    lists: tuple[List, ...]
    files: tuple[tuple[str, str], ...]
    made_by: str


def word(key: str, **values: object) -> str:
    """A phrase of the summary."""
    return say("audit", "summary", key, **values)


def write_summary(where: Place, found: Audited, plan: Plan) -> None:
    """Write the page. Raises `UnwritableOutput`."""
    where.write(FILE, fill("audit_summary.html.j2", page=page(found, plan), word=word).encode())


def page(found: Audited, plan: Plan) -> Page:
    """Everything that stands on the page."""
    totals = found.totals()
    norms = [one for one in found.decided if one.decision == NORM]
    heading = word("heading_one" if len(norms) == 1 else "heading", norms=len(norms), events=totals["events"])
    return Page(
        title=word("document"),
        kicker=word("kicker"),
        heading=heading,
        about=_about(found, plan),
        tiles=tuple((f"{totals[key]:,}".replace(",", "\u202f"), word(key).lower()) for key in totals),
        pictures=_pictures(norms),
        months=_months(norms),
        kinds=NORM_TITLES,
        lists=tuple(_lists(found)),
        files=tuple(_files(found)),
        made_by=f"normcheck {__version__}",
    )


def _about(found: Audited, plan: Plan) -> str:
    starts = sorted(one.outcome.about.start for one in found.events if one.outcome.about.start)
    parts = [word("about", first=starts[0], last=starts[-1])] if starts else []
    if plan.options.federation:
        parts.append(word("federation", federation=plan.options.federation))
    return " · ".join(parts)


def _pictures(norms: Sequence[Decided]) -> tuple[tuple[str, Picture], ...]:
    if not norms:
        return ()
    titles = Counter(one.title for one in norms)
    federations = Counter(one.federation or "–" for one in norms)
    ordered = sorted(federations.items(), key=lambda one: (-one[1], one[0]))
    rest = sum(count for _, count in ordered[_FEDERATIONS:])
    shown = [(code, count, "") for code, count in ordered[:_FEDERATIONS]]
    shown += [(word("others"), rest, "rest")] if rest else []
    by_title = bars([(title, titles[title], title) for title in NORM_TITLES])
    return (word("by_title"), by_title), (word("by_federation"), bars(shown))


def _months(norms: Sequence[Decided]) -> tuple[str, Picture] | None:
    """Norms by month, or by year if there are many months; those without a date are left out."""
    months = sorted({one.start[:7] for one in norms if len(one.start) >= 7})
    if not months:
        return None
    every = list(_every_month(months[0], months[-1]))
    length, key = (7, "by_month") if len(every) <= _MONTHS else (4, "by_year")
    counts: dict[str, Counter[str]] = {label[:length]: Counter() for label in every}
    for one in norms:
        if one.start[:length] in counts:
            counts[one.start[:length]][one.title] += 1
    return word(key), columns(counts, NORM_TITLES)


def _every_month(first: str, last: str) -> Iterable[str]:
    year, month = (int(part) for part in first.split("-"))
    while (text := f"{year:04d}-{month:02d}") <= last:
        yield text
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)


def _lists(found: Audited) -> Iterable[List]:
    norms = [one for one in found.decided if one.decision == NORM]
    reviews = [one for one in found.decided if one.decision == NEEDS_REVIEW]
    near = [one for one in found.decided if one.decision not in (NORM, NEEDS_REVIEW)]
    figures = ("name", "federation", "held", "rating", "title", "score", "required", "average", "performance")
    places = ("event", "start")
    reasons = ("name", "federation", "held", "rating", "title", "score", "reason", *places)
    link = _linked(found)
    yield _table("norms", norms, (*figures, *places), lambda one, column: _cell(one, column, link), "norms.csv")
    if found.ready:
        heads = ("name", "federation", "title", "state", "missing", "needed")
        yield _table("ready", found.ready, heads, _ready_cell, "ready.csv")
    if found.claims is not None:
        heads = ("name", "title", "event", "file", "outcome", "reason")
        yield _table("claims", found.claims, heads, _claim_cell, "claims.csv")
    yield _table("attention", found.attention, ("file", "event", "status", "reason"), _attention_cell, "errors.csv")
    yield _table("reviews", reviews, reasons, lambda one, column: _cell(one, column, link), "norms.xlsx")
    yield _table("near", near, reasons, lambda one, column: _cell(one, column, link), "near.csv")


def _table(
    name: str, rows: Sequence[Row], heads: tuple[str, ...], cell: Callable[[Row, str], Cell], file: str
) -> List:
    more = word("more", shown=MOST, count=len(rows), file=file) if len(rows) > MOST else ""
    return List(
        name=name,
        heading=word(name),
        total=len(rows),
        heads=tuple(Head(say("audit", "columns", key), _kind(key)) for key in heads),
        rows=tuple(tuple(cell(row, key) for key in heads) for row in rows[:MOST]),
        more=more,
    )


def _kind(column: str) -> str:
    named = (("n", _NUMBERS), ("side", _SIDE), ("s", _SHORT), ("l", _LONG))
    return " ".join(name for name, columns in named if column in columns)


def _linked(found: Audited) -> Callable[[Decided], str]:
    """The address of the proof of a norm."""

    def link(one: Decided) -> str:
        made = found.made.get(one.key)
        if made is None or one.decision != NORM or one.no not in made.anchors:
            return ""
        return f"{pages.page(one.key)}#{made.anchors[one.no]}"

    return link


def _cell(one: Decided, column: str, link: Callable[[Decided], str]) -> Cell:
    if column == "name":
        return Cell(one.name, "", link(one))
    if column == "score":
        return Cell(word("of", score=number(one.score), games=one.games), f"{one.score}")
    value = getattr(one, column)
    if column == "required" and value is not None:
        return Cell(number(value), f"{value}")
    return Cell("" if value is None else str(value))


def _ready_cell(one: Progress, column: str) -> Cell:
    names = {"missing": "games_missing", "needed": "still_needed"}
    return Cell(str(one.values[COLUMNS.index(names.get(column, column))]))


def _attention_cell(one: Attention, column: str) -> Cell:
    return Cell({"file": one.file, "event": one.event, "status": one.status, "reason": one.why}[column])


def _claim_cell(one: Verified, column: str) -> Cell:
    if column == "outcome":
        return Cell(say("audit", "claims", one.outcome))
    if column == "name":
        return Cell(one.name or one.fide_id)
    return Cell({"title": one.title, "event": one.event, "file": one.file, "reason": one.why}[column])


def _files(found: Audited) -> Iterable[tuple[str, str]]:
    yield "norms.csv", word("file_norms")
    yield "norms.xlsx", word("file_xlsx")
    yield "near.csv", word("file_near")
    yield "errors.csv", word("file_errors")
    if found.made:
        yield "ready.csv", word("file_ready")
    if found.claims is not None:
        yield "claims.csv", word("file_claims")
    yield "tables/schema.json", word("file_tables")
