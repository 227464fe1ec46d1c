"""``normcheck direct``: the direct titles of a championship."""

import click

from normcheck.answers import load
from normcheck.cli_click import put
from normcheck.cli_request import read_event
from normcheck.complete import complete
from normcheck.errors import WrongUsage
from normcheck.titles.build import direct_titles
from normcheck.titles.direct import Asked, direct
from normcheck.titles.text import direct_lines
from normcheck.wording import say

_MOST_FEDERATIONS = 250


def _help(key: str) -> str:
    return say("titles", "help", key)


@click.command("direct", help=_help("direct"), short_help=_help("direct_short"))
@click.argument("files", metavar="FILE [FILE]...", nargs=-1, required=True)
@click.option("--championship", metavar="KEY", required=True, help=_help("championship"))
@click.option("--answers", metavar="FILE", help=say("terminal", "help", "options", "answers"))
@click.option("--federations", type=int, metavar="N", help=_help("federations"))
@click.option("--women", is_flag=True, help=_help("women"))
@click.option("--subgroup", metavar="NO,NO", help=_help("subgroup"))
@click.option("--games-confirmed", "games", is_flag=True, help=_help("games_confirmed"))
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help=_help("form"))  # fmt: skip
def command(
    files: tuple[str, ...],
    championship: str,
    answers: str | None,
    federations: int | None,
    women: bool,
    subgroup: str | None,
    games: bool,
    form: str,
) -> None:
    """Print what the table gives."""
    if federations is not None and not 1 <= federations <= _MOST_FEDERATIONS:
        raise WrongUsage(say("titles", "errors", "federations"))
    event = complete(read_event(files), load(answers) if answers else None)
    asked = Asked(federations, women, _numbers(subgroup), games)
    found = direct(event, championship, asked)
    if form == "json":
        put((direct_titles(event, found).model_dump_json(by_alias=True, indent=2) + "\n").encode())
    else:
        put("\n".join(direct_lines(found)) + "\n")


def _numbers(text: str | None) -> tuple[int, ...]:
    words = [word.strip() for word in (text or "").split(",") if word.strip()]
    if any(not (word.isascii() and word.isdigit() and len(word) <= 4) for word in words):
        raise WrongUsage(say("titles", "errors", "subgroup", word=text))
    return tuple(dict.fromkeys(int(word) for word in words))
