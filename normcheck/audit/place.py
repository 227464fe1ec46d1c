"""Where an audit writes: a folder, or an address (``s3://...``) by way of fsspec. Files appear whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from normcheck import output
from normcheck.audit.hold import held
from normcheck.audit.inputs import REMOTE
from normcheck.errors import UnwritableOutput, WrongUsage
from normcheck.wording import say

LOCK = ".audit/lock"


class Place:
    """A folder of this machine."""

    def __init__(self, root: str) -> None:
        self.root = root

    def path(self, name: str) -> Path:
        """Where a file of this name lies."""
        return Path(self.root) / name

    def write(self, name: str, content: bytes) -> None:
        """Write a file with the folders above it. Raises `UnwritableOutput`."""
        output.write(self.path(name), content)

    def read(self, name: str) -> bytes | None:
        """All bytes, None if there is no such file."""
        try:
            return self.path(name).read_bytes()
        except OSError:
            return None

    def exists(self, name: str) -> bool:
        """Whether there is such a file."""
        return self.path(name).is_file()

    def top(self) -> list[str]:
        """The files that lie in no folder of it, sorted."""
        with suppress(OSError):
            return sorted(path.name for path in Path(self.root).iterdir() if path.is_file())
        return []

    def below(self, folder: str) -> list[str]:
        """The files of a folder and of all folders in it, sorted, with all folders in their names."""
        walked = os.walk(self.path(folder))
        return sorted((Path(at) / name).relative_to(self.root).as_posix() for at, _, names in walked for name in names)

    def remove(self, name: str) -> None:
        """Remove a file if it is there, and the folders above that it leaves empty. Raises `UnwritableOutput`."""
        path = self.path(name)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            raise UnwritableOutput(say("terminal", "errors", "unwritable_file", where=path, reason=reason)) from error
        with suppress(OSError):
            for folder in path.relative_to(self.root).parents[:-1]:
                self.path(str(folder)).rmdir()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the folder; the hold ends with the process, however it ends. Raises `WrongUsage` if it is held."""
        path = self.path(LOCK)
        output.make_folder(path.parent)
        try:
            file = path.open("a+b")
        except OSError as error:
            reason = error.strerror or str(error)
            raise UnwritableOutput(say("terminal", "errors", "unwritable_file", where=path, reason=reason)) from error
        with file:
            if not _hold(file.fileno()):
                raise WrongUsage(say("audit", "errors", "locked", folder=self.root))
            yield


def _hold(number: int) -> bool:
    """Lock an open file by the means of the system; False if another process has."""
    try:
        if os.name == "nt":
            windows: Any = import_module("msvcrt")
            windows.locking(number, windows.LK_NBLCK, 1)
        else:
            unix: Any = import_module("fcntl")
            unix.flock(number, unix.LOCK_EX | unix.LOCK_NB)
    except OSError:
        return False
    return True


class Remote(Place):
    """A folder behind an address. A write replaces a file at once, as stores of objects do."""

    def __init__(self, root: str) -> None:
        super().__init__(root.rstrip("/"))
        self._open()

    def __reduce__(self) -> tuple[type["Remote"], tuple[str]]:
        """Another process opens the address itself."""
        return Remote, (self.root,)

    def _open(self) -> None:
        try:
            fsspec = import_module("fsspec")
            self._system, self._base = fsspec.core.url_to_fs(self.root)
        except (ImportError, ValueError) as error:
            raise UnwritableOutput(say("audit", "errors", "no_fsspec", where=self.root)) from error

    def _at(self, name: str) -> str:
        return f"{self._base}/{name}"

    def write(self, name: str, content: bytes) -> None:
        """Write a file. Raises `UnwritableOutput`."""
        draft = f"{self._at(name)}.{os.getpid()}.part"
        try:
            self._system.makedirs(self._at(name).rpartition("/")[0], exist_ok=True)
            self._system.pipe_file(draft, content)
            self._system.mv(draft, self._at(name))
        except OSError as error:
            raise self._unwritable(name, error) from error

    def read(self, name: str) -> bytes | None:
        """All bytes, None if there is no such file."""
        try:
            return bytes(self._system.cat_file(self._at(name)))
        except OSError:
            return None

    def exists(self, name: str) -> bool:
        """Whether there is such a file."""
        return bool(self._system.exists(self._at(name)))

    def top(self) -> list[str]:
        """The files that lie in no folder of it, sorted."""
        return self._found("", 1)

    def below(self, folder: str) -> list[str]:
        """The files of a folder and of all folders in it, sorted, with all folders in their names."""
        return self._found(f"/{folder}", None)

    def _found(self, folder: str, depth: int | None) -> list[str]:
        self._system.invalidate_cache()
        try:
            found = self._system.find(f"{self._base}{folder}", maxdepth=depth)
        except OSError:
            return []
        return sorted(name.rpartition(f"{self._base}/")[2] for name in found)

    def remove(self, name: str) -> None:
        """Remove a file if it is there."""
        with suppress(OSError):
            self._system.rm_file(self._at(name))

    def create(self, name: str, content: bytes) -> bool:
        """Write a file unless there is one; False if there is. Raises `UnwritableOutput`."""
        try:
            self._system.makedirs(self._at(name).rpartition("/")[0], exist_ok=True)
            self._system.pipe_file(self._at(name), content, mode="create")
        except FileExistsError:
            return False
        except OSError as error:
            raise self._unwritable(name, error) from error
        return True

    def _unwritable(self, name: str, error: OSError) -> UnwritableOutput:
        where = f"{self.root}/{name}"
        return UnwritableOutput(say("terminal", "errors", "unwritable_file", where=where, reason=error))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the address as far as its store allows (see `hold`). Raises `WrongUsage` if it is held."""
        with held(self, LOCK):
            yield


def place(root: str) -> Place:
    """The place of a folder or an address."""
    return Remote(root) if REMOTE in root else Place(root)
