"""Which rating list to lay beside an event: the one in force on its first day, or the one asked for."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, Protocol

from normcheck.errors import WrongUsage
from normcheck.event import Day, Event, Notice, Source
from normcheck.ratings import store
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
    """A list in a file, read through when it is asked."""

    path: Path
    month: Month | None

    @property
    def label(self) -> str:
        """Its month, else the name of the file."""
        return str(self.month or self.path.name)

    def find(self, ids: Iterable[int], names: Iterable[int]) -> list[Entry]:
        """The players with one of these FIDE ids or name numbers. Raises `UnreadableInput`."""
        wanted, numbers = set(ids), set(names)
        with open_list(self.path) as file:
            return [
                entry
                for entry in file.entries
                if entry.fide_id in wanted or (numbers and name_number(name_key(entry.name)) in numbers)
            ]


class Chosen(NamedTuple):
    """The list to use, None for none; `in_force` says that it is the one of the first day as far as that is known."""

    rating_list: RatingList | None = None
    in_force: bool = True
    notices: tuple[Notice, ...] = ()


def choose(word: str | None, event: Event) -> Chosen:
    """The list for an event: `word` is a file, a month, ``none``, or None for the imported list in force.

    Raises `WrongUsage` for a word that is nothing of these, and `UnreadableInput` for a list that is not there.
    """
    if word is not None and word.strip().lower() == NONE:
        return Chosen()
    wanted = wanted_month(event.start.value if event.start else None)
    if word is None:
        return _kept(event, wanted)
    asked = _asked(word)
    if wanted is None or asked.month in (None, wanted):
        return Chosen(asked)
    return Chosen(asked, False, (_notice(event, "list_other_month", used=asked.label, month=wanted),))


def wanted_month(day: Day | None) -> Month | None:
    """The month of the list in force on a day; None if the day is not known to the month."""
    return in_force(Month(day.year, day.month)) if day and day.month else None


def _asked(word: str) -> RatingList:
    if month := iso_month(word):
        store.about(month)
        return KeptList(month)
    path = Path(word)
    if not path.exists():
        raise WrongUsage(say("ratings", "errors", "bad_list", word=word))
    with open_list(path) as file:
        return FileList(path, file.month)


def _kept(event: Event, wanted: Month | None) -> Chosen:
    months = store.months()
    if not months:
        return Chosen()
    if wanted is None:
        return Chosen(notices=(_notice(event, "list_no_start"),))
    before = [month for month in months if month <= wanted]
    if not before:
        return Chosen(notices=(_notice(event, "list_none_before", month=wanted),))
    if before[-1] == wanted:
        return Chosen(KeptList(wanted))
    notice = _notice(event, "list_other_month", used=before[-1], month=wanted)
    return Chosen(KeptList(before[-1]), False, (notice,))


def _notice(event: Event, key: str, **values: object) -> Notice:
    return Notice(key, {name: str(value) for name, value in values.items()}, Source(event.file))
