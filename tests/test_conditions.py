"""Conditions of the event itself: once per event, met, not met or to confirm; one surely not met refuses all norms."""

from datetime import date, timedelta

import pytest
from casebook import audit_of, sheet, verdict
from invariants import check

from normcheck import answers
from normcheck.complete import complete
from normcheck.conditions import clocks_of
from normcheck.event import Event, Fact, Source
from normcheck.read import read as read_file
from normcheck.report.build import document, event_out

NORM = """
3x GM 2600 GER =
3x IM 2600 FRA =
3x FM 2600 CZE =
"""


def conditions(**event):
    return {c.clause: c for c in event_out(audit_of(sheet(NORM, **event))).conditions}


def outcome(key, **event):
    return conditions(**event)[key].outcome


def decision(**event):
    result = verdict(sheet(NORM, **event), "GM")
    check(result)
    return result.decision


def days(*rounds_a_day):
    """The dates of the rounds, given how many are played on each day from 1 March on."""
    first = date(2025, 3, 1)
    return [(first + timedelta(at)).isoformat() for at, count in enumerate(rounds_a_day) for _ in range(count)]


def test_every_condition_stands_once_with_its_article():
    found = event_out(audit_of(sheet(NORM))).conditions
    assert len({c.clause for c in found}) == len(found)
    assert [c.article for c in found] == sorted(c.article for c in found)
    expected = {
        "registration": "1.1.1",
        "hours_a_day": "1.1.2",
        "rounds_a_day": "1.1.3",
        "rate_of_play": "1.1.3",
        "same_clock": "1.1.3b",
        "long_event": "1.1.4",
        "chief_arbiter": "1.1.5",
        "playing_arbiters": "1.1.6",
        "changed_events": "1.4.2d",
        "formats": "1.4.2e",
    }
    told = {c.clause: c.article for c in found}
    assert expected.items() <= told.items()
    assert {c.outcome for c in found} <= {"met", "to confirm"}


def test_what_is_to_confirm_does_not_change_a_decision():
    assert decision() == "norm"
    assert {key for key, c in conditions().items() if c.outcome == "met"} == {"formats"}


@pytest.mark.parametrize(
    ("clock", "expected", "judged"),
    [
        ("120 min", "met", "norm"),
        ("119 min", "not met", "no norm"),
        ("90 min + 30 sec", "met", "norm"),
        ("90 min + 29 sec", "not met", "no norm"),
        ("90 min/40 moves + 30 min + 30 sec", "met", "norm"),
        ("25 min + 10 sec", "not met", "no norm"),
        ("3+2", "not met", "no norm"),
        ("Rapid", "not met", "no norm"),
        ("blitz", "not met", "no norm"),
        ("as usual", "to confirm", "norm"),
    ],
)
def test_rate_of_play(clock, expected, judged):
    assert outcome("rate_of_play", rate_of_play=clock) == expected
    assert decision(rate_of_play=clock) == judged


@pytest.mark.parametrize(
    ("start", "clock", "expected"),
    [
        ("2010-05-01", "90 min + 30 sec", "met"),
        ("2010-06-30", "90 min + 30 sec", "met"),
        ("2010-07-01", "90 min + 30 sec", "not met"),
        ("2010-07-01", "90 min/40 moves + 30 min + 30 sec", "met"),
        ("2010-07-01", "2h/40 + 1h", "met"),
        ("2010-07-01", "2 h", "not met"),
        ("2010-07-01", "100 min + 30 sec", "to confirm"),
        ("2010-07-01", "60 min + 30 sec", "not met"),
        ("2013-07-01", "90 min + 30 sec", "met"),
        ("2013-07-01", "2 h", "not met"),
        ("2013-07-01", "2h/40 moves + 30 min", "met"),
        ("2013-07-01", "150 min", "met"),
        ("2013-07-01", "40/100 + 50 min", "not met"),
        ("2017-06-30", "85 min + 40 sec", "not met"),
        ("2017-06-30", "40/2h, 20/1h, 15 min + 30 sec from move 61", "met"),
        ("2017-07-01", "2 h", "met"),
        ("2021-06-30", "2 h", "met"),
        ("2021-07-01", "2 h", "not met"),
        ("2021-07-01", "90 min + 30 sec", "met"),
        ("2021-07-01", "80 min + 40 sec", "not met"),
        ("2021-07-01", "110 min + 10 sec", "to confirm"),
        ("2022-01-01", "2 h", "to confirm"),
        ("2023-12-31", "85 min + 40 sec", "to confirm"),
        ("2023-12-31", "90 min + 30 sec", "met"),
        ("2024-01-01", "2 h", "met"),
        ("2024-01-01", "85 min + 40 sec", "met"),
        ("2024-01-01", "7'+5'' ou 12' KO", "not met"),
        ("2024-01-01", "90 min + 30 sec or 60 min", "to confirm"),
    ],
)
def test_rate_of_play_by_edition(start, clock, expected):
    assert outcome("rate_of_play", start=start, rate_of_play=clock) == expected


def test_a_rate_of_play_on_which_two_readings_differ_needs_review():
    result = verdict(sheet(NORM, start="2022-05-01", rate_of_play="2 h"), "GM")
    assert (result.decision, [q.key for q in result.questions]) == ("needs review", ["rule_rate_of_play"])
    assert decision(start="2022-05-01", rate_of_play="90 min + 30 sec") == "norm"


def test_hours_of_a_choice_of_clocks():
    two_a_day = {"round_dates": days(2, 2, 2, 2, 1)}
    assert outcome("hours_a_day", rate_of_play="180 min or 181 min", **two_a_day) == "to confirm"
    assert outcome("hours_a_day", rate_of_play="182 min or 181 min", **two_a_day) == "not met"


def test_one_round_is_one_round_and_its_day_is_named():
    found = conditions(round_dates=days(*[1] * 9))["rounds_a_day"]
    assert (found.needed, found.found) == ("2 rounds", "1 round")
    assert found.source == "2025-03-01 (case.json)"
    assert conditions(end="2025-03-08")["rounds_a_day"].source == ""


@pytest.mark.parametrize(
    ("schedule", "expected", "judged"),
    [
        ((1,) * 9, "met", "norm"),
        ((2, 2, 2, 2, 1), "met", "norm"),
        ((3, 1, 1, 1, 1, 1, 1), "not met", "no norm"),
    ],
)
def test_rounds_a_day(schedule, expected, judged):
    assert outcome("rounds_a_day", round_dates=days(*schedule)) == expected
    assert decision(round_dates=days(*schedule)) == judged


def test_rounds_a_day_follow_from_the_length_only_where_they_must():
    assert outcome("rounds_a_day", end="2025-03-04") == "not met"
    assert outcome("rounds_a_day", end="2025-03-05") == "to confirm"
    assert outcome("rounds_a_day", end="2025-03") == "to confirm"


def test_some_dates_of_rounds_are_not_enough():
    assert outcome("rounds_a_day", round_dates=days(1, 1, 1)) == "to confirm"


@pytest.mark.parametrize(
    ("clock", "expected"), [("180 min", "met"), ("181 min", "not met"), ("as usual", "to confirm")]
)
def test_hours_a_day(clock, expected):
    two_a_day = {"round_dates": days(2, 2, 2, 2, 1), "rate_of_play": clock}
    assert outcome("hours_a_day", **two_a_day) == expected
    assert decision(**two_a_day) == ("no norm" if expected == "not met" else "norm")


def test_hours_of_one_long_round_a_day():
    assert outcome("hours_a_day", round_dates=days(*[1] * 9), rate_of_play="181 min") == "met"


@pytest.mark.parametrize(
    ("registered", "expected"), [("2025-01-30", "met"), ("2025-01-31", "to confirm"), ("2025-02", "to confirm")]
)
def test_registration(registered, expected):
    assert outcome("registration", registered_on=registered) == expected
    assert decision(registered_on=registered) == "norm"


@pytest.mark.parametrize(
    ("end", "expected", "judged"), [("2025-03-30", "met", "norm"), ("2025-03-31", "to confirm", "needs review")]
)
def test_a_long_event(end, expected, judged):
    assert outcome("long_event", end=end) == expected
    assert decision(end=end) == judged


def test_a_long_event_asks_nothing_where_there_is_no_norm():
    weak = NORM.replace("2600", "2300")
    assert verdict(sheet(weak, end="2025-06-30"), "GM").decision == "no norm"


@pytest.mark.parametrize(
    ("end", "stated", "expected"),
    [
        ("2025-03-31", True, "norm"),
        ("2025-03-31", False, "needs review"),
        ("2025-03-30", True, "needs review"),
        ("2025-03-30", False, "norm"),
    ],
)
def test_ratings_stated_to_be_those_of_each_day(end, stated, expected):
    assert decision(end=end, ratings_by_date=stated) == expected


def test_a_league_of_months_names_the_list_of_each_round():
    dates = [f"20{24 + month // 12}-{month % 12 + 1:02}-05" for month in (9, 9, 10, 10, 11, 12, 12, 13, 14)]
    league = {"start": "2024-10-05", "end": "2025-03-05", "round_dates": dates, "system": "team"}
    found = conditions(**league, ratings_by_date=True)["long_event"]
    assert (found.outcome, found.found) == ("met", "152 days")
    assert "round 1: 2024-10" in found.source
    assert "round 9: 2025-03" in found.source
    assert decision(**league) == "needs review"


START = ["GM 2405 POL 1", "GM 2412 CZE 1", "IM 2380 GER =", "IM 2398 POL 1", "IM 2371 FRA =", "FM 2344 ESP 1",
         "IM 2365 POL 1", "IM 2390 UKR =", "2351 HUN 1"]  # fmt: skip
EACH_DAY = ["GM 2405 POL 1", "GM 2415 CZE 1", "IM 2386 GER =", "IM 2398 POL 1", "IM 2380 FRA =", "FM 2350 ESP 1",
            "IM 2371 POL 1", "GM 2409 UKR =", "2360 HUN 1"]  # fmt: skip


@pytest.mark.parametrize(
    ("games", "by_date", "end", "expected"),
    [
        (EACH_DAY, True, "2025-03-05", "norm"),
        (EACH_DAY, True, "2024-10-20", "needs review"),
        (START, False, "2024-10-20", "no norm"),
        (EACH_DAY, False, "2025-03-05", "needs review"),
    ],
)
def test_a_league_judged_by_the_lists_of_its_rounds(games, by_date, end, expected):
    league = {"start": "2024-10-05", "end": end, "system": "team", "ratings_by_date": by_date}
    result = verdict(sheet("\n".join(games), **league), "GM")
    assert (result.decision, result.average) == (expected, 2386 if games is EACH_DAY else 2380)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"chief_arbiter": "Ek, Bo", "chief_arbiter_title": "IA"}, "met"),
        ({"chief_arbiter": "Ek, Bo", "chief_arbiter_title": "fa"}, "met"),
        ({"chief_arbiter": "IA Ek, Bo"}, "met"),
        ({"chief_arbiter": "Ek, Bo"}, "to confirm"),
        ({}, "to confirm"),
    ],
)
def test_the_chief_arbiter(told, expected):
    assert outcome("chief_arbiter", **told) == expected
    assert decision(**told) == "norm"


def test_the_system_of_play():
    assert outcome("formats", system="round robin") == "met"
    assert outcome("formats", system="-") == "to confirm"
    assert outcome("formats", system="other") == "to confirm"


def test_a_condition_not_met_refuses_every_title_and_is_a_warning():
    event = sheet(NORM, rate_of_play="15 min + 10 sec")
    audit = audit_of(event)
    told = document(audit, audit.decisions())
    assert [v.title for v in told.verdicts] == ["GM", "IM", "WGM", "WIM"]
    assert {v.decision for v in told.verdicts} == {"no norm"}
    assert not any(v.near_miss for v in told.verdicts)
    for one in told.verdicts:
        check(one)
        assert [f.clause for f in one.findings if f.outcome == "not met"] == ["rate_of_play"]
    (refused,) = [w for w in told.warnings if w.key == "refused"]
    assert "1.1.3" in refused.text


@pytest.mark.parametrize(
    ("schedule", "flag"),
    [((1, 1, 1, 2, 2, 2), True), ((2, 2, 2, 2, 1), False), ((1, 1, 2, 2, 2, 1), True), ((1, 1, 2, 2, 3), False)],
)
def test_one_round_a_day_on_three_days(schedule, flag):
    assert verdict(sheet(NORM, round_dates=days(*schedule)), "GM").flags.one_round_a_day is flag


def test_one_round_a_day_is_open_without_dates():
    assert verdict(sheet(NORM), "GM").flags.one_round_a_day is None


def warned(event):
    return [w.key for w in document(audit_of(event), []).warnings]


@pytest.mark.parametrize(("last", "expected"), [("H", True), ("Z", False), ("=", False)])
def test_a_half_point_bye_in_the_last_round_is_a_warning_only(last, expected):
    games = NORM.strip() + ("\n" + (last if last in "HZ" else "FM 2600 ESP ="))
    event = sheet(games, rounds=10)
    assert ("last_round_byes" in warned(event)) is expected
    assert verdict(event, "GM").decision == "norm"


def test_an_earlier_half_point_bye_is_no_warning():
    assert "last_round_byes" not in warned(sheet("H" + NORM, rounds=10))


def test_a_knockout_warns_of_tie_break_games():
    assert "knockout_games" in warned(sheet(NORM, system="knockout"))
    assert "knockout_games" not in warned(sheet(NORM))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["092 Individual: Swiss-System (Rapid)"], "not met"),
        (["092 Blitz Swiss"], "not met"),
        (["092 Individual: Swiss-System"], "to confirm"),
        (["092 Individual: Swiss-System (Rapid)", "122 90 min + 30 sec"], "met"),
        (["092 Individual: Swiss-System", "122 Schnellschach"], "not met"),
        (["012 Rapid and Blitz Festival"], "to confirm"),
    ],
)
def test_rapid_in_a_tournament_report(tmp_path, lines, expected):
    path = tmp_path / "event.trf"
    players = [f"001 {no:4} m    Player {no:<26} 2400 POL" for no in (1, 2)]
    path.write_text("\n".join(["012 Cup", "042 2025-03-01", *lines, *players]) + "\n", encoding="utf-8")
    event = read_file(path)
    found = {c.clause: c.outcome for c in event_out(audit_of(event)).conditions}
    assert found["rate_of_play"] == expected


def test_an_answered_rate_of_play_goes_before_the_code_of_the_file():
    text, code = Fact("90 min + 30 s", Source("answers.toml", 2)), Fact("600+5", Source("event.trf", 9))
    event = Event("event.trf", "TRF16", None, {}, 9, 9, True, None, rate_of_play=text, clock=code)
    assert [clock.seconds_for(60) for clock in clocks_of(event)] == [900]
    answered = event._replace(answered={(0, "rate_of_play"): text.source})
    assert [clock.seconds_for(60) for clock in clocks_of(answered)] == [7200]


@pytest.mark.parametrize(("system", "expected"), [("team", "not met"), ("swiss", "not met"), ("other", "not met")])
def test_a_format_named_beside_a_system_goes_before_it(system, expected):
    event = sheet(NORM, start="2024-03-02", system=system, format_name="schiller")
    found = {c.clause: c.outcome for c in event_out(audit_of(event)).conditions}
    assert found["formats"] == expected


def test_an_answered_system_of_single_players_goes_before_the_format_of_the_file():
    event = sheet(NORM, start="2024-03-02", system="other", format_name="schiller")
    for system, expected in (("swiss", "met"), ("team", "not met")):
        told = complete(event, answers.loads(f'[event]\nsystem = "{system}"\n'.encode(), "answers.toml"))
        found = {c.clause: c.outcome for c in event_out(audit_of(told)).conditions}
        assert found["formats"] == expected
