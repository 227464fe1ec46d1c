"""Player records (001): the fields of one line, and what is doubtful in them."""

from normcheck.event import NO_FEDERATION, Player, Source
from normcheck.read.dates import read_birth
from normcheck.read.federations import federation_codes
from normcheck.read.notices import Notices
from normcheck.read.refusal import refusal
from normcheck.read.titles import WOMENS_TITLES, Title, read_title
from normcheck.read.trf_columns import aligned_line
from normcheck.read.trf_records import Line
from normcheck.read.trf_rounds import Doubt, read_games

_SEX = {"m": "m", "M": "m", "w": "f", "W": "f", "f": "f", "F": "f"}
_STARTS_OF_TITLES = frozenset("gGiIcC")
_HIGHEST_RATING = 3000

_new = tuple.__new__


class PlayerReader:
    """Reads the player records of one file; what is doubtful goes to its notices."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._codes = federation_codes()
        self._titles: dict[str, Title] = {}
        self._points: dict[str, int | None] = {}
        self._odd: dict[tuple[str, str], tuple[int, list[Player]]] = {}  # key and code: column, who has it
        self._recut: list[int] = []

    def read(self, lines: list[Line]) -> dict[int, Player]:
        """All players by start number, in the order of the file; of two with one number the first is kept."""
        players: dict[int, Player] = {}
        for line in lines:
            player = self._player(line)
            if player.no in players:
                self._notices.add("double_number", line.number, 5, no=player.no, name=player.name)
            else:
                players[player.no] = player
        self._summarise()
        return players

    def _player(self, record: Line) -> Player:
        """One record. Raises `UnreadableInput` when its alignment, start number or rating is wrong."""
        line, shift = aligned_line(record, self._notices.file)
        doubts: list[Doubt] = []
        games = read_games(line, doubts)
        no, rating, points = line[3:9].strip(), line[48:52].strip(), line[80:84]
        title, code, fide_id = line[10:13], line[53:56], line[57:68].strip()
        player: Player = _new(
            Player,
            (
                int(no) if no.isdecimal() else 0,
                line[14:47].strip(),
                (self._titles.get(title) or self._title(title)).title,
                code if code in self._codes else "",
                int(rating) if rating.isdecimal() else 0,
                _SEX.get(line[9], ""),
                fide_id if fide_id.isdecimal() and fide_id.strip("0") else "",
                read_birth(line[69:79]) or "",
                self._points[points] if points in self._points else self._half_points(points),
                _whole(line[85:89]),
                tuple(games),
                record.number,
                "",
            ),
        )
        if not 0 < player.no <= 9999:
            raise refusal("bad_number", Source(self._notices.file, record.number, 5), found=no)
        if not rating.isdecimal() and rating:
            raise refusal("bad_rating", Source(self._notices.file, record.number, 49), found=rating)
        if shift or doubts or not player.federation or not player.fide_id or player.points is None:
            player = self._doubtful(player, line, shift, doubts)
        return self._checked(player, line)

    def _title(self, text: str) -> Title:
        self._titles[text] = title = read_title(text)
        return title

    def _half_points(self, text: str) -> int | None:
        self._points[text] = points = half_points(text)
        return points

    def _checked(self, player: Player, line: str) -> Player:
        """What every record is asked, however plain it looks."""
        if self._titles[line[10:13]].problem:
            title = self._titles[line[10:13]]
            self._count(player, title.problem, line[10:13].strip(), 11)
        if line[9] in _STARTS_OF_TITLES and (title := read_title(line[9:13])).title:
            player = player._replace(title=title.title)
            self._note(player, "title_in_sex_column", 10, title=title.title)
        if player.sex == "m" and player.title in WOMENS_TITLES:
            self._note(player, "womans_title_beside_m", 10, title=player.title)
            player = player._replace(sex="")
        if player.rating > _HIGHEST_RATING:
            self._note(player, "rating_unlikely", 49, rating=player.rating)
        if not player.birth and line[69:79].strip("0/.- "):
            self._note(player, "birth_unreadable", 70)
        return player

    def _doubtful(self, player: Player, line: str, shift: int, doubts: list[Doubt]) -> Player:
        """What only some records are asked: rounds, federation, FIDE id, points, a shift by bytes."""
        for doubt in doubts:
            block = doubt.block
            self._note(player, block.problem, doubt.column - shift, round=doubt.round, found=block.found)
        if shift:
            self._recut.append(player.line)
            games = tuple(game._replace(column=game.column - shift) for game in player.games)
            player = player._replace(games=games)
        if not player.federation:
            player = player._replace(federation=self._other_federation(player, line[53:56].strip()))
        fide_id, points = line[57:68].strip(), line[80:84].strip()
        if not player.fide_id and fide_id.strip("0"):
            self._note(player, "fide_id_unreadable", 58, found=fide_id)
        if player.points is None and points:
            self._note(player, "points_unreadable", 81, found=points)
        return player

    def _other_federation(self, player: Player, code: str) -> str:
        if code.upper() in self._codes:
            return code.upper()
        key = "federation_unknown" if code else "federation_blank"
        self._count(player, key, code, 54)
        return NO_FEDERATION

    def _note(self, player: Player, key: str, column: int, **values: object) -> None:
        self._notices.add(key, player.line, column, no=player.no, name=player.name, **values)

    def _count(self, player: Player, key: str, code: str, column: int) -> None:
        """Note a code that many players may have: one notice for all of them, at the first."""
        _, players = self._odd.setdefault((key, code), (column, []))
        players.append(player)

    def _summarise(self) -> None:
        for (key, code), (column, players) in self._odd.items():
            first, count = players[0], len(players)
            self._notices.add(key, first.line, column, code=code, count=count, name=first.name)
        if self._recut:
            self._notices.add("byte_columns", self._recut[0], 15, count=len(self._recut))


def half_points(text: str) -> int | None:
    """Points as a number of half points: "4.5", "4,5", "4½" are 9; None if blank or no such number."""
    whole, _, part = text.strip().replace(",", ".").replace("½", ".5").partition(".")
    if part.strip("0") not in ("", "5") or not (whole + part):
        return None
    if not (whole or "0").isdecimal():
        return None
    return 2 * int(whole or 0) + (part.startswith("5"))


def _whole(text: str) -> int:
    text = text.strip()
    return int(text) if text.isdecimal() else 0
