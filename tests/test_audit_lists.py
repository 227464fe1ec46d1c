"""Rating lists and the results kept: an event is judged anew when a list it asks for has changed, and only then."""

from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from pyarrow import parquet
from rating_lists import SINGLE, single_row, text

from normcheck.audit import run
from normcheck.audit.inputs import find
from normcheck.audit.key import Options
from normcheck.audit.pool import Limits, Pool
from normcheck.audit.run import Plan
from normcheck.cli import main
from normcheck.ratings import database, once, store
from normcheck.ratings.entry import Entry
from normcheck.ratings.files import open_list
from normcheck.ratings.months import Month
from tests.benchmark import generate

LIMITS = Limits(60, 4096)
STARTS = {"may": "2024/05/03", "june": "2024/06/07", "undated": ""}
MAY, JUNE, JULY = Month(2024, 5), Month(2024, 6), Month(2024, 7)
SOMEBODY = Entry(800001, "Muster, One", "GER", "m", "", "", 2400)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "data"))
    return tmp_path


def dated(content, start):
    """An event that begins on another day, or on one not told."""
    lines = [line for line in content.splitlines() if not line.startswith(("042", "052", "132"))]
    return "\n".join([lines[0], *([f"042 {start}"] if start else []), *lines[1:]]) + "\n"


def folder_of(path):
    path.mkdir()
    for seed, (name, start) in enumerate(STARTS.items()):
        text_ = dated(generate.swiss(20, 9, seed=seed, mean=2380), start)
        (path / f"{name}.trf").write_text(text_, encoding="utf-8")
    (path / "bad.trf").write_text("nothing", encoding="utf-8")
    return path


def serial(function, tasks, where):
    for at, task in enumerate(tasks):
        yield at, function(task, where)


def made_anew(folder, engine=serial, **options):
    """The names of the files that an audit judged, and did not find as kept."""
    seen = []

    def watched(function, tasks, where):
        for at, found in engine(function, tasks, where):
            seen.extend(found if isinstance(found, list) else [found])
            yield at, found

    plan = Plan(str(folder / "out"), Options(**options), LIMITS, pages=False)
    run.audit(find([str(folder / "in")]), plan, watched, lambda step: None)
    return sorted(Path(one.label).stem for one in seen if getattr(one, "fresh", False))


def keep(month, *entries):
    store.replace(month, "list.xml", entries or [SOMEBODY])


@pytest.fixture
def kept(tmp_path):
    """A folder audited while the lists of May and June were kept."""
    folder_of(tmp_path / "in")
    keep(MAY)
    keep(JUNE)
    assert made_anew(tmp_path) == ["bad", "june", "may", "undated"]
    assert made_anew(tmp_path) == []
    return tmp_path


def test_a_month_that_no_event_uses_makes_nothing_anew(kept):
    keep(JULY)
    keep(Month(2023, 1))
    assert made_anew(kept) == []


def test_another_content_of_a_month_makes_its_events_anew(kept):
    keep(JUNE, SOMEBODY._replace(rating=2401))
    assert made_anew(kept) == ["june"]


def test_the_same_content_again_makes_nothing_anew(kept):
    keep(JUNE)
    assert made_anew(kept) == []


def test_a_month_missing_before_makes_the_events_anew_that_would_have_used_it(tmp_path):
    folder_of(tmp_path / "in")
    keep(MAY)
    made_anew(tmp_path)
    keep(JUNE)
    assert made_anew(tmp_path) == ["june"]
    store.remove(JUNE)
    assert made_anew(tmp_path) == []  # what was made with May alone is still there
    store.remove(MAY)
    assert made_anew(tmp_path) == ["bad", "june", "may", "undated"]


def test_the_first_list_of_all_concerns_every_event(tmp_path):
    folder_of(tmp_path / "in")
    assert made_anew(tmp_path) == ["bad", "june", "may", "undated"]
    keep(JULY)
    assert made_anew(tmp_path) == ["bad", "june", "may", "undated"]
    assert made_anew(tmp_path, ratings="none") == ["bad", "june", "may", "undated"]
    keep(JUNE)
    assert made_anew(tmp_path, ratings="none") == []
    assert made_anew(tmp_path) == ["june"]


def test_a_damaged_list_is_told_and_a_sound_one_made_anew(kept):
    path = kept / "data" / "ratings" / "2024-06.sqlite"
    whole = path.read_bytes()
    path.write_bytes(whole[:200] + b"?" * 4000)
    assert made_anew(kept) == ["june"]
    keep(JUNE)
    assert made_anew(kept) == []


def test_what_an_event_asks_for_may_be_lost(kept):
    for path in (kept / "out/.audit/lists").rglob("*.json"):
        path.write_bytes(b"[")
    assert made_anew(kept) == ["june", "may", "undated"]
    assert made_anew(kept) == []


LONG = [f"24/{month:02d}/{day:02d}" for month, day in ((5, 3), (5, 10), (5, 17), (5, 24), (5, 31), (6, 7), (7, 5))]


def test_a_long_event_asks_for_the_months_of_its_rounds(tmp_path):
    (tmp_path / "in").mkdir()
    content = dated(generate.swiss(20, 7, seed=1, mean=2380), "2024/05/03")
    dates = "132 " + " " * 87 + "".join(f"{date:>8}  " for date in LONG)
    lines = content.splitlines()
    (tmp_path / "in/long.trf").write_text("\n".join([*lines[:2], "052 2024/07/05", dates, *lines[2:]]) + "\n")
    keep(MAY)
    assert made_anew(tmp_path) == ["long"]
    keep(JUNE)
    assert made_anew(tmp_path) == ["long"]
    keep(JUNE, SOMEBODY._replace(title="IM"))
    assert made_anew(tmp_path) == ["long"]
    keep(Month(2024, 8))
    assert made_anew(tmp_path) == []
    keep(JULY)
    assert made_anew(tmp_path) == ["long"]


# A list in a file


def rating_file(path, rating=2400):
    path.write_bytes(text(SINGLE, single_row(800001, "Muster, One", "GER", rating=rating)))
    return path


@pytest.fixture
def reads(monkeypatch):
    """The lists read through."""
    seen = []

    @contextmanager
    def watched(path):
        with open_list(path) as file:
            yield file._replace(entries=counted(file.entries))

    def counted(entries):
        seen.append(1)
        yield from entries

    monkeypatch.setattr("normcheck.ratings.once.open_list", watched)
    monkeypatch.setattr("normcheck.ratings.choose.open_list", watched)
    return seen


def test_a_list_in_a_file_is_read_through_once_for_all_events(tmp_path, reads):
    folder_of(tmp_path / "in")
    word = str(rating_file(tmp_path / "list.txt"))
    assert made_anew(tmp_path, ratings=word) == ["bad", "june", "may", "undated"]
    assert made_anew(tmp_path, ratings=word) == []
    assert len(reads) == 1


def test_processes_look_it_up_where_it_was_kept(tmp_path):
    folder_of(tmp_path / "in")
    file = rating_file(tmp_path / "list.txt")
    database.write(once.imported(file), "list.txt", [SOMEBODY._replace(title="CM")])
    with Pool(2, LIMITS) as pool:
        made_anew(tmp_path, pool.run, ratings=str(file))
    players = parquet.read_table(tmp_path / "out/tables/players/part-00000.parquet").to_pylist()
    assert {row["title"] for row in players if row["fide_id"] == "800001"} == {"CM"}


def test_another_content_of_the_file_makes_everything_anew_and_another_folder_nothing(tmp_path, reads):
    folder_of(tmp_path / "in")
    word = str(rating_file(tmp_path / "list.txt"))
    made_anew(tmp_path, ratings=word)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/list.txt").write_bytes((tmp_path / "list.txt").read_bytes())
    assert made_anew(tmp_path, ratings=str(tmp_path / "elsewhere/list.txt")) == []
    rating_file(tmp_path / "list.txt", 2411)
    assert made_anew(tmp_path, ratings=word) == ["june", "may", "undated"]
    assert len(reads) == 2


def test_months_kept_do_not_concern_events_with_a_list_in_a_file(tmp_path):
    folder_of(tmp_path / "in")
    word = str(rating_file(tmp_path / "list.txt"))
    made_anew(tmp_path, ratings=word)
    keep(MAY)
    assert made_anew(tmp_path, ratings=word) == []


def test_lists_not_used_for_long_leave_the_cache(tmp_path):
    files = [rating_file(tmp_path / f"{rating}.txt", rating) for rating in range(2400, 2405)]
    found = [once.imported(file) for file in files]
    assert [path.is_file() for path in found] == [False, False, True, True, True]
    assert [once.known(file) is None for file in files] == [True, True, False, False, False]


def test_a_damaged_list_in_the_cache_is_read_again(tmp_path):
    file = rating_file(tmp_path / "list.txt")
    kept = once.imported(file)
    kept.write_bytes(b"?" * 5000)
    assert [entry.rating for entry in database.find(once.imported(file), "", [800001])] == [2400]


@pytest.mark.parametrize(
    ("word", "told"), [("nowhere.xml", "neither a file"), ("2024-05", "No rating list of 2024-05"), ("bad.txt", "bad")]
)
def test_a_list_that_is_not_there_is_told_before_anything_is_judged(tmp_path, monkeypatch, word, told):
    monkeypatch.chdir(tmp_path)
    folder_of(tmp_path / "in")
    (tmp_path / "bad.txt").write_bytes(b"no list of players at all")
    result = CliRunner().invoke(main, ["audit", "in", "-o", "out", "--ratings", word])
    assert result.exit_code in (2, 4)
    assert told in result.output
    assert not (tmp_path / "out").exists()
