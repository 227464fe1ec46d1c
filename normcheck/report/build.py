"""From decisions to the document: every sentence made, every number in its final form. Nothing is decided here."""

from collections.abc import Iterable
from functools import cache, cached_property
from typing import Any

from pydantic_core import to_json

from normcheck import __version__
from normcheck.conditions import last_round_byes
from normcheck.event import KNOCKOUT, Event, Fact, Notice, Source
from normcheck.finding import MET, NOT_MET, Evidence, Finding
from normcheck.report.made import Made
from normcheck.report.model import (
    SCHEMA,
    ConditionOut,
    Document,
    EditionOut,
    EventOut,
    QuestionOut,
    WarningOut,
)
from normcheck.report.reasons import refused_because
from normcheck.report.verdicts import verdict_out
from normcheck.resources import folder
from normcheck.verdict import Audit, Decision
from normcheck.wording import LANGUAGE, has, say

__all__ = ["Documents", "as_json", "document", "verdict_out"]


class Documents:
    """Documents of one event: what they have in common is made once."""

    def __init__(self, audit: Audit) -> None:
        self.audit = audit
        self._made = Made(audit)

    @cached_property
    def _of_event(self) -> dict[str, Any]:
        """The fields that do not depend on the decisions."""
        return {
            "schema": SCHEMA,
            "made_by": f"normcheck {__version__}",
            "edition": edition_out(self.audit),
            "event": event_out(self.audit),
            "warnings": warnings(self.audit),
            "questions": event_questions(self.audit),
        }

    def of(self, decisions: Iterable[Decision]) -> Document:
        """The document with the verdicts of these decisions."""
        verdicts = [verdict_out(self.audit, decision, self._made) for decision in decisions]
        return Document(**self._of_event, verdicts=verdicts)


def document(audit: Audit, decisions: Iterable[Decision]) -> Document:
    """The document of one event."""
    return Documents(audit).of(decisions)


def as_json(document: Document) -> bytes:
    """The document as `--format json` prints it, without the last line end."""
    return to_json(document, indent=2, by_alias=True)


def _text(fact: Fact[Any] | None) -> str:
    return str(fact.value) if fact else ""


def edition_out(audit: Audit) -> EditionOut:
    """The edition and why it was chosen."""
    edition = audit.edition
    start = _text(audit.event.start)
    return EditionOut(
        id=edition.id,
        title=edition.title,
        effective_from=edition.effective_from.isoformat(),
        source=edition.source,
        chosen_because=say("verdict", "edition", audit.reason, start=start),
    )


def system_source(event: Event) -> str:
    """Where the system of play comes from."""
    if event.system is None:
        return say("verdict", "system_source", "unknown")
    if event.system_guessed:
        return say("verdict", "system_source", "guessed")
    return say("verdict", "system_source", "stated", source=event.system.source)


def event_out(audit: Audit) -> EventOut:
    """The event with its conditions."""
    e = audit.event
    return EventOut(
        name=_text(e.name),
        place=_text(e.place),
        federation=_text(e.federation),
        organiser=_text(e.organiser),
        start=_text(e.start),
        end=_text(e.end),
        rounds=e.rounds,
        rounds_played=e.rounds_played,
        complete=e.complete,
        players=0 if e.sheet else len(e.players),
        system=e.system.value if e.system else audit.field.system,
        system_source=system_source(e),
        kind=_text(e.kind),
        rate_of_play=_text(e.rate_of_play),
        chief_arbiter=_text(e.chief_arbiter),
        file=e.file,
        format=e.format,
        conditions=[condition_out(audit, c) for c in audit.conditions],
    )


def condition_out(audit: Audit, finding: Finding) -> ConditionOut:
    """A condition of the event: what is not surely met or not met is to be confirmed."""
    clause = audit.edition.clause(finding.clause)
    outcome = finding.outcome if finding.outcome in (MET, NOT_MET) else "to confirm"
    return ConditionOut(
        clause=finding.clause,
        article=clause.article,
        heading=clause.heading,
        requirement=clause.asks,
        outcome=outcome,
        needed=_with_unit(finding.clause, finding.needed),
        found=_with_unit(finding.clause, finding.found),
        note=say("verdict", "notes", finding.note) if finding.note else "",
        source="; ".join(dict.fromkeys(_evidence(e) for e in finding.evidence)),
    )


def _evidence(one: Evidence) -> str:
    """A fact and where it stands, with its round if it is of one."""
    value = say("verdict", "units_one", "of_round", round=one.round, value=one.value) if one.round else one.value
    return f"{value} ({one.source})".lstrip()


def _with_unit(clause: str, value: int | None) -> str:
    """A number with its unit: 2 rounds, 1 round."""
    if value is None:
        return ""
    table = "units_one" if value == 1 else "units"
    return f"{value} {say('verdict', table, clause)}" if has("verdict", table, clause) else str(value)


def warnings(audit: Audit) -> list[WarningOut]:
    """Doubts about the event, those of the file behind those of the program."""
    event, own = audit.event, Source(audit.event.file)
    found = [WarningOut(key=key, text=text, source=str(own)) for key, text in _event_warnings(audit)]
    return found + [notice_out(notice) for notice in event.notices]


def notice_out(notice: Notice) -> WarningOut:
    """A notice of a reader as a sentence with its place."""
    file = _notice_files(notice.key)[0]
    where = (file, "notices") if file == "inputs" else (file,)
    return WarningOut(key=notice.key, text=say(*where, notice.key, **dict(notice.values)), source=str(notice.source))


@cache
def _notice_files(key: str) -> tuple[str, ...]:
    """The wording files that have this notice, and last the one of norm sheets, which must have what is left."""
    found = sorted(path.stem for path in (folder("rules") / LANGUAGE).glob("notices*.toml"))
    return (*(file for file in found if has(file, key)), "inputs")


def _event_warnings(audit: Audit) -> Iterable[tuple[str, str]]:
    event, start = audit.event, _text(audit.event.start)
    titled = {"start": start, "edition": audit.edition.title}
    if audit.reason in ("before_first_edition", "no_start_date", "several_in_force"):
        yield audit.reason, say("verdict", "warnings", audit.reason, **titled)
    elif audit.edition.known_in_part:
        yield "in_part", say("verdict", "warnings", "in_part", **titled)
    if not event.complete:
        yield "unfinished", say("verdict", "warnings", "unfinished", played=event.rounds_played, rounds=event.rounds)
    yield from _doubtful_games(audit)
    for refusal in audit.refusals:
        clause = audit.edition.clause(refusal.clause)
        note = refused_because(refusal)
        yield (
            "refused",
            say("verdict", "warnings", "refused", heading=clause.heading, article=clause.article, note=note),
        )
    if audit.sex_is_unknown and not audit.titles:
        yield "sex_unknown", say("verdict", "warnings", "sex_unknown")


def _doubtful_games(audit: Audit) -> Iterable[tuple[str, str]]:
    """Byes and games that the text is silent on, or that the files cannot tell apart."""
    if byes := last_round_byes(audit.event):
        yield "last_round_byes", say("verdict", "warnings", "last_round_byes", players=byes)
    if audit.field.system == KNOCKOUT:
        yield "knockout_games", say("verdict", "warnings", "knockout_games")


def event_questions(audit: Audit) -> list[QuestionOut]:
    """Questions of the event as a whole."""
    open_ = {
        "start": not audit.event.start,
        "zonal_year": asks_zonal_year(audit),
        "event_sex": audit.sex_is_unknown,
    }
    values = {"article": audit.edition.article("national_final")}
    return [question_out(key, values, "") for key, asked in open_.items() if asked]


def asks_zonal_year(audit: Audit) -> bool:
    """Whether the exemption of national finals hangs on a zonal of the same year."""
    rule, kind = audit.edition.clauses.national_final, audit.event.kind
    asked = rule.except_zonal_year and audit.event.zonal_year is None
    return bool(asked and kind and kind.value == rule.kind)


def question_out(key: str, values: dict[str, Any], turns: str) -> QuestionOut:
    """An open fact as a question."""
    who = say("verdict", "who", say("verdict", "questions", key, "who"))
    return QuestionOut(key=key, text=say("verdict", "questions", key, "text", **values), who=who, turns=turns)
