"""The numbers of the forecast that are no regulation, as data from ``rules/forecast.toml``."""

from functools import cache

from pydantic import Field, ValidationError

from normcheck.clauses import Strict, Text
from normcheck.errors import BrokenRules
from normcheck.regulation import problem, read_toml
from normcheck.resources import folder


class DrawModel(Strict):
    """A published model of draws: between equals `draws` games of `of` are drawn."""

    name: Text
    source: Text
    draws: int = Field(gt=0)
    of: int = Field(gt=0)


class Settings(Strict):
    """`highest` is above every rating; `tables` names the expected scores."""

    highest: int = Field(ge=2000)
    tables: Text
    draw_model: DrawModel


@cache
def settings() -> Settings:
    """The settings; `BrokenRules` says file, key and reason."""
    path = folder("rules") / "forecast.toml"
    try:
        return Settings.model_validate(read_toml(path))
    except ValidationError as error:
        raise BrokenRules(problem(path, error)) from error
