"""The search for the best games against a plain exhaustive judge, and the bounds it rests on."""

from collections import Counter
from random import Random

import pytest
from casebook import audit_of
from oracle import judge
from random_events import random_case

from normcheck.count import Reading
from normcheck.readings import combinations, combined, open_facts
from normcheck.verdict import Pending

CASES = 300  # a batch
BATCHES = 8


def reading_of(case):
    eight_as_nine = case.system == "knockout" and case.minimum == 8
    return Reading(
        system=case.system,
        minimum=case.minimum if case.minimum != 9 else 0,
        counts_as=9 if eight_as_nine else 0,
        waived_by="zonal" if case.waived else "",
        absences_allowed=True,
    )


def judged(case):
    audit = audit_of(case.event, case.title)
    return audit.judgement(case.event.players[1], case.title).under(reading_of(case))


def exhaustive(case):
    return judge(
        case.title,
        "POL",
        case.games,
        case.rounds,
        case.system,
        minimum=case.minimum,
        waived=case.waived,
        players=len(case.event.players),
        unrated_zero=case.unrated_zero,
    )


def compare(case):
    """Both judges on one case; returns what came out, for the count."""
    expected, found = exhaustive(case), judged(case)
    assert found.is_norm() == expected.norm
    if expected.norm:
        choice = found.candidate.choice
        figures = choice.mix
        got = (figures.halves, figures.average, figures.performance, figures.required_halves)
        chosen = (choice.ignored, len(figures.games), *got, choice.credited)
        best = {(f.ignored, f.games, f.halves, f.average, f.performance, f.required, f.credit) for f in expected.tied}
        assert chosen in best
        return "norm"
    nearest = found.nearest.choice
    if 0 < len(nearest.mix.games) < case.minimum and nearest.unmet[0] == "games":
        # The exhaustive judge looks at too few games only where there is nothing else.
        assert len(nearest.unmet) <= expected.fewest_failing
    elif found.count.games:
        assert len(nearest.unmet) == expected.fewest_failing
    return "no norm"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_search_agrees_with_the_exhaustive_judge(batch):
    dice = Random(batch)
    seen = Counter(compare(random_case(dice)) for _ in range(CASES))
    assert seen["norm"] > CASES // 10
    assert seen["no norm"] > CASES // 10


def test_the_search_agrees_on_fifteen_rounds():
    dice = Random(15)
    seen = Counter(compare(random_case(dice, (15,))) for _ in range(20))
    assert len(seen) == 2


def doubtful(dice, case):
    """The event with open facts: no kind, a guessed system, blank federations, games of less than one move."""
    players = dict(case.event.players)
    for no, player in players.items():
        players[no] = player._replace(federation=dice.choice(["", *[player.federation] * 5]))
    marks = [
        game._replace(result=dice.choice("WDL")) if game.opponent and dice.random() < 0.04 else game
        for game in players[1].games
    ]
    players[1] = players[1]._replace(games=tuple(marks))
    kind = dice.choice([None, case.event.kind])
    return case.event._replace(players=players, kind=kind, system_guessed=dice.random() < 0.3)


def test_a_decision_stands_exactly_if_all_readings_agree():
    dice, seen = Random(78), Counter()
    for _ in range(150):
        case = random_case(dice)
        event = doubtful(dice, case)
        audit, player = audit_of(event, case.title), event.players[1]
        (decision,) = [d for d in audit.decisions() if d.player.no == 1]
        base = audit.judgement(player, case.title)
        facts = open_facts(event, audit.field, player, base.reading)
        readings = [combined(base.reading, question.changes) for question in combinations(facts)]
        answers = {base.under(reading).is_norm() for reading in readings}
        expected = "needs review" if len(answers) == 2 else "norm" if answers == {True} else "no norm"
        assert decision.decision == expected
        if expected == "no norm":
            assert decision.near == base.is_near_miss()
        seen[expected] += 1
    assert len(seen) == 3


def test_the_bound_never_settles_a_norm_or_a_near_miss():
    dice, seen = Random(77), Counter()
    for _ in range(250):
        case = random_case(dice)
        audit = audit_of(case.event, case.title)
        (decision,) = [d for d in audit.decisions() if d.player.no == 1]
        if case.minimum == 9 and not case.waived and decision.decision == "no norm":
            assert not exhaustive(case).norm or exhaustive(case).own_absence_in_round_robin
        full = audit.decide(Pending(case.event.players[1], case.title, ""))
        assert (decision.decision, decision.near) == (full.decision, full.near)
        seen[decision.decision, decision.near] += 1
    assert len(seen) == 4
