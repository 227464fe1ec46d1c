"""The event model: what a file says, every fact with its source; nothing about norms.

Players and games are named tuples: frozen, small and cheap to make, because a file holds
thousands of them. Facts of the event itself are `Fact` values that know where they come from.
"""

from calendar import monthrange
from datetime import date
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

# Result codes of the tournament report file (TRF), upper case; BLANK: paired or open, not played yet.
WIN, DRAW, LOSS = "1", "=", "0"
SHORT_WIN, SHORT_DRAW, SHORT_LOSS = "W", "D", "L"  # less than one move made, not rated
FORFEIT_WIN, FORFEIT_LOSS = "+", "-"
HALF_POINT_BYE, FULL_POINT_BYE, PAIRING_BYE, ABSENT = "H", "F", "U", "Z"
BLANK = " "
UNLISTED = "?"  # nothing is known about the round (a norm sheet that does not list it, an unknown code)

PLAYED = frozenset("1=0")
PLAYED_SHORT = frozenset("WDL")
HALVES = {"1": 2, "=": 1, "0": 0, "W": 2, "D": 1, "L": 0, "+": 2, "-": 0, "H": 1, "F": 2, "U": 2, "Z": 0}

# Systems of play, as in a norm sheet.
SWISS, ROUND_ROBIN, DOUBLE_ROUND_ROBIN = "swiss", "round robin", "double round robin"
KNOCKOUT, TEAM, OTHER = "knockout", "team", "other"
SCHEVENINGEN, SCHILLER = "scheveningen", "schiller"
FORMATS = (SCHEVENINGEN, SCHILLER)  # team against team by person: the names that files give
SYSTEMS = (SWISS, ROUND_ROBIN, DOUBLE_ROUND_ROBIN, KNOCKOUT, TEAM, OTHER)

# Kinds of event, as in a norm sheet; None is "not known".
KINDS = (
    "ordinary",
    "national final",
    "national team",
    "zonal",
    "world or continental team",
    "world cup",
    "olympiad",
    "other",
)

NO_FEDERATION = ""  # blank, a club code or an unknown code: not known
FID, NON = "FID", "NON"


class Source(NamedTuple):
    """Where a fact stands: a file name with line and column (both from 1; 0 is "not a place").

    `told` is what an answers file names as its own source, for instance a letter; mostly "".
    """

    file: str
    line: int = 0
    column: int = 0
    told: str = ""

    def __str__(self) -> str:
        """``file:line:column`` without the parts that are 0, then what is told in brackets."""
        place = ":".join([self.file, *(str(n) for n in (self.line, self.column) if n)])
        return f"{place} ({self.told})" if self.told else place


class Fact(NamedTuple, Generic[T]):
    """A value and where it comes from."""

    value: T
    source: Source


class Notice(NamedTuple):
    """Something doubtful in a readable file: a wording key, its values, the place."""

    key: str
    values: dict[str, object]
    source: Source


class Game(NamedTuple):
    """One round of one player.

    `opponent` is a start number, 0 for nobody; `colour` is ``w``, ``b`` or ``-``; `result` is a TRF code
    from the player's side (see the constants above); `column` is where the round starts in its line, or 0.
    """

    opponent: int
    colour: str
    result: str
    column: int = 0


class Player(NamedTuple):
    """One participant as the file shows him.

    `sex` is ``m``, ``f`` or "" (unknown); `title` is one of GM IM FM CM WGM WIM WFM WCM or "";
    `rating` is 0 for unrated; `federation` is a three-letter code or "" (unknown); `fide_id` is digits
    or ""; `birth` is as written, normalised to ISO; `points` is in half points or None; `games` has one entry a
    round, from round 1, and may be shorter than the event; `line` is the line in the file; `womens_title` is the
    second title of a woman whose `title` is an open one, known from a rating list only.
    """

    no: int
    name: str
    title: str = ""
    federation: str = NO_FEDERATION
    rating: int = 0
    sex: str = ""
    fide_id: str = ""
    birth: str = ""
    points: int | None = None
    rank: int = 0
    games: tuple[Game, ...] = ()
    line: int = 0
    womens_title: str = ""


class Day(NamedTuple):
    """A date that may be known to the month or to the year only (`month` or `day` is then 0)."""

    year: int
    month: int = 0
    day: int = 0

    def __str__(self) -> str:
        """ISO form, as precise as it is known: 2024-05-01, 2024-05 or 2024."""
        parts = [f"{self.year:04d}"]
        if self.month:
            parts.append(f"{self.month:02d}")
            if self.day:
                parts.append(f"{self.day:02d}")
        return "-".join(parts)

    @property
    def first(self) -> date:
        """The earliest day this can be."""
        return date(self.year, self.month or 1, self.day or 1)

    @property
    def last(self) -> date:
        """The latest day this can be."""
        month = self.month or 12
        return date(self.year, month, self.day or monthrange(self.year, month)[1])

    @property
    def exact(self) -> date | None:
        """The day, or None if it is known to the month or year only."""
        return date(self.year, self.month, self.day) if self.month and self.day else None


class Doubt(NamedTuple):
    """A fact of a player on which the file and a rating list, called `label`, do not agree."""

    file: str
    listed: str
    label: str


class Confirmed(NamedTuple):
    """The day on which a player's title was confirmed, and the title he had before."""

    day: Day
    before: str = ""


class Dated(NamedTuple):
    """Rating (0 for unrated) and titles of a player on the day of one round."""

    rating: int
    title: str = ""
    womens_title: str = ""


class Event(NamedTuple):
    """A tournament as the files and answers describe it. Empty facts are None.

    `rounds` is the number of rounds planned, `rounds_played` those with results; `players` is keyed by start
    number, in the order of the file; `system_guessed` says that the system follows from the games only;
    `sheet` marks a norm sheet (one player's games; the opponents are players without games; the applicant is
    `applicant`); `round_dates` has one entry a round (None: not known); `answered` maps (start number, field) of
    players changed by answers to the source of the answer; start number 0 stands for the event itself;
    `names` gives family and first names of start numbers where answers tell them apart; `doubts` maps (start number,
    field) to what a rating list says against the file, whose value is then the one of the list; `dated` maps
    (round, start number) to rating and titles of that day, in long events only; `rating_list` is what the list laid
    beside the event is called; `confirmed` says by start number when a title was confirmed, where that is stated;
    `origins` maps (start number, field) to the place of a fact of a player that stands
    elsewhere than in his line of `file`, where files were merged (a round is a field such as ``round 3``), or that a
    norm sheet states though it says nothing (a rating of 0).
    """

    file: str
    format: str
    name: Fact[str] | None
    players: dict[int, Player]
    rounds: int
    rounds_played: int
    complete: bool
    system: Fact[str] | None
    system_guessed: bool = False
    kind: Fact[str] | None = None
    format_name: Fact[str] | None = None  # the format of its own kind, where the system is OTHER: see FORMATS
    format_approved: Fact[bool] | None = None  # approved beforehand by the Qualification Commission
    federation: Fact[str] | None = None
    place: Fact[str] | None = None
    organiser: Fact[str] | None = None
    start: Fact[Day] | None = None
    end: Fact[Day] | None = None
    round_dates: tuple[Day | None, ...] = ()
    rate_of_play: Fact[str] | None = None
    clock: Fact[str] | None = None  # the coded rate of play of record 222
    chief_arbiter: Fact[str] | None = None
    chief_arbiter_id: Fact[str] | None = None
    chief_arbiter_title: Fact[str] | None = None
    deputies: Fact[str] | None = None
    registered_on: Fact[Day] | None = None
    event_code: Fact[str] | None = None
    swiss_exemption: Fact[bool] | None = None  # stated in a norm sheet
    ratings_by_date: Fact[bool] | None = None  # ratings and titles as told are those of each game's day
    zonal_year: Fact[bool] | None = None  # the federation had a zonal of its own in the year of the event
    sheet: bool = False
    applicant: int = 0
    notices: tuple[Notice, ...] = ()
    answered: dict[tuple[int, str], Source] = {}
    names: dict[int, tuple[str, str]] = {}
    encoding: str = "utf-8"
    doubts: dict[tuple[int, str], Doubt] = {}
    dated: dict[tuple[int, int], Dated] = {}
    rating_list: str = ""
    confirmed: dict[int, Confirmed] = {}
    origins: dict[tuple[int, str], Source] = {}

    def source_of(self, player: Player, game: Game | None = None) -> Source:
        """Where this player, or this round of his (a game of `player.games` itself), stands."""
        if self.sheet and game and game.opponent in self.players:  # each opponent stands in a table of his own
            return Source(self.file, self.players[game.opponent].line)
        if game and self.origins:
            at = next((at for at, one in enumerate(player.games, 1) if one is game), 0)
            if (player.no, f"round {at}") in self.origins:
                return self.origins[player.no, f"round {at}"]
        return Source(self.file, player.line, game.column if game else 0)

    def origin_of(self, player: Player, field: str) -> Source:
        """Where a fact of this player stands: in an answer, in another file, or in his line."""
        for places in (self.answered, self.origins):
            if (player.no, field) in places:
                return places[player.no, field]
        return self.source_of(player)
