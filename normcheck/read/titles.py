"""Title spellings of tournament files: English, Krause and French letters, in any case."""

from typing import NamedTuple

_SPELLINGS = {
    "GM": "gm g",
    "IM": "im m",
    "FM": "fm f",
    "CM": "cm c",
    "WGM": "wgm wg gf",
    "WIM": "wim wm mf",
    "WFM": "wfm wf ff",
    "WCM": "wcm wc cf",
}
_TITLES = {spelling: title for title, spellings in _SPELLINGS.items() for spelling in spellings.split()}

# Arena titles, national titles and categories: no FIDE titles, and nothing to warn about.
_OTHERS = "- agm aim afm acm nm wnm cnm mk km lm sm mc nc i ii iii iv v vi 1 2 3 4 1k 2k 3k"
_NO_TITLES = frozenset(_OTHERS.split())
WOMENS_TITLES = frozenset({"WGM", "WIM", "WFM", "WCM"})


class Title(NamedTuple):
    """A title as read; `problem` is the key of a notice, or "" if the spelling is plain."""

    title: str
    problem: str = ""


def read_title(text: str) -> Title:
    """Normalise a title code: one of GM IM FM CM WGM WIM WFM WCM, or "" with or without a problem."""
    code = text.strip().rstrip(".").lower()
    if not code or code in _NO_TITLES:
        return Title("")
    if code in _TITLES:
        return Title(_TITLES[code])
    return Title("", "title_ambiguous" if code == "w" else "title_unknown")
