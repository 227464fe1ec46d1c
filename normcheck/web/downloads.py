"""What can be taken away: PDF, all PDFs, JSON, the answers."""

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from normcheck.web import forms
from normcheck.web.desk import Desk
from normcheck.web.orders import PlayerView, Task
from normcheck.web.pages import case_of, number_of, page
from normcheck.web.pool import Refused
from normcheck.web.store import Session
from normcheck.wording import say

_KINDS: dict[str, tuple[Task, str, str]] = {
    "report.pdf": ("pdf", "application/pdf", ".pdf"),
    "proof.pdf": ("proof_pdf", "application/pdf", "_proof.pdf"),
    "verdict.json": ("player_json", "application/json", ".json"),
}


def _file(content: bytes, kind: str, name: str) -> Response:
    disposition = f"attachment; filename*=UTF-8''{quote(name)}"
    return Response(content, media_type=kind, headers={"content-disposition": disposition})


@page
async def of_player(desk: Desk, request: Request, session: Session) -> Response:
    """A report, a proof or the verdicts of one player."""
    case, no = case_of(request, session), number_of(request)
    if request.path_params["what"] not in _KINDS:
        raise Refused(say("web", "errors", "no_page"), 404)
    task, kind, ending = _KINDS[request.path_params["what"]]
    view = PlayerView.model_validate_json(await desk.ask(case, "player", player=no))
    return _file(await desk.ask(case, task, player=no), kind, view.file_name + ending)


@page
async def reports(desk: Desk, request: Request, session: Session) -> Response:
    """All reports in one archive."""
    case = case_of(request, session)
    return _file(await desk.ask(case, "zip"), "application/zip", "reports.zip")


@page
async def document(desk: Desk, request: Request, session: Session) -> Response:
    """The document of the event, as the command line prints it."""
    case = case_of(request, session)
    return _file(await desk.ask(case, "check"), "application/json", "decisions.json")


@page
async def answers(_desk: Desk, request: Request, session: Session) -> Response:
    """The answers given so far, as a file that the command line takes."""
    case = case_of(request, session)
    return _file(forms.toml(case.answers).encode(), "application/toml", forms.ANSWERS_FILE)
