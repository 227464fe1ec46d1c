import sqlite3

import pytest
from click.testing import CliRunner
from rating_lists import COMBINED, SINGLE, combined_row, packed, player, single_row, text, xml

from normcheck.cli import main
from normcheck.errors import UnreadableInput, UnwritableOutput
from normcheck.ratings import store
from normcheck.ratings.entry import Entry, name_key, name_number
from normcheck.ratings.months import Month

AUGUST = Month(2026, 8)
FALK = Entry(71000001, "Falk, Ada", "GER", "f", "FM", "WIM", 2301, 1990, 20)
LIND = Entry(71000002, "Lind, Bo", "SWE", "m", "", "", 0, 0, 0)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args, code=0):
    result = CliRunner().invoke(main, args)
    assert result.exit_code == code, result.output
    return result.output


def test_what_is_written_is_found_by_id_and_by_name():
    assert store.replace(AUGUST, "list.xml", iter([FALK, LIND])) == store.Kept(AUGUST, 2, "list.xml")
    assert store.find(AUGUST, [LIND.fide_id, 5]) == [LIND]
    assert store.find(AUGUST, names=[name_number(name_key("falk ada"))]) == [FALK]
    assert store.find(AUGUST, [FALK.fide_id], [name_number(name_key("Falk, Ada"))]) == [FALK]
    assert store.find(AUGUST) == []


def test_many_players_at_once():
    store.replace(AUGUST, "list.xml", (FALK._replace(fide_id=number) for number in range(1, 3001)))
    assert [entry.fide_id for entry in store.find(AUGUST, range(2000, 4000))] == list(range(2000, 3001))


def test_a_player_named_twice_is_kept_once():
    assert store.replace(AUGUST, "list.xml", [FALK, FALK._replace(rating=1)]).players == 1
    assert store.find(AUGUST, [FALK.fide_id]) == [FALK]


def test_a_list_is_replaced_as_a_whole(own_folder):
    store.replace(AUGUST, "old.xml", [FALK])
    store.replace(AUGUST, "new.xml", [LIND])
    assert store.kept() == [store.Kept(AUGUST, 1, "new.xml")]
    assert store.find(AUGUST, [FALK.fide_id, LIND.fide_id]) == [LIND]
    assert [path.name for path in (own_folder / "data" / "ratings").iterdir()] == ["2026-08.sqlite"]


def breaking():
    yield LIND
    raise UnreadableInput("the file ends")


@pytest.mark.parametrize("entries", [breaking, lambda: iter(())])
def test_a_broken_list_leaves_the_old_one(own_folder, entries):
    store.replace(AUGUST, "old.xml", [FALK])
    with pytest.raises(UnreadableInput):
        store.replace(AUGUST, "new.xml", entries())
    assert store.find(AUGUST, [FALK.fide_id, LIND.fide_id]) == [FALK]
    assert [path.name for path in (own_folder / "data" / "ratings").iterdir()] == ["2026-08.sqlite"]


def test_a_list_is_readable_while_it_is_replaced():
    store.replace(AUGUST, "old.xml", [FALK])
    seen = []

    def watched():
        yield LIND
        seen.extend(store.find(AUGUST, [FALK.fide_id, LIND.fide_id]))

    store.replace(AUGUST, "new.xml", watched())
    assert seen == [FALK]


def test_months_in_order_and_nothing_else(own_folder):
    for month in (AUGUST, Month(2009, 9), Month(2026, 3)):
        store.replace(month, "list.xml", [FALK])
    (own_folder / "data" / "ratings" / "notes.sqlite").write_text("mine")
    assert store.months() == [Month(2009, 9), Month(2026, 3), AUGUST]


def test_a_list_that_is_not_there():
    assert store.months() == []
    for ask in (store.about, store.remove, store.find):
        with pytest.raises(UnreadableInput, match="2026-08 is imported"):
            ask(AUGUST)


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100])
def test_a_damaged_list(own_folder, content):
    store.replace(AUGUST, "list.xml", [FALK])
    (own_folder / "data" / "ratings" / "2026-08.sqlite").write_bytes(content)
    with pytest.raises(UnreadableInput, match="Import it again"):
        store.find(AUGUST, [1])


def test_a_list_of_another_version(own_folder):
    store.replace(AUGUST, "list.xml", [FALK])
    with sqlite3.connect(own_folder / "data" / "ratings" / "2026-08.sqlite") as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(UnreadableInput, match="another version"):
        store.find(AUGUST, [1])


def test_a_folder_that_cannot_be_made(own_folder, monkeypatch):
    (own_folder / "file").write_text("")
    monkeypatch.setenv(store.VARIABLE, str(own_folder / "file"))
    with pytest.raises(UnwritableOutput, match="NORMCHECK_DATA"):
        store.replace(AUGUST, "list.xml", [FALK])
    assert store.months() == []


def test_the_folder_of_the_user_without_the_variable(monkeypatch):
    monkeypatch.delenv(store.VARIABLE)
    assert store.data_folder().parts[-2:] == ("normcheck", "ratings")


# The commands


def test_import_list_show_and_remove(own_folder):
    (own_folder / "list.zip").write_bytes(
        packed(xml(player(71000001, "Falk, Ada", "GER", sex="F", title="FM", w_title="WIM", rating=2301)))
    )
    single = text(SINGLE, single_row(71000001, "Falk, Ada", "GER", "F", "WIM", "WIM", 2280))
    (own_folder / "single.txt").write_bytes(single)
    said = run("ratings", "import", "list.zip", "--month", "2026-07")
    assert said == "The list of 2026-07 is imported: 1 players from list.zip.\n"
    assert "2026-08 is imported" in run("ratings", "import", "single.txt")
    assert "2026-08 is replaced" in run("ratings", "import", "single.txt", "--month", "2026-08")
    assert [line.split()[0] for line in run("ratings", "list").splitlines()] == ["2026-07", "2026-08"]
    shown = run("ratings", "show", "71000001").splitlines()
    assert shown[0] == "71000001  Falk, Ada"
    assert shown[1].split() == ["2026-08", "GER", "WIM", "2280", "woman,", "K", "40"]
    assert shown[2].split() == ["2026-07", "GER", "FM", "WIM", "2301", "woman,", "born", "1990,", "K", "20"]
    assert run("ratings", "remove", "2026-07") == "The list of 2026-07 is removed.\n"
    assert store.months() == [AUGUST]


def test_an_empty_store_says_what_to_do():
    assert "normcheck ratings import" in run("ratings", "list")


def test_a_damaged_list_is_named_in_the_list(own_folder):
    store.replace(AUGUST, "list.xml", [FALK])
    store.replace(Month(2026, 7), "list.xml", [LIND])
    (own_folder / "data" / "ratings" / "2026-07.sqlite").write_bytes(b"?" * 5000)
    lines = run("ratings", "list").splitlines()
    assert "Import it again" in lines[0]
    assert lines[1].startswith("2026-08")
    assert "Falk" in run("ratings", "show", "71000001")


def test_an_import_that_fails_leaves_the_old_list(own_folder):
    content = text(COMBINED, combined_row(71000001, "Falk, Ada", "GER", rating=2301))
    (own_folder / "list.txt").write_bytes(content)
    run("ratings", "import", "list.txt", "--month", "2026-08")
    (own_folder / "list.txt").write_bytes(content + content[-170:-120])
    assert "Download the rating list again" in run("ratings", "import", "list.txt", "--month", "2026-08", code=4)
    assert store.find(AUGUST, [71000001])[0].rating == 2301


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("import", "list.xml"), "--month"),
        (("import", "list.xml", "--month", "August"), "Write it as 2026-08"),
        (("import", "single.txt", "--month", "2026-07"), "is the list of 2026-08"),
        (("show", "Falk"), "no FIDE id"),
        (("show", "123"), "No imported list"),
        (("remove", "AUG26"), "Write it as 2026-08"),
    ],
)
def test_wrong_usage(own_folder, args, words):
    (own_folder / "list.xml").write_bytes(xml(player(1, "Falk, Ada")))
    (own_folder / "single.txt").write_bytes(text(SINGLE, single_row(1, "Falk, Ada", "GER")))
    assert words in run("ratings", *args, code=2)
    assert store.months() == []
