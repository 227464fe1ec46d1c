"""The questions of an event as an answers file: what stands in it, in which order, and that answers settle them."""

import json
import tomllib

import pytest
from casebook import audit_of, games, sheet
from click.testing import CliRunner

from normcheck import answers
from normcheck.cli import main
from normcheck.complete import complete
from normcheck.report.asked import asked
from normcheck.report.asked_toml import render

MIXED = """
3x GM 2450 GER =
3x IM 2450 FRA =
3x FM 2450 CZE =
"""
THROUGH_FID = "3x GM 2450 GER =\n3x IM 2450 GER =\n3x FM 2450 FID ="
HOME = "9x GM 2450 POL ="
ALL = {
    "chief_arbiter": "IA Ek, Bo", "chief_arbiter_id": "1", "chief_arbiter_title": "IA", "name": "Cup",
    "end": "2025-03-09",
    "rate_of_play": "2 h", "federation": "POL", "round_dates": [f"2025-03-0{day}" for day in range(1, 10)],
}  # fmt: skip


def found(event, *titles):
    audit = audit_of(event, *titles)
    return asked(audit, list(audit.decisions()))


def keys(asks):
    return [(line.table, line.key) for ask in asks for line in ask.lines]


def run(*words):
    return CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"}).invoke(main, words)


def write(path, table, player=None, **event):
    told = {"rounds": 9, "system": "swiss", "kind": "ordinary", "swiss_exemption": False, "start": "2025-03-01"} | event
    person = {"name": "Player, Pat", "federation": "POL", "sex": "m"} | (player or {})
    path.write_text(json.dumps({"event": told, "player": person, "games": games(table)}), encoding="utf-8")
    return str(path)


def test_nothing_is_asked_where_everything_is_known():
    assert found(sheet(MIXED, **ALL)) == ((), ())


def test_nothing_is_asked_where_nothing_is_decided():
    assert found(sheet("9x 2000 POL =")) == ((), ())


def test_decisive_questions_come_first_then_blanks():
    told = found(sheet(HOME, kind="-", **{k: v for k, v in ALL.items() if k != "end"}), "IM")
    assert keys(told.decisive) == [("event", "kind")]
    assert keys(told.blanks) == [("event", "end")]
    text = render(told, "case.json")
    assert text.index("kind =") < text.index("end =")
    assert "national championship" in text


@pytest.mark.parametrize(("name", "asked_for"), [("IA Ek, Bo", False), ("Ek, Bo", True)])
def test_the_title_of_the_arbiter_is_asked_unless_it_stands_before_his_name(name, asked_for):
    told = found(sheet(MIXED, **(ALL | {"chief_arbiter": name, "chief_arbiter_title": "-"})), "IM")
    assert (("event", "chief_arbiter_title") in keys(told.blanks)) is asked_for


def test_what_would_refuse_a_norm_is_asked_but_not_twice():
    told = found(sheet(MIXED, system="other", format_name="schiller", start="2024-02-01"), "IM")
    assert ("event", "format_approved") in keys(told.decisive)
    assert ("event", "system") not in keys(told.decisive)
    told = found(sheet(MIXED), "IM")
    assert keys(told.decisive) == [("event", "round_dates"), ("event", "rate_of_play")]
    assert ("event", "rate_of_play") not in keys(told.blanks)


def test_a_file_as_written_answers_nothing():
    event = sheet(MIXED.replace("3x FM 2450 CZE =", "3x FM 2450 nofed =") + "F", rounds=10, kind="-", system="-")
    text = render(found(event, "IM"), "case.json")
    assert tomllib.loads(text)
    after = complete(event, answers.loads(text.encode(), "answers.toml"))
    assert after.players == event.players
    assert after._replace(answered={}) == event._replace(answered={})


@pytest.mark.parametrize(
    ("table", "event", "line", "filled", "decision"),
    [
        (HOME, {"kind": "-"}, 'kind = ""', 'kind = "zonal"', "norm"),
        (HOME, {"kind": "-"}, 'kind = ""', 'kind = "ordinary"', "no norm"),
        (HOME, {"swiss_exemption": "-"}, 'swiss_exemption = ""', "swiss_exemption = true", "norm"),
        (THROUGH_FID, {}, '# federation = ""', 'federation = "RUS"', "norm"),
        ("U\n" + MIXED[1:].replace("3x FM", "2x FM").replace("=", "1"), {}, None, None, "norm"),
        ("F\n" + MIXED[1:].replace("3x FM", "2x FM").replace("=", "1"), {}, 'code = ""', 'code = "U"', "norm"),
        ("F\n" + MIXED[1:].replace("3x FM", "2x FM").replace("=", "1"), {}, 'code = ""', 'code = "F"', None),
        (HOME, {"kind": "national final", "federation": "POL"}, 'zonal_year = ""', "zonal_year = true", "no norm"),
        (HOME, {"kind": "national final", "federation": "POL"}, 'zonal_year = ""', "zonal_year = false", "norm"),
        (MIXED, {}, 'rate_of_play = ""', 'rate_of_play = "25 min + 10 sec"', "no norm"),
        (MIXED, {"start": "2023-05-01", "rate_of_play": "2 h"}, None, None, "needs review"),
    ],
)  # fmt: skip
def test_filled_in_it_settles_the_decision(tmp_path, table, event, line, filled, decision):
    told = {key: value for key, value in event.items() if value != "-"}
    path = tmp_path / "case.json"
    source = json.loads((tmp_path / write(path, table, **told)).read_text())
    for key in [key for key, value in event.items() if value == "-"]:
        del source["event"][key]
    path.write_text(json.dumps(source))
    out = tmp_path / "answers.toml"
    done = run("questions", str(path), "--title", "IM", "-o", str(out))
    assert done.exit_code == 0, done.output
    if line:
        text = out.read_text(encoding="utf-8")
        assert line in text
        out.write_text(text.replace(line, filled), encoding="utf-8")
    judged = run("check", str(path), "--title", "IM", "--format", "json", "--answers", str(out))
    (verdict,) = json.loads(judged.output)["verdicts"]
    assert verdict["decision"] == decision or decision is None


def test_who_are_women_is_asked_for_those_whom_it_would_bring_a_norm(tmp_path):
    path = write(tmp_path / "case.json", "3x WGM 2300 GER =\n3x WIM 2300 FRA =\n3x IM 2300 CZE =", {"sex": ""})
    assert '# sex = ""  # m or f' in run("questions", path).output
    assert "sex" not in run("questions", write(tmp_path / "case.json", "9x 2000 GER =", {"sex": ""})).output


def test_a_file_with_answers_is_not_overwritten(tmp_path):
    path = write(tmp_path / "case.json", MIXED)
    out = tmp_path / "answers.toml"
    assert run("questions", path, "-o", str(out)).exit_code == 0
    again = run("questions", path, "-o", str(out))
    assert again.exit_code == 2
    assert "perhaps with answers" in again.output


def test_hostile_names_stay_in_their_comments(tmp_path):
    path = write(tmp_path / "case.json", MIXED, {"name": "A\u2028B\n[event]\nkind = 'x'"})
    text = run("questions", path).output
    assert tomllib.loads(text)["event"].get("kind", "") == ""
