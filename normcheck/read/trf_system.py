"""The system of play: coded type (192), description (092), else guessed from the games."""

import re
from collections import Counter
from typing import NamedTuple

from normcheck.event import (
    DOUBLE_ROUND_ROBIN,
    FORMATS,
    KNOCKOUT,
    OTHER,
    ROUND_ROBIN,
    SWISS,
    TEAM,
    Fact,
    Player,
    Source,
)
from normcheck.read.notices import Notices
from normcheck.read.trf_records import TEAM_RECORDS, Line, Records

_BY_TEAMS = "team against team"  # person by person: Scheveningen and Schiller; becomes OTHER

# The first that matches decides; in the order of what prevails.
_CODES = (
    (re.compile("SCHEVENINGEN|SCHILLER"), _BY_TEAMS),
    (re.compile("TEAM"), TEAM),
    (re.compile("DOUBLE_?ROUND_?ROBIN"), DOUBLE_ROUND_ROBIN),
    (re.compile("ROUND_?ROBIN|BERGER"), ROUND_ROBIN),
    (re.compile("KNOCK_?OUT"), KNOCKOUT),
    (re.compile("SWISS|DUTCH|DUBOV|BURSTEIN|LIM"), SWISS),
)
_ROBIN = (
    r"round[ _-]*robin|rundenturnier|vollrund|jeder gegen jeden|berger|all[ -]?play[ -]?all|toutes[ -]rondes"
    r"|todos contra todos|liga\b.*todos|girone|all'?italiana|ko[łl]ow|ka[žz]d[ýy] s ka[žz]d|круг"
)
_SWISS = r"swiss|schweiz|suisse|suizo|suí[çc]o|svizzer|szwajc|[šs]v[ýy]c|sveits|svájci|швейцар|dutch|dubov"
_DOUBLE = r"double|doppel|doppio|doble|dubbel|dwukołow|two[ -]round|\b2[ -]?x\b|двух"
_WORDS = (
    (re.compile(r"scheveningen|schiller"), _BY_TEAMS),
    (re.compile(r"\bteams?\b|\w*mannschaft|[ée]quipe|equipos?\b|squadr|dru[żz]yn|\bcsapat|команд"), TEAM),
    (re.compile(rf"(?:{_DOUBLE}).*(?:{_ROBIN})|(?:{_ROBIN}).*(?:{_DOUBLE})"), DOUBLE_ROUND_ROBIN),
    (re.compile(_ROBIN), ROUND_ROBIN),
    (re.compile(r"knock[ -]?out|\bk\.?-?o\.?\b|eliminat|[ée]liminat|eliminaci|pucharow"), KNOCKOUT),
    (re.compile(_SWISS), SWISS),
)


class System(NamedTuple):
    """The system, whether it follows from the games only, and the name of a format of its own kind."""

    fact: Fact[str]
    guessed: bool
    format_name: Fact[str] | None = None


class _Named(NamedTuple):
    """A record that names a known system."""

    line: Line
    text: str
    system: str


def read_system(records: Records, players: dict[int, Player], rounds: int, notices: Notices) -> System:
    """The system of play, with notices where it is guessed, contradictory or one of its own kind.

    TEAM prevails over everything but team against team by person, whichever record says it.
    """
    readings = (_named(records.first("192"), _CODES), _named(records.first("092"), _WORDS))
    named = [reading for reading in readings if reading]
    if not named:
        return _guessed(records, players, rounds, notices)
    best = min(named, key=lambda one: (one.system != _BY_TEAMS, one.system != TEAM))
    system = OTHER if best.system == _BY_TEAMS else best.system
    if best.system == _BY_TEAMS:
        notices.add("system_by_teams", best.line.number, 5, found=best.text)
    elif len({one.system for one in named}) > 1:
        found, other = (one.text for one in named)
        notices.add("systems_differ", best.line.number, 5, found=found, other=other, system=system)
    source = Source(notices.file, best.line.number, 5)
    named_formats = [name for name in FORMATS if best.system == _BY_TEAMS and name in best.text.lower()]
    format_name = Fact(named_formats[0], source) if named_formats else None
    return System(Fact(system, source), guessed=False, format_name=format_name)


def _named(line: Line | None, table: tuple[tuple[re.Pattern[str], str], ...]) -> _Named | None:
    if not line:
        return None
    text = line.text[3:].strip()[:200]
    form = text.upper() if table is _CODES else text.lower()
    system = next((system for pattern, system in table if pattern.search(form)), None)
    return _Named(line, text, system) if system else None


def _guessed(records: Records, players: dict[int, Player], rounds: int, notices: Notices) -> System:
    system = _guess(records, players, rounds)
    unknown = records.first("192") or records.first("092")
    if unknown:
        found = unknown.text[3:].strip()[:60]
        notices.add("system_unrecognised", unknown.number, 5, found=found, system=system)
    else:
        notices.add("system_guessed", system=system)
    return System(Fact(system, Source(notices.file)), guessed=True)


def _guess(records: Records, players: dict[int, Player], rounds: int) -> str:
    """Teams if there are records of team matches; else by how often every two players meet."""
    if records.seen & TEAM_RECORDS:
        return TEAM
    count = len(players)
    if count < 3:
        return OTHER
    meetings = Counter((no, game[0]) for no, player in players.items() for game in player.games if game[0] > no)
    most = max(meetings.values(), default=0)
    full_rounds = count - 1 if count % 2 == 0 else count
    for system, times in ((ROUND_ROBIN, 1), (DOUBLE_ROUND_ROBIN, 2)):
        pairs = times * count * (count - 1) // 2
        if most == times and (meetings.total() == pairs or rounds == times * full_rounds):
            return system
    return SWISS
