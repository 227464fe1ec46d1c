import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import duckdb
import pytest
from openpyxl import load_workbook
from pyarrow import parquet

from normcheck.audit import exports, key, run, work
from normcheck.audit.inputs import Item, find
from normcheck.audit.key import Options
from normcheck.audit.place import Place, place
from normcheck.audit.pool import DIED, Limits, Lost, Pool
from normcheck.audit.run import Plan
from normcheck.audit.schema import TABLES
from normcheck.audit.summary import page, write_summary
from normcheck.errors import WrongUsage
from normcheck.finding import NORM
from normcheck.read import read
from normcheck.regulation import edition_for
from normcheck.verdict import Audit
from tests.benchmark import generate

ROOT = Path(__file__).resolve().parents[1]
LIMITS = Limits(60, 4096)


def serial(function, tasks, where):
    """An engine without processes."""
    for at, task in enumerate(tasks):
        yield at, function(task, where)


def event(seed, players=30, mean=2380):
    return generate.swiss(players, 9, seed=seed, mean=mean)


def folder_of(path, count=5):
    path.mkdir()
    for seed in range(count):
        (path / f"open{seed}.trf").write_text(event(seed), encoding="utf-8")
    (path / "bad.trf").write_text("This is no tournament report.\n", encoding="utf-8")
    return path


def audited(out, words, engine=serial, watch=lambda step: None, **plan):
    options = plan.pop("options", Options())
    return run.audit(find([str(w) for w in words], Path(out)), Plan(str(out), options, LIMITS, **plan), engine, watch)


def table(out, name):
    return [row for path in sorted((out / "tables" / name).iterdir()) for row in parquet.read_table(path).to_pylist()]


def contents(out):
    """Every file of an audit but what it keeps for itself."""
    files = [path for path in sorted(out.rglob("*")) if path.is_file() and ".audit" not in path.parts]
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


# Which files


def test_folders_archives_and_patterns_are_walked_in_order_and_without_hidden_files(tmp_path):
    (tmp_path / "b").mkdir()
    for name in ("a.trf", "b/c.trf", ".hidden", "d.txt"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "e.zip", "w") as archive:
        archive.writestr("inner/f.trf", "x")
        archive.writestr("__MACOSX/f.trf", "x")
    labels = [item.label for item in find([str(tmp_path), str(tmp_path / "*.trf")])]
    base = tmp_path.as_posix()
    assert labels == [f"{base}/a.trf", f"{base}/b/c.trf", f"{base}/d.txt", f"{base}/e.zip!/inner/f.trf"]
    assert [item.label for item in find([str(tmp_path / "**/c.*")])] == [f"{base}/b/c.trf"]


def test_answers_lie_beside_their_event_and_are_no_event(tmp_path):
    for name in ("a.trf", "a.answers.toml", "b.trf", "b.trf.answers.json", "c.trf"):
        (tmp_path / name).write_text("", encoding="utf-8")
    base = tmp_path.as_posix()
    wanted = [
        Item(f"{base}/a.trf", f"{base}/a.answers.toml"),
        Item(f"{base}/b.trf", f"{base}/b.trf.answers.json"),
        Item(f"{base}/c.trf"),
    ]
    assert find([str(tmp_path)]) == wanted
    assert find([str(tmp_path / "a.trf")]) == wanted[:1]


def test_the_folder_written_into_is_not_read(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.trf").write_text("", encoding="utf-8")
    assert find([str(tmp_path)], tmp_path / "out") == []


def test_a_word_that_names_nothing_is_told(tmp_path):
    with pytest.raises(WrongUsage, match="nowhere"):
        find([str(tmp_path / "nowhere")])


# Tables


def test_every_decision_is_in_the_tables(tmp_path):
    source, out = folder_of(tmp_path / "in"), tmp_path / "out"
    found = audited(out, [source])
    wanted = []
    for seed in range(5):
        one = read(source / f"open{seed}.trf")
        audit = Audit(one, edition_for(one.start.value)[0])
        wanted += [(one.name.value, d.player.no, d.title, d.decision, d.near) for d in audit.decisions()]
    events = {row["event_id"]: row for row in table(out, "events")}
    rows = table(out, "verdicts")
    got = [(events[r["event_id"]]["name"], r["no"], r["title"], r["decision"], r["near_miss"]) for r in rows]
    assert got == wanted
    norms = sum(decision == NORM for _, _, _, decision, _ in wanted)
    assert norms > 0
    assert found.totals()["norms"] == norms == sum(row["norms"] or 0 for row in events.values())
    assert {r["event_id"] for r in table(out, "findings")} <= set(events)
    assert len(table(out, "players")) == 150


def test_a_bad_file_is_a_row_with_its_reason(tmp_path):
    source, out = folder_of(tmp_path / "in", 1), tmp_path / "out"
    found = audited(out, [source], pages=False)
    assert found.totals()["lost"] == 1
    (row,) = [row for row in table(out, "events") if row["status"] != "judged"]
    assert (Path(row["file"]).name, row["status"]) == ("bad.trf", "unreadable")
    assert "no tournament report" in row["reason"]
    (error,) = csv.DictReader(io.StringIO((out / "errors.csv").read_text(encoding="utf-8")))
    assert error["reason"] == row["reason"]


def test_the_tables_have_the_columns_that_the_schema_describes(tmp_path):
    out = tmp_path / "out"
    audited(out, [folder_of(tmp_path / "in", 1)], pages=False)
    schema = json.loads((out / "tables/schema.json").read_text(encoding="utf-8"))
    assert schema["schema"] == "normcheck/audit/1"
    for name, columns in TABLES.items():
        described = schema["tables"][name]["columns"]
        assert [one["name"] for one in described] == [column.name for column in columns]
        assert all(one["about"] for one in described)
        written = parquet.read_schema(out / "tables" / name / "part-00000.parquet")
        assert written.names == [column.name for column in columns]
        assert written.metadata[b"schema"] == b"normcheck/audit/1"


def test_an_event_with_everything_is_written_the_same_in_parts(tmp_path, monkeypatch):
    source = folder_of(tmp_path / "in")
    audited(tmp_path / "one", [source], pages=False)
    monkeypatch.setattr("normcheck.audit.parts.FEWEST", 2)
    audited(tmp_path / "parts", [source], pages=False)
    for name in TABLES:
        assert table(tmp_path / "parts", name) == table(tmp_path / "one", name)
    assert len(list((tmp_path / "parts/tables/events").iterdir())) == 3
    monkeypatch.setattr("normcheck.audit.parts.FEWEST", 256)
    audited(tmp_path / "parts", [source], pages=False)
    assert len(list((tmp_path / "parts/tables/events").iterdir())) == 1


@pytest.mark.parametrize("together", [1, 3, 8])
def test_events_judged_together_are_those_judged_alone(tmp_path, monkeypatch, together):
    source = folder_of(tmp_path / "in", 8)
    (source / "bad.trf").write_bytes(b"001 nothing")
    audited(tmp_path / "alone", [source], pages=False)
    monkeypatch.setattr("normcheck.audit.run._TOGETHER", together)
    monkeypatch.setattr("normcheck.audit.run._SHARES", 1)
    audited(tmp_path / "out", [source], pages=False)
    assert contents(tmp_path / "out") == contents(tmp_path / "alone")


def test_of_events_judged_together_only_the_one_to_blame_is_cut_off(tmp_path, monkeypatch):
    monkeypatch.setattr("normcheck.audit.run._SHARES", 1)
    source = folder_of(tmp_path / "in", 6)
    blamed = source / "open3.trf"

    def fragile(function, tasks, where):
        for at, task in enumerate(tasks):
            files = [item.label for one in task for item in one.items] if function is work.judge else []
            yield at, Lost(DIED) if str(blamed) in files else function(task, where)

    found = audited(tmp_path / "out", [source], engine=fragile, pages=False)
    assert found.statuses == {"judged": 5, "unreadable": 1, "cut off": 1}
    assert [one.outcome.label for one in found.events if one.outcome.status == "cut off"] == [str(blamed)]


def test_one_federation_is_what_all_have_of_it(tmp_path):
    source = folder_of(tmp_path / "in")
    audited(tmp_path / "all", [source], pages=False)
    audited(tmp_path / "ger", [source], pages=False, options=Options(federation="GER"))
    own = {(r["event_id"], r["no"]) for r in table(tmp_path / "all", "players") if r["federation"] == "GER"}
    assert own == {(r["event_id"], r["no"]) for r in table(tmp_path / "ger", "players")}
    wanted = [r for r in table(tmp_path / "all", "verdicts") if (r["event_id"], r["no"]) in own]
    assert table(tmp_path / "ger", "verdicts") == wanted
    assert wanted


def test_the_questions_of_the_readme_have_answers(tmp_path):
    source, out = folder_of(tmp_path / "in"), tmp_path / "out"
    audited(out, [source], pages=False)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (question,) = re.findall(r"^```sql\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    found = duckdb.sql(question.replace("DIR/", f"{out}/")).fetchall()
    norms = csv.DictReader(io.StringIO((out / "norms.csv").read_text(encoding="utf-8")))
    assert sorted((row[2], row[4]) for row in found) == sorted(
        (row["name"], row["title"]) for row in norms if row["federation"] == "GER"
    )
    assert found


# The same whoever works


def test_results_do_not_depend_on_processes_or_order(tmp_path):
    source = folder_of(tmp_path / "in", 7)
    with Pool(1, LIMITS) as pool:
        audited(tmp_path / "one", [source], pool.run)
    names = sorted(source.iterdir(), reverse=True)
    with Pool(3, LIMITS) as pool:
        audited(tmp_path / "three", names, pool.run)
    assert contents(tmp_path / "three") == contents(tmp_path / "one")


# Again


def test_an_interrupted_audit_continues_and_ends_the_same(tmp_path):
    source, out = folder_of(tmp_path / "in"), tmp_path / "out"

    def stop(step):
        if step.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        audited(out, [source], watch=stop, pages=False)
    found = audited(out, [source], pages=False)
    assert found.kept == 3
    audited(tmp_path / "whole", [source], pages=False)
    assert contents(out) == contents(tmp_path / "whole")


def test_only_what_has_changed_is_made_again(tmp_path):
    source, out = folder_of(tmp_path / "in"), tmp_path / "out"
    audited(out, [source], pages=False)
    assert audited(out, [source], pages=False).kept == 6
    (source / "open1.answers.toml").write_text('[event]\nkind = "ordinary"\n', encoding="utf-8")
    (source / "open2.trf").write_text(event(77), encoding="utf-8")
    assert audited(out, [source], pages=False).kept == 4
    kinds = {Path(row["file"]).name: row["kind"] for row in table(out, "events")}
    assert kinds["open1.trf"] == "ordinary"
    assert audited(out, [source], pages=False, options=Options(titles=("IM",))).kept == 0


def test_a_damaged_result_is_made_again(tmp_path):
    source, out = folder_of(tmp_path / "in"), tmp_path / "out"
    audited(out, [source], pages=False)
    before = contents(out)
    damaged = sorted((out / ".audit/results").rglob("*.z"))[0]
    damaged.write_bytes(damaged.read_bytes()[:50])
    assert audited(out, [source], pages=False).kept == 5
    assert contents(out) == before


@pytest.mark.parametrize(
    "other",
    [
        Options(edition="fide-b01-2024"),
        Options(titles=("GM",)),
        Options(federation="NOR"),
        Options(ratings="2025-01"),
    ],
)
def test_every_option_belongs_to_the_key(other):
    assert key.basis(["a"], [b"x"], b"", other) != key.basis(["a"], [b"x"], b"", Options())


def test_name_content_answers_and_program_belong_to_the_key(monkeypatch):
    base = key.basis(["a"], [b"x"], b"", Options())
    assert key.basis(["b"], [b"x"], b"", Options()) != base
    assert key.basis(["a"], [b"y"], b"", Options()) != base
    assert key.basis(["a"], [b"x"], b"y", Options()) != base
    monkeypatch.setattr(key, "program", lambda: b"another")
    assert key.basis(["a"], [b"x"], b"", Options()) != base


def test_two_audits_into_one_folder_at_once_are_refused(tmp_path):
    with place(str(tmp_path)).locked(), pytest.raises(WrongUsage, match="another audit"), Place(str(tmp_path)).locked():
        pass
    with place(str(tmp_path)).locked():
        pass


# Copies and files of one event


def test_a_copy_is_told_and_counted_once(tmp_path):
    source, out = folder_of(tmp_path / "in", 2), tmp_path / "out"
    before = audited(out, [source], pages=False).totals()
    text = (source / "open1.trf").read_text(encoding="utf-8")
    (source / "copy.trf").write_text(text, encoding="utf-8")
    (source / "spelt.trf").write_text(text.replace("Generated Swiss", "Open").replace("GM ", "gm "), encoding="utf-8")
    after = audited(out, [source], pages=False).totals()
    assert after == before | {"copies": 2}
    repeats = {Path(r["file"]).name: Path(r["repeats"]).name for r in table(out, "events") if r["repeats"]}
    assert repeats == {"open1.trf": "copy.trf", "spelt.trf": "copy.trf"}


def without_games(text):
    return "".join(f"{line[:91].rstrip()}\n" if line.startswith("001") else f"{line}\n" for line in text.splitlines())


def test_a_crosstable_and_a_start_list_are_one_event(tmp_path):
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    text = event(1)
    games = text.replace("102 IA Muster, Anna (900001)\n", "")
    (source / "crosstable.trf").write_text(games, encoding="utf-8")
    (source / "start.trf").write_text(without_games(text), encoding="utf-8")
    (source / "other.trf").write_text(event(2), encoding="utf-8")
    found = audited(out, [source], pages=False)
    assert [" + ".join(i.name for i in one.outcome.items) for one in found.events] == [
        "crosstable.trf + start.trf",
        "other.trf",
    ]
    assert found.totals()["events"] == 2


def without_ratings(text):
    return "\n".join(line[:48] + "    " + line[52:] if line.startswith("001") else line for line in text.split("\n"))


def test_an_event_without_ratings_is_not_judged_but_with_its_start_list(tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    (source / "table.trf").write_text(without_ratings(event(3)))
    found = audited(tmp_path / "alone", [source], pages=False)
    assert found.statuses == {"unreadable": 1}
    assert "no FIDE ratings" in table(tmp_path / "alone", "events")[0]["reason"]
    (source / "list.trf").write_text(without_games(event(3)))
    found = audited(tmp_path / "both", [source], pages=False)
    assert found.statuses == {"judged": 1}
    assert all(row["rating"] for row in table(tmp_path / "both", "players"))


def test_two_events_of_one_name_are_two(tmp_path):
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for seed in (1, 2):
        text = event(seed).replace(f"no. {seed}", "").replace("Generated", "City")
        (source / f"{seed}.trf").write_text(text, encoding="utf-8")
    assert audited(out, [source], pages=False).totals()["events"] == 2


def test_files_of_an_archive_are_read_and_their_answers_found(tmp_path):
    with zipfile.ZipFile(tmp_path / "year.zip", "w") as archive:
        archive.writestr("may/open.trf", event(1))
        archive.writestr("may/open.answers.toml", '[event]\nkind = "zonal"\n')
        archive.writestr("bad.trf", "nothing")
    out = tmp_path / "out"
    assert audited(out, [tmp_path / "year.zip"], pages=False).totals()["lost"] == 1
    assert [row["kind"] for row in table(out, "events") if row["status"] == "judged"] == ["zonal"]


# Pages and lists


def test_norms_have_proofs_and_lists(tmp_path):
    source, out = folder_of(tmp_path / "in", 2), tmp_path / "out"
    found = audited(out, [source])
    write_summary(place(str(out)), found, Plan(str(out), Options(), LIMITS))
    html = (out / "summary.html").read_text(encoding="utf-8")
    norms = list(csv.DictReader(io.StringIO((out / "norms.csv").read_text(encoding="utf-8"))))
    assert len(norms) == found.totals()["norms"] > 0
    links = {link for made in found.made.values() for link in made.anchors.values()}
    assert len(links) == len({(row["file"], row["no"]) for row in norms})
    for key_, made in found.made.items():
        text = (out / f"proofs/{key_[:20]}.html").read_text(encoding="utf-8")
        for anchor in made.anchors.values():
            assert f'id="{anchor}"' in text
            assert f'href="proofs/{key_[:20]}.html#{anchor}"' in html
    assert (out / "norms.xlsx").read_bytes()[:2] == b"PK"
    ready = list(csv.DictReader(io.StringIO((out / "ready.csv").read_text(encoding="utf-8"))))
    assert {row["fide_id"] for row in ready} <= {row["fide_id"] for row in norms}
    assert all(row["still_needed"] for row in ready)
    assert ready


def test_the_summary_needs_nothing_from_outside(tmp_path):
    source, out = folder_of(tmp_path / "in", 2), tmp_path / "out"
    found = audited(out, [source], pages=False)
    write_summary(place(str(out)), found, Plan(str(out), Options(), LIMITS))
    html = (out / "summary.html").read_text(encoding="utf-8")
    assert "<svg" in html
    assert not [word for word in ("http:", "https:", "@import", "<link", " src=") if word in html]


def test_names_are_escaped_on_the_page(tmp_path):
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    text = event(1).replace("Generated Swiss", "<script>alert(1)</script>")
    (source / "a.trf").write_text(text, encoding="utf-8")
    found = audited(out, [source], pages=False)
    write_summary(place(str(out)), found, Plan(str(out), Options(), LIMITS))
    assert "<script>alert" not in (out / "summary.html").read_text(encoding="utf-8")


def test_pictures_count_every_norm(tmp_path):
    out = tmp_path / "out"
    found = audited(out, [folder_of(tmp_path / "in")], pages=False)
    shown = page(found, Plan(str(out), Options(), LIMITS))
    norms = found.totals()["norms"]
    assert [sum(bar.number for bar in picture.bars) for _, picture in shown.pictures] == [norms, norms]
    assert sum(bar.number for bar in shown.months[1].bars) == norms
    for _, picture in (*shown.pictures, shown.months[:2]):
        assert all(bar.x >= 0 and bar.x + bar.width <= picture.width for bar in picture.bars)
        assert all(bar.y >= 0 and bar.y + bar.height <= picture.height for bar in picture.bars)


def test_a_list_holds_no_formula():
    assert exports.table(["name"], [["=1+1"], ["Plain"], [-5]]) == b"name\n'=1+1\nPlain\n-5\n"


def test_the_workbook_holds_norms_and_reviews_as_text_and_the_same_bytes_each_time(tmp_path):
    found = audited(tmp_path / "out", [folder_of(tmp_path / "in", 3)], pages=False)
    kept = [one for one in found.decided if one.decision != "no norm"]
    odd = kept[0]._replace(name="=1+1", event="A\x01 & <B>", file="http://nowhere", average=None)
    data = exports.norms_xlsx([odd, *found.decided])
    assert data == exports.norms_xlsx([odd, *found.decided])
    rows = [row for sheet in load_workbook(io.BytesIO(data)) for row in sheet.iter_rows(min_row=2)]
    assert len(rows) == len(kept) + 1
    name, average, score = (exports.NORM_COLUMNS.index(column) for column in ("name", "average", "score"))
    shown = next(row for row in rows if row[name].value == "=1+1")
    assert shown[name].data_type == "s"
    assert not any(cell.hyperlink for cell in shown)
    assert (shown[average].value, shown[score].value) == (None, odd.score)
    near = (tmp_path / "out/near.csv").read_text(encoding="utf-8").splitlines()
    assert len(near) == 1 + len(found.decided) - len(kept) > 1


def test_an_audit_without_a_norm_has_a_page(tmp_path):
    (tmp_path / "bad.trf").write_text("nothing", encoding="utf-8")
    found = audited(tmp_path / "out", [tmp_path / "bad.trf"])
    write_summary(place(str(tmp_path / "out")), found, Plan(str(tmp_path / "out"), Options(), LIMITS))
    assert "0 norms in 0 events" in (tmp_path / "out/summary.html").read_text(encoding="utf-8")


# The command


def command(*words):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", "normcheck", "audit", *(str(word) for word in words)]
    return subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_command_tells_what_it_found_and_how_far_it_is(tmp_path):
    source = folder_of(tmp_path / "in", 2)
    running = command(source, "-o", tmp_path / "out", "--jobs", "1", "--no-pages")
    told, progress = running.communicate()
    assert running.returncode == 0
    assert told.startswith("2 events judged, 60 players.\n1 file not judged (errors.csv).\n")
    assert "Judging: 3 of 3" in progress
    assert "Traceback" not in progress


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_what_is_finished_outlives_the_end_of_the_process(tmp_path, how):
    source, out = folder_of(tmp_path / "in", 40), tmp_path / "out"
    running = command(source, "-o", out, "--jobs", "2", "--no-pages")
    while running.poll() is None and len(list(out.glob(".audit/results/*/*.z"))) < 5:
        time.sleep(0.01)
    running.send_signal(how)
    _, told = running.communicate()
    assert "Traceback" not in told
    if how is signal.SIGINT and running.returncode:
        assert running.returncode == 130
    again = command(source, "-o", out, "--jobs", "2", "--no-pages")
    said, _ = again.communicate()
    assert again.returncode == 0
    assert "results were there already" in said
    audited(tmp_path / "whole", [source], pages=False)
    of_page = ("summary.html", "attention.csv")
    assert {k: v for k, v in contents(out).items() if k not in of_page} == contents(tmp_path / "whole")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--federation", "XXX"], "no code of a FIDE federation"),
        (["--edition", "1066"], "There is no edition"),
        (["--title", "FM"], "no title with norms"),
    ],
)
def test_wrong_words_are_told_before_anything_is_read(tmp_path, words, told):
    (tmp_path / "a.trf").write_text("", encoding="utf-8")
    running = command(tmp_path / "a.trf", "-o", tmp_path / "out", *words)
    _, said = running.communicate()
    assert running.returncode == 2
    assert told in said
