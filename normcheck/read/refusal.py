"""Files that cannot be read at all: one sentence with the place and the remedy."""

import tomllib
from functools import cache

from normcheck.errors import UnreadableInput
from normcheck.event import Source
from normcheck.read.contacts import told_without_contacts
from normcheck.resources import folder
from normcheck.shown import otherwise


def refusal(key: str, source: Source, **values: object) -> UnreadableInput:
    """The exception for a wording key of the files ``refusals*.toml``, to be raised by the caller.

    What the file held where it cannot be read is quoted without contact data.
    """
    sentence = otherwise("refusals", key) or _wording()[key]
    return UnreadableInput(sentence.format(where=source, **told_without_contacts(values)))


@cache
def _wording() -> dict[str, str]:
    sentences: dict[str, str] = {}
    for path in sorted((folder("rules") / "en").glob("refusals*.toml")):
        sentences |= tomllib.loads(path.read_text("utf-8"))
    return sentences
