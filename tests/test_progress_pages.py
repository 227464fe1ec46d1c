"""The command, its formats, the pages and form IT2."""

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from normcheck.cli import main
from normcheck.progress.apply import applications
from normcheck.progress.gather import gather
from normcheck.progress.html import html
from normcheck.progress.model import ProgressOut
from normcheck.progress.sheets import report
from normcheck.ratings import store
from normcheck.ratings.entry import Entry
from normcheck.ratings.months import Month

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "tests" / "examples" / "player.toml"
EVENT = ROOT / "tests" / "examples" / "lakeside_open.trf"
SHEET = ROOT / "tests" / "examples" / "norm_sheet.toml"
IM_OF_EVENT, GM_OF_EVENT = "99000445", "99000261"


@pytest.fixture(autouse=True)
def no_rating_lists(monkeypatch, tmp_path):
    monkeypatch.setenv("NORMCHECK_DATA", str(tmp_path / "none"))


def run(*words):
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, ["progress", *map(str, words)])


def out(*words):
    return ProgressOut.model_validate_json(run(*words, "--format", "json").stdout)


def title(found, name):
    return next(t for t in found.titles if t.title == name)


def typed(tmp_path, norms=3, ratings="", player='name = "Oddvik, Rune"\nfide_id = 99000017\nfederation = "NOR"'):
    one = (
        '[[norms]]\ntitle = "IM"\nevent = "Spring Event {n}"\nstart = 2024-0{n}-02\nend = 2024-0{n}-10\ngames = 9\n'
        'system = "swiss"\nrequired = 5\nscore = 5.5\naverage = 2412\n'
        "flags = {{ normal_foreigner = true, large_swiss = true }}\n"
    )
    path = tmp_path / "sheet.toml"
    text = f"[player]\n{player}\n" + "".join(one.format(n=n) for n in range(1, norms + 1)) + ratings
    path.write_text(text, encoding="utf-8")
    return path


# The command


def test_the_example_is_told_in_eighty_columns():
    result = run(EXAMPLE)
    assert result.exit_code == 0
    assert "Way to IM: complete" in result.stdout
    assert "Complete: 3 norms cover 28 games (27 needed)" in " ".join(result.stdout.split())
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_every_line_of_the_verbose_text_fits():
    result = run(EXAMPLE, "-v")
    assert "2024-01-01 2371 rating list" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("ratings", "words", "code"),
    [
        ("[[ratings]]\ndate = 2024-01-01\nvalue = 2400\n", (), 0),
        ("", (), 3),
        ("[[ratings]]\ndate = 2024-01-01\nvalue = 2399\n", (), 1),
        ("[[ratings]]\ndate = 2024-01-01\nvalue = 2400\n", ("--title", "gm"), 1),
        ("", ("--title", "IM"), 3),
    ],
)
def test_exit_codes(tmp_path, ratings, words, code):
    assert run(typed(tmp_path, ratings=ratings), *words).exit_code == code


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ((), 2, "Give a player's sheet"),
        ((EXAMPLE, "--title", "FM"), 2, "is no title with norms"),
        ((EXAMPLE, "--format", "pdf"), 2, "A PDF needs a file"),
        ((EXAMPLE, "-o", EXAMPLE), 2, ""),
        (("nowhere.toml",), 4, "there is no such file"),
        ((EVENT,), 2, "Whose norms?"),
        ((EVENT, "--player", "77"), 2, "no player has the FIDE id 77"),
    ],
)
def test_wrong_usage(words, code, told):
    result = run(*words)
    assert result.exit_code == code
    assert told in result.stderr


# Norms from files


def test_an_event_is_judged_on_the_spot():
    found = out(EVENT, "--player", GM_OF_EVENT)
    gm = title(found, "GM")
    assert (gm.games, gm.games_missing, gm.further_norms) == (10, 17, 2)
    assert gm.norms[0].credited_by == ["1.4.1d"]
    assert title(found, "IM").state == "held"
    assert found.player.name == "Ahrendt, Nils"


def test_the_live_peak_of_an_event_is_evidence():
    gm = title(out(EVENT, "--player", GM_OF_EVENT), "GM")
    assert (gm.peak.highest.value, gm.peak.highest.live) == (2494.6, True)
    assert "Lakeside Open 2025" in gm.peak.highest.source
    assert gm.peak.reached is None


def test_a_mark_is_reached_on_the_day_of_the_first_game_that_reached_it(tmp_path):
    path = tmp_path / "lakeside.trf"
    lines = EVENT.read_text(encoding="utf-8").splitlines(keepends=True)
    higher = [line.replace(" 2463 ", " 2490 ", 1) if "Ahrendt, Nils" in line else line for line in lines]
    path.write_text("".join(higher), encoding="utf-8")
    peak = title(out(path, "--player", GM_OF_EVENT), "GM").peak
    assert (peak.reached.day, peak.reached.value) == ("2025-07-08", 2505.6)
    assert (peak.highest.day, peak.highest.value) == ("2025-07-13", 2518.3)


def test_a_verdict_and_its_event_give_the_same_norms(tmp_path):
    verdicts = tmp_path / "verdicts.json"
    text = CliRunner().invoke(main, ["check", str(EVENT), "--player", IM_OF_EVENT, "--format", "json"]).stdout
    verdicts.write_text(text, encoding="utf-8")
    from_json = title(out(verdicts, "--player", IM_OF_EVENT), "IM")
    from_event = title(out(EVENT, "--player", IM_OF_EVENT), "IM")
    assert [n.model_dump(exclude={"choices"}) for n in from_json.norms] == [
        n.model_dump(exclude={"choices"}) for n in from_event.norms
    ]
    both = title(out(verdicts, EVENT, "--player", IM_OF_EVENT), "IM")
    assert both.games == from_event.games


def test_a_verdict_of_another_player_is_refused(tmp_path):
    path = tmp_path / "verdicts.json"
    text = CliRunner().invoke(main, ["check", str(EVENT), "--player", IM_OF_EVENT, "--format", "json"]).stdout
    path.write_text(text, encoding="utf-8")
    result = run(path, "--player", "99000261")
    assert (result.exit_code, "no verdict on 99000261" in result.stderr) == (2, True)


def test_a_document_of_another_kind_is_refused(tmp_path):
    path = tmp_path / "verdicts.json"
    path.write_text('{"schema": "normcheck/1", "verdicts": []}', encoding="utf-8")
    result = run(path, "--player", "77")
    assert (result.exit_code, "made_by does not fit" in result.stderr) == (4, True)


def test_the_other_choices_of_an_event_are_used(tmp_path):
    """Eleven games break the normal federation limits, nine keep them: the shorter norm is taken if it must be."""
    found = json.loads(CliRunner().invoke(main, ["check", str(SHEET), "--format", "json"]).stdout)
    verdict = next(v for v in found["verdicts"] if v["title"] == "IM")
    verdict |= {"games": 11, "score": 7.5, "credited_games": 12}
    verdict["flags"]["normal_foreigner"] = False
    other = {"games": 9, "credited_games": 9, "score": 6, "average": 2382, "performance": 2507, "required_score": 5.5}
    verdict["alternatives"] = [
        {**other, "ignored_rounds": [1, 2], "articles": ["1.4.1f"], "normal_foreigner": True, "text": ""}
    ]
    (tmp_path / "verdict.json").write_text(json.dumps(found), encoding="utf-8")
    text = typed(tmp_path, norms=2).read_text(encoding="utf-8").replace("99000017", "99001001")
    sheet = tmp_path / "own.toml"
    sheet.write_text(text.replace("normal_foreigner = true", "normal_foreigner = false"), encoding="utf-8")
    chosen = title(out(sheet, tmp_path / "verdict.json"), "IM").norms[-1]
    assert (chosen.games, chosen.ignored_rounds, chosen.choices) == (9, [1, 2], 2)
    sheet.write_text(text, encoding="utf-8")
    assert title(out(sheet, tmp_path / "verdict.json"), "IM").norms[-1].games == 11


def test_a_norm_sheet_without_norm_is_noted(tmp_path):
    path = tmp_path / "weak.toml"
    path.write_text(SHEET.read_text(encoding="utf-8").replace('result = "1"', 'result = "0"'), encoding="utf-8")
    assert out(path, "--player", "99001001").notes == ["weak.toml: no norm of any title."]


# The pages


def pages(path, *words, tmp_path):
    file = tmp_path / "progress.pdf"
    run(path, "--format", "pdf", "-o", file, *words)
    pdf = PdfReader(io.BytesIO(file.read_bytes()))
    return pdf, [" ".join(page.extract_text().split()) for page in pdf.pages]


def test_the_form_is_filled(tmp_path):
    _, texts = pages(EXAMPLE, tmp_path=tmp_path)
    forms = [text for text in texts if text.startswith("TITLE APPLICATION")]
    assert len(forms) == 1
    for told in (
        "The following federation DEN hereby applies for the title of: IM",
        "Family Name: Kjeldgren First name: Mads",
        "Date of Birth: 17 April 2001",
        "Date necessary rating gained: 2 Level of highest rating: 2417",
        "Name of event: Harbour Masters Open",
        "Total number of games played: 9 Points required: 5½ Points scored: 7",
        "Total Titled GMs IMs FMs WGMs WIMs WFMs Rated Unrated",
        "Total number of games: 28 (minimum 27)",
        "1.5.6: norm 2",
    ):
        assert told in forms[0]
    assert "8 1 3 3 1 0 0 9 0" in forms[0]


@pytest.mark.parametrize(("drop", "told"), [("nothing", "08 July 2025"), ("132", "")])
def test_the_day_of_a_live_mark_is_a_blank_without_dates_of_rounds(tmp_path, drop, told):
    path = tmp_path / "lakeside.trf"
    lines = EVENT.read_text(encoding="utf-8").splitlines(keepends=True)
    higher = [line.replace(" 2463 ", " 2490 ", 1) if "Ahrendt, Nils" in line else line for line in lines]
    path.write_text("".join(line for line in higher if not line.startswith(drop)), encoding="utf-8")
    found = gather([path], GM_OF_EVENT)
    made = report(found, applications(found, ["GM"]), forced=True).pages[0]
    assert made.forms[0].rating_date.text == told
    assert ("Date necessary rating gained" in [blank.label for blank in made.blanks]) == (not told)


def test_blanks_are_numbered_and_explained(tmp_path):
    made = page_of(typed(tmp_path, ratings="[[ratings]]\ndate = 2024-01-01\nvalue = 2400\n"))
    assert [blank.label for blank in made.blanks[:2]] == ["Date of Birth", "Place of Birth"]
    assert [blank.number for blank in made.blanks] == list(range(1, len(made.blanks) + 1))
    form = made.forms[0]
    assert "Location of norm 3 of the form." in [blank.text for blank in made.blanks]
    assert (form.birth.blank, form.place_of_birth.blank, form.rating.text) == (1, 2, "2400")


def page_of(path, forced=False):
    told = gather([path], None)
    return report(told, applications(told, ["IM"]), forced=forced).pages[0]


def test_three_norms_a_sheet(tmp_path):
    path = typed(tmp_path, norms=5)
    text = path.read_text(encoding="utf-8").replace("games = 9", "games = 7\nkind = 'world or continental team'")
    path.write_text(text.replace("score = 5.5", "score = 5"), encoding="utf-8")
    forms = page_of(path).forms
    assert [(len(form.norms), form.empty, form.sheet) for form in forms] == [(3, 0, 1), (1, 2, 2)]
    assert [form.total for form in forms] == ["see last sheet", "28 (minimum 27)"]


def test_no_form_before_the_norms_are_there(tmp_path):
    path = typed(tmp_path, norms=2)
    assert page_of(path).forms == ()
    assert "NOT YET TO BE SENT" in " ".join(page_of(path, forced=True).forms[0].comments)


def test_a_rating_not_reached_makes_the_title_conditional(tmp_path):
    path = typed(tmp_path, ratings="[[ratings]]\ndate = 2024-01-01\nvalue = 2390\n")
    form = page_of(path).forms[0]
    assert form.rating_date.blank
    assert any(text.startswith("conditional title") for text in form.comments)


def test_each_form_is_one_sheet_however_long_the_names(tmp_path):
    path = typed(tmp_path)
    text = path.read_text(encoding="utf-8")
    long = "International Spring Event of the Long Valleys " * 2
    path.write_text(text.replace("Spring Event", long), encoding="utf-8")
    _, texts = pages(path, tmp_path=tmp_path)
    assert sum(text.startswith("TITLE APPLICATION") for text in texts) == 1
    assert "Signature of federation official" in texts[-1]
    assert "TITLE APPLICATION" in texts[-1]


def test_the_progress_is_attached(tmp_path):
    pdf, _ = pages(EXAMPLE, tmp_path=tmp_path)
    ((_, content),) = pdf.attachments.items()
    assert ProgressOut.model_validate_json(content[0]).titles[0].title


def test_the_same_progress_gives_the_same_bytes(tmp_path):
    for name in ("one.pdf", "two.pdf"):
        run(EXAMPLE, "--format", "pdf", "-o", tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_html_fetches_nothing_and_escapes_names(tmp_path):
    path = typed(tmp_path, player='name = "<b>Odd</b>, Rune"')
    told = gather([path], None)
    text = html(report(told, applications(told)))
    assert "&lt;b&gt;Odd&lt;/b&gt;" in text
    assert "http" not in text.replace("https://www.w3.org", "").split("</style>")[1]
    assert "<svg" in html(report(gather([EXAMPLE], None), applications(gather([EXAMPLE], None))))


def test_the_picture_has_every_norm_apart(tmp_path):
    made = page_of(typed(tmp_path, ratings="[[ratings]]\ndate = 2010-01-01\nvalue = 2300\n")).timeline
    spots = made.norms
    assert [spot.number for spot in spots] == [1, 2, 3]
    assert len({(spot.x, spot.y) for spot in spots}) == 3
    assert len({spot.y for spot in spots}) == 3  # three months of fifteen years are close together
    assert made.mark_label == "IM 2400"
    assert all(made.left <= spot.x <= made.right for spot in spots)


def test_the_shorter_choice_without_exemption_is_found_in_an_event(tmp_path):
    """Eleven games hold only by the exemption of the Swiss; without one win against an own player ten do without."""
    path = tmp_path / "long.toml"
    text = SHEET.read_text(encoding="utf-8")
    game = '{{ round = {}, opponent = "{}", rating = 2404, title = "IM", federation = "{}", result = "1" }},'
    more = [game.format(10, "Ryttegaard, Ib", "DEN"), game.format(11, "Kowalczuk, Jan", "POL")]
    text = text.replace("]\n\n[event]", "\n".join(more) + "\n]\n\n[event]").replace("rounds = 9", "rounds = 11")
    for other in ("NOR", "SWE", "ISL", "NED"):
        text = text.replace(f'federation = "{other}"', 'federation = "DEN"')
    text = text.replace("swiss_exemption = false", "swiss_exemption = true").replace("2025-03-16", "2025-03-18")
    path.write_text(text, encoding="utf-8")
    chosen = title(out(path, "--player", "99001001"), "IM").norms[0]
    assert chosen.choices > 1
    assert chosen.normal_foreigner
    assert chosen.ignored_rounds


def test_all_games_and_those_counted_stand_on_the_form(tmp_path):
    path = tmp_path / "long.toml"
    text = SHEET.read_text(encoding="utf-8").replace("rounds = 9", "rounds = 10").replace("2025-03-16", "2025-03-17")
    game = '{ round = 10, opponent = "Kowalczuk, Jan", rating = 1950, federation = "POL", result = "0" },\n'
    path.write_text(text.replace("]\n\n[event]", game + "]\n\n[event]"), encoding="utf-8")
    told = gather([path], "99001001")
    block = report(told, applications(told, ["IM"]), forced=True).pages[0].forms[0].norms[0]
    assert (block.games, block.required.text, block.score.text) == ("10", "6½", "6")
    assert (block.counted, block.counted_required, block.counted_score) == ("9", "5½", "6")
    assert dict(block.opponents)["Rated"] == "9"


def test_kept_rating_lists_are_evidence(tmp_path):
    store.replace(Month(2021, 9), "list.txt", [Entry(99000017, "Oddvik, Rune", rating=2411)])
    page = page_of(typed(tmp_path))
    assert page.out.state == "complete"
    assert page.out.peak.reached.day == "2021-09-01"
    assert "rating list of 2021-09" in page.out.conditions[2].found
