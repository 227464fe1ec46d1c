"""Editions by date: boundary days, numbers not known, formats, the list, comparisons, and an edition made of data."""

import json
import re
import shutil
from datetime import date
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from casebook import audit_of, decided
from click.testing import CliRunner
from pypdf import PdfReader

from normcheck import expectancy, explain, regulation
from normcheck.cli import main
from normcheck.editions_diff import difference, known, markdown
from normcheck.event import Day
from normcheck.finding import MET, NOT_MET, UNKNOWN
from normcheck.findings import findings
from normcheck.read import read as read_file
from normcheck.read.sheet import read
from normcheck.regulation import edition_for, edition_named, editions
from normcheck.report.build import document
from normcheck.resources import folder
from normcheck.verdict import Audit

ROOT = Path(__file__).parent.parent
EVERY = [(edition, key) for edition in editions() for key in edition.clause_keys()]
FIRST_DAYS = [
    ("2009", date(2009, 7, 1)), ("2013", date(2013, 7, 1)), ("2014", date(2014, 7, 1)), ("2017", date(2017, 7, 1)),
    ("2022", date(2022, 1, 1)), ("2023", date(2023, 1, 1)), ("2024", date(2024, 1, 1)),
]  # fmt: skip
OPPONENTS = [
    (2560, "GM", "GER", "1"), (2550, "GM", "FRA", "="), (2540, "GM", "CZE", "="), (2540, "IM", "GER", "1"),
    (2530, "IM", "ESP", "="), (2520, "FM", "HUN", "1"), (2400, "", "ROU", "1"), (2400, "", "SVK", "1"),
    (2400, "", "AUT", "1"),
]  # fmt: skip


def text_of(start: str, opponents=OPPONENTS, **event) -> str:
    """An event of nine rounds as a norm sheet: rating (0: unrated), title, federation, result."""
    told = {"rounds": 9, "system": "swiss", "kind": "ordinary", "swiss_exemption": False, "federation": "POL"} | event
    keys = ("rating", "title", "federation", "result")
    games = [
        {"round": round_, "opponent": f"Opponent {round_}"} | dict(zip(keys, game, strict=True))
        for round_, game in enumerate(opponents, 1)
    ]
    player = {"name": "Brzoza, Lech", "federation": "POL", "rating": 2380, "sex": "m"}
    return json.dumps({"event": told | {"start": start}, "player": player, "games": games})


def sheet(start: str, opponents=OPPONENTS, **event):
    """The event as it is read."""
    return read(text_of(start, opponents, **event).encode(), "sheet.json")


def unrated(count: int, more: int = 0):
    """The opponents with the last ones unrated, the others stronger by `more` rating points."""
    rated = [(rating + more, title, code, result) for rating, title, code, result in OPPONENTS[: 9 - count]]
    return [*rated, *[(0, "", code, "1") for code in ("ROU", "SVK", "AUT")[3 - count :]]]


def outcome(event, title: str = "IM", edition: str = ""):
    """The decision and the keys of the facts it turns on."""
    _, decision = decided(event, title, event.applicant, edition)
    return decision.decision, [turn.key for turn in decision.turns]


@pytest.mark.parametrize(("year", "day"), FIRST_DAYS)
def test_an_edition_begins_on_its_day(year, day):
    before = date.fromordinal(day.toordinal() - 1)
    assert edition_for(Day(day.year, day.month, day.day))[0].id == f"fide-b01-{year}"
    earlier, reason = edition_for(Day(before.year, before.month, before.day))
    assert earlier.id < f"fide-b01-{year}" or reason == "before_first_edition"


def test_there_are_no_other_editions():
    assert [(e.id, e.effective_from) for e in editions()] == [(f"fide-b01-{year}", day) for year, day in FIRST_DAYS]


def test_a_start_known_to_month_or_year_may_fall_under_two_editions():
    assert edition_for(Day(2017, 6))[1] == edition_for(Day(2023))[1] == "in_force"
    edition, reason = edition_for(Day(2017))
    assert (edition.id, reason) == ("fide-b01-2014", "several_in_force")
    assert [e.id for _, e in regulation.also_in_force(Day(2017))] == ["fide-b01-2017"]
    assert regulation.also_in_force(Day(2017, 7, 1)) == regulation.also_in_force(None) == ()


def test_where_two_editions_may_be_in_force_both_are_asked():
    two = unrated(2)
    assert outcome(sheet("2023-12-31", two)) == ("needs review", ["rule_unrated_share"])
    assert outcome(sheet("2024-01-01", two)) == ("norm", [])
    three = unrated(3)
    assert outcome(sheet("2021-12-31", three))[0] == "no norm"
    assert outcome(sheet("2021", three))[0] == "no norm"
    decision, keys = outcome(sheet("2024", three))
    assert (decision, keys) == ("norm", [])
    audit, doubtful = decided(sheet("2021-12-31", three)._replace(start=None), "IM")
    assert (doubtful.decision, audit.reason) == ("norm", "no_start_date")


def test_a_month_with_two_editions_needs_review_where_they_differ(monkeypatch):
    three = [*OPPONENTS[:6], *[(0, "", code, "1") for code in ("ROU", "SVK", "AUT")]]
    event = sheet("2021-12", three)
    assert outcome(event)[0] == "no norm"
    later = edition_named("2024").model_copy(update={"effective_from": date(2021, 12, 15)})
    others = tuple(e for e in editions() if e.id < "fide-b01-2022")
    monkeypatch.setattr(regulation, "editions", lambda: (*others, later))
    assert outcome(event) == ("needs review", ["start"])


@pytest.mark.parametrize(
    ("day", "count", "expected"),
    [
        ("2017-06-30", 3, "no norm"), ("2021-12-31", 3, "no norm"), ("2022-01-01", 3, "needs review"),
        ("2023-12-31", 3, "needs review"), ("2024-01-01", 3, "norm"), ("2021-12-31", 1, "norm"),
        ("2021-12-31", 2, "needs review"), ("2013-07-01", 1, "norm"),
    ],
)  # fmt: skip
def test_the_share_of_unrated_opponents_by_edition(day, count, expected):
    assert outcome(sheet(day, unrated(count, 200)))[0] == expected


def test_the_value_of_an_unrated_opponent_by_day():
    days = [(2017, 6, 30), (2017, 7, 1), (2023, 12, 31), (2024, 1, 1)]
    clauses = [edition_for(Day(*day))[0].clauses.unrated for day in days]
    assert [(c.value, c.certainty) for c in clauses] == [
        (1000, "unknown"), (1000, "secondary"), (1000, "secondary"), (1400, "text"),
    ]  # fmt: skip
    rated = [(2400, title, code, result) for _, title, code, result in OPPONENTS[:8]]
    ten = [*[(0, "", "AUT", "=")] * 2, *rated]
    assert outcome(sheet("2017-06-30", ten, rounds=10)) == ("needs review", ["rule_unrated"])
    assert outcome(sheet("2017-07-01", ten, rounds=10))[0] == "no norm"
    assert outcome(sheet("2023-12-31", ten, rounds=10))[0] == "no norm"
    assert outcome(sheet("2024-01-01", ten, rounds=10))[0] == "norm"


@pytest.mark.parametrize(("day", "credited"), [("2017-07-01", 8), ("2023-12-31", 8), ("2024-01-01", 9)])
def test_the_credit_of_eight_games_by_day(day, credited):
    results = "1111==00"
    eight = [(2400, title, code, result) for (_, title, code, _), result in zip(OPPONENTS, results, strict=False)]
    event = sheet(day, [*eight, (2400, "", "AUT", "+")])
    audit, decision = decided(event, "IM")
    assert (decision.decision, decision.base.shown.carried_by) == ("norm", "eight_games")
    told = document(audit, [decision]).verdicts[0]
    over = int(told.score - told.required_score)
    assert told.credited_games == credited + over
    assert f"eight games count as {credited}" in told.reason
    assert any(f"counts as {credited} games" in f.note for f in told.findings)


def test_rounds_that_may_be_missed_by_day():
    missed = [edition_for(Day(*day))[0].clauses.large_swiss.missed for day in ((2021, 12, 31), (2022, 1, 1))]
    assert missed == [99, 1]


def test_the_strong_swiss_is_asked_of_norms_after_june_2022():
    assert edition_for(Day(2021, 12, 31))[0].clauses.qualifying_event is None
    rules = [edition_for(Day(*day))[0].clauses.qualifying_event for day in ((2022, 12, 31), (2023, 1, 1))]
    assert [bool(rule.kinds) for rule in rules] == [False, True]
    for rule in (*rules, edition_named("2024").clauses.qualifying_event):
        assert [rule.is_asked(day) for day in (date(2022, 6, 30), date(2022, 7, 1))] == [False, True]


def test_thirty_games_are_needed_from_their_days_on():
    c = edition_named("2024").clauses
    assert [c.rating_titles.games_on(day) for day in (date(2017, 6, 30), date(2017, 7, 1))] == [0, 30]
    assert [c.direct_minimum.games_on(day) for day in (date(2023, 12, 31), date(2024, 1, 1))] == [0, 30]
    assert edition_named("2014").clauses.rating_titles.games_on(date(2016, 1, 1)) == 0
    assert edition_named("2017").clauses.rating_titles.games_on(date(2017, 7, 1)) == 30


def formats_of(event) -> str:
    return next(c.outcome for c in audit_of(event).conditions if c.clause == "formats")


@pytest.mark.parametrize(
    ("day", "event", "state", "decision"),
    [
        ("2023-12-31", {}, MET, "norm"), ("2024-01-01", {}, UNKNOWN, "needs review"),
        ("2024-02-29", {}, UNKNOWN, "needs review"), ("2024-03-01", {}, NOT_MET, "no norm"),
        ("2024-03-01", {"format_approved": True}, MET, "norm"), ("2024-02", {}, UNKNOWN, "needs review"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["scheveningen", "schiller"])
def test_team_against_team_by_person_by_day(name, day, event, state, decision):
    played = sheet(day, system="other", format_name=name, **event)
    assert formats_of(played) == state
    found, keys = outcome(played)
    assert found == decision
    assert keys == (["rule_formats"] if decision == "needs review" else [])


def test_a_report_names_the_open_rule_of_the_format():
    played = sheet("2024-02-20", system="other", format_name="schiller")
    audit, decision = decided(played, "IM", played.applicant)
    assert any(f.clause == "formats" and f.outcome == UNKNOWN for f in findings(audit, decision))
    (verdict,) = [v for v in document(audit, [decision]).verdicts if v.title == "IM"]
    assert "1.4.2e" in verdict.reason
    assert "until the end of February 2024" in verdict.questions[0].turns


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("2017-08-01", "2017-08-30", ("norm", [])), ("2017-08-01", "2017-08-31", ("needs review", ["rule_long_event"])),
        ("2017-08-01", "2017-10-29", ("needs review", ["rule_long_event"])),
        ("2017-08-01", "2017-10-30", ("needs review", ["long_event"])),
        ("2023-08-01", "2023-08-31", ("needs review", ["rule_long_event"])),
        ("2024-08-01", "2024-08-30", ("norm", [])), ("2024-08-01", "2024-08-31", ("needs review", ["long_event"])),
    ],
)  # fmt: skip
def test_the_length_of_a_long_event_by_edition(start, end, expected):
    assert outcome(sheet(start, end=end)) == expected


def test_an_edition_known_in_part_gives_no_norm_without_review():
    assert outcome(sheet("2010-05-01")) == ("needs review", ["edition_in_part"])
    assert outcome(sheet("2010-05-01", [(r, t, f, "=") for r, t, f, _ in OPPONENTS]), "GM")[0] == "no norm"


def test_a_clause_not_known_of_an_edition_known_in_part_refuses_nothing_by_itself():
    home = [(r, t, "POL" if n < 6 else f, s) for n, (r, t, f, s) in enumerate(OPPONENTS)]
    assert outcome(sheet("2010-05-01", home)) == ("needs review", ["edition_in_part"])
    one_day = sheet("2010-05-01", round_dates=["2010-05-01"] * 9)
    assert outcome(one_day) == ("needs review", ["edition_in_part"])
    assert "rounds_a_day" not in [f.clause for f in audit_of(one_day).refusals]
    for start in ("2005-07-28", "2013-07-01"):
        assert outcome(sheet(start, home))[0] == "no norm"
        assert outcome(sheet(start, round_dates=[start] * 9))[0] == "no norm"


def test_two_grandmasters_may_have_stood_for_three_masters_in_2009():
    few = [(r, t if n < 2 else "FM", f, s) for n, (r, t, f, s) in enumerate(OPPONENTS)]
    assert outcome(sheet("2010-05-01", few)) == ("needs review", ["rule_required_titles"])
    assert outcome(sheet("2013-07-01", few))[0] == outcome(sheet("2010-05-01", few), "GM")[0] == "no norm"


def test_before_all_editions_what_none_allows_is_refused():
    assert outcome(sheet("2005-07-28"))[0] == "needs review"
    assert outcome(sheet("2005-07-28", OPPONENTS[:7], rounds=7))[0] == "no norm"
    assert audit_of(sheet("2005-07-28")).reason == "before_first_edition"


def test_an_edition_can_be_forced():
    three = unrated(3)
    assert outcome(sheet("2025-05-01", three))[0] == "norm"
    assert outcome(sheet("2025-05-01", three), edition="2017")[0] == "no norm"


@pytest.mark.parametrize(("edition", "key"), EVERY, ids=lambda value: getattr(value, "id", value))
def test_every_clause_of_every_edition_can_be_explained(edition, key):
    told = explain.lines(edition, key)
    assert key in explain.find(edition, told.article)
    assert key in explain.find(edition, key)
    clause = edition.clause(key)
    assert 2 <= len(clause.heading.split()) <= 5
    assert clause.asks.endswith(".")
    assert "{" not in clause.asks + clause.misread
    assert (told.certainty == "") == (clause.certainty == clause.article_certainty == "text")


@pytest.mark.parametrize("edition", editions(), ids=lambda e: e.id)
def test_the_numbers_that_never_changed(edition):
    c = edition.clauses
    assert [(t.performance, t.average, t.floor, t.peak) for t in edition.titles.values()] == [
        (2600, 2380, 2200, 2500), (2450, 2230, 2050, 2400), (2400, 2180, 2000, 2300), (2250, 2030, 1850, 2200),
    ]  # fmt: skip
    assert (c.games.minimum, c.award_games.minimum, c.foreign_federations.minimum) == (9, 27, 2)
    assert (c.title_holders.minimum, c.required_titles.minimum, c.score.minimum) == (
        Fraction(1, 2), Fraction(1, 3), Fraction(7, 20),
    )  # fmt: skip


@pytest.mark.parametrize("edition", editions()[1:-1], ids=lambda e: e.id)
def test_what_is_carried_over_equals_the_next_edition(edition):
    later = editions()[editions().index(edition) + 1]
    plain = set(regulation.Clause.model_fields)
    for key in edition.clause_keys():
        mine = edition.clause(key)
        if mine.certainty == "carried over":
            other = later.clause(key)
            numbers = set(type(mine).model_fields) - plain
            assert {n: getattr(mine, n) for n in numbers} == {n: getattr(other, n) for n in numbers}, key


def test_unknown_numbers_that_decide_have_others_to_judge_by():
    for edition in editions():
        for key in ("unrated_share", "unrated", "long_event"):
            clause = edition.clause(key) if key in edition.clause_keys() else None
            assert clause is None or clause.certainty != "unknown" or clause.possible, (edition.id, key)


def run(*words: str, width: int = 80):
    return CliRunner(env={"COLUMNS": str(width), "NO_COLOR": "1"}).invoke(main, words)


def test_the_list_says_how_much_is_certain():
    told = " ".join(run("editions", "list").output.split())
    for one in known():
        assert f"{one.id} {one.first} to {one.last or 'in force'} {one.title}" in told
        assert one.source in told
        assert sum(count for _, count in one.counts) == one.clauses
    assert "known in part" in told


@pytest.mark.parametrize("width", [80, 160])
def test_two_editions_side_by_side(width):
    done = run("editions", "diff", "2017", "2024", width=width)
    assert done.exit_code == 0
    assert all(len(line) <= width for line in done.output.splitlines())
    assert re.search(r"^  1\.46d +1\.4\.6d +Unrated opponents\n +· value: 1000 → 1400$", done.output, re.MULTILINE)
    assert re.search(r"^  – +1\.5\.6 +Strong Swiss or qualifier\n +· new: ", done.output, re.MULTILINE)
    assert re.search(r"^  1\.46d +– +Unrated opponents, at most\n +· dropped: ", done.output, re.MULTILINE)
    assert re.search(r"^  1\.43e +1\.4\.3d .*\n +· rounds that may be missed: any", done.output, re.MULTILINE)
    assert re.search(r"^  1\.41a +1\.4\.1a +Number of games$", done.output, re.MULTILINE)
    assert "fide-b01-2017, from 2021-07-01: 1.13 Rate of play" in done.output


@pytest.mark.parametrize("old", editions(), ids=lambda e: e.id)
@pytest.mark.parametrize("new", editions(), ids=lambda e: e.id)
def test_any_two_editions_can_be_compared(old, new):
    found = difference(old, new)
    assert bool(found.changes or found.renumbered) == (old is not new)
    named = {c.key for c in (*found.changes, *found.renumbered)}
    assert set(old.clause_keys()) ^ set(new.clause_keys()) <= named
    back = difference(new, old)
    assert {c.key for c in back.changes} == {c.key for c in found.changes}


def test_an_edition_does_not_differ_from_itself_but_inside():
    assert run("editions", "diff", "2013", "2013").output == "fide-b01-2013 and fide-b01-2013 do not differ.\n"
    assert run("editions", "diff", "2013", "1999").exit_code == 2


def test_the_list_of_the_readme_is_the_one_generated():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.split("<!-- editions -->\n")[1].split("<!-- /editions -->")[0] == markdown()


@pytest.fixture
def edition_of_2027(tmp_path, monkeypatch):
    """A folder of rules with an invented edition beside the real ones."""
    shutil.copytree(folder("rules"), tmp_path / "rules")
    text = (tmp_path / "rules" / "fide-b01-2024.toml").read_text(encoding="utf-8")
    text = re.sub(r'(article = ")1\.4\.', r"\g<1>7.7.", text)
    for old, new in (
        ('id = "fide-b01-2024"', 'id = "fide-b01-2027"'),
        ("effective_from = 2024-01-01", "effective_from = 2027-01-01"),
        ("Regulations (B.01), effective 1 January 2024", "Regulations, invented for 2027"),
        ("value = 1400", "value = 1700"),
        ('heading = "Title holders"', 'heading = "Holders of a title"'),
        ('minimum = "35/100"', 'minimum = "95/100"'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / "rules" / "fide-b01-2027.toml").write_text(text, encoding="utf-8")
    for module in (regulation, expectancy):
        monkeypatch.setattr(module, "folder", lambda name: tmp_path / name)
    editions.cache_clear()
    yield
    monkeypatch.undo()
    editions.cache_clear()


@pytest.mark.usefixtures("edition_of_2027")
def test_a_new_edition_is_data_only(tmp_path):
    two = unrated(2)
    assert outcome(sheet("2026-12-31", two))[0] == "norm"
    assert outcome(sheet("2027-01-01", two))[0] == "no norm"
    edition, reason = edition_for(Day(2027, 1, 1))
    assert (edition.id, reason) == ("fide-b01-2027", "in_force")
    before, after = (document(*_judged(sheet(day, two))).verdicts[0] for day in ("2026-12-31", "2027-01-01"))
    assert after.average > before.average
    assert {f.article for f in after.findings if f.clause in ("title_holders", "average")} == {"7.7.5a", "7.7.8a"}
    path = tmp_path / "event.json"
    path.write_text(text_of("2027-02-01", two), encoding="utf-8")
    done = run("check", str(path), "--title", "IM", "--format", "json")
    told = json.loads(done.output)
    assert told["edition"]["id"] == "fide-b01-2027"
    assert any(f["heading"] == "Holders of a title" for f in told["verdicts"][0]["findings"])
    assert run("report", str(path), "--title", "IM", "-o", str(tmp_path / "out")).exit_code == 1
    (made,) = (tmp_path / "out").glob("**/*.pdf")
    printed = " ".join(page.extract_text() for page in PdfReader(BytesIO(made.read_bytes())).pages)
    assert "7.7.5a" in printed
    assert "1.4.5a" not in printed
    assert "fide-b01-2027  2027-01-01 to in force" in run("editions", "list").output
    assert "unrated" not in run("explain", "7.7.8b", "--edition", "2027").output.lower()


def _judged(event):
    audit = Audit(event, edition_for(event.start.value)[0], ("IM",))
    return audit, list(audit.decisions())


def test_reports_say_what_is_carried_over_and_which_numbers_are_inferred():
    event = sheet("2017-08-01")
    audit, decision = decided(event, "IM")
    told = {f.clause: f.certainty for f in document(audit, [decision]).verdicts[0].findings}
    assert told["performance"] == ""
    assert told["one_federation"] == "from a secondary source"
    assert told["unplayed_games"] == "carried over from the next edition; number of the article inferred, not verified"


@pytest.mark.parametrize(
    ("start", "key", "reason"),
    [
        ("2017", "several_in_force", "the first of those that may have been in force"),
        ("2010-05-01", "in_part", "in force on the first day"),
        ("2005-05-01", "before_first_edition", "older than every edition known here"),
    ],
)
def test_a_doubtful_edition_is_a_warning(start, key, reason):
    audit = audit_of(sheet(start))
    told = document(audit, [])
    assert key in [warning.key for warning in told.warnings]
    assert reason in told.edition.chosen_because


def test_a_year_with_two_editions_names_the_clause_that_decides():
    ten = [*[(0, "", "AUT", "=")] * 2, *[(2400, t, f, s) for _, t, f, s in OPPONENTS[:8]]]
    audit, decision = decided(sheet("2017", ten, rounds=10), "IM")
    assert (decision.decision, [turn.key for turn in decision.turns]) == ("needs review", ["rule_unrated"])
    assert "1.46d" in document(audit, [decision]).verdicts[0].reason


@pytest.mark.parametrize(("word", "name"), [("Scheveningen", "scheveningen"), ("Schiller System", "schiller")])
def test_a_tournament_report_names_the_format(tmp_path, word, name):
    text = (ROOT / "tests" / "examples" / "lakeside_open.trf").read_text(encoding="utf-8")
    path = tmp_path / "match.trf"
    lines = [line for line in text.splitlines() if line[:3] not in ("092", "192")]
    path.write_text("\n".join([*lines, f"092 {word}"]) + "\n", encoding="utf-8")
    event = read_file(path)
    assert (event.system.value, event.format_name.value) == ("other", name)
    assert str(event.format_name.source) == f"match.trf:{len(lines) + 1}:5"
    assert formats_of(event) == NOT_MET
    assert {d.decision for d in audit_of(event).decisions()} == {"no norm"}


@pytest.mark.parametrize("edition", editions(), ids=lambda e: e.id)
def test_the_command_explains_every_edition(edition):
    year = edition.id.rsplit("-", 1)[-1]
    done = run("explain", "required titles", "--edition", year)
    assert done.exit_code == 0
    assert edition.article("required_titles", "GM") in done.output
    assert edition.title in " ".join(done.output.split())
