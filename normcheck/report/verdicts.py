"""One decision as a verdict of the document: figures, rounds, findings, margins, questions, reason."""

from typing import Any

from normcheck import event as ev
from normcheck.checks import FEDERATION_CLAUSES, unmet
from normcheck.finding import MET, NEEDS_REVIEW, NORM, WAIVED, Finding
from normcheck.findings import findings, flags
from normcheck.judge import Candidate
from normcheck.mix import Mix, mix
from normcheck.report.model import (
    AlternativeOut,
    EvidenceOut,
    FiguresOut,
    FindingOut,
    FlagsOut,
    LargeSwissOut,
    PlayerOut,
    QuestionOut,
    VerdictOut,
)
from normcheck.report.rounds import rounds_out
from normcheck.search import half_points_short
from normcheck.verdict import Audit, Decision, Turn
from normcheck.wording import has, points, say

MOST_ALTERNATIVES = 6
HALF_POINT_CLAUSES = ("score",)


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
        credit_settled=_is_credit_settled(audit, shown),
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
    return PlayerOut(no=number_, name=p.name, fide_id=p.fide_id, title=p.title, federation=p.federation, rating=p.rating)


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


def _is_credit_settled(audit: Audit, shown: Candidate) -> bool:
    """The added games are not settled by the text beyond the cap, in short events, or by unplayed wins (1.4.1d)."""
    choice = shown.choice
    games = len(choice.mix.games)
    base = min(audit.law.cap, games)
    if choice.credited == base:
        return True
    return not (games > audit.law.cap or games < audit.law.minimum_games or shown.carried_by == "eight_games")


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
        certainty="" if clause.certainty == "text" else say("verdict", "certainty", clause.certainty),
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


def _miss(audit: Audit, decision: Decision, key: str, measured: dict[str, Finding]) -> str:
    """How far one clause is off."""
    figures, who = decision.base.shown.choice.mix, decision.base.who
    finding = measured.get(key)
    needed, found = (finding.needed or 0, finding.found or 0) if finding else (0, 0)
    short = abs(needed - found)
    if key == "all_rounds" and decision.base.count.open_rounds:
        return say("verdict", "misses", "all_rounds_open", open=len(decision.base.count.open_rounds))
    if key == "performance" and figures.required_halves is not None:
        away = _amount(half_points_short(figures, who))
        return say("verdict", "misses", "performance", points=away, found=found, needed=needed)
    if key == "performance":
        return say("verdict", "misses", "performance_far", found=found, needed=needed)
    words: dict[str, Any] = {
        "short_games": _plural("game", short),
        "short_holders": _plural("holder", short),
        "found_federations": _plural("federation", found),
        "titles": "/".join(t for t in audit.law.titles if t in who.title.required),
    }
    shown_needed = points(needed) if key in HALF_POINT_CLAUSES else needed
    return say("verdict", "misses", key, short=short, needed=shown_needed, found=found, **words)


def _plural(word: str, count: int) -> str:
    return say("verdict", "units_of_miss", word if count == 1 else f"{word}s")


def _amount(halves: int) -> str:
    """Half points in words."""
    key = {1: "half_point", 2: "point"}.get(halves, "points")
    return say("verdict", "units_of_miss", key, points=points(halves))


def reason(audit: Audit, decision: Decision, found: tuple[Finding, ...]) -> str:
    """Why, in one line."""
    if decision.decision == NORM:
        return _norm_reason(audit, decision)
    if decision.decision == NEEDS_REVIEW:
        return " ".join(question(audit, decision, turn).text for turn in decision.turns)
    return "; ".join(_miss_parts(audit, decision, found))


def _miss_parts(audit: Audit, decision: Decision, found: tuple[Finding, ...]) -> list[str]:
    base = decision.base
    parts = [_condition(audit, f) for f in audit.refusals]
    if not base.shown.choice.mix.games:
        parts.append(say("verdict", "misses", "no_games"))
    else:
        measured = {f.clause: f for f in found}
        keys = [k for k in (*base.extra, *base.shown.choice.unmet) if not (k == "score" and base.shown.choice.unmet != (k,))]
        parts += [_miss(audit, decision, key, measured) for key in keys]
    if base.count.open_rounds and "all_rounds" not in base.extra:
        rounds = audit.event.rounds
        parts.append(say("verdict", "misses", "open_rounds", open=len(base.count.open_rounds), rounds=rounds))
    return parts


def _condition(audit: Audit, finding: Finding) -> str:
    clause = audit.edition.clause(finding.clause)
    text = say("verdict", "notes", finding.note) if finding.note else f"{finding.found} / {finding.needed}"
    return say("verdict", "misses", "condition", heading=clause.heading, note=text)


def _norm_reason(audit: Audit, decision: Decision) -> str:
    shown = decision.base.shown
    figures, choice = shown.choice.mix, shown.choice
    required = figures.required_halves or 0
    over = figures.halves - required
    values = {"score": points(figures.halves), "games": len(figures.games), "required": points(required)}
    key = "norm_exceeding" if over else "norm"
    parts = [say("verdict", "result", key, over=points(over), **values)]
    parts += remarks(audit, decision)
    if choice.ignored:
        word = "ignored" if len(choice.ignored) == 1 else "ignored_many"
        parts.append(say("verdict", "result", word, rounds=", ".join(map(str, choice.ignored))))
    return "; ".join(parts)


def remarks(audit: Audit, decision: Decision) -> list[str]:
    """What is special about a norm: the article that carried it, exemptions, doubts about the credit."""
    shown = decision.base.shown
    parts = [say("verdict", "result", f"carried_{shown.carried_by}")] if shown.carried_by else []
    reading = decision.base.who.reading
    if reading.waived_by and _limits_unmet(decision, shown.choice.mix):
        article = audit.edition.clause(reading.waived_by).article
        parts.append(say("verdict", "result", "waived", article=article))
    if decision.base.count.open_rounds:
        parts.append(say("verdict", "result", "rounds_open", open=len(decision.base.count.open_rounds)))
    if not _is_credit_settled(audit, shown):
        parts.append(say("verdict", "result", "unsettled"))
    return parts


def _limits_unmet(decision: Decision, figures: Mix) -> bool:
    who = decision.base.who
    plain = who._replace(reading=who.reading._replace(waived_by=""))
    return any(key in FEDERATION_CLAUSES for key in unmet(figures, plain))


def margins(decision: Decision, found: tuple[Finding, ...]) -> list[str]:
    """What is spare above each condition of a norm."""
    figures, who = decision.base.shown.choice.mix, decision.base.who
    over = figures.halves - (figures.required_halves or 0)
    rows = [say("verdict", "margins", "score_some", points=points(over)) if over else say("verdict", "margins", "score_none")]
    for finding in found:
        key = finding.clause
        if key == "score" or not has("verdict", "margins", key) or finding.needed is None or finding.outcome != MET:
            continue
        spare = abs((finding.found or 0) - finding.needed)
        rows.append(say("verdict", "margins", key, spare=spare, titles="/".join(sorted(who.title.required))))
    return rows


def alternatives(audit: Audit, decision: Decision) -> list[AlternativeOut]:
    """Other lawful choices that give the norm, best first."""
    return [alternative_out(audit, decision, c) for c in decision.base.others[:MOST_ALTERNATIVES]]


def alternative_out(audit: Audit, decision: Decision, candidate: Candidate) -> AlternativeOut:
    """One other choice."""
    choice, figures = candidate.choice, candidate.choice.mix
    articles = [candidate.carried_by] if candidate.carried_by else []
    articles += ["ignored_tail"] if choice.tail else []
    articles += ["ignored_wins"] if choice.dropped else []
    normal = not _limits_unmet(decision, figures)
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


def question(audit: Audit, decision: Decision, turn: Turn) -> QuestionOut:
    """An open fact that decides, with what each answer gives."""
    values = _question_values(audit, decision, turn.key)
    who = say("verdict", "who", say("verdict", "questions", turn.key, "who"))
    yes, no = say("verdict", "turns", "yes"), say("verdict", "turns", "no")
    turns = [say("verdict", "turns", "base", decision=yes if turn.base else no)]
    for key, norm in turn.options:
        option = say("verdict", "options", key) if has("verdict", "options", key) else key
        turns.append(say("verdict", "turns", "pattern", option=option, decision=yes if norm else no))
    text = say("verdict", "questions", turn.key, "text", **values)
    return QuestionOut(key=turn.key, text=text, who=who, turns="; ".join(turns))


def _question_values(audit: Audit, decision: Decision, key: str) -> dict[str, Any]:
    event, player = audit.event, decision.player
    met = dict.fromkeys(g.opponent for g in player.games if g.opponent in event.players)
    wanted = {"fid": ev.FID, "federation": ev.NO_FEDERATION}.get(key)
    people = [player] if player.federation == wanted else []
    people += [event.players[n] for n in met if event.players[n].federation == wanted]
    doubtful = ev.SHORT_WIN + ev.SHORT_DRAW + ev.SHORT_LOSS if key == "short_game" else "F?+"
    rounds = [r for r, g in enumerate(player.games, 1) if g.result in doubtful and (key == "short_game" or not g.opponent)]
    held = audit.field.large_swiss
    counts = "; ".join(f"{r.round}: {r.players}" for r in held.strict)
    return {
        "article": audit.edition.clause("large_swiss").article,
        "names": ", ".join(p.name for p in people),
        "rounds": ", ".join(map(str, rounds)),
        "counts": f"({counts})" if counts else "",
    }

