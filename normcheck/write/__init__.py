"""Events as files for other programs: tournament report (TRF-2026), event file (JSON), crosstable (CSV).

The inverse of `normcheck.read`: what is written is read again as the same players, games and facts. Contact data
is never written.
"""

from importlib import import_module
from typing import NamedTuple, Protocol, cast

from normcheck.event import Event, Fact

_WRITERS = {
    ".trf": "normcheck.write.trf",
    ".json": "normcheck.write.event_json",
    ".csv": "normcheck.write.crosstable",
}
ENDINGS = tuple(_WRITERS)
_OF_PLAYERS = ("confirmed", "names")  # facts of players that few formats hold


class Writer(Protocol):
    """What a module of this folder that writes a format offers."""

    HELD: frozenset[str]  # fields of an event that the format holds

    def write(self, event: Event) -> bytes:
        """The file."""


class Written(NamedTuple):
    """A file as bytes, the fields of the event that its format cannot hold, and how many names it cuts."""

    content: bytes
    left_out: tuple[str, ...]
    names_cut: int


def write(event: Event, ending: str) -> Written:
    """The event as a file with this ending (one of `ENDINGS`); raises `KeyError` for others."""
    writer = cast("Writer", import_module(_WRITERS[ending]))
    told = (
        field
        for field in Event._fields
        if isinstance(fact := getattr(event, field), Fact) or (field in _OF_PLAYERS and fact)
    )
    left_out = tuple(field for field in told if field not in writer.HELD)
    longest = getattr(writer, "LONGEST_NAME", 0)
    cut = sum(len(player.name) > longest for player in event.players.values()) if longest else 0
    return Written(writer.write(event), left_out, cut)
