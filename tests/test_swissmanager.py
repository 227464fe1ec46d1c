"""The reader of Swiss-Manager's own files: what stands in them, and every layout that is refused."""

import struct
from dataclasses import replace
from pathlib import Path

import pytest
from swissmanager_files import BYE, NOT_PAIRED, Person, Tournament, swiss, tag

from normcheck.errors import UnreadableInput
from normcheck.event import BLANK, DOUBLE_ROUND_ROBIN, ROUND_ROBIN, SWISS, TEAM, UNLISTED, Day
from normcheck.read import read as read_file
from normcheck.read import swissmanager, trf
from normcheck.regulation import edition_for
from normcheck.verdict import Audit

NAME = "event.TUNX"


def event(tournament):
    return swissmanager.read(tournament.data(), NAME)


def refused(data, name=NAME):
    with pytest.raises(UnreadableInput) as caught:
        swissmanager.read(data, name)
    assert str(caught.value).startswith(f"{name}: ")
    return str(caught.value)


def games(players, no):
    return " ".join(f"{game.opponent}{game.colour}{game.result}" for game in players[no].games)


def keys(tournament):
    return [notice.key for notice in event(tournament).notices]


def robin(count, cycles=1, kind=1):
    """Every pair meets once in each cycle; the first-named always draws with White."""
    people = [Person(f"Player{no}", "Pat", rating=2300 + no) for no in range(1, count + 1)]
    pairings = []
    for index in range(count - 1):
        ring = [1, *[(no + index) % (count - 1) + 2 for no in range(count - 1)]]
        pairings.append([(ring[at], ring[-1 - at], 2) for at in range(count // 2)])
    return Tournament(people, [(0, one) for one in pairings] * cycles, kind=kind)


# 1. What stands in a file


def test_facts_of_the_event():
    found = event(swiss())
    facts = (found.name, found.place, found.federation, found.start, found.end, found.rate_of_play, found.system)
    assert [str(fact.value) for fact in facts] == [
        "Winter Open Group A",
        "Winterstadt",
        "GER",
        "2024-03-01",
        "2024-03-04",
        "90 min/40 moves + 30 min/end + 30 sec increment per move starting from move 1",
        SWISS,
    ]
    assert all(str(fact.source) == NAME for fact in facts)
    assert (found.rounds, found.rounds_played, found.complete) == (4, 3, False)
    assert found.round_dates == tuple(Day(2024, 3, day) for day in (1, 2, 3, 4))
    assert found.event_code.value == "398765"


def test_arbiters():
    found = event(swiss())
    chief = (found.chief_arbiter_title, found.chief_arbiter, found.chief_arbiter_id)
    assert [fact.value for fact in chief] == ["IA", "Kiefer, Karl", "71000091"]
    assert found.deputies.value == "NA Lärche, Lu; FA Linde, Lars 71000092"


def test_players():
    players = event(swiss()).players
    shown = [(p.no, p.name, p.title, p.federation, p.rating, p.sex, p.fide_id, p.birth) for p in players.values()]
    assert shown == [
        (1, "Amsel, Ada", "WGM", "GER", 2405, "f", "71000001", "1990-04-02"),
        (2, "Buche, Bo", "IM", "POL", 2400, "m", "71000002", "1991"),
        (3, "Cedar, Cy", "GM", "ENG", 2390, "m", "71000003", ""),
        (4, "Distel, Di", "", "AUT", 2210, "m", "", ""),
        (5, "Eiche, Eva", "", "", 2050, "f", "", ""),
        (6, "Föhre, Ulf", "", "SUI", 0, "", "", ""),
        (7, "Ginster, Gil", "", "ITA", 1900, "m", "", ""),
    ]


def test_rounds_with_every_kind_of_result():
    players = event(swiss()).players
    assert [games(players, no) for no in players] == [
        "4w1 2b= 3w- 6w ",
        "5b1 1w= 7w0 3b ",
        "6w= 4b- 1b- 2w ",
        "1b0 3w+ 6b0 5w ",
        "2w0 0-H 0-Z 4b ",
        "3b= 7w- 4w1 1b ",
        "0-U 6b+ 2b0 0-F",
    ]


def test_doubts_are_notices():
    notices = {notice.key: notice.values for notice in event(swiss()).notices}
    assert set(notices) == {"federation_unknown", "swissmanager_double_zero"}
    assert notices["federation_unknown"]["code"] == "KAT"
    assert notices["swissmanager_double_zero"] == {"no": 2, "other": 7, "round": 3}


def test_contact_data_is_not_kept():
    text = repr(event(swiss()))
    assert "@" not in text
    assert "1234567" not in text
    assert event(swiss()).organiser.value == "Chess Club Winter, ,"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("IA Kiefer, Karl 71000091", "IA Kiefer, Karl 71000091"),
        ("Kiefer 12345678901", "Kiefer 12345678901"),
        ("Kiefer k.k@example.org", "Kiefer  "),
        ("Kiefer, tel. 030 1234567", "Kiefer,  "),
        ("Kiefer 0049 30 123456", "Kiefer  "),
    ],
)
def test_contacts(text, kept):
    assert swissmanager.without_contacts(text) == kept


def test_start_list_without_games():
    found = event(replace(swiss(), rounds=[(0, [])] * 5))
    assert (found.rounds, found.rounds_played, found.complete) == (5, 0, False)
    assert len(found.players) == 7
    assert "no_games" in [notice.key for notice in found.notices]


def test_dates_that_are_no_dates():
    odd = replace(swiss(), start=20240231, end=0)
    odd.rounds[0] = (99999999, odd.rounds[0][1])
    found = event(odd)
    assert (found.start, found.end, found.round_dates[:2]) == (None, None, (None, Day(2024, 3, 2)))
    assert [n.values["found"] for n in found.notices if n.key == "date_unreadable"] == ["20240231", "99999999"]


@pytest.mark.parametrize(
    ("tournament", "system", "rounds"),
    [
        (robin(4), ROUND_ROBIN, 3),
        (robin(4, 2), DOUBLE_ROUND_ROBIN, 6),
        (replace(robin(4), kind=2, teams=True), TEAM, 3),
        (replace(swiss(), kind=3, teams=True), TEAM, 4),
    ],
)
def test_kinds_of_tournament(tournament, system, rounds):
    found = event(tournament)
    assert (found.system.value, found.rounds, found.system_guessed) == (system, rounds, False)


def test_empty_boards_of_a_team_match():
    pairings = [(1, 0, 4), (0, 2, 4), (0, 0, 0), (3, 0, 0), (4, 0, 1), (5, 6, 1)]
    found = event(replace(swiss(), kind=3, teams=True, rounds=[(20240301, pairings)]))
    assert [games(found.players, no) for no in (1, 2, 3, 4, 5, 7)] == ["0-+", "0--", "0-Z", "0-?", "6w1", "0-Z"]


def test_result_codes_that_are_not_known():
    pairings = [(1, 2, 8), (3, BYE, 7), (4, NOT_PAIRED, 9), (5, 6, 1), (0, BYE, 8)]
    found = event(replace(swiss(), rounds=[(0, pairings)]))
    assert [found.players[no].games[0].result for no in (1, 2, 3, 4)] == [UNLISTED, UNLISTED, UNLISTED, "U"]
    codes = [n.values["code"] for n in found.notices if n.key == "swissmanager_result_code_unknown"]
    assert codes == [8, 7]


def test_adjourned_game_has_no_result_yet():
    found = event(replace(swiss(), rounds=[(0, [(1, 2, 7), (3, 4, 1)])]))
    assert (found.players[1].games[0].result, found.complete) == (BLANK, False)


def test_first_of_two_pairings_is_kept():
    doubled = replace(swiss(), rounds=[(0, [(1, 2, 1), (1, 3, 2), (4, 5, 1)])])
    found = event(doubled)
    assert games(found.players, 1) == "2w1"
    assert "swissmanager_paired_twice" in keys(doubled)


def test_texts_are_cleaned_of_control_characters():
    odd = swiss()
    odd.people[0] = replace(odd.people[0], last="Am\x1b[31m\nsel\u202e")
    assert event(odd).players[1].name == "Am [31m sel, Ada"


# 2. What is recognised and what is refused


def test_content_decides(tmp_path):
    path = tmp_path / "no-suffix"
    path.write_bytes(swiss().data())
    assert read_file(path).format == "Swiss-Manager"
    assert read_file(str(path)).file == "no-suffix"


def test_text_is_never_taken_for_a_file_of_the_program(tmp_path):
    path = tmp_path / "event.TUNX"
    path.write_text("012 Cup\n001    1 m    Amsel, Ada\n", "utf-8")
    assert read_file(path).format == "TRF16"
    assert not swissmanager.looks_like(path.read_bytes(), path.name)


def test_older_layout():
    assert swissmanager.looks_like(b"abc\0", "old.tun")
    assert "layout that is not known" in refused(b"abc\0", "old.tun")


def test_cut_file():
    data = swiss().data()
    assert "last 36 bytes" in refused(data[:-1])
    assert "last 36 bytes" in refused(data[:20])
    assert "last 36 bytes" in refused(tag(0x93))


def test_directory_of_another_layout():
    data = bytearray(swiss().data())
    struct.pack_into("<I", data, len(data) - 32, 2**32 - 1)
    assert "another layout" in refused(bytes(data))
    struct.pack_into("<4I", data, len(data) - 32, 1, 2, 3, 0)
    assert "another layout" in refused(bytes(data))


@pytest.mark.parametrize(
    ("byte", "section"), [(0x95, "configuration"), (0xA3, "schedule"), (0xA5, "players"), (0xB3, "games")]
)
def test_section_elsewhere(byte, section):
    data = swiss().data().replace(tag(byte), tag(0x11))
    assert f"the section {section} " in refused(data)


def test_games_must_be_followed_by_teams_or_the_end():
    data = bytearray(replace(swiss(), teams=True).data())
    assert "the section teams " in refused(bytes(data).replace(tag(0xB5), tag(0x11)))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kind": 4}, "the kind of tournament 4"),
        ({"stated_players": 0}, "0 players"),
        ({"stated_players": 10000}, "10000 players"),
        ({"stated_players": 6}, "the section players"),
        ({"stated_players": 8}, "ends inside a record"),
        ({"stated_rounds": 150}, "150 rounds"),
        ({"stated_rounds": 0}, "0 rounds"),
        ({"stated_rounds": 3}, "the section schedule"),
        ({"rounds": [(0, [(1, 8, 1)])]}, "names player 8, but there are 7"),
        ({"rounds": [(0, [(BYE, 1, 1)])]}, "names player 65535"),
        ({"rounds": [(0, [(0, 0, 0)] * 10000)]}, "10000 pairings in round 1"),
    ],
)
def test_implausible_numbers(changes, words):
    assert words in refused(replace(swiss(), **changes).data())


def test_number_of_pairings_that_does_not_fit():
    data = bytearray(swiss().data())
    start = data.index(tag(0xA3)) + 4
    at = start + 2 * 16 + 2 * len("16:00") + 6
    struct.pack_into("<H", data, at, 5)
    assert "announce 17 pairings, but it holds 16" in refused(bytes(data))


def test_string_longer_than_the_file():
    data = bytearray(swiss().data())
    struct.pack_into("<H", data, data.index(tag(0xA5)) + 4, 65535)
    assert "ends inside a record" in refused(bytes(data))


def test_short_configuration():
    good = swiss()
    place = good.data().index(tag(0xA3))
    data = good.data()[: place - 200] + good.data()[place:]
    offsets = [number - 200 for number in struct.unpack_from("<4I", data, len(data) - 32)]
    data = data[:-32] + struct.pack("<4I", *offsets) + data[-16:]
    assert "the section configuration" in refused(data)


# 3. The same event in two formats


@pytest.mark.parametrize("name", ["foxes_open.trf", "owls_round_robin.trf"])
def test_same_event_as_a_tournament_report(name):
    reported = trf.read((Path(__file__).parent / "events" / name).read_bytes(), name)
    found = swissmanager.read(as_tournament(reported).data(), NAME)
    assert [known(player) for player in found.players.values()] == [known(p) for p in reported.players.values()]
    assert (found.system.value, found.rounds, found.complete) == (reported.system.value, reported.rounds, True)
    assert verdicts(found) == verdicts(reported)
    assert verdicts(found)


def known(player):
    """What both formats tell of a player."""
    return (player[:5], player.sex, player.fide_id, [game[:3] for game in player.games])


def verdicts(event):
    """All decisions on an event."""
    edition, reason = edition_for(event.start.value)
    decisions = Audit(event, edition, reason=reason).decisions()
    return [(decision.player.no, decision.title, decision.decision) for decision in decisions]


def as_tournament(reported):
    """The players and rounds of a tournament report as a file of Swiss-Manager."""
    numbers = {no: index for index, no in enumerate(reported.players, 1)}
    people = [
        Person(*p.name.partition(", ")[::2], p.title, p.federation, p.rating, p.sex == "f", 0, int(p.fide_id or 0))
        for p in reported.players.values()
    ]
    codes = {"1": 1, "=": 2, "0": 3, "+": 4, "-": 5, " ": 0, "U": 9, "H": 2, "F": 1, "Z": 3}
    rounds = []
    for index in range(reported.rounds_played):
        pairings = []
        for p in reported.players.values():
            game = p.games[index]
            if game.opponent and game.colour == "w":
                pairings.append((numbers[p.no], numbers[game.opponent], codes[game.result]))
            elif not game.opponent:
                black = BYE if game.result == "U" else NOT_PAIRED
                pairings.append((numbers[p.no], black, codes[game.result]))
        rounds.append((number(reported.round_dates[index]), pairings))
    arbiter = (reported.chief_arbiter_title, reported.chief_arbiter, reported.chief_arbiter_id)
    texts = {
        14: reported.rate_of_play.value,
        20: reported.federation.value,
        21: " ".join(fact.value for fact in arbiter if fact),
    }
    days = (number(reported.start.value), number(reported.end.value))
    return Tournament(people, rounds, texts, int(reported.system.value == ROUND_ROBIN), *days)


def number(day):
    return day.year * 10000 + day.month * 100 + day.day
