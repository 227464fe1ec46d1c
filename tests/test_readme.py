import itertools
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import click
import pytest

from normcheck import answers
from normcheck.cli import main
from normcheck.errors import NormcheckError, PdfUnavailable
from normcheck.event import KINDS, SYSTEMS
from normcheck.read.sheet_model import EventTable
from normcheck.regulation import editions
from normcheck.report.model import Document, VerdictOut
from normcheck.report.pdf import install_hint

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
EXAMPLE = "tests/examples/lakeside_open.trf"
SHEET = "tests/examples/norm_sheet.toml"
ANSWERS = "tests/examples/answers.toml"


def normcheck(*words):
    """Run the program as in a terminal of 80 columns, in the folder of the README."""
    environment = {**os.environ, "COLUMNS": "80", "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "normcheck", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False)


def blocks(language):
    return [text for kind, text in BLOCKS if kind == language]


def section(heading):
    """The text under a heading, up to the next heading of any level."""
    return re.search(rf"^#+ {heading}\n(.*?)(?=^##+ |\Z)", README, re.MULTILINE | re.DOTALL)[1]


def rows(text):
    """The cells of the tables in a text, without the heads."""
    table = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table]
    rules = [at for at, row in enumerate(cells) if set("".join(row)) <= set("-:")]
    return [row for at, row in enumerate(cells) if at not in rules and at + 1 not in rules]


def commands(group=main, path=()):
    """Every command of the command line, with its path of names."""
    context = click.Context(group, obj=group.context_settings.get("obj"))
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


def options(command):
    """Every spelling of every option."""
    found = [p for p in command.params if isinstance(p, click.Option)]
    return {spelling for option in found for spelling in option.opts}


COMMANDS = dict(commands())
RUN, TEST = (line.strip() for line in blocks("sh"))


# Commands, options, exit codes


def test_every_command_of_the_program_is_in_the_table_and_no_other():
    named = [re.match(r"`normcheck ([a-z ]+[a-z])", first) for first, _ in rows(section("Commands"))]
    assert {tuple(match[1].split()) for match in named if match} == set(COMMANDS)


def test_the_table_of_commands_names_the_version_option():
    assert "--version" in options(main)
    assert any(first == "`normcheck --version`" for first, _ in rows(section("Commands")))


def test_every_option_of_check_and_report_is_in_the_table_and_no_other():
    named = [word for first, _ in rows(section("Commands")) for word in re.findall(r"`(--?[a-z]+)", first)]
    assert set(named) == options(COMMANDS["check",]) | options(COMMANDS["report",])


def test_options_said_to_be_of_one_command_are_of_that_command():
    assert "--format" in options(COMMANDS["check",]) - options(COMMANDS["report",])


@pytest.mark.parametrize("line", sorted(set(re.findall(r"`(normcheck [a-z][^`]*)`", README))))
def test_every_command_in_the_text_exists_with_its_options(line):
    words = shlex.split(line)[1:]
    path = tuple(itertools.takewhile(lambda word: re.fullmatch("[a-z]+", word), words))
    command = COMMANDS[path]
    assert {word for word in words if word.startswith("-")} <= options(command)


def test_the_formats_named_are_those_of_check():
    form = next(p for p in COMMANDS["check",].params if p.name == "form")
    choices = "\\|".join(form.type.choices)
    assert f"`--format {choices}`" in README


def test_the_exit_codes_are_those_of_the_program():
    codes = {int(code): meaning for code, meaning in rows(section("Exit codes"))}
    assert list(codes) == [0, 1, 2, 3, 4, 5]
    assert codes[NormcheckError.exit_code].startswith("the input cannot be read")
    assert codes[click.UsageError.exit_code] == "wrong usage"
    assert codes[PdfUnavailable.exit_code] == "the libraries for PDF are missing"


def write_sheet(tmp_path, federations):
    """The sheet of the README with other federations of opponents."""
    text = (ROOT / SHEET).read_text(encoding="utf-8")
    for old, new in federations.items():
        assert f'federation = "{old}"' in text
        text = text.replace(f'federation = "{old}"', f'federation = "{new}"')
    path = tmp_path / "sheet.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((EXAMPLE,), 0),
        ((EXAMPLE, "--player", "21"), 0),
        ((EXAMPLE, "--player", "1", "--title", "GM"), 1),
        ((SHEET,), 0),
        ((SHEET, "--title", "GM"), 1),
        ((EXAMPLE, "--no-such-option"), 2),
        ((EXAMPLE, "--player", "Nobody"), 2),
        (("no-such-file.trf",), 4),
    ],
)
def test_the_program_ends_with_the_codes_of_the_table(words, code):
    done = normcheck("check", *words)
    assert done.returncode == code
    assert bool(done.stderr.strip()) == (code in (2, 4))


def test_a_sheet_that_turns_on_an_open_fact_ends_with_the_code_for_review(tmp_path):
    # Five opponents of the own federation are allowed of nine; the sixth has no federation in the sheet.
    changes = dict.fromkeys(("FIN", "SWE", "ISL"), "DEN") | {"NOR": ""}
    assert normcheck("check", write_sheet(tmp_path, changes), "--title", "IM").returncode == 3
    changes["NOR"] = "DEN"
    assert normcheck("check", write_sheet(tmp_path, changes), "--title", "IM").returncode == 1


# Set-up


def test_both_lines_install_the_same_and_what_the_program_would_ask_for():
    asked = set(install_hint("linux").split())
    steps = [line.split(" && ") for line in (RUN, TEST)]
    assert steps[0][:3] == steps[1][:3]
    assert asked <= set(steps[0][1].split())


def test_the_hints_for_other_systems_are_those_of_the_program():
    assert f"`{install_hint('darwin')}`" in README
    assert f"`{install_hint('win32').split(' (')[0]}`" in README


def test_the_first_line_makes_reports_of_the_example():
    assert RUN.endswith(f".venv/bin/normcheck report {EXAMPLE} -o reports/")


def test_the_test_line_installs_the_development_packages_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "'.[dev]'" in TEST
    assert {re.match(r"\w+", package)[0] for package in project["optional-dependencies"]["dev"]} >= {"pytest", "mypy"}


def test_ci_calls_the_test_line_of_the_readme():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    pattern = re.search(r"test_command=\$\(grep -x '(.*)' README.md\)\n", script)[1]
    assert [line for line in README.splitlines() if re.fullmatch(pattern, line)] == [TEST]
    assert 'eval "$test_command"\n' in script


def test_ci_can_be_run():
    assert os.access(ROOT / ".ci" / "run", os.X_OK) or os.name == "nt"


# Samples


def test_the_sample_output_is_what_the_program_prints():
    command, _, output = blocks("console")[0].partition("\n")
    assert command == f"$ normcheck check {EXAMPLE}"
    assert normcheck("check", EXAMPLE).stdout.rstrip() == output.rstrip()


@pytest.mark.parametrize(("at", "file"), [(0, SHEET), (1, ANSWERS)])
def test_the_samples_of_inputs_are_the_files_of_the_examples(at, file):
    assert f"[{file}]({file})" in README
    assert blocks("toml")[at] == (ROOT / file).read_text(encoding="utf-8")


def test_the_sheet_gives_the_norm_of_its_player():
    verdicts = json.loads(normcheck("check", SHEET, "--format", "json").stdout)["verdicts"]
    assert {v["title"]: v["decision"] for v in verdicts} == {"GM": "no norm", "IM": "norm"}


def test_the_answers_fit_the_example_and_are_told_as_such():
    plain = json.loads(normcheck("check", EXAMPLE, "--format", "json").stdout)["event"]
    done = normcheck("check", EXAMPLE, "--answers", ANSWERS, "--format", "json")
    event = json.loads(done.stdout)["event"]
    assert done.stderr == ""
    assert (plain["kind"], event["kind"]) == ("", "ordinary")
    registered = next(c for c in event["conditions"] if c["clause"] == "registration")
    assert registered["outcome"] == "met"
    assert "answers.toml" in registered["source"]


def test_every_answer_turns_something():
    read = answers.load(ROOT / ANSWERS)
    assert len(read.players) == 2
    assert len(read.byes) == 1
    assert "  0000 - F" in (ROOT / EXAMPLE).read_text(encoding="utf-8")


def test_the_example_has_norms_of_both_lines_and_near_misses():
    verdicts = json.loads(normcheck("check", EXAMPLE, "--format", "json").stdout)["verdicts"]
    assert {v["title"] for v in verdicts if v["decision"] == "norm"} >= {"GM", "IM", "WIM"}
    assert any(v["near_miss"] for v in verdicts)


def test_the_library_sample_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    exec(compile(blocks("python")[0], "README.md", "exec"), {})
    assert "Ahrendt, Nils GM norm\n" in capsys.readouterr().out


# Words


def test_the_fields_of_the_document_are_those_named():
    named = re.findall(r"`([a-z_]+)`", section("JSON"))
    top = [name for first, _ in rows(section("JSON")) for name in re.findall(r"`(\w+)`", first)]
    fields = {field.alias or name for name, field in Document.model_fields.items()}
    assert set(top) == fields
    asked = {"player", "title", "decision", "games", "credited_games", "score", "average", "performance"}
    asked |= {"required_score", "ignored_rounds", "all_games", "alternatives", "findings", "questions", "flags"}
    assert asked <= set(named) & set(VerdictOut.model_fields)


def test_the_words_for_systems_kinds_and_answers_are_all_named():
    text = " ".join(section("Inputs").split())
    for word in (*SYSTEMS, *KINDS, *(set(EventTable.model_fields) - {"source"})):
        assert f"`{word}`" in text or re.search(rf"^{word} = ", README, re.MULTILINE)


def test_every_edition_known_is_named():
    days = [f"{e.effective_from.day} {e.effective_from:%B %Y}" for e in editions()]
    assert all(day in section("Editions") for day in days)


def test_links_and_pictures_lead_to_files():
    targets = [link for link in re.findall(r"\]\(([^)]+)\)", README) if not urlsplit(link).scheme]
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_the_picture_is_small():
    assert (ROOT / "tests" / "examples" / "certificate.png").stat().st_size < 200_000


def test_the_policy_is_told():
    policy = "A wrong yes costs a player a title years later; a wrong no is seen at once. A missing fact is never taken"
    assert policy + " as met." in README
