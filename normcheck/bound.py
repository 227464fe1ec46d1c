"""A few integer operations that settle most players: the highest performance any lawful choice could show.

The bound is sound under every reading of the open facts: it may be too high, never too low. Who stays below the
performance of a title has made no norm and no near miss, whatever games are left out and whatever is still unknown.
"""

from typing import NamedTuple

from normcheck import event as ev
from normcheck.event import Event, Player
from normcheck.law import Law

NEAR = 2  # half points: one more point would make a near miss


class Asked(NamedTuple):
    """What a bound must allow for.

    `minimum` is the fewest games that may be enough, `unrated` the highest value an unrated opponent may have, `floor`
    the rating the lowest opponent is raised to; below the performance `needed` a rough bound is as good as a close one.
    """

    minimum: int
    unrated: int
    floor: int
    needed: int


def ceiling(event: Event, player: Player, law: Law, asked: Asked) -> int:
    """The bound in rating points, with one point more than was scored; 0 without games."""
    players = event.players
    values, halves, certain = [], [], True
    dated = event.dated
    for round_, game in enumerate(player.games, 1):
        result = game.result
        if result not in "1=0WDL+":
            continue
        other = players.get(game.opponent)
        if other is None:
            continue
        rating = dated[round_, other.no].rating if (round_, other.no) in dated else other.rating
        values.append(rating or asked.unrated)
        halves.append(0 if result == "+" else ev.HALVES[result])
        if result in "WDL+" or not rating or other.federation in ("", ev.NON):
            certain = False  # the game may count or not
    if not values:
        return 0
    minimum = asked.minimum if certain else min(asked.minimum, law.edition.clauses.eight_games.games)
    shortest = min(minimum, len(values))
    rough = _of_any(sorted(values, reverse=True), sum(halves) + NEAR, law, shortest, asked.floor)
    if not certain or rough < asked.needed or shortest == len(values):
        return rough
    return _of_prefixes(values, halves, law, shortest, asked.floor)


def _of_prefixes(values: list[int], halves: list[int], law: Law, shortest: int, floor: int) -> int:
    """Every prefix of the games, the lowest wins dropped one by one, the lowest opponent raised twice over."""
    best, rows = 0, law.expectancy.rows
    for length in range(shortest, len(values) + 1):
        total, score, size = sum(values[:length]), sum(halves[:length]) + NEAR, length
        lift = 2 * max(0, floor - min(values[:length]))
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
        lift = 2 * max(0, floor - values[size - 1])
        average = (2 * (total + lift) + size) // (2 * size)
        best = max(best, law.expectancy.performance(average, min(halves, 2 * size), size))
        total -= values[size - 1]
    return best
