import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import normcheck
from normcheck import cli_flow, cli_report, output
from normcheck.cli import COMMANDS, main
from normcheck.cli_screen import is_coloured
from normcheck.errors import BrokenRules, PdfUnavailable, UnwritableOutput, WrongUsage

# A round robin of ten: the lower number wins, but number 4 loses to number 1 only.
FEDERATIONS = ("GER", "POL", "ESP", "UKR", "NOR", "IND", "GEO", "FRA", "ITA", "SWE")
TITLES = ("GM", "GM", "GM", "IM", "IM", "IM", "FM", "WIM", "", "")
NAMES = (
    "Amsel, Ada", "Buche, Bo", "Corvin, Cleo", "Dachs, Dag", "Eberle, Eva",
    "Fälke, Finn", "Greif, Gil", "Hasel, Hana", "Igel, Ivo", "Igel, Ida",
)  # fmt: skip


ROOT = Path(normcheck.__file__).parents[1]


def pairings(players):
    """The rounds of a round robin by the circle method: each is a list of pairs."""
    ring = list(range(1, players + 1))
    for _ in range(players - 1):
        yield [(ring[at], ring[-1 - at]) for at in range(players // 2)]
        ring = [ring[0], ring[-1], *ring[1:-1]]


def result(one, two):
    """What number `one` scores against `two`."""
    winner = 4 if 4 in (one, two) and 1 not in (one, two) else min(one, two)
    return "1" if one == winner else "0"


def event(start="2024/05/01", end="2024/05/09", names=NAMES, ids=True):
    rounds = {no: [] for no in range(1, len(names) + 1)}
    for pairs in pairings(len(names)):
        for white, black in pairs:
            rounds[white].append(f"  {black:4} w {result(white, black)}")
            rounds[black].append(f"  {white:4} b {result(black, white)}")
    lines = [
        "012 Owls Invitational", "022 Eulenburg", "032 GER", f"042 {start}", f"052 {end}",
        "092 Individual: Round-Robin", "102 IA Uhu, Ulla", "122 90 minutes/40 moves + 30 minutes + 30 seconds/move",
    ]  # fmt: skip
    for no, name in enumerate(names, 1):
        sex = "w" if TITLES[no - 1].startswith("W") else "m"
        points = sum(int(game[-1]) for game in rounds[no])
        identity = f"{71000000 + no}" if ids else ""
        who = f"001 {no:4} {sex}{TITLES[no - 1]:>3} {name:33} {2500 - 20 * no:4} {FEDERATIONS[no - 1]} {identity:>11}"
        lines.append(f"{who} 1990/01/01 {points:4.1f} {no:4}" + "".join(rounds[no]))
    return "\n".join(lines) + "\n"


def sheet(score=7, kind='kind = "ordinary"', rating="2480"):
    """A norm sheet of nine games: the first `score` are won, the others lost."""
    games = "".join(
        f'[[games]]\nround = {no}\nopponent = "Opponent {no}"\nfide_id = {8000000 + no}\nrating = {rating}\n'
        f'title = "{"GM" if no < 5 else "IM"}"\n'
        f'federation = "{FEDERATIONS[no]}"\nresult = "{1 if no <= score else 0}"\n'
        for no in range(1, 10)
    )
    return (
        f'[event]\nname = "Spring"\nstart = 2024-05-01\nend = 2024-05-09\nrounds = 9\nsystem = "swiss"\n{kind}\n'
        f'swiss_exemption = false\nfederation = "AUT"\n[player]\nname = "Lind, Anna"\nfide_id = 1700001\n'
        f'title = "FM"\nfederation = "SUI"\nrating = 2390\nsex = "m"\n{games}'
    )


def process(folder, *args, **options):
    """Run a command line as a process of its own."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | options.pop("env", {})
    command = [sys.executable, "-m", "normcheck", *args]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | options
    return subprocess.run(command, check=False, cwd=folder, env=environment, **options)


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command line in an empty folder; `files` are written there first."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*args, standard_input=None, **files):
        for name, content in files.items():
            data = content if isinstance(content, bytes) else content.encode()
            (tmp_path / name.replace("_", ".")).write_bytes(data)
        return CliRunner().invoke(main, [str(arg) for arg in args], input=standard_input)

    return run


def one_sentence(done, code):
    """Assert the exit code and a single line on standard error; return it."""
    assert done.exit_code == code, done.output
    assert done.stderr.startswith("normcheck: ")
    assert done.stderr.count("\n") == 1
    assert "unexpected error" not in done.stderr
    return done.stderr


# --- the program itself


def test_version_needs_no_heavy_import():
    heavy = "{'pydantic', 'rich', 'jinja2', 'weasyprint', 'tomllib'}"
    code = f"import sys, normcheck.cli; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_versions(run):
    assert run("--version").output.startswith("normcheck ")
    lines = run("--version", "-v").output.splitlines()
    assert [line.split()[0] for line in lines][-3:] == ["WeasyPrint", "Pango", "HarfBuzz"]
    assert all(line.split()[1][0].isdigit() for line in lines)


def test_versions_without_pango(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    last = run("--version", "-v").output.splitlines()[-1]
    assert last.startswith("WeasyPrint not available; install it with: ")


def test_help_names_every_command(run):
    for done in (run(), run("--help")):
        assert done.exit_code == 0
        assert all(f"\n  {name} " in done.output for name in COMMANDS)


@pytest.mark.parametrize("name", [*COMMANDS, "editions list", "editions check"])
def test_every_option_has_help(run, name):
    done = run(*name.split(), "--help")
    assert done.exit_code == 0
    command = main
    for word in name.split():
        command = command.get_command(None, word)
    assert all(option.help for option in command.params if option.param_type_name == "option")


@pytest.mark.parametrize(
    "args",
    [
        ("chek",),
        ("check",),
        ("check", "a.trf", "--format", "xml"),
        ("check", "a.trf", "--nothing"),
        ("report", "a.trf"),
        ("explain",),
        ("explain", "9.9.9"),
        ("explain", "1.4.1", "--edition", "1850"),
        ("editions", "destroy"),
    ],
)
def test_wrong_usage_is_one_sentence(run, args):
    one_sentence(run(*args, a_trf=event()), 2)


def test_unexpected_error_is_one_sentence(run, monkeypatch):
    def fail(_):
        raise ZeroDivisionError("no\nnews")

    monkeypatch.setattr(cli_flow, "read_event", fail)
    done = run("check", "a.trf")
    assert done.exit_code == 4
    assert done.stderr.startswith("normcheck: An unexpected error stopped normcheck (ZeroDivisionError in test_cli.py:")
    assert done.stderr.count("\n") == 1


def test_interrupt(run, monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_flow, "read_event", interrupt)
    assert run("check", "a.trf").exit_code == 130


def test_reader_who_goes_away(tmp_path):
    (tmp_path / "a.trf").write_text(event())
    reading, writing = os.pipe()
    os.close(reading)
    done = process(tmp_path, "check", "a.trf", "--format", "json", stdout=writing)
    os.close(writing)
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_full_disk(tmp_path):
    (tmp_path / "a.trf").write_text(event())
    with Path("/dev/full").open("w") as full:
        done = process(tmp_path, "check", "a.trf", stdout=full)
    assert done.returncode == 4
    assert done.stderr.startswith("normcheck: The output cannot be written (No space left on device).")
    assert done.stderr.count("\n") == 1


def test_terminal_that_cannot_print_a_name(tmp_path):
    (tmp_path / "a.trf").write_text(event(names=("Őrsi, Győző", *NAMES[1:])), encoding="utf-8")
    asked = ("check", "a.trf", "--player", "1", "--title", "GM")
    done = process(tmp_path, *asked, env={"PYTHONIOENCODING": "iso-8859-1"}, encoding="iso-8859-1")
    assert "?rsi, Gy?z?" in done.stdout
    assert done.stderr == ""


# --- explain, editions


def test_explain_an_article(run):
    done = run("explain", "1.4.5b")
    assert done.exit_code == 0
    assert done.output.startswith("1.4.5 Required titles")
    assert "GM   1.4.5b  GM\n" in done.output
    assert "https://" in done.output


def test_explain_a_key_in_an_edition(run):
    done = run("explain", "large_swiss", "--edition", "2024")
    assert done.exit_code == 0
    assert done.output.startswith("1.4.3d ")
    assert "Often misread" in done.output


def test_editions(run):
    for args in (("editions",), ("editions", "list")):
        assert "\nfide-b01-2024  2024-01-01 to in force\n" in run(*args).output
    done = run("editions", "check")
    assert done.exit_code == 0
    assert "\nfide-b01-2024: all " in done.output


def test_broken_rules(run, monkeypatch):
    def broken():
        raise BrokenRules("fide-b01-2024.toml: clauses.games.minimum: missing; correct the file")

    monkeypatch.setattr("normcheck.cli_editions.editions", broken)
    assert "clauses.games.minimum" in one_sentence(run("editions", "check"), 4)


# --- check


def test_event_as_text(run):
    done = run("check", "a.trf", a_trf=event())
    assert done.exit_code == 0
    assert done.stderr == ""
    assert "Owls Invitational" in done.output
    assert "Norms (1)\n" in done.output
    assert "   4  IM  Dachs, Dag  UKR  2420  GM      8/9  " in done.output
    assert done.output.endswith("1 norm among 10 players; 9 of 9 rounds.\n")
    assert max(map(len, done.output.splitlines())) <= 80
    assert "\x1b" not in done.output


def test_everybody_and_findings(run):
    done = run("check", "a.trf", "--all", "-v", a_trf=event())
    assert "No norm (" in done.output
    assert "Igel, Ida" in done.output
    assert "1.4.8a" in done.output
    assert max(map(len, done.output.splitlines())) <= 80


def test_all_means_grandmasters_too(run):
    found = json.loads(run("check", "a.trf", "--all", "--format", "json", a_trf=event()).output)
    judged = [(v["player"]["no"], v["title"]) for v in found["verdicts"]]
    assert judged[:4] == [(1, "GM"), (2, "GM"), (3, "GM"), (4, "GM")]


def test_json_has_everybody_and_every_title(run):
    done = run("check", "a.trf", "--format", "json", a_trf=event())
    found = json.loads(done.output)
    assert done.exit_code == 0
    assert found["schema"] == "normcheck/1"
    decisions = {(v["player"]["no"], v["title"]): v["decision"] for v in found["verdicts"]}
    assert decisions[4, "GM"] == "norm"
    assert {no for no, _ in decisions} == set(range(4, 11))  # grandmasters hold every title
    assert "NaN" not in done.output


def test_json_of_a_title_asked_has_its_holders(run):
    done = run("check", "a.trf", "--format", "json", "--title", "gm", "--title", "IM", a_trf=event())
    found = json.loads(done.output)
    asked = [(v["player"]["no"], v["title"]) for v in found["verdicts"]]
    assert asked == [(no, title) for no in range(1, 11) for title in ("GM", "IM")]


def test_output_file_is_the_same_every_time(run, tmp_path):
    first = run("check", "a.trf", "--format", "json", a_trf=event()).stdout_bytes
    done = run("check", "a.trf", "--format", "json", "-o", "new/out.json")
    assert done.exit_code == 0
    assert done.output == ""
    assert (tmp_path / "new" / "out.json").read_bytes() == first
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["out.json"]


def test_html_has_the_pages(run, tmp_path):
    names = ("<b>Amsel</b>, Ada", "=1+1, Bo", *NAMES[2:])
    done = run("check", "a.trf", "--format", "html", "--all", "-o", "out.html", a_trf=event(names=names))
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert done.exit_code == 0
    assert page.lower().startswith("<!doctype html>")
    assert "Dachs" in page
    assert "<b>Amsel" not in page
    assert "&lt;b&gt;Amsel" in page


def test_standard_input(run):
    done = run("check", "-", "--player", "4", standard_input=event())
    assert done.exit_code == 0
    assert "1 norm" in done.output
    assert "standard-input" in one_sentence(run("check", "-", standard_input=b""), 4)


def test_answers_and_edition(run):
    answers = '[event]\nname = "Owls, corrected"\n'
    done = run("check", "a.trf", "--answers", "b.toml", "--edition", "2024", a_trf=event(), b_toml=answers)
    assert done.exit_code == 0
    assert done.output.startswith("Owls, corrected\n")
    assert "chosen by hand" in " ".join(done.output.split())


def test_output_never_replaces_an_input(run, tmp_path):
    done = run("check", "a.trf", "-o", "./a.trf", a_trf=event())
    assert "a.trf" in one_sentence(done, 2)
    assert (tmp_path / "a.trf").read_text() == event()


# --- one player, exit codes


@pytest.mark.parametrize("word", ["4", "71000004", "Dachs", "dag dachs", "DACHS, DAG", " 4 "])
def test_a_player_is_found(run, word):
    done = run("check", "a.trf", "--player", word, a_trf=event())
    assert done.exit_code == 0
    assert "1 norm" in done.output
    assert "for Dachs, Dag; 9 of 9 rounds." in done.output


def test_accents_do_not_matter(run):
    done = run("check", "a.trf", "--player", "falke", a_trf=event())
    assert done.exit_code == 1
    assert "Fälke, Finn" in done.output


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("99", "run from 1 to 10"),
        ("70000000", "run from 1 to 10"),
        ("Dacks, Dag", "Did you mean Dachs, Dag?"),
        ("igel", "9 Igel, Ivo, 10 Igel, Ida"),
        ("", "run from 1 to 10"),
    ],
)
def test_a_player_who_is_not_found(run, word, hint):
    sentence = one_sentence(run("check", "a.trf", "--player", word, a_trf=event()), 2)
    assert hint in sentence
    assert "a.trf" in sentence


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (("--player", "4", "--title", "WIM"), "WIM norms are for women"),
        (("--player", "4", "--title", "FM"), "'FM' is no title with norms"),
        (("--player", "1"), "Amsel, Ada (GM) already holds"),
    ],
)
def test_what_cannot_be_judged(run, args, hint):
    assert hint in one_sentence(run("check", "a.trf", *args, a_trf=event()), 2)


@pytest.mark.parametrize(
    ("text", "args", "code"),
    [
        (sheet(7), (), 0),
        (sheet(5), (), 0),  # an IM norm, though no GM norm
        (sheet(5), ("--title", "IM"), 0),
        (sheet(5), ("--title", "GM"), 1),
        (sheet(5), ("--title", "GM", "--title", "IM"), 1),
        (sheet(0), (), 1),
        (sheet(7, rating="1900"), (), 1),
    ],
)
def test_exit_codes_of_a_sheet(run, text, args, code):
    done = run("check", "a.toml", *args, a_toml=text)
    assert done.exit_code == code, done.output
    assert done.stderr == ""


OPEN_FEDERATIONS = sheet(7).replace('federation = "SUI"', 'federation = "POL"', 1)
for code in FEDERATIONS[2:]:
    OPEN_FEDERATIONS = OPEN_FEDERATIONS.replace(f'federation = "{code}"', 'federation = ""')


@pytest.mark.parametrize("args", [(), ("--title", "GM"), ("--title", "GM", "--title", "IM")])
def test_exit_code_of_a_review(run, args):
    done = run("check", "a.toml", *args, a_toml=OPEN_FEDERATIONS)
    assert done.exit_code == 3, done.output
    assert "needs review: " in done.output
    assert "Ask " in done.output


def test_whole_events_are_done_even_without_a_norm(run):
    done = run("check", "a.trf", "--title", "WGM", a_trf=event())
    assert done.exit_code == 0
    assert "No norm, nothing to review, no near miss among 10 players" in done.output


def test_the_sheet_is_about_one_player(run):
    assert run("check", "a.toml", "--player", "lind", a_toml=sheet()).exit_code == 0
    assert run("check", "a.toml", "--player", "1700001").exit_code == 0
    assert "Lind, Anna" in one_sentence(run("check", "a.toml", "--player", "Opponent 1"), 2)


# --- report


def test_reports(run, tmp_path):
    done = run("report", "a.trf", "-o", "new/reports", a_trf=event())
    assert done.exit_code == 0, done.stderr
    (file,) = (tmp_path / "new" / "reports").iterdir()
    assert file.suffix == ".pdf"
    assert file.read_bytes().startswith(b"%PDF-")
    summary, line = done.output.splitlines()
    assert summary == "1 report written to new/reports: 1 norm."
    assert file.name in line
    assert "GM norm" in line


def test_report_on_one_player_without_a_norm(run, tmp_path):
    done = run("report", "a.trf", "-o", "out", "--player", "10", a_trf=event())
    assert done.exit_code == 1
    assert len(list((tmp_path / "out").iterdir())) == 1


def test_nothing_to_report(run, tmp_path):
    done = run("report", "a.trf", "-o", "out", "--title", "WGM", a_trf=event())
    assert done.exit_code == 0
    assert done.output.startswith("Nothing to report: ")
    assert done.output.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_many_reports_are_named_when_asked(run, monkeypatch):
    monkeypatch.setattr(cli_report, "FEW", 0)
    assert run("report", "a.trf", "-o", "out", a_trf=event()).output.count("\n") == 1
    assert run("report", "a.trf", "-o", "out", "-v").output.count("\n") == 2


def test_pdf_part_missing(run, tmp_path, monkeypatch):
    def missing():
        print("a library talks")  # noqa: T201
        raise PdfUnavailable("PDF needs Pango. Install it with: apt-get install pango")

    monkeypatch.setattr(cli_report, "PdfWriter", missing)
    done = run("report", "a.trf", "-o", "out", a_trf=event())
    assert "apt-get" in one_sentence(done, 5)
    assert done.stdout == ""
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("folder", ["a.trf", "a.trf/deeper", "bad\0name"])
def test_folder_that_cannot_be_written(run, tmp_path, folder):
    done = run("report", "a.trf", "-o", folder, a_trf=event())
    sentence = one_sentence(done, 4)
    assert "Choose another one with -o" in sentence
    assert [path.name for path in tmp_path.iterdir()] == ["a.trf"]
    assert (tmp_path / "a.trf").read_text() == event()


def test_progress_bar_only_on_a_terminal(run, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(cli_report, "PATIENCE", -1.0)
    assert run("report", "a.trf", "-o", "out", a_trf=event()).stderr == ""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    assert list(cli_report._watched(["one", "two"], 2)) == ["one", "two"]
    assert "Writing reports" in screen.getvalue()


def test_no_colours_for_pipes(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert not is_coloured()


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colours_can_be_switched_off(monkeypatch, name, value):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert is_coloured()
    monkeypatch.setenv(name, value)
    assert not is_coloured()


# --- bad input


def long_line():
    return "012 Event\n001    1 " + "x" * 20_000_000


def many_players():
    return "012 Event\n" + "".join(
        f"001 {no % 10000:4} m    Player, Number {no:18} 2000 GER 1 1990/01/01  0.0    1  0000 - Z\n"
        for no in range(1, 10_002)
    )


BAD_FILES = {
    "empty": ("a_trf", lambda: "", "empty"),
    "blank": ("a_trf", lambda: "\n\n  \n", "a.trf"),
    "binary": ("a_trf", lambda: bytes(range(256)) * 20, "binary"),
    "long line": ("a_trf", long_line, "characters"),
    "no players": ("a_trf", lambda: "012 Event\n", "001"),
    "too many players": ("a_trf", many_players, "more than"),
    "sheet with letters for a rating": ("a_toml", lambda: sheet(rating='"abcd"'), "rating"),
    "sheet cut": ("a_toml", lambda: sheet()[:300], "a.toml"),
    "sheet that is no TOML": ("a_toml", lambda: "[event\nrounds = 9", "a.toml"),
    "sheet as JSON cut": ("a_json", lambda: '{"event": {"rounds": 9}, "player": ', "a.json"),
    "sheet of the year 2126": ("a_toml", lambda: sheet().replace("start = 2024", "start = 2126"), "start"),
}


@pytest.mark.parametrize("case", BAD_FILES)
@pytest.mark.parametrize("command", [("check",), ("check", "--format", "json", "-o", "out"), ("report", "-o", "out")])
def test_files_that_cannot_be_read(run, tmp_path, command, case):
    name, content, hint = BAD_FILES[case]
    file = name.replace("_", ".")
    done = run(command[0], file, *command[1:], **{name: content()})
    sentence = one_sentence(done, 4)
    assert sentence.startswith(f"normcheck: {file}")
    assert hint in sentence
    assert len(sentence) < 600
    assert done.stdout == ""
    assert [path.name for path in tmp_path.iterdir()] == [file]


def own_opponent():
    return event().replace("    10 w ", "     1 w ", 1)


DOUBTFUL_FILES = {
    "cut line": lambda: event()[:-40],
    "own opponent": own_opponent,
    "year 2126": lambda: event(start="2126/05/01", end="2126/05/09"),
    "unknown federation": lambda: event().replace(" UKR ", " XYZ "),
    "HTML and formulas": lambda: event(names=("<script>alert(1)</script>", '=HYPERLINK("x")', "{{7*7}}", *NAMES[3:])),
    "no ids": lambda: event(ids=False),
}


@pytest.mark.parametrize("case", DOUBTFUL_FILES)
@pytest.mark.parametrize("form", ["text", "json", "html"])
def test_doubtful_files_are_judged(run, case, form):
    done = run("check", "a.trf", "--format", form, "--all", a_trf=DOUBTFUL_FILES[case]())
    assert done.exit_code == 0, done.stderr
    assert done.stderr == ""
    assert "<script>alert" not in done.output or form != "html"


@pytest.mark.parametrize("case", ["own opponent", "year 2126", "unknown federation"])
def test_doubts_are_warnings_with_their_line(run, case):
    done = run("check", "a.trf", "-v", a_trf=DOUBTFUL_FILES[case]())
    assert "\nWarnings (" in done.output
    assert "  a.trf:" in done.output


def test_files_that_are_not_there(run, tmp_path):
    assert "a.trf" in one_sentence(run("check", "a.trf"), 4)
    assert "folder" in one_sentence(run("check", tmp_path), 4)
    assert "no.toml" in one_sentence(run("check", "a.trf", "--answers", "no.toml", a_trf=event()), 4)
    assert one_sentence(run("check", "bad\0name"), 4)


# --- writing


def test_writing_is_whole_or_not_at_all(tmp_path, monkeypatch):
    target = tmp_path / "file.txt"
    target.write_text("old")

    def fail(self, other):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(UnwritableOutput, match="No space left on device"):
        output.write(target, b"new")
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["file.txt"]


def test_writing_follows_links_and_keeps_devices(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    output.write(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    output.write(tmp_path / "pipe", b"through")
    assert os.read(reader, 10) == b"through"
    os.close(reader)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(UnwritableOutput):
        output.write(tmp_path, b"new")
    assert list(tmp_path.iterdir()) == []


def test_overwriting(tmp_path):
    (tmp_path / "a").write_text("")
    output.refuse_overwriting(tmp_path / "b", tmp_path / "a", tmp_path / "missing")
    (tmp_path / "x").mkdir()
    with pytest.raises(WrongUsage):
        output.refuse_overwriting(tmp_path / "x" / ".." / "a", tmp_path / "a")
