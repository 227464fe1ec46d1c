"""One decision as a verdict of the document: figures, rounds, findings, margins, questions, reason."""

from normcheck.finding import NORM
from normcheck.findings import findings, flags
from normcheck.judge import Candidate
from normcheck.mix import mix
from normcheck.report.made import Made, points_of
from normcheck.report.model import (
    AlternativeOut,
    FiguresOut,
    FlagsOut,
    PlayerOut,
    VerdictOut,
)
from normcheck.report.questions import question
from normcheck.report.reasons import is_credit_settled, limits_unmet, margins, reason
from normcheck.report.rounds import rounds_out
from normcheck.verdict import Audit, Decision
from normcheck.wording import points, say

MOST_ALTERNATIVES = 6


def verdict_out(audit: Audit, decision: Decision, made: Made | None = None) -> VerdictOut:
    """The verdict on one player and title; `made` is shared by the verdicts of one event."""
    made = made or Made(audit)
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
        rounds=rounds_out(audit, base, made),
        findings=[made.finding(decision.title, f) for f in found],
        margins=margins(decision, found) if is_norm else [],
        alternatives=alternatives(audit, decision) if is_norm else [],
        implies=_implies(audit, decision) if is_norm else [],
        questions=[question(audit, decision, turn) for turn in decision.turns],
        flags=FlagsOut(**flags(audit, decision)),
        large_swiss=made.large_swiss,
        doubts=made.totals.doubts(decision.player),
    )


def _player(audit: Audit, decision: Decision) -> PlayerOut:
    p = decision.player
    number_ = None if audit.event.sheet else p.no
    return PlayerOut(
        no=number_, name=p.name, fide_id=p.fide_id, title=p.title, federation=p.federation, rating=p.rating
    )


def _all_games(decision: Decision) -> FiguresOut:
    chosen, every = decision.base.shown.choice.mix, decision.base.count.games
    figures = chosen if chosen.games == every else mix(every, decision.base.who)
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
