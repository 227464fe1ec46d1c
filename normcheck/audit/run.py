"""A whole audit, step by step; who calls hears of every task done and keeps the order of steps in one place."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from normcheck.audit import claims, exports, library, pages, parts, ready, tables, unmade, work
from normcheck.audit.claims import Verified
from normcheck.audit.claims_file import Claim
from normcheck.audit.inputs import Item
from normcheck.audit.key import Options
from normcheck.audit.match import Listed, joined, listed, together
from normcheck.audit.pages import Made, PageTask, PdfTask
from normcheck.audit.parts import Attention, Decided, Digest
from normcheck.audit.place import Place, place
from normcheck.audit.pool import FAILED, Limits, Lost
from normcheck.audit.result import CUT_OFF, JUDGED
from normcheck.audit.schema import TABLES
from normcheck.audit.tidy import tidy, write_marked
from normcheck.audit.work import Outcome, Task
from normcheck.errors import UnwritableOutput
from normcheck.finding import NEEDS_REVIEW, NORM
from normcheck.wording import say

_TOGETHER, _SHARES = 8, 32  # events judged together at most; into how many tasks all are divided at least
READ, JOIN, WRITE, PAGES, PDFS, READY, CLAIMS = "read", "join", "tables", "pages", "pdf", "ready", "claims"


class Engine(Protocol):
    """What calls a function with many tasks: processes of this machine (`Pool.run`), or a cluster."""

    def __call__(
        self, function: Callable[[Any, Place], Any], tasks: Sequence[Any], where: Place, /
    ) -> Iterator[tuple[int, Any]]:
        """Number and answer of every task, as they are ready; `Lost` for one without answer."""


class Step(NamedTuple):
    """A task done: which step, how many of how many, and how many of them were found as kept."""

    name: str
    done: int
    total: int
    kept: int = 0


class Plan(NamedTuple):
    """What is asked of an audit beside the options of judging."""

    out: str
    options: Options
    limits: Limits
    pages: bool = True
    pdf: bool = False
    claims: tuple[Claim, ...] | None = None  # None if nothing is to be verified; () if nobody claims anything


class Audited(NamedTuple):
    """What was found."""

    events: list[Listed]
    statuses: dict[str, int]
    players: int
    decided: list[Decided]
    attention: list[Attention]
    made: dict[str, Made]
    ready: list[ready.Progress]
    kept: int
    claims: list[Verified] | None = None  # None if there is nothing to verify
    unmade: tuple[Attention, ...] = ()  # what could not be made of events that are judged; part of `attention`

    def totals(self) -> dict[str, int]:
        """The numbers that sum it up: events judged, players, decisions of each kind, copies, files not judged."""
        norms, reviews = (sum(one.decision == kind for one in self.decided) for kind in (NORM, NEEDS_REVIEW))
        judged, copies = (self.statuses.get(status, 0) for status in (JUDGED, parts.COPY))
        return {
            "events": judged,
            "players": self.players,
            "norms": norms,
            "reviews": reviews,
            "near": len(self.decided) - norms - reviews,
            "copies": copies,
            "lost": sum(self.statuses.values()) - judged - copies,
        }


Watch = Callable[[Step], None]


def audit(items: Sequence[Item], plan: Plan, engine: Engine, watch: Watch) -> Audited:
    """Judge every event and write tables, lists and proofs. Raises `UnwritableOutput`."""
    library.need_all()
    where = place(plan.out)
    outcomes, kept = _judge([(item,) for item in items], plan, engine, watch, READ)
    groups, more = _judge(together(listed(outcomes)), plan, engine, watch, JOIN)
    events = listed(joined(outcomes, groups))
    digests = _tables(events, where, engine, watch)
    decided = [one for digest in digests for one in digest.decided]
    made = _pages(events, plan, engine, watch) if plan.pages or plan.pdf else {}
    rows, failed = _ready(decided, made, plan, engine, watch)
    missing = (*unmade.of_events(decided, made), *failed)
    _lists(where, events, decided, missing)
    if made:
        write_marked(where, "ready.csv", exports.table(ready.COLUMNS, [row.values for row in rows]))
    verified = None if plan.claims is None else _claims(plan.claims, events, decided, plan, engine, watch)
    tidy(where, _files(plan, events, made, verified))
    attention = [*(one for digest in digests for one in digest.attention), *missing]
    return Audited(
        events, _sum(digests), sum(d.players for d in digests), decided, attention, made, rows, kept + more, verified,
        missing,
    )  # fmt: skip


def _files(plan: Plan, events: list[Listed], made: dict[str, Made], verified: list[Verified] | None) -> Iterator[str]:
    """What this audit has made of what not every audit makes."""
    yield tables.SCHEMA
    yield from (tables.table_file(table, part.number) for table in TABLES for part in parts.parts(events))
    if plan.pages or plan.pdf:
        yield pages.STYLE
    yield from (pages.page(key) for key, one in made.items() if one.anchors)
    yield from (name for one in made.values() for name in one.pdfs.values())
    if made:
        yield "ready.csv"
    if verified is not None:
        yield "claims.csv"


def _judge(
    groups: Sequence[tuple[Item, ...]], plan: Plan, engine: Engine, watch: Watch, step: str
) -> tuple[list[Outcome], int]:
    """The outcome of every group of files, and how many of them were there already.

    Several are a task. If its process is lost, each is tried alone, and only the one to blame is cut off.
    """
    size = max(1, min(_TOGETHER, len(groups) // _SHARES))
    waiting = [range(at, min(at + size, len(groups))) for at in range(0, len(groups), size)]
    outcomes: list[Outcome] = []
    kept = 0
    while waiting:
        batches, waiting = waiting, []
        tasks = [tuple(Task(groups[at], plan.options) for at in batch) for batch in batches]
        for number, found in engine(work.judge, tasks, place(plan.out)):
            batch = batches[number]
            if isinstance(found, Lost) and len(batch) > 1:
                waiting += [range(at, at + 1) for at in batch]
                continue
            lost = isinstance(found, Lost)
            told = [Outcome(groups[batch[0]], CUT_OFF, _why(found, plan.limits))] if lost else found
            outcomes += told
            kept += sum(bool(one.key) and not one.fresh for one in told)
            watch(Step(step, len(outcomes), len(groups), kept))
    return outcomes, kept


def _why(lost: Lost, limits: Limits) -> str:
    return lost.told or say("audit", "cut_off", lost.why, seconds=f"{limits.seconds:g}", megabytes=limits.megabytes)


def _tables(events: list[Listed], where: Place, engine: Engine, watch: Watch) -> list[Digest]:
    """Write all parts."""
    tasks = parts.parts(events)
    found: dict[int, Digest] = {}
    for at, digest in _twice(engine, parts.make, tasks, where):
        if isinstance(digest, Lost) or digest.missing:
            raise UnwritableOutput(say("audit", "errors", "tables", folder=where.root))
        found[at] = digest
        watch(Step(WRITE, len(found), len(tasks)))
    tables.write_schema(where)
    return [found[at] for at in range(len(tasks))]


def _twice(
    engine: Engine, function: Callable[[Any, Place], Any], tasks: Sequence[Any], where: Place
) -> Iterator[tuple[int, Any]]:
    """What the engine says, where a task whose process has ended is tried once more: the next has memory and time anew.

    These are tasks of events that have been judged within the limits, so hardly any is lost for what is in it.
    """
    again: list[int] = []
    for at, found in engine(function, tasks, where):
        if isinstance(found, Lost) and found.why != FAILED:
            again.append(at)
        else:
            yield at, found
    for at, found in engine(function, [tasks[at] for at in again], where):
        yield again[at], found


def _pages(events: list[Listed], plan: Plan, engine: Engine, watch: Watch) -> dict[str, Made]:
    """The proof pages of every event with norms, by the key of its result, and the PDFs if asked."""
    where = place(plan.out)
    pages.write_style(where)
    tasks = [
        PageTask(event.outcome, Task(event.outcome.items, plan.options))
        for event in events
        if event.outcome.status == JUDGED and event.outcome.norms and not event.repeats
    ]
    made: dict[str, Made] = {}
    for at, found in _twice(engine, pages.make, tasks, where):
        one = Made(problem=_why(found, plan.limits)) if isinstance(found, Lost) else found
        made[tasks[at].outcome.key] = one
        watch(Step(PAGES, len(made), len(tasks)))
    if plan.pdf:
        few = [pdfs for task in tasks for pdfs in pages.pdf_tasks(task, made[task.outcome.key])]
        _pdfs(few, made, plan, engine, watch)
    return made


def _pdfs(tasks: Sequence[PdfTask], made: dict[str, Made], plan: Plan, engine: Engine, watch: Watch) -> None:
    """Make the PDFs, and add them to what is made of their events."""
    where, total, done = place(plan.out), sum(len(task.files) for task in tasks), 0
    for at, found in _twice(engine, pages.print_all, tasks, where):
        few = _printed(tasks[at], found, plan) if isinstance(found, Lost) else found
        key = tasks[at].page.outcome.key
        made[key] = made[key]._replace(pdfs=made[key].pdfs | few.pdfs, problem=made[key].problem or few.problem)
        done += len(tasks[at].files)
        watch(Step(PDFS, done, total))


def _printed(task: PdfTask, lost: Lost, plan: Plan) -> Made:
    """What there is of a task without answer."""
    return Made(pdfs=pages.printed(task, place(plan.out)), problem=_why(lost, plan.limits))


def _ready(
    decided: list[Decided], made: dict[str, Made], plan: Plan, engine: Engine, watch: Watch
) -> tuple[list[ready.Progress], list[Attention]]:
    """The title progress of everybody whose events have all been told, and whose could not be worked out."""
    shown = {key for key, one in made.items() if one.anchors}
    tasks = [player for player in ready.players(decided) if shown.issuperset(player.keys)]
    found: dict[int, list[ready.Progress]] = {}
    lost: dict[int, Attention] = {}
    for at, rows in _twice(engine, ready.progress, tasks, place(plan.out)):
        if isinstance(rows, Lost):
            lost[at] = unmade.of_player(tasks[at].who, _why(rows, plan.limits))
        found[at] = [] if isinstance(rows, Lost) else rows
        watch(Step(READY, len(found), len(tasks)))
    return [row for at in sorted(found) for row in found[at]], [lost[at] for at in sorted(lost)]


def _claims(
    asked: Sequence[Claim], events: list[Listed], decided: list[Decided], plan: Plan, engine: Engine, watch: Watch
) -> list[Verified]:
    """The outcome of every claim, in their order, then the norms that nobody claims."""
    where = place(plan.out)
    tasks, answers = claims.tasks(asked, events, Task((), plan.options))
    for done, (at, found) in enumerate(engine(claims.verify, tasks, where), 1):
        rows = claims.unverified(tasks[at], _why(found, plan.limits)) if isinstance(found, Lost) else found
        answers.update(zip(tasks[at].places, rows, strict=True))
        watch(Step(CLAIMS, done, len(tasks)))
    every = claims.every(asked, answers, decided)
    write_marked(where, "claims.csv", exports.table(claims.OUT_COLUMNS, [one.row() for one in every]))
    return every


def _lists(where: Place, events: list[Listed], decided: list[Decided], missing: Sequence[Attention]) -> None:
    where.write("norms.csv", exports.norms_csv(decided))
    where.write("norms.xlsx", exports.norms_xlsx(decided))
    where.write("near.csv", exports.near_csv(decided))
    where.write("errors.csv", exports.errors_csv(events, missing))


def _sum(digests: Sequence[Digest]) -> dict[str, int]:
    """How many events there are of every status."""
    found: dict[str, int] = {}
    for digest in digests:
        for status, count in digest.statuses.items():
            found[status] = found.get(status, 0) + count
    return found
