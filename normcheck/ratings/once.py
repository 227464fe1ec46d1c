"""A list given as a file, for many events: read through once on a machine, and kept in a cache by its content."""

import os
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from normcheck import __version__
from normcheck.errors import UnreadableInput
from normcheck.ratings import database
from normcheck.ratings.files import open_list
from normcheck.ratings.store import cache_folder

_MOST = 3  # lists in the cache; one has about 100 MB


def known(path: Path) -> Path | None:
    """The database of a list in a file, None if it has not been read on this machine yet."""
    target = _target(path)
    return target if target.is_file() else None


def imported(path: Path) -> Path:
    """The database of a list in a file, made if it is missing or damaged.

    Raises `UnreadableInput` for what is no list, `UnwritableOutput` if the cache cannot be written.
    """
    target = _target(path)
    if not _is_whole(target):
        with open_list(path) as opened:
            database.write(target, opened.name, opened.entries)
        _tidy(target)
    return target


def _target(path: Path) -> Path:
    """Where the database of a file is: another content, or version of the program that reads it, is another file."""
    return cache_folder() / f"{database.number(path)}-{__version__}{database.SUFFIX}"


def _is_whole(target: Path) -> bool:
    with suppress(OSError):
        return _was_whole(target, target.stat().st_size)
    return False


@lru_cache(16)
def _was_whole(target: Path, _: int) -> bool:
    """Whether it can be asked; one in use counts as new, so that others leave the cache before it."""
    try:
        database.about(target, target.stem)
    except UnreadableInput:
        return False
    with suppress(OSError):
        os.utime(target)
    return True


def _tidy(newest: Path) -> None:
    """Remove the lists that were not used for longest. Who still uses one reads its file again."""
    with suppress(OSError):
        found = sorted(newest.parent.glob(f"*{database.SUFFIX}"), key=lambda path: path.stat().st_mtime_ns)
        for old in found[:-_MOST]:
            old.unlink()
