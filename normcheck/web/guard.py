"""The gate in front of every request: host, token, origin, size, time, headers; no error gets past it."""

import asyncio
import hmac
import ipaddress
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from normcheck.web.limits import Limits
from normcheck.wording import say

TOKEN_COOKIE = "normcheck_token"  # the name of a cookie, no secret
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_SAFE_METHODS = ("GET", "HEAD")
_PATIENCE = 16  # times the largest upload that is still taken off the line
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


class Place(NamedTuple):
    """Where the server listens; the token is empty on the own machine."""

    host: str = "127.0.0.1"
    port: int = 0
    token: str = ""

    @property
    def is_own_machine(self) -> bool:
        """Whether nobody else can reach it."""
        return is_loopback(self.host)


class TooLarge(Exception):
    """More bytes than allowed."""


class TooSlow(Exception):
    """The request did not arrive in time."""


def is_loopback(host: str) -> bool:
    """Whether an address is that of the own machine only."""
    if host in _LOOPBACK:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Guard:
    """Wraps the application; `complain` gets kind and place of an error nobody expected."""

    def __init__(self, app: ASGIApp, place: Place, limits: Limits, complain: Callable[[str], None]) -> None:
        self.app, self.place, self.limits, self.complain = app, place, limits, complain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        answer = self._refusal(scope)
        try:
            await (answer or self.app)(scope, self._bounded(receive), sending)
        except Exception as error:
            status, key = _kind(error)
            if status == 500:
                self.complain(_place(error))
            if not started:
                limit = self.limits.upload_megabytes
                await _error(scope, status, say("web", "errors", key, limit=limit))(scope, receive, sending)

    def _refusal(self, scope: Scope) -> Response | None:
        """Why a request is not let in, as an answer."""
        headers = Headers(scope=scope)
        if not self._is_own_host(headers.get("host", "")):
            return _error(scope, 421, say("web", "errors", "host"))
        if self.place.token and not self._shows_token(headers):
            return self._with_token(scope)
        if scope["method"] in _SAFE_METHODS:
            return _error(scope, 403, say("web", "errors", "origin")) if _is_embedded(headers) else None
        if not _is_same_origin(scope, headers):
            return _error(scope, 403, say("web", "errors", "origin"))
        return None

    def _is_own_host(self, header: str) -> bool:
        """Whether the Host header names this server: a name of the own machine, the address given, or an address.

        An address of numbers cannot be made to point elsewhere later, as a name can.
        """
        host = header.rsplit(":", 1)[0] if not header.endswith("]") else header
        host = host.strip("[]").lower()
        if self.place.is_own_machine:
            return host in (*_LOOPBACK, self.place.host)
        try:
            return bool(ipaddress.ip_address(host))
        except ValueError:
            return host in ("localhost", self.place.host.lower())

    def _shows_token(self, headers: Headers) -> bool:
        kept = cookie_parser(headers.get("cookie", "")).get(TOKEN_COOKIE, "")
        shown = [headers.get("authorization", "").removeprefix("Bearer "), kept]
        return any(hmac.compare_digest(word.encode(), self.place.token.encode()) for word in shown)

    def _with_token(self, scope: Scope) -> Response:
        """The first visit brings the token in the address; from then on a cookie has it."""
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["method"] != "GET" or not hmac.compare_digest(given.encode(), self.place.token.encode()):
            return _error(scope, 401, say("web", "errors", "token"))
        answer = RedirectResponse("/", 303)
        answer.set_cookie(TOKEN_COOKIE, given, httponly=True, samesite="strict")
        return answer

    def _bounded(self, receive: Receive) -> Receive:
        """Receive no more bytes, and for no longer, than allowed."""
        most, taken, whole = self.limits.upload_megabytes << 20, 0, False
        end = asyncio.get_running_loop().time() + self.limits.upload_seconds

        async def receiving() -> Message:
            nonlocal taken, whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout_at(end):
                    message = await receive()
                    taken += len(message.get("body", b""))
                    if taken > most:
                        await _drain(receive, message, _PATIENCE * most)
            except TimeoutError as error:
                raise TooSlow from error
            if taken > most:
                raise TooLarge
            whole = not message.get("more_body", False)
            return message

        return receiving


async def _drain(receive: Receive, message: Message, most: int) -> None:
    """Let a browser finish sending what is thrown away; it would else not show the answer."""
    while message.get("more_body", False) and most > 0:
        message = await receive()
        most -= len(message.get("body", b""))


def _is_same_origin(scope: Scope, headers: Headers) -> bool:
    """Whether a change comes from a page of this server; a program that is no browser sends neither header."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or origin == f"{scope['scheme']}://{headers.get('host', '')}"


def _is_embedded(headers: Headers) -> bool:
    """Whether a page of another site takes this as a part of itself; it may only lead here."""
    if headers.get("sec-fetch-site", "none") in ("same-origin", "none"):
        return False
    return (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")) != ("navigate", "document")


def _error(scope: Scope, status: int, sentence: str) -> Response:
    if scope["path"].startswith("/api/"):
        return JSONResponse({"error": sentence}, status)
    return PlainTextResponse(sentence + "\n", status)


def _kind(error: Exception) -> tuple[int, str]:
    if isinstance(error, TooLarge):
        return 413, "too_large"
    return (408, "upload_slow") if isinstance(error, TooSlow) else (500, "server")


def _place(error: Exception) -> str:
    """Kind and line of an error, without its words, which may name files or players."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__} in {where}"


def to_standard_error(text: str) -> None:
    """Tell the person who runs the server that something broke."""
    sys.stderr.write(say("web", "errors", "log", what=text) + "\n")
