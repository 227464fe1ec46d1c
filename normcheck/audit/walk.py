"""The files below folders and behind patterns, each real folder once, whatever links lead to it."""

import os
import stat
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path

ANY_DEPTH = "**"
_MAGIC = frozenset("*?[")

Identity = tuple[int, int]


def identity(path: str) -> Identity | None:
    """What tells a folder from others, whatever way leads to it; None if it cannot be seen."""
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


def is_folder(path: str) -> bool:
    """Whether there is a folder or a link to one, as far as can be seen."""
    try:
        return stat.S_ISDIR(Path(path).stat().st_mode)
    except (OSError, ValueError):
        return False


def is_file(path: str) -> bool:
    """Whether there is a file that can be read from its beginning to its end, as far as can be seen."""
    try:
        return stat.S_ISREG(Path(path).stat().st_mode)
    except (OSError, ValueError):
        return False


def is_there(path: str) -> bool:
    """Whether there is something, be it a link to nothing or what may not be looked at."""
    try:
        Path(path).lstat()
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return True


def names_in(folder: str) -> frozenset[str]:
    """The names of all that is in a folder; none if it may not be looked into."""
    try:
        with os.scandir(folder) as entries:
            return frozenset(entry.name for entry in entries)
    except OSError:
        return frozenset()


def why_closed(folder: str) -> OSError | None:
    """Why a folder may not be looked into; None if it may."""
    try:
        with os.scandir(folder):
            return None
    except OSError as error:
        return error


def _is_link(path: str) -> bool:
    """Whether there is a link, be it to nothing, as far as can be seen."""
    try:
        return Path(path).is_symlink()
    except (OSError, ValueError):
        return False


def is_pattern(word: str) -> bool:
    """Whether a word has signs that stand for others."""
    return bool(_MAGIC.intersection(word))


def fitting(pattern: str, skip: Identity | None) -> Iterator[str]:
    """The paths that fit a pattern, which may hold ``**``, and the folders that may not be looked into for it.

    Hidden files are left out unless the pattern names their dot, and so is the folder `skip` where it is not named.
    """
    parts = Path(pattern).parts
    fixed = next(at for at, part in enumerate(parts) if is_pattern(part))
    *between, last = parts[fixed:]
    closed: set[str] = set()
    folders = [Path(*parts[:fixed]).as_posix()]
    for part in between:
        folders = list(dict.fromkeys(found for one in folders for found in _inner(one, part, skip, closed)))
    for folder in folders:
        if last == ANY_DEPTH:
            yield folder
        elif is_pattern(last):
            yield from _names(folder, last, closed)
        else:
            yield from _named(folder, last, closed)
    yield from closed


def _named(folder: str, name: str, closed: set[str]) -> Iterator[str]:
    """What has a name in a folder."""
    try:
        Path(_join(folder, name)).lstat()
    except PermissionError:
        closed.add(folder)
    except (OSError, ValueError):
        return
    else:
        yield _join(folder, name)


def _inner(folder: str, part: str, skip: Identity | None, closed: set[str]) -> Iterator[str]:
    """The folders in a folder that fit a part of a pattern."""
    if part == ANY_DEPTH:
        yield from _at_any_depth(folder, skip, closed)
    elif is_pattern(part):
        yield from (name for name in _names(folder, part, closed) if is_folder(name) and _is_other(name, skip))
    elif is_folder(_join(folder, part)):
        yield _join(folder, part)


def _at_any_depth(folder: str, skip: Identity | None, closed: set[str]) -> Iterator[str]:
    """A folder and all below it, but for those behind links."""
    waiting = [folder]
    while waiting:
        at = waiting.pop()
        yield at
        names = [name for name in _names(at, "*", closed) if is_folder(name) and not _is_link(name)]
        waiting += [name for name in names if _is_other(name, skip)]


def _names(folder: str, part: str, closed: set[str]) -> list[str]:
    """What fits a part of a pattern in a folder."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in entries)
    except (OSError, ValueError) as error:
        if isinstance(error, PermissionError) or is_folder(folder):
            closed.add(folder)
        return []
    hidden = part.startswith(".")
    return [_join(folder, name) for name in names if (hidden or not name.startswith(".")) and fnmatch(name, part)]


def _join(folder: str, name: str) -> str:
    if folder == ".":
        return name
    return folder + name if folder.endswith("/") else f"{folder}/{name}"


def _is_other(path: str, skip: Identity | None) -> bool:
    return skip is None or identity(path) != skip


def walked(paths: Iterable[str], skip: Identity | None) -> Iterator[str]:
    """The files among some paths and in all folders below them, and the folders that may not be looked into.

    A real folder comes once, by a way without links if there is one: so the same files have the same paths in whatever
    order they are named or found, and loops of links end. The folder `skip` is left out, and so is what is hidden.
    """
    seen = {skip} if skip else set()
    links: list[str] = []
    for path in sorted(paths):
        if _is_link(path):
            links.append(path)
        else:
            yield from _below(path, seen, links)
    while links:
        now, links = sorted(links), []
        for path in now:
            yield from _below(path, seen, links)


def _below(path: str, seen: set[Identity], links: list[str]) -> Iterator[str]:
    """A file, or all files in a folder not seen yet; the links to folders in it are noted."""
    if not is_folder(path):
        yield path
        return
    waiting = [path]
    while waiting:
        folder = waiting.pop()
        mark = identity(folder)
        if mark in seen:
            continue
        if mark:
            seen.add(mark)
        yield from _files(folder, waiting, links)


def _files(folder: str, folders: list[str], links: list[str]) -> Iterator[str]:
    """The files in a folder, or the folder if it may not be looked into; its folders and links to folders are noted."""
    try:
        with os.scandir(folder) as entries:
            shown = sorted((one for one in entries if not one.name.startswith(".")), key=lambda one: one.name)
    except OSError:
        yield folder
        return
    for entry in shown:
        path = _join(folder, entry.name)
        if entry.is_symlink():
            if not is_folder(path):
                yield path
            else:
                links.append(path)
        elif _is_real_folder(entry):
            folders.append(path)
        else:
            yield path


def _is_real_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
