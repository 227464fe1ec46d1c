import io
import os
import zipfile

import pytest
from click.testing import CliRunner
from hypothesis import example, given
from hypothesis import strategies as st

from normcheck.audit.contents import as_paths, contents
from normcheck.audit.inputs import Item, find, labelled, parted
from normcheck.cli_audit import LEAST, command
from normcheck.errors import UnreadableInput, WrongUsage
from normcheck.read import read
from tests.test_audit import audited, event, table

BYTE = os.fsdecode(b"\xff")


def labels(*words, without=None):
    return [item.label for item in find([str(word) for word in words], without)]


def filed(path, text="x"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def pack(path, kind, **files):
    with zipfile.ZipFile(path, "w", kind) as archive:
        for name, text in files.items():
            archive.writestr(f"{name}.trf", text)
    return path


def damaged(path, marks):
    """The bytes of an archive with some of the packed ones, which follow these marks of its first file, changed."""
    data = bytearray(path.read_bytes())
    at = data.index(marks) + len(marks) + 400
    for place in range(at, at + 40):
        data[place] ^= 0x5A
    path.write_bytes(data)
    return path


def statuses(out):
    return {row["file"].rpartition("/")[2]: (row["status"], row["reason"]) for row in table(out, "events")}


# What cannot be looked into


def test_a_damaged_archive_is_a_row_and_the_others_are_judged(tmp_path):
    source = filed(tmp_path / "in" / "open.trf", event(1)).parent
    whole = pack(tmp_path / "whole.zip", zipfile.ZIP_DEFLATED, other=event(2))
    (source / "broken.zip").write_bytes(whole.read_bytes()[:1000])
    audited(tmp_path / "out", [source], pages=False)
    found = statuses(tmp_path / "out")
    assert found["open.trf"][0] == "judged"
    status, reason = found["broken.zip"]
    assert status == "unreadable"
    assert "the archive cannot be read" in reason


@pytest.mark.parametrize("kind", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damage_of_every_kind_of_packing_is_told_as_that(tmp_path, kind):
    damaged(pack(tmp_path / "a.zip", kind, one=event(1), two=event(2)), b"one.trf")
    first, second = labels(tmp_path)
    with pytest.raises(UnreadableInput, match=r"a\.zip!/one\.trf: the archive cannot be read \(.+\)"):
        contents(first)
    assert contents(second).decode() == event(2)


def test_a_folder_that_may_not_be_read_is_a_row(tmp_path, monkeypatch):
    filed(tmp_path / "in" / "open.trf", event(1))
    closed = tmp_path / "in" / "closed"
    closed.mkdir()

    def refuse(function):
        def called(path="."):
            if str(path) == closed.as_posix():
                raise PermissionError(13, "Permission denied")
            return function(path)

        return called

    monkeypatch.setattr(os, "scandir", refuse(os.scandir))
    audited(tmp_path / "out", [tmp_path / "in"], pages=False)
    found = statuses(tmp_path / "out")
    assert found["open.trf"][0] == "judged"
    assert found["closed"][0] == "unreadable"
    assert "the folder cannot be read (Permission denied)" in found["closed"][1]
    assert labels(tmp_path / "in" / "**" / "*.trf") == [closed.as_posix(), f"{tmp_path.as_posix()}/in/open.trf"]


def test_what_the_system_refuses_is_no_damage_of_an_archive_and_no_answers(tmp_path, monkeypatch):
    path = filed(tmp_path / "a.zip")

    def refuse(function):
        def called(at, *rest, **named):
            if str(at).startswith(str(tmp_path)):
                raise PermissionError(13, "Permission denied")
            return function(at, *rest, **named)

        return called

    for module, name in ((io, "open"), (os, "stat"), (os, "lstat")):
        monkeypatch.setattr(module, name, refuse(getattr(module, name)))
    assert find([str(path)]) == [Item(path.as_posix())]
    with pytest.raises(UnreadableInput, match=r"cannot be opened \(Permission denied\)"):
        contents(path.as_posix())


def test_a_reason_does_not_quote_a_whole_file(tmp_path):
    path = pack(tmp_path / "a.zip", zipfile.ZIP_STORED, **{"n" * 5000: "x"})
    path.write_bytes(path.read_bytes().replace(b"n" * 5000, b"m" * 5000, 1))
    (label,) = labels(path)
    with pytest.raises(UnreadableInput, match="the archive cannot be read") as refused:
        contents(label)
    assert len(str(refused.value)) < len(label) + 400


def test_links_to_nothing_and_to_themselves_are_rows(tmp_path):
    (tmp_path / "self.trf").symlink_to("self.trf")
    (tmp_path / "gone.trf").symlink_to("nowhere.trf")
    assert labels(tmp_path) == [f"{tmp_path.as_posix()}/gone.trf", f"{tmp_path.as_posix()}/self.trf"]
    assert labels(tmp_path / "self.trf") == [f"{tmp_path.as_posix()}/self.trf"]
    with pytest.raises(UnreadableInput, match="there is no such file"):
        contents(f"{tmp_path.as_posix()}/gone.trf")
    with pytest.raises(UnreadableInput, match="cannot be opened"):
        contents(f"{tmp_path.as_posix()}/self.trf")


# Links between folders


def test_loops_of_links_end_and_every_folder_comes_once(tmp_path):
    filed(tmp_path / "a" / "one.trf")
    filed(tmp_path / "other" / "two.trf")
    for name in ("loop", "second", "third"):
        (tmp_path / "a" / name).symlink_to(tmp_path, target_is_directory=True)
    base = tmp_path.as_posix()
    assert labels(tmp_path) == [f"{base}/a/one.trf", f"{base}/other/two.trf"]
    assert labels(tmp_path / "**" / "*.trf") == labels(tmp_path)
    assert labels(tmp_path / "a") == [f"{base}/a/loop/other/two.trf", f"{base}/a/one.trf"]


def test_a_way_without_links_is_taken_in_whatever_order_folders_are_named(tmp_path):
    filed(tmp_path / "z" / "one.trf")
    (tmp_path / "a").symlink_to("z", target_is_directory=True)
    ways = [(tmp_path / "a", tmp_path / "z"), (tmp_path / "z", tmp_path / "a"), (tmp_path / "*",)]
    assert [labels(*words) for words in ways] == [[f"{tmp_path.as_posix()}/z/one.trf"]] * 3
    assert labels(tmp_path / "a") == [f"{tmp_path.as_posix()}/a/one.trf"]


def test_neither_links_nor_patterns_lead_into_the_folder_written_into(tmp_path):
    filed(tmp_path / "out" / "deep" / "list.csv")
    filed(tmp_path / "one.csv")
    (tmp_path / "link").symlink_to("out", target_is_directory=True)
    words = [tmp_path, tmp_path / "**" / "*.csv", tmp_path / "*" / "*" / "*.csv", tmp_path / "*.csv"]
    assert labels(*words[:2], words[3], without=tmp_path / "out") == [f"{tmp_path.as_posix()}/one.csv"]
    with pytest.raises(WrongUsage, match="nothing fits"):
        find([str(words[2])], tmp_path / "out")


# Names


@example("a.zip!/b")
@example("\\xff/" + BYTE)
@example("\\" + BYTE + "x5c")
@given(st.text(st.sampled_from([*"\\xfc52198!/zipZ.é", BYTE, os.fsdecode(b"\x80")]), min_size=1))
def test_a_label_is_readable_and_leads_back_to_its_path(path):
    label = labelled(path)
    label.encode()  # nothing that a table or a page could not hold
    assert parted(label) == (path, "")
    assert parted(f"{label}.zip!/inner/a.zip!/{label}") == (f"{path}.zip", f"inner/a.zip!/{label}")


def test_a_name_that_is_no_utf8_is_judged_under_a_readable_label(tmp_path):
    source = tmp_path / "in"
    filed(source / f"a{BYTE}.trf", event(1))
    filed(source / "a\\xff.trf", event(2))
    pack(source / f"b{BYTE}.zip", zipfile.ZIP_STORED, inner=event(3))
    audited(tmp_path / "out", [source])
    found = statuses(tmp_path / "out")
    assert {name: status for name, (status, _) in found.items()} == {
        "a\\x5cxff.trf": "judged", "a\\xff.trf": "judged", "inner.trf": "judged",
    }  # fmt: skip
    filed(source / f"a{BYTE}.answers.toml", "")
    answers = {item.name: item.answers.rpartition("/")[2] for item in find([str(source)])}
    assert answers == {"a\\x5cxff.trf": "", "a\\xff.trf": "a\\xff.answers.toml", "inner.trf": ""}


def test_a_folder_that_ends_in_an_exclamation_mark_is_no_archive(tmp_path):
    filed(tmp_path / "w!" / "one.trf", "first")
    filed(tmp_path / "a.zip!" / "one.trf", "second")
    pack(tmp_path / "a.zip", zipfile.ZIP_STORED, one="third")
    base = tmp_path.as_posix()
    found = {label.removeprefix(base): contents(label) for label in labels(tmp_path)}
    assert found == {"/w!/one.trf": b"first", "/a.zip\\x21/one.trf": b"second", "/a.zip!/one.trf": b"third"}


def test_the_longest_names_are_read_in_folders_and_archives(tmp_path):
    name = "x" * 245 + ".trf"
    path = filed(tmp_path / name, event(1))
    assert labels(path) == labels(tmp_path) == [path.as_posix()]
    pack(tmp_path / "a.zip", zipfile.ZIP_STORED, **{"é" * 400: event(1)})
    label = labels(tmp_path / "a.zip")[0]
    with as_paths([label], [contents(label)]) as (found,):
        assert read(found).players == read(path).players
        assert found.name.endswith("éé.trf")


def test_names_that_no_file_can_have_are_told(tmp_path):
    for word in ("y" * 300, str(tmp_path / ("y" * 300) / "*.trf"), "a\0b"):
        with pytest.raises(WrongUsage, match="no such file"):
            find([word])


def test_hidden_files_fit_a_pattern_only_if_it_names_the_dot(tmp_path):
    filed(tmp_path / ".hidden" / "one.trf")
    filed(tmp_path / ".two.trf")
    filed(tmp_path / "three.trf")
    base = tmp_path.as_posix()
    assert labels(f"{base}/**/*.trf") == [f"{base}/three.trf"]
    assert labels(f"{base}/.*.trf") == [f"{base}/.two.trf"]
    assert labels(f"{base}/.h*/*.trf") == [f"{base}/.hidden/one.trf"]


def test_answers_beside_a_file_that_is_named_are_found(tmp_path):
    path, answers = filed(tmp_path / "a.trf"), filed(tmp_path / "a.trf.answers.json")
    assert find([str(path)]) == find([str(tmp_path / "*.trf")]) == [Item(path.as_posix(), answers.as_posix())]


# Wrong usage


def test_empty_paths_are_wrong_usage(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    filed(tmp_path / "a.trf", event(1))
    with pytest.raises(WrongUsage, match="PATHS is empty"):
        find(["a.trf", ""])
    with pytest.raises(WrongUsage, match="after -o is empty"):
        command.main(["a.trf", "-o", ""], standalone_mode=False)
    assert [path.name for path in tmp_path.iterdir()] == ["a.trf"]


def test_a_memory_limit_with_which_nothing_works_is_refused(tmp_path):
    words = ["a.trf", "-o", str(tmp_path / "out"), "--memory-limit"]
    found = CliRunner().invoke(command, [*words, str(LEAST - 1)])
    assert found.exit_code == 2
    assert str(LEAST) in found.output
