"""Several files of one event: what one leaves out another tells, and conflicts are notices that name both."""

import json
import tomllib
from pathlib import Path

import pytest
import site_pages as site
from click.testing import CliRunner

from normcheck.cli import main
from normcheck.errors import UnreadableInput
from normcheck.event import PAIRING_BYE
from normcheck.read import chessresults, read, read_all
from normcheck.read.merge import merge
from normcheck.regulation import NORM_TITLES, edition_for
from normcheck.resources import folder
from normcheck.verdict import Audit

EVENTS = Path(__file__).parent / "events"
FOXES = read(EVENTS / "foxes_open.trf")
OWLS = read(EVENTS / "owls_round_robin.trf")
WORDS = tomllib.loads((folder("rules") / "en" / "notices_tables.toml").read_text("utf-8"))


def page(rows, name, **options):
    return chessresults.read(site.page(rows, **options), name)


def crosstable(rows=None):
    return page(rows or site.crosstable(FOXES), "cross.html")


def start_list(rows=None):
    return page(rows or site.starting_rank(FOXES), "start.html", title="Starting rank")


def pairings(index):
    title = f"Round {index} on 2024/07/{5 + index:02d} at 15:00"
    return page(site.board_pairings(FOXES, index), f"round{index}.html", title=title)


def conflicts(event):
    """Keys and sentences of what the files say differently."""
    return [(n.key, WORDS[n.key].format(**n.values)) for n in event.notices if n.key.startswith("merge_")]


def facts(event, *fields):
    return {no: tuple(getattr(player, field) for field in fields) for no, player in event.players.items()}


def games(event):
    return {no: [game[:3] for game in player.games] for no, player in event.players.items()}


def decisions(event):
    audit = Audit(event, edition_for(event.start.value)[0], NORM_TITLES, "by_date")
    return sorted((d.player.no, d.title, d.decision) for d in audit.decisions())


def test_crosstable_start_list_and_pairings_are_the_report():
    event = merge([crosstable(), start_list(), *map(pairings, range(1, 6))])
    shown = ("name", "title", "federation", "rating", "sex", "fide_id", "points", "rank")
    assert facts(event, *shown) == facts(FOXES, *shown)
    assert games(event) == games(FOXES)
    assert event.players[16].games[1].result == PAIRING_BYE
    assert event.round_dates == FOXES.round_dates
    assert (event.rounds, event.rounds_played, event.complete) == (5, 5, True)
    assert [notice.key for notice in event.notices] == ["federation_blank"]
    assert event.file == "cross.html"
    assert event.format.count(" + ") == 2


def test_the_order_of_the_files_does_not_matter_for_the_facts():
    files = [crosstable(), start_list(), pairings(2)]
    one, other = merge(files), merge(files[::-1])
    assert facts(one, "name", "sex", "rating", "fide_id") == facts(other, "name", "sex", "rating", "fide_id")
    assert games(one) == games(other)


def test_pages_and_report_of_one_event_give_the_same_decisions():
    event = merge([crosstable(), start_list(), *map(pairings, range(1, 6))])
    assert decisions(event) == decisions(FOXES)


def test_a_report_and_a_page_agree(tmp_path):
    path = tmp_path / "cross.html"
    path.write_bytes(site.page(site.crosstable(FOXES)))
    event = read_all([EVENTS / "foxes_open.trf", path])
    assert games(event) == games(FOXES)
    assert conflicts(event) == []
    assert event.file == "foxes_open.trf"


def test_a_ranking_crosstable_gets_the_numbers_of_the_start_list():
    event = merge([page(site.ranking(FOXES), "ranking.html"), start_list()])
    assert facts(event, "fide_id", "rating") == facts(FOXES, "fide_id", "rating")
    assert {no: row[0] for no, row in games(event).items()} == {no: row[0] for no, row in games(FOXES).items()}
    assert "numbers_made" not in [notice.key for notice in event.notices]


def test_ratings_come_from_the_start_list_when_the_crosstable_has_none():
    event = merge([crosstable(site.crosstable(FOXES, ratings=False)), start_list()])
    assert facts(event, "rating") == facts(FOXES, "rating")
    assert "no_ratings" not in [notice.key for notice in event.notices]


def test_conflicts_name_both_sources():
    rows = site.starting_rank(FOXES)
    rows[2][6], rows[3][2], rows[4][5] = "2399", "FM", "AUT"
    event = merge([crosstable(), start_list(rows)])
    found = dict(conflicts(event))
    assert set(found) == {"merge_rating", "merge_title", "merge_federation"}
    assert "is 2399 (start.html:" in found["merge_rating"]
    assert "but 2418 (cross.html:" in found["merge_rating"]
    assert event.players[2].rating == 2399
    assert event.players[4].federation == "AUT"


def test_every_fact_names_the_file_it_comes_from():
    event = merge([crosstable(site.crosstable(FOXES, ratings=False)), start_list(), pairings(2)])
    cross, start, second = crosstable(), start_list(), pairings(2)
    player = event.players[16]
    assert event.source_of(player) == event.origin_of(player, "points") == cross.source_of(cross.players[16])
    assert event.origin_of(event.players[1], "fide_id") == start.source_of(start.players[1])
    assert event.origin_of(event.players[1], "rating").file == "start.html"
    assert event.source_of(player, player.games[0]).file == "cross.html"
    assert event.source_of(player, player.games[1]) == second.source_of(second.players[16])


def test_an_unrated_player_of_the_start_list_stays_unrated():
    rows = site.starting_rank(FOXES)
    rows[3][6] = "0"
    event = merge([crosstable(), start_list(rows)])
    assert event.players[3].rating == 0
    assert [key for key, _ in conflicts(event)] == ["merge_rating"]


def test_a_round_that_differs_is_a_notice_and_the_first_stays():
    rows = site.board_pairings(FOXES, 3)
    board = next(row for row in rows if row[1] == "10")
    board[6] = "1 - 0"
    changed = page(rows, "round3.html", title="Round 3 on 2024/07/08")
    before = FOXES.players[10].games[2]
    event = merge([crosstable(), changed])
    assert event.players[10].games[2][:3] == before[:3]
    assert {key for key, _ in conflicts(event)} == {"merge_game"}
    assert all("round3.html:" in text for _, text in conflicts(event))


def test_dates_that_differ_are_noted():
    details = [(a, "2024/07/06 to 2024/07/11" if a == "Date" else b) for a, b in site.DETAILS]
    event = merge([crosstable(), page(site.starting_rank(FOXES), "start.html", details=details)])
    assert [key for key, _ in conflicts(event)] == ["merge_event_end"]
    assert str(event.end.value) == "2024-07-10"


def test_players_whom_one_file_lacks_are_kept_and_noted():
    event = merge([crosstable(), start_list(site.starting_rank(FOXES)[:-2])])
    assert len(event.players) == 16
    found = dict(conflicts(event))
    assert found["merge_missing"].startswith("start.html lacks 2 players")


def test_the_rounds_planned_come_from_the_file_that_states_them():
    rows = [row[:8] + row[-3:] for row in site.crosstable(FOXES)]
    for row in rows[1:]:
        row[-3] = ""
    event = merge([page(rows, "cross.html", details=[]), start_list()])
    assert (event.rounds, event.rounds_played, event.complete) == (5, 2, False)
    assert "rounds_by_columns" not in [notice.key for notice in event.notices]


def test_files_of_two_events_are_refused():
    with pytest.raises(UnreadableInput, match="not of one event") as error:
        merge([FOXES, OWLS])
    assert "foxes_open.trf" in str(error.value)
    assert "owls_round_robin.trf" in str(error.value)


def test_a_norm_sheet_is_not_merged():
    sheet = FOXES._replace(sheet=True, applicant=1, file="sheet.toml")
    with pytest.raises(UnreadableInput, match=r"sheet\.toml.* norm sheet"):
        merge([FOXES, sheet])


def test_the_command_reads_several_files_as_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("cross.html").write_bytes(site.page(site.crosstable(FOXES)))
    Path("start.html").write_bytes(site.page(site.starting_rank(FOXES)))
    command = ["check", "cross.html", "start.html", "--ratings", "none", "--format", "json"]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["event"]["format"].count("chess-results") == 2
    done = CliRunner().invoke(main, ["check", "cross.html", "nothing.html"])
    assert (done.exit_code, done.stderr.count("\n")) == (4, 1)


def test_one_file_is_itself():
    assert merge([FOXES]) is FOXES


def matrix_rows(result="1"):
    rows = [["No.", "", "Name", "Rtg", "1", "2", "3", "Pts."]]
    rows += [["1", "IM", "Amsel", "2400", "*", result, "½", "1,5"], ["2", "", "Buche", "2300", "0", "*", "1", "1"]]
    return [*rows, ["3", "", "Corvin", "2200", "½", "0", "*", "0,5"]]


def round_rows(white, black, result):
    head = ["Bo.", "No.", "", "White", "Rtg", "Result", "", "Black", "Rtg", "No."]
    names = {1: ("Amsel", "2400"), 2: ("Buche", "2300"), 3: ("Corvin", "2200")}
    return [head, ["1", str(white), "", *names[white], result, "", *names[black], str(black)]]


def test_a_matrix_takes_rounds_and_colours_from_pairings():
    rounds = [(1, 2, "1 - 0"), (2, 3, "1 - 0"), (3, 1, "½ - ½")]
    pages = [
        page(round_rows(*row), f"round{at}.html", title=f"Round {at}", details=[]) for at, row in enumerate(rounds, 1)
    ]
    event = merge([page(matrix_rows(), "cross.html", details=[]), *pages])
    assert event.players[1].games[0][:3] == (2, "w", "1")
    assert event.players[1].games[2][:3] == (3, "b", "=")
    assert "rounds_assumed" not in [notice.key for notice in event.notices]
    assert conflicts(event) == []
    other = merge([page(matrix_rows("+"), "cross.html", details=[]), *pages])
    assert [key for key, _ in conflicts(other)] == ["merge_result"]


MATCH = [
    ["x"],
    ["Bo.", "6", "Westdorf", "Rtg", "-", "4", "Ostdorf", "Rtg", "1½ : ½"],
    ["1.1", "FM", "Roth, Paul", "2266", "-", "", "Weiss, Ute", "2169", "½ - ½"],
    ["1.2", "", "Lang, Eva", "1900", "-", "WFM", "Fuchs, Mia", "1850", "1 - 0"],
]
MEMBERS = [["x"]]
for _team, _members in (
    ("1. Westdorf (RtgAvg:2083)", [["1", "FM", "Roth, Paul", "2266", "AUT", "79000001"], ["2", "", "Lang, Eva"]]),
    ("2. Ostdorf (RtgAvg:2000)", [["1", "", "Weiss, Ute", "2169", "GER", "79000003"], ["2", "WFM", "Fuchs, Mia"]]),
):
    MEMBERS += [[_team], ["Bo.", "", "Name", "Rtg", "FED", "FideID", "1", "2", "Pts."]]
    MEMBERS += [[*row, *[""] * (6 - len(row)), "1", "", "1"] for row in _members]


def test_team_pages_are_joined_by_name():
    boards = page(MATCH, "boards.html", title="Round 1 on 2026/10/04 at 09:00", details=[])
    event = merge([boards, page(MEMBERS, "teams.html", title="Team-Composition", details=[])])
    by_name = {player.name: player for player in event.players.values()}
    roth, weiss = by_name["Roth, Paul"], by_name["Weiss, Ute"]
    assert (roth.federation, roth.fide_id, weiss.federation) == ("AUT", "79000001", "GER")
    assert roth.games[0][:3] == (weiss.no, "-", "=")
    assert (event.rounds, event.rounds_played, event.complete) == (2, 1, False)


def test_links_of_team_pages_tell_start_numbers():
    linked = [[cell.replace("Roth, Paul", '<a href="?snr=17">Roth, Paul</a>') for cell in row] for row in MATCH]
    event = page(linked, "boards.html", title="Round 1", details=[])
    assert event.players[17].name == "Roth, Paul"
    assert sorted(event.players)[0] == 17
