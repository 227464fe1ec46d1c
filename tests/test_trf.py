"""The reader of tournament reports: what the three forms and the programs that write them look like."""

import tomllib
from pathlib import Path

import pytest

from normcheck.errors import UnreadableInput
from normcheck.event import (
    ABSENT,
    BLANK,
    DOUBLE_ROUND_ROBIN,
    FULL_POINT_BYE,
    HALF_POINT_BYE,
    KNOCKOUT,
    OTHER,
    ROUND_ROBIN,
    SWISS,
    TEAM,
    UNLISTED,
    Day,
    Game,
)
from normcheck.read import read as read_file
from normcheck.read import trf
from normcheck.resources import folder

EVENTS = Path(__file__).parent / "events"

TWO = """\
012 Spring Cup
092 Individual: Swiss-System
XXR 1
001    1 m GM Amsel, Ada                        2500 GER    71000001 1990/04/02  1.0    1     2 w 1
001    2 w IM Buche, Bo                         2400 POL    71000002 1991/05/03  0.0    2     1 b 0
"""


def event(text, name="event.trf"):
    return trf.read(text.encode() if isinstance(text, str) else text, name)


def keys(text):
    return [notice.key for notice in event(text).notices]


def row(no, *blocks, sex="m", title="", name="Amsel, Ada", rating="2300", fed="GER", birth="", points=""):
    """A player record with blocks of eight columns, two blanks before each."""
    head = f"001 {no:>4} {sex:1}{title:>3} {name:<33} {rating:>4} {fed:<3} {'':>11} {birth:<10} {points:>4}     "
    return head + "".join(f"  {block:<8}" for block in blocks)


def swiss(*rows, head="092 Swiss\n"):
    return event(head + "\n".join(rows) + "\n")


# 1. Bytes


def test_plain_file_has_nothing_to_warn_about():
    found = event(TWO)
    assert found.notices == ()
    assert (found.rounds, found.rounds_played, found.complete) == (1, 1, True)
    ada, bo = found.players.values()
    assert ada[:10] == (1, "Amsel, Ada", "GM", "GER", 2500, "m", "71000001", "1990-04-02", 2, 1)
    assert ada.games == (Game(2, "w", "1", 92),)
    assert (bo.sex, bo.title, bo.line) == ("f", "IM", 5)
    assert str(found.source_of(ada, ada.games[0])) == "event.trf:4:92"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TWO.replace("Ada", "Zoë").encode(), "utf-8"),
        (b"\xef\xbb\xbf" + TWO.encode(), "utf-8"),
        (b"\xff\xfe" + TWO.encode("utf-16-le"), "utf-16-le"),
        (b"\xfe\xff" + TWO.encode("utf-16-be"), "utf-16-be"),
    ],
)
def test_marks_and_utf_8_decide_the_encoding(data, encoding):
    found = event(data)
    assert found.encoding == encoding
    assert found.name.value == "Spring Cup"
    assert [player.rating for player in found.players.values()] == [2500, 2400]


def test_other_text_is_windows_1252():
    found = event(TWO.replace("Amsel, Ada", "Müller, Zö").encode("cp1252"))
    assert found.encoding == "cp1252"
    assert found.players[1].name == "Müller, Zö"
    assert [notice.key for notice in found.notices] == ["encoding"]


# 2. Lines


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n\n", "   \n", "\r\r\n"])
def test_all_line_ends_give_the_same_players(end):
    plain = event(TWO).players
    other = event(TWO.replace("\n", end)).players
    assert [player._replace(line=0) for player in other.values()] == [
        player._replace(line=0) for player in plain.values()
    ]


def test_lines_are_numbered_as_they_stand_in_the_file():
    assert [player.line for player in event(TWO.replace("\n", "\r\n\r\n")).players.values()] == [7, 9]


# 3. Records


def test_comments_rulers_and_records_of_other_programs_are_skipped():
    noise = (
        "### a comment\nDDD SSSS sTTT NNNN RRRR\n0123456789012345\nXXC white1\nXXZ 1\nBBW  1.0\n"
        "DAT    1 EMAIL ada@example.org\nGER    1    A   Amsel, Ada   2410 BER\nXRS t\n999 what\n"
    )
    found = event(TWO + noise)
    assert found.players == event(TWO).players
    assert "example.org" not in repr(found)


@pytest.mark.parametrize(
    ("records", "form"),
    [
        ("", "TRF16"),
        ("142 1\n", "TRF16"),
        ("042 01.05.2024\n", "TRF06"),
        ("192 FIDE_DUTCH_2025\n", "TRF-2026"),
        ("GER    1                                        2650\n", "TRF-2026"),
    ],
)
def test_the_form_is_told_by_the_records(records, form):
    assert event(TWO + records).format == form


def test_result_letters_and_signs_tell_old_and_new_forms_apart():
    assert swiss(row(1, "2 w 1", "0000 - H"), row(2, "1 b 0", "1 b 0")).format == "TRF16"
    assert swiss(row(1, "   2 w 1", "0000 - ="), row(2, "   1 b 0", "0000 - +")).format == "TRF06"


def test_facts_of_the_event_with_their_places():
    found = event(
        "012 Open \n022 Bern\n032 SUI\n102 IA Mia Muster (22232540)\n112 Kurt Kauz\n112 Ulla Uhu\n"
        "122 90 min + 30 sec\n222 5400+30\n" + TWO
    )
    assert (found.name.value, str(found.name.source)) == ("Open", "event.trf:1:5")
    assert (found.place.value, found.federation.value) == ("Bern", "SUI")
    assert found.chief_arbiter.value == "Mia Muster"
    assert (found.chief_arbiter_id.value, found.chief_arbiter_title.value) == ("22232540", "IA")
    assert found.deputies.value == "Kurt Kauz; Ulla Uhu"
    assert (found.rate_of_play.value, found.clock.value) == ("90 min + 30 sec", "5400+30")
    assert (found.kind, found.organiser, found.sheet) == (None, None, False)


def test_the_host_federation_must_be_known():
    found = event("032 Lichess\n" + TWO)
    assert found.federation is None
    assert [notice.key for notice in found.notices] == ["event_federation_unknown"]


def test_player_numbers_in_the_head_never_stop_the_reader():
    assert keys("062 2 (2)\n072 none\n082\n" + TWO) == []
    assert keys("062 209\n" + TWO) == ["player_count_differs"]


# 4. Columns


def test_names_counted_in_bytes_are_cut_by_bytes():
    text = (
        "092 Swiss\nXXR 1\n"
        "001    1 m GM Müller, Ünal                    2500 GER    71000001 1990/04/02  1.0    1     2 w 1\n"
        "001    2 w IM Élise, Zoë                      2400 FRA    71000002 1991        0.0    2     1 b 0\n"
    )
    found = event(text)
    assert [notice.key for notice in found.notices] == ["byte_columns"]
    assert [player.name for player in found.players.values()] == ["Müller, Ünal", "Élise, Zoë"]
    assert [player.rating for player in found.players.values()] == [2500, 2400]
    assert found.players[1].games == (Game(2, "w", "1", 90),)
    assert text.splitlines()[2][89:97] == "   2 w 1"


def test_names_counted_in_characters_are_left_alone():
    found = event(TWO.replace("Amsel, Ada", "Dübois, É."))
    assert found.notices == ()
    assert found.players[1].name == "Dübois, É."


def test_tabs_are_expanded_with_a_notice():
    assert keys("012\tSpring\n" + TWO.partition("\n")[2]) == ["tabs"]


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        (TWO.replace("2500 GER", "25x0 GER"), "event.trf:4:49: the rating '25x0'"),
        (TWO.replace("2500 GER", " 2500 GER"), "event.trf:4:53: "),
        (TWO.replace("Ada   ", "Ada  "), "event.trf:4:48: "),
        (TWO.replace("001    1", "001   1x"), "event.trf:4:5: the start number '1x'"),
        (TWO.replace("001    1", "001    0"), "event.trf:4:5: the start number '0'"),
        (TWO + "001", "event.trf:6:5: the start number ''"),
        (TWO + row(3) + " " * 1000 + "1", "event.trf:6:1082: "),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(wrong, place):
    with pytest.raises(UnreadableInput) as error:
        event(wrong)
    assert str(error.value).startswith(place)


# 5. Blocks


@pytest.mark.parametrize("end", ["", "  ", "       "])
def test_trailing_blanks_may_be_kept_or_cut(end):
    found = swiss(row(1, "   2 w 1", "   2 b =") + end, row(2, "   1 b 0", "   1 w =") + end)
    assert [game[:3] for game in found.players[2].games] == [(1, "b", "0"), (1, "w", "=")]


@pytest.mark.parametrize(
    ("block", "game"),
    [
        ("   2 w 1", (2, "w", "1")),
        ("0002 W 1", (2, "w", "1")),
        ("2    b =", (2, "b", "=")),
        ("   2 s 0", (2, "b", "0")),
        ("   2 w w", (2, "w", "W")),
        ("   2 w d", (2, "w", "D")),
        ("   2 - +", (2, "-", "+")),
        ("   2   -", (2, "-", "-")),
        ("0000 - h", (0, "-", "H")),
        ("       U", (0, "-", "U")),
        ("   0 - Z", (0, "-", "Z")),
        ("0000 - =", (0, "-", HALF_POINT_BYE)),
        ("0000 - +", (0, "-", FULL_POINT_BYE)),
        ("0000 - 1", (0, "-", FULL_POINT_BYE)),
        ("0000 - F", (0, "-", "F")),
        ("0000 - -", (0, "-", ABSENT)),
        ("0000 - 0", (0, "-", ABSENT)),
        ("     -  ", (0, "-", ABSENT)),
        ("        ", (0, "-", ABSENT)),
        ("   2 w  ", (2, "w", BLANK)),
    ],
)
def test_every_spelling_of_a_round(block, game):
    found = swiss(row(1, block, "   3 w 1"), row(2, "   3 w 1"), row(3, "   2 b 0", "   1 b 0"))
    assert found.players[1].games[0][:3] == game
    assert found.players[1].games[0].column == 92


@pytest.mark.parametrize(
    ("block", "game", "key"),
    [
        ("   2 w X", (2, "w", UNLISTED), "result_unknown"),
        ("   2 w ?", (2, "w", UNLISTED), "result_unknown"),
        ("0000 - A", (0, "-", UNLISTED), "result_unknown"),
        ("0000 - ù", (0, "-", UNLISTED), "result_unknown"),
        ("   2 z 1", (2, "-", "1"), "colour_unknown"),
        ("  2b w 1", (0, "-", UNLISTED), "round_unreadable"),
        ("   2w  1", (0, "-", UNLISTED), "round_unreadable"),
        ("   2 b Z", (0, "-", "Z"), "bye_with_opponent"),
        ("  77 w 1", (0, "-", UNLISTED), "missing_opponent"),
        ("   1 w 1", (0, "-", UNLISTED), "own_opponent"),
    ],
)
def test_doubtful_rounds_are_never_games_and_never_silent(block, game, key):
    found = swiss(row(1, block, "   3 w 1"), row(2, "   3 w 1"), row(3, "   2 b 0", "   1 b 0"))
    assert found.players[1].games[0][:3] == game
    notice = next(notice for notice in found.notices if notice.key == key)
    assert (notice.source.line, notice.source.column, notice.values["round"]) == (2, 92, 1)


# 6. Fields


SPELLINGS = "GM=GM g=GM m=IM f=FM CM=CM wg=WGM gf=WGM WIM=WIM wm=WIM mf=WIM ff=WFM wf=WFM cf=WCM wc=WCM AFM= nm= iv="


@pytest.mark.parametrize("spelling", [*SPELLINGS.split(), " GM=GM", "GM =GM", "  g=GM", "="])
def test_title_spellings(spelling):
    text, _, title = spelling.partition("=")
    found = swiss(row(1, "   2 w 1", title=text, sex="f"), row(2, "   1 b 0", title="GM"))
    assert found.players[1].title == title
    assert [notice.key for notice in found.notices] == []


@pytest.mark.parametrize(("text", "key"), [("w", "title_ambiguous"), ("WH", "title_unknown")])
def test_titles_that_are_not_clear_are_none_and_said(text, key):
    rows = [row(no, title=text) for no in (1, 2, 3)] + [row(4, title="GM")]
    notices = swiss(*rows).notices
    assert [(notice.key, notice.values["count"]) for notice in notices] == [(key, 3)]


def test_a_title_that_begins_in_the_column_of_the_sex():
    found = swiss(row(1, sex="G", title="M  "), row(2))
    assert found.players[1].title == "GM"
    assert [notice.key for notice in found.notices] == ["title_in_sex_column"]


@pytest.mark.parametrize(
    ("text", "sex"), [("m", "m"), ("M", "m"), ("w", "f"), ("W", "f"), ("f", "f"), ("F", "f"), ("u", ""), (" ", "")]
)
def test_sex(text, sex):
    assert swiss(row(1, sex=text), row(2)).players[1].sex == sex


def test_a_womans_title_beside_m_leaves_the_sex_open():
    found = swiss(row(1, sex="m", title="WIM"), row(2))
    assert found.players[1].sex == ""
    assert [(n.key, n.source.line, n.source.column) for n in found.notices] == [("womans_title_beside_m", 2, 10)]


@pytest.mark.parametrize("code", ["GER", "RUS", "BLR", "FID", "NON", "SCG"])
def test_known_federations_are_kept(code):
    assert swiss(row(1, fed=code, title="GM"), row(2)).players[1].federation == code


def test_other_federations_are_unknown_with_one_notice_a_code():
    found = swiss(*(row(no, fed=fed, title="GM") for no, fed in enumerate(["KIL", "C.C", "KIL", "", "", "ger"], 1)))
    assert [player.federation for player in found.players.values()] == ["", "", "", "", "", "GER"]
    assert [(n.key, n.values["code"], n.values["count"]) for n in found.notices] == [
        ("federation_unknown", "KIL", 2),
        ("federation_unknown", "C.C", 1),
        ("federation_blank", "", 2),
    ]


@pytest.mark.parametrize(("text", "rating"), [("", 0), ("0", 0), ("2450", 2450), ("950", 950)])
def test_ratings(text, rating):
    assert swiss(row(1, rating=text), row(2)).players[1].rating == rating


@pytest.mark.parametrize(
    ("text", "birth"),
    [
        ("1990/04/02", "1990-04-02"),
        ("1990.04.02", "1990-04-02"),
        ("02.04.1990", "1990-04-02"),
        ("1990/00/00", "1990"),
        ("1990", "1990"),
        ("0000/00/00", ""),
        ("", ""),
    ],
)
def test_births(text, birth):
    found = swiss(row(1, birth=text, title="GM"), row(2))
    assert (found.players[1].birth, found.notices) == (birth, ())


def test_births_that_are_no_dates_are_left_out():
    found = swiss(row(1, birth="1990/13/77", title="GM"), row(2))
    assert found.players[1].birth == ""
    assert [notice.key for notice in found.notices] == ["birth_unreadable"]


@pytest.mark.parametrize(
    ("text", "halves"), [("11.5", 23), ("4,5", 9), ("4½", 9), ("3", 6), ("", None), (".5", 1), ("1.25", None)]
)
def test_points_are_half_points(text, halves):
    assert swiss(row(1, points=text), row(2)).players[1].points == halves


def test_ratings_without_any_title_ask_for_a_rating_list():
    assert "no_titles" in [notice.key for notice in swiss(row(1), row(2)).notices]


# 7. Contradictions


def contradictions(*rows, head="092 Swiss\n"):
    ignored = {"no_titles", "no_rounds"}
    return [notice for notice in swiss(*rows, head=head).notices if notice.key not in ignored]


@pytest.mark.parametrize("pair", ["10", "01", "==", "+-", "-+", "--", "00", "=0", "WL", "DD"])
def test_results_that_fit_are_not_reported(pair):
    assert contradictions(row(1, f"   2 w {pair[0]}"), row(2, f"   1 b {pair[1]}")) == []


@pytest.mark.parametrize(
    ("one", "two", "key"),
    [
        ("   2 w 1", "   1 b 1", "results_disagree"),
        ("   2 w 1", "   1 b =", "results_disagree"),
        ("   2 w +", "   1 b 0", "results_disagree"),
        ("   2 w 1", "   1 w 0", "colours_disagree"),
        ("   2 w 1", "0000 - Z", "not_reciprocal"),
        ("0000 - Z", "   1 b 0", "not_reciprocal"),
        ("   2 w 1", "   3 b 0", "not_reciprocal"),
    ],
)
def test_disagreements_are_reported_and_nothing_is_changed(one, two, key):
    found = contradictions(row(1, one), row(2, two), row(3))
    assert key in [notice.key for notice in found]
    assert all(notice.source.line in (2, 3) and notice.source.column == 92 for notice in found)
    assert swiss(row(1, "   2 w 1"), row(2, two), row(3)).players[1].games[0][:3] == (2, "w", "1")


def test_double_start_numbers_keep_the_first():
    found = swiss(row(1, name="First, Ada"), row(1, name="Second, Bo"), row(2))
    assert [player.name for player in found.players.values()] == ["First, Ada", "Amsel, Ada"]
    notice = next(notice for notice in found.notices if notice.key == "double_number")
    assert notice.source.line == 3


def test_the_same_opponent_twice_in_a_swiss_only():
    rows = [row(1, "   2 w 1", "   2 b ="), row(2, "   1 b 0", "   1 w ="), row(3), row(4)]
    assert [notice.key for notice in contradictions(*rows)] == ["met_twice"]
    assert contradictions(*rows, head="092 Double Round Robin\n") == []


def test_the_same_fide_id_twice():
    assert keys(TWO.replace("71000002", "71000001")) == ["fide_id_twice"]


@pytest.mark.parametrize(
    ("records", "points"),
    [
        ("", "1.5"),
        ("162  W 3.0    D 1.0    L 0.0    P 3.0\n", "4.0"),
        ("XXS W=3 D=1\n", "4.0"),
        ("BBW  3.0\nBBD  1.0\n", "4.0"),
    ],
)
def test_points_are_compared_under_the_point_system(records, points):
    rows = [row(1, "   2 w 1", "   3 b =", points=points), row(2, "   1 b 0"), row(3, "", "   1 w =")]
    assert contradictions(*rows, head=f"092 Swiss\n{records}") == []
    wrong = contradictions(row(1, "   2 w 1", "   3 b =", points="2.0"), *rows[1:], head=f"092 Swiss\n{records}")
    assert [(notice.key, notice.values["stated"], notice.source.column) for notice in wrong] == [
        ("points_differ", "2.0", 81)
    ]


def test_points_may_include_byes_of_rounds_to_come():
    rows = [row(1, "   2 w 1", "0000 - U", points="2.0"), row(2, "   1 b 0", "   3 w"), row(3, "", "   2 b")]
    assert contradictions(*rows) == []


def test_points_given_by_the_arbiter_are_not_compared():
    rows = [row(1, "   2 w 1", points="2.0"), row(2, "   1 b 0")]
    assert contradictions(*rows, head="092 Swiss\n299 +         1.0   1     1\n") == []


def test_repeated_notices_are_folded():
    rows = [row(no, f"{no + 40:4} w 1") for no in range(1, 31)] + [row(no) for no in range(41, 71)]
    notices = swiss(*rows).notices
    assert sum(notice.key == "not_reciprocal" for notice in notices) == 20
    assert notices[-1].values["count"] in (10, 11)


# 8. Rounds


@pytest.mark.parametrize(
    ("records", "rounds"),
    [("142 9\nXXR 9\n", 9), ("XXR 7\n", 7), ("142 9\nXXR 7\n", 9), ("", 1), ("142 many\n", 1), ("142 0\n", 1)],
)
def test_planned_rounds(records, rounds):
    found = event("092 Swiss\n" + records + TWO.replace("XXR 1\n", "").replace("092 Individual: Swiss-System\n", ""))
    assert (found.rounds, found.rounds_played, found.complete) == (rounds, 1, rounds == 1)


def test_more_rounds_played_than_announced():
    found = swiss(row(1, "   2 w 1", "   2 b 1"), row(2, "   1 b 0", "   1 w 0"), head="092 Swiss\nXXR 1\n")
    assert found.rounds == 2
    assert "rounds_exceeded" in [notice.key for notice in found.notices]


def test_a_paired_round_without_results_is_open():
    rows = [row(1, "   2 w 1", "   3 b  "), row(2, "   1 b 0", "0000 - U"), row(3, "0000 - U", "   1 w  ")]
    found = swiss(*rows, head="092 Swiss\n142 3\n")
    assert (found.rounds, found.rounds_played, found.complete) == (3, 1, False)
    assert [game[:3] for game in found.players[1].games] == [(2, "w", "1"), (3, "b", BLANK)]
    assert [game[2] for game in found.players[2].games] == ["0", "U"]


def test_a_missing_result_in_a_played_round_leaves_the_event_open():
    rows = [row(1, "   2 w 1"), row(2, "   1 b 0"), row(3, "   4 w  "), row(4, "   3 b  ")]
    found = swiss(*rows)
    assert (found.rounds_played, found.complete) == (1, False)
    assert [(n.key, n.values["count"]) for n in found.notices if n.key != "no_titles"] == [("results_missing", 2)]


def test_blank_rounds_are_absences_if_played_and_nothing_if_not():
    rows = [row(1, "   2 w 1", "   2 b 1", ""), row(2, "   1 b 0", "   1 w 0"), row(3, "")]
    found = swiss(*rows, head="092 Swiss\n142 3\n")
    assert [game.result for game in found.players[3].games] == [ABSENT, ABSENT]
    assert len(found.players[1].games) == 2


def test_a_round_almost_nobody_plays_is_not_played():
    full = [row(no, f"{no + 1 if no % 2 else no - 1:4} {'bw'[no % 2]} =") for no in range(1, 13)]
    full[0] += "     2 b 1"
    full[1] += "     1 w 0"
    found = swiss(*full)
    assert (found.rounds, found.rounds_played, found.complete) == (2, 1, False)
    notice = next(notice for notice in found.notices if notice.key == "round_not_played")
    assert (notice.values["round"], notice.values["absent"], notice.values["players"]) == (2, 10, 12)


def test_a_round_a_fifth_plays_is_played():
    full = [row(no, f"{no + 1 if no % 2 else no - 1:4} {'bw'[no % 2]} =") for no in range(1, 11)]
    full[0] += "     2 b 1"
    full[1] += "     1 w 0"
    assert swiss(*full).rounds_played == 2


def test_byes_of_records_of_their_own_fill_blank_rounds():
    rows = [row(1, "   2 w 1"), row(2, "   1 b 0"), row(3)]
    assert swiss(*rows, head="092 Swiss\n240 H   1    3\n").players[3].games[0].result == HALF_POINT_BYE


# The system


@pytest.mark.parametrize(
    ("records", "system"),
    [
        ("092 Individual: Swiss-System", SWISS),
        ("092 Schweizer System", SWISS),
        ("092 Swiss\n192 FIDE_DUTCH_2026_BAKU", SWISS),
        ("092 Individual: Round-Robin", ROUND_ROBIN),
        ("092 Individual: Round Robin", ROUND_ROBIN),
        ("092 Rundenturnier", ROUND_ROBIN),
        ("092 Berger", ROUND_ROBIN),
        ("092 All-play-all", ROUND_ROBIN),
        ("092 Individual: Double Round-Robin", DOUBLE_ROUND_ROBIN),
        ("192 BERGER_DOUBLEROUNDROBIN", DOUBLE_ROUND_ROBIN),
        ("192 FIDE_ROUNDROBIN", ROUND_ROBIN),
        ("092 Knock-out", KNOCKOUT),
        ("192 CUSTOM_KNOCKOUT", KNOCKOUT),
        ("192 CUSTOM_TEAM_KNOCKOUT", TEAM),
        ("092 Team: Round-Robin", TEAM),
        ("192 FIDE_TEAM_DOUBLEROUNDROBIN", TEAM),
        ("092 Mannschaftsturnier", TEAM),
    ],
)
def test_the_system_by_code_and_words(records, system):
    found = event(records + "\n" + TWO.replace("092 Individual: Swiss-System\n", ""))
    assert (found.system.value, found.system_guessed) == (system, False)
    assert found.notices == ()


def test_teams_prevail_over_round_robin_and_a_contradiction_is_said():
    found = event("192 FIDE_ROUNDROBIN\n092 Team Round Robin\n" + TWO.replace("092 Ind", "### Ind"))
    assert found.system.value == TEAM
    assert [notice.key for notice in found.notices] == ["systems_differ"]


@pytest.mark.parametrize("records", ["192 FIDE_SCHEVENINGEN_G1", "092 Scheveningen", "192 FIDE_SCHILLER"])
def test_teams_against_teams_by_person_are_an_other_system(records):
    found = event(records + "\n" + TWO.replace("092 Ind", "### Ind"))
    assert found.system.value == OTHER
    assert [notice.key for notice in found.notices] == ["system_by_teams"]


FOUR = (("2w", "3b", "4w"), ("1b", "4w", "3b"), ("4b", "1w", "2w"), ("3w", "2b", "1b"))


@pytest.mark.parametrize(("times", "system"), [(1, ROUND_ROBIN), (2, DOUBLE_ROUND_ROBIN)])
def test_the_system_is_guessed_from_who_meets_whom(times, system):
    rows = [row(no, *[f"   {g[0]} {g[1]} =" for g in games] * times) for no, games in enumerate(FOUR, 1)]
    found = event("\n".join(rows))
    assert (found.system.value, found.system_guessed) == (system, True)
    assert "system_guessed" in [notice.key for notice in found.notices]


def test_an_unknown_description_is_said_and_guessed():
    rows = [row(no, f"   {games[0][0]} {games[0][1]} =") for no, games in enumerate(FOUR, 1)]
    found = swiss(*rows, head="092 Freestyle\n142 2\n")
    assert (found.system.value, found.system_guessed) == (SWISS, True)
    assert "system_unrecognised" in [notice.key for notice in found.notices]


def test_records_of_team_matches_mean_teams():
    records = "\n310   1 Owls                             OWL     2400    2.0    2.0   1     1    2\n"
    found = event(row(1, "   2 w 1") + "\n" + row(2, "   1 b 0") + records)
    assert (found.system.value, found.system_guessed, found.format) == (TEAM, True, "TRF-2026")


def test_a_list_of_teams_alone_does_not_make_a_team_event():
    assert event("013 Owls                               1    2\n" + TWO).system.value == SWISS


# Dates


@pytest.mark.parametrize(
    ("start", "end", "days"),
    [
        ("2024/05/01", "2024/05/09", (Day(2024, 5, 1), Day(2024, 5, 9))),
        ("2024-05-01", "2024-05-09", (Day(2024, 5, 1), Day(2024, 5, 9))),
        ("24/09/2010", "02/10/2010", (Day(2010, 9, 24), Day(2010, 10, 2))),
        ("25.02.2011", "27.02.2011", (Day(2011, 2, 25), Day(2011, 2, 27))),
        ("11.09.26", "12.04.01", (Day(2011, 9, 26), Day(2012, 4, 1))),
        ("Jun 26, 2020", "28 June 2020", (Day(2020, 6, 26), Day(2020, 6, 28))),
        ("2016/07", "2016/07", (Day(2016, 7), Day(2016, 7))),
        ("2016", "", (Day(2016), None)),
        ("2016/07/00", "0000/00/00", (Day(2016, 7), None)),
        ("05/28/2024", "06/02/2024", (Day(2024, 5, 28), Day(2024, 6, 2))),
    ],
)
def test_dates_in_any_order(start, end, days):
    found = event(f"042 {start}\n052 {end}\n" + TWO)
    assert tuple(fact and fact.value for fact in (found.start, found.end)) == days
    assert found.notices == ()


@pytest.mark.parametrize(
    ("start", "end", "key"),
    [
        ("2126-02-01", "2024/05/09", "date_implausible"),
        ("soon", "2024/05/09", "date_unreadable"),
        ("2024/02/31", "2024/05/09", "date_unreadable"),
        ("2024/05/09", "2024/05/01", "dates_reversed"),
    ],
)
def test_dates_that_cannot_be_are_unknown(start, end, key):
    found = event(f"042 {start}\n052 {end}\n" + TWO)
    assert found.start is None
    assert [(notice.key, notice.source.line) for notice in found.notices] == [(key, 1)]


def test_an_order_that_stays_open_is_said():
    assert event("042 24/05/06\n" + TWO).start.value == Day(2024, 5, 6)
    assert keys("042 24/05/06\n" + TWO) == ["date_order_assumed"]


def dated(records, rounds=3):
    return event(f"{records}\nXXR {rounds}\n" + TWO.replace("XXR 1\n", ""))


def days(found):
    return [day and str(day) for day in found.round_dates]


def in_columns(*texts):
    return "132" + " " * 88 + "".join(f"{text:<10}" for text in texts)


def test_round_dates_in_the_columns_of_the_rounds():
    assert days(dated(in_columns("24/05/01", "24/05/02", "24/05/03"))) == ["2024-05-01", "2024-05-02", "2024-05-03"]
    assert days(dated(in_columns("24/05/01", "", "24/05/03"))) == ["2024-05-01", None, "2024-05-03"]
    assert days(dated("132")) == []


def test_round_dates_follow_the_dates_of_the_event():
    found = dated("042 2011/02/25\n052 2011/02/27\n" + in_columns("11.25.02", "11.26.02", "11.26.02"))
    assert days(found) == ["2011-02-25", "2011-02-26", "2011-02-26"]
    assert found.notices == ()


def test_round_dates_out_of_their_columns_or_in_several_records():
    assert days(dated("132 2024/05/01 2024/05/02 2024/05/03")) == ["2024-05-01", "2024-05-02", "2024-05-03"]
    several = "\n".join(in_columns(text) for text in ("24/05/01", "24/05/01", "24/05/02"))
    assert days(dated(several)) == ["2024-05-01", "2024-05-01", "2024-05-02"]


def test_round_dates_outside_the_event_are_reported():
    found = dated("042 2024/05/01\n052 2024/05/02\n" + in_columns("24/05/01", "24/05/02", "24/05/09"))
    assert [notice.key for notice in found.notices] == ["round_date_outside"]


# Files


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b" \r\n\n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"MZ\x90\0\0001", "binary"),
        (b"012 No players\n", "no player record"),
        (b"\xff\xfe0", "cannot be decoded"),
        (b"001 " + b"x" * 200_000, "200004 characters"),
    ],
)
def test_files_that_are_no_reports_are_refused(tmp_path, data, words):
    path = tmp_path / "event.trf"
    path.write_bytes(data)
    with pytest.raises(UnreadableInput, match=words) as error:
        read_file(path)
    assert str(error.value).startswith("event.trf") or str(path) in str(error.value)


def test_ten_thousand_players_are_refused():
    with pytest.raises(UnreadableInput, match="more than 9999"):
        event("\n".join(row(no % 9999 + 1) for no in range(10_000)))


def test_missing_files_and_folders_are_refused(tmp_path):
    with pytest.raises(UnreadableInput, match="no such file"):
        read_file(tmp_path / "nothing.trf")
    with pytest.raises(UnreadableInput, match="folder"):
        read_file(tmp_path)


def test_files_beyond_the_limit_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("normcheck.read.MOST_MEGABYTES", 0)
    (tmp_path / "huge.trf").write_text(TWO, encoding="utf-8")
    with pytest.raises(UnreadableInput, match="larger than 0 MB"):
        read_file(tmp_path / "huge.trf")


def test_reports_are_recognised_by_content(tmp_path):
    path = tmp_path / "export.txt"
    path.write_text(TWO, encoding="utf-8")
    assert read_file(path).file == "export.txt"
    assert trf.looks_like(TWO.encode(), "export.txt")
    assert trf.looks_like(b"", "x.TRF")
    assert not trf.looks_like(b"[event]\nrounds = 9\n", "sheet.toml")


def test_whole_events():
    owls = read_file(EVENTS / "owls_round_robin.trf")
    assert (owls.system.value, owls.rounds, owls.complete, owls.notices) == (ROUND_ROBIN, 9, True, ())
    assert len(owls.round_dates) == 9
    foxes = read_file(EVENTS / "foxes_open.trf")
    assert [notice.key for notice in foxes.notices] == ["federation_unknown", "federation_blank"]
    assert {game.result for player in foxes.players.values() for game in player.games} == set("1=0+-UHFZ")


def test_numbers_without_end_are_no_start_numbers():
    endless = "9" * 5000
    assert keys(f"299 +         1.0   1 {endless}\n240 H   1 {endless}\n142 {endless}\n" + TWO) == ["rounds_unreadable"]


# Wording


def test_every_notice_in_the_code_has_its_sentence():
    package = folder("rules").parent / "normcheck" / "read"
    code = "".join(path.read_text("utf-8") for path in package.glob("*.py"))
    for name in ("notices", "refusals"):
        sentences = tomllib.loads((folder("rules") / "en" / f"{name}.toml").read_text("utf-8"))
        unused = [key for key in sentences if f'"{key}"' not in code]
        assert unused == []
        assert all(sentence.endswith(".") for sentence in sentences.values())
