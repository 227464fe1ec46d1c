"""An event as it might have been: a result, an opponent's title or rating changed, a game left out."""

from collections.abc import Iterable

from normcheck import event as ev
from normcheck.event import Event, Game, Player
from normcheck.web.orders import Change

_OTHER_SIDE = {
    ev.WIN: ev.LOSS, ev.DRAW: ev.DRAW, ev.LOSS: ev.WIN,
    ev.SHORT_WIN: ev.SHORT_LOSS, ev.SHORT_DRAW: ev.SHORT_DRAW, ev.SHORT_LOSS: ev.SHORT_WIN,
    ev.FORFEIT_WIN: ev.FORFEIT_LOSS, ev.FORFEIT_LOSS: ev.FORFEIT_WIN, ev.BLANK: ev.BLANK,
}  # fmt: skip


def suppose(event: Event, no: int, changes: Iterable[Change]) -> Event:
    """The event with these changes to the rounds of player `no`; rounds he does not have change nothing."""
    for change in changes:
        if no in event.players and change.round <= len(event.players[no].games):
            event = _supposed(event, event.players[no], change)
    return event


def _supposed(event: Event, player: Player, change: Change) -> Event:
    game = player.games[change.round - 1]
    opponent = event.players.get(game.opponent)
    if change.left_out:
        return _with_game(event, player, change.round, Game(0, "-", ev.PAIRING_BYE, game.column))
    if change.result is not None and change.result != game.result:
        event = _with_result(event, player, change.round, change.result)
    if opponent is None or (change.title is None and change.rating is None):
        return event
    opponent = event.players[opponent.no]
    title = opponent.title if change.title is None else change.title
    rating = opponent.rating if change.rating is None else change.rating
    dated = {key: then for key, then in event.dated.items() if key != (change.round, opponent.no)}
    return _with_player(event._replace(dated=dated), opponent._replace(title=title, rating=rating))


def _with_result(event: Event, player: Player, round_: int, result: str) -> Event:
    """Change a result on both sides of the board; a code without an opponent's side changes the player's alone."""
    game = player.games[round_ - 1]
    event = _with_game(event, player, round_, game._replace(result=result))
    other = event.players.get(game.opponent)
    if other is None or round_ > len(other.games) or result not in _OTHER_SIDE:
        return event
    theirs = other.games[round_ - 1]
    if theirs.opponent != player.no:
        return event
    return _with_game(event, other, round_, theirs._replace(result=_OTHER_SIDE[result]))


def _with_game(event: Event, player: Player, round_: int, game: Game) -> Event:
    games = (*player.games[: round_ - 1], game, *player.games[round_:])
    return _with_player(event, player._replace(games=games))


def _with_player(event: Event, player: Player) -> Event:
    return event._replace(players=event.players | {player.no: player})
