import multiprocessing
import os
import time
import warnings
from contextlib import contextmanager
from pathlib import Path

import distributed
import fsspec
import pytest
from click.testing import CliRunner

from normcheck.audit import run
from normcheck.audit.cluster import Cluster, guarded
from normcheck.audit.inputs import find
from normcheck.audit.key import Options
from normcheck.audit.place import place
from normcheck.audit.pool import DIED, TOO_LONG, Limits, Lost
from normcheck.audit.run import Plan
from normcheck.cli import main
from normcheck.errors import UnwritableOutput
from tests.benchmark import generate

LIMITS = Limits(60, 4096)


def folder_of(path, count):
    path.mkdir()
    for seed in range(count):
        (path / f"open{seed}.trf").write_text(generate.swiss(30, 9, seed=seed, mean=2380), encoding="utf-8")
    (path / "bad.trf").write_text("nothing", encoding="utf-8")
    return path


def serial(function, tasks, where):
    for at, task in enumerate(tasks):
        yield at, function(task, where)


def audited(words, out, engine=serial, watch=lambda step: None):
    plan = Plan(out, Options(), LIMITS, pages=False)
    return run.audit(find([str(word) for word in words]), plan, engine, watch)


def contents(folder):
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and ".audit" not in path.parts]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_addresses_are_read_and_written_like_folders(tmp_path):
    source = folder_of(tmp_path / "in", 3)
    audited([source], str(tmp_path / "plain"))
    memory = fsspec.filesystem("memory")
    for path in source.iterdir():
        memory.pipe_file(f"/year/{path.name}", path.read_bytes())
    found = audited(["memory://year"], "memory://found")
    assert found.totals() == audited([source], str(tmp_path / "plain")).totals()
    assert audited(["memory://year"], "memory://found").kept == 4
    local = contents(tmp_path / "plain")
    for name in ("verdicts", "findings", "players"):
        part = f"tables/{name}/part-00000.parquet"
        assert place("memory://found").read(part) is not None
        assert len(place("memory://found").read(part)) == len(local[part])


@contextmanager
def workers(count=2, **settings):
    """A cluster of worker processes on this machine."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with distributed.LocalCluster(
            n_workers=count, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50, **settings
        ) as local:
            yield local


def test_a_scheduler_that_is_not_there_is_told():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(UnwritableOutput, match="dask scheduler"), Cluster("tcp://127.0.0.1:9", LIMITS):
            pass


def test_a_cluster_finds_the_same_and_loses_nothing_with_a_worker(tmp_path):
    source = folder_of(tmp_path / "in", 60)
    audited([source], str(tmp_path / "alone"))
    killed = []
    with workers() as local:

        def kill_one(step):
            if not killed:
                killed.append(next(iter(local.workers.values())).pid)
                os.kill(killed[0], 9)

        with Cluster(local.scheduler_address, LIMITS) as cluster:
            found = audited([source], str(tmp_path / "together"), cluster, kill_one)
    assert killed
    assert found.totals()["events"] == 60
    assert contents(tmp_path / "together") == contents(tmp_path / "alone")


def work(task, where):
    """Twice the task; some tasks hang, die, eat memory, or leave the number of their process."""
    if task == "hang":
        with Path(where.root, "hangs").open("a", encoding="utf-8") as file:
            file.write(f"{os.getpid()}\n")
        while True:
            time.sleep(0.05)
    if task == "die":
        os._exit(3)
    if task == "eat":
        return len(bytearray(1 << 40))
    return task * 2


def test_a_task_that_hangs_dies_or_eats_memory_is_cut_off_while_the_others_go_on(tmp_path):
    tasks = [1, "hang", 2, "die", 3, "eat", 4, *range(5, 60)]
    limits = Limits(2, 1024)
    with workers() as local, Cluster(local.scheduler_address, limits) as cluster:
        before = {worker.pid for worker in local.workers.values()}
        found = dict(cluster(work, tasks, place(str(tmp_path))))
        assert {worker.pid for worker in local.workers.values()} == before
    lost = {at: answer for at, answer in found.items() if isinstance(answer, Lost)}
    assert lost == {1: Lost(TOO_LONG), 3: Lost(DIED), 5: Lost(DIED)}
    assert {at: answer for at, answer in found.items() if at not in lost} == {
        at: task * 2 for at, task in enumerate(tasks) if at not in lost
    }


def runs(process):
    """Whether a process is there and no mere remains of one."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="asks the system of Linux for processes")
def test_nothing_is_left_on_the_workers_when_an_audit_is_stopped(tmp_path):
    with workers(1) as local:
        with Cluster(local.scheduler_address, Limits(2, 1024)) as cluster:
            answers = cluster(work, [1, 2, *["hang"] * 7], place(str(tmp_path)))  # two tasks to a batch
            assert [next(answers), next(answers)] == [(0, 2), (1, 4)]
            while not (tmp_path / "hangs").exists():
                time.sleep(0.05)
        (process,) = (tmp_path / "hangs").read_text(encoding="utf-8").split()
        while runs(process):
            time.sleep(0.05)
        with distributed.Client(local.scheduler_address, set_as_default=False) as client:
            while client.run(processes_of_worker) != {local.workers[0].worker_address: 0}:
                time.sleep(0.05)
    assert (tmp_path / "hangs").read_text(encoding="utf-8").split() == [process]


def processes_of_worker():
    return len(multiprocessing.active_children())


def test_a_process_whose_worker_is_dead_ends_by_itself(tmp_path):
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=guarded, args=(work, 0.5, "hang", place(str(tmp_path))))
    process.start()
    process.join(60)
    assert process.exitcode == 1


def test_a_worker_with_another_program_is_told(tmp_path):
    with workers(1) as local, Cluster(local.scheduler_address, LIMITS) as cluster:
        cluster._job = cluster._job._replace(program=b"another")
        with pytest.raises(UnwritableOutput, match="another version of normcheck"):
            list(cluster(work, [1], place(str(tmp_path))))


def test_a_cluster_that_cannot_do_the_work_is_told(tmp_path):
    with workers(1) as local, Cluster(local.scheduler_address, LIMITS) as cluster:
        cluster._job = cluster._job._replace(limits=None)
        with pytest.raises(UnwritableOutput, match="cannot do the work"):
            list(cluster(work, [1], place(str(tmp_path))))


def test_the_command_audits_on_a_cluster(tmp_path):
    source = folder_of(tmp_path / "in", 3)
    with workers(1) as local:
        words = ["audit", str(source), "-o", str(tmp_path / "out"), "--no-pages"]
        result = CliRunner().invoke(main, [*words, "--scheduler", local.scheduler_address])
    assert result.exit_code == 0, result.output
    assert "3 events judged, 90 players.\n1 file not judged (errors.csv).\n" in result.output
