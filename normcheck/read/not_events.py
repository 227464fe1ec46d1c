"""Files that people take for events and that are none: each is refused with its reason."""

import re
from typing import NoReturn

from normcheck.event import Source
from normcheck.read.refusal import refusal

_RATING_LIST = re.compile(rb"<playerslist\b|^\s*ID[ _]?Number\s+Name\s|^\s*id_number\s+name\s", re.IGNORECASE)
_FOREIGN_GAMES = re.compile(rb"^(?:\xef\xbb\xbf)?Event,.*[\r\n]+Start,", re.IGNORECASE)


def looks_like(head: bytes, name: str) -> bool:
    """Whether a file is a rating list of FIDE, or lists the games of single players abroad."""
    return _reason(head) != ""


def read(data: bytes, name: str) -> NoReturn:
    """Raise `UnreadableInput` with the reason."""
    raise refusal(_reason(data[:4096]) or "fide_rating_list", Source(name))


def _reason(head: bytes) -> str:
    plain = head.replace(b"\0", b"").removeprefix(b"\xef\xbb\xbf")
    if _RATING_LIST.search(plain[:600]):
        return "fide_rating_list"
    return "foreign_games_csv" if _FOREIGN_GAMES.match(plain) else ""
