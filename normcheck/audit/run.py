"""A whole audit, step by step; who calls hears of every task done and keeps the order of steps in one place."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from normcheck.audit import claims, exports, library, pages, parts, ready, tables, work
from normcheck.audit.claims import Verified
from normcheck.audit.claims_file import Claim
from normcheck.audit.inputs import Item
from normcheck.audit.key import Options
from normcheck.audit.match import Listed, joined, listed, together
from normcheck.audit.pages import Made, PageTask
from normcheck.audit.parts import Attention, Decided, Digest
from normcheck.audit.place import Place, place
from normcheck.audit.pool import Limits, Lost
from normcheck.audit.result import CUT_OFF, JUDGED
from normcheck.audit.schema import TABLES
from normcheck.audit.work import Outcome, Task
from normcheck.errors import UnwritableOutput
from normcheck.finding import NEEDS_REVIEW, NORM
from normcheck.wording import say

READ, JOIN, WRITE, PAGES, READY, CLAIMS = "read", "join", "tables", "pages", "ready", "claims"


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
    rows = _ready(decided, where, engine, watch) if made else []
    _lists(where, events, decided, rows, bool(made))
    verified = None if plan.claims is None else _claims(plan.claims, events, decided, plan, engine, watch)
    return Audited(
        events, _sum(digests), sum(d.players for d in digests), decided,
        [one for digest in digests for one in digest.attention], made, rows, kept + more,
        verified,
    )  # fmt: skip


def _judge(
    groups: Sequence[tuple[Item, ...]], plan: Plan, engine: Engine, watch: Watch, step: str
) -> tuple[list[Outcome], int]:
    """The outcome of every group of files, and how many of them were there already."""
    tasks = [Task(items, plan.options) for items in groups]
    outcomes, kept = [], 0
    for at, found in engine(work.judge, tasks, place(plan.out)):
        outcome = Outcome(groups[at], CUT_OFF, _why(found, plan.limits)) if isinstance(found, Lost) else found
        kept += bool(outcome.key) and not outcome.fresh
        outcomes.append(outcome)
        watch(Step(step, len(outcomes), len(tasks), kept))
    return outcomes, kept


def _why(lost: Lost, limits: Limits) -> str:
    return say("audit", "cut_off", lost.why, seconds=f"{limits.seconds:g}", megabytes=limits.megabytes)


def _tables(events: list[Listed], where: Place, engine: Engine, watch: Watch) -> list[Digest]:
    """Write all parts, and remove those of a larger audit before."""
    tasks = parts.parts(events)
    found: dict[int, Digest] = {}
    for at, digest in engine(parts.make, tasks, where):
        if isinstance(digest, Lost) or digest.missing:
            raise UnwritableOutput(say("audit", "errors", "tables", folder=where.root))
        found[at] = digest
        watch(Step(WRITE, len(found), len(tasks)))
    wanted = {tables.table_file(table, part.number) for table in TABLES for part in tasks}
    for table in TABLES:
        for name in where.names(f"tables/{table}"):
            if name not in wanted:
                where.remove(name)
    tables.write_schema(where)
    return [found[at] for at in range(len(tasks))]


def _pages(events: list[Listed], plan: Plan, engine: Engine, watch: Watch) -> dict[str, Made]:
    """The proof pages of every event with norms, by the key of its result; pages of other audits are removed."""
    where = place(plan.out)
    pages.write_style(where)
    tasks = [
        PageTask(one, Task(one.items, plan.options), plan.pdf)
        for one, repeats in events
        if one.status == JUDGED and one.norms and not repeats
    ]
    made: dict[str, Made] = {}
    for at, found in engine(pages.make, tasks, where):
        made[tasks[at].outcome.key] = Made(problem=found.why) if isinstance(found, Lost) else found
        watch(Step(PAGES, len(made), len(tasks)))
    wanted = {pages.STYLE, *(pages.page(key) for key in made)}
    for name in where.names("proofs"):
        if name not in wanted:
            where.remove(name)
    return made


def _ready(decided: list[Decided], where: Place, engine: Engine, watch: Watch) -> list[ready.Progress]:
    tasks = ready.players(decided)
    found: dict[int, list[ready.Progress]] = {}
    for at, rows in engine(ready.progress, tasks, where):
        found[at] = [] if isinstance(rows, Lost) else rows
        watch(Step(READY, len(found), len(tasks)))
    return [row for at in sorted(found) for row in found[at]]


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
    where.write("claims.csv", exports.table(claims.OUT_COLUMNS, [one.row() for one in every]))
    return every


def _lists(
    where: Place, events: list[Listed], decided: list[Decided], rows: list[ready.Progress], with_ready: bool
) -> None:
    where.write("norms.csv", exports.norms_csv(decided))
    where.write("norms.xlsx", exports.norms_xlsx(decided))
    where.write("near.csv", exports.near_csv(decided))
    where.write("errors.csv", exports.errors_csv(events))
    if with_ready:
        where.write("ready.csv", exports.table(ready.COLUMNS, [row.values for row in rows]))


def _sum(digests: Sequence[Digest]) -> dict[str, int]:
    """How many events there are of every status."""
    found: dict[str, int] = {}
    for digest in digests:
        for status, count in digest.statuses.items():
            found[status] = found.get(status, 0) + count
    return found
