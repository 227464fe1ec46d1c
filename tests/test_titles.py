"""Direct titles and titles by rating."""

from fractions import Fraction

import pytest
from casebook import full_event, results
from click.testing import CliRunner

from normcheck.cli import main
from normcheck.errors import WrongUsage
from normcheck.event import Day, Fact, Player, Source
from normcheck.finding import MET, NOT_MET, UNKNOWN
from normcheck.read import read
from normcheck.regulation import edition_named
from normcheck.titles.by_rating import by_rating
from normcheck.titles.direct import CONDITIONAL, GIVEN, NO, OPEN, Asked, counted, direct, has_share, holds
from normcheck.titles.model import DirectTitlesOut, RatingTitles
from normcheck.titles.rules import Award, direct_titles
from normcheck.write import write

CODES = ["GER", "FRA", "CZE", "POL", "AUT", "HUN"]
SURE = Asked(games=True)


def field(start=(2024, 5, 1), players=12, rounds=9, rating=2150, codes=CODES, **event):
    """Players on places 1, 2, 3 ... who played all rounds."""
    people = [
        Player(no, f"Player {no}", rating=rating - no, federation=codes[no % len(codes)], rank=no, sex="m",
               games=results("1=0" * 3, [no % players + 1] * 9)[:rounds])
        for no in range(1, players + 1)
    ]  # fmt: skip
    return full_event(people, rounds, start=Fact(Day(*start), Source("case.trf")), **event)


def given(event, key, asked=SURE):
    return [(one.player.no, one.title, one.outcome) for one in direct(event, key, asked).given]


def checks(event, key, asked=SURE):
    return {c.key: c.outcome for c in direct(event, key, asked).checks}


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("world-amateur-u2300", [(1, "FM", GIVEN), (2, "CM", GIVEN), (3, "CM", GIVEN)]),
        ("world-amateur-u2000", [(1, "FM", GIVEN), (2, "CM", GIVEN), (3, "CM", GIVEN)]),
        ("World Amateur U1700", [(1, "CM", GIVEN)]),
        ("continental-amateur-u2300", [(1, "CM", GIVEN), (2, "CM", GIVEN), (3, "CM", GIVEN)]),
        ("continental-amateur-u2000", [(1, "CM", GIVEN)]),
        ("continental-amateur-u1700", []),
    ],
)
def test_the_official_rows_of_the_amateur_championships(key, expected):
    assert given(field(), key) == expected


def test_a_section_for_women_gives_titles_for_women():
    event = field()
    assert given(event, "world-amateur-u2000", Asked(women=True, games=True))[0] == (1, "WFM", GIVEN)


def test_rows_that_are_not_official_are_proposals_and_decide_nothing():
    for key in ("world-junior", "olympiad", "continental-individual", "asean"):
        assert given(field(), key) == []
    assert [a.title for a in direct(field(), "world-junior", SURE).proposals] == ["GM", "IM"]
    later = direct(field(start=(2025, 5, 1)), "world-amateur-u2300", SURE)
    assert (later.given, len(later.proposals)) == ((), 2)
    for championship in direct_titles().championships:
        for award in championship.awards:
            assert not award.decides or "amateur" in championship.key


@pytest.mark.parametrize(
    ("rating", "outcome"), [(2002, GIVEN), (2001, GIVEN), (2000, CONDITIONAL), (0, CONDITIONAL)]
)
def test_a_title_is_conditional_below_its_rating(rating, outcome):
    event = field(rating=max(rating, 1))
    assert given(event, "continental-amateur-u2000") == [(1, "CM", outcome)]


def test_the_rated_games_are_to_confirm():
    assert given(field(), "continental-amateur-u2000", Asked()) == [(1, "CM", OPEN)]
    before = field(start=(2023, 10, 1), rounds=9)
    assert [one.checks[-1].key for one in direct(before, "world-amateur-u1700", Asked()).given] == ["rating"]


@pytest.mark.parametrize(
    ("event", "key", "outcome"),
    [
        ({"players": 9}, "participants", NOT_MET),
        ({"rounds": 8}, "rounds", NOT_MET),
        ({"codes": CODES[:5]}, "federations", MET),
        ({"codes": CODES[:4]}, "federations", UNKNOWN),
        ({"complete": False}, "complete", UNKNOWN),
    ],
)
def test_general_conditions_of_a_continental_event(event, key, outcome):
    made = field(**event)
    assert checks(made, "continental-amateur-u2000")[key] == outcome
    (_, _, told), *_ = given(made, "continental-amateur-u2000")
    assert told == {MET: GIVEN, NOT_MET: NO, UNKNOWN: OPEN}[outcome]


def test_a_third_of_the_federations_is_enough():
    four = field(codes=CODES[:4])
    found = [
        checks(four, "continental-amateur-u2000", Asked(federations=n, games=True))["federations"] for n in (12, 13, 50)
    ]
    assert found == [MET, NOT_MET, NOT_MET]
    assert "federations" not in checks(four, "world-amateur-u2000")


def test_the_subgroup_of_a_merged_event():
    event = field()
    group = Asked(subgroup=(3, 4, 5, 6, 7, 8), games=True)
    assert given(event, "continental-amateur-u2000", group) == [(3, "CM", GIVEN)]
    few = Asked(subgroup=(3, 4, 5, 6, 7), games=True)
    assert given(event, "continental-amateur-u2000", few) == [(3, "CM", NO)]
    missed = event.players[3]._replace(games=(*event.players[3].games[:8], *results("-")))
    absent = event._replace(players=event.players | {3: missed})
    assert given(absent, "continental-amateur-u2000", group) == [(3, "CM", NO)]


def test_standings_that_are_not_complete_are_to_confirm():
    event = field()
    shared = event._replace(players=event.players | {2: event.players[2]._replace(rank=1)})
    assert {outcome for _, _, outcome in given(shared, "world-amateur-u1700")} == {OPEN}


@pytest.mark.parametrize(
    ("codes", "expected"),
    [("1111===0+", (8, 11, 0)), ("111=0000U", (8, 7, 0)), ("1111====-", (8, 12, 1)), ("1111===ZZ", (7, 11, 2))],
)
def test_a_share_counts_games_played_only(codes, expected):
    assert counted(Player(1, "A", games=results(codes)), 9) == expected


def test_the_examples_of_the_footnote():
    good, poor = (counted(Player(1, "A", games=results(codes)), 9) for codes in ("1111===0+", "111=0000U"))
    assert (round(good.share * 100), round(poor.share * 100)) == (69, 44)
    award = Award(result="50 %", percent="1/2", games=9, title="CM", certainty="secondary", source="test")
    counting = direct_titles().counting
    assert [has_share(one, award, counting) for one in (good, poor)] == [True, False]
    twice = counted(Player(1, "A", games=results("1111===ZZ")), 9)
    assert not has_share(twice, award, counting)


@pytest.mark.parametrize(
    ("held", "wanted", "expected"),
    [("FM", "FM", True), ("GM", "CM", True), ("CM", "FM", False), ("", "CM", False), ("WGM", "CM", False),
     ("FM", "WFM", True), ("CM", "WFM", False), ("WIM", "WCM", True)],
)  # fmt: skip
def test_titles_held(held, wanted, expected):
    assert holds(Player(1, "A", title=held), wanted) is expected


def test_wrong_questions():
    with pytest.raises(WrongUsage, match="world-amateur-u2000"):
        direct(field(), "village", SURE)
    with pytest.raises(WrongUsage, match="first day"):
        direct(field()._replace(start=None), "olympiad", SURE)
    with pytest.raises(WrongUsage, match="no start number 99"):
        direct(field(), "olympiad", Asked(subgroup=(99,)))


# Titles by rating


def climbing(rating, codes, opponent=2400, start=(2024, 5, 1), **player):
    person = Player(1, "Climber", rating=rating, sex="m", games=results(codes, [2] * 9))._replace(**player)
    return full_event([person, Player(2, "Rock", rating=opponent)], 9, start=Fact(Day(*start), Source("case.trf")))


def by_rating_of(event, games=None, edition="2024"):
    found = by_rating(event, edition_named(edition), event.players[1], games)
    return [(one.title, one.round, one.outcome, one.asks) for one in found]


def test_a_rating_reached_in_the_middle_of_an_event_is_enough():
    event = climbing(2290, "10000000-")
    assert by_rating_of(event, 100) == [("FM", 1, "reached", ())]
    (found,) = by_rating(event, edition_named("2024"), event.players[1], 100)
    assert found.value >= 2300 > found.value - 20 * Fraction(1)
    assert by_rating_of(climbing(2290, "0000-----", title="CM"), 100) == []


def test_thirty_games_are_needed_by_then():
    assert by_rating_of(climbing(2310, "=========")) == [("FM", 0, "to confirm", ("games",))]
    assert by_rating_of(climbing(2310, "========="), 30) == [("FM", 0, "reached", ())]
    assert by_rating_of(climbing(2310, "111111111"), 27) == [("FM", 3, "reached", ())]
    assert by_rating_of(climbing(2310, "=========", start=(2016, 5, 1)), edition="2014") == [("FM", 0, "reached", ())]


def test_a_title_held_is_not_reached_again():
    assert by_rating_of(climbing(2310, "=========", title="FM"), 100) == []
    assert by_rating_of(climbing(2210, "=========", opponent=2210), 100) == [("CM", 0, "reached", ())]


def test_women_reach_titles_in_both_lines():
    event = climbing(2210, "=========", opponent=2210, sex="f")
    assert by_rating_of(event, 100) == [("CM", 0, "reached", ()), ("WFM", 0, "reached", ())]


def test_what_depends_on_k_is_to_confirm():
    found = by_rating_of(climbing(2283, "1--------", title="CM"))
    assert found == [("FM", 1, "to confirm", ("k", "games"))]


def run(*words):
    return CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"}).invoke(main, words)


@pytest.fixture
def report(tmp_path):
    path = tmp_path / "event.trf"
    lines = ["012 Amateur", "042 2024-05-01", "052 2024-05-09", "092 Individual: Swiss-System", "XXR 1"]
    for no, (other, result) in enumerate(((2, "1"), (1, "0")), 1):
        points = "1.0" if no == 1 else "0.0"
        person = f"001 {no:4} m    {f'Player {no}':<33} {2120 - no} GER {'':11} {'':10} {points:>4} {no:4}"
        lines.append(f"{person}  {other:4} w {result}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_the_commands(report):
    done = run("direct", report, "--championship", "world-amateur-u2000", "--games-confirmed")
    assert done.exit_code == 0, done.output
    assert "FM: Player 1 (gold)" in done.output
    assert "CM: Player 2 (silver, bronze)" in done.output
    proposed = run("direct", report, "--championship", "world-senior")
    assert "No title by an official row" in proposed.output
    assert "winner: GM" in proposed.output
    assert run("direct", report, "--championship", "x").exit_code == 2
    assert run("direct", report, "--championship", "olympiad", "--subgroup", "a").exit_code == 2
    assert "Nobody reaches" in run("titles", report).output
    assert run("titles", report, "--games", "30").exit_code == 2
    assert "Nobody" in run("titles", report, "--player", "1", "--games", "30").output


def test_titles_by_rating_as_json(tmp_path):
    path = tmp_path / "event.trf"
    path.write_text(LISTED, encoding="utf-8")
    done = run("titles", str(path), "--format", "json")
    assert done.exit_code == 0, done.stderr
    found = RatingTitles.model_validate_json(done.stdout)
    assert (found.schema_, found.file, found.start) == ("normcheck/titles/1", "event.trf", "2024-05-01")
    assert [(one.player.no, one.title, one.needed, one.value, one.round) for one in found.titles] == [
        (1, "FM", 2300, 2310, 0)
    ]
    assert found.titles[0].outcome == ("to confirm" if found.titles[0].asks else "reached")
    nobody = run("titles", str(path), "--player", "2", "--format", "json")
    assert RatingTitles.model_validate_json(nobody.stdout).titles == []
    assert "--format [text|json]" in run("titles", "--help").stdout


LISTED = """012 Weir Cup
032 AUT
042 2024/05/01
052 2024/05/02
092 Swiss
142 1
001    1 m    Amsel, Ada                        2310 GER    99000001 1990/01/01  0.5    1     2 w =
001    2 m    Buche, Bo                         2000 FRA    99000002 1990/01/01  0.5    2     1 b =
"""


def test_direct_titles_as_json(tmp_path):
    path = tmp_path / "event.json"
    path.write_bytes(write(field(), ".json").content)
    words = ("direct", str(path), "--championship", "world-amateur-u2300", "--games-confirmed")
    done = run(*words, "--format", "json")
    assert done.exit_code == 0, done.stderr
    found = DirectTitlesOut.model_validate_json(done.stdout)
    assert (found.schema_, found.championship, found.body) == ("normcheck/direct/1", "world-amateur-u2300", "world")
    wanted = direct(read(path), "world-amateur-u2300", SURE)
    assert [(one.player.no, one.title, one.outcome) for one in found.titles] == [
        (one.player.no, one.title, one.outcome) for one in wanted.given
    ]
    assert found.titles
    assert all(one.checks and one.source for one in found.titles)
    assert {check.outcome for one in found.titles for check in one.checks} <= {"met", "not met", "to confirm"}
    assert len(found.proposals) == len(wanted.proposals)
    text = run(*words).stdout
    assert all(check.text in text for one in found.titles for check in one.checks if check.key != "rating_waived")


@pytest.mark.parametrize("model", [RatingTitles, DirectTitlesOut])
def test_the_documents_describe_themselves(model):
    schema = model.model_json_schema(by_alias=True, mode="serialization")
    assert {"schema", "made_by", "file", "titles"} <= set(schema["required"])
    assert all(one.get("description") for one in [schema, *schema["$defs"].values()])
