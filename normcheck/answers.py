"""Answers: the facts no tournament file holds, typed by the arbiter as TOML or JSON."""

from pathlib import Path

from pydantic import PrivateAttr

from normcheck.errors import UnreadableInput
from normcheck.event import Source
from normcheck.read import document
from normcheck.read.document import Caller, Document
from normcheck.read.sheet_model import (
    Bye,
    Date,
    EventTable,
    FideId,
    Number,
    Rating,
    Rounds,
    Sex,
    Table,
    Text,
    Title,
)


class PlayerAnswer(Table):
    """``[[players]]``: facts of one player, named by start number or FIDE id; None is "not answered"."""

    no: Number | None = None
    fide_id: FideId | None = None
    federation: Text | None = None
    title: Title | None = None
    title_confirmed: Date = None
    title_before: Title = ""
    sex: Sex | None = None
    rating: Rating | None = None
    family_name: Text | None = None
    first_name: Text | None = None
    source: Text | None = None


class ByeAnswer(Table):
    """``[[byes]]``: which kind of bye a player had in a round (``H F U Z``)."""

    no: Number | None = None
    fide_id: FideId | None = None
    round: Rounds
    code: Bye
    source: Text | None = None


class Answers(Table):
    """A whole file of answers; it knows the lines of its keys."""

    event: EventTable = EventTable()
    players: tuple[PlayerAnswer, ...] = ()
    byes: tuple[ByeAnswer, ...] = ()
    _document: Document = PrivateAttr(default=Document("answers", "utf-8", {}, {}))

    @property
    def document(self) -> Document:
        """The parsed file, for places and messages."""
        return self._document

    def source(self, *path: str | int, told: str | None = None) -> Source:
        """Return the place of a key, with what its table names as its source."""
        return self._document.source(*path)._replace(told=told or "")


def load(path: str | Path) -> Answers:
    """Read a file of answers.

    Raises `UnreadableInput` with file, line, key, value and remedy; for an unknown key it names the nearest.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableInput(document.say("unopened", where=path, reason=error.strerror)) from error
    return loads(data, path.name)


def loads(data: bytes, name: str, caller: Caller | None = None) -> Answers:
    """Read answers from the bytes of a file; `name` stands in messages and sources.

    `caller` tells the labels of the fields if the answers come from a form, whose mistakes are named by these.
    """
    doc = document.load(data, name, "empty_answers")._replace(caller=caller)
    answers = document.check(doc, Answers)
    answers._document = doc
    return answers
