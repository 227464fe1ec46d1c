"""The rows of one event: who plays, every decision, the findings of those that are no plain no, the warnings."""

from functools import cache
from typing import Any

from normcheck.audit.identity import with_facts
from normcheck.audit.result import JUDGED, PLAIN, About, Columns, Result, Row, columns
from normcheck.event import Fact, Player
from normcheck.finding import NEEDS_REVIEW, NO_NORM, NORM, Finding
from normcheck.findings import findings
from normcheck.regulation import edition_named
from normcheck.report.build import warnings
from normcheck.report.reasons import HALF_POINT_CLAUSES, reason
from normcheck.verdict import Audit, Decision, Pending

_OF_FINDINGS, _OF_WARNINGS = 8, 3  # columns


def result(audit: Audit, about: About, federation: str) -> Result:
    """Judge everybody, or the players of one federation, and make all rows."""
    players = audit.event.players.values()
    own = _players([p for p in players if federation in ("", p.federation)])
    judged, places, told = _decisions(audit, federation)
    made = [(one, findings(audit, one, closely=False)) for one in told]
    warned = [(one.key, one.text, one.source) for one in warnings(audit)]
    return Result(
        JUDGED,
        "",
        with_facts(about, audit.event, _players(list(players)) if federation else own),
        _event(audit, told, len(warned)),
        own,
        judged,
        places,
        columns([_verdict(audit, one, found) for one, found in made], len(PLAIN)),
        columns([row for one, found in made for row in _findings(audit, one, found)], _OF_FINDINGS),
        columns(warned, _OF_WARNINGS),
    )


def _decisions(audit: Audit, federation: str) -> tuple[Columns, list[int], list[Decision]]:
    """Number and title of everybody judged; the places and decisions of those that are no plain no."""
    numbers: list[int] = []
    titles: list[str] = []
    places, told = [], []
    for player, asked, near in audit.sorted_out():
        if federation not in ("", player.federation):
            continue
        for title in near:
            decision = audit.decide(Pending(player, title, asked[title]))
            if is_shown(decision):
                places.append(len(titles) + list(asked).index(title))
                told.append(decision)
        numbers += [player.no] * len(asked)
        titles += asked
    return [numbers, titles], places, told


def is_shown(decision: Decision) -> bool:
    """A norm, a review or a near miss."""
    return decision.near or decision.decision != NO_NORM


def _text(fact: Fact[Any] | None) -> str:
    return str(fact.value) if fact else ""


def _event(audit: Audit, decisions: list[Decision], warned: int) -> dict[str, Any]:
    e = audit.event
    found = [d.decision for d in decisions]
    return {
        "name": _text(e.name),
        "place": _text(e.place),
        "federation": _text(e.federation),
        "start": _text(e.start),
        "end": _text(e.end),
        "rounds": e.rounds,
        "rounds_played": e.rounds_played,
        "complete": e.complete,
        "players": 1 if e.sheet else len(e.players),
        "system": audit.field.system,
        "kind": _text(e.kind),
        "format": e.format,
        "edition": audit.edition.id,
        "rating_list": e.rating_list,
        "norms": found.count(NORM),
        "reviews": found.count(NEEDS_REVIEW),
        "near_misses": sum(d.near for d in decisions),
        "warnings": warned,
    }


def _points(halves: int | None) -> float | None:
    return None if halves is None else halves / 2


def _players(players: list[Player]) -> Columns:
    """The columns of some players."""
    if not players:
        return columns([], len(Player._fields) - 3)
    no, name, title, federation, rating, sex, fide_id, birth, points, rank, *_ = map(list, zip(*players, strict=True))
    score = [None if halves is None else halves / 2 for halves in points]
    return [no, name, fide_id, federation, title, sex, rating, birth, score, rank]


def _verdict(audit: Audit, decision: Decision, found: tuple[Finding, ...]) -> Row:
    shown = decision.base.shown
    figures, games = shown.choice.mix, len(shown.choice.mix.games)
    return (
        decision.decision,
        decision.near,
        games,
        _points(figures.halves),
        figures.average if games else None,
        figures.performance if games else None,
        _points(figures.required_halves),
        shown.choice.credited if decision.decision == NORM else None,
        shown.carried_by,
        reason(audit, decision, found),
    )


def _findings(audit: Audit, decision: Decision, found: tuple[Finding, ...]) -> list[Row]:
    no, title, edition = decision.player.no, decision.title, audit.edition.id
    return [
        (
            no, title, f.clause, _article(edition, f.clause, title), f.outcome, _value(f.clause, f.needed),
            _value(f.clause, f.found), f.waived_by,
        )
        for f in found
    ]  # fmt: skip


@cache
def _article(edition: str, clause: str, title: str) -> str:
    return edition_named(edition).article(clause, title)


def _value(clause: str, value: int | None) -> float | int | None:
    return _points(value) if clause in HALF_POINT_CLAUSES else value
