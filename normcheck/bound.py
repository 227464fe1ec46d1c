"""A few integer operations that settle most players: the highest performance any lawful choice could show.

The bound is sound under every reading of the open facts: it may be too high, never too low. Who stays below the
performance of a title has made no norm and no near miss, whatever games are left out and whatever is still unknown.
"""

from typing import NamedTuple

from normcheck import event as ev
from normcheck.event import Event, Player
from normcheck.law import Law

NEAR = 2  # half points: one more point would make a near miss
_HALVES = {"1": 2, "=": 1, "0": 0, "W": 2, "D": 1, "L": 0, "+": 0}  # of the games that may count
_MAY_NOT_COUNT = (ev.NO_FEDERATION, ev.NON)


class Asked(NamedTuple):
    """What a bound must allow for.

    `minimum` is the fewest games that may be enough, `unrated` the highest value an unrated opponent may have, `floor`
    the rating the lowest opponent is raised to; below the performance `needed` a rough bound is as good as a close one.
    """

    minimum: int
    unrated: int
    floor: int
    needed: int


class Opponents(NamedTuple):
    """The players of an event as opponents, by start number: ratings, and those against whom a game may not count.

    `ratings` has the value `unrated` of `Asked` for the unrated, who are among the `doubtful`.
    """

    ratings: dict[int, int]
    doubtful: frozenset[int]


def opponents(event: Event, unrated: int) -> Opponents:
    """What every player of the event asks of the others, worked out once."""
    players = event.players.values()
    doubtful = frozenset(p.no for p in players if not p.rating or p.federation in _MAY_NOT_COUNT)
    return Opponents({p.no: p.rating or unrated for p in players}, doubtful)


def ceiling(event: Event, player: Player, law: Law, asked: Asked, others: Opponents) -> int:
    """The bound in rating points, with one point more than was scored; 0 without games."""
    ratings, halves_of = others.ratings, _HALVES
    played = [game for game in player.games if game.result in halves_of and game.opponent in ratings]
    if not played:
        return 0
    values = [ratings[game.opponent] for game in played]
    results = [game.result for game in played]
    halves = [halves_of[result] for result in results]
    certain = ev.PLAYED.issuperset(results)
    if certain and others.doubtful:
        certain = others.doubtful.isdisjoint([game.opponent for game in played])
    if event.dated:
        values, certain = _dated(event, player, values, certain, asked.unrated)
    minimum = asked.minimum if certain else min(asked.minimum, law.edition.clauses.eight_games.games)
    shortest = min(minimum, len(values))
    rough = _of_any(sorted(values, reverse=True), sum(halves) + NEAR, law, shortest, asked.floor)
    if not certain or rough < asked.needed or shortest == len(values):
        return rough
    return _of_prefixes(values, halves, law, shortest, asked.floor)


def _dated(event: Event, player: Player, values: list[int], certain: bool, unrated: int) -> tuple[list[int], bool]:
    """The ratings of the day of each game instead, where they are known."""
    rounds = [
        (round_, game.opponent)
        for round_, game in enumerate(player.games, 1)
        if game.result in _HALVES and game.opponent in event.players
    ]
    listed = [event.dated[at].rating if at in event.dated else value for at, value in zip(rounds, values, strict=True)]
    return [rating or unrated for rating in listed], certain and all(listed)


def _of_prefixes(values: list[int], halves: list[int], law: Law, shortest: int, floor: int) -> int:
    """Every prefix of the games, the lowest wins dropped one by one, the lowest opponent raised twice over."""
    best, rows = 0, law.expectancy.rows
    for length in range(shortest, len(values) + 1):
        total, score, size = sum(values[:length]), sum(halves[:length]) + NEAR, length
        lift = 2 * law.raised * max(0, floor - min(values[:length]))
        wins = sorted([values[i] for i in range(length) if halves[i] == 2]) if length > shortest else []
        for dropped in (0, *wins[: length - shortest]):
            if dropped:
                total, score, size = total - dropped, score - 2, size - 1
            average = (2 * (total + lift) + size) // (2 * size)
            best = max(best, average + rows(size)[min(score, 2 * size)])
    return best


def _of_any(values: list[int], halves: int, law: Law, shortest: int, floor: int) -> int:
    """Any number of games from the shortest up: the highest values, the whole score, the lowest opponent raised."""
    best, total = 0, sum(values)
    for size in range(len(values), shortest - 1, -1):
        lift = 2 * law.raised * max(0, floor - values[size - 1])
        average = (2 * (total + lift) + size) // (2 * size)
        best = max(best, law.expectancy.performance(average, min(halves, 2 * size), size))
        total -= values[size - 1]
    return best
