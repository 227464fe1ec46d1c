"""Norm sheets: the games of one player, typed by hand or written by a program, as TOML or JSON."""

import re
from typing import Any

from normcheck.event import (
    ABSENT,
    BLANK,
    DRAW,
    FORFEIT_WIN,
    FULL_POINT_BYE,
    HALF_POINT_BYE,
    LOSS,
    PAIRING_BYE,
    PLAYED,
    UNLISTED,
    WIN,
    Confirmed,
    Event,
    Fact,
    Game,
    Notice,
    Player,
    Source,
)
from normcheck.read import document
from normcheck.read.dates import not_after
from normcheck.read.document import Document
from normcheck.read.federations import known_federation
from normcheck.read.places import Key
from normcheck.read.sheet_model import Sheet, SheetGame
from normcheck.read.titles import read_title

_BYES = frozenset((HALF_POINT_BYE, FULL_POINT_BYE, PAIRING_BYE, ABSENT))
_JSON_KEY = re.compile(r'"(event|player|games)"\s*:')
_TOML_TABLE = re.compile(r"^[ \t]*(\[{1,2}[ \t]*(event|player|games)[ \t]*\]|(event|player|games)\b[.\w \t]*=)", re.M)
_RECORD = re.compile(r"\s*[0-9]{3} ")
_WITHOUT_OPPONENT = {WIN: FULL_POINT_BYE, DRAW: HALF_POINT_BYE, LOSS: ABSENT}
_BYE_WORDS = frozenset(("", "-", "bye", "spielfrei", "nobody", "none"))


def looks_like(head: bytes, name: str) -> bool:
    """Return whether the first bytes of a file are those of a norm sheet, whatever its name.

    A file named ``.toml`` or ``.json`` counts as well unless it begins like a tournament report, so that a
    sheet with a mistake in its first table is refused as a sheet.
    """
    encoding = "utf-16" if head.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    text = head.decode(encoding, "ignore").replace("\r\n", "\n").replace("\r", "\n")
    if text.lstrip().startswith("{") and _JSON_KEY.search(text):
        return True
    if _TOML_TABLE.search(text):
        return True
    return name.lower().endswith((".toml", ".json")) and not _RECORD.match(text)


def read(data: bytes, name: str) -> Event:
    """Read a norm sheet; `name` is the file name for messages.

    The player has start number 1, his opponents have 2 and more. Raises `UnreadableInput` with file, line,
    key, value and remedy.
    """
    doc = document.load(data, name)
    sheet = document.check(doc, Sheet)
    _check(doc, sheet)
    return _Reader(doc, sheet).event()


def _check(doc: Document, sheet: Sheet) -> None:
    """Refuse what cannot be: rounds twice or beyond the last, the player as his own opponent, dates reversed."""
    event, seen = sheet.event, dict[int, int]()
    for at, game in enumerate(sheet.games):
        if game.round > event.rounds:
            doc.fail(("games", at, "round"), "round_beyond", round=game.round, rounds=event.rounds)
        if game.round in seen:
            line = doc.source("games", seen[game.round]).line
            doc.fail(("games", at, "round"), "round_twice", round=game.round, line=line)
        if game.fide_id and game.fide_id == sheet.player.fide_id:
            doc.fail(("games", at, "fide_id"), "own_opponent")
        seen[game.round] = at
    if event.start and event.end and not not_after(event.start, event.end):
        doc.fail(("event", "end"), "ends_before_start", start=event.start, end=event.end)
    if event.round_dates and len(event.round_dates) > event.rounds:
        count = len(event.round_dates)
        doc.fail(("event", "round_dates"), "too_many_dates", count=count, rounds=event.rounds)


def progress(games: tuple[Game, ...]) -> tuple[int, bool]:
    """Return the last round with something to report, and whether no round of a sheet is still open."""
    complete = all(game.result != BLANK for game in games)
    known = [number for number, game in enumerate(games, 1) if game.result not in (BLANK, UNLISTED)]
    return (len(games) if complete else max(known, default=0)), complete


class _Reader:
    """One sheet on its way to an event; collects opponents and notices."""

    def __init__(self, doc: Document, sheet: Sheet) -> None:
        self.doc = doc
        self.sheet = sheet
        self.opponents: dict[int, Player] = {}
        self.confirmed: dict[int, Confirmed] = {}
        self.first_met: dict[int, int] = {}
        self.unrated: dict[tuple[int, str], Source] = {}
        self.notices: list[Notice] = []

    def note(self, key: str, path: Key, **values: object) -> None:
        """Add a notice about a key of the sheet."""
        self.notices.append(Notice(key, values, self.doc.source(*path)))

    def event(self) -> Event:
        """Return the whole event."""
        games = self.games()
        told = self.sheet.event
        played, complete = progress(games)
        dates = tuple(told.round_dates or ())
        facts: dict[str, Any] = {"name": None, "system": None}
        facts |= told.facts(lambda key: self.doc.source("event", key))
        self.host(facts)
        return Event(
            file=self.doc.file,
            format="norm sheet",
            players={1: self.player(games), **self.opponents},
            rounds=told.rounds,
            rounds_played=played,
            complete=complete,
            round_dates=dates + (None,) * (told.rounds - len(dates)) if dates else (),
            sheet=True,
            applicant=1,
            notices=tuple(self.notices),
            encoding=self.doc.encoding,
            confirmed=self.confirmed,
            origins=self.unrated,
            **facts,
        )

    def host(self, facts: dict[str, Any]) -> None:
        """Keep the federation of the event only if it is known."""
        told: Fact[str] | None = facts.pop("federation", None)
        if told is None:
            return
        code = known_federation(told.value)
        if code:
            facts["federation"] = told._replace(value=code)
        else:
            self.note("sheet_event_federation_unknown", ("event", "federation"), code=told.value)

    def player(self, games: tuple[Game, ...]) -> Player:
        """Return the player whose sheet it is."""
        told = self.sheet.player
        federation = known_federation(told.federation)
        if told.federation and not federation:
            self.note("sheet_player_federation_unknown", ("player", "federation"), code=told.federation)
        return Player(
            no=1,
            name=told.name,
            title=self.title(("player", "title"), told.title),
            federation=federation,
            rating=told.rating,
            sex=told.sex,
            fide_id=told.fide_id,
            games=games,
            line=self.doc.source("player").line,
        )

    def title(self, path: Key, told: str) -> str:
        """Return a FIDE title; national titles are none, an unknown code is none with a notice."""
        title = read_title(told)
        if title.problem:
            self.note("sheet_title_unknown", path, code=told)
        return title.title

    def games(self) -> tuple[Game, ...]:
        """Return one game a round; rounds that are not listed are absences of unknown kind."""
        listed = {told.round: self.game(at, told) for at, told in enumerate(self.sheet.games)}
        nothing = Game(0, "-", UNLISTED)
        return tuple(listed.get(number, nothing) for number in range(1, self.sheet.event.rounds + 1))

    def game(self, at: int, told: SheetGame) -> Game:
        """Return one round, with its opponent if the sheet names one."""
        path = ("games", at)
        named = bool((told.opponent or "").casefold() not in _BYE_WORDS or told.fide_id)
        if told.result in _BYES:
            if named:
                self.note("sheet_bye_with_opponent", (*path, "result"), round=told.round, found=told.result)
            return Game(0, "-", told.result)
        # A rating of 0 means an unrated opponent, unless the sheet leaves his name empty on purpose.
        unrated = told.rating == 0 and told.opponent is None
        if named or told.rating or told.title or told.federation or unrated:
            no = self.opponent(path, told)
            if told.title_confirmed:
                self.confirmed[no] = Confirmed(told.title_confirmed, told.title_before)
            return Game(no, "-", told.result)
        if told.result in PLAYED:
            self.note("sheet_no_opponent", (*path, "result"), round=told.round)
        if told.result in PLAYED or told.result == BLANK:
            return Game(0, "-", _WITHOUT_OPPONENT.get(told.result, BLANK))
        if told.result == FORFEIT_WIN:  # against nobody: it may have been an allocated bye
            return Game(0, "-", told.result)
        return Game(self.opponent(path, told), "-", told.result)  # - W D L say that there was somebody

    def opponent(self, path: Key, told: SheetGame) -> int:
        """Return the start number of the opponent, the same one if he was met before."""
        federation = known_federation(told.federation)
        if told.federation and not federation:
            values = {"code": told.federation, "round": told.round}
            self.note("sheet_federation_unknown", (*path, "federation"), **values)
        new = Player(
            no=len(self.opponents) + 2,
            name=told.opponent or "",
            title=self.title((*path, "title"), told.title),
            federation=federation,
            rating=told.rating or 0,
            fide_id=told.fide_id,
            line=self.doc.source(*path).line,
        )
        known = next((old for old in self.opponents.values() if _same(old, new)), None)
        if known is None:
            self.opponents[new.no] = new
            self.first_met[new.no] = told.round
            if told.rating == 0:
                self.unrated[new.no, "rating"] = self.doc.source(*path, "rating")
            return new.no
        if _facts(known) != _facts(new):
            values = {"name": known.name, "fide_id": known.fide_id, "round": told.round}
            self.note("sheet_opponent_differs", path, first=self.first_met[known.no], **values)
        return known.no


def _facts(player: Player) -> tuple[str, int, str]:
    """Return what matters of an opponent."""
    return player.title, player.rating, player.federation


def _same(one: Player, other: Player) -> bool:
    """Return whether two entries are one person: by FIDE id, else by name and all facts."""
    if one.fide_id and other.fide_id:
        return one.fide_id == other.fide_id
    return bool(one.name) and one.name == other.name and _facts(one) == _facts(other)
