"""What people name: the titles asked for, and the player meant by a number or a part of a name."""

import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from normcheck.errors import WrongUsage
from normcheck.event import Event, Player
from normcheck.regulation import NORM_TITLES
from normcheck.wording import say

NAMED = 5  # players named in a message
START_DIGITS = 4  # a longer number is a FIDE id


def titles_named(words: Iterable[str]) -> tuple[str, ...]:
    """The titles asked for, each once, in the order of the regulations. Raises `WrongUsage`."""
    asked = {word.strip().upper() for word in words}
    for word in sorted(asked - set(NORM_TITLES)):
        raise WrongUsage(_say("no_title", word=word, titles=", ".join(NORM_TITLES)))
    return tuple(title for title in NORM_TITLES if title in asked)


def player_named(event: Event, word: str) -> Player:
    """The player meant by a start number, a FIDE id or a part of the name; of a norm sheet its player.

    Raises `WrongUsage` if it is nobody, or more than one, or not the player of the sheet.
    """
    if event.sheet:
        return _applicant(event, word)
    found = _matches(event, word)
    if len(found) == 1:
        return found[0]
    if not found:
        raise WrongUsage(_say("no_player", file=event.file, word=word, hint=_hint(event, word)))
    names = ", ".join(f"{p.no} {p.name}" for p in found[:NAMED])
    if len(found) > NAMED:
        names = _say("several_more", names=names)
    raise WrongUsage(_say("several_players", file=event.file, word=word, count=len(found), names=names))


def _applicant(event: Event, word: str) -> Player:
    player = event.players[event.applicant]
    if word.strip() != player.fide_id and not _fits(_words(word), player):
        raise WrongUsage(_say("not_applicant", file=event.file, name=player.name, word=word))
    return player


def _matches(event: Event, word: str) -> Sequence[Player]:
    digits = word.strip()
    if digits.isascii() and digits.isdigit():
        number = int(digits) if len(digits) <= START_DIGITS else 0
        if number in event.players:
            return [event.players[number]]
        return [p for p in event.players.values() if p.fide_id == digits]
    parts = _words(word)
    found = [p for p in event.players.values() if _fits(parts, p)]
    exact = [p for p in found if _words(p.name) == parts]
    return exact or found


def _fits(parts: list[str], player: Player) -> bool:
    name = " ".join(_words(player.name))
    return bool(parts) and all(part in name for part in parts)


def _words(text: str) -> list[str]:
    """The words of a name without accents, capitals and commas, in the order of the alphabet."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return sorted(plain.casefold().replace(",", " ").split())


def _hint(event: Event, word: str) -> str:
    names = {" ".join(_words(p.name)): p.name for p in event.players.values()}
    near = get_close_matches(" ".join(_words(word)), names, n=3, cutoff=0.6)
    if near:
        return _say("hint_near", names=", ".join(names[key] for key in near))
    return _say("hint_numbers", low=min(event.players, default=0), high=max(event.players, default=0))


def _say(key: str, **values: object) -> str:
    return say("terminal", "errors", key, **values)
