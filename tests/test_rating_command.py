"""The commands ``normcheck rating ...``: what they print, as text and as JSON, and what they refuse."""

import json

import pytest
from click.testing import CliRunner

from normcheck.cli import main

# Six players, five rounds; number 6 is unrated, number 1 misses a round and wins one by default.
PLAYERS = (
    ("m", "IM", "Brandl, Kuno", 2488, "AUT", "1990/05/04", "2w1 3b= 6w1 4-+ 0-Z"),
    ("m", "GM", "Calder, Ewan", 2510, "SCO", "1988/01/01", "1b0 5w1 4b= 6w= 3b="),
    ("m", "", "Dvorak, Jan", 2390, "CZE", "2003/02/03", "4w= 1w= 5b= 0-H 2w="),
    ("m", "", "Egede, Aksel", 2150, "DEN", "1970/01/01", "3b= 6b= 2w= 1-- 5w0"),
    ("f", "", "Fonseca, Rita", 1700, "POR", "2001/01/01", "6w= 2b0 3w= 0-Z 4b1"),
    ("m", "", "Galea, Toni", "", "MLT", "2000/01/01", "5b= 4w= 1b0 2b= 0-Z"),
)
POINTS = {"1": 1, "+": 1, "=": 0.5, "H": 0.5}


def line(number, sex, title, name, rating, federation, birth, games):
    """A line of a tournament report."""
    points = sum(POINTS.get(game[-1], 0) for game in games.split())
    rounds = "".join(f"  {int(game[0]) or '0000':>4} {game[1]} {game[2]}" for game in games.split())
    who = f"001 {number:4} {sex}{title:>3} {name:<33} {rating:>4} {federation} {9000000 + number:>11} {birth}"
    return f"{who} {points:4.1f} {number:4}{rounds}\n"


HEAD = "012 Harbour Cup\n042 2025/06/01\n052 2025/06/05\n062 6\nXXR 5\n"
EVENT = HEAD + "".join(line(number, *player) for number, player in enumerate(PLAYERS, 1))


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run ``normcheck rating`` in a folder with the event."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "cup.trf").write_text(EVENT, encoding="utf-8")
    return lambda *args: CliRunner().invoke(main, ["rating", *[str(arg) for arg in args]])


def told(done, *texts):
    """Assert success, the texts in the output, and that nothing is wider than the terminal."""
    assert done.exit_code == 0, done.output
    assert done.stderr == ""
    assert max(len(line) for line in done.stdout.splitlines()) <= 80
    for text in texts:
        assert text in done.stdout
    return done.stdout


def read(done):
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def refused(done, text):
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("normcheck: ")
    assert done.stderr.count("\n") == 1
    assert text in done.stderr


def test_expected(run):
    told(run("expected", "--rating", 1950, "--opponents", 1700), "0.81 of 1 by the table, 0.8083 by the formula")
    text = told(run("expected", "--rating", 1500, "--opponents", "1700,2000", "--compare"), "Apart", "-0.0003")
    assert "The table gives -0.0135 against the formula." in text
    told(run("expected", "--rating", 1500, "--opponents", "2000", "--cut", "--date", "2025-01-01"), "-400", "0.08")


def test_expected_as_json(run):
    data = read(run("expected", "--rating", 1500, "--opponents", "1700,2000", "--format", "json"))
    assert (data["table"], data["formula"]) == (0.28, 0.293493)
    assert data["games"][1] == {"opponent": 2000, "difference": -500, "table": 0.04, "formula": 0.05324}


def test_table(run):
    text = told(run("table", "--compare"), "736 and more", "620 to 735", "Formula: the difference")
    assert len(text.splitlines()) == 56
    assert told(run("table", "--percent", 75)) == "D(75 %) = 193 by the table, 190.8 by the formula.\n"
    assert told(run("table", "--difference", -736)) == "P(-736) = 0.00 by the table, 0.0142 by the formula.\n"
    assert told(run("table", "--percent", 100)) == "D(100 %) = 800 by the table, – by the formula.\n"
    assert len(read(run("table", "--format", "json"))["bands"]) == 51


def test_performance(run):
    text = told(run("performance", "--opponents", "1675,1890", "--results", "1,="), "1½ from 2 games, 75 %")
    assert [line.split()[-1] for line in text.splitlines()[2:]] == ["1783", "1976", "1974", "1990"]
    told(run("performance", "--opponents", "1675", "--results", "1"), "one game", "all or nothing was scored")


def test_performance_in_an_event(run):
    told(run("performance", "cup.trf", "--player", "brandl"), "1½ from 2 games", "round 3 (opponent unrated), round 4")


def test_change(run):
    told(
        run("change", "--rating", 2400, "--k", 20, "--opponents", "2500,2450", "--results", "1,=", "--mark", 2500),
        "K 20: as stated.",
        " 1    2500  -100  0.36       1   +12.8   2412.8\n",
        "Score 1½ of 2, expected 0.79; change +14.2.",
        "Live peak 2414.2, after round 2.",
        "2500 is not reached: the highest is 2414.2.",
    )


def test_change_without_k(run):
    words = ("change", "--opponents", "2000", "--results", "1", "--date", "2026-01-01", "--rating")
    told(run(*words, 2410), "K 10: a published rating of 2400 or more once.")
    told(run(*words, 2000, "--games", 30, "--peak", 2010, "--birth", "2007-12-31"), "K 20: 30 games or more")
    told(run(*words, 2000, "--games", 29, "--peak", 2010, "--birth", "2007-12-31"), "K 40: fewer than 30 games.")
    told(run(*words, 2000, "--peak", 2010, "--birth", "2008"), "K 40: until the age of 18, always below 2300.")
    refused(run(*words, 2000, "--games", 30), "add --peak (the highest published rating so far), --birth")


def test_change_by_other_methods(run):
    words = ("change", "--rating", 2400, "--k", 32, "--opponents", "2650,2624", "--results", "1=", "--formula")
    text = told(run(*words, "--uncut", "--each"), "by the formula", "after every game", "Differences count in full, as")
    assert "2425.86" in text
    assert "2434.11" in text


def test_change_at_other_times(run):
    words = ("change", "--rating", 2400, "--k", 10, "--opponents", "1900,1950", "--results", "11", "--date")
    told(run(*words, "2023-05-01"), "in one game of an event", "500 (400)", " 450  ")
    told(run(*words, "2015-05-01"), "article 8.54", "was not read (from a secondary")
    words = ("change", "--rating", 2700, "--opponents", "2200", "--results", "1", "--date")
    told(run(*words, "2025-10-01"), "Differences count in full: the rating is 2650 or more.")
    told(run(*words, "2010-10-01"), "K unknown: the rule of 2010-10-01 is not known", "change unknown")


def test_change_in_an_event(run):
    text = told(
        run("change", "cup.trf", "--player", 1, "--k", 10, "--mark", 2490, "--mark", 2488),
        "Rating change of Brandl, Kuno, 2488",
        " 1  Calder, Ewan    2510  -22  0.47       1    +5.3   2493.3\n",
        "Live peak 2493.3, after round 1.",
        "2490 is reached after round 1, with 2493.3.",
        "2488 is reached before the first game, with 2488.0.",
        "Not rated: round 3 (opponent unrated), round 4 (not played), round 5 (not",
        "Rules of 2025-06-01",
    )
    assert "Galea" not in text


def test_change_in_an_event_with_age_from_the_file(run):
    told(
        run("change", "cup.trf", "--player", 3, "--games", 100, "--peak", 2390),
        "K 20: 30 games or more, always below 2400",
    )
    refused(run("change", "cup.trf", "--player", 5), "--games")


@pytest.mark.parametrize("word", ["1", "9000001", "kuno brandl", "Brandl, Kuno", "BRÀNDL"])
def test_ways_to_name_a_player(run, word):
    told(run("change", "cup.trf", "--player", word, "--k", 10), "Brandl, Kuno, 2488")


def test_a_norm_sheet_is_about_its_applicant(run, tmp_path):
    sheet = """\
games = [
    { round = 1, opponent = "Calder, Ewan", rating = 2510, title = "GM", federation = "SCO", result = "1" },
    { round = 2, opponent = "Dvorak, Jan", rating = 2390, title = "", federation = "CZE", result = "=" },
]

[event]
name = "Sheet Cup"
start = 2025-06-01
rounds = 2

[player]
name = "Brandl, Kuno"
federation = "AUT"
rating = 2488
"""
    (tmp_path / "sheet.toml").write_text(sheet, encoding="utf-8")
    told(run("change", "sheet.toml", "--k", 10), "Brandl, Kuno, 2488", "Live peak 2493.3")
    told(run("change", "sheet.toml", "--player", "Brandl", "--k", 10), "Brandl, Kuno, 2488")
    other = run("change", "sheet.toml", "--player", "Calder", "--k", 10)
    refused(other, "the sheet is about Brandl, Kuno, not about 'Calder'")


def test_change_as_json(run):
    data = read(run("change", "cup.trf", "--player", 1, "--k", 10, "--mark", 2490, "--format", "json"))
    assert (data["date"], data["rating"], data["k"], data["k_reason"]) == ("2025-06-01", 2488, 10, "given")
    assert data["rows"][0]["game"] == {"opponent": 2510, "halves": 2, "round": 1, "name": "Calder, Ewan"}
    assert (data["rows"][0]["running"], data["peak"]) == (2493.3, {"value": 2493.3, "after": 1})
    assert data["marks"] == [{"mark": 2490, "after": 1}]
    assert data["skipped"][0] == {"round": 3, "reason": "unrated"}
    assert data["events"][0]["name"] == "Harbour Cup"
    assert (data["events"][0]["difference_rule"]["article"], data["k_rule"]) == ("8.3.1", None)
    data = read(run("change", "cup.trf", "--player", 1, "--peak", 2500, "--format", "json"))
    assert (data["k"], data["k_reason"], data["k_rule"]["certainty"]) == (10, "top", "text")


def test_period(run):
    text = told(
        run(
            "period", "cup.trf", "--player", 1, "--event", "2025-06-20 2400,2410:1,=", "--k", 10, "--date", "2025-07-01"
        ),
        "Harbour Cup",
        "2025-06-20",
        "New rating 2495 (+7, rounded half away from zero).",
        "after round 1 of 2025-06-20",
    )
    assert "change +6.7." in text


def test_the_events_of_a_period_run_by_date(run):
    events = ("--event", "2025-06-20 2400:0", "--event", "2025-06-10 2400:1")
    told(
        run("period", "--rating", 2400, "--k", 20, *events, "--date", "2025-07-01"),
        "Live peak 2410.0, after round 1 of 2025-06-10.",
    )


def test_period_with_a_limit_on_k(run):
    event = ",".join(["2000"] * 20) + ":" + ",".join("1" * 20)
    told(
        run("period", "--rating", 2000, "--k", 40, "--event", event, "--date", "2025-07-01"),
        "20 games times 40 are more than 700, so K is 35.",
    )


def test_period_below_the_floor(run):
    words = ("period", "--rating", 1405, "--k", 20, "--event", "1400:0", "--date", "2025-07-01")
    told(run(*words), "1395 is below the lowest rating of a list, 1400: unrated on the next list.")
    assert read(run(*words, "--format", "json"))["outcome"] == {"rounded": -10, "rating": 1395, "listed": False}
    words = ("period", "--rating", 1405, "--k", 20, "--event", "1400:0", "--date", "2013-07-01")
    told(run(*words), "How the change is rounded and what the new rating is: unknown.")


def test_initial(run):
    games = ("--opponents", "1500,1600,1700,1800,1900", "--results", "11==0", "--date")
    told(run("initial", *games, "2025-01-01"), "Average 1728.57, 57 %, with 2 hypothetical draws", "First rating 1779.")
    told(run("initial", *games, "2023-01-01"), "Average 1700.0, 60 %.", "First rating 1720.")
    told(run("initial", *games, "2018-01-01"), "How a first rating was computed on 2018-01-01 is unknown.")
    few = ("initial", "--opponents", "2500,2500", "--results", "11", "--date", "2025-01-01")
    told(run(*few), "First rating 2200, the highest there is.", "5 games against rated opponents are")
    told(run("initial", "cup.trf", "--player", "Galea"), "1½ of 4 against rated opponents")
    assert read(run(*few, "--format", "json"))["reason"] == "too_few"


def test_glicko(run):
    example = ("--rating", 1500, "--rd", 200, "--opponents", "1400:30,1550:100,1700:300", "--results", "1,0,0")
    told(run("glicko", *example), "Rating     1464.11", "Deviation  151.40")
    told(run("glicko", "--system", "glicko2", *example), "Glicko-2", "1464.05", "151.52", "Volatility")
    text = told(run("glicko", "--rating", 1500, "--rd", 50, "--unknown-after", 100, "--idle", 25))
    assert "c = 34.64: a deviation of 50 is 350 after 100 days." in text
    assert "Deviation after 25 days without a game: 180.28" in text
    assert read(run("glicko", *example, "--format", "json"))["after"]["deviation"] == 151.398902


TYPED = ("--opponents", "2500", "--results", "1")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("change", "--rating", 2400, "--k", -20, *TYPED), "K -20 cannot be"),
        (("change", "--rating", 2400, "--k", 0, *TYPED), "K 0 cannot be"),
        (("change", "--rating", 2400, "--k", "x", *TYPED), "--k"),
        (("change", "--k", 20, *TYPED), "give --rating"),
        (("change", "--rating", 24, "--k", 20, *TYPED), "'24' is no rating"),
        (("change", "--rating", 2400, "--k", 20, "--opponents", "2500"), "add --opponents and --results"),
        (("change", "--rating", 2400, "--k", 20), "add --opponents and --results"),
        (("change", "--rating", 2400, "--k", 20, "--opponents", "2500,2400", "--results", "1"), "1 results for 2"),
        (("change", "--rating", 2400, "--k", 20, *TYPED, "--date", "1998-05-01"), "first ones known here are of 2006"),
        (("change", "--rating", 2400, "--k", 20, *TYPED, "--date", "May"), "'May' is no date"),
        (("change", "--rating", 2300, *TYPED, "--games", -1), "-1 rated games cannot be"),
        (("change", "--rating", 2300, *TYPED, "--peak", 2200), "The highest rating, 2200, is below the rating 2300"),
        (("change", "--rating", 2300, *TYPED, "--birth", "2007-13-01"), "'2007-13-01' is no date of birth"),
        (("change", "--rating", 2300, *TYPED, "--birth", "2999"), "'2999' is no date of birth"),
        (("change", "--rating", 2400, "--k", 9, *TYPED, "--mark", "GM"), "'GM' is no rating"),
        (("change", "cup.trf", "--player", 1, *TYPED), "not both"),
        (("change", "cup.trf"), "say which player"),
        (("change", "cup.trf", "--player", "Nobody"), "there is no player 'Nobody'"),
        (("change", "cup.trf", "--player", 7), "there is no player '7'"),
        (("change", "cup.trf", "--player", "an"), "fits 3 players"),
        (("change", "cup.trf", "--player", 6), "Galea, Toni has no rating in cup.trf"),
        (("performance",), "add --opponents and --results"),
        (("initial", "--opponents", "1700", "--results", "+"), "'+' is no result"),
        (("table", "--percent", 101), "101 per cent"),
        (("expected", "--rating", 2000), "--opponents"),
        (("period", "--rating", 2000, "--k", 20), "add --opponents"),
        (("period", "--rating", 2000, "--k", 20, "--event", "2000"), "'2000' is no event"),
        (("period", "cup.trf", "cup.trf", "--player", 9000009, "--k", 20), "there is no player"),
        (("period", "cup.trf", "other.trf", "--player", 1, "--k", 20), "Brandl, Uwe is not Brandl, Kuno of cup.trf"),
        (("glicko", "--rating", 1500, "--rd", 50, "--idle", 10), "--unknown-after"),
        (("change", "--rating", 2100, *TYPED, "--date", "2022-08-01", "--games", 99, "--peak", 2100, "--birth", "2004"),
         "a rule whose wording is not known"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(run, tmp_path, words, text):
    other = EVENT.replace("Brandl, Kuno", "Brandl, Uwe ").replace("9000001", "9000011")
    (tmp_path / "other.trf").write_text(other, encoding="utf-8")
    refused(run(*words), text)


def test_a_file_without_a_day(run, tmp_path):
    text = "".join(line for line in EVENT.splitlines(keepends=True) if line[:3] not in ("042", "052"))
    (tmp_path / "undated.trf").write_text(text, encoding="utf-8")
    refused(run("change", "undated.trf", "--player", 1, "--k", 10), "give --date")
    told(run("change", "undated.trf", "--player", 1, "--k", 10, "--date", "2025-06-01"), "Live peak 2493.3")
    told(run("performance", "undated.trf", "--player", 1), "1½ from 2 games")


def test_an_unreadable_file(run):
    done = run("change", "missing.trf", "--player", 1)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (4, "", 1)


def test_every_command_explains_itself(run):
    names = ["expected", "table", "performance", "change", "period", "initial", "glicko"]
    text = told(run("--help"))
    for name in names:
        assert f"\n  {name} " in text
        told(run(name, "--help"), "--format [text|json]")
