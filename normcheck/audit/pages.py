"""The proof of every norm of an event as a page, as PDF if asked, and the verdicts that a title progress rests on."""

import json
import zlib
from functools import cache
from typing import NamedTuple

from normcheck.audit.contents import as_paths, contents
from normcheck.audit.place import Place
from normcheck.audit.work import Outcome, Task, audited
from normcheck.errors import NormcheckError
from normcheck.finding import NORM
from normcheck.progress.judged import with_every_choice
from normcheck.report.html import fill, stylesheet
from normcheck.report.pdf import PdfWriter
from normcheck.report.sheets import reports
from normcheck.verdict import Audit, Decision

STYLE = "proofs/page.css"
_IMPORT = '@import "page.css";'


class PageTask(NamedTuple):
    """An event with norms, and what to make of it."""

    outcome: Outcome
    task: Task
    pdf: bool


class Made(NamedTuple):
    """Where the norms of an event are shown: anchor on the page, and file of the PDF, by start number."""

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
    """Make the page of an event unless it is there already."""
    mark = f".audit/pages/{task.outcome.key}{'-pdf' if task.pdf else ''}.json"
    found = _made(where.read(mark))
    if found and all(where.exists(name) for name in (page(task.outcome.key), *found.pdfs.values())):
        return found
    try:
        labels = [item.label for item in task.task.items]
        with as_paths(labels, [contents(label) for label in labels]) as paths:
            made = _make(task, audited(paths, task.task), where)
    except NormcheckError as error:
        return Made(problem=str(error))
    where.write(mark, json.dumps(made).encode())
    return made


def _made(data: bytes | None) -> Made | None:
    if data is None:
        return None
    try:
        anchors, pdfs, problem = json.loads(data)
    except ValueError:
        return None
    return Made({int(no): name for no, name in anchors.items()}, {int(no): name for no, name in pdfs.items()}, problem)


def _make(task: PageTask, audit: Audit, where: Place) -> Made:
    norms = [one for one in _own(task, audit) if one.decision == NORM]
    found = with_every_choice(audit, norms)
    where.write(verdicts(task.outcome.key), zlib.compress(found.model_dump_json(by_alias=True).encode(), 1))
    shown = list(reports(audit, norms))
    title = audit.event.name.value if audit.event.name else audit.event.file
    html = fill("report.html.j2", reports=shown, title=title, css=_IMPORT, tighter=0)
    where.write(page(task.outcome.key), html.encode())
    numbers = list(dict.fromkeys(one.player.no for one in norms))
    anchors = {no: report.file_name for no, report in zip(numbers, shown, strict=True)}
    pdfs = {}
    for no, report in zip(numbers, shown, strict=True) if task.pdf else ():
        pdfs[no] = f"pdf/{task.outcome.key[:20]}/{report.file_name}.pdf"
        where.write(pdfs[no], _writer().to_bytes(report))
    return Made(anchors, pdfs)


def _own(task: PageTask, audit: Audit) -> list[Decision]:
    wanted = task.task.options.federation
    own = [pending for pending in audit.pending() if wanted in ("", pending.player.federation)]
    return [audit.decide(pending, bounded=True) for pending in own]
