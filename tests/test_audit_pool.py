import os
import time

import pytest

from normcheck.audit.pool import DIED, TOO_LONG, Limits, Lost, Pool


def double(task, shared):
    """Twice the task; some tasks hang, die or eat memory."""
    if task == "hang":
        while True:
            time.sleep(0.05)
    if task == "die":
        os._exit(3)
    if task == "eat":
        return len(bytearray(1 << 40))
    return task * 2 + shared


LIMITS = Limits(30, 1024)


def answers(tasks, jobs, limits=LIMITS):
    with Pool(jobs, limits) as pool:
        return dict(pool.run(double, tasks, 1))


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_task_has_its_answer(jobs):
    assert answers(list(range(50)), jobs) == {n: 2 * n + 1 for n in range(50)}


def test_nothing_to_do_is_done_at_once():
    assert answers([], 2) == {}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_task_that_dies_takes_no_other_along(jobs):
    found = answers([1, "die", 2, 3, "die", 4], jobs)
    assert found == {0: 3, 1: Lost(DIED), 2: 5, 3: 7, 4: Lost(DIED), 5: 9}


def test_a_task_that_hangs_is_cut_off(monkeypatch):
    monkeypatch.setattr("normcheck.audit.pool._START", 5.0)
    found = answers([1, "hang", 2], 1, Limits(1, 1024))
    assert found == {0: 3, 1: Lost(TOO_LONG), 2: 5}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_a_process_gets_no_more_memory_than_it_may_have():
    found = answers([1, "eat", 2], 1, Limits(30, 512))
    assert found == {0: 3, 1: Lost(DIED), 2: 5}
