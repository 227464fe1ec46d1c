"""The event that a claim means: its file is named as in the audit, or by an end of its path that only this one has."""

import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from normcheck.audit.inputs import INSIDE
from normcheck.audit.match import Listed
from normcheck.audit.work import Outcome
from normcheck.wording import say

JOINED = " + "  # between the files of one event, as lists show them
_SHOWN = 5  # files named in a sentence

Parts = tuple[str, ...]


class Meant(NamedTuple):
    """The event, of copies the one that is judged; or why there is none."""

    outcome: Outcome | None
    why: str = ""


class _File(NamedTuple):
    label: str
    outcome: Outcome


class _Files(NamedTuple):
    """The files of the audit that claims may mean: by label, by an end of their path, and by that without ending."""

    labels: dict[str, Outcome]
    ends: dict[Parts, list[_File]]
    bare: dict[Parts, list[_File]]


def meant(words: Iterable[str], events: Sequence[Listed]) -> dict[str, Meant]:
    """What every word means.

    A word is the label of a file or of several joined ones, or an end of a path by whole folders, the last part with
    or without its ending. A file in an archive lies below it as below a folder.
    """
    asked = dict.fromkeys(words)
    files = _files({piece for word in asked for piece in (word, *word.split(JOINED))}, events)
    return {word: _meant(word, files) for word in asked}


def _files(words: set[str], events: Sequence[Listed]) -> _Files:
    """Only what a word fits is kept, so that a few claims on a large audit cost little."""
    ends: dict[Parts, list[_File]] = {parts: [] for word in words if (parts := _parts(word))}
    ends |= {parts[-1:]: [] for parts in ends}
    found = _Files({}, ends, {parts: [] for parts in ends})
    lengths, here = sorted({len(parts) for parts in ends}), Path.cwd().as_posix()
    judged = {one.outcome.label: one.outcome for one in events if not one.repeats}
    for one in events:
        outcome = judged.get(one.repeats, one.outcome)
        found.labels[one.outcome.label] = outcome
        for item in one.outcome.items:
            found.labels[item.label] = outcome
            _add(_File(item.label, outcome), found, lengths, here)
    return found


def _add(file: _File, found: _Files, lengths: Iterable[int], here: str) -> None:
    """Note a file below all ends of its path that are asked for."""
    is_whole = file.label.startswith("/") or ":" in file.label.partition("/")[0]  # of a drive, or an address
    parts = _parts(file.label if is_whole else f"{here}/{file.label}")
    stem = parts[-1].rpartition(".")[0] if parts else ""
    bare = (*parts[:-1], stem) if stem else parts
    for length in lengths:
        if (end := found.ends.get(parts[-length:])) is not None:
            end.append(file)
        if (end := found.bare.get(bare[-length:])) is not None:
            end.append(file)


def _parts(path: str) -> Parts:
    """The folders and the name of a path, spelled in one way; those that step up are gone."""
    text = " ".join(unicodedata.normalize("NFC", path.replace("\\", "/").replace(INSIDE, "/")).split())
    parts: list[str] = []
    for part in text.split("/"):
        word = part.strip()
        if word == "..":
            del parts[-1:]
        elif word not in ("", "."):
            parts.append(word)
    return tuple(parts)


def _meant(word: str, files: _Files) -> Meant:
    if word in files.labels:
        return Meant(files.labels[word])
    parts = _parts(word)
    fitting = files.ends.get(parts) or files.bare.get(parts) or []
    events = {one.outcome.label: one.outcome for one in fitting}
    if len(events) == 1:
        return Meant(next(iter(events.values())))
    if events:
        names = _listed(fitting)
        return Meant(None, say("audit", "claims", "several", name="/".join(parts), files=names))
    return _joined(word, files) or _missing(parts, files)


def _joined(word: str, files: _Files) -> Meant | None:
    """The event of several files that are all named."""
    pieces = word.split(JOINED)
    events = [_meant(piece, files).outcome for piece in pieces] if len(pieces) > 1 else []
    first = events[0] if events else None
    return Meant(first) if first and all(one == first for one in events) else None


def _missing(parts: Parts, files: _Files) -> Meant:
    """No event; files of this name in other folders are named."""
    last = parts[-1:]
    near = files.ends.get(last) or files.bare.get(last) or []
    if len(parts) < 2 or not near:
        return Meant(None, say("audit", "claims", "no_event"))
    return Meant(None, say("audit", "claims", "elsewhere", files=_listed(near)))


def _listed(files: Sequence[_File]) -> str:
    names = ", ".join(one.label for one in files[:_SHOWN])
    left = len(files) - _SHOWN
    return say("audit", "claims", "more_files", files=names, more=left) if left > 0 else names
