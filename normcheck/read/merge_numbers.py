"""Who is who in two files of one event: by start number, FIDE id, or name."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Container, Mapping

from normcheck.event import Event, Player, Source
from normcheck.read.refusal import refusal


def name_key(name: str) -> tuple[str, ...]:
    """The words of a name without accents, capitals and punctuation, in the order of the alphabet."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return tuple(sorted("".join(c if c.isalnum() else " " for c in plain).split()))


def renumbered(event: Event, reference: Event) -> Event:
    """The event with the start numbers of the reference; players the reference does not know come after them.

    Raises `UnreadableInput` if less than half of the players are in both.
    """
    if event is reference:
        return event
    numbers = _numbers(event, reference)
    free = max((*reference.players, *numbers.values()), default=0) + 1
    taken = set(reference.players) | set(numbers.values())
    for no in event.players:
        if no not in numbers:
            new = no if no not in taken else free
            numbers[no] = new
            taken.add(new)
            free = max(free, new + 1)
    if all(no == new for no, new in numbers.items()):
        return event
    return event._replace(
        players={numbers[no]: _moved(player, numbers) for no, player in event.players.items()},
        confirmed={numbers[no]: one for no, one in event.confirmed.items()},
        names={numbers[no]: one for no, one in event.names.items()},
    )


def _moved(player: Player, numbers: Mapping[int, int]) -> Player:
    games = tuple(game._replace(opponent=numbers.get(game.opponent, game.opponent)) for game in player.games)
    return player._replace(no=numbers[player.no], games=games)


def _numbers(event: Event, reference: Event) -> dict[int, int]:
    """Map start numbers of the event to those of the reference, for players who are in both."""
    made = any(notice.key == "numbers_made" for one in (event, reference) for notice in one.notices)
    common = [] if made else [no for no in event.players if no in reference.players]
    fewest = min(len(event.players), len(reference.players))
    same = sum(_same(event.players[no], reference.players[no]) for no in common)
    if 2 * same >= len(common) > 0 and 2 * len(common) >= fewest:
        return {no: no for no in common}
    found = _by_identity(event.players, reference.players)
    if 2 * len(found) < fewest:
        raise refusal("merge_other_event", Source(event.file), other=reference.file, count=len(found), players=fewest)
    return found


def _same(one: Player, other: Player) -> bool:
    """Whether two players with one number look like one person; the same games are enough.

    A file that names nobody (pairings by start numbers) says nothing against it.
    """
    if not one.name or not other.name:
        return True
    if one.fide_id and other.fide_id:
        return one.fide_id == other.fide_id
    if name_key(one.name) == name_key(other.name):
        return True
    if one.rating and one.rating == other.rating and one.federation == other.federation:
        return True
    opponents = [[game.opponent for game in player.games] for player in (one, other)]
    return any(opponents[0]) and opponents[0] == opponents[1]


def _by_identity(players: Mapping[int, Player], others: Mapping[int, Player]) -> dict[int, int]:
    """Match by FIDE id, then by names that only one player has, then by name with rating and federation."""
    found: dict[int, int] = {}
    for key in (_id, _name, _name_and_facts):
        here = _unique(players, key, found.keys())
        there = _unique(others, key, found.values())
        pairs = {here[word]: there[word] for word in here.keys() & there.keys()}
        found |= {no: other for no, other in pairs.items() if _may_be(players[no], others[other])}
    return found


def _may_be(one: Player, other: Player) -> bool:
    """Whether nothing but a name speaks against one person: FIDE ids that differ do."""
    return not (one.fide_id and other.fide_id) or one.fide_id == other.fide_id


def _id(player: Player) -> object:
    return player.fide_id


def _name(player: Player) -> object:
    return name_key(player.name)


def _name_and_facts(player: Player) -> object:
    return (*name_key(player.name), player.rating, player.federation)


def _unique(players: Mapping[int, Player], key: Callable[[Player], object], done: Container[int]) -> dict[object, int]:
    """Start numbers by a key that only one of the players not matched yet has."""
    open_players = [player for no, player in players.items() if no not in done]
    counts = Counter(key(player) for player in open_players)
    return {key(player): player.no for player in open_players if key(player) and counts[key(player)] == 1}
