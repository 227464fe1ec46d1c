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
from normcheck.ratings.wanted import ready
from normcheck.read.federations import known_federation
from normcheck.regulation import edition_named
from normcheck.wording import say as words

SECONDS, MEGABYTES = 60.0, 2048
# With two processors tables need 500 MiB and PDFs 700, most of it set aside by libraries and never used; every further
# processor adds some.
LEAST = 1024
EVERY = 10.0  # seconds between plain lines


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
    code = _federation(federation)
    if not output:
        raise WrongUsage(say("errors", "empty_output"))
    if edition:
        edition_named(edition)
    options = Options(edition, titles_named(titles), code, ratings)
    ready(ratings)
    limits = Limits(time_limit, memory_limit)
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
    yield say("lines", "events", folder=output, **_counts(found))
    yield say("lines", "found", **_counts(found))
    if found.claims is not None:
        outcomes = [one.outcome for one in found.claims]
        counts = {kind: outcomes.count(kind) for kind in (AGREED, REFUSED, UNCLAIMED)}
        yield say("lines", "claims", **counts)
    if found.kept:
        yield say("lines", "kept", kept=found.kept)


def _counts(found: Audited) -> dict[str, object]:
    return dict(found.totals())


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


class _Bar:
    """A bar for each step, with the rate."""

    def __init__(self, bar: Progress) -> None:
        self._bar, self._name, self._began = bar, "", 0.0

    def __call__(self, step: Step) -> None:
        if step.name != self._name:
            self._name, self._began = step.name, time.monotonic()
            self._task = self._bar.add_task(say("steps", step.name), total=step.total, rate="")
        rate = step.done / max(time.monotonic() - self._began, 0.001)
        self._bar.update(self._task, completed=step.done, rate=say("lines", "rate", rate=f"{rate:.0f}"))


class _Lines:
    """A line when a step is done, and every few seconds while it goes on."""

    def __init__(self) -> None:
        self._name, self._began, self._told = "", 0.0, 0.0

    def __call__(self, step: Step) -> None:
        now = time.monotonic()
        if step.name != self._name:
            self._name, self._began, self._told = step.name, now, now
        if step.done == step.total or now - self._told > EVERY:
            self._told = now
            rate = step.done / max(now - self._began, 0.001)
            left = (step.total - step.done) / rate
            text = say(
                "lines", "step", step=say("steps", step.name), done=step.done, total=step.total, rate=f"{rate:.0f}",
                left=f"{left:.0f}",
            )  # fmt: skip
            click.echo(text, err=True)
