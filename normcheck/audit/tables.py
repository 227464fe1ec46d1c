"""The tables, as Parquet in parts of so many events: a part depends on its events only, not on who makes it.

Parquet, not a database: the files are written whole or not at all, by several processes or machines at once, into
folders and stores of objects alike, their bytes depend on their content only, and DuckDB, pandas, Polars, R and
spreadsheets' importers read them where they lie. A database file has one writer and is bound to its engine.
"""

import io
import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, repeat
from typing import Any, Protocol

from normcheck.audit.library import library
from normcheck.audit.place import Place
from normcheck.audit.result import PLAIN, Columns
from normcheck.audit.schema import TABLES, VERSION, described

SCHEMA = "tables/schema.json"
_TYPES = {"text": "string", "whole": "int32", "number": "float64", "yes or no": "bool_"}


class Schema(Protocol):
    """What is used of the schemas of the library for the tables."""

    types: Sequence[Any]


def table_file(table: str, number: int) -> str:
    """The name of a part of a table."""
    return f"tables/{table}/part-{number:05d}.parquet"


def write_schema(where: Place) -> None:
    """Describe the tables beside them."""
    where.write(SCHEMA, (json.dumps(described(), ensure_ascii=False, indent=2) + "\n").encode())


class Filled:
    """A table that is being filled, event by event, column by column.

    The last columns of verdicts are the same for most rows: only those at some places are added, and `PLAIN` is what
    all others have.
    """

    def __init__(self, table: str) -> None:
        self._table = table
        self._ids: list[str] = []
        self._counts: list[int] = []
        self._whole: Columns = []
        self._places: list[int] = []
        self._shown: Columns = []

    def __len__(self) -> int:
        return sum(self._counts)

    def add(self, event_id: str, whole: Columns, places: Sequence[int] = (), shown: Columns | None = None) -> None:
        """Add the rows of an event: columns with every row, then those with the rows at some places only."""
        before = len(self)
        self._ids.append(event_id)
        self._counts.append(len(whole[0]))
        self._places += [before + place for place in places]
        self._whole, self._shown = _longer(self._whole, whole), _longer(self._shown, shown or [])

    def parquet(self) -> bytes:
        """The bytes of a file."""
        arrow, parquet = library("pyarrow"), library("pyarrow.parquet")
        schema = _schema(self._table)
        types = schema.types
        if not self._ids:
            arrays = [arrow.array([], kind) for kind in types]
        else:
            arrays = [
                arrow.array(self._ids, types[0]).take(arrow.array(self._events(), arrow.int32())),
                *(arrow.array(values, kind) for values, kind in zip(self._whole, types[1:], strict=False)),
                *self._sparse(types[1 + len(self._whole) :]),
            ]
        file = io.BytesIO()
        table = arrow.Table.from_arrays(arrays, schema=schema)
        # dictionaries and statistics of columns cost more than they save in files of this size
        parquet.write_table(table, file, compression="zstd", use_dictionary=False, write_statistics=False)
        return file.getvalue()

    def _events(self) -> list[int]:
        """For every row the number of its event."""
        return list(chain.from_iterable(map(repeat, range(len(self._ids)), self._counts)))

    def _sparse(self, types: Sequence[Any]) -> Iterator[Any]:
        """The columns that have `PLAIN` but at some places."""
        arrow = library("pyarrow")
        rows = [len(self._places)] * len(self)
        for at, place in enumerate(self._places):
            rows[place] = at
        chosen = arrow.array(rows, arrow.int32())
        for values, plain, kind in zip(self._shown, PLAIN, types, strict=bool(types)):
            yield arrow.array([*values, plain], kind).take(chosen)


@cache
def _schema(table: str) -> Schema:
    """The names and types of the columns, as the library for the tables has them."""
    arrow = library("pyarrow")
    fields = [arrow.field(column.name, getattr(arrow, _TYPES[column.kind])()) for column in TABLES[table]]
    schema: Schema = arrow.schema(fields, metadata={"schema": VERSION})
    return schema


def _longer(have: Columns, more: Columns) -> Columns:
    """Columns with more rows at their ends; the first rows are copied, the others go behind them in place."""
    for column, values in zip(have, more, strict=bool(have)):
        column.extend(values)
    return have or [list(column) for column in more]
