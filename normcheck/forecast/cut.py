"""An event as it stood after a round, with the pairings that were known then."""

from collections import Counter

from normcheck import event as ev
from normcheck.event import Event, Game, Player

FIXED = (ev.ROUND_ROBIN, ev.DOUBLE_ROUND_ROBIN)


def rounds_done(event: Event) -> int:
    """The last round of which every result is known."""
    done = event.rounds_played
    for player in event.players.values():
        blank = next((r for r, g in enumerate(player.games, 1) if g.result == ev.BLANK), done + 1)
        done = min(done, blank - 1)
    return done


def is_fixed(event: Event) -> bool:
    """Whether all pairings are known from the start."""
    return bool(event.system and event.system.value in FIXED)


def open_rounds(event: Event, player: Player) -> tuple[int, ...]:
    """The rounds this player may still play."""
    blank = [r for r, g in enumerate(player.games, 1) if g.result == ev.BLANK]
    later = range(max(len(player.games), event.rounds_played) + 1, event.rounds + 1)
    return (*blank, *later)


def opponent_of(event: Event, player: Player, round_: int) -> Player | None:
    """The opponent paired in an open round, None if not paired yet."""
    if round_ > len(player.games):
        return None
    return event.players.get(player.games[round_ - 1].opponent)


def to_come(event: Event, player: Player) -> dict[int, Player | None] | None:
    """The opponents of the open rounds of a round robin, None for the rest round; None at all if they do not fit.

    Those not met yet are left, whether the file pairs them or not; their order does not matter.
    """
    found = {r: opponent_of(event, player, r) for r in open_rounds(event, player)}
    free = [r for r, other in found.items() if other is None]
    met = Counter(g.opponent for g in player.games if g.opponent)
    cycles = 2 if event.system and event.system.value == ev.DOUBLE_ROUND_ROBIN else 1
    left = [p for p in event.players.values() if p.no != player.no for _ in range(cycles - met[p.no])]
    rests = len(free) - len(left)
    return found | dict(zip(free, left, strict=False)) if 0 <= rests <= len(event.players) % 2 * cycles else None


def after(event: Event, round_: int, paired: bool = True) -> Event:
    """The event after a round; in a round robin with all pairings, else with those of the next round if `paired`.

    Byes and absences of the next round are announced with its pairings and stay.
    """
    last = event.rounds if is_fixed(event) else round_ + paired
    players = {no: p._replace(games=_cut(p.games, round_, last)) for no, p in event.players.items()}
    return event._replace(players=players, rounds_played=round_, complete=event.complete and round_ == event.rounds)


def to_be_continued(event: Event) -> Event:
    """The event of a norm sheet with the rounds after its last game still to come; any other as it is."""
    if not event.sheet:
        return event
    games = event.players[event.applicant].games
    last = next((r for r in range(len(games), 0, -1) if games[r - 1].result not in (ev.UNLISTED, ev.BLANK)), 0)
    unlisted = [g for g in games[last:] if g.result == ev.UNLISTED]
    return after(event, last, paired=False) if unlisted else event


def without_pairings(event: Event) -> Event:
    """The event as it stands, but nobody knows his next opponent; a round robin stays as it is."""
    return event if is_fixed(event) else after(event, rounds_done(event), paired=False)


def _cut(games: tuple[Game, ...], round_: int, last: int) -> tuple[Game, ...]:
    return games[:round_] + tuple(_unplayed(g) for g in games[round_:last])


def _unplayed(game: Game) -> Game:
    return game._replace(result=ev.BLANK) if game.opponent else game


def with_games(player: Player, games: dict[int, Game], rounds: int) -> Player:
    """The player with these games in these rounds; rounds in between stay open."""
    length = max([len(player.games), *games]) if games else len(player.games)
    filled = [*player.games, *(Game(0, "-", ev.BLANK) for _ in range(length - len(player.games)))]
    for round_, game in games.items():
        filled[round_ - 1] = game
    return player._replace(games=tuple(filled[:rounds]))
