"""Crosstables made by hand: the template, the spellings of cells, matrices, sheets, and what is refused."""

import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook

from normcheck.errors import UnreadableInput
from normcheck.event import BLANK, UNLISTED, Day, Game
from normcheck.read import plain, read
from normcheck.read.grid import half_sign
from normcheck.read.plain_cells import read_plain_cell, write_plain_cell
from normcheck.write.template import as_csv, as_xlsx

EXAMPLE = Path(__file__).parent / "examples" / "lakeside_open.trf"
SMALL = """\
name,Harbour Cup
rounds,2
system,Swiss
no,name,title,fed,rating,fide_id,sex,points,R1,R2
1,"Amsel, Ada",WIM,GER,2210,99000001,w,1.5,2w1,3b=
2,"Buchfink, Bo",,AUT,2150,,m,1,1b0,H
3,"Dohle, Didi",FM,SUI,2302,,,0.5,U,1w=
"""


def read_text(text, name="table.csv"):
    return plain.read(text.encode(), name)


def games(event, no):
    return [game[:3] for game in event.players[no].games]


def keys(event):
    return [notice.key for notice in event.notices]


def sheet(rows):
    book = Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    data = BytesIO()
    book.save(data)
    return data.getvalue()


@pytest.mark.parametrize(
    ("heading", "marks", "sexes"),
    [
        (None, ("F", None, None), ["f", "m", "m"]),
        (None, ("w", None, None), ["", "", ""]),
        (None, ("F", "x", None), ["", "", ""]),
        (None, (None, None, None), ["", "", ""]),
        ("Club", ("F", None, None), ["", "", ""]),
    ],
)
def test_women_marked_behind_the_name_of_a_list(heading, marks, sexes):
    names = ("Amsel, Ada", "Buchfink, Bo", "Dohle, Didi")
    rows = [["Weir Cup"], ["No.", None, "Name", heading, "FideID", "FED", "Rtg"]]
    rows += [[at, "FM", name, marks[at - 1], 99000000 + at, "GER", 2200 + at] for at, name in enumerate(names, 1)]
    event = plain.read(sheet(rows), "list.xlsx")
    assert [player.name for player in event.players.values()] == list(names)
    assert [player.sex for player in event.players.values()] == sexes


def test_a_table_by_hand():
    event = read_text(SMALL)
    assert (event.format, event.rounds, event.rounds_played, event.complete) == ("plain crosstable (CSV)", 2, 2, True)
    assert event.name.value == "Harbour Cup"
    assert event.name.source.line == 1
    assert (event.system.value, event.system_guessed) == ("swiss", False)
    ada, bo, didi = event.players.values()
    assert ada[:7] == (1, "Amsel, Ada", "WIM", "GER", 2210, "f", "99000001")
    assert (ada.points, bo.points, didi.points) == (3, 2, 1)
    assert (ada.line, didi.sex, didi.title) == (5, "", "FM")
    assert games(event, 1) == [(2, "w", "1"), (3, "b", "=")]
    assert games(event, 2) == [(1, "b", "0"), (0, "-", "H")]
    assert games(event, 3) == [(0, "-", "U"), (1, "w", "=")]
    assert event.players[1].games[1].column == 10


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_any_delimiter_will_do(delimiter):
    text = SMALL.replace(", ", "~").replace(",", delimiter).replace("~", ", ")
    assert plain.looks_like(text.encode(), "x")
    assert read_text(text).players == read_text(SMALL).players


@pytest.mark.parametrize("make", [as_csv, as_xlsx])
def test_the_template_reads_without_any_doubt(make):
    data = make()
    assert plain.looks_like(data[:4096], "a")
    event = plain.read(data, "a")
    assert keys(event) == []
    assert (len(event.players), event.rounds, event.complete) == (5, 3, True)
    assert (event.start.value, event.end.value) == (Day(2026, 3, 7), Day(2026, 3, 9))
    assert event.round_dates == (Day(2026, 3, 7), Day(2026, 3, 8), Day(2026, 3, 9))
    assert (event.chief_arbiter.value, event.chief_arbiter_title.value) == ("Amsel Ada", "IA")
    assert games(event, 5) == [(0, "-", "Z"), (3, "b", "="), (0, "-", "Z")]


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("12w1", (12, "w", "1")),
        ("12b½", (12, "b", "=")),
        ("7B0,5", (7, "b", "=")),
        ("7b1/2", (7, "b", "=")),
        ("12w+", (12, "w", "+")),
        ("12b-", (12, "b", "-")),
        ("12w", (12, "w", BLANK)),
        ("12wL", (12, "w", "L")),
        ("12bw", (12, "b", "W")),
        ("12-0", (12, "-", "0")),
        ("0-+", (0, "-", "+")),
        ("u", (0, "-", "U")),
        ("F", (0, "-", "F")),
        ("Z", (0, "-", "Z")),
        ("", (0, "-", BLANK)),
        ("?", (0, "-", UNLISTED)),
        ("bye", (0, "-", "F")),
        ("xyz", (0, "-", UNLISTED)),
        ("0w1", (0, "-", UNLISTED)),
    ],
)
def test_cells(text, game):
    assert read_plain_cell(text, 3) == Game(*game, 3)


@pytest.mark.parametrize("result", list("10=WDL+- ?"))
@pytest.mark.parametrize("colour", list("wb-"))
def test_cells_with_opponent_are_read_as_they_are_written(colour, result):
    game = Game(17, colour, result, 5)
    assert read_plain_cell(write_plain_cell(game), 5) == game


@pytest.mark.parametrize("result", list("HFUZ+- ?"))
def test_cells_without_opponent_are_read_as_they_are_written(result):
    game = Game(0, "-", result, 5)
    assert read_plain_cell(write_plain_cell(game), 5) == game
    assert write_plain_cell(game)[:1] not in ("+", "-", "=", "@")


def test_a_round_robin_matrix():
    text = """\
no,name,title,fed,rating,1,2,3,4
1,Amsel,GM,GER,2500,*,1,=,+
2,Buchfink,IM,AUT,2400,0,*,1,=
3,Dohle,IM,SUI,2400,=,0,*,1
4,Elster,FM,ITA,2300,-,=,0,*
"""
    event = read_text(text)
    assert event.format == "plain round-robin crosstable (CSV)"
    assert event.system.value == "round robin"
    assert (event.rounds, event.complete) == (3, True)
    assert sorted(games(event, 1)) == [(2, "-", "1"), (3, "-", "="), (4, "-", "+")]
    assert "rounds_assumed" in keys(event)


def test_plain_numbers_without_a_diagonal_are_rounds():
    event = read_text("no,name,fed,rating,1,2\n1,Amsel,GER,2500,2w1,\n2,Buchfink,AUT,2400,1b0,U\n3,Dohle,,,,\n")
    assert games(event, 1) == [(2, "w", "1")]
    assert games(event, 2) == [(1, "b", "0"), (0, "-", "U")]
    assert (event.rounds, event.rounds_played) == (2, 1)


def test_what_is_odd_becomes_a_notice_with_its_place():
    text = SMALL.replace("system,Swiss", "moon phase,full").replace("points", "elo2").replace("3b=", "3www")
    event = read_text(text)
    found = {notice.key: notice for notice in event.notices}
    assert found["plain_fact_unknown"].source.line == 3
    assert found["plain_column_unknown"].values == {"found": "elo2"}
    assert (found["plain_cell_unreadable"].source.line, found["plain_cell_unreadable"].source.column) == (5, 10)
    assert games(event, 1)[1] == (0, "-", UNLISTED)


def test_rounds_that_nobody_states_are_counted_with_a_notice():
    assert "rounds_by_columns" in keys(read_text(SMALL.replace("rounds,2\n", "")))
    assert "rounds_by_columns" not in keys(read_text(SMALL))


def test_a_missing_round_is_not_an_absence():
    event = read_text(SMALL.replace("R1,R2", "R1,R3").replace("rounds,2", "rounds,3"))
    assert [game.result for game in event.players[1].games] == ["1", UNLISTED, "="]
    assert not event.complete


def test_comments_and_blank_lines_are_left_out():
    text = "# a comment, with commas\n\n" + SMALL.replace('2,"Buch', '# 9,Nobody,,,,,,,,\n2,"Buch') + "\n\n"
    assert len(read_text(text).players) == 3


def test_the_apostrophe_before_a_formula_is_taken_off_once():
    event = read_text(
        SMALL.replace('"Amsel, Ada"', "'=Amsel").replace('"Dohle, Didi"', "''-x").replace("Harbour", "'+H")
    )
    assert [player.name for player in event.players.values()] == ["=Amsel", "Buchfink, Bo", "'-x"]
    assert event.name.value == "+H Cup"


def test_a_line_without_start_number_is_refused_with_its_place():
    with pytest.raises(UnreadableInput, match=r"^t\.csv:6:1: 'x' is no start number"):
        read_text(SMALL.replace('2,"Buch', 'x,"Buch'), "t.csv")


def test_ten_and_a_half_points_stay_ten_and_a_half():
    assert half_sign("10.5") == "10.5"
    assert half_sign("12w0.5") == "12w½"
    assert read_text(SMALL.replace(",1.5,", ",10.5,")).players[1].points == 21


def test_the_file_decides_and_not_its_name(tmp_path):
    path = tmp_path / "table.trf"
    path.write_text(SMALL, encoding="utf-8")
    assert read(path).format == "plain crosstable (CSV)"
    for text in ("Rk.;;Name;Rtg;FED;1.Rd;2.Rd;Pts.\n", "No.;Name;FideID;FED;Rtg\n", "012 Event\n", "no,name\n"):
        assert not plain.looks_like(text.encode(), "a.csv")


def test_sheets_of_the_site_go_to_their_own_reader():
    rows = [["From chess-results.com"], ["Cup"], ["No.", "", "Name", "FED", "Rtg", "1.Rd", "2.Rd"]]
    rows += [[1, "IM", "Amsel, Ada", "GER", 2400, "2w1", "3b½"], [2, "", "Buchfink, Bo", "AUT", 2300, "1b0", "-1"]]
    rows += [[3, "", "Dohle, Didi", "SUI", 2300, "-0", "1w½"]]
    event = plain.read(sheet(rows), "a.xlsx")
    assert event.format.startswith("chess-results")
    assert len(event.players) == 3


def test_formulas_in_sheets_are_refused():
    rows = [["no", "name", "fed", "rating", "R1"], [1, "=1+1", "GER", 2400, "2w1"], [2, "Dohle", "GER", 2400, "1b0"]]
    with pytest.raises(UnreadableInput, match="formula"):
        plain.read(sheet(rows), "a.xlsx")


def test_a_table_without_headings_is_refused():
    with pytest.raises(UnreadableInput, match="normcheck template"):
        read_text("1,Amsel,GER\n2,Dohle,AUT\n")


def test_a_tournament_report_is_read_without_the_libraries_of_other_readers():
    code = (
        "import sys; from normcheck.read import read; read(sys.argv[1]); print({'lxml', 'openpyxl'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(EXAMPLE)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
