"""The application: its addresses, behind the guard."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, Router
from starlette.types import ASGIApp

from normcheck.resources import folder
from normcheck.web import api, downloads, pages
from normcheck.web.desk import Desk
from normcheck.web.guard import Guard, Place, to_standard_error
from normcheck.web.limits import Limits
from normcheck.web.pool import Pool
from normcheck.web.store import Store
from normcheck.wording import say

_STATIC = {
    "web.css": ("web/web.css", "text/css"),
    "web.js": ("web/web.js", "text/javascript"),
    "icon.svg": ("web/icon.svg", "image/svg+xml"),
    "regular.woff": ("fonts/IBMPlexSans-Regular.woff", "font/woff"),
    "semibold.woff": ("fonts/IBMPlexSans-SemiBold.woff", "font/woff"),
}
_PLAYER = "/event/{case}/player/{no:int}"


def application(
    place: Place | None = None,
    limits: Limits | None = None,
    complain: Callable[[str], None] = to_standard_error,
) -> ASGIApp:
    """The whole site; workers and what was sent end with it."""
    place, limits = place or Place(), limits or Limits()
    desk = Desk(limits, Pool(limits), Store(limits))

    @asynccontextmanager
    async def life(_app: object) -> AsyncIterator[None]:
        await desk.pool.warm()
        yield
        desk.store.clear()
        await desk.pool.close()

    return Guard(Router(_routes(desk), lifespan=life), place, limits, complain)


def _routes(desk: Desk) -> list[BaseRoute]:
    gets: dict[str, Callable[[Desk, Request], Awaitable[Response]]] = {
        "/": pages.start,
        "/event/{case}": pages.event,
        "/event/{case}/forecast": pages.forecast,
        "/event/{case}/reports.zip": downloads.reports,
        "/event/{case}/decisions.json": downloads.document,
        "/event/{case}/answers.toml": downloads.answers,
        _PLAYER: pages.player,
        f"{_PLAYER}/what-if": pages.back,
        f"{_PLAYER}/{{what}}": downloads.of_player,
    }
    posts = {
        "/event": pages.open_case,
        "/event/{case}/answers": pages.answer,
        "/event/{case}/files": pages.add_files,
        f"{_PLAYER}/what-if": pages.what_if,
        "/forget": pages.forget,
        "/api/check": api.check,
    }
    made: list[BaseRoute] = [Route(path, partial(handler, desk), methods=["POST"]) for path, handler in posts.items()]
    made += [Route(path, partial(handler, desk)) for path, handler in gets.items()]
    last = {"/openapi.json": api.describe, "/static/{name}": _static, "/{rest:path}": _missing}
    return [*made, *(Route(path, handler) for path, handler in last.items())]


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _STATIC:
        return await _missing(request)
    path, kind = _STATIC[name]
    return Response((folder("templates") / path).read_bytes(), media_type=kind)


async def _missing(_request: Request) -> Response:
    return PlainTextResponse(say("web", "errors", "no_page") + "\n", 404)
