"""What audits of before have left in the folder and this one has not made: removed, and never a file of anybody else.

Pages, tables and drafts of a process that was killed are told by their names, which nobody else would give. A list or a
PDF might be somebody's own: it counts as made by an audit if a mark in ``.audit`` says so, which is written before it.
"""

import re
from collections.abc import Iterable

from normcheck.audit.key import digest
from normcheck.audit.place import Place

_FOLDERS = ("proofs", "pdf", "tables")
_SOMETIMES = ("ready.csv", "claims.csv")  # the lists that not every audit makes
_DRAFT = re.compile(r"(?P<folder>(?:.*/)?)\.?(?P<name>[^/]+)\.\d+\.part")
_OURS = re.compile(
    r"proofs/(?:page\.css|[0-9a-f]{20}\.html)|tables/schema\.json|tables/[a-z]+/part-\d{5}\.parquet"
    r"|[a-z]+\.(?:csv|xlsx|html)"
)


def _mark(name: str) -> str:
    return f".audit/made/{name}"


def write_marked(where: Place, name: str, content: bytes) -> None:
    """Write a file that a later audit may find to be made by this one. Raises `UnwritableOutput`."""
    where.write(_mark(name), digest([content]).encode())
    where.write(name, content)


def is_as_marked(where: Place, name: str) -> bool:
    """Whether a file is there as it was written."""
    mark = where.read(_mark(name))
    content = where.read(name) if mark else None
    return content is not None and digest([content]).encode() == mark


def tidy(where: Place, wanted: Iterable[str]) -> None:
    """Remove what audits have made but for the files wanted. Raises `UnwritableOutput`."""
    keep = set(wanted)
    for name in [*where.top(), *(name for folder in _FOLDERS for name in where.below(folder))]:
        if name not in keep and _is_left(where, name):
            where.remove(name)
            where.remove(_mark(name))


def _is_left(where: Place, name: str) -> bool:
    draft = _DRAFT.fullmatch(name)
    if draft:
        return bool(_OURS.fullmatch(draft["folder"] + draft["name"])) or name.startswith("pdf/")
    if name in _SOMETIMES or name.startswith("pdf/"):
        return where.exists(_mark(name))
    return "/" in name and bool(_OURS.fullmatch(name))
