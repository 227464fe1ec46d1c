"""Contact data of people is not kept: e-mail addresses and telephone numbers are cut out of every text of an event."""

import re
from collections.abc import Mapping
from typing import Any

from normcheck.event import Event, Fact, Notice

_MAIL = re.compile(r"[(<\[]?[^\s@,;:()<>\[\]\"]{1,64}@[^\s@,;:()<>\[\]\"]{1,253}[)>\]]?")
_PHONE_WORD = r"(?:tel|telephone|phone|mobile|mob|handy|gsm|fax|whatsapp|telefon|tlf|móvil|movil)"
_PHONE = re.compile(
    rf"\b{_PHONE_WORD}\b[.:\s]*\+?\(?\d[\d\s()/.-]{{4,24}}"
    r"|(?<![\w+])\+\(?\d[\d\s()/.-]{6,24}\d|(?<![\w+])00\d{1,3}[\s()/.-]\d[\d\s()/.-]{4,24}",
    re.IGNORECASE,
)
_SIGN = re.compile(rf"[@+]|\b{_PHONE_WORD}\b", re.IGNORECASE)  # without one, digits in a quoted text may be a date
_SUSPICIOUS = re.compile(r"[@\d]")  # without one a text holds nothing to cut out
_LABEL = re.compile(r"(?:^|(?<=[\s,;(]))(?:e-?mail|mail)\s*:?\s*(?=$|[,;)])", re.IGNORECASE)
_OF_THE_EVENT = ("name", "place", "organiser", "rate_of_play", "chief_arbiter", "deputies")


def without_contacts(event: Event) -> Event:
    """The event without e-mail addresses and telephone numbers in its facts, names and notices."""
    facts: dict[str, Any] = {key: _cleaned(getattr(event, key)) for key in _OF_THE_EVENT}
    players = event.players
    if _SUSPICIOUS.search("\n".join([player.name for player in players.values()])):
        players = {no: player._replace(name=cut(player.name)) for no, player in players.items()}
    notices = tuple(_noted(notice) for notice in event.notices)
    return event._replace(players=players, notices=notices, **facts)


def cut(text: str) -> str:
    """A text without contact data; where nothing else is left, nothing."""
    if not _SUSPICIOUS.search(text):
        return text
    shorter = _PHONE.sub(" ", _MAIL.sub(" ", text))
    if shorter == text:
        return text
    return " ".join(_LABEL.sub(" ", " ".join(shorter.split())).split()).strip(" ,;:-/()")


def told_without_contacts(values: Mapping[str, object]) -> dict[str, object]:
    """The values of a sentence, without e-mail addresses and what is marked as a telephone number."""
    return {
        key: cut(value) if isinstance(value, str) and _SIGN.search(value) else value for key, value in values.items()
    }


def _cleaned(fact: Fact[str] | None) -> Fact[str] | None:
    if fact is None:
        return None
    value = cut(fact.value)
    return fact._replace(value=value) if value else None


def _noted(notice: Notice) -> Notice:
    values = told_without_contacts(notice.values)
    return notice if values == notice.values else notice._replace(values=values)
