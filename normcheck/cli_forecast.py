"""``normcheck forecast``: what each player of an event under way still needs, as text, JSON, HTML or a PDF sheet."""

import contextlib
import io
from pathlib import Path

import click

from normcheck import output as files
from normcheck.cli_click import put
from normcheck.cli_flow import Settled, settle
from normcheck.cli_request import Request, asks
from normcheck.cli_screen import is_coloured, painted, width
from normcheck.errors import WrongUsage
from normcheck.forecast.outlook import Forecast
from normcheck.forecast_live import LiveRatings
from normcheck.report.forecast_build import forecast_out
from normcheck.report.forecast_html import render_page
from normcheck.report.forecast_model import ForecastOut
from normcheck.report.forecast_pdf import SheetWriter
from normcheck.report.forecast_text import render
from normcheck.report.text_parts import View
from normcheck.wording import say as said


def say(*keys: str, **values: object) -> str:
    """A phrase of ``forecast.toml``."""
    return said("forecast", *keys, **values)


@click.command("forecast", help=say("help", "text"), short_help=say("help", "short"))
@asks
@click.option("--after", "round_", type=int, metavar="ROUND", help=say("help", "after"))
@click.option("--k", type=click.IntRange(1, 100), metavar="K", help=say("help", "k"))
@click.option("--unpaired", is_flag=True, help=say("help", "unpaired"))
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html", "pdf"]),
    default="text",
    show_default=True,
    help=say("help", "form"),
)
@click.option("-o", "--output", metavar="FILE", help=say("help", "output"))
def command(request: Request, round_: int | None, k: int | None, unpaired: bool, form: str, output: str | None) -> int:
    """Print the forecast, or write it to a file."""
    if form == "pdf" and output is None:
        raise WrongUsage(say("errors", "pdf_needs_output"))
    if output is not None:
        files.refuse_overwriting(Path(output), *request.inputs)
    settled = settle(request)
    audit = settled.audit
    forecast = Forecast(audit.event, audit.edition, audit.titles, audit.reason, round_, not unpaired)
    whole = request.everybody or settled.player is not None or form == "json"
    document = forecast_out(forecast, settled.player, whole, LiveRatings(forecast, k).of)
    content = _content(document, form, settled, on_paper=output is not None)
    if output is None:
        put(content if form == "text" else content.encode() if isinstance(content, str) else content)
    else:
        files.write(Path(output), content.encode() if isinstance(content, str) else content)
    return 0


def _content(document: ForecastOut, form: str, settled: Settled, *, on_paper: bool) -> str | bytes:
    if form == "json":
        return document.model_dump_json(by_alias=True, indent=2) + "\n"
    if form == "html":
        return render_page(document)
    if form == "pdf":
        with contextlib.redirect_stdout(io.StringIO()):  # a library may talk when it finds its parts missing
            return SheetWriter().sheet(document)
    verbose = settled.everybody or settled.player is not None
    coloured = not on_paper and is_coloured()
    return render(document, View(width(), verbose, painted) if coloured else View(width(), verbose))
