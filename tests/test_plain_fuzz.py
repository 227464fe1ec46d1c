"""Damaged tables, lists, PGN files, pages and event files: an event or a clear refusal, whatever the bytes."""

import tomllib
import zipfile
from io import BytesIO
from pathlib import Path

import fuzz
import pytest
from fuzz import outcome
from hypothesis import given
from hypothesis import strategies as st
from test_convert import EXAMPLE
from test_fidereport import WHOLE, page
from test_pgn import robin
from test_plain import SMALL
from test_vega import CROSS, STANDINGS

from normcheck.read import event_json, fidereport, not_events, pgn, plain, read, trf, vega
from normcheck.resources import folder
from normcheck.write import ENDINGS, write
from normcheck.write.template import as_xlsx

FILES = [
    (plain, SMALL),
    (vega, CROSS),
    (vega, STANDINGS),
    (pgn, robin(Date="2026.03.07", TimeControl="5400+30")),
    (fidereport, page(WHOLE)),
    (event_json, write(read(EXAMPLE), ".json").content.decode()),
]
MARKS = [
    "",
    "\0",
    '"',
    "'",
    "|",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    ";",
    ",",
    "\t",
    "\n",
    "\r",
    "½",
    "9999999999",
    "-1",
    "1" * 5000,
]
MARKS += [
    "²",
    "\u202e",
    "\ufeff",
    "[Event ",
    '[Round "99"]',
    "<table>",
    "</table>",
    "<tr>",
    "#99999",
    "R99",
    "1e999",
    "NaN",
    "٣",
]
READERS = {".trf": trf, ".json": event_json, ".csv": plain}
SHEET = as_xlsx()
many = fuzz.many(150)


def check(reader, data):
    """The reader keeps its promises for these bytes, and what it reads can be written."""
    event = fuzz.check(reader, data)
    for ending in ENDINGS if event else ():
        again = READERS[ending].read(write(event, ending).content, "again")
        assert [results(player) for player in again.players.values()] == [results(p) for p in event.players.values()]


def results(player):
    """The games of a player without places; a forfeit of nobody is a bye in a report, and open rounds are cut off."""
    games = [(game.opponent, game.colour, game.result) for game in player.games]
    games = [(0, "-", {"+": "F", "-": "Z"}.get(game[2], game[2])) if not game[0] else game for game in games]
    while games and games[-1] == (0, "-", " "):
        games.pop()
    return player.no, games


@st.composite
def damaged_text(draw):
    reader, text = draw(st.sampled_from(FILES))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(text)))
        kind = draw(st.sampled_from(["mark", "drop", "double", "cut", "digit"]))
        length = draw(st.integers(1, 30))
        if kind == "mark":
            text = text[:at] + draw(st.sampled_from(MARKS)) + text[at + draw(st.integers(0, 2)) :]
        elif kind == "drop":
            text = text[:at] + text[at + length :]
        elif kind == "double":
            text = text[: at + length] + text[at:]
        elif kind == "cut":
            text = text[: max(at, 40)]
        else:
            text = text[:at] + draw(st.sampled_from("0123456789")) + text[at + 1 :]
    return reader, text.encode("utf-8", "replace")


@st.composite
def damaged_bytes(draw):
    reader, text = draw(st.sampled_from(FILES))
    data = bytearray(text.encode())
    for _ in range(draw(st.integers(1, 10))):
        data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return reader, bytes(data)


@many
@given(damaged_text())
def test_damaged_text(damaged):
    check(*damaged)


@many
@given(damaged_bytes())
def test_damaged_bytes(damaged):
    check(*damaged)


@many
@given(st.sampled_from(FILES), st.binary(max_size=300), st.booleans())
def test_any_bytes(one, data, before):
    reader, text = one
    check(reader, data + text.encode() if before else data)


@many
@given(st.data())
def test_damaged_sheets(data):
    content = bytearray(SHEET)
    for _ in range(data.draw(st.integers(1, 8))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    check(plain, bytes(content))


@many
@given(st.binary(max_size=200), st.sampled_from([b"<playerslist>", b"Event,x\nStart,y", b"ID Number  Name  "]))
def test_what_is_no_event_is_refused(data, start):
    assert not_events.looks_like(start + data, "x")
    assert isinstance(outcome(not_events, start + data), str)


def bomb():
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * (80 << 20))
    return data.getvalue()


@pytest.mark.parametrize(
    ("reader", "data", "reason"),
    [
        (pgn, b"[" * 200_000, "characters"),
        (pgn, b'[Event "' * 9_000, "no game"),
        (pgn, (b'[White "a"]\n[Black "b"]\n[Round "1"]\n\n' * 20_000), ""),
        (pgn, b'[White "a"][Black "b"]' * 101_000, "characters"),
        (pgn, b'[White "a"][Black "b"]\n' * 101_000, "more than 100000 games"),
        (pgn, b'[White "a"]' + b"\n" * 2_000_000, "more than 2000000 lines"),
        (fidereport, page("<div>" * 50_000).encode(), "no table|parsed"),
        (fidereport, page(WHOLE, "<b>x</b>" * 300 + "y " * 2_000_000).encode(), ""),
        (fidereport, page("<table><tr><td>" * 5_000).encode(), "no table|parsed"),
        (event_json, b'{"normcheck_event": 1, "players": ' + b"[" * 90_000, "not well formed"),
        (event_json, b'{"normcheck_event": 1, "players": []}', "no player"),
        (vega, b"  N NAME  Rtg |" + b" 1" * 40_000, "no player"),
        (plain, b"no,name,fed,rating" + b",R1" * 20_000, "no player"),
        (plain, bomb(), "unpacks to more"),
    ],
)
def test_hostile_files_end_soon(reader, data, reason):
    found = outcome(reader, data)
    assert isinstance(found, str) == bool(reason)
    if reason:
        assert any(word in found for word in reason.split("|")), found


def test_every_sentence_of_these_readers_is_used():
    code = "".join(path.read_text("utf-8") for path in Path(plain.__file__).parent.glob("*.py"))
    for name in ("notices_plain", "refusals_plain"):
        keys = tomllib.loads((folder("rules") / "en" / f"{name}.toml").read_text("utf-8"))
        assert [key for key in keys if f'"{key}"' not in code] == []
