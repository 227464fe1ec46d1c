"""What a visitor has sent, in memory only: forgotten when the server ends, when it grows old or when he says so."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from normcheck.web.limits import Limits
from normcheck.web.orders import Overview
from normcheck.wording import say

_MEGABYTE = 1 << 20
_NAME = 32  # bytes of chance in the name of a session


class Full(Exception):
    """There is no room for more; ``str()`` is a sentence."""


@dataclass
class Case:
    """One event: files, answers, the page as last judged, and what the last answers turned."""

    key: str
    names: tuple[str, ...]
    contents: tuple[bytes, ...]
    answers: dict[str, Any]
    view: Overview
    turned: tuple[dict[str, str], ...] | None = None

    @property
    def size(self) -> int:
        """Bytes of the files and, nearly, of the page."""
        return sum(map(len, self.contents)) + len(self.view.document)


@dataclass
class Session:
    """One browser: the token its forms must show, and its events."""

    key: str = field(default_factory=lambda: secrets.token_urlsafe(_NAME))
    csrf: str = field(default_factory=lambda: secrets.token_urlsafe(_NAME))
    cases: OrderedDict[str, Case] = field(default_factory=OrderedDict)
    seen: float = 0


class Store:
    """All sessions of a server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    def session(self, key: str | None) -> Session:
        """The session of this name, or a new one."""
        self._forget_old()
        session = self._sessions.get(key or "")
        if session is None:
            session = Session()
            self._sessions[session.key] = session
        session.seen = time.monotonic()
        self._sessions.move_to_end(session.key)
        return session

    def put(self, session: Session, case: Case) -> None:
        """Keep an event, instead of the oldest one where the session has too many. Raises `Full`."""
        while case.key not in session.cases and len(session.cases) >= self.limits.cases:
            session.cases.popitem(last=False)
        others = (one for other in self._sessions.values() for one in other.cases.values() if one.key != case.key)
        kept = sum(one.size for one in others)
        if kept + case.size > self.limits.kept_megabytes * _MEGABYTE:
            raise Full(say("web", "errors", "full"))
        session.cases[case.key] = case

    def forget(self, session: Session) -> None:
        """Drop everything of a session."""
        self._sessions.pop(session.key, None)

    def clear(self) -> None:
        """Drop everything."""
        self._sessions.clear()

    def _forget_old(self) -> None:
        limit = time.monotonic() - self.limits.session_seconds
        for key in [key for key, session in self._sessions.items() if session.seen < limit]:
            del self._sessions[key]
        while len(self._sessions) > self.limits.sessions:
            self._sessions.popitem(last=False)


def new_case(names: Sequence[str], contents: Sequence[bytes], answers: dict[str, Any], view: Overview) -> Case:
    """An event with a name of its own that nobody can guess."""
    return Case(secrets.token_urlsafe(12), tuple(names), tuple(contents), answers, view)
