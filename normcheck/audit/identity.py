"""What tells an event from others, whatever format it is written in: its name, its players, their results."""

import hashlib
import re
import unicodedata

from normcheck.audit.result import About
from normcheck.event import BLANK, UNLISTED, Event

ENOUGH = 30  # results that two events do not share by accident
_SCORES = str.maketrans("WDL+-HFUZ" + UNLISTED, "1=0" + 7 * BLANK)  # a short game is a game, the rest is blank
_NO_WORD = re.compile(r"[^\w\n]+")


def about(event: Event) -> About:
    """What tells this event from others."""
    players = event.players.values()
    names = words([player.name for player in players])
    lines = ["".join([game.result for game in player.games]) for player in players]
    results = [line.rstrip() for line in "\n".join(lines).translate(_SCORES).split("\n")][: len(lines)]
    count = sum(map(len, results)) - sum([one.count(BLANK) for one in results])
    tells = count >= ENOUGH and not event.sheet
    return About(
        title=words([event.name.value])[0] if event.name else "",
        start=str(event.start.value) if event.start else "",
        field=_number(sorted(names)),
        course=_number(sorted(map(":".join, zip(names, results, strict=True)))) if tells else "",
        games=count if tells else sum(g.result not in (BLANK, UNLISTED) for p in players for g in p.games),
        sheet=event.sheet,
    )


def words(texts: list[str]) -> list[str]:
    """The words of each name without accents, capitals and signs, in the order of the alphabet."""
    every = "\n".join([text.replace("\n", " ") for text in texts])
    if not every.isascii():
        every = "".join([c for c in unicodedata.normalize("NFKD", every) if not unicodedata.combining(c)])
    lines = _NO_WORD.sub(" ", every.casefold()).split("\n")
    return [" ".join(sorted(line.split(" "))).strip() for line in lines][: len(texts)]


def _number(lines: list[str]) -> str:
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()
