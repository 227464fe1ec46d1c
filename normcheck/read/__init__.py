"""What does the file say? The readers, and the choice between them by content."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from normcheck.event import Event, Source
from normcheck.read.refusal import refusal

MOST_MEGABYTES = 64
_HEAD = 4096  # bytes that decide which reader takes the file

# In this order; the last one also takes, and refuses with the reason, what nobody recognises.
_READERS = (
    "normcheck.read.sheet",
    "normcheck.read.swissmanager",
    "normcheck.read.swissmanager_lists",
    "normcheck.read.swissmanager_ranking",
    "normcheck.read.chessresults_xml",
    "normcheck.read.chessresults",
    "normcheck.read.trf",
)


class Reader(Protocol):
    """What a module of this folder that reads a format offers."""

    def looks_like(self, head: bytes, name: str) -> bool:
        """Whether a file with these first bytes and this name is of the format."""

    def read(self, data: bytes, name: str) -> Event:
        """The event in the file; raises `UnreadableInput`."""


def read(path: Path | str) -> Event:
    """Read an event file of any known format; the content decides which.

    Sources name the file without its folder. Raises `UnreadableInput` if the file cannot be opened, is too
    large or cannot be read.
    """
    path = Path(path)
    data = _contents(path)
    return _reader(data[:_HEAD], path.name).read(data, path.name)


def read_all(paths: Sequence[Path | str]) -> Event:
    """Read several files of one event, in any mix of formats, and merge them; conflicts are notices.

    Raises `UnreadableInput` if one of them cannot be read or belongs to another event.
    """
    events = [read(path) for path in paths]
    return cast("Event", import_module("normcheck.read.merge").merge(events))


def _reader(head: bytes, name: str) -> Reader:
    *others, last = _READERS
    for module in others:
        reader = cast("Reader", import_module(module))
        if reader.looks_like(head, name):
            return reader
    return cast("Reader", import_module(last))


def _contents(path: Path) -> bytes:
    """All bytes of a file, never more than the limit."""
    source = Source(str(path))
    if path.is_dir():
        raise refusal("folder", source)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_MEGABYTES * 1024 * 1024 + 1)
    except FileNotFoundError as error:
        raise refusal("missing", source) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refusal("unopened", source, reason=reason) from error
    if len(data) > MOST_MEGABYTES * 1024 * 1024:
        raise refusal("too_large", source, limit=MOST_MEGABYTES)
    return data
