"""The conversion tables and the questions asked of them, against the annex of the regulations."""

import csv
from fractions import Fraction
from math import ceil, floor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normcheck.errors import BrokenRules
from normcheck.expectancy import average, least_halves, load, load_tables, percentage
from normcheck.regulation import editions
from normcheck.resources import folder

DATA = Path(__file__).parent / "data"
EDITION = editions()[-1]
TABLE = load(EDITION.tables)
SHARE = EDITION.clauses.score.minimum
FILE = folder("rules") / "fide-b02-2024.toml"


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


CELLS = rows("annex_scores.csv")


@pytest.mark.parametrize("games", range(7, 20))
@pytest.mark.parametrize("title", EDITION.titles)
def test_the_required_scores_of_the_annex(games, title):
    law = EDITION.titles[title]
    cells = [cell for cell in CELLS if (cell["games"], cell["title"]) == (str(games), title)]
    for cell in cells:
        lowest, highest = int(cell["min_average"]), int(cell["max_average"] or 3000)
        for ra in {lowest, (lowest + highest) // 2, highest}:
            needed = TABLE.required_halves(ra, games, law.performance, SHARE)
            assert (needed, ra >= law.average) == (int(cell["halves"]), True), cell
    assert min(int(cell["min_average"]) for cell in cells) == law.average
    assert [cell["title"] for cell in cells if not cell["max_average"]] == [title]


def test_the_annex_has_all_its_cells():
    assert len(CELLS) == 628
    assert len({(cell["games"], cell["title"], cell["halves"]) for cell in CELLS}) == 628


def test_six_of_seventeen_is_enough_by_the_text():
    assert TABLE.required_halves(2709, 17, 2600, SHARE) == 13
    assert TABLE.required_halves(2710, 17, 2600, SHARE) == 12
    assert TABLE.required_halves(3400, 17, 2600, SHARE) == 12


def test_the_smallest_share_is_exact():
    assert percentage(9, 13) == 35
    assert TABLE.required_halves(3000, 13, 2600, SHARE) == 10
    assert (least_halves(13, SHARE), least_halves(20, SHARE), least_halves(9, Fraction(0))) == (10, 14, 0)


def test_no_score_may_be_enough():
    assert TABLE.required_halves(1800, 9, 2600, SHARE) == 18
    assert TABLE.required_halves(1799, 9, 2600, SHARE) is None


@pytest.mark.parametrize("cell", rows("annex_opponents.csv"), ids=lambda c: f"{c['games']}-{c['system']}")
def test_the_numbers_of_opponents_of_the_annex(cell):
    c = EDITION.clauses
    count = int(cell["opponents"])
    share, least = c.required_titles.minimum, c.required_titles.at_least
    if cell["system"] == "double":
        share, least = c.double_round_robin.minimum, 0
    assert max(least, ceil(share * count)) == int(cell["required"])
    assert ceil(c.title_holders.minimum * count) == int(cell["holders"])
    limits = (floor(c.one_federation.maximum * count), floor(c.own_federation.maximum * count))
    printed = (cell["one_federation"], cell["own_federation"], cell["foreign"])
    assert printed in (("", "", ""), (str(limits[0]), str(limits[1]), str(c.foreign_federations.minimum)))
    assert (printed[0] == "") == (count < c.games.minimum and cell["system"] == "single")


@pytest.mark.parametrize(
    ("halves", "games", "percent", "dp"),
    [(0, 9, 0, -800), (18, 9, 100, 800), (9, 9, 50, 0), (10, 8, 63, 95), (6, 8, 38, -87), (5, 7, 36, -102)],
)
def test_percentage_and_difference(halves, games, percent, dp):
    assert percentage(halves, games) == percent
    assert TABLE.difference(halves, games) == dp
    assert TABLE.performance(2400, halves, games) == 2400 + dp


@pytest.mark.parametrize(
    ("total", "count", "expected"),
    [(4801, 2, 2401), (4803, 2, 2402), (7201, 3, 2400), (7202, 3, 2401), (19036, 8, 2380), (19035, 8, 2379)],
)
def test_the_average_is_rounded_half_up(total, count, expected):
    assert average(total, count) == expected


@given(st.integers(1, 40).flatmap(lambda games: st.tuples(st.integers(0, 2 * games), st.just(games))))
def test_rounding_agrees_with_exact_fractions(score):
    halves, games = score
    assert percentage(halves, games) == floor(Fraction(100 * halves, 2 * games) + Fraction(1, 2))
    assert average(halves, games) == floor(Fraction(halves, games) + Fraction(1, 2))


@given(
    games=st.integers(1, 30),
    ra=st.integers(1000, 3200),
    threshold=st.integers(2000, 2700),
    share=st.fractions(0, 1, max_denominator=100),
)
def test_the_required_score_is_the_first_that_is_enough(games, ra, threshold, share):
    enough = [
        halves
        for halves in range(2 * games + 1)
        if ra + TABLE.dp[percentage(halves, games)] >= threshold and Fraction(halves, 2) >= share * games
    ]
    assert TABLE.required_halves(ra, games, threshold, share) == min(enough, default=None)


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("  800,  # 100 %\n]", "]", "dp", "100 values, 101 needed"),
        ("0, 7, 14, 21,", "0, 7, 15, 21,", "dp", "48 and 52 per cent do not mirror each other"),
        ("-21, -14, -7,", "-21, -7, -14,", "dp", "48 and 52 per cent do not mirror"),
        ("0, 4, 11, 18,", "0, 11, 4, 18,", "bands", "do not rise"),
        ("0, 4, 11, 18,", "1, 4, 11, 18,", "bands", "the first of them 0"),
        ("0, 4, 11, 18,", "0, 8, 11, 18,", "(file)", "dp and bands disagree at 51 per cent"),
        ("bands = [", "band = [", "bands", "missing; band: unknown key"),
    ],
)
def test_a_mistake_in_the_tables_gives_file_key_and_reason(tmp_path, old, new, key, reason):
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / FILE.name
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BrokenRules) as error:
        load_tables(path)
    file, found, rest = str(error.value).split(": ", 2)
    assert (file, found) == (FILE.name, key)
    assert reason in rest


def test_tables_that_are_not_there_are_named():
    with pytest.raises(BrokenRules, match=r"fide-b02-1066\.toml: cannot be read"):
        load("fide-b02-1066")
