"""How the command line behaves: commands loaded when called, a sentence for every error, an exit code.

Only click is imported with this module, so that the program starts at once.
"""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn, cast

import click

from normcheck.errors import NormcheckError, UnwritableOutput

INTERRUPTED = 130
# For the case that the wording files themselves cannot be read.
_LAST_RESORT = "An unexpected error stopped normcheck ({kind} in {place}). Please report it, together with the file."


class LazyGroup(click.Group):
    """A group that imports a command when it is called, and turns every error into a sentence and an exit code.

    The modules of the commands are called after them and offer a ``command``.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(self.context_settings["obj"])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, with all that it imports."""
        module = self.context_settings["obj"].get(cmd_name)
        return cast("click.Command", import_module(module).command) if module else None

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help, with the words of the wording file."""
        self.help = say("help", "main", "text")
        for param in self.params:
            if isinstance(param, click.Option):
                param.help = say("help", "main", str(param.name))
        super().format_help(ctx, formatter)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: object,
    ) -> NoReturn:
        """Run the command line and exit; the process never ends with a traceback."""
        _forgive_characters()
        run = super().main
        name = prog_name or "normcheck"
        sys.exit(_code(lambda: run(args, name, complete_var, False, **extra)))


def say(*keys: str, **values: object) -> str:
    """A phrase of ``terminal.toml``, read when it is needed."""
    return str(import_module("normcheck.wording").say("terminal", *keys, **values))


def put(text: str | bytes) -> None:
    """Print to standard output; a reader who has gone away is no error. Raises `UnwritableOutput` on a full disk."""
    try:
        click.echo(text, nl=False)
    except BrokenPipeError:
        _silence()
    except OSError as error:
        _silence()
        raise UnwritableOutput(say("errors", "unwritable_stdout", reason=error.strerror or error)) from error


def _code(command: Callable[[], object]) -> int:
    """The exit code of a command; what went wrong is told in one sentence."""
    try:
        code = command()
        return code if isinstance(code, int) else 0
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except click.ClickException as error:
        return _tell(_usage(error), click.UsageError.exit_code)
    except NormcheckError as error:
        return _tell(str(error), error.exit_code)
    except Exception as error:
        return _tell(_unexpected(error), NormcheckError.exit_code)


def _tell(sentence: str, code: int) -> int:
    with suppress(OSError):
        click.echo(f"normcheck: {' '.join(sentence.split())}", err=True)
    return code


def _usage(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "normcheck"
    message = error.format_message()
    message += "" if message.endswith((".", "?", "!")) else "."
    return say("errors", "usage", message=message, command=command)


def _unexpected(error: Exception) -> str:
    """The last resort: what kind of error, and in which line, for the report."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
    kind = type(error).__name__
    with suppress(Exception):
        return say("errors", "unexpected", kind=kind, place=place)
    return _LAST_RESORT.format(kind=kind, place=place)


def _forgive_characters() -> None:
    """Replace, instead of failing, what the encoding of the terminal does not have."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")


def _silence() -> None:
    """Send to nowhere what is still to be printed; the end of the process would else complain."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
