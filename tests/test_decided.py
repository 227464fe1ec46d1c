"""Results decided or computed elsewhere: `decided/*.toml`, every case a norm sheet of its own."""

import pytest
from casebook import decided, finding, keys, sheet, tables
from invariants import check

from normcheck.report.verdicts import verdict_out

CASES = tables("decided")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_decided_case(case):
    event = sheet(case["games"], case["player"], **case["event"])
    audit, decision = decided(event, case["title"], edition=case.get("edition", ""))
    result = verdict_out(audit, decision)
    check(result)
    assert result.decision == case["decision"], result.reason
    assert keys(result) == case.get("questions", [])
    for key, value in case["all_games"].items():
        assert getattr(result.all_games, key) == value, key
    for key, value in case.get("chosen", {}).items():
        assert getattr(result, key) == value, key
    unmet = [f.article for f in result.findings if f.outcome == "not met"]
    assert unmet == case.get("unmet", [])
    for clause, found in case.get("found", {}).items():
        assert finding(result, clause).found == found, clause
