"""The command line: its commands and exit codes. Only this module and those called ``cli_...`` print.

Exit codes: 0 done; 1 done, a norm asked with ``--player`` or in a norm sheet is not met; 2 wrong usage; 3 done, such a
norm needs review; 4 input unreadable or output unwritable; 5 the libraries for PDF are missing; 130 interrupted. For
whole events it is 0.
"""

from importlib import import_module

import click

from normcheck import __version__
from normcheck.cli_click import LazyGroup, put

COMMANDS = {
    "check": "normcheck.cli_check",
    "report": "normcheck.cli_report",
    "questions": "normcheck.cli_questions",
    "forecast": "normcheck.cli_forecast",
    "plan": "normcheck.cli_plan",
    "convert": "normcheck.cli_convert",
    "template": "normcheck.cli_template",
    "direct": "normcheck.cli_direct",
    "titles": "normcheck.cli_titles",
    "explain": "normcheck.cli_explain",
    "editions": "normcheck.cli_editions",
    "ratings": "normcheck.cli_ratings",
    "rating": "normcheck.cli_rating",
    "progress": "normcheck.cli_progress",
    "serve": "normcheck.cli_serve",
    "audit": "normcheck.cli_audit",
}


@click.group("normcheck", cls=LazyGroup, invoke_without_command=True, context_settings={"obj": COMMANDS})
@click.option("--version", is_flag=True)
@click.option("-v", "--verbose", is_flag=True)
@click.pass_context
def main(ctx: click.Context, version: bool, verbose: bool) -> None:
    """Print the version, or the help if no command is given."""
    if version:
        put(f"normcheck {__version__}\n")
        libraries = import_module("normcheck.cli_versions").versions() if verbose else []
        put("".join(f"{name} {number}\n" for name, number in libraries))
        ctx.exit()
    if ctx.invoked_subcommand is None:
        put(ctx.get_help() + "\n")
