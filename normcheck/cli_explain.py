"""``normcheck explain``: what a clause asks for each title, and what is often misread."""

from collections.abc import Iterable

import click

from normcheck.cli_click import put, say
from normcheck.cli_screen import width as screen_width
from normcheck.explain import Explanation, find, lines
from normcheck.regulation import edition_named, editions
from normcheck.report.layout import GAP, Column, hanging, row, widths
from normcheck.report.text_parts import LONGEST_LINE


@click.command("explain", help=say("help", "explain", "text"), short_help=say("help", "explain", "short"))
@click.argument("word")
@click.option("--edition", metavar="ID", help=say("help", "explain", "edition"))
def command(word: str, edition: str | None) -> None:
    """Print what is meant by an article or a key."""
    put(explanation(word, edition, screen_width()))


def explanation(word: str, edition_id: str | None, width: int) -> str:
    """All clauses meant by an article or a key, as text. Raises `WrongUsage` if there is none."""
    edition = edition_named(edition_id) if edition_id else editions()[-1]
    told = [_clause(lines(edition, key), min(width, LONGEST_LINE)) for key in find(edition, word)]
    return "\n\n".join("\n".join(clause) for clause in told) + "\n"


def _clause(clause: Explanation, width: int) -> list[str]:
    facts = [
        ("misread", [clause.misread]),
        ("edition", [clause.edition]),
        ("key", [clause.key]),
        ("certainty", [clause.certainty]),
        ("source", [clause.source]),
        ("see", clause.see),
    ]
    heading = hanging("", f"{clause.article}  {clause.heading}", width)
    asks = hanging("  ", clause.asks, width)
    return [*heading, *asks, *_titles(clause, width), "", *_facts(facts, width)]


def _facts(facts: Iterable[tuple[str, Iterable[str]]], width: int) -> list[str]:
    named = [(say("explain", key), [text for text in texts if text]) for key, texts in facts]
    size = max(len(name) for name, _ in named)
    told = [_fact(f"  {name:<{size}}  ", text, width) for name, texts in named for text in texts]
    return [line for part in told for line in part]


def _fact(name: str, text: str, width: int) -> list[str]:
    """A paragraph; a link stays in one piece, whatever the width."""
    return [f"{name}{text}"] if "://" in text else hanging(name, text, width)


def _titles(clause: Explanation, width: int) -> list[str]:
    """What the clause asks for each title, if the titles differ."""
    if not clause.rows:
        return []
    columns = [Column(""), Column(""), Column("")]
    cells = [[one.title, one.article, one.what] for one in clause.rows]
    sizes = widths(columns, cells, width - 2 * GAP, 2)
    return ["", *(" " * 2 * GAP + line for cell in cells for line in row(columns, cell, sizes))]
