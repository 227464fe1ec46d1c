"""What is missing, damaged or left over: told, made again, removed."""

import csv
import io
import os
import shutil

import pytest
from click.testing import CliRunner

from normcheck.audit import key, pages, ready, run, tidy
from normcheck.audit.inputs import find
from normcheck.audit.key import Options
from normcheck.audit.place import place
from normcheck.audit.pool import DIED, FAILED, TOO_LONG, Limits, Lost, Pool
from normcheck.audit.run import Plan
from normcheck.cli import main
from normcheck.errors import UnwritableOutput
from tests.benchmark import generate

LIMITS = Limits(60, 4096)


def serial(function, tasks, where):
    for at, task in enumerate(tasks):
        yield at, function(task, where)


def losing(function, why=DIED, times=2):
    """An engine whose processes end whenever they begin with this function, so many times."""
    left = [times]

    def engine(called, tasks, where):
        for at, found in serial(called, tasks, where) if called is not function or not left[0] else ():
            yield at, found
        if called is function and left[0]:
            left[0] -= 1
            for at, _ in enumerate(tasks):
                yield at, Lost(why, "told" if why == FAILED else "")

    return engine


def folder_of(path, count=2):
    path.mkdir()
    for seed in range(count):
        (path / f"open{seed}.trf").write_text(generate.swiss(30, 9, seed=seed, mean=2380), encoding="utf-8")
    return path


def audited(out, source, engine=serial, **plan):
    asked = Plan(str(out), Options(), LIMITS, **plan)
    return run.audit(find([str(source)], out), asked, engine, lambda step: None)


def contents(out):
    files = [path for path in sorted(out.rglob("*")) if path.is_file() and ".audit" not in path.parts]
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


def errors(out):
    return list(csv.DictReader(io.StringIO((out / "errors.csv").read_text(encoding="utf-8"))))


@pytest.fixture
def quick(monkeypatch):
    """A writer of PDFs that costs nothing, and says what it has written."""
    written = []

    class Writer:
        def to_bytes(self, report):
            written.append(report.file_name)
            return f"%PDF {report.file_name}".encode()

    monkeypatch.setattr(pages, "_writer", Writer)
    return written


# Lost


@pytest.mark.parametrize(("why", "told"), [(DIED, "process ended"), (TOO_LONG, "after 60 seconds")])
def test_a_page_that_is_lost_is_told_and_made_by_the_next_audit(tmp_path, why, told):
    source, out = folder_of(tmp_path / "in"), tmp_path / "out"
    found = audited(out, source, losing(pages.make, why))
    rows = errors(out)
    assert [row["status"] for row in rows] == ["no page"] * len(found.made)
    assert all(told in row["reason"] for row in rows)
    assert rows
    assert len(found.unmade) == len(rows)
    assert set(found.unmade) <= set(found.attention)
    assert not list((out / "proofs").glob("*.html"))
    assert len((out / "ready.csv").read_text(encoding="utf-8").splitlines()) == 1
    again = audited(out, source)
    audited(tmp_path / "whole", source)
    assert again.unmade == ()
    assert contents(out) == contents(tmp_path / "whole")


def test_a_process_that_ends_once_costs_nothing(tmp_path, quick):
    source = folder_of(tmp_path / "in")
    audited(tmp_path / "whole", source, pdf=True)
    for function in (pages.make, pages.print_all, ready.progress):
        out = tmp_path / function.__name__
        assert audited(out, source, losing(function, times=1), pdf=True).unmade == ()
        assert contents(out) == contents(tmp_path / "whole")


def test_pdfs_that_are_lost_are_told_and_only_these_are_made_again(tmp_path, quick, monkeypatch):
    source, out = folder_of(tmp_path / "in"), tmp_path / "out"
    monkeypatch.setattr(pages, "_FEW", 1)
    whole = audited(tmp_path / "whole", source, pdf=True)
    assert sorted(quick) == sorted(name for made in whole.made.values() for name in made.anchors.values())
    lost = quick[0]

    def engine(function, tasks, where):
        for at, task in enumerate(tasks):
            is_lost = function is pages.print_all and lost in task.files[0][1]
            yield at, Lost(DIED) if is_lost else function(task, where)

    found = audited(out, source, engine, pdf=True)
    (row,) = errors(out)
    assert row["status"] == "no PDF"
    assert row["reason"].startswith("1 of ")
    assert len(found.unmade) == 1
    quick.clear()
    assert audited(out, source, pdf=True).unmade == ()
    assert quick == [lost]
    assert contents(out) == contents(tmp_path / "whole")


def test_a_title_progress_that_is_lost_is_told(tmp_path):
    source, out = folder_of(tmp_path / "in"), tmp_path / "out"
    found = audited(out, source, losing(ready.progress, FAILED))
    assert {row["status"] for row in errors(out)} == {"no progress"}
    assert all(row["reason"].endswith("told") for row in errors(out))
    assert len(found.unmade) == len(ready.players(found.decided))


def test_the_command_tells_what_is_missing(tmp_path, monkeypatch):
    source, out = folder_of(tmp_path / "in"), tmp_path / "out"
    monkeypatch.setattr(Pool, "run", lambda self, *words: losing(pages.make)(*words))
    result = CliRunner().invoke(main, ["audit", str(source), "-o", str(out)])
    assert result.exit_code == 0
    assert f"the last {len(errors(out))} rows of errors.csv" in result.stdout
    assert "no page" in (out / "summary.html").read_text(encoding="utf-8")


# Damaged


@pytest.mark.parametrize("name", ["proofs/*.html", ".audit/verdicts/*/*.z", ".audit/pages/*.json", "pdf/*/*.pdf"])
@pytest.mark.parametrize("damage", [lambda data: data[:40], lambda data: b"", lambda data: data[:-1] + b"?"])
def test_what_is_damaged_is_made_again(tmp_path, quick, name, damage):
    source, out = folder_of(tmp_path / "in"), tmp_path / "out"
    audited(out, source, pdf=True)
    before = contents(out)
    for path in out.glob(name):
        path.write_bytes(damage(path.read_bytes()))
    quick.clear()
    audited(out, source, pdf=True)
    assert contents(out) == before
    assert bool(quick) == name.startswith("pdf")


# Left over


@pytest.mark.parametrize("later", [{"pages": False}, {"pdf": False}, {"pdf": True}])
def test_a_folder_holds_what_the_last_audit_says_and_what_is_somebody_elses(tmp_path, quick, later):
    source, out = folder_of(tmp_path / "in", 3), tmp_path / "out"
    audited(out, source, pdf=True)
    for path in list(out.rglob("*")):
        if path.is_file() and ".audit" not in path.parts:
            shutil.copy(path, path.with_name(f".{path.name}.12.part"))  # of a process that was killed
    (source / "open0.trf").unlink()
    folder = next((out / "pdf").iterdir())
    own = [
        "notes.txt",
        "claims.csv",
        "proofs/notes.html",
        "tables/verdicts/mine.parquet",
        f"pdf/{folder.name}/scan.pdf",
    ]
    for name in own:
        (out / name).write_text("mine", encoding="utf-8")
    audited(out, source, **later)
    audited(tmp_path / "fresh", source, **later)
    assert contents(out) == contents(tmp_path / "fresh") | dict.fromkeys(own, b"mine")


def test_lists_that_this_audit_does_not_make_go_with_their_folders(tmp_path):
    out = tmp_path / "out"
    where = place(str(out))
    for name in ("ready.csv", "claims.csv", "pdf/0123456789abcdef0123/a.pdf"):
        tidy.write_marked(where, name, b"x")
    tidy.tidy(where, ["ready.csv"])
    assert [path.name for path in sorted(out.iterdir())] == [".audit", "ready.csv"]
    (out / "claims.csv").write_bytes(b"mine")
    tidy.tidy(where, [])
    assert [path.name for path in sorted(out.iterdir())] == ["claims.csv"]


def test_an_audit_without_norms_leaves_no_title_progress(tmp_path):
    source, out = folder_of(tmp_path / "in"), tmp_path / "out"
    audited(out, source)
    for path in source.iterdir():
        path.write_text("nothing", encoding="utf-8")
    audited(out, source)
    audited(tmp_path / "fresh", source)
    assert contents(out) == contents(tmp_path / "fresh")


def test_an_address_is_tidied_as_well():
    where = place("memory://tidied")
    tidy.write_marked(where, "pdf/0123456789abcdef0123/a.pdf", b"x")
    for name in ("pdf/0123456789abcdef0123/b.pdf", "proofs/0123456789abcdef0123.html", "near.csv.12.part", "mine.csv"):
        where.write(name, b"x")
    tidy.tidy(where, [])
    assert where.top() == ["mine.csv"]
    assert where.below("pdf") == ["pdf/0123456789abcdef0123/b.pdf"]
    assert where.below("proofs") == []


# Not to be written


@pytest.mark.parametrize("name", [".audit/results", "tables", "proofs", ".audit/verdicts", "norms.csv"])
def test_what_cannot_be_written_ends_the_audit_and_no_event_is_blamed(tmp_path, name):
    source, out = folder_of(tmp_path / "in"), tmp_path / "out"
    if name.endswith(".csv"):
        (out / name).mkdir(parents=True)
    else:
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(b"")
    with pytest.raises(UnwritableOutput, match=r"out.*cannot be (made|written) \(.+\)"):
        audited(out, source)
    result = CliRunner().invoke(main, ["audit", str(source), "-o", str(out), "--jobs", "1"])
    assert result.exit_code == 4
    assert str(out) in result.stderr
    assert not (out / "errors.csv").exists()


def test_the_claims_that_are_read_are_not_written_over(tmp_path):
    source, out = folder_of(tmp_path / "in", 1), tmp_path / "out"
    out.mkdir()
    (out / "claims.csv").write_text("file,fide_id,no,title,games,score\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["audit", str(source), "-o", str(out), "--claims", str(out / "claims.csv")])
    assert result.exit_code == 2
    assert "one of the files that are read" in result.stderr


def fail(task, where):
    """Fail as the task says, with a line on standard error."""
    os.write(2, b"words of a library\n")
    if task == "full":
        raise UnwritableOutput("no space")
    raise ValueError("inner")


def test_errors_of_a_worker_are_answers_and_nothing_else(capfd):
    with Pool(1, LIMITS) as pool:
        ((at, found),) = pool.run(fail, ["x"], None)
        assert (at, found.why) == (0, FAILED)
        assert "ValueError in test_audit_repair.py" in found.told
        with pytest.raises(UnwritableOutput, match="no space"):
            list(pool.run(fail, ["full", "x"], None))
    assert capfd.readouterr().err == ""


# The key


def test_templates_belong_to_the_program(monkeypatch, tmp_path):
    before = key.program.__wrapped__()
    real = key.folder
    shutil.copytree(real("templates"), tmp_path / "templates")
    monkeypatch.setattr(key, "folder", lambda name: tmp_path / name if name == "templates" else real(name))
    assert key.program.__wrapped__() == before
    path = tmp_path / "templates/report.html.j2"
    path.write_text(path.read_text(encoding="utf-8") + " ", encoding="utf-8")
    assert key.program.__wrapped__() != before


def test_the_name_of_the_answers_belongs_to_the_key(tmp_path):
    source, out = folder_of(tmp_path / "in", 1), tmp_path / "out"
    answers = source / "open0.answers.toml"
    answers.write_text('[event]\nkind = "ordinary"\n', encoding="utf-8")
    audited(out, source)
    answers.rename(source / "open0.trf.answers.toml")
    assert audited(out, source).kept == 0
    audited(tmp_path / "fresh", source)
    assert contents(out) == contents(tmp_path / "fresh")
