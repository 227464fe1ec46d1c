"""Facts no file holds: they are asked for exactly when they decide."""

import pytest
from casebook import SOURCE, audit_of, finding, full_event, keys, results, sheet, verdict, weighed
from invariants import check

from normcheck.event import Fact, Game, Player
from normcheck.report.build import document

HOME = "9x GM 2450 POL ="
MIXED = """
3x GM 2450 GER =
3x IM 2450 FRA =
3x FM 2450 CZE =
"""
SHORT = """
3x GM 2450 GER 1
2x IM 2450 FRA =
2x FM 2450 CZE =
"""


def judged(table, title="IM", player=None, **event):
    result = verdict(sheet(table, player, **event), title)
    check(result)
    return result


def asked(table, title="IM", player=None, **event):
    result = judged(table, title, player, **event)
    return result.decision, keys(result)


# --- kind of event -------------------------------------------------------------------------------------------


def test_the_kind_is_asked_where_an_exemption_would_decide():
    assert asked(HOME, kind="-") == ("needs review", ["kind"])
    assert asked(HOME) == ("no norm", [])
    assert asked(MIXED, kind="-") == ("norm", [])


def test_the_kind_cannot_lift_titles_or_ratings():
    assert asked(HOME.replace("GM", "FM"), kind="-") == ("no norm", [])
    assert asked(HOME.replace("2450", "2449"), kind="-") == ("no norm", [])


def test_a_guest_can_only_hope_for_a_zonal():
    result = judged(HOME.replace("POL", "GER"), kind="-", federation="GER")
    assert keys(result) == ["kind"]
    assert "zonal or sub-zonal: norm" in result.questions[0].turns
    assert "final stage of a national championship: norm" not in result.questions[0].turns


def test_a_home_player_may_be_in_a_national_final():
    turns = judged(HOME, kind="-", federation="POL").questions[0].turns
    assert "as the file stands: no norm" in turns
    assert "final stage of a national championship: norm" in turns
    assert "national team championship" not in turns


def test_a_team_event_may_be_a_national_championship_or_a_continental_one():
    turns = judged(HOME, kind="-", system="team", federation="POL").questions[0].turns
    assert "national team championship: norm" in turns
    assert "final stage" not in turns
    assert asked(SHORT, kind="-", system="team", rounds=7) == ("needs review", ["kind"])
    assert asked(SHORT, kind="-", system="swiss", rounds=7) == ("no norm", [])


def test_a_knockout_may_be_a_world_cup():
    table = "2x GM @A 2450 GER =\n2x GM @B 2450 FRA =\n2x IM @C 2450 CZE =\n2x IM @D 2450 ITA ="
    assert asked(table, kind="-", system="knockout", rounds=8) == ("needs review", ["kind"])


def test_the_host_is_asked_for_a_home_exemption():
    assert asked(HOME, kind="national final") == ("needs review", ["host"])
    assert asked(HOME, kind="national final", federation="GER") == ("no norm", [])
    assert asked(HOME, kind="zonal") == ("norm", [])
    assert asked(MIXED, kind="national final") == ("norm", [])


def test_a_zonal_of_the_same_year_takes_the_exemption_of_a_national_final():
    final = {"kind": "national final", "federation": "POL"}
    assert asked(HOME, **final) == ("norm", [])
    assert asked(HOME, **final, zonal_year=False) == ("norm", [])
    assert asked(HOME, **final, zonal_year=True) == ("no norm", [])
    assert asked(MIXED, **final, zonal_year=True) == ("norm", [])
    assert asked(HOME, kind="national team", system="team", federation="POL", zonal_year=True) == ("norm", [])


@pytest.mark.parametrize(("told", "expected"), [({}, True), ({"zonal_year": False}, False), ({"kind": "zonal"}, False)])
def test_a_zonal_of_the_same_year_is_a_question_of_the_event(told, expected):
    event = sheet(HOME, **({"kind": "national final", "federation": "POL"} | told))
    questions = document(audit_of(event), []).questions
    assert ("zonal_year" in [q.key for q in questions]) is expected
    assert not expected or "1.4.3a" in questions[0].text


# --- the Swiss exemption of a sheet ---------------------------------------------------------------------------


def test_the_swiss_exemption_is_asked_where_it_decides():
    assert asked(HOME, swiss_exemption="-") == ("needs review", ["swiss_exemption"])
    assert asked(MIXED, swiss_exemption="-") == ("norm", [])
    assert asked(HOME, swiss_exemption="-", system="team") == ("no norm", [])


def test_two_facts_that_decide_each_by_itself_are_both_asked():
    assert asked(HOME, swiss_exemption="-", kind="-") == ("needs review", ["kind", "swiss_exemption"])


def test_two_facts_that_decide_only_together_are_both_asked():
    table = "8x GM 2450 POL =\nF"
    decision, found = asked(table, swiss_exemption="-")
    assert decision == "needs review"
    assert set(found) == {"swiss_exemption", "bye"}


# --- federations ----------------------------------------------------------------------------------------------


def test_fid_mixed_is_the_only_way_out():
    table = "3x GM 2450 POL =\n6x IM 2450 FID ="
    result = judged(table)
    assert keys(result) == ["fid"]
    assert "all RUS: norm" not in result.questions[0].turns
    assert "some RUS, some BLR: norm" in result.questions[0].turns
    assert "Opponent 04" in result.questions[0].text


def test_an_applicant_under_the_fide_flag_has_no_own_federation():
    table = "7x GM 2450 RUS =\n1x IM 2450 FRA =\n1x IM 2450 CZE ="
    assert asked(table, player={"federation": "FID"})[0] == "no norm"  # seven of one federation in any case
    table = "6x GM 2450 RUS =\n2x IM 2450 FRA =\n1x IM 2450 CZE ="
    assert asked(table, player={"federation": "FID"}) == ("needs review", ["fid"])
    assert asked(table, player={"federation": "RUS"}) == ("no norm", [])
    assert asked(table, player={"federation": "ESP"}) == ("norm", [])


def test_an_applicant_without_a_federation():
    table = "6x GM 2450 GER =\n2x IM 2450 FRA =\n1x IM 2450 CZE ="
    assert asked(table, player={"federation": ""}) == ("needs review", ["federation"])
    spread = "4x GM 2450 GER =\n3x IM 2450 FRA =\n2x IM 2450 CZE ="
    assert asked(spread, player={"federation": ""}) == ("norm", [])


BLANKS = {
    "left out": ("3x GM 2450 GER =\n3x IM 2450 FRA =\n2x FM 2450 CZE =\nFM 2450 nofed =", 9, "needs review"),
    "own": ("5x GM 2450 POL =\n2x IM 2450 FRA =\n2x FM 2450 CZE =\nFM 2450 nofed =", 10, "norm"),
    "own, too many": ("6x GM 2450 POL =\n2x IM 2450 FRA =\n1x FM 2450 CZE =\nFM 2450 nofed =", 10, "needs review"),
    "largest": ("FM 2450 nofed =\n6x GM 2450 GER =\n2x IM 2450 FRA =\n1x FM 2450 CZE =", 10, "needs review"),
    "largest, in a tail": ("6x GM 2450 GER =\n2x IM 2450 FRA =\n1x FM 2450 CZE =\nFM 2450 nofed =", 10, "norm"),
    "second foreign": ("5x GM 2450 POL =\n5x IM 2450 FRA =\nFM 2450 nofed =", 11, "needs review"),
    "no title result": ("9x GM 2440 GER =\nFM 2440 nofed =", 10, "no norm"),
}


@pytest.mark.parametrize("name", BLANKS)
def test_a_blank_federation(name):
    table, rounds, decision = BLANKS[name]
    assert asked(table, rounds=rounds) == (decision, ["federation"] if decision == "needs review" else [])


def test_a_blank_federation_names_the_player_and_who_knows():
    (question,) = judged(BLANKS["left out"][0]).questions
    assert "Opponent 09" in question.text
    assert question.who == "the chief arbiter"


# --- byes, short games, sex -----------------------------------------------------------------------------------


def test_a_full_point_bye_is_asked_only_in_nine_rounds_with_eight_games():
    eight = "3x GM 2450 GER =\n3x IM 2450 FRA =\n2x FM 2450 CZE =\nF"
    assert asked(eight) == ("needs review", ["bye"])
    assert asked(eight.replace("F\n", "").replace("\nF", "\nH")) == ("no norm", [])
    assert asked("9x GM 2450 GER =\nF".replace("9x GM 2450 GER", "9x GM 2450 FRA"), rounds=10)[1] == []
    assert asked(eight, system="round robin", rounds=9)[1] != ["bye"]


def test_the_bye_question_names_the_round():
    (question,) = judged("3x GM 2450 GER =\nF\n3x IM 2450 FRA =\n2x FM 2450 CZE =").questions
    assert "round 4" in question.text


@pytest.mark.parametrize("game", [Game(0, "-", "+"), Game(0, "-", "F")])
def test_a_full_point_without_opponent_in_a_whole_event(game):
    flags = ["GER", "FRA", "CZE"]
    players = [Player(no, f"P{no}", "IM", flags[no % 3], 2450, "m") for no in range(2, 10)]
    games = (game, *results("=" * 8, list(range(2, 10))))
    me = Player(1, "Player, Pat", "", "POL", 2400, "m", games=games)
    result = verdict(full_event([me, *players], 9), "IM")
    check(result)
    assert (result.decision, keys(result)) == ("needs review", ["bye"])
    allocated = me._replace(games=(Game(0, "-", "U"), *games[1:]))
    assert verdict(full_event([allocated, *players], 9), "IM").decision == "norm"


@pytest.mark.parametrize(("code", "decision"), [("W", "needs review"), ("D", "needs review"), ("L", "no norm")])
def test_a_short_game_as_the_ninth(code, decision):
    table = f"3x GM 2450 GER =\n3x IM 2450 FRA =\n2x FM 2450 CZE =\nFM 2450 ITA {code}"
    assert asked(table) == (decision, ["short_game"] if decision == "needs review" else [])


def test_sex_is_asked_only_for_a_norm():
    assert asked(MIXED, "WGM", {"sex": ""}) == ("needs review", ["sex"])
    assert asked(MIXED.replace("2450", "2300"), "WGM", {"sex": ""}) == ("no norm", [])
    assert asked(MIXED, "WGM", {"sex": "f"}) == ("norm", [])


def test_sex_unknown_for_the_whole_event_is_one_question_of_the_event():
    event = sheet(MIXED, {"sex": ""})
    audit = audit_of(event)
    told = document(audit, audit.decisions())
    assert [v.title for v in told.verdicts] == ["GM", "IM"]
    assert "event_sex" in [q.key for q in told.questions]
    holder = sheet(MIXED, {"sex": "", "title": "WFM"})
    audit = audit_of(holder)
    assert [d.title for d in audit.decisions()] == ["GM", "IM", "WGM", "WIM"]


def test_titles_held_are_left_out_unless_asked_for():
    def judged_for(held, *titles):
        return [d.title for d in audit_of(sheet(MIXED, {"title": held}), *titles).decisions()]

    assert judged_for("IM") == ["GM", "WGM", "WIM"]
    assert judged_for("WGM") == ["GM", "IM"]
    assert judged_for("WIM") == ["GM", "IM", "WGM"]
    assert judged_for("GM") == ["WGM", "WIM"]
    assert judged_for("FM") == ["GM", "IM", "WGM", "WIM"]
    assert judged_for("GM", "IM") == ["IM"]


def test_a_man_is_not_judged_for_titles_of_women():
    audit = audit_of(sheet(MIXED, {"sex": "m"}))
    assert [d.title for d in audit.decisions()] == ["GM", "IM"]


# --- round robins ---------------------------------------------------------------------------------------------

LEFT_EARLY = "3x GM 2450 GER 1\n3x IM 2450 FRA =\n3x FM 2450 CZE =\n2x FM 2450 ITA -"


def test_a_player_who_left_a_round_robin_after_nine_rounds():
    assert asked(LEFT_EARLY, system="round robin", rounds=11) == ("needs review", ["absences"])
    assert asked(LEFT_EARLY, system="swiss", rounds=11) == ("norm", [])


def test_absences_decide_nothing_without_a_title_result():
    assert asked(LEFT_EARLY.replace("GER 1", "GER 0"), system="round robin", rounds=11) == ("no norm", [])


def test_the_rest_round_in_the_sheet_of_a_round_robin():
    table = "3x GM 2450 GER =\n3x IM 2450 FRA =\nU\n4x FM 2450 CZE ="
    assert asked(table, system="round robin", rounds=11) == ("norm", [])


def closed(count, marks):
    """A round robin with `count` opponents of 2450 and the applicant, everybody drawn."""
    flags = ["GER", "FRA", "CZE"]
    rows = [
        Player(no, f"P{no}", "IM", flags[no % 3], 2450, "m", games=results("=" * len(marks), [1] * len(marks)))
        for no in range(2, count + 2)
    ]
    me = Player(1, "Player, Pat", "", "POL", 2400, "m", games=results(marks, list(range(2, count + 2))))
    return full_event([me, *rows], len(marks), "round robin")


def test_the_rest_round_of_an_odd_field_is_scheduled():
    result = verdict(closed(10, "=====U====="), "IM")
    check(result)
    assert (result.decision, keys(result), result.games) == ("norm", [], 10)


def test_a_second_round_without_a_game_is_an_own_absence():
    result = verdict(closed(10, "====ZU====="), "IM")
    check(result)
    assert (result.decision, keys(result)) == ("needs review", ["absences"])


def test_an_even_field_has_no_rest_round():
    result = verdict(closed(11, "=====Z====="), "IM")
    check(result)
    assert (result.decision, keys(result)) == ("needs review", ["absences"])


# --- system of play -------------------------------------------------------------------------------------------

TAIL = MIXED + "FM 2450 ITA 0\nFM 2450 ITA 0"


def test_the_system_is_asked_where_a_tail_decides():
    assert asked(TAIL, system="-", rounds=11) == ("needs review", ["system"])
    assert asked(MIXED, system="-") == ("norm", [])
    assert asked(TAIL, system="swiss", rounds=11) == ("norm", [])


def test_a_guessed_system_is_asked_where_it_decides():
    event = sheet(TAIL, rounds=11)._replace(system_guessed=True)
    assert keys(verdict(event, "IM")) == ["system"]


# --- what decides is unknown, and the figures are those of the file --------------------------------------------


def test_the_clause_that_is_open_is_unknown_and_the_figures_are_those_of_the_file():
    result = judged(HOME, kind="-")
    for clause in ("foreign_federations", "own_federation", "one_federation"):
        assert finding(result, clause).outcome == "unknown"
    assert finding(result, "title_holders").outcome == "met"
    assert (result.games, result.average, result.performance, result.score) == (9, 2450, 2450, 4.5)
    assert result.credited_games is None


def test_the_figures_of_a_decision_that_stands_are_those_of_the_file():
    table = "3x GM 2450 GER =\n3x IM 2450 FRA =\n3x FM 2450 CZE =\nFM 2450 ITA W"
    result = judged(table, rounds=10)
    assert (result.decision, result.games, result.score) == ("norm", 9, 4.5)


def test_flags_are_open_where_federations_are():
    assert judged("3x GM 2450 GER =\n3x IM 2450 POL =\n3x FM 2450 FID =").flags.normal_foreigner is None
    assert judged(MIXED).flags.normal_foreigner is True


def test_an_event_without_a_start_date_is_asked_for_it():
    event = sheet(MIXED, start="-")
    audit = audit_of(event)
    told = document(audit, audit.decisions())
    assert told.edition.id == "fide-b01-2024"
    assert "start" in [q.key for q in told.questions]
    assert "no_start_date" in [w.key for w in told.warnings]


def test_an_exemption_by_kind_in_a_whole_event():
    players = [Player(no, f"P{no}", "GM", "POL", 2450, "m") for no in range(2, 11)]
    me = Player(1, "Player, Pat", "", "POL", 2400, "m", games=results("=" * 9, list(range(2, 11))))
    event = full_event([me, *players], 9, kind=None)
    assert keys(verdict(event, "IM")) == ["kind"]
    stated = event._replace(kind=Fact("national final", SOURCE))
    assert verdict(stated, "IM").decision == "norm"


def test_the_bound_and_the_full_path_ask_the_same():
    event = sheet(HOME, kind="-")
    full, (settled,) = weighed(event, "IM"), audit_of(event, "IM").decisions()
    assert (full.decision, full.turns) == (settled.decision, settled.turns)
    assert full.decision == "needs review"


LAST = "3x GM 2450 GER 1\n3x IM 2450 FRA =\nH\n2x FM 2450 CZE =\n"


def test_another_exemption_leaves_nothing_open():
    assert asked(HOME, swiss_exemption="-", kind="zonal") == ("norm", [])


def test_the_federation_of_the_opponent_absent_in_the_last_round():
    assert asked(LAST + "FM 2450 nofed +", rounds=10) == ("needs review", ["federation"])


def test_an_applicant_who_may_be_of_the_host():
    event = {"kind": "national final", "federation": "POL"}
    assert asked(HOME, player={"federation": ""}, **event) == ("needs review", ["federation"])
    rus = {"kind": "national final", "federation": "RUS"}
    assert asked(HOME.replace("POL", "RUS"), player={"federation": "FID"}, **rus) == ("needs review", ["fid"])


def test_a_plus_without_an_opponent_in_the_last_round():
    assert asked(LAST + "+", rounds=10)[0] != "norm"
