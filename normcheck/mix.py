"""The figures of one set of games for one title: counts, average with the one raised opponent, performance."""

from collections.abc import Sequence
from typing import NamedTuple

from normcheck.count import Counted, Reading
from normcheck.expectancy import average as average_of
from normcheck.law import Law, TitleLaw


class Applicant(NamedTuple):
    """Who is judged, under which law and reading: everything a check may ask besides the games."""

    law: Law
    title: TitleLaw
    own: str  # own federation, "" for none
    reading: Reading
    minimum: int  # games needed
    players: int  # participants, 0 when not known


class Mix(NamedTuple):
    """A set of games with its figures. `halves` and `required_halves` are half points, ratings whole points.

    `opponents` is the number the shares are taken of: games, or different opponents where the edition says so.
    `raised` are the positions in `games` whose value is lifted to the floor; `required_halves` is None if the average
    is below the minimum or no score is enough.
    """

    games: tuple[Counted, ...]
    halves: int
    opponents: int
    holders: int
    required: int
    own: int
    largest: int
    largest_federation: str
    foreign: int
    raised: tuple[int, ...]
    total: int
    average: int
    performance: int
    required_halves: int | None


def raised_positions(games: tuple[Counted, ...], floor: int, one_game: bool, most: int) -> tuple[int, ...]:
    """The positions of the opponents lifted to the floor: the `most` lowest, in every game; of equals the most met."""
    values = {g.opponent: g.value for g in games if g.value < floor}
    if not values:
        return ()
    met = [g.opponent for g in games]
    lowest = sorted(values, key=lambda opponent: (values[opponent], -met.count(opponent)))[:most]
    positions = tuple(i for i, g in enumerate(games) if g.opponent in lowest)
    return positions[:1] if one_game else positions


def _different(games: tuple[Counted, ...]) -> list[Counted]:
    return list({g.opponent: g for g in games}.values())


def _required(opponents: Sequence[Counted], title: TitleLaw) -> int:
    found = sum([g.title in title.required for g in opponents])
    if title.one_and_a_half:
        found += sum([g.title in title.one_and_a_half for g in opponents]) // 2
    return found


def _federations(opponents: Sequence[Counted]) -> dict[str, int]:
    """How many opponents each federation has; those without one are left out."""
    found: dict[str, int] = {}
    for game in opponents:
        if game.federation:
            found[game.federation] = found.get(game.federation, 0) + 1
    return found


def mix(games: tuple[Counted, ...], who: Applicant, bonus: int = 0) -> Mix:
    """Work out the figures of a set of games. `bonus` are half points added to see what they would change."""
    law, title = who.law, who.title
    count = len(games)
    if not count:
        return Mix((), 0, 0, 0, 0, 0, 0, "", 0, (), 0, 0, 0, None)
    halves = min(sum([g.halves for g in games]) + bonus, 2 * count)
    total = sum([g.value for g in games])
    raised = raised_positions(games, title.floor, who.reading.raise_one_game, law.raised)
    total += sum([title.floor - games[i].value for i in raised])
    average = average_of(total, count)
    opponents = _different(games) if who.reading.distinct else games
    federations = _federations(opponents)
    own = federations.get(who.own, 0)
    most = max(federations.values(), default=0)
    largest = max([name for name, times in federations.items() if times == most], default="")
    required = None
    if average >= title.average:
        required = law.expectancy.required_halves(average, count, title.performance, law.score_share)
    return Mix(
        games,
        halves,
        len(opponents),
        sum([g.title in law.holders for g in opponents]),
        _required(opponents, title),
        own,
        most,
        largest,
        len(federations) - (1 if own else 0),
        raised,
        total,
        average,
        law.expectancy.performance(average, halves, count),
        required,
    )
