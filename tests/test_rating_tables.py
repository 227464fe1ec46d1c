"""The tables both ways beside the formula, expected scores, performances, and how the numbers are written."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normcheck.errors import WrongUsage
from normcheck.rating.answers import expected, lookup
from normcheck.rating.games import checked_rating, opponents, rated_games, results
from normcheck.rating.numbers import decimal, reached, signed
from normcheck.rating.performance import performance
from normcheck.rating.tables import (
    bands,
    difference_by_formula,
    difference_of,
    expected_by_formula,
    expected_percent,
)

RATINGS = st.integers(1000, 2900)
GAMES = st.lists(st.tuples(RATINGS, st.integers(0, 2)), min_size=1, max_size=40)


def games(*pairs):
    return rated_games([rating for rating, _ in pairs], [halves for _, halves in pairs])


@pytest.mark.parametrize(
    ("difference", "percent"),
    [(0, 50), (3, 50), (4, 51), (-3, 50), (-4, 49), (400, 92), (-400, 8), (735, 99), (736, 100), (-735, 1), (-736, 0)],
)
def test_expected_scores_at_the_ends_of_bands(difference, percent):
    assert expected_percent(difference) == percent


def test_each_difference_lies_in_the_band_of_its_percentage():
    for percent in range(1, 100):
        assert expected_percent(difference_of(percent)) == percent
    for band in bands():
        assert band.lowest <= band.difference <= (band.highest or band.difference)
        assert expected_percent(band.lowest) == expected_percent(band.highest or 2000) == band.percent
    assert (bands()[0].percent, bands()[-1]) == (50, (100, 800, 736, None, None))
    assert bands()[-2].highest == 735


def test_tables_are_near_the_formula():
    """The table comes from the normal distribution; within the cut at 400 both are at most 0.02 apart."""
    assert all(abs(expected_percent(d) / 100 - expected_by_formula(d)) <= 0.0202 for d in range(-400, 401))
    assert difference_by_formula(Fraction(3, 4)) == pytest.approx(190.85, abs=0.01)
    assert difference_by_formula(Fraction(0)) is None
    assert difference_by_formula(Fraction(1)) is None
    assert (expected_by_formula(100_000), expected_by_formula(-1_000_000)) == (1.0, 0.0)


@given(st.integers(-2000, 2000))
def test_what_one_side_expects_the_other_does_not(difference):
    assert expected_percent(difference) + expected_percent(-difference) == 100
    assert expected_by_formula(difference) + expected_by_formula(-difference) == pytest.approx(1)
    assert expected_percent(difference) <= expected_percent(difference + 1)


@pytest.mark.parametrize(("own", "opponent", "score"), [(1500, 1700, "0.24"), (1950, 1700, "0.81")])
def test_published_expected_scores(own, opponent, score):
    answer = expected(own, [opponent])
    assert f"{float(answer.table):.2f}" == f"{answer.formula:.2f}" == score


def test_the_expected_score_of_a_list_is_the_sum():
    answer = expected(1500, [1700, 1600, 2000])
    assert answer.table == Fraction(24 + 36 + 4, 100)
    assert answer.formula == pytest.approx(0.2403 + 0.3599 + 0.0532, abs=0.0001)
    assert answer.apart == pytest.approx(sum(game.apart for game in answer.games))


def test_one_value_of_the_tables():
    assert lookup(75, None)[:2] == (75, 193)
    assert lookup(75, None)[3:] == (None, None, None)
    assert lookup(None, -200)[3:5] == (-200, Fraction(24, 100))


def test_the_three_performances():
    answer = performance(games((1675, 2), (1890, 1)))
    assert (answer.average, answer.percent, answer.table) == (1783, 75, 1976)
    assert (round(answer.formula), round(answer.solving)) == (1974, 1990)


@pytest.mark.parametrize(("halves", "table"), [(2, 2800), (0, 1200)])
def test_all_or_nothing_has_a_performance_by_the_table_only(halves, table):
    answer = performance(games((2000, halves), (2000, halves)))
    assert (answer.table, answer.formula, answer.solving) == (table, None, None)


def test_a_performance_of_many_games():
    answer = performance(games(*[(2000 + at % 7, at % 3) for at in range(300)]))
    assert (answer.games, answer.halves, answer.percent, answer.table) == (300, 300, 50, 2003)
    assert answer.solving == pytest.approx(2002.98, abs=0.05)


@given(GAMES)
def test_solving_gives_a_rating_that_expects_the_score(pairs):
    answer = performance(games(*pairs))
    if answer.solving is None:
        assert answer.halves in (0, 2 * answer.games)
    else:
        total = sum(expected_by_formula(answer.solving - rating) for rating, _ in pairs)
        assert total == pytest.approx(answer.halves / 2, abs=1e-9)


@given(RATINGS, st.integers(1, 19), st.integers(1, 30))
def test_against_equals_formula_and_solving_agree(rating, halves, count):
    scores = [1] * (10 * count - 10) + [2] * (halves // 2) + [halves % 2] + [0] * (10 - halves // 2 - 1)
    answer = performance(games(*[(rating, one) for one in scores]))
    assert answer.solving == pytest.approx(answer.formula, abs=0.001)


def test_lists_as_people_write_them():
    assert opponents(" 1675, 1890 ;2000") == (1675, 1890, 2000)
    assert results("1,=,0,½,0.5,1/2,w,D,l") == (2, 1, 0, 1, 1, 1, 2, 1, 0)
    assert results("1=0½") == (2, 1, 0, 1)
    assert results("1") == (2,)


@pytest.mark.parametrize("text", ["", " , ", "2", "1,+", "1,x", "10=-"])
def test_what_is_no_list_of_results(text):
    with pytest.raises(WrongUsage):
        results(text)


@pytest.mark.parametrize("word", ["", "abc", "-1700", "99", "4001", "1700.5", "²000", "1" * 50])
def test_what_is_no_rating(word):
    with pytest.raises(WrongUsage, match="rating"):
        checked_rating(word)


def test_thirty_results_for_twenty_nine_opponents():
    with pytest.raises(WrongUsage, match="30 results for 29 opponents"):
        rated_games([2000] * 29, [1] * 30)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(14, 10), "+1.4"),
        (Fraction(-35, 100), "-0.35"),
        (Fraction(0), "0.0"),
        (Fraction(1, 1000), "0.0"),
        (Fraction(-1, 1000), "0.0"),
        (Fraction(20), "+20.0"),
        (Fraction(1, 8), "+0.13"),
        (Fraction(-1, 8), "-0.13"),
    ],
)
def test_changes_as_text(value, text):
    assert signed(value) == text
    assert decimal(value) == text.removeprefix("+")


def test_a_live_rating_is_never_written_as_more_than_it_is():
    assert reached(Fraction(2499999, 1000)) == "2499.99"
    assert reached(Fraction(24999, 10)) == "2499.9"
    assert reached(Fraction(2500)) == "2500.0"
