"""``normcheck ratings``: the rating lists on this computer."""

from contextlib import suppress
from pathlib import Path

import click

from normcheck.cli_click import put
from normcheck.errors import UnreadableInput, WrongUsage
from normcheck.ratings import store
from normcheck.ratings.entry import Entry, fide_number
from normcheck.ratings.files import RatingFile, open_list
from normcheck.ratings.months import Month, iso_month
from normcheck.wording import say

HELP = ("ratings", "help")


@click.group("ratings", help=say(*HELP, "text"), short_help=say(*HELP, "short"))
def command() -> None:
    """The commands about rating lists."""


@command.command("import", help=say(*HELP, "import_text"), short_help=say(*HELP, "import_short"))
@click.argument("file")
@click.option("--month", metavar="YYYY-MM", help=say(*HELP, "month"))
def import_list(file: str, month: str | None) -> None:
    """Read a list into the store."""
    given = _month(month) if month else None
    with open_list(Path(file)) as opened:
        of = _month_of(opened, given)
        key = "replaced" if of in store.months() else "imported"
        kept = store.replace(of, opened.name, opened.entries)
    put(say("ratings", "out", key, month=kept.month, players=f"{kept.players:,}", file=kept.file) + "\n")


@command.command("list", help=say(*HELP, "list"))
def list_months() -> None:
    """Print the months of the store, oldest first; what is damaged is named with what to do."""
    lines = []
    for month in store.months():
        try:
            _, players, file = store.about(month)
            lines.append(say("ratings", "out", "kept", month=month, players=f"{players:>9,}", file=file))
        except UnreadableInput as error:
            lines.append(str(error))
    put("".join(f"{line}\n" for line in lines or [say("ratings", "out", "nothing")]))


@command.command("show", help=say(*HELP, "show_text"), short_help=say(*HELP, "show_short"))
@click.argument("player", metavar="ID")
def show(player: str) -> None:
    """Print what every list says of a player, newest first."""
    number = fide_number(player)
    if not number:
        raise WrongUsage(say("ratings", "errors", "bad_id", word=player))
    found: list[tuple[Month, Entry]] = []
    for month in reversed(store.months()):
        with suppress(UnreadableInput):
            found += [(month, entry) for entry in store.find(month, [number])]
    if not found:
        raise WrongUsage(say("ratings", "errors", "no_player", id=number))
    put(say("ratings", "out", "player", id=number, name=found[0][1].name) + "\n")
    put("".join(f"{_line(month, entry)}\n" for month, entry in found))


@command.command("remove", help=say(*HELP, "remove_text"), short_help=say(*HELP, "remove_short"))
@click.argument("month")
def remove(month: str) -> None:
    """Take a list out of the store."""
    gone = _month(month)
    store.remove(gone)
    put(say("ratings", "out", "removed", month=gone) + "\n")


def _month(word: str) -> Month:
    month = iso_month(word)
    if month is None:
        raise WrongUsage(say("ratings", "errors", "bad_month", word=word))
    return month


def _month_of(opened: RatingFile, given: Month | None) -> Month:
    """The month the file tells, which must be the one given, if one is given."""
    if opened.month and given and opened.month != given:
        raise WrongUsage(say("ratings", "errors", "two_months", file=opened.name, month=opened.month, given=given))
    month = opened.month or given
    if month is None:
        raise WrongUsage(say("ratings", "errors", "no_month", file=opened.name))
    return month


def _line(month: Month, entry: Entry) -> str:
    sexes = {"m": "man", "f": "woman"}
    details = [say("ratings", "out", sexes[entry.sex])] if entry.sex else []
    details += [say("ratings", "out", "born", year=entry.birth)] if entry.birth else []
    details += [say("ratings", "out", "k", k=entry.k)] if entry.k else []
    missing = say("ratings", "out", "missing")
    return say(
        "ratings", "out", "line", month=month, federation=entry.federation or missing, titles=entry.titles or missing,
        rating=entry.rating or say("ratings", "out", "unrated"), details=", ".join(details),
    ).rstrip()  # fmt: skip
