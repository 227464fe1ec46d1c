"""Several files of one event made one: what one file does not say is taken from another, and conflicts are noted."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from normcheck.event import FULL_POINT_BYE, UNLISTED, Day, Event, Fact, Notice, Player
from normcheck.read.assemble import Draft, Lines, follow
from normcheck.read.dates import not_after
from normcheck.read.merge_games import Origins, combine_games, compare_by_opponent
from normcheck.read.merge_numbers import renumbered
from normcheck.read.merge_players import PlayerMerger
from normcheck.read.refusal import refusal

T = TypeVar("T")

_FACTS = (
    "name",
    "kind",
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
)
_OF_PLAYERS = ("confirmed", "names")  # by start number; the first file that tells one has the say
_COMPARED = ("federation", "start", "end", "event_code")
# Notices that are worked out again for the event as a whole.
_AGAIN = frozenset(
    {
        *("not_reciprocal", "colours_disagree", "results_disagree", "met_twice", "fide_id_twice", "no_titles"),
        *("points_differ", "results_missing", "round_not_played", "no_rounds", "no_games", "rounds_exceeded"),
        *("system_guessed", "federation_blank"),
    }
)


def merge(events: Sequence[Event]) -> Event:
    """One event from several files of it; the one with most games leads, and gives the file of most sources.

    Start numbers are those of a file that has them. Raises `UnreadableInput` if two files are not of one event, or
    one of them is a norm sheet.
    """
    if len(events) == 1:
        return events[0]
    for event in events:
        if event.sheet:
            raise refusal("merge_sheet", event.source_of(event.players[event.applicant]))
    main = max(events, key=_games)
    others = [event for event in events if event is not main]
    reference = next((event for event in (main, *others) if not _has(event, "numbers_made")), main)
    aligned = [renumbered(event, reference) for event in (main, *others)]
    notices = Lines(main.file)
    merger = PlayerMerger(aligned, notices)
    players = merger.combine()
    _give_games(players, aligned, merger.origins, notices)
    return _whole(aligned, players, notices)._replace(origins=merger.origins)


def _games(event: Event) -> tuple[int, bool, int, bool]:
    """How much an event tells of games: rounds listed, in their order, how many, and whether by start numbers."""
    results = [game.result for player in event.players.values() for game in player.games if game.result != UNLISTED]
    return (
        event.rounds_played and len(results),
        not _has(event, "rounds_assumed"),
        len(results),
        not _has(event, "numbers_made"),
    )


def _has(event: Event, key: str) -> bool:
    return any(notice.key == key for notice in event.notices)


def _give_games(players: dict[int, Player], events: list[Event], origins: Origins, notices: Lines) -> None:
    """Games round by round; files without rounds (matrices) are only compared opponent by opponent."""
    ordered = [event for event in events if event.rounds_played and not _has(event, "rounds_assumed")]
    for event in ordered or [event for event in events if event.rounds_played][:1]:
        combine_games(players, event, origins, notices)
    if ordered:
        for event in events:
            if _has(event, "rounds_assumed"):
                compare_by_opponent(players, event, notices)


def _whole(events: list[Event], players: dict[int, Player], notices: Lines) -> Event:
    """The facts of the event, its course worked out again, and the notices that still hold."""
    main = events[0]
    draft = Draft(notices, "")
    rounds = _rounds(events)
    if rounds:
        draft.tell("rounds", str(rounds))
    system = _system(events)
    if system:
        draft.tell("system", system.value, system.source.line)
    for field in _COMPARED:
        _compare(field, events, notices)
    without = [player for player in players.values() if not player.federation]
    if without:
        notices.add("federation_blank", without[0].line, count=len(without), name=without[0].name)
    course = follow(players, draft.records(), draft)
    found = system or (course.system.fact if course.system else None)
    facts: dict[str, Any] = {field: _first(getattr(event, field) for event in events) for field in _FACTS}
    facts |= {field: _joined(getattr(event, field) for event in reversed(events)) for field in _OF_PLAYERS}
    return main._replace(
        format=" + ".join(dict.fromkeys(event.format for event in events)),
        players=players,
        rounds=course.rounds,
        rounds_played=course.played,
        complete=course.complete,
        system=found,
        system_guessed=bool(found) and not system,
        round_dates=_round_dates(events, course.rounds),
        notices=(*_kept(events, players, facts, rounds), *notices.all()),
        **facts,
    )


def _first(facts: Iterable[T | None]) -> T | None:
    return next((fact for fact in facts if fact is not None), None)


def _joined(told: Iterable[Mapping[int, T]]) -> dict[int, T]:
    return {no: value for one in told for no, value in one.items()}


def _system(events: list[Event]) -> Fact[str] | None:
    """The system that a file states; None if all of them left it to guessing."""
    stated = [event.system for event in events if event.system and not event.system_guessed]
    return stated[0] if stated else None


def _rounds(events: list[Event]) -> int:
    """The rounds planned: by files that state them, else the most of all."""
    stated = [event.rounds for event in events if event.rounds and not _has(event, "rounds_by_columns")]
    return max(stated or [event.rounds for event in events], default=0)


def _compare(field: str, events: list[Event], notices: Lines) -> None:
    """Note a fact that two files state differently."""
    facts = [fact for fact in (getattr(event, field) for event in events) if fact is not None]
    for fact in facts[1:]:
        if not _agree(facts[0].value, fact.value):
            values = {"one": facts[0].value, "other": fact.value, "first": facts[0].source, "second": fact.source}
            notices.add(f"merge_event_{field}", 0, 0, **{key: str(value) for key, value in values.items()})


def _agree(one: object, other: object) -> bool:
    if isinstance(one, Day) and isinstance(other, Day):
        return not_after(one, other) and not_after(other, one)
    return one == other


def _round_dates(events: list[Event], rounds: int) -> tuple[Day | None, ...]:
    """The date of each round from the first file that has it."""
    days = [_first(event.round_dates[at] for event in events if at < len(event.round_dates)) for at in range(rounds)]
    return tuple(days) if any(days) else ()


def _full_points(players: Mapping[int, Player]) -> set[tuple[int, int]]:
    """Start numbers and rounds of full points without opponent that are no pairing-allocated byes."""
    return {
        (no, at) for no, player in players.items() for at, g in enumerate(player.games) if g.result == FULL_POINT_BYE
    }


def _told_full_points(events: list[Event]) -> set[tuple[int, int]]:
    """Those told by files that distinguish the kinds."""
    exact = [event for event in events if not _has(event, "bye_kind_unknown")]
    return set().union(*(_full_points(event.players) for event in exact))


def _kept(events: list[Event], players: dict[int, Player], facts: dict[str, Any], rounds: int) -> list[Notice]:
    """The notices of the files but for those worked out again and those that another file settles."""
    settled = set(_AGAIN)
    if any(player.rating for player in players.values()):
        settled |= {"no_ratings", "national_ratings"}
    if _full_points(players) <= _told_full_points(events):
        settled.add("bye_kind_unknown")
    if facts["federation"]:
        settled.add("event_federation_unknown")
    if not all(_has(event, "numbers_made") for event in events):
        settled.add("numbers_made")
    if any(event.rounds_played and not _has(event, "rounds_assumed") for event in events):
        settled |= {"rounds_assumed", "swissmanager_players_only"}
    if all(player.name for player in players.values()):
        settled.add("swissmanager_pairings_only")
    if any(event.rounds == rounds and not _has(event, "rounds_by_columns") for event in events):
        settled.add("rounds_by_columns")
    return [
        notice
        for event in events
        for notice in event.notices
        if notice.key not in settled and notice.values.get("kind") not in settled
    ]
