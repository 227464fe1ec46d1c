"""What holds of every verdict, whatever the case."""

NORM, NO_NORM, REVIEW = "norm", "no norm", "needs review"


def check(result):
    """A verdict must not contradict its own findings and figures."""
    outcomes = [f.outcome for f in result.findings]
    if result.decision == NORM:
        assert "not met" not in outcomes
        assert "unknown" not in outcomes
        assert not result.questions
        assert result.required_score is not None
        assert result.score >= result.required_score
        assert result.credited_games >= 7
    else:
        assert result.credited_games is None
    if result.decision == NO_NORM:
        assert "not met" in outcomes or result.open_rounds
        assert result.reason
    if result.decision == REVIEW:
        assert "unknown" in outcomes
        assert result.questions
    assert len({(f.clause, f.note) for f in result.findings}) == len(result.findings)
    counted = [r.round for r in result.rounds if r.status == "counted"]
    assert len(counted) == result.games
    assert [r.round for r in result.rounds if r.status == "ignored"] == result.ignored_rounds
    assert result.games + len(result.ignored_rounds) == result.all_games.games + (
        result.carried_by == "last_round_forfeit"
    )
