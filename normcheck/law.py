"""An edition made ready for counting: limits by number of games as plain integers.

Minimum numbers round up and maximum numbers round down; nothing here is a rule of its own, every number
comes from the edition.
"""

from dataclasses import dataclass
from fractions import Fraction

from normcheck.expectancy import Expectancy, load
from normcheck.regulation import Edition

MOST_GAMES = 60  # longer than any event; the tables by number of games end here


def at_least(share: Fraction, count: int) -> int:
    """The smallest whole number that is at least this share of `count`."""
    return -(-share.numerator * count // share.denominator)


def at_most(share: Fraction, count: int) -> int:
    """The largest whole number that is at most this share of `count`."""
    return share.numerator * count // share.denominator


@dataclass(frozen=True, slots=True)
class TitleLaw:
    """What one title asks, with the titles that count as required titles as a set.

    `one_and_a_half` are those of them that count one and a half times, mostly none.
    """

    title: str
    performance: int
    average: int
    floor: int
    required: frozenset[str]
    one_and_a_half: frozenset[str]
    women: bool
    implies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Law:
    """One edition for one day. The tuples are indexed by the number of counted games or opponents."""

    edition: Edition
    expectancy: Expectancy
    titles: dict[str, TitleLaw]
    holders: frozenset[str]
    unrated: int
    raised: int  # opponents raised to the floor
    minimum_games: int
    foreign: int
    own_most: tuple[int, ...]
    one_most: tuple[int, ...]
    holders_least: tuple[int, ...]
    required_least: tuple[int, ...]
    required_least_double: tuple[int, ...]
    score_share: Fraction
    cap: int
    unrated_most: tuple[int, ...]  # empty where the edition has no limit
    variants: tuple[tuple[str, str, Edition], ...]  # the edition with each other number it may have

    def double_players(self) -> int:
        """The smallest field of a double round robin."""
        return self.edition.clauses.double_round_robin.players


def _titles(edition: Edition) -> dict[str, TitleLaw]:
    more = {str(name): titles for name, titles in edition.clauses.required_titles.one_and_a_half.items()}
    return {
        name: TitleLaw(
            title=name,
            performance=t.performance,
            average=t.average,
            floor=t.floor,
            required=frozenset(t.required),
            one_and_a_half=frozenset(more.get(name, ())),
            women=t.women,
            implies=t.implies,
        )
        for name, t in edition.titles.items()
    }


_LATEST: dict[int, Law] = {}  # by identity of the edition, which its law keeps alive
_KEPT = 256


def compile_law(edition: Edition) -> Law:
    """The edition as integers. The edition must be resolved for the day of the event already."""
    if id(edition) not in _LATEST:
        if len(_LATEST) >= _KEPT:
            _LATEST.clear()
        _LATEST[id(edition)] = _compiled(edition)
    return _LATEST[id(edition)]


def _compiled(edition: Edition) -> Law:
    c = edition.clauses
    counts = range(MOST_GAMES + 1)
    required, limit = c.required_titles, c.unrated_share
    return Law(
        edition=edition,
        expectancy=load(edition.tables),
        titles=_titles(edition),
        holders=frozenset(c.title_holders.titles),
        unrated=c.unrated.value,
        raised=c.one_raised.opponents,
        minimum_games=c.games.minimum,
        foreign=c.foreign_federations.minimum,
        own_most=tuple(at_most(c.own_federation.maximum, n) for n in counts),
        one_most=tuple(at_most(c.one_federation.maximum, n) for n in counts),
        holders_least=tuple(at_least(c.title_holders.minimum, n) for n in counts),
        required_least=tuple(max(required.at_least, at_least(required.minimum, n)) for n in counts),
        required_least_double=tuple(max(required.at_least, at_least(c.double_round_robin.minimum, n)) for n in counts),
        score_share=c.score.minimum,
        cap=c.long_norms.games,
        unrated_most=tuple(at_most(limit.maximum, n + limit.plus) for n in counts) if limit else (),
        variants=edition.variants(),
    )
