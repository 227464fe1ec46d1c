"""The words people read, from `rules/<language>/`: another language is another folder."""

from functools import cache
from typing import Any

from normcheck.errors import BrokenRules
from normcheck.regulation import read_toml
from normcheck.resources import folder
from normcheck.shown import otherwise

LANGUAGE = "en"


@cache
def _file(name: str) -> dict[str, Any]:
    return read_toml(folder("rules") / LANGUAGE / f"{name}.toml")


def phrase(file: str, *keys: str) -> str:
    """The raw phrase under these keys of one wording file, as it reads where it is shown (`normcheck.shown`).

    `BrokenRules` names what is missing.
    """
    if text := otherwise(file, *keys):
        return text
    value: Any = _file(file)
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    if not isinstance(value, str):
        raise BrokenRules(f"{LANGUAGE}/{file}.toml: {'.'.join(keys)}: no such phrase; add it")
    return value


def say(file: str, /, *keys: str, **values: object) -> str:
    """A phrase with its placeholders filled."""
    text = phrase(file, *keys)
    try:
        return text.format(**values)
    except (KeyError, IndexError) as error:
        raise BrokenRules(f"{LANGUAGE}/{file}.toml: {'.'.join(keys)}: no value for {error}; correct it") from error


def has(file: str, *keys: str) -> bool:
    """Whether a phrase exists."""
    value: Any = _file(file)
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return isinstance(value, str)


def points(halves: int) -> str:
    """Half points as people write them: 6½, 0, ½."""
    whole, half = divmod(halves, 2)
    if not half:
        return str(whole)
    return f"{whole or ''}½"
