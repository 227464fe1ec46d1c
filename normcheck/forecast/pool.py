"""Who may still be met: the opponents a player can get, by title and federation, and stand-ins for them."""

from heapq import nlargest
from typing import NamedTuple

from normcheck import event as ev
from normcheck.event import Event, Player
from normcheck.forecast.settings import settings
from normcheck.forecast.trial import Candidate, Trial
from normcheck.law import Law, TitleLaw

NONE, HOLDER, REQUIRED = 0, 1, 2  # no title that counts, a title holder, a title the norm asks for
NEW = "~new"  # any federation not met yet
STAND_IN = 1_000_000  # start numbers of opponents who are made up begin here


class Pool(NamedTuple):
    """The possible opponents of one player for one title, the highest rated first.

    `known` is False if nobody knows who takes part.
    """

    candidates: tuple[Candidate, ...]
    known: bool

    def best(self, count: int) -> tuple[Candidate, ...]:
        """Stand-ins at least as good as any so many opponents: the highest ratings, with the best titles."""
        ratings = [c.rating for c in self.candidates[:count]]
        levels = nlargest(count, [c.level for c in self.candidates])
        return tuple(Candidate(r, t, NEW) for r, t in zip(ratings, levels, strict=True))

    def highest(self, level: int, federations: frozenset[str] | None) -> int:
        """The highest rating among those with such a title and federation (None: any), 0 for nobody."""
        return max(
            (
                c.rating
                for c in self.candidates
                if c.level >= level and (federations is None or c.federation in federations)
            ),
            default=0,
        )

    def highest_new(self, level: int, met: frozenset[str]) -> int:
        """The same for the federations not met yet."""
        return max((c.rating for c in self.candidates if c.level >= level and c.federation not in met), default=0)


def level_of(title: str, law: Law, asked: TitleLaw) -> int:
    """What a title is worth for the mix of a norm."""
    return REQUIRED if title in asked.required else HOLDER if title in law.holders else NONE


def _best_level(player: Player, law: Law, asked: TitleLaw) -> int:
    """A woman with an open title and one of her own counts with the better of them."""
    return max(level_of(title, law, asked) for title in (player.title, player.womens_title))


def pool(trial: Trial, player: Player, title: str) -> Pool:
    """The players a player may still meet; in a Swiss and a round robin nobody is met twice."""
    if trial.event.sheet:
        return _anybody(trial.event)
    again = trial.audit.field.system not in (ev.SWISS, ev.ROUND_ROBIN)
    met = {player.no} if again else {player.no, *(g.opponent for g in player.games)}
    return Pool(tuple(c for no, c in everybody(trial, title) if no not in met), True)


def everybody(trial: Trial, title: str) -> list[tuple[int, Candidate]]:
    """All players who count as opponents, the highest rated first, with their start numbers; kept for a title."""
    if title not in trial.everybody:
        law, asked = trial.law, trial.law.titles[title]
        found = [
            (p.no, Candidate(p.rating or law.unrated, _best_level(p, law, asked), p.federation))
            for p in trial.event.players.values()
            if p.federation != ev.NON
        ]
        trial.everybody[title] = sorted(found, key=lambda one: -one[1].rating)
    return trial.everybody[title]


def _anybody(event: Event) -> Pool:
    return Pool((Candidate(settings().highest, REQUIRED, NEW),) * event.rounds, False)


def stand_in(number: int, rating: int, level: int, federation: str, title: TitleLaw, law: Law) -> Player:
    """An opponent made up with a rating (0: unrated), what his title is worth, and a federation."""
    lesser = sorted(law.holders - title.required - title.one_and_a_half)
    word = {REQUIRED: sorted(title.required)[0], HOLDER: lesser[0], NONE: ""}[level]
    return Player(STAND_IN + number, "", word, federation, rating)
