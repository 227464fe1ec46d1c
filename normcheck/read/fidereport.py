"""Report pages of FIDE's ratings server: every player with his rated games and forfeits."""

import re
from collections import deque
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from lxml import etree, html

from normcheck.event import DRAW, FORFEIT_LOSS, FORFEIT_WIN, LOSS, UNLISTED, WIN, Event, Game, Source
from normcheck.read.assemble import Draft, Lines, Row, assemble
from normcheck.read.grid import MOST_ROWS, squeeze
from normcheck.read.html_safety import parse_page
from normcheck.read.refusal import refusal
from normcheck.read.text import decode
from normcheck.read.trf_rounds import MOST_ROUNDS

MOST_PAGE_MEGABYTES = 20
_SITE = re.compile(
    rb"calc_table|calc_body|ratings\.fide\.com|FIDE Chess Tournament|International Chess Federation \(FIDE\)", re.I
)
_PAGE = re.compile(rb"<!doctype\s+html|<html|<table|<head|<div", re.I)
_CODE = re.compile(r"\s*\[(\d{1,9})\]\s*\(([A-Z]{3})\b,?\s*([^)]{0,200})\)(?:\s*Start:\s*([\d./-]{6,10}))?")
_MOST_BOLD = 30  # words in bold before the table among which the name of the event is looked for
_REPLACED = re.compile(r"report was (?:updated|replaced)", re.I)
_ROUND = re.compile(r"(\d{1,2})\b\s*(\d{2,4}[/.-]\d{2}[/.-]\d{2})?")
_SCORES = {"1.0": WIN, "1": WIN, "0.5": DRAW, "½": DRAW, "0.0": LOSS, "0": LOSS}
_FORFEITS = {"+": FORFEIT_WIN, "-": FORFEIT_LOSS}


class _Cells(NamedTuple):
    """A row: its line, the texts of its cells, and its element."""

    line: int
    texts: list[str]
    row: etree._Element


class _Person(NamedTuple):
    """A player or opponent as a row names him."""

    no: int
    name: str
    federation: str
    title: str
    rating: str


def looks_like(head: bytes, name: str) -> bool:
    """Whether a page is one of FIDE's."""
    return bool(_PAGE.search(head) and _SITE.search(head)) and b"chess-results.com" not in head.lower()


def read(data: bytes, name: str) -> Event:
    """Read the report of an event; `name` is the file name used in every source.

    Raises `UnreadableInput` with the reason for the other pages of the server.
    """
    notices = Lines(name)
    root, encoding = _parse(data, notices)
    table = next((table for table in root.iter("table") if _is_report(table)), None)
    if table is None:
        raise refusal(_other_page(root), Source(name))
    draft = Draft(notices, "FIDE report page", encoding)
    _tell_facts(draft, root, table)
    _Report(draft).read(_rows(table, Source(name)))
    return assemble(draft)


def _parse(data: bytes, notices: Lines) -> tuple[html.HtmlElement, str]:
    source = Source(notices.file)
    if len(data) > MOST_PAGE_MEGABYTES * 1024 * 1024:
        raise refusal("page_too_large", source, limit=MOST_PAGE_MEGABYTES)
    text, encoding = decode(data, notices)
    return parse_page(text, source), encoding


def _is_report(table: etree._Element) -> bool:
    return any(_is_heading(_texts(row), "round", "opp. name") for row in table.iter("tr"))


def _is_heading(texts: list[str], first: str, second: str) -> bool:
    return [text.lower() for text in texts[:2]] == [first, second]


def _other_page(root: html.HtmlElement) -> str:
    """Which other page of the server this is, as the key of a refusal."""
    text = _start(root, 100_000)
    if _REPLACED.search(text):
        return "fide_replaced"
    if "Event code" in text and "Time Control" in text:
        return "fide_details"
    if any({"Rc", "W"} <= {text.strip() for text in _texts(row)} for row in root.iter("tr")):
        return "fide_rating_report"
    return "fide_no_table"


def _texts(row: etree._Element) -> list[str]:
    cells = (cell for cell in row if cell.tag in ("td", "th"))
    return [_start(cell, 300) for cell in cells]


def _start(element: etree._Element, most: int) -> str:
    """The text within an element, or its start; a long page is not gone through for every element around it."""
    parts, length = [], 0
    for part in element.itertext():
        text = squeeze(str(part)[: 4 * most])
        parts.append(text)
        length += len(text)
        if length > most:
            break
    return squeeze(" ".join(parts))[:most]


def _rows(table: etree._Element, source: Source) -> Iterator[_Cells]:
    for count, row in enumerate(table.iter("tr")):
        if count >= 20 * MOST_ROWS:
            raise refusal("sheet_too_long", source, limit=20 * MOST_ROWS)
        yield _Cells(_line(row), _texts(row), row)


def _line(element: etree._Element) -> int:
    line: object = element.sourceline
    return line if isinstance(line, int) else 0


def _tell_facts(draft: Draft, root: html.HtmlElement, table: etree._Element) -> None:
    """Name, code, federation, place and first day, from the line above the table: a name in bold, then the code."""
    before = takewhile(lambda element: element is not table, root.iter("b", "table"))
    for bold in deque((element for element in before if element.tag == "b"), _MOST_BOLD):
        name = _start(bold, 300)
        for around in list(bold.iterancestors())[3::-1]:
            text = _start(around, 2000)
            found = _CODE.match(text, len(name)) if name and text.startswith(name) else None
            if found:
                told = (name, *(text or "" for text in found.groups()))
                for fact, value in zip(("name", "event_code", "federation", "place", "start"), told, strict=True):
                    draft.tell(fact, value, _line(bold) or _line(table))
                return


class _Report:
    """Goes through the rows of the table: a player, then his games."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._rows: dict[int, Row] = {}
        self._games: dict[int, dict[int, Game]] = {}
        self._others: dict[str, _Person] = {}

    def read(self, rows: Iterator[_Cells]) -> None:
        """Fill the draft with the players and games of all rows."""
        no = 0
        for cells in rows:
            texts = cells.texts
            if len(texts) < 7 or _is_heading(texts, "id", "name") or _is_heading(texts, "round", "opp. name"):
                continue
            if texts[0].isdecimal() and len(texts[0]) > 3:
                no = self._player(cells)
            elif no:
                self._game(no, cells)
        self._add_opponents()
        self._finish()

    def _player(self, cells: _Cells) -> int:
        texts = cells.texts
        anchor = next((name for a in cells.row.iter("a") if (name := a.get("name") or "").isdecimal()), "")
        no = int(anchor[:5]) if anchor else max(self._rows, default=0) + 1
        row = Row(
            no,
            texts[1],
            title=texts[3] or texts[4],
            federation=texts[2],
            rating=texts[5],
            fide_id=texts[0],
            points=texts[6],
            line=cells.line,
        )
        self._rows.setdefault(no, row)
        self._games.setdefault(no, {})
        return no

    def _game(self, no: int, cells: _Cells) -> None:
        notices, player = self._draft.notices, self._rows[no]
        texts = cells.texts
        found = _ROUND.match(texts[0])
        if not found or not 0 < int(found[1]) <= MOST_ROUNDS:
            notices.add("fide_page_round", cells.line, no=no, name=player.name, found=texts[0][:20])
            return
        round_ = int(found[1])
        if found[2]:
            self._draft.round_dates.setdefault(round_, found[2])
            self._draft.dates_line = self._draft.dates_line or cells.line
        score = texts[6].replace(",", ".")
        if "not rated" in " ".join(texts[6:]).lower():
            notices.add("fide_page_not_rated", cells.line, no=no, name=player.name, round=round_)
            score = score.split(" ")[0]
        forfeit = re.search(r"forfeit\s*\(([+-])\)", score, re.I)
        result = _FORFEITS[forfeit[1]] if forfeit else _SCORES.get(score, UNLISTED)
        if result == UNLISTED:
            notices.add("fide_page_score", cells.line, no=no, name=player.name, round=round_, found=texts[6][:20])
        opponent = self._opponent(cells)
        if opponent.no != no:
            self._games[no].setdefault(round_, Game(opponent.no, _colour(cells.row), result))

    def _opponent(self, cells: _Cells) -> _Person:
        """The opponent of a row: by the number his link names, else by his name."""
        texts = cells.texts
        links = (a.get("href") or "" for a in cells.row.iter("a"))
        number = next((link[1:5] for link in links if re.fullmatch(r"#\d{1,4}", link)), "")
        no = int(number) if number else 0
        if not no:
            same = [row.no for row in self._rows.values() if row.name == texts[1]]
            known = self._others.get(texts[1])
            no = known.no if known else same[0] if same else -1 - len(self._others)
        person = _Person(no, texts[1], texts[2], texts[3] or texts[4], texts[5])
        self._others.setdefault(texts[1], person)
        return person

    def _add_opponents(self) -> None:
        """Add opponents without a table of their own; those without a number come after all others."""
        by_name = {row.name: no for no, row in self._rows.items()}
        used = [*self._rows, *(person.no for person in self._others.values())]
        free, moved, added = max(used, default=0) + 1, {}, []
        for person in self._others.values():
            no = person.no
            if no in self._rows:
                continue
            if no <= 0:
                moved[no] = by_name.get(person.name) or free
                free += moved[no] == free
                no = moved[no]
            if no not in self._rows:
                self._rows[no] = Row(no, person.name, person.title, person.federation, person.rating)
                added.append(person)
        for no, games in self._games.items():
            self._games[no] = {r: g._replace(opponent=moved.get(g.opponent, g.opponent)) for r, g in games.items()}
        if added:
            self._draft.notices.add("fide_page_opponent", 0, count=len(added), name=added[0].name)

    def _finish(self) -> None:
        """Mirror the games of opponents without a table, and put everybody into the draft."""
        last = max((round_ for games in self._games.values() for round_ in games), default=0)
        listed = set(self._games)
        for no in listed:
            for round_, game in self._games[no].items():
                if game.opponent not in listed:
                    self._games.setdefault(game.opponent, {}).setdefault(round_, _mirrored(no, game))
        unknown = Game(0, "-", UNLISTED)
        gaps = 0
        for no, row in sorted(self._rows.items()):
            games = [self._games.get(no, {}).get(round_, unknown) for round_ in range(1, last + 1)]
            gaps += games.count(unknown)
            self._draft.rows.append(row._replace(games=games))
        if gaps:
            self._draft.notices.add("fide_page_gaps", 0, count=gaps)


_OTHER_COLOUR = {"w": "b", "b": "w", "-": "-"}
_OTHER_RESULT = {WIN: LOSS, LOSS: WIN, DRAW: DRAW, FORFEIT_WIN: FORFEIT_LOSS, FORFEIT_LOSS: FORFEIT_WIN}


def _mirrored(no: int, game: Game) -> Game:
    return Game(no, _OTHER_COLOUR[game.colour], _OTHER_RESULT.get(game.result, UNLISTED))


def _colour(row: etree._Element) -> str:
    """The colour of the player whose row it is."""
    marks = " ".join(span.get("class") or "" for span in row.iter("span"))
    return "w" if "white_note" in marks else "b" if "black_note" in marks else "-"
