"""The live rating beside the forecast, and what the next game must bring for the rating of a title."""

import json

import pytest
from click.testing import CliRunner
from forecast_events import START, forecast
from test_forecast import table
from test_forecast_cli import trf

from normcheck.cli import main
from normcheck.forecast_live import LiveRatings

OPPONENTS = [("GM", 2450, "GER")] * 3 + [("IM", 2450, "UKR")] * 3 + [("", 2450, "FRA")] * 3


def live(codes, k, title="IM", rating=2450, start=START):
    event = table(OPPONENTS, f"{codes} ", start=start)
    event.players[1] = event.players[1]._replace(rating=rating)
    return LiveRatings(forecast(event), k).of(event.players[1], title)


def test_equal_opponents_move_the_rating_by_half_a_k():
    found = live("11110000", 10)
    assert (found.rating, found.peak, found.peak_after_round) == (2450.0, 2470.0, 4)


@pytest.mark.parametrize(("codes", "result"), [("===0=111", None), ("====1111", "win"), ("===11111", None)])
def test_win_that_brings_the_rating_of_the_title(codes, result):
    found = live(codes, 20, "GM")
    assert (found.mark, found.next_result, found.reached) == (2500, result, codes.count("1") == 5)


@pytest.mark.parametrize(("rating", "result"), [(2489, None), (2494, "win"), (2497, "win"), (2498, "draw")])
def test_result_against_a_much_higher_opponent(rating, result):
    event = table([("GM", 2700, "GER")], " ", start=START)
    event.players[1] = event.players[1]._replace(rating=rating)
    assert LiveRatings(forecast(event), 10).of(event.players[1], "GM").next_result == result


def test_peak_is_exact():
    assert live("========", 10, "GM", 2499).reached is False
    assert live("========", 10, "IM", 2400).reached is True


def test_coefficient_follows_from_the_rating_or_is_asked_for():
    assert live("========", None).k == 10
    assert live("========", None, rating=2300) is None
    assert live("========", 20, rating=2300).k == 20


def test_without_a_first_day_nothing_is_told():
    assert live("========", 10, start=None) is None


def test_live_rating_is_printed_for_one_player(tmp_path):

    path = tmp_path / "open.trf"
    path.write_text(trf("111=1==="))
    told = CliRunner(env={"COLUMNS": "80"}).invoke(main, ["forecast", str(path), "--player", "1"])
    assert "Live rating" in told.output
    data = json.loads(CliRunner().invoke(main, ["forecast", str(path), "--format", "json"]).output)
    assert all("live" in one for one in data["players"])
