"""Files that cannot be read at all: one sentence with the place and the remedy."""

import tomllib

from normcheck.errors import UnreadableInput
from normcheck.event import Source
from normcheck.resources import folder


def refusal(key: str, source: Source, **values: object) -> UnreadableInput:
    """The exception for a wording key of ``refusals.toml``, to be raised by the caller."""
    wording = tomllib.loads((folder("rules") / "en" / "refusals.toml").read_text("utf-8"))
    return UnreadableInput(str(wording[key]).format(where=source, **values))
