"""The event file: every fact of an event with its source, and all players and games, as JSON."""

from normcheck.event import Day, Event, Fact, Player
from normcheck.read.event_model import (
    LAYOUT,
    MOST_POINTS,
    ConfirmedTable,
    EventTable,
    FactTable,
    GameTable,
    NamesTable,
    PlayerTable,
)
from normcheck.write.texts import one_line

HELD = frozenset(
    (
        "name",
        "system",
        "kind",
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
        "registered_on",
        "format_approved",
        "swiss_exemption",
        "ratings_by_date",
        "zonal_year",
        "confirmed",
        "names",
    )
)


def write(event: Event) -> bytes:
    """The file; a system that was only guessed is left out, so that it is guessed again."""
    facts = {
        key: _fact(fact)
        for key in Event._fields
        if key in HELD and isinstance(fact := getattr(event, key), Fact)
        if not (key == "system" and event.system_guessed)
    }
    table = EventTable(
        normcheck_event=LAYOUT,
        made_from=one_line(event.format)[:200],
        facts=facts,
        rounds=event.rounds,
        rounds_played=event.rounds_played,
        complete=event.complete,
        round_dates=[str(day) if day else None for day in event.round_dates],
        players=[_player(player) for player in event.players.values()],
        confirmed=[
            ConfirmedTable(no=no, day=str(one.day), before=one.before) for no, one in sorted(event.confirmed.items())
        ],
        names=[
            NamesTable(no=no, family_name=one_line(family)[:200], first_name=one_line(first)[:200])
            for no, (family, first) in sorted(event.names.items())
        ],
    )
    return (table.model_dump_json(indent=1) + "\n").encode()


def _fact(fact: Fact[str] | Fact[Day] | Fact[bool]) -> FactTable:
    """A fact as text; a truth is ``true`` or ``false``."""
    source, value = fact.source.told or str(fact.source), fact.value
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return FactTable(value=one_line(text)[:500], source=one_line(source)[:200])


def _player(player: Player) -> PlayerTable:
    same = {
        key: getattr(player, key) for key in ("no", "title", "federation", "rating", "sex", "fide_id", "birth", "rank")
    }
    games = [
        GameTable.model_validate({"opponent": g.opponent, "colour": g.colour, "result": g.result}) for g in player.games
    ]
    points = None if player.points is None or player.points > 2 * MOST_POINTS else player.points / 2
    return PlayerTable(**same, name=one_line(player.name)[:200], points=points, games=games)
