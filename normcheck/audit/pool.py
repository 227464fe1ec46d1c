"""Processes that work on tasks, one of which may hang, eat memory or die without taking the others along.

Standard pools neither end a task that takes too long nor say which one killed a process; this one does. Every worker
has a pipe and a handful of tasks; it answers them one by one, and the clock of the next starts with each answer.
"""

import contextlib
import gc
import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, TypeVar

from normcheck.audit.trouble import unexpected
from normcheck.errors import NormcheckError, PdfUnavailable, UnwritableOutput

T = TypeVar("T")
R = TypeVar("R")

TOO_LONG, DIED, FAILED = "time", "died", "failed"
_AT_ONCE = 4  # tasks a worker has at most, so that it never waits
_OBJECTS = 200_000  # between two searches for cycles; an event has less, and is freed without
_START = 30.0  # seconds a process may take to start, beside its first task


class Limits(NamedTuple):
    """Seconds a task may take, and MiB a process may have."""

    seconds: float
    megabytes: int


class Lost(NamedTuple):
    """A task without an answer, and why: `TOO_LONG`, `DIED` or `FAILED`, with what is to be told of the error."""

    why: str
    told: str = ""


class Hopeless(NamedTuple):
    """What a worker answers when no task could be done: an error to end with."""

    error: NormcheckError


class _Worker:
    """A process, its end of the pipe and the tasks it has."""

    def __init__(self, limits: Limits) -> None:
        context = multiprocessing.get_context("spawn")  # nothing of the parent is inherited, on all systems alike
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, limits), daemon=True)
        self.process.start()
        theirs.close()
        self.tasks: deque[int] = deque()
        self.deadline = 0.0
        self._limits, self._grace = limits, _START

    def send(self, number: int, work: tuple[object, ...]) -> None:
        """Give it a task; if it has died, its end is noticed later."""
        if not self.tasks:
            self.deadline = time.monotonic() + self._limits.seconds + self._grace
        self.tasks.append(number)
        with contextlib.suppress(OSError):
            self.pipe.send(work)

    def answer(self) -> object:
        """The answer to its first task. Raises `EOFError` or `OSError` if it has died."""
        found = self.pipe.recv()
        self._grace = 0.0
        self.deadline = time.monotonic() + self._limits.seconds
        return found

    def stop(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Pool:
    """Up to `jobs` processes, started when there is something to do and kept until the end of a ``with``."""

    def __init__(self, jobs: int, limits: Limits) -> None:
        self._jobs, self._limits = jobs, limits
        self._workers: list[_Worker] = []

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.stop()
        self._workers.clear()

    def run(
        self, function: Callable[[T, Any], R], tasks: Sequence[T], shared: object
    ) -> Iterator[tuple[int, R | Lost]]:
        """Call a function of a module with every task and `shared`: number of task and answer, as they are ready.

        Raises `UnwritableOutput` and `PdfUnavailable` if a task does: all others would as well.
        """
        waiting = deque(range(len(tasks)))
        workers = self._workers
        while waiting or any(worker.tasks for worker in workers):
            while len(workers) < min(self._jobs, len(waiting)):
                workers.append(_Worker(self._limits))
            _hand_out(workers, waiting, lambda number: (function, tasks[number], shared))
            for worker in _ready(workers):
                yield from _answers(worker)
            for worker in [one for one in workers if _is_lost(one)]:
                workers.remove(worker)
                yield from _lost(worker, waiting)


def _hand_out(workers: list[_Worker], waiting: deque[int], work: Callable[[int], tuple[object, ...]]) -> None:
    """Give out tasks evenly, so that at the end none has many while another has none."""
    fair = max(1, min(_AT_ONCE, len(waiting) // max(len(workers), 1)))
    for worker in workers:
        while waiting and len(worker.tasks) < fair:
            number = waiting.popleft()
            worker.send(number, work(number))


def _ready(workers: list[_Worker]) -> list[_Worker]:
    """The workers with something to say, at the latest when the time of one is up."""
    busy = [worker for worker in workers if worker.tasks]
    until = min(worker.deadline for worker in busy)
    found = wait([worker.pipe for worker in busy], max(0.0, until - time.monotonic()) + 0.01)
    return [worker for worker in busy if worker.pipe in found]


def _answers(worker: _Worker) -> Iterator[tuple[int, Any]]:
    """Everything that a worker has to say."""
    try:
        while worker.tasks and worker.pipe.poll():
            found = worker.answer()
            if isinstance(found, Hopeless):
                raise found.error
            yield worker.tasks.popleft(), found
    except (EOFError, OSError):
        worker.deadline = -1.0


def _is_lost(worker: _Worker) -> bool:
    return bool(worker.tasks) and worker.deadline < time.monotonic()


def _lost(worker: _Worker, waiting: deque[int]) -> Iterator[tuple[int, Lost]]:
    """End a worker; only the first of its tasks is to blame, the others wait again."""
    died = worker.deadline < 0
    worker.stop()
    first = worker.tasks.popleft()
    waiting.extendleft(reversed(worker.tasks))
    worker.tasks.clear()
    yield first, Lost(DIED if died else TOO_LONG)


def _work(pipe: Connection, limits: Limits) -> None:
    """The life of a worker: it ends with the process that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who asked decides what an interruption means
    _be_quiet()
    _limit_memory(limits.megabytes)
    gc.freeze()  # what is loaded by now stays: nothing to look through again and again
    gc.set_threshold(_OBJECTS, 50, 100)
    with contextlib.suppress(EOFError, OSError):
        while True:
            function, task, shared = pipe.recv()
            pipe.send(_answer(function, task, shared))
    os._exit(0)  # nothing to tidy up, and no time lost


def _answer(function: Callable[[Any, Any], Any], task: object, shared: object) -> object:
    """What a function says, or why it says nothing; without memory the process ends, which says it as well."""
    try:
        return function(task, shared)
    except (UnwritableOutput, PdfUnavailable) as error:
        return Hopeless(error)
    except MemoryError:
        os._exit(1)
    except Exception as error:
        return Lost(FAILED, unexpected(error))


def _be_quiet() -> None:
    """Keep what libraries write when memory ends from where the user reads: it is told as an answer lost."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)


def _limit_memory(megabytes: int) -> None:
    """Let the system refuse more memory than this; where it cannot (Windows) there is no limit."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        resource: Any = import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
