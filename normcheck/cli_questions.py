"""``normcheck questions``: what is open about an event, as an answers file to fill in."""

from pathlib import Path

import click

from normcheck import output as files
from normcheck.cli_click import put
from normcheck.cli_flow import settle
from normcheck.cli_request import Request, asks
from normcheck.errors import WrongUsage
from normcheck.report.asked import asked
from normcheck.report.asked_toml import render
from normcheck.wording import say


@click.command("questions", help=say("questions", "help", "text"), short_help=say("questions", "help", "short"))
@asks
@click.option("-o", "--output", metavar="FILE", help=say("questions", "help", "output"))
def command(request: Request, output: str | None) -> int:
    """Print the file, or write it and say so."""
    if output is not None and Path(output).exists():
        raise WrongUsage(say("questions", "words", "exists", where=output))
    settled = settle(request)
    found = asked(settled.audit, settled.decisions)
    count = len(found.decisive) + len(found.blanks)
    if not count:
        put(say("questions", "words", "nothing") + "\n")
        return 0
    content = render(found, settled.audit.event.file)
    if output is None:
        put(content)
        return 0
    files.write(Path(output), content.encode())
    told = say("questions", "count", "one" if count == 1 else "many", count=count)
    put(say("questions", "words", "written", count=told, where=output) + "\n")
    return 0
