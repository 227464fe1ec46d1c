"""How likely: expected scores of the tables, split by the model of draws that is named."""

from itertools import product

import pytest
from forecast_events import outlooks, round_robin

from normcheck.forecast.chance import chances, expected_percent
from normcheck.forecast.settings import settings


@pytest.mark.parametrize("difference", [-900, -400, -120, -3, 0, 3, 4, 50, 91, 735, 736, 1200])
def test_chances_keep_the_expected_score_and_add_up(difference):
    loss, draw, win = chances(difference)
    assert loss + draw + win == pytest.approx(1)
    assert win + draw / 2 == pytest.approx(expected_percent(difference) / 100)
    assert min(loss, draw, win) >= 0


def test_equals_draw_as_often_as_the_settings_say():
    model = settings().draw_model
    assert chances(0).draw == pytest.approx(model.draws / model.of)


def test_expected_scores_mirror_and_follow_the_table():
    assert [expected_percent(d) for d in (0, 3, 4, 100, 400, -4)] == [50, 50, 51, 64, 92, 49]


def test_chances_mirror():
    assert chances(150) == pytest.approx(tuple(reversed(chances(-150))))


@pytest.mark.parametrize(("count", "seed"), [(10, 1), (12, 3)])
def test_chance_in_a_round_robin_is_the_sum_over_all_ways(count, seed):
    event = round_robin(count, seed)
    found = [o for o in outlooks(event, event.rounds - 3).values() if o.state == "possible" and not o.decision]
    assert found
    for one in found:
        odds = [chances(one.player.rating - other.rating) for other in one.remaining.opponents]
        total = 0.0
        for halves in product(range(3), repeat=3):
            weight = odds[0][halves[0]] * odds[1][halves[1]] * odds[2][halves[2]]
            total += weight * (sum(halves) >= (9 if one.remaining.enough(2) is None else one.remaining.enough(2)))
        if one.remaining.enough(2) == one.remaining.possible(2):
            assert one.chance == pytest.approx(total)
        else:
            assert one.chance >= total
