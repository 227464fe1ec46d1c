"""The rows of one event: who plays, every decision, the findings of those that are no plain no, the warnings."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from normcheck.audit.identity import about
from normcheck.audit.result import JUDGED, Result, Row
from normcheck.event import Event, Fact, Player
from normcheck.finding import NEEDS_REVIEW, NO_NORM, NORM, Finding
from normcheck.findings import findings
from normcheck.regulation import edition_named
from normcheck.report.build import warnings
from normcheck.report.reasons import HALF_POINT_CLAUSES, reason
from normcheck.verdict import Audit, Decision

_UNSHOWN = (None, None, None, None, None, None, "", "")  # figures and reason of a plain no


def result(event: Event, audit: Audit, federation: str) -> Result:
    """Judge everybody, or the players of one federation, and make all rows."""
    own = list(_decisions(audit, federation))
    shown = [d for d in own if is_shown(d)]
    made = {id(d): findings(audit, d) for d in shown}
    verdicts = [_verdict(audit, d, made.get(id(d))) for d in own]
    rows = {
        "players": [_player(p) for p in event.players.values() if federation in ("", p.federation)],
        "verdicts": verdicts,
        "findings": [row for d in shown for row in _findings(audit, d, made[id(d)])],
        "warnings": [[one.key, one.text, one.source] for one in warnings(audit)],
    }
    return Result(JUDGED, "", about(event), _event(audit, own, len(rows["warnings"])), rows)


def is_shown(decision: Decision) -> bool:
    """A norm, a review or a near miss."""
    return decision.near or decision.decision != NO_NORM


def _decisions(audit: Audit, federation: str) -> Iterator[Decision]:
    for pending in audit.pending():
        if federation in ("", pending.player.federation):
            yield audit.decide(pending, bounded=True)


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


def _player(p: Player) -> Row:
    return [p.no, p.name, p.fide_id, p.federation, p.title, p.sex, p.rating, p.birth, _points(p.points), p.rank]


def _verdict(audit: Audit, decision: Decision, found: tuple[Finding, ...] | None) -> Row:
    head = (decision.player.no, decision.title, decision.decision, decision.near)
    if found is None:
        return [*head, *_UNSHOWN]
    shown = decision.base.shown
    figures, games = shown.choice.mix, len(shown.choice.mix.games)
    return [
        *head,
        games,
        _points(figures.halves),
        figures.average if games else None,
        figures.performance if games else None,
        _points(figures.required_halves),
        shown.choice.credited if decision.decision == NORM else None,
        shown.carried_by,
        reason(audit, decision, found),
    ]


def _findings(audit: Audit, decision: Decision, found: tuple[Finding, ...]) -> list[Row]:
    no, title = decision.player.no, decision.title
    return [
        [
            no, title, f.clause, _article(audit.edition.id, f.clause, title), f.outcome,
            _value(f.clause, f.needed), _value(f.clause, f.found), f.waived_by,
        ]
        for f in found
    ]  # fmt: skip


@cache
def _article(edition: str, clause: str, title: str) -> str:
    return edition_named(edition).article(clause, title)


def _value(clause: str, value: int | None) -> float | int | None:
    return _points(value) if clause in HALF_POINT_CLAUSES else value
