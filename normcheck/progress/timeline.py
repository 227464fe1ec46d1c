"""The picture of the way to a title: ratings by date, the rating asked, the norms below. Only geometry."""

from collections.abc import Sequence
from datetime import date

from normcheck.progress.apply import Application, Counted
from normcheck.progress.facts import RatingPoint
from normcheck.progress.pages import NormSpot, Spot, Timeline
from normcheck.progress.sentence import rating_text
from normcheck.progress.text import dash
from normcheck.wording import say

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 520.0, 34.0, 470.0, 16.0, 138.0
LANE, FIRST_LANE = 17.0, 22.0  # rows of norms below the years
APART = 44.0  # between two norms of one row
MOST_TICKS, MOST_YEARS = 6, 14


class _Scale:
    """Days to x, ratings to y."""

    def __init__(self, days: Sequence[date], values: Sequence[int]) -> None:
        self.first = date(min(days).year, 1, 1)
        self.last = date(max(days).year + 1, 1, 1)
        self.step = next(step for step in (25, 50, 100, 200, 500) if _span(values, step) <= MOST_TICKS)
        self.low = min(values) // self.step * self.step
        self.high = self.low + self.step * _span(values, self.step)

    def x(self, day: date) -> float:
        return round(LEFT + (RIGHT - LEFT) * (day - self.first).days / (self.last - self.first).days, 2)

    def y(self, value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low), 2)

    def years(self) -> tuple[tuple[float, str], ...]:
        every = -(-(self.last.year - self.first.year) // MOST_YEARS)
        return tuple((self.x(date(year, 1, 1)), str(year)) for year in range(self.first.year, self.last.year, every))

    def ticks(self) -> tuple[tuple[float, str], ...]:
        return tuple((self.y(value), str(value)) for value in range(self.low, self.high + 1, self.step))


def _span(values: Sequence[int], step: int) -> int:
    """Steps from the lowest value to a little above the highest."""
    return max((max(values) + step // 4) // step + 1 - min(values) // step, 1)


def timeline(found: Application, ratings: Sequence[RatingPoint]) -> Timeline | None:
    """The picture; None without a rating or norm that has a date."""
    dated = sorted(((r.day.first, r) for r in ratings if r.day), key=lambda pair: (pair[0], pair[1].value))
    norms = [(one.norm.when.first, number, one) for number, one in enumerate(found.norms, 1) if one.norm.when]
    days = [day for day, _ in dated] + [day for day, _, _ in norms]
    if not days or not dated:
        return None
    mark = found.peak.mark
    scale = _Scale(days, [mark, *(int(r.value) for _, r in dated)])
    spots = tuple(_spot(scale, day, point, found) for day, point in dated)
    below = _lanes(scale, norms)
    return Timeline(
        width=WIDTH, height=max((spot.y for spot in below), default=BOTTOM + FIRST_LANE) + LANE,
        left=LEFT, right=RIGHT, bottom=BOTTOM, years=scale.years(), ticks=scale.ticks(),
        line=tuple((spot.x, spot.y) for spot in spots if not spot.open), spots=spots, mark_y=scale.y(mark),
        mark_label=say("progress", "timeline", "mark", title=found.title, mark=mark), norms=below,
    )  # fmt: skip


def _spot(scale: _Scale, day: date, point: RatingPoint, found: Application) -> Spot:
    is_named = point in (found.peak.highest, found.peak.reached)
    return Spot(scale.x(day), scale.y(float(point.value)), rating_text(point.value), point.live, is_named)


def _lanes(scale: _Scale, norms: Sequence[tuple[date, int, Counted]]) -> tuple[NormSpot, ...]:
    """The norms in as few rows as keep them apart."""
    ends: list[float] = []
    found = []
    for day, number, one in norms:
        x = scale.x(day)
        lane = next((at for at, end in enumerate(ends) if x - end >= APART), len(ends))
        ends[lane : lane + 1] = [x]
        label = dash(one.credit.low, one.credit.high)
        found.append(NormSpot(x, BOTTOM + FIRST_LANE + LANE * lane, number, label, one.chosen))
    return tuple(found)
