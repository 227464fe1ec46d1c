"""Writing files: whole or not at all, with a sentence when it cannot be done."""

import os
from contextlib import suppress
from pathlib import Path

from normcheck.errors import UnwritableOutput, WrongUsage
from normcheck.wording import say


def make_folder(folder: Path) -> None:
    """Create a folder with those above it; an existing one is fine. Raises `UnwritableOutput`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _unwritable("folder", folder, error) from error


def write(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all: under another name in the same folder, which is then renamed.

    The folder is created if it is missing. A link is followed, and what is no ordinary file (a pipe, a device) is
    written to directly. Raises `UnwritableOutput`, and then leaves nothing behind.
    """
    try:
        target = Path(os.path.realpath(path))
        write_to = _write_directly if target.exists() and not target.is_file() else _replace
    except (OSError, ValueError) as error:
        raise _unwritable("file", path, error) from error
    try:
        try:
            write_to(target, content)
        except FileNotFoundError:
            make_folder(target.parent)
            write_to(target, content)
    except OSError as error:
        raise _unwritable("file", path, error) from error


def refuse_overwriting(path: Path, *inputs: Path) -> None:
    """Raise `WrongUsage` if the output would replace one of the files that are read."""
    for one in inputs:
        with suppress(OSError, ValueError):
            if path.samefile(one):
                raise WrongUsage(say("terminal", "errors", "overwrites", where=path))


def _write_directly(target: Path, content: bytes) -> None:
    with target.open("wb") as file:
        file.write(content)


def _replace(target: Path, content: bytes) -> None:
    draft = target.with_name(f".{target.name[:200]}.{os.getpid()}.part")
    try:
        draft.write_bytes(content)
        draft.replace(target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def _unwritable(what: str, where: Path, error: OSError | ValueError) -> UnwritableOutput:
    reason = getattr(error, "strerror", None) or str(error)
    return UnwritableOutput(say("terminal", "errors", f"unwritable_{what}", where=where, reason=reason))
