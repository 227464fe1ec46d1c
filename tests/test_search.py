"""The search for the best games against a plain exhaustive judge, and the bounds it rests on."""

from collections import Counter
from random import Random

import pytest
from casebook import audit_of
from oracle import judge
from random_events import random_case

from normcheck.bound import ceiling
from normcheck.count import Reading
from normcheck.readings import combinations, combined, open_facts

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
    if found.count.games:
        assert len(found.nearest.choice.unmet) == expected.fewest_failing
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


def test_no_norm_is_above_the_ceiling():
    dice, looked = Random(77), 0
    for _ in range(300):
        case = random_case(dice)
        audit = audit_of(case.event)
        bound = ceiling(case.event, case.event.players[1], audit.law, case.minimum, audit.law.unrated)
        for one in exhaustive(case).norm_sets:
            looked += 1
            assert one.performance <= bound
    assert looked > 300


def doubtful(dice, case):
    """The event with open facts: no kind, a guessed system, blank federations, games of less than one move."""
    players = dict(case.event.players)
    for no, player in players.items():
        players[no] = player._replace(federation=dice.choice(["", player.federation, player.federation]))
    marks = [
        game._replace(result=dice.choice("WDL")) if game.opponent and dice.random() < 0.1 else game
        for game in players[1].games
    ]
    players[1] = players[1]._replace(games=tuple(marks))
    return case.event._replace(players=players, kind=None, system_guessed=True)


def test_no_reading_gives_a_norm_or_near_miss_above_the_ceiling():
    dice, norms, near = Random(78), 0, 0
    for _ in range(60):
        case = random_case(dice)
        event = doubtful(dice, case)
        audit, player = audit_of(event), event.players[1]
        bound = ceiling(event, player, audit.law, 7, audit.law.unrated)
        base = audit.judgement(player, case.title)
        line = audit.law.titles[case.title].performance
        for question in combinations(open_facts(event, audit.field, player, base.reading)):
            read = base.under(combined(base.reading, question.changes))
            if read.is_norm():
                norms += 1
                assert read.candidate.choice.mix.performance <= bound
            elif read.is_near_miss():
                near += 1
                assert bound >= line
    assert norms > 40
    assert near > 40
