import json

import pytest

from normcheck.errors import UnreadableInput
from normcheck.event import BLANK, UNLISTED, Day, Source
from normcheck.read.sheet import looks_like, read

SHEET = """\
# typed by hand
[event]
name = "Spring Open"
start = 2024-05-01
end = "2024-05"
rounds = 9
system = "Swiss"
kind = "ordinary"
federation = "ger"
rate_of_play = "90 min + 30 sec"

[player]
name = "Lindqvist, Anna"
fide_id = "1700001"
title = "wim"
federation = "SWE"
rating = 2290
sex = "w"

[[games]]
round = 1
opponent = "Okafor, Ben"
fide_id = 1700002
rating = "2450"
title = "IM"
federation = "NGR"
result = 1

[[games]]
round = 2
opponent = "Moreau, Luc"
rating = ""
result = "½"

[[games]]
round = 3
result = "U"

[[games]]
round = 5
opponent = "Horvat, Iva"
rating = 2300
title = "FM"
federation = "CRO"
"""


def sheet(text, name="sheet.toml"):
    return read(text.encode(), name)


def small(games="", event="rounds = 9", player=""):
    return f"[event]\n{event}\n[player]\n{player}\n{games}"


def refusal(text, name="sheet.toml"):
    with pytest.raises(UnreadableInput) as caught:
        read(text.encode() if isinstance(text, str) else text, name)
    return str(caught.value)


def test_a_whole_sheet():
    event = sheet(SHEET)
    assert (event.sheet, event.applicant, event.rounds, event.rounds_played) == (True, 1, 9, 3)
    assert event.name == ("Spring Open", Source("sheet.toml", 3))
    assert event.start.value == Day(2024, 5, 1)
    assert event.end.value == Day(2024, 5)
    assert event.system.value == "swiss"
    assert not event.system_guessed
    assert event.federation == ("GER", Source("sheet.toml", 9))
    assert event.rate_of_play.value == "90 min + 30 sec"
    player = event.players[1]
    assert player[:7] == (1, "Lindqvist, Anna", "WIM", "SWE", 2290, "f", "1700001")
    assert player.line == 12


def test_the_games_of_a_sheet():
    event = sheet(SHEET)
    games = event.players[1].games
    assert [game.result for game in games] == ["1", "=", "U", UNLISTED, BLANK, *[UNLISTED] * 4]
    assert [game.opponent for game in games] == [2, 3, 0, 0, 4, 0, 0, 0, 0]
    assert not event.complete
    assert event.players[2][:7] == (2, "Okafor, Ben", "IM", "NGR", 2450, "", "1700002")
    assert [event.players[no].line for no in (2, 3, 4)] == [20, 29, 39]
    assert event.players[3].rating == 0
    assert event.notices == ()


def test_json_says_the_same():
    text = json.dumps(
        {
            "event": {"rounds": "2", "start": "2024", "swiss_exemption": True, "end": None},
            "player": {"title": None},
            "games": [
                {"round": 1, "opponent": "A", "rating": 2400, "result": 0.5},
                {"round": 2, "opponent": "B", "rating": 2500.0, "result": "0"},
            ],
        },
        indent=1,
    )
    event = sheet(text, "sheet.json")
    assert [game.result for game in event.players[1].games] == ["=", "0"]
    assert event.complete
    assert event.rounds_played == 2
    assert event.swiss_exemption.value is True
    assert event.start.value == Day(2024)
    assert event.players[3].rating == 2500
    assert event.players[2].line == 12
    assert event.system is None


def test_only_the_rounds_are_needed():
    event = sheet("[event]\nrounds = 9\n[player]\n")
    assert event.name is None
    assert [game.result for game in event.players[1].games] == [UNLISTED] * 9
    assert event.complete


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ('"1"', "1"),
        ("1", "1"),
        ("1.0", "1"),
        ("0", "0"),
        ("0.5", "="),
        ('"½"', "="),
        ('"0,5"', "="),
        ('"1/2"', "="),
        ('"w"', "W"),
        ('"+"', "+"),
        ('"-"', "-"),
        ('"D"', "D"),
        ('""', BLANK),
        ('" "', BLANK),
    ],
)
def test_results(written, code):
    event = sheet(small(f'[[games]]\nround = 1\nopponent = "A"\nresult = {written}\n'))
    assert event.players[1].games[0].result == code


@pytest.mark.parametrize("code", "HFUZ")
def test_byes_have_no_opponent(code):
    event = sheet(small(f'[[games]]\nround = 1\nopponent = "bye"\nresult = "{code}"\n'))
    assert event.players[1].games[0] == (0, "-", code, 0)
    assert event.notices == ()


def test_a_bye_against_somebody_is_noted():
    event = sheet(small('[[games]]\nround = 1\nopponent = "Ek, Bo"\nresult = "F"\n'))
    assert event.players[1].games[0].opponent == 0
    assert [(n.key, n.source.line) for n in event.notices] == [("sheet_bye_with_opponent", 8)]


@pytest.mark.parametrize(
    ("game", "opponent"),
    [
        ('result = "1"', 0),
        ('result = "1"\nopponent = ""\nrating = 0', 0),
        ('result = "1"\nrating = 0', 2),  # an unrated opponent without a name
        ('result = "1"\nfederation = "FRA"', 2),
        ('result = "+"', 0),  # a forfeit win is no bye
        ('result = "L"', 2),
        ('result = ""', 0),
    ],
)
def test_who_is_an_opponent(game, opponent):
    event = sheet(small(f"[[games]]\nround = 1\n{game}\n"))
    assert event.players[1].games[0].opponent == opponent


def test_a_result_without_opponent_is_noted():
    event = sheet(small('[[games]]\nround = 1\nresult = "1"\n'))
    assert [n.key for n in event.notices] == ["sheet_no_opponent"]


def met_twice(first, second):
    games = f'[[games]]\nround = 1\nresult = "1"\n{first}\n[[games]]\nround = 2\nresult = "1"\n{second}\n'
    event = sheet(small(games))
    return [game.opponent for game in event.players[1].games[:2]], [n.key for n in event.notices]


@pytest.mark.parametrize(
    ("first", "second", "numbers", "notices"),
    [
        ("fide_id = 7", "fide_id = 7", [2, 2], []),
        ("fide_id = 7\nrating = 2400", "fide_id = 7\nrating = 2405", [2, 2], ["sheet_opponent_differs"]),
        ('opponent = "A"\nrating = 2400', 'opponent = "A"\nrating = 2400', [2, 2], []),
        ('opponent = "A"\nrating = 2400', 'opponent = "A"\nrating = 2401', [2, 3], []),
        ('opponent = "A"\nfide_id = 7', 'opponent = "A"', [2, 2], []),
        ('opponent = "A"\nfide_id = 7', 'opponent = "A"\nfide_id = 8', [2, 3], []),
        ("rating = 2400", "rating = 2400", [2, 3], []),
    ],
)
def test_an_opponent_met_twice(first, second, numbers, notices):
    assert met_twice(first, second) == (numbers, notices)


def test_unknown_federations_are_noted():
    event = sheet(
        small(
            '[[games]]\nround = 1\nopponent = "A"\nfederation = "XQZ"\nresult = "1"\n',
            'rounds = 9\nfederation = "club"',
            'federation = "??"',
        )
    )
    assert event.federation is None
    assert event.players[1].federation == event.players[2].federation == ""
    assert [(n.key, n.source.line) for n in event.notices] == [
        ("sheet_federation_unknown", 9),
        ("sheet_event_federation_unknown", 3),
        ("sheet_player_federation_unknown", 5),
    ]


def test_fid_and_non_are_kept():
    event = sheet(small('[[games]]\nround = 1\nrating = 2400\nfederation = "fid"\n', player='federation = "NON"'))
    assert [p.federation for p in event.players.values()] == ["NON", "FID"]


def test_further_event_keys():
    event = sheet(
        small(
            event='rounds = 3\nplace = "Lund"\nchief_arbiter = "Ek, Bo"\nchief_arbiter_id = 17\n'
            'deputies = ["A", "B"]\nregistered_on = 2024-03-01\nround_dates = [2024-05-01, "", "2024-05-02"]'
        )
    )
    assert event.place.value == "Lund"
    assert event.chief_arbiter_id.value == "17"
    assert event.deputies.value == "A; B"
    assert event.registered_on.value == Day(2024, 3, 1)
    assert event.round_dates == (Day(2024, 5, 1), None, Day(2024, 5, 2))


def test_names_keep_what_they_hold():
    event = sheet(small(player="name = '=HYPERLINK(\"x\") <b>Ek</b>'"))
    assert event.players[1].name == '=HYPERLINK("x") <b>Ek</b>'


@pytest.mark.parametrize(
    "data",
    [
        SHEET.encode("utf-8-sig"),
        SHEET.encode("utf-16"),
        SHEET.replace("Moreau", "Möreau").encode("cp1252"),
        SHEET.replace("\n", "\r\n").encode(),
        SHEET.replace("\n", "\r").encode(),
    ],
)
def test_encodings_and_line_ends(data):
    event = read(data, "x.toml")
    assert event.players[4].line == 39
    assert event.players[3].name in ("Moreau, Luc", "Möreau, Luc")
    assert looks_like(data[:200], "x.txt")


GAME = '[[games]]\nround = 1\nopponent = "A"\n'


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (small(GAME + 'rating = "24x0"\n'), [":8: games[1].rating", '"24x0"', "whole number from 0 to 3999"]),
        (small(GAME + "rating = -1\n"), [":8: games[1].rating", "-1"]),
        (small(GAME + "rating = 24000\n"), ["24000"]),
        (small(GAME + "rating = 2400.5\n"), ["2400.5"]),
        (small(GAME + "rating = true\n"), ["games[1].rating is true"]),
        (small(GAME + 'result = "X"\n'), [":8: games[1].result", "1 = 0 + - H F U Z W D L"]),
        (small(GAME + "result = 2\n"), ["games[1].result is 2"]),
        (small(GAME + "fide_id = 'abc'\n"), ["games[1].fide_id", "FIDE id"]),
        (small(GAME + "raiting = 2400\n"), [":8: games[1].raiting", "did you mean rating?"]),
        (small(GAME + "zzz = 2400\n"), ["known here are federation, fide_id"]),
        (small(GAME + "opponent_ = 1\nrating = 'x'\n"), ["[1].opponent_", "Further mistakes in this file: 1."]),
        (small(GAME + GAME), [":9: games[2].round is 1", "line 5"]),
        (small("[[games]]\nround = 10\n"), [":6: games[1].round is 10", "9 rounds"]),
        (small("[[games]]\nround = 0\n"), ["games[1].round is 0", "from 1 to 30"]),
        (small("[[games]]\nresult = '1'\n"), ["games[1].round is missing"]),
        (small(event="rounds = 31"), [":2: event.rounds is 31", "from 1 to 30"]),
        (small(event="rounds = 0"), ["event.rounds is 0"]),
        (small(event="rounds = ''"), ["event.rounds"]),
        (small(event="round = 9"), [":2: event.round is not a known key; did you mean rounds?"]),
        (small(event="name = 'x'"), [":1: event.rounds is missing"]),
        ("[player]\nname = 'x'\n", ["event is missing"]),
        (small(event="rounds = 9\nstart = 2126-02-01"), [":3: event.start", "2126-02-01", "1900 to 2099"]),
        (small(event="rounds = 9\nstart = '2024-13'"), ["event.start"]),
        (small(event="rounds = 9\nstart = 'May'"), ["event.start", "2024-05"]),
        (small(event="rounds = 9\nstart = 2024-05-09\nend = 2024-05-01"), [":4: event.end", "before the start"]),
        (small(event="rounds = 9\nsystem = 'ladder'"), ["event.system", "swiss, round robin"]),
        (small(event="rounds = 9\nkind = 'friendly'"), ["event.kind", "olympiad"]),
        (small(event="rounds = 9\nswiss_exemption = 'perhaps'"), ["event.swiss_exemption", "true or false"]),
        (small(event="rounds = 1\nround_dates = [2024, 2025]"), ["event.round_dates has 2 dates"]),
        (small(player="sex = 'x'"), [":4: player.sex"]),
        (small(player="name = 7"), ["player.name is 7"]),
        (small("[[games]]\nround = 1\nfide_id = 5", player="fide_id = 5"), ["himself"]),
        ("event = 3\n", ["event must be a table"]),
        ("[event]\nrounds = 9\n[games]\nround = 1\n", ["games must be a list of tables", "[[games]]"]),
        (small("[[players]]\nno = 1\n"), ["players", "--answers"]),
        (small("[[game]]\nround = 1\n"), ["game is not a known key; did you mean games?"]),
        ("[event\nrounds = 9", [":1:7:", "not well-formed TOML"]),
        ('{"event": {"rounds": 9}', [":1:24", "not well-formed JSON"]),
        ("", ["empty"]),
        ("\n  \n", ["empty"]),
        (b"\x00\x01\x02[event]", ["not a text file"]),
        (b"\xff\xfe\x00", ["not a text file"]),
        ("[event]\nname = '" + "x" * (1 << 20) + "'\n", ["more than a file typed by hand"]),
        ("[event]\nx = " + "[" * 5000, ["nested too deeply"]),
        ('{"event": ' + "[" * 100000, ["nested too deeply"]),
        (small(GAME + f"rating = '{'9' * 500}'\n"), ["games[1].rating", "..."]),
    ],
)
def test_refusals_name_place_and_remedy(text, parts):
    sentence = refusal(text)
    assert sentence.startswith("sheet.toml")
    assert "\n" not in sentence
    for part in parts:
        assert part in sentence


def test_a_line_is_found_in_json_and_inline_tables():
    text = '{"event": {"rounds": 9},\n "games": [\n  {"round": 1},\n  {"round": 2,\n   "rating": "x"}]}'
    assert ":5: games[2].rating" in refusal(text)
    text = "event = {rounds = 9}\ngames = [\n {round = 1}, # }\n {round = 2, rating = 'x'},\n]\n"
    assert ":4: games[2].rating" in refusal(text)


@pytest.mark.parametrize(
    ("head", "name", "expected"),
    [
        (b"[event]\nrounds = 9", "x", True),
        (b"# a\n\n [[games]]\n", "x.txt", True),
        (b"games = [{round = 1}]", "x", True),
        (b'\n{"event": {}}', "x", True),
        (b"[Games]\n", "x.toml", True),
        (b"012 Open\n", "x.toml", False),
        (b"012 Open\n001    1", "x.trf", False),
        (b'[Event "Open"]\n[Site "?"]', "x.pgn", False),
        (b'{"pairings": 1}', "x.txt", False),
        (b"", "x", False),
    ],
)
def test_recognition(head, name, expected):
    assert looks_like(head, name) is expected


def test_titles_that_are_not_of_fide_are_no_titles():
    lines = GAME + 'title = "XM"\n'
    event = read(small(lines).encode(), "sheet.toml")
    assert event.players[2].title == ""
    assert [notice.key for notice in event.notices] == ["sheet_title_unknown"]
    national = read(small(GAME + 'title = "I"\n').encode(), "sheet.toml")
    assert national.players[2].title == ""
    assert national.notices == ()
