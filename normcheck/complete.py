"""The event with the arbiter's answers: every fact they give replaces the one of the file, with its place."""

from typing import Any

from normcheck.answers import Answers, ByeAnswer, PlayerAnswer
from normcheck.event import ABSENT, BLANK, UNLISTED, Confirmed, Event, Fact, Game, Player, Source
from normcheck.read.dates import not_after
from normcheck.read.document import say
from normcheck.read.federations import known_federation
from normcheck.read.places import Key
from normcheck.read.sheet import progress

_PLAYER_FIELDS = ("federation", "title", "sex", "rating")
_NAME_FIELDS = ("family_name", "first_name")
_REPLACEABLE = frozenset("FUHZ") | {UNLISTED, BLANK}
_SETTLED_NOTICES = {
    "system": {"system_guessed", "system_unrecognised"},
    "federation": {"event_federation_unknown", "sheet_event_federation_unknown"},
}
_Named = PlayerAnswer | ByeAnswer


def complete(event: Event, answers: Answers | None) -> Event:
    """Return the event with all answers in place; without answers the event as it is.

    Raises `UnreadableInput` if the answers name a player or round that does not exist, contradict
    themselves, or would change a game that was played.
    """
    if answers is None:
        return event
    event = _with_event_facts(event, answers)
    event = _with_rounds(event, answers)
    for at, player in enumerate(answers.players):
        event = _with_player(event, answers, at, player)
    for at, bye in enumerate(answers.byes):
        event = _with_bye(event, answers, at, bye)
    return _with_progress(event) if event.sheet else event


def _with_event_facts(event: Event, answers: Answers) -> Event:
    """Replace the facts of ``[event]``."""
    told = answers.event
    facts: dict[str, Any] = told.facts(lambda key: answers.source("event", key, told=told.source))
    if "federation" in facts:
        code = _federation(answers, ("event", "federation"), facts["federation"].value)
        facts["federation"] = facts["federation"]._replace(value=code)
    if "system" in facts:
        facts["system_guessed"] = False
    answered = {(0, key): fact.source for key, fact in facts.items() if isinstance(fact, Fact)}
    settled = {key for field in facts for key in _SETTLED_NOTICES.get(field, ())}
    facts["notices"] = tuple(notice for notice in event.notices if notice.key not in settled)
    event = event._replace(**facts, answered=event.answered | answered)
    _check_dates(event, answers)
    return event


def _check_dates(event: Event, answers: Answers) -> None:
    """Refuse an answered date that makes the event end before it starts."""
    start, end = event.start, event.end
    if start and end and not not_after(start.value, end.value):
        key = "end" if answers.event.end else "start"
        if answers.event.start or answers.event.end:
            answers.document.fail(("event", key), "ends_before_start", start=start.value, end=end.value)


def _with_rounds(event: Event, answers: Answers) -> Event:
    """Replace the number of rounds and the dates of the rounds."""
    told = answers.event
    if told.rounds and told.rounds != event.rounds:
        event = _resized(event, answers, told.rounds)
    if told.rounds:
        event = _answered(event, 0, "rounds", answers.source("event", "rounds", told=told.source))
    if not told.round_dates:
        return event
    count, path = len(told.round_dates), ("event", "round_dates")
    if count > event.rounds:
        answers.document.fail(path, "too_many_dates", count=count, rounds=event.rounds)
    dates = (*told.round_dates, *(None,) * (event.rounds - count))
    return _answered(event._replace(round_dates=dates), 0, path[1], answers.source(*path, told=told.source))


def _resized(event: Event, answers: Answers, rounds: int) -> Event:
    """Return the event with another number of rounds; results beyond it are refused."""
    if rounds < event.rounds_played:
        values = {"rounds": rounds, "played": event.rounds_played}
        answers.document.fail(("event", "rounds"), "rounds_too_few", **values)
    dates = event.round_dates[:rounds]
    dates += (None,) * (rounds - len(dates)) if dates else ()
    if event.sheet:
        player = event.players[event.applicant]
        games = player.games[:rounds]
        games += (Game(0, "-", UNLISTED),) * (rounds - len(games))
        event = _with(event, player._replace(games=games))
    still_open = any(game.opponent and game.result == BLANK for p in event.players.values() for game in p.games)
    whole = rounds == event.rounds_played and (event.complete or not still_open)
    return event._replace(rounds=rounds, round_dates=dates, complete=whole)


def _with_player(event: Event, answers: Answers, at: int, told: PlayerAnswer) -> Event:
    """Replace facts of one player."""
    path: Key = ("players", at)
    player = _find(event, answers, path, told)
    given = {key: getattr(told, key) for key in (*_PLAYER_FIELDS, *_NAME_FIELDS)}
    given = {key: value for key, value in given.items() if value is not None}
    for key in given:
        if (player.no, key) in event.answered:
            answers.document.fail((*path, key), "answered_twice")
        event = _answered(event, player.no, key, answers.source(*path, key, told=told.source))
    if told.title_confirmed:
        confirmed = event.confirmed | {player.no: Confirmed(told.title_confirmed, told.title_before)}
        event = event._replace(confirmed=confirmed)
    if given.get("federation"):
        given["federation"] = _federation(answers, (*path, "federation"), given["federation"])
    names = [given.pop(key, "") for key in _NAME_FIELDS]
    if any(names):
        event = event._replace(names=event.names | {player.no: _full_name(player, *names)})
    return _with(event, player._replace(**given))


def _full_name(player: Player, family: str, first: str) -> tuple[str, str]:
    """Return family and first name; what is not answered is taken from the name in the file."""
    in_file, _, rest = player.name.partition(",")
    return family or in_file.strip(), first or rest.strip()


def _with_bye(event: Event, answers: Answers, at: int, told: ByeAnswer) -> Event:
    """Replace the code of a round in which a player had no game."""
    path: Key = ("byes", at)
    if not told.code:
        return event
    player = _find(event, answers, path, told)
    if told.round > event.rounds:
        answers.document.fail((*path, "round"), "round_beyond", round=told.round, rounds=event.rounds)
    missing = told.round - len(player.games)
    games = [*player.games, *[Game(0, "-", ABSENT)] * missing]
    old = games[told.round - 1]
    if old.opponent and old.result not in _REPLACEABLE:
        values = {"round": told.round, "no": player.no, "result": old.result}
        answers.document.fail((*path, "round"), "round_was_played", **values)
    field = f"round {told.round}"
    if (player.no, field) in event.answered:
        answers.document.fail((*path, "round"), "answered_twice")
    games[told.round - 1] = Game(0, "-", told.code, old.column)
    event = _with(event, player._replace(games=tuple(games)))
    return _answered(event, player.no, field, answers.source(*path, told=told.source))


def _with_progress(event: Event) -> Event:
    """Count the rounds of a sheet again; an answer may have filled an open one."""
    played, whole = progress(event.players[event.applicant].games)
    return event._replace(rounds_played=played, complete=whole)


def _find(event: Event, answers: Answers, path: Key, told: _Named) -> Player:
    """Return the player an answer names; refuse one who is not there."""
    document = answers.document
    if told.no is None and not told.fide_id:
        document.fail(path, "no_or_id")
    if told.no is not None and told.no not in event.players:
        low, high = min(event.players, default=0), max(event.players, default=0)
        document.fail((*path, "no"), "no_such_player", found=told.no, hint=say("hint_numbers", low=low, high=high))
    if not told.fide_id:
        return event.players[told.no or 0]
    return _find_by_id(event, answers, (*path, "fide_id"), told)


def _find_by_id(event: Event, answers: Answers, path: Key, told: _Named) -> Player:
    """Return the player with the FIDE id; where the start number is told as well, they must agree."""
    document = answers.document
    found = [player for player in event.players.values() if player.fide_id == told.fide_id]
    if not found:
        count = sum(1 for player in event.players.values() if player.fide_id)
        hint = say("hint_ids", count=count, all=len(event.players))
        document.fail(path, "no_such_player", found=told.fide_id, hint=hint)
    by_number = [player for player in found if player.no == told.no]
    if told.no is not None and not by_number:
        document.fail(path, "two_players", fide_id=told.fide_id, no=found[0].no, other=told.no)
    if told.no is None and len(found) > 1:
        numbers = ", ".join(str(player.no) for player in found)
        document.fail(path, "id_twice", fide_id=told.fide_id, numbers=numbers)
    return (by_number or found)[0]


def _federation(answers: Answers, path: Key, text: str) -> str:
    """Return the federation code; refuse one that FIDE does not know."""
    code = known_federation(text)
    if not code:
        answers.document.fail(path, "federation", found=repr(text))
    return code


def _with(event: Event, player: Player) -> Event:
    """Return the event with this player in the place of the one with his number."""
    return event._replace(players=event.players | {player.no: player})


def _answered(event: Event, no: int, field: str, source: Source) -> Event:
    """Note where an answer stands."""
    return event._replace(answered=event.answered | {(no, field): source})
