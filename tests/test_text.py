import re

import pytest
from rich.cells import cell_len

from normcheck.report.layout import Column, clean, hanging, row, widths, wrap
from normcheck.report.model import (
    AlternativeOut,
    ConditionOut,
    Document,
    EditionOut,
    EventOut,
    EvidenceOut,
    FiguresOut,
    FindingOut,
    FlagsOut,
    PlayerOut,
    QuestionOut,
    RoundOut,
    VerdictOut,
    WarningOut,
)
from normcheck.report.text import MOST_WARNINGS, Counts, render, results
from normcheck.report.text_parts import View, number

LONG_NAME = "Vanderbruggen-Konstantinopoulou van der Straeten, Maximiliane Wilhelmina Alexandra"
COUNTS = Counts(1, 1, 1, 40)


def finding(outcome="met"):
    evidence = [
        EvidenceOut(round=4, opponent="Řezníček, Jiří", value="GM", source="owls.trf:9:12"),
        EvidenceOut(round=0, opponent="", value="stated by the arbiter", source="answers.toml:3"),
    ]
    return FindingOut(
        clause="required_titles", article="1.4.5b", heading="Required titles", requirement="A third.", outcome=outcome,
        needed=3, found=4.5, unit="opponents", note="the note of the finding", certainty="", evidence=evidence,
    )  # fmt: skip


def round_left_out(reason="forfeit win: no game was played"):
    return RoundOut(
        round=7, no=3, opponent="Uhu, Ulla", fide_id="", title="", federation="GER", rating=2000, used_rating=None,
        raised=False, result="+", score=None, status="not counted", article="1.4.2c", reason=reason,
        source="owls.trf:8",
    )  # fmt: skip


def verdict(decision="norm", near=False, name="Dachs, Dag", **values):
    question = QuestionOut(key="kind", text="What kind of event was it?", who="the arbiter", turns="zonal: norm")
    alternative = AlternativeOut(
        games=8, credited_games=9, score=6.0, average=2400, performance=2600, required_score=6.0, ignored_rounds=[9],
        articles=[], normal_foreigner=True, text="8 games without round 9",
    )  # fmt: skip
    facts = {
        "player": PlayerOut(no=14, name=name, fide_id="71000014", title="IM", federation="UKR", rating=2474),
        "title": "GM", "decision": decision, "near_miss": near, "reason": "6½ of 9, 6 needed", "games": 9,
        "credited_games": 9, "credit_settled": True, "score": 6.5, "average": 2443, "performance": 2619,
        "required_score": 6.0, "ignored_rounds": [], "carried_by": "",
        "all_games": FiguresOut(games=9, score=6.5, average=2443, performance=2619), "open_rounds": [],
        "rounds": [round_left_out()], "findings": [finding()], "margins": ["half a point above"],
        "alternatives": [alternative], "implies": ["IM"],
        "questions": [question] if decision == "needs review" else [],
        "flags": FlagsOut(
            normal_foreigner=True, one_round_a_day=None, large_swiss=None, eight_game=False, kind_1_5_6=None
        ),
        "large_swiss": None,
    }  # fmt: skip
    return VerdictOut(**(facts | values))


def condition(outcome, heading="Rate of play"):
    return ConditionOut(
        clause="rate_of_play", article="1.1.3", heading=heading, requirement="Two hours.", outcome=outcome,
        needed="120 minutes", found="30 minutes", note="rapid or blitz", source="owls.trf:11",
    )  # fmt: skip


def document(verdicts=(), warnings=(), complete=True, conditions=(), questions=(), **facts):
    event = {
        "name": "Owls", "place": "Eulenburg", "federation": "GER", "organiser": "", "start": "2024-05-01",
        "end": "2024-05-09", "rounds": 9, "rounds_played": 9 if complete else 7, "complete": complete, "players": 40,
        "system": "swiss", "system_source": "guessed from the games", "kind": "", "rate_of_play": "90 min", "file":
        "owls.trf", "format": "trf", "chief_arbiter": "IA Uhu, Ulla", "conditions": list(conditions),
    }  # fmt: skip
    edition = EditionOut(
        id="fide-b01-2024", title="Title Regulations", effective_from="2024-01-01", source="https://example.org",
        chosen_because="in force",
    )  # fmt: skip
    return Document(
        schema="normcheck/1", made_by="normcheck", edition=edition, event=EventOut(**(event | facts)),
        warnings=list(warnings), questions=list(questions), verdicts=list(verdicts),
    )  # fmt: skip


def marked(text, style):
    return f"<{style}>{text}</>" if style else text


def plain(text):
    return " ".join(text.split())


# --- layout


def test_wrap_keeps_every_word():
    text = "one two three four five"
    assert wrap(text, 9) == ["one two", "three", "four five"]
    assert " ".join(wrap(text, 9)) == text


def test_wrap_breaks_long_words_and_counts_cells():
    assert wrap("abcdefgh ij", 3) == ["abc", "def", "gh", "ij"]
    assert all(cell_len(line) <= 7 for line in wrap("国際象棋選手権 大会", 7))
    assert wrap("", 5) == [""]


def test_hanging_indent():
    assert hanging("- ", "one two three four five six", 22) == ["- one two three four", "  five six"]


def test_clean_leaves_nothing_that_steers_a_terminal():
    assert clean("a\x1b[31mb\u202ec\n\td\x9b") == "a [31mbc d"


def test_only_the_flexible_column_gives_way():
    columns = [Column("No", right=True), Column("Name"), Column("Rp", right=True)]
    rows = [["1", "a long name indeed", "2600"], ["100", "b", "99"]]
    sizes = widths(columns, rows, 21, 1)
    assert sizes == [3, 10, 4]
    assert row(columns, rows[0], sizes) == ["  1  a long      2600", "     name", "     indeed"]
    assert widths(columns, rows, 80, 1) == [3, 18, 4]


# --- pieces


@pytest.mark.parametrize(("value", "text"), [(6.5, "6½"), (0.5, "½"), (0.0, "0"), (2600, "2600"), (None, "–")])
def test_numbers(value, text):
    assert number(value) == text


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        (Counts(7, 2, 14, 209), "7 norms, 2 to review, 14 near misses"),
        (Counts(1, 1, 1, 9), "1 norm, 1 to review, 1 near miss"),
        (Counts(0, 0, 0, 9), "no norm, nothing to review, no near miss"),
    ],
)
def test_results(counts, text):
    assert results(counts) == text


# --- the whole report


def test_header_and_summary():
    text = render(document(), Counts(0, 0, 0, 40), View())
    assert text.startswith("Owls\n  Place    Eulenburg, GER\n  Dates    2024-05-01 to 2024-05-09\n")
    assert "  System   swiss (guessed from the games)\n" in text
    assert "  Edition  Title Regulations (in force)\n" in text
    assert text.endswith("No norm, nothing to review, no near miss among 40 players; 9 of 9 rounds.\n")


def test_facts_that_are_not_known_are_left_out():
    text = render(document(name="", place="", federation="", start="", end=""), COUNTS, View())
    assert text.startswith("owls.trf\n  Rounds ")


def test_unfinished_event():
    text = plain(render(document(complete=False), COUNTS, View()))
    assert "Rounds 7 of 9, not finished" in text
    assert text.endswith("7 of 9 rounds, the event is not finished.")


def test_an_entry_has_all_figures_and_the_decision_in_words():
    text = render(document([verdict()]), COUNTS, View())
    assert "  14  IM  Dachs, Dag  UKR  2474  GM     6½/9  2443  2619     6\n" in text
    assert "      norm: 6½ of 9, 6 needed\n" in text
    assert "1.4.5b" not in text


def test_groups_stand_in_order():
    verdicts = [verdict("no norm"), verdict("no norm", near=True), verdict("needs review"), verdict()]
    text = render(document(verdicts), COUNTS, View())
    places = [text.index(f"\n{heading} (1)\n") for heading in ("Norms", "To review", "Near misses", "No norm")]
    assert places == sorted(places)
    assert "near miss: 6½ of 9" in text
    assert "no norm: 6½ of 9" in text


def test_a_review_asks_its_question():
    text = plain(render(document([verdict("needs review")]), COUNTS, View()))
    assert "needs review: What kind of event was it? (zonal: norm)" in text
    assert "Ask the arbiter: What kind of event was it?" in text


def test_findings_when_asked():
    text = plain(render(document([verdict()]), COUNTS, View(verbose=True)))
    assert "1.4.5b Required titles 3 4½ met" in text
    assert "the note of the finding" in text
    assert "round 4 Řezníček, Jiří: GM; stated by the arbiter (answers.toml:3)" in text
    assert "Round 7 not counted: forfeit win: no game was played (1.4.2c)" in text
    assert "Margins half a point above" in text
    assert "Also possible 8 games without round 9" in text
    assert "Includes IM" in text


def test_wide_terminals_have_the_reason_beside_the_figures():
    text = render(document([verdict()]), COUNTS, View(width=140))
    assert re.search(r"2443  2619     6  norm: 6½ of 9, 6 needed\n", text)


@pytest.mark.parametrize("width", [66, 80, 100, 140, 200])
@pytest.mark.parametrize("verbose", [False, True])
def test_nothing_is_cut_and_nothing_too_wide(width, verbose):
    question = QuestionOut(key="start", text="When did the event begin? " * 5, who="the arbiter", turns="")
    verdicts = [
        verdict(name=LONG_NAME),
        verdict("needs review", name="国際象棋選手権大会"),
        verdict("no norm", near=True),
    ]
    whole = document(
        verdicts,
        [WarningOut(key="a", text="Something doubtful. " * 8, source="owls.trf:12:3")],
        conditions=[condition("not met"), condition("to confirm"), condition("met")],
        questions=[question],
        name="Championship of the United Municipalities " * 4,
    )
    text = render(whole, COUNTS, View(width, verbose))
    assert max(cell_len(line) for line in text.splitlines()) <= width
    assert all(line == line.rstrip() for line in text.splitlines())
    for word in LONG_NAME.replace("-", " ").split():
        assert word[:10] in text


def test_warnings_of_a_kind_are_told_once():
    many = [WarningOut(key="points", text=f"Points of {no} differ.", source=f"owls.trf:{no}") for no in range(3)]
    text = render(document(warnings=many), COUNTS, View())
    assert "Warnings (3)\n  owls.trf:0: Points of 0 differ. (2 more of this kind)\n" in text
    assert "Points of 2" not in text
    assert "Points of 2" in render(document(warnings=many), COUNTS, View(verbose=True))


def test_many_kinds_of_warnings_are_counted():
    many = [WarningOut(key=f"k{no}", text=f"Doubt {no}.", source="") for no in range(MOST_WARNINGS + 2)]
    text = render(document(warnings=many), COUNTS, View())
    assert f"Doubt {MOST_WARNINGS - 1}." in text
    assert f"Doubt {MOST_WARNINGS}." not in text
    assert "2 more kinds of warnings; -v shows all." in text


def test_conditions():
    whole = document(conditions=[condition("not met"), condition("to confirm", "Same clock"), condition("met", "Play")])
    text = plain(render(whole, COUNTS, View()))
    assert "1.1.3 Rate of play: not met; needed 120 minutes, found 30 minutes; rapid or blitz" in text
    assert "1 to confirm; -v lists them." in text
    assert "Same clock" not in text
    verbose = plain(render(whole, COUNTS, View(verbose=True)))
    assert "Same clock: to confirm" in verbose
    assert "Play: met" in verbose


def test_colours_change_no_letter():
    verdicts = [verdict(), verdict("needs review"), verdict("no norm", near=True), verdict("no norm")]
    whole = document(verdicts, conditions=[condition("not met"), condition("met")])
    for verbose in (False, True):
        coloured = render(whole, COUNTS, View(80, verbose, marked))
        assert re.sub(r"</?\w*>", "", coloured) == render(whole, COUNTS, View(80, verbose))
        assert "<good>norm</>: " in coloured
        assert "<bad>not met</>" in coloured


def test_names_cannot_steer_the_terminal():
    text = render(
        document([verdict(name="\x1b[2JEvil\u202e")], name="\x1b]0;title\x07Owls"), COUNTS, View(verbose=True)
    )
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)
