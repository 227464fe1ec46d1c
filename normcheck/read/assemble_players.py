"""Players from texts: titles, federations, sexes, ids and births normalised, doubts as notices."""

from collections.abc import Sequence
from typing import NamedTuple

from normcheck.event import Game, Player, Source
from normcheck.read.dates import read_birth
from normcheck.read.federations import known_federation
from normcheck.read.notices import Notices
from normcheck.read.refusal import refusal
from normcheck.read.titles import WOMENS_TITLES, read_title
from normcheck.read.trf_players import half_points
from normcheck.read.trf_records import MOST_PLAYERS
from normcheck.read.trf_rounds import MOST_ROUNDS

_SEXES = {"m": "m", "w": "f", "f": "f"}
_HIGHEST_RATING = 3000
_LONGEST_NAME = 200  # characters


class Row(NamedTuple):
    """One player as a file writes him: texts as they stand there, "" where it is not given.

    `no` is the start number (1 to 9999); `points` may be ``4½``, ``4,5`` or ``4.5``; `sex` begins with m, w or f;
    `games` has one `Game` a round, from round 1, with a code of `normcheck.event` as result:
    ``Game(0, "-", BLANK)`` where nothing stands (absent if the round was played), ``Game(0, "-", UNLISTED)`` where
    the file does not say anything about the round; `line` is 0 if the file has no lines.
    """

    no: int
    name: str
    title: str = ""
    federation: str = ""
    rating: str = ""
    sex: str = ""
    fide_id: str = ""
    birth: str = ""
    points: str = ""
    rank: int = 0
    games: Sequence[Game] = ()
    line: int = 0


class PlayerMaker:
    """Makes the players of one file; what is doubtful goes to its notices."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._odd: dict[tuple[str, str], list[Row]] = {}  # key of a notice and code: who has it

    def make(self, rows: Sequence[Row]) -> dict[int, Player]:
        """All players by start number, in the order of the rows; of two with one number the first is kept.

        Raises `UnreadableInput` if there is nobody, too many, or a number or round that cannot be.
        """
        source = Source(self._notices.file)
        if not rows:
            raise refusal("table_no_players", source)
        if len(rows) > MOST_PLAYERS:
            raise refusal("table_too_many_players", source, limit=MOST_PLAYERS)
        players: dict[int, Player] = {}
        for row in rows:
            if row.no in players:
                self._note(row, "double_number")
            else:
                players[row.no] = self._player(row)
        self._summarise()
        return players

    def _player(self, row: Row) -> Player:
        place = Source(self._notices.file, row.line)
        if not 0 < row.no <= MOST_PLAYERS:
            raise refusal("table_bad_number", place, found=row.no)
        if len(row.games) > MOST_ROUNDS:
            raise refusal("table_too_many_rounds", place, limit=MOST_ROUNDS)
        name = " ".join(row.name.split())[:_LONGEST_NAME]
        title, sex = self._title(row), _SEXES.get(row.sex.strip()[:1].lower(), "")
        if sex == "m" and title in WOMENS_TITLES:
            self._note(row, "womans_title_beside_m", title=title)
            sex = ""
        return Player(
            row.no,
            name,
            title,
            self._federation(row),
            self._rating(row),
            sex,
            self._fide_id(row),
            self._birth(row),
            self._half_points(row),
            row.rank,
            tuple(row.games),
            row.line,
        )

    def _title(self, row: Row) -> str:
        title = read_title(row.title)
        if title.problem:
            self._count(row, title.problem, row.title)
        return title.title

    def _federation(self, row: Row) -> str:
        code = known_federation(row.federation)
        if not code:
            self._count(row, "federation_unknown" if row.federation.strip() else "federation_blank", row.federation)
        return code

    def _rating(self, row: Row) -> int:
        text = row.rating.strip()
        if not text or not text.strip("-"):
            return 0
        if not (text.isascii() and text.isdecimal() and len(text) <= 4):
            self._note(row, "rating_unreadable", found=text[:20])
            return 0
        if int(text) > _HIGHEST_RATING:
            self._note(row, "rating_unlikely", rating=int(text))
        return int(text)

    def _fide_id(self, row: Row) -> str:
        text = row.fide_id.strip()
        if not text.strip("0-"):
            return ""
        if not (text.isascii() and text.isdecimal() and len(text) <= 11):
            self._note(row, "fide_id_unreadable", found=text[:20])
            return ""
        return text

    def _birth(self, row: Row) -> str:
        birth = read_birth(row.birth)
        if birth is None:
            self._note(row, "birth_unreadable")
        return birth or ""

    def _half_points(self, row: Row) -> int | None:
        points = half_points(row.points)
        if points is None and row.points.strip():
            self._note(row, "points_unreadable", found=row.points.strip()[:20])
        return points

    def _note(self, row: Row, key: str, **values: object) -> None:
        self._notices.add(key, row.line, 0, no=row.no, name=row.name[:_LONGEST_NAME], **values)

    def _count(self, row: Row, key: str, code: str) -> None:
        """Note a code that many players may have: one notice for all of them, at the first."""
        self._odd.setdefault((key, code.strip()[:20]), []).append(row)

    def _summarise(self) -> None:
        for (key, code), rows in self._odd.items():
            self._notices.add(key, rows[0].line, code=code, count=len(rows), name=rows[0].name[:_LONGEST_NAME])
