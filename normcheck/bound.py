"""A few integer operations that settle most players: the highest performance any lawful choice could show.

The bound is sound under every reading of the open facts: it may be too high, never too low. Who stays below the
performance of a title has made no norm and no near miss, whatever games are left out and whatever is still unknown.
"""

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import NamedTuple

from normcheck import event as ev
from normcheck.event import Event, Game, Player
from normcheck.law import Law

NEAR = 2  # half points: one more point would make a near miss
_HALVES = {"1": 2, "=": 1, "0": 0, "W": 2, "D": 1, "L": 0, "+": 0}  # of the games that may count
_NO_GAME = Game(0, "-", ev.BLANK)
_MAY_NOT_COUNT = (ev.NO_FEDERATION, ev.NON)


class Asked(NamedTuple):
    """What a bound must allow for: the fewest games that may be enough, the rating the lowest opponent is raised to.

    Below the performance `needed` a rough bound is as good as a close one.
    """

    minimum: int
    floor: int
    needed: int


class Opponents(NamedTuple):
    """The players of an event as opponents, by start number: ratings, and those against whom every game counts.

    `ratings` has `unrated`, the highest value they may have, for the unrated, who are not among the `certain`.
    """

    ratings: dict[int, int]
    certain: frozenset[int]
    unrated: int


class _Played(NamedTuple):
    """The games of a player that may count: opponents, results, ratings, half points, whether each surely counts."""

    met: tuple[int, ...]
    results: tuple[str, ...]
    values: list[int]
    halves: int
    certain: bool


def opponents(event: Event, unrated: int) -> Opponents:
    """What every player of the event asks of the others, worked out once."""
    players = event.players.values()
    certain = frozenset([p.no for p in players if p.rating and p.federation not in _MAY_NOT_COUNT])
    return Opponents({p.no: p.rating or unrated for p in players}, certain, unrated)


def ceilings(event: Event, players: Sequence[Player], law: Law, asked: Asked, others: Opponents) -> list[int]:
    """The bounds of some players in rating points, with one point more than each scored; 0 without games.

    Mostly all games surely count and none may be left out; then nothing is looked at one by one.
    """
    games = [*chain.from_iterable([player.games for player in players]), _NO_GAME]
    met, _, results, _ = zip(*games, strict=True)
    values = [others.ratings.get(no, 0) for no in met]
    totals, found, end = list(accumulate(values, initial=0)), [], 0
    for player in players:
        begin, end = end, end + len(player.games)
        size, own, scored = end - begin, met[begin:end], results[begin:end]
        wins, draws = scored.count(ev.WIN), scored.count(ev.DRAW)
        all_count = wins + draws + scored.count(ev.LOSS) == size and others.certain.issuperset(own)
        if not all_count or not 0 < size <= event.rounds_played or event.dated:
            found.append(_ceiling(_one_by_one(event, player, others), law, asked))
        elif size > asked.minimum:
            played = _Played(own, scored, values[begin:end], 2 * wins + draws, True)
            found.append(_ceiling(played, law, asked))
        else:
            total, below = totals[end] - totals[begin], asked.floor - min(values[begin:end])
            if below > 0:
                total += _lift(own, law, below)
            found.append(_performance(law, total, 2 * wins + draws + NEAR, size))
    return found


def _performance(law: Law, total: int, halves: int, size: int) -> int:
    return (2 * total + size) // (2 * size) + law.expectancy.rows(size)[min(halves, 2 * size)]


def _one_by_one(event: Event, player: Player, others: Opponents) -> _Played:
    found = [
        (round_, game)
        for round_, game in enumerate(player.games[: event.rounds_played], 1)
        if game.result in _HALVES and game.opponent in others.ratings
    ]
    met, results = tuple(game.opponent for _, game in found), tuple(game.result for _, game in found)
    values, certain = [others.ratings[no] for no in met], others.certain.issuperset(met)
    if event.dated:
        dated = [event.dated.get((round_, game.opponent)) for round_, game in found]
        values = [(then.rating or others.unrated) if then else old for then, old in zip(dated, values, strict=True)]
        certain = certain and all(then.rating for then in dated if then)
    certain = certain and ev.PLAYED.issuperset(results)
    return _Played(met, results, values, sum(_HALVES[result] for result in results), certain)


def _ceiling(games: _Played, law: Law, asked: Asked) -> int:
    size, minimum = len(games.met), asked.minimum
    if not size:
        return 0
    if not games.certain:  # some may be left out, and a near miss may have a game less than enough
        minimum = min(minimum - 1, law.edition.clauses.eight_games.games)
    if size <= minimum:
        total = sum(games.values) + _lift(games.met, law, asked.floor - min(games.values))
        return _performance(law, total, games.halves + NEAR, size)
    rough = _of_any(games, law, minimum, asked.floor)
    if not games.certain or rough < asked.needed:
        return rough
    return _of_prefixes(games, law, minimum, asked.floor)


def _lift(met: tuple[int, ...], law: Law, below: int) -> int:
    """What raising the lowest opponents adds at most, if they are so far below the floor."""
    if below <= 0:
        return 0
    times = 1 if len(set(met)) == len(met) else max(map(met.count, met))
    return below * law.raised * times


def _of_any(games: _Played, law: Law, shortest: int, floor: int) -> int:
    """Any number of games from the shortest up: the highest values, the whole score, the lowest opponent raised."""
    values = sorted(games.values, reverse=True)
    best, total, lifted = 0, sum(values), _lift(games.met, law, 1)
    for size in range(len(values), shortest - 1, -1):
        lowest = values[size - 1]
        lift = lifted * (floor - lowest) if floor > lowest else 0
        best = max(best, _performance(law, total + lift, games.halves + NEAR, size))
        total -= lowest
    return best


def _of_prefixes(games: _Played, law: Law, shortest: int, floor: int) -> int:
    """Every prefix of the games, the lowest wins dropped one by one, the lowest opponent raised."""
    best, values = 0, games.values
    halves = [_HALVES[result] for result in games.results]
    for length in range(shortest, len(values) + 1):
        total, score, size = sum(values[:length]), sum(halves[:length]) + NEAR, length
        lift = _lift(games.met, law, floor - min(values[:length]))
        wins = sorted([values[i] for i in range(length) if halves[i] == 2]) if length > shortest else []
        for dropped in (0, *wins[: length - shortest]):
            if dropped:
                total, score, size = total - dropped, score - 2, size - 1
            best = max(best, _performance(law, total + lift, score, size))
    return best
