"""Who could have made a norm: the bounds of an event, and what they must allow for, under every possible law."""

from collections.abc import Collection, Sequence
from functools import cached_property

from normcheck import event as ev
from normcheck.bound import Asked, Opponents, ceilings, opponents
from normcheck.event import Event, Player
from normcheck.field import Field
from normcheck.law import Law


class Reach:
    """The players and titles of one event that bounds cannot settle, under the laws of some fields."""

    def __init__(self, event: Event, fields: tuple[Field, ...]) -> None:
        self._event, self._fields = event, fields
        self._unrated = max(field.law.unrated for field in fields)
        self._opponents = opponents(event, self._unrated)
        self.least = self._least_games()

    def about(self, event: Event, strangers: tuple[Player, ...]) -> "Reach":
        """The same with other games, and with opponents who are not in the event."""
        other = Reach.__new__(Reach)
        other.__dict__.update(vars(self), _event=event, _laws=self._laws, _performance=self._performance)
        if strangers:
            more = opponents(event._replace(players={s.no: s for s in strangers}), self._unrated)
            known = self._opponents
            ratings, certain = {**known.ratings, **more.ratings}, known.certain | more.certain
            other.__dict__["_opponents"] = Opponents(ratings, certain, self._unrated)
        return other

    def _least_games(self) -> int:
        """The fewest games that may be enough for anybody under any reading of the kind of event."""
        system, kind = self._fields[0].system, self._event.kind.value if self._event.kind else None
        shorts = [
            s.minimum
            for field in self._fields
            for s in field.law.edition.clauses.short_events.events
            if kind == s.kind or (kind is None and system in s.systems)
        ]
        return min([*(field.law.minimum_games for field in self._fields), *shorts])

    @cached_property
    def _laws(self) -> tuple[Law, ...]:
        """Of the possible laws those that differ in what the bound rests on."""
        found: dict[tuple[str, str, int, int], Law] = {}
        for law in (field.law for field in self._fields):
            eight = law.edition.clauses.eight_games.games
            found.setdefault((repr(law.titles), law.edition.tables, law.raised, eight), law)
        return tuple(found.values())

    @cached_property
    def _performance(self) -> dict[str, int]:
        """The least that each title may ask for."""
        titles = self._fields[0].law.titles
        return {title: min(law.titles[title].performance for law in self._laws) for title in titles}

    def sort_out(self, asked: Sequence[tuple[Player, Collection[str]]]) -> dict[int, list[str]]:
        """Of players with titles those within reach, by start number.

        All others are no norm and no near miss, whatever is still unknown.
        """
        disputed = self._fields[0].disputed
        near = {player.no: list(titles) for player, titles in asked if player.no in disputed} if disputed else {}
        highest, least = self._highest([player for player, _ in asked]), min(self._performance.values())
        able = [(player, titles) for player, titles in asked if highest[player.no] >= least]
        for title, performance in self._performance.items():
            group = [p for p, titles in able if highest[p.no] >= performance and title in titles]
            for player in self._reached(group, title):
                if player.no not in disputed:
                    near.setdefault(player.no, []).append(title)
        return near

    def is_within(self, player: Player, title: str) -> bool:
        """Whether a title is within reach of a player."""
        return player.no in self._fields[0].disputed or bool(self._reached([player], title))

    def _highest(self, players: Sequence[Player]) -> dict[int, int]:
        """By start number the highest performance any choice of games could show for any title under any law."""
        found: dict[int, int] = {}
        for women in (False, True):
            group = [player for player in players if (player.sex != "m") is women]
            for law in self._laws if group else ():
                titles = [title for title in law.titles.values() if women or not title.women]
                floor, needed = max(t.floor for t in titles), min(t.performance for t in titles)
                bounds = ceilings(self._event, group, law, Asked(self.least, floor, needed), self._opponents)
                for player, bound in zip(group, bounds, strict=True):
                    found[player.no] = max(bound, found.get(player.no, 0))
        return found

    def _reached(self, players: Sequence[Player], title: str) -> list[Player]:
        """Those for whom the bound for this very title reaches its performance under a law."""
        reached: dict[int, Player] = {}
        for law in self._laws if players else ():
            rule = law.titles[title]
            asked = Asked(self.least, rule.floor, rule.performance)
            bounds = ceilings(self._event, players, law, asked, self._opponents)
            reached |= {p.no: p for p, bound in zip(players, bounds, strict=True) if bound >= rule.performance}
        return list(reached.values())

    def all_games_count(self, player: Player) -> bool:
        """Whether no game of a player is of less than one move, or against somebody of whom it may not count."""
        ratings, certain, _ = self._opponents
        met = [game.opponent for game in player.games]
        if not ev.PLAYED_SHORT.isdisjoint([game.result for game in player.games]):
            return False
        return certain.issuperset(met) or not any(no in ratings and no not in certain for no in met)
