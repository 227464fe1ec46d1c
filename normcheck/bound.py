"""A few integer operations that settle most players: the highest performance any lawful choice could show.

The bound is sound under every reading of the open facts: it may be too high, never too low. Who stays below the
performance of a title has made no norm and no near miss, whatever games are left out and whatever is still unknown.
"""

from normcheck import event as ev
from normcheck.event import Event, Player
from normcheck.law import Law

NEAR = 2  # half points: one more point would make a near miss


def ceiling(event: Event, player: Player, law: Law, minimum: int, unrated: int) -> int:
    """The bound in rating points, with one point more than was scored; 0 without games.

    `minimum` is the fewest games that may be enough, `unrated` the highest value an unrated opponent may have.
    """
    players = event.players
    values, halves, certain = [], NEAR, True
    for game in player.games:
        result = game.result
        if result == "1":
            halves += 2
        elif result == "=":
            halves += 1
        elif result != "0":
            if result not in "WDL+":
                continue
            certain = False  # the game may count or not
            halves += ev.HALVES[result] if result != "+" else 0
        other = players.get(game.opponent)
        if other is not None:
            values.append(other.rating or unrated)
            if not other.rating or other.federation in ("", ev.NON):
                certain = False  # he may be left out
    if not values:
        return 0
    shortest = min(minimum, law.edition.clauses.eight_games.games)
    return _highest(values, halves, law, len(values) if certain and len(values) <= minimum else shortest)


def _highest(values: list[int], halves: int, law: Law, shortest: int) -> int:
    """Any number of games from the shortest up, the highest values, the whole score, the lowest opponent raised."""
    values.sort(reverse=True)
    floor = max(title.floor for title in law.titles.values())
    best, total = 0, sum(values)
    for size in range(len(values), 0, -1):
        if size < shortest and size < len(values):
            break
        # The lowest opponent may have been met twice: two values are lifted.
        lift = max(0, floor - values[size - 1]) + (max(0, floor - values[size - 2]) if size > 1 else 0)
        average = (2 * (total + lift) + size) // (2 * size)
        best = max(best, law.expectancy.performance(average, min(halves, 2 * size), size))
        total -= values[size - 1]
    return best
