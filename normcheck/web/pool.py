"""Workers that carry out orders: each a process of its own, ended when it takes too long or breaks."""

import asyncio
import os
import shutil
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from normcheck.web.limits import Limits
from normcheck.web.orders import Order, Reply
from normcheck.web.worker import FOLDER, MEMORY
from normcheck.wording import say

SLOW = ("zip", "forecast")


class Refused(Exception):
    """The order was understood and refused, with a sentence for the visitor; `status` is that of HTTP."""

    def __init__(self, sentence: str, status: int = 422) -> None:
        super().__init__(sentence)
        self.status = status


class Pool:
    """A few workers, started when they are needed and used one order at a time."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._idle: list[Process] = []
        self._gate = asyncio.Semaphore(limits.workers)
        self._waiting = 0
        self._folder = Path(tempfile.mkdtemp(prefix="normcheck-"))

    async def run(self, order: Order, contents: Sequence[bytes]) -> bytes:
        """Carry out an order on these files. Raises `Refused`."""
        if self._waiting >= self.limits.waiting:
            raise Refused(say("web", "errors", "busy"), 503)
        self._waiting += 1
        try:
            async with self._gate:
                return await self._run(order, contents)
        finally:
            self._waiting -= 1

    async def _run(self, order: Order, contents: Sequence[bytes]) -> bytes:
        worker = self._ready() or await self._start()
        folder = tempfile.mkdtemp(dir=self._folder)
        seconds = self.limits.print_seconds if order.task in SLOW else self.limits.judge_seconds
        reply = None
        try:
            async with asyncio.timeout(seconds):
                order = order.model_copy(update={"folder": folder, "sizes": tuple(map(len, contents))})
                reply, content = await _talk(worker, order, contents)
        except TimeoutError as error:
            raise Refused(say("web", "errors", "too_slow", seconds=round(seconds)), 504) from error
        except (OSError, EOFError, ValueError) as error:
            raise Refused(say("web", "errors", "too_much_memory")) from error
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            if reply is not None and reply.status != "failed":
                self._idle.append(worker)
            else:
                await _end(worker)
        if reply.status != "done":
            raise Refused(reply.text, 422 if reply.status == "refused" else 500)
        return content

    def _ready(self) -> Process | None:
        """A worker that waits; those that were ended from outside meanwhile are dropped."""
        while self._idle:
            if (worker := self._idle.pop()).returncode is None:
                return worker
        return None

    async def _start(self) -> Process:
        package = Path(__file__).resolve().parents[2]
        path = os.pathsep.join(filter(None, [str(package), os.environ.get("PYTHONPATH", "")]))
        own = {MEMORY: str(self.limits.memory_megabytes), FOLDER: str(self._folder), "PYTHONPATH": path}
        own |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(self._folder))  # what a library leaves is removed as well
        command = (sys.executable, "-P", "-m", "normcheck.web.worker")
        return await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env={**os.environ, **own}, limit=1 << 20
        )

    async def warm(self) -> None:
        """Start the workers before the first order comes."""
        while len(self._idle) < self.limits.workers:
            self._idle.append(await self._start())

    async def close(self) -> None:
        """End all workers and remove what they were given."""
        while self._idle:
            await _end(self._idle.pop())
        shutil.rmtree(self._folder, ignore_errors=True)


async def _talk(worker: Process, order: Order, contents: Sequence[bytes]) -> tuple[Reply, bytes]:
    source, target = worker.stdout, worker.stdin
    if source is None or target is None:
        raise EOFError
    target.write(order.model_dump_json().encode() + b"\n")
    for content in contents:
        target.write(content)
        await target.drain()
    await target.drain()
    reply = Reply.model_validate_json(await source.readline())
    return reply, await source.readexactly(reply.size)


async def _end(worker: Process) -> None:
    with suppress(ProcessLookupError):
        worker.kill()
    await worker.wait()
