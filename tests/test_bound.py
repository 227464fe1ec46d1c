"""The bound settles nobody who has a norm, a review or a near miss: what it rules out is judged again in full."""

from random import Random

import pytest

from normcheck.event import Confirmed, Day, Doubt, Event, Fact, Game, Player, Source
from normcheck.regulation import edition_for
from normcheck.verdict import Audit, Pending

FILE = Source("event.trf")
SPRING = Day(2025, 3, 1)
TITLES = ("GM", "GM", "GM", "IM", "IM", "IM", "FM", "", "")
FLAGS = ("GER", "GER", "FRA", "FRA", "ESP", "ESP", "ITA", "ITA", "USA")
RATINGS = [1358, 2419, 2416, 2412, 2513, 2431, 2371]


def event_of(ratings, results, day=SPRING, flags=FLAGS, titles=TITLES, **told):
    """One player against opponents in the order of the rounds."""
    games = tuple(Game(no, "w", result) for no, result in enumerate(results, 2))
    players = [Player(1, "Applicant, Ada", federation="POL", rating=2400, sex="f", games=games)]
    for no, rating in enumerate(ratings, 2):
        players.append(Player(no, f"Opponent {no}", titles[no - 2], flags[no - 2], rating, "m"))
    facts = {"system": "swiss", "kind": "ordinary", "federation": "POL"} | {
        key: told.pop(key) for key in ("system", "kind", "federation") if key in told
    }
    known = {key: Fact(value, FILE) if value else None for key, value in facts.items()}
    rounds = {"rounds": len(results), "rounds_played": len(results)} | told
    return Event("event.trf", "TRF16", None, {p.no: p for p in players}, complete=True, start=Fact(day, FILE),
                 **rounds, **known)  # fmt: skip


def decisions(event, *titles):
    """The decisions on the applicant, bounded and not."""
    edition, reason = edition_for(event.start.value)
    audit = Audit(event, edition, titles, reason)
    found = [d for d in audit.decisions() if d.player.no == 1]
    return found, [audit.decide(Pending(event.players[1], d.title, "")) for d in found]


def told(decision):
    return decision.title, decision.decision, decision.near, [turn.key for turn in decision.turns]


TWO_RAISED = event_of([2360] * 7 + [1000] * 2, "1111=====", Day(2010, 3, 1))
NOT_YET_PLAYED = event_of([*RATINGS, 2536, 1100], "=110=1===", rounds=9, rounds_played=8)
ONE_LEFT_OUT = event_of([*RATINGS, 1155], "=110=1=0", flags=(*FLAGS[:7], "NON"), system="knockout", kind="world cup")
TEAM = {"system": "team", "kind": "world or continental team"}
SHORT_GAME = event_of([1456, 2510, 2490, 2522, 2480, 2560, 1199], "=01===L", **TEAM)


@pytest.mark.parametrize(
    ("event", "title", "decision", "near"),
    [
        (TWO_RAISED, "IM", "needs review", False),
        (NOT_YET_PLAYED, "IM", "no norm", True),
        (ONE_LEFT_OUT, "IM", "no norm", True),
        (SHORT_GAME, "WGM", "no norm", True),
    ],
)
def test_what_a_bound_must_allow_for(event, title, decision, near):
    bounded, full = decisions(event, title)
    assert [(d.decision, d.near) for d in bounded] == [(decision, near)]
    assert list(map(told, bounded)) == list(map(told, full))


def random_event(dice):
    """An event near a title, under any edition, with whatever a file may leave open."""
    rounds = dice.choice([7, 8, 9, 9, 9, 10, 11, 13])
    level = dice.choice([2600, 2450, 2400, 2250]) - dice.randint(-60, 220)
    ratings = [dice.choice([0, 1100, 1900] + [max(1000, int(dice.gauss(level, 90)))] * 9) for _ in range(rounds)]
    codes = dice.choice(["1=0", "11=0", "1==0", "1=0+-UHFZW L", "1=0111==0D"])
    results = "".join(dice.choice(codes) for _ in range(rounds))
    flags = [dice.choice(["GER", "FRA", "ESP", "POL", "ITA", "FID", "NON", ""]) for _ in range(rounds)]
    if dice.random() < 0.6:
        flags = [flag if flag in FLAGS else "GER" for flag in flags]
    held = [dice.choice(["GM", "GM", "IM", "IM", "WGM", "FM", ""]) for _ in range(rounds)]
    day = Day(dice.choice([2005, 2010, 2013, 2015, 2018, 2022, 2023, 2025]), dice.choice([3, 8]), 5)
    kinds = {"swiss": ["ordinary", None], "team": ["world or continental team", None], "knockout": ["world cup", None]}
    system = dice.choice(["swiss", "swiss", "swiss", "team", "knockout"])
    played = rounds - (dice.random() < 0.15)
    more = {"system": system, "kind": dice.choice(kinds[system]), "rounds": rounds, "rounds_played": played}
    return event_of(ratings, results, day, flags, held, **more)


@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_hidden_by_a_bound(seed):
    dice, settled = Random(seed), 0
    for _ in range(16):
        event = random_event(dice)
        bounded, full = decisions(event)
        assert list(map(told, bounded)) == list(map(told, full))
        settled += sum(not d.near and d.decision == "no norm" for d in bounded)
    assert settled > 8


def test_a_fact_without_answers_is_no_fact():
    titles = ("IM", "IM", "IM", "GM", "FM", "", "", "", "")
    flags = ("GER", "", "FID", "FID", "ESP", "", "ITA", "", "USA")
    open_event = event_of(
        [2450] * 9, "1=WD=0L0=", Day(2025, 8, 3), flags, titles, system=None, kind=None, federation=""
    )
    late = {2: Confirmed(Day(2026), "FM")}
    doubts = {(2, "title"): Doubt("FM", "IM", "list")}
    bounded, full = decisions(open_event._replace(confirmed=late, doubts=doubts), "IM")
    assert list(map(told, bounded)) == list(map(told, full))


def test_two_numbers_not_known_are_judged_together():
    """In 2009 neither the value of an unrated opponent nor the limit of unrated ones is known."""
    titles, flags = ("IM", "IM", "IM", "FM", "FM", "", "", "", ""), FLAGS
    event = event_of([2450] * 6 + [0] * 3, "11=1=1111", Day(2010, 8, 3), flags, titles)
    (decision,), _ = decisions(event, "IM")
    assert decision.decision == "needs review"
    assert {turn.key for turn in decision.turns} == {"rule_unrated", "rule_unrated_share"}


def test_a_round_missed_in_a_round_robin_is_no_near_miss_for_want_of_a_point():
    ratings = [2362, 2467, 2453, 2346, 2369, 2396, 2329, 2419, 2503, 2324]
    titles = ("FM", "FM", "", "IM", "GM", "", "GM", "GM", "FM", "GM")
    flags = ("POL", "POL", "FRA", "POL", "GER", "FRA", "FRA", "FRA", "FRA", "POL")
    missed = event_of(ratings, "=1-=10=01+", SPRING, flags, titles, system="round robin")
    (decision,), _ = decisions(missed, "IM")
    assert (decision.decision, decision.near) == ("no norm", False)


def test_a_win_against_an_unrated_opponent_is_ignored_where_they_are_too_many():
    """Editions that limit unrated opponents: ignoring the lowest win of all would leave too many of them."""
    ratings = [2680] * 6 + [0] * 3 + [900]
    titles, flags = ("GM", "GM", "GM", "IM", "IM", "IM", "", "", "", ""), (*FLAGS, "USA")
    event = event_of(ratings, "11111111=1", Day(2013, 9, 1), flags, titles)
    (decision,), _ = decisions(event, "IM")
    assert decision.base.is_norm()
    assert decision.base.shown.choice.ignored in ((7,), (8,))
