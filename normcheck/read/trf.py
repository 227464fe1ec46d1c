"""The tournament report file of FIDE: one tolerant reader for TRF06, TRF16 and TRF-2026."""

import re

from normcheck.clock_words import is_fast
from normcheck.event import FULL_POINT_BYE, HALF_POINT_BYE, Event, Fact, Player
from normcheck.read import consistency, trf_progress
from normcheck.read.federations import federation_codes
from normcheck.read.notices import Notices
from normcheck.read.text import read_text
from normcheck.read.trf_facts import read_arbiter, read_dates, read_deputies, read_federation, text_fact
from normcheck.read.trf_players import PlayerReader
from normcheck.read.trf_points import compare_points
from normcheck.read.trf_records import RECORDS_OF_2026, Records, sort_records
from normcheck.read.trf_system import read_system

_RECORD = re.compile(rb"(?:^|[\r\n])(?:\xef\xbb\xbf)?(?:0[0-9]2|001|1[0-9]2)[ \r\n]")
_RESULTS = slice(98, None, 10)  # column 99, 109, ...
_LETTERS = frozenset("HFUZWDLhfuzwdl")  # results that came with TRF16
_BYES = frozenset((HALF_POINT_BYE, FULL_POINT_BYE))
_DOTTED = re.compile(r"\d\.\d+\.\d")
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")


def looks_like(head: bytes, name: str) -> bool:
    """Whether the first bytes of a file, or its name, are those of a tournament report."""
    known_name = name.lower().endswith((".trf", ".trfx", ".tab"))
    return known_name or head.startswith(_BYTE_ORDER_MARKS) or bool(_RECORD.search(head))


def read(data: bytes, name: str) -> Event:
    """Read a tournament report; `name` is the file name used in every source.

    Whatever is doubtful is a notice of the event. Raises `UnreadableInput` with line and column for what
    cannot be read at all.
    """
    notices = Notices(name)
    text = read_text(data, notices)
    records = sort_records(text.lines, name)
    players = PlayerReader(notices).read(records.players)
    trf_progress.resolve_opponents(players, notices)
    played = trf_progress.last_round(players, notices)
    rounds = trf_progress.planned_rounds(records, players, played, notices)
    trf_progress.fill_blanks(players, played, trf_progress.read_byes(records), notices)
    system = read_system(records, players, rounds, notices)
    open_games = trf_progress.missing_results(players, played, notices)
    consistency.check_players(players, system.fact.value, notices)
    compare_points(players, played, records, notices)
    _check_count(records, players, notices)
    arbiter = read_arbiter(records, name)
    dates = read_dates(records, rounds, notices)
    return Event(
        file=name,
        format=_form(records, players),
        name=text_fact(records, "012", name),
        players=players,
        rounds=rounds,
        rounds_played=played,
        complete=played >= rounds > 0 and not open_games and trf_progress.all_listed(players, played),
        system=system.fact,
        system_guessed=system.guessed,
        format_name=system.format_name,
        federation=read_federation(records, notices),
        place=text_fact(records, "022", name),
        start=dates.start,
        end=dates.end,
        round_dates=dates.rounds,
        rate_of_play=text_fact(records, "122", name) or _fast_type(records, name),
        clock=text_fact(records, "222", name),
        chief_arbiter=arbiter.name,
        chief_arbiter_id=arbiter.fide_id,
        chief_arbiter_title=arbiter.title,
        deputies=read_deputies(records, name),
        notices=notices.all(),
        encoding=text.encoding,
    )


def _fast_type(records: Records, name: str) -> Fact[str] | None:
    """The type of the event where it says rapid or blitz, which is a rate of play."""
    kind = text_fact(records, "092", name)
    return kind if kind and is_fast(kind.value) else None


def _check_count(records: Records, players: dict[int, Player], notices: Notices) -> None:
    """The number of players in record 062, if it is one, against the player records."""
    line = records.first("062")
    found = re.match(r"\s*0*(\d{1,5})\b", line.text[3:]) if line else None
    if line and found and int(found[1]) != len(players):
        notices.add("player_count_differs", line.number, 5, stated=int(found[1]), found=len(players))


def _form(records: Records, players: dict[int, Player]) -> str:
    """Which form of the report the records point at; there is no version record."""
    if records.seen & (RECORDS_OF_2026 | federation_codes()):
        return "TRF-2026"
    if any(not _LETTERS.isdisjoint(line.text[_RESULTS]) for line in records.players):
        return "TRF16"
    byes_as_signs = not _BYES.isdisjoint([game[2] for player in players.values() for game in player.games])
    dates = [line.text for key in ("042", "052") for line in records.others.get(key, ())]
    return "TRF06" if byes_as_signs or any(_DOTTED.search(text) for text in dates) else "TRF16"
