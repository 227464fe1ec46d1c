"""Pages, sheets and CSV of chess-results.com: every list the site has, and what saved copies look like."""

import tomllib
from pathlib import Path

import pytest
import site_pages as site

from normcheck.errors import UnreadableInput
from normcheck.event import BLANK, DOUBLE_ROUND_ROBIN, ROUND_ROBIN, TEAM, UNLISTED
from normcheck.read import chessresults, chessresults_xml, read
from normcheck.read.columns import find_columns, words
from normcheck.read.crosstable_cells import colours, read_cell
from normcheck.resources import folder

EVENTS = Path(__file__).parent / "events"
FOXES = read(EVENTS / "foxes_open.trf")
OWLS = read(EVENTS / "owls_round_robin.trf")
WORDS = tomllib.loads((folder("rules") / "en" / "notices_tables.toml").read_text("utf-8"))


def event(rows, name="page.html", **options):
    make = {"html": site.page, "xlsx": site.xlsx, "csv": site.csv}[name.rpartition(".")[2]]
    return chessresults.read(make(rows, **options), name)


def keys(found):
    return [notice.key for notice in found.notices]


def facts(found, *fields):
    return {no: tuple(getattr(player, field) for field in fields) for no, player in found.players.items()}


def games(found):
    """All games; a full point without opponent is of unknown kind, as crosstables have it."""
    rows = {no: [game[:3] for game in player.games] for no, player in found.players.items()}
    return {no: [(0, "-", "F") if game == (0, "-", "U") else game for game in row] for no, row in rows.items()}


def refused(data, words_of_reason, name="page.html"):
    with pytest.raises(UnreadableInput, match=words_of_reason) as error:
        chessresults.read(data, name)
    assert str(error.value).startswith(name)
    return str(error.value)


# Crosstables


@pytest.mark.parametrize("name", ["page.html", "list.xlsx", "list.csv"])
def test_a_starting_rank_crosstable_holds_what_the_report_holds(name):
    found = event(site.crosstable(FOXES), name)
    assert games(found) == games(FOXES)
    shown = ("title", "federation", "rating", "points", "rank")
    assert facts(found, *shown) == facts(FOXES, *shown)
    assert (found.rounds, found.rounds_played, found.complete) == (5, 5, True)
    assert keys(found) == ["bye_kind_unknown", "federation_blank"]


@pytest.mark.parametrize("name", ["page.html", "list.xlsx", "list.csv"])
def test_the_details_are_facts_of_the_event(name):
    found = event(site.crosstable(FOXES), name)
    assert found.format == f"chess-results crosstable ({name.rpartition('.')[2].upper()})"
    told = {
        "name": "Open of the Foxes",
        "place": "Fuchsau",
        "federation": "SUI",
        "organiser": "Forest Chess Club",
        "system": "swiss",
        "chief_arbiter": "Muster, Mia",
        "chief_arbiter_id": "79999999",
        "chief_arbiter_title": "IA",
        "deputies": "FA Probe, Paul",
        "rate_of_play": "90 min + 30 sec increment",
        "start": FOXES.start.value,
        "end": FOXES.end.value,
    }
    assert {field: getattr(found, field).value for field in told} == told
    assert not found.system_guessed
    assert "example.org" not in repr(found)


def test_every_fact_has_the_line_of_its_row():
    found = event(site.crosstable(FOXES), "list.csv")
    data = site.csv(site.crosstable(FOXES)).decode().splitlines()
    for player in found.players.values():
        assert data[player.line - 1].startswith(f"{player.no};")
    assert str(found.source_of(found.players[3], found.players[3].games[1])) == f"list.csv:{found.players[3].line}:8"
    assert "Fuchsau" in data[found.place.source.line - 1]
    html = site.page(site.crosstable(FOXES)).decode().splitlines()
    page = event(site.crosstable(FOXES))
    assert all(site.plain_name(player.name) in html[player.line - 1] for player in page.players.values())


def test_a_ranking_crosstable_names_opponents_by_row():
    found = event(site.ranking(FOXES), "list.csv")
    assert "numbers_made" in keys(found)
    by_name = {site.plain_name(player.name): player for player in FOXES.players.values()}
    names = {no: by_name[player.name].no for no, player in found.players.items()}
    translated = {
        names[no]: [(names.get(game.opponent, 0), game.colour, game.result) for game in player.games]
        for no, player in found.players.items()
    }
    assert translated == games(FOXES)


def test_start_numbers_in_a_ranking_crosstable_are_used():
    rows = site.ranking(FOXES)
    numbers = {site.plain_name(player.name): str(no) for no, player in FOXES.players.items()}
    rows = [["Rk.", "SNo", *rows[0][1:]]] + [[row[0], numbers[row[2]], *row[1:]] for row in rows[1:]]
    found = event(rows)
    assert games(found) == games(FOXES)
    assert "numbers_made" not in keys(found)


def test_links_of_names_tell_start_numbers():
    rows = site.ranking(FOXES)
    numbers = {site.plain_name(player.name): no for no, player in FOXES.players.items()}
    for row in rows[1:]:
        row[2] = f'<a class="CRdb" href="https://example.org/tnr1.aspx?art=9&amp;snr={numbers[row[2]]}">{row[2]}</a>'
    found = event(rows)
    assert games(found) == games(FOXES)


def test_rows_named_like_start_numbers_are_recognised_by_the_games():
    rows = site.ranking(FOXES)
    gaps = [["No.", *rows[0][1:]]] + [[str(2 * at), *row[1:]] for at, row in enumerate(rows[1:], 1)]
    found = event(gaps)
    assert "numbers_reinterpreted" in keys(found)
    assert "not_reciprocal" not in keys(found)


def test_without_points_the_first_tie_break_is_compared():
    rows = site.crosstable(FOXES)
    points = rows[0].index("Pts.")
    tie_break = [[*row[:points], row[points + 1], row[points]] for row in rows]
    tie_break[0][-1] = "TB1"
    found = event(tie_break)
    assert facts(found, "points") == facts(FOXES, "points")


def test_a_table_without_ratings_says_so():
    found = event(site.crosstable(FOXES, ratings=False))
    assert "no_ratings" in keys(found)
    assert {player.rating for player in found.players.values()} == {0}


def test_an_open_round_is_not_complete():
    rows = site.crosstable(FOXES)
    last = rows[0].index("5.Rd")
    for row in rows[1:]:
        row[last] = row[last].rstrip("10½+-") if row[last].strip()[0] != "-" else row[last]
    found = event(rows)
    assert (found.rounds, found.rounds_played, found.complete) == (5, 4, False)
    assert found.players[1].games[4].result == BLANK


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("12w1", (12, "w", "1", True, False)),
        (" 17b½", (17, "b", "=", True, False)),
        ("3b1/2", (3, "b", "=", True, False)),
        ("12w\ufffd", (12, "w", "=", True, False)),
        ("12w+", (12, "w", "+", True, False)),
        ("12 b -", (12, "b", "-", True, False)),
        ("12w", (12, "w", " ", True, False)),
        ("12w1K", (12, "w", "+", True, False)),
        ("12b0K", (12, "b", "-", True, False)),
        ("-1", (0, "", "F", True, True)),
        ("   -½", (0, "", "H", True, False)),
        ("-0.5", (0, "", "H", True, False)),
        ("-0", (0, "", "Z", True, False)),
        ("0", (0, "", "Z", True, False)),
        ("", (0, "", " ", True, False)),
        ("spielfrei", (0, "", "F", True, True)),
        ("121", (0, "", "?", False, False)),
        ("12w7", (0, "", "?", False, False)),
        ("0w1", (0, "", "?", False, False)),
        ("hello", (0, "", "?", False, False)),
    ],
)
def test_cells(text, cell):
    assert read_cell(text) == cell


@pytest.mark.parametrize(
    ("letters", "white", "black"), [("wb", "w", "b"), ("ws", "w", "s"), ("bn", "b", "n"), ("бч", "б", "ч")]
)
def test_colours_of_other_languages(letters, white, black):
    meanings = colours([read_cell(f"7{letter}1") for letter in letters])
    assert (meanings[white], meanings[black]) == ("w", "b")


def test_an_unreadable_cell_is_a_notice_with_its_place():
    rows = site.crosstable(FOXES)
    rows[4][rows[0].index("2.Rd")] = "11w?1"
    found = event(rows, "list.csv")
    assert found.players[4].games[1].result == UNLISTED
    notice = next(notice for notice in found.notices if notice.key == "round_unreadable")
    assert (notice.source.line, notice.source.column) == (found.players[4].line, rows[0].index("2.Rd") + 1)


# Headings and languages


@pytest.mark.parametrize(
    "heading",
    [
        ["Nr", "", "Nimi", "Rtg", "FED", "1.Rd", "2.Rd", "p.", "Rk."],
        ["Nr.", "", "Name", "Elo", "Land", "1.Rd", "2.Rd", "Pkt.", "Rg."],
        ["Nº.Inic.", "", "Nombre", "EloI", "FED", "1.Rd", "2.Rd", "Pts.", "Desp1"],
        ["№", "", "Имя", "Рейт.", "ФЕД", "1.Тур", "2.Тур", "Очки", "Место"],
        ["No.", "", "İsim", "Rtg", "FED", "1.Rd", "2.Rd", "Puan", "Sıra"],
    ],
)
def test_headings_in_other_languages(heading):
    rows = [heading, ["1", "IM", "Amsel Ada", "2400", "GER", "2w1", "-½", "1,5", "1"]]
    rows.append(["2", "", "Buche Bo", "0", "POL", "1b0", "-0", "0", "2"])
    found = event(rows)
    assert facts(found, "title", "federation", "rating", "points") == {1: ("IM", "GER", 2400, 3), 2: ("", "POL", 0, 0)}


def test_names_are_found_without_a_known_heading():
    rows = [["No.", "", "ΠΑΙΚΤΗΣ", "Rtg", "1.Rd", "2.Rd"], ["1", "GM", "Amsel Ada", "2400", "2w1", ""]]
    found = event([*rows, ["2", "", "Buche Bo", "2300", "1b0", ""]])
    assert facts(found, "name", "title") == {1: ("Amsel Ada", "GM"), 2: ("Buche Bo", "")}


def test_international_ratings_before_national_ones():
    found = event(site.starting_rank(FOXES))
    assert facts(found, "rating") == facts(FOXES, "rating")
    rows = site.starting_rank(FOXES)
    rows[0][6] = "club"
    assert "national_ratings" in keys(event(rows))


def test_a_federation_may_stand_in_the_markup_only():
    rows = [["No.", "Name", "Rtg", "FideID", "x", "y"], ["1", "Amsel, Ada", "2400", "0", "", "GER"]]
    assert event(rows).players[1].federation == "GER"


def test_words_of_columns_are_unambiguous_where_it_matters():
    known = words("columns")
    assert (known["rk"], known["no"], known["name"], known["fideid"]) == ("rank", "number", "name", "fide_id")
    assert find_columns(["This", "is", "text"]) is None


# Lists


@pytest.mark.parametrize("name", ["page.html", "list.xlsx", "list.csv"])
def test_a_starting_rank_list_is_read_and_said_to_have_no_games(name):
    found = event(site.starting_rank(FOXES), name)
    shown = ("name", "title", "federation", "rating", "sex", "fide_id")
    assert facts(found, *shown) == facts(FOXES, *shown)
    assert (found.rounds, found.rounds_played, found.complete) == (5, 0, False)
    assert keys(found) == ["federation_blank", "no_games"]


def many(count):
    return [["No.", "", "Name", "FED", "Rtg"]] + [
        [str(n), "", f"Player {n}", "GER", "2000"] for n in range(1, count + 1)
    ]


def test_the_first_page_of_a_long_list_is_refused():
    refused(site.page(many(150)), "shows the first 150 rows")
    assert len(event(many(150), address="?lan=1&amp;zeilen=99999").players) == 150
    assert len(event(many(149)).players) == 149
    refused(site.page(many(40), details=[("Number of players", "52")]), "40 players, but the page says there are 52")


def test_opponents_beyond_the_last_row_show_a_cut_table():
    refused(site.page(site.crosstable(FOXES)[:-4]), "ends after 12 players, but the cells name number 16")
    refused(site.csv(site.crosstable(FOXES)).replace(b"\r\n16;", b"\r\n;"), "ends after 15 players", "list.csv")


def test_a_page_that_breaks_off_is_refused():
    data = site.page(site.starting_rank(FOXES))
    refused(data[: data.index(b"Greif")], "breaks off within its table")


# Round robins


def matrix(found, double=False):
    """The cells of a round-robin crosstable."""
    numbers = sorted(found.players)
    rows = [["No.", "", "Name", "Rtg", *map(str, numbers), "Pts.", "Rk."]]
    for no in numbers:
        player = found.players[no]
        against = {other: [g.result for g in player.games if g.opponent == other] for other in numbers}
        cells = ["*" if no == other else " ".join(site.SIGNS[r] for r in against[other]) for other in numbers]
        rows.append([str(no), player.title, player.name, str(player.rating), *cells, site.points(player.points), "1"])
    return rows


def results_by_opponent(found):
    return {
        no: sorted((game.opponent, game.result) for game in player.games if game.opponent)
        for no, player in found.players.items()
    }


@pytest.mark.parametrize("name", ["page.html", "list.xlsx"])
def test_a_round_robin_crosstable_holds_all_games(name):
    found = event(matrix(OWLS), name, details=[])
    assert results_by_opponent(found) == results_by_opponent(OWLS)
    assert (found.system.value, found.system_guessed) == (OWLS.system.value, False)
    assert found.system.value in (ROUND_ROBIN, DOUBLE_ROUND_ROBIN)
    assert "rounds_assumed" in keys(found)
    assert not {"not_reciprocal", "results_disagree", "points_differ", "met_twice"} & set(keys(found))


def test_an_odd_and_a_double_round_robin():
    rows = [["No.", "Name", "Rtg", "1", "2", "3", "Pts."]]
    rows += [["1", "Amsel", "2400", "*", "1 ½", "0 +", "2,5"], ["2", "Buche", "2300", "0 ½", "**", "1", "1,5"]]
    rows += [["3", "Corvin", "2200", "1 -", "0", "*", "1"]]
    found = event(rows, details=[])
    assert found.system.value == DOUBLE_ROUND_ROBIN
    assert (found.rounds, found.complete) == (6, False)
    assert results_by_opponent(found)[1] == [(2, "1"), (2, "="), (3, "+"), (3, "0")]
    assert results_by_opponent(found)[3] == [(1, "-"), (1, "1"), (2, " "), (2, "0")]


def test_a_double_round_robin_with_two_columns_an_opponent():
    rows = [["No.", "Name", "Rtg", "1", "1", "2", "2", "3", "3", "Pts."]]
    rows += [["1", "Amsel", "2400", "*", "*", "1", "½", "0", "+", "2,5"]]
    rows += [["2", "Buche", "2300", "0", "½", "*", "*", "1", "", "1,5"]]
    rows += [["3", "Corvin", "2200", "1", "-", "0", "", "*", "*", "1"]]
    found = event(rows, details=[])
    assert found.system.value == DOUBLE_ROUND_ROBIN
    assert results_by_opponent(found)[1] == [(2, "1"), (2, "="), (3, "+"), (3, "0")]
    assert results_by_opponent(found)[3] == [(1, "-"), (1, "1"), (2, " "), (2, "0")]
    assert "points_differ" not in [notice.key for notice in found.notices]


def test_an_unreadable_result_in_a_matrix_is_a_notice():
    rows = [["No.", "Name", "Rtg", "1", "2", "3", "Pts."]]
    rows += [["1", "Amsel", "2400", "*", "7", "0", "1"], ["2", "Buche", "2300", "0", "*", "1", "1"]]
    rows += [["3", "Corvin", "2200", "1", "0", "*", "1"]]
    found = event(rows, details=[])
    assert "matrix_unreadable" in keys(found)


# Pairings


def test_pairings_tell_the_kinds_of_byes_and_the_date():
    found = event(site.board_pairings(FOXES, 2), title="Round 2 on 2024/07/07 at 15:00")
    assert {no: player.games[1][:3] for no, player in found.players.items()} == {
        no: player.games[1][:3] for no, player in FOXES.players.items()
    }
    assert {player.games[0].result for player in found.players.values()} == {UNLISTED}
    assert str(found.round_dates[1]) == "2024-07-07"
    assert not found.complete
    assert "bye_kind_unknown" not in keys(found)


def test_pairings_of_an_open_round_are_paired_without_result():
    rows = site.board_pairings(FOXES, 1)
    for row in rows[1:]:
        row[6] = ""
    found = event(rows, title="Round 1")
    assert (found.rounds_played, found.players[1].games[0].result) == (0, BLANK)
    assert found.players[1].games[0].opponent == 16


def test_several_rounds_in_one_sheet():
    rows = []
    for index in (1, 2, 3):
        rows += [[f"Round {index} on 2024/07/0{index} at 15:00"], *site.board_pairings(FOXES, index)]
    found = chessresults.read(site.csv([["x"] * 12, *rows]), "list.csv")
    assert {no: row[:3] for no, row in games(found).items()} == {no: row[:3] for no, row in games(FOXES).items()}


def test_pairings_without_a_round_are_refused():
    refused(site.page(site.board_pairings(FOXES, 2), title="Pairings"), "no heading says to which round")


# Teams

MATCH = [
    ["Round 2 on 2026/10/04 at 09:00"],
    ["Bo.", "6", "Westdorf", "Rtg", "-", "4", "Ostdorf", "Rtg", "1½ : ½"],
    ["1.1", "FM", "Roth, Paul", "2266", "-", "", "Weiss, Ute", "2169", "½ - ½"],
    ["1.2", "", "Lang, Eva", "1900", "-", "WFM", "Fuchs, Mia", "1850", "1 - 0"],
    ["Bo.", "5", "Nordheim", "Rtg", "-", "3", "Suedheim", "Rtg", "1 : 1"],
    ["2.1", "IM", "Kern, Jo", "2400", "-", "", "Bach, Ida", "2300", "+ - -"],
    ["2.2", "", "Horn, Al", "2100", "-", "", "", "", "+ - -"],
]
MEMBERS = [
    ["1. Westdorf (RtgAvg:2083, Captain: Roth, Paul / TB1: 2)"],
    ["Bo.", "", "Name", "Rtg", "FED", "FideID", "1", "2", "Pts.", "Games", "RtgAvg"],
    ["1", "FM", "Roth, Paul", "2266", "AUT", "79000001", "1", "½", "1,5", "2", "2200"],
    ["2", "", "Lang, Eva", "1900", "GER", "79000002", "", "1", "1", "1", "1850"],
]


def test_board_pairings_of_teams():
    found = event([["x"], *MATCH], title="Board Pairings", details=[])
    by_name = {player.name: player for player in found.players.values()}
    roth, weiss, kern, horn = (by_name[name] for name in ("Roth, Paul", "Weiss, Ute", "Kern, Jo", "Horn, Al"))
    assert roth[2:5] == ("FM", "", 2266)
    assert roth.games[1][:3] == (weiss.no, "-", "=")
    assert kern.games[1][:3] == (by_name["Bach, Ida"].no, "-", "+")
    assert horn.games[1][:3] == (0, "-", "+")
    assert (found.system.value, len(found.players)) == (TEAM, 7)
    assert str(found.round_dates[1]) == "2026-10-04"


def test_a_team_composition_has_players_but_no_opponents():
    found = event([["x"], *MEMBERS], title="Team-Composition with round-results", details=[])
    assert facts(found, "name", "federation", "fide_id", "points") == {
        1: ("Roth, Paul", "AUT", "79000001", 3),
        2: ("Lang, Eva", "GER", "79000002", 2),
    }
    assert (found.rounds, found.rounds_played) == (2, 0)
    assert {"teams_without_opponents", "no_games", "numbers_made"} <= set(keys(found))
    assert "Captain" not in repr(found)


def test_pages_that_hold_no_event_are_refused_with_what_to_save():
    teams = [["No.", "Team", "Team", "Res.", ":", "Res."], ["1", "Westdorf", "Ostdorf", "3", ":", "3"]]
    refused(site.page(teams), "lists teams, not players")
    card = [["Rd.", "Bo.", "SNo", "", "Name", "Rtg", "FED", "Pts.", "Res."]]
    refused(site.page([*card, ["1", "1", "5", "", "Amsel", "2400", "GER", "1", "1"]]), "card of one player")
    refused(b"<html><body><p>Hello</p></body></html>", "no crosstable")
    refused(site.page(many(0)), "no player was found")


# Upload XML

UPLOAD = """<?xml version="1.0"?>
<chessresults>
<tournamentdata><tournament type="0" name="Spring Cup" rounds="3" from="20260501" to="03.05.2026" location="Fuchsau"
  timecontrol="90+30" chiefarbiter="IA Muster, Mia" federation="GER" mail="mia@example.org"/></tournamentdata>
<rounds><round round="1" date="20260501"/><round round="2" date="20260502"/></rounds>
<players>
<player no="1" lastname="Amsel" firstname="Ada" title="IM" rtg="2401" rtgfide="2400" sex="W" fed="GER" fideid="79000001"
  dob="1990" pts="2,0" rank="1"/>
<player no="2" lastname="Buche,Bo" firstname="" title="" rtg="2300" rtgfide="0" sex="M" fed="POL" fideid="" pts="1"/>
<player no="3" lastname="Corvin" firstname="Cleo" rtg="2200" rtgfide="2200" sex="" fed="FRA" pts="1.5"/>
</players>
<playerpairings>
<playerpairing round="1" whiteno="1" blackno="2" reswhite="1.0" resblack="0.0" forfeit=""/>
<playerpairing round="1" whiteno="3" blackno="-1" reswhite="1.0" resblack="0" forfeit="K"/>
<playerpairing round="2" whiteno="3" blackno="1" reswhite="0,5" resblack="0,5" forfeit=""/>
<playerpairing round="2" whiteno="2" blackno="-2" reswhite="" resblack="" forfeit=""/>
<playerpairing round="3" whiteno="2" blackno="3" reswhite="1" resblack="0" forfeit="K"/>
<playerpairing round="3" whiteno="1" blackno="-2" reswhite="0.5" resblack="" forfeit=""/>
<playerpairing round="x" whiteno="1" blackno="2" reswhite="1" resblack="0" forfeit=""/>
</playerpairings>
</chessresults>
"""


def test_the_upload_file():
    found = chessresults_xml.read(UPLOAD.encode(), "upload.xml")
    assert games(found) == {
        1: [(2, "w", "1"), (3, "b", "="), (0, "-", "H")],
        2: [(1, "b", "0"), (0, "-", "Z"), (3, "w", "+")],
        3: [(0, "-", "F"), (1, "w", "="), (2, "b", "-")],
    }
    assert found.players[3].games[0].result == "U"
    assert facts(found, "name", "rating", "sex", "title")[1] == ("Amsel, Ada", 2400, "f", "IM")
    assert found.players[2].rating == 0
    assert (found.system.value, str(found.start.value), str(found.end.value)) == ("swiss", "2026-05-01", "2026-05-03")
    assert [str(day) for day in found.round_dates] == ["2026-05-01", "2026-05-02", "None"]
    assert keys(found) == ["pairing_unreadable"]
    assert "example.org" not in repr(found)


def test_a_damaged_upload_file_is_refused_with_its_line():
    with pytest.raises(UnreadableInput, match=r"upload.xml:7: this XML file is not well formed"):
        chessresults_xml.read(UPLOAD.replace('no="1" lastname', "no=1 lastname").encode(), "upload.xml")
    with pytest.raises(UnreadableInput, match="start number 'x'"):
        chessresults_xml.read(UPLOAD.replace('player no="2"', 'player no="x"').encode(), "upload.xml")


# Recognition


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.trf", site.page(site.crosstable(FOXES))),
        ("b.dat", site.xlsx(site.crosstable(FOXES))),
        ("c.txt", site.csv(site.crosstable(FOXES))),
        ("d", UPLOAD.encode()),
        ("e.txt", site.csv(site.crosstable(FOXES), delimiter="\t")),
        ("f.csv", site.csv(site.crosstable(FOXES), delimiter=",").replace(b",5", b".5").split(b"crosstable", 1)[1]),
    ],
)
def test_the_content_decides_not_the_name(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    assert read(path).format.startswith("chess-results")


def test_tables_that_do_not_name_the_site_are_called_what_they_are():
    data = site.page(site.crosstable(FOXES)).replace(b"Chess-Results", b"Results")
    assert chessresults.read(data, "page.html").format == "crosstable (HTML)"


def test_a_tournament_report_that_names_the_site_stays_one(tmp_path):
    path = tmp_path / "event.txt"
    path.write_bytes((EVENTS / "foxes_open.trf").read_bytes() + b"132 see chess-results.com\n")
    assert read(path).format == "TRF16"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings(encoding):
    found = chessresults.read(site.csv(site.crosstable(FOXES), encoding=encoding), "list.csv")
    assert games(found) == games(FOXES)
    assert found.encoding in ("utf-8", "utf-16-le", "cp1252")
    assert ("encoding" in keys(found)) == (encoding == "cp1252")


def test_a_page_says_its_own_encoding():
    rows = site.starting_rank(FOXES)
    rows[1][3] = "Šéf, Řehoř"
    data = site.page(rows).decode().replace('charset="utf-8"', 'charset="windows-1250"').encode("cp1250")
    assert chessresults.read(data, "page.html").players[1].name == "Šéf, Řehoř"


@pytest.mark.parametrize("name", ["foxes_crosstable.html", "foxes_crosstable.xlsx", "foxes_kreuztabelle.html"])
def test_saved_files_hold_what_the_report_of_the_event_holds(name):
    found = read(EVENTS / "chessresults" / name)
    assert games(found) == games(FOXES)
    shown = ("title", "federation", "rating", "points", "rank")
    assert facts(found, *shown) == facts(FOXES, *shown)
    for field in ("place", "federation", "system", "start", "end"):
        assert getattr(found, field).value == getattr(FOXES, field).value
    assert found.chief_arbiter.value == "Muster, Mia"


def test_saved_lists_and_matrices():
    ranking = read(EVENTS / "chessresults" / "foxes_ranking.csv")
    assert (ranking.format, len(ranking.players)) == ("chess-results ranking crosstable (CSV)", 16)
    assert facts(read(EVENTS / "chessresults" / "foxes_startingrank.html"), "name") == facts(FOXES, "name")
    assert read(EVENTS / "chessresults" / "foxes_round2.html").players[16].games[1].result == "U"
    owls = read(EVENTS / "chessresults" / "owls_crosstable.html")
    assert results_by_opponent(owls) == results_by_opponent(OWLS)


def test_every_notice_has_a_sentence_with_its_values():
    found = event(site.ranking(FOXES), "list.csv", details=[])
    for notice in found.notices:
        if notice.key in WORDS:
            assert WORDS[notice.key].format(**notice.values)
    assert {"rounds_by_columns", "numbers_made", "bye_kind_unknown"} <= set(keys(found)) & set(WORDS)
