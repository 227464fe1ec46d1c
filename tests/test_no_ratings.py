"""An event in which nobody has a rating cannot be judged; with a start list, a rating list or answers it can."""

import tomllib
from pathlib import Path

import pytest
import site_pages as site
from click.testing import CliRunner
from rating_lists import player, xml

from normcheck.answers import loads
from normcheck.cli import main
from normcheck.errors import UnreadableInput
from normcheck.event import Event, Player
from normcheck.prepare import has_ratings, prepare, refuse_without_ratings
from normcheck.read import read
from normcheck.read.sheet import read as read_sheet
from normcheck.resources import folder

ROOT = Path(__file__).parent
FOXES = read(ROOT / "events" / "foxes_open.trf")
SHEET = """\
[event]
start = 2024-05-01
rounds = 2
[player]
name = "Amsel, Ada"
[[games]]
round = 1
opponent = "Buche, Bo"
{first}
result = "1"
[[games]]
round = 2
opponent = "Corvin, Cleo"
{second}
result = "1"
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("cross.html").write_bytes(site.page(site.crosstable(FOXES, ratings=False)))
    Path("start.html").write_bytes(site.page(site.starting_rank(FOXES)))
    return lambda *words: CliRunner().invoke(main, words)


def sheet(first="", second=""):
    return read_sheet(SHEET.format(first=first, second=second).encode(), "sheet.toml")


@pytest.mark.parametrize("command", [("check",), ("check", "--all"), ("report", "-o", "out"), ("questions",),
                                     ("forecast",)])  # fmt: skip
def test_a_table_without_ratings_is_not_judged(run, command):
    done = run(*command, "cross.html")
    assert (done.exit_code, done.stdout) == (4, "")
    assert "cross.html: this event cannot be judged as it stands: no FIDE ratings in this file" in done.stderr
    assert "--ratings" in done.stderr
    assert "--answers" in done.stderr
    assert not Path("out").exists()


def test_the_start_list_beside_it_makes_the_event_whole(run):
    done = run("check", "cross.html", "start.html")
    assert done.exit_code == 0, done.stderr


def test_a_rating_list_makes_the_event_whole(run):
    named = read("start.html").players.values()
    known = [player(p.fide_id, p.name, p.federation, rating=2400 + p.no) for p in named]
    Path("list.xml").write_bytes(xml(*known))
    Path("ids.html").write_bytes(site.page([row[:6] + row[7:] for row in site.starting_rank(FOXES)]))
    assert not any(p.rating for p in read("ids.html").players.values())
    done = run("check", "cross.html", "ids.html")
    assert (done.exit_code, "no FIDE ratings in this file" in done.stderr) == (4, True)
    done = run("check", "cross.html", "ids.html", "--ratings", "list.xml")
    assert done.exit_code == 0, done.stderr


def test_a_rating_list_that_knows_nobody_is_named(run):
    Path("list.xml").write_bytes(xml(player(1, "Nobody, Nils")))
    done = run("check", "cross.html", "--ratings", "list.xml")
    assert done.exit_code == 4
    assert "none for its players in the rating list list.xml" in done.stderr


def test_one_rating_in_an_answer_is_enough(run):
    Path("answers.toml").write_text("[[players]]\nno = 1\nrating = 2431\n")
    assert run("check", "cross.html", "--answers", "answers.toml").exit_code == 0


def test_converting_needs_no_ratings(run):
    assert run("convert", "cross.html", "-o", "cross.trf").exit_code == 0
    assert run("check", "cross.trf").exit_code == 4


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("titles", "cross.html"), "titles by rating cannot be told"),
        (("rating", "performance", "cross.html", "--player", "1"), "nothing can be worked out"),
        (("plan", "cross.html"), "nothing can be worked out"),
        (("progress", "cross.html", "--player", "1"), "nothing can be worked out"),
    ],
)
def test_other_commands_say_it_in_their_words(run, words, what):
    done = run(*words)
    assert (done.exit_code, done.stdout) == (4, "")
    assert what in done.stderr
    assert "--ratings" not in done.stderr  # they have no such option


def test_a_direct_title_waits_for_ratings(run):
    Path("ranked.trf").write_text(ranked(rated=False))
    words = ("direct", "ranked.trf", "--championship", "world-amateur-u2000", "--games-confirmed")
    unknown = run(*words)
    Path("ranked.trf").write_text(ranked(rated=True))
    known = run(*words)
    assert (unknown.exit_code, known.exit_code) == (0, 0)
    assert unknown.stdout != known.stdout
    assert "the file has no ratings: to confirm" in unknown.stdout
    assert "conditional" not in unknown.stdout


def ranked(rated):
    rating = "1990" if rated else "   0"
    facts = "012 World Amateur\n032 GRE\n042 2024/10/20\n052 2024/10/30\n092 Swiss\n142 9\n"
    return facts + "".join(
        f"001 {no:4} m    {f'Player, {no}':33} {rating} GER {no:11} 1990/01/01  9.0 {no:4}"
        + f"  {other:4} w {1 if no < other else 0}" * 9 + "\n" for no, other in ((1, 2), (2, 1))
    )  # fmt: skip


def test_a_sheet_that_states_no_rating_is_not_judged():
    with pytest.raises(UnreadableInput, match=r"sheet\.toml: this sheet cannot be judged"):
        prepare(sheet())
    with pytest.raises(UnreadableInput, match="rating = 0 for an opponent who had none"):
        prepare(sheet('rating = ""', 'rating = ""'))
    with pytest.raises(UnreadableInput):
        prepare(sheet("rating = 0"))


def test_a_sheet_that_states_that_nobody_was_rated_is_judged():
    event = sheet("rating = 0", "rating = 0")
    assert prepare(event).event.players == event.players
    assert str(event.origin_of(event.players[2], "rating")) == "sheet.toml:9"


def test_ratings_answered_as_none_are_known():
    event = Event("x.trf", "TRF", None, {1: Player(1, "Amsel"), 2: Player(2, "Buche")}, 1, 1, True, None)
    answers = [f"[[players]]\nno = {no}\nrating = 0\n" for no in (1, 2)]
    assert not has_ratings(prepare_answers(event, answers[0]))
    assert has_ratings(prepare_answers(event, "".join(answers)))


def prepare_answers(event, text):
    try:
        return prepare(event, loads(text.encode(), "answers.toml")).event
    except UnreadableInput:
        return event


def test_an_event_with_one_rating_is_as_before():
    players = {1: Player(1, "Amsel", rating=1200), 2: Player(2, "Buche")}
    refuse_without_ratings(Event("x.trf", "TRF", None, players, 1, 1, True, None))


def test_every_sentence_is_used():
    code = "".join(path.read_text("utf-8") for path in (ROOT.parent / "normcheck").rglob("*.py"))
    told = tomllib.loads((folder("rules") / "en" / "refusals_unrated.toml").read_text("utf-8"))
    assert [key for key in told if f'"{key}"' not in code] == []
