"""What an audit tells people: the words of the summary page and the lines of the command."""

import csv
import io

import pytest

from normcheck import cli_audit
from normcheck.audit import summary
from normcheck.audit.charts import by_date
from normcheck.audit.key import Options
from normcheck.audit.match import Listed
from normcheck.audit.pages import Made
from normcheck.audit.parts import Attention, Decided
from normcheck.audit.place import place
from normcheck.audit.pool import Limits
from normcheck.audit.run import Audited, Plan, Step
from normcheck.cli_audit import _Lines, _told

PLAN = Plan("out", Options(), Limits(60, 4096))
KINDS = ("GM", "IM", "WGM", "WIM")


def decided(no=1, start="2025-05-01", decision="norm", title="IM"):
    return Decided(
        "e", "k" * 64, "Open of the Bay", "bay.trf", start, no, f"Player {no}", "", "NOR", "", 2400, title, decision,
        9, 6.5, 2450, 2610, 6.5, "",
    )  # fmt: skip


def audited(*norms, attention=(), made=None, statuses=None, kept=0):
    found: list[Listed] = []
    return Audited(found, statuses or {"judged": 1}, 1, list(norms), list(attention), made or {}, [], kept)


def lines(*norms, **values):
    return list(_told(audited(*norms, **values), "out/"))


def test_one_is_told_as_one_and_what_is_not_there_is_left_out():
    assert lines(decided(), kept=1) == [
        "1 event judged, 1 player.",
        "1 norm.",
        "1 result was there already.",
        "See out/summary.html",
    ]
    near = decided(2, decision="no norm")
    assert lines(near, statuses={"judged": 2, "copy": 1, "unreadable": 1}) == [
        "2 events judged, 1 player.",
        "1 copy, 1 file not judged (errors.csv).",
        "1 near miss.",
        "See out/summary.html",
    ]
    assert "No norm, nothing to review, no near miss." in lines()


def test_lines_fit_a_terminal_of_80_columns_in_the_largest_audits():
    many = {"judged": 1_000_000, "copy": 123_456, "cut off": 123_456, "unreadable": 123_456}
    found = audited(statuses=many, kept=1_234_567)._replace(players=100_000_000, decided=[decided()] * 123_456)
    assert max(len(line) for line in _told(found, "out")) <= 80


def test_a_rate_is_told_only_when_it_says_something(monkeypatch, capsys):
    now = [100.0]
    monkeypatch.setattr(cli_audit.time, "monotonic", lambda: now[0])
    watch = _Lines()
    watch(Step("tables", 1, 1))
    for done, seconds in ((1, 0.0), (2, 11.0), (100, 9.0)):
        now[0] += seconds
        watch(Step("read", done, 100))
    assert capsys.readouterr().err.splitlines() == [
        "Writing tables: 1 of 1",
        "Judging: 2 of 100, 0.1 a second, 1078 s left",
        "Judging: 100 of 100, 5.0 a second",
    ]


def test_norms_without_a_month_are_counted_below_the_picture():
    norms = [decided(1), decided(2, "2025"), decided(3, "")]
    months = summary.page(audited(*norms), PLAN).months
    assert [bar.number for bar in months.picture.bars] == [1]
    assert months.note == "2 norms are not in it: their month is not known."
    alone = summary.page(audited(decided(1, "")), PLAN).months
    assert (alone.picture, alone.note) == (None, "One norm is not in it: its year is not known.")
    assert summary.page(audited(decided(1)), PLAN).months.note == ""


@pytest.mark.parametrize(
    ("starts", "unit", "labels", "left"),
    [
        (["2024-11-03", "2025-02"], "month", ["2024-11", "2025-02"], 0),
        (["2020-01-01", "2025-02-01", "2018"], "year", ["2018", "2020", "2025"], 0),
        (["2018", "2020"], "year", ["2018", "2020"], 0),
        (["1024-01-01", "2025-01-01", ""], "year", ["1024", "2025"], 1),
        ([], "year", [], 0),
    ],
)
def test_a_picture_by_date_is_by_month_or_by_year(starts, unit, labels, left):
    found, picture, without = by_date([(start, "GM") for start in starts], KINDS)
    assert (found, [bar.label for bar in picture.bars] if picture else [], without) == (unit, labels, left)


def test_the_page_speaks_of_one_as_one():
    page = summary.page(audited(decided()), PLAN)
    assert page.heading == "One norm in one event"
    assert ("1", "event") in page.tiles
    assert ("0", "copies") in page.tiles


def test_every_norm_with_a_pdf_leads_to_it_and_no_column_is_there_without_any():
    made = {"k" * 64: Made({1: "a", 2: "b"}, {1: "pdf/kk/001 Å#.pdf"})}
    norms, *_ = summary.page(audited(decided(1), decided(2), made=made), PLAN).lists
    assert norms.heads[-1].text == "PDF"
    assert [(row[-1].text, row[-1].link) for row in norms.rows] == [("PDF", "pdf/kk/001%20%C3%85%23.pdf"), ("", "")]
    norms, *_ = summary.page(audited(decided(1), made={"k" * 64: Made({1: "a"})}), PLAN).lists
    assert "PDF" not in [head.text for head in norms.heads]


def test_what_needs_attention_is_whole_in_a_list_of_its_own_and_what_has_a_status_comes_first(tmp_path):
    reviews = [Attention(f"{no}.trf", "Open", "", "One decision to review.") for no in range(summary.MOST)]
    odd = Attention("=odd.trf", "", "proof not made", "No room on the disk.")
    found = audited(decided(), attention=(*reviews, odd))
    summary.write_summary(place(str(tmp_path)), found, PLAN)
    rows = list(csv.reader(io.StringIO((tmp_path / "attention.csv").read_text(encoding="utf-8"))))
    assert rows[0] == ["file", "event", "status", "reason"]
    assert len(rows) == summary.MOST + 2
    assert rows[-1][0] == "'=odd.trf"
    shown = next(one for one in summary.page(found, PLAN).lists if one.name == "attention")
    assert [cell.text for cell in shown.rows[0]] == ["=odd.trf", "", "proof not made", "No room on the disk."]
    assert shown.more == "The first 2000 of 2001; all are in attention.csv."
