"""Many events: ``python -m tests.benchmark audit [--events N] [--plot FILE] [--full]``.

Prints events a second from files to tables on one core, the ratio to reading only, what two processes gain, the judge
for each player beside a public evaluator's figures, peak memory, and how time grows with players, rounds and events;
``--plot`` draws the growth. ``--full`` audits a folder of 2,000 events with bad files among them, once interrupted.
"""

import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from normcheck.audit import run
from normcheck.audit.inputs import find
from normcheck.audit.key import Options
from normcheck.audit.pool import Limits, Pool
from normcheck.audit.run import Plan, Step
from normcheck.event import Event
from normcheck.read import read
from normcheck.regulation import edition_for
from normcheck.verdict import Audit
from tests.benchmark import generate

LIMITS = Limits(60, 2048)
PUBLIC = {9: 0.22, 13: 16.7}  # milliseconds a player for four titles, a public evaluator on a machine of this size
AIM = {9: 10, 13: 100}  # times faster
EVENTS = 200


def timed(what: Callable[[], object]) -> float:
    """Seconds it takes."""
    start = time.perf_counter()
    what()
    return time.perf_counter() - start


@contextmanager
def one_core() -> Iterator[None]:
    """All processes on one core, where the system can."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if cores:
        os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        if cores:
            os.sched_setaffinity(0, cores)


def make(folder: Path, count: int, players: int = 200, rounds: int = 9) -> Path:
    """A folder of generated opens."""
    folder.mkdir()
    for seed in range(count):
        (folder / f"{seed:05d}.trf").write_text(generate.open_event(players, rounds, seed), encoding="utf-8")
    return folder


def steady(folder: Path, out: Path, jobs: int) -> float:
    """Seconds for all events of a folder from files to tables, the start of the processes left out.

    The clock runs from the first quarter on, when all processes are at work; the judging is scaled to all events.
    """
    seen: dict[tuple[str, int], float] = {}
    plan = Plan(str(out), Options(), LIMITS, pages=False)
    items = find([str(folder)])
    last = len(items)

    def watch(step: Step) -> None:
        seen[step.name, step.done] = time.perf_counter()

    with Pool(jobs, LIMITS) as pool:
        run.audit(items, plan, pool.run, watch)
    first = min(done for name, done in seen if name == run.READ and done >= last // 4)
    judging = (seen[run.READ, last] - seen[run.READ, first]) * last / (last - first)
    return judging + max(seen.values()) - seen[run.READ, last]


def computing(what: Callable[[], object]) -> float:
    """Seconds of computing, in this process and those it started and waited for: what others do does not count."""
    before = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    what()
    after = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(a.ru_utime + a.ru_stime - b.ru_utime - b.ru_stime for a, b in zip(after, before, strict=True))


def rates(folder: Path, place: Path, count: int) -> None:
    """Reading only and everything, in seconds of one core; everything with one and two processes, by the clock."""
    files, few = sorted(folder.iterdir()), 4
    small = make(place / "small", few)
    with one_core():
        reading = min(computing(lambda: [read(path) for path in files]) for _ in range(2))
        start = min(computing(lambda n=n: steady(small, place / f"start{n}", 1)) for n in range(2))
        whole = min(computing(lambda n=n: steady(folder, place / f"one{n}", 1)) for n in range(2))
    alone = (whole - start) * count / (count - few)
    single, both = (min(steady(folder, place / f"{jobs}jobs{n}", jobs) for n in range(2)) for jobs in (1, 2))
    print(f"reading only, one core          {count / reading:7.1f} events a second")
    print(f"from files to tables, one core  {count / alone:7.1f} events a second   aim 100")
    print(f"  times that of reading only    {alone / reading:7.2f}                    aim 2.00")
    print(f"two processes                   {single / both:7.2f} times faster       aim 1.80")


def deciding(event: Event) -> float:
    """Seconds to decide everything of an event."""
    edition, reason = edition_for(event.start.value if event.start else None)
    return min(timed(lambda: list(Audit(event, edition, (), reason).decisions())) for _ in range(7))


def judge() -> None:
    """The judge alone, for each player."""
    folder = Path(tempfile.mkdtemp())
    for rounds, public in PUBLIC.items():
        for name, text in (("open", generate.open_event(200, rounds, 7)), ("strong", generate.swiss(200, rounds, 7))):
            path = folder / f"{name}{rounds}.trf"
            path.write_text(text, encoding="utf-8")
            best = deciding(read(path))
            each = 1000 * best / 200
            print(f"judge, {name:<6} {rounds:2d} rounds  {each:7.4f} ms a player  {public / each:6.1f} times faster   "
                  f"aim {AIM[rounds]}")  # fmt: skip


def growth(place: Path, plot: Path | None) -> None:
    """Time against players, rounds and events, each with the others fixed."""
    series: dict[str, list[tuple[int, float]]] = {"players": [], "rounds": [], "events": []}
    for name, values in (("players", (50, 100, 200, 400)), ("rounds", (5, 7, 9, 11, 13)), ("events", (25, 50, 100))):
        for value in values:
            size = {"players": 200, "rounds": 9, "events": 10} | {name: value}
            folder = make(place / f"{name}{value}", size["events"], size["players"], size["rounds"])
            seconds = min(computing(lambda f=folder: serially(f)) for _ in range(2))
            series[name].append((value, seconds))
            print(f"growth: {value:4d} {name:<8} {1000 * seconds / value:8.2f} ms for each of the {name}")
    if plot:
        plot.write_text(drawn(series), encoding="utf-8")
        print(f"growth drawn in {plot}")


def serially(folder: Path) -> None:
    """From files to tables in this process."""
    with tempfile.TemporaryDirectory() as out:
        plan = Plan(out, Options(), LIMITS, pages=False)
        run.audit(
            find([str(folder)]), plan, lambda f, tasks, where: ((n, f(t, where)) for n, t in enumerate(tasks)),
            lambda _: None,
        )  # fmt: skip


def drawn(series: dict[str, list[tuple[int, float]]]) -> str:
    """Three small pictures side by side as SVG: seconds against each size, from 0."""
    width, height, pad = 260, 220, 40
    parts = []
    for at, (name, points) in enumerate(series.items()):
        most, longest = max(x for x, _ in points), max(y for _, y in points)
        spots = [(pad + x / most * (width - 60), height - pad - y / longest * (height - 70)) for x, y in points]
        left = at * (width + 20)
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in [(pad, height - pad), *spots])
        parts.append(
            f'<g transform="translate({left})"><text x="{pad}" y="20" font-weight="bold">seconds by {name}</text>'
            f'<path d="M{pad} 30V{height - pad}H{width - 10}" fill="none" stroke="#888"/>'
            f'<polyline points="{line}" fill="none" stroke="#1d4f7c" stroke-width="2"/>'
            + "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="#1d4f7c"/>' for x, y in spots)
            + "".join(
                f'<text x="{x:.1f}" y="{height - 22}" text-anchor="middle">{value}</text>'
                for (x, _), (value, _) in zip(spots, points, strict=True)
            )
            + f'<text x="{pad + 6}" y="42" fill="#555">{longest:.2f} s</text></g>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {3 * (width + 20)} {height}" '
        f'font-family="sans-serif" font-size="12">{"".join(parts)}</svg>\n'
    )


def full(place: Path) -> None:
    """2,000 events with bad files among them: audited, and audited again with an interruption; both must agree."""
    folder = make(place / "year", 2000, 60)
    for number in range(20):
        (folder / f"bad{number:02d}.trf").write_bytes(os.urandom(3000))
    command = [sys.executable, "-m", "normcheck", "audit", str(folder), "--no-pages", "-o"]
    seconds = timed(lambda: subprocess.run([*command, str(place / "whole")], check=True, capture_output=True))
    with subprocess.Popen([*command, str(place / "cut")], stderr=subprocess.DEVNULL) as cut:
        time.sleep(max(2.0, seconds / 3))
        cut.kill()
    subprocess.run([*command, str(place / "cut")], check=True, capture_output=True)
    same = all(
        path.read_bytes() == (place / "cut" / path.relative_to(place / "whole")).read_bytes()
        for path in (place / "whole").rglob("*")
        if path.is_file() and ".audit" not in path.parts
    )
    print(f"2,000 events of 60 players and 20 bad files: {seconds:.1f} s; killed and continued: "
          f"{'equal' if same else 'DIFFERENT'}")  # fmt: skip
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"peak memory of a process        {peak:7.0f} MiB")


def main() -> None:
    """Print all figures, with the settings of a worker for the garbage collector."""
    gc.freeze()
    gc.set_threshold(200_000, 50, 100)
    words = sys.argv
    count = int(words[words.index("--events") + 1]) if "--events" in words else EVENTS
    plot = Path(words[words.index("--plot") + 1]) if "--plot" in words else None
    judge()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        rates(make(place / "events", count), place, count)
        growth(place, plot)
        if "--full" in words:
            full(place)
