"""Facts of the whole field that a judgement of one player may need, each worked out once and only when asked.

The Swiss exemption counts, round by round, the FIDE-rated participants not from the host federation (1.4.3d); the
qualifying event counts all participants and their average (1.5.6a). In both a player counts only if he misses at most
one round, and a pairing-allocated bye is not missed.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from normcheck import event as ev
from normcheck.clauses import LargeSwiss
from normcheck.count import Reading, Shown
from normcheck.event import Dated, Event, Game, Player
from normcheck.law import Law
from normcheck.totals import by_totals

CONTRADICTIONS = ("not_reciprocal", "results_disagree")
# Results of the other side that fit a result (arbiters may also give 0/0 or =/0 as a penalty), and what follows from
# his line if he is right.
FITTING = {"1": "0", "=": "=0", "0": "10=", "+": "-", "-": "+-", "W": "L", "D": "DL", "L": "WLD"}
MIRROR = {"1": "0", "=": "=", "0": "1", "+": "-", "-": "+", "W": "L", "D": "D", "L": "W"}
PRESENT = frozenset("1=0WDLU+ ")
DOUBTFUL = frozenset("F?")


class RoundCount(NamedTuple):
    """Those present in one round who count for an exemption."""

    round: int
    players: int
    federations: int
    titled: int


class LargeSwissCount(NamedTuple):
    """The Swiss exemption of an event: holds (True), does not (False), or rests on the facts `open_by` (None).

    `strict` counts a player only in rounds he is present; `lenient` also in the one round he missed.
    """

    state: bool | None
    strict: tuple[RoundCount, ...]
    lenient: tuple[RoundCount, ...]
    open_by: tuple[str, ...] = ()

    @property
    def limiting(self) -> RoundCount | None:
        """The round with the fewest players, then titled players."""
        return min(self.strict, key=lambda r: (r.players, r.titled, r.round), default=None)


class StrongRound(NamedTuple):
    """The participants of one round: how many, and the sum of their ratings; the unrated ones apart."""

    round: int
    rated: int
    unrated: int
    total: int


def _missed(player: Player, rounds: int, present: frozenset[str]) -> int:
    results = [game[2] for game in player.games]
    if len(results) == rounds and present.issuperset(results):
        return 0
    return rounds - sum(result in present for result in results[:rounds])


def _table(
    players: Iterable[Player], rule: LargeSwiss, rounds: int, present: frozenset[str], lenient: bool
) -> tuple[RoundCount, ...]:
    return _counted(_missing_few(players, rule, rounds, present), rule, rounds, present, lenient)


def _missing_few(
    players: Iterable[Player], rule: LargeSwiss, rounds: int, present: frozenset[str]
) -> list[tuple[Player, int]]:
    """The players who miss no more than the rule allows, and how many rounds each misses."""
    found = [(player, _missed(player, rounds, present)) for player in players]
    return [(player, missed) for player, missed in found if missed <= rule.missed]


def _counted(
    players: list[tuple[Player, int]], rule: LargeSwiss, rounds: int, present: frozenset[str], lenient: bool
) -> tuple[RoundCount, ...]:
    always = [player for player, missed in players if lenient or not missed]
    sometimes = [] if lenient else [player for player, missed in players if missed]
    constant, holders = {p.federation for p in always}, sum([_is_holder(p, rule) for p in always])
    found = []
    for index in range(rounds):
        here = [p for p in sometimes if index < len(p.games) and p.games[index].result in present]
        federations = constant.union([p.federation for p in here]) - {""}
        titled = holders + sum([_is_holder(p, rule) for p in here])
        found.append(RoundCount(index + 1, len(always) + len(here), len(federations), titled))
    return tuple(found)


def _is_holder(player: Player, rule: LargeSwiss) -> bool:
    return player.title in rule.titles or player.womens_title in rule.titles


def _holds(table: tuple[RoundCount, ...], rule: LargeSwiss) -> bool:
    return bool(table) and all(
        r.players >= rule.players and r.federations >= rule.federations and r.titled >= rule.titled for r in table
    )


class Field:
    """The participants of one event under one law."""

    def __init__(self, event: Event, law: Law, system: str) -> None:
        self.event, self.law, self.system = event, law, system
        self.readings: dict[str, Reading] = {}  # the base reading of the players of each federation
        self._shown: dict[str, Shown] = {}

    @property
    def host(self) -> str:
        """The host federation, "" when not known."""
        return self.event.federation.value if self.event.federation else ""

    @property
    def counts_large_swiss(self) -> bool:
        """The Swiss exemption exists in an individual Swiss only."""
        return self.system == ev.SWISS

    @cached_property
    def players(self) -> int:
        """Number of participants, 0 when not known."""
        if not self.event.sheet:
            return len(self.event.players)
        return self.event.rounds // 2 + 1 if self.system == ev.DOUBLE_ROUND_ROBIN else 0

    @cached_property
    def shows_more(self) -> bool:
        """Whether some have two titles, or ratings and titles that change from round to round."""
        return bool(self.event.dated) or any(p.womens_title for p in self.event.players.values())

    def shown(self, title: str) -> Shown:
        """What counts for a norm of this title instead of what stands beside the names."""
        if title not in self._shown:
            titles = {p.no: self._better(p, title) for p in self.event.players.values() if p.womens_title}
            dated = {at: then._replace(title=self._better(then, title)) for at, then in self.event.dated.items()}
            self._shown[title] = Shown(titles, dated)
        return self._shown[title]

    def _better(self, holder: Player | Dated, title: str) -> str:
        """Of two titles the one that counts for more in a norm of this title, the open one if they count alike."""
        law = self.law.titles[title]

        def weight(held: str) -> tuple[bool, bool]:
            return held in law.required, held in self.law.holders

        one, two = holder.title, holder.womens_title
        return two if two and weight(two) > weight(one) else one

    @cached_property
    def unrated_without_score(self) -> frozenset[int]:
        """Unrated players who scored nothing against rated ones (1.4.2b); empty for one player's games."""
        if self.event.sheet:
            return frozenset()
        players = self.event.players
        return frozenset(p.no for p in players.values() if not p.rating and not self._score_against_rated(p))

    @cached_property
    def contradicted(self) -> dict[int, dict[int, str]]:
        """By start number and round: the result of a game by the opponent's line where the two do not agree."""
        if self.event.sheet or not any(notice.key in CONTRADICTIONS for notice in self.event.notices):
            return {}
        found: dict[int, dict[int, str]] = {}
        for player in self.event.players.values():
            for round_, game in enumerate(player.games, 1):
                theirs = self._by_opponent(player, round_, game)
                if theirs is not None and theirs not in FITTING[game.result]:
                    found.setdefault(player.no, {})[round_] = MIRROR.get(theirs, ev.ABSENT)
        return found

    @cached_property
    def by_totals(self) -> dict[int, list[dict[int, str]]]:
        """By start number the ways to read his games by the points that the file states of him and his opponents."""
        return {} if self.event.sheet else by_totals(self.event)

    @cached_property
    def disputed(self) -> frozenset[int]:
        """The players about whose games the file does not agree with itself."""
        return frozenset((*self.contradicted, *self.by_totals))

    def _by_opponent(self, player: Player, round_: int, game: Game) -> str | None:
        """What the opponent's line says of a game, "Z" if it does not know it; None where nothing was played."""
        other = self.event.players.get(game.opponent)
        if other is None or game.result not in FITTING:
            return None
        his = other.games[round_ - 1] if round_ <= len(other.games) else None
        return his.result if his and his.opponent == player.no else ev.ABSENT

    def unrated_left_out(self, predetermined: bool) -> frozenset[int]:
        """The unrated players left out with pairings fixed beforehand."""
        return self.unrated_without_score if predetermined else frozenset()

    def _score_against_rated(self, player: Player) -> int:
        players = self.event.players
        return sum(
            ev.HALVES[g.result]
            for g in player.games
            if g.result in ev.PLAYED and g.opponent in players and players[g.opponent].rating
        )

    def _qualified(self, host: str, also: tuple[str, ...]) -> list[Player]:
        shut_out = {"", ev.FID, ev.NON} - set(also)
        return [
            p for p in self.event.players.values() if p.rating and p.federation != host and p.federation not in shut_out
        ]

    @cached_property
    def large_swiss(self) -> LargeSwissCount:
        """The Swiss exemption, counted in an individual Swiss only; open where titles in doubt decide."""
        counted = self._large_swiss()
        if {field._large_swiss().state for field in self._with_titles_in_doubt()} <= {counted.state}:
            return counted
        return counted._replace(state=None, open_by=(*counted.open_by, "exemption_titles"))

    def _with_titles_in_doubt(self) -> Iterator["Field"]:
        """The participants with as many and with as few titles as the file allows where a list says otherwise."""
        rule, doubts = self.law.edition.clauses.large_swiss, self.event.doubts.items()
        titles = {no: doubt.file for (no, key), doubt in doubts if key == "title"}
        for most in (True, False) if titles and rule else ():
            told = {no: title for no, title in titles.items() if (title in rule.titles) is most}
            changed = {no: self.event.players[no]._replace(title=told[no], womens_title="") for no in told}
            yield Field(self.event._replace(players=self.event.players | changed), self.law, self.system)

    def _large_swiss(self) -> LargeSwissCount:
        rule = self.law.edition.clauses.large_swiss
        if not self.counts_large_swiss:
            return LargeSwissCount(False, (), ())
        if self.event.sheet:
            stated = self.event.swiss_exemption
            return LargeSwissCount(stated.value if stated else None, (), (), () if stated else ("swiss_exemption",))
        if not self.host:
            return self._without_host(rule)
        return self._with_host(rule, self.host)

    def _with_host(self, rule: LargeSwiss, host: str) -> LargeSwissCount:
        rounds = self.event.rounds_played
        players = _missing_few(self._qualified(host, ()), rule, rounds, PRESENT)
        strict = _counted(players, rule, rounds, PRESENT, False)
        lenient = _counted(players, rule, rounds, PRESENT, True)
        if _holds(strict, rule):
            state = True if self.event.complete else None
            return LargeSwissCount(state, strict, lenient, () if state else ("rounds_to_come",))
        open_by = self._what_would_decide(rule, host)
        return LargeSwissCount(None if open_by else False, strict, lenient, open_by)

    def _what_would_decide(self, rule: LargeSwiss, host: str) -> tuple[str, ...]:
        """The open facts under which the exemption would hold: each alone, else all together."""
        rounds, doubtful = self.event.rounds_played, PRESENT | DOUBTFUL
        everybody = self._qualified(host, (ev.FID, ""))
        if not _holds(_table(everybody, rule, rounds, doubtful, True), rule):
            return ()
        strict = self._qualified(host, ())
        alone = {
            "exemption_presence": _table(strict, rule, rounds, PRESENT, True),
            "exemption_byes": _table(strict, rule, rounds, doubtful, False),
            "exemption_fid": _table(self._qualified(host, (ev.FID,)), rule, rounds, PRESENT, False),
            "exemption_blank": _table(self._qualified(host, ("",)), rule, rounds, PRESENT, False),
        }
        return tuple(key for key, table in alone.items() if _holds(table, rule)) or tuple(alone)

    def _without_host(self, rule: LargeSwiss) -> LargeSwissCount:
        hosts = sorted({p.federation for p in self.event.players.values()} - {"", ev.FID, ev.NON})
        counts = [self._with_host(rule, host) for host in (*hosts, "-")]
        states = {count.state for count in counts}
        if states == {False}:
            return counts[-1]
        if states == {True}:
            return min(counts, key=lambda c: c.limiting.players if c.limiting else 0)
        return counts[-1]._replace(state=None, open_by=("host",))

    @cached_property
    def strong_rounds(self) -> tuple[StrongRound, ...]:
        """Participants and ratings round by round, those who miss too many rounds left out (1.5.6a)."""
        rule, rounds = self.law.edition.clauses.qualifying_event, self.event.rounds_played
        if rule is None:
            return ()
        rows = [[0, 0, 0] for _ in range(rounds)]
        for player in self.event.players.values():
            if _missed(player, rounds, PRESENT) > rule.missed:
                continue
            for row, game in zip(rows, player.games, strict=False):
                if game.result in PRESENT:
                    row[0] += player.rating > 0
                    row[1] += not player.rating
                    row[2] += player.rating
        return tuple(StrongRound(r, *row) for r, row in enumerate(rows, 1))

    @cached_property
    def is_strong_swiss(self) -> bool | None:
        """Whether the event is a large Swiss for applications; None where unrated players decide or nothing asks."""
        rule = self.law.edition.clauses.qualifying_event
        if rule is None:
            return None
        if self.system != ev.SWISS:
            return False
        if self.event.sheet or not self.event.complete or not self.strong_rounds:
            return None
        rated = all(r.rated >= rule.players and r.total >= rule.average * r.rated for r in self.strong_rounds)
        value = self.law.unrated
        everybody = all(
            r.rated + r.unrated >= rule.players and r.total + value * r.unrated >= rule.average * (r.rated + r.unrated)
            for r in self.strong_rounds
        )
        return rated if rated == everybody else None
