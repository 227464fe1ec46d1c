"""The best lawful choice of norms for one application: exact, by steps over the events.

At most one way of an event and one norm of eight games. Of all choices the best is the one that is complete, else
complete if open facts turn out well, else the one with the fewest further norms needed; then fewest doubts, fewest
norms, most games.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from normcheck.progress.facts import MAYBE, NO, YES


class Option(NamedTuple):
    """One way of one norm, as an application sees it.

    `low` and `high` are the games credited, surely and at most; `foreigner`, `one_round` and `qualifying` are NO,
    MAYBE or YES; `asks` says whether its day brings the qualifying event into the application.
    """

    low: int
    high: int
    foreigner: int = YES
    one_round: int = YES
    qualifying: int = YES
    asks: int = YES
    eight: bool = False


class Goal(NamedTuple):
    """What is asked: games in all, the games of an ordinary norm, and whether one round a day and 1.5.6 are."""

    games: int
    least: int
    one_round: bool
    qualifying: bool


class State(NamedTuple):
    """What a choice has reached; games no further than the goal."""

    low: int = 0
    high: int = 0
    foreigner: int = NO
    one_round: int = NO
    qualifying: int = NO
    asks: int = NO
    eight: int = 0


class Chosen(NamedTuple):
    """The chosen options as (event, option) places, and what they reach."""

    places: tuple[tuple[int, int], ...]
    state: State


class _Cost(NamedTuple):
    """Smaller is better; it adds up from event to event, which makes the steps exact."""

    doubts: int = 0
    norms: int = 0
    games: int = 0  # minus the games surely credited
    order: tuple[int, ...] = ()  # the first events are preferred


_LEFT_OUT = 1 << 16  # in `order`, behind every option


def best(events: Sequence[Sequence[Option]], goal: Goal) -> Chosen:
    """The best choice; `events` are the options of each event."""
    reached: dict[State, _Cost] = {State(): _Cost()}
    for options in events:
        step: dict[State, _Cost] = {}
        for state, cost in reached.items():
            _keep(step, state, cost._replace(order=(*cost.order, _LEFT_OUT)))
            for at, option in enumerate(options):
                after = joined(state, option, goal)
                if after is not None:
                    _keep(step, after, _added(cost, option, at))
        reached = step
    state, cost = min(reached.items(), key=lambda item: (*preference(item[0], goal), item[1]))
    places = tuple((event, at) for event, at in enumerate(cost.order) if at != _LEFT_OUT)
    return Chosen(places, state)


def _keep(step: dict[State, _Cost], state: State, cost: _Cost) -> None:
    if state not in step or cost < step[state]:
        step[state] = cost


def _added(cost: _Cost, option: Option, at: int) -> _Cost:
    doubt = int(option.low < option.high)
    return _Cost(cost.doubts + doubt, cost.norms + 1, cost.games - option.low, (*cost.order, at))


def joined(state: State, option: Option, goal: Goal) -> State | None:
    """The state with one more option; None if there would be two norms of eight games."""
    if state.eight and option.eight:
        return None
    return State(
        min(state.low + option.low, goal.games),
        min(state.high + option.high, goal.games),
        max(state.foreigner, _sure(option, option.foreigner)),
        max(state.one_round, _sure(option, option.one_round)),
        max(state.qualifying, _sure(option, option.qualifying)),
        max(state.asks, option.asks),
        state.eight or int(option.eight),
    )


def _sure(option: Option, fact: int) -> int:
    """A norm that may not stand at all gives nothing for sure."""
    return fact if option.low else min(fact, MAYBE)


def states(state: State, goal: Goal, *, further: bool = False) -> dict[str, int]:
    """Each condition as NO, MAYBE or YES; with `further` norms to come, which always ask for a qualifying event."""
    found = {
        "award_games": YES if state.low >= goal.games else MAYBE if state.high >= goal.games else NO,
        "normal_foreigner": state.foreigner,
    }
    if goal.qualifying and (state.asks or further):
        asked = YES if further else state.asks
        found["qualifying_event"] = state.qualifying if asked == YES else max(state.qualifying, MAYBE)
    if goal.one_round:
        found["one_round_a_day"] = state.one_round
    return found


def further_norms(state: State, goal: Goal, *, at_best: bool) -> int:
    """How many ordinary norms are still needed: for the games, and one if anything else is missing."""
    games = goal.games - (state.high if at_best else state.low)
    wanted = MAYBE if at_best else YES
    needed = -(-games // goal.least)
    return max(needed, 1) if any(value < wanted for value in states(state, goal).values()) else needed


def preference(state: State, goal: Goal) -> tuple[int, ...]:
    """Smaller is better."""
    sure, hoped = further_norms(state, goal, at_best=False), further_norms(state, goal, at_best=True)
    missing = sum(value < YES for value in states(state, goal, further=hoped > 0).values())
    return (hoped, sure, missing, -state.low, -state.high)


def combine(options: Iterable[Option], goal: Goal) -> State | None:
    """The state of a whole choice; None if it is not lawful."""
    state: State | None = State()
    for option in options:
        state = joined(state, option, goal) if state is not None else None
    return state
