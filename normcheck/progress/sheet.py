"""The file a player keeps of himself: ``[player]``, ``[[norms]]``, ``[[ratings]]``; as TOML or JSON."""

import datetime
import re
from fractions import Fraction
from pathlib import Path
from typing import Annotated, NamedTuple, NoReturn

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from normcheck.errors import UnreadableInput, WrongUsage
from normcheck.progress.facts import Norm, Person, RatingPoint, Way, known
from normcheck.read import document
from normcheck.read.dates import not_after
from normcheck.read.document import Document
from normcheck.read.federations import known_federation
from normcheck.read.places import Key
from normcheck.read.sheet_model import Date, FideId, Kind, Rating, Sex, System, Table, Text, Title, Truth
from normcheck.read.titles import WOMENS_TITLES
from normcheck.regulation import NORM_TITLES, Edition, edition_for, edition_named, resolve
from normcheck.wording import say

_MOST_GAMES = 60
_LOWEST, _HIGHEST = 500, 3500
_TABLES = re.compile(
    r"^[ \t]*\[{1,2}[ \t]*(norms|ratings)\b|^[ \t]*(norms|ratings)[ \t]*=|\"(norms|ratings)\"\s*:", re.M
)


def _halves(value: object) -> int:
    """Points such as 6, 6.5, "6½" in half points."""
    text = str(value).strip().replace(",", ".").replace("½", ".5")
    found = re.fullmatch(r"(\d{0,2})(\.[05]0*)?", text)
    if not text or found is None or isinstance(value, bool):
        raise PydanticCustomError("points", "points")
    return 2 * int(found[1] or 0) + int(bool(found[2]) and found[2][1] == "5")


def _rating(value: object) -> Fraction:
    """A rating, exact: 2499.9 is no 2500."""
    text = str(value).strip().replace(",", ".")
    number = Fraction(text) if re.fullmatch(r"\d{3,4}(\.\d{1,6})?", text) and not isinstance(value, bool) else None
    if number is None or not _LOWEST <= number <= _HIGHEST:
        raise PydanticCustomError("rating", "rating", {"low": _LOWEST, "high": _HIGHEST})
    return number


def _games(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _MOST_GAMES:
        raise PydanticCustomError("whole", "whole", {"low": 1, "high": _MOST_GAMES})
    return value


def _edition(value: object) -> str:
    """The year or the id of an edition."""
    if isinstance(value, datetime.date) or not isinstance(value, (str, int)):
        raise PydanticCustomError("text", "text")
    return str(value).strip()


Halves = Annotated[int, BeforeValidator(_halves)]
Games = Annotated[int, BeforeValidator(_games)]
Value = Annotated[Fraction, BeforeValidator(_rating)]
Year = Annotated[str, BeforeValidator(_edition)]


class PlayerTable(Table):
    """``[player]``; `name` is written "Family, First"."""

    name: Text = ""
    fide_id: FideId = ""
    federation: Text = ""
    sex: Sex = ""
    birth: Date = None
    place_of_birth: Text = ""
    titles: list[Title] = []


class Flags(Table):
    """What is stated of a norm for the application; left out where it is not known."""

    normal_foreigner: Truth = None
    one_round_a_day: Truth = None
    large_swiss: Truth = None
    kind_1_5_6: Truth = None
    eight_game: Truth = None
    rated: Truth = None
    registered: Truth = None


class NormTable(Table):
    """``[[norms]]``: typed, or the `file` of an event or verdict to take it from."""

    title: Title = ""
    event: Text = ""
    start: Date = None
    end: Date = None
    system: System = ""
    kind: Kind = ""
    place: Text = ""
    federation: Text = ""
    games: Games | None = None
    score: Halves | None = None
    required: Halves | None = None
    average: Rating | None = None
    edition: Year | None = None
    flags: Flags = Flags()
    file: Text = ""


class RatingTable(Table):
    """``[[ratings]]``: a rating reached; `live` if it was not published."""

    date: Date
    value: Value
    source: Text = ""
    live: Truth = False


class PlayerSheet(Table):
    """The whole file."""

    player: PlayerTable = PlayerTable()
    norms: list[NormTable] = []
    ratings: list[RatingTable] = []


class NormFile(NamedTuple):
    """A norm that stands in a file of its own: where, and what the sheet adds to it."""

    path: Path
    table: NormTable


class Read(NamedTuple):
    """What the file says: the player, typed norms, norms in files, ratings."""

    person: Person
    norms: tuple[Norm, ...]
    files: tuple[NormFile, ...]
    ratings: tuple[RatingPoint, ...]


def looks_like(data: bytes) -> bool:
    """Whether a file is such a sheet: it has norms or ratings."""
    return bool(_TABLES.search(data[:65536].decode("utf-8", "ignore").replace("\r", "\n")))


def read(path: Path) -> Read:
    """Read the file; `UnreadableInput` names place, key, value and remedy."""
    doc = document.load(_contents(path), path.name)
    sheet = document.check(doc, PlayerSheet)
    person = Person(**{**dict(sheet.player), "titles": tuple(sheet.player.titles)})
    federation = known_federation(person.federation)
    if person.federation and not federation:
        _fail(doc, ("player", "federation"), "federation", code=person.federation)
    typed = [(at, norm) for at, norm in enumerate(sheet.norms) if not norm.file]
    return Read(
        person._replace(federation=federation),
        tuple(_norm(doc, at, table, person) for at, table in typed),
        tuple(NormFile(path.parent / norm.file, norm) for norm in sheet.norms if norm.file),
        tuple(_point(doc, at, rating) for at, rating in enumerate(sheet.ratings)),
    )


def _contents(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnreadableInput(say("progress", "errors", "unopened", where=path, reason=error.strerror)) from error


def _fail(doc: Document, path: Key, key: str, **values: object) -> NoReturn:
    where = doc.source(*path)
    raise UnreadableInput(say("progress", "errors", key, where=where, key=document.spell(path), **values))


def _norm(doc: Document, at: int, table: NormTable, person: Person) -> Norm:
    """A typed norm; its mistakes are refused with their place."""
    where: Key = ("norms", at)
    if table.title not in NORM_TITLES:
        _fail(doc, (*where, "title"), "norm_title", titles=", ".join(NORM_TITLES))
    if person.sex == "m" and table.title in WOMENS_TITLES:
        _fail(doc, (*where, "title"), "womens_norm", title=table.title)
    if table.games is None:
        _fail(doc, (*where, "games"), "norm_games")
    if table.start and table.end and not not_after(table.start, table.end):
        _fail(doc, (*where, "end"), "ends_before_start", start=table.start, end=table.end)
    for key in ("score", "required"):
        if (halves := getattr(table, key)) is not None and halves > 2 * table.games:
            _fail(doc, (*where, key), "too_many_points", games=table.games)
    edition, reason = _edition_of(doc, where, table)
    share = edition.clauses.score.minimum
    if table.required is not None and table.required < 2 * share * table.games:
        _fail(doc, (*where, "required"), "too_little_required", games=table.games, percent=int(100 * share))
    flags = table.flags
    eight = flags.eight_game if flags.eight_game is not None else _is_eight(edition, table, table.games)
    way = Way(
        table.games, table.score, table.required, table.average, foreigner=known(flags.normal_foreigner), eight=eight
    )
    event = table.event or say("progress", "words", "unnamed", number=at + 1)
    norm = Norm(table.title, event, str(doc.source(*where)), (way,), edition, reason)
    return stated(norm, table)


def _edition_of(doc: Document, where: Key, table: NormTable) -> tuple[Edition, str]:
    if table.edition is None:
        return edition_for(table.start)
    try:
        edition = edition_named(table.edition)
    except WrongUsage as error:
        raise UnreadableInput(f"{doc.source(*where, 'edition')}: {error}") from error
    return resolve(edition, table.start.first if table.start else datetime.date.max), "forced"


def _is_eight(edition: Edition, table: NormTable, games: int) -> bool:
    """Whether so few games can only be the norm that lacks one."""
    shorts = [short.minimum for short in edition.clauses.short_events.events if short.kind == table.kind]
    return games == edition.clauses.eight_games.games and not any(least <= games for least in shorts)


def stated(norm: Norm, table: NormTable) -> Norm:
    """The norm with what the sheet states of it, which goes before what a file says."""
    flags = table.flags
    told = {key: getattr(table, key) for key in ("start", "end", "system", "kind", "place", "federation")}
    told["federation"] = known_federation(table.federation) or table.federation
    found: dict[str, object] = {key: value for key, value in told.items() if value}
    facts = {
        "one_round_a_day": flags.one_round_a_day,
        "large_swiss": flags.large_swiss,
        "qualifying_kind": flags.kind_1_5_6,
        "rated": flags.rated,
        "registered": flags.registered,
    }
    found |= {key: known(value) for key, value in facts.items() if value is not None}
    values = {name: getattr(norm, name) for name in norm.__dataclass_fields__}
    if flags.normal_foreigner is not None:
        values["ways"] = tuple(way._replace(foreigner=known(flags.normal_foreigner)) for way in norm.ways)
    return Norm(**{**values, **found})


def _point(doc: Document, at: int, table: RatingTable) -> RatingPoint:
    source = table.source or str(doc.source("ratings", at))
    # A fraction of a point is never on a list.
    is_live = bool(table.live) or table.value.denominator != 1
    return RatingPoint(table.date, table.value, source, is_live)
