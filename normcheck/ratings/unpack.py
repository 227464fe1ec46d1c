"""The bytes of a rating list, block by block, packed or not, within bounds that no file can break.

Nothing is ever unpacked to a file. What is refused: too many bytes, blocks that unpack to far more than a list of names
does, archives with many files or with paths, encrypted ones, and damaged ones.
"""

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from normcheck.event import Source
from normcheck.read.refusal import refusal

BLOCK = 256 * 1024
MOST_MEGABYTES = 2048  # of a list; the combined one has about 700
MOST_RATIO = 100  # unpacked to packed; names of players pack to a tenth
_MEGABYTE = 1024 * 1024
_RATIO_FROM = 8 * _MEGABYTE  # small files may pack well
_MOST_PARTS = 50
_MOST_DIRECTORY = 64 * 1024
_ZIP = b"PK\x03\x04"
_END_MARK, _END_SIZE = b"PK\x05\x06", 22
_TOO_FEW_BYTES = 16


class Content(NamedTuple):
    """A list opened: the name of the file inside, its first block, and all blocks (the first included)."""

    name: str
    head: bytes
    blocks: Iterator[bytes]


@contextmanager
def opened(path: Path) -> Iterator[Content]:
    """Open a list, or the only list of a ZIP archive. Raises `UnreadableInput`, also while blocks are read."""
    source = Source(path.name)
    if path.is_dir():
        raise refusal("ratings_folder", source)
    try:
        with path.open("rb") as file:
            packed = file.read(4) == _ZIP
            file.seek(0)
            if packed:
                with _archive(file, source) as (part, stream):
                    yield _content(part.filename, stream, source, path.stat().st_size)
            else:
                yield _content(path.name, file, source, 0)
    except FileNotFoundError as error:
        raise refusal("missing", source) from error
    except (BadZipFile, EOFError, zlib.error, struct.error, NotImplementedError) as error:
        raise refusal("ratings_damaged", source, reason=str(error) or type(error).__name__) from error
    except (OSError, ValueError) as error:
        raise refusal("unopened", source, reason=getattr(error, "strerror", None) or str(error)) from error


def _content(name: str, stream: IO[bytes], source: Source, packed: int) -> Content:
    blocks = _blocks(stream, source, packed)
    head = next(blocks, b"")
    if len(head.strip()) < _TOO_FEW_BYTES:
        raise refusal("ratings_empty", source)
    return Content(PurePosixPath(name).name, head, _joined(head, blocks))


def _joined(head: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield head
    yield from rest


def _blocks(stream: IO[bytes], source: Source, packed: int) -> Iterator[bytes]:
    total = 0
    while block := stream.read(BLOCK):
        total += len(block)
        _check_size(total, packed, source)
        yield block


def _check_size(unpacked: int, packed: int, source: Source) -> None:
    if unpacked > MOST_MEGABYTES * _MEGABYTE:
        raise refusal("ratings_too_large", source, limit=MOST_MEGABYTES)
    if packed and unpacked > max(_RATIO_FROM, MOST_RATIO * packed):
        raise refusal("ratings_bomb", source, ratio=MOST_RATIO)


@contextmanager
def _archive(file: IO[bytes], source: Source) -> Iterator[tuple[ZipInfo, IO[bytes]]]:
    """The only list of an archive, opened. The size of the directory is checked before it is read."""
    _check_directory(file, source)
    with ZipFile(file) as archive:
        part = _only_list(archive.infolist(), source)
        if part.flag_bits & 1:
            raise refusal("ratings_encrypted", source)
        if part.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise refusal("ratings_damaged", source, reason=f"ZIP {part.compress_type}")
        _check_size(part.file_size, part.compress_size or 1, source)
        with archive.open(part) as stream:
            yield part, stream


def _check_directory(file: IO[bytes], source: Source) -> None:
    size = file.seek(0, 2)
    file.seek(max(0, size - _END_SIZE - 0xFFFF))
    tail = file.read()
    file.seek(0)
    at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) - at < _END_SIZE:
        raise refusal("ratings_damaged", source, reason="ZIP")
    parts, directory = struct.unpack_from("<HL", tail, at + 10)
    if parts > _MOST_PARTS or directory > _MOST_DIRECTORY:
        raise refusal("ratings_many_parts", source, count=parts)


def _only_list(parts: list[ZipInfo], source: Source) -> ZipInfo:
    for part in parts:
        path = PurePosixPath(part.filename.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or ":" in part.filename:
            raise refusal("archive_path", source, path=part.filename[:80])
    lists = [part for part in parts if part.filename.lower().endswith((".xml", ".txt"))]
    if len(lists) != 1:
        raise refusal("ratings_which_part", source, count=len(lists))
    return lists[0]
