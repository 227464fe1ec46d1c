"""Damaged tournament reports: an event or a clear refusal, the same each time, whatever the bytes."""

from pathlib import Path

import fuzz
from fuzz import outcome
from hypothesis import given
from hypothesis import strategies as st

from normcheck.read import trf

FILES = [path.read_bytes() for path in sorted((Path(__file__).parent / "events").glob("*.trf"))]
many = fuzz.many(300)


def check(data):
    fuzz.check(trf, data, "damaged.trf")


@st.composite
def mutated_bytes(draw):
    data = bytearray(draw(st.sampled_from(FILES)))
    for _ in range(draw(st.integers(1, 12))):
        at = draw(st.integers(0, len(data) - 1))
        kind = draw(st.sampled_from(["set", "insert", "delete", "cut"]))
        if kind == "set":
            data[at] = draw(st.integers(0, 255))
        elif kind == "insert":
            data[at:at] = draw(st.binary(min_size=1, max_size=4))
        elif kind == "delete":
            del data[at : at + draw(st.integers(1, 20))]
        elif len(data) > 400:
            del data[max(at, 200) :]
    return bytes(data)


@st.composite
def mutated_fields(draw):
    """Lines shuffled, doubled or left out, and fields replaced by others of the same width."""
    lines = draw(st.sampled_from(FILES)).decode().split("\n")
    for _ in range(draw(st.integers(1, 12))):
        at = draw(st.integers(0, len(lines) - 1))
        start = draw(st.sampled_from([0, 3, 9, 10, 14, 48, 53, 57, 69, 80, 85, 91, 95, 97, 98, 101, 111]))
        text = draw(st.text("0019mwfbGMHFUZ=+-?/.²½é\u202e {}", min_size=1, max_size=10))
        kind = draw(st.sampled_from(["field", "double", "drop", "swap", "trim"]))
        if kind == "field":
            lines[at] = lines[at][:start].ljust(start) + text + lines[at][start + len(text) :]
        elif kind == "double":
            lines.insert(at, lines[at])
        elif kind == "drop" and len(lines) > 2:
            del lines[at]
        elif kind == "trim":
            lines[at] = lines[at][: start + 1]
        else:
            lines[0], lines[at] = lines[at], lines[0]
    return "\n".join(lines).encode()


@many
@given(mutated_bytes())
def test_damaged_bytes(data):
    check(data)


@many
@given(mutated_fields())
def test_damaged_fields(data):
    check(data)


@many
@given(st.binary(max_size=300), st.sampled_from([b"", b"001    1", b"\xff\xfe", b"012 x\n001    1 m\n"]))
def test_any_bytes(data, start):
    check(start + data)


@many
@given(st.sampled_from(FILES), st.sampled_from([b"\r\n", b"\r", b"\n\n", b" \n"]))
def test_line_ends_do_not_matter(data, end):
    plain, other = (outcome(trf, text) for text in (data, data.replace(b"\n", end)))
    without_lines = [[player._replace(line=0) for player in event.players.values()] for event in (plain, other)]
    assert without_lines[0] == without_lines[1]
