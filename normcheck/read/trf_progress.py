"""How far the event is: rounds planned and played, and what blanks and strange opponents mean."""

import re
from collections.abc import Sequence

from normcheck.event import ABSENT, BLANK, PAIRING_BYE, UNLISTED, Game, Player
from normcheck.read.notices import Notices
from normcheck.read.trf_records import Records, start_numbers
from normcheck.read.trf_rounds import MOST_ROUNDS

_NO_RESULT = frozenset({BLANK, UNLISTED})


def resolve_opponents(players: dict[int, Player], notices: Notices) -> None:
    """Replace opponents who are not in the file, or the player himself, by an unlisted round."""
    for no, player in players.items():
        opponents = {game[0] for game in player.games}
        opponents.discard(0)
        if no in opponents or not players.keys() >= opponents:
            games = tuple(_known(player, index, players, notices) for index in range(1, len(player.games) + 1))
            players[no] = player._replace(games=games)


def _known(player: Player, index: int, players: dict[int, Player], notices: Notices) -> Game:
    game = player.games[index - 1]
    if not game.opponent or (game.opponent in players and game.opponent != player.no):
        return game
    key = "own_opponent" if game.opponent == player.no else "missing_opponent"
    values: dict[str, object] = {"no": player.no, "name": player.name, "opponent": game.opponent}
    notices.add(key, player.line, game.column, round=index, **values)
    return Game(0, "-", UNLISTED, game.column)


def last_round(players: dict[int, Player], notices: Notices) -> int:
    """The last round that was played: it has results, and not almost everybody is absent from it."""
    last = 0
    for player in players.values():
        games = player.games
        for index in range(len(games), last, -1):
            if games[index - 1][0] and games[index - 1][2] not in _NO_RESULT:
                last = index
                break
    while last > 1 and _deserted(players, last, notices):
        last -= 1
    return last


def _deserted(players: dict[int, Player], last: int, notices: Notices) -> bool:
    """Whether more than four fifths of the players of the round before have no game in round `last`."""
    before = [player for player in players.values() if _present(player, last - 1)]
    absent = sum(not _present(player, last) for player in before)
    if 5 * absent <= 4 * len(before):
        return False
    notices.add("round_not_played", round=last, absent=absent, players=len(before))
    return True


def _present(player: Player, index: int) -> bool:
    if index > len(player.games):
        return False
    game = player.games[index - 1]
    return bool(game[0]) or game[2] == PAIRING_BYE


def planned_rounds(records: Records, players: dict[int, Player], played: int, notices: Notices) -> int:
    """Record 142, else XXR, else the longest player record; never fewer than the rounds played."""
    stated = _stated(records, "142", notices) or 0
    other = _stated(records, "XXR", notices) or 0
    if stated and other and stated != other:
        line = records.others["XXR"][0]
        notices.add("rounds_differ", line.number, 1, rounds=stated, other=other)
    rounds = stated or other
    if rounds and rounds < played:
        notices.add("rounds_exceeded", stated=rounds, round=played)
    return max(rounds, played) if rounds else max(played, *(_used(player) for player in players.values()))


def _stated(records: Records, key: str, notices: Notices) -> int | None:
    line = records.first(key)
    if not line:
        return None
    found = re.match(r"\s*(\d{1,4})\b", line.text[3:])
    if found and 0 < int(found[1]) <= MOST_ROUNDS:
        return int(found[1])
    notices.add("rounds_unreadable", line.number, 5, found=line.text[3:].strip()[:20])
    return None


def _used(player: Player) -> int:
    """The rounds of a record without blank ones at its end."""
    games = player.games
    return next((n for n in range(len(games), 0, -1) if games[n - 1][0] or games[n - 1][2] != BLANK), 0)


def fill_blanks(players: dict[int, Player], played: int, byes: dict[tuple[int, int], str], notices: Notices) -> None:
    """Give every player a game for each round played: no opponent and no result there means absent.

    Blank rounds not yet played are cut off at the end of a record. `byes` maps (start number, round) to
    codes from records of their own (240).
    """
    for no, player in players.items():
        games = player.games
        if len(games) == played and BLANK not in [game[2] for game in games]:
            continue
        if not games and played:
            notices.add("no_rounds", player.line, no=no, name=player.name)
        players[no] = player._replace(games=_filled(player, max(played, _used(player)), played, byes))


def _filled(player: Player, length: int, played: int, byes: dict[tuple[int, int], str]) -> tuple[Game, ...]:
    games = list(player.games[:length])
    games += [Game(0, "-", BLANK)] * (length - len(games))
    for index, game in enumerate(games, 1):
        if not game.opponent and game.result == BLANK:
            code = byes.get((player.no, index)) or (ABSENT if index <= played else BLANK)
            games[index - 1] = game._replace(result=code)
    return tuple(games)


def missing_results(players: dict[int, Player], played: int, notices: Notices) -> bool:
    """Whether a game of a played round has no result yet; one notice a round."""
    missing: dict[int, list[Player]] = {}
    for player in players.values():
        results = [game[2] for game in player.games[:played]]
        for index, result in enumerate(results, 1) if BLANK in results else ():
            if result == BLANK:
                missing.setdefault(index, []).append(player)
    for index, without in sorted(missing.items()):
        first = without[0]
        notices.add("results_missing", first.line, round=index, count=len(without), name=first.name)
    return bool(missing)


def all_listed(players: dict[int, Player], played: int) -> bool:
    """Whether every round up to `played` is told of at least one player."""
    return all(any(_tells(player.games, index) for player in players.values()) for index in range(played))


def _tells(games: Sequence[Game], index: int) -> bool:
    return index < len(games) and games[index].result != UNLISTED


def read_byes(records: Records) -> dict[tuple[int, int], str]:
    """Byes of individuals given in records 240: (start number, round) to H, F or Z."""
    byes: dict[tuple[int, int], str] = {}
    for line in records.others.get("240", ()):
        code, index = line.text[4:5].upper(), line.text[5:9].strip()
        if code in {"H", "F", "Z"} and index.isdecimal():
            byes |= {(number, int(index)): code for number in start_numbers(line.text[9:])}
    return byes
