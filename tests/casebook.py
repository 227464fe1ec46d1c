"""Cases written as short tables, and the way from a case to its verdict.

A game is a line of words in any order but the last, the result: `2x GM 2450 GER =` stands for two such
opponents, `7: IM 2400 FRA 1` for round 7, `@A` names an opponent met more than once. Words: a title, a rating,
`unrated`, a federation, `nofed` (blank). A round without opponent is its code alone: `U H F Z`, `open` (not
played yet, behind an opponent too) or `unlisted`.
"""

import json
import tomllib
from datetime import date
from functools import cache
from pathlib import Path

from normcheck.event import Event, Fact, Game, Player, Source
from normcheck.read.sheet import read
from normcheck.regulation import edition_for, edition_named, resolve
from normcheck.report.model import FindingOut, VerdictOut
from normcheck.report.verdicts import verdict_out
from normcheck.verdict import Audit, Decision, Pending

TITLES = frozenset(["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"])
FOLDER = Path(__file__).parent
SOURCE = Source("case.trf")


def tables(folder: str) -> list[dict]:
    """Every case of a folder of TOML files; a file may set defaults for its cases."""
    found = []
    for path in sorted((FOLDER / folder).glob("*.toml")):
        book = tomllib.loads(path.read_text("utf-8"))
        for case in book["case"]:
            found.append({"id": f"{path.stem}: {case['name']}", **book.get("defaults", {}), **case})
    return found


def _rows(line: str) -> list[dict]:
    words = line.split()
    number, times = None, 1
    if words[0].endswith(":"):
        number = int(words.pop(0)[:-1])
    if words[0][-1] == "x" and words[0][:-1].isdigit():
        times = int(words.pop(0)[:-1])
    result = {"open": "", "unlisted": None}.get(words[-1], words[-1])
    return [_row(words[:-1], number, result) for _ in range(times)]


def _row(words: list[str], number: int | None, result: str | None) -> dict:
    row = {"round": number, "result": result, "met": bool(words)}
    for word in words:
        if word.startswith("@"):
            row["opponent"] = f"Opponent {word[1:]}"
        elif word in TITLES:
            row["title"] = word
        elif word.isdigit():
            row["rating"] = int(word)
        elif word not in ("unrated", "nofed"):
            row["federation"] = word
    return row


def games(table: str) -> list[dict]:
    """The games of a table as the `games` of a norm sheet."""
    rows = [row for line in table.strip().splitlines() if line.strip() for row in _rows(line)]
    found = []
    for position, row in enumerate(rows, 1):
        number = row.pop("round") or position
        if row["result"] is None:
            continue
        if row.pop("met"):
            row.setdefault("opponent", f"Opponent {number:02}")
        found.append({"round": number, **row})
    return found


def sheet(table: str, player: dict | None = None, **event: object) -> Event:
    """A norm sheet: an ordinary Swiss of nine rounds without exemption, if nothing else is told ("-" leaves out)."""
    told = {"rounds": 9, "system": "swiss", "kind": "ordinary", "swiss_exemption": False, "start": "2025-03-01"}
    told = {key: value for key, value in (told | event).items() if value != "-"}
    person = {"name": "Player, Pat", "federation": "POL", "sex": "f"} | (player or {})
    document = {"event": told, "player": person, "games": games(table)}
    return read(json.dumps(document).encode(), "case.json")


@cache
def _edition(start: object) -> tuple:
    return edition_for(start)


def audit_of(event: Event, *titles: str, edition: str = "") -> Audit:
    """The audit of an event under the edition of its first day, or under one chosen by hand."""
    if edition:
        return Audit(event, resolve(edition_named(edition), date.max), titles, "forced")
    found, reason = _edition(event.start.value if event.start else None)
    return Audit(event, found, titles, reason)


def decided(event: Event, title: str, no: int = 1, edition: str = "") -> tuple[Audit, Decision]:
    """One player and title, decided with the bound as in a whole event."""
    audit = audit_of(event, title, edition=edition)
    found = [d for d in audit.decisions() if d.player.no == no]
    assert len(found) == 1, "the player is not judged for this title"
    return audit, found[0]


def verdict(event: Event, title: str, no: int = 1) -> VerdictOut:
    """The verdict on one player and title."""
    return verdict_out(*decided(event, title, no))


def weighed(event: Event, title: str, no: int = 1) -> Decision:
    """The decision without the bound that settles most players."""
    audit = audit_of(event, title)
    return audit.decide(Pending(event.players[no], title, ""))


def finding(result: VerdictOut, clause: str) -> FindingOut:
    """The finding on one clause; fails if there is none or more than one."""
    (found,) = [f for f in result.findings if f.clause == clause]
    return found


def keys(result: VerdictOut) -> list[str]:
    """The keys of the questions."""
    return [q.key for q in result.questions]


def full_event(players: list[Player], rounds: int, system: str = "swiss", **facts: object) -> Event:
    """A whole event made of players with their games."""
    told = {
        "file": "case.trf",
        "format": "TRF16",
        "name": None,
        "players": {p.no: p for p in players},
        "rounds": rounds,
        "rounds_played": rounds,
        "complete": True,
        "system": Fact(system, SOURCE),
        "kind": Fact("ordinary", SOURCE),
        "federation": Fact("POL", SOURCE),
    }
    return Event(**(told | facts))


def results(codes: str, opponents: list[int] | None = None) -> tuple[Game, ...]:
    """One game a result code; opponents in turn for the codes that have one (default: nobody)."""
    met = iter(opponents or [])
    return tuple(Game(next(met, 0) if code in "1=0+-WDL " else 0, "w", code) for code in codes)
