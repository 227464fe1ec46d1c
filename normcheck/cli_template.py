"""``normcheck template``: a crosstable with examples and instructions, to be filled by hand."""

from pathlib import Path

import click

from normcheck import output as files
from normcheck.cli_click import put
from normcheck.errors import WrongUsage
from normcheck.wording import say
from normcheck.write.template import TEMPLATES


@click.command("template", help=say("convert", "help", "template"), short_help=say("convert", "help", "template_short"))
@click.argument("file")
def command(file: str) -> None:
    """Write the template and say so."""
    target = Path(file)
    make = TEMPLATES.get(target.suffix.lower())
    if make is None:
        raise WrongUsage(say("convert", "errors", "ending", where=target, endings=", ".join(TEMPLATES)))
    if target.exists():
        raise WrongUsage(say("convert", "errors", "exists", where=target))
    files.write(target, make())
    put(say("convert", "written", "template", where=target) + "\n")
