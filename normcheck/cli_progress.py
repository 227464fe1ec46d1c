"""``normcheck progress``: are norms and rating together enough for a title? As text, JSON, HTML or PDF."""

from pathlib import Path

import click

from normcheck import output as files
from normcheck.cli_click import put
from normcheck.cli_screen import is_coloured, painted, width
from normcheck.errors import WrongUsage
from normcheck.progress.apply import COMPLETE, HELD, REVIEW, Application, applications, shown
from normcheck.progress.build import document
from normcheck.progress.facts import Told
from normcheck.progress.gather import gather
from normcheck.progress.html import html, pdf
from normcheck.progress.sheets import report
from normcheck.progress.text import render
from normcheck.regulation import NORM_TITLES
from normcheck.report.text_parts import View
from normcheck.wording import say


def word(*keys: str, **values: object) -> str:
    """A phrase of ``progress.toml``."""
    return say("progress", *keys, **values)


@click.command("progress", help=word("help", "text"), short_help=word("help", "short"))
@click.argument("inputs", nargs=-1, metavar="FILES...")
@click.option("--player", metavar="ID", help=word("help", "player"))
@click.option("--title", "titles", multiple=True, metavar="TITLE", help=word("help", "title"))
@click.option("-v", "--verbose", is_flag=True, help=say("terminal", "help", "check", "verbose"))
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html", "pdf"]),
    default="text",
    show_default=True,
    help=word("help", "form"),
)
@click.option("-o", "--output", metavar="FILE", help=word("help", "output"))
def command(
    inputs: tuple[str, ...], player: str | None, titles: tuple[str, ...], verbose: bool, form: str, output: str | None
) -> int:
    """Print the progress, or write it to a file."""
    paths, asked = [Path(name) for name in inputs], _titles(titles)
    if not paths:
        raise WrongUsage(word("errors", "no_files"))
    if form == "pdf" and output is None:
        raise WrongUsage(word("errors", "pdf_output"))
    if output is not None:
        files.refuse_overwriting(Path(output), *paths)
    told = gather(paths, player)
    found = applications(told, asked)
    visible = shown(found, bool(asked))
    if form == "text":
        content = _text(told, visible, verbose, coloured=output is None and is_coloured()).encode()
    elif form == "json":
        content = (document(told, found).model_dump_json(by_alias=True, indent=2) + "\n").encode()
    else:
        made = report(told, visible, forced=bool(asked))
        content = pdf(made) if form == "pdf" else html(made).encode()
    if output is not None:
        files.write(Path(output), content)
    else:
        put(content.decode() if form == "text" else content)
    return _code({one.state for one in visible}, bool(asked))


def _titles(words: tuple[str, ...]) -> tuple[str, ...]:
    asked = {text.strip().upper() for text in words}
    for text in sorted(asked - set(NORM_TITLES)):
        raise WrongUsage(word("errors", "no_title", word=text, titles=", ".join(NORM_TITLES)))
    return tuple(asked)


def _text(told: Told, visible: tuple[Application, ...], verbose: bool, *, coloured: bool) -> str:
    view = View(width(), verbose, painted) if coloured else View(width(), verbose)
    return render(document(told, visible), view)


def _code(states: set[str], asked: bool) -> int:
    """With titles asked: 0 if all are complete or held, 1 if one is not; without: 0 if one is complete."""
    done = {COMPLETE, HELD}
    if states <= done or (not asked and COMPLETE in states):
        return 0
    if asked:
        return 3 if states <= {*done, REVIEW} else 1
    return 3 if REVIEW in states else 1
