"""What all requests of a server share: limits, workers and sessions; and the orders they give."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, TypedDict, Unpack

from normcheck.web import forms
from normcheck.web.limits import Limits
from normcheck.web.orders import Change, Order, Overview, Task
from normcheck.web.pool import Pool
from normcheck.web.store import Case, Store

Files = Sequence[tuple[str, bytes]]


class Asked(TypedDict, total=False):
    """What an order may ask beyond its task."""

    player: int
    changes: tuple[Change, ...]


class Desk(NamedTuple):
    """One server."""

    limits: Limits
    pool: Pool
    store: Store
    is_own_machine: bool = True

    async def answers(self, files: Files) -> dict[str, Any]:
        """The answers in an uploaded file, {} without one."""
        if not files:
            return {}
        (name, content), *_ = files
        read: dict[str, Any] = json.loads(await self.pool.run(Order(task="answers", files=(name,)), [content]))
        return read

    async def overview(self, names: Sequence[str], contents: Sequence[bytes], answers: dict[str, Any]) -> Overview:
        """The page of an event."""
        order = Order(task="overview", files=tuple(names), answers=forms.toml(answers))
        return Overview.model_validate_json(await self.pool.run(order, contents))

    async def ask(self, case: Case, task: Task, **more: Unpack[Asked]) -> bytes:
        """Anything else about an event that was sent before."""
        order = Order(task=task, files=case.names, answers=forms.toml(case.answers), **more)
        return await self.pool.run(order, case.contents)
