"""Points that a file states of its players against what their rounds add up to, and what that says of the games."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from normcheck import event as ev
from normcheck.event import Event, Notice, Player

KEY, FOLDED = "points_differ", "more_of_the_same"  # notices of the readers
PLAIN = "0 0.5 1"  # points of a loss, a draw and a win
_RESULTS = (ev.LOSS, ev.DRAW, ev.WIN)
_MOST = 60  # ways to read the games of one player


class _Other(NamedTuple):
    """Another result of a game, and the points that both players would have more by it."""

    round: int
    opponent: int
    result: str
    mine: Fraction
    theirs: Fraction


def too_many_differ(event: Event) -> bool:
    """Whether so many totals do not fit that only some are named: then it is the way of counting that is in doubt."""
    return any(notice.key == FOLDED and notice.values.get("kind") == KEY for notice in event.notices)


def gap(notice: Notice) -> Fraction:
    """How much more is stated than the rounds add up to, in points."""
    return Fraction(str(notice.values["stated"])) - Fraction(str(notice.values["counted"]))


def by_totals(event: Event) -> dict[int, list[dict[int, str]]]:
    """By start number the ways to read his games by the totals (results by round), where both players' say the same.

    Points too many with one player and too few with his opponent speak of the game between them. One total alone does
    not: it may be points given by the arbiter.
    """
    if too_many_differ(event):
        return {}
    noted = {notice.values.get("no"): notice for notice in event.notices if notice.key == KEY}
    gaps: dict[object, Fraction] = {no: gap(notice) for no, notice in noted.items()}
    found = {}
    for no, player in event.players.items():
        if no in noted:
            worth = tuple(Fraction(one) for one in str(noted[no].values.get("points", PLAIN)).split())
            found[no] = _readings(list(_others(player, gaps, event.rounds_played, worth)), gaps[no])
    return {no: readings for no, readings in found.items() if readings}


def _others(
    player: Player, gaps: dict[object, Fraction], played: int, worth: tuple[Fraction, ...]
) -> Iterator[_Other]:
    """The results that bring both totals nearer to what is stated, and not beyond it."""
    mine = gaps[player.no]
    for round_, game in enumerate(player.games[:played], 1):
        theirs = gaps.get(game.opponent, Fraction(0))
        if mine * theirs >= 0 or game.result not in ev.PLAYED:
            continue
        was = _RESULTS.index(game.result)
        for other, result in enumerate(_RESULTS):
            change, back = worth[other] - worth[was], worth[2 - other] - worth[2 - was]
            if change * mine > 0 and back * theirs > 0 and abs(change) <= abs(mine) and abs(back) <= abs(theirs):
                yield _Other(round_, game.opponent, result, change, back)


def _readings(others: list[_Other], mine: Fraction) -> list[dict[int, str]]:
    """All games that may be read otherwise together, as far as the total of the player asks for as much."""
    found: list[dict[int, str]] = []
    most = int(abs(mine) / min(abs(one.mine) for one in others)) if others else 0
    for count in range(1, min(len(others), most) + 1):
        for chosen in combinations(others, count):
            results = {one.round: one.result for one in chosen}
            if len(results) == count and abs(sum((one.mine for one in chosen), Fraction(0))) <= abs(mine):
                found.append(results)
        if len(found) > _MOST:
            break
    return found[:_MOST]
