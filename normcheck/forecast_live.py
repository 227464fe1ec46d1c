"""The live rating beside the forecast: the peak so far, and what the next game must bring for the rating of a title."""

from collections.abc import Sequence
from fractions import Fraction

from normcheck.errors import WrongUsage
from normcheck.event import Player
from normcheck.forecast.cut import open_rounds, opponent_of
from normcheck.forecast.outlook import Forecast
from normcheck.rating.change import Part, change
from normcheck.rating.coefficient import History, coefficient
from normcheck.rating.games import Rated, games_of
from normcheck.rating.live import live, peak
from normcheck.rating.rules import Rules, rating_rules
from normcheck.read.dates import make_day
from normcheck.report.forecast_model import LiveOut
from normcheck.report.forecast_words import say

RESULTS = (("loss", 0), ("draw", 1), ("win", 2))


class LiveRatings:
    """The live ratings of one forecast; `k` is a stated coefficient, used for everybody it is about."""

    def __init__(self, forecast: Forecast, k: int | None) -> None:
        self.forecast, self.k, self.rules = forecast, k, _rules(forecast)

    def of(self, player: Player, title: str) -> LiveOut | None:
        """The live rating of a player beside one title; None where rating, first day or K are not known."""
        k = self._coefficient(player)
        if k is None or self.rules is None or not player.rating:
            return None
        games, _ = games_of(self.forecast.event, player)
        done = change(player.rating, k, [Part(games, self.rules)])
        best, mark = peak(done), self.forecast.edition.titles[title].peak
        if best is None:
            return None
        reached = best.value >= mark
        needed = None if reached else self._needed(player, games, k, mark)
        return LiveOut(
            k=k,
            rating=_tenths(live(done)[-1]),
            peak=_tenths(best.value),
            peak_after_round=games[best.after - 1].round if best.after else 0,
            mark=mark,
            reached=reached,
            next_result=needed,
            text=_text(live(done)[-1], best.value, mark, reached, needed, k),
        )

    def _coefficient(self, player: Player) -> int | None:
        if self.k is not None or self.rules is None:
            return self.k
        birth = make_day(*map(int, player.birth.split("-"))) if player.birth else None  # as the readers write it
        return coefficient(self.rules.coefficient, History(player.rating, birth=birth), self.rules.day).value

    def _needed(self, player: Player, games: Sequence[Rated], k: int, mark: int) -> str | None:
        """The least result in the next game that brings the mark, None if none does or nobody is paired."""
        event = self.forecast.event
        rounds = open_rounds(event, player)
        other = opponent_of(event, player, rounds[0]) if rounds else None
        if other is None or not other.rating or self.rules is None:
            return None
        for word, halves in RESULTS:
            done = change(player.rating, k, [Part((*games, Rated(other.rating, halves)), self.rules)])
            if live(done)[-1] >= mark:
                return word
        return None


def _rules(forecast: Forecast) -> Rules | None:
    start = forecast.event.start
    try:
        return rating_rules().on(start.value.first) if start else None
    except WrongUsage:
        return None


def _tenths(value: Fraction) -> float:
    """For people, cut to one place: 2499.96 is not 2500."""
    return int(value * 10) / 10


def _text(now: Fraction, best: Fraction, mark: int, reached: bool, needed: str | None, k: int) -> str:
    values = {"now": _tenths(now), "peak": _tenths(best), "k": k, "mark": mark}
    if reached:
        return say("live", "reached", **values)
    if needed:
        return say("live", "needed", result=say("results", needed), **values)
    return say("live", "open", **values)
