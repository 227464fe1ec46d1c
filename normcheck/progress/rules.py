"""What an application asks beside the clauses of one norm, from ``application.toml``."""

from datetime import date
from functools import cache

from pydantic import ValidationError

from normcheck.clauses import Strict, Text, TitleCode
from normcheck.errors import BrokenRules
from normcheck.regulation import problem, read_toml
from normcheck.resources import folder


class ApplicationRules(Strict):
    """The keys of the file."""

    one_round_a_day: tuple[TitleCode, ...]
    registered_from: date
    norms_a_sheet: int
    source: Text


@cache
def application_rules() -> ApplicationRules:
    """Read and check the file; `BrokenRules` says file, key and reason."""
    path = folder("rules") / "application.toml"
    try:
        return ApplicationRules.model_validate(read_toml(path))
    except ValidationError as error:
        raise BrokenRules(problem(path, error)) from error
