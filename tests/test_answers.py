import pytest

from normcheck import answers, complete
from normcheck.errors import UnreadableInput
from normcheck.event import BLANK, UNLISTED, Day, Event, Fact, Game, Notice, Player, Source

ANSWERS = """\
[event]
source = "letter of the organiser, 3 May"
kind = "national final"
system = "round robin"
federation = "ger"
chief_arbiter = "Ek, Bo"
registered_on = 2024-03-01
round_dates = ["2024-05-01", "2024-05-02"]

[[players]]
no = 1
federation = "RUS"
title = "WIM"
sex = "w"
rating = 2301
family_name = "van der Berg"
source = "FIDE profile"

[[players]]
fide_id = 1700002
first_name = "Ben"

[[byes]]
no = 1
round = 2
code = "U"
source = "pairing sheet"
"""

ANNA = Player(
    1, "Berg, Anna", federation="FID", fide_id="1700001", games=(Game(2, "w", "1", 90), Game(0, "-", "F", 100))
)
BEN = Player(2, "Okafor", fide_id="1700002", games=(Game(1, "b", "0", 90), Game(3, "w", BLANK, 100)))
CEM = Player(3, "Aydin, Cem", fide_id="1700003")


def event(**facts):
    guessed = Notice("system_guessed", {}, Source("open.trf"))
    plain = {
        "file": "open.trf",
        "format": "TRF16",
        "name": None,
        "players": {1: ANNA, 2: BEN, 3: CEM},
        "rounds": 3,
        "rounds_played": 2,
        "complete": False,
        "system": Fact("swiss", Source("open.trf")),
        "system_guessed": True,
        "notices": (guessed,),
    }
    return Event(**(plain | facts))


def answered(text, told=None):
    return complete.complete(told or event(), answers.loads(text.encode(), "answers.toml"))


def refusal(text, told=None):
    with pytest.raises(UnreadableInput) as caught:
        answered(text, told)
    return str(caught.value)


def test_without_answers_nothing_changes():
    before = event()
    assert complete.complete(before, None) is before


def test_facts_of_the_event_are_replaced_with_their_place():
    after = answered(ANSWERS)
    told = "letter of the organiser, 3 May"
    assert after.kind == ("national final", Source("answers.toml", 3, told=told))
    assert after.system == ("round robin", Source("answers.toml", 4, told=told))
    assert not after.system_guessed
    assert after.notices == ()
    assert after.federation.value == "GER"
    assert after.chief_arbiter.value == "Ek, Bo"
    assert after.registered_on.value == Day(2024, 3, 1)
    assert after.round_dates == (Day(2024, 5, 1), Day(2024, 5, 2), None)
    assert {field for no, field in after.answered if no == 0} == {
        "kind",
        "system",
        "federation",
        "chief_arbiter",
        "registered_on",
        "round_dates",
    }
    assert str(after.kind.source) == "answers.toml:3 (letter of the organiser, 3 May)"


def test_facts_of_players_are_replaced():
    after = answered(ANSWERS)
    anna = after.players[1]
    assert (anna.federation, anna.title, anna.sex, anna.rating) == ("RUS", "WIM", "f", 2301)
    assert after.names == {1: ("van der Berg", "Anna"), 2: ("Okafor", "Ben")}
    assert after.answered[(1, "federation")] == Source("answers.toml", 12, told="FIDE profile")
    assert after.answered[(2, "first_name")] == Source("answers.toml", 21)
    assert after.players[2] == BEN
    assert list(after.players) == [1, 2, 3]


def test_a_bye_is_replaced():
    after = answered(ANSWERS)
    assert after.players[1].games == (Game(2, "w", "1", 90), Game(0, "-", "U", 100))
    assert after.answered[(1, "round 2")] == Source("answers.toml", 23, told="pairing sheet")


def test_the_event_before_stays_as_it_was():
    before = event()
    answered(ANSWERS, before)
    assert before == event()


def test_an_answer_can_be_empty():
    after = answered('[event]\nplace = ""\n[[players]]\nno = 1\ntitle = ""\nfederation = ""\n')
    assert after.place is None
    assert after.players[1].federation == ""
    assert set(after.answered) == {(1, "title"), (1, "federation")}


def test_a_bye_beyond_the_games_of_a_player():
    after = answered('[[byes]]\nno = 3\nround = 2\ncode = "H"\n')
    assert [game.result for game in after.players[3].games] == ["Z", "H"]


def test_an_open_round_can_become_a_bye():
    after = answered('[[byes]]\nfide_id = "1700002"\nround = 2\ncode = "h"\n')
    assert after.players[2].games[1] == Game(0, "-", "H", 100)


@pytest.mark.parametrize(("rounds", "whole"), [(2, False), (3, False), (5, False)])
def test_rounds_with_an_open_game(rounds, whole):
    after = answered(f"[event]\nrounds = {rounds}\n")
    assert (after.rounds, after.complete) == (rounds, whole)


def test_fewer_rounds_make_an_event_complete():
    ben = BEN._replace(games=BEN.games[:1])
    after = answered("[event]\nrounds = 2\n", event(players={1: ANNA, 2: ben, 3: CEM}))
    assert after.complete


def test_more_rounds_open_an_event():
    after = answered("[event]\nrounds = 4\n", event(rounds=2, complete=True, round_dates=(Day(2024), None)))
    assert not after.complete
    assert after.round_dates == (Day(2024), None, None, None)


def test_answers_fill_a_sheet():
    games = (Game(2, "-", "1"), Game(0, "-", BLANK), Game(0, "-", UNLISTED))
    sheet = event(sheet=True, applicant=1, players={1: ANNA._replace(games=games), 2: BEN}, rounds_played=1)
    after = answered('[event]\nrounds = 4\n[[byes]]\nno = 1\nround = 2\ncode = "U"\n', sheet)
    assert [game.result for game in after.players[1].games] == ["1", "U", UNLISTED, UNLISTED]
    assert (after.rounds, after.rounds_played, after.complete) == (4, 4, True)


def test_json_answers():
    after = answered('{"event": {"kind": "zonal", "place": null}, "players": [{"no": "1", "rating": "2400"}]}')
    assert after.kind.value == "zonal"
    assert after.players[1].rating == 2400


TWINS = event(players={1: ANNA, 2: BEN._replace(fide_id="1700001")})
DATED = event(start=Fact(Day(2024, 5, 1), Source("open.trf", 4)))


@pytest.mark.parametrize(
    ("text", "told", "parts"),
    [
        ("[[players]]\nno = 9\nrating = 2400\n", None, [":2: players[1].no is 9", "from 1 to 3"]),
        ("[[players]]\nfide_id = 9\n", None, [":2: players[1].fide_id is 9", "3 of 3 players"]),
        ("[[players]]\nrating = 2400\n", None, [":1: players[1] names no player"]),
        ("[[players]]\nno = 1\nfide_id = 1700002\n", None, ["1700002 belongs to player 2, not to player 1"]),
        ("[[players]]\nfide_id = 1700001\n", TWINS, ["several players (1, 2)"]),
        ("[[players]]\nno = 1\nfederation = 'XQZ'\n", None, [":3: players[1].federation", "GER"]),
        ("[event]\nfederation = 'club'\n", None, [":2: event.federation is 'club'"]),
        ("[[players]]\nno = 1\nsex = 'f'\n[[players]]\nno = 1\nsex = 'm'\n", None, [":6: players[2].sex answers"]),
        ("[[players]]\nno = 1\ngender = 'f'\n", None, [":3: players[1].gender", "known here are"]),
        ("[[players]]\nno = 1\nratting = 1\n", None, ["did you mean rating?"]),
        ("[events]\n", None, ["events is not a known key; did you mean event?"]),
        ("[[players]]\nno = 'x'\n", None, ["players[1].no", "from 1 to 9999"]),
        ("[[byes]]\nno = 1\nround = 1\ncode = 'U'\n", None, [":3: byes[1].round is 1", "player 1 has '1'"]),
        ("[[byes]]\nno = 1\nround = 4\ncode = 'U'\n", None, ["byes[1].round is 4", "3 rounds"]),
        ("[[byes]]\nno = 1\nround = 2\ncode = '1'\n", None, [":4: byes[1].code", "one of H F U Z"]),
        ("[[byes]]\nno = 1\nround = 2\n", None, ["byes[1].code is missing"]),
        ("[[byes]]\nno = 1\nround = 2\ncode='U'\n" * 2, None, ["byes[2].round answers"]),
        ("[event]\nrounds = 1\n", None, [":2: event.rounds is 1", "round 2"]),
        ("[event]\nround_dates = [2024, 2024, 2024, 2024]\n", None, ["has 4 dates", "3 rounds"]),
        ("[event]\nend = 2024-04-01\n", DATED, [":2: event.end is 2024-04-01", "2024-05-01"]),
        ("", None, ["empty", "[event], [[players]] or [[byes]]"]),
    ],
)
def test_refusals_name_place_and_remedy(text, told, parts):
    sentence = refusal(text, told)
    assert sentence.startswith("answers.toml")
    for part in parts:
        assert part in sentence


def test_a_file_is_loaded(tmp_path):
    path = tmp_path / "answers.toml"
    path.write_text(ANSWERS)
    assert complete.complete(event(), answers.load(path)).kind.source.file == "answers.toml"


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(UnreadableInput, match=r"nowhere\.toml: the file cannot be opened"):
        answers.load(tmp_path / "nowhere.toml")
