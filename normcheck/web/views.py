"""What the pages of the site show beyond the document: made in the worker from what was judged, nothing decided."""

from collections.abc import Iterable, Sequence
from typing import Any

from normcheck import event as ev
from normcheck.event import Event, Fact, Player
from normcheck.prepare import has_ratings
from normcheck.report.build import document
from normcheck.report.pages import PlayerReport
from normcheck.verdict import Audit, Decision
from normcheck.web.forms import EVENT_FIELDS
from normcheck.web.orders import Game, OpenBye, Overview, Person, PlayerView
from normcheck.web.render import fragment
from normcheck.wording import say

_FEDERATIONS = {"fid": ev.FID, "federation": ev.NO_FEDERATION, "exemption_fid": ev.FID,
                "exemption_blank": ev.NO_FEDERATION}  # fmt: skip
_OPEN_BYES = (ev.FULL_POINT_BYE, ev.UNLISTED, ev.FORFEIT_WIN)


def overview(audit: Audit, decisions: Sequence[Decision], made: Sequence[PlayerReport]) -> Overview:
    """The page of the event; `made` are the reports there are."""
    event = audit.event
    shown = document(audit, decisions)
    asked = {turn.key for decision in decisions for turn in decision.turns} | {q.key for q in shown.questions}
    blanks = [blank.label for report in made for page in report.pages for blank in page.proof.blanks]
    return Overview(
        document=shown.model_dump_json(by_alias=True),
        people=tuple(_person(player) for player in event.players.values()),
        with_pages=tuple(dict.fromkeys(decision.player.no for decision in decisions)),
        asked=tuple(sorted(asked)),
        asked_people=tuple(sorted({no for decision in decisions for no in _people(event, decision)})),
        asked_byes=tuple(dict.fromkeys(bye for decision in decisions for bye in _byes(event, decision))),
        facts={key: _fact(event, key) for key in EVENT_FIELDS},
        blanks=tuple(dict.fromkeys(blanks)),
        is_sheet=event.sheet,
        has_ratings=has_ratings(event),
    )


def _person(player: Player) -> Person:
    return Person(
        no=player.no, name=player.name, title=player.title, federation=player.federation, rating=player.rating,
        sex=player.sex,
    )  # fmt: skip


def _fact(event: Event, key: str) -> str:
    value: Any = getattr(event, key)
    if isinstance(value, Fact):
        return say("web", "truth", str(value.value).lower()) if isinstance(value.value, bool) else str(value.value)
    return ", ".join(str(day) for day in value or () if day)


def _people(event: Event, decision: Decision) -> Iterable[int]:
    """Those whose federation or sex decides."""
    met = {game.opponent for game in decision.player.games if game.opponent in event.players} | {decision.player.no}
    for turn in decision.turns:
        among = event.players if turn.key.startswith("exemption") else met
        if turn.key in _FEDERATIONS:
            yield from (no for no in among if event.players[no].federation == _FEDERATIONS[turn.key])
        if turn.key == "sex":
            yield decision.player.no


def _byes(event: Event, decision: Decision) -> Iterable[OpenBye]:
    """Rounds without opponent whose kind decides."""
    keys = {turn.key for turn in decision.turns}
    players = [decision.player] if "bye" in keys else []
    if "exemption_byes" in keys:
        players += event.players.values()
    for player in players:
        for round_, game in enumerate(player.games, 1):
            if game.result in _OPEN_BYES and not game.opponent:
                yield OpenBye(no=player.no, name=player.name, round=round_)


def player_view(audit: Audit, decisions: Sequence[Decision], report: PlayerReport) -> PlayerView:
    """The page of one player: the pages of his report and the form to suppose something else."""
    player = decisions[0].player
    facts = [player.title, player.federation, str(player.rating or "")]
    return PlayerView(
        name=player.name,
        facts=" ".join(fact for fact in facts if fact),
        html=fragment("proofs.html.j2", report=report),
        decisions=tuple((d.title, d.decision, "near miss" if d.near else "") for d in decisions),
        headlines=tuple(page.proof.headline for page in report.pages),
        has_certificate=any(page.certificate for page in report.pages),
        file_name=report.file_name,
        games=tuple(_game(audit.event, player, round_) for round_ in range(1, len(player.games) + 1)),
    )


def _game(event: Event, player: Player, round_: int) -> Game:
    game = player.games[round_ - 1]
    opponent = event.players.get(game.opponent)
    return Game(
        round=round_,
        opponent=opponent.name if opponent else "",
        title=opponent.title if opponent else "",
        rating=opponent.rating if opponent else 0,
        result=game.result.strip(),
        has_opponent=opponent is not None,
    )
