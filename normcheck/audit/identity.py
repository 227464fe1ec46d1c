"""What tells an event from others, whatever format it is written in: its name, its players, their results."""

import hashlib
from typing import Any

from normcheck.audit.result import About, Columns
from normcheck.event import BLANK, UNLISTED, Event
from normcheck.progress.names import words

ENOUGH = 30  # results that two events do not share by accident
_SCORES = str.maketrans("WDL+-HFUZ" + UNLISTED, "1=0" + 7 * BLANK)  # a short game is a game, the rest is blank
# The facts of an event that decide, beside those of its players.
_DECIDE = (
    "start", "end", "system", "kind", "federation", "rate_of_play", "clock", "chief_arbiter", "chief_arbiter_id",
    "registered_on", "zonal_year", "format_name", "format_approved",
)  # fmt: skip


def about(event: Event) -> About:
    """What tells this event from others."""
    players = event.players.values()
    names = words([player.name for player in players])
    lines = ["".join([game.result for game in player.games]) for player in players]
    codes = "\n".join(lines)
    results = [line.rstrip() for line in codes.translate(_SCORES).split("\n")][: len(lines)]
    count = sum(map(len, results)) - sum([one.count(BLANK) for one in results])
    tells = count >= ENOUGH and not event.sheet
    return About(
        title=words([event.name.value])[0] if event.name else "",
        start=str(event.start.value) if event.start else "",
        field=_number(sorted(names)),
        course=_number(sorted(map(":".join, zip(names, results, strict=True)))) if tells else "",
        games=count if tells else sum(g.result not in (BLANK, UNLISTED) for p in players for g in p.games),
        sheet=event.sheet,
        facts=(len(codes) - codes.count(BLANK) - codes.count(UNLISTED), 0),
    )


def with_facts(found: About, event: Event, players: Columns) -> About:
    """With what is known of an event and of all its players, given as the columns of their table."""
    _, _, ids, federations, titles, sexes, ratings, births, *_ = players
    more = [*event.round_dates, *[getattr(event, name) for name in _DECIDE]]
    decide = _known(titles) + _known(federations) + _known(sexes) + _known(ratings, 0) + _known(more, None)
    results, _ = found.facts
    rest = _known(ids) + _known(births) + _known([event.name, event.place], None)
    return found._replace(facts=(results + decide, rest))


def _known(values: list[Any], empty: object = "") -> int:
    return len(values) - values.count(empty)


def _number(lines: list[str]) -> str:
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()
