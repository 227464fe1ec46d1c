"""``normcheck titles``: the titles by rating that the players of an event reach."""

import click

from normcheck.answers import load
from normcheck.cli_click import put
from normcheck.cli_request import read_event
from normcheck.complete import complete
from normcheck.errors import WrongUsage
from normcheck.named import player_named
from normcheck.prepare import refuse_without_ratings
from normcheck.regulation import edition_for, edition_named
from normcheck.titles.build import rating_titles
from normcheck.titles.by_rating import by_rating
from normcheck.titles.text import rating_lines
from normcheck.wording import say


def _help(key: str) -> str:
    return say("titles", "help", key)


@click.command("titles", help=_help("titles"), short_help=_help("titles_short"))
@click.argument("files", metavar="FILE [FILE]...", nargs=-1, required=True)
@click.option("--answers", metavar="FILE", help=say("terminal", "help", "options", "answers"))
@click.option("--edition", metavar="ID", help=_help("edition"))
@click.option("--player", metavar="NO|ID|NAME", help=_help("player"))
@click.option("--games", type=click.IntRange(min=0), metavar="N", help=_help("games"))
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help=_help("form"))  # fmt: skip
def command(
    files: tuple[str, ...], answers: str | None, edition: str | None, player: str | None, games: int | None, form: str
) -> None:
    """Print the titles, or that there is none."""
    if games is not None and player is None:
        raise WrongUsage(say("titles", "errors", "games_without_player"))
    event = complete(read_event(files), load(answers) if answers else None)
    refuse_without_ratings(event, "no_ratings_titles")
    if event.start is None:
        raise WrongUsage(say("titles", "errors", "no_start", file=event.file))
    law = edition_named(edition) if edition else edition_for(event.start.value)[0]
    everybody = event.players.values() if not event.sheet else [event.players[event.applicant]]
    asked = [player_named(event, player)] if player else everybody
    found = [one for each in asked for one in by_rating(event, law, each, games)]
    if form == "json":
        put((rating_titles(event, law, found).model_dump_json(by_alias=True, indent=2) + "\n").encode())
    else:
        put("\n".join(rating_lines(found)) + "\n")
