"""Editions as data: what the files must hold, what is refused, and which values hold on a day."""

from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest

from normcheck import explain
from normcheck.clauses import Clause, Clauses
from normcheck.errors import BrokenRules, WrongUsage
from normcheck.event import Day
from normcheck.regulation import Edition, Title, edition_for, edition_named, editions, load_edition, resolve
from normcheck.resources import folder

EDITION = folder("rules") / "fide-b01-2024.toml"
NEWEST = editions()[-1]
OWN, ALLOW = "clauses.own_federation.maximum", "clauses.formats.allow"


def changed(tmp_path: Path, old: str, new: str) -> Path:
    """A copy of the edition of 2024 with one passage replaced."""
    text = EDITION.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "fide-b01-2024.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        (
            "average = 2380",
            "avrage = 2380",
            "titles.GM.average",
            "missing; titles.GM.avrage: unknown key; correct the file",
        ),
        ("women = true", "women = true\nwoman = true", "titles.WGM.woman", "unknown key"),
        ("floor = 2200", "floor = 220", "titles.GM.floor", "greater than or equal to 500"),
        ('maximum = "3/5"', 'maximum = "3-5"', OWN, 'not a share; write it like "3/5"'),
        ('maximum = "3/5"', "maximum = 0.6", OWN, 'not a share; write it like "3/5"'),
        ('maximum = "3/5"', 'maximum = "5/3"', OWN, "less than or equal to 1"),
        ('maximum = "3/5"', 'maximum = "3/0"', OWN, 'not a share; write it like "3/5"'),
        ("[titles.WIM]", "[titles.WXM]", "titles", "titles missing: WIM"),
        ("[titles.WIM]", "[titles.WXM]\n[titles.WIM]", "titles.WXM.performance", "missing; "),
        ("[clauses.floor]", "[clauses.flor]", "clauses.floor", "missing; clauses.flor: unknown key"),
        ('heading = "Rating floor"', 'heading = ""', "clauses.floor.heading", "at least 1 character"),
        ('titles = ["IA", "FA"]', "", "clauses.chief_arbiter.titles", "missing"),
        ("[clauses.formats.changes.set]", "[clauses.formats.changes.set]\nallow = []", ALLOW, "unknown key"),
        ("effective_from = 2024-01-01", 'effective_from = "soon"', "effective_from", "valid date"),
    ],
)
def test_a_mistake_gives_file_key_and_reason(tmp_path, old, new, key, reason):
    with pytest.raises(BrokenRules) as error:
        load_edition(changed(tmp_path, old, new))
    file, found, rest = str(error.value).split(": ", 2)
    assert (file, found) == ("fide-b01-2024.toml", key)
    assert reason in rest


@pytest.mark.parametrize(
    ("old", "new"), [("floor = 2200", "floor = 2200\nfloor = 2200"), ('id = "fide-b01-2024"', "id = fide")]
)
def test_what_is_not_toml_gives_line_and_column(tmp_path, old, new):
    with pytest.raises(BrokenRules, match=r"fide-b01-2024\.toml: .*line \d+, column \d+"):
        load_edition(changed(tmp_path, old, new))


def test_a_file_that_is_not_text_or_not_there_is_named(tmp_path):
    path = tmp_path / "fide-b01-2024.toml"
    with pytest.raises(BrokenRules, match=r"fide-b01-2024\.toml: cannot be read"):
        load_edition(path)
    path.write_bytes(b"id = \xff")
    with pytest.raises(BrokenRules, match=r"fide-b01-2024\.toml: cannot be read"):
        load_edition(path)


@pytest.mark.parametrize("key", NEWEST.clause_keys())
def test_every_clause_says_what_it_asks_and_where_it_stands(key):
    for day in (date.min, date.max):
        clause = NEWEST.clause(key).on(day)
        assert clause.article[0].isdigit()
        assert 2 <= len(clause.heading.split()) <= 5
        assert clause.asks.endswith(".")
        assert "{" not in clause.asks + clause.misread
        assert all(link.startswith("https://") for link in (clause.source, *clause.see))


def test_the_numbers_of_the_titles():
    titles = NEWEST.titles.items()
    numbers = {name: (t.performance, t.average, t.floor, t.peak, t.women) for name, t in titles}
    assert numbers == {
        "GM": (2600, 2380, 2200, 2500, False),
        "IM": (2450, 2230, 2050, 2400, False),
        "WGM": (2400, 2180, 2000, 2300, True),
        "WIM": (2250, 2030, 1850, 2200, True),
    }


def test_the_numbers_of_the_clauses():
    c = NEWEST.clauses
    assert (c.games.minimum, c.award_games.minimum, c.long_norms.games, c.unrated.value) == (9, 27, 13, 1400)
    assert (c.own_federation.maximum, c.one_federation.maximum) == (Fraction(3, 5), Fraction(2, 3))
    assert (c.title_holders.minimum, c.required_titles.minimum) == (Fraction(1, 2), Fraction(1, 3))
    assert c.score.minimum == Fraction(7, 20)
    assert (c.large_swiss.players, c.large_swiss.federations, c.large_swiss.titled) == (20, 3, 10)
    assert (c.qualifying_event.players, c.qualifying_event.average) == (40, 2000)
    assert not {"CM", "WCM"} & set(c.title_holders.titles)


CHANGE = """
[[clauses.own_federation.changes]]
from = 2024-07-01
source = "https://example.org/second"
set = { maximum = "2/5" }

[[clauses.own_federation.changes]]
from = 2024-05-01
source = "https://example.org/first"
set = { maximum = "1/5", certainty = "secondary" }
"""


@pytest.mark.parametrize(
    ("day", "maximum", "certainty"),
    [
        (date(2024, 4, 30), Fraction(3, 5), "text"),
        (date(2024, 5, 1), Fraction(1, 5), "secondary"),
        (date(2024, 6, 30), Fraction(1, 5), "secondary"),
        (date(2024, 7, 1), Fraction(2, 5), "secondary"),
    ],
)
def test_a_change_holds_from_its_day_on(tmp_path, day, maximum, certainty):
    next_clause = "\n[clauses.one_federation]"
    edition = load_edition(changed(tmp_path, next_clause, CHANGE + next_clause))
    clause = resolve(edition, day).clauses.own_federation
    assert (clause.maximum, clause.certainty) == (maximum, certainty)
    assert clause.article == "1.4.4"
    assert resolve(edition, day).clauses.games == edition.clauses.games


def test_a_day_without_changes_leaves_the_edition_as_it_is():
    assert resolve(NEWEST, date(2024, 1, 1)) is NEWEST


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        (Day(2024, 1, 1), "in_force"),
        (Day(2024), "in_force"),
        (Day(2025, 6), "in_force"),
        (None, "no_start_date"),
    ],
)
def test_the_edition_follows_the_first_day_of_the_event(start, reason):
    edition, why = edition_for(start)
    assert (edition.id, why) == ("fide-b01-2024", reason)


def test_the_edition_is_resolved_for_the_event():
    before = edition_for(Day(2024, 2, 29))[0].clauses.formats
    after = edition_for(Day(2024, 3, 1))[0].clauses.formats
    assert before.misread != after.misread
    assert edition_for(None)[0].clauses.formats == after


def test_an_edition_is_named_by_id_or_year():
    assert edition_named("2024") is edition_named("fide-b01-2024")
    with pytest.raises(WrongUsage, match=r"no edition '1999'; known editions: .*fide-b01-2024"):
        edition_named("1999")


@pytest.mark.parametrize(
    ("word", "keys"),
    [
        ("1.4.5b", ["required_titles"]),
        ("145B", ["required_titles"]),
        ("1.4.5", ["title_holders", "required_titles", "double_round_robin"]),
        ("1.4.4", ["own_federation", "one_federation"]),
        ("1.4.2C", ["unplayed_games", "last_round_forfeit"]),
        ("1.5.3", ["peak_rating", "peak_unpublished"]),
        ("required titles", ["required_titles"]),
        (" One-Raised ", ["one_raised"]),
    ],
)
def test_a_clause_is_found_by_article_or_key(word, keys):
    assert explain.find(NEWEST, word) == keys


@pytest.mark.parametrize(("word", "near"), [("1.4.5x", "1.4.5"), ("avarage", "average"), ("", "certificate")])
def test_an_unknown_clause_names_near_ones(word, near):
    with pytest.raises(WrongUsage, match=f"no clause '{word}' in fide-b01-2024; .*{near}"):
        explain.find(NEWEST, word)


def test_the_explanation_has_the_numbers_of_each_title():
    told = explain.lines(NEWEST, "required_titles")
    assert told.article == "1.4.5"
    assert [(row.title, row.article, row.what) for row in told.rows] == [
        ("GM", "1.4.5b", "GM"),
        ("IM", "1.4.5c", "GM, IM"),
        ("WGM", "1.4.5d", "GM, IM, WGM"),
        ("WIM", "1.4.5e", "GM, IM, WGM, WIM"),
    ]
    assert [row.what for row in explain.lines(NEWEST, "performance").rows] == ["2600", "2450", "2400", "2250"]
    assert explain.lines(NEWEST, "own_federation").rows == ()


@pytest.mark.parametrize("key", NEWEST.clause_keys())
def test_every_clause_can_be_explained(key):
    told = explain.lines(NEWEST, key)
    assert told.edition == NEWEST.title
    assert key in explain.find(NEWEST, told.article)


def test_the_explanation_is_that_after_all_changes():
    assert explain.lines(NEWEST, "formats").misread == NEWEST.clauses.formats.on(date(2024, 3, 1)).misread


def test_the_description_of_the_files_knows_every_key():
    described = (folder("rules") / "README.md").read_text(encoding="utf-8")
    keys = {*Edition.model_fields, *Title.model_fields}
    for field in Clauses.model_fields.values():
        shapes = [shape for shape in (field.annotation, *get_args(field.annotation)) if hasattr(shape, "model_fields")]
        keys |= set(shapes[0].model_fields)
    assert [key for key in sorted(keys) if f"`{key}`" not in described] == []


def test_every_clause_with_numbers_of_its_own_is_described():
    described = (folder("rules") / "README.md").read_text(encoding="utf-8")
    own = [key for key, field in Clauses.model_fields.items() if field.annotation is not Clause]
    plain = {key for key in own if f"`{key}`" not in described}
    assert plain == set()
