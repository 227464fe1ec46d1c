"""The progress for the terminal: a block a title, with its norms, conditions and questions. Nothing is computed."""

from collections.abc import Iterable, Sequence

from normcheck.progress.model import ConditionOut, NormOut, ProgressOut, RatingOut, TitleOut
from normcheck.report.layout import Column, hanging, row, widths
from normcheck.report.text_parts import View, number, paragraph
from normcheck.wording import say

STYLES = {
    "complete": "good", "incomplete": "bad", "needs review": "doubt", "held": "good",
    "met": "good", "missing": "bad", "unknown": "doubt", "to confirm": "doubt", "not asked": "faint",
}  # fmt: skip
KEYS = ("no", "event", "dates", "score", "need", "counts", "foreign", "day", "kind")
RIGHT = frozenset({"no", "score", "need", "counts"})
EVENT = KEYS.index("event")


def _say(*keys: str, **values: object) -> str:
    return say("progress", *keys, **values)


def render(found: ProgressOut, view: View) -> str:
    """The whole report as text, ending in a line end. The titles of the document are all shown."""
    blocks = [_player(found, view), *(block for title in found.titles for block in _title(title, view))]
    blocks.append([line for note in found.notes for line in paragraph(view, "", note)])
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _player(found: ProgressOut, view: View) -> list[str]:
    person = found.player
    facts = (" ".join(person.titles), person.federation, person.fide_id, person.birth)
    line = ", ".join(part for part in (person.name, *facts) if part)
    ratings = [_rating(point) for point in found.ratings if point.day or not point.live]
    lines = [view.paint(line, "strong")] if line else []
    if ratings and view.verbose:
        lines += [line for text in ratings for line in paragraph(view, "  ", text)]
    return lines


def _rating(point: RatingOut) -> str:
    return f"{point.day:<10}  {point.value}  {point.source}"


def _title(title: TitleOut, view: View) -> Iterable[list[str]]:
    head = _say("headings", "way", title=title.title)
    state = view.paint(_say("states", title.state), STYLES[title.state])
    yield [f"{view.paint(head, 'strong')}: {state}", *paragraph(view, "  ", title.sentence)]
    if title.norms:
        yield _norms(title, view)
    yield [view.paint(_say("headings", "conditions"), "strong"), *_conditions(title.conditions, view)]
    for key, asked in (("questions", title.questions), ("confirm", title.to_confirm)):
        if asked:
            lines = [line for text in asked for line in paragraph(view, "  - ", text)]
            yield [view.paint(_say("headings", key), "strong"), *lines]


def _norms(title: TitleOut, view: View) -> list[str]:
    columns = [Column(_say("table", key), key in RIGHT) for key in KEYS]
    cells = [_cells(norm) for norm in title.norms]
    sizes = widths(columns, cells, view.width - 2, EVENT)
    lines = [view.paint(_say("headings", "norms"), "strong")]
    lines += ["  " + line for line in row(columns, [column.head for column in columns], sizes)]
    for norm, one in zip(title.norms, cells, strict=True):
        lines += ["  " + line for line in row(columns, one, sizes)]
        lines += hanging("      ", _about(title, norm), view.width)
    article = next((c.article for c in title.conditions if c.clause == "qualifying_event"), "")
    return [*lines, *hanging("  ", _say("table", "legend", article=article), view.width)]


def _cells(norm: NormOut) -> list[str]:
    score = f"{number(norm.score)}/{norm.games}" if norm.score is not None else str(norm.games)
    facts = (norm.normal_foreigner, norm.one_round_a_day, norm.qualifying_event)
    need = number(norm.required_score) if norm.required_score is not None else ""
    return [str(norm.no), norm.event, dates(norm), score, need, credited(norm), *map(truth, facts)]


def dates(norm: NormOut) -> str:
    """The last day of a norm, else the first."""
    return norm.end or norm.start


def credited(norm: NormOut) -> str:
    """The games credited, as a range where they are not settled; a dash for none."""
    return dash(norm.credited_games, norm.credited_at_most)


def dash(low: int, high: int) -> str:
    """A number, a range, or a dash for nothing."""
    if low == high:
        return str(low or "–")
    return _say("words", "range", low=low, high=high)


def truth(value: bool | None) -> str:
    """Yes, no, or a question mark."""
    return _say("words", "unknown" if value is None else "yes" if value else "no")


def _about(title: TitleOut, norm: NormOut) -> str:
    """What stands under a norm: edition, what made its credit, why it does not count."""
    return "; ".join(about(title.title, norm))


def about(title: str, norm: NormOut) -> list[str]:
    """The remarks on a norm."""
    parts = [_say("table", "implied", title=norm.title)] if norm.title != title else []
    if norm.credited_by:
        articles = ", ".join(norm.credited_by)
        values = {"credited": credited(norm), "articles": articles, "edition": norm.edition_title}
        parts.append(_say("table", "edition_credit", **values))
    else:
        parts.append(_say("table", "edition", edition=norm.edition_title))
    return [*parts, *([_say("table", "not_counted", reason=norm.reason)] if norm.reason else [])]


def _conditions(found: Sequence[ConditionOut], view: View) -> list[str]:
    size = max(len(condition.article) for condition in found)
    lines = []
    for condition in found:
        first = f"  {condition.article:<{size}}  "
        outcome = condition.outcome
        parts = [f"{condition.heading}: {outcome}", *_measures(condition)]
        told = paragraph(view, first, "; ".join(part for part in parts if part))
        told[0] = told[0].replace(f": {outcome}", f": {view.paint(outcome, STYLES[outcome])}", 1)
        lines += told
        if view.verbose:
            lines += paragraph(view, " " * len(first), f"{condition.requirement} {condition.source}")
    return lines


def _measures(condition: ConditionOut) -> list[str]:
    needed = say("terminal", "details", "needed", needed=condition.needed) if condition.needed else ""
    if condition.needed and condition.found:
        needed = say("terminal", "details", "needed_found", needed=condition.needed, found=condition.found)
    elif condition.found:
        needed = condition.found
    return [needed, condition.missing, condition.note]
