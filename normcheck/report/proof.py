"""The proof behind a certificate, or alone: article by article, round by round, ready to print."""

from normcheck.event import Event
from normcheck.finding import NORM
from normcheck.report.certificate import long_date
from normcheck.report.chart import chart
from normcheck.report.model import ConditionOut, Document, EventOut, EvidenceOut, FindingOut, RoundOut, VerdictOut
from normcheck.report.pages import Blank, Proof, ProofRow, Question, RoundRow
from normcheck.verdict import Audit, Decision
from normcheck.wording import points, say

IN_ROUND_LIST = ("average", "foreign_federations", "one_federation")  # the round list and the note show it already


def _say(key: str, **values: object) -> str:
    return say("pages", "proof", key, **values)


def _points(score: float | None) -> str:
    return _say("none") if score is None else points(int(2 * score))


def proof(
    audit: Audit, decision: Decision, document: Document, verdict: VerdictOut, blanks: tuple[Blank, ...]
) -> Proof:
    """All of the proof; `verdict` is the verdict of the document on the same decision."""
    edition, event = document.edition, document.event
    headline = say("verdict", "headline", decision.decision.replace(" ", "_"), title=decision.title)
    return Proof(
        headline=headline,
        decision=decision.decision,
        summary=verdict.reason,
        player=decision.player.name,
        player_facts=_player_facts(verdict),
        event=event.name,
        event_facts=_event_facts(audit.event, event),
        figures=_figures(verdict),
        questions=tuple(Question(q.text, q.who, q.turns) for q in verdict.questions),
        blanks=blanks,
        findings=tuple(_finding_row(f) for f in verdict.findings),
        rounds=tuple(_round_row(r) for r in verdict.rounds),
        chart=chart(decision.base, audit.event.rounds),
        margins=tuple(verdict.margins),
        alternatives=tuple(a.text for a in verdict.alternatives),
        implied=_implied(audit, verdict),
        conditions=tuple(_condition_row(c) for c in event.conditions),
        warnings=tuple(f"{w.text} ({w.source})" for w in document.warnings),
        doubts=tuple(verdict.doubts),
        sources=_sources(audit),
        edition=_say("edition", title=edition.title),
        edition_source=edition.source,
        edition_reason=edition.chosen_because,
        made_by=document.made_by,
    )


def _implied(audit: Audit, verdict: VerdictOut) -> str:
    if not verdict.implies:
        return ""
    article = audit.edition.article("several_titles")
    return say("verdict", "implies", "text", titles=", ".join(verdict.implies), article=article)


def _player_facts(verdict: VerdictOut) -> tuple[tuple[str, str], ...]:
    p = verdict.player
    rows = [
        (_say("start_number"), str(p.no) if p.no else ""),
        (_say("fide_id"), p.fide_id),
        (_say("federation"), p.federation),
        (_say("title"), p.title),
        (_say("rating"), str(p.rating) if p.rating else _say("unrated")),
    ]
    return tuple((label, value) for label, value in rows if value)


def _event_facts(event: Event, out: EventOut) -> tuple[tuple[str, str], ...]:
    dates = [long_date(fact.value) for fact in (event.start, event.end) if fact]
    rows = [
        (_say("place"), ", ".join(part for part in (out.place, out.federation) if part)),
        (_say("dates"), " – ".join(dict.fromkeys(dates))),
        (_say("rounds"), _say("rounds_value", played=out.rounds_played, rounds=out.rounds)),
        (_say("system"), _say("system_value", system=out.system, source=out.system_source)),
        (_say("kind"), out.kind),
        (_say("players"), "" if event.sheet else str(out.players)),
        (_say("rate"), out.rate_of_play),
        (_say("arbiter"), out.chief_arbiter),
    ]
    return tuple((label, value) for label, value in rows if value)


def _figures(v: VerdictOut) -> tuple[tuple[str, str], ...]:
    rows = [
        (_say("games"), str(v.games)),
        (_say("score"), _points(v.score)),
        (_say("average"), str(v.average or _say("none"))),
        (_say("performance"), str(v.performance or _say("none"))),
        (_say("required"), _points(v.required_score)),
    ]
    if v.decision == NORM:
        rows.append((_say("credit"), _say("credit_games", credited=v.credited_games)))
    return tuple(rows)


def _amount(value: float | int | None) -> str:
    if value is None:
        return ""
    return points(int(2 * value)) if isinstance(value, float) else str(value)


def _finding_row(f: FindingOut) -> ProofRow:
    return ProofRow(
        article=f.article,
        heading=f.heading,
        requirement=f.requirement,
        needed=_amount(f.needed),
        found=_amount(f.found),
        outcome=f.outcome,
        note=f.note,
        evidence=() if f.clause in IN_ROUND_LIST else tuple(_evidence(e) for e in f.evidence),
        certainty=f.certainty,
    )


def _evidence(e: EvidenceOut) -> str:
    what = " ".join(part for part in (e.opponent, e.value) if part)
    return _say("evidence", round=e.round, what=what) if e.round else what


def _condition_row(c: ConditionOut) -> ProofRow:
    evidence = (c.source,) if c.source else ()
    return ProofRow(c.article, c.heading, c.requirement, c.needed, c.found, c.outcome, c.note, evidence)


def _round_row(r: RoundOut) -> RoundRow:
    differs = r.used_rating is not None and r.used_rating != r.rating
    return RoundRow(
        round=r.round,
        opponent=r.opponent,
        title=r.title,
        federation=r.federation,
        rating=str(r.rating) if r.rating else _say("unrated") if r.opponent else "",
        used_rating=str(r.used_rating) if differs else "",
        score=r.result,
        status=r.status,
        reason=r.reason,
        article=r.article,
        source=r.source.partition(":")[2],
    )


def _sources(audit: Audit) -> tuple[str, ...]:
    event, edition = audit.event, audit.edition
    rows = [_say("source_file", file=event.file, format=event.format, encoding=event.encoding)]
    told = [f"{field} ({source})" for (no, field), source in event.answered.items() if no == 0]
    told += [f"{event.players[no].name}: {field} ({source})" for (no, field), source in event.answered.items() if no]
    if told:
        rows.append(_say("source_answers", facts="; ".join(told)))
    return (*rows, _say("source_edition", title=edition.title, source=edition.source))
