"""The choice of norms is exact: against every choice there is."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from normcheck.progress.choose import Goal, Option, best, combine, further_norms, preference, states
from normcheck.progress.facts import MAYBE, NO, YES

FACT = st.sampled_from([NO, MAYBE, YES])
GOALS = st.builds(Goal, st.just(27), st.just(9), st.booleans(), st.booleans())


@st.composite
def options(draw):
    high = draw(st.integers(7, 20))
    return Option(
        draw(st.sampled_from([0, high, max(high - 2, 0)])), high, draw(FACT), draw(FACT), draw(FACT), draw(FACT),
        draw(st.booleans()),
    )  # fmt: skip


EVENTS = st.lists(st.lists(options(), min_size=1, max_size=3), max_size=5)


def every_choice(events):
    """All choices of at most one option an event, as lists of places."""
    for picks in product(*[(None, *range(len(options))) for options in events]):
        yield tuple((event, at) for event, at in enumerate(picks) if at is not None)


def cost(events, places):
    chosen = [events[event][at] for event, at in places]
    return sum(o.low < o.high for o in chosen), len(chosen), -sum(o.low for o in chosen)


@settings(deadline=None, max_examples=150)
@given(EVENTS, GOALS)
def test_no_choice_is_better(events, goal):
    ranked = {}
    for places in every_choice(events):
        state = combine((events[event][at] for event, at in places), goal)
        if state is not None:
            ranked[places] = (preference(state, goal), cost(events, places))
    found = best(events, goal)
    assert ranked[found.places] == min(ranked.values())
    assert found.state == combine((events[event][at] for event, at in found.places), goal)


@settings(deadline=None, max_examples=150)
@given(EVENTS, GOALS)
def test_a_complete_choice_is_found_if_there_is_one(events, goal):
    def complete(places):
        state = combine((events[event][at] for event, at in places), goal)
        return state is not None and min(states(state, goal).values()) == YES

    assert complete(best(events, goal).places) == any(complete(places) for places in every_choice(events))


def test_the_shorter_choice_is_taken_if_only_it_has_the_normal_mix():
    goal = Goal(27, 9, one_round=False, qualifying=False)
    long, short = Option(11, 11, foreigner=NO), Option(9, 9)
    events = [[long, short], [Option(9, 9, foreigner=NO)], [Option(9, 9, foreigner=NO)]]
    assert best(events, goal).places == ((0, 1), (1, 0), (2, 0))


def test_the_longer_choice_is_taken_if_the_games_are_needed():
    goal = Goal(27, 9, one_round=False, qualifying=False)
    events = [[Option(9, 9), Option(11, 11, foreigner=NO)], [Option(9, 9)], [Option(8, 8)]]
    assert best(events, goal).places == ((0, 1), (1, 0), (2, 0))


def test_nothing_chosen_leaves_everything_to_do():
    goal = Goal(27, 9, one_round=True, qualifying=True)
    found = best([], goal)
    assert (found.places, further_norms(found.state, goal, at_best=True)) == ((), 3)
