"""The Swiss exemption (1.4.3d), counted round by round in whole events, and the strong Swiss of 1.5.6a."""

import pytest
from casebook import finding, full_event, keys, results, verdict
from invariants import check

from normcheck.event import Game, Player

FIRST = 20  # start numbers of the guests
ROUNDS = 9
PLAYED = "=" * ROUNDS


def guests(count=20, federations=("GER", "FRA", "CZE"), titled=10, codes=None, title="IM"):
    """Guests with all rounds played, or with `codes` for some of them by position."""
    marks = codes or {}
    return [
        Player(
            FIRST + at,
            f"Guest {at:02}",
            title if at < titled else "",
            federations[at % len(federations)],
            2400,
            "m",
            games=results(marks.get(at, PLAYED), [FIRST + (at + 1) % count] * ROUNDS),
        )
        for at in range(count)
    ]


def applicant(federation="POL", games=PLAYED):
    """Nine draws with home players of 2450: a title result but for the federations."""
    return Player(1, "Player, Pat", "", federation, 2400, "m", games=results(games, list(range(2, 2 + ROUNDS))))


def home(federation="POL", games=()):
    return [Player(no, f"Home {no}", "GM", federation, 2450, "m", games=games) for no in range(2, 2 + ROUNDS)]


def judged(players, me=None, others=None, rounds=ROUNDS, **facts):
    event = full_event([me or applicant(), *(others or home()), *players], rounds, **facts)
    result = verdict(event, "IM")
    check(result)
    return result


def test_twenty_from_three_federations_with_ten_titles_is_enough():
    result = judged(guests())
    assert result.decision == "norm"
    assert finding(result, "large_swiss").outcome == "met"
    assert finding(result, "large_swiss").article == "1.4.3d"
    assert {finding(result, f"{key}_federation").outcome for key in ("own", "one")} == {"waived"}
    assert result.flags.normal_foreigner is False
    held = result.large_swiss
    assert (held.holds, held.players, held.federations, held.titled, held.limiting_round) == (True, 20, 3, 10, 1)
    assert held.rounds == [[number, 20, 3, 10] for number in range(1, ROUNDS + 1)]


@pytest.mark.parametrize(
    "players",
    [guests(19), guests(federations=("GER", "FRA")), guests(titled=9), guests(title="FM"), guests(title="CM")],
    ids=["19 players", "2 federations", "9 titled", "FM", "CM"],
)
def test_one_less_is_not(players):
    result = judged(players)
    assert result.decision == "no norm"
    assert not result.questions
    assert result.large_swiss.holds is False
    assert finding(result, "own_federation").outcome == "not met"


@pytest.mark.parametrize("title", ["GM", "IM", "WGM", "WIM"])
def test_four_titles_count(title):
    assert judged(guests(title=title)).decision == "norm"


@pytest.mark.parametrize(
    ("title", "federation", "rating"), [("GM", "POL", 2500), ("GM", "GER", 0), ("GM", "NON", 2400)]
)
def test_home_players_and_unrated_players_and_others_outside_do_not_count(title, federation, rating):
    other = Player(90, "Other", title, federation, rating, "m", games=results(PLAYED))
    assert judged([*guests(19), other]).decision == "no norm"


def test_the_candidate_counts_himself():
    me, hosts = applicant("GER"), home("GER")
    assert judged(guests(19), me, [p._replace(games=()) for p in hosts]).decision == "norm"
    assert judged(guests(18), me, [p._replace(games=()) for p in hosts]).decision == "no norm"


def test_entries_without_games_do_not_count():
    entries = [Player(90 + at, f"Entry {at}", "GM", "ESP", 2500, "m", games=results("Z" * ROUNDS)) for at in range(5)]
    assert judged([*guests(19), *entries]).decision == "no norm"


@pytest.mark.parametrize("code", ["U", "+", "1", "0"])
def test_an_allocated_bye_and_a_forfeit_win_are_present(code):
    result = judged(guests(codes={0: f"==={code}====="}))
    assert result.decision == "norm"
    assert result.large_swiss.players == 20


@pytest.mark.parametrize("code", ["H", "Z", "-"])
def test_one_round_missed_by_one_of_twenty_has_two_readings(code):
    result = judged(guests(codes={0: f"==={code}====="}))
    assert (result.decision, keys(result)) == ("needs review", ["exemption_presence"])
    held = result.large_swiss
    assert (held.holds, held.limiting_round, held.players, held.titled) == (None, 4, 19, 9)
    assert finding(result, "large_swiss").outcome == "unknown"
    assert "19 players" in finding(result, "large_swiss").note
    assert ", 20 when" in finding(result, "large_swiss").note
    assert "Round 4 limits it: 19 players" in result.questions[0].text


@pytest.mark.parametrize("code", ["H", "Z", "-"])
def test_one_round_missed_by_one_of_21_is_harmless(code):
    result = judged(guests(21, titled=11, codes={0: f"==={code}====="}))
    assert result.decision == "norm"
    assert (result.large_swiss.limiting_round, result.large_swiss.players) == (4, 20)


@pytest.mark.parametrize("code", ["H", "Z", "-"])
def test_two_rounds_missed_by_one_of_twenty_is_too_much(code):
    result = judged(guests(codes={0: f"==={code}=={code}=="}))
    assert (result.decision, keys(result)) == ("no norm", [])
    assert result.large_swiss.players == 19


def test_two_rounds_missed_do_not_count_in_the_other_rounds_either():
    result = judged(guests(21, titled=11, codes={0: "===Z==Z=="}))
    assert result.decision == "norm"
    assert [row[1] for row in result.large_swiss.rounds] == [20] * ROUNDS


def test_a_player_who_leaves_one_round_early_misses_one_round():
    result = judged(guests(codes={0: PLAYED[:-1]}))
    assert (result.decision, keys(result)) == ("needs review", ["exemption_presence"])
    assert result.large_swiss.limiting_round == 9


def test_full_point_byes_of_others_may_have_been_allocated():
    result = judged(guests(codes={0: "===F==F=="}))
    assert (result.decision, keys(result)) == ("needs review", ["exemption_byes"])


@pytest.mark.parametrize(("federation", "key"), [("FID", "exemption_fid"), ("", "exemption_blank")])
def test_the_federation_of_the_twentieth_decides(federation, key):
    twentieth = Player(90, "Guest", "", federation, 2400, "m", games=results(PLAYED))
    result = judged([*guests(19), twentieth])
    assert (result.decision, keys(result)) == ("needs review", [key])
    assert judged([*guests(), twentieth]).decision == "norm"
    assert judged([*guests(18), twentieth]).decision == "no norm"


def test_open_facts_that_decide_only_together():
    twentieth = Player(90, "Guest", "", "FID", 2400, "m", games=results("===Z====="))
    result = judged([*guests(19), twentieth])
    assert result.decision == "needs review"
    assert {"exemption_fid", "exemption_presence"} <= set(keys(result))


def unfinished(players):
    later = [p._replace(games=(*p.games, Game(0, "-", " "))) for p in players]
    return judged(later, applicant(games=PLAYED + " "), rounds=10, rounds_played=9, complete=False)


def test_an_unfinished_event_may_still_lose_the_exemption():
    result = unfinished(guests())
    assert (result.decision, keys(result)) == ("needs review", ["rounds_to_come"])


def test_an_unfinished_event_that_has_lost_the_exemption():
    assert unfinished(guests(18)).decision == "no norm"


def test_the_host_is_not_known():
    result = judged(guests(), federation=None)
    assert (result.decision, keys(result)) == ("needs review", ["host"])


def test_the_host_is_not_known_but_no_host_would_help():
    result = judged(guests(8, titled=8), me=applicant(), others=home(), federation=None)
    assert (result.decision, keys(result)) == ("no norm", [])


def test_the_host_is_not_known_and_does_not_matter():
    many = guests(60, ("GER", "FRA", "CZE", "ITA", "ESP", "HUN"), titled=60)
    assert judged(many, federation=None).decision == "norm"


@pytest.mark.parametrize("system", ["team", "round robin", "knockout"])
def test_only_an_individual_swiss_has_the_exemption(system):
    event = full_event([applicant(), *home(), *guests()], ROUNDS, system)
    result = verdict(event, "IM")
    assert result.decision == "no norm"
    assert result.large_swiss is None


def test_the_exemption_is_for_guests_as_well():
    me = applicant("GER")
    others = [p._replace(federation="GER") for p in home()]
    assert judged(guests(), me, others).decision == "norm"


# --- 1.5.6a --------------------------------------------------------------------------------------------------


def strong(count=40, rating=2000, codes=None, unrated=0, **facts):
    marks = codes or {}
    players = []
    for no in range(2, count + 2):
        games = results(marks.get(no, PLAYED), [1] * ROUNDS)
        players.append(Player(no, f"P{no}", "", "GER", rating if no > unrated + 1 else 0, "m", games=games))
    me = Player(1, "Player, Pat", "", "POL", 0, "m", games=results("Z" * ROUNDS))
    return verdict(full_event([me, *players], ROUNDS, **facts), "IM").flags.large_swiss


def test_forty_participants_of_average_2000():
    assert strong() is True


@pytest.mark.parametrize("field", [{"count": 39}, {"rating": 1999}, {"codes": {2: "==Z==Z==="}}])
def test_less_is_no_strong_swiss(field):
    assert strong(**field) is False


def test_an_allocated_bye_is_present():
    assert strong(codes={2: "==U======"}) is True


def test_one_more_makes_up_for_a_missed_round():
    assert strong(41, codes={2: "==Z======"}) is True


def test_unrated_participants_who_decide():
    assert strong(41, rating=2100, unrated=2) is None


def test_a_strong_swiss_is_known_at_the_end():
    assert strong(complete=False) is None


def test_a_round_robin_is_no_strong_swiss():
    event = full_event([applicant(), *home()], ROUNDS, "round robin")
    assert verdict(event, "IM").flags.large_swiss is False
