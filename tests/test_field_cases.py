"""Complaints of arbiters and players, with the numbers they came with or numbers made up to fit."""

import pytest
from casebook import audit_of, finding, full_event, keys, results, sheet, verdict
from invariants import check

from normcheck import answers
from normcheck.complete import complete
from normcheck.event import Game, Player
from normcheck.report.build import event_out


def judged(table, title, own, /, **event):
    result = verdict(sheet(table, {"federation": own}, **event), title)
    check(result)
    return result


def unmet(result):
    return [f.clause for f in result.findings if f.outcome == "not met"]


FOUR_TITLED = """
1885 AUS 1
2155 NZL 1
2096 AUS 1
2186 NZL =
U
2226 AUS 1
GM 2560 AUS =
IM 2480 AUS =
IM 2400 ENG 1
IM 2420 BRA 1
"""


def test_four_title_holders_of_nine_are_too_few():
    result = judged(FOUR_TITLED, "IM", "NZL", rounds=10, federation="NZL")
    assert (result.decision, unmet(result)) == ("no norm", ["title_holders"])
    assert (result.games, result.score, result.average, result.performance) == (9, 7.5, 2286, 2559)
    assert (finding(result, "title_holders").needed, finding(result, "title_holders").found) == (5, 4)


TWO_GMS = """
GM 2500 GEO =
IM 2470 RUS =
WGM 2440 UKR 1
IM 2480 POL =
GM 2540 RUS =
WGM 2460 ROU 1
IM 2430 FRA =
IM 2450 GEO =
WGM 2475 BUL 1
IM 2490 UKR 1
IM 2465 TUR =
"""


def test_two_grandmasters_are_too_few_in_an_individual_continental_championship():
    result = judged(TWO_GMS, "GM", "GER", rounds=11, kind="other")
    assert (result.decision, unmet(result)) == ("no norm", ["required_titles"])
    assert result.all_games.average == 2473
    assert result.all_games.performance == 2606
    assert judged(TWO_GMS, "IM", "GER", rounds=11, kind="other").decision == "norm"


WEAK_FIELD = """
GM 2420 CHN 1
GM 2440 IND 1
GM 2410 PHI =
GM 2500 CRO 1
IM 2380 AUS 1
IM 2350 AUS 1
FM 2310 AUS 1
FM 2270 NZL 1
2250 AUS =
2200 AUS 1
2150 NZL 1
"""


def test_a_performance_of_2722_against_too_low_an_average():
    result = judged(WEAK_FIELD, "GM", "AUS", rounds=11)
    assert result.decision == "no norm"
    assert "average" in unmet(result)
    assert result.all_games.model_dump() == {"games": 11, "score": 10.0, "average": 2339, "performance": 2722}


DELISTED = """
1950 THA 1
2020 THA 1
GM 2500 IND 1
IM 2460 PHI =
GM 2520 ENG =
unrated IND 1
GM 2530 VIE 1
IM 2470 AUS =
GM 2490 IRI =
"""


def test_an_opponent_left_out_of_the_list_and_his_confirmed_rating(tmp_path):
    event = sheet(DELISTED, {"federation": "GER"})
    as_listed = verdict(event, "GM")
    assert (as_listed.decision, as_listed.average, as_listed.performance) == ("no norm", 2349, 2569)
    path = tmp_path / "answers.toml"
    path.write_text('[[players]]\nno = 7\nrating = 2295\nsource = "letter of the federation"\n', "utf-8")
    event = complete(event, answers.load(path))
    confirmed = verdict(event, "GM")
    assert (confirmed.decision, confirmed.average, confirmed.performance) == ("norm", 2387, 2607)
    assert event.answered[7, "rating"].told == "letter of the federation"


NINE_OF_ELEVEN = """
GM 2440 ESP 1
GM 2440 ITA =
GM 2440 HUN =
GM 2440 UKR 1
IM 2440 ROU =
IM 2440 CZE =
IM 2440 POL 0
IM 2440 GER =
FM 2440 SVK =
FM 2440 AUT 0
2440 NED 0
"""


@pytest.mark.parametrize(("system", "decision"), [("round robin", "no norm"), ("swiss", "norm")])
def test_nine_rounds_of_eleven(system, decision):
    result = judged(NINE_OF_ELEVEN, "IM", "SRB", rounds=11, system=system)
    assert result.decision == decision
    assert (result.all_games.average, result.all_games.performance) == (2440, 2404)
    if decision == "norm":
        assert (result.ignored_rounds, result.performance) == ([10, 11], 2483)


def open_with_foreigners():
    """Host POL; 22 rated foreigners of five federations, 12 of them titled; two leave after round 6."""
    federations = ["GER", "FRA", "CZE", "UKR", "HUN"]
    players = []
    for no in range(2, 24):
        codes = {2: "======ZZZ", 3: "======ZZZ", 4: "===H=====", 5: "==U======"}.get(no, "=" * 9)
        titled = "IM" if no == 2 or 12 < no < 24 else ""
        games = results(codes, [no % 22 + 2] * 9)
        players.append(Player(no, f"Guest {no}", titled, federations[no % 5], 2400, "m", games=games))
    own = [Player(no, f"Home {no}", "GM", "POL", 2450, "m", games=()) for no in range(30, 39)]
    games = tuple(Game(no, "w", "=") for no in range(30, 39))
    return [Player(1, "Player, Pat", "", "POL", 2400, "m", games=games), *players, *own]


def test_the_swiss_exemption_turns_on_a_player_who_missed_one_round():
    result = verdict(full_event(open_with_foreigners(), 9), "IM")
    check(result)
    assert result.decision == "needs review"
    assert keys(result) == ["exemption_presence"]
    held = result.large_swiss
    assert (held.holds, held.limiting_round, held.players) == (None, 4, 19)
    assert [row[1] for row in held.rounds] == [20, 20, 20, 19, 20, 20, 20, 20, 20]
    assert "19" in finding(result, "large_swiss").note
    assert "20" in finding(result, "large_swiss").note


SCHILLER = """
3x GM 2450 GER =
3x IM 2450 FRA =
3x FM 2450 CZE =
"""


@pytest.mark.parametrize("start", ["2024-02-20", "2024-03-02"])
def test_a_schiller_event_needs_an_approval_to_confirm(start):
    event = sheet(SCHILLER, system="other", start=start)
    (formats,) = [c for c in event_out(audit_of(event)).conditions if c.clause == "formats"]
    assert formats.outcome == "to confirm"
    assert formats.article == "1.4.2e"


FIDE_FLAG = """
3x GM 2450 GER =
3x IM 2450 POL =
2x FM 2450 FID =
2450 FID =
"""


def test_opponents_under_the_fide_flag():
    result = judged(FIDE_FLAG, "IM", "POL")
    assert (result.decision, keys(result)) == ("needs review", ["fid"])
    assert (result.games, result.average, result.performance) == (9, 2450, 2450)
    assert finding(result, "title_holders").found == 8
    resolved = judged(FIDE_FLAG.replace("FID", "RUS"), "IM", "POL")
    assert resolved.decision == "norm"


MIDDLE_LOSS = """
GM 2440 USA =
GM 2440 GER =
IM 2440 ESP =
GM 2440 ITA =
IM 2440 NED =
IM 2440 POL =
FM 2440 CZE =
IM 2440 AZE =
GM 2440 IND =
FM 2440 CHN 0
GM 2440 BRA 1
"""


def test_a_loss_cannot_be_dropped_while_a_later_game_is_kept():
    result = judged(MIDDLE_LOSS, "IM", "FRA", rounds=11)
    assert (result.decision, result.all_games.performance) == ("no norm", 2440)


def all_play_all(unrated_draws):
    """Eleven players; the last is unrated, loses to everybody or draws once with a rated one."""
    titles = ["GM"] * 3 + ["IM"] * 3 + ["FM", "FM", ""]
    flags = ["GER", "FRA", "CZE", "GER", "ESP", "ITA", "HUN", "UKR", "ROU"]
    me = Player(1, "Player, Pat", "", "POL", 2400, "m", games=results("=========1U", list(range(2, 12))))
    players = [me]
    for no, (title, flag) in enumerate(zip(titles, flags, strict=True), 2):
        mark = "=" if unrated_draws and no == 2 else "1"
        others = [n for n in range(1, 11) if n != no] + [11]
        players.append(Player(no, f"P{no}", title, flag, 2450, "m", games=results("=" * 9 + mark + "U", others)))
    codes = ("0=" if unrated_draws else "00") + "0" * 8 + "U"
    players.append(Player(11, "P11", "", "POL", 0, "m", games=results(codes, list(range(1, 11)))))
    return full_event(players, 11, "round robin")


def test_an_unrated_player_without_a_point_is_left_out_of_a_round_robin():
    result = verdict(all_play_all(unrated_draws=False), "IM")
    check(result)
    assert result.decision == "norm"
    assert finding(result, "unrated_without_score").outcome == "met"
    assert (result.all_games.games, result.all_games.performance) == (9, 2450)


def test_an_unrated_player_with_half_a_point_counts_and_the_win_may_be_ignored():
    result = verdict(all_play_all(unrated_draws=True), "IM")
    check(result)
    assert result.decision == "norm"
    assert (result.all_games.games, result.all_games.average, result.all_games.performance) == (10, 2410, 2446)
    assert (result.games, result.ignored_rounds, result.performance) == (9, [10], 2450)
    assert finding(result, "ignored_wins").outcome == "met"


FIVE_OF_EIGHT = """
IM 2355 GER 1
IM 2355 FRA 1
IM 2355 CZE =
IM 2355 ESP =
IM 2355 ITA =
IM 2355 HUN =
IM 2355 UKR =
IM 2355 ROU =
U
"""


def test_five_of_eight_is_63_percent():
    result = judged(FIVE_OF_EIGHT, "IM", "POL")
    assert (result.decision, result.average, result.performance) == ("norm", 2355, 2450)
    assert result.carried_by == "eight_games"


SEVEN_OF_TWELVE = """
IM 2393 GER 1
IM 2393 FRA =
IM 2393 CZE =
IM 2393 ESP =
IM 2393 ITA =
IM 2393 HUN =
FM 2393 UKR =
FM 2393 ROU =
FM 2393 SVK =
FM 2393 AUT =
FM 2393 SUI =
FM 2393 NED 1
"""


def test_seven_of_twelve_is_58_percent():
    result = judged(SEVEN_OF_TWELVE, "IM", "POL", rounds=12)
    assert (result.decision, result.games, result.performance) == ("norm", 12, 2450)
    assert not result.alternatives


def test_two_foreign_federations_are_enough():
    table = "\n".join(f"IM 2450 {flag} =" for flag in ["GER", "FRA"] * 4 + ["GER"])
    result = judged(table, "IM", "POL", federation="CZE")
    assert result.decision == "norm"
    assert finding(result, "foreign_federations").found == 2
    assert finding(result, "one_federation").found == 5


HOME = """
3x GM 2450 POL =
3x IM 2450 POL =
FM 2450 POL =
FM 2450 GER =
2450 GER =
"""


@pytest.mark.parametrize(
    ("event", "decision"),
    [
        ({"swiss_exemption": True}, "norm"),
        ({"kind": "national team", "system": "team", "federation": "POL"}, "norm"),
        ({"kind": "national team", "system": "team", "federation": "GER"}, "no norm"),
        ({}, "no norm"),
    ],
)
def test_an_exemption_lifts_all_federation_limits(event, decision):
    result = judged(HOME, "IM", "POL", **event)
    assert result.decision == decision
    outcomes = {f.outcome for f in result.findings if "federation" in f.clause and f.clause != "member_federations"}
    assert outcomes == ({"waived"} if decision == "norm" else {"not met"})
    assert result.flags.normal_foreigner is False


WGMS = """
WGM 2450 USA 1
WGM 2450 GER 1
WGM 2450 FRA 1
IM 2450 IND =
IM 2450 IND =
IM 2450 IND 1
2450 IND 1
2450 IND =
2450 IND =
"""


def test_woman_grandmasters_are_no_grandmasters():
    result = judged(WGMS, "GM", "IND")
    assert result.decision == "no norm"
    assert unmet(result) == ["own_federation", "required_titles"]
    assert result.performance == 2670
    assert (finding(result, "required_titles").found, finding(result, "title_holders").found) == (0, 6)


CANDIDATES = """
GM 2430 GER =
IM 2430 FRA =
IM 2430 CZE 1
IM 2430 ESP =
CM 2430 ITA =
CM 2430 HUN 1
WCM 2430 UKR =
2430 ROU =
2430 SVK =
"""


def test_candidate_masters_are_no_title_holders():
    result = judged(CANDIDATES, "IM", "POL")
    assert (result.decision, unmet(result)) == ("no norm", ["title_holders"])
    assert (finding(result, "title_holders").needed, finding(result, "title_holders").found) == (5, 4)


@pytest.mark.parametrize(("holders", "decision"), [(2, "no norm"), (3, "norm"), (4, "norm")])
def test_a_double_round_robin_asks_for_half_of_the_different_opponents(holders, decision):
    titles = ["GM", "IM", "IM", "IM"][:holders] + ["FM"] * (4 - holders) + [""]
    rows = zip("ABCDE", titles, ["GER", "FRA", "CZE", "POL", "POL"], strict=True)
    cycle = [f"@{name} {title} 2450 {flag} =" for name, title, flag in rows]
    result = judged("\n".join(cycle * 2), "IM", "SRB", rounds=10, system="double round robin")
    assert result.decision == decision
    assert (finding(result, "required_titles").needed, finding(result, "required_titles").found) == (3, holders)


ABSENT = """
GM 2450 GER 1
GM 2450 FRA =
GM 2450 CZE =
IM 2450 GER =
IM 2450 ESP =
FM 2450 HUN 1
FM 2450 UKR =
2450 ROU =
FM 2450 SVK +
"""


def test_an_opponent_absent_in_the_last_round_gives_a_norm_in_two_ways():
    result = judged(ABSENT, "IM", "POL")
    assert result.decision == "norm"
    assert (result.games, result.performance, result.carried_by) == (8, 2545, "eight_games")
    (other,) = result.alternatives
    assert (other.games, other.score, other.performance, other.articles) == (9, 5.0, 2493, ["1.4.2c"])


THREE_UNRATED = """
GM 2560 GER 1
GM 2550 FRA =
GM 2540 CZE =
IM 2540 GER 1
IM 2530 ESP =
FM 2520 HUN 1
unrated ROU 1
unrated SVK 1
unrated AUT 1
"""


def test_there_is_no_limit_of_unrated_opponents():
    gm, im = judged(THREE_UNRATED, "GM", "POL"), judged(THREE_UNRATED, "IM", "POL")
    assert (gm.decision, gm.average, gm.performance) == ("no norm", 2249, 2522)
    assert unmet(gm) == ["performance", "average"]
    assert (im.decision, im.average, im.performance) == ("norm", 2232, 2505)


FIVE_FOUR_THREE = """
3x GM 2450 USA =
2x IM 2450 USA =
IM 2450 GEO =
FM 2450 GEO =
FM 2450 IND =
2450 IND =
"""


def test_the_rule_of_thumb_five_four_three_forgets_the_second_federation():
    assert judged(FIVE_FOUR_THREE, "IM", "USA").decision == "norm"
    result = judged(FIVE_FOUR_THREE.replace("IND", "GEO"), "IM", "USA")
    assert (result.decision, unmet(result)) == ("no norm", ["foreign_federations"])


CLOSED = [
    ("GM", "GEO", 2547),
    ("GM", "IRI", 2542),
    ("GM", "USA", 2505),
    ("IM", "USA", 2502),
    ("IM", "USA", 2502),
    ("IM", "CAN", 2489),
    ("IM", "USA", 2465),
    ("IM", "USA", 2456),
    ("IM", "USA", 2448),
    ("IM", "PHI", 2321),
]


def of_the_closed(place, field, points="111======"):
    others = [one for at, one in enumerate(field) if at != place]
    lines = [f"{title} {rating} {flag} {mark}" for (title, flag, rating), mark in zip(others, points, strict=True)]
    return judged("\n".join(lines), "GM", field[place][1], system="round robin", federation="USA")


@pytest.mark.parametrize(
    ("place", "foreign", "own", "largest", "average"),
    [
        (3, 4, 5, 5, 2475),
        (4, 4, 5, 5, 2475),
        (5, 4, 0, 6, 2476),
        (6, 4, 5, 5, 2479),
        (7, 4, 5, 5, 2480),
        (8, 4, 5, 5, 2481),
        (9, 4, 0, 6, 2495),
    ],
)
def test_a_closed_event_and_what_everybody_needs(place, foreign, own, largest, average):
    result = of_the_closed(place, CLOSED)
    assert (result.decision, result.average, result.required_score) == ("norm", average, 6.0)
    measured = [finding(result, f"{key}_federation").found for key in ("own", "one")]
    assert measured == [own, largest]
    assert finding(result, "foreign_federations").found == foreign
    assert (finding(result, "title_holders").found, finding(result, "required_titles").found) == (9, 3)
    assert of_the_closed(place, CLOSED, "11=======").decision == "no norm"


def test_one_late_cancellation_costs_the_home_players_their_norms():
    field = [*CLOSED[:9], ("IM", "USA", 2321)]
    for place in (3, 4, 6, 7, 8):
        result = of_the_closed(place, field, "1" * 9)
        assert (result.decision, unmet(result)) == ("no norm", ["own_federation"])
        assert finding(result, "own_federation").found == 6


CONFIRMED_LATER = """
{title} 2440 GER 1
GM 2440 FRA =
IM 2440 CZE =
IM 2440 ESP =
FM 2440 ITA 1
2440 HUN =
2440 UKR =
2440 ROU 1
2440 SVK =
"""


@pytest.mark.parametrize(("title", "decision"), [("", "no norm"), ("IM", "norm")])
def test_a_title_counts_only_if_it_was_confirmed_before_the_event(title, decision):
    result = judged(CONFIRMED_LATER.format(title=title), "IM", "POL")
    assert (result.decision, result.performance) == (decision, 2565)


def test_35_percent_is_an_exact_share():
    flags = ["GER", "FRA", "ESP", "GER", "POL", "ENG", "USA", "NED", "GER", "HUN", "CZE", "AZE", "GER"]
    marks = "=" * 9 + "0" * 4
    table = "\n".join(f"GM 2568 {flag} {mark}" for flag, mark in zip(flags, marks, strict=True))
    closed = judged(table, "IM", "POL", rounds=13, system="round robin")
    assert (closed.decision, unmet(closed), closed.performance) == ("no norm", ["score"], 2458)
    league = judged(table, "IM", "POL", rounds=13, system="team")
    assert league.decision == "norm"
    assert league.ignored_rounds == [13]
