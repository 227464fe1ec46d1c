"""The proof of every norm of an event as a page, as PDF if asked, and the verdicts that a title progress rests on.

What has been made is known by a mark, with sums of the files: it is found again, also after an interruption, and made
again where a file is missing or damaged. PDFs take far longer than all the rest, so a task makes only a few of them.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from normcheck.audit import evidence
from normcheck.audit.contents import as_paths, contents
from normcheck.audit.key import digest
from normcheck.audit.place import Place
from normcheck.audit.tidy import is_as_marked, write_marked
from normcheck.audit.work import Outcome, Task, audited
from normcheck.errors import NormcheckError, PdfUnavailable, UnwritableOutput
from normcheck.finding import NORM
from normcheck.report.html import fill, stylesheet
from normcheck.report.pdf import PdfWriter
from normcheck.report.sheets import reports
from normcheck.verdict import Audit, Decision

STYLE = "proofs/page.css"
_IMPORT = '@import "page.css";'
_FEW = 4  # PDFs of a task


class PageTask(NamedTuple):
    """An event with norms."""

    outcome: Outcome
    task: Task


class PdfTask(NamedTuple):
    """Some players of an event with norms: start numbers, with the names of their files."""

    page: PageTask
    files: tuple[tuple[int, str], ...]


class Made(NamedTuple):
    """Where the norms of an event are shown: anchor on the page, and file of the PDF, by start number.

    `problem` is why something of it is missing, "" if nothing is.
    """

    anchors: dict[int, str] = {}
    pdfs: dict[int, str] = {}
    problem: str = ""


def page(key: str) -> str:
    """The page of an event."""
    return f"proofs/{key[:20]}.html"


def verdicts(key: str) -> str:
    """Where the verdicts of an event are kept."""
    return f".audit/verdicts/{key[0]}/{key}.z"


def write_style(where: Place) -> None:
    """The style sheet that all pages share, with the fonts in it."""
    where.write(STYLE, stylesheet().encode())


@cache
def _writer() -> PdfWriter:
    return PdfWriter()


def make(task: PageTask, where: Place) -> Made:
    """Make the page of an event and keep its verdicts, unless they are there. Raises `UnwritableOutput`."""
    key = task.outcome.key
    mark = f".audit/pages/{key}.json"
    found = _anchors(where.read(mark), _sums(key, where))
    if found is not None:
        return Made(found)
    try:
        audit = _audited(task)
        anchors = _make(task, audit, where)
    except UnwritableOutput:
        raise
    except NormcheckError as error:
        return Made(problem=str(error))
    where.write(mark, json.dumps([_sums(key, where), anchors]).encode())
    return Made(anchors)


def _sums(key: str, where: Place) -> list[str]:
    return [digest([where.read(name) or b""]) for name in (page(key), verdicts(key))]


def _anchors(data: bytes | None, sums: list[str]) -> dict[int, str] | None:
    """The anchors of a mark; None without one, or if it is damaged or of other files than these."""
    try:
        marked, anchors = json.loads(data or b"")
        return {int(no): name for no, name in anchors.items()} if marked == sums else None
    except (ValueError, TypeError, AttributeError):
        return None


def _audited(task: PageTask) -> Audit:
    labels = [item.label for item in task.task.items]
    with as_paths(labels, [contents(label) for label in labels]) as paths:
        return audited(paths, task.task)


def _make(task: PageTask, audit: Audit, where: Place) -> dict[int, str]:
    norms = list(_norms(task, audit))
    where.write(verdicts(task.outcome.key), evidence.packed(audit, norms))
    shown = list(reports(audit, norms))
    title = audit.event.name.value if audit.event.name else audit.event.file
    html = fill("report.html.j2", reports=shown, title=title, css=_IMPORT, tighter=0)
    where.write(page(task.outcome.key), html.encode())
    numbers = dict.fromkeys(one.player.no for one in norms)
    return {no: report.file_name for no, report in zip(numbers, shown, strict=True)}


def _norms(task: PageTask, audit: Audit, numbers: Iterable[int] = ()) -> Iterator[Decision]:
    """The norms of these players, or of all."""
    wanted, only = task.task.options.federation, frozenset(numbers)
    for pending in audit.pending():
        if wanted in ("", pending.player.federation) and (not only or pending.player.no in only):
            decision = audit.decide(pending, bounded=True)
            if decision.decision == NORM:
                yield decision


def pdf_tasks(task: PageTask, made: Made) -> list[PdfTask]:
    """The PDFs of an event whose page is made, a few in a task."""
    files = [(no, f"pdf/{task.outcome.key[:20]}/{name}.pdf") for no, name in made.anchors.items()]
    return [PdfTask(task, tuple(files[at : at + _FEW])) for at in range(0, len(files), _FEW)]


def printed(task: PdfTask, where: Place) -> dict[int, str]:
    """The PDFs that are there as they were written."""
    return {no: name for no, name in task.files if is_as_marked(where, name)}


def print_all(task: PdfTask, where: Place) -> Made:
    """Make the PDFs that are not there. Raises `UnwritableOutput` and `PdfUnavailable`."""
    there = printed(task, where)
    missing = [no for no, _ in task.files if no not in there]
    try:
        if missing:
            audit = _audited(task.page)
            _print(list(_norms(task.page, audit, missing)), audit, dict(task.files), where)
    except (UnwritableOutput, PdfUnavailable):
        raise
    except NormcheckError as error:
        return Made(pdfs=printed(task, where), problem=str(error))
    return Made(pdfs=dict(task.files))


def _print(norms: list[Decision], audit: Audit, files: Mapping[int, str], where: Place) -> None:
    numbers = dict.fromkeys(one.player.no for one in norms)
    for no, report in zip(numbers, reports(audit, norms), strict=True):
        write_marked(where, files[no], _writer().to_bytes(report))
