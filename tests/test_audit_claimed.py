"""Claims that are written in odd ways, name files that several may be, or cannot be verified."""

import csv
import io
import zipfile

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from normcheck.audit import claims, run
from normcheck.audit.claims import AGREED, REFUSED, UNCLAIMED
from normcheck.audit.claims_file import COLUMNS, Claim, load
from normcheck.audit.inputs import Item, find
from normcheck.audit.key import Options
from normcheck.audit.match import Listed
from normcheck.audit.meant import meant
from normcheck.audit.pool import DIED, Limits, Lost
from normcheck.audit.result import JUDGED
from normcheck.audit.run import Plan
from normcheck.audit.work import Outcome
from normcheck.errors import UnreadableInput
from normcheck.finding import NORM
from tests.benchmark import generate

LIMITS = Limits(60, 4096)


def serial(function, tasks, where):
    for at, task in enumerate(tasks):
        yield at, function(task, where)


def event(seed):
    return generate.swiss(30, 9, seed=seed, mean=2380)


def audited(folder, claimed, out="out", engine=serial, **options):
    asked = None if claimed is None else tuple(claimed)
    plan = Plan(str(folder / out), Options(**options), LIMITS, pages=False, claims=asked)
    return run.audit(find([str(folder)], folder / out), plan, engine, lambda step: None)


def written(folder, out="out"):
    return list(csv.DictReader(io.StringIO((folder / out / "claims.csv").read_text(encoding="utf-8"), newline="")))


@pytest.fixture(scope="module", name="two")
def two_events_of_one_name(tmp_path_factory):
    """``c/a/open.trf`` and ``c/b/open.trf``, two events, with the norms of the second."""
    folder = tmp_path_factory.mktemp("two")
    for name, seed in (("a", 1), ("b", 2)):
        (folder / "c" / name).mkdir(parents=True)
        (folder / "c" / name / "open.trf").write_text(event(seed), encoding="utf-8")
    norms = [one for one in audited(folder, None).decided if one.decision == NORM]
    return folder, next(one for one in norms if "/a/" in one.file), next(one for one in norms if "/b/" in one.file)


def claim_of(norm, **other):
    known = {"file": norm.file, "fide_id": norm.fide_id, "no": str(norm.no), "title": norm.title}
    return Claim(**(known | {"games": str(norm.games), "score": str(norm.score)} | other))


def outcome_of(folder, *claimed, **plan):
    return audited(folder, claimed, **plan).claims[: len(claimed)]


# Which event


@pytest.mark.parametrize("file", [
    "b/open.trf", "b/open", "c/b/open.trf", "c\\b\\open.trf", "./b//open.trf", "x/../b/open",
])  # fmt: skip
def test_a_claim_is_of_the_event_whose_path_ends_so(two, file):
    folder, other, norm = two
    found, wrong = outcome_of(folder, claim_of(norm, file=file), claim_of(other, file=file))
    assert (found.outcome, found.key) == (AGREED, norm.key)
    assert wrong.key in ("", norm.key)


@pytest.mark.parametrize("file", ["open.trf", "open"])
def test_several_files_of_the_name_are_named(two, file):
    folder, _, norm = two
    (found,) = outcome_of(folder, claim_of(norm, file=file))
    assert found.outcome == REFUSED
    assert f"Several files are called {file}" in found.why
    assert "c/a/open.trf" in found.why
    assert "c/b/open.trf" in found.why


@pytest.mark.parametrize("file", ["d/open.trf", "pen.trf", "b/open.xml", "b", "", "/", "..", "/b/open.trf/x"])
def test_an_end_must_be_one_of_whole_parts(two, file):
    folder, _, norm = two
    (found,) = outcome_of(folder, claim_of(norm, file=file))
    assert found.outcome == REFUSED
    assert "No event" in found.why
    assert ("elsewhere" in found.why) == (file == "d/open.trf")


def test_the_label_itself_is_no_end_of_another(two, tmp_path, monkeypatch):
    _, _, norm = two
    (tmp_path / "b").mkdir()
    (tmp_path / "open.trf").write_text(event(2), encoding="utf-8")
    (tmp_path / "b" / "open.trf").write_text(event(1), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    plan = Plan("out", Options(), LIMITS, False, False, (claim_of(norm, file="open.trf"),))
    found = run.audit(find(["open.trf", "b"]), plan, serial, lambda step: None)
    assert found.claims[0].outcome == AGREED


def test_a_file_in_an_archive_is_found_by_its_end(two, tmp_path):
    _, _, norm = two
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("a/open.trf", event(1))
        archive.writestr("b/open.trf", event(2))
    names = ["b/open.trf", "all.zip/b/open.trf", "all.zip!/b/open", "all.zip\\b\\open.trf"]
    found = outcome_of(tmp_path, *(claim_of(norm, file=name) for name in names))
    assert {one.outcome for one in found} == {AGREED}


def test_copies_are_one_event(two, tmp_path):
    _, _, norm = two
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "open.trf").write_text(event(2), encoding="utf-8")
    found = outcome_of(tmp_path, *(claim_of(norm, file=name) for name in ("open", "x/open.trf", "y/open.trf")))
    assert {one.outcome for one in found} == {AGREED}


def test_files_read_as_one_event_are_one_and_together():
    one, other = Outcome((Item("x/a.trf"), Item("x/b.csv")), JUDGED), Outcome((Item("y/a.trf"),), JUDGED)
    words = ["x/a.trf + x/b.csv", "a.trf + b.csv", "x/a + b", "b", "x/a", "y/a + x/b", "a", "c + d"]
    found = meant(words, [Listed(one), Listed(other)])
    assert [found[word].outcome for word in words] == [one, None, one, one, one, None, None, None]
    assert all(bool(said.why) != bool(said.outcome) for said in found.values())


def test_many_files_of_a_name_are_not_all_named(two, tmp_path):
    _, _, norm = two
    for seed in range(8):
        (tmp_path / f"{seed}").mkdir()
        (tmp_path / f"{seed}" / "open.trf").write_text(event(seed), encoding="utf-8")
    (found,) = outcome_of(tmp_path, claim_of(norm, file="open.trf"))
    assert "and 3 more" in found.why


# Who, and with what


def test_one_with_the_id_of_another_is_nobody(two, tmp_path):
    _, _, norm = two
    lines = event(2).splitlines(keepends=True)
    marked = [line.replace(norm.fide_id, " " * len(norm.fide_id)) for line in lines]
    (tmp_path / "open.trf").write_text("".join(marked), encoding="utf-8")
    other = next(line for line in lines if line.startswith("001") and norm.fide_id not in line)[57:68].strip()
    told = outcome_of(tmp_path, claim_of(norm, file="open", fide_id=""), claim_of(norm, file="open", fide_id=other))
    assert [one.outcome for one in told] == [AGREED, REFUSED]
    assert "No player" in told[1].why


def test_numbers_that_went_through_a_spreadsheet_are_understood(two):
    folder, _, norm = two
    whole, rest = divmod(int(norm.score * 2), 2)
    scores = [str(norm.score), f"{norm.score:.2f}".replace(".", ","), f"{whole}{'½' if rest else ''}",
              f"{whole} {rest}/2", f"{whole * 2 + rest}/2", f"0{norm.score}"]  # fmt: skip
    claimed = [claim_of(norm, score=score, games=f"{norm.games}.0") for score in scores]
    claimed += [claim_of(norm, fide_id=f"{norm.fide_id}.0", no=f"00{norm.no}")]
    claimed += [claim_of(norm, fide_id=f"0{norm.fide_id}", no="")]
    claimed += [claim_of(norm, fide_id="0"), claim_of(norm, no="0"), claim_of(norm, games="", score="")]
    told = outcome_of(folder, *claimed)
    assert [(one.outcome, one.why) for one in told] == [(AGREED, "")] * len(claimed)


@pytest.mark.parametrize("score", ["1/0", "0/0", "6 1/0", "nan", "inf", "1e1", "-6", "6/", "½½", "x", "٦", "9" * 5000])
def test_a_score_that_is_none_is_told_and_keeps_the_others(two, score):
    folder, _, norm = two
    told = outcome_of(folder, claim_of(norm), claim_of(norm, score=score), claim_of(norm, games=score))
    assert [one.outcome for one in told] == [AGREED, REFUSED, REFUSED]
    assert all(f"not {score}" in one.why for one in told[1:])
    assert [row["outcome"] for row in written(folder)[:3]] == ["agreed", "not confirmed", "not confirmed"]


def test_games_of_the_norm_and_games_credited_are_both_told():
    row = (NORM, False, 9, 7.0, 2400, 2610, 6.0, 11, "", "")
    assert [claims._why_not(Claim("a", games=games), row) for games in ("9", "9.0", "11", "11,0", "")] == [""] * 5
    wrong = claims._why_not(Claim("a", games="10"), row)
    assert wrong == "The norm is made in 9 games and credited with 11, not 10."


def test_a_title_that_is_not_asked_for_is_told_so(two):
    folder, _, norm = two
    asked = "WIM" if norm.title != "WIM" else "GM"
    (found,) = outcome_of(folder, claim_of(norm), titles=(asked,))
    assert f"{norm.title} is not among the titles asked for" in found.why


# Nothing is lost


def dying(function, tasks, where):
    """An engine whose processes die over claims."""
    for at, task in enumerate(tasks):
        yield at, Lost(DIED) if function is claims.verify else function(task, where)


def test_claims_of_a_process_that_died_are_told_and_their_norms_are_not_unclaimed(two):
    folder, _, norm = two
    by_number = claim_of(norm, fide_id="", title=norm.title.lower())
    claimed = (claim_of(norm), by_number, Claim("nowhere", no="7", title="GM"))
    found = audited(folder, claimed, engine=dying).claims
    rows = written(folder)
    assert [row["outcome"] for row in rows[:3]] == ["not confirmed"] * 3
    assert all(row["why"].startswith("Could not be verified: The process ended") for row in rows[:2])
    assert rows[2]["no"] == "7"
    assert (norm.key, norm.no, norm.title) not in {(o.key, o.number, o.title) for o in found if o.outcome == UNCLAIMED}
    other = [one.outcome for one in audited(folder, claimed[2:], engine=dying).claims]
    assert other.count(UNCLAIMED) > [one.outcome for one in found].count(UNCLAIMED)


def test_an_error_in_one_claim_is_told_with_it(two, monkeypatch):
    folder, _, norm = two
    honest = claims._why_not

    def broken(claim, row):
        if claim.score == "7":
            raise ZeroDivisionError
        return honest(claim, row)

    monkeypatch.setattr(claims, "_why_not", broken)
    told = outcome_of(folder, claim_of(norm), claim_of(norm, score="7"), claim_of(norm))
    assert [one.outcome for one in told] == [AGREED, REFUSED, AGREED]
    assert "Could not be verified: An unexpected error (ZeroDivisionError in test_audit_claimed.py" in told[1].why


def test_a_result_that_has_gone_is_told(two):
    folder, _, norm = two

    def without_results(function, tasks, where):
        if function is claims.verify:
            tasks = [task._replace(outcome=task.outcome._replace(key="0" * 64)) for task in tasks]
        yield from serial(function, tasks, where)

    (found,) = audited(folder, [claim_of(norm)], engine=without_results).claims[:1]
    assert found.why == "Could not be verified: The result of the event has gone. Run the audit again."


def test_claims_stay_in_their_order_and_the_same_with_other_orders_of_work(two):
    folder, other, norm = two
    claimed = [claim_of(norm), Claim("x"), claim_of(other), claim_of(norm, score="1"), Claim("")]

    def backwards(function, tasks, where):
        for at in reversed(range(len(tasks))):
            yield at, function(tasks[at], where)

    first, second = audited(folder, claimed), audited(folder, claimed, "out2", backwards)
    assert [one.file for one in first.claims[:5]] == [claim.file for claim in claimed]
    assert first.claims == second.claims
    assert (folder / "out/claims.csv").read_bytes() == (folder / "out2/claims.csv").read_bytes()


def test_nobody_claiming_is_not_the_same_as_no_file(two, tmp_path):
    folder, _, _ = two
    (tmp_path / "claims.csv").write_text(",".join(COLUMNS) + "\n", encoding="utf-8")
    found = audited(folder, load(tmp_path / "claims.csv"))
    assert found.claims
    assert {row["outcome"] for row in written(folder)} == {"not claimed but scored"}
    assert audited(folder, None).claims is None


# The file


def loaded(tmp_path, content):
    path = tmp_path / "claims.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return load(path)


WANTED = [Claim("c/b/open.trf", "1012009", "2", "WGM", "9", "6")]


@pytest.mark.parametrize(
    "text",
    [
        "file,fide_id,no,title,games,score\nc/b/open.trf,1012009,2,WGM,9,6\n",
        "File,FIDE_ID,No,Title,Games,Score\r\nc/b/open.trf,1012009,2,WGM,9,6",
        "file, FIDE ID, no., title, games, score\rc/b/open.trf , 1012009,2,WGM,9,6\r\r",
        "sep=;\nfile;fide_id;no;title;games;score\nc/b/open.trf;1012009;2;WGM;9;6\n",
        '"SEP=,"\n\nfile,fide_id,no,title,games,score\nc/b/open.trf,1012009,2,WGM,9,6\n',
        "file\tfide-id\tno\ttitle\tgames\tscore\nc/b/open.trf\t1012009\t2\tWGM\t9\t6\n",
        "file|fide_id|no|title|games|score\nc/b/open.trf|1012009|2|WGM|9|6\n",
        "\ufeff\n\n , \nfile,fide_id,no,title,games,score\n\n,,,,,\nc/b/open.trf,1012009,2,WGM,9,6,,\n",
        'score,games,note,file,title,no,fide_id\n6,9,"two\nlines, and more",c/b/open.trf,WGM,2,1012009\n',
        '"file","fide_id","no","title","games","score"\n"c/b/open.trf","1012009","2","WGM","9","6"\n',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_claims_are_read_however_they_are_written(tmp_path, text, encoding):
    if text.startswith("\ufeff") and encoding in ("utf-16-le", "utf-16-be"):
        text = text.removeprefix("\ufeff").lstrip()
    assert loaded(tmp_path, text.encode(encoding)) == WANTED


def test_columns_that_may_be_empty_may_be_missing(tmp_path):
    assert loaded(tmp_path, "file,no,title\na,2,GM\nb\n") == [Claim("a", no="2", title="GM"), Claim("b")]
    assert loaded(tmp_path, "title,fide_id,file\nGM,5,a\n") == [Claim("a", "5", title="GM")]
    assert loaded(tmp_path, "file,file,no,title\na,b,2,GM\n") == [Claim("a", no="2", title="GM")]
    needed = {"": "file, title, fide_id or no", "title,no\n": "file", "file,title\n": "fide_id or no"}
    for text, missing in needed.items():
        with pytest.raises(UnreadableInput, match=f"missing: {missing}\\."):
            loaded(tmp_path, text)


def test_a_list_of_norms_is_a_file_of_claims(two, tmp_path):
    folder, *_ = two
    audited(folder, None)
    told = audited(folder, load(folder / "out" / "norms.csv")).claims
    assert {one.outcome for one in told} == {AGREED}
    assert loaded(tmp_path, "file,no,title\n'=1+1.trf,2,GM\n")[0].file == "=1+1.trf"


def test_names_of_windows_programs_keep_their_letters(tmp_path):
    assert loaded(tmp_path, "file,no,title\nMünchen.trf,2,GM\n".encode("cp1252"))[0].file == "München.trf"


def test_a_decimal_comma_between_commas_is_no_smaller_score(two, tmp_path):
    folder, _, norm = two
    text = f"file,no,title,score\nb/open,{norm.no},{norm.title},{int(norm.score)},5\n"
    (found,) = outcome_of(folder, *loaded(tmp_path, text))
    assert found.outcome == REFUSED
    assert "more values than there are headings" in found.why
    score = f"{norm.score}".replace(".", ",")
    quoted = f'file,no,title,score\nb/open,{norm.no},{norm.title},"{score}"\n'
    assert outcome_of(folder, *loaded(tmp_path, quoted))[0].outcome == AGREED


def test_an_open_quotation_mark_takes_no_line_along(tmp_path):
    lines = ['"a.trf,1,GM', "b.trf,2,GM", 'c.trf,3,"GM', 'd.trf,4,GM"', '"e".trf,5,GM', "f.trf,6,GM"]
    found = loaded(tmp_path, "\n".join(["file,no,title", *lines]))
    assert len(found) == len(lines)
    assert found[1] == Claim("b.trf", no="2", title="GM")
    assert found[5] == Claim("f.trf", no="6", title="GM")
    assert len(loaded(tmp_path, 'file,no,title\n"a.trf,1,GM\nb.trf",2,GM\n')) == 2


def test_a_very_long_value_is_cut(tmp_path):
    found = loaded(tmp_path, f"file,no,title\n{'x' * 200_000},1,GM\nb.trf,2,GM\n")
    assert [len(one.file) for one in found] == [4097, 5]
    assert found[0].no == "1"


def test_a_workbook_is_read(tmp_path):
    book = Workbook()
    sheet = book.active
    sheet.append([])
    sheet.append(["File", "FIDE ID", "No", "Title", "Games", "Score"])
    sheet.append(["c\\a\\open.trf", 1012009, "009", "WGM", 9.0, 6.5, "a note"])
    sheet.append([None])
    sheet.append(["b", None, 2, "GM"])
    book.save(tmp_path / "claims.xlsx")
    assert load(tmp_path / "claims.xlsx") == [
        Claim("c\\a\\open.trf", "1012009", "009", "WGM", "9", "6.5"), Claim("b", no="2", title="GM"),
    ]  # fmt: skip


@pytest.mark.parametrize("content", [b"PK\3\4 cut", b"\xd0\xcf\x11\xe0 old", b"\0\0\0", b"\xff\xfe\0", b"\x89PNG\r\n"])
def test_what_is_no_file_of_claims_is_refused(tmp_path, content):
    with pytest.raises(UnreadableInput, match=r"claims\.csv"):
        loaded(tmp_path, content)


ODD = [
    "b/open.trf", "open", "c\\a\\open.trf", "1", "2", "GM", "im", "9", "9.0", "6 1/2", "6½", "1/0", '"', "'=1", "a\nb",
    "1012009.0", "..", "/", " + ", "!/", "\0", "{0}", "{file}", "é", "٣", "²", "½" * 3,
]  # fmt: skip
CELLS = st.one_of(st.sampled_from(ODD), st.text(max_size=12))
ROWS = st.lists(st.lists(CELLS, min_size=6, max_size=6), max_size=6)


@given(rows=ROWS)
@example(rows=[["open.trf", "", "2", "WGM", "9", "1/0"]] * 2)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_claim_has_its_row_whatever_is_written(two, rows):
    folder, *_ = two
    text = io.StringIO()
    csv.writer(text).writerows([COLUMNS, *rows])
    path = folder / "fuzz.csv"
    path.write_bytes(text.getvalue().encode("utf-8", "replace"))
    claimed = load(path)
    path.unlink()
    assert len(claimed) >= sum(any(mark.isprintable() and mark != " " for mark in "".join(row)) for row in rows)
    found = audited(folder, claimed)
    rows = written(folder)
    assert len(rows) == len(found.claims)
    assert [row["outcome"] for row in rows[: len(claimed)]].count("not claimed but scored") == 0
    assert all(row["why"] or row["outcome"] == "agreed" for row in rows[: len(claimed)])


@given(content=st.one_of(st.binary(max_size=300), st.binary(max_size=200).map(lambda b: b"file,no,title\n" + b)))
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_bytes_are_an_error_of_the_program(tmp_path, content):
    try:
        found = loaded(tmp_path, content)
    except UnreadableInput:
        assert not content.startswith(b"file,no,title\n")
    else:
        assert all(any(claim) for claim in found)
