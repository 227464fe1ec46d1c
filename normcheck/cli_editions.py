"""``normcheck editions``: the editions of the regulations, listed, compared or checked."""

from collections.abc import Iterable

import click

from normcheck.cli_click import put, say
from normcheck.cli_screen import width as screen_width
from normcheck.editions_diff import Change, Inside, Known, difference, known
from normcheck.expectancy import load
from normcheck.regulation import Edition, edition_named, editions
from normcheck.report.layout import Column, hanging, row, widths
from normcheck.report.text_parts import LONGEST_LINE
from normcheck.wording import say as phrase


@click.group(
    "editions",
    invoke_without_command=True,
    help=say("help", "editions", "text"),
    short_help=say("help", "editions", "short"),
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List the editions if nothing else is asked."""
    if ctx.invoked_subcommand is None:
        put(listed(_width()))


@command.command("list", help=say("help", "editions", "list"))
def list_editions() -> None:
    """Print the editions, oldest first."""
    put(listed(_width()))


@command.command("diff", help=say("help", "editions", "diff"), short_help=say("help", "editions", "diff_short"))
@click.argument("old")
@click.argument("new")
def diff_editions(old: str, new: str) -> None:
    """Print what one edition says differently from another."""
    put(compared(edition_named(old), edition_named(new), _width()))


@command.command("check", help=say("help", "editions", "check"), short_help=say("help", "editions", "check_short"))
def check_editions() -> None:
    """Check the files of all editions."""
    put(checked())


def _width() -> int:
    return min(screen_width(), LONGEST_LINE)


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def listed(width: int) -> str:
    """Every edition: from and to, title, source, and how much of it is certain."""
    return "\n".join(_text(_listed(one, width)) for one in known())


def _listed(one: Known, width: int) -> list[str]:
    last = one.last.isoformat() if one.last else phrase("editions", "list", "in_force")
    counts = [
        phrase("editions", "list", "count", count=count, mark=phrase("editions", "marks", mark))
        for mark, count in one.counts
    ]
    told = [one.title, phrase("editions", "list", "clauses", total=one.clauses, counts=", ".join(counts))]
    told += [phrase("editions", "list", "in_part")] if one.in_part else []
    lines = [phrase("editions", "list", "edition", id=one.id, first=one.first.isoformat(), last=last)]
    lines += [line for text in told for line in hanging("  ", text, width)]
    return [*lines, f"  {one.source}"]


def compared(old: Edition, new: Edition, width: int) -> str:
    """The differences of two editions as tables: article old, article new, what changed."""
    found = difference(old, new)
    parts = [
        _section("content", _table(old, new, [_rows(one) for one in found.changes], width)),
        _section("number", _table(old, new, [_rows(one) for one in found.renumbered], width)),
        _section("inside", [line for one in found.inside for line in _inside(one, width)]),
    ]
    if not any(parts):
        return phrase("editions", "diff", "none", old=old.id, new=new.id) + "\n"
    return "\n".join(_text(part) for part in parts if part)


def _section(word: str, lines: list[str]) -> list[str]:
    return [phrase("editions", "diff", word), *(f"  {line}".rstrip() for line in lines)] if lines else []


def _rows(one: Change) -> list[list[str]]:
    """The article in both editions with its heading, then a row for everything that changed."""
    nothing = phrase("editions", "diff", "nothing")
    return [[one.old or nothing, one.new or nothing, one.heading], *(["", "", f"· {text}"] for text in one.what)]


def _table(old: Edition, new: Edition, changes: list[list[list[str]]], width: int) -> list[str]:
    if not changes:
        return []
    heads = [edition.id.rsplit("-", 1)[-1] for edition in (old, new)]
    columns = [Column(head) for head in (*heads, phrase("editions", "columns", "what"))]
    cells = [cell for rows in changes for cell in rows]
    sizes = widths(columns, cells, width - 2, 2)
    told = row(columns, [column.head for column in columns], sizes)
    return told + [line for cell in cells for line in row(columns, cell, sizes)]


def _inside(one: Inside, width: int) -> list[str]:
    day = phrase("editions", "diff", "day", edition=one.edition, day=one.day.isoformat())
    told = [line for text in one.what for line in hanging("  · ", text, width - 2)]
    return [f"{day}: {one.article} {one.heading}", *told]


def checked() -> str:
    """A line for every edition that is in order. Raises `BrokenRules` with file, key and reason for one that is not."""
    told = []
    for edition in editions():
        load(edition.tables)
        counted = {"clauses": len(edition.clause_keys()), "titles": len(edition.titles)}
        told.append(say("editions", "checked", id=edition.id, tables=edition.tables, **counted))
    return _text(told)
