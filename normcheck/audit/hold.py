"""A hold on a folder behind an address: a file there says who holds it, and is written again as long as that lasts.

A store of objects has no lock that ends with a process. What this can do: an audit finds the file of another one and is
refused; the file of one that was killed counts no more when it has shown no sign for `DEAD` seconds, and at once on the
machine it ran on; an audit that has lost its hold (its machine slept, say) stops at the next sign. What it cannot do:
tell two audits apart that begin within the same second where the store shows a write late, or clocks that differ by
minutes. Even then no file is damaged, since each appears whole; tables and lists may be of the one or the other audit.
"""

import _thread
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple, Protocol
from uuid import uuid4

from normcheck.errors import UnwritableOutput, WrongUsage
from normcheck.wording import say

SIGN = 20.0  # seconds between two signs
DEAD = 300.0  # seconds without a sign; more than the clocks of two machines differ
_SETTLE = 1.0  # seconds in which another one that began together with this one shows itself


class Store(Protocol):
    """Where the file is."""

    root: str

    def read(self, name: str) -> bytes | None:
        """All bytes, None if there is no such file."""

    def write(self, name: str, content: bytes) -> None:
        """Write a file. Raises `UnwritableOutput`."""

    def create(self, name: str, content: bytes) -> bool:
        """Write a file unless there is one; False if there is. Raises `UnwritableOutput`."""

    def remove(self, name: str) -> None:
        """Remove a file if it is there."""


class Holder(NamedTuple):
    """Who holds a folder: a number of its own, machine and process, and when it last showed itself (Unix time)."""

    number: str
    host: str
    process: int
    at: float

    def packed(self) -> bytes:
        """What stands in the file."""
        return json.dumps(self._asdict()).encode()

    @property
    def is_dead(self) -> bool:
        """Whether it has shown no sign for long, or its process is known to have ended."""
        return time.time() - self.at > DEAD or (self.host == socket.gethostname() and not _runs(self.process))


def _runs(process: int) -> bool:
    if os.name == "nt":  # there this call would end it
        return True
    with suppress(PermissionError):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
    return True


@contextmanager
def held(store: Store, name: str) -> Iterator[None]:
    """Hold a store by the file `name`. Raises `WrongUsage` if it is held, `UnwritableOutput` if the hold is lost.

    When it is lost inside the ``with``, `KeyboardInterrupt` is raised there in the main thread.
    """
    mine = Holder(uuid4().hex, socket.gethostname(), os.getpid(), time.time())
    _take(store, name, mine)
    stop, lost = threading.Event(), threading.Event()
    signs = threading.Thread(target=_show, args=(store, name, mine, stop, lost), daemon=True)
    signs.start()
    try:
        yield
    finally:
        stop.set()
        signs.join()
        if _is_mine(store, name, mine):
            store.remove(name)
        if lost.is_set():
            raise UnwritableOutput(say("audit", "errors", "hold_lost", folder=store.root))


def _take(store: Store, name: str, mine: Holder) -> None:
    found = _holder(store, name)
    if found and not found.is_dead:
        raise _refusal(store, found)
    store.remove(name)
    if store.create(name, mine.packed()):
        time.sleep(_SETTLE)
    if not _is_mine(store, name, mine):
        raise _refusal(store, _holder(store, name) or mine)


def _show(store: Store, name: str, mine: Holder, stop: threading.Event, lost: threading.Event) -> None:
    """Show again and again that this audit lives; a store that does not answer is asked again."""
    while not stop.wait(SIGN):
        found = _holder(store, name)
        if found and found.number != mine.number:
            lost.set()
            _interrupt()
            return
        with suppress(UnwritableOutput):
            store.write(name, mine._replace(at=time.time()).packed())


def _interrupt() -> None:
    """Interrupt the main thread, also where it waits."""
    main = threading.main_thread().ident
    if os.name == "nt" or main is None:
        _thread.interrupt_main()
    else:
        signal.pthread_kill(main, signal.SIGINT)


def _holder(store: Store, name: str) -> Holder | None:
    """Who holds it; None if nobody does, or nobody can tell from the file."""
    data = store.read(name)
    if data is None:
        return None
    try:
        told = json.loads(data)
        return Holder(str(told["number"]), str(told["host"]), int(told["process"]), float(told["at"]))
    except (ValueError, TypeError, KeyError):
        return None


def _is_mine(store: Store, name: str, mine: Holder) -> bool:
    found = _holder(store, name)
    return found is not None and found.number == mine.number


def _refusal(store: Store, found: Holder) -> WrongUsage:
    ago = max(0, round(time.time() - found.at))
    values = {"host": found.host, "process": found.process, "ago": ago, "dead": f"{DEAD:g}"}
    return WrongUsage(say("audit", "errors", "held", folder=store.root, **values))
