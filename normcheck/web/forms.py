"""Answers as the form gives them, as a file of answers has them, and as TOML that anybody can keep."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from normcheck.answers import Answers
from normcheck.read.document import spell
from normcheck.read.places import Key
from normcheck.web.orders import Change
from normcheck.wording import has, say

ANSWERS_FILE = "answers.toml"
EVENT_FIELDS = (
    "kind", "system", "federation", "start", "end", "rate_of_play", "chief_arbiter", "chief_arbiter_id",
    "chief_arbiter_title", "registered_on", "round_dates", "swiss_exemption", "name", "place", "organiser",
    "event_code",
)  # fmt: skip
PLAYER_FIELDS = ("federation", "title", "sex", "rating", "family_name", "first_name")
NUMBERS = ("rating", "no", "round")
Data = dict[str, Any]
_ONE = {"players": "player", "byes": "bye"}


def plain(answers: Answers) -> Data:
    """The tables of a file of answers with nothing but texts, numbers, truths and lists in them."""
    data: Data = json.loads(json.dumps(answers.document.data, default=str))
    return data


def merged(old: Data, form: Mapping[str, str]) -> Data:
    """The answers with those of a form: an empty field takes its answer back, a missing one changes nothing.

    Fields are called ``event.KEY``, ``player.NO.KEY``, ``bye.NO.ROUND`` and ``extra.KEY`` with ``extra.no``.
    """
    event = dict(old.get("event", {}))
    for key in EVENT_FIELDS:
        if f"event.{key}" in form:
            _put(event, key, _event_value(key, form[f"event.{key}"].strip()))
    players = [dict(table) for table in old.get("players", [])]
    byes = [dict(table) for table in old.get("byes", [])]
    for (no, key), text in _player_fields(form):
        _put(_table(players, no=no), key, _value(key, text))
    for (no, round_), code in _byes(form):
        _put(_table(byes, no=no, round=round_), "code", code)
    kept = {
        "event": event,
        "players": [table for table in players if set(table) - {"no", "fide_id", "source"}],
        "byes": [table for table in byes if table.get("code")],
    }
    return {name: table for name, table in kept.items() if table}


def _event_value(key: str, text: str) -> object:
    return text.replace(",", " ").split() if key == "round_dates" else text


def _value(key: str, text: str) -> object:
    return int(text) if key in NUMBERS and text.isascii() and text.isdigit() and len(text) < 9 else text


def _put(table: Data, key: str, value: object) -> None:
    """Set a key, or take it away where there is no answer; "-" is the answer that there is none."""
    if value in ("", []):
        table.pop(key, None)
    else:
        table[key] = "" if value == "-" else value


def _table(tables: list[Data], **names: int) -> Data:
    """The table with these numbers, made if it is missing."""
    for table in tables:
        if all(table.get(key) == value for key, value in names.items()):
            return table
    tables.append(dict(names))
    return tables[-1]


def _player_fields(form: Mapping[str, str]) -> Iterable[tuple[tuple[int, str], str]]:
    for name, text in form.items():
        match name.split("."):
            case ["player", no, key] if no.isascii() and no.isdigit() and key in PLAYER_FIELDS:
                yield (int(no[:6]), key), text.strip()
    no = form.get("extra.no", "").strip()
    if no.isascii() and no.isdigit():
        told = {key: form.get(f"extra.{key}", "").strip() for key in PLAYER_FIELDS}
        yield from (((int(no[:6]), key), text) for key, text in told.items() if text)


def _byes(form: Mapping[str, str]) -> Iterable[tuple[tuple[int, int], str]]:
    for name, text in form.items():
        match name.split("."):
            case ["bye", no, round_] if (no + round_).isascii() and no.isdigit() and round_.isdigit():
                yield (int(no[:6]), int(round_[:3])), text.strip()


def changes(form: Mapping[str, str]) -> tuple[Change, ...]:
    """What a form supposes: fields ``ROUND.result``, ``ROUND.title``, ``ROUND.rating``, ``ROUND.out``.

    Raises `ValueError` for what no round can have.
    """
    rounds = sorted({int(name.split(".")[0]) for name in form if name.split(".")[0].isdigit()})
    found = (_change(round_, form) for round_ in rounds)
    return tuple(change for change in found if change.model_fields_set - {"round"})


def _change(round_: int, form: Mapping[str, str]) -> Change:
    told: Data = {"round": round_}
    for key in ("result", "title", "rating"):
        text, before = form.get(f"{round_}.{key}"), form.get(f"{round_}.{key}.before")
        if text is not None and text.strip() != before:
            told[key] = text.strip()
    if form.get(f"{round_}.out"):
        told["left_out"] = True
    return Change.model_validate(told)


def toml(data: Data) -> str:
    """The answers as TOML, in a fixed order; empty for no answers."""
    parts = [_lines("[event]", data["event"])] if data.get("event") else []
    parts += [_lines(f"[[{name}]]", table) for name in ("players", "byes") for table in data.get(name, [])]
    return "\n".join(parts)


def label(data: Data, path: Key) -> str:
    """What a key of answers is called on the page; one that no form has as a file of answers writes it."""
    match path:
        case ("event", str(key), *at) if has("web", "fields", key):
            field = say("web", "fields", key)
            return say("web", "called", "part", field=field, at=int(at[0]) + 1) if at else field
        case ("players" | "byes" as name, int(number), str(key), *_) if has("web", "of_player", key):
            table = data[name][number]
            told = {"no": table.get("no") or table.get("fide_id", "?"), "round": table.get("round", "?")}
            pattern = "player" if key == "round" else _ONE[name]
            return say("web", "called", pattern, what=say("web", "of_player", key), **told)
    return spell(path)


def _lines(head: str, table: Data) -> str:
    return "".join([f"{head}\n", *(f"{key} = {_toml_value(value)}\n" for key, value in table.items())])


def _toml_value(value: object) -> str:
    """A value in TOML, which writes texts, numbers, truths and lists of them as JSON does but for one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
