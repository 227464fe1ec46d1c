"""Why: the reason of a verdict in one line, what is special about a norm, and what is spare above its conditions."""

from functools import cache
from typing import Any

from normcheck.checks import FEDERATION_CLAUSES, unmet
from normcheck.finding import MET, NEEDS_REVIEW, NORM, Finding
from normcheck.judge import Candidate
from normcheck.mix import Mix
from normcheck.report.questions import question
from normcheck.search import half_points_short
from normcheck.verdict import Audit, Decision
from normcheck.wording import has, points, say

HALF_POINT_CLAUSES = ("score",)


def is_credit_settled(audit: Audit, shown: Candidate) -> bool:
    """The added games are not settled by the text beyond the cap, in short events, or by unplayed wins (1.4.1d)."""
    figures = shown.choice.mix
    games, required = len(figures.games), figures.required_halves
    if required is None or figures.halves - required < 2:
        return True
    return not (games > audit.law.cap or games < audit.law.minimum_games or shown.carried_by == "eight_games")


def is_flagged(audit: Audit, shown: Candidate) -> bool:
    """Text and annex differ on this score."""
    figures = shown.choice.mix
    gaps = audit.edition.clauses.score.gaps
    return any((gap.games, gap.halves) == (len(figures.games), figures.halves) for gap in gaps)


def _miss(audit: Audit, decision: Decision, key: str, measured: dict[str, Finding]) -> str:
    """How far one clause is off."""
    figures, who = decision.base.shown.choice.mix, decision.base.who
    finding = measured.get(key)
    needed, found = (finding.needed or 0, finding.found or 0) if finding else (0, 0)
    short = abs(needed - found)
    if key == "all_rounds" and decision.base.count.open_rounds:
        return say("verdict", "misses", "all_rounds_open", **open_rounds(decision))
    if key == "performance" and figures.required_halves is not None:
        away = _amount(half_points_short(figures, who))
        return say("verdict", "misses", "performance", points=away, found=found, needed=needed)
    if key == "performance":
        return say("verdict", "misses", "performance_far", found=found, needed=needed)
    words: dict[str, Any] = {
        "short_games": _plural("game", short),
        "short_holders": _plural("holder", short),
        "found_federations": _plural("federation", found),
        "titles": _titles(tuple(audit.law.titles), who.title.required),
    }
    shown_needed = points(needed) if key in HALF_POINT_CLAUSES else needed
    return say("verdict", "misses", key, short=short, needed=shown_needed, found=found, **words)


def open_rounds(decision: Decision) -> dict[str, Any]:
    """How many rounds of the player are open, with the word for them."""
    count = len(decision.base.count.open_rounds)
    return {"open": count, "open_rounds": _plural("round", count)}


def _plural(word: str, count: int) -> str:
    return say("verdict", "units_of_miss", word if count == 1 else f"{word}s")


@cache
def _titles(order: tuple[str, ...], required: frozenset[str]) -> str:
    return "/".join(title for title in order if title in required)


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
        keys = [
            k for k in (*base.extra, *base.shown.choice.unmet) if not (k == "score" and base.shown.choice.unmet != (k,))
        ]
        parts += [_miss(audit, decision, key, measured) for key in keys]
    if base.count.open_rounds and "all_rounds" not in base.extra:
        rounds = audit.event.rounds
        parts.append(say("verdict", "misses", "open_rounds", open=len(base.count.open_rounds), rounds=rounds))
    return parts


def refused_because(finding: Finding) -> str:
    """Why a condition of the event is not met: its note, or what was found instead of what is asked."""
    if finding.note:
        return say("verdict", "notes", finding.note)
    unit = say("verdict", "units", finding.clause) if has("verdict", "units", finding.clause) else ""
    return say("verdict", "misses", "instead", found=finding.found, needed=finding.needed, unit=unit)


def _condition(audit: Audit, finding: Finding) -> str:
    heading = audit.edition.clause(finding.clause).heading
    return say("verdict", "misses", "condition", heading=heading, note=refused_because(finding))


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
    counted = audit.edition.clauses.eight_games.counts_as
    parts = [say("verdict", "result", f"carried_{shown.carried_by}", counted=counted)] if shown.carried_by else []
    reading = decision.base.who.reading
    if reading.waived_by and limits_unmet(decision, shown.choice.mix):
        article = audit.edition.clause(reading.waived_by).article
        parts.append(say("verdict", "result", "waived", article=article))
    if decision.base.count.open_rounds:
        parts.append(say("verdict", "result", "rounds_open", **open_rounds(decision)))
    if is_flagged(audit, shown):
        parts.append(say("verdict", "result", "flagged_score", games=len(shown.choice.mix.games)))
    if not is_credit_settled(audit, shown):
        parts.append(say("verdict", "result", "unsettled"))
    return parts


def limits_unmet(decision: Decision, figures: Mix) -> bool:
    """Whether a choice breaks a federation limit, whatever exemption there is."""
    who = decision.base.who
    plain = who._replace(reading=who.reading._replace(waived_by=""))
    return any(key in FEDERATION_CLAUSES for key in unmet(figures, plain))


def margins(decision: Decision, found: tuple[Finding, ...]) -> list[str]:
    """What is spare above each condition of a norm."""
    figures, who = decision.base.shown.choice.mix, decision.base.who
    over = figures.halves - (figures.required_halves or 0)
    rows = [
        say("verdict", "margins", "score_some", points=points(over))
        if over
        else say("verdict", "margins", "score_none")
    ]
    for finding in found:
        key = finding.clause
        if key == "score" or not has("verdict", "margins", key) or finding.needed is None or finding.outcome != MET:
            continue
        spare = abs((finding.found or 0) - finding.needed)
        table = {0: "margins_none", 1: "margins_one"}.get(spare, "margins")
        table = table if has("verdict", table, key) else "margins"
        rows.append(say("verdict", table, key, spare=spare, titles="/".join(sorted(who.title.required))))
    return rows
