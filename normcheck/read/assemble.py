"""From what a reader found to an event: the rows of a table, or the records of a file, made whole.

A reader of any format fills a `Draft` with texts as they stand in the file and hands it to `assemble`, which
normalises titles, federations, sexes, ids, births and dates, checks every game from both sides, and works out
rounds, system and completeness in the same way, and with the same notices, as the reader of tournament reports::

    draft = Draft(Lines(name), "Vega crosstable")
    draft.tell("name", "Winter Open", 1)  # a fact, its text and its line
    draft.rows.append(Row(1, "Amsel, Ada", title="IM", federation="GER", rating="2400", games=games, line=7))
    return assemble(draft)
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from normcheck.event import Event, Fact, Player, Source
from normcheck.read import trf_progress
from normcheck.read.assemble_players import PlayerMaker, Row
from normcheck.read.consistency import check_players
from normcheck.read.notices import Notices
from normcheck.read.trf_facts import read_arbiter, read_dates, read_deputies, read_federation, text_fact
from normcheck.read.trf_points import compare_points
from normcheck.read.trf_records import Line, Records
from normcheck.read.trf_system import System, read_system

__all__ = ["Draft", "Line", "Lines", "Row", "assemble"]

T = TypeVar("T")

# Facts a reader may tell, and the record of a tournament report that holds the same.
FACTS = {
    "name": "012",
    "place": "022",
    "federation": "032",
    "start": "042",
    "end": "052",
    "system": "092",
    "chief_arbiter": "102",
    "deputies": "112",
    "rate_of_play": "122",
    "rounds": "142",
    "organiser": "organiser",
    "event_code": "event code",
}
_DATES_FROM, _DATE_WIDTH = 91, 10  # where a record 132 has its dates
_DATE = re.compile(r"\d{4}[/.\-]\d{1,2}[/.\-]\d{1,2}|\d{1,2}[/.\-]\d{1,2}[/.\-](?:\d{4}|\d{2})")
_MOST_OF_A_FACT = 500  # characters


class Lines(Notices):
    """Notices of a file without fixed columns: the columns that shared checks name are left out."""

    def add(self, key: str, line: int = 0, column: int = 0, **values: object) -> None:
        """Note `key` with its values at a line; the column of a tournament report says nothing here."""
        super().add(key, line, 0, **values)

    def at_cell(self, key: str, line: int, column: int, **values: object) -> None:
        """Note `key` with its values at a line and column of this file (or the number of a cell, from 1)."""
        super().add(key, line, column, **values)


@dataclass
class Draft:
    """What a reader found, before anything is concluded from it.

    `told` maps keys of `FACTS` to what the file says; `round_dates` maps rounds (from 1) to texts of at most ten
    characters, `dates_line` is their line; `teams` says that the file holds team matches; `byes` maps (start
    number, round) to H, F, U or Z where the file tells a bye apart from an absence elsewhere than in the games.
    """

    notices: Lines
    format: str
    encoding: str = "utf-8"
    rows: list[Row] = field(default_factory=list)
    told: dict[str, list[Line]] = field(default_factory=dict)
    round_dates: dict[int, str] = field(default_factory=dict)
    dates_line: int = 0
    teams: bool = False
    byes: dict[tuple[int, int], str] = field(default_factory=dict)

    def tell(self, fact: str, text: str, line: int = 0) -> None:
        """Note a fact of `FACTS` as written. Blank texts are passed over; the first counts, of deputies all."""
        text = " ".join(text.split())[:_MOST_OF_A_FACT]
        if text:
            self.told.setdefault(fact, []).append(Line(line, text))

    def tell_dates(self, text: str, line: int = 0) -> None:
        """Note start and end from a text that holds one date or two, such as ``2026/08/03 to 2026/08/09``."""
        found = _DATE.findall(text)
        if found:
            self.tell("start", found[0], line)
            self.tell("end", found[-1], line)

    def records(self) -> Records:
        """The facts as records of a tournament report, for the readers of these."""
        others: dict[str, list[Line]] = {}
        for fact, lines in self.told.items():
            record = FACTS[fact]
            others[record] = [line._replace(text=f"{record[:3]} {line.text}") for line in lines]
        if self.round_dates:
            dates = [_dashed(self.round_dates.get(index, "")) for index in range(1, max(self.round_dates) + 1)]
            text = "132".ljust(_DATES_FROM) + "".join(date[:_DATE_WIDTH].ljust(_DATE_WIDTH) for date in dates)
            others["132"] = [Line(self.dates_line, text)]
        return Records([], others, frozenset({"310"} if self.teams else ()))


def _dashed(date: str) -> str:
    """A date of eight digits with its parts apart, any other as it is."""
    date = date.strip()
    return f"{date[:4]}-{date[4:6]}-{date[6:]}" if len(date) == 8 and date.isdecimal() else date


class Course(NamedTuple):
    """How far the event is: rounds planned and played, whether that is all, and the system."""

    rounds: int
    played: int
    complete: bool
    system: System | None


def assemble(draft: Draft) -> Event:
    """The event of a draft. Raises `UnreadableInput` without players or with a start number that cannot be."""
    notices, records = draft.notices, draft.records()
    file = notices.file
    players = PlayerMaker(notices).make(draft.rows)
    course = follow(players, records, draft)
    arbiter, dates = read_arbiter(records, file), read_dates(records, course.rounds, notices)
    return Event(
        file=file,
        format=draft.format,
        name=_plain(text_fact(records, "012", file)),
        players=players,
        rounds=course.rounds,
        rounds_played=course.played,
        complete=course.complete,
        system=_plain(course.system.fact) if course.system else None,
        system_guessed=bool(course.system and course.system.guessed),
        format_name=course.system.format_name if course.system else None,
        federation=_plain(read_federation(records, notices)),
        place=_plain(text_fact(records, "022", file)),
        organiser=_plain(text_fact(records, FACTS["organiser"], file)),
        start=_plain(dates.start),
        end=_plain(dates.end),
        round_dates=dates.rounds,
        rate_of_play=_plain(text_fact(records, "122", file)),
        chief_arbiter=_plain(arbiter.name),
        chief_arbiter_id=_plain(arbiter.fide_id),
        chief_arbiter_title=_plain(arbiter.title),
        deputies=_plain(read_deputies(records, file)),
        event_code=_plain(text_fact(records, FACTS["event_code"], file)),
        notices=notices.all(),
        encoding=draft.encoding,
    )


def follow(players: dict[int, Player], records: Records, draft: Draft) -> Course:
    """Follow the rounds; an event without any game is noted as such, and its system is only what the file says."""
    notices = draft.notices
    trf_progress.resolve_opponents(players, notices)
    played = trf_progress.last_round(players, notices)
    if not played:
        notices.add("no_games", count=len(players))
    rounds = trf_progress.planned_rounds(records, players, played, notices)
    trf_progress.fill_blanks(players, played, draft.byes, notices)
    known = played or records.first("092")
    system = read_system(records, players, rounds, notices) if known else None
    missing = trf_progress.missing_results(players, played, notices)
    check_players(players, system.fact.value if system else "", notices)
    if played:
        compare_points(players, played, records, notices)
    whole = played >= rounds > 0 and not missing and trf_progress.all_listed(players, played)
    return Course(rounds, played, whole, system)


def _plain(fact: Fact[T] | None) -> Fact[T] | None:
    """The fact at its line only: the column is that of a tournament report."""
    return fact and fact._replace(source=Source(fact.source.file, fact.source.line))
