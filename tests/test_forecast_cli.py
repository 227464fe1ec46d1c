"""``normcheck forecast``: the sheet in one command, each line of which the command ``check`` confirms."""

import io
import json
import re
import warnings

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from normcheck.cli import main

HEAD = """012 Open of the Old Mill
022 Torun
032 POL
042 2025/03/01
052 2025/03/09
062 10
092 Individual: Swiss-System
122 90 minutes for the game + 30 seconds per move
XXR 9
"""
FIELD = [
    ("m", "FM", "Candidate, Pat", 2400, "POL"),
    ("m", "GM", "First, Ann", 2500, "GER"),
    ("m", "GM", "Second, Bo", 2500, "GER"),
    ("m", "GM", "Third, Cy", 2500, "FRA"),
    ("m", "IM", "Fourth, Di", 2450, "FRA"),
    ("m", "IM", "Fifth, Ed", 2450, "UKR"),
    ("m", "FM", "Sixth, Fay", 2350, "UKR"),
    ("m", "FM", "Seventh, Gil", 2350, "IND"),
    ("m", "", "Eighth, Hal", 2300, "IND"),
    ("m", "", "Ninth, Ida", 2300, "ESP"),
]


def trf(codes, last=" "):
    """The candidate against one opponent a round; the others have byes in between."""
    rows = []
    for no, (sex, title, name, rating, federation) in enumerate(FIELD, 1):
        games = [f"{n:4} w {c}" for n, c in enumerate(codes + last, 2)] if no == 1 else _byes(no, codes, last)
        head = (
            f"001 {no:4} {sex}{title:>3} {name:<33} {rating:4} {federation} {90000000 + no:>11} {'':10} {'':4} {'':4}"
        )
        rows.append(head + "".join(f"  {g}" for g in games))
    return HEAD + "\n".join(rows) + "\n"


def _byes(no, codes, last):
    mirror = {"1": "0", "=": "=", "0": "1", " ": " "}
    return [f"   1 b {mirror[c]}" if n == no else "0000 - H" for n, c in enumerate(codes + last, 2)]


@pytest.fixture
def event(tmp_path):
    path = tmp_path / "open.trf"
    path.write_text(trf("111=1===", " "))
    return path


def run(*arguments, width="80"):
    return CliRunner(env={"COLUMNS": width}).invoke(main, [str(a) for a in arguments], prog_name="normcheck")


def told(*arguments):
    result = run("forecast", *arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_table_fits_a_narrow_terminal(event):
    lines = told(event).splitlines()
    assert max(map(len, lines)) <= 80
    assert "After round 8 of 9" in lines
    assert any(re.search(r"FM Candidate, Pat\s+IM\s+10 Ninth, Ida 2300 ESP", line) for line in lines)


def test_each_line_is_confirmed_by_check(event, tmp_path):
    players = json.loads(told(event, "--format", "json"))["players"]
    mine = {one["title"]: one for one in players if one["no"] == 1}
    assert {mine["GM"]["state"], mine["IM"]["state"]} == {"possible", "safe"}
    for code, result in (("1", "win"), ("=", "draw"), ("0", "loss")):
        done = tmp_path / f"{result}.trf"
        done.write_text(trf("111=1===", code))
        for title, one in mine.items():
            checked = run("check", done, "--player", 1, "--title", title)
            needed = [option["result"] for option in one["options"]]
            order = ["loss", "draw", "win"]
            enough = one["state"] == "safe" or (bool(needed) and order.index(result) >= order.index(needed[-1]))
            assert (checked.exit_code == 0) == enough, (title, result, checked.output)


def test_json_has_the_promised_fields(event):
    data = json.loads(told(event, "--format", "json"))
    assert data["round"] == 8
    for one in data["players"]:
        assert {"no", "name", "title", "state", "options", "reason", "probability"} <= set(one)
        assert one["state"] in ("safe", "possible", "impossible")
        for option in one["options"]:
            assert {"result", "min_rating", "titles", "not_federations", "new_federation_needed"} <= set(option)
    gone = [one for one in data["players"] if one["state"] == "impossible"]
    assert gone
    assert all(one["reason"] and one["impossible_since"] is not None and one["probability"] == 0 for one in gone)


def test_unpaired_says_what_the_opponent_must_bring(event):
    assert "against" in told(event, "--after", "8", "--unpaired", "--player", "1")


def test_rounds_ahead_are_told_as_bounds(event):
    text = " ".join(told(event, "--after", "7", "--unpaired", "--player", "1").split())
    assert "From all 2 games" in text or "2 more games" in text
    assert "may not be enough" in text


def test_sheet_for_the_wall(event, tmp_path):
    path = tmp_path / "wall.pdf"
    told(event, "--format", "pdf", "-o", path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (page,) = PdfReader(io.BytesIO(path.read_bytes())).pages
        text = " ".join(page.extract_text().split())
    assert "Open of the Old Mill" in text
    assert "After round 8 of 9" in text
    assert "Candidate, Pat" in text


def test_page_fetches_nothing_and_escapes_names(event, tmp_path):
    event.write_text(event.read_text().replace("Ninth, Ida", "<b>Ninth, "))
    page = told(event, "--format", "html")
    assert "<b>Ninth" not in page
    assert "http" not in page.replace("http-equiv", "")


def test_pdf_without_a_file_is_refused(event):
    result = run("forecast", event, "--format", "pdf")
    assert (result.exit_code, "-o FILE" in result.stderr) == (2, True)


def test_round_not_complete_is_refused_in_one_sentence(event):
    result = run("forecast", event, "--after", "9")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "up to round 8" in result.stderr


def test_output_does_not_replace_the_event(event):
    assert run("forecast", event, "-o", event).exit_code == 2
