"""The hold on a folder behind an address: found by others, taken from the dead, and given up when it is lost."""

import json
import multiprocessing
import os
import socket
import time

import pytest

from normcheck.audit import hold
from normcheck.audit.place import LOCK, place
from normcheck.errors import UnwritableOutput, WrongUsage


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A place of its own in memory, where nobody waits long."""
    monkeypatch.setattr(hold, "_SETTLE", 0.01)
    monkeypatch.setattr(hold, "SIGN", 0.02)
    return place(f"memory://{tmp_path.name}")


def holder(**told):
    known = {"number": "another", "host": "elsewhere", "process": 1, "at": time.time()}
    return json.dumps(known | told).encode()


def test_two_audits_into_one_address_at_once_are_refused(store):
    with store.locked():
        with pytest.raises(WrongUsage, match=f"process {os.getpid()} on {socket.gethostname()}"), store.locked():
            pass
        assert store.exists(LOCK)
    assert not store.exists(LOCK)
    with store.locked():
        pass


def test_who_holds_it_shows_himself_again_and_again(store):
    with store.locked():
        first = json.loads(store.read(LOCK))
        while json.loads(store.read(LOCK))["at"] == first["at"]:
            time.sleep(0.01)
        assert json.loads(store.read(LOCK))["number"] == first["number"]


def ended():
    """The number of a process that has ended."""
    process = multiprocessing.get_context("spawn").Process(target=int)
    process.start()
    process.join()
    return process.pid


@pytest.mark.parametrize(
    "left",
    [
        lambda: holder(at=time.time() - hold.DEAD - 1),
        lambda: holder(host=socket.gethostname(), process=ended()),
        lambda: b"{",  # nobody can tell from this
        lambda: b"[]",
        lambda: holder(at="now"),
    ],
)
def test_the_hold_of_the_dead_counts_no_more(store, left):
    store.write(LOCK, left())
    with store.locked():
        pass


@pytest.mark.parametrize("told", [{}, {"host": socket.gethostname(), "process": os.getpid()}])
def test_who_lives_is_left_alone(store, told):
    store.write(LOCK, holder(**told))
    with pytest.raises(WrongUsage, match="another audit"), store.locked():
        pass
    assert json.loads(store.read(LOCK))["number"] == "another"


def test_who_comes_in_between_wins(store, monkeypatch):
    monkeypatch.setattr(hold.time, "sleep", lambda _: store.write(LOCK, holder()))
    with pytest.raises(WrongUsage, match="elsewhere"), store.locked():
        pass
    assert json.loads(store.read(LOCK))["number"] == "another"


def test_an_audit_that_has_lost_its_hold_stops(store):
    began = time.monotonic()
    stopped = pytest.raises(KeyboardInterrupt)
    with pytest.raises(UnwritableOutput, match="has begun to write there"), store.locked(), stopped:
        store.write(LOCK, holder())
        while time.monotonic() < began + 60:  # the sign comes after a few hundredths
            time.sleep(60)
    assert json.loads(store.read(LOCK))["number"] == "another"
