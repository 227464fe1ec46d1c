"""Data flows one way: a module imports only from rooms upstream of its own."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "normcheck"

# Rooms from upstream to downstream; a name stands for a module or a whole folder.
ROOMS = [
    ["__init__", "errors", "event", "resources"],
    ["shown"],
    ["clauses"],
    ["regulation"],
    ["wording"],
    ["expectancy", "clock", "clock_words", "explain", "editions_diff", "named"],
    ["read"],
    ["answers", "ratings"],
    ["complete"],
    ["prepare"],
    ["law", "finding"],
    ["count"],
    ["mix"],
    ["checks"],
    ["totals"],
    ["search", "bound", "conditions", "field", "late_titles", "possible"],
    ["readings", "reach"],
    ["doubts"],
    ["judge"],
    ["verdict"],
    ["findings"],
    ["forecast"],
    ["output"],
    ["report"],
    ["rating"],
    ["forecast_live"],
    ["titles"],
    ["progress"],
    ["write"],
    ["web"],
    ["audit"],
    ["cli"],
    ["__main__"],
]
ORDER = {name: number for number, names in enumerate(ROOMS) for name in names}
# Inside the report: what is shown is made before it is rendered.
REPORT = [["model", "pages", "totals"], ["questions"], ["reasons"], ["made"], ["rounds"], ["verdicts", "chart"],
          ["build"],
          ["asked"], ["asked_toml", "certificate"],
          ["proof"], ["sheets"], ["html", "layout", "text_parts", "text_verdicts", "text"], ["pdf"],
          ["forecast_model", "forecast_plan_model"], ["forecast_words"], ["forecast_build", "forecast_plan_build"],
          ["forecast_text", "forecast_plan_text"], ["forecast_html"],
          ["forecast_pdf", "forecast_plan_html"]]  # fmt: skip
IN_REPORT = {name: number for number, names in enumerate(REPORT) for name in names}


def room(parts: tuple[str, ...]) -> str:
    """The room of a module; the command modules are one room."""
    return "cli" if parts[0].startswith("cli") else parts[0]


def imports(path: Path) -> set[tuple[str, ...]]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "normcheck":
            parts = tuple((node.module or "").split(".")[1:])
            found |= {parts} if parts else {(alias.name,) for alias in node.names}
        if isinstance(node, ast.Import):
            found |= {tuple(a.name.split(".")[1:]) for a in node.names if a.name.startswith("normcheck.")}
    return {parts for parts in found if parts and (parts[0] != "__version__")}


MODULES = sorted(path for path in PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_go_upstream(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    own = room(parts)
    assert own in ORDER, f"{own} has no room yet: add it to ROOMS"
    for other in imports(path):
        assert ORDER[room(other)] <= ORDER[own], f"{'.'.join(parts)} imports {'.'.join(other)} downstream of it"


@pytest.mark.parametrize("name", [n for names in REPORT for n in names])
def test_renderers_come_after_what_they_show(name):
    path = PACKAGE / "report" / f"{name}.py"
    for other in imports(path):
        if other[0] == "report" and len(other) > 1:
            assert IN_REPORT[other[1]] < IN_REPORT[name] or IN_REPORT[other[1]] == IN_REPORT[name]


@pytest.mark.parametrize("name", ["count", "mix", "search", "bound", "judge", "field", "law", "checks/ratings"])
def test_no_float_decides(name):
    tree = ast.parse((PACKAGE / f"{name}.py").read_text(encoding="utf-8"))
    floats = [n.lineno for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, float)]
    divisions = [n.lineno for n in ast.walk(tree) if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Div)]
    assert (floats, divisions) == ([], [])


def test_no_article_number_in_code():
    """Article numbers live in the editions; comments and docstrings may cite them, code may not."""
    found = []
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
        for node in ast.walk(tree):
            is_text = isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
            if is_text and any(f"1.{n}." in node.value for n in range(1, 8)):
                found.append(f"{path.name}:{node.lineno}")
    assert found == []


def test_only_the_commands_print():
    offenders = [
        path.name
        for path in MODULES
        if not path.name.startswith("cli")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert offenders == []


def test_weasyprint_is_imported_where_a_pdf_is_made_only():
    at_module_level = [
        path.name
        for path in MODULES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Import | ast.ImportFrom) and "weasyprint" in ast.dump(node)
    ]
    assert at_module_level == []
