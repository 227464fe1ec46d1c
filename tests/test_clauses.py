"""Case tables, clause by clause: `cases/*.toml`. A case states the decision and what its clauses found."""

import csv
from pathlib import Path

import pytest
from casebook import decided, finding, keys, sheet, tables, verdict
from invariants import check

from normcheck.report.verdicts import verdict_out


def pytest_generate_tests(metafunc):
    if "case" in metafunc.fixturenames:
        cases = tables("cases")
        metafunc.parametrize("case", cases, ids=[case["id"] for case in cases])


KNOWN = {"id", "name", "title", "event", "player", "games", "decision", "findings", "questions", "figures", "flags"}
KNOWN |= {"reason"}


def test_case(case):
    assert not set(case) - KNOWN, "a misspelt key would test nothing"
    event = sheet(case["games"], case.get("player"), **case.get("event", {}))
    audit, decision = decided(event, case["title"])
    result = verdict_out(audit, decision)
    check(result)
    assert result.decision == case["decision"], result.reason
    for clause, expected in case.get("findings", {}).items():
        found = finding(result, clause)
        assert {key: getattr(found, key) for key in expected} == expected, clause
    if "questions" in case:
        assert keys(result) == case["questions"]
    for key, value in case.get("figures", {}).items():
        assert getattr(result, key) == value, key
    for key, value in case.get("flags", {}).items():
        assert getattr(result.flags, key) is value, key
    assert case.get("reason", "") in result.reason


def annex_rows():
    path = Path(__file__).parent / "data" / "annex_opponents.csv"
    with path.open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if int(row["games"]) >= 9]


def mixed(row, special, plain, count):
    """An all-play-all with `count` opponents of the special kind, the others plain, every game drawn."""
    single = row["system"] == "single"
    opponents = int(row["opponents"])
    lines = []
    for number in range(opponents):
        words = special if number < count else plain[number % len(plain)]
        lines.append(f"{1 if single else 2}x @{number} 2450 {words} =")
    system = "round robin" if single else "double round robin"
    return sheet("\n".join(lines), rounds=int(row["games"]), system=system)


PLAIN = ["IM GER", "IM FRA", "IM ITA", "IM ESP"]
LIMITS = {
    "own_federation": ("own_federation", "IM POL", PLAIN, 1),
    "one_federation": ("one_federation", "IM HUN", PLAIN, 1),
    "holders": ("title_holders", "IM GER", ["CM FRA", "FRA", "ITA"], -1),
    "required": ("required_titles", "IM GER", ["FM FRA", "WGM FRA", "FM ITA"], -1),
}


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("row", annex_rows(), ids=lambda row: f"{row['games']}-{row['system']}")
def test_limits_of_the_annex(row, limit):
    clause, special, plain, beyond = LIMITS[limit]
    number = int(row[limit])
    for count, outcome in ((number, "met"), (number + beyond, "not met")):
        result = verdict(mixed(row, special, plain, count), "IM")
        check(result)
        found = finding(result, clause)
        assert (found.outcome, found.needed, found.found) == (outcome, number, count)
        assert result.decision == ("norm" if outcome == "met" else "no norm")
