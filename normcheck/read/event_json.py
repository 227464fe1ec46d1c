"""Event files: what ``normcheck convert -o event.json`` writes, read and checked like any other file."""

import re
from typing import Any

from pydantic import ValidationError

from normcheck.event import (
    ABSENT,
    DRAW,
    FORMATS,
    FULL_POINT_BYE,
    HALF_POINT_BYE,
    KINDS,
    LOSS,
    OTHER,
    SYSTEMS,
    WIN,
    Confirmed,
    Day,
    Event,
    Fact,
    Game,
    Source,
)
from normcheck.read.assemble import Draft, Lines, Row, assemble
from normcheck.read.dates import make_day, plausible
from normcheck.read.event_model import LAYOUT, EventTable, GameTable, PlayerTable
from normcheck.read.refusal import refusal
from normcheck.read.text import read_text
from normcheck.read.titles import read_title

_MARK = re.compile(r'\s*\{\s*"normcheck_event"\s*:')
_DAY = re.compile(r"[0-9]{4}(?:-[0-9]{2}){0,2}")
_CHECKED = ("federation", "start", "end")  # facts that are read like those of any file
_TEXTS = (
    "name",
    "place",
    "organiser",
    "rate_of_play",
    "clock",
    "chief_arbiter",
    "chief_arbiter_id",
    "chief_arbiter_title",
    "deputies",
    "event_code",
)
_CHOICES = {"kind": KINDS, "format_name": FORMATS}
_ALONE = {WIN: FULL_POINT_BYE, DRAW: HALF_POINT_BYE, LOSS: ABSENT}
_TRUTHS = ("format_approved", "swiss_exemption", "ratings_by_date", "zonal_year")
_TRUE_FALSE = {"true": True, "false": False}
_REGISTERED = "registered_on"


def looks_like(head: bytes, name: str) -> bool:
    """Whether a file begins like an event file."""
    return bool(_MARK.match(head.decode("utf-8-sig", "ignore")))


def read(data: bytes, name: str) -> Event:
    """Read an event file; `name` is the file name used in every source.

    Raises `UnreadableInput` for what is no such file, and for another layout.
    """
    notices = Lines(name)
    text = read_text(data, notices)
    table = _parsed("\n".join(text.lines), Source(name))
    if table.normcheck_event != LAYOUT:
        raise refusal("event_json_version", Source(name), found=table.normcheck_event, known=LAYOUT)
    draft = Draft(notices, f"event file ({table.made_from[:80]})" if table.made_from else "event file", text.encoding)
    draft.rows = [_row(player) for player in table.players]
    for key in _CHECKED:
        if key in table.facts:
            draft.tell(key, table.facts[key].value)
    if table.rounds:
        draft.tell("rounds", str(table.rounds))
    draft.round_dates = {at: day for at, day in enumerate(table.round_dates, 1) if day}
    system = _choice(table, "system", SYSTEMS, notices)
    if system and system != OTHER:
        draft.tell("system", system)
    event = assemble(draft)
    facts = _facts(table, event, system, notices)
    confirmed, names = _confirmed(table, event, notices), _names(table, event)
    return event._replace(**facts, confirmed=confirmed, names=names, notices=notices.all())


def _parsed(text: str, source: Source) -> EventTable:
    try:
        return EventTable.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        reason = f"{place}: {first['msg']}" if place else first["msg"]
        raise refusal("event_json_damaged", source, reason=reason[:200]) from error


def _row(player: PlayerTable) -> Row:
    points = "" if player.points is None else f"{player.points:.1f}"
    games = [_game(game) for game in player.games]
    same = player.model_dump(include={"no", "name", "title", "federation", "sex", "fide_id", "birth", "rank"})
    return Row(**same, rating=str(player.rating), points=points, games=games)


def _game(told: GameTable) -> Game:
    """A round; what was played against nobody is a bye or an absence, as in a report."""
    if told.opponent:
        return Game(told.opponent, told.colour, told.result)
    return Game(0, told.colour, _ALONE.get(told.result, told.result))


def _choice(table: EventTable, key: str, allowed: tuple[str, ...], notices: Lines) -> str:
    """The value of a fact that is one of a few, "" if it is not given."""
    if key not in table.facts:
        return ""
    value = table.facts[key].value
    if value in allowed:
        return value
    notices.add("event_json_value", 0, 0, what=key, found=value[:40])
    return ""


def _day(what: str, text: str, notices: Lines) -> Day | None:
    """A date as this program writes them, known to the day, the month or the year."""
    parts = [int(part) for part in text.split("-")] if _DAY.fullmatch(text) else [0]
    day = make_day(*parts)
    if day is None or not plausible(day):
        notices.add("event_json_value", 0, 0, what=what, found=text[:40])
        return None
    return day


def _confirmed(table: EventTable, event: Event, notices: Lines) -> dict[int, Confirmed]:
    """When titles were confirmed, of players who are there."""
    found: dict[int, Confirmed] = {}
    for one in table.confirmed:
        if one.no in event.players and (day := _day("confirmed", one.day, notices)):
            found[one.no] = Confirmed(day, read_title(one.before).title)
    return found


def _names(table: EventTable, event: Event) -> dict[int, tuple[str, str]]:
    """Family and first names, of players who are there."""
    told = {one.no: (" ".join(one.family_name.split()), " ".join(one.first_name.split())) for one in table.names}
    return {no: names for no, names in told.items() if no in event.players and names[0]}


def _facts(table: EventTable, event: Event, system: str, notices: Lines) -> dict[str, Any]:
    """The facts by their fields, each with the place where it stood at first."""
    facts: dict[str, Any] = {}
    for key, told in table.facts.items():
        source = Source(event.file, told=told.source)
        value = " ".join(told.value.split())
        if key in _TEXTS and value:
            facts[key] = Fact(value, source)
        elif key in _CHOICES and (choice := _choice(table, key, _CHOICES[key], notices)):
            facts[key] = Fact(choice, source)
        elif key in _CHECKED and (fact := getattr(event, key)):
            facts[key] = Fact(fact.value, source)
        elif key == "system" and system:
            facts |= {key: Fact(system, source), "system_guessed": False}
        elif key == _REGISTERED and (day := _day(key, value, notices)):
            facts[key] = Fact(day, source)
        elif key in _TRUTHS and (choice := _choice(table, key, tuple(_TRUE_FALSE), notices)):
            facts[key] = Fact(_TRUE_FALSE[choice], source)
    return facts
