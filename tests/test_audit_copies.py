"""Copies that disagree, answers beside them, and players as `progress` sees them."""

import csv
import io
import json
import random
import re

import pytest
from click.testing import CliRunner

from normcheck.audit import run
from normcheck.audit.inputs import Item, find
from normcheck.audit.key import Options
from normcheck.audit.match import listed
from normcheck.audit.pool import Limits, Pool
from normcheck.audit.result import JUDGED, About
from normcheck.audit.run import Plan
from normcheck.audit.work import Outcome
from normcheck.cli import main
from normcheck.progress.names import alike
from tests.benchmark import generate

LIMITS = Limits(60, 4096)
EVENT = generate.swiss(30, 9, seed=1, mean=2380)


def serial(function, tasks, where):
    for at, task in enumerate(tasks):
        yield at, function(task, where)


def audited(out, words, engine=serial, pages=False):
    found = find([str(word) for word in words], out)
    return run.audit(found, Plan(str(out), Options(), LIMITS, pages), engine, lambda step: None)


def written(path, files):
    path.mkdir()
    for name, text in files.items():
        (path / name).write_text(text, encoding="utf-8")
    return path


def changed(text, change):
    return "\n".join(change(line) if line.startswith("001") else line for line in text.split("\n"))


def untitled(text):
    return changed(text, lambda line: line[:10] + "   " + line[13:])


def rows(path):
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def told(found):
    """What needs attention, by the name of the file."""
    return {one.file.rpartition("/")[2]: (one.status, one.why) for one in found.attention}


def judged(found):
    """The names of the files that are judged, and those of copies."""
    names = [(one.outcome.label.rpartition("/")[2], one.repeats) for one in found.events if one.outcome.key]
    return [name for name, repeats in names if not repeats], [name for name, repeats in names if repeats]


# Which copy is judged


def test_the_copy_that_says_more_is_judged_whatever_its_name(tmp_path):
    source = written(tmp_path / "in", {"a_draft.trf": untitled(EVENT), "z_final.trf": EVENT})
    alone = audited(tmp_path / "alone", [source / "z_final.trf"]).totals()
    found = audited(tmp_path / "both", [source])
    assert judged(found) == (["z_final.trf"], ["a_draft.trf"])
    assert found.totals() == alone | {"copies": 1}
    assert alone["norms"] > 0


def test_copies_that_disagree_are_both_told_with_what_differs(tmp_path):
    source = written(tmp_path / "in", {"a_draft.trf": untitled(EVENT), "z_final.trf": EVENT})
    found = audited(tmp_path / "out", [source])
    first = min((one for one in found.decided if one.decision == "norm"), key=lambda one: (one.name, one.title))
    status, why = told(found)["z_final.trf"]
    assert status == ""
    assert "a_draft.trf, says something else" in why
    assert re.search(rf"{first.name} {first.title}: norm here, (near miss|no norm) there", why)
    status, why = told(found)["a_draft.trf"]
    assert status == "copy"
    assert re.search(rf"{first.name} {first.title}: (near miss|no norm) here, norm there", why)


def test_a_norm_that_a_copy_does_not_give_is_doubtful_in_the_lists(tmp_path):
    source = written(tmp_path / "in", {"a_draft.trf": untitled(EVENT), "z_final.trf": EVENT})
    audited(tmp_path / "out", [source], pages=True)
    norms = rows(tmp_path / "out/norms.csv")
    assert norms
    assert all("a_draft.trf, does not give this norm" in row["reason"] for row in norms)
    progress = rows(tmp_path / "out/ready.csv")
    assert progress
    assert all(row["games"] == "0" and "does not give this norm" in row["notes"] for row in progress)


def test_a_norm_that_only_the_copy_left_aside_gives_is_told(tmp_path):
    wrong = changed(EVENT, lambda line: line[:10] + " gm" + line[13:48] + "2500" + line[52:])
    source = written(tmp_path / "in", {"a.trf": EVENT, "b.trf": wrong})
    found = audited(tmp_path / "out", [source])
    assert judged(found) == (["b.trf"], ["a.trf"])
    assert "norm here, no norm there" in told(found)["a.trf"][1]


def test_copies_that_agree_need_no_attention(tmp_path):
    other = EVENT.replace("Example City", "Elsewhere")
    source = written(tmp_path / "in", {"a.trf": EVENT, "b.trf": EVENT, "c.trf": other})
    found = audited(tmp_path / "out", [source])
    assert judged(found) == (["a.trf"], ["b.trf", "c.trf"])
    assert not any("copy" in why.lower() for _, why in told(found).values())


def test_processes_and_order_change_nothing_about_copies(tmp_path):
    source = written(tmp_path / "in", {f"{at}.trf": text for at, text in enumerate((untitled(EVENT), EVENT, EVENT))})
    (source / "1.answers.toml").write_text('[event]\nkind = "ordinary"\n')
    audited(tmp_path / "one", [source])
    with Pool(2, LIMITS) as pool:
        audited(tmp_path / "two", sorted(source.iterdir(), reverse=True), pool.run)
    for name in ("norms.csv", "near.csv", "errors.csv", "tables/events/part-00000.parquet"):
        assert (tmp_path / "two" / name).read_bytes() == (tmp_path / "one" / name).read_bytes()


def test_a_copy_elsewhere_does_not_part_a_crosstable_from_its_start_list(tmp_path):
    start = changed(EVENT, lambda line: line[:91].rstrip())
    bare = untitled(EVENT)
    written(tmp_path / "a", {"cross.trf": bare, "start.trf": start})
    written(tmp_path / "b", {"cross.trf": EVENT.replace("Example City", "Elsewhere")})
    found = audited(tmp_path / "out", [tmp_path / "a", tmp_path / "b"])
    names = {" + ".join(item.name for item in one.outcome.items): bool(one.repeats) for one in found.events}
    assert names == {"cross.trf + start.trf": False, "cross.trf": True}
    assert found.totals()["events"] == 1


def outcome(label, content, course, facts=0):
    return Outcome((Item(label),), JUDGED, "", label, content, About(course=course, facts=(facts, 0)))


def test_copies_of_copies_are_one_group():
    every = [outcome("a", "1", ""), outcome("b", "2", "x"), outcome("c", "1", "x", 3), outcome("d", "4", "y")]
    for order in (every, every[::-1]):
        assert [(one.outcome.label, one.repeats) for one in listed(order)] == [
            ("a", "c"), ("b", "c"), ("c", ""), ("d", ""),
        ]  # fmt: skip


# Answers


def test_of_copies_the_one_with_answers_is_judged(tmp_path):
    answers = '[event]\nkind = "zonal"\n'
    source = written(tmp_path / "in", {"a.trf": EVENT, "b.trf": EVENT, "b.answers.toml": answers})
    found = audited(tmp_path / "out", [source])
    assert judged(found) == (["b.trf"], ["a.trf"])


def test_answers_that_bring_norms_are_told_and_no_reason_for_doubt(tmp_path):
    players = [f'[[players]]\nno = {no}\ntitle = "GM"\n' for no in range(1, 12)]
    files = {"a.trf": untitled(EVENT), "b.trf": untitled(EVENT), "b.answers.toml": "\n".join(players)}
    found = audited(tmp_path / "out", [written(tmp_path / "in", files)])
    assert found.totals()["norms"] > 0
    assert "a.trf, has no answers beside it and says without them" in told(found)["b.trf"][1]
    assert "which is judged" in told(found)["a.trf"][1]
    assert not any(one.doubt for one in found.decided)


def test_answers_beside_a_copy_left_aside_are_told_unless_they_are_the_same(tmp_path):
    answers = '[event]\nkind = "ordinary"\n'
    files = {"a.trf": EVENT, "b.trf": EVENT, "a.answers.toml": answers, "b.answers.toml": answers}
    same = audited(tmp_path / "same", [written(tmp_path / "in", files)])
    assert not any("answers" in why for _, why in told(same).values())
    (tmp_path / "in/b.answers.toml").write_text(answers + '# later\nplace = "Oslo"\n')
    found = audited(tmp_path / "other", [tmp_path / "in"])
    assert "b.trf, are not used" in told(found)["a.trf"][1]
    assert "the answers beside this one are not used" in told(found)["b.trf"][1]


def test_answers_of_no_event_are_told(tmp_path):
    answers = '[event]\nkind = "ordinary"\n'
    files = {"open.trf": EVENT, "opne.answers.toml": answers, "open.answers.toml": answers}
    source = written(tmp_path / "in", files)
    found = audited(tmp_path / "out", [source])
    (row,) = rows(tmp_path / "out/errors.csv")
    assert row["file"].endswith("opne.answers.toml")
    assert "belong to no event" in row["reason"]
    assert "belong to no event" in told(found)["opne.answers.toml"][1]


# As `progress` says it


@pytest.fixture(autouse=True)
def without_lists(tmp_path, monkeypatch):
    monkeypatch.setenv("NORMCHECK_DATA", str(tmp_path / "data"))


def events_of_one_field(path, count=5):
    """Events of the same players."""
    files = {}
    for seed in range(count):
        field = generate.field_of(40, random.Random(77), 2380, 110)
        generate.play(field, 9, random.Random(seed))
        text = generate.report(field, 9, "Swiss", f"Event {seed}")
        files[f"{seed}.trf"] = text.replace("2026/03/", f"2025/{seed + 1:02d}/")
    return written(path, files)


def progress(fide_id, files):
    result = CliRunner().invoke(main, ["progress", "--player", fide_id, "--format", "json", *map(str, files)])
    assert result.exit_code in (0, 1, 3), result.output
    return {one["title"]: one for one in json.loads(result.output)["titles"]}


def test_ready_says_what_progress_says_of_the_events_with_norms(tmp_path):
    source = events_of_one_field(tmp_path / "in")
    audited(tmp_path / "out", [source], pages=True)
    norms, live = rows(tmp_path / "out/norms.csv"), 0
    for row in rows(tmp_path / "out/ready.csv"):
        own = [one for one in norms if one["fide_id"] == row["fide_id"]]
        files = sorted({one["file"] for one in own})
        found = progress(row["fide_id"], files)[row["title"]]
        assert (row["state"], row["still_needed"]) == (found["state"], found["sentence"])
        live += found["peak"]["highest"]["live"]
    assert live > 3


def test_two_names_under_one_fide_id_are_not_added_up_silently(tmp_path):
    source = events_of_one_field(tmp_path / "in")
    audited(tmp_path / "before", [source], pages=True)
    own = next(r for r in rows(tmp_path / "before/ready.csv") if r["norms"] == "3" and r["title"] in ("GM", "IM"))
    last = sorted({r["file"] for r in rows(tmp_path / "before/norms.csv") if r["fide_id"] == own["fide_id"]})[-1]
    path = source / last.rpartition("/")[2]
    path.write_text(path.read_text().replace(f"{own['name']:<33.33s}", f"{'Uldenwes, Tomoko':<33.33s}"))
    audited(tmp_path / "after", [source], pages=True)
    found = rows(tmp_path / "after/ready.csv")
    (row,) = (r for r in found if (r["fide_id"], r["title"]) == (own["fide_id"], own["title"]))
    assert row["name"] == own["name"]
    assert int(row["games"]) < int(own["games"])
    assert f"Uldenwes, Tomoko there, not of {own['name']}" in row["notes"]
    result = CliRunner().invoke(main, ["progress", "--player", own["fide_id"], *map(str, sorted(source.iterdir()))])
    assert "Uldenwes" in result.output
    assert "one player" in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("Barili, Anna", "Uldenwes, Anna", False),
        ("Barili, Anna", "Uldenwes, Tom", False),
        ("Müller, Jörg", "Mueller, Joerg", True),
        ("Ivanov, Aleksandr", "IVANOV Alexander", True),
        ("Ivanov, I", "Ivanov, Ivan Petrovich", True),
        ("", "Ivanov, Ivan", True),
        ("Barili, Anna", "Barili, Hugo", False),
    ],
)
def test_names_that_can_be_those_of_one_player(one, other, is_one):
    assert alike(one, other) is is_one
    assert alike(other, one) is is_one
