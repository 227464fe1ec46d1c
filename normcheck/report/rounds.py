"""Every round of a player: whether it counts and why not."""

from normcheck import event as ev
from normcheck.event import Game, Player
from normcheck.judge import Judgement
from normcheck.report.made import Made
from normcheck.report.model import RoundOut
from normcheck.verdict import Audit
from normcheck.wording import say

SIGNS = {"1": "1", "=": "½", "0": "0", "W": "1", "D": "½", "L": "0", "+": "+", "U": "+", "F": "+", "H": "="}


# What differs between the verdicts on one player: status word, clause, reason, title, rating, used rating, raised.
_Shown = tuple[str, str, str, str, int | None, int | None, bool]
_COUNTED, _UNUSED = ("counted", "", ""), (None, False)


def sign(result: str) -> str:
    """The result as printed on a form: 1 ½ 0 for played games, + = − for others, blank for open ones."""
    return "" if result == ev.BLANK else SIGNS.get(result, "−")


def rounds_out(audit: Audit, judged: Judgement, made: Made | None = None) -> list[RoundOut]:
    """All rounds of the event for one player, in order."""
    made, event, player, look = made or Made(audit), audit.event, judged.player, _Look(judged)
    games = (*player.games[: event.rounds], *[Game(0, "-", ev.BLANK)] * (event.rounds - len(player.games)))
    found = []
    for round_, game in enumerate(games, 1):
        shown = look.at(round_, event.players.get(game.opponent))
        key = player.no, round_, game, shown
        found.append(made.rounds.get(key) or made.rounds.setdefault(key, _round(audit, player, round_, game, shown)))
    return found


def _round(audit: Audit, player: Player, round_: int, game: Game, shown: _Shown) -> RoundOut:
    other = audit.event.players.get(game.opponent)
    status, clause, reason, title, rating, used, raised = shown
    return RoundOut(
        round=round_,
        no=other.no if other and not audit.event.sheet else None,
        opponent=other.name if other else "",
        fide_id=other.fide_id if other else "",
        title=title,
        federation=other.federation if other else "",
        rating=rating,
        used_rating=used,
        raised=raised,
        result=sign(game.result),
        score=ev.HALVES[game.result] / 2 if game.result in ev.HALVES and other else None,
        status=status,
        article=audit.edition.clause(clause).article if clause else "",
        reason=say("verdict", "reasons", reason) if reason else "",
        source=str(_place(audit, player, game, other)),
    )


def _place(audit: Audit, player: Player, game: Game, other: Player | None) -> ev.Source:
    if audit.event.sheet and other:
        return ev.Source(audit.event.file, other.line)
    return audit.event.source_of(player, game)


class _Look:
    """The rounds of one judgement by number."""

    def __init__(self, judged: Judgement) -> None:
        self.facts = judged.shown_facts
        self.titles = {g.round: g.title for g in reversed(judged.count.games)}
        figures, floor = judged.shown.choice.mix, judged.who.title.floor
        self.used = {g.round: (g.value, False) for g in figures.games}
        self.used |= {figures.games[at].round: (floor, True) for at in figures.raised}
        self.left_out = self._left_out(judged)

    def _left_out(self, judged: Judgement) -> dict[int, tuple[str, str, str]]:
        """Status word, clause and reason of every round that does not simply count."""
        choice, last = judged.shown.choice, "last_round_forfeit"
        found = dict.fromkeys(judged.count.open_rounds, ("not played yet", "", "open"))
        for out in reversed(judged.count.excluded):
            counts = judged.shown.carried_by == last and out.round in self.used
            found[out.round] = ("counted", last, last) if counts else ("not counted", out.clause, out.reason)
        for rounds, clause in ((choice.dropped, "ignored_wins"), (choice.tail, "ignored_tail")):
            found |= dict.fromkeys(rounds, ("ignored", clause, clause))
        return found

    def at(self, round_: int, other: Player | None) -> _Shown:
        """What is shown of one round: the title that counts, else the one beside the name; no rating for unrated."""
        title = self.titles.get(round_)
        if title is None:
            title = other.title if other else ""
        rating = 0 if other is None else self.facts.of(other, round_)[0] if self.facts else other.rating
        return (*self.left_out.get(round_, _COUNTED), title, rating or None, *self.used.get(round_, _UNUSED))
