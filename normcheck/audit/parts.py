"""The tables, as Parquet in parts of so many events: a part depends on its events only, not on who makes it.

Parquet, not a database: the files are written whole or not at all, by several processes or machines at once, into
folders and stores of objects alike, their bytes depend on their content only, and DuckDB, pandas, Polars, R and
spreadsheets' importers read them where they lie. A database file has one writer and is bound to its engine.
"""

import io
import json
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from normcheck.audit import result as kept
from normcheck.audit.match import Listed
from normcheck.audit.place import Place
from normcheck.audit.result import JUDGED, Result, Row
from normcheck.audit.schema import TABLES, VERSION, described
from normcheck.errors import UnwritableOutput
from normcheck.finding import NO_NORM
from normcheck.wording import say

EVENTS = 256  # in a part
COPY = "copy"
_ATTENTION = ("refused", "unfinished", "no_start_date", "before_first_edition")
_TYPES = {"text": "string", "whole": "int32", "number": "float64", "yes or no": "bool_"}


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
    """All events, part by part."""
    return [Part(at // EVENTS, tuple(events[at : at + EVENTS])) for at in range(0, len(events), EVENTS)]


def table_file(table: str, number: int) -> str:
    """The name of a part of a table."""
    return f"tables/{table}/part-{number:05d}.parquet"


def need_arrow() -> None:
    """Raise `UnwritableOutput` with the remedy if the library for the tables is missing."""
    _arrow()


@cache
def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise UnwritableOutput(say("audit", "errors", "no_arrow")) from error


def write_schema(where: Place) -> None:
    """Describe the tables beside them."""
    where.write("tables/schema.json", (json.dumps(described(), ensure_ascii=False, indent=2) + "\n").encode())


def make(part: Part, where: Place) -> Digest:
    """Write one part of every table, and return what the summary needs of it."""
    rows: dict[str, list[Row]] = {table: [] for table in TABLES}
    decided: list[Decided] = []
    attention: list[Attention] = []
    missing: list[str] = []
    for event in part.events:
        outcome = event.outcome
        found = kept.unpacked(where.read(kept.name(outcome.key))) if outcome.key else None
        if found is None and outcome.key:
            missing.append(outcome.label)
        found = found or Result(outcome.status, outcome.reason)
        rows["events"].append(_event_row(event, found))
        if not event.repeats and found.status == JUDGED:
            for table in kept.TABLES:
                rows[table] += [[outcome.event_id, *row] for row in found.rows[table]]
            decided += _decided(event, found)
        attention += _attention(event, found)
    for table, found_rows in rows.items():
        where.write(table_file(table, part.number), _parquet(table, found_rows))
    statuses = [row[2] for row in rows["events"]]
    counts = {status: statuses.count(status) for status in dict.fromkeys(statuses)}
    return Digest(counts, len(rows["players"]), tuple(decided), tuple(attention), tuple(missing))


def _event_row(event: Listed, found: Result) -> Row:
    outcome = event.outcome
    facts: dict[str, Any] = {"rating_list": ""} | found.event
    status = COPY if event.repeats else found.status
    facts |= {
        "event_id": outcome.event_id,
        "file": outcome.label,
        "status": status,
        "reason": found.reason,
        "repeats": event.repeats,
    }
    return [facts.get(column.name) for column in TABLES["events"]]


def _decided(event: Listed, found: Result) -> list[Decided]:
    players = {row[0]: row for row in found.rows["players"]}
    shown = []
    for no, title, decision, near, games, score, average, performance, required, _, _, reason in found.rows["verdicts"]:
        if decision != NO_NORM or near:
            _, name, fide_id, federation, held, _, rating, *_ = players[no]
            outcome, told = event.outcome, found.event
            shown.append(Decided(
                outcome.event_id, outcome.key, told["name"], outcome.label, told["start"], no, name, fide_id,
                federation, held, rating, title, decision, games, score, average, performance, required, reason,
            ))  # fmt: skip
    return shown


def _attention(event: Listed, found: Result) -> list[Attention]:
    """An event that could not be judged, or that has warnings about itself or reviews."""
    if event.repeats:
        return []
    if found.status != JUDGED:
        return [Attention(event.outcome.label, "", found.status, found.reason)]
    why = [row[1] for row in found.rows["warnings"] if row[0] in _ATTENTION]
    if reviews := found.event["reviews"]:
        why.append(say("audit", "summary", "reviews_one" if reviews == 1 else "reviews_many", count=reviews))
    return [Attention(event.outcome.label, found.event["name"], "", " ".join(why))] if why else []


def _parquet(table: str, rows: list[Row]) -> bytes:
    """One table as the bytes of a file."""
    arrow, parquet = _arrow()
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(TABLES[table])
    fields = [arrow.field(column.name, getattr(arrow, _TYPES[column.kind])()) for column in TABLES[table]]
    schema = arrow.schema(fields, metadata={"schema": VERSION})
    arrays = [arrow.array(values, field.type) for values, field in zip(columns, fields, strict=True)]
    file = io.BytesIO()
    parquet.write_table(arrow.Table.from_arrays(arrays, schema=schema), file, compression="zstd")
    return file.getvalue()
