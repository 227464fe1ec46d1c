"""Points that a file states of its players against what their rounds add up to, and what that says of the games."""

from fractions import Fraction

from normcheck import event as ev
from normcheck.event import Event, Notice, Player

KEY, FOLDED = "points_differ", "more_of_the_same"  # notices of the readers
_RESULTS = (ev.LOSS, ev.DRAW, ev.WIN)


def too_many_differ(event: Event) -> bool:
    """Whether so many totals do not fit that only some are named: then it is the way of counting that is in doubt."""
    return any(notice.key == FOLDED and notice.values.get("kind") == KEY for notice in event.notices)


def gap(notice: Notice) -> Fraction:
    """How much more is stated than the rounds add up to, in points."""
    return Fraction(str(notice.values["stated"])) - Fraction(str(notice.values["counted"]))


def by_totals(event: Event) -> dict[int, list[dict[int, str]]]:
    """By start number the ways to read his games by the totals (results by round), where both players' say the same.

    A half point too many with one player and too few with his opponent speak of the game between them. One total
    alone does not: it may be points given by the arbiter.
    """
    if too_many_differ(event):
        return {}
    gaps: dict[object, Fraction] = {n.values.get("no"): gap(n) for n in event.notices if n.key == KEY}
    found = {no: _readings(player, gaps, event.rounds_played) for no, player in event.players.items() if no in gaps}
    return {no: readings for no, readings in found.items() if readings}


def _readings(player: Player, gaps: dict[object, Fraction], played: int) -> list[dict[int, str]]:
    """Each game alone, and all of them if the total of the player asks for as much."""
    mine, shifted, results = gaps[player.no], Fraction(0), {}
    for round_, game in enumerate(player.games[:played], 1):
        theirs = gaps.get(game.opponent, Fraction(0))
        if mine * theirs >= 0 or game.result not in ev.PLAYED:
            continue
        shift = min(mine, -theirs, key=abs)
        halves = ev.HALVES[game.result] + 2 * shift
        if halves in (0, 1, 2):
            results[round_] = _RESULTS[int(halves)]
            shifted += shift
    each = [{round_: result} for round_, result in results.items()]
    return [results, *each] if len(results) > 1 and abs(shifted) <= abs(mine) else each
