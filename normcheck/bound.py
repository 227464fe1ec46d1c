"""A few integer operations that settle most players: the highest performance any lawful choice could show.

The bound is sound under every reading of the open facts: it may be too high, never too low. Who stays below the
performance of a title has made no norm and no near miss, whatever games are left out and whatever is still unknown.
"""

from normcheck import event as ev
from normcheck.event import Event, Player
from normcheck.law import Law

NEAR = 2  # half points: one more point would make a near miss


def ceiling(event: Event, player: Player, law: Law, minimum: int) -> int:
    """The bound in rating points, with one point more than was scored; 0 without games."""
    players, unrated = event.players, law.unrated
    values, halves = [], NEAR
    for game in player.games:
        result = game.result
        if result == "1":
            halves += 2
        elif result == "=":
            halves += 1
        elif result not in "0WDL+":
            continue
        elif result in "WD":
            halves += ev.HALVES[result]
        other = players.get(game.opponent)
        if other is not None:
            values.append(other.rating or unrated)
    if not values:
        return 0
    return _highest(values, halves, law, minimum)


def _highest(values: list[int], halves: int, law: Law, minimum: int) -> int:
    """Any number of games from the minimum up, the highest values, the whole score, one opponent raised."""
    values.sort(reverse=True)
    count = len(values)
    floor = max(title.floor for title in law.titles.values())
    repeated = 2  # the lowest opponent may have been met twice
    best, total = 0, sum(values)
    for size in range(count, 0, -1):
        if size < min(minimum, law.edition.clauses.eight_games.games) and size < count:
            break
        lift = sum([floor - v for v in values[max(0, size - repeated) : size] if v < floor])
        top = law.expectancy.performance((total + lift) // size + 1, min(halves, 2 * size), size)
        best = max(best, top)
        total -= values[size - 1]
    return best
