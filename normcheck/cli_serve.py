"""``normcheck serve``: the page for the arbiter, on his own machine."""

import logging
import socket
import threading
import webbrowser
from contextlib import suppress
from importlib import import_module
from urllib.parse import quote

import click

from normcheck.cli_click import put
from normcheck.errors import WrongUsage
from normcheck.wording import say

TOKEN_VARIABLE = "NORMCHECK_TOKEN"  # the name of a variable, no secret
_PACKAGES = ("python_multipart", "starlette", "uvicorn")
_PORT = 8118
_SHORTEST_TOKEN = 16
_QUEUE = 512  # connections that may wait


def _help(key: str) -> str:
    return say("web", "help", key)


@click.command("serve", help=_help("text"), short_help=_help("short"))
@click.option("--port", type=click.IntRange(0, 65535), default=_PORT, show_default=True, help=_help("port"))
@click.option("--no-browser", is_flag=True, help=_help("no_browser"))
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help=_help("host"))
@click.option("--token", default="", envvar=TOKEN_VARIABLE, metavar="WORD", help=_help("token"))
def command(port: int, no_browser: bool, host: str, token: str) -> None:
    """Listen until interrupted."""
    try:
        _, _, uvicorn = (import_module(name) for name in _PACKAGES)
    except ImportError as error:
        raise WrongUsage(say("web", "errors", "not_installed")) from error
    web, guard = import_module("normcheck.web.app"), import_module("normcheck.web.guard")
    own = guard.is_loopback(host)
    _check_token(own, token)
    listening = _listen(host, port)
    place = guard.Place(host, listening.getsockname()[1], "" if own else token)
    put(say("web", "console", "listening", url=_address(place.host, place.port)) + "\n")
    if not own:
        put(say("web", "console", "open_to_others") + "\n")
    if own and not no_browser:
        threading.Timer(0.5, webbrowser.open, [_address(place.host, place.port)]).start()
    logging.disable()  # what a library complains of may quote what was sent
    quiet = {"log_config": None, "access_log": False, "log_level": "critical", "server_header": False}
    with suppress(KeyboardInterrupt):  # the usual end
        uvicorn.Server(uvicorn.Config(web.application(place), backlog=_QUEUE, **quiet)).run(sockets=[listening])
    put(say("web", "console", "ended") + "\n")


def _check_token(own: bool, token: str) -> None:
    if not own and not token:
        raise WrongUsage(say("web", "errors", "token_needed", variable=TOKEN_VARIABLE))
    if token and (len(token) < _SHORTEST_TOKEN or quote(token, safe="") != token):
        raise WrongUsage(say("web", "errors", "token_short", least=_SHORTEST_TOKEN))


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `WrongUsage` where that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_QUEUE)
    except OSError as error:
        reason = error.strerror or error
        raise WrongUsage(say("web", "errors", "no_port", host=host, port=port, reason=reason)) from error


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
