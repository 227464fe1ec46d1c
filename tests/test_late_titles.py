"""Titles of opponents confirmed while the event was played, with the day stated in a sheet or an answers file."""

import json

import pytest
from casebook import audit_of, games, keys, sheet, verdict
from invariants import check

from normcheck import answers
from normcheck.complete import complete
from normcheck.errors import UnreadableInput
from normcheck.read.sheet import read

TABLE = """
IM 2440 GER 1
GM 2440 FRA =
IM 2440 CZE =
IM 2440 ESP =
FM 2440 ITA 1
2440 HUN =
2440 UKR =
2440 ROU 1
2440 SVK =
"""


def confirmed_on(day, start="2024-05-01", **first):
    """Nine games, the opponent of round 1 with the day on which his title was confirmed."""
    rows = games(TABLE)
    rows[0] |= {"title_confirmed": day, **first}
    told = {"rounds": 9, "system": "swiss", "kind": "ordinary", "swiss_exemption": False, "start": start}
    player = {"name": "Player, Pat", "federation": "POL", "sex": "m"}
    return read(json.dumps({"event": told, "player": player, "games": rows}).encode(), "case.json")


def judged(event):
    result = verdict(event, "IM")
    check(result)
    return result


@pytest.mark.parametrize(
    ("start", "day", "decision", "asked"),
    [
        ("2024-05-01", "2024-04-30", "norm", []),
        ("2024-05-01", "2024-05-01", "no norm", []),
        ("2024-05-01", "2024-05-05", "no norm", []),
        ("2024-05-01", "2024-05", "no norm", []),
        ("2024-05-05", "2024-05", "needs review", ["title_confirmed"]),
        ("2024-05-05", "2024-04", "norm", []),
        ("2023-05-01", "2023-05-05", "needs review", ["rule_titles_before_start"]),
        ("2022-05-01", "2022-05-05", "needs review", ["rule_titles_before_start"]),
        ("2023-05-01", "2023-04-05", "norm", []),
        ("2018-05-01", "2018-05-05", "no norm", []),
        ("2014-07-01", "2014-07-05", "no norm", []),
    ],
)
def test_a_title_confirmed_during_the_event(start, day, decision, asked):
    result = judged(confirmed_on(day, start))
    assert (result.decision, keys(result)) == (decision, asked)
    assert not asked or f"Opponent 01 ({day})" in result.questions[0].text


def test_the_figures_show_the_title_that_counts():
    result = judged(confirmed_on("2024-05-05"))
    assert result.rounds[0].title == ""
    assert [f.found for f in result.findings if f.clause == "title_holders"] == [4]


def test_the_title_before_counts_until_the_new_one_is_confirmed():
    assert judged(confirmed_on("2024-05-05", title_before="FM")).decision == "norm"
    assert judged(confirmed_on("2024-05-05", title_before="CM")).decision == "no norm"


def test_without_a_start_the_day_is_open():
    event = confirmed_on("2024-05-05")._replace(start=None)
    assert judged(event).decision == "needs review"


def test_an_answer_tells_the_day():
    event = sheet(TABLE)
    assert judged(event).decision == "norm"
    told = '[[players]]\nno = 2\ntitle_confirmed = "2025-03-04"\n'
    assert judged(complete(event, answers.loads(told.encode(), "answers.toml"))).decision == "no norm"


def test_a_day_that_is_none_is_refused():
    with pytest.raises(UnreadableInput, match="title_confirmed"):
        confirmed_on("last May")


def test_other_players_are_not_concerned():
    event = confirmed_on("2023-05-05", "2023-05-01")
    weak = event.players[event.applicant]._replace(games=event.players[event.applicant].games[1:])
    other = event._replace(players=event.players | {event.applicant: weak})
    assert all(not d.turns for d in audit_of(other, "IM").decisions())
