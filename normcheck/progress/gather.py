"""From the files of a command line to what is told of one player: sheet, documents, events judged on the spot."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from normcheck.errors import WrongUsage
from normcheck.event import Source
from normcheck.progress import judged, sheet
from normcheck.progress.facts import Norm, Person, RatingPoint, Told
from normcheck.progress.peaks import of_document, of_event, of_lists
from normcheck.progress.sheet import NormFile, NormTable, stated
from normcheck.rating.asked import partial_day
from normcheck.read.refusal import refusal
from normcheck.report.model import Document
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
    return _Reader(person, list(told.ratings)).everything(told.norms, files)


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


class _Reader:
    """Collects norms, ratings and notes of one player."""

    def __init__(self, person: Person, ratings: list[RatingPoint]) -> None:
        self.person = person
        self.ratings = [*of_lists(person), *ratings]
        self.notes: list[str] = []

    def everything(self, typed: Sequence[Norm], files: Sequence[NormFile]) -> Told:
        """Typed norms first, then those of the files in their order."""
        norms = [*typed, *(norm for file in files for norm in self.of_file(file))]
        return Told(self.person, tuple(norms), tuple(dict.fromkeys(self.ratings)), tuple(self.notes))

    def of_file(self, file: NormFile) -> Iterator[Norm]:
        """The norms of one file, with what the sheet states of them."""
        with_head = file.path.read_bytes()[:_HEAD] if file.path.is_file() else b""
        if judged.is_document(with_head):
            found = judged.document_in(file.path)
        else:
            event, player = judged.event_in(file.path, self.person)
            found = judged.judge(event, player)
            self.person = self.person._replace(sex=self.person.sex or player.sex)
            self.ratings += of_event(event, player, self.person, self.ratings)
        norms = [n for n in judged.norms_in(found, self.person_in(found)) if file.table.title in ("", n.title)]
        if not norms:
            self.notes.append(say("progress", "notes", "no_norm", file=found.event.file))
        yield from (stated(norm, file.table) for norm in norms)

    def person_in(self, found: Document) -> Person:
        """Who is meant in a document; what it says of him fills what is not known."""
        own = [v.player for v in found.verdicts if judged.is_of(v, self.person)]
        if not own and not self.person.fide_id and len({(v.player.no, v.player.name) for v in found.verdicts}) == 1:
            only = found.verdicts[0].player
            own = [] if only.name and self.person.name else [only]  # two names that differ are two players
        if not own:
            return self.person
        first, known = own[0], self.person
        self.ratings += of_document(first.rating, partial_day(found.event.start), found.event.name or found.event.file)
        titles = known.titles or ((first.title,) if first.title else ())
        self.person = known._replace(
            name=known.name or first.name,
            federation=known.federation or first.federation,
            fide_id=known.fide_id or first.fide_id,
            titles=titles,
        )
        return self.person._replace(name=first.name)
