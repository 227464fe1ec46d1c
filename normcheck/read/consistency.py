"""Do the players of an event agree with each other? Every disagreement is a notice; nothing is changed."""

from normcheck.event import BLANK, SWISS, UNLISTED, Game, Player
from normcheck.read.notices import Notices

# Both sides of one game that fit. Arbiters may also give 0/0 or =/0 as a penalty.
_PAIRS = "10 01 == 00 =0 0= WL LW DD LL DL LD +- -+ --"
_RESULTS = frozenset({*_PAIRS.split(), BLANK * 2})


def _sides() -> frozenset[tuple[str, str, str, str]]:
    """Colour and result of both sides, for all that fit."""
    colours = ("wb", "bw", "--", "w-", "-w", "b-", "-b")
    return frozenset((c[0], r[0], c[1], r[1]) for c in colours for r in _RESULTS)


_FITTING = _sides()


def check_players(players: dict[int, Player], system: str, notices: Notices) -> None:
    """Games from both sides, opponents met twice, and what stands in several player records."""
    _check_games(players, notices)
    if system == SWISS:
        _check_repeats(players, notices)
    _check_identities(players, notices)


def _check_games(players: dict[int, Player], notices: Notices) -> None:
    """Reciprocity, opposite colours and fitting results of every game."""
    rows = {no: player.games for no, player in players.items()}
    for no, games in rows.items():
        for index, (opponent, colour, result, _) in enumerate(games):
            if not opponent:
                continue
            others = rows[opponent]
            other = others[index] if index < len(others) else None
            if other is None or other[0] != no:
                _not_reciprocal(players[no], index, notices)
            elif opponent > no and (colour, result, other[1], other[2]) not in _FITTING:
                _disagreeing(players[no], index, other, notices)


def _not_reciprocal(player: Player, index: int, notices: Notices) -> None:
    game = player.games[index]
    values: dict[str, object] = {"no": player.no, "name": player.name, "opponent": game.opponent}
    notices.add("not_reciprocal", player.line, game.column, round=index + 1, **values)


def _disagreeing(player: Player, index: int, other: Game, notices: Notices) -> None:
    game = player.games[index]
    values: dict[str, object] = {"no": player.no, "name": player.name, "opponent": game.opponent}
    if game.colour == other.colour != "-":
        notices.add("colours_disagree", player.line, game.column, round=index + 1, **values)
    if game.result + other.result in _RESULTS or UNLISTED in (game.result, other.result):
        return
    values |= {"result": game.result, "other": other.result}
    notices.add("results_disagree", player.line, game.column, round=index + 1, **values)


def _check_repeats(players: dict[int, Player], notices: Notices) -> None:
    """In a Swiss system nobody meets the same opponent twice (each pair is reported once)."""
    for no, player in players.items():
        opponents = [game[0] for game in player.games if game[0]]
        if len(set(opponents)) == len(opponents):
            continue
        for opponent in sorted({one for one in opponents if opponents.count(one) > 1 and one > no}):
            notices.add("met_twice", player.line, 0, no=no, name=player.name, opponent=opponent)


def _check_identities(players: dict[int, Player], notices: Notices) -> None:
    """One FIDE id for two start numbers; ratings everywhere and titles nowhere."""
    first: dict[str, int] = {}
    for no, player in players.items():
        fide_id = player.fide_id
        if fide_id and first.setdefault(fide_id, no) != no:
            values: dict[str, object] = {"no": no, "name": player.name, "first": first[fide_id]}
            notices.add("fide_id_twice", player.line, 58, fide_id=fide_id, **values)
    if any(player.rating for player in players.values()) and not any(p.title for p in players.values()):
        notices.add("no_titles", next(iter(players.values())).line, 11)
