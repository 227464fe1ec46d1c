"""The sections of a Swiss-Manager file as records, with everything implausible refused.

Names, contact data and everything else that a norm does not ask for is passed over unread.
"""

from typing import NamedTuple

from normcheck.read.swissmanager_bytes import (
    CONFIGURATION,
    GAMES,
    PLAYERS,
    SCHEDULE,
    Bytes,
    Directory,
)
from normcheck.read.trf_records import MOST_PLAYERS
from normcheck.read.trf_rounds import MOST_ROUNDS

SWISS, ROUND_ROBIN, TEAM_ROUND_ROBIN, TEAM_SWISS = range(4)  # the kinds of tournament as the file codes them
BYE, NOT_PAIRED, NOBODY = 0xFFFF, 0xFFFE, 0  # in the place of a player's number

_HEADER_BLOCK, _HEADER_STRINGS = 108, 132
# Strings of the header that are read; number 23, the e-mail address, and others are not.
NAME, SECTION, ORGANISER, PLACE, ARBITERS, CITY, CLOCK = 0, 1, 4, 5, 6, 10, 14
FEDERATION, CHIEF_ARBITER, DEPUTIES = 20, 21, 35
_READ = (NAME, SECTION, ORGANISER, PLACE, ARBITERS, CITY, CLOCK, FEDERATION, CHIEF_ARBITER, DEPUTIES)
_KIND, _PLAYERS, _ROUNDS, _START, _FINISH, _FIDE_EVENT = 15, 23, 27, 75, 79, 1275
_ROUND_STRINGS, _ROUND_BLOCK = 16, 76
_PLAYER_STRINGS, _PLAYER_BLOCK = 18, 134
_LAST_NAME, _FIRST_NAME, _TITLE, _FEDERATION, _LIST = 0, 1, 4, 10, 17
_PLAYER_READ = (_LAST_NAME, _FIRST_NAME, _TITLE, _FEDERATION, _LIST)
_GAME_BLOCK = 21


class Setup(NamedTuple):
    """Texts of the header by index, and the numbers of the configuration; dates are YYYYMMDD, 0 for none."""

    texts: dict[int, str]
    kind: int
    players: int
    rounds: int
    start: int
    end: int
    fide_event: int


class Participant(NamedTuple):
    """One player record.

    `listed` says that the player was taken from a rating list; `birth` is YYYYMMDD with zeros for what is not
    known, 0 for none.
    """

    last_name: str
    first_name: str
    title: str
    federation: str
    listed: bool
    woman: bool
    rating: int
    birth: int
    fide_id: int


class Scheduled(NamedTuple):
    """One round: its date (YYYYMMDD or 0) and how many pairings it has."""

    day: int
    games: int


class Pairing(NamedTuple):
    """One game or entry of a round: two player numbers (from 1, or a code above) and the result code."""

    white: int
    black: int
    result: int


def read_setup(data: Bytes, places: Directory) -> Setup:
    """Header and configuration. Raises `UnreadableInput` for a kind or a count that cannot be."""
    texts, at = data.strings(_HEADER_BLOCK, _HEADER_STRINGS, _READ)
    data.expect(CONFIGURATION, at)
    if at + _FIDE_EVENT + 4 > places.schedule:
        raise data.refused("section_end", section=CONFIGURATION, found=places.schedule, expected=at + _FIDE_EVENT + 4)
    kind, players, rounds = (data.number(at + offset, 2) for offset in (_KIND, _PLAYERS, _ROUNDS))
    if kind > TEAM_SWISS:
        raise data.refused("kind", found=kind)
    for what, found, limit in (("players", players, MOST_PLAYERS), ("rounds", rounds, MOST_ROUNDS)):
        if not 0 < found <= limit:
            raise data.refused("implausible", what=what, found=found, limit=limit)
    start, end, fide_event = (data.number(at + offset, 4) for offset in (_START, _FINISH, _FIDE_EVENT))
    return Setup(texts, kind, players, rounds, start, end, fide_event)


def read_schedule(data: Bytes, places: Directory, rounds: int) -> list[Scheduled]:
    """One entry a round; they must fill their section."""
    at = data.expect(SCHEDULE, places.schedule)
    schedule = []
    for _ in range(rounds):
        _, at = data.strings(at, _ROUND_STRINGS, ())
        schedule.append(Scheduled(data.number(at, 4), data.number(at + 6, 2)))
        if schedule[-1].games > MOST_PLAYERS:
            what = f"pairings in round {len(schedule)}"
            raise data.refused("implausible", what=what, found=schedule[-1].games, limit=MOST_PLAYERS)
        at += _ROUND_BLOCK
    _must_end(data, SCHEDULE, at, places.players)
    return schedule


def read_participants(data: Bytes, places: Directory, count: int) -> list[Participant]:
    """All players in the order of their numbers; they must fill their section."""
    at = data.expect(PLAYERS, places.players)
    participants = []
    for _ in range(count):
        texts, at = data.strings(at, _PLAYER_STRINGS, _PLAYER_READ)
        names = texts[_LAST_NAME], texts[_FIRST_NAME], texts[_TITLE], texts[_FEDERATION]
        listed, woman, rating = bool(texts[_LIST]), data.number(at + 30, 1) == 1, data.number(at + 32, 2)
        birth, fide_id = data.number(at + 38, 4), data.number(at + 48, 4)
        participants.append(Participant(*names, listed, woman, rating, birth, fide_id))
        at += _PLAYER_BLOCK
    _must_end(data, PLAYERS, at, places.games)
    return participants


def read_pairings(data: Bytes, places: Directory, schedule: list[Scheduled], players: int) -> list[list[Pairing]]:
    """The pairings of every round; they must fill their section and name known players."""
    at = data.expect(GAMES, places.games)
    stated, found = sum(one.games for one in schedule), (places.games_end - at) // _GAME_BLOCK
    if stated != found:
        raise data.refused("game_count", stated=stated, found=found)
    rounds: list[list[Pairing]] = []
    for index, scheduled in enumerate(schedule, 1):
        rounds.append([])
        for number in range(1, scheduled.games + 1):
            pairing = Pairing(data.number(at, 2), data.number(at + 2, 2), data.number(at + 4, 1))
            _must_be_known(data, pairing, players, index, number)
            rounds[-1].append(pairing)
            at += _GAME_BLOCK
    _must_end(data, GAMES, at, places.games_end)
    return rounds


def _must_be_known(data: Bytes, pairing: Pairing, players: int, round_: int, number: int) -> None:
    codes = (BYE, NOT_PAIRED)
    found = next((one for one in pairing[:2] if one > players and one not in codes), None)
    if pairing.white in codes:
        found = pairing.white
    if found is not None:
        raise data.refused("no_such_player", number=number, round=round_, found=found, players=players)


def _must_end(data: Bytes, section: str, at: int, expected: int) -> None:
    if at != expected:
        raise data.refused("section_end", section=section, found=at, expected=expected)
