import json
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from served import EXAMPLES, OPEN, ROOT, Visitor

from normcheck.report.model import Document

UNRATED = b"012 Cup\n001    1 m    Amsel, Ada                           0 GER    99000001 1990/01/01  1.0    1\n"
EXAMPLE = "tests/examples/lakeside_open.trf"


def printed(*words):
    shell = [sys.executable, "-m", "normcheck", "check", *words, "--format", "json"]
    return subprocess.run(shell, cwd=ROOT, capture_output=True, check=False).stdout


@pytest.mark.parametrize("name", ["lakeside_open.trf", "norm_sheet.toml"])
def test_the_document_is_the_one_of_the_command_line(visitor, name):
    done = visitor.check(("file", name, (EXAMPLES / name).read_bytes()))
    assert done.status == 200
    assert done.headers["content-type"] == "application/json"
    assert done.body == printed(f"tests/examples/{name}")


def test_answers_and_titles_are_those_of_the_options(visitor):
    answers = ("answers", "answers.toml", (EXAMPLES / "answers.toml").read_bytes())
    done = visitor.check(("file", "lakeside_open.trf", OPEN), answers, ("title", "IM"), ("title", "wim"))
    options = ["--answers", "tests/examples/answers.toml", "--title", "IM", "--title", "WIM"]
    assert done.body == printed(EXAMPLE, *options)


def test_several_files_are_merged(visitor):
    done = visitor.check(("file", "a.trf", OPEN), ("file", "b.trf", OPEN))
    assert len(json.loads(done.body)["verdicts"]) == len(json.loads(printed(EXAMPLE))["verdicts"])


@pytest.mark.parametrize(
    ("parts", "status", "said"),
    [
        ((), 400, "no file"),
        ((("file", "x.trf", b"nonsense"),), 422, "x.trf"),
        ((("file", "x.trf", OPEN), ("titel", "GM")), 400, "titel"),
        ((("file", "x.trf", OPEN), ("title", "FM")), 422, "FM"),
        ((("file", "x.trf", OPEN), ("answers", "a.toml", b"[event]\nknd = 1")), 422, "did you mean kind"),
        ((("file", "x.trf", OPEN), ("answers", "a", b"x = 1"), ("answers", "b", b"x = 1")), 400, "one at most"),
        ((("file", "no file, only a text"),), 400, "file"),
        ((("file", "x.trf", OPEN), ("title", "FM")), 422, "Ask for GM, IM, WGM, WIM"),
        ((("file", "x.trf", UNRATED),), 422, "cannot be judged as it stands: no FIDE ratings in this file"),
        ((("file", "x.toml", b"[event]\nrounds = 1\n[[players]]\nno = 1"),), 422, "Choose this file as the answers"),
        ((("file", "x.trf", OPEN), ("answers", "a.toml", b"[event]\nstart = 1")), 422, "a.toml:2: event.start"),
    ],
)
def test_mistakes_are_told_in_one_sentence(visitor, parts, status, said):
    done = visitor.check(*parts)
    assert (done.status, list(json.loads(done.body))) == (status, ["error"])
    assert said in json.loads(done.body)["error"]
    assert "--" not in json.loads(done.body)["error"]


def test_no_session_is_made_for_programs(visitor):
    assert visitor.check(("file", "x.trf", b"")).headers.get("set-cookie") is None


def test_other_methods_are_not_allowed(visitor):
    assert visitor.get("/api/check").status in (404, 405)


def test_the_description_names_every_answer_and_the_fields_of_the_document(visitor):
    told = json.loads(visitor.get("/openapi.json").body)
    operation = told["paths"]["/api/check"]["post"]
    assert {"200", "400", "413", "422", "504"} <= set(operation["responses"])
    fields = {field.alias or name for name, field in Document.model_fields.items()}
    assert set(told["components"]["schemas"]["Document"]["properties"]) == fields
    form = operation["requestBody"]["content"]["multipart/form-data"]["schema"]
    assert (set(form["properties"]), form["required"]) == ({"file", "answers", "title"}, ["file"])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    files=st.lists(st.tuples(st.text(max_size=12), st.binary(max_size=200)), max_size=3),
    titles=st.lists(st.sampled_from(["GM", "IM", "WGM", "WIM", "", "king"]), max_size=2),
    damage=st.integers(0, len(OPEN) - 1),
)
def test_whatever_is_sent_is_answered_as_described(url, files, titles, damage):
    name = {'"', "\r", "\n", "\\", "\0"}
    sent = [("file", "".join(c for c in n if c not in name and c.isprintable()), content) for n, content in files]
    sent += [("file", "open.trf", OPEN[:damage] + b"?" + OPEN[damage + 1 :])] if not files else []
    done = Visitor(url).check(*sent, *(("title", title) for title in titles))
    assert done.status in (200, 400, 422)
    if done.status == 200:
        Document.model_validate_json(done.body)
    else:
        assert list(json.loads(done.body)) == ["error"]
