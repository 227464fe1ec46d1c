"""One player, one title, one reading of the facts: is it a norm, with which games, and what is missing?"""

from functools import cached_property
from typing import NamedTuple

from normcheck import event as ev
from normcheck import search
from normcheck.checks import FEDERATION_CLAUSES, unmet
from normcheck.count import OUT, Count, Counted, Excluded, Reading, Shown, count, own_federation
from normcheck.event import Event, Player
from normcheck.field import Field
from normcheck.law import Law
from normcheck.mix import Applicant, mix
from normcheck.readings import base_reading
from normcheck.search import Choice

LIMITS = frozenset(FEDERATION_CLAUSES)
MIX_CLAUSES = LIMITS.union(("title_holders", "required_titles", "double_round_robin"))
OWN_ABSENCE = frozenset("-ZH?FU")
REST = frozenset("ZH?FU")


class Candidate(NamedTuple):
    """A choice of games and the clause that made its number of games enough ("" for the ordinary number)."""

    choice: Choice
    carried_by: str


class Judgement:
    """The result under one reading; without one the file as it stands. Everything is worked out when asked."""

    def __init__(
        self, event: Event, fields: tuple[Field, ...], player: Player, title: str, reading: Reading | None = None
    ) -> None:
        self.event, self.fields, self.player, self.title = event, fields, player, title
        self._given = reading

    @property
    def field(self) -> Field:
        """The participants under the law of this reading."""
        return self.fields[self.reading.law]

    @property
    def law(self) -> Law:
        """The law of this reading; there is more than one where the edition is not known in full."""
        return self.field.law

    def under(self, reading: Reading) -> "Judgement":
        """The same player and title under another reading."""
        other = Judgement(self.event, self.fields, self.player, self.title, reading)
        if reading.counts_like(self.reading):
            other.__dict__["count"] = self.count
        return other

    def with_title(self, title: str) -> "Judgement":
        """The same player and reading for another title."""
        other = Judgement(self.event, self.fields, self.player, title, self.reading)
        if not self.field.shows_more:
            other.__dict__["count"] = self.count
        return other

    @cached_property
    def reading(self) -> Reading:
        """How the open facts are taken."""
        return self._given or base_reading(self.event, self.fields[0], self.player)

    @cached_property
    def count(self) -> Count:
        """Counted games, excluded rounds, open rounds."""
        left_out = self.field.unrated_left_out(self.reading.predetermined)
        return count(self.event, self.player, self.reading, left_out, self.law.unrated, self.shown_facts)

    @property
    def shown_facts(self) -> Shown | None:
        """What counts instead of the titles and ratings beside the names; None if nothing does."""
        titles, more = self.reading.titles, self.field.shows_more
        if not (titles or more):
            return None
        shown = self.field.shown(self.title) if more else Shown()
        return shown._replace(titles=titles) if titles else shown

    @cached_property
    def who(self) -> Applicant:
        """The applicant as the checks see him."""
        own, minimum = own_federation(self.player, self.reading), self.reading.minimum or self.law.minimum_games
        return Applicant(self.law, self.law.titles[self.title], own, self.reading, minimum, self.field.players)

    @cached_property
    def extra(self) -> tuple[str, ...]:
        """Clauses not met whatever games are chosen."""
        found = []
        if self.reading.predetermined and (self.count.open_rounds or self._absences()):
            found.append("all_rounds")
        if not self.reading.ratings_trusted:
            found.append("long_event")
        return tuple(found)

    def _absences(self) -> bool:
        """Own unplayed rounds with pairings fixed beforehand; the rest rounds of an odd number are scheduled."""
        if self.reading.absences_allowed:
            return False
        missed = [e for e in self.count.excluded if e.result in OWN_ABSENCE]
        rests = [e for e in missed if e.result in REST and not e.opponent]
        if self.event.sheet:  # the number of players is not known: a round said to be allocated is the rest round
            rests = [e for e in rests if e.result == ev.PAIRING_BYE]
        elif self.field.players % 2 == 0:
            rests = []
        cycles = 2 if self.reading.system == ev.DOUBLE_ROUND_ROBIN else 1
        return len(missed) > min(cycles, len(rests))

    def is_norm(self) -> bool:
        """Whether the norm is made under this reading."""
        return not self.extra and self.candidate is not None

    @cached_property
    def candidate(self) -> Candidate | None:
        """The best choice that meets every clause, whatever `extra` says."""
        good = [c for c in self._carried if not c.choice.unmet]
        found = self._only or search.best(self._cuts, self._searching)
        good += [Candidate(found, "")] if found and not found.unmet else []
        return min(good, key=lambda c: c.choice.preference(), default=None)

    @cached_property
    def others(self) -> tuple[Candidate, ...]:
        """The best choice of every other lawful number of games, and the other article where two carry the norm."""
        found = [Candidate(c, "") for c in search.norms(self._cuts, self._searching)]
        found += [c for c in self._carried if not c.choice.unmet]
        best = self.candidate
        return tuple(sorted((c for c in found if c != best), key=lambda c: c.choice.preference()))

    @cached_property
    def nearest(self) -> Candidate:
        """The candidate with the fewest unmet clauses, for a player who made no norm."""
        own = self._only or search.nearest(self._cuts, self._searching)
        found = [Candidate(own, ""), *self._carried]
        return min(found, key=lambda c: (len(c.choice.unmet), search.half_points_short(c.choice.mix, self.who)))

    def could_be_waived(self) -> bool:
        """Whether an exemption from the federation limits might bring the norm; surely not if more is not met."""
        if self.reading.predetermined or not self._only:
            return True
        return any(LIMITS.issuperset(c.unmet) for c in (self._only, *(c.choice for c in self._carried)))

    def fails_only(self, clauses: frozenset[str]) -> bool:
        """Whether nothing but these clauses stands against a norm."""
        return bool(clauses) and clauses.issuperset((*self.extra, *self.nearest.choice.unmet))

    @property
    def shown(self) -> Candidate:
        """What the figures describe: the norm's games, else the nearest miss."""
        return self.candidate or self.nearest

    @cached_property
    def _only(self) -> Choice | None:
        """The one choice where no game may be left out, as in most events; None if there are others or no games."""
        games, who = self.count.games, self._searching
        return search.whole(games, who) if 0 < len(games) <= who.minimum else None

    @cached_property
    def _searching(self) -> Applicant:
        """In a round robin wins may be ignored only if the complete event has the mix (1.4.1f)."""
        if not self.reading.predetermined or not self.count.games:
            return self.who
        complete = mix(self.count.games, self.who)
        failing = MIX_CLAUSES.intersection(unmet(complete, self.who))
        if self.reading.complete_average and complete.average < self.who.title.average:
            failing |= {"average"}
        return self.who._replace(minimum=max(self.who.minimum, len(self.count.games))) if failing else self.who

    @cached_property
    def _carried(self) -> list[Candidate]:
        """The sets that an article on unplayed games makes long enough, or longer. They do not add up."""
        if self.count.open_rounds or not self.count.excluded:
            return []
        return [c for c in (self._eight_games(), self._last_round()) if c]

    def _eight_games(self) -> Candidate | None:
        rule, games = self.law.edition.clauses.eight_games, self.count.games
        if self.event.rounds != rule.rounds or len(games) != rule.games or len(self.count.excluded) != 1:
            return None
        if not self._is_unplayed_win(self.count.excluded[0]):
            return None
        reading = self.reading._replace(minimum=rule.games, counts_as=rule.counts_as, small_limits=True)
        return Candidate(search.whole(games, self.who._replace(minimum=rule.games, reading=reading)), "eight_games")

    def _is_unplayed_win(self, round_: Excluded) -> bool:
        """A forfeit win or pairing-allocated bye; in a round robin a round without opponent is a rest round."""
        if round_.result == ev.FORFEIT_WIN and round_.opponent:
            return True
        if self.reading.predetermined:
            return False
        if round_.result in (ev.FULL_POINT_BYE, ev.UNLISTED) or (round_.result, round_.opponent) == (ev.FORFEIT_WIN, 0):
            return self.reading.allocated_byes
        return round_.result == ev.PAIRING_BYE

    def _last_round(self) -> Candidate | None:
        absent = [e for e in self.count.excluded if e.round == self.event.rounds and e.result == ev.FORFEIT_WIN]
        needed = len(self.count.games) < self.who.minimum
        if not needed or not absent or absent[0].opponent not in self.event.players:
            return None
        games = (*self.count.games, self._lost_against(absent[0]))
        if len(games) < self.who.minimum or self._is_left_out(games[-1]):
            return None
        return Candidate(search.whole(games, self.who), "last_round_forfeit")

    def _is_left_out(self, game: Counted) -> bool:
        """Whether a game against this opponent would not count anyway."""
        unrated_out = self.reading.predetermined and bool(self.reading.unrated_left_out) and not game.rated
        listed = game.opponent in self.field.unrated_left_out(self.reading.predetermined)
        return game.federation in (ev.NON, OUT) or unrated_out or listed

    def _lost_against(self, absent: Excluded) -> Counted:
        other = self.event.players[absent.opponent]
        federation = self.reading.federations.get(other.no, other.federation)
        flag = "" if federation == ev.FID else federation
        shown = self.shown_facts
        rating, title = shown.of(other, absent.round) if shown else (other.rating, other.title)
        return Counted(absent.round, other.no, rating or self.law.unrated, title, flag, 0, rating > 0)

    def could_reach(self, minimum: int) -> bool:
        """Whether a lawful choice of these games reaches average, performance and score with so many games enough."""
        if self._only and self._searching.minimum == min(minimum, self.who.minimum):
            reached = search.OF_FIGURES.isdisjoint(self._only.unmet)
            return reached or (len(self.count.games) < self.law.minimum_games and bool(self.count.excluded))
        who = self.who._replace(minimum=min(minimum, self.who.minimum))
        found = self._cuts if who.minimum == self._searching.minimum else self._all_cuts(who.minimum)
        if any(search.reaches(cut, who) for cut in found):
            return True
        return len(self.count.games) < self.law.minimum_games and bool(self.count.excluded)

    @cached_property
    def _cuts(self) -> search.Cuts:
        return self._all_cuts(self._searching.minimum)

    def _all_cuts(self, minimum: int) -> search.Cuts:
        return search.cuts(self.count.games, minimum, self.reading.predetermined)

    def is_near_miss(self) -> bool:
        """One more point would have brought the norm, or the performance is there and at most two clauses fail."""
        who, most, by_a_point = self._searching, search.NEAR - len(self.extra), not self.extra
        if len(self.count.games) + 1 < who.minimum:
            return False
        if any(search.is_near(c.choice, who, most, by_a_point) for c in self._carried):
            return True
        if self._only:
            return search.is_near(self._only, who, most, by_a_point)
        return search.comes_near(self._cuts, who, most, by_a_point)
