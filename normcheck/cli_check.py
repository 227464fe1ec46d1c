"""``normcheck check``: the decisions on an event or a norm sheet as text, JSON or HTML."""

from pathlib import Path

import click

from normcheck import output as files
from normcheck.cli_click import put, say
from normcheck.cli_flow import Settled, settle
from normcheck.cli_request import Request, asks
from normcheck.cli_screen import is_coloured, painted, width
from normcheck.report.build import as_json, document
from normcheck.report.html import render_all
from normcheck.report.sheets import reports
from normcheck.report.text import render
from normcheck.report.text_parts import View


@click.command("check", help=say("help", "check", "text"), short_help=say("help", "check", "short"))
@asks
@click.option("-v", "--verbose", is_flag=True, help=say("help", "check", "verbose"))
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    show_default=True,
    help=say("help", "check", "form"),
)
@click.option("-o", "--output", metavar="FILE", help=say("help", "check", "output"))
def command(request: Request, verbose: bool, form: str, output: str | None) -> int:
    """Print the decisions, or write them to a file."""
    if output is not None:
        files.refuse_overwriting(Path(output), *request.inputs)
    settled = settle(request)
    if form == "text":
        content = _as_text(settled, verbose, coloured=output is None and is_coloured())
    else:
        content = _as_json(settled) if form == "json" else _as_html(settled)
    if output is not None:
        files.write(Path(output), content.encode())
    else:
        put(content if form == "text" else content.encode())
    return settled.exit_code


def _as_text(settled: Settled, verbose: bool, *, coloured: bool) -> str:
    view = View(width(), verbose, painted) if coloured else View(width(), verbose)
    return render(document(settled.audit, settled.shown), settled.counts, view)


def _as_json(settled: Settled) -> str:
    return as_json(document(settled.audit, settled.decisions)).decode() + "\n"


def _as_html(settled: Settled) -> str:
    pages = list(reports(settled.audit, settled.decisions, titles=settled.audit.titles, everybody=settled.everybody))
    name = settled.audit.event.name
    return render_all(pages, name.value if name else settled.audit.event.file)
