"""The decisions on the terminal: an entry per player and title, with its findings if they are asked for."""

from collections.abc import Iterable, Sequence

from normcheck.report.layout import GAP, Column, row, widths
from normcheck.report.model import EvidenceOut, FindingOut, VerdictOut
from normcheck.report.text_parts import LONGEST_LINE, View, heading, number, paragraph, sourced, word
from normcheck.wording import say

INLINE = 46  # cells that make a column for the reasons worth while
GROUPS = ("norm", "needs_review", "near_miss", "no_norm")
STYLES = {
    "norm": "good", "needs_review": "doubt", "near_miss": "strong", "no_norm": "faint",
    "met": "good", "not met": "bad", "unknown": "doubt",
}  # fmt: skip
_VERDICT_COLUMNS = (
    "no", "title", "name", "federation", "rating", "norm", "score", "average", "performance", "required",
)  # fmt: skip
_LEFT = {"title", "name", "federation", "norm", "result", "article", "heading", "outcome"}
_NAME = _VERDICT_COLUMNS.index("name")


def group_of(verdict: VerdictOut) -> str:
    """The heading under which a verdict stands."""
    return "near_miss" if verdict.near_miss else verdict.decision.replace(" ", "_")


def entries(verdicts: Sequence[VerdictOut], view: View) -> list[list[str]]:
    """An entry for every verdict, grouped by decision, all groups with the same columns."""
    if not verdicts:
        return []
    columns = _columns(_VERDICT_COLUMNS)
    cells = {id(v): _cells(v) for v in verdicts}
    sizes = widths(columns, list(cells.values()), view.width - GAP, _NAME)
    table = _Table(columns, sizes, view)
    groups = [[v for v in verdicts if group_of(v) == group] for group in GROUPS]
    blocks = [
        [line for v in group for line in table.entry(v, cells[id(v)])]
        for group in groups
    ]  # fmt: skip
    headed = [
        [heading(view, key, len(group)), table.head, *lines, *_whom_to_ask(group, view)]
        for key, group, lines in zip(GROUPS, groups, blocks, strict=True)
        if group
    ]
    return [*headed, paragraph(view, "", word("legend", "columns"))]


def _columns(keys: Iterable[str]) -> list[Column]:
    return [Column(word("columns", key), key not in _LEFT) for key in keys]


def _cells(verdict: VerdictOut) -> list[str]:
    who = verdict.player
    return [
        "" if who.no is None else str(who.no),
        who.title,
        who.name,
        who.federation or word("values", "missing"),
        number(who.rating or None),
        verdict.title,
        f"{number(verdict.score)}/{verdict.games}",
        number(verdict.average),
        number(verdict.performance),
        number(verdict.required_score),
    ]


class _Table:
    """The columns of the verdicts, and the lines of an entry in them."""

    def __init__(self, columns: list[Column], sizes: list[int], view: View) -> None:
        self.columns, self.sizes, self.view = columns, sizes, view
        self.indent = GAP + sizes[0] + GAP
        heads = [column.head for column in columns]
        taken = sum(sizes) + GAP * (len(sizes) + 1)
        self.rest = view.width - taken if view.width - taken >= INLINE else 0
        if self.rest:
            self.columns, self.sizes = [*columns, Column(word("columns", "result"))], [*sizes, self.rest]
            heads.append(word("columns", "result"))
        self.head = view.paint(self._lines(heads)[0], "faint")

    def _lines(self, cells: list[str]) -> list[str]:
        return [f"{' ' * GAP}{line}" for line in row(self.columns, cells, self.sizes)]

    def entry(self, verdict: VerdictOut, cells: list[str]) -> list[str]:
        """The figures, then the decision with its reason beside or under them, then what else is asked."""
        reason = _reason(verdict)
        lines = self._lines([*cells, reason] if self.rest else cells)
        if not self.rest:
            lines += self._under(reason)
        lines += [self.view.paint(line, "doubt") for text in verdict.doubts for line in self._under(text)]
        group = group_of(verdict)
        lines = [_painted_before_colon(line, word("decisions", group), self.view, STYLES[group]) for line in lines]
        return [*lines, *self._findings(verdict)] if self.view.verbose else lines

    def _under(self, text: str) -> list[str]:
        return paragraph(self.view, " " * self.indent, text)

    def _findings(self, verdict: VerdictOut) -> list[str]:
        columns = _columns(("article", "heading", "needed", "found", "outcome"))
        rows = [[f.article, f.heading, number(f.needed), number(f.found), f.outcome] for f in verdict.findings]
        room = min(self.view.width, LONGEST_LINE) - self.indent
        sizes, lines = widths(columns, rows, room, 1), [""]
        if rows:
            lines += [self.view.paint(line, "faint") for line in self._inner(columns, [c.head for c in columns], sizes)]
        for finding, cells in zip(verdict.findings, rows, strict=True):
            told = self._inner(columns, cells, sizes)
            lines += [_last_painted(line, finding.outcome, self.view) for line in told]
            lines += self._basis(finding, sizes[0] + GAP)
        return [*lines, *self._more(verdict), ""]

    def _inner(self, columns: list[Column], cells: list[str], sizes: list[int]) -> list[str]:
        return [f"{' ' * self.indent}{line}" for line in row(columns, cells, sizes)]

    def _basis(self, finding: FindingOut, indent: int) -> list[str]:
        """What a finding rests on: its note, then the evidence."""
        told = [part for part in (finding.note, "; ".join(map(_evidence, finding.evidence))) if part]
        lines = [paragraph(self.view, " " * (self.indent + indent), text) for text in told]
        return [self.view.paint(line, "faint") for part in lines for line in part]

    def _more(self, verdict: VerdictOut) -> list[str]:
        """Rounds that do not count, margins, other choices, implied titles."""
        told = [
            ("rounds", [_left_out(r.round, r.status, r.reason, r.article) for r in verdict.rounds if r.reason]),
            ("margins", verdict.margins),
            ("alternatives", [a.text for a in verdict.alternatives]),
            ("implies", verdict.implies),
        ]
        size = max(len(word("details", key)) for key, _ in told)
        firsts = [(f"{' ' * self.indent}{word('details', key):<{size}}{' ' * GAP}", texts) for key, texts in told]
        return [line for first, texts in firsts if texts for line in paragraph(self.view, first, "; ".join(texts))]


def _reason(verdict: VerdictOut) -> str:
    """The decision and why: the questions if it needs review."""
    decision = word("decisions", group_of(verdict))
    asked = [say("terminal", "details", "question", text=q.text, turns=q.turns) for q in verdict.questions]
    return say("terminal", "details", "decision", decision=decision, reason=" ".join(asked) or verdict.reason)


def _whom_to_ask(verdicts: Sequence[VerdictOut], view: View) -> list[str]:
    """Who can answer the questions of a group, each question once."""
    asked = dict.fromkeys((question.who, question.text) for v in verdicts for question in v.questions)
    told = [say("terminal", "details", "ask", who=who, text=text) for who, text in asked]
    return [line for text in told for line in paragraph(view, " " * GAP, text)]


def _painted_before_colon(line: str, text: str, view: View, style: str) -> str:
    before, found, after = line.rpartition(f"{text}:")
    return f"{before}{view.paint(text, style)}:{after}" if found else line


def _last_painted(line: str, text: str, view: View) -> str:
    before, found, after = line.rpartition(f"  {text}")
    return f"{before}  {view.paint(text, STYLES.get(text, 'faint'))}{after}" if found else line


def _evidence(evidence: EvidenceOut) -> str:
    if not evidence.round:
        return sourced(evidence.value, evidence.source)
    where = say("terminal", "details", "round", round=evidence.round, opponent=evidence.opponent).strip()
    return say("terminal", "details", "evidence", where=where, value=evidence.value) if evidence.value else where


def _left_out(round_: int, status: str, reason: str, article: str) -> str:
    if reason == status:
        return say("terminal", "details", "left_out_bare", round=round_, status=status)
    key = "left_out" if article else "left_out_plain"
    return say("terminal", "details", key, round=round_, status=status, reason=reason, article=article)
