"""The rating lists kept on this computer: one database file a month in the folder of the user."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_cache_path, user_data_path

from normcheck.event import Source
from normcheck.ratings import database
from normcheck.ratings.entry import Entry
from normcheck.ratings.months import Month, iso_month
from normcheck.read.refusal import refusal

VARIABLE = "NORMCHECK_DATA"


class Kept(NamedTuple):
    """A list in the store."""

    month: Month
    players: int
    file: str  # the name of the file it came from


def data_folder() -> Path:
    """The folder of the lists: inside that named by ``NORMCHECK_DATA``, else in the data folder of the user."""
    named = os.environ.get(VARIABLE)
    return (Path(named) if named else user_data_path("normcheck", appauthor=False)) / "ratings"


def cache_folder() -> Path:
    """The folder of lists read from files for a while (see `once`): beside the others, else the cache of the user."""
    named = os.environ.get(VARIABLE)
    return (Path(named) / "cache" if named else user_cache_path("normcheck", appauthor=False)) / "ratings"


def _path(month: Month) -> Path:
    return data_folder() / f"{month}{database.SUFFIX}"


def months() -> list[Month]:
    """The months that have a list, oldest first."""
    with suppress(OSError):
        found = [iso_month(path.stem) for path in data_folder().iterdir() if path.suffix == database.SUFFIX]
        return sorted(month for month in found if month)
    return []


def kept() -> list[Kept]:
    """All lists, oldest first. Raises `UnreadableInput` for a damaged one."""
    return [about(month) for month in months()]


def about(month: Month) -> Kept:
    """What is known of the list of a month. Raises `UnreadableInput` if there is none or it is damaged."""
    return Kept(month, *database.about(_path(month), month))


def find(month: Month, ids: Iterable[int] = (), names: Iterable[int] = ()) -> list[Entry]:
    """The players with one of these FIDE ids or name numbers. Raises `UnreadableInput` as `about` does."""
    return database.find(_path(month), month, ids, names)


def number(month: Month) -> str:
    """A number for the content of the list of a month, "" if there is none."""
    return database.number(_path(month))


def remove(month: Month) -> None:
    """Forget the list of a month. Raises `UnreadableInput` if there is none, `UnwritableOutput` if it must stay."""
    try:
        _path(month).unlink()
    except FileNotFoundError as error:
        raise refusal("ratings_not_kept", Source(_path(month).name), month=month) from error
    except OSError as error:
        raise database.unwritable(data_folder(), error) from error


def replace(month: Month, file: str, entries: Iterable[Entry]) -> Kept:
    """Write the list of a month, which replaces an earlier one when it is whole, and not before.

    Raises `UnwritableOutput`, and whatever reading the entries raises; the earlier list then stays.
    """
    return Kept(month, database.write(_path(month), file, entries), file)
