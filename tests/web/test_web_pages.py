import io
import json
import re
import subprocess
import sys
import tomllib
import zipfile

import pytest
from pypdf import PdfReader
from served import EXAMPLES, OPEN, ROOT, Visitor, form

SHEET = (EXAMPLES / "norm_sheet.toml").read_bytes()


def rows(page, heading):
    """The verdicts under a heading, as text without marks."""
    part = re.search(rf"<h2 id=\"group-{heading}\">.*?</table>", page, re.DOTALL)
    return re.findall(r"<th scope=\"row\".*?</tr>", part[0], re.DOTALL) if part else []


def test_a_file_dropped_shows_the_verdicts_of_the_command_line(visitor):
    page = visitor.get(visitor.open(("open.trf", OPEN))).text
    assert "<h1>Lakeside Open 2025</h1>" in page
    assert [len(rows(page, group)) for group in ("norm", "needs_review", "near_miss")] == [5, 0, 3]
    assert "7½ of 9, 6 needed; 1½ above" in page
    assert "to confirm" in page


def test_a_player_shows_the_proof_of_the_pdf_with_chart_and_rounds(visitor):
    page = visitor.get(visitor.open(("open.trf", OPEN)) + "/player/21").text
    for text in ("<h1>IM norm</h1>", "Article by article", "Round by round", "<svg", "What if"):
        assert text in page
    assert "report.pdf" in page


def test_a_norm_sheet_has_the_page_of_its_player(visitor):
    place = visitor.open(("sheet.toml", SHEET))
    page = visitor.get(place).text
    assert len(rows(page, "norm")) == 1
    link = re.search(rf"{place}/player/\d+", page)[0]
    assert "Kjeldgren, Mads" in visitor.get(link).text


def test_downloads_are_what_the_command_line_writes(visitor, tmp_path):
    place = visitor.open(("lakeside_open.trf", OPEN))
    shell = [sys.executable, "-m", "normcheck"]
    example = "tests/examples/lakeside_open.trf"
    subprocess.run([*shell, "report", example, "-o", str(tmp_path)], cwd=ROOT, check=True, capture_output=True)
    with zipfile.ZipFile(io.BytesIO(visitor.get(f"{place}/reports.zip").body)) as archive:
        got = {name: archive.read(name) for name in archive.namelist()}
    assert got == {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    printed = subprocess.run([*shell, "check", example, "--format", "json"], cwd=ROOT, check=True, capture_output=True)
    assert visitor.get(f"{place}/decisions.json").body == printed.stdout
    alone = visitor.get(f"{place}/player/21/report.pdf")
    assert alone.body in got.values()
    assert alone.headers["content-disposition"].startswith("attachment")


def test_the_proof_alone_has_no_certificate(visitor):
    place = visitor.open(("open.trf", OPEN))
    texts = [
        "".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
        for content in (visitor.get(f"{place}/player/21/{name}").body for name in ("report.pdf", "proof.pdf"))
    ]
    assert ["Certificate of Title Result".upper() in text.upper() for text in texts] == [True, False]
    assert all("IM norm" in text for text in texts)


def test_the_verdicts_of_one_player_are_a_document(visitor):
    found = json.loads(visitor.get(visitor.open(("open.trf", OPEN)) + "/player/21/verdict.json").body)
    assert {verdict["player"]["no"] for verdict in found["verdicts"]} == {21}


def test_an_answer_turns_verdicts_at_once_and_can_be_taken_away(visitor):
    place = visitor.open(("open.trf", OPEN))
    done = visitor.send(f"{place}/answers", ("event.round_dates", "2025-07-05 " * 9), ("event.kind", ""))
    assert done.status == 303
    page = visitor.get(place).text
    assert re.search(r"changed \d+ verdicts", page)
    assert rows(page, "norm") == []
    assert "round_dates = [" in visitor.get(f"{place}/answers.toml").text
    visitor.send(f"{place}/answers", ("event.round_dates", ""))
    assert len(rows(visitor.get(place).text, "norm")) == 5
    assert visitor.get(f"{place}/answers.toml").text == ""


def test_answers_of_players_and_byes_come_out_as_a_file_the_command_line_takes(visitor, tmp_path):
    place = visitor.open(("lakeside_open.trf", OPEN))
    visitor.send(
        f"{place}/answers", ("event.kind", "ordinary"), ("event.round_dates", "2025-07-05, 2025-07-06"),
        ("extra.no", "8"), ("extra.federation", "RUS"), ("player.24.family_name", "van Oeveren"), ("bye.51.1", "U"),
    )  # fmt: skip
    told = visitor.get(f"{place}/answers.toml").text
    assert tomllib.loads(told) == {
        "event": {"kind": "ordinary", "round_dates": ["2025-07-05", "2025-07-06"]},
        "players": [{"no": 24, "family_name": "van Oeveren"}, {"no": 8, "federation": "RUS"}],
        "byes": [{"no": 51, "round": 1, "code": "U"}],
    }
    path = tmp_path / "answers.toml"
    path.write_text(told, encoding="utf-8")
    command = ["check", "tests/examples/lakeside_open.trf", "--answers", str(path), "--format", "json"]
    printed = subprocess.run([sys.executable, "-m", "normcheck", *command], cwd=ROOT, capture_output=True, check=True)
    assert visitor.get(f"{place}/decisions.json").body == printed.stdout


def test_a_file_of_answers_is_taken_along(visitor):
    place = visitor.open(("open.trf", OPEN), answers=(EXAMPLES / "answers.toml").read_bytes())
    page = visitor.get(place).text
    assert "Seekirchau Chess Club" in page
    assert 'source = "registration page of the event"' in visitor.get(f"{place}/answers.toml").text


def test_a_wrong_answer_is_refused_with_its_place_and_keeps_what_was_typed(visitor):
    place = visitor.open(("open.trf", OPEN))
    done = visitor.send(f"{place}/answers", ("event.federation", "XQX"))
    assert done.status == 422
    assert "XQX" in done.text and "not the code of a FIDE federation" in done.text
    assert 'value="XQX"' in done.text
    assert len(rows(done.text, "norm")) == 5


def test_another_file_is_judged_together_with_the_first(visitor):
    place = visitor.open(("open.trf", OPEN))
    done = visitor.send(f"{place}/files", ("file", "same.trf", OPEN))
    assert done.status == 303
    assert "open.trf, same.trf" in visitor.get(place).text


def test_files_of_two_events_are_refused_and_the_first_stays(visitor):
    place = visitor.open(("open.trf", OPEN))
    other = (ROOT / "tests" / "events" / "owls_round_robin.trf").read_bytes()
    assert visitor.send(f"{place}/files", ("file", "owls.trf", other)).status == 422
    assert visitor.get(place).status == 200


def what_if(visitor, place, *changes):
    return visitor.send(f"{place}/what-if", *changes)


def test_what_if_a_game_had_been_lost(visitor):
    place = visitor.open(("open.trf", OPEN)) + "/player/21"
    page = what_if(visitor, place, ("1.result", "0"), ("1.result.before", "1")).text
    assert "Hypothetical: this is not the result of the event" in page
    assert "<h1>No IM norm</h1>" in page
    assert "report.pdf" not in page
    assert "<h1>IM norm</h1>" in visitor.get(place).text


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ((("2.title", "FM"), ("2.title.before", "GM")), "opponent with title FM"),
        ((("2.rating", "2100"), ("2.rating.before", "2512")), "opponent rated 2100"),
        ((("2.out", "1"),), "left out"),
        ((("2.result", "0"), ("2.result.before", "0")), "Nothing was changed"),
    ],
)
def test_what_if_says_what_is_supposed(visitor, changes, said):
    page = what_if(visitor, visitor.open(("open.trf", OPEN)) + "/player/21", *changes).text
    assert said in page


def test_the_address_of_what_was_supposed_leads_to_the_proof(visitor):
    place = visitor.open(("open.trf", OPEN)) + "/player/21"
    done = visitor.get(f"{place}/what-if")
    assert (done.status, done.headers["location"]) == (303, place)


def test_without_a_rating_the_starting_list_is_asked_for(visitor):
    lines = OPEN.decode().splitlines()
    unrated = "\n".join(f"{line[:48]}    {line[52:]}" if line.startswith("001") else line for line in lines).encode()
    place = visitor.open(("unrated.trf", unrated))
    page = visitor.get(place).text
    assert "This event cannot be judged yet: no player has a rating here." in page
    assert "No norm, nothing to review" not in page
    assert "decisions.json" not in page
    refused = visitor.get(f"{place}/decisions.json")
    assert (refused.status, "no FIDE ratings in this file" in refused.text) == (422, True)
    assert "--ratings" not in refused.text
    more = visitor.send(f"{place}/files", ("file", "open.trf", OPEN))
    page = visitor.get(more.headers["location"].split("#")[0]).text
    assert "cannot be judged" not in page
    assert "Norms" in page
    assert "cannot be judged" not in visitor.get(visitor.open(("open.trf", OPEN))).text


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("event.start", "2025-13-01", "Your answers: First day is &#34;2025-13-01&#34;; expected a date such as"),
        ("event.round_dates", "2025-07-05, soon", "Your answers: Dates of the rounds (2) is &#34;soon&#34;"),
        ("player.21.rating", "high", "Your answers: the rating of player 21 is &#34;high&#34;; expected a whole"),
        ("player.21.federation", "XYZ", "Your answers: the federation of player 21 is &#39;XYZ&#39;, which is not"),
        ("event.end", "2025-07-01", "Your answers: Last day is 2025-07-01, before the start of the event"),
        ("bye.21.1", "U", "Your answers: the round of player 21 is 1, but player 21 has"),
    ],
)
def test_a_wrong_answer_is_named_by_its_field(visitor, field, value, said):
    place = visitor.open(("open.trf", OPEN))
    done = visitor.send(f"{place}/answers", (field, value))
    assert done.status == 422
    assert said in done.text
    assert "answers.toml:" not in done.text


def test_an_answer_about_nobody_names_the_field_of_the_number(visitor):
    done = visitor.send(f"{visitor.open(('open.trf', OPEN))}/answers", ("extra.no", "999"), ("extra.sex", "f"))
    assert "Your answers: the start number of player 999 is 999, but the event has no such player" in done.text


def test_a_mistake_in_an_uploaded_file_of_answers_names_its_line(visitor):
    done = visitor.send("/event", ("file", "open.trf", OPEN), ("answers", "told.toml", b"[event]\nstart = 'soon'\n"))
    assert (done.status, "told.toml:2: event.start" in done.text) == (422, True)


def test_warnings_on_the_page_advise_what_the_page_can_do(visitor):
    lines = OPEN.decode().splitlines()
    bare = [f"{line[:9]} {line[10:]}" if line.startswith("001") else line for line in lines if line[:3] != "042"]
    place = visitor.open(("bare.trf", "\n".join(bare).encode()))
    page = visitor.get(place).text
    assert "Answer the first day." in page
    assert "until the sex of a player is answered" in page
    assert "--title" not in page
    told = [w["text"] for w in json.loads(visitor.get(f"{place}/decisions.json").body)["warnings"]]
    assert any("or with --title." in text for text in told)  # the document is that of the command line


def test_what_no_round_can_have_is_refused(visitor):
    place = visitor.open(("open.trf", OPEN)) + "/player/21"
    assert what_if(visitor, place, ("2.rating", "99999"), ("2.rating.before", "2512")).status == 400


@pytest.mark.parametrize(
    ("name", "content", "status", "said"),
    [
        ("photo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 422, "photo.png"),
        ("empty.trf", b"", 422, "empty"),
        ("letter.txt", b"Dear Sir or Madam", 422, "no tournament report"),
    ],
)
def test_what_is_no_tournament_file_is_refused_with_a_sentence(visitor, name, content, status, said):
    done = visitor.send("/event", ("file", name, content))
    assert done.status == status
    assert said in done.text
    assert 'role="alert"' in done.text


def test_files_that_are_too_large_are_refused_with_a_sentence(visitor):
    done = visitor.send("/event", ("file", "big.trf", b"x" * (17 << 20)))
    assert done.status == 413
    assert "larger than 16 MB" in done.text


def test_no_file_at_all_is_refused(visitor):
    assert visitor.send("/event").status == 400


def test_an_event_under_way_has_a_forecast(visitor):
    lines = OPEN.decode().splitlines()
    cut = "\n".join(line[:161] if line.startswith("001") else line for line in lines)
    place = visitor.open(("half.trf", cut.encode()))
    page = visitor.get(place).text
    assert "not finished" in page
    forecast = visitor.get(f"{place}/forecast").text
    assert "What is needed" in forecast
    assert ">possible</span>" in forecast


def test_visitors_do_not_see_the_events_of_others(url, visitor):
    place = visitor.open(("open.trf", OPEN))
    other = Visitor(url)
    assert other.get(place).status == 404
    assert other.get(f"{place}/decisions.json").status == 404
    assert visitor.get(place).status == 200


def test_everything_is_forgotten_when_asked(visitor):
    place = visitor.open(("open.trf", OPEN))
    assert visitor.send("/forget").status == 303
    assert visitor.get(place).status == 404


def test_the_oldest_event_makes_room(visitor):
    places = [visitor.open(("sheet.toml", SHEET)) for _ in range(9)]
    assert [visitor.get(place).status for place in (places[0], places[-1])] == [404, 200]


@pytest.mark.parametrize(
    "path", ["/nothing", "/event/none", "/static/web.py", "/event/none/player/1", "/static/..%2fpage.css"]
)
def test_what_is_not_there_is_said_to_be_missing(visitor, path):
    assert visitor.get(path).status == 404


def test_players_that_are_not_there(visitor):
    place = visitor.open(("open.trf", OPEN))
    assert visitor.get(f"{place}/player/4711").status == 422
    assert visitor.get(f"{place}/player/0").status == 404
    assert visitor.get(f"{place}/player/99999999999").status == 404
    assert visitor.get(f"{place}/player/21/secrets.txt").status == 404


def test_a_form_that_is_none_is_refused(visitor):
    visitor.send("/event")
    for kind in ("multipart/form-data", "multipart/form-data; boundary=x", "text/plain", "application/json"):
        assert visitor.ask("POST", "/event", b"nonsense", Content_Type=kind).status in (400, 403)
    assert visitor.ask("POST", "/api/check", form(), Content_Type="multipart/form-data").status == 400
