"""What does the file say? The readers, and the choice between them by content."""

import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from normcheck.event import Event, Notice, Source
from normcheck.read.contacts import without_contacts
from normcheck.read.refusal import refusal

MOST_MEGABYTES = 64
_FIRST = 1 << 18
_FAST = "name_says_fast"
_HEAD = 4096  # bytes that decide which reader takes the file

# A file that begins so is a tournament report for sure: none of the other readers, and of their libraries, is loaded.
_REPORT = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s|#[^\r\n]*[\r\n])*(?:0[0-9]2|001|1[0-9]2) ")

# In this order; the last one also takes, and refuses with the reason, what nobody recognises.
_READERS = (
    "normcheck.read.event_json",
    "normcheck.read.sheet",
    "normcheck.read.not_events",
    "normcheck.read.pgn",
    "normcheck.read.vega",
    "normcheck.read.fidereport",
    "normcheck.read.swissmanager",
    "normcheck.read.swissmanager_lists",
    "normcheck.read.swissmanager_ranking",
    "normcheck.read.chessresults_xml",
    "normcheck.read.plain",
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
    event = _reader(data[:_HEAD], path.name).read(data, path.name)
    return _noted_as_fast(without_contacts(event))


def read_all(paths: Sequence[Path | str]) -> Event:
    """Read several files of one event, in any mix of formats, and merge them; conflicts are notices.

    Raises `UnreadableInput` if one of them cannot be read or belongs to another event.
    """
    events = [read(path) for path in paths]
    if len(events) == 1:
        return events[0]
    merged = cast("Event", import_module("normcheck.read.merge").merge(events))
    notices = tuple(notice for notice in merged.notices if notice.key != _FAST)
    return _noted_as_fast(merged._replace(notices=notices))


def _noted_as_fast(event: Event) -> Event:
    """The event with a notice if its name says rapid or blitz while it gives no rate of play."""
    if event.rate_of_play or event.clock or not event.name:
        return event
    if not import_module("normcheck.clock_words").is_fast(event.name.value):
        return event
    notice = Notice(_FAST, {"found": event.name.value[:80]}, event.name.source)
    return event._replace(notices=(*event.notices, notice))


def _reader(head: bytes, name: str) -> Reader:
    *others, last = _READERS
    for module in [] if _REPORT.match(head) else others:
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
            data = limited(file)
    except FileNotFoundError as error:
        raise refusal("missing", source) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refusal("unopened", source, reason=reason) from error
    if len(data) > MOST_MEGABYTES * 1024 * 1024:
        raise refusal("too_large", source, limit=MOST_MEGABYTES)
    return data


def limited(file: BinaryIO) -> bytes:
    """All bytes that an open file holds, or one more than an event may have."""
    data = file.read(_FIRST)  # asked for more at once, all that may come would be set aside before
    return data if len(data) < _FIRST else data + file.read(MOST_MEGABYTES * 1024 * 1024 + 1 - _FIRST)
