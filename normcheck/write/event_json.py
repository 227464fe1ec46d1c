"""The event file: every fact of an event with its source, and all players and games, as JSON."""

from normcheck.event import Day, Event, Fact, Player
from normcheck.read.event_model import LAYOUT, MOST_POINTS, EventTable, FactTable, GameTable, PlayerTable
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
    )
)


def write(event: Event) -> bytes:
    """The file; a system that was only guessed is left out, so that it is guessed again."""
    facts = {
        key: _fact(fact)
        for key in Event._fields
        if key in HELD and (fact := getattr(event, key)) and not (key == "system" and event.system_guessed)
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
    )
    return (table.model_dump_json(indent=1) + "\n").encode()


def _fact(fact: Fact[str] | Fact[Day]) -> FactTable:
    source = fact.source.told or str(fact.source)
    return FactTable(value=one_line(str(fact.value))[:500], source=one_line(source)[:200])


def _player(player: Player) -> PlayerTable:
    same = {
        key: getattr(player, key) for key in ("no", "title", "federation", "rating", "sex", "fide_id", "birth", "rank")
    }
    games = [
        GameTable.model_validate({"opponent": g.opponent, "colour": g.colour, "result": g.result}) for g in player.games
    ]
    points = None if player.points is None or player.points > 2 * MOST_POINTS else player.points / 2
    return PlayerTable(**same, name=one_line(player.name)[:200], points=points, games=games)
