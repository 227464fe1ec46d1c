"""The plan of a field for the terminal."""

from collections.abc import Sequence

from normcheck.report.forecast_plan_build import say
from normcheck.report.forecast_plan_model import MeasureOut, OpenOut, PlanOut, PlanRowOut
from normcheck.report.layout import Column, row, widths
from normcheck.report.text_parts import View, number, paragraph

NUMBERS = (
    ("holders", "title_holders"),
    ("required", "required_titles"),
    ("federations", "foreign_federations"),
    ("own", "own_federation"),
)


def render_plan(document: PlanOut, view: View) -> str:
    """The plan of a closed event as text, ending in a line end."""
    head = [view.paint(say("title"), "strong"), *paragraph(view, "", document.heading)]
    head += [line for text in document.sentences for line in paragraph(view, "", text)]
    blocks = [head, _norms(document, view), _failing(document, view), _cancellations(document, view)]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def render_open(document: OpenOut, view: View) -> str:
    """The margins of a start list as text, ending in a line end."""
    lines = [line for text in document.sentences for line in paragraph(view, "  ", text)]
    return "\n".join([view.paint(f"{say('title')} ({document.file})", "strong"), *lines]) + "\n"


def _norms(document: PlanOut, view: View) -> list[str]:
    shown = [one for one in document.rows if one.possible]
    if not shown:
        return []
    keys = ("no", "name", "federation", "title", "score", "average")
    heads = [Column(say("columns", key), key in ("no", "score", "average")) for key in keys]
    heads += [Column(say("columns", key), right=True) for key, _ in NUMBERS]
    cells = [_cells(one) for one in shown]
    sizes = widths(heads, cells, view.width, 1)
    lines = [view.paint(line, "faint") for line in row(heads, [c.head for c in heads], sizes)]
    lines += [line for texts in cells for line in row(heads, texts, sizes)]
    return [view.paint(say("norms"), "strong"), *lines, *paragraph(view, "", say("spare_legend"))]


def _cells(one: PlanRowOut) -> list[str]:
    spare = {m.clause: m for m in one.conditions}
    name = " ".join(part for part in (one.held, one.name) if part)
    figures = [_spare(spare.get(clause)) for _, clause in NUMBERS]
    return [str(one.no), name, one.federation, one.title, number(one.score), str(one.average), *figures]


def _spare(measured: MeasureOut | None) -> str:
    """What is spare, in front of what was found: "+4"."""
    return f"{measured.spare:+d}" if measured else ""


def _failing(document: PlanOut, view: View) -> list[str]:
    """The players who can make no such norm, together where they fail for the same reasons."""
    groups: dict[tuple[str, ...], list[PlanRowOut]] = {}
    for one in document.rows:
        if not one.possible:
            groups.setdefault((one.title, *one.failing), []).append(one)
    lines = [line for reasons, rows in groups.items() for line in _group(reasons, rows, view)]
    return [view.paint(say("failing"), "strong"), *lines] if lines else []


def _group(reasons: Sequence[str], rows: Sequence[PlanRowOut], view: View) -> list[str]:
    title, *clauses = reasons
    who = ", ".join(f"{one.no} {one.name}" for one in rows)
    return paragraph(
        view, f"  {title:<3}  ", say("failing_row", names=who, clauses="; ".join(clauses) or say("no_score"))
    )


def _cancellations(document: PlanOut, view: View) -> list[str]:
    lines = [line for one in document.cancellations for line in paragraph(view, "  ", one.text)]
    return [view.paint(say("cancel"), "strong"), *lines] if lines else []
