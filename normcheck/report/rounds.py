"""Every round of a player: whether it counts and why not."""

from normcheck import event as ev
from normcheck.event import Game, Player
from normcheck.judge import Judgement
from normcheck.report.model import RoundOut
from normcheck.verdict import Audit
from normcheck.wording import say

SIGNS = {"1": "1", "=": "½", "0": "0", "W": "1", "D": "½", "L": "0", "+": "+", "U": "+", "F": "+", "H": "="}


def sign(result: str) -> str:
    """The result as printed on a form: 1 ½ 0 for played games, + = − for others, blank for open ones."""
    return "" if result == ev.BLANK else SIGNS.get(result, "−")


def rounds_out(audit: Audit, judged: Judgement) -> list[RoundOut]:
    """All rounds of the event for one player, in order."""
    return [_round(audit, judged, round_) for round_ in range(1, audit.event.rounds + 1)]


def _round(audit: Audit, judged: Judgement, round_: int) -> RoundOut:
    player = judged.player
    game = player.games[round_ - 1] if round_ <= len(player.games) else Game(0, "-", ev.BLANK)
    other = audit.event.players.get(game.opponent)
    status, clause, reason = _status(judged, round_)
    used = _used(judged, round_)
    return RoundOut(
        round=round_,
        no=other.no if other and not audit.event.sheet else None,
        opponent=other.name if other else "",
        fide_id=other.fide_id if other else "",
        title=_title(judged, round_, other),
        federation=other.federation if other else "",
        rating=_rating(judged, round_, other),
        used_rating=used[0] if used else None,
        raised=used[1] if used else False,
        result=sign(game.result),
        score=ev.HALVES[game.result] / 2 if game.result in ev.HALVES and other else None,
        status=status,
        article=audit.edition.clause(clause).article if clause else "",
        reason=say("verdict", "reasons", reason) if reason else "",
        source=str(_place(audit, player, game, other)),
    )


def _title(judged: Judgement, round_: int, other: Player | None) -> str:
    """The title that counts in a round, else the one beside the name."""
    counted = next((g.title for g in judged.count.games if g.round == round_), None)
    return counted if counted is not None else other.title if other else ""


def _rating(judged: Judgement, round_: int, other: Player | None) -> int | None:
    """The rating of the opponent in a round, None for unrated."""
    if other is None:
        return None
    shown = judged.shown_facts
    return (shown.of(other, round_)[0] if shown else other.rating) or None


def _place(audit: Audit, player: Player, game: Game, other: Player | None) -> ev.Source:
    if audit.event.sheet and other:
        return ev.Source(audit.event.file, other.line)
    return audit.event.source_of(player, game)


def _status(judged: Judgement, round_: int) -> tuple[str, str, str]:
    """Status word, clause and reason of a round."""
    choice, carried = judged.shown.choice, judged.shown.carried_by
    if round_ in choice.tail:
        return "ignored", "ignored_tail", "ignored_tail"
    if round_ in choice.dropped:
        return "ignored", "ignored_wins", "ignored_wins"
    excluded = next((e for e in judged.count.excluded if e.round == round_), None)
    if excluded and carried == "last_round_forfeit" and any(g.round == round_ for g in choice.mix.games):
        return "counted", "last_round_forfeit", "last_round_forfeit"
    if excluded:
        return "not counted", excluded.clause, excluded.reason
    if round_ in judged.count.open_rounds:
        return "not played yet", "", "open"
    return "counted", "", ""


def _used(judged: Judgement, round_: int) -> tuple[int, bool] | None:
    """The rating used in the average and whether it was raised, for a counted round."""
    figures = judged.shown.choice.mix
    for position, game in enumerate(figures.games):
        if game.round == round_:
            raised = position in figures.raised
            return (judged.who.title.floor if raised else game.value), raised
    return None
