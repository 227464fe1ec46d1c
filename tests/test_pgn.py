"""PGN: tags only. Games without moves, players told apart and joined, rounds, dates, and what is refused."""

import pytest

from normcheck.errors import UnreadableInput
from normcheck.event import BLANK, UNLISTED, Day
from normcheck.read import pgn, read, read_all
from normcheck.read.pgn_tags import read_games

PLAYERS = {
    "a": ("Amsel, Ada", "WIM", "2301", "99000001"),
    "b": ("Buchfink, Bo", "", "2210", "99000002"),
    "c": ("Dohle, Didi", "FM", "2350", "99000003"),
    "d": ("Elster, Emil", "GM", "2508", "99000004"),
}


def game(round_, white, black, result, moves="", **tags):
    """One game as text; players by letter, other tags as given (None: left out)."""
    found = {"Event": "Weir Cup", "Site": "Seekirchau", "Round": round_, "Result": result}
    for side, who in (("White", white), ("Black", black)):
        name, title, rating, fide_id = PLAYERS.get(who, (who, "", "", ""))
        found |= {side: name, f"{side}Title": title, f"{side}Elo": rating, f"{side}FideId": fide_id}
    found |= tags
    lines = [f'[{key} "{value}"]' for key, value in found.items() if value not in ("", None)]
    return "\n".join([*lines, "", *([f"{moves} {result}", ""] if moves else [])]) + "\n"


ROBIN = [
    ("1.1", "a", "d", "0-1"),
    ("1.2", "b", "c", "1/2-1/2"),
    ("2.1", "d", "c", "1-0"),
    ("2.2", "a", "b", "1-0"),
    ("3.1", "b", "d", "0-1"),
    ("3.2", "c", "a", "1/2-1/2"),
]


def robin(**tags):
    return "".join(game(*each, **tags) for each in ROBIN)


def read_text(text):
    return pgn.read(text.encode(), "g.pgn")


def games(event, name):
    player = next(player for player in event.players.values() if player.name.startswith(name))
    numbers = {0: ""} | {no: one.name.split(",")[0] for no, one in event.players.items()}
    return [(numbers[game.opponent], game.colour, game.result) for game in player.games]


def keys(event):
    return {notice.key for notice in event.notices}


def test_tags_without_moves():
    event = read_text(robin(Date="2026.03.07"))
    assert (event.format, event.name.value, event.place.value) == ("PGN", "Weir Cup", "Seekirchau")
    assert (event.rounds, event.rounds_played, event.complete, event.system.value) == (3, 3, True, "round robin")
    assert event.players[1][:7] == (1, "Amsel, Ada", "WIM", "", 2301, "", "99000001")
    assert games(event, "Amsel") == [("Elster", "w", "0"), ("Buchfink", "w", "1"), ("Dohle", "b", "=")]
    assert (event.start.value, event.end.value) == (Day(2026, 3, 7), Day(2026, 3, 7))
    assert keys(event) >= {"pgn_forfeits_unmarked", "numbers_made", "federation_blank"}


def test_a_missing_event_tag_does_not_join_two_games():
    text = robin(Event=None, Site=None)
    assert len(list(read_games(text.splitlines()))) == len(ROBIN)
    tight = text.replace("\n\n", "\n")
    assert len(list(read_games(tight.splitlines()))) == len(ROBIN)
    assert read_text(text).players.keys() == read_text(tight).players.keys()


def test_moves_comments_and_escaped_lines_are_passed_over():
    moves = '1. e4 { [%clk 1:30:00] a [Round "9"] } e5 (1... c5 2. Nf3) 2. Nf3 $1'
    text = "% escaped\n" + "".join(game(*each, moves=moves) for each in ROBIN)
    assert [p.games for p in read_text(text).players.values()] == [p.games for p in read_text(robin()).players.values()]


def test_days_of_rounds_and_the_days_of_the_event():
    text = "".join(game(*each, UTCDate=f"2026.03.0{each[0][0]}") for each in ROBIN)
    event = read_text(text)
    assert event.round_dates == (Day(2026, 3, 1), Day(2026, 3, 2), Day(2026, 3, 3))
    assert (event.start.value, event.end.value) == (Day(2026, 3, 1), Day(2026, 3, 3))


@pytest.mark.parametrize(("control", "code"), [("5400+30", "5400+30"), ("40/5400+30:1800+30", "40/5400+30:1800+30")])
def test_the_time_control_of_all_games_is_the_rate_of_play(control, code):
    assert read_text(robin(TimeControl=control)).clock.value == code


def test_differing_or_strange_time_controls_are_not_known():
    text = game(*ROBIN[0], TimeControl="5400+30") + robin(TimeControl="180+2").split("[Event", 2)[2].join(
        ["[Event", ""]
    )
    event = read_text(text)
    assert event.clock is None
    assert "pgn_time_controls" in keys(event)
    assert read_text(robin(TimeControl="90 minutes")).clock is None


def test_facts_of_databases():
    text = robin(EventType="swiss", EventRounds="9", WhiteFed="GER", BlackFed="GER")
    event = read_text(text)
    assert (event.rounds, event.complete) == (9, False)
    assert (event.system.value, event.system_guessed) == ("swiss", False)
    assert event.players[1].federation == "GER"


def test_players_are_joined_by_fide_id_and_name():
    text = robin().replace('[Black "Amsel, Ada"]', '[Black "Amsel A."]', 1)
    text = text.replace('[WhiteFideId "99000002"]\n', "", 1)
    event = read_text(text)
    assert len(event.players) == 4
    assert event.players[3].fide_id == "99000002"


def test_accents_and_order_of_names_do_not_part_a_player():
    text = robin().replace("FideId", "Number").replace('[White "Buchfink, Bo"]', '[White "Bo Búchfink"]', 1)
    assert len(read_text(text).players) == 4


def test_two_of_one_name_are_told_apart_by_rating():
    text = robin().replace("FideId", "Number")
    text = text.replace('"Dohle, Didi"', '"Amsel, Ada"')
    event = read_text(text)
    assert len(event.players) == 4
    assert sorted(p.rating for p in event.players.values() if p.name == "Amsel, Ada") == [2301, 2350]


def test_the_rating_met_most_often_counts():
    event = read_text(robin().replace('[WhiteElo "2301"]', '[WhiteElo "2310"]', 1))
    assert event.players[1].rating == 2301
    assert "pgn_ratings_differ" in keys(event)


def test_gaps_are_not_absences():
    event = read_text("".join(game(*each) for each in ROBIN[:-1]))
    assert games(event, "Amsel")[2] == ("", "-", UNLISTED)
    assert "pgn_gaps" in keys(event)


def test_open_games_and_unknown_results():
    text = robin().replace('[Result "1-0"]', '[Result "*"]', 1).replace('[Result "0-1"]', '[Result "a-b"]', 1)
    event = read_text(text)
    assert games(event, "Elster")[:2] == [("Amsel", "b", UNLISTED), ("Dohle", "w", BLANK)]
    assert not event.complete


def test_a_result_without_moves_beside_games_with_moves_is_not_known():
    text = "".join(game(*each, moves="1. e4 e5") for each in ROBIN[:-1]) + game(*ROBIN[-1])
    event = read_text(text)
    assert games(event, "Amsel")[2] == ("Dohle", "b", UNLISTED)
    assert "pgn_without_moves" in keys(event)


def test_a_termination_by_forfeit_is_one():
    event = read_text("".join(game(*each, Termination="forfeit" if each[0] == "2.2" else None) for each in ROBIN))
    assert games(event, "Amsel")[1] == ("Buchfink", "w", "+")
    assert games(event, "Buchfink")[1] == ("Amsel", "b", "-")


def test_a_bye_is_no_player():
    event = read_text("".join(game(*each) for each in ROBIN[:-1]) + game("3.2", "a", "BYE", "1-0"))
    assert len(event.players) == 4
    assert games(event, "Amsel")[2] == ("", "-", "F")


def test_doubles_and_second_games_of_a_round():
    event = read_text(robin() + game(*ROBIN[0]))
    assert "pgn_doubles" in keys(event)
    event = read_text(robin() + game("1.3", "d", "a", "1/2-1/2"))
    assert "pgn_second_game" in keys(event)
    assert games(event, "Amsel")[0] == ("Elster", "w", "0")


def test_games_without_round_are_left_out_and_counted():
    event = read_text(robin() + game("?", "a", "b", "1-0") + game("final", "a", "b", "1-0"))
    assert keys(event) >= {"pgn_no_round", "pgn_not_a_round"}


def test_names_of_games_give_the_name_of_the_event():
    text = "".join(game(*each, Event=f"Weir Cup 2026: Round {each[0][0]}") for each in ROBIN)
    assert read_text(text).name.value == "Weir Cup 2026"
    text = "".join(game(*each, Event=f"Round {each[0]}: {each[1]} - {each[2]}") for each in ROBIN)
    assert read_text(text).name is None


def test_several_events_are_refused():
    text = robin() + "".join(game(r, b, a, x, Event="Mill Open") for r, a, b, x in ROBIN)
    with pytest.raises(UnreadableInput, match="several events"):
        read_text(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [(robin().replace("Round", "Runde"), "in which round"), ('[Event "x"]\n\n1. e4 *\n', "no game with the tags")],
)
def test_what_is_refused(text, reason):
    with pytest.raises(UnreadableInput, match=reason):
        read_text(text)


def test_latin_letters_and_marks(tmp_path):
    path = tmp_path / "g.txt"
    path.write_bytes(robin().replace("Elster", "Älster").encode("latin-1"))
    assert read(path).encoding == "cp1252"
    path.write_bytes(b"\xef\xbb\xbf" + robin().encode())
    assert read(path).format == "PGN"


def test_a_name_that_says_blitz_is_a_warning(tmp_path):
    path = tmp_path / "g.pgn"
    path.write_text(robin(Event="Weir Blitz"), encoding="utf-8")
    assert "name_says_fast" in keys(read(path))
    path.write_text(robin(Event="Weir Blitz", TimeControl="180+2"), encoding="utf-8")
    assert "name_says_fast" not in keys(read(path))


TABLE = """\
no,name,title,fed,rating,fide_id,sex,points,R1,R2,R3
1,"Elster, Emil",GM,SUI,2508,99000004,m,3,4b+,3w1,2b1
2,"Buchfink, Bo",,AUT,2210,99000002,m,0.5,3w=,4b0,1w0
3,"Dohle, Didi",FM,FID,2350,99000003,w,1,2b=,1b0,4w=
4,"Amsel, Ada",WIM,GER,2301,99000001,w,1.5,1w-,2w1,3b=
"""


def test_a_crosstable_beside_the_games_gives_numbers_federations_and_forfeits(tmp_path):
    (tmp_path / "g.pgn").write_text(robin(TimeControl="5400+30"), encoding="utf-8")
    (tmp_path / "t.csv").write_text(TABLE, encoding="utf-8")
    for names in (("g.pgn", "t.csv"), ("t.csv", "g.pgn")):
        event = read_all([tmp_path / name for name in names])
        assert {no: (p.name[:5], p.federation, p.sex) for no, p in event.players.items()} == {
            1: ("Elste", "SUI", "m"),
            2: ("Buchf", "AUT", "m"),
            3: ("Dohle", "FID", "f"),
            4: ("Amsel", "GER", "f"),
        }
        assert event.clock.value == "5400+30"
        assert "merge_game" in keys(event)  # played or forfeited: the files differ
