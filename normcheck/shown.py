"""Where sentences are shown: what advises on a command line reads otherwise on the page of ``normcheck serve``.

The sentences stand with all others in ``rules/en``; those that read otherwise on the page stand again in
``on_page.toml``, in tables called after their files.
"""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from normcheck.resources import folder

TERMINAL, PAGE = "terminal", "page"
_place: ContextVar[str] = ContextVar("place", default=TERMINAL)


@contextmanager
def shown_on(place: str) -> Iterator[None]:
    """Within this block sentences are worded for `PAGE` or for `TERMINAL`, which is what they are worded for else."""
    before = _place.set(place)
    try:
        yield
    finally:
        _place.reset(before)


def otherwise(*keys: str) -> str | None:
    """What a sentence (its file, then its keys) reads where it is shown, if it reads otherwise there."""
    if _place.get() == TERMINAL:
        return None
    value: Any = _sentences()
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, str) else None


@cache
def _sentences() -> dict[str, Any]:
    return tomllib.loads((folder("rules") / "en" / "on_page.toml").read_text("utf-8"))
