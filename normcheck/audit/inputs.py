"""Which files are to be audited: files, folders, globs and archives, each with the answers beside it."""

import zipfile
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from normcheck.errors import UnreadableInput, WrongUsage
from normcheck.wording import say

ARCHIVE = ".zip"
INSIDE = "!/"  # between an archive and the name of a file in it
ANSWERS = (".answers.toml", ".answers.json")
REMOTE = "://"
_MAGIC = frozenset("*?[")
_BESIDE_ARCHIVE = "__MACOSX"


class Item(NamedTuple):
    """A file of an event: its label (unique, as shown), and the label of the answers beside it or ""."""

    label: str
    answers: str = ""

    @property
    def folder(self) -> str:
        """Where it lies: the part of the label before the name."""
        return self.label.rpartition("/")[0]

    @property
    def name(self) -> str:
        """Its name without folder."""
        return self.label.rpartition("/")[2]


def find(words: Iterable[str], without: Path | None = None) -> list[Item]:
    """Every file that the words name, sorted by label, each once; nothing below the folder `without`.

    Hidden files are left out. Raises `WrongUsage` for a word that names nothing, `UnreadableInput` for a damaged
    archive.
    """
    labels: set[str] = set()
    for word in words:
        labels.update(_of_word(word, without.resolve() if without else None))
    answers = {label for label in labels if label.endswith(ANSWERS)}
    return [Item(label, _beside(label, answers)) for label in sorted(labels - answers)]


def _beside(label: str, answers: set[str]) -> str:
    """The answers to a file: its name, or its name without the ending, with that of answers."""
    folder, mark, name = label.rpartition("/")
    stem = f"{folder}{mark}{PurePosixPath(name).stem}"
    return next((found for end in ANSWERS for found in (label + end, stem + end) if found in answers), "")


def _of_word(word: str, without: Path | None) -> Iterator[str]:
    if REMOTE in word:
        yield from _of_address(word)
        return
    path = Path(word)
    if path.exists():
        yield from _of_path(path, without)
        return
    found = sorted(_fitting(word)) if _MAGIC.intersection(word) else []
    if not found:
        raise WrongUsage(say("audit", "errors", "nothing_there", word=word))
    for name in found:
        yield from _of_path(Path(name), without)


def _of_address(word: str) -> Iterator[str]:
    """The files behind an address, or one that holds a pattern, by way of fsspec; archives as they are."""
    try:
        system, base = import_module("fsspec").core.url_to_fs(word)
        found = system.glob(base) if _MAGIC.intersection(word) else system.find(base)
    except (ImportError, ValueError) as error:
        raise UnreadableInput(say("audit", "errors", "no_fsspec", where=word)) from error
    if not found:
        raise WrongUsage(say("audit", "errors", "nothing_there", word=word))
    for name in found:
        if not any(part.startswith(".") for part in PurePosixPath(name).parts):
            yield str(system.unstrip_protocol(name))


def _fitting(pattern: str) -> Iterator[str]:
    """The names that fit a pattern, which may hold ``**``."""
    path = Path(pattern)
    fixed = next(at for at, part in enumerate(path.parts) if _MAGIC.intersection(part))
    root = Path(*path.parts[:fixed])
    yield from (found.as_posix() for found in root.glob("/".join(path.parts[fixed:])))


def _of_path(path: Path, without: Path | None) -> Iterator[str]:
    if path.is_dir():
        for inner in sorted(path.iterdir()):
            if not inner.name.startswith(".") and (without is None or inner.resolve() != without):
                yield from _of_path(inner, without)
    elif path.suffix.lower() == ARCHIVE:
        yield from _of_archive(path)
    else:
        yield path.as_posix()
        yield from (beside for beside in _answers_of(path) if Path(beside).exists())


def _answers_of(path: Path) -> list[str]:
    return [base.as_posix() + end for base in (path, path.with_suffix("")) for end in ANSWERS]


def _of_archive(path: Path) -> Iterator[str]:
    try:
        with zipfile.ZipFile(path) as archive:
            names = [one.filename for one in archive.infolist() if not one.is_dir()]
    except (OSError, zipfile.BadZipFile, NotImplementedError) as error:
        raise UnreadableInput(say("audit", "errors", "archive", file=path, reason=error)) from error
    for name in names:
        parts = PurePosixPath(name).parts
        if parts and parts[0] != _BESIDE_ARCHIVE and not any(part.startswith(".") for part in parts):
            yield f"{path.as_posix()}{INSIDE}{name}"
