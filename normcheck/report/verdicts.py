"""One decision as a verdict of the document: figures, rounds, findings, margins, questions, reason."""

from normcheck.explain import certainty
from normcheck.finding import NORM, WAIVED, Finding
from normcheck.findings import findings, flags
from normcheck.judge import Candidate
from normcheck.mix import mix
from normcheck.report.model import (
    AlternativeOut,
    EvidenceOut,
    FiguresOut,
    FindingOut,
    FlagsOut,
    LargeSwissOut,
    PlayerOut,
    VerdictOut,
)
from normcheck.report.questions import question
from normcheck.report.reasons import HALF_POINT_CLAUSES, is_credit_settled, limits_unmet, margins, reason
from normcheck.report.rounds import rounds_out
from normcheck.verdict import Audit, Decision
from normcheck.wording import has, points, say

MOST_ALTERNATIVES = 6


def points_of(halves: int) -> float:
    """Half points as a number of points."""
    return halves / 2


def number(clause: str, value: int | None) -> float | int | None:
    """A needed or found value in the unit of its clause."""
    return points_of(value) if value is not None and clause in HALF_POINT_CLAUSES else value


def verdict_out(audit: Audit, decision: Decision) -> VerdictOut:
    """The verdict on one player and title."""
    base, shown = decision.base, decision.base.shown
    figures, choice = shown.choice.mix, shown.choice
    found = findings(audit, decision)
    is_norm = decision.decision == NORM
    return VerdictOut(
        player=_player(audit, decision),
        title=decision.title,
        decision=decision.decision,
        near_miss=decision.near,
        reason=reason(audit, decision, found),
        games=len(figures.games),
        credited_games=choice.credited if is_norm else None,
        credit_settled=is_credit_settled(audit, shown),
        score=points_of(figures.halves),
        average=figures.average if figures.games else None,
        performance=figures.performance if figures.games else None,
        required_score=None if figures.required_halves is None else points_of(figures.required_halves),
        ignored_rounds=list(choice.ignored),
        carried_by=shown.carried_by,
        all_games=_all_games(decision),
        open_rounds=list(base.count.open_rounds),
        rounds=rounds_out(audit, base),
        findings=[finding_out(audit, decision.title, f) for f in found],
        margins=margins(decision, found) if is_norm else [],
        alternatives=alternatives(audit, decision) if is_norm else [],
        implies=_implies(audit, decision) if is_norm else [],
        questions=[question(audit, decision, turn) for turn in decision.turns],
        flags=FlagsOut(**flags(audit, decision)),
        large_swiss=_large_swiss(audit),
    )


def _player(audit: Audit, decision: Decision) -> PlayerOut:
    p = decision.player
    number_ = None if audit.event.sheet else p.no
    return PlayerOut(
        no=number_, name=p.name, fide_id=p.fide_id, title=p.title, federation=p.federation, rating=p.rating
    )


def _all_games(decision: Decision) -> FiguresOut:
    figures = mix(decision.base.count.games, decision.base.who)
    games = len(figures.games)
    rated = games > 0
    return FiguresOut(
        games=games,
        score=points_of(figures.halves),
        average=figures.average if rated else None,
        performance=figures.performance if rated else None,
    )


def _implies(audit: Audit, decision: Decision) -> list[str]:
    law, player = audit.law.titles, decision.player
    lower = law[decision.title].implies
    woman = player.sex == "f" or law[decision.title].women
    return [t for t in lower if woman or not law[t].women]


def _large_swiss(audit: Audit) -> LargeSwissOut | None:
    if not audit.field.counts_large_swiss:
        return None
    held = audit.field.large_swiss
    limiting = held.limiting
    if limiting is None:
        return None
    return LargeSwissOut(
        holds=held.state,
        federations=min(r.federations for r in held.strict),
        players=limiting.players,
        titled=min(r.titled for r in held.strict),
        limiting_round=limiting.round,
        rounds=[list(r) for r in held.strict],
    )


def finding_out(audit: Audit, title: str, finding: Finding) -> FindingOut:
    """A finding with its article and the words of the edition."""
    clause = audit.edition.clause(finding.clause)
    article = audit.edition.article(finding.clause, title)
    unit = say("verdict", "units", finding.clause) if has("verdict", "units", finding.clause) else ""
    return FindingOut(
        clause=finding.clause,
        article=article,
        heading=clause.heading,
        requirement=clause.asks,
        outcome=finding.outcome,
        needed=number(finding.clause, finding.needed),
        found=number(finding.clause, finding.found),
        unit=unit,
        note=note(audit, finding),
        certainty=certainty(clause),
        evidence=[
            EvidenceOut(round=e.round, opponent=e.opponent, value=_value(e.value), source=str(e.source))
            for e in finding.evidence
        ],
    )


def _value(value: str) -> str:
    return say("verdict", "reasons", value) if has("verdict", "reasons", value) else value


def note(audit: Audit, finding: Finding) -> str:
    """The sentence beside a finding."""
    parts = []
    if finding.note:
        values = dict(finding.values or {})
        if finding.note == "performance":
            values["score"] = points(int(str(values["score"])))
        parts.append(say("verdict", "notes", finding.note, **values))
    if finding.outcome == WAIVED and finding.waived_by:
        clause = audit.edition.clause(finding.waived_by)
        parts.append(say("verdict", "result", "waived", article=clause.article))
    return "; ".join(parts)


def alternatives(audit: Audit, decision: Decision) -> list[AlternativeOut]:
    """Other lawful choices that give the norm, best first."""
    return [alternative_out(audit, decision, c) for c in decision.base.others[:MOST_ALTERNATIVES]]


def alternative_out(audit: Audit, decision: Decision, candidate: Candidate) -> AlternativeOut:
    """One other choice."""
    choice, figures = candidate.choice, candidate.choice.mix
    articles = [candidate.carried_by] if candidate.carried_by else []
    articles += ["ignored_tail"] if choice.tail else []
    articles += ["ignored_wins"] if choice.dropped else []
    normal = not limits_unmet(decision, figures)
    ignored = ""
    if choice.ignored:
        word = "ignored" if len(choice.ignored) == 1 else "ignored_many"
        ignored = say("verdict", "alternatives", word, rounds=", ".join(map(str, choice.ignored)))
    required = figures.required_halves or 0
    text = say(
        "verdict", "alternatives", "text", games=len(figures.games), ignored=ignored, score=points(figures.halves),
        average=figures.average, performance=figures.performance, required=points(required), credited=choice.credited,
        normal=say("verdict", "alternatives", "normal") if normal else "",
    )  # fmt: skip
    return AlternativeOut(
        games=len(figures.games),
        credited_games=choice.credited,
        score=points_of(figures.halves),
        average=figures.average,
        performance=figures.performance,
        required_score=points_of(required),
        ignored_rounds=list(choice.ignored),
        articles=[audit.edition.clause(key).article for key in articles],
        normal_foreigner=normal,
        text=text,
    )
