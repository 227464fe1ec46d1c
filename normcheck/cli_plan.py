"""``normcheck plan``: which norms a field can give before the event, as text, JSON or HTML."""

from datetime import date
from pathlib import Path

import click

from normcheck import output as files
from normcheck.cli_click import put
from normcheck.cli_screen import is_coloured, painted, width
from normcheck.errors import WrongUsage
from normcheck.event import Player
from normcheck.forecast.plan import Planner, open_field
from normcheck.forecast.start_list import load_field, open_event
from normcheck.read.federations import known_federation
from normcheck.regulation import Edition, edition_for, edition_named, resolve
from normcheck.report.forecast_plan_build import open_out, plan_out
from normcheck.report.forecast_plan_html import render_plan_page
from normcheck.report.forecast_plan_model import OpenOut, PlanOut
from normcheck.report.forecast_plan_text import render_open, render_plan
from normcheck.report.text_parts import View
from normcheck.verdict import Audit
from normcheck.wording import say as said


def say(*keys: str, **values: object) -> str:
    """A phrase of ``forecast.toml``."""
    return said("forecast", *keys, **values)


@click.command("plan", help=say("plan", "help", "text"), short_help=say("plan", "help", "short"))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--double", is_flag=True, help=say("plan", "help", "double"))
@click.option("--open", "is_open", is_flag=True, help=say("plan", "help", "open"))
@click.option("--host", default="", metavar="FED", help=say("plan", "help", "host"))
@click.option("--edition", metavar="ID", help=say("plan", "help", "edition"))
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    show_default=True,
    help=say("plan", "help", "form"),
)
@click.option("-o", "--output", metavar="FILE", help=say("plan", "help", "output"))
def command(
    file: Path, double: bool, is_open: bool, host: str, edition: str | None, form: str, output: str | None
) -> int:
    """Print the plan, or write it to a file."""
    if double and is_open:
        raise WrongUsage(say("field", "double_open"))
    if host and not known_federation(host):
        raise WrongUsage(say("field", "host", word=host))
    if output is not None:
        files.refuse_overwriting(Path(output), file)
    players, rules = load_field(file), _edition(edition)
    document = _open(players, rules, file, host) if is_open else _closed(players, rules, file, host, double)
    content = _content(document, form, coloured=output is None and is_coloured())
    if output is None:
        put(content if form == "text" else content.encode())
    else:
        files.write(Path(output), content.encode())
    return 0


def _edition(name: str | None) -> Edition:
    return resolve(edition_named(name), date.max) if name else edition_for(None)[0]


def _closed(players: tuple[Player, ...], rules: Edition, file: Path, host: str, double: bool) -> PlanOut:
    return plan_out(Planner(rules, known_federation(host), double, file.name).plan(players))


def _open(players: tuple[Player, ...], rules: Edition, file: Path, host: str) -> OpenOut:
    return open_out(open_field(Audit(open_event(players, file.name, known_federation(host)), rules)))


def _content(document: PlanOut | OpenOut, form: str, *, coloured: bool) -> str:
    if form == "json":
        return document.model_dump_json(by_alias=True, indent=2) + "\n"
    if form == "html":
        return render_plan_page(document)
    view = View(width(), False, painted) if coloured else View(width())
    return render_plan(document, view) if isinstance(document, PlanOut) else render_open(document, view)
