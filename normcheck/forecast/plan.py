"""Which norms a closed event can give: the mix of every player, before the first move and after each cancellation."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from normcheck import event as ev
from normcheck.checks import CHECKS, unmet
from normcheck.event import Event, Player
from normcheck.finding import Measure
from normcheck.forecast.pool import NEW, STAND_IN
from normcheck.forecast.start_list import closed_event
from normcheck.mix import Mix, mix
from normcheck.regulation import Edition
from normcheck.verdict import Audit, Pending

SCORE_CLAUSES = ("performance", "score")  # what the player himself must bring
LADDER = ("", "FM", "IM", "GM")  # titles of a replacement, the least first

Key = tuple[int, str]  # start number and title


class Row(NamedTuple):
    """One player and title: the mix of all his games, every measure of it, and the clauses it fails.

    `required` is the score needed in half points, None if no score is enough; without `failing` it is there.
    """

    player: Player
    title: str
    mix: Mix
    measures: dict[str, Measure]
    failing: tuple[str, ...]
    required: int | None

    @property
    def is_possible(self) -> bool:
        """Whether a score is all that is missing."""
        return not self.failing and self.required is not None

    @property
    def key(self) -> Key:
        """What tells this row from all others."""
        return self.player.no, self.title


class Repair(NamedTuple):
    """A replacement that keeps the norms: his least title ("" for none), federations that will not do, least rating.

    `new_federation` asks for one that nobody else has. `kept` are the norms he keeps, `all_kept` whether none is lost.
    """

    title: str
    not_federations: tuple[str, ...]
    new_federation: bool
    rating: int
    kept: int
    all_kept: bool


class Cancellation(NamedTuple):
    """One player less: the norms of the others that are lost, and the replacement that keeps most of them.

    `left` are the norms that stay, with the score each then asks for in half points.
    """

    player: Player
    games: int
    lost: tuple[Key, ...]
    left: dict[Key, int]
    repair: Repair | None


class Exchange(NamedTuple):
    """In a field without norms: another player in the place of one, rated as he is, who makes norms possible.

    `title` is the least that does ("" for none); he is of a federation nobody else has. `gained` are the norms then.
    """

    player: Player
    title: str
    gained: int


class Plan(NamedTuple):
    """The plan of one closed event; `games` is the number each player has, `exchange` for a field without norms."""

    event: Event
    audit: Audit
    rows: tuple[Row, ...]
    cancellations: tuple[Cancellation, ...]
    games: int
    exchange: Exchange | None


class Planner:
    """Plans closed events under one edition."""

    def __init__(self, edition: Edition, host: str, double: bool, file: str) -> None:
        self.edition, self.host, self.double, self.file = edition, host, double, file

    def plan(self, players: tuple[Player, ...]) -> Plan:
        """What this field can give, and what each cancellation would change."""
        audit = self._audit(players)
        rows = tuple(self._rows(audit))
        good = {row.key for row in rows if row.is_possible}
        gone = tuple(self._cancelled(p, players, good) for p in players)
        exchange = None if good else self._exchange(players)
        return Plan(audit.event, audit, rows, gone, self._games(players), exchange)

    def _exchange(self, players: tuple[Player, ...]) -> Exchange | None:
        for title in LADDER:
            best: Exchange | None = None
            for player in players:
                new = Player(STAND_IN, "", title, NEW, player.rating, "m")
                others = (p for p in players if p.no != player.no)
                gained = len([key for key in self.possible((*others, new)) if key[0] != new.no])
                if gained > (best.gained if best else 0):
                    best = Exchange(player, title, gained)
            if best:
                return best
        return None

    def _games(self, players: tuple[Player, ...]) -> int:
        return (len(players) - 1) * (1 + self.double)

    def _audit(self, players: tuple[Player, ...]) -> Audit:
        return Audit(closed_event(players, self.file, self.host, self.double), self.edition)

    def _rows(self, audit: Audit) -> Iterator[Row]:
        return (_row(audit, pending) for pending in audit.pending())

    def possible(self, players: tuple[Player, ...]) -> dict[Key, int]:
        """The norms that this field can give, with the score needed in half points."""
        rows = self._rows(self._audit(players))
        return {row.key: row.required for row in rows if row.is_possible and row.required is not None}

    def _cancelled(self, player: Player, players: tuple[Player, ...], good: set[Key]) -> Cancellation:
        others = tuple(p for p in players if p.no != player.no)
        wanted = {key for key in good if key[0] != player.no}
        left = self.possible(others)
        lost = tuple(sorted(wanted - left.keys()))
        repair = self._repair(player, others, wanted) if lost else None
        return Cancellation(player, self._games(others), lost, left, repair)

    def _repair(self, gone: Player, others: tuple[Player, ...], wanted: set[Key]) -> Repair | None:
        """The least title that keeps most norms, with the federations that do, if he is rated as the one who left."""
        federations = [*sorted({p.federation for p in others} - {"", ev.FID, ev.NON}), NEW]
        best: Repair | None = None
        for title in LADDER:
            kept = {f: self._kept(others, wanted, title, f, gone.rating) for f in federations}
            most = max(kept.values())
            if most and (best is None or most > best.kept):
                good = [f for f in federations if kept[f] == most]
                refused = tuple(f for f in federations if f not in good and f != NEW)
                rating = self._least(others, wanted, (title, good[-1]), most, gone.rating)
                best = Repair(title, refused, good == [NEW], rating, most, most == len(wanted))
        return best

    def _kept(self, others: tuple[Player, ...], wanted: set[Key], title: str, federation: str, rating: int) -> int:
        new = Player(STAND_IN, "", title, federation, rating, "m")
        return len(wanted & self.possible((*others, new)).keys())

    def _least(self, others: tuple[Player, ...], wanted: set[Key], who: tuple[str, str], kept: int, high: int) -> int:
        """The least rating with which as many norms are kept."""
        low = 0
        while high - low > 1:
            middle = (low + high) // 2
            if self._kept(others, wanted, *who, middle) >= kept:
                high = middle
            else:
                low = middle
        return high


def _row(audit: Audit, pending: Pending) -> Row:
    """The mix of a player as if he had lost every game; what counts is only whom he meets."""
    player = pending.player
    lost = tuple(g._replace(result=ev.LOSS) if g.opponent else g for g in player.games)
    judged = audit.judgement(player._replace(games=lost), pending.title)
    figures, who = mix(judged.count.games, judged.who), judged.who
    measures = {key: check(figures, who) for key, check in CHECKS.items()} if figures.games else {}
    failing = tuple(key for key in unmet(figures, who) if key not in SCORE_CLAUSES)
    return Row(player, pending.title, figures, measures, failing, figures.required_halves)


class OpenField(NamedTuple):
    """The start list of an open: what it promises.

    `players`, `federations` and `titled` are those not of the host federation that count for the Swiss exemption, if
    all of them play; `ends` are those without whom it would fail. `rated` and `average` are of everybody.
    """

    audit: Audit
    players: int
    federations: int
    titled: int
    holds: bool
    ends: tuple[Player, ...]
    rated: int
    average: int
    is_strong: bool
    titles: Counter[str]
    holders: int


def open_field(audit: Audit) -> OpenField:
    """The margins of a start list; without a host federation the exemption does not hold surely."""
    field, law = audit.field, audit.law
    counted = field.large_swiss.strict[0] if field.host and field.large_swiss.strict else None
    strong = field.strong_rounds[0] if field.strong_rounds else None
    holds = bool(field.host) and field.large_swiss.state is True
    players = audit.event.players.values()
    return OpenField(
        audit,
        counted.players if counted else 0,
        counted.federations if counted else 0,
        counted.titled if counted else 0,
        holds,
        tuple(p for p in players if holds and _ends(audit, p)),
        strong.rated if strong else 0,
        strong.total // strong.rated if strong and strong.rated else 0,
        field.is_strong_swiss is True,
        Counter(p.title for p in players if p.title),
        sum(p.title in law.holders for p in players),
    )


def _ends(audit: Audit, player: Player) -> bool:
    """Whether the exemption fails without this player."""
    rest = {no: p for no, p in audit.event.players.items() if no != player.no}
    other = Audit(audit.event._replace(players=rest), audit.edition)
    return other.field.large_swiss.state is not True
