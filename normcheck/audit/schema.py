"""The tables: their columns, what they hold, the version. The words that describe them are in `audit.toml`."""

from typing import Literal, NamedTuple

from normcheck.wording import say

VERSION = "normcheck/audit/1"

Kind = Literal["text", "whole", "number", "yes or no"]


class Column(NamedTuple):
    """A column and the kind of its values."""

    name: str
    kind: Kind = "text"


def _columns(text: dict[str, Kind]) -> tuple[Column, ...]:
    return tuple(Column(name, kind) for name, kind in text.items())


TABLES: dict[str, tuple[Column, ...]] = {
    "events": _columns({
        "event_id": "text", "file": "text", "status": "text", "reason": "text", "repeats": "text", "name": "text",
        "place": "text", "federation": "text", "start": "text", "end": "text", "rounds": "whole",
        "rounds_played": "whole", "complete": "yes or no", "players": "whole", "system": "text", "kind": "text",
        "format": "text", "edition": "text", "rating_list": "text", "norms": "whole", "reviews": "whole",
        "near_misses": "whole", "warnings": "whole",
    }),
    "players": _columns({
        "event_id": "text", "no": "whole", "name": "text", "fide_id": "text", "federation": "text", "title": "text",
        "sex": "text", "rating": "whole", "birth": "text", "score": "number", "rank": "whole",
    }),
    "verdicts": _columns({
        "event_id": "text", "no": "whole", "title": "text", "decision": "text", "near_miss": "yes or no",
        "games": "whole", "score": "number", "average": "whole", "performance": "whole", "required_score": "number",
        "credited_games": "whole", "carried_by": "text", "reason": "text",
    }),
    "findings": _columns({
        "event_id": "text", "no": "whole", "title": "text", "clause": "text", "article": "text", "outcome": "text",
        "needed": "number", "found": "number", "waived_by": "text",
    }),
    "warnings": _columns({"event_id": "text", "key": "text", "text": "text", "source": "text"}),
}  # fmt: skip


def described() -> dict[str, object]:
    """The whole schema as it is written beside the tables."""
    tables = {
        table: {
            "about": say("audit", "tables", table, "about"),
            "columns": [
                {"name": column.name, "kind": column.kind, "about": say("audit", "tables", table, column.name)}
                for column in columns
            ],
        }
        for table, columns in TABLES.items()
    }
    return {"schema": VERSION, "tables": tables}
