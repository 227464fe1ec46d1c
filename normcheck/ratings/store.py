"""The rating lists kept on this computer: one database file a month in the folder of the user.

The engine is SQLite: it comes with Python, is kept by people who promise it for decades, needs no server, reads a few
rows of a file of 100 MB in a moment, and its files are moved and deleted like any other. One file a month makes a new
list replace the old one by a rename: whole or not at all. A list is never changed once it is written.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path

from normcheck.errors import UnwritableOutput
from normcheck.event import Source
from normcheck.ratings.entry import Entry, name_key, name_number
from normcheck.ratings.months import Month, iso_month
from normcheck.read.refusal import refusal
from normcheck.wording import say

VARIABLE = "NORMCHECK_DATA"
_SUFFIX = ".sqlite"
_FORMAT = 1
_AT_ONCE = 500  # values in one question
_ROWS = 20_000
_COLUMNS = ", ".join(Entry._fields)
_TABLE = f"""
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE players ({_COLUMNS.replace("fide_id", "fide_id INTEGER PRIMARY KEY")}, name_number INTEGER);
"""
_INSERT = f"INSERT OR IGNORE INTO players VALUES ({', '.join('?' * (len(Entry._fields) + 1))})"
_ASK = f"SELECT {_COLUMNS} FROM players WHERE {{column}} IN ({{marks}})"


class Kept(NamedTuple):
    """A list in the store."""

    month: Month
    players: int
    file: str  # the name of the file it came from


def data_folder() -> Path:
    """The folder of the lists: inside that named by ``NORMCHECK_DATA``, else in the data folder of the user."""
    named = os.environ.get(VARIABLE)
    return (Path(named) if named else user_data_path("normcheck", appauthor=False)) / "ratings"


def _path(month: Month) -> Path:
    return data_folder() / f"{month}{_SUFFIX}"


def months() -> list[Month]:
    """The months that have a list, oldest first."""
    with suppress(OSError):
        found = [iso_month(path.stem) for path in data_folder().glob(f"*{_SUFFIX}")]
        return sorted(month for month in found if month)
    return []


def kept() -> list[Kept]:
    """All lists, oldest first. Raises `UnreadableInput` for a damaged one."""
    return [about(month) for month in months()]


def about(month: Month) -> Kept:
    """What is known of the list of a month. Raises `UnreadableInput` if there is none or it is damaged."""
    with _opened(month) as database:
        told = dict(database.execute("SELECT key, value FROM about"))
    return Kept(month, int(told["players"]), told["file"])


def find(month: Month, ids: Iterable[int] = (), names: Iterable[int] = ()) -> list[Entry]:
    """The players with one of these FIDE ids or name numbers. Raises `UnreadableInput` as `about` does."""
    with _opened(month) as database:
        by_id = list(_asked(database, "fide_id", ids))
        return list(dict.fromkeys([*by_id, *_asked(database, "name_number", names)]))


def _asked(database: sqlite3.Connection, column: str, values: Iterable[int]) -> Iterator[Entry]:
    rest = iter(values)
    while some := list(islice(rest, _AT_ONCE)):
        question = _ASK.format(column=column, marks=", ".join("?" * len(some)))
        yield from map(Entry._make, database.execute(question, some))


@contextmanager
def _opened(month: Month) -> Iterator[sqlite3.Connection]:
    path = _path(month)
    source = Source(path.name)
    if not path.is_file():
        raise refusal("ratings_not_kept", source, month=month)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
            if database.execute("PRAGMA user_version").fetchone() != (_FORMAT,):
                raise refusal("ratings_store_damaged", source, month=month)
            yield database
    except sqlite3.Error as error:
        raise refusal("ratings_store_damaged", source, month=month) from error


def remove(month: Month) -> None:
    """Forget the list of a month. Raises `UnreadableInput` if there is none, `UnwritableOutput` if it must stay."""
    try:
        _path(month).unlink()
    except FileNotFoundError as error:
        raise refusal("ratings_not_kept", Source(_path(month).name), month=month) from error
    except OSError as error:
        raise _unwritable(error) from error


def replace(month: Month, file: str, entries: Iterable[Entry]) -> Kept:
    """Write the list of a month, which replaces an earlier one when it is whole, and not before.

    Raises `UnwritableOutput`, and whatever reading the entries raises; the earlier list then stays.
    """
    draft = data_folder() / f".{month}.{os.getpid()}.part"
    try:
        draft.parent.mkdir(parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        players = _write(draft, file, entries)
        draft.replace(_path(month))
    except (OSError, sqlite3.Error) as error:
        raise _unwritable(error) from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    return Kept(month, players, file)


def _write(draft: Path, file: str, entries: Iterable[Entry]) -> int:
    """Make the database; returns the number of players. Raises `UnreadableInput` if there is none."""
    with closing(sqlite3.connect(draft, isolation_level=None)) as database:
        for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -65536", f"user_version = {_FORMAT}"):
            database.execute(f"PRAGMA {setting}")
        database.executescript(_TABLE)
        database.execute("BEGIN")
        rows = ((*entry, name_number(name_key(entry.name))) for entry in entries)
        while some := list(islice(rows, _ROWS)):
            database.executemany(_INSERT, some)
        (players,) = database.execute("SELECT count(*) FROM players").fetchone()
        if not players:
            raise refusal("ratings_no_players", Source(file))
        database.execute("CREATE INDEX names ON players (name_number)")
        database.executemany("INSERT INTO about VALUES (?, ?)", [("players", str(players)), ("file", file)])
        database.execute("COMMIT")
    with draft.open("rb+") as written:
        os.fsync(written.fileno())
    return int(players)


def _unwritable(error: OSError | sqlite3.Error) -> UnwritableOutput:
    reason = getattr(error, "strerror", None) or str(error)
    return UnwritableOutput(say("ratings", "errors", "unwritable", where=data_folder(), reason=reason))
