"""Several rounds with opponents not known yet: whether a norm is possible at all, and what is needed at least.

Both are bounds. A norm said to be impossible is impossible; what is said to be needed is needed, but may not be enough.
"""

from collections.abc import Iterator
from typing import NamedTuple

from normcheck import event as ev
from normcheck.count import Counted, own_federation
from normcheck.event import Event, Game, Player
from normcheck.expectancy import least_halves
from normcheck.forecast.cut import open_rounds, opponent_of, to_come
from normcheck.forecast.pool import Pool, pool, stand_in
from normcheck.forecast.trial import NO, Outcome, Trial
from normcheck.mix import Applicant, mix
from normcheck.verdict import Pending

MOST_LINES = 4


class Line(NamedTuple):
    """A score in all open rounds, in half points, with the least average of their opponents (0: any), as raised."""

    halves: int
    average: int


class Ahead(NamedTuple):
    """What the open rounds must bring: scores if all of them are played, and titles and federations in any case."""

    rounds: int
    lines: tuple[Line, ...]
    holders: int
    required: int
    federations: int


def best_case(trial: Trial, pending: Pending) -> Outcome:
    """The decision if every open game is won against opponents as good as can be for the norm."""
    event, player = trial.event, pending.player
    rounds = open_rounds(event, player)
    known = {r: opponent_of(event, player, r) for r in rounds}
    free = [r for r in rounds if known[r] is None]
    games = {r: Game(other.no, "-", ev.WIN) for r, other in known.items() if other}
    others = _stand_ins(trial, pending, len(free))
    games |= {r: Game(other.no, "-", ev.WIN) for r, other in zip(free, others, strict=False)}
    return trial.outcome(pending, games, others)


def by_absence(trial: Trial, pending: Pending) -> Outcome | None:
    """The best case if one open round is a forfeit win or an allocated bye and all others are won; None if no help."""
    event, player = trial.event, pending.player
    if event.rounds != trial.law.edition.clauses.eight_games.rounds or not open_rounds(event, player):
        return None
    fixed = to_come(event, player) if trial.is_fixed else None
    known = fixed or {r: opponent_of(event, player, r) for r in open_rounds(event, player)}
    others = () if fixed else _stand_ins(trial, pending, list(known.values()).count(None))
    free = iter(others)
    games = {r: _won(other, free) for r, other in known.items()}
    tried = games if fixed else {min(games), max(games)}  # opponents not known yet are all alike
    found = [trial.outcome(pending, games | {r: _unplayed(known[r])}, others) for r in tried]
    return max(found, key=lambda outcome: outcome.level, default=None)


def _won(other: Player | None, free: Iterator[Player]) -> Game:
    """A win over the opponent known, or over the next one not known yet; an absence in a rest round."""
    other = other or next(free, None)
    return Game(other.no, "-", ev.WIN) if other else Game(0, "-", ev.ABSENT)


def _unplayed(other: Player | None) -> Game:
    return Game(other.no, "-", ev.FORFEIT_WIN) if other else Game(0, "-", ev.PAIRING_BYE)


def _stand_ins(trial: Trial, pending: Pending, count: int) -> tuple[Player, ...]:
    """So many opponents, none of whom could be better: federations all different, unless that cannot help any more."""
    law, title = trial.law, trial.law.titles[pending.title]
    candidates = pool(trial, pending.player, pending.title)
    codes = _codes(trial, pending, candidates, count)
    best = candidates.best(count)
    return tuple(
        stand_in(n, c.rating, c.level, code, title, law)
        for n, (c, code) in enumerate(zip(best, codes, strict=False), 1)
    )


def _codes(trial: Trial, pending: Pending, candidates: Pool, count: int) -> list[str]:
    judged = trial.audit.judgement(pending.player, pending.title)
    own = own_federation(pending.player, judged.reading)
    met = {g.federation for g in judged.count.games} - {"", own}
    left = {c.federation for c in candidates.candidates} - {"", ev.FID, own} if candidates.known else set()
    unknown = any(c.federation in ("", ev.FID) for c in candidates.candidates) or not own
    if candidates.known and not unknown and len(met | left) < trial.law.foreign:
        return [own] * count
    return [f"~{n}" for n in range(count)]


def ahead(trial: Trial, pending: Pending) -> Ahead:
    """What the open rounds must bring at least, whatever is left out; the scores are for all of them together."""
    judged = trial.audit.judgement(pending.player, pending.title)
    who, games = judged.who, judged.count.games
    rounds = len(open_rounds(trial.event, pending.player))
    now, law, size = mix(games, who), trial.law, who.minimum  # a norm of more games asks for no less
    waived = bool(judged.reading.waived_by) or trial.audit.field.large_swiss.state is None
    return Ahead(
        rounds,
        _lines(games, who, rounds, pool(trial, pending.player, pending.title)),
        max(0, law.holders_least[size] - now.holders),
        max(0, law.required_least[size] - now.required),
        0 if waived else max(0, law.foreign - now.foreign),
    )


def _lines(games: tuple[Counted, ...], who: Applicant, rounds: int, candidates: Pool) -> tuple[Line, ...]:
    ratings = sorted((c.rating for c in candidates.candidates), reverse=True)[:rounds]
    lowest = min((c.rating for c in candidates.candidates), default=0)
    found: list[Line] = []
    for halves in range(2 * rounds + 1):
        needed = least_average(games, who, rounds, halves)
        if needed is None or needed * rounds > sum(ratings):
            continue
        found.append(Line(halves, needed if needed > lowest else 0))
        if needed <= lowest or len(found) == MOST_LINES:
            break
    return tuple(found)


def least_average(games: tuple[Counted, ...], who: Applicant, rounds: int, halves: int) -> int | None:
    """The least average of the opponents to come, over every number of wins left out; None if no average is enough."""
    wins = sorted((g for g in games if g.halves == 2), key=lambda g: g.value)
    spare = max(0, min(len(wins), len(games) + rounds - who.minimum))
    found = []
    for drops in range(spare + 1):
        out = {g.round for g in wins[:drops]}
        kept = tuple(g for g in games if g.round not in out)
        total = _least_total(len(kept) + rounds, sum(g.halves for g in kept) + halves, who)
        if total is not None:
            found.append(-((_with_lift(kept, who) - total) // rounds))
    return min(found, default=None)


def _least_total(size: int, halves: int, who: Applicant) -> int | None:
    """The least sum of ratings with which a score in so many games is enough."""
    law, title = who.law, who.title
    if size < who.minimum or halves < least_halves(size, law.score_share):
        return None
    average = max(title.average, title.performance - law.expectancy.difference(halves, size))
    return -(-(2 * average * size - size) // 2)


def _with_lift(games: tuple[Counted, ...], who: Applicant) -> int:
    """The sum of the ratings so far, with the most that raising the lowest opponents may add."""
    lifts = sorted((max(0, who.title.floor - g.value) for g in games), reverse=True)
    again = len({g.opponent for g in games}) < len(games)  # an opponent met twice may be raised twice
    return sum(g.value for g in games) + sum(lifts if again else lifts[: who.law.raised])


def is_possible(trial: Trial, pending: Pending) -> bool:
    """Whether the norm is possible as far as the bound can say."""
    if best_case(trial, pending).level > NO:
        return True
    found = by_absence(trial, pending)
    return found is not None and found.level > NO


def pending_in(event: Event, pending: Pending) -> Pending:
    """The same question about the event at another time."""
    return pending._replace(player=event.players[pending.player.no])
