"""The summary page: everything that was found, ready to print; the template places it and computes nothing."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar
from urllib.parse import quote

from normcheck import __version__
from normcheck.audit import exports, pages
from normcheck.audit.charts import Picture, bars, by_date
from normcheck.audit.claims import Verified
from normcheck.audit.pages import Made
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
_ATTENTION = ("file", "event", "status", "reason")
_FEDERATIONS = 14
_NUMBERS = frozenset({"no", "rating", "score", "required", "average", "performance", "missing", "games"})
_SIDE = frozenset({"held", "rating", "required", "average", "performance", "start", "no", "missing"})
_SCREEN = frozenset({"pdf"})  # not on paper
_LONG = frozenset({"file", "event", "reason", "needed"})  # a line of their own on a phone, which has none at the side


class Cell(NamedTuple):
    """A value, the key it is sorted by, and the address it leads to."""

    text: str
    key: str = ""
    link: str = ""


class Head(NamedTuple):
    """A column: heading, name, and classes of its cells: numbers (n), long ones (l), at the side, on a screen only."""

    text: str
    name: str
    kind: str


class List(NamedTuple):
    """A table of the page; `more` says where the rest of it is."""

    name: str
    heading: str
    total: int
    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more: str


class Months(NamedTuple):
    """Norms by month or by year: the picture if any date is known, and what is not in it."""

    heading: str
    picture: Picture | None
    note: str


class Page(NamedTuple):
    """The whole page."""

    title: str
    kicker: str
    heading: str
    about: str
    tiles: tuple[tuple[str, str], ...]
    pictures: tuple[tuple[str, Picture], ...]
    months: Months | None
    kinds: tuple[str, ...]
    lists: tuple[List, ...]
    files: tuple[tuple[str, str], ...]
    made_by: str


def word(key: str, **values: object) -> str:
    """A phrase of the summary."""
    return say("audit", "summary", key, **values)


def _counted(table: str, key: str, count: int) -> str:
    """A phrase in the form for one or for many."""
    return say("audit", table, key, "one" if count == 1 else "many", count=count)


def write_summary(where: Place, found: Audited, plan: Plan) -> None:
    """Write the page, and all rows of what needs attention as a list. Raises `UnwritableOutput`."""
    rows = [[_attention_value(one, column) for column in _ATTENTION] for one in found.attention]
    where.write("attention.csv", exports.table(_ATTENTION, rows))
    where.write(FILE, fill("audit_summary.html.j2", page=page(found, plan), word=word).encode())


def page(found: Audited, plan: Plan) -> Page:
    """Everything that stands on the page."""
    totals = found.totals()
    norms = [one for one in found.decided if one.decision == NORM]
    counts = {"norms": len(norms), "events": totals["events"]}
    heading = word("heading", **{key: _counted("heading", key, count) for key, count in counts.items()})
    return Page(
        title=word("document"),
        kicker=word("kicker"),
        heading=heading,
        about=_about(found, plan),
        tiles=tuple((f"{totals[key]:,}".replace(",", "\u202f"), _counted("tiles", key, totals[key])) for key in totals),
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


def _months(norms: Sequence[Decided]) -> Months | None:
    """Norms by month, or by year if there are many months; those without such a date are counted below."""
    if not norms:
        return None
    unit, picture, left = by_date([(one.start, one.title) for one in norms], NORM_TITLES)
    return Months(word(f"by_{unit}"), picture, _counted("undated", unit, left) if left else "")


def _lists(found: Audited) -> Iterable[List]:
    norms = [one for one in found.decided if one.decision == NORM]
    reviews = [one for one in found.decided if one.decision == NEEDS_REVIEW]
    near = [one for one in found.decided if one.decision not in (NORM, NEEDS_REVIEW)]
    figures = ("name", "federation", "held", "rating", "title", "score", "required", "average", "performance")
    places = ("event", "start")
    reasons = ("name", "federation", "held", "rating", "title", "score", "reason", *places)
    cell = _decided_cell(found)
    pdf = ("pdf",) if any(made.pdfs for made in found.made.values()) else ()
    yield _table("norms", norms, (*figures, *places, *pdf), cell, "norms.csv")
    if found.ready:
        heads = ("name", "federation", "title", "state", "missing", "needed")
        yield _table("ready", found.ready, heads, _ready_cell, "ready.csv")
    if found.claims is not None:
        heads = ("name", "title", "event", "file", "outcome", "reason")
        yield _table("claims", found.claims, heads, _claim_cell, "claims.csv")
    urgent = sorted(found.attention, key=lambda one: not one.status)  # what has a status was not done at all
    yield _table("attention", urgent, _ATTENTION, _attention_cell, "attention.csv")
    yield _table("reviews", reviews, reasons, cell, "norms.xlsx")
    yield _table("near", near, reasons, cell, "near.csv")


def _table(
    name: str, rows: Sequence[Row], heads: tuple[str, ...], cell: Callable[[Row, str], Cell], file: str
) -> List:
    more = word("more", shown=MOST, count=len(rows), file=file) if len(rows) > MOST else ""
    return List(
        name=name,
        heading=word(name),
        total=len(rows),
        heads=tuple(Head(say("audit", "columns", key), key, _kind(key)) for key in heads),
        rows=tuple(tuple(cell(row, key) for key in heads) for row in rows[:MOST]),
        more=more,
    )


def _kind(column: str) -> str:
    named = (("n", _NUMBERS), ("side", _SIDE), ("l", _LONG), ("screen", _SCREEN))
    return " ".join(name for name, columns in named if column in columns)


def _decided_cell(found: Audited) -> Callable[[Decided, str], Cell]:
    """The cells of a decision; those of a norm lead to its proof."""

    def cell(one: Decided, column: str) -> Cell:
        made = found.made.get(one.key, Made()) if one.decision == NORM else Made()
        if column == "name":
            link = f"{pages.page(one.key)}#{made.anchors[one.no]}" if one.no in made.anchors else ""
            return Cell(one.name, "", link)
        if column == "pdf":
            file = made.pdfs.get(one.no, "")
            return Cell(say("audit", "columns", "pdf") if file else "", "", quote(file))
        return _cell(one, column)

    return cell


def _cell(one: Decided, column: str) -> Cell:
    if column == "score":
        return Cell(word("of", score=number(one.score), games=one.games), f"{one.score}")
    value = getattr(one, column)
    if column == "required" and value is not None:
        return Cell(number(value), f"{value}")
    return Cell("" if value is None else str(value))


def _ready_cell(one: Progress, column: str) -> Cell:
    values = dict(zip(COLUMNS, one.values, strict=True))
    if column == "needed":
        return Cell(" ".join(str(values[key]) for key in ("still_needed", "notes") if values[key]))
    return Cell(str(values["games_missing" if column == "missing" else column]))


def _attention_value(one: Attention, column: str) -> str:
    return {"file": one.file, "event": one.event, "status": one.status, "reason": one.why}[column]


def _attention_cell(one: Attention, column: str) -> Cell:
    return Cell(_attention_value(one, column))


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
    yield "attention.csv", word("file_attention")
    yield "errors.csv", word("file_errors")
    if found.made:
        yield "ready.csv", word("file_ready")
    if found.claims is not None:
        yield "claims.csv", word("file_claims")
    yield "tables/schema.json", word("file_tables")
