"""Names of one player as different files write them, and names that can hardly be those of one player."""

import re
import unicodedata
from difflib import SequenceMatcher

_NO_WORD = re.compile(r"[^\w\n]+")
_ALIKE = 0.7  # of the letters of two words: other alphabets are written in other ways


def words(texts: list[str]) -> list[str]:
    """The words of each name without accents, capitals and signs, in the order of the alphabet."""
    every = "\n".join([text.replace("\n", " ") for text in texts])
    if not every.isascii():
        every = "".join([c for c in unicodedata.normalize("NFKD", every) if not unicodedata.combining(c)])
    lines = _NO_WORD.sub(" ", every.casefold()).split("\n")
    return [" ".join(sorted(line.split(" "))).strip() for line in lines][: len(texts)]


def alike(one: str, other: str) -> bool:
    """Whether two names can be those of one player: every word of the shorter one fits a word of the other.

    An initial fits; so does a name that is not known.
    """
    first, second = (text.split() for text in words([one, other]))
    few, many = (first, second) if len(first) <= len(second) else (second, first)
    return all(any(_fits(word, longer) for longer in many) for word in few)


def _fits(one: str, other: str) -> bool:
    if one.startswith(other) or other.startswith(one):
        return True
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= _ALIKE
