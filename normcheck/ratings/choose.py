"""Which rating list to lay beside an event: the one in force on its first day, or the one asked for."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Protocol

from normcheck.errors import WrongUsage
from normcheck.event import Day, Event, Notice, Source
from normcheck.ratings import database, once, store
from normcheck.ratings.entry import Entry, name_key, name_number
from normcheck.ratings.files import open_list
from normcheck.ratings.months import Month, in_force, iso_month
from normcheck.wording import say

NONE = "none"


class RatingList(Protocol):
    """A list that can be asked for players."""

    @property
    def month(self) -> Month | None:
        """Its month, None if it does not tell it."""

    @property
    def label(self) -> str:
        """What people call it: its month, else its file."""

    def find(self, ids: Iterable[int], names: Iterable[int]) -> list[Entry]:
        """The players with one of these FIDE ids or name numbers."""


class KeptList(NamedTuple):
    """A list of the store."""

    month: Month

    @property
    def label(self) -> str:
        """Its month."""
        return str(self.month)

    def find(self, ids: Iterable[int], names: Iterable[int]) -> list[Entry]:
        """The players with one of these FIDE ids or name numbers. Raises `UnreadableInput` for a damaged list."""
        return store.find(self.month, ids, names)


class FileList(NamedTuple):
    """A list in a file, read through when it is asked, unless that was done before for many events (see `once`)."""

    path: Path
    month: Month | None

    @property
    def label(self) -> str:
        """Its month, else the name of the file."""
        return str(self.month or self.path.name)

    def find(self, ids: Iterable[int], names: Iterable[int]) -> list[Entry]:
        """The players with one of these FIDE ids or name numbers. Raises `UnreadableInput`."""
        if kept := once.known(self.path):
            return database.find(kept, self.label, ids, names)
        wanted, numbers = set(ids), set(names)
        found: dict[int, Entry] = {}
        with open_list(self.path) as file:
            for entry in file.entries:
                if entry.fide_id in wanted or (numbers and name_number(name_key(entry.name)) in numbers):
                    found.setdefault(entry.fide_id, entry)
        return list(found.values())


class Chosen(NamedTuple):
    """The list to use, None for none; `in_force` says that it is the one of the first day as far as that is known."""

    rating_list: RatingList | None = None
    in_force: bool = True
    notices: tuple[Notice, ...] = ()


def choose(word: str | None, event: Event) -> Chosen:
    """The list for an event: `word` is a file, a month, ``none``, or None for the imported list in force.

    Raises `WrongUsage` for a word that is nothing of these, and `UnreadableInput` for a list that is not there.
    """
    if is_none(word):
        return Chosen()
    wanted = wanted_month(event.start.value if event.start else None)
    if word is None:
        return _kept(event, wanted)
    asked = named_list(word)
    if wanted is None or asked.month in (None, wanted):
        return Chosen(asked)
    return Chosen(asked, False, (_notice(event, "list_other_month", used=asked.label, month=wanted),))


def named_list(word: str) -> KeptList | FileList:
    """The list of a month or in a file. Raises `WrongUsage` if it is neither, `UnreadableInput` if it is not there."""
    if month := iso_month(word):
        store.about(month)
        return KeptList(month)
    path = Path(word)
    if not path.exists():
        raise WrongUsage(say("ratings", "errors", "bad_list", word=word))
    about = path.stat()
    return FileList(path, _month(path, about.st_size, about.st_mtime_ns))


def is_none(word: str | None) -> bool:
    """Whether no list is to be used."""
    return word is not None and word.strip().lower() == NONE


def in_use(wanted: Month | None) -> Month | None:
    """The month of the imported list to use where that of `wanted` is in force: it, else the last one before."""
    return max((month for month in store.months() if wanted and month <= wanted), default=None)


def wanted_month(day: Day | None) -> Month | None:
    """The month of the list in force on a day; None if the day is not known to the month."""
    return in_force(Month(day.year, day.month)) if day and day.month else None


@lru_cache(16)
def _month(path: Path, *_: int) -> Month | None:
    with open_list(path) as file:
        return file.month


def _kept(event: Event, wanted: Month | None) -> Chosen:
    if not store.months():
        return Chosen()
    if wanted is None:
        return Chosen(notices=(_notice(event, "list_no_start"),))
    used = in_use(wanted)
    if used is None:
        return Chosen(notices=(_notice(event, "list_none_before", month=wanted),))
    if used == wanted:
        return Chosen(KeptList(used))
    return Chosen(KeptList(used), False, (_notice(event, "list_other_month", used=used, month=wanted),))


def _notice(event: Event, key: str, **values: object) -> Notice:
    return Notice(key, {name: str(value) for name, value in values.items()}, Source(event.file))
