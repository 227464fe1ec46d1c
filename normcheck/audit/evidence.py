"""What is kept of an event for the title progress of its players with norms: their verdicts and their rated games."""

import json
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from pydantic import TypeAdapter

from normcheck.progress.judged import with_every_choice
from normcheck.progress.peaks import Played, games_by_number
from normcheck.report.model import Document
from normcheck.verdict import Audit, Decision

_GAMES = TypeAdapter(dict[int, Played])
_QUICK = 1  # the level of compression


class Evidence(NamedTuple):
    """The document of the norms of an event, and by start number the games of those who made them."""

    document: Document
    games: dict[int, Played]


def packed(audit: Audit, norms: Sequence[Decision]) -> bytes:
    """The bytes to keep of an event with these norms."""
    found = with_every_choice(audit, norms).model_dump_json(by_alias=True)
    games = games_by_number(audit.event, [one.player for one in norms])
    text = json.dumps([found, _GAMES.dump_json(games).decode()])
    return zlib.compress(text.encode(), _QUICK)


def unpacked(data: bytes | None) -> Evidence | None:
    """What is kept; None if it is missing or damaged."""
    if data is None:
        return None
    try:
        document, games = json.loads(zlib.decompress(data))
        return Evidence(Document.model_validate_json(document), _GAMES.validate_json(games))
    except (ValueError, TypeError, zlib.error):  # what pydantic raises is a ValueError
        return None
