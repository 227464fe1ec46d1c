"""Rating changes by the rules of their day, K, the live peak and first ratings."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normcheck.errors import BrokenRules, WrongUsage
from normcheck.event import Day
from normcheck.rating.change import FIDE, Method, Part, change, nearest, outcome
from normcheck.rating.coefficient import History, coefficient, is_junior, limited
from normcheck.rating.games import rated_games
from normcheck.rating.initial import initial
from normcheck.rating.live import live, peak, reached, row_of
from normcheck.rating.rules import load_rules, rating_rules
from normcheck.resources import folder

NOW = rating_rules().on(date(2026, 1, 1))
TEXT = (folder("rules") / "fide-ratings.toml").read_text(encoding="utf-8")


def on(year, month=1, day=1):
    return rating_rules().on(date(year, month, day))


def part(*pairs, rules=NOW, name=""):
    return Part(rated_games([rating for rating, _ in pairs], [halves for _, halves in pairs]), rules, name)


def total(rating, k, *pairs, rules=NOW, method=FIDE):
    return change(rating, k, [part(*pairs, rules=rules)], method).total


# The published sample calculations


def test_win_draw_loss():
    done = change(1500, 20, [part((1400, 2), (1600, 1), (1550, 0))])
    assert done.total == Fraction(14, 10)
    assert [row.gain for row in done.rows] == [Fraction(36, 100), Fraction(14, 100), Fraction(-43, 100)]


@pytest.mark.parametrize(
    ("method", "points"),
    [
        (Method(formula=True), 1.8),
        (Method(formula=True, uncut=True), 1.1),
        (Method(), 1.6),
        (Method(uncut=True), 0.8),
    ],
)
def test_beating_a_player_500_below(method, points):
    assert round(float(total(1500, 20, (1000, 2), method=method)), 1) == points


def test_online_ratings_change_after_every_game():
    method = Method(formula=True, uncut=True, each=True)
    assert [nearest(value) for value in live(change(2400, 32, [part((2650, 2), (2624, 1))], method))] == [
        2400,
        2426,
        2434,
    ]
    assert nearest(live(change(2400, 32, [part((2650, 0))], method))[-1]) == 2394


@pytest.mark.parametrize(("k", "games", "used"), [(40, 20, 35), (20, 40, 17), (40, 17, 40), (20, 35, 20), (10, 71, 9)])
def test_k_times_games_is_at_most_700(k, games, used):
    assert limited(k, games, NOW.product) == used
    done = change(2000, k, [part(*[(2000, 2)] * games)])
    assert (done.full_k, done.k, done.total) == (k, used, Fraction(used * games, 2))


def test_without_a_known_limit_k_stays():
    assert limited(30, 100, on(2013).product) == 30


# Differences above 400, by date


@pytest.mark.parametrize(
    ("rules", "rating", "expected"),
    [
        (on(2006, 4, 1), 2400, ["0.89", "0.89", "0.11"]),
        (on(2009, 6, 30), 2400, ["0.89", "0.89", "0.11"]),
        (on(2009, 7, 1), 2400, ["0.92", "0.92", "0.08"]),
        (on(2021, 12, 31), 2400, ["0.92", "0.92", "0.08"]),
        (on(2022, 1, 1), 2400, ["0.96", "0.92", "0.07"]),
        (on(2024, 2, 29), 2400, ["0.96", "0.92", "0.07"]),
        (on(2024, 3, 1), 2400, ["0.92", "0.92", "0.08"]),
        (on(2025, 10, 1), 2400, ["0.92", "0.92", "0.08"]),
    ],
)
def test_how_far_apart_ratings_count_at_most(rules, rating, expected):
    done = change(rating, 10, [part((rating - 500, 2), (rating - 600, 2), (rating + 420, 2), rules=rules)])
    assert [f"{float(row.expected):.2f}" for row in done.rows] == expected
    assert [row.difference for row in done.rows] == [500, 600, -420]


@pytest.mark.parametrize(
    ("rules", "rating", "counted"),
    [(on(2025, 9, 30), 2650, 400), (on(2025, 10, 1), 2650, 413), (on(2025, 10, 1), 2649, 400)],
)
def test_from_october_2025_players_of_2650_take_the_real_difference(rules, rating, counted):
    assert change(rating, 10, [part((rating - 413, 2), rules=rules)]).rows[0].counted == counted


def test_a_published_calculation_of_2813_against_2400():
    row = change(2813, 10, [part((2400, 2))]).rows[0]
    assert (row.counted, row.expected, row.change) == (413, Fraction(93, 100), Fraction(7, 10))


def test_the_one_game_is_of_each_event():
    rules = on(2023)
    done = change(2400, 10, [part((1900, 2), (1950, 2), rules=rules), part((1850, 2), rules=rules)])
    assert [row.counted for row in done.rows] == [400, 450, 400]


@given(st.integers(1400, 2800), st.integers(1400, 2800), st.integers(0, 2), st.booleans())
def test_what_one_player_gains_the_other_loses(one, two, halves, formula):
    method = Method(formula=formula)
    won, lost = (
        total(a, 20, (b, h), rules=on(2024, 3, 1), method=method)
        for a, b, h in ((one, two, halves), (two, one, 2 - halves))
    )
    assert float(won + lost) == pytest.approx(0)


# K


@pytest.mark.parametrize(
    ("history", "k", "reason"),
    [
        (History(2250, 30, 2250, Day(1990)), 20, "standard"),
        (History(2250, 29, 2250, Day(1990)), 40, "new"),
        (History(2250, 100, 2399, Day(1990)), 20, "standard"),
        (History(2250, 100, 2400, Day(1990)), 10, "top"),
        (History(2400), 10, "top"),
        (History(2450, 5, None, Day(2015)), 10, "top"),
        (History(2299, 100, 2299, Day(2008, 1, 1)), 40, "junior"),
        (History(2250, 100, 2300, Day(2010)), 20, "standard"),
        (History(2310, 29, 2310, Day(2010)), 40, "new"),
        (History(2250, 100, 2250, Day(2007)), 20, "standard"),
        (History(2250, None, 2250, Day(2010)), 40, "junior"),
        (History(2250, 3, 2250), 40, "junior"),
    ],
)
def test_which_k(history, k, reason):
    found = coefficient(NOW.coefficient, history, NOW.day)
    assert (found.value, found.reason, found.ask) == (k, reason, ())


@pytest.mark.parametrize(
    ("history", "ask"),
    [
        (History(2250), ("games", "peak", "birth")),
        (History(2250, games=100), ("peak", "birth")),
        (History(2250, games=100, peak=2250), ("birth",)),
        (History(2310, games=100), ("peak",)),
        (History(2310, peak=2310), ("games",)),
        (History(2250, birth=Day(1980), peak=2260), ("games",)),
    ],
)
def test_what_k_depends_on_is_asked(history, ask):
    found = coefficient(NOW.coefficient, history, NOW.day)
    assert (found.value, found.reason, found.ask) == (None, "unsettled", ask)


def test_juniors_until_birthday_or_the_end_of_the_year():
    born = Day(2004, 5, 31)
    before, after, next_year = (on(2022, *day) for day in ((5, 30), (5, 31), (12, 31)))
    assert [is_junior(r.coefficient.junior, born, r.day) for r in (before, after, next_year)] == [True, None, None]
    early = on(2021, 12, 31).coefficient.junior
    assert [is_junior(early, Day(2003, 5, 31), date(2021, 5, d)) for d in (30, 31)] == [True, False]
    assert is_junior(early, Day(2003), date(2021, 5, 1)) is None
    assert is_junior(NOW.coefficient.junior, Day(2008), date(2026, 12, 31)) is True
    assert is_junior(NOW.coefficient.junior, Day(2008), date(2027, 1, 1)) is False
    assert is_junior(early, Day(2000, 2, 29), date(2018, 2, 28)) is True
    assert is_junior(early, Day(2000, 2, 29), date(2018, 3, 1)) is False


def test_a_rule_that_is_unclear_leaves_k_unknown():
    rules = on(2022, 8, 1)
    found = coefficient(rules.coefficient, History(2100, 100, 2100, Day(2004, 5, 31)), rules.day)
    assert (found.value, found.reason, found.ask) == (None, "unclear_rule", ())


def test_before_july_2014_k_is_unknown():
    rules = on(2014, 6, 30)
    found = coefficient(rules.coefficient, History(2700, 1000, 2700, Day(1980)), rules.day)
    assert (found.value, found.reason) == (None, "no_rule")
    done = change(2700, found.value, [part((2700, 2), rules=rules)])
    assert (done.total, done.gain, peak(done), reached(done, 2700)) == (None, Fraction(1, 2), None, None)
    assert outcome(done, rules) == (None, None, None)
    assert live(done) == (2700,)


# The period


@pytest.mark.parametrize(
    ("value", "whole"),
    [("1/2", 1), ("-1/2", -1), ("49/100", 0), ("-49/100", 0), ("3/2", 2), ("-3/2", -2), ("5/2", 3), ("-5/2", -3)],
)
def test_one_half_goes_away_from_zero(value, whole):
    assert nearest(Fraction(value)) == whole


def test_the_new_rating_of_a_period():
    done = change(2000, 20, [part((2000, 2), name="first"), part((2000, 2), (2000, 1), name="second")])
    assert (done.total, [row.event for row in done.rows]) == (20, ["first", "second", "second"])
    assert outcome(done, NOW) == (20, 2020, True)


@pytest.mark.parametrize(
    ("rules", "rating", "listed"),
    [(NOW, 1405, False), (NOW, 1410, True), (on(2024, 2, 29), 1405, True), (on(2024, 2, 29), 1009, False)],
)
def test_a_rating_below_the_floor_is_no_longer_listed(rules, rating, listed):
    end = outcome(change(rating, 20, [part((rating, 0), rules=rules)]), rules)
    assert (end.rounded, end.rating, end.listed) == (-10, rating - 10, listed)


def test_an_outcome_before_its_rules_is_unknown():
    rules = on(2013)
    assert outcome(change(2000, 15, [part((2000, 2), rules=rules)]), rules) == (None, None, None)


# The live peak


def test_the_peak_in_the_middle_of_an_event():
    done = change(2490, 10, [part((2490, 2), (2490, 2), (2490, 0), (2490, 0))])
    assert live(done) == (2490, 2495, 2500, 2495, 2490)
    assert peak(done) == (2500, 2)
    assert reached(done, 2500) == 2
    assert row_of(done, 2).game.round == 2
    assert (reached(done, 2490), row_of(done, 0)) == (0, None)


def test_just_below_is_not_reached():
    done = change(2495, 10, [part((2490, 2))])
    assert peak(done) == (Fraction(24999, 10), 1)
    assert reached(done, 2500) is None


@given(st.lists(st.tuples(st.integers(2000, 2700), st.integers(0, 2)), max_size=20), st.sampled_from([10, 20, 40]))
def test_the_last_live_rating_is_the_rating_with_the_change(pairs, k):
    done = change(2450, k, [part(*pairs)])
    assert live(done)[-1] == 2450 + done.total
    assert peak(done).value == max(live(done)) >= 2450


# First ratings


def first(*pairs, rules=NOW):
    return initial(part(*pairs).games, rules)


def test_two_hypothetical_draws_since_march_2024():
    answer = first((1500, 2), (1600, 2), (1700, 1), (1800, 1), (1900, 0))
    assert (answer.average, answer.percent, answer.value, answer.reason) == (Fraction(12100, 7), 57, 1779, "")


def test_the_highest_first_rating():
    answer = first(*[(2300, 2)] * 9)
    assert (answer.value, answer.highest, answer.percent) == (2200, True, 91)


def test_a_bonus_for_every_half_point_before_march_2024():
    rules = on(2024, 2, 29)
    games = [(1500, 2), (1600, 1), (1700, 2), (1800, 2), (1200, 0)]
    assert (first(*games, rules=rules).average, first(*games, rules=rules).value) == (1560, 1600)
    assert first(*[(1600, 1)] * 6, rules=rules).value == 1600
    below = first((1600, 1), (1600, 1), (1600, 0), (1600, 0), rules=rules)
    assert (below.value, below.percent) == (1600 - 193, 25)


def test_a_first_rating_of_2009():
    assert first(*[(2000, 2)] * 3, *[(2000, 1)] * 6, rules=on(2009, 7, 1)).value == 2038


@pytest.mark.parametrize(
    ("games", "rules", "reason"),
    [
        ([(1500, 0)] * 5, NOW, "zero"),
        ([(1700, 1)] * 4, NOW, "too_few"),
        ([(1100, 0)] * 8 + [(1100, 1)], NOW, "below_floor"),
        ([(1700, 1)] * 9, on(2018), "no_rule"),
        ([(1700, 1)] * 9, on(2008), "no_rule"),
    ],
)
def test_what_stands_against_a_first_rating(games, rules, reason):
    answer = first(*games, rules=rules)
    assert answer.reason == reason
    assert (answer.value is None) == (reason in ("zero", "no_rule"))


# The rules as data


def test_before_the_first_rule_nothing_is_known():
    with pytest.raises(WrongUsage, match="2006-03-31 are not known; the first ones known here are of 2006-04-01"):
        on(2006, 3, 31)


def test_a_rule_that_ended_is_unknown_afterwards():
    assert on(2010, 6, 30).initial is not None
    assert on(2010, 7, 1).initial is None


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("limit = 350", "limit = 0", "limit"),
        ("limit = 350", "limit = 350\nlimits = 3", "unknown key"),
        ('bonus = "20"', "bonus = 20.0", "exact"),
        ("[[difference]]\nfrom = 2009-07-01", "[[difference]]\nfrom = 2022-07-01", "does not follow"),
        ("limit = 350", "limit = 350\nuntil = 2008-01-01", "nothing is said about the days after 2008-01-01"),
        ("until = 2012-06-30", "until = 2009-06-30", "until lies before from"),
        ('half = "away from zero"', 'half = "to even"', "half"),
        ("most_k = 200", "", "missing"),
        ("most_k = 200", "most_k = =", "line"),
    ],
)
def test_mistakes_in_the_file_are_named(tmp_path, old, new, told):
    assert old in TEXT
    path = tmp_path / "rules.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BrokenRules, match=told):
        load_rules(path)
