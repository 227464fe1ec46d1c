"""The bytes behind a label: a file, a file in an archive, or a file behind an address (``s3://...``)."""

import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, cast

from normcheck.audit.inputs import INSIDE, REMOTE
from normcheck.errors import UnreadableInput
from normcheck.event import Source
from normcheck.read import MOST_MEGABYTES, limited
from normcheck.read.refusal import refusal
from normcheck.wording import say

_MOST = MOST_MEGABYTES * 1024 * 1024


def contents(label: str) -> bytes:
    """All bytes, never more than events may have. Raises `UnreadableInput`."""
    source = Source(label)
    try:
        with _opened(label) as file:
            data = limited(file)
    except FileNotFoundError as error:
        raise refusal("missing", source) from error
    except (OSError, ValueError, KeyError, RuntimeError, zipfile.BadZipFile, NotImplementedError) as error:
        raise refusal("unopened", source, reason=getattr(error, "strerror", None) or str(error)) from error
    if len(data) > _MOST:
        raise refusal("too_large", source, limit=MOST_MEGABYTES)
    return data


@contextmanager
def _opened(label: str) -> Iterator[BinaryIO]:
    outer, inside, name = label.partition(INSIDE)
    with _plain(outer) as file:
        if not inside:
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
    """Paths that hold these bytes under the names of the labels: the files themselves where they are files."""
    if not any(INSIDE in label or REMOTE in label for label in labels):
        yield [Path(label) for label in labels]
        return
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for at, (label, content) in enumerate(zip(labels, data, strict=True)):
            path = Path(folder) / str(at) / label.rpartition("/")[2]
            path.parent.mkdir()
            path.write_bytes(content)
            paths.append(path)
        yield paths
