"""Properties that hold of every event: found by searching for one in which they do not."""

from random import Random

from casebook import audit_of, full_event, verdict
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from invariants import check
from random_events import random_case

from normcheck.checks import unmet
from normcheck.event import Fact, Game, Player, Source
from normcheck.mix import mix
from normcheck.verdict import Pending

TITLES = ["GM", "IM", "WGM", "WIM"]
LINE = {"GM": 2600, "IM": 2450, "WGM": 2400, "WIM": 2250}
thorough = settings(max_examples=200, deadline=None, derandomize=True)

held = st.sampled_from(["GM", "GM", "IM", "IM", "FM", "WGM", "WIM", ""])
flags = st.sampled_from(["GER", "FRA", "ITA", "POL", "FID"])
opponents = st.tuples(st.integers(-250, 150), held, flags)
results = st.sampled_from("11==0")
better = {"0": "=", "=": "1"}


def event_of(title, met, marks, system, rounds=None):
    """The applicant's games, one opponent each; ratings are given as distance from the line of the title."""
    players = [
        Player(no, f"Opponent {no}", name, flag, LINE[title] + offset, "m")
        for no, (offset, name, flag) in enumerate(met, 2)
    ]
    games = tuple(Game(no, "w", mark) for no, mark in enumerate(marks, 2))
    me = Player(1, "Player, Pat", "", "POL", 2300, "f", games=games)
    return full_event([me, *players], rounds or len(met), system)


@st.composite
def plain_events(draw, systems=("swiss", "team", "round robin", "knockout")):
    title, count = draw(st.sampled_from(TITLES)), draw(st.integers(9, 12))
    met = draw(st.lists(opponents, min_size=count, max_size=count))
    marks = draw(st.lists(results, min_size=count, max_size=count))
    return title, met, marks, draw(st.sampled_from(systems))


@thorough
@given(plain_events(), st.data())
def test_half_a_point_more_never_loses_a_norm(case, data):
    title, met, marks, system = case
    before = verdict(event_of(title, met, marks, system), title)
    check(before)
    assume(before.decision == "norm")
    improvable = [at for at, mark in enumerate(marks) if mark in better]
    assume(improvable)
    at = data.draw(st.sampled_from(improvable))
    marks[at] = better[marks[at]]
    after = verdict(event_of(title, met, marks, system), title)
    assert after.decision == "norm"
    assert after.credited_games >= before.credited_games


@thorough
@given(plain_events(systems=("round robin",)), st.randoms(use_true_random=False))
def test_the_order_of_the_rounds_does_not_matter_in_a_round_robin(case, dice):
    title, met, marks, system = case
    rows = list(zip(met, marks, strict=True))
    before = verdict(event_of(title, met, marks, system), title)
    dice.shuffle(rows)
    after = verdict(event_of(title, [row[0] for row in rows], [row[1] for row in rows], system), title)
    for name in ("decision", "near_miss", "games", "score", "average", "performance", "credited_games", "all_games"):
        assert getattr(after, name) == getattr(before, name), name


@thorough
@given(plain_events())
def test_a_higher_norm_implies_the_lower_ones_on_the_same_games(case):
    title, met, marks, system = case
    event = event_of(title, met, marks, system)
    audit = audit_of(event)
    player = event.players[1]
    judged = audit.judgement(player, title)
    assume(judged.is_norm())
    games = judged.candidate.choice.mix.games
    for lower in audit.law.titles[title].implies:
        who = audit.judgement(player, lower).who
        assert unmet(mix(games, who), who) == []
        assert audit.judgement(player, lower).is_norm()
        if verdict(event, title).decision == "norm":
            assert verdict(event, lower).decision == "norm"


def doubtful(seed):
    """A random event in which some facts are open."""
    dice = Random(seed)
    case = random_case(dice)
    source = Source("case.trf")
    kinds = [None, Fact("ordinary", source), Fact("national team", source), Fact("world or continental team", source)]
    players = dict(case.event.players)
    for no, player in players.items():
        players[no] = player._replace(federation=dice.choice(["", *[player.federation] * 9]))
    marks = [g._replace(result=dice.choice(g.result * 9 + "WDLF")) if g.opponent else g for g in players[1].games]
    players[1] = players[1]._replace(games=tuple(marks), sex=dice.choice("fffm"))
    event = case.event._replace(
        players=players, kind=dice.choice(kinds), system_guessed=dice.random() < 0.2, complete=dice.random() < 0.9
    )
    return event, case.title


seeds = st.integers(0, 10**9)


@thorough
@given(seeds)
def test_the_settled_path_decides_as_the_full_path(seed):
    event, title = doubtful(seed)
    audit = audit_of(event, title)
    (settled,) = [d for d in audit.decisions() if d.player.no == 1] or [None]
    assume(settled is not None)
    full = audit.decide(Pending(event.players[1], title, ""))
    assert (settled.decision, settled.near) == (full.decision, full.near)


@thorough
@given(seeds)
def test_a_verdict_never_contradicts_itself(seed):
    event, title = doubtful(seed)
    assume(event.players[1].sex == "f")
    check(verdict(event, title))
