"""What is asked: the argument and the options that the commands about an event share."""

import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Concatenate, NamedTuple, ParamSpec

import click

from normcheck.cli_click import say
from normcheck.event import Event
from normcheck.read import MOST_MEGABYTES, read_all
from normcheck.wording import phrase

STANDARD_INPUT = "-"

P = ParamSpec("P")


class Request(NamedTuple):
    """What is asked: files of one event as written, names as typed; `titles` empty for all titles."""

    files: tuple[str, ...]
    answers: str | None = None
    edition: str | None = None
    player: str | None = None
    titles: tuple[str, ...] = ()
    everybody: bool = False
    ratings: str | None = None

    @property
    def inputs(self) -> tuple[Path, ...]:
        """The files that are read."""
        names = (*self.files, self.answers, self.ratings)
        return tuple(Path(name) for name in names if name and name != STANDARD_INPUT)


def asks(command: Callable[Concatenate[Request, P], int]) -> Callable[..., int]:
    """Give a command the shared options; it gets them as a `Request`."""

    @wraps(command)
    def with_request(*args: P.args, **options: P.kwargs) -> int:
        request = Request._make(options.pop(key) for key in Request._fields)
        return command(request, *args, **options)

    shared: Callable[..., int] = with_request
    for option in reversed(_shared()):
        shared = option(shared)
    return shared


def _shared() -> list[Callable[[Callable[..., int]], Callable[..., int]]]:
    return [
        click.argument("files", metavar="FILE [FILE]...", nargs=-1, required=True),
        click.option("--answers", metavar="FILE", help=say("help", "options", "answers")),
        click.option("--edition", metavar="ID", help=say("help", "options", "edition")),
        click.option("--ratings", metavar="LIST|MONTH|none", help=phrase("ratings", "help", "option")),
        click.option("--player", metavar="NO|ID|NAME", help=say("help", "options", "player")),
        click.option("--title", "titles", multiple=True, metavar="TITLE", help=say("help", "options", "title")),
        click.option("--all", "everybody", is_flag=True, help=say("help", "options", "everybody")),
    ]


def read_event(files: Sequence[str]) -> Event:
    """Read the files of one event; ``-`` is standard input, read by way of a file to be judged by its content."""
    if STANDARD_INPUT not in files:
        return read_all(files)
    data = sys.stdin.buffer.read(MOST_MEGABYTES * 1024 * 1024 + 1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / say("stdin", "name")
        path.write_bytes(data)
        return read_all([path if name == STANDARD_INPUT else name for name in files])
