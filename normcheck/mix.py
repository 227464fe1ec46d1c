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
    if most == 1 and len(set(met)) == len(met):
        return (met.index(min(values, key=values.__getitem__)),)
    lowest = sorted(values, key=lambda opponent: (values[opponent], -met.count(opponent)))[:most]
    positions = tuple(i for i, g in enumerate(games) if g.opponent in lowest)
    return positions[:1] if one_game else positions


def _required(titles: Sequence[str], title: TitleLaw) -> int:
    found = sum(map(title.required.__contains__, titles))
    if title.one_and_a_half:
        found += sum(map(title.one_and_a_half.__contains__, titles)) // 2
    return found


def _federations(flags: Sequence[str]) -> dict[str, int]:
    """How many opponents each federation has; those without one are left out."""
    found: dict[str, int] = {}
    for flag in flags:
        if flag:
            found[flag] = found.get(flag, 0) + 1
    return found


def mix(games: tuple[Counted, ...], who: Applicant) -> Mix:
    """Work out the figures of a set of games."""
    law, title = who.law, who.title
    count = len(games)
    if not count:
        return Mix((), 0, 0, 0, 0, 0, 0, "", 0, (), 0, 0, 0, None)
    total, halves = sum([g.value for g in games]), sum([g.halves for g in games])
    raised = raised_positions(games, title.floor, who.reading.raise_one_game, law.raised)
    total += sum([title.floor - games[i].value for i in raised])
    average = average_of(total, count)
    opponents = list({g.opponent: g for g in games}.values()) if who.reading.distinct else games
    titles, federations = [g.title for g in opponents], _federations([g.federation for g in opponents])
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
        sum(map(law.holders.__contains__, titles)),
        _required(titles, title),
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
