"""The tournament report of FIDE (TRF-2026): UTF-8, columns counted in characters, lines that end in CR and LF."""

from collections.abc import Iterator

from normcheck.event import (
    BLANK,
    DOUBLE_ROUND_ROBIN,
    KNOCKOUT,
    OTHER,
    ROUND_ROBIN,
    SWISS,
    TEAM,
    UNLISTED,
    Day,
    Event,
    Game,
    Player,
)
from normcheck.write.texts import arbiter, counted, one_line, points, told

HELD = frozenset(
    (
        "name",
        "place",
        "federation",
        "start",
        "end",
        "system",
        "format_name",
        "chief_arbiter",
        "chief_arbiter_id",
        "chief_arbiter_title",
        "deputies",
        "rate_of_play",
        "clock",
    )
)
LONGEST_NAME = 33
_UNKNOWN = "X"
_POINT_SYSTEM = " W 1.0    D 0.5    L 0.0    P 1.0"
_SEXES = {"m": "m", "f": "w"}
_SYSTEMS = {
    SWISS: "Individual: Swiss-System",
    ROUND_ROBIN: "Individual: Round-Robin",
    DOUBLE_ROUND_ROBIN: "Individual: Double Round-Robin",
    KNOCKOUT: "Individual: Knock-out",
    TEAM: "Team",
    OTHER: "Other",
}
_CODES = {ROUND_ROBIN: "FIDE_ROUNDROBIN", DOUBLE_ROUND_ROBIN: "FIDE_DOUBLEROUNDROBIN", KNOCKOUT: "CUSTOM_KNOCKOUT"}


def write(event: Event) -> bytes:
    """The report. Facts that are not known have no record; points not stated are those of the rounds played."""
    lines = [*_facts(event), *(_player(event, player) for player in event.players.values())]
    return "".join(f"{line.rstrip()}\r\n" for line in lines).encode()


def _facts(event: Event) -> Iterator[str]:
    system = _system(event)
    rated = sum(player.rating > 0 for player in event.players.values())
    records = (
        ("012", told(event.name)),
        ("022", told(event.place)),
        ("032", told(event.federation)),
        ("042", _date(event.start.value) if event.start else ""),
        ("052", _date(event.end.value) if event.end else ""),
        ("062", str(len(event.players))),
        ("072", str(rated)),
        ("092", system),
        ("102", arbiter(event)),
        *(("112", one_line(name)) for name in (told(event.deputies).split(";"))),
        ("122", told(event.rate_of_play)),
        ("142", str(event.rounds) if event.rounds else ""),
        ("162", _POINT_SYSTEM if _is_usual(event) else ""),
        ("222", told(event.clock)),
    )
    yield from (f"{number} {text}" for number, text in records if text)
    if any(event.round_dates):
        yield "132".ljust(91) + "".join(f"{_short_date(day):10}" for day in event.round_dates)


def _is_usual(event: Event) -> bool:
    """Whether the points of most players are those of 1, ½ and 0; the points that a bye gave may differ."""
    usual = sum(player.points in (None, counted(event, player)) for player in event.players.values())
    return 2 * usual > len(event.players)


def _system(event: Event) -> str:
    """The system in words; one that was only guessed is left to the reader, but for teams."""
    if not event.system or (event.system_guessed and event.system.value != TEAM):
        return ""
    return event.format_name.value.title() if event.format_name else _SYSTEMS[event.system.value]


def _date(day: Day) -> str:
    return f"{day.year:04d}/{day.month:02d}/{day.day:02d}"


def _short_date(day: Day | None) -> str:
    return _date(day)[2:] if day else ""


def _player(event: Event, player: Player) -> str:
    birth = player.birth.replace("-", "/")
    birth += "/00" * (2 - birth.count("/")) if birth else ""
    sex, name = _SEXES.get(player.sex, " "), one_line(player.name)[:LONGEST_NAME]
    head = f"001 {player.no:4} {sex}{player.title:>3} {name:{LONGEST_NAME}} {player.rating:4} {player.federation:3}"
    scored = points(event, player)
    score = f"{scored if len(scored) <= 4 else '':>4} {player.rank or '':>4}"
    return f"{head} {player.fide_id:>11} {birth:10} {score}" + "".join(f"  {_game(game)}" for game in player.games)


def _game(game: Game) -> str:
    """Eight columns: opponent, colour, result; blank for an open round without opponent."""
    result = _UNKNOWN if game.result == UNLISTED else game.result
    if game.opponent:
        return f"{game.opponent:4} {game.colour} {result}"
    return " " * 8 if result == BLANK else f"0000 - {result}"
