import os
import warnings

import distributed
import fsspec
import pytest

from normcheck.audit import run
from normcheck.audit.cluster import Cluster
from normcheck.audit.inputs import find
from normcheck.audit.key import Options
from normcheck.audit.place import place
from normcheck.audit.pool import Limits
from normcheck.audit.run import Plan
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


def test_a_scheduler_that_is_not_there_is_told(tmp_path):
    source = folder_of(tmp_path / "in", 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(UnwritableOutput, match="dask scheduler"):
            audited([source], str(tmp_path / "out"), Cluster("tcp://127.0.0.1:9"))


def test_a_cluster_finds_the_same_and_loses_nothing_with_a_worker(tmp_path):
    source = folder_of(tmp_path / "in", 60)
    audited([source], str(tmp_path / "alone"))
    killed = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
        ) as cluster:

            def kill_one(step):
                if not killed:
                    killed.append(next(iter(cluster.workers.values())).pid)
                    os.kill(killed[0], 9)

            found = audited([source], str(tmp_path / "together"), Cluster(cluster.scheduler_address), kill_one)
    assert killed
    assert found.totals()["events"] == 60
    assert contents(tmp_path / "together") == contents(tmp_path / "alone")
