"""What tells an event from others, whatever format it is written in: its name, its players, their results."""

import hashlib
import re
import unicodedata

from normcheck.audit.result import About
from normcheck.event import BLANK, UNLISTED, Event

ENOUGH = 30  # results that two events do not share by accident
_PLAYED = {"1": "1", "W": "1", "=": "=", "D": "=", "0": "0", "L": "0"}
_WORD = re.compile(r"\w+")


def about(event: Event) -> About:
    """What tells this event from others."""
    found, count = [], 0
    for player in event.players.values():
        results = "".join([_PLAYED.get(game.result, BLANK) for game in player.games])
        count += len(results) - results.count(BLANK)
        found.append((words(player.name), results.rstrip()))
    found.sort()
    tells = count >= ENOUGH and not event.sheet
    return About(
        title=words(event.name.value) if event.name else "",
        start=str(event.start.value) if event.start else "",
        field=_number([who for who, _ in found]),
        course=_number([f"{who}:{results}" for who, results in found]) if tells else "",
        games=sum(g.result not in (BLANK, UNLISTED) for p in event.players.values() for g in p.games) if not tells
        else count,
        sheet=event.sheet,
    )  # fmt: skip


def words(text: str) -> str:
    """The words of a name without accents, capitals and signs, in the order of the alphabet."""
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(sorted(_WORD.findall(text.casefold())))


def _number(lines: list[str]) -> str:
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()
