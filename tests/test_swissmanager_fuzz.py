"""Damaged files of Swiss-Manager: an event or a clear refusal, the same each time, whatever the bytes."""

import struct

import fuzz
from fuzz import outcome
from hypothesis import given
from hypothesis import strategies as st
from swissmanager_files import swiss, tag
from test_swissmanager import robin
from test_swissmanager_text import PAIRINGS, PLAYERS, RANKING

from normcheck.read import swissmanager, swissmanager_lists, swissmanager_ranking

BINARY = [swiss().data(), robin(6).data(), robin(4, 2).data()]
LISTS = [(swissmanager_lists, PLAYERS), (swissmanager_lists, PAIRINGS), (swissmanager_ranking, RANKING)]
NUMBERS = [0, 1, 2, 3, 99, 100, 255, 9999, 10000, 0x7FFF, 0xFFFD, 0xFFFE, 0xFFFF]

many = fuzz.many(300)


def check(reader, data):
    fuzz.check(reader, data, "damaged.TUNX")


@st.composite
def mutated_bytes(draw):
    data = bytearray(draw(st.sampled_from(BINARY)))
    for _ in range(draw(st.integers(1, 8))):
        at = draw(st.integers(0, len(data) - 5))
        kind = draw(st.sampled_from(["set", "number", "long", "insert", "delete", "cut"]))
        if kind == "set":
            data[at] = draw(st.integers(0, 255))
        elif kind == "number":
            struct.pack_into("<H", data, at, draw(st.sampled_from(NUMBERS)))
        elif kind == "long":
            struct.pack_into("<I", data, at, draw(st.sampled_from([0, 1, len(data), 20240301, 2**31, 2**32 - 1])))
        elif kind == "insert":
            data[at:at] = draw(st.binary(min_size=1, max_size=4))
        elif kind == "delete":
            del data[at : at + draw(st.integers(1, 20))]
        else:
            del data[max(at, 200) :]
        if len(data) < 300:
            break
    return bytes(data)


@st.composite
def mutated_records(draw):
    """Only bytes behind the players' tag: the layout stays right, and what it holds does not."""
    data = bytearray(draw(st.sampled_from(BINARY)))
    start = data.index(tag(0xA5)) + 4
    for _ in range(draw(st.integers(1, 12))):
        at = draw(st.integers(start, len(data) - 37))
        data[at] = draw(st.integers(0, 255))
    return bytes(data)


@st.composite
def mutated_pairings(draw):
    """Only player numbers and results."""
    data = bytearray(draw(st.sampled_from(BINARY)))
    start = data.index(tag(0xB3)) + 4
    count = (len(data) - 36 - start) // 21
    for _ in range(draw(st.integers(1, 12))):
        at = start + 21 * draw(st.integers(0, count - 1))
        number = st.sampled_from([0, 1, 2, 3, 4, 0xFFFE, 0xFFFF])
        struct.pack_into("<HHB", data, at, draw(st.integers(0, 4)), draw(number), draw(st.integers(0, 12)))
    return bytes(data)


@st.composite
def mutated_lists(draw):
    reader, text = draw(st.sampled_from(LISTS))
    lines = [line.split(";") for line in text.splitlines()]
    for _ in range(draw(st.integers(1, 10))):
        line = draw(st.integers(0, len(lines) - 1))
        at = draw(st.integers(0, len(lines[line]) - 1))
        kind = draw(st.sampled_from(["cell", "drop", "double", "cut", "swap"]))
        if kind == "cell":
            lines[line][at] = draw(st.text('0123-K½,.xwb"{}²é\u202e\0 ', max_size=6))
        elif kind == "drop" and len(lines[line]) > 1:
            del lines[line][at]
        elif kind == "double":
            lines.insert(line, list(lines[line]))
        elif kind == "cut":
            del lines[line][at + 1 :]
        else:
            lines[0], lines[line] = lines[line], lines[0]
    return reader, "\n".join(";".join(line) for line in lines).encode()


@many
@given(mutated_bytes())
def test_damaged_bytes(data):
    check(swissmanager, data)


@many
@given(mutated_records())
def test_damaged_records(data):
    check(swissmanager, data)


@many
@given(mutated_pairings())
def test_damaged_pairings(data):
    check(swissmanager, data)


@many
@given(st.binary(max_size=300), st.sampled_from([b"", tag(0x93)]), st.sampled_from([b"", BINARY[0][-36:]]))
def test_any_bytes(data, start, end):
    check(swissmanager, start + data + end)


@many
@given(mutated_lists())
def test_damaged_lists(damaged):
    check(*damaged)


@many
@given(st.binary(max_size=200), st.sampled_from(LISTS))
def test_any_bytes_in_a_list(data, one):
    reader, text = one
    check(reader, text.encode() + data)


def test_numbers_that_announce_more_than_there_is_are_refused_before_they_are_used():
    data = bytearray(swiss().data())
    at = data.index(tag(0x95))
    for place, number in ((23, 9999), (27, 99)):
        damaged = bytearray(data)
        struct.pack_into("<H", damaged, at + place, number)
        assert isinstance(outcome(swissmanager, bytes(damaged)), str)
