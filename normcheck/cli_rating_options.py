"""The options of ``normcheck rating``, and how several of them become one question."""

from collections.abc import Callable
from functools import reduce, wraps
from typing import NamedTuple, TypedDict

import click

from normcheck.rating.asked import Facts
from normcheck.rating.change import Method
from normcheck.rating.glicko_asked import GlickoQuestion
from normcheck.wording import say

Command = Callable[..., None]


class Source(NamedTuple):
    """Where games come from: a file and its player, or two lists; and the day that decides the rules."""

    file: str | None
    player: str | None
    against: str | None
    scored: str | None
    day: str | None = None


class Help(TypedDict):
    """The two help texts of a command."""

    help: str
    short_help: str


def word(*keys: str) -> str:
    """A phrase of the help."""
    return say("rating", "help", *keys)


def about(name: str) -> str:
    """The help of an option."""
    return word("options", name)


def helped(name: str) -> Help:
    """The help texts of a command."""
    return {"help": word(name, "text"), "short_help": word(name, "short")}


def gathered(
    name: str, make: Callable[..., object], *options: Callable[[Command], Command]
) -> Callable[[Command], Command]:
    """Give a command some options, which it gets under `name` as one named tuple that `make` makes."""

    def around(command: Command) -> Command:
        @wraps(command)
        def with_one(**given: object) -> None:
            found = {key: given.pop(key) for key in getattr(make, "_fields", ()) if key in given}
            command(**given, **{name: make(**found)})

        done: Command = with_one
        return reduce(lambda wrapped, option: option(wrapped), reversed(options), done)

    return around


FORM = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help=about("form")
)
DAY = click.option("--date", "day", metavar="DATE", help=about("date"))
PLAYER = click.option("--player", metavar="NO|ID|NAME", help=about("player"))
MARKS = click.option("--mark", "marks", multiple=True, metavar="RATING", help=about("mark"))
GAMES = (
    click.argument("file", required=False),
    PLAYER,
    click.option("--opponents", "against", metavar="LIST", help=about("opponents")),
    click.option("--results", "scored", metavar="LIST", help=about("results")),
)
FACTS = gathered(
    "facts",
    Facts,
    click.option("--rating", metavar="RATING", help=about("rating")),
    click.option("--k", type=int, metavar="K", help=about("k")),
    click.option("--games", type=int, metavar="NUMBER", help=about("games")),
    click.option("--peak", metavar="RATING", help=about("peak")),
    click.option("--birth", metavar="DATE", help=about("birth")),
)
METHOD = gathered(
    "method",
    Method,
    click.option("--formula", is_flag=True, help=about("formula")),
    click.option("--uncut", is_flag=True, help=about("uncut")),
    click.option("--each", is_flag=True, help=about("each")),
)
GLICKO = gathered(
    "question",
    GlickoQuestion,
    click.option(
        "--system",
        type=click.Choice(["glicko", "glicko2"]),
        default="glicko",
        show_default=True,
        help=about("system"),
    ),
    click.option("--rating", type=float, required=True, help=about("glicko_rating")),
    click.option("--rd", "deviation", type=float, required=True, help=about("rd")),
    click.option("--opponents", "against", metavar="LIST", help=about("glicko_opponents")),
    click.option("--results", "scored", metavar="LIST", help=about("results")),
    click.option("--volatility", type=float, help=about("volatility")),
    click.option("--tau", type=float, help=about("tau")),
    click.option("--idle", type=float, metavar="DAYS", help=about("idle")),
    click.option("--unknown-after", type=float, metavar="DAYS", help=about("unknown_after")),
    click.option("--usual", type=float, help=about("usual")),
    click.option("--c", type=float, help=about("c")),
)
