"""The libraries that only audits need, or the remedy where they are missing."""

from functools import cache
from importlib import import_module
from types import ModuleType

from normcheck.errors import UnwritableOutput
from normcheck.wording import say


@cache
def library(name: str) -> ModuleType:
    """A module of one of these libraries. Raises `UnwritableOutput` if it is missing."""
    try:
        return import_module(name)
    except ImportError as error:
        raise UnwritableOutput(say("audit", "errors", "no_tables", library=name.partition(".")[0])) from error


def need_all() -> None:
    """Find out before anything is done whether they are there. Raises `UnwritableOutput`."""
    for name in ("pyarrow", "pyarrow.parquet", "msgspec.json", "xlsxwriter"):
        library(name)
