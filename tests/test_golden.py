"""Golden files: the schema of the JSON document, and what is decided about whole events, finding by finding.

``pytest tests/test_golden.py --update-golden`` writes them anew; the difference is then read like any other change.
"""

import json
from pathlib import Path

import pytest
from invariants import check

from normcheck.read import read
from normcheck.regulation import edition_for
from normcheck.report.build import document
from normcheck.report.model import Document
from normcheck.verdict import Audit

GOLDEN = Path(__file__).parent / "golden"
EVENTS = [
    "examples/lakeside_open.trf",
    "events/owls_round_robin.trf",
    "events/foxes_open.trf",
    "events/willow_team_cup.trf",
    "events/birch_double_round_robin.trf",
    "events/open_last_round.trf",
]


def compare(name: str, value: object, update: bool) -> None:
    path = GOLDEN / name
    text = json.dumps(value, indent=1, ensure_ascii=False) + "\n"
    if update:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def condensed(path: Path) -> dict[str, object]:
    """What was decided about an event: the verdicts somebody would look at, and how many others there are."""
    event = read(path)
    edition, reason = edition_for(event.start.value if event.start else None)
    audit = Audit(event, edition, reason=reason)
    decisions = list(audit.decisions())
    made = document(audit, decisions)
    for verdict in made.verdicts:
        check(verdict)
    shown = [v for v in made.verdicts if v.decision != "no norm" or v.near_miss]
    return {
        "edition": made.edition.id,
        "system": made.event.system,
        "complete": made.event.complete,
        "conditions": [[c.clause, c.outcome] for c in made.event.conditions],
        "warnings": sorted({w.key for w in made.warnings}),
        "others": len(made.verdicts) - len(shown),
        "verdicts": [
            {
                "who": f"{v.player.no} {v.player.name} {v.title}",
                "decision": v.decision,
                "figures": [v.games, v.score, v.average, v.performance, v.required_score, v.credited_games],
                "ignored": v.ignored_rounds,
                "carried_by": v.carried_by,
                "alternatives": [[a.games, a.ignored_rounds] for a in v.alternatives],
                "questions": [q.key for q in v.questions],
                "flags": v.flags.model_dump(),
                "findings": [f"{f.article} {f.clause}: {f.outcome} {f.needed} {f.found}" for f in v.findings],
            }
            for v in shown
        ],
    }


def test_the_schema_of_the_document(update_golden):
    compare("document.schema.json", Document.model_json_schema(by_alias=True), update_golden)


@pytest.mark.parametrize("name", EVENTS)
def test_whole_events(name, update_golden):
    compare(f"{Path(name).stem}.json", condensed(Path(__file__).parent / name), update_golden)


def test_no_golden_file_is_left_over():
    known = {"document.schema.json", *(f"{Path(name).stem}.json" for name in EVENTS)}
    assert {path.name for path in GOLDEN.iterdir()} == known
