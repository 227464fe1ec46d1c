"""Glicko and Glicko-2 against the worked examples their author published."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normcheck.errors import WrongUsage
from normcheck.rating.glicko import Opponent, State, aged, constants, glicko, glicko2, growth
from normcheck.rating.glicko_asked import GlickoQuestion, settle

EXAMPLE = [Opponent(1400, 30, 1), Opponent(1550, 100, 0), Opponent(1700, 300, 0)]
OPPONENTS = st.lists(
    st.builds(Opponent, st.floats(500, 3000), st.floats(30, 350), st.sampled_from([0.0, 0.5, 1.0])),
    min_size=1,
    max_size=9,
)


def test_the_example_of_glicko():
    after = glicko(State(1500, 200), EXAMPLE)
    assert (round(after.rating), round(after.deviation, 1)) == (1464, 151.4)


def test_the_example_of_glicko_2():
    after = glicko2(State(1500, 200, 0.06), EXAMPLE, 0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_example_away_from_the_centre():
    """The same example 300 points higher: the volatility must not depend on the rating."""
    shifted = [game._replace(rating=game.rating + 300) for game in EXAMPLE]
    here, there = glicko2(State(1500, 200, 0.06), EXAMPLE, 0.5), glicko2(State(1800, 200, 0.06), shifted, 0.5)
    assert there.rating - here.rating == pytest.approx(300)
    assert (there.deviation, there.volatility) == pytest.approx((here.deviation, here.volatility))


def test_c_from_the_days_until_a_player_is_unknown_again():
    c = growth(50, 100)
    assert c == pytest.approx(34.64, abs=0.005)
    assert aged(State(1500, 50), c, 100).deviation == pytest.approx(350)
    assert aged(State(1500, 50), c, 1000).deviation == 350
    assert aged(State(1500, 200), c, 25).deviation == pytest.approx(264.575, abs=0.001)


def test_without_games_only_the_deviation_grows():
    assert glicko(State(1500, 200), []) == State(1500, 200)
    after = glicko2(State(1500, 200, 0.06), [], 0.5)
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)
    assert glicko2(State(1500, 350, 0.06), [], 0.5).deviation == 350


def test_a_surprise_raises_the_volatility():
    after = glicko2(State(1500, 50, 0.06), [Opponent(2500, 30, 1)] * 9, 0.5)
    assert after.volatility > 0.06


@given(st.floats(500, 3000), st.floats(30, 350), OPPONENTS)
def test_games_make_the_rating_surer(rating, deviation, games):
    after = glicko(State(rating, deviation), games)
    assert after.deviation <= deviation
    second = glicko2(State(rating, deviation, 0.06), games, 0.5)
    assert 0 < second.volatility < 1
    assert (second.rating - rating) * (after.rating - rating) >= -1e-6


def test_a_question_with_days_without_a_game():
    answer = settle(GlickoQuestion("glicko", 1500, 50, "1500:50", "1", idle=100, unknown_after=100))
    assert (round(answer.c, 2), round(answer.aged.deviation)) == (34.64, 350)
    assert answer.after.rating > 1650


def test_the_defaults_of_glicko_2():
    answer = settle(GlickoQuestion("glicko2", 1500, 200, "1400:30,1550:100,1700:300", "1,0,0"))
    assert answer.before.volatility == constants().volatility == 0.06
    assert answer.after.rating == pytest.approx(1464.06, abs=0.01)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"deviation": 400}, "--rd 400 cannot be"),
        ({"deviation": 0}, "--rd 0 cannot be"),
        ({"deviation": float("nan")}, "--rd nan cannot be"),
        ({"rating": float("inf")}, "--rating inf cannot be"),
        ({"idle": -1}, "--idle -1 cannot be"),
        ({"idle": 10}, "--unknown-after"),
        ({"unknown_after": 0}, "--unknown-after 0 cannot be"),
        ({"unknown_after": 9, "usual": 351}, "--usual 351 cannot be"),
        ({"c": -3}, "--c -3 cannot be"),
        ({"against": "1500"}, "--results"),
        ({"against": "1500", "scored": "1"}, "1400:30"),
        ({"against": "1500:50,1600:50", "scored": "1"}, "1 results for 2 opponents"),
        ({"against": "1500:500", "scored": "1"}, "--rd 500"),
        ({"system": "glicko2", "volatility": 2}, "--volatility 2"),
        ({"system": "glicko2", "tau": 0}, "--tau 0"),
    ],
)
def test_numbers_that_cannot_be(change, told):
    with pytest.raises(WrongUsage) as caught:
        settle(GlickoQuestion("glicko", 1500, 200)._replace(**change))
    assert told in str(caught.value)
