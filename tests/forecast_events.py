"""Events made up for the forecast: a Swiss paired by score, a round robin, and the judge on every way to end them."""

import random
from itertools import product

from casebook import SOURCE, audit_of, full_event

from normcheck.event import BLANK, Day, Fact, Game, Player
from normcheck.forecast.outlook import Forecast
from normcheck.regulation import edition_for

RESULTS = {"1": "0", "=": "=", "0": "1"}
START = Fact(Day(2025, 3, 1), SOURCE)


def field(count, seed, spread=500, top=2560, home=3):
    """Players with falling ratings; titles mostly by rating, every `home`-th from POL."""
    rng = random.Random(seed)
    found = []
    for no in range(1, count + 1):
        rating = top - spread * no // count - rng.randrange(40)
        title = "GM" if rating > 2460 else "IM" if rating > 2360 else "FM" if rating > 2250 else ""
        if rng.random() < 0.15:
            title = {"GM": "IM", "IM": "GM", "FM": ""}.get(title, "FM")
        code = "POL" if no % home == 0 else rng.choice(["GER", "FRA", "UKR", "IND", "FID"])
        found.append(Player(no, f"Player {no:03}", title, code, rating, rng.choice("mmf")))
    return found


def _score(player, other, rng):
    """A result by chance, the better player the likelier winner."""
    lean = (player.rating - other.rating) / 800
    return rng.choices(
        "1=0", (0.35 + lean / 2, 0.3, 0.35 - lean / 2) if abs(lean) < 0.6 else (0.5 + lean / 2, 0.1, 0.5 - lean / 2)
    )[0]


def swiss(count=40, rounds=9, seed=1, **facts):
    """A finished Swiss, everybody paired with the next by score he has not met."""
    rng, players = random.Random(seed), {p.no: p for p in field(count, seed)}
    points, games = dict.fromkeys(players, 0), {no: [] for no in players}
    for _ in range(rounds):
        left = sorted(players, key=lambda no: (-points[no], no))
        while left:
            no = left.pop(0)
            other = next((n for n in left if n not in {g.opponent for g in games[no]}), None)
            if other is None:
                games[no].append(Game(0, "-", "U"))
                continue
            left.remove(other)
            code = _score(players[no], players[other], rng)
            games[no].append(Game(other, "w", code))
            games[other].append(Game(no, "b", RESULTS[code]))
            points[no] += "0=1".index(code)
            points[other] += 2 - "0=1".index(code)
    return full_event([p._replace(games=tuple(games[p.no])) for p in players.values()], rounds, start=START, **facts)


def round_robin(count=10, seed=1, cycles=1, top=2520, spread=200, **facts):
    """A finished round robin by the circle method."""
    rng, players = random.Random(seed), {p.no: p for p in field(count, seed, spread, top, home=2)}
    games = {no: [] for no in players}
    ring = [*players, *([0] if count % 2 else [])]
    for _ in range((len(ring) - 1) * cycles):
        for no, other in zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :]), strict=True):
            if not no or not other:
                games[no or other].append(Game(0, "-", "Z"))
                continue
            code = _score(players[no], players[other], rng)
            games[no].append(Game(other, "w", code))
            games[other].append(Game(no, "b", RESULTS[code]))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    full = [p._replace(games=tuple(games[p.no])) for p in players.values()]
    system = "round robin" if cycles == 1 else "double round robin"
    return full_event(full, (len(ring) - 1) * cycles, system, start=START, **facts)


def forecast(event, after=None, paired=True, titles=()):
    edition, reason = edition_for(START.value)
    return Forecast(event, edition, titles, reason, after, paired)


def outlooks(event, after=None, paired=True):
    """Every outlook by start number and title."""
    return {(o.player.no, o.title): o for o in forecast(event, after, paired).outlooks()}


def outlook(event, no, title, after=None, paired=True):
    return outlooks(event, after, paired)[no, title]


def with_results(event, results):
    """The event with these games: start number to round to result; the opponent has the other half."""
    players = dict(event.players)
    for no, by_round in results.items():
        for number, code in by_round.items():
            game = players[no].games[number - 1]
            for one, result in ((no, code), (game.opponent, RESULTS[code])):
                games = list(players[one].games)
                games[number - 1] = games[number - 1]._replace(result=result)
                players[one] = players[one]._replace(games=tuple(games))
    still = any(g.result == BLANK for p in players.values() for g in p.games)
    return event._replace(players=players, rounds_played=event.rounds, complete=not still)


def ways(event, no):
    """Every way the open games of one player may end, all other open games drawn: results and finished event."""
    player = event.players[no]
    own = [r for r, g in enumerate(player.games, 1) if g.result == BLANK]
    rest = {}
    for other in event.players.values():
        for number, game in enumerate(other.games, 1):
            if game.result == BLANK and no not in (other.no, game.opponent) and other.no < game.opponent:
                rest.setdefault(other.no, {})[number] = "="
    for codes in product("1=0", repeat=len(own)):
        yield codes, with_results(event, rest | {no: dict(zip(own, codes, strict=True))})


def decisions(event):
    """What the judge says of a finished event, by start number and title."""
    return {(d.player.no, d.title): d.decision for d in audit_of(event).decisions()}
