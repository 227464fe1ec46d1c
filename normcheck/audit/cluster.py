"""The same audit on a Dask cluster: tasks go to its workers in batches; where they write is the place of the audit.

Dask sends a task of a worker that has died to another one; what was finished is kept in the place and found there.
The time of a task is not limited here: a cluster has limits of its own (``--nanny``, ``--memory-limit``).
"""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from normcheck.audit.place import Place
from normcheck.audit.pool import DIED, Lost
from normcheck.errors import UnwritableOutput
from normcheck.wording import say

_BATCH = 16  # tasks that travel together: a task takes milliseconds, and so does its way
_PATIENCE = "10s"


class Future(Protocol):
    """What stands for a batch on its way."""

    status: str

    def result(self) -> list[Any]:
        """The answers."""


class Cluster(NamedTuple):
    """The cluster whose scheduler has this address."""

    address: str

    def __call__(
        self, function: Callable[[Any, Place], Any], tasks: Sequence[Any], where: Place
    ) -> Iterator[tuple[int, Any]]:
        """Number and answer of every task, as their batches are ready. Raises `UnwritableOutput` without a cluster."""
        _need_dask()
        distributed: Any = import_module("distributed")
        try:
            client = distributed.Client(self.address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            told = say("audit", "errors", "no_scheduler", address=self.address, reason=error)
            raise UnwritableOutput(told) from error
        with client:
            starts = range(0, len(tasks), _BATCH)
            futures = {
                client.submit(batch, function, tasks[at : at + _BATCH], where, pure=False): at for at in starts
            }
            for future in distributed.as_completed(list(futures), loop=client.loop):
                at = futures[future]
                yield from zip(range(at, at + _BATCH), _answers(future, len(tasks[at : at + _BATCH])), strict=False)
                future.release()


def _answers(future: Future, count: int) -> list[Any]:
    """The answers of a batch; lost are those of a batch that has killed one worker after the other."""
    return [Lost(DIED)] * count if future.status == "error" else future.result()


def batch(function: Callable[[Any, Place], Any], tasks: Sequence[Any], where: Place) -> list[Any]:
    """What a worker does."""
    return [function(task, where) for task in tasks]


def _need_dask() -> None:
    try:
        import_module("distributed")
    except ImportError as error:
        raise UnwritableOutput(say("audit", "errors", "no_dask")) from error
