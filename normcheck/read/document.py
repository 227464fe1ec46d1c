"""TOML and JSON files typed by people: parsed, with the line of every key, checked against a model."""

import difflib
import json
import re
import tomllib
from collections.abc import Callable
from functools import cache
from typing import NamedTuple, NoReturn, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from normcheck.errors import UnreadableInput
from normcheck.event import Source
from normcheck.read import places
from normcheck.read.places import Key
from normcheck.resources import folder
from normcheck.shown import otherwise

MOST_BYTES = 1 << 20

M = TypeVar("M", bound=BaseModel)


@cache
def _wording() -> dict[str, dict[str, str]]:
    return tomllib.loads((folder("rules") / "en" / "inputs.toml").read_text("utf-8"))


def say(sentence: str, /, **values: object) -> str:
    """Return the wording of a sentence (a key of the table ``refusals`` of ``inputs.toml``)."""
    text = otherwise("inputs", "refusals", sentence) or _wording()["refusals"][sentence]
    return text.format(**values)


Caller = Callable[[dict[str, object], Key], str]


class Document(NamedTuple):
    """A parsed file: `data` as read, `lines` maps the path of a key or table to its line (from 1).

    `caller` is there for what was typed into the fields of a form: it calls a key (of `data`) by the label of its
    field, which then says where it is.
    """

    file: str
    encoding: str
    data: dict[str, object]
    lines: dict[Key, int]
    caller: Caller | None = None

    def source(self, *path: str | int) -> Source:
        """Return the place of a key, or of the nearest table around it."""
        known = (self.lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self.lines)
        return Source(self.file, next(known, 0))

    def fail(self, path: Key, sentence: str, /, **values: object) -> NoReturn:
        """Raise `UnreadableInput` with a wording key about one place in the file."""
        raise UnreadableInput(say(sentence, **self.place(path), **values))

    def place(self, path: Key) -> dict[str, object]:
        """Return where a key stands and what it is called, for a message."""
        if self.caller:
            return {"where": say("form"), "key": self.caller(self.data, path)}
        return {"where": self.source(*path), "key": spell(path)}


def spell(path: Key) -> str:
    """Write a path as people do: ``games[3].rating`` is the rating in the third table of games."""
    text = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.lstrip(".") or "the file"


def shown(value: object) -> str:
    """Write a value for a message, shortened."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."


def load(data: bytes, file: str, empty: str = "empty") -> Document:
    """Parse a TOML or JSON file, told apart by its first character.

    Raises `UnreadableInput` for a file that is empty (in the wording `empty`), binary, too large or not well formed.
    """
    if len(data) > MOST_BYTES:
        raise UnreadableInput(say("too_large", where=file, size=len(data), most=MOST_BYTES))
    text, encoding = decode(data, file)
    if not text.strip():
        raise UnreadableInput(say(empty, where=file))
    as_json = text.lstrip().startswith("{")
    try:
        parsed = json.loads(text, object_hook=_without_null) if as_json else tomllib.loads(text)
        lines = places.find(text, as_json)
    except ValueError as error:
        raise UnreadableInput(_syntax(file, "JSON" if as_json else "TOML", str(error))) from error
    except RecursionError as error:
        raise UnreadableInput(say("nested", where=file)) from error
    return Document(file, encoding, parsed, lines)


def decode(data: bytes, file: str) -> tuple[str, str]:
    """Return text and encoding: a byte order mark decides, then UTF-8, then Windows-1252.

    All line ends become line feeds. Raises `UnreadableInput` for binary data.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    else:
        encodings = [] if b"\0" in data else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeError:
            continue
        return text.replace("\r\n", "\n").replace("\r", "\n"), encoding.removesuffix("-sig")
    raise UnreadableInput(say("binary", where=file))


def _without_null(table: dict[str, object]) -> dict[str, object]:
    """Drop keys that are null: they are as good as not there."""
    return {key: value for key, value in table.items() if value is not None}


def _syntax(file: str, kind: str, error: str) -> str:
    """Say where the syntax is wrong."""
    place = re.search(r"line (\d+),? column (\d+)", error)
    source = Source(file, int(place[1]), int(place[2])) if place else Source(file)
    reason = re.split(r" \(at |: line \d", error)[0]
    return say("syntax", where=source, kind=kind, reason=reason)


def check(document: Document, model: type[M]) -> M:
    """Return the data as the model; raises `UnreadableInput` that names place, key, value and remedy."""
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        problems = error.errors(include_url=False)
    # A misspelt key explains the one that is missing, so it is named first.
    first = next((each for each in problems if each["type"] == "extra_forbidden"), problems[0])
    sentence = _sentence(document, model, first)
    if len(problems) > 1:
        sentence = say("more", sentence=sentence, count=len(problems) - 1)
    raise UnreadableInput(sentence)


def _sentence(document: Document, model: type[BaseModel], problem: ErrorDetails) -> str:
    """Say what is wrong with one key, and what belongs there."""
    path, kind = problem["loc"], problem["type"]
    values = document.place(path)
    if kind == "missing":
        return say("missing", **values)
    if kind == "extra_forbidden":
        return _unknown_key(sorted(_fields_at(model, path[:-1])), str(path[-1]), values)
    if kind in ("model_type", "model_attributes_type"):
        return say("not_a_table", **values)
    if kind in ("list_type", "tuple_type"):
        return say("not_a_list", name=path[-1], **values)
    expected = _wording()["expected"][kind].format(**problem.get("ctx", {}))
    return say("value", found=shown(problem["input"]), expected=expected, **values)


def _unknown_key(known: list[str], key: str, values: dict[str, object]) -> str:
    """Say that a key is not known, with the nearest one."""
    if key in ("players", "byes"):
        return say("answers_as_sheet", **values)
    near = difflib.get_close_matches(key.lower(), known, n=1)
    if near:
        return say("misspelt_key", near=near[0], **values)
    return say("unknown_key", known=", ".join(known), **values)


def _fields_at(model: type[BaseModel], path: Key) -> set[str]:
    """Return the keys that a table may have."""
    for part in path:
        if isinstance(part, str):
            annotation = model.model_fields[part].annotation
            inner = [annotation, *get_args(annotation)]
            model = next(each for each in inner if isinstance(each, type) and issubclass(each, BaseModel))
    return set(model.model_fields)
