"""Texts and numbers of an event as files hold them."""

from normcheck.event import HALVES, Event, Fact, Player
from normcheck.read.contacts import cut


def told(fact: Fact[str] | None) -> str:
    """The text of a fact on one line and without contact data; "" if it is not known."""
    return one_line(fact.value) if fact else ""


def one_line(text: str) -> str:
    """A text on one line, without contact data."""
    return cut(" ".join(text.split()))


def arbiter(event: Event) -> str:
    """Title, name and FIDE id of the chief arbiter in one text: ``IA Amsel, Ada (99000001)``."""
    fide_id = told(event.chief_arbiter_id)
    parts = (told(event.chief_arbiter_title), told(event.chief_arbiter), f"({fide_id})" if fide_id else "")
    return " ".join(part for part in parts if part)


def decimal(halves: int) -> str:
    """Half points as points with one decimal: 9 is 4.5."""
    return f"{halves // 2}.{5 * (halves % 2)}"


def points(event: Event, player: Player) -> str:
    """The points of a player as stated, else those of his rounds played."""
    return decimal(counted(event, player) if player.points is None else player.points)


def counted(event: Event, player: Player) -> int:
    """The half points of a player's rounds played."""
    return sum(HALVES.get(game.result, 0) for game in player.games[: event.rounds_played])
