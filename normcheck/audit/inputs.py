"""Which files are to be audited: files, folders, globs and archives, each with the answers beside it."""

import re
import zipfile
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from normcheck.audit.walk import Identity, fitting, identity, is_file, is_folder, is_pattern, is_there, names_in, walked
from normcheck.errors import UnreadableInput, WrongUsage
from normcheck.wording import say

ARCHIVE = ".zip"
INSIDE = "!/"  # between an archive and the name of a file in it
ANSWERS = (".answers.toml", ".answers.json")
REMOTE = "://"
_BESIDE_ARCHIVE = "__MACOSX"
# What a label shows as \x and two digits: bytes that are no UTF-8, the backslash of a name that looks like that, and
# the "!" of a folder that would make the path before it an archive.
_HARD = re.compile(r"[\udc80-\udcff]|\\(?=x(?:5c|21|[89a-f][0-9a-f]))|(?<=\.[zZ][iI][pP])!(?=/)")
_SHOWN = re.compile(r"\\x(5c|21|[89a-f][0-9a-f])")
_MARK = re.compile(rf"(?<=\.[zZ][iI][pP]){INSIDE}")


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


def labelled(path: str) -> str:
    """The label of a path: the path itself, but for what no text can hold or what would be ambiguous."""
    return _HARD.sub(lambda found: f"\\x{ord(found[0]) & 0xFF:02x}", path)


def parted(label: str) -> tuple[str, str]:
    """The path behind a label, or its address, and if that is an archive the name in it, else ""."""
    mark = _MARK.search(label)
    outer = label[: mark.start()] if mark else label
    if REMOTE in outer:
        return label, ""
    path = _SHOWN.sub(lambda found: _character(int(found[1], 16)), outer) if "\\" in outer else outer
    return path, label[mark.end() :] if mark else ""


def _character(number: int) -> str:
    """A byte of a file name as Python holds it: one that is no UTF-8 has its place among the surrogates."""
    return chr(number if number < 0x80 else 0xDC00 + number)


def is_archive(path: str) -> bool:
    """Whether a file is looked into as an archive."""
    return path[-len(ARCHIVE) :].lower() == ARCHIVE


def find(words: Iterable[str], without: Path | None = None) -> list[Item]:
    """Every file that the words name, sorted by label, each once; nothing below the folder `without`.

    Hidden files are left out. What cannot be looked into (a damaged archive, a folder that may not be read) is an item
    itself, and its contents tell why. So are answers to no event. Raises `WrongUsage` for a word that names nothing.
    """
    skip = identity(str(without)) if without else None
    labels: set[str] = set()
    paths: set[str] = set()
    for word in words:
        if REMOTE in word:
            labels.update(_of_address(word))
        else:
            paths.update(_of_word(word, skip))
    for path in walked([*paths, *_beside_all(paths)], skip):
        labels.update(_of_file(path))
    answers = {label for label in labels if label.endswith(ANSWERS)}
    files = [Item(label, _beside(label, answers)) for label in labels - answers]
    stray = answers - {one.answers for one in files}  # which the judging refuses
    return sorted([*files, *(Item(label) for label in stray)])


def _beside(label: str, answers: set[str]) -> str:
    """The answers to a file: its name, or its name without the ending, with that of answers."""
    return next((found for found in _answers_of(label) if found in answers), "") if answers else ""


def _beside_all(paths: Iterable[str]) -> Iterator[str]:
    """The answers beside files that are named themselves."""
    folders: dict[str, frozenset[str]] = {}
    for path in paths:
        folder = "".join(path.rpartition("/")[:2])
        if folder not in folders:
            folders[folder] = names_in(folder or ".")
        found = [one for one in _answers_of(path) if one[len(folder) :] in folders[folder]]
        if found and not is_folder(path):
            yield from found


def _answers_of(path: str) -> Iterator[str]:
    folder, mark, name = path.rpartition("/")
    stem = f"{folder}{mark}{PurePosixPath(name).stem}"
    return (base + end for end in ANSWERS for base in (path, stem))


def _of_address(word: str) -> Iterator[str]:
    """The files behind an address, or one that holds a pattern, by way of fsspec; archives as they are."""
    try:
        system, base = import_module("fsspec").core.url_to_fs(word)
        found = system.glob(base) if is_pattern(word) else system.find(base)
    except (ImportError, ValueError) as error:
        raise UnreadableInput(say("audit", "errors", "no_fsspec", where=word)) from error
    if not found:
        raise WrongUsage(say("audit", "errors", "nothing_there", word=word))
    for name in found:
        if not any(part.startswith(".") for part in PurePosixPath(name).parts):
            yield str(system.unstrip_protocol(name))


def _of_word(word: str, skip: Identity | None) -> list[str]:
    """The paths that a word names or that fit it as a pattern."""
    if not word:
        raise WrongUsage(say("audit", "errors", "empty_path"))
    if is_there(word):
        return [Path(word).as_posix()]
    found = list(fitting(word, skip)) if is_pattern(word) else []
    if not found:
        raise WrongUsage(say("audit", "errors", "nothing_there", word=word))
    return found


def _of_file(path: str) -> Iterator[str]:
    """The label of a file, or those of the files in an archive."""
    label = labelled(path)
    members = _members(path) if is_archive(path) and is_file(path) else None
    if members is None:
        yield label
        return
    for name in members:
        parts = PurePosixPath(name).parts
        if parts and parts[0] != _BESIDE_ARCHIVE and not any(part.startswith(".") for part in parts):
            yield f"{label}{INSIDE}{name}"


def _members(path: str) -> list[str] | None:
    """The names of the files in an archive; None if it is damaged or may not be read, which `contents` tells."""
    try:
        with zipfile.ZipFile(path) as archive:
            return [one.filename for one in archive.infolist() if not one.is_dir()]
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError):
        return None
