"""What the verdicts of one event have in common, made once: most of their findings and rounds are alike."""

from functools import cached_property
from typing import NamedTuple

from normcheck.event import Source
from normcheck.explain import certainty
from normcheck.finding import WAIVED, Finding
from normcheck.report.model import FindingOut, LargeSwissOut, RoundOut
from normcheck.report.reasons import HALF_POINT_CLAUSES
from normcheck.report.totals import Totals
from normcheck.verdict import Audit
from normcheck.wording import has, points, say


class _Words(NamedTuple):
    """What every finding of a clause shows for one title."""

    article: str
    heading: str
    requirement: str
    unit: str
    certainty: str


class Made:
    """The parts that verdicts of one event share. They are frozen: one of each is enough."""

    def __init__(self, audit: Audit) -> None:
        self.audit, self.totals = audit, Totals(audit.event)
        self._words: dict[tuple[str, str], _Words] = {}
        self._findings: dict[tuple[object, ...], FindingOut] = {}
        self._places: dict[Source, str] = {}
        self._values: dict[str, str] = {}
        self.rounds: dict[tuple[object, ...], RoundOut] = {}  # by all in which the rounds of an event differ

    def finding(self, title: str, finding: Finding) -> FindingOut:
        """A finding with its article and the words of the edition."""
        told = note(self.audit, finding) if finding.note or finding.outcome == WAIVED else ""
        words = self._words.get((finding.clause, title)) or self._new_words(finding.clause, title)
        key = finding.clause, words.article, finding.outcome, finding.needed, finding.found, told, finding.evidence
        return self._findings.get(key) or self._findings.setdefault(key, self._new_finding(finding, words, told))

    def _new_finding(self, finding: Finding, words: _Words, told: str) -> FindingOut:
        return FindingOut.model_validate(  # one call for the finding and its evidence
            {
                "clause": finding.clause,
                "article": words.article,
                "heading": words.heading,
                "requirement": words.requirement,
                "outcome": finding.outcome,
                "needed": number(finding.clause, finding.needed),
                "found": number(finding.clause, finding.found),
                "unit": words.unit,
                "note": told,
                "certainty": words.certainty,
                "evidence": [self._evidence(*one) for one in finding.evidence],
            }
        )

    def _new_words(self, key: str, title: str) -> _Words:
        edition, unit = self.audit.edition, say("verdict", "units", key) if has("verdict", "units", key) else ""
        clause = edition.clause(key)
        words = _Words(edition.article(key, title), clause.heading, clause.asks, unit, certainty(clause))
        return self._words.setdefault((key, title), words)

    def _evidence(self, round_: int, opponent: str, value: str, source: Source) -> dict[str, object]:
        place = self._places.get(source) or self._places.setdefault(source, str(source))
        told = self._values.get(value) or self._values.setdefault(value, _value(value))
        return {"round": round_, "opponent": opponent, "value": told, "source": place}

    @cached_property
    def large_swiss(self) -> LargeSwissOut | None:
        """The Swiss exemption round by round; None where it is not counted."""
        field = self.audit.field
        held = field.large_swiss if field.counts_large_swiss else None
        if held is None or held.limiting is None:
            return None
        return LargeSwissOut(
            holds=held.state,
            federations=min(r.federations for r in held.strict),
            players=held.limiting.players,
            titled=min(r.titled for r in held.strict),
            limiting_round=held.limiting.round,
            rounds=[list(r) for r in held.strict],
        )


def points_of(halves: int) -> float:
    """Half points as a number of points."""
    return halves / 2


def number(clause: str, value: int | None) -> float | int | None:
    """A needed or found value in the unit of its clause."""
    return points_of(value) if value is not None and clause in HALF_POINT_CLAUSES else value


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
