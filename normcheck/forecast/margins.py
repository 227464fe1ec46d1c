"""How close an event is to losing the Swiss exemption and its standing as a large Swiss, round after round."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from normcheck import event as ev
from normcheck.clauses.shapes import StrongSwiss
from normcheck.event import Event, Game, Player
from normcheck.field import PRESENT, Field, RoundCount, StrongRound
from normcheck.forecast.cut import rounds_done
from normcheck.law import Law
from normcheck.verdict import Audit


class Margins(NamedTuple):
    """The counts of every round, and the players whose absence from the next round would end each of the two.

    `exemption` and `strong` say whether it holds so far. `ends_exemption` and `ends_strong` are empty in the last round
    and where it is lost already; `next_round` is 0 if none is left.
    """

    exemption: bool
    rounds: tuple[RoundCount, ...]
    ends_exemption: tuple[Player, ...]
    strong: bool
    strong_rounds: tuple[StrongRound, ...]
    ends_strong: tuple[Player, ...]
    next_round: int


def margins(audit: Audit) -> Margins | None:
    """The margins of an individual Swiss, else None; without a host federation the exemption is not counted."""
    field, event, law = audit.field, audit.event, audit.law
    if not field.counts_large_swiss or event.sheet:
        return None
    done = rounds_done(event)
    now = Field(_played(event, done), law, field.system)
    following = done + 1 if done < event.rounds else 0
    exemption, strong = _exempt(now), bool(now.is_strong_swiss)
    rounds = now.large_swiss.strict if field.host else ()
    return Margins(
        exemption,
        rounds,
        tuple(_ending(event, law, _exempt, following)) if exemption and following else (),
        strong,
        now.strong_rounds,
        tuple(_ending(event, law, _strong, following)) if strong and following else (),
        following,
    )


def _exempt(field: Field) -> bool:
    return bool(field.host) and field.large_swiss.state is True


def _strong(field: Field) -> bool:
    return field.is_strong_swiss is True


def _played(event: Event, rounds: int) -> Event:
    return event._replace(rounds_played=rounds, rounds=rounds, complete=True)


def _ending(event: Event, law: Law, holds: Callable[[Field], bool], round_: int) -> Iterator[Player]:
    """The players without whom it would not hold after the next round, if everybody else plays it."""
    system = event.system.value if event.system else ev.SWISS
    everybody = {p.no: _present(p, round_) for p in event.players.values()}
    full = _played(event._replace(players=everybody), round_)
    if not holds(Field(full, law, system)):
        yield from (p for p in event.players.values() if _is_absent(p, round_))
        return
    for player in _critical(full, event, law):
        without = everybody | {player.no: _missing(player, round_)}
        if not holds(Field(full._replace(players=without), law, system)):
            yield player


def _critical(full: Event, event: Event, law: Law) -> Iterator[Player]:
    """Those who could make a difference: nobody else needs to be tried. All of them if it is close."""
    rule, strong = law.edition.clauses.large_swiss, law.edition.clauses.qualifying_event
    field = Field(full, law, ev.SWISS)
    near = any(r.players <= rule.players + 1 or r.titled <= rule.titled + 1 for r in field.large_swiss.strict)
    few = any(r.federations <= rule.federations + 1 for r in field.large_swiss.strict)
    if near or few or (strong and _is_nearly_weak(field, strong)):
        yield from (p for p in event.players.values() if not _is_gone(p))


def _is_nearly_weak(field: Field, rule: StrongSwiss) -> bool:
    best = max((p.rating for p in field.event.players.values()), default=0)
    return any(
        r.rated <= rule.players + 1 or r.total - best < rule.average * (r.rated - 1) for r in field.strong_rounds
    )


def _is_gone(player: Player) -> bool:
    return bool(player.games) and player.games[-1].result not in PRESENT


def _is_absent(player: Player, round_: int) -> bool:
    return len(player.games) >= round_ and player.games[round_ - 1].result not in PRESENT


def _present(player: Player, round_: int) -> Player:
    """The player with a game to come in a round, unless he is known to be absent or left before."""
    games = player.games[: round_ - 1]
    if len(player.games) >= round_:
        return player._replace(games=player.games[:round_])
    gone = bool(games) and games[-1].result not in PRESENT
    return player._replace(games=(*games, Game(0, "-", ev.ABSENT if gone else ev.BLANK)))


def _missing(player: Player, round_: int) -> Player:
    return player._replace(games=(*player.games[: round_ - 1], Game(0, "-", ev.ABSENT)))
