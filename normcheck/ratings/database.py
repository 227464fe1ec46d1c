"""A rating list as a database file: written whole, asked for players, and told from others by its content.

The engine is SQLite: it comes with Python, is kept by people who promise it for decades, needs no server, reads a few
rows of a file of 100 MB in a moment, and its files are moved and deleted like any other. A list is never changed once
it is written: a new one replaces it by a rename, whole or not at all.
"""

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path

from normcheck.errors import UnwritableOutput
from normcheck.event import Source
from normcheck.ratings.entry import Entry, name_key, name_number
from normcheck.read.refusal import refusal
from normcheck.wording import say

SUFFIX = ".sqlite"
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


def about(path: Path, month: object) -> tuple[int, str]:
    """Number of players, and the file they came from. Raises `UnreadableInput` if it is not there or damaged."""
    with _opened(path, month) as database:
        told = dict(database.execute("SELECT key, value FROM about"))
    return int(told["players"]), told["file"]


def find(path: Path, month: object, ids: Iterable[int] = (), names: Iterable[int] = ()) -> list[Entry]:
    """The players with one of these FIDE ids or name numbers. Raises `UnreadableInput` as `about` does."""
    with _opened(path, month) as database:
        by_id = list(_asked(database, "fide_id", ids))
        return list(dict.fromkeys([*by_id, *_asked(database, "name_number", names)]))


def number(path: Path) -> str:
    """A number for the content of a file, "" if it cannot be read. A file that stays as it is is read once."""
    try:
        found = path.stat()
        return _number(path, found.st_size, found.st_mtime_ns, found.st_ino)
    except OSError:
        return ""


@lru_cache(512)
def _number(path: Path, *_: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()[:32]


def _asked(database: sqlite3.Connection, column: str, values: Iterable[int]) -> Iterator[Entry]:
    rest = iter(values)
    while some := list(islice(rest, _AT_ONCE)):
        question = _ASK.format(column=column, marks=", ".join("?" * len(some)))
        yield from map(Entry._make, database.execute(question, some))


@contextmanager
def _opened(path: Path, month: object) -> Iterator[sqlite3.Connection]:
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


def write(path: Path, file: str, entries: Iterable[Entry]) -> int:
    """Write a list, which replaces an earlier one when it is whole, and not before; returns the number of players.

    Raises `UnwritableOutput`, `UnreadableInput` for a list without players, and whatever reading the entries raises;
    the earlier list then stays.
    """
    draft = path.with_name(f".{path.stem}.{os.getpid()}.part")
    try:
        draft.parent.mkdir(parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        players = _write(draft, file, entries)
        draft.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise unwritable(path.parent, error) from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    return players


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


def unwritable(folder: Path, error: OSError | sqlite3.Error) -> UnwritableOutput:
    """That lists cannot be kept in a folder."""
    reason = getattr(error, "strerror", None) or str(error)
    return UnwritableOutput(say("ratings", "errors", "unwritable", where=folder, reason=reason))
