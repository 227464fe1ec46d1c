"""One event from its files to its result, in a process that may be cut off. Everything here can be sent to another.

Where the time goes, for an open of 200 players and 9 rounds (``python -m tests.benchmark audit``): more than a third
into reading, a fifth into deciding, a tenth each into findings and rows, into telling events apart, into keeping the
result, and into the tables. Of the deciding half bounds all players and half weighs the dozen or two who come near a
norm. The limit is the memory that is touched: all objects of an event, and all code for one event after the other,
which several events at once share.
"""

from collections.abc import Generator, Sequence
from pathlib import Path
from typing import NamedTuple

from normcheck.answers import loads
from normcheck.audit import result as kept
from normcheck.audit.contents import as_paths, contents
from normcheck.audit.identity import about
from normcheck.audit.inputs import ANSWERS, Item
from normcheck.audit.key import Options, basis, event_id, known_key, new_key
from normcheck.audit.place import Place
from normcheck.audit.result import CUT_OFF, UNREADABLE, About, Result
from normcheck.audit.rows import result
from normcheck.audit.trouble import unexpected
from normcheck.complete import complete
from normcheck.errors import NormcheckError, UnwritableOutput
from normcheck.event import Event
from normcheck.prepare import Prepared, lay_beside, refuse_without_ratings
from normcheck.ratings.wanted import listening
from normcheck.read import read_all
from normcheck.verdict import Audit
from normcheck.wording import say


class Task(NamedTuple):
    """The files of one event, mostly one."""

    items: tuple[Item, ...]
    options: Options


class Outcome(NamedTuple):
    """What became of a task: where its result is kept (`key` is "" if it is not), and what it says of the event."""

    items: tuple[Item, ...]
    status: str
    reason: str = ""
    key: str = ""
    event_id: str = ""
    about: About = About()
    norms: int = 0
    fresh: bool = False  # made now, not found

    @property
    def label(self) -> str:
        """The files, as shown and sorted by."""
        return " + ".join(item.label for item in self.items)


def judge(tasks: Sequence[Task], where: Place) -> list[Outcome]:
    """Find the results of some tasks, or make and keep them. What goes wrong with an event is an outcome as well.

    They go step by step together, because the same code for several events in a row runs faster than all code for
    one. Raises `UnwritableOutput`, for which no event is to blame.
    """
    outcomes: dict[int, Outcome] = {}
    going = {at: _steps(task, where) for at, task in enumerate(tasks)}
    while going:
        for at, steps in list(going.items()):
            try:
                next(steps)
            except StopIteration as end:
                outcomes[at] = end.value
                del going[at]
    for at, outcome in outcomes.items():
        if outcome.status == CUT_OFF and len(tasks) > 1:  # the memory may have been that of the others
            (outcomes[at],) = judge([tasks[at]], where)
    return [outcomes[at] for at in range(len(tasks))]


def _steps(task: Task, where: Place) -> Generator[None, None, Outcome]:
    """One task, step by step."""
    outcome = Outcome(task.items, UNREADABLE)
    if any(item.label.endswith(ANSWERS) for item in task.items):
        return outcome._replace(reason=say("audit", "errors", "stray_answers"))
    try:
        data = [contents(item.label) for item in task.items]
        told = b"\0".join(contents(item.answers) for item in task.items if item.answers)
        names = [name for item in task.items for name in (item.name, Item(item.answers).name)]
        base = basis(names, data, told, task.options)
        made = known_key(base, task.options, where)
        outcome = outcome._replace(key=made, event_id=event_id(data))
        found = kept.unpacked(where.read(kept.name(made)))
        fresh = found is None
        if found is None:
            with listening() as heard:
                read = _read(task, data)
            yield
            found = read if isinstance(read, Result) else _judged(read, task)
            yield
            made = new_key(base, task.options, heard, where)
            outcome = outcome._replace(key=made)
            where.write(kept.name(made), kept.packed(found))
    except UnwritableOutput:
        raise
    except NormcheckError as error:
        return outcome._replace(key="", reason=_one_line(error))
    except MemoryError:
        return outcome._replace(status=CUT_OFF, key="", reason=say("audit", "cut_off", "memory"))
    except Exception as error:
        return outcome._replace(key="", reason=unexpected(error))
    norms = found.event.get("norms", 0)
    return outcome._replace(status=found.status, reason=found.reason, about=found.about, norms=norms, fresh=fresh)


def _read(task: Task, data: list[bytes]) -> Prepared | Result:
    """The event; that it cannot be read is a result, too, which reading it again would not change."""
    try:
        with as_paths([item.label for item in task.items], data) as paths:
            return _prepared(paths, task)
    except NormcheckError as error:
        return Result(UNREADABLE, _one_line(error))


def _judged(prepared: Prepared, task: Task) -> Result:
    """What tells the event from others is known also if nobody has a rating: another file may be its start list."""
    known = about(prepared.event)
    try:
        return result(_audit(prepared, task), known, task.options.federation)
    except NormcheckError as error:
        return Result(UNREADABLE, _one_line(error), known)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def audited(paths: list[Path], task: Task) -> Audit:
    """The event of some files under its edition, with its answers and rating lists. Raises the errors of reading."""
    return _audit(_prepared(paths, task), task)


def _prepared(paths: list[Path], task: Task) -> Prepared:
    event: Event = read_all(paths)
    for item in task.items:
        if item.answers:
            event = complete(event, loads(contents(item.answers), Item(item.answers).name))
    return lay_beside(event, None, task.options.edition, task.options.ratings)


def _audit(prepared: Prepared, task: Task) -> Audit:
    event, edition, reason = prepared
    refuse_without_ratings(event)
    return Audit(event, edition, task.options.titles, reason)
