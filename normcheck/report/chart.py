"""The small chart of a proof: opponents' ratings by round, running performance and the required line.

Only geometry, in the chart's own units; nothing here decides anything.
"""

from normcheck.judge import Judgement
from normcheck.mix import mix
from normcheck.report.pages import Chart, ChartPoint
from normcheck.report.rounds import sign
from normcheck.wording import say

WIDTH, HEIGHT = 520.0, 170.0
LEFT, RIGHT, TOP, BOTTOM = 40.0, 508.0, 14.0, 146.0
STEP = 100  # rating points between two ticks


class _Scale:
    """Ratings to y, rounds to x."""

    def __init__(self, values: list[int], rounds: int) -> None:
        self.low = (min(values) - STEP // 3) // STEP * STEP  # the lowest circle must not touch the round numbers
        self.high = max(-(-max(values) // STEP) * STEP, self.low + STEP)
        self.rounds = max(rounds, 1)

    def x(self, round_: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * (2 * round_ - 1) / (2 * self.rounds), 2)

    def y(self, rating: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (rating - self.low) / (self.high - self.low), 2)

    def ticks(self) -> tuple[tuple[float, str], ...]:
        span = (self.high - self.low) // STEP
        step = STEP * -(-span // 6)
        return tuple((self.y(value), str(value)) for value in range(self.low, self.high + 1, step))


def chart(judged: Judgement, rounds: int) -> Chart | None:
    """The chart of the chosen and the ignored games; None without games."""
    shown, who = judged.shown.choice, judged.who
    chosen = {g.round: (g, i in shown.mix.raised) for i, g in enumerate(shown.mix.games)}
    every = {g.round: g for g in (*judged.count.games, *shown.mix.games)}
    if not every:
        return None
    used = {r: who.title.floor if chosen.get(r, (g, False))[1] else g.value for r, g in every.items()}
    running = _settled(_running(judged), max(*used.values(), who.title.performance))
    scale = _Scale([*used.values(), who.title.performance, *running.values()], rounds)
    points = []
    for round_ in sorted(every):
        performance = running.get(round_)
        result = sign(judged.player.games[round_ - 1].result)
        points.append(
            ChartPoint(
                round=round_,
                x=scale.x(round_),
                y=scale.y(used[round_]),
                rating=used[round_],
                result=result,
                counted=round_ in chosen,
                performance_y=None if performance is None else scale.y(performance),
            )
        )
    line = say("pages", "proof", "required_line", title=judged.title, performance=who.title.performance)
    return Chart(
        width=WIDTH, height=HEIGHT, points=tuple(points), ticks=scale.ticks(),
        required_y=scale.y(who.title.performance), required_label=line,
        performance_label=say("pages", "proof", "performance_line"), left=LEFT, right=RIGHT, top=TOP, bottom=BOTTOM,
    )  # fmt: skip


def _settled(running: dict[int, int], highest: int) -> dict[int, int]:
    """The performances from where they stay near the rest of the chart: the first few games swing far above it."""
    values = list(running.items())
    limit = max([highest, *(value for _, value in values[-1:])]) + 2 * STEP
    beyond = [at for at, (_, value) in enumerate(values) if value > limit]
    return dict(values[beyond[-1] + 1 :] if beyond else values)


def _running(judged: Judgement) -> dict[int, int]:
    """The performance after each chosen round from the third on, by the same figures as the verdict."""
    games = judged.shown.choice.mix.games
    return {games[n - 1].round: mix(games[:n], judged.who).performance for n in range(3, len(games) + 1)}
