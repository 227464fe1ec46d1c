"""The same audit on a Dask cluster: tasks go to its workers in batches; where they write is the place of the audit.

A worker of the cluster does not do the tasks itself: beside it runs a process of `pool` with the limits of the audit,
as on one machine. So a task that hangs, dies or takes too much memory is cut off and told, while the worker and the
other tasks go on. Dask sends the batch of a worker that has died to another one; what was finished is kept in the place
and found there.
"""

import faulthandler
import multiprocessing
import os
import socket
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol, TextIO, TypeVar
from uuid import uuid4

from normcheck.audit.key import program
from normcheck.audit.place import Place
from normcheck.audit.pool import DIED, Limits, Lost, Pool
from normcheck.errors import NormcheckError, UnwritableOutput
from normcheck.wording import say

T = TypeVar("T")
R = TypeVar("R")
Function = Callable[[Any, Place], Any]

_BATCH = 16  # tasks that travel together at most: a task takes milliseconds, and so does its way
_BATCHES = 4  # for each core at least, as far as there are tasks
_PATIENCE = "10s"
_ORPHAN = 60.0  # seconds after its time until a process ends by itself, should nobody be left to end it


class Future(Protocol):
    """What stands for a batch on its way."""

    status: str

    def result(self) -> list[Any]:
        """The answers."""

    def exception(self) -> BaseException:
        """Why there are none."""


class Job(NamedTuple):
    """What an audit asks of a worker: the number of the audit, the program it is of, and the limits of a task."""

    audit: str
    program: bytes
    limits: Limits


class Cluster:
    """The cluster whose scheduler has this address, from the start to the end of a ``with``."""

    def __init__(self, address: str, limits: Limits) -> None:
        self._address, self._job = address, Job(uuid4().hex, program(), limits)

    def __enter__(self) -> "Cluster":
        """Connect. Raises `UnwritableOutput` without Dask or a cluster."""
        self._dask: Any = _dask()
        try:
            self._client = self._dask.Client(self._address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            told = say("audit", "errors", "no_scheduler", address=self._address, reason=error)
            raise UnwritableOutput(told) from error
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError, ValueError, RuntimeError):
            self._client.run(end, self._job.audit, on_error="ignore")
        self._client.close()

    def __call__(self, function: Function, tasks: Sequence[Any], where: Place) -> Iterator[tuple[int, Any]]:
        """Number and answer of every task, as their batches are ready.

        Raises `UnwritableOutput` if the workers cannot do them at all, or are lost for good.
        """
        cores = sum(self._client.ncores().values()) or 1
        size = max(1, min(_BATCH, len(tasks) // (cores * _BATCHES)))
        cut = [tasks[at : at + size] for at in range(0, len(tasks), size)]
        submit = partial(self._client.submit, batch, self._job, function, pure=False)
        futures = {submit(some, where): at * size for at, some in enumerate(cut)}
        for future in self._dask.as_completed(list(futures), loop=self._client.loop):
            at = futures[future]
            yield from enumerate(self._answers(future, len(cut[at // size])), at)
            future.release()

    def _answers(self, future: Future, count: int) -> list[Any]:
        """The answers of a batch; lost are those of a batch that has seen one worker die after the other."""
        if future.status == "finished":
            return future.result()
        error = future.exception() if future.status == "error" else None
        if isinstance(error, self._dask.KilledWorker):
            return [Lost(DIED)] * count
        if isinstance(error, NormcheckError):
            raise error
        reason = error or future.status
        raise UnwritableOutput(say("audit", "errors", "cluster", address=self._address, reason=reason)) from error


# What runs on a worker

_IDLE: defaultdict[Limits, list[Pool]] = defaultdict(list)
_ENDED: set[str] = set()


class Ended(RuntimeError):
    """Nobody waits for the answers any more."""


def batch(job: Job, function: Function, tasks: Sequence[Any], where: Place) -> list[Any]:
    """Do some tasks. Raises `UnwritableOutput` if the program is another one here, `Ended` if the audit is over."""
    if job.program != program():
        raise UnwritableOutput(say("audit", "errors", "other_program", host=socket.gethostname()))
    found: dict[int, Any] = {}
    with _lent(job.limits) as pool:
        for at, answer in pool.run(partial(guarded, function, job.limits.seconds + _ORPHAN), tasks, where):
            found[at] = answer
            if job.audit in _ENDED:
                raise Ended
    return [found[at] for at in range(len(tasks))]


@contextmanager
def _lent(limits: Limits) -> Iterator[Pool]:
    """A process that nobody else here uses; it is kept for the next batch unless something goes wrong."""
    multiprocessing.current_process().daemon = False  # workers under a nanny are daemons, and could start no process
    idle = _IDLE[limits]
    pool = idle.pop() if idle else Pool(1, limits)
    try:
        yield pool
    except BaseException:
        pool.__exit__()
        raise
    idle.append(pool)


def end(audit: str) -> None:
    """Forget an audit: what it still does stops after the next task, and the processes it leaves are ended."""
    _ENDED.add(audit)
    for idle in _IDLE.values():
        while idle:
            idle.pop().__exit__()


def guarded(function: Callable[[T, Place], R], seconds: float, task: T, where: Place) -> R:
    """Do a task in a process that ends by itself if it hangs and the worker, which should end it, is dead."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=_nowhere())
    try:
        return function(task, where)
    finally:
        faulthandler.cancel_dump_traceback_later()


@cache
def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _dask() -> ModuleType:
    try:
        return import_module("distributed")
    except ImportError as error:
        raise UnwritableOutput(say("audit", "errors", "no_dask")) from error
