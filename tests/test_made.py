"""What the verdicts of an event share: made once or made alone, they say the same, and it is what the model allows."""

import pytest

from normcheck.read import read
from normcheck.regulation import NORM_TITLES, edition_for
from normcheck.report.build import Documents, as_json, document
from normcheck.report.model import Document
from normcheck.report.sheets import report, reports
from normcheck.report.verdicts import verdict_out
from normcheck.verdict import Audit
from tests.benchmark import generate

EVENTS = {
    "open": generate.open_event(40, 9, 3),
    "women": generate.swiss(40, 9, 2, 2400).replace(" m", " w"),
    "round robin": generate.all_play_all(10, 5),
    "unfinished": "\n".join(
        line[:-10] if line.startswith("001") else line for line in generate.swiss(40, 9, 4).splitlines()
    ),
    "flags": generate.swiss(40, 9, 6).replace(" FRA ", " FID ").replace(" POL ", "     ").replace("092 ", "DDD "),
}


@pytest.fixture(params=EVENTS)
def judged(request, tmp_path):
    """An event with the decisions on everybody and every title."""
    path = tmp_path / "event.trf"
    path.write_text(EVENTS[request.param], encoding="utf-8")
    event = read(path)
    edition, reason = edition_for(event.start.value if event.start else None)
    audit = Audit(event, edition, NORM_TITLES, reason)
    return audit, list(audit.decisions())


def test_verdicts_made_together_and_alone_are_equal(judged):
    audit, decisions = judged
    assert document(audit, decisions).verdicts == [verdict_out(audit, decision) for decision in decisions]


def test_order_of_the_verdicts_changes_none(judged):
    audit, decisions = judged
    backwards = document(audit, reversed(decisions)).verdicts
    assert document(audit, decisions).verdicts == list(reversed(backwards))


def test_shared_parts_are_what_the_model_allows(judged):
    made = document(*judged)
    assert Document.model_validate_json(as_json(made)) == made


def test_json_is_that_of_the_model(judged):
    made = document(*judged)
    assert as_json(made).decode() == made.model_dump_json(by_alias=True, indent=2)


def test_documents_of_one_event_are_those_made_alone(judged):
    audit, decisions = judged
    documents = Documents(audit)
    for some in (decisions[:3], decisions[2:9]):
        assert documents.of(some) == document(audit, some)


def test_reports_of_one_event_are_those_made_alone(judged):
    audit, decisions = judged
    made = list(reports(audit, decisions, titles=NORM_TITLES, everybody=True))
    numbers = dict.fromkeys(decision.player.no for decision in decisions)
    alone = [report(audit, [d for d in decisions if d.player.no == no]) for no in numbers]
    assert made == alone
