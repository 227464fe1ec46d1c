import csv
import io

import pytest

from normcheck.audit import run
from normcheck.audit.claims_file import COLUMNS, load
from normcheck.audit.inputs import find
from normcheck.audit.key import Options
from normcheck.audit.pool import Limits
from normcheck.audit.run import Plan
from normcheck.errors import UnreadableInput
from tests.benchmark import generate


def serial(function, tasks, where):
    for at, task in enumerate(tasks):
        yield at, function(task, where)


def audited(folder, claims=()):
    plan = Plan(str(folder / "out"), Options(), Limits(60, 4096), False, False, tuple(claims))
    return run.audit(find([str(folder)], folder / "out"), plan, serial, lambda step: None)


def verified(tmp_path, rows, delimiter=","):
    """The claims of some rows (file, id, no, title, games, score) verified in the event ``a.trf``."""
    lines = [COLUMNS, *rows]
    (tmp_path / "claims").mkdir()
    path = tmp_path / "claims" / "claims.csv"
    path.write_text("\n".join(delimiter.join(map(str, line)) for line in lines), encoding="utf-8")
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.trf").write_text(generate.swiss(30, 9, seed=1, mean=2380), encoding="utf-8")
    (folder / "bad.trf").write_text("nothing", encoding="utf-8")
    if not rows:
        return audited(folder)
    audited(folder, load(path))
    return list(csv.DictReader(io.StringIO((folder / "out/claims.csv").read_text(encoding="utf-8"))))


@pytest.fixture(name="norm")
def a_norm(tmp_path):
    (tmp_path / "first").mkdir()
    return next(one for one in verified(tmp_path / "first", []).decided if one.decision == "norm")


def test_a_norm_as_claimed_is_agreed_and_the_others_are_told(tmp_path, norm):
    rows = [("a.trf", norm.fide_id, "", norm.title, norm.games, norm.score)]
    first, *others = verified(tmp_path, rows)
    assert (first["outcome"], first["why"], first["name"]) == ("agreed", "", norm.name)
    assert {row["outcome"] for row in others} == {"not claimed but scored"}
    assert (norm.no, norm.title) not in {(int(row["no"]), row["title"]) for row in others}


def test_semicolons_halves_and_start_numbers_are_understood(tmp_path, norm):
    whole, rest = divmod(int(norm.score * 2), 2)
    score = f"{whole}{'½' if rest else ''}"
    rows = [("a", "", norm.no, norm.title.lower(), norm.games, score)]
    assert verified(tmp_path, rows, ";")[0]["outcome"] == "agreed"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"file": "b.trf"}, "No event"),
        ({"file": "bad.trf"}, "not judged"),
        ({"fide_id": "12345"}, "No player"),
        ({"title": "FM"}, "no title with norms"),
        ({"games": "13"}, "not 13"),
        ({"score": "9"}, "not 9"),
    ],
)
def test_a_claim_that_does_not_hold_says_why(tmp_path, norm, change, why):
    claim = {"file": "a.trf", "fide_id": norm.fide_id, "no": "", "title": norm.title, "games": "", "score": ""}
    first = verified(tmp_path, [tuple((claim | change).values())])[0]
    assert first["outcome"] == "not confirmed"
    assert why in first["why"]


def test_a_player_far_from_a_norm_is_told_how_far(tmp_path):
    first = verified(tmp_path, [("a.trf", "", 30, "IM", "", "")])[0]
    assert first["outcome"] == "not confirmed"
    assert "performance" in first["why"] or "average" in first["why"] or "point" in first["why"]


def test_claims_without_their_columns_are_refused(tmp_path):
    (tmp_path / "claims.csv").write_text("file,games\na,9\n", encoding="utf-8")
    with pytest.raises(UnreadableInput, match="missing: title, fide_id or no"):
        load(tmp_path / "claims.csv")
    with pytest.raises(UnreadableInput, match="cannot be read"):
        load(tmp_path / "none.csv")
