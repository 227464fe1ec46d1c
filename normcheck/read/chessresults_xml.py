"""The XML file with which programs send an event to chess-results.com (``<chessresults>``)."""

import re
from collections.abc import Iterator

from lxml import etree

from normcheck.event import (
    ABSENT,
    BLANK,
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    FULL_POINT_BYE,
    HALF_POINT_BYE,
    LOSS,
    PAIRING_BYE,
    SHORT_DRAW,
    SHORT_LOSS,
    SHORT_WIN,
    UNLISTED,
    WIN,
    Event,
    Game,
    Source,
)
from normcheck.read.assemble import Draft, Lines, Row, assemble
from normcheck.read.grid import is_whole
from normcheck.read.refusal import refusal
from normcheck.read.trf_rounds import MOST_ROUNDS
from normcheck.read.xml_safety import parse_xml

_ROOT = re.compile(rb"<chessresults[\s>]")
_SYSTEMS = {"0": "swiss", "1": "round robin", "2": "team round robin", "3": "team swiss"}
_FACTS = {
    "name": "name",
    "organiser": "organiser",
    "location": "place",
    "rounds": "rounds",
    "from": "start",
    "to": "end",
    "timecontrol": "rate_of_play",
    "chiefarbiter": "chief_arbiter",
    "deputyarbiter": "deputies",
    "federation": "federation",
    "fideeventid": "event_code",
}
_BYE, _NOT_PAIRED = "-1", "-2"
_WITHOUT_OPPONENT = {
    _BYE: {WIN: PAIRING_BYE, BLANK: PAIRING_BYE, DRAW: HALF_POINT_BYE},
    _NOT_PAIRED: {WIN: FULL_POINT_BYE, DRAW: HALF_POINT_BYE},
}
_BY_FORFEIT = {WIN: FORFEIT_WIN, LOSS: FORFEIT_LOSS}
_UNRATED = {WIN: SHORT_WIN, DRAW: SHORT_DRAW, LOSS: SHORT_LOSS}


def looks_like(head: bytes, name: str) -> bool:
    """Whether the first bytes hold the root element."""
    return bool(_ROOT.search(head.replace(b"\0", b"")))


def read(data: bytes, name: str) -> Event:
    """Read the file; `name` is the file name used in every source.

    Raises `UnreadableInput` for XML that is not well formed or defines entities, and for numbers that cannot be.
    """
    root = parse_xml(data, Source(name))
    draft = Draft(Lines(name), "chess-results upload (XML)", (root.getroottree().docinfo.encoding or "utf-8").lower())
    _tell_facts(draft, root)
    games = _games(draft, root)
    key = "rtgfide" if any(_has_rating(player, "rtgfide") for player in root.iter("player")) else "rtg"
    for player in root.iter("player"):
        draft.rows.append(_row(player, key, games, name))
    return assemble(draft)


def _tell_facts(draft: Draft, root: etree._Element) -> None:
    for tournament in root.iter("tournament"):
        line = _line(tournament)
        for attribute, fact in _FACTS.items():
            draft.tell(fact, tournament.get(attribute, ""), line)
        draft.tell("system", _SYSTEMS.get(tournament.get("type", ""), ""), line)
        draft.teams = tournament.get("type") in ("2", "3")
    for round_ in root.iter("round"):
        number, date = round_.get("round", ""), round_.get("date", "").strip()
        if is_whole(number) and date:
            draft.round_dates.setdefault(min(int(number), MOST_ROUNDS), date[:10])
            draft.dates_line = draft.dates_line or _line(round_)


def _line(element: etree._Element) -> int:
    return element.sourceline if isinstance(element.sourceline, int) else 0


def _has_rating(player: etree._Element, key: str) -> bool:
    return bool(player.get(key, "").strip("0 "))


def _row(player: etree._Element, rating: str, games: dict[int, dict[int, Game]], file: str) -> Row:
    number, line = player.get("no", "").strip(), _line(player)
    if not is_whole(number):
        raise refusal("table_bad_number", Source(file, line), found=number[:20])
    own = games.get(int(number), {})
    names = [player.get(key, "").strip() for key in ("lastname", "firstname")]
    rank = player.get("rank", "").strip()
    return Row(
        int(number),
        ", ".join(name for name in names if name),
        player.get("title", "") or player.get("atitle", ""),
        player.get("fed", ""),
        player.get(rating, ""),
        player.get("sex", ""),
        player.get("fideid", ""),
        player.get("dob", ""),
        player.get("pts", ""),
        int(rank) if is_whole(rank) else 0,
        [own.get(index, Game(0, "-", BLANK)) for index in range(1, max(own, default=0) + 1)],
        line,
    )


def _games(draft: Draft, root: etree._Element) -> dict[int, dict[int, Game]]:
    """Start number and round to the game, from the pairings of individuals."""
    games: dict[int, dict[int, Game]] = {}
    for pairing in root.iter("playerpairing"):
        round_ = pairing.get("round", "").strip()
        if not is_whole(round_) or not 0 < int(round_) <= MOST_ROUNDS:
            draft.notices.add("pairing_unreadable", _line(pairing))
            continue
        for no, game in _sides(pairing):
            games.setdefault(no, {}).setdefault(int(round_), game)
    return games


def _sides(pairing: etree._Element) -> Iterator[tuple[int, Game]]:
    white, black = pairing.get("whiteno", "").strip(), pairing.get("blackno", "").strip()
    forfeit = pairing.get("forfeit", "").strip().upper()
    results = [_result(pairing.get(key, "")) for key in ("reswhite", "resblack")]
    if is_whole(white) and black in _WITHOUT_OPPONENT:
        yield int(white), Game(0, "-", _WITHOUT_OPPONENT[black].get(results[0], ABSENT))
    if not is_whole(white) or not is_whole(black) or not int(white) * int(black):
        return
    codes = {"K": _BY_FORFEIT, "U": _UNRATED}.get(forfeit, {})
    yield int(white), Game(int(black), "w", codes.get(results[0], results[0]))
    yield int(black), Game(int(white), "b", codes.get(results[1], results[1]))


def _result(text: str) -> str:
    """A result as a code; blank if there is none yet."""
    number = text.strip().replace(",", ".")
    number = number.rstrip("0").rstrip(".") if "." in number else number
    return {"1": WIN, "0.5": DRAW, ".5": DRAW, "½": DRAW, "0": LOSS, "": BLANK}.get(number, UNLISTED)
