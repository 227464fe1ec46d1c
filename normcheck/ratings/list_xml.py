"""Rating lists as XML: read player by player, nothing kept, no entities, no network.

The parser is fed block by block and every player is dropped once read. A document type is refused before the parser
sees it; depth and length of texts are bounded by the parser, what stands between two players here.
"""

import re
from collections.abc import Iterable, Iterator

from lxml import etree

from normcheck.event import Source
from normcheck.ratings.entry import Entry, birth_year, federation, fide_number, sex_letter, two_titles, whole_number
from normcheck.ratings.months import Month, find_month
from normcheck.read.refusal import refusal

MOST_BYTES_WITHOUT_PLAYER = 1024 * 1024
_PLAYER = "player"
_ROOT = re.compile(r"[^<]*<playerslist\b([^>]*)>", re.IGNORECASE)
_REMARKS = re.compile(r"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)", re.DOTALL)
_DATE = re.compile(r"<(?:date|month|period|list_date)>([^<]{4,40})</", re.IGNORECASE)
_TYPE = re.compile(r"[^<]*<!DOCTYPE(?!\s+html)", re.IGNORECASE)
_HEAD = 4096


def _text(head: bytes) -> str:
    """The first characters without comments, whatever the encoding: what is looked for is plain ASCII."""
    return _REMARKS.sub("", head[:_HEAD].replace(b"\0", b"").decode("latin-1"))


def looks_like_xml(head: bytes) -> bool:
    """Whether a file with these first bytes is XML."""
    return head[:64].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xfe\xff \r\n\t").startswith(b"<")


def read_month(head: bytes) -> Month | None:
    """The month the list says of itself, in the first element or before the first player."""
    text = _text(head)
    before = text.partition(f"<{_PLAYER}>")[0]
    root, date = _ROOT.match(before), _DATE.search(before)
    return find_month(date[1] if date else root[1] if root else "")


def read_xml(blocks: Iterable[bytes], head: bytes, source: Source) -> Iterator[Entry]:
    """The players of a list.

    Raises `UnreadableInput` for a document type, for a root that is no list, and for XML that is damaged or cut.
    """
    _check_head(_text(head), source)
    parser = etree.XMLPullParser(
        events=("end",), tag=_PLAYER, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    barren = 0
    try:
        for block in blocks:
            parser.feed(block)
            barren += len(block)
            for entry in _players(parser):
                barren = 0
                yield entry
            if barren > MOST_BYTES_WITHOUT_PLAYER:
                raise refusal("ratings_no_players", source)
        parser.close()
    except etree.XMLSyntaxError as error:
        line = error.lineno or 0
        raise refusal("ratings_xml", source._replace(line=line), reason=_reason(error)) from error


def _check_head(text: str, source: Source) -> None:
    """The list must begin with its root: then nothing can be defined before it."""
    if _TYPE.match(text):
        raise refusal("ratings_entities", source)
    if not _ROOT.match(text):
        raise refusal("ratings_unknown", source)


def _reason(error: etree.XMLSyntaxError) -> str:
    """What the parser says, without the place, in at most a line."""
    return " ".join((error.msg or "XML").partition(", line")[0].split())[:120]


def _players(parser: etree.XMLPullParser) -> Iterator[Entry]:
    """The players that are complete so far."""
    for _, element in parser.read_events():
        if isinstance(element, etree._Element):
            entry = _entry(element)
            _drop(element)
            if entry:
                yield entry


def _drop(element: etree._Element) -> None:
    """Forget a player and everything before him."""
    parent = element.getparent()
    element.clear()
    if parent is not None:
        while (before := element.getprevious()) is not None:
            parent.remove(before)


def _entry(element: etree._Element) -> Entry | None:
    """The player of an element, None if it names nobody."""
    found = {child.tag: child.text or "" for child in element}
    get = found.get
    player = fide_number(get("fideid") or element.get("FIDEID") or "")
    if not player:
        return None
    title, womens = two_titles(get("title", ""), get("w_title", ""))
    return Entry(
        player,
        " ".join(get("name", "").split()),
        federation(get("country", "")),
        sex_letter(get("sex", ""), get("flag", ""), womens or title),
        title,
        womens,
        whole_number(get("rating", "")),
        birth_year(get("birthday", "")),
        whole_number(get("k", "")),
    )
