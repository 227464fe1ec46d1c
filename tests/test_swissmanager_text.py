"""Text exports of Swiss-Manager: players, pairings, the two together, and older rankings."""

import pytest

from normcheck.errors import UnreadableInput
from normcheck.event import UNLISTED
from normcheck.read import read as read_file
from normcheck.read import read_all, trf
from normcheck.read import swissmanager_lists as lists
from normcheck.read import swissmanager_ranking as ranking
from normcheck.read.merge import merge

PLAYERS = """\
Nr;Name;Titel;Identnr;EloNat;EloInt;Geburt;Fed;Sex;Typ;Gr;KlubNr;Klub;FideIdent;Quelle;Pkt;Wtg1;Rang;Nachname;Vorname
1;Amsel Ada;WGM;;0;2405;02.04.1990;GER;W;;;0;Winter;71000001;;2½;1;1;Amsel;Ada
2;Buche Bo;IM;;0;2400;00.00.1991;POL;;;;0;;71000002;;1,5;2;2;Buche;Bo
3;Cedar Cy;;;1900;0;;XYZ;;;;0;;0;;1;3;3;;
"""
PAIRINGS = """\
Runde;Brett;IdentW;IdentS;NrW;NrS;ErgW;ErgS;Kontumaz;Erg;Mnr;ErgEloW;ErgEloS
1;1;0;0;1;2;0,5;0,5;;0,5:0,5;0;;
1;2;0;0;3;-1;1;1;;1:1;0;;
2;1;0;0;3;1;0;1;K;0:1K;0;;
2;2;0;0;2;-1;1;1;;1:1;0;;
3;1;0;0;1;-1;1;1;;1:1;0;;
3;2;0;0;2;3;0;0;;0:0;0;;
"""
RANKING = """\
Winter Open
Rank;SNo.;;Name;;Rtg;FED;1.Rd.;;;2.Rd.;;;3.Rd.;;;Pts;RecRp
1;12;WGM;Amsel Ada;F;2405;GER;2;w;1;3;b;x;-;-;1;2x;2500
;7;IM;Buche Bo;;2400;POL;1;b;0;-;-;x;3;w;+;1x;2400
3;9;;Cedar Cy;;0;ENG;-;-;-;1;w;x;2;b;-;x;
"""


def row(players, no):
    return " ".join(f"{game.opponent}{game.colour}{game.result}" for game in players[no].games)


def keys(event):
    return [notice.key for notice in event.notices]


def pair(players=PLAYERS, pairings=PAIRINGS):
    return merge([lists.read(players.encode(), "players.txt"), lists.read(pairings.encode(), "pairings.txt")])


def refused(reader, text):
    with pytest.raises(UnreadableInput) as caught:
        reader.read(text.encode(), "list.txt")
    return str(caught.value)


def pairings_with(*lines):
    return lists.read("\n".join([PAIRINGS.partition("\n")[0], *lines]).encode(), "pairings.txt")


def test_the_two_exports_named_together_are_a_complete_event(tmp_path):
    players, pairings = tmp_path / "players.txt", tmp_path / "pairings.txt"
    players.write_text(PLAYERS, encoding="utf-8")
    pairings.write_text(PAIRINGS, encoding="utf-8")
    alone = pair()
    for order in ([players, pairings], [pairings, players]):
        event = read_all(order)
        assert [row(event.players, no) for no in (1, 2, 3)] == [row(alone.players, no) for no in (1, 2, 3)]
        assert [(p.name, p.title, p.federation, p.rating, p.fide_id, p.sex) for p in event.players.values()] == [
            (p.name, p.title, p.federation, p.rating, p.fide_id, p.sex) for p in alone.players.values()
        ]
        assert not {"swissmanager_players_only", "swissmanager_pairings_only", "no_games"} & set(keys(event))


# 1. Players and pairings


def test_both_together_are_an_event():
    event = pair()
    shown = [p[:9] for p in event.players.values()]
    assert shown == [
        (1, "Amsel, Ada", "WGM", "GER", 2405, "f", "71000001", "1990-04-02", 5),
        (2, "Buche, Bo", "IM", "POL", 2400, "m", "71000002", "1991", 3),
        (3, "Cedar Cy", "", "", 0, "m", "", "", 2),
    ]
    assert [row(event.players, no) for no in (1, 2, 3)] == ["2w= 3b+ 0-U", "1b= 0-U 3w ", "0-U 1w- 2b "]
    assert (event.rounds_played, event.complete) == (2, False)
    assert str(event.origins[2, "name"]) == "players.txt:3"
    assert "points_differ" not in keys(event)


def test_a_half_point_bye_that_the_pairings_leave_out_is_noticed():
    players = PLAYERS + "4;Drossel Di;;;0;1900;;GER;;;;0;;0;;0,5;4;4;;\n"
    event = pair(players, PAIRINGS + "3;3;0;0;4;-1;1;1;;1:1;0;;\n")
    assert row(event.players, 4).startswith("0-Z 0-Z")
    differ = [notice.values for notice in event.notices if notice.key == "points_differ"]
    assert differ == [{"no": 4, "name": "Drossel Di", "stated": "0.5", "counted": "0.0"}]


def test_players_alone_are_a_start_list():
    event = lists.read(PLAYERS.encode(), "players.txt")
    assert (len(event.players), event.rounds, event.rounds_played, event.complete) == (3, 0, 0, False)
    assert event.system is None
    assert {"swissmanager_players_only", "no_games", "swissmanager_women_by_blank"} <= set(keys(event))
    assert "points_differ" not in keys(event)


def test_pairings_alone_are_numbers_only():
    event = lists.read(PAIRINGS.encode(), "pairings.txt")
    assert [(p.no, p.name, p.rating) for p in event.players.values()] == [(1, "", 0), (2, "", 0), (3, "", 0)]
    assert "swissmanager_pairings_only" in keys(event)
    assert row(event.players, 1) == "2w= 3b+ 0-U"


def test_order_of_the_columns_does_not_matter():
    lines = [line.split(";") for line in PLAYERS.splitlines()]
    turned = "\n".join(";".join(reversed(line)) for line in lines)
    assert pair(turned).players == pair().players


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_encodings(encoding):
    text = PLAYERS.replace("Amsel", "Ämsel")
    event = lists.read(text.encode(encoding), "players.txt")
    assert event.players[1].name == "Ämsel, Ada"


def test_nobody_marked_as_a_woman_leaves_the_sex_open():
    event = lists.read(PLAYERS.replace(";W;", ";;").encode(), "players.txt")
    assert {player.sex for player in event.players.values()} == {""}


@pytest.mark.parametrize(
    ("line", "white", "black"),
    [
        ("1;1;0;0;1;2;1;0;;1:0;0;;", "1", "0"),
        ("1;1;0;0;1;2;0;1;;0:1;0;;", "0", "1"),
        ("1;1;0;0;1;2;½;½;;;0;;", "=", "="),
        ("1;1;0;0;1;2;0,5;0;;0,5:0;0;;", "=", "0"),
        ("1;1;0;0;1;2;1;0;K;1:0K;0;;", "+", "-"),
        ("1;1;0;0;1;2;0;0;k;0:0K;0;;", "-", "-"),
        ("1;1;0;0;1;2;0;0;;0:0;0;;", " ", " "),
        ("1;1;0;0;1;2;;;;;0;;", " ", " "),
        ("1;1;0;0;1;2;2;0;;2:0;0;;", UNLISTED, UNLISTED),
        ("1;1;0;0;1;2;1;0;X;1:0X;0;;", UNLISTED, UNLISTED),
    ],
)
def test_results(line, white, black):
    players = pairings_with(line, "1;2;0;0;3;4;1;0;;1:0;0;;").players
    assert (players[1].games[0].result, players[2].games[0].result) == (white, black)


@pytest.mark.parametrize(
    ("black", "points", "result"),
    [
        (-1, "1", "U"),
        (-1, "0,5", "H"),
        (-1, "0", "Z"),
        (-2, "1", "F"),
        (-2, "0,5", "H"),
        (-2, "0", "Z"),
        (-1, "x", "?"),
    ],
)
def test_rounds_without_opponent(black, points, result):
    event = pairings_with(f"1;1;0;0;1;{black};{points};0;;;0;;", "1;2;0;0;3;4;1;0;;1:0;0;;")
    assert row(event.players, 1) == f"0-{result}"
    assert ("swissmanager_cell_unreadable" in keys(event)) == (result == "?")


def test_empty_board():
    event = pairings_with("1;1;0;0;1;0;1;0;K;1:0K;0;;", "1;2;0;0;0;0;0;0;;0:0;0;;", "1;3;0;0;3;4;1;0;;1:0;0;;")
    assert row(event.players, 1) == "0-+"
    assert sorted(event.players) == [1, 3, 4]


def test_rounds_that_are_not_in_the_file():
    event = pairings_with("3;1;0;0;1;2;1;0;;1:0;0;;", "5;1;0;0;2;1;1;0;;1:0;0;;")
    assert row(event.players, 1) == "0-? 0-? 2w1 0-? 2b0"
    assert [n.values for n in event.notices if n.key == "swissmanager_rounds_not_listed"] == [{"rounds": "1, 2, 4"}]
    assert not event.complete


def test_player_missing_in_the_list_and_player_paired_twice():
    event = pair(pairings=PAIRINGS + "3;3;0;0;4;1;1;0;;1:0;0;;\n")
    assert {"merge_missing", "swissmanager_paired_twice"} <= set(keys(event))
    assert sorted(event.players) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (PLAYERS.replace("\n2;", "\nzwei;"), "list.txt:3:1: the column 'nr' holds 'zwei'"),
        (PLAYERS.replace("\n2;", "\n10000;"), "from 1 to 9999"),
        (PLAYERS.replace("Ada\n", "Ada;x\n"), "list.txt:2: this line has 21 columns"),
        (PLAYERS.partition("\n")[0], "nothing below it"),
        (PLAYERS.replace("Identnr", "Nr"), "has the column 'nr' twice"),
        (PAIRINGS.replace("\n1;1", "\n0;1"), "list.txt:2:1: the column 'runde' holds '0'"),
        (PAIRINGS.replace("\n1;1", "\n100;1"), "from 1 to 99"),
        (PAIRINGS.replace(";3;-1;", ";3;-3;"), "list.txt:3:6: the column 'nrs' holds '-3'"),
        ("something;else\n1;2\n", "not the other half"),
    ],
)
def test_lists_that_cannot_be_read(text, words):
    assert words in refused(lists, text)


# 2. Rankings


def test_ranking():
    event = ranking.read(RANKING.encode(), "ranking.txt")
    shown = [(p.no, p.name, p.title, p.federation, p.rating, p.sex, p.points, p.rank) for p in event.players.values()]
    assert shown == [
        (12, "Amsel Ada", "WGM", "GER", 2405, "f", 5, 1),
        (7, "Buche Bo", "IM", "POL", 2400, "m", 3, 0),
        (9, "Cedar Cy", "", "ENG", 0, "m", 1, 3),
    ]
    assert [row(event.players, no) for no in (12, 7, 9)] == ["7w1 9b= 0-F", "12b0 0-H 9w+", "0-- 12w= 7b-"]
    assert (event.name.value, event.rounds, event.complete) == ("Winter Open", 3, True)
    assert event.players[12].games[1].column == 11
    assert keys(event) == ["system_guessed"]


def test_ranking_without_start_numbers_counts_the_rows():
    text = RANKING.replace("SNo.", "Club")
    assert sorted(ranking.read(text.encode(), "ranking.txt").players) == [1, 2, 3]


@pytest.mark.parametrize("cells", ["9;w;1", "x;w;1", "2;w;q", "-;-;q", "0003000;w;1"])
def test_ranking_with_a_cell_that_cannot_be_read(cells):
    event = ranking.read(RANKING.replace("2;w;1", cells).encode(), "ranking.txt")
    assert event.players[12].games[0].result == UNLISTED
    assert str(next(n.source for n in event.notices if n.key == "swissmanager_cell_unreadable")) == "ranking.txt:3:8"


def test_ranking_with_too_many_rounds():
    rounds = ";".join(f"{index}.Rd.;;" for index in range(1, 101))
    assert "99" in refused(ranking, f"Rank;SNo.;;Name;;Rtg;FED;{rounds};Pts\n1;1;;A;;2000;GER\n")


# 3. The choice between the readers


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (PLAYERS, "Swiss-Manager players"),
        (PAIRINGS, "Swiss-Manager pairings"),
        (RANKING, "Swiss-Manager ranking"),
    ],
)
def test_content_decides(text, form, tmp_path):
    path = tmp_path / "list.txt"
    path.write_text(text, "utf-8")
    assert read_file(path).format == form
    assert not trf.looks_like(text.encode(), path.name)


def test_lists_of_other_programs_are_left_alone():
    other = b"No.;Name;Rtg;1.Rd.;2.Rd.;Pts\n1;Amsel Ada;2400;2w1;3b1;2\n"
    assert not ranking.looks_like(other, "list.csv")
    assert not lists.looks_like(other, "list.csv")
