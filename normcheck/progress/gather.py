"""From the files of a command line to what is told of one player: sheet, documents, events judged on the spot."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from normcheck.errors import WrongUsage
from normcheck.event import Source
from normcheck.progress import judged, sheet
from normcheck.progress.facts import Norm, Person, RatingPoint, Told
from normcheck.progress.names import alike
from normcheck.progress.peaks import Played, games_by_number, of_document, of_games, of_lists
from normcheck.progress.sheet import NormFile, NormTable, stated
from normcheck.rating.asked import partial_day
from normcheck.read.refusal import refusal
from normcheck.report.model import Document, PlayerOut
from normcheck.wording import say

_HEAD = 4096


def gather(paths: Sequence[Path], fide_id: str | None) -> Told:
    """Everything about one player; `fide_id` may be left out if one of the files is his own sheet.

    Raises the errors of reading, and `WrongUsage` if it is not clear who is meant.
    """
    for path in paths:
        if not path.exists():
            raise refusal("missing", Source(str(path)))
    own = [path for path in paths if _is_sheet(path)]
    if len(own) > 1:
        raise WrongUsage(say("progress", "errors", "two_sheets", first=own[0].name, other=own[1].name))
    if not own and fide_id is None:
        raise WrongUsage(say("progress", "errors", "who"))
    told = sheet.read(own[0]) if own else sheet.Read(Person(), (), (), ())
    person = _named(told.person, fide_id, own)
    files = [*told.files, *(NormFile(path, NormTable()) for path in paths if path not in own)]
    return Collector(person, list(told.ratings)).everything(told.norms, files)


def _is_sheet(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            head = file.read(1 << 16)
    except OSError:
        return False  # the reader says why it cannot be opened
    return not judged.is_document(head[:_HEAD]) and _is_text(path) and sheet.looks_like(head)


def _is_text(path: Path) -> bool:
    return path.suffix.lower() in (".toml", ".json")


def _named(person: Person, fide_id: str | None, own: Sequence[Path]) -> Person:
    number = fide_id.strip() if fide_id is not None else ""
    if fide_id is not None and not (number.isascii() and number.isdigit()):
        raise WrongUsage(say("progress", "errors", "no_id", word=fide_id))
    if number and person.fide_id and number != person.fide_id:
        raise WrongUsage(say("progress", "errors", "other_id", file=own[0].name, id=person.fide_id, word=number))
    return person._replace(fide_id=person.fide_id or number)


class Collector:
    """Collects norms, ratings and notes of one player."""

    def __init__(self, person: Person, ratings: Sequence[RatingPoint] = ()) -> None:
        self.person = person
        self.ratings = [*of_lists(person), *ratings]
        self.notes: list[str] = []

    def everything(self, typed: Sequence[Norm], files: Sequence[NormFile]) -> Told:
        """Typed norms first, then those of the files in their order."""
        return self.told([*typed, *(norm for file in files for norm in self.of_file(file))])

    def told(self, norms: Iterable[Norm]) -> Told:
        """These norms, with all that is known by now."""
        found = tuple(norms)
        return Told(self.person, found, tuple(dict.fromkeys(self.ratings)), tuple(dict.fromkeys(self.notes)))

    def of_file(self, file: NormFile) -> Iterator[Norm]:
        """The norms of one file, with what the sheet states of them."""
        with_head = file.path.read_bytes()[:_HEAD] if file.path.is_file() else b""
        games: dict[int, Played] = {}
        if judged.is_document(with_head):
            found = judged.document_in(file.path)
        else:
            event, player = judged.event_in(file.path, self.person)
            found, games = judged.judge(event, player), games_by_number(event, [player])
            if alike(player.name, self.person.name):
                self.person = self.person._replace(sex=self.person.sex or player.sex)
        norms = [norm for norm in self.of_document(found, games) if file.table.title in ("", norm.title)]
        if not norms:
            self.notes.append(say("progress", "notes", "no_norm", file=found.event.file))
        yield from (stated(norm, file.table) for norm in norms)

    def of_document(self, found: Document, games: Mapping[int, Played]) -> list[Norm]:
        """The norms in a document of verdicts and, with the `games` of its players, the ratings reached there.

        What another name has under the same FIDE id needs review and reaches no rating.
        """
        own = self._own(found)
        if not own:
            return list(judged.norms_in(found, self.person))
        first, known = own[0], self.person
        others = [one.name for one in own if not alike(one.name, known.name or first.name)]
        if others:
            return self._doubted(judged.norms_in(found, known), found, others[0])
        self.ratings += self._live(games.get(first.no or 0))
        start, event = partial_day(found.event.start), found.event.name or found.event.file
        self.ratings += of_document(first.rating, start, event)
        self.person = known._replace(
            name=known.name or first.name,
            federation=known.federation or first.federation,
            fide_id=known.fide_id or first.fide_id,
            titles=known.titles or ((first.title,) if first.title else ()),
        )
        return list(judged.norms_in(found, self.person._replace(name=first.name)))

    def _own(self, found: Document) -> list[PlayerOut]:
        """Who is meant in a document: those with his FIDE id or name, or the only one in it."""
        own = [v.player for v in found.verdicts if judged.is_of(v, self.person)]
        if not own and not self.person.fide_id and len({(v.player.no, v.player.name) for v in found.verdicts}) == 1:
            only = found.verdicts[0].player
            return [] if only.name and self.person.name else [only]  # two names that differ are two players
        return own

    def _live(self, games: Played | None) -> Iterable[RatingPoint]:
        return list(of_games(games, self.person, self.ratings)) if games else ()

    def _doubted(self, norms: Iterable[Norm], found: Document, other: str) -> list[Norm]:
        """Norms that may be those of another player, with a note of it."""
        person = self.person
        values = {"name": person.name, "other": other, "id": person.fide_id}
        self.notes.append(say("progress", "notes", "other_name", file=found.event.file, **values))
        return [doubted(norm, say("progress", "notes", "one_player", **values)) for norm in norms]


def doubted(norm: Norm, question: str) -> Norm:
    """The norm as one that needs review, with the question that it turns on."""
    return replace(norm, sure=False, question="; ".join(part for part in (norm.question, question) if part))
