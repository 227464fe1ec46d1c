"""``normcheck audit``: many events at once, with a bar on a terminal and plain lines elsewhere."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from normcheck.audit import run
from normcheck.audit.claims import AGREED, REFUSED, UNCLAIMED
from normcheck.audit.claims_file import load
from normcheck.audit.cluster import Cluster
from normcheck.audit.inputs import REMOTE, find
from normcheck.audit.key import Options
from normcheck.audit.place import place
from normcheck.audit.pool import Limits, Pool
from normcheck.audit.run import Audited, Plan, Step, Watch
from normcheck.audit.summary import write_summary
from normcheck.cli_click import INTERRUPTED, put
from normcheck.errors import WrongUsage
from normcheck.named import titles_named
from normcheck.output import refuse_overwriting
from normcheck.ratings.wanted import ready
from normcheck.read.federations import known_federation
from normcheck.regulation import edition_named
from normcheck.wording import say as words

SECONDS, MEGABYTES = 60.0, 2048
# With two processors tables need 500 MiB and PDFs 700, most of it set aside by libraries and never used; every further
# processor adds some.
LEAST = 1024
EVERY = 10.0  # seconds between plain lines
TELLING = 1.0  # seconds before a rate says anything


def say(*keys: str, **values: object) -> str:
    """A phrase of ``audit.toml``."""
    return words("audit", *keys, **values)


@click.command("audit", help=say("help", "text"), short_help=say("help", "short"))
@click.argument("paths", metavar="PATHS...", nargs=-1, required=True)
@click.option("-o", "--output", metavar="DIR", required=True, help=say("help", "output"))
@click.option("--federation", metavar="CODE", help=say("help", "federation"))
@click.option("--title", "titles", multiple=True, metavar="TITLE", help=words("terminal", "help", "options", "title"))
@click.option("--edition", metavar="ID", help=words("terminal", "help", "options", "edition"))
@click.option("--ratings", metavar="LIST|MONTH|none", help=words("ratings", "help", "option"))
@click.option("--claims", metavar="FILE", help=say("help", "claims"))
@click.option("--jobs", type=click.IntRange(1), metavar="N", help=say("help", "jobs"))
@click.option("--pdf", is_flag=True, help=say("help", "pdf"))
@click.option("--no-pages", is_flag=True, help=say("help", "no_pages"))
@click.option("--scheduler", metavar="ADDRESS", help=say("help", "scheduler"))
@click.option("--time-limit", type=click.FloatRange(0.1), default=SECONDS, show_default=True, metavar="SECONDS",
              help=say("help", "time_limit"))  # fmt: skip
@click.option("--memory-limit", type=click.IntRange(LEAST), default=MEGABYTES, show_default=True, metavar="MIB",
              help=say("help", "memory_limit"))  # fmt: skip
def command(
    paths: tuple[str, ...], output: str, federation: str | None, titles: tuple[str, ...], edition: str | None,
    ratings: str | None, claims: str | None, jobs: int | None, pdf: bool, no_pages: bool, time_limit: float,
    memory_limit: int, scheduler: str | None,
) -> int:  # fmt: skip
    """Audit, and say what was found."""
    if not output:
        raise WrongUsage(say("errors", "empty_output"))
    code = _federation(federation)
    if edition:
        edition_named(edition)
    options = Options(edition, titles_named(titles), code, ratings)
    ready(ratings)
    limits = Limits(time_limit, memory_limit)
    if claims is not None and REMOTE not in output:
        refuse_overwriting(Path(output) / "claims.csv", Path(claims))
    claimed = None if claims is None else tuple(load(Path(claims)))
    plan = Plan(output, options, limits, not no_pages, pdf, claimed)
    items = find(paths, None if REMOTE in output else Path(output))
    if not items:
        raise WrongUsage(say("errors", "no_files"))
    with place(output).locked(), _engine(scheduler, jobs or _cores(), limits) as engine:
        try:
            with _watched() as watch:
                found = run.audit(items, plan, engine, watch)
        except KeyboardInterrupt:
            click.echo(say("lines", "interrupted"), err=True)
            return INTERRUPTED
        write_summary(place(output), found, plan)
    put("".join(f"{line}\n" for line in _told(found, output)))
    return 0


@contextmanager
def _engine(scheduler: str | None, jobs: int, limits: Limits) -> Iterator[run.Engine]:
    """What does the tasks: a cluster, or processes of this computer."""
    if scheduler:
        with Cluster(scheduler, limits) as cluster:
            yield cluster
        return
    with Pool(jobs, limits) as pool:
        yield pool.run


def _federation(word: str | None) -> str:
    if word is None:
        return ""
    code = known_federation(word)
    if not code:
        raise WrongUsage(say("errors", "federation", word=word))
    return code


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _told(found: Audited, output: str) -> Iterator[str]:
    totals = found.totals()
    yield say("lines", "judged", **{key: _count(key, totals[key]) for key in ("events", "players")})
    for keys, nothing in ((("copies", "lost"), []), (("norms", "reviews", "near"), [say("lines", "nothing")])):
        counts = [_count(key, totals[key]) for key in keys if totals[key]]
        yield from [say("lines", "listed", what=", ".join(counts))] if counts else nothing
    if found.claims is not None:
        outcomes = [one.outcome for one in found.claims]
        yield say("lines", "claims", **{kind: outcomes.count(kind) for kind in (AGREED, REFUSED, UNCLAIMED)})
    if found.unmade:
        yield _count("unmade", len(found.unmade))
        yield say("lines", "again")
    if found.kept:
        yield _count("kept", found.kept)
    yield say("lines", "see", folder=output.rstrip("/"))


def _count(key: str, count: int) -> str:
    """How many, in the form for one or for many."""
    return say("count", key, "one" if count == 1 else "many", count=count)


@contextmanager
def _watched() -> Iterator[Watch]:
    """What hears of every task: a bar on a terminal, a line now and then elsewhere."""
    if sys.stderr is not None and sys.stderr.isatty():
        columns = (
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(), TimeRemainingColumn(),
        )  # fmt: skip
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            yield _Bar(bar)
        return
    yield _Lines()


class _Pace:
    """How fast a step goes, by the tasks done since the first one; unknown until that takes a while."""

    def __init__(self, step: Step) -> None:
        self.name, self._done, self._began = step.name, step.done, time.monotonic()

    def rate(self, step: Step) -> float:
        """Tasks a second, 0 if it cannot be told yet."""
        took = time.monotonic() - self._began
        return (step.done - self._done) / took if took >= TELLING else 0.0


def _rated(rate: float) -> str:
    return f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"


class _Bar:
    """A bar for each step, with the rate."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._pace: _Pace | None = None

    def __call__(self, step: Step) -> None:
        if self._pace is None or step.name != self._pace.name:
            self._pace = _Pace(step)
            self._task = self._bar.add_task(say("steps", step.name), total=step.total, rate="")
        rate = self._pace.rate(step)
        text = say("lines", "rate", rate=_rated(rate)) if rate else ""
        self._bar.update(self._task, completed=step.done, rate=text)


class _Lines:
    """A line when a step is done, and every few seconds while it goes on."""

    def __init__(self) -> None:
        self._told = 0.0
        self._pace: _Pace | None = None

    def __call__(self, step: Step) -> None:
        now = time.monotonic()
        if self._pace is None or step.name != self._pace.name:
            self._pace, self._told = _Pace(step), now
        if step.done == step.total or now - self._told > EVERY:
            self._told = now
            click.echo(_line(step, self._pace.rate(step)), err=True)


def _line(step: Step, rate: float) -> str:
    """How far a step is, with as much of its pace as there is to tell."""
    values = {"step": say("steps", step.name), "done": step.done, "total": step.total, "rate": _rated(rate)}
    if not rate:
        return say("lines", "step", **values)
    if step.done == step.total:
        return say("lines", "step_rate", **values)
    return say("lines", "step_left", left=f"{(step.total - step.done) / rate:.0f}", **values)
