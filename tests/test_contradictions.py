"""Lines that contradict each other and rounds that were not played are never taken in the player's favour."""

import pytest

from normcheck.read.trf import read
from normcheck.regulation import edition_for
from normcheck.report.certificate import certificate
from normcheck.report.sheets import file_name
from normcheck.report.verdicts import verdict_out
from normcheck.verdict import Audit
from tests.benchmark import generate


def audit_of(text, name="event.trf"):
    event = read(text.encode(), name)
    return Audit(event, edition_for(event.start.value)[0])


def norm_event():
    """A generated open, and the first player with a norm that one half point less would have cost."""
    text = generate.swiss(60, 9, seed=5, mean=2380)
    for decision in audit_of(text).decisions():
        figures = decision.base.shown.choice.mix
        if decision.decision == "norm" and figures.halves == figures.required_halves:
            won = next((r for r, g in enumerate(decision.player.games, 1) if g.result == "1"), 0)
            if won:
                return text, decision, won
    raise AssertionError("the seed gives no norm without a half point to spare")


def with_result(text, no, round_, code):
    """The text with another result of one player in one round."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"001 {no:4d}"))
    column = 98 + 10 * (round_ - 1)
    lines[at] = lines[at][:column] + code + lines[at][column + 1 :]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("code", ["1", "=", "-"])
def test_the_opponents_line_decides_as_well(code):
    text, decision, round_ = norm_event()
    opponent = decision.player.games[round_ - 1].opponent
    audit = audit_of(with_result(text, opponent, round_, code))
    found = [d for d in audit.decisions() if (d.player.no, d.title) == (decision.player.no, decision.title)]
    assert [d.decision for d in found] == ["needs review"]
    verdict = verdict_out(audit, found[0])
    assert [q.key for q in verdict.questions] == ["contradiction"]
    assert f"Round {round_}" in verdict.questions[0].text


def test_a_penalty_is_no_contradiction():
    text, decision, _ = norm_event()
    drawn = next((r for r, g in enumerate(decision.player.games, 1) if g.result == "="), 0)
    if drawn:
        text = with_result(text, decision.player.games[drawn - 1].opponent, drawn, "0")
    audit = audit_of(text)
    found = [d for d in audit.decisions() if (d.player.no, d.title) == (decision.player.no, decision.title)]
    assert [d.decision for d in found] == ["norm"]


def test_a_game_in_a_round_not_played_does_not_count():
    text, decision, _ = norm_event()
    lines = text.splitlines()
    kept = {decision.player.no, decision.player.games[8].opponent}
    for at, line in enumerate(lines):
        if line.startswith("001 ") and int(line[4:8]) not in kept:
            lines[at] = line[:171] + "  0000 - Z"[-8:]
    audit = audit_of("\n".join(lines) + "\n")
    assert (audit.event.complete, audit.event.rounds_played) == (False, 8)
    found = [d for d in audit.decisions() if (d.player.no, d.title) == (decision.player.no, decision.title)]
    assert [d.decision for d in found] == ["no norm"]
    assert found[0].base.count.open_rounds == (9,)


def test_the_certificate_claims_an_exemption_only_where_the_limits_are_broken():
    audit = audit_of(generate.swiss(120, 9, seed=3, mean=2380))
    assert audit.field.large_swiss.state
    norms = [d for d in audit.decisions() if d.decision == "norm"]
    forms = [(d, certificate(audit, d)) for d in norms]
    assert forms
    for decision, form in forms:
        broken = {f.clause for f in verdict_out(audit, decision).findings if f.outcome == "waived"}
        assert form.exemption_applied == bool(broken)
        assert any("applied" in remark for remark in form.remarks) == bool(broken)


def test_file_names_tell_events_apart():
    one, other = (audit_of(generate.swiss(12, 9, seed=seed)) for seed in (1, 2))
    assert file_name(one, one.event.players[1]) != file_name(other, other.event.players[1])
    assert file_name(one, one.event.players[1]).startswith("001_")


def with_points(text, no, halves):
    """The text with other points of one player."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"001 {no:4d}"))
    lines[at] = f"{lines[at][:80]}{halves / 2:4.1f}{lines[at][84:]}"
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("both", "decision"),
    [((-1, 1), "needs review"), ((-2, 1), "needs review"), ((-1, 0), "norm"), ((0, 1), "norm"), ((-1, -1), "norm")],
)
def test_the_totals_of_both_players_decide_as_well(both, decision):
    text, norm, round_ = norm_event()
    opponent = audit_of(text).event.players[norm.player.games[round_ - 1].opponent]
    for player, shift in zip((norm.player, opponent), both, strict=True):
        text = with_points(text, player.no, player.points + shift)
    audit = audit_of(text)
    found = [d for d in audit.decisions() if (d.player.no, d.title) == (norm.player.no, norm.title)]
    assert [d.decision for d in found] == [decision]
    if decision == "needs review":
        verdict = verdict_out(audit, found[0])
        assert [q.key for q in verdict.questions] == ["totals"]
        assert f"round {round_} " in verdict.questions[0].text


def test_totals_that_ask_for_more_than_a_result_say_nothing():
    text, norm, round_ = norm_event()
    opponent = audit_of(text).event.players[norm.player.games[round_ - 1].opponent]
    more = with_points(with_points(text, norm.player.no, norm.player.points + 1), opponent.no, opponent.points - 1)
    assert audit_of(more).field.by_totals == {}


@pytest.mark.parametrize(
    ("mine", "theirs", "decision"), [(-3, 3, "needs review"), (-2, 1, "needs review"), (-3, 0, "norm")]
)
def test_totals_count_by_the_points_of_the_file(mine, theirs, decision):
    """Three points for a win: the totals speak of a win that was a loss, or a draw."""
    text, norm, round_ = norm_event()
    event = audit_of(text).event
    opponent = event.players[norm.player.games[round_ - 1].opponent]
    text = text.replace("142 9", "142 9\n162 W  3.0 D  1.0 L  0.0")
    points = {"1": 3, "=": 1, "0": 0}
    for no, player in event.players.items():
        shift = {norm.player.no: mine, opponent.no: theirs}.get(no, 0)
        text = with_points(text, no, 2 * (sum(points[game.result] for game in player.games) + shift))
    audit = audit_of(text)
    found = [d for d in audit.decisions() if (d.player.no, d.title) == (norm.player.no, norm.title)]
    assert [d.decision for d in found] == [decision]
    assert [turn.key for turn in found[0].turns] == (["totals"] if decision == "needs review" else [])
