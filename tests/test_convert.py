"""Events written as TRF, JSON and CSV: read again they are the same, other programs read them, no contact data."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from gacrux.trf2json import trf2json

from normcheck.answers import loads
from normcheck.cli import main
from normcheck.complete import complete
from normcheck.errors import UnreadableInput
from normcheck.event import HALVES, OTHER, Confirmed, Day, Event, Fact, Game, Player, Source
from normcheck.read import read, read_all
from normcheck.read import swissmanager_lists as lists
from normcheck.read.contacts import cut, without_contacts
from normcheck.read.merge_numbers import renumbered
from normcheck.read.trf import read as read_trf
from normcheck.write import ENDINGS, write

EXAMPLE = Path(__file__).parent / "examples" / "lakeside_open.trf"
FACTS = ("name", "place", "federation", "start", "end", "system", "rate_of_play", "clock", "chief_arbiter")
FACTS += ("chief_arbiter_id", "chief_arbiter_title", "deputies", "format_name")
PLAIN = ("rounds", "rounds_played", "complete", "system_guessed", "round_dates")


def record(no, who, rating, fed, fide_id, birth, points, *games):
    """A player record; `who` is sex, title and name in their columns."""
    head = f"001 {no:4} {who:38} {rating:>4} {fed:3} {fide_id:>11} {birth:10} {points:>4}     "
    return head + "".join(f"  {game}" for game in games)


LIVE = "\n".join([
    "012 Weir Cup",
    "032 AUT",
    "042 2026/03/00",
    "092 Swiss",
    "142 4",
    record(2, "wWIM Amsel, Ada", 2301, "GER", 99000001, "2001/02/03", "2.0", "   4 w W", "   7 b =", "0000 - H",
           "   9 w"),
    record(4, "m    Buchfink, Bo", 0, "AUT", 0, "1999", "1.5", "   2 b L", "0000 - U", "   9 w ="),
    record(7, "     Dohle, Didi", 2350, "FID", 99000003, "", "", "   9 - +", "   2 w ="),
    record(9, "m FM Elster, Emil van der Hohen Brueck", 2401, "SUI", 99000004, "", "1.0", "   7 - -", "0000 - F",
           "   4 b =", "   2 b"),
])  # fmt: skip


def bare(event):
    """The players without lines and columns, and the facts without their places."""
    players = {}
    for no, player in event.players.items():
        games = [game._replace(column=0) for game in player.games]
        while games and games[-1] == Game(0, "-", " "):
            games.pop()
        players[no] = player._replace(games=tuple(games), line=0)
    facts = {key: fact.value for key in FACTS if (fact := getattr(event, key))}
    return players, facts, [getattr(event, key) for key in PLAIN]


def again(event, ending, tmp_path):
    path = tmp_path / f"again{ending}"
    path.write_bytes(write(event, ending).content)
    return read(path)


def with_points(event):
    """The event with points for everybody, as a report must have them."""
    counted = {
        no: player.points
        if player.points is not None
        else sum(HALVES.get(game.result, 0) for game in player.games[: event.rounds_played])
        for no, player in event.players.items()
    }
    return event._replace(players={no: p._replace(points=counted[no]) for no, p in event.players.items()})


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_event_read_again_is_the_same(ending, tmp_path):
    event = read(EXAMPLE)
    assert bare(again(event, ending, tmp_path)) == bare(event)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_live_event_read_again_is_the_same(ending, tmp_path):
    event = read_trf(LIVE.encode(), "live.trf")
    expected = with_points(event) if ending == ".trf" else event
    assert bare(again(event, ending, tmp_path)) == bare(expected)


@pytest.mark.parametrize("ending", ENDINGS)
def test_converting_twice_gives_the_same_bytes(ending, tmp_path):
    first = again(read(EXAMPLE), ending, tmp_path)
    second = again(first, ending, tmp_path)
    if ending == ".json":
        first, second = first._replace(format=""), second._replace(format="")
    assert write(first, ending).content.replace(b"again", b"") == write(second, ending).content.replace(b"again", b"")


@pytest.mark.parametrize("system", ["Round Robin", "Double Round Robin", "Knockout", "Team Swiss", "Scheveningen", ""])
@pytest.mark.parametrize("ending", ENDINGS)
def test_every_system_is_read_again(ending, system, tmp_path):
    event = read_trf(LIVE.replace("092 Swiss", f"092 {system}").encode(), "live.trf")
    found = again(event, ending, tmp_path)
    assert (found.system.value, found.system_guessed) == (event.system.value, event.system_guessed)
    assert (found.format_name and found.format_name.value) == (event.format_name and event.format_name.value)


def test_unknown_rounds_stay_unknown(tmp_path):
    event = read_trf(LIVE.replace("4 w W", "4 w x").encode(), "live.trf")
    for ending in ENDINGS:
        assert again(event, ending, tmp_path).players[2].games[0][:3] == (4, "w", "?")


def test_a_round_nobody_tells_of_leaves_the_event_incomplete(tmp_path):
    text = "1;1;0;0;1;2;1;0;;1:0;0;;".replace("1;1;", "2;1;", 1)
    header = "Runde;Brett;IdentW;IdentS;NrW;NrS;ErgW;ErgS;Kontumaz;Erg;Mnr;ErgEloW;ErgEloS"
    event = lists.read(f"{header}\n{text}\n".encode(), "pairings.txt")
    for ending in ENDINGS:
        found = again(event, ending, tmp_path)
        assert (found.rounds_played, found.complete) == (event.rounds_played, False) == (2, False)


def test_a_forfeit_of_nobody_is_kept_where_the_format_can(tmp_path):
    event = read_trf(LIVE.encode(), "live.trf")
    games = (Game(0, "-", "+"), *event.players[2].games[1:])
    event = event._replace(players=event.players | {2: event.players[2]._replace(games=games)})
    assert again(event, ".csv", tmp_path).players[2].games[0][:3] == (0, "-", "+")
    assert again(event, ".json", tmp_path).players[2].games[0][:3] == (0, "-", "+")


# The report, as others read it


def other_reader(content):
    """The event as an independent program reads the report."""
    reader = trf2json()
    reader.parse_file(content.decode().replace("\r\n", "\n"), False)
    assert reader.chessjson["status"] == {"code": 0, "error": []}
    return reader.chessjson["event"]


def test_another_program_reads_the_report():
    event = read(EXAMPLE)
    found = other_reader(write(event, ".trf").content)
    info, tournament = found["eventInfo"], found["tournaments"][0]
    assert (info["fullName"], info["site"], info["federation"]) == ("Lakeside Open 2025", "Seekirchau", "AUT")
    assert (info["startDate"], info["endDate"]) == ("2025-07-05", "2025-07-13")
    assert tournament["numRounds"] == 9
    profiles = {profile["id"]: profile for profile in found["profiles"]}
    competitors = {one["cid"]: (profiles[one["profileId"]], one) for one in tournament["competitors"]}
    assert competitors.keys() == event.players.keys()
    for no, player in event.players.items():
        profile, one = competitors[no]
        assert profile["fideName"] == player.name
        assert profile["fideTitle"] == player.title
        assert profile["federation"] == player.federation
        assert profile["fideId"] == int(player.fide_id or 0)
        assert (one["rating"] or {"rating": 0})["rating"] == player.rating
        assert 2 * one["gamePoints"] == player.points


def test_another_program_finds_the_same_games():
    event = read(EXAMPLE)
    games = other_reader(write(event, ".trf").content)["tournaments"][0]["gameList"]
    games = [game for game in games if game["played"] and game["white"] and game["black"]]
    played = {(g["round"], g["white"]["cid"], g["black"]["cid"]): g["white"]["result"] for g in games}
    own = {
        (at, no, game.opponent): {"1": "W", "=": "D", "0": "L"}[game.result]
        for no, player in event.players.items()
        for at, game in enumerate(player.games, 1)
        if game.colour == "w" and game.result in "1=0"
    }
    assert played == own


def test_the_columns_of_a_player_record():
    line = next(line for line in write(read(EXAMPLE), ".trf").content.decode().splitlines() if line.startswith("001"))
    assert {line[at] for at in (3, 8, 13, 47, 52, 56, 68, 79, 84, 89, 90)} == {" "}
    assert line[14:47].rstrip() == "Wrzosek, Tadeusz"
    assert (line[4:8], line[9], line[10:13], line[48:52], line[53:56]) == ("   1", "m", " GM", "2598", "POL")
    assert (line[57:68].strip(), line[80:84], line[91:99]) == ("99000105", " 5.5", "  26 w 1")


def test_names_too_long_for_the_report_are_cut_and_counted():
    event = read_trf(LIVE.encode(), "live.trf")
    long = event.players[2]._replace(name="A" * 40)
    written = write(event._replace(players=event.players | {2: long}), ".trf")
    assert written.names_cut == 1
    assert read_trf(written.content, "x.trf").players[2].name == "A" * 33


# Spreadsheets, privacy


def small(**facts):
    players = {
        1: Player(1, "=cmd|' /C calc'!A0", games=(Game(2, "w", "1"),)),
        2: Player(2, "@x", games=(Game(1, "b", "0"),)),
    }
    told = {key: Fact(value, Source("t.trf", 1)) for key, value in facts.items()}
    return Event("t.trf", "TRF16", told.pop("name", None), players, 1, 1, True, None)._replace(**told)


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "'=1", "''x", "'", "=", "plain", "'plain"])
def test_no_text_becomes_a_formula_and_all_come_back(name, tmp_path):
    event = small(name=name, place=name, deputies=name)
    event.players[1] = event.players[1]._replace(name=name)
    content = write(event, ".csv").content.decode("utf-8-sig")
    for row in csv.reader(io.StringIO(content)):
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)
    found = again(event, ".csv", tmp_path)
    assert (found.name.value, found.place.value, found.players[1].name) == (name, name, name)


@pytest.mark.parametrize("ending", ENDINGS)
def test_line_ends_in_texts_do_not_break_the_file(ending, tmp_path):
    event = small(name="Weir\r\n001 Cup\x85x\u2028y", place="a\n=b")
    found = again(event, ending, tmp_path)
    assert (found.name.value, found.place.value) == ("Weir 001 Cup x y", "a =b")
    assert len(found.players) == 2


PRIVATE = "Ada Amsel, ada.amsel@example.org, tel. +43 660 123 4567"


@pytest.mark.parametrize("ending", ENDINGS)
def test_contact_data_is_never_written(ending):
    event = small(name="Cup", organiser=PRIVATE, chief_arbiter=PRIVATE, deputies=PRIVATE, rate_of_play=PRIVATE)
    event.players[1] = event.players[1]._replace(name="Amsel (ada@example.org)")
    content = write(event, ending).content.decode()
    assert "example" not in content
    assert "123 4567" not in content
    assert "Amsel" in content


def test_contact_data_is_not_even_read(tmp_path):
    path = tmp_path / "c.trf"
    path.write_text(LIVE.replace("032 AUT", f"102 {PRIVATE}\nDAT 2 EMAIL a@example.org"), encoding="utf-8")
    event = read(path)
    assert event.chief_arbiter.value == "Ada Amsel"
    assert "example" not in repr(event)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("IA Amsel, Ada (99000001)", "IA Amsel, Ada (99000001)"),
        ("90 min/40 moves + 30 min + 30 sec", "90 min/40 moves + 30 min + 30 sec"),
        ("40/5400+30:1800+30", "40/5400+30:1800+30"),
        ("2026/08/03 to 2026/08/09", "2026/08/03 to 2026/08/09"),
        ("Club <club@example.org>", "Club"),
        ("E-mail: club@example.org", ""),
        ("Club; Phone: 0660/1234567", "Club"),
        ("Ada +43 (0)660 123 45 67, Bo", "Ada , Bo"),
        ("0043 660 1234567 Ada", "Ada"),
    ],
)
def test_what_is_cut(text, kept):
    assert cut(text).replace(" ,", ",") == kept.replace(" ,", ",")


def test_notices_are_cut_as_well():
    event = read_trf(LIVE.replace(" FM Elster", "a@b Elster").encode(), "live.trf")
    assert "a@b" in repr(event.notices)
    assert "a@b" not in repr(without_contacts(event).notices)


def test_a_number_is_cut_from_names_notices_and_refusals(tmp_path):
    path = tmp_path / "c.csv"
    table = "no,name,fed,rating,R1\n1,Amsel Tel 0660-1234567,AUT,2400,+43 660 1234567\n2,Buche,AUT,2300,1b0\n"
    path.write_text(table, encoding="utf-8")
    event = read(path)
    assert event.players[1].name == "Amsel"
    assert "1234567" not in repr(event)
    path.write_text(table.replace("2,Buche", "a@example.org,Buche"), encoding="utf-8")
    with pytest.raises(UnreadableInput) as error:
        read(path)
    assert "c.csv:3:1" in str(error.value)
    assert "example" not in str(error.value)


# Event files


def test_an_event_file_tells_where_every_fact_stood(tmp_path):
    event = read(EXAMPLE)
    document = json.loads(write(event, ".json").content)
    assert document["facts"]["name"] == {"value": "Lakeside Open 2025", "source": "lakeside_open.trf:1:5"}
    assert document["players"][0]["points"] == 5.5
    found = again(event, ".json", tmp_path)
    assert str(found.name.source) == "again.json (lakeside_open.trf:1:5)"
    assert found.format == f"event file ({event.format})"


def test_facts_of_answers_are_kept_in_event_files(tmp_path):
    event = small(name="Cup", kind="national final", organiser="Club", event_code="1234", system=OTHER)
    found = again(event._replace(start=Fact(Day(2026, 3), Source("a"))), ".json", tmp_path)
    assert (found.kind.value, found.organiser.value, found.event_code.value) == ("national final", "Club", "1234")
    assert (found.system.value, found.system_guessed, found.start.value) == (OTHER, False, Day(2026, 3))


ANSWERED = """\
[event]
registered_on = 2026-01-15
format_approved = true
swiss_exemption = false
ratings_by_date = false
zonal_year = true
source = "letter of the organiser"
[[players]]
no = 4
title = "FM"
title_confirmed = "2026-03"
title_before = "CM"
family_name = "Buchfink"
first_name = "Bo"
"""
OF_ANSWERS = ("registered_on", "format_approved", "swiss_exemption", "ratings_by_date", "zonal_year")


def answered():
    return complete(read_trf(LIVE.encode(), "live.trf"), loads(ANSWERED.encode(), "answers.toml"))


def test_every_fact_that_answers_hold_comes_back_from_an_event_file(tmp_path):
    event = answered()
    assert write(event, ".json").left_out == ()
    found = again(event, ".json", tmp_path)
    assert [getattr(found, key).value for key in OF_ANSWERS] == [Day(2026, 1, 15), True, False, False, True]
    assert found.zonal_year.source.told == "letter of the organiser"
    assert found.confirmed == event.confirmed == {4: Confirmed(Day(2026, 3), "CM")}
    assert found.names == event.names == {4: ("Buchfink", "Bo")}


@pytest.mark.parametrize("ending", [".trf", ".csv"])
def test_a_format_without_these_facts_says_so(ending, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert set(write(answered(), ending).left_out) == {*OF_ANSWERS, "confirmed", "names"}
    Path("live.trf").write_text(LIVE, encoding="utf-8")
    Path("answers.toml").write_text(ANSWERED, encoding="utf-8")
    done = run("convert", "live.trf", "--answers", "answers.toml", "-o", f"out{ending}")
    assert done.exit_code == 0
    for words in ("when titles were confirmed", "whether there was a zonal that year", "ratings are those of each day"):
        assert words in done.stdout
    assert "Not held" not in run("convert", "live.trf", "--answers", "answers.toml", "-o", "out.json").stdout


def test_the_file_of_answers_is_not_written_over(tmp_path):
    (tmp_path / "live.trf").write_text(LIVE, encoding="utf-8")
    answers = tmp_path / "answers.json"
    answers.write_text('{"event": {"zonal_year": true}}', encoding="utf-8")
    done = run("convert", str(tmp_path / "live.trf"), "--answers", str(answers), "-o", str(answers))
    assert (done.exit_code, "one of the files that are read" in done.stderr) == (2, True)
    assert "zonal_year" in answers.read_text(encoding="utf-8")


@pytest.mark.parametrize(("code", "read_as"), [("1", "F"), ("=", "H"), ("0", "Z"), ("+", "+"), (" ", "Z")])
def test_a_game_against_nobody_in_an_event_file_is_a_bye(code, read_as, tmp_path):
    document = json.loads(write(read_trf(LIVE.encode(), "live.trf"), ".json").content)
    document["players"][0]["games"][2] = {"opponent": 0, "colour": "-", "result": code}
    path = tmp_path / "e.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert read(path).players[2].games[2][:3] == (0, "-", read_as)


def test_facts_of_an_event_file_survive_a_merge(tmp_path):
    event = answered()
    (tmp_path / "e.json").write_bytes(write(event, ".json").content)
    (tmp_path / "live.trf").write_text(LIVE, encoding="utf-8")
    for files in (["e.json", "live.trf"], ["live.trf", "e.json"]):
        found = read_all([tmp_path / name for name in files])
        assert [getattr(found, key).value for key in OF_ANSWERS] == [getattr(event, key).value for key in OF_ANSWERS]
        assert (found.confirmed, found.names) == (event.confirmed, event.names)


def test_players_who_get_other_numbers_keep_what_was_told_of_them():
    event = answered()
    reference = event._replace(players={no + 20: p._replace(no=no + 20) for no, p in event.players.items()})
    found = renumbered(event, reference)
    assert (found.confirmed, found.names) == ({24: event.confirmed[4]}, {24: event.names[4]})


@pytest.mark.parametrize("value", ["2026-13-01", "1600", "May", ""])
def test_a_date_that_cannot_be_is_left_out_of_an_event_file(value, tmp_path):
    document = json.loads(write(answered(), ".json").content)
    document["confirmed"][0]["day"] = document["facts"]["registered_on"]["value"] = value
    document["facts"]["zonal_year"]["value"] = "perhaps"
    document["names"].append({"no": 99, "family_name": "Nobody"})
    path = tmp_path / "e.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    found = read(path)
    assert (found.confirmed, found.registered_on, found.zonal_year) == ({}, None, None)
    assert set(found.names) == {4}
    assert [notice.values["what"] for notice in found.notices if notice.key == "event_json_value"] == [
        "registered_on",
        "zonal_year",
        "confirmed",
    ]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"normcheck_event":1', '"normcheck_event":9', "layout 9"),
        ('"no":1', '"no":0', "players.0.no"),
        ('"result":"1"', '"result":"9"', "result"),
        ('"players"', '"spieler"', "players"),
        ("}]}", "}]", "not well formed"),
    ],
)
def test_damaged_event_files_are_refused(tmp_path, old, new, reason):
    content = json.dumps(json.loads(write(small(name="Cup"), ".json").content), separators=(",", ":"))
    assert old in content
    path = tmp_path / "e.json"
    path.write_text(content.replace(old, new), encoding="utf-8")
    with pytest.raises(UnreadableInput, match=reason):
        read(path)


# The commands


def run(*words):
    return CliRunner().invoke(main, list(words))


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_verdicts_are_the_same_after_conversion(ending, tmp_path):
    target = tmp_path / f"event{ending}"
    done = run("convert", str(EXAMPLE), "-o", str(target))
    assert done.exit_code == 0, done.output
    assert "51 players, 9 of 9 rounds" in done.output
    verdicts = [
        json.loads(run("check", str(path), "--format", "json").stdout)["verdicts"] for path in (EXAMPLE, target)
    ]
    told = [[(v["player"]["no"], v["title"], v["decision"], v["performance"]) for v in found] for found in verdicts]
    assert told[0] == told[1]


def test_what_a_format_cannot_hold_is_said(tmp_path):
    source, target = tmp_path / "e.json", tmp_path / "e.trf"
    source.write_bytes(write(small(name="Cup", organiser="Club", event_code="7"), ".json").content)
    done = run("convert", str(source), "-o", str(target))
    assert "the organiser, the event code" in done.output


def test_several_files_are_converted_as_one(tmp_path):
    first, second = tmp_path / "a.trf", tmp_path / "b.csv"
    first.write_text(LIVE, encoding="utf-8")
    second.write_bytes(write(read(first)._replace(place=Fact("Seekirchau", Source("x"))), ".csv").content)
    done = run("convert", str(first), str(second), "-o", str(tmp_path / "c.json"))
    assert done.exit_code == 0, done.output
    assert json.loads((tmp_path / "c.json").read_text("utf-8"))["facts"]["place"]["value"] == "Seekirchau"


def test_usage_errors_say_what_to_do(tmp_path):
    sheet = EXAMPLE.with_name("norm_sheet.toml")
    for words, reason in (
        (("convert", str(EXAMPLE), "-o", str(tmp_path / "a.pdf")), ".trf, .json, .csv"),
        (("convert", str(sheet), "-o", str(tmp_path / "a.trf")), "norm sheet"),
        (("convert", str(EXAMPLE), "-o", str(EXAMPLE)), "one of the files that are read"),
        (("template", str(EXAMPLE)), ".csv, .xlsx"),
    ):
        done = run(*words)
        assert (done.exit_code, reason in done.stderr) == (2, True), done.output


@pytest.mark.parametrize("name", ["crosstable.csv", "crosstable.xlsx"])
def test_the_template_is_written_once_and_can_be_checked(tmp_path, name):
    target = tmp_path / name
    assert run("template", str(target)).exit_code == 0
    content = target.read_bytes()
    again = run("template", str(target))
    assert (again.exit_code, target.read_bytes()) == (2, content)
    assert "exists already" in again.stderr
    assert run("check", str(target)).exit_code == 0
