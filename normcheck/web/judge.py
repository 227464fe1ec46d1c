"""One order carried out inside a worker: read, complete, suppose, judge, and the result as bytes."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from normcheck.answers import Answers, loads
from normcheck.errors import WrongUsage
from normcheck.event import Event
from normcheck.forecast.outlook import Forecast
from normcheck.forecast_live import LiveRatings
from normcheck.named import titles_named
from normcheck.prepare import has_ratings, lay_beside, prepare
from normcheck.read import read_all
from normcheck.report.build import as_json, document
from normcheck.report.forecast_build import forecast_out
from normcheck.report.pages import PlayerReport
from normcheck.report.pdf import PdfWriter
from normcheck.report.sheets import report, reports
from normcheck.shown import PAGE, TERMINAL, shown_on
from normcheck.verdict import Audit, Decision
from normcheck.web.forms import ANSWERS_FILE, label, plain
from normcheck.web.orders import Order
from normcheck.web.views import overview, player_view
from normcheck.web.whatif import suppose
from normcheck.wording import say

_ZIP_DATE = (2000, 1, 1, 0, 0, 0)  # the same reports give the same bytes


class Judged(NamedTuple):
    """The event judged, with the decisions asked for."""

    audit: Audit
    decisions: tuple[Decision, ...]


def carry_out(order: Order) -> bytes:
    """The result of an order whose files lie in its folder, numbered. Raises the errors of reading and of usage."""
    with shown_on(PAGE):
        if order.task == "answers":
            return json.dumps(plain(loads(_path(order, 0).read_bytes(), order.files[0]))).encode()
        return _TASKS[order.task](order, _event(order))


def _path(order: Order, at: int) -> Path:
    return Path(order.folder) / str(at) / order.files[at]


def _event(order: Order) -> Event:
    """The event in the files."""
    *events, last = range(len(order.files))
    return read_all([_path(order, at) for at in (events if order.with_answers else (*events, last))])


def _answers(order: Order) -> Answers | None:
    """The answers in the last of the files, or those of the form."""
    if order.with_answers:
        return loads(_path(order, len(order.files) - 1).read_bytes(), order.files[-1])
    return loads(order.answers.encode(), ANSWERS_FILE, label) if order.answers else None


def _audit(order: Order, event: Event) -> Audit:
    """The event with its answers under its edition, with the rating lists kept on this machine and what is supposed.

    An event without ratings is refused, but on its page, where more files can be added: nobody is judged there.
    """
    titles = titles_named(order.titles)
    is_open = order.task == "overview" and not event.sheet
    event, edition, reason = (lay_beside if is_open else prepare)(event, _answers(order))
    return Audit(suppose(event, order.player or 0, order.changes), edition, titles, reason)


def judged(order: Order, event: Event) -> Judged:
    """Everybody judged, or the player of a norm sheet, or the one asked for."""
    audit = _audit(order, event)
    if not has_ratings(audit.event):
        return Judged(audit, ())
    no = event.applicant if event.sheet else order.player
    if no is None:
        return Judged(audit, tuple(audit.decisions()))
    if no not in event.players:
        raise WrongUsage(say("web", "errors", "no_player", no=no))
    return Judged(audit, tuple(audit.decide(p) for p in audit.pending() if p.player.no == no))


def _check(order: Order, event: Event) -> bytes:
    audit, decisions = judged(order, event)
    with shown_on(TERMINAL):  # the document of the command line
        return as_json(document(audit, decisions)) + b"\n"


def _overview(order: Order, event: Event) -> bytes:
    found = judged(order, event)
    return overview(found.audit, found.decisions, list(_reports(found))).model_dump_json().encode()


def _reports(found: Judged) -> Iterator[PlayerReport]:
    return reports(found.audit, found.decisions, titles=found.audit.titles)


def _report(found: Judged) -> PlayerReport:
    """The pages of the one player asked for, whatever is decided."""
    if not found.decisions:
        raise WrongUsage(say("web", "errors", "nothing_to_judge"))
    asked = reports(found.audit, found.decisions, titles=found.audit.titles, everybody=True)
    return next(asked, None) or report(found.audit, list(found.decisions))


def _player(order: Order, event: Event) -> bytes:
    found = judged(order, event)
    return player_view(found.audit, found.decisions, _report(found)).model_dump_json().encode()


@cache
def _writer() -> PdfWriter:
    """One for all PDFs of a worker: it reads fonts and style sheet."""
    return PdfWriter()


def warm_up() -> None:
    """Load what PDF needs, while it may still be loaded. Raises `PdfUnavailable`."""
    _writer()


def _forecast(order: Order, event: Event) -> bytes:
    """What every player of an event under way still needs."""
    audit = _audit(order, event)
    forecast = Forecast(audit.event, audit.edition, audit.titles, audit.reason)
    return forecast_out(forecast, None, False, LiveRatings(forecast, None).of).model_dump_json(by_alias=True).encode()


def _pdf(order: Order, event: Event) -> bytes:
    found = judged(order, event)
    with shown_on(TERMINAL):
        return _writer().to_bytes(_report(found))


def _proof_pdf(order: Order, event: Event) -> bytes:
    """The proof without the certificate, for whoever only wants to know why."""
    found = judged(order, event)
    with shown_on(TERMINAL):
        whole = _report(found)
        return _writer().to_bytes(replace(whole, pages=tuple(replace(page, certificate=None) for page in whole.pages)))


def _zip(order: Order, event: Event) -> bytes:
    """The reports that the command line would write, in one archive."""
    writer, found = _writer(), judged(order, event)
    content = io.BytesIO()
    with shown_on(TERMINAL), zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for one in _reports(found):
            archive.writestr(zipfile.ZipInfo(f"{one.file_name}.pdf", _ZIP_DATE), writer.to_bytes(one))
    return content.getvalue()


_TASKS: dict[str, Callable[[Order, Event], bytes]] = {
    "check": _check,
    "player_json": _check,
    "overview": _overview,
    "player": _player,
    "pdf": _pdf,
    "proof_pdf": _proof_pdf,
    "zip": _zip,
    "forecast": _forecast,
}
