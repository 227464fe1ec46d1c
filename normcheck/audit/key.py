"""What a result depends on, as one number: content, answers, options, rating lists, rules, version of the program.

Which lists an event depends on is known only when it has been read. So that is kept beside its result, under a number
of all the rest; it holds as long as the rest does, and the key is made of both.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from normcheck import __version__
from normcheck.audit.place import Place
from normcheck.ratings.months import Month
from normcheck.ratings.wanted import Got, Wanted, can_matter, number
from normcheck.resources import folder

LAYOUT = 2  # of the results kept; another number makes all of them anew
ID_LENGTH = 16


class Options(NamedTuple):
    """How events are judged; `ratings` names a list as `check` does."""

    edition: str | None = None
    titles: tuple[str, ...] = ()
    federation: str = ""
    ratings: str | None = None


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
    """The program itself: the data that decide, the words that tell it, the templates that show it, and the code."""
    found = [*_files("rules", folder("rules"), "*.toml"), *_files("templates", folder("templates"), "*")]
    found += _files("code", Path(__file__).parents[1], "*.py")
    return digest(part for name, path in found for part in (name.encode(), path.read_bytes())).encode()


def _files(what: str, where: Path, pattern: str) -> list[tuple[str, Path]]:
    """Files with their names, in the order of these: alike on all machines, wherever the program lies there."""
    files = [path for path in where.rglob(pattern) if path.is_file()]
    return sorted((f"{what}/{path.relative_to(where).as_posix()}", path) for path in files)


def basis(names: Iterable[str], contents: Iterable[bytes], answers: bytes, options: Options) -> str:
    """What a result depends on but for rating lists.

    The names of the files and of their answers belong to it because evidence cites them.

    Of a list in a file the name belongs to it, from which its month may be read, and not the folder.
    """
    word = options.ratings
    if word is not None and Path(word).is_file():
        options = options._replace(ratings=Path(word).name)
    told = repr((LAYOUT, __version__, tuple(names), options)).encode()
    return digest([told, program(), answers, *contents])


def key(base: str, lists: str) -> str:
    """The key of a result by its `basis` and the number of the lists it rests on (see `ratings.wanted`)."""
    return digest([base.encode(), lists.encode()])


def known_key(base: str, options: Options, where: Place) -> str:
    """The key under which a result is kept, if there is one, by the lists that its event is known to ask for.

    Raises the errors of `ratings.wanted.ready`.
    """
    wanted = _wanted(where.read(_asked(base))) if can_matter(options.ratings) else None
    return key(base, number(options.ratings, wanted))


def new_key(base: str, options: Options, heard: Sequence[Got], where: Place) -> str:
    """The key for a result just made; what its event asks for is kept, so that it is known before it is read again."""
    if not heard:
        return key(base, number(options.ratings, None))
    wanted, lists = heard[-1]
    if lists:
        where.write(_asked(base), json.dumps(wanted).encode())
    return key(base, lists)


def _asked(base: str) -> str:
    return f".audit/lists/{base[0]}/{base}.json"


def _wanted(data: bytes | None) -> Wanted | None:
    """None if it is not known or damaged, which means that the event is read again."""
    if data is None:
        return None
    try:
        start, rounds = json.loads(data)
        return Wanted(Month(*start) if start else None, tuple(Month(*month) for month in rounds))
    except (ValueError, TypeError):
        return None
