"""The table of direct titles as data: which result of which championship gives what, and how sure that is."""

from datetime import date
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from normcheck.clauses import Certainty, Strict, Text, TitleCode
from normcheck.clauses.shapes import Share, Small
from normcheck.errors import BrokenRules, WrongUsage
from normcheck.regulation import problem, read_toml
from normcheck.resources import folder
from normcheck.wording import say

FILE = "direct-titles.toml"


class Conditions(Strict):
    """What an event that is not of the world must have, from a day on; 0 or None: not asked."""

    valid_from: date = Field(alias="from")
    article: Text
    certainty: Certainty
    source: Text
    participants: Small
    rounds: Small = 0
    federations: Small
    federations_share: Share | None = None  # of the federations of the body, if that is fewer
    subgroup_players: Small
    subgroup_federations: Small
    subgroup_percent: Small


class Counting(Strict):
    """How a percentage is counted: at most `missed` games missing of the rounds, in awards of `games` or more."""

    article: Text
    source: Text
    games: Small
    missed: Small
    norm_games: Small


class Award(Strict):
    """What a result gives in events that start from a day to a day; `women` is the title in a women's section."""

    valid_from: date = Field(default=date.min, alias="from")
    valid_to: date = Field(default=date.max, alias="to")
    result: Text
    places: tuple[Small, ...] = ()
    percent: Share | None = None
    games: Small = 0
    title: TitleCode | None = None
    women: TitleCode | None = None
    award: Literal["title", "norm", "none", "unknown"] = "title"
    certainty: Certainty
    source: Text

    @property
    def decides(self) -> bool:
        """Whether an official text says so; other rows are proposals."""
        return self.certainty == "text"


class Championship(Strict):
    """A championship of the table; `rating_waived` are titles that need no rating there."""

    key: Text
    name: Text
    body: Literal["world", "continental", "sub-continental"]
    rating_waived: tuple[TitleCode, ...] = ()
    awards: tuple[Award, ...]

    def on(self, day: date) -> tuple[Award, ...]:
        """The awards of an event that starts on a day."""
        return tuple(award for award in self.awards if award.valid_from <= day <= award.valid_to)


class DirectTitles(Strict):
    """The whole file."""

    conditions: tuple[Conditions, ...]
    counting: Counting
    championships: tuple[Championship, ...]

    def conditions_on(self, day: date) -> Conditions | None:
        """The general conditions for an event that starts on a day; None before the first known."""
        return next((c for c in reversed(self.conditions) if c.valid_from <= day), None)

    def championship(self, key: str) -> Championship:
        """The championship with this key. Raises `WrongUsage` with all keys."""
        wanted = "-".join(key.lower().replace("_", " ").replace("-", " ").split())
        found = next((one for one in self.championships if one.key == wanted), None)
        if found is None:
            keys = ", ".join(one.key for one in self.championships)
            raise WrongUsage(say("titles", "errors", "championship", key=key, keys=keys))
        return found


@cache
def direct_titles() -> DirectTitles:
    """The table. Raises `BrokenRules` with file, key and reason."""
    path: Path = folder("rules") / FILE
    try:
        return DirectTitles.model_validate(read_toml(path))
    except ValidationError as error:
        raise BrokenRules(problem(path, error)) from error
