"""Which lists an event asks for, and a number for what it gets: what rests on lists holds as long as that stays.

An event asks for the list in force on its first day, and a long one for those of the months of its rounds. Lists of
other months do not concern it, whether they come, go or change.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from normcheck.ratings import database, once, store
from normcheck.ratings.choose import FileList, in_use, is_none, named_list
from normcheck.ratings.months import Month, iso_month

UNREAD = "unread"
Months = tuple[Month, ...]


class Wanted(NamedTuple):
    """The month of the list in force on the first day (None if the day is not known), and those of the rounds."""

    start: Month | None
    rounds: Months = ()


class Got(NamedTuple):
    """What an event asked for, and the number of what it got."""

    wanted: Wanted
    number: str


_LISTENING: ContextVar[list[Got] | None] = ContextVar("listening", default=None)


@contextmanager
def listening() -> Iterator[list[Got]]:
    """Hear which lists are laid beside events inside the ``with``, also where that ends with an error."""
    heard: list[Got] = []
    token = _LISTENING.set(heard)
    try:
        yield heard
    finally:
        _LISTENING.reset(token)


def tell(word: str | None, wanted: Wanted) -> None:
    """Tell who listens what is asked for. Lists are to be looked into after that, so that none is newer than told."""
    heard = _LISTENING.get()
    if heard is not None:
        heard.append(Got(wanted, number(word, wanted)))


def ready(word: str | None) -> None:
    """See that the list `word` names is there; one in a file is read through.

    Raises `WrongUsage`, `UnreadableInput` and `UnwritableOutput`.
    """
    if word is not None and not is_none(word):
        named = named_list(word)
        if isinstance(named, FileList):
            once.imported(named.path)


def can_matter(word: str | None) -> bool:
    """Whether any list can matter to any event under the option `word`."""
    return not (is_none(word) or (word is None and not store.months()))


def number(word: str | None, wanted: Wanted | None) -> str:
    """What the lists are to an event that asks for `wanted`, under the option `word`: another number, other lists.

    It is "" for all events as long as no list can matter to any. `wanted` is None for an event that could not be read
    so far that it is known. Raises the errors of `ready`.
    """
    if not can_matter(word):
        return ""
    ready(word)
    if wanted is None:
        return UNREAD
    used, own = _used(word, wanted.start)
    rounds = [f"{month} {store.number(month)}" for month in wanted.rounds if month != used] if own else []
    return "; ".join([f"{used or ''} {own}", *rounds])


def _used(word: str | None, start: Month | None) -> tuple[Month | None, str]:
    """The month of the list laid beside the event, None if not told; and the number of its content, "" for no list."""
    if word is None:
        month = in_use(start)
        return month, store.number(month) if month else ""
    if month := iso_month(word):
        return month, store.number(month)
    return None, database.number(Path(word))
