"""The plain crosstable as CSV, in the layout of ``normcheck template crosstable.csv``."""

import csv
import re
from io import StringIO

from normcheck.event import OTHER, Event, Player
from normcheck.read.plain import CLOCK, COLUMNS, DATES
from normcheck.read.plain_cells import write_plain_cell
from normcheck.write.texts import arbiter, decimal, one_line, told

HELD = frozenset(
    (
        "name",
        "system",
        "format_name",
        "federation",
        "place",
        "organiser",
        "start",
        "end",
        "rate_of_play",
        "clock",
        "chief_arbiter",
        "chief_arbiter_id",
        "chief_arbiter_title",
        "deputies",
        "event_code",
    )
)
_FORMULA = re.compile(r"'?[=+\-@\t\r]|''")


def write(event: Event) -> bytes:
    """The file, in UTF-8 with a byte order mark, which spreadsheets need for letters with accents."""
    text = StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    table.writerows([key, guarded(value)] for key, value in _facts(event) if value)
    if any(event.round_dates):
        table.writerow([DATES, *(str(day or "") for day in event.round_dates)])
    rounds = max((len(player.games) for player in event.players.values()), default=0)
    table.writerow([*COLUMNS, *(f"R{round_}" for round_ in range(1, rounds + 1))])
    table.writerows(_row(player) for player in event.players.values())
    return text.getvalue().encode("utf-8-sig")


def guarded(text: str) -> str:
    """A text that no spreadsheet takes for a formula: an apostrophe stands before = + - @, tab and CR."""
    return f"'{text}" if _FORMULA.match(text) else text


def _facts(event: Event) -> list[tuple[str, str]]:
    return [
        ("name", told(event.name)),
        ("place", told(event.place)),
        ("federation", told(event.federation)),
        ("start", str(event.start.value) if event.start else ""),
        ("end", str(event.end.value) if event.end else ""),
        ("rounds", str(event.rounds or "")),
        ("system", _system(event)),
        ("rate_of_play", told(event.rate_of_play)),
        (CLOCK, told(event.clock)),
        ("organiser", told(event.organiser)),
        ("chief_arbiter", arbiter(event)),
        ("deputies", told(event.deputies)),
        ("event_code", told(event.event_code)),
    ]


def _system(event: Event) -> str:
    """The system as stated; one that was only guessed is left out, so that it is guessed again."""
    if not event.system or event.system_guessed:
        return ""
    return told(event.format_name) if event.system.value == OTHER and event.format_name else event.system.value


def _row(player: Player) -> list[str]:
    values = {
        "no": str(player.no),
        "name": guarded(one_line(player.name)),
        "title": player.title,
        "fed": player.federation,
        "rating": str(player.rating),
        "fide_id": player.fide_id,
        "sex": {"m": "m", "f": "w"}.get(player.sex, ""),
        "birth": player.birth,
        "points": "" if player.points is None else decimal(player.points),
        "rank": str(player.rank or ""),
    }
    return [*(values[key] for key in COLUMNS), *(write_plain_cell(game) for game in player.games)]
