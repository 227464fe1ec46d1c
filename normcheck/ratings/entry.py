"""One player of a rating list, and the key by which names are compared."""

import re
import unicodedata
import zlib
from functools import lru_cache
from typing import NamedTuple

from normcheck.read.federations import known_federation
from normcheck.read.titles import WOMENS_TITLES, read_title

_WORDS = re.compile(r"[^\W_]+")
_APOSTROPHES = dict.fromkeys(map(ord, "'’‘`´"))
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})


class Entry(NamedTuple):
    """A player as one list shows him.

    `federation`, `sex`, `title` and `rating` are as in `event.Player`; `womens_title` is the second title of a woman
    who also holds the open title `title`, else ""; `birth` is a year, 0 if not known; `k` is the coefficient
    of the list, 0 if it has none.
    """

    fide_id: int
    name: str
    federation: str = ""
    sex: str = ""
    title: str = ""
    womens_title: str = ""
    rating: int = 0
    birth: int = 0
    k: int = 0

    @property
    def titles(self) -> str:
        """Both titles as people write them: ``FM WIM``, or "" for none."""
        return " ".join(title for title in (self.title, self.womens_title) if title)


@lru_cache(1024)
def two_titles(title: str, womens: str) -> tuple[str, str]:
    """The title and the second title from the two columns of a list, where a women's title alone stands in both."""
    one, two = read_title(title).title, read_title(womens).title
    if one in WOMENS_TITLES:
        one, two = "", two or one
    return (one, two) if one else (two, "")


def name_key(name: str) -> str:
    """The words of a name without accents, capitals and punctuation, in the order of the alphabet."""
    text = name.lower()
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
        text = "".join([c for c in text if not unicodedata.combining(c)])
    return " ".join(sorted(_WORDS.findall(text.translate(_APOSTROPHES))))


def name_number(key: str) -> int:
    """A short number for a name key; different names may share one."""
    return zlib.crc32(key.encode())


@lru_cache(1024)
def whole_number(text: str) -> int:
    """The number in a column, 0 where there is none."""
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 5 else 0


@lru_cache(1024)
def birth_year(text: str) -> int:
    """The year of a birthday given as a year or as a whole date, 0 where there is none."""
    digits = text.strip()[:4]
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) == 4 else 0


@lru_cache(1024)
def sex_letter(text: str, flag: str, title: str) -> str:
    """``m`` or ``f`` from the column of the sex; else ``f`` from a w in the flag or a women's title; else ""."""
    letter = text.strip().lower()
    if letter in ("m", "f"):
        return letter
    return "f" if letter == "w" or "w" in flag.lower() or title in WOMENS_TITLES else ""


@lru_cache(1024)
def federation(text: str) -> str:
    """The code of a federation FIDE knows, else ""."""
    return known_federation(text)


def fide_number(text: str) -> int:
    """A FIDE id as a number, 0 if it is none."""
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 12 else 0
