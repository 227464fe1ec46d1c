"""Damaged tournament reports: an event or a clear refusal, the same each time, whatever the bytes."""

import tomllib
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from normcheck.errors import UnreadableInput
from normcheck.event import HALVES
from normcheck.read import trf
from normcheck.resources import folder

FILES = [path.read_bytes() for path in sorted((Path(__file__).parent / "events").glob("*.trf"))]
SENTENCES = tomllib.loads((folder("rules") / "en" / "notices.toml").read_text("utf-8"))
RESULTS = {*HALVES, " ", "?"}

many = settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def outcome(data):
    try:
        return trf.read(data, "damaged.trf")
    except UnreadableInput as error:
        assert str(error).startswith("damaged.trf")
        return str(error)


def check(data):
    """The reader keeps its promises for these bytes."""
    event = outcome(data)
    assert outcome(data) == event
    if isinstance(event, str):
        return
    assert 0 <= event.rounds_played <= event.rounds <= 99
    assert len(event.round_dates) in (0, event.rounds)
    for no, player in event.players.items():
        assert player.no == no
        assert event.rounds_played <= len(player.games) <= 99
        for game in player.games:
            assert game.opponent == 0 or (game.opponent in event.players and game.opponent != no)
            assert game.colour in ("w", "b", "-")
            assert game.result in RESULTS
    for notice in event.notices:
        assert SENTENCES[notice.key].format(**notice.values)


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
    plain, other = outcome(data), outcome(data.replace(b"\n", end))
    without_lines = [[player._replace(line=0) for player in event.players.values()] for event in (plain, other)]
    assert without_lines[0] == without_lines[1]
