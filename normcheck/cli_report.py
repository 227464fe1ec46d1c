"""``normcheck report``: the PDF reports of an event, with a progress bar for those who wait."""

import contextlib
import io
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from normcheck import output as files
from normcheck.cli_click import put, say
from normcheck.cli_flow import Settled, settle
from normcheck.cli_request import Request, asks
from normcheck.report.pages import PlayerReport
from normcheck.report.pdf import PdfWriter
from normcheck.report.sheets import reports
from normcheck.report.text import results
from normcheck.report.text_parts import plural

PATIENCE = 1.0  # seconds without a progress bar
FEW = 10  # files that are named one by one


@click.command("report", help=say("help", "report", "text"), short_help=say("help", "report", "short"))
@asks
@click.option("-v", "--verbose", is_flag=True, help=say("help", "report", "verbose"))
@click.option("-o", "--output", metavar="DIR", required=True, help=say("help", "report", "output"))
def command(request: Request, verbose: bool, output: str) -> int:
    """Write the reports and say so."""
    settled = settle(request)
    for line in write_reports(settled, Path(output), verbose):
        put(f"{line}\n")
    return settled.exit_code


def write_reports(settled: Settled, folder: Path, verbose: bool) -> list[str]:
    """Write a file for every player to report on, and return the lines that say so.

    Raises `PdfUnavailable` before anything is written, and `UnwritableOutput`.
    """
    players = len({d.player.no for d in settled.shown})
    if not players:
        return [say("report", "nothing")]
    with contextlib.redirect_stdout(io.StringIO()):  # a library may talk when it finds its parts missing
        writer = PdfWriter()
    files.make_folder(folder)
    pages = reports(settled.audit, settled.decisions, titles=settled.audit.titles, everybody=settled.everybody)
    written = []
    for report in _watched(pages, players):
        file = f"{report.file_name}.pdf"
        files.write(folder / file, writer.to_bytes(report))
        written.append(_line(file, report))
    summary = plural("report", "written", len(written), folder=folder, what=results(settled.counts))
    return [summary, *(written if verbose or len(written) <= FEW else ())]


def _line(file: str, report: PlayerReport) -> str:
    headlines = "; ".join(page.proof.headline for page in report.pages)
    return "  " + say("report", "file", file=file, headlines=headlines)


def _watched(pages: Iterable[PlayerReport], total: int) -> Iterator[PlayerReport]:
    """The reports, with a bar on a terminal when they take longer than a moment."""
    began, bar, task = time.monotonic(), None, None
    watched = sys.stderr is not None and sys.stderr.isatty()
    try:
        for done, report in enumerate(pages):
            if watched and bar is None and time.monotonic() - began > PATIENCE:
                bar = Progress(console=Console(stderr=True), transient=True)
                task = bar.add_task(say("report", "progress"), total=total)
                bar.start()
            if bar is not None and task is not None:
                bar.update(task, completed=done)
            yield report
    finally:
        if bar is not None:
            bar.stop()
