"""The events of an audit in parts: what a part adds to the tables and to the summary depends on its events only."""

from typing import Any, NamedTuple

from normcheck.audit import result as kept
from normcheck.audit.copies import Disagreement, compared
from normcheck.audit.match import Listed
from normcheck.audit.place import Place
from normcheck.audit.result import JUDGED, Result
from normcheck.audit.schema import TABLES
from normcheck.audit.tables import Filled, table_file
from normcheck.wording import say

MOST, FEWEST, PARTS = 256, 32, 64  # events in a part; into how many parts the events of an audit go if these allow
COPY = "copy"
_ATTENTION = ("refused", "unfinished", "no_start_date", "before_first_edition")


class Part(NamedTuple):
    """Some events that follow each other, and the number of their part."""

    number: int
    events: tuple[Listed, ...]


class Decided(NamedTuple):
    """A norm, a review or a near miss, with what people ask first about it."""

    event_id: str
    key: str
    event: str
    file: str
    start: str
    no: int
    name: str
    fide_id: str
    federation: str
    held: str
    rating: int
    title: str
    decision: str
    games: int
    score: float
    average: int | None
    performance: int | None
    required: float | None
    reason: str
    doubt: str = ""  # the copy of the event that does not give this norm


class Attention(NamedTuple):
    """An event that somebody should look at, and why."""

    file: str
    event: str
    status: str
    why: str


class Digest(NamedTuple):
    """What the summary needs of a part."""

    statuses: dict[str, int]
    players: int
    decided: tuple[Decided, ...]
    attention: tuple[Attention, ...]
    missing: tuple[str, ...]  # labels whose result has gone


def parts(events: list[Listed]) -> list[Part]:
    """All events, part by part: so many in a part that several processes have work, whoever makes them."""
    size = min(MOST, max(FEWEST, -(-len(events) // PARTS)))
    return [Part(at // size, tuple(events[at : at + size])) for at in range(0, len(events), size)]


def make(part: Part, where: Place) -> Digest:
    """Write one part of every table, and return what the summary needs of it."""
    tables = {table: Filled(table) for table in TABLES}
    statuses: list[str] = []
    decided: list[Decided] = []
    attention: list[Attention] = []
    missing: list[str] = []
    for event in part.events:
        outcome = event.outcome
        found = kept.unpacked(where.read(kept.name(outcome.key))) if outcome.key else None
        if found is None and outcome.key:
            missing.append(outcome.label)
        found = found or Result(outcome.status, outcome.reason)
        other = compared(event, found, where)
        statuses.append(COPY if event.repeats else found.status)
        tables["events"].add(outcome.event_id, [[value] for value in _event_row(event, found)])
        if statuses[-1] == JUDGED:
            tables["players"].add(outcome.event_id, found.players)
            tables["verdicts"].add(outcome.event_id, found.judged, found.places, found.shown)
            tables["findings"].add(outcome.event_id, found.findings)
            tables["warnings"].add(outcome.event_id, found.warnings)
            decided += _decided(event, found, other)
        attention += _attention(event, found, other)
    for table, filled in tables.items():
        where.write(table_file(table, part.number), filled.parquet())
    counts = {status: statuses.count(status) for status in dict.fromkeys(statuses)}
    return Digest(counts, len(tables["players"]), tuple(decided), tuple(attention), tuple(missing))


def _event_row(event: Listed, found: Result) -> list[Any]:
    """The row of an event in `events`, but for its id."""
    facts: dict[str, Any] = {"rating_list": ""} | found.event
    facts |= {
        "file": event.outcome.label,
        "status": COPY if event.repeats else found.status,
        "reason": found.reason,
        "repeats": event.repeats,
    }
    return [facts.get(column.name) for column in TABLES["events"][1:]]


def _decided(event: Listed, found: Result, other: Disagreement) -> list[Decided]:
    players = {row[0]: row for row in zip(*found.players, strict=True)}
    shown = []
    for no, title, (decision, _, games, score, average, performance, required, _, _, reason) in found.told():
        _, name, fide_id, federation, held, _, rating, *_ = players[no]
        outcome, told, doubt = event.outcome, found.event, other.doubtful.get((no, title), "")
        shown.append(Decided(
            outcome.event_id, outcome.key, told["name"], outcome.label, told["start"], no, name, fide_id,
            federation, held, rating, title, decision, games, score, average, performance, required,
            _with_doubt(reason, doubt), doubt,
        ))  # fmt: skip
    return shown


def _with_doubt(reason: str, file: str) -> str:
    """Why, with the copy that does not give a norm, if there is one."""
    return "; ".join(part for part in (reason, say("audit", "copies", "doubt", file=file)) if part) if file else reason


def _attention(event: Listed, found: Result, other: Disagreement) -> list[Attention]:
    """An event that could not be judged, that has warnings about itself or reviews, or that copies contradict."""
    name = found.event.get("name", "")
    if event.repeats:
        return [Attention(event.outcome.label, name, COPY, " ".join(other.why))] if other.why else []
    if found.status != JUDGED:
        return [Attention(event.outcome.label, "", found.status, found.reason)]
    warned = [text for key, text, _ in zip(*found.warnings, strict=True) if key in _ATTENTION]
    why = [*other.why, *warned]
    if reviews := found.event["reviews"]:
        why.append(say("audit", "summary", "reviews_one" if reviews == 1 else "reviews_many", count=reviews))
    return [Attention(event.outcome.label, name, "", " ".join(why))] if why else []
