"""How fast normcheck is: ``python -m tests.benchmark`` prints the figures, each the best of several runs on one core.

Times of a shared machine are noisy: compare the ratios, and figures of one run only.
"""

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from normcheck.event import Event, Fact, Game, Player, Source
from normcheck.findings import findings
from normcheck.read import read
from normcheck.regulation import edition_for
from normcheck.report.pdf import PdfWriter
from normcheck.report.sheets import reports
from normcheck.verdict import Audit
from tests.benchmark import generate, many

AIMS = {
    "read 200 x 9": 6.0,
    "settle 200 x 9": 5.0,
    "read 300 x 11": 15.0,
    "settle 300 x 11": 15.0,
    "settle 200 x 13": 50.0,
    "worst player, 19 rounds": 20.0,
    "findings of one title": 0.1,
    "PDF report after the first": 170.0,
    "start of --version": 150.0,
}


def best(what: Callable[[], object], runs: int = 7) -> float:
    """Milliseconds of the fastest run."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        what()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def audit(event: Event) -> Audit:
    """The event under its edition."""
    return Audit(event, edition_for(event.start.value if event.start else None)[0])


def show(name: str, milliseconds: float) -> None:
    """One line of the result."""
    aim = AIMS[name]
    print(f"{name:<30} {milliseconds:9.2f} ms   aim {aim:6.1f} ms   {milliseconds / aim:5.2f} of the aim", flush=True)


def events(folder: Path) -> None:
    """Reading and settling generated events."""
    for players, rounds in ((200, 9), (300, 11), (200, 13)):
        path = folder / f"{players}x{rounds}.trf"
        path.write_text(generate.swiss(players, rounds, seed=7), encoding="utf-8")
        event = read(path)
        name = f"{players} x {rounds}"
        if f"read {name}" in AIMS:
            show(f"read {name}", best(lambda path=path: read(path)))  # type: ignore[misc]
        show(f"settle {name}", best(lambda event=event: list(audit(event).decisions())))  # type: ignore[misc]


def worst_player() -> Event:
    """A league of 19 rounds in which one player beats everybody and every condition binds."""
    titles = ["GM", "IM", "FM", "", "CM"]
    federations = ["GER", "GER", "FRA", "GER", "POL", "ESP", "GER"]
    games = tuple(Game(no, "w", "=" if no % 7 == 0 else "1") for no in range(2, 21))
    players = {
        no: Player(no, f"Opponent {no}", titles[no % 5], federations[no % 7], 2200 + 13 * no % 300)
        for no in range(2, 21)
    }
    me = Player(1, "Example", "", "GER", 2300, "f", games=games)
    system = Fact("team", Source("worst"))
    return Event("worst", "", None, {1: me, **players}, 19, 19, True, system)


def one_player() -> None:
    """The worst player of a long event, all titles."""
    event = worst_player()
    show("worst player, 19 rounds", best(lambda: [d.base.shown for d in audit(event).decisions() if d.player.no == 1]))


def looking(folder: Path) -> None:
    """Findings and PDF of players somebody looks at."""
    running = audit(read(folder / "200x9.trf"))
    decisions = list(running.decisions())
    for decision in decisions:
        assert decision.base.shown
    show("findings of one title", best(lambda: [findings(running, d) for d in decisions], 3) / len(decisions))
    writer, times = PdfWriter(), []
    shown = list(reports(running, decisions))
    for report in (*shown, *shown)[:20]:
        start = time.perf_counter()
        writer.write(report, folder / "report.pdf")
        times.append(1000 * (time.perf_counter() - start))
    show("PDF report after the first", statistics.median(times[1:]))


def memory(folder: Path, count: int = 500) -> None:
    """Peak memory after a few and after many PDF reports."""
    running = audit(read(folder / "200x9.trf"))
    writer, shown = PdfWriter(), list(reports(running, list(running.decisions())))
    for number in range(count):
        writer.write(shown[number % len(shown)], folder / "report.pdf")
        if number + 1 in (50, count):
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"peak memory after {number + 1:4d} reports {peak:7.0f} MiB", flush=True)


def start_up() -> None:
    """A new process that says its version."""
    command = [sys.executable, "-m", "normcheck", "--version"]
    show("start of --version", best(lambda: subprocess.run(command, check=True, capture_output=True), 5))


def main() -> None:
    """Print all figures; ``--memory`` makes the 500 reports as well; ``audit`` prints those of many events instead."""
    if "audit" in sys.argv:
        many.main()
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        events(folder)
        one_player()
        looking(folder)
        start_up()
        if "--memory" in sys.argv:
            memory(folder)


if __name__ == "__main__":
    main()
