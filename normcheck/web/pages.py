"""The pages for people: start, event, player, what-if; every change is a form that shows the token of its session."""

import hmac
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from normcheck.report.forecast_model import ForecastOut
from normcheck.report.model import Document
from normcheck.web import forms
from normcheck.web.desk import Desk
from normcheck.web.orders import Change, PlayerView
from normcheck.web.pool import Refused
from normcheck.web.render import fragment
from normcheck.web.store import Case, Full, Session, new_case
from normcheck.web.tables import event_page, turned
from normcheck.web.uploads import Sent, receive
from normcheck.wording import say

COOKIE = "normcheck_session"
Handler = Callable[[Desk, Request, Session], Awaitable[Response]]


def page(handler: Handler) -> Callable[[Desk, Request], Awaitable[Response]]:
    """Give a handler the session of the visitor; what is refused becomes a page that says why."""

    async def handle(desk: Desk, request: Request) -> Response:
        session = desk.store.session(request.cookies.get(COOKIE))
        try:
            response = await handler(desk, request, session)
        except Refused as error:
            response = start_page(desk, session, str(error), error.status)
        except Full as error:
            response = start_page(desk, session, str(error), 507)
        response.set_cookie(COOKIE, session.key, httponly=True, samesite="lax")  # a link from elsewhere keeps it
        return response

    return handle


def start_page(desk: Desk, session: Session, problem: str = "", status: int = 200) -> Response:
    """The page to drop files on."""
    return _html("start.html.j2", desk, session, status, problem=problem)


def _html(template: str, desk: Desk, session: Session, status: int = 200, **values: object) -> Response:
    shared = {"csrf": session.csrf, "limits": desk.limits, "has_cases": bool(session.cases)}
    return HTMLResponse(fragment(template, **shared, **values), status)


async def checked_form(desk: Desk, request: Request, session: Session) -> Sent:
    """The form of a request, if it shows the token of the session. Raises `Refused`."""
    sent = await receive(request, desk.limits)
    if not hmac.compare_digest(sent.texts.get("csrf", "").encode(), session.csrf.encode()):
        raise Refused(say("web", "errors", "csrf"), 403)
    return sent


def case_of(request: Request, session: Session) -> Case:
    """The event of an address; those of other visitors are not there. Raises `Refused`."""
    case = session.cases.get(request.path_params["case"])
    if case is None:
        raise Refused(say("web", "errors", "no_case"), 404)
    return case


def number_of(request: Request) -> int:
    """The start number in an address. Raises `Refused`."""
    no: int = request.path_params["no"]
    if not 0 < no < 10000:
        raise Refused(say("web", "errors", "no_player", no=no), 404)
    return no


@page
async def start(desk: Desk, _request: Request, session: Session) -> Response:
    """The first page."""
    return start_page(desk, session)


@page
async def open_case(desk: Desk, request: Request, session: Session) -> Response:
    """Take files, judge them and lead to their page."""
    sent = await checked_form(desk, request, session)
    files = sent.files.get("file", [])
    if not files:
        raise Refused(say("web", "errors", "no_file"), 400)
    answers = await desk.answers(sent.files.get("answers", []))
    names, contents = zip(*files, strict=True)
    case = new_case(names, contents, answers, await desk.overview(names, contents, answers))
    desk.store.put(session, case)
    return RedirectResponse(f"/event/{case.key}", 303)


@page
async def event(desk: Desk, request: Request, session: Session) -> Response:
    """The page of an event."""
    return _event_page(desk, session, case_of(request, session))


def _event_page(
    desk: Desk, session: Session, case: Case, problem: str = "", tried: dict[str, Any] | None = None, status: int = 200
) -> Response:
    values = event_page(case, case.answers if tried is None else tried)
    return _html("event.html.j2", desk, session, status, case=case, problem=problem, **values)


@page
async def answer(desk: Desk, request: Request, session: Session) -> Response:
    """Take answers, judge again and show what they turned."""
    case, sent = case_of(request, session), await checked_form(desk, request, session)
    answers = forms.merged(case.answers, sent.texts)
    try:
        view = await desk.overview(case.names, case.contents, answers)
    except Refused as error:
        return _event_page(desk, session, case, str(error), answers, error.status)
    case.turned = turned(case.view, view)
    case.answers, case.view = answers, view
    return RedirectResponse(f"/event/{case.key}#turned", 303)


@page
async def add_files(desk: Desk, request: Request, session: Session) -> Response:
    """Take more files of an event and judge all of them together."""
    case, sent = case_of(request, session), await checked_form(desk, request, session)
    files = sent.files.get("file", [])
    names, contents = (*case.names, *(f[0] for f in files)), (*case.contents, *(f[1] for f in files))
    try:
        view = await desk.overview(names, contents, case.answers)
    except Refused as error:
        return _event_page(desk, session, case, str(error), status=error.status)
    more = replace(case, names=names, contents=contents, view=view, turned=turned(case.view, view))
    desk.store.put(session, more)
    return RedirectResponse(f"/event/{case.key}#turned", 303)


@page
async def player(desk: Desk, request: Request, session: Session) -> Response:
    """The proof of one player."""
    case, no = case_of(request, session), number_of(request)
    view = await _player(desk, case, no)
    return _html("player.html.j2", desk, session, **_player_values(case, no, view))


@page
async def what_if(desk: Desk, request: Request, session: Session) -> Response:
    """The proof of one player in an event as it might have been; nothing of it is kept."""
    case, no = case_of(request, session), number_of(request)
    sent = await checked_form(desk, request, session)
    before = await _player(desk, case, no)
    try:
        changes = forms.changes(sent.texts)
    except ValueError as error:
        raise Refused(say("web", "errors", "no_change"), 400) from error
    view = await _player(desk, case, no, changes)
    values = _player_values(case, no, view) | {"before": before, "changes": changes, "supposed": sent.texts}
    return _html("player.html.j2", desk, session, **values)


@page
async def back(_desk: Desk, request: Request, session: Session) -> Response:
    """What was supposed is not kept: its address leads to the proof of the player."""
    return RedirectResponse(f"/event/{case_of(request, session).key}/player/{number_of(request)}", 303)


async def _player(desk: Desk, case: Case, no: int, changes: tuple[Change, ...] = ()) -> PlayerView:
    return PlayerView.model_validate_json(await desk.ask(case, "player", player=no, changes=changes))


def _player_values(case: Case, no: int, view: PlayerView) -> dict[str, Any]:
    shown = Document.model_validate_json(case.view.document)
    return {"case": case, "no": no, "player": view, "document": shown, "before": None, "changes": (), "supposed": {}}


@page
async def forecast(desk: Desk, request: Request, session: Session) -> Response:
    """What every player of an event under way still needs."""
    case = case_of(request, session)
    shown = ForecastOut.model_validate_json(await desk.ask(case, "forecast"))
    return _html("forecast.html.j2", desk, session, case=case, forecast=shown)


@page
async def forget(desk: Desk, request: Request, session: Session) -> Response:
    """Drop everything the visitor has sent."""
    await checked_form(desk, request, session)
    desk.store.forget(session)
    response = RedirectResponse("/", 303)
    response.delete_cookie(COOKIE)
    return response
