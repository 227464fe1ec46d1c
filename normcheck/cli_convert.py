"""``normcheck convert``: an event as a tournament report, an event file or a crosstable."""

from pathlib import Path

import click

from normcheck import output as files
from normcheck.answers import load
from normcheck.cli_click import put
from normcheck.cli_request import STANDARD_INPUT, read_event
from normcheck.complete import complete
from normcheck.errors import WrongUsage
from normcheck.event import Event
from normcheck.wording import say
from normcheck.write import ENDINGS, Written, write


@click.command("convert", help=say("convert", "help", "convert"), short_help=say("convert", "help", "convert_short"))
@click.argument("names", metavar="FILE [FILE]...", nargs=-1, required=True)
@click.option("-o", "--output", metavar="FILE", required=True, help=say("convert", "help", "output"))
@click.option("--answers", metavar="FILE", help=say("convert", "help", "answers"))
def command(names: tuple[str, ...], output: str, answers: str | None) -> int:
    """Write the event and say so."""
    target = Path(output)
    ending = target.suffix.lower()
    if ending not in ENDINGS:
        endings = ", ".join(ENDINGS)
        raise WrongUsage(say("convert", "errors", "ending", where=target, endings=endings))
    read = [*(name for name in names if name != STANDARD_INPUT), *([answers] if answers else [])]
    files.refuse_overwriting(target, *map(Path, read))
    event = read_event(names)
    if event.sheet:
        raise WrongUsage(say("convert", "errors", "sheet", file=event.file))
    event = complete(event, load(answers) if answers else None)
    written = write(event, ending)
    files.write(target, written.content)
    put("".join(f"{line}\n" for line in _told(event, written, target)))
    return 0


def _told(event: Event, written: Written, target: Path) -> list[str]:
    """What was written, and what was lost on the way."""
    values = {"where": target, "players": len(event.players), "played": event.rounds_played, "rounds": event.rounds}
    lines = [say("convert", "written", "done" if event.rounds_played else "lists", **values)]
    if written.left_out:
        what = ", ".join(say("convert", "facts", field) for field in written.left_out)
        lines.append(say("convert", "written", "left_out", what=what))
    if written.names_cut:
        lines.append(say("convert", "written", "names_cut", count=written.names_cut))
    if event.notices:
        lines.append(say("convert", "written", "warnings", count=len(event.notices)))
    return lines
