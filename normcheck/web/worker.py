"""The process that reads what a stranger sent: bounded memory, no network, no other programs, one order at a time.

It talks through standard input and output: a line of JSON, then as many bytes as the line says.
"""

import gc
import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import BinaryIO

from normcheck.errors import NormcheckError
from normcheck.ratings.store import data_folder
from normcheck.web.orders import Order, Reply
from normcheck.wording import say

MEMORY = "NORMCHECK_WORKER_MEGABYTES"
FOLDER = "NORMCHECK_WORKER_FOLDER"
_LARGEST_FILE = 256 * 1024 * 1024  # bytes that may be written to disk at once
_FORBIDDEN = ("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system", "pty.",
              "ftplib.", "urllib.", "http.", "smtplib.", "webbrowser.")  # fmt: skip


def main() -> None:
    """Carry out orders until the pipe is closed."""
    source, target = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whatever a library prints is no reply
    prepare()
    confine(int(os.environ.get(MEMORY, "0")))
    while line := source.readline():
        _serve(Order.model_validate_json(line), source, target)


def prepare() -> None:
    """Load everything that is needed while it may still be loaded."""
    with suppress(NormcheckError):
        import_module("normcheck.web.judge").warm_up()
    gc.freeze()  # what is loaded by now stays: nothing to look through again with every order
    gc.set_threshold(50_000, 20, 20)


def confine(megabytes: int) -> None:
    """Bound memory where the system can, and refuse for good what no reader needs."""
    with suppress(ImportError):
        resource = import_module("resource")
        if megabytes:
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (_LARGEST_FILE, _LARGEST_FILE))
    readable = tuple(f"{Path(place).resolve()}{os.sep}" for place in _readable())
    sys.addaudithook(lambda event, arguments: _refuse(event, arguments, readable))


def _readable() -> list[str | Path]:
    """The folders with Python, its packages, this package with its rules, and what is uploaded."""
    own = Path(__file__).resolve().parents[2]
    uploads = os.environ.get(FOLDER, "")
    return [
        sys.prefix,
        sys.base_prefix,
        own,
        data_folder(),
        *(place for place in sys.path if place),
        *([uploads] if uploads else []),
    ]


def _refuse(event: str, arguments: tuple[object, ...], readable: tuple[str, ...]) -> None:
    """Refuse network and programs, and files that lie elsewhere."""
    if event.startswith(_FORBIDDEN):
        raise PermissionError(event)
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        path = os.path.realpath(os.fsdecode(arguments[0]))
        if path != os.devnull and not path.startswith(readable):
            raise PermissionError(event)


def _serve(order: Order, source: BinaryIO, target: BinaryIO) -> None:
    """Lay out the files of an order, carry it out and send the reply."""
    for at, (name, size) in enumerate(zip(order.files, order.sizes, strict=True)):
        place = Path(order.folder) / str(at)
        place.mkdir()
        (place / name).write_bytes(source.read(size))
    reply, content = _outcome(order)
    target.write(reply.model_dump_json().encode() + b"\n" + content)
    target.flush()


def _outcome(order: Order) -> tuple[Reply, bytes]:
    try:
        content: bytes = import_module("normcheck.web.judge").carry_out(order)
    except NormcheckError as error:
        return Reply(status="refused", text=" ".join(str(error).split())), b""
    except MemoryError:
        return Reply(status="failed", text=say("web", "errors", "too_much_memory")), b""
    except Exception as error:
        return Reply(status="failed", text=say("web", "errors", "unexpected", kind=type(error).__name__)), b""
    return Reply(status="done", size=len(content)), content


if __name__ == "__main__":
    main()
