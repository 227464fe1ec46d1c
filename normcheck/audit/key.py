"""What a result depends on, as one number: content, answers, options, rating lists, rules, version of the program."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from normcheck import __version__
from normcheck.ratings import store
from normcheck.ratings.choose import NONE
from normcheck.resources import folder

LAYOUT = 1  # of the results kept; another number makes all of them anew
ID_LENGTH = 16


class Options(NamedTuple):
    """How events are judged: `ratings` names a list as `check` does, `lists` tells their content."""

    edition: str | None = None
    titles: tuple[str, ...] = ()
    federation: str = ""
    ratings: str | None = None
    lists: str = ""


def digest(parts: Iterable[bytes]) -> str:
    """A number for some contents, in their order."""
    found = hashlib.sha256()
    for part in parts:
        found.update(hashlib.sha256(part).digest())
    return found.hexdigest()


def event_id(contents: Iterable[bytes]) -> str:
    """The id of an event in the tables: that of its content, wherever it lies and whatever the options are."""
    return digest(sorted(contents))[:ID_LENGTH]


@cache
def program() -> bytes:
    """The program itself: the data that decide, the words that tell it, and the code."""
    files = sorted([*folder("rules").rglob("*.toml"), *Path(__file__).parents[1].rglob("*.py")])
    return digest(part for path in files for part in (path.name.encode(), path.read_bytes())).encode()


def key(names: Iterable[str], contents: Iterable[bytes], answers: bytes, options: Options) -> str:
    """The key of a result; the names of the files belong to it because evidence cites them."""
    told = repr((LAYOUT, __version__, tuple(names), options)).encode()
    return digest([told, program(), answers, *contents])


def lists(word: str | None) -> str:
    """What the rating lists hold: the content of a file, else which months are kept and when they were written."""
    if word is not None and word.strip().lower() == NONE:
        return ""
    if word is not None and Path(word).is_file():
        with Path(word).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    found = []
    for path in sorted(store.data_folder().glob("*.sqlite")):
        about = path.stat()
        found.append((path.name, about.st_size, about.st_mtime_ns))
    return repr(found) if found else ""
