"""The bytes behind a label: a file, a file in an archive, or a file behind an address (``s3://...``)."""

import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, cast

from normcheck.audit.inputs import REMOTE, is_archive, parted
from normcheck.audit.walk import is_folder, why_closed
from normcheck.errors import NormcheckError, UnreadableInput
from normcheck.event import Source
from normcheck.read import MOST_MEGABYTES, limited
from normcheck.read.refusal import refusal
from normcheck.wording import say

_MOST = MOST_MEGABYTES * 1024 * 1024
_QUOTED = 200  # characters of a reason
_LONGEST = 200  # bytes of the name of a file of our own


def contents(label: str) -> bytes:
    """All bytes, never more than events may have. Raises `UnreadableInput`."""
    source = Source(label)
    try:
        with _opened(label) as file:
            data = limited(file)
    except FileNotFoundError as error:
        raise refusal("missing", source) from error
    except (NormcheckError, MemoryError):
        raise
    except Exception as error:  # libraries for archives and addresses have errors of many kinds
        raise _told(label, error) from error
    if len(data) > _MOST:
        raise refusal("too_large", source, limit=MOST_MEGABYTES)
    return data


def _told(label: str, error: Exception) -> UnreadableInput:
    """What is said of a file, a folder or an archive that cannot be read."""
    path, name = parted(label)
    if is_folder(path):
        reason = _reason(why_closed(path) or error)
        return UnreadableInput(say("audit", "errors", "folder", folder=label, reason=reason))
    reason = _reason(error)
    if (name or is_archive(path)) and reason != getattr(error, "strerror", None):
        return UnreadableInput(say("audit", "errors", "archive", file=label, reason=reason))
    return refusal("unopened", Source(label), reason=reason)


def _reason(error: Exception) -> str:
    """What the system says, or what the library says, which may quote many bytes."""
    return getattr(error, "strerror", None) or " ".join(map(str, error.args))[:_QUOTED] or type(error).__name__


@contextmanager
def _opened(label: str) -> Iterator[BinaryIO]:
    path, name = parted(label)
    with _plain(path) as file:
        if REMOTE in path or not is_archive(path):
            yield file
            return
        with zipfile.ZipFile(file) as archive, archive.open(name) as member:
            yield cast("BinaryIO", member)


@contextmanager
def _plain(name: str) -> Iterator[BinaryIO]:
    if REMOTE not in name:
        with Path(name).open("rb") as file:
            yield file
        return
    try:
        fsspec = import_module("fsspec")
    except ImportError as error:
        raise UnreadableInput(say("audit", "errors", "no_fsspec", where=name)) from error
    with fsspec.open(name, "rb") as file:
        yield file


@contextmanager
def as_paths(labels: Sequence[str], data: Sequence[bytes]) -> Iterator[list[Path]]:
    """Paths that hold these bytes under the names of the labels: the files themselves where the labels are their paths.

    Of very long names the end is kept.
    """
    if all(REMOTE not in label and parted(label) == (label, "") for label in labels):
        yield [Path(label) for label in labels]
        return
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for at, (label, content) in enumerate(zip(labels, data, strict=True)):
            name = label.rpartition("/")[2].encode()[-_LONGEST:].decode(errors="ignore")
            path = Path(folder) / str(at) / name
            path.parent.mkdir()
            path.write_bytes(content)
            paths.append(path)
        yield paths
