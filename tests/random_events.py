"""Random events around one player, made from a seed: for the comparison with the exhaustive judge."""

from random import Random
from typing import NamedTuple

from casebook import full_event
from oracle import G

from normcheck.event import Event, Game, Player

OWN = "POL"
FLAGS = {"POL": 30, "GER": 40, "FRA": 30, "ESP": 20, "FID": 10, "NON": 2}
TITLES = ["GM", "GM", "IM", "IM", "FM", "WGM", "WIM", "CM", "", "WFM"]
PERFORMANCE = {"GM": 2600, "IM": 2450, "WGM": 2400, "WIM": 2250}
TURNED = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
SYSTEMS = ["swiss", "swiss", "team", "round robin", "double round robin", "knockout"]


class Case(NamedTuple):
    """One random event as both judges take it."""

    title: str
    system: str
    rounds: int
    minimum: int
    waived: bool
    games: list[G]
    unrated_zero: frozenset[int]
    event: Event


def _opponents(dice: Random, count: int, level: int) -> list[Player]:
    ratings = [dice.choice([0] + [max(1200, int(dice.gauss(level, 150)))] * 12) for _ in range(count)]
    flags = dice.choices(list(FLAGS), list(FLAGS.values()), k=count)
    return [
        Player(no, f"Opponent {no}", dice.choice(TITLES), flag, rating, "m")
        for no, (rating, flag) in enumerate(zip(ratings, flags, strict=True), 2)
    ]


def _minimum(dice: Random, system: str) -> int:
    return dice.choice({"team": [9, 9, 9, 7, 8], "knockout": [9, 8]}.get(system, [9]))


def _with_games(dice: Random, opponent: Player, games: tuple[Game, ...], others: list[Player]) -> Player:
    """The opponent's side of the games; an unrated one sometimes has half a point from somebody rated."""
    mine = [
        Game(1, "b", TURNED[g.result]) if g.opponent == opponent.no and g.result in TURNED else Game(0, "-", "Z")
        for g in games
    ]
    rated = [o.no for o in others if o.rating and o.no != opponent.no]
    free = [at for at, g in enumerate(mine) if not g.opponent]
    if not opponent.rating and rated and free and dice.random() < 0.5:
        mine[free[0]] = Game(rated[0], "w", "=")
    return opponent._replace(games=tuple(mine))


def _scored(opponent: Player, rated: set[int]) -> bool:
    return any(g.result in "1=" and g.opponent in rated for g in opponent.games)


def random_case(dice: Random, rounds: tuple[int, ...] = (7, 8, 9, 9, 9, 10, 11, 13)) -> Case:
    """A case near the line of its title, so that a good part are norms."""
    system, title = dice.choice(SYSTEMS), dice.choice(list(PERFORMANCE))
    number = dice.choice([10, 12]) if system == "double round robin" else dice.choice(rounds)
    level = PERFORMANCE[title] - dice.randint(-80, 250)
    count = number // 2 if system == "double round robin" else number
    if system == "knockout" and dice.random() < 0.5:
        count = -(-number // 2)
    met = _opponents(dice, count, level)
    marks = dice.choices("1=0+-UHZ", [dice.choice([4, 8]), 4, 2, 0.4, 0.1, 0.1, 0.05, 0.05], k=number)
    games = tuple(
        Game(0, "-", mark) if mark in "UHZ" else Game(met[at % count].no, "w", mark) for at, mark in enumerate(marks)
    )
    me = Player(1, "Player, Pat", "", OWN, 2400, "f", games=games)
    players = [me, *(_with_games(dice, one, games, met) for one in met)]
    event = full_event(players, number, system)
    rated = {p.no for p in players if p.rating}
    zero = frozenset(p.no for p in players if not p.rating and not _scored(p, rated))
    return Case(title, system, number, _minimum(dice, system), dice.random() < 0.2, as_oracle(event, me), zero, event)


def as_oracle(event: Event, player: Player) -> list[G]:
    """The games of a player as the exhaustive judge takes them."""
    found = []
    for number, game in enumerate(player.games, 1):
        other = event.players.get(game.opponent)
        if other is None:
            found.append(G(number, 0, 0, "", None, game.result))
        else:
            flag = None if other.federation == "FID" else other.federation
            found.append(G(number, other.no, other.rating, other.title, flag, game.result))
    return found
