"""The report for the terminal: the event, what is doubtful, an entry per player and title, a summary."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from normcheck.report.layout import hanging
from normcheck.report.model import ConditionOut, Document, WarningOut
from normcheck.report.text_parts import LONGEST_LINE, View, heading, paragraph, plural, sourced, word
from normcheck.report.text_verdicts import entries
from normcheck.wording import say

MOST_WARNINGS = 6  # kinds of warnings shown unless all are asked for
STYLES = {"met": "good", "not met": "bad", "to confirm": "doubt"}


class Counts(NamedTuple):
    """What was decided about how many players; `name` is set when only one was asked for."""

    norms: int
    reviews: int
    near: int
    players: int
    name: str = ""


def render(document: Document, counts: Counts, view: View) -> str:
    """The whole report as text, ending in a line end. The verdicts of the document are all shown."""
    blocks = [
        _event(document, view),
        _warnings(document.warnings, view),
        _questions(document, view),
        _conditions(document.event.conditions, view),
        *entries(document.verdicts, view),
        hanging("", summary(document, counts), view.width),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def results(counts: Counts) -> str:
    """What was found, in a few words: "7 norms, 2 to review, 14 near misses"."""
    found = [("norms", counts.norms), ("reviews", counts.reviews), ("near", counts.near)]
    told = [plural("summary", key, count) for key, count in found if count]
    return ", ".join(told) or word("summary", "nothing")


def summary(document: Document, counts: Counts) -> str:
    """The last sentence: what was found among whom, after how many rounds."""
    event, what = document.event, results(counts)
    if counts.name:
        told = say("terminal", "summary", "player", what=what, name=counts.name)
    else:
        told = plural("summary", "players", counts.players, what=what)
    key = "all" if event.complete else "all_open"
    sentence = say("terminal", "summary", key, what=told, played=event.rounds_played, rounds=event.rounds)
    return sentence[:1].upper() + sentence[1:]


def _event(document: Document, view: View) -> list[str]:
    """The name of the event and its facts, those that are known."""
    event = document.event
    name = event.name or event.file
    facts = [fact for fact in _facts(document, view) if fact[1]]
    size = max(len(word("event", key)) for key, _ in facts)
    title = [view.paint(line, "strong") for line in hanging("", name, min(view.width, LONGEST_LINE))]
    told = [paragraph(view, f"  {word('event', key):<{size}}  ", value) for key, value in facts]
    return [*title, *(line for lines in told for line in lines)]


def _facts(document: Document, view: View) -> Iterable[tuple[str, str]]:
    event, edition = document.event, document.edition
    yield "place", ", ".join(part for part in (event.place, event.federation) if part)
    yield "dates", _dates(event.start, event.end)
    key = "rounds" if event.complete else "rounds_open"
    yield "rounds", say("terminal", "values", key, played=event.rounds_played, rounds=event.rounds)
    yield "players", str(event.players or "")
    yield "system", sourced(event.system, event.system_source)
    yield "kind", event.kind
    if view.verbose:
        yield "rate_of_play", event.rate_of_play
        yield "organiser", event.organiser
        yield "chief_arbiter", event.chief_arbiter
    yield "edition", sourced(edition.title, edition.chosen_because)


def _dates(start: str, end: str) -> str:
    if start and end and start != end:
        return say("terminal", "values", "dates", start=start, end=end)
    return start or end


def _warnings(warnings: Sequence[WarningOut], view: View) -> list[str]:
    """The warnings, with those of one kind told once unless all are asked for."""
    if not warnings:
        return []
    told = _all_warnings(warnings) if view.verbose else _kinds_of_warnings(warnings)
    lines = [line for first, text in told for line in paragraph(view, first, text)]
    return [heading(view, "warnings", len(warnings)), *lines]


def _all_warnings(warnings: Sequence[WarningOut]) -> list[tuple[str, str]]:
    return [("  ", f"{w.source}: {w.text}" if w.source else w.text) for w in warnings]


def _kinds_of_warnings(warnings: Sequence[WarningOut]) -> list[tuple[str, str]]:
    kinds: dict[str, list[WarningOut]] = {}
    for warning in warnings:
        kinds.setdefault(warning.key, []).append(warning)
    told = []
    for first, *others in list(kinds.values())[:MOST_WARNINGS]:
        ((indent, text),) = _all_warnings([first])
        told.append((indent, say("terminal", "more", "similar", text=text, count=len(others)) if others else text))
    if len(kinds) > MOST_WARNINGS:
        told.append(("  ", say("terminal", "more", "warnings", count=len(kinds) - MOST_WARNINGS)))
    return told


def _questions(document: Document, view: View) -> list[str]:
    if not document.questions:
        return []
    asked = [say("terminal", "details", "event_question", text=q.text, who=q.who) for q in document.questions]
    lines = [line for text in asked for line in paragraph(view, "  ", text)]
    return [heading(view, "questions"), *lines]


def _conditions(conditions: Sequence[ConditionOut], view: View) -> list[str]:
    """The conditions that are not met, and how many are to be confirmed; all of them if asked."""
    if not conditions:
        return []
    shown = [c for c in conditions if view.verbose or c.outcome == "not met"]
    size = max((len(c.article) for c in shown), default=0)
    lines = [line for c in shown for line in _condition(c, size, view)]
    if open_ := sum(c.outcome == "to confirm" for c in conditions) if not view.verbose else 0:
        lines.append("  " + say("terminal", "more", "conditions", count=open_))
    return [heading(view, "conditions"), *lines] if lines else []


def _condition(condition: ConditionOut, size: int, view: View) -> list[str]:
    told = say("terminal", "details", "condition", heading=condition.heading, outcome=condition.outcome)
    more = [_needed_found(condition), condition.note, condition.source if view.verbose else ""]
    lines = paragraph(view, f"  {condition.article:<{size}}  ", "; ".join([told, *(part for part in more if part)]))
    return [_painted(line, condition.outcome, view) for line in lines]


def _needed_found(condition: ConditionOut) -> str:
    if condition.needed and condition.found:
        return say("terminal", "details", "needed_found", needed=condition.needed, found=condition.found)
    return say("terminal", "details", "needed", needed=condition.needed) if condition.needed else ""


def _painted(line: str, text: str, view: View) -> str:
    return line.replace(text, view.paint(text, STYLES.get(text, "")), 1)
