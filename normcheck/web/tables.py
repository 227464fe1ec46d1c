"""What the page of an event lists: verdicts in groups, fields of the form, and which verdicts answers turned."""

from typing import Any, NamedTuple

from normcheck.event import KINDS, SYSTEMS
from normcheck.report.model import Document, VerdictOut
from normcheck.report.text_verdicts import GROUPS, group_of
from normcheck.web.forms import EVENT_FIELDS
from normcheck.web.orders import Overview
from normcheck.web.store import Case
from normcheck.wording import say

_CHOICES = {"kind": KINDS, "system": SYSTEMS, "swiss_exemption": ("true", "false")}
_ASKED_BY = {"host": "federation"}  # a question and the field that answers it, where the names differ
_CONDITIONS = {"registration": ("registered_on",), "rate_of_play": ("rate_of_play",), "rounds_a_day": ("round_dates",),
               "hours_a_day": ("round_dates", "rate_of_play"), "chief_arbiter": ("chief_arbiter_title",)}  # fmt: skip


class Choice(NamedTuple):
    """One option of a list."""

    value: str
    label: str


class FormField(NamedTuple):
    """One field of the answers: what stands in the file, what was answered, and why it matters."""

    key: str
    label: str
    hint: str
    answer: str
    in_file: str
    choices: tuple[Choice, ...]
    weight: str  # "decides", "certificate", "condition" or ""


def event_page(case: Case, answers: dict[str, Any]) -> dict[str, Any]:
    """All values of the template."""
    view, shown = case.view, Document.model_validate_json(case.view.document)
    groups = {group: [v for v in shown.verdicts if group_of(v) == group] for group in GROUPS}
    fields = [_field(view, shown, answers.get("event", {}), key) for key in EVENT_FIELDS]
    told = {table.get("no"): table for table in answers.get("players", [])}
    byes = {(table.get("no"), table.get("round")): table.get("code", "") for table in answers.get("byes", [])}
    listed = {*view.asked_people, *told}
    return {
        "document": shown,
        "groups": groups,
        "fields": sorted((f for f in fields if f.weight), key=lambda f: f.weight != "decides"),
        "more_fields": [f for f in fields if not f.weight],
        "people": [person for person in view.people if person.no in listed],
        "told": told,
        "byes": [*view.asked_byes],
        "byes_told": byes,
        "others": [person for person in view.people if person.no in view.with_pages],
        "deciding": _deciding(view, fields) if groups["needs_review"] else [],
    }


def _deciding(view: Overview, fields: list[FormField]) -> list[tuple[str, str]]:
    """What decides the verdicts to review, and the place of the form where it is answered."""
    found = [(field.label, f"f-{field.key}") for field in fields if field.weight == "decides"]
    people = [person for person in view.people if person.no in view.asked_people]
    found += [(person.name or str(person.no), f"p{person.no}-federation") for person in people]
    return found + [(say("web", "bye", name=b.name, round=b.round), f"b-{b.no}-{b.round}") for b in view.asked_byes]


def _field(view: Overview, shown: Document, told: dict[str, Any], key: str) -> FormField:
    value = told.get(key, "")
    answer = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    answer = answer.lower() if key in _CHOICES else answer
    choices = tuple(Choice(one, say("web", "choices", one)) for one in _CHOICES.get(key, ()))
    in_file = "" if key in told else view.facts[key]
    return FormField(
        key, say("web", "fields", key), say("web", "hints", key), answer, in_file, choices, _weight(view, shown, key)
    )


def _weight(view: Overview, shown: Document, key: str) -> str:
    """Whether a field decides a verdict, is missing on a certificate, or is asked by a condition to confirm."""
    if key in {_ASKED_BY.get(asked, asked) for asked in view.asked}:
        return "decides"
    if any(say("web", "blanks", key) == blank for blank in view.blanks):
        return "certificate"
    open_ = {c.clause for c in shown.event.conditions if c.outcome == "to confirm"}
    return "condition" if any(key in _CONDITIONS.get(clause, ()) for clause in open_) else ""


def turned(before: Overview, after: Overview) -> tuple[dict[str, str], ...]:
    """The verdicts that are other than before, in the order of the page."""
    old = {_key(v): group_of(v) for v in Document.model_validate_json(before.document).verdicts}
    new = Document.model_validate_json(after.document).verdicts
    found = [(v, old.pop(_key(v), "")) for v in new]
    told = [_turn(v.player.no, v.player.name, v.title, was, group_of(v)) for v, was in found if was != group_of(v)]
    names = {str(person.no): person.name for person in before.people}
    gone = [_turn(None, names.get(no, no), title, was, "") for (no, title), was in old.items()]
    return tuple(told + gone)


def _key(verdict: VerdictOut) -> tuple[str, str]:
    return str(verdict.player.no or ""), verdict.title


def _turn(no: int | None, name: str, title: str, was: str, now: str) -> dict[str, str]:
    words = [say("web", "groups", group or "none") for group in (was, now)]
    return {"no": str(no or ""), "name": name, "title": title, "group": now, "was": words[0], "now": words[1]}
