"""Players met row by row, round by round, as pages of pairings show them."""

from typing import NamedTuple

from normcheck.event import BLANK, UNLISTED, Game
from normcheck.read.assemble import Draft, Row
from normcheck.read.trf_records import MOST_PLAYERS
from normcheck.read.trf_rounds import MOST_ROUNDS

_NOTHING, _UNKNOWN = Game(0, "-", BLANK), Game(0, "-", UNLISTED)


class Side(NamedTuple):
    """One player in a row of pairings; `number` 0 where the page does not give it."""

    number: int
    name: str
    title: str = ""
    rating: str = ""
    federation: str = ""


class People:
    """Collects players and their games.

    Players without number are numbered by name in the order met: from 1 if nobody has one, else from the highest
    possible downwards.
    """

    def __init__(self) -> None:
        self._rows: dict[int, Row] = {}
        self._games: dict[int, dict[int, Game]] = {}
        self._named: dict[str, int] = {}

    def number(self, side: Side, line: int) -> int:
        """The start number of a player, who is noted if he is new."""
        no = side.number
        if not no:
            no = self._named.setdefault(side.name.casefold(), MOST_PLAYERS - len(self._named))
        if no not in self._rows:
            self._rows[no] = Row(no, side.name, side.title, side.federation, side.rating, line=line)
        return no

    def add(self, no: int, round_: int, game: Game) -> None:
        """Note the game of a player in a round; the first of two counts."""
        self._games.setdefault(no, {}).setdefault(round_, game)

    def fill(self, draft: Draft) -> None:
        """Put everybody into the draft: who is missing in a listed round was absent, other rounds are not known."""
        listed = {round_ for games in self._games.values() for round_ in games}
        last = min(max(listed, default=0), MOST_ROUNDS)
        for no, row in self._rows.items():
            games = self._games.get(no, {})
            rounds = range(1, last + 1)
            line = [games.get(round_, _NOTHING if round_ in listed else _UNKNOWN) for round_ in rounds]
            draft.rows.append(row._replace(games=line))
        if len(self._named) == len(self._rows):
            draft.rows[:] = [_from_one(row) for row in draft.rows]
        draft.rows.sort(key=lambda row: row.no)
        if self._named:
            draft.notices.add("numbers_made")


def _from_one(row: Row) -> Row:
    """The row with numbers given downwards counted upwards."""
    above = MOST_PLAYERS + 1
    games = [game._replace(opponent=above - game.opponent) if game.opponent else game for game in row.games]
    return row._replace(no=above - row.no, games=games)
