"""``normcheck editions``: the editions of the regulations, listed or checked."""

import click

from normcheck.cli_click import put, say
from normcheck.expectancy import load
from normcheck.regulation import editions


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
        put(listed())


@command.command("list", help=say("help", "editions", "list"))
def list_editions() -> None:
    """Print the editions, oldest first."""
    put(listed())


@command.command("check", help=say("help", "editions", "check"), short_help=say("help", "editions", "check_short"))
def check_editions() -> None:
    """Check the files of all editions."""
    put(checked())


def listed() -> str:
    """A line for every edition."""
    told = [say("editions", "listed", id=e.id, start=e.effective_from.isoformat(), title=e.title) for e in editions()]
    return "".join(f"{line}\n" for line in told)


def checked() -> str:
    """A line for every edition that is in order. Raises `BrokenRules` with file, key and reason for one that is not."""
    told = []
    for edition in editions():
        load(edition.tables)
        counted = {"clauses": len(edition.clause_keys()), "titles": len(edition.titles)}
        told.append(say("editions", "checked", id=edition.id, tables=edition.tables, **counted))
    return "".join(f"{line}\n" for line in told)
