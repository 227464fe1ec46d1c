"""The judge on hypothetical games: the field stays as it is now, only the games of one player are filled in.

What rests on rounds still to come (the Swiss exemption) therefore stays open, whatever is assumed here.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from normcheck import event as ev
from normcheck.event import Event, Game, Player
from normcheck.field import Field
from normcheck.finding import NEEDS_REVIEW, NO_NORM, NORM
from normcheck.forecast.cut import with_games
from normcheck.judge import Judgement
from normcheck.law import Law
from normcheck.verdict import Audit, Decision, Pending

NO, OPEN, SURE = 0, 1, 2  # no norm; it rests on an open fact; a norm under every reading
LEVELS = {NO_NORM: NO, NEEDS_REVIEW: OPEN, NORM: SURE}
MAY_COUNT = frozenset("1=0WDL+")  # results of rounds that may count
MOST_UNRATED = 4  # unrated opponents whose score is still open, tried in every way

Games = dict[int, Game]


class Outcome(NamedTuple):
    """What the judge says of hypothetical games."""

    level: int
    decision: Decision


class Candidate(NamedTuple):
    """A possible opponent."""

    rating: int
    level: int
    federation: str


class _Judgement(Judgement):
    def is_near_miss(self) -> bool:
        """Nobody asks how near a hypothesis comes."""
        return False


class _Audit(Audit):
    """The audit of another event with the field, law and conditions of this one."""

    def __init__(self, audit: Audit) -> None:
        self.__dict__.update(vars(audit))
        self._known = self.reach

    def about(self, event: Event, fields: tuple[Field, ...], strangers: tuple[Player, ...]) -> "_Audit":
        """The audit turned to another hypothesis; what does not depend on it is worked out once."""
        self.event, self.fields, self.reach = event, fields, self._known.about(event, strangers)
        return self

    def judgement(self, player: Player, title: str) -> Judgement:
        return _Judgement(self.event, self.fields, player, title)


class Trial:
    """Asks the judge about hypothetical games in one event."""

    def __init__(self, audit: Audit) -> None:
        self.audit, self.event, self.law = audit, audit.event, audit.law
        self.is_fixed = audit.field.system in (ev.ROUND_ROBIN, ev.DOUBLE_ROUND_ROBIN)
        laws = [field.law for field in audit.fields]
        self._least_required = min(min(law.required_least[0], law.required_least_double[0]) for law in laws)
        self._required = {t: frozenset().union(*map(_counting(t), laws)) for t in self.law.titles}
        # those that count one and a half times, taken as two: enough to tell who surely has too few
        self._twice = {t: frozenset().union(*(law.titles[t].one_and_a_half for law in laws)) for t in self.law.titles}
        self.everybody: dict[str, list[tuple[int, Candidate]]] = {}
        self._judge = _Audit(audit)
        self.open_unrated = self._find_open_unrated() if self.is_fixed else frozenset()

    def outcome(self, pending: Pending, games: Games, strangers: tuple[Player, ...] = ()) -> Outcome:
        """The decision if these games are played as well; `strangers` are opponents who are not in the event."""
        player = with_games(pending.player, games, self.event.rounds)
        players = {**self.event.players, player.no: player, **{s.no: s for s in strangers}}
        event = self.event._replace(players=players, rounds_played=max([self.event.rounds_played, *games]))
        if self._lacks_titles(player, players, pending.title):
            base = _Judgement(event, self.audit.fields, player, pending.title)
            return Outcome(NO, Decision(player, pending.title, NO_NORM, False, base))
        asked = pending._replace(player=player)
        fields = self._fields(event, player)
        found = [self._judge.about(event, each, strangers).decide(asked, bounded=True) for each in fields]
        levels = {LEVELS[d.decision] for d in found}
        worst = min(found, key=lambda d: LEVELS[d.decision])
        return Outcome(levels.pop() if len(levels) == 1 else OPEN, worst)

    def _lacks_titles(self, player: Player, players: dict[int, Player], title: str) -> bool:
        """Whether fewer opponents than any number of games asks for have a required title, under every law."""
        if self.event.doubts or self.event.dated:
            return False
        met = [players[g.opponent] for g in player.games if g.opponent in players and g.result in MAY_COUNT]
        found = 0
        for other in met:
            held = {other.title, other.womens_title}
            found += 2 if held & self._twice[title] else bool(held & self._required[title])
        return found < self._least_required

    def _fields(self, event: Event, player: Player) -> Iterator[tuple[Field, ...]]:
        """The fields for every way the unrated opponents of a round robin may still end (1.4.2b)."""
        met = {g.opponent: g.result for g in player.games if g.opponent in self.open_unrated}
        scored = {no for no, result in met.items() if result in (ev.DRAW, ev.LOSS) and player.rating}
        doubtful = sorted(met.keys() - scored)[:MOST_UNRATED]
        if not met:
            yield self.audit.fields
            return
        for out in product((True, False), repeat=len(doubtful)):
            left = frozenset(no for no, is_out in zip(doubtful, out, strict=True) if is_out)
            settled = self.audit.field.unrated_without_score - self.open_unrated
            yield tuple(_field(f, event, settled | left) for f in self.audit.fields)

    def _find_open_unrated(self) -> frozenset[int]:
        """Unrated players who have not scored yet and still have games."""
        players, out = self.event.players, self.audit.field.unrated_without_score
        return frozenset(n for n in out if any(g.result == ev.BLANK for g in players[n].games))


def _counting(title: str) -> Callable[[Law], frozenset[str]]:
    return lambda law: law.titles[title].required | law.titles[title].one_and_a_half


def _field(field: Field, event: Event, out: frozenset[int]) -> Field:
    other = Field(event, field.law, field.system)
    other.__dict__["unrated_without_score"] = out
    return other
