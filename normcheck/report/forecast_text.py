"""The forecast for the terminal."""

from normcheck.report.forecast_model import ForecastOut, MarginsOut, OutlookOut
from normcheck.report.forecast_words import say
from normcheck.report.layout import Column, row, widths
from normcheck.report.text_parts import LONGEST_LINE, View, number, paragraph

STYLES = {"safe": "good", "possible": "doubt", "impossible": "faint"}
NAME = 20  # cells a name may take
ALL = 100
MARGINS = ("players", "federations", "titled", "rated", "average")


def render(document: ForecastOut, view: View) -> str:
    """The whole forecast as text, ending in a line end; with `verbose` each reason as well."""
    title = [view.paint(document.event, "strong"), document.heading]
    blocks = [title, _margins(document, view), _players(document, view), _notes(document, view)]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _players(document: ForecastOut, view: View) -> list[str]:
    if not document.players:
        return [say("summary", "nobody")]
    columns = [
        Column(say("columns", key), key in ("no", "chance")) for key in ("no", "name", "title", "needs", "chance")
    ]
    cells = [_cells(one) for one in document.players]
    sizes = widths(columns, cells, view.width, 3)
    sizes[1] = min(sizes[1], NAME)
    sizes[3] = max(len(columns[3].head), view.width - sum(sizes) + sizes[3] - 2 * (len(columns) - 1))
    lines = [view.paint(line, "faint") for line in row(columns, [c.head for c in columns], sizes)]
    indent = " " * (sum(sizes[:3]) + 6)
    for one, texts in zip(document.players, cells, strict=True):
        first, *more = row(columns, texts, sizes)
        lines += [view.paint(line, STYLES[one.state]) for line in (first, *more)]
        if view.verbose and one.reason:
            lines += paragraph(view, indent, one.reason)
        if view.verbose and one.live:
            lines += paragraph(view, indent, one.live.text)
    return lines


def _cells(one: OutlookOut) -> list[str]:
    return [str(one.no), _name(one), one.title, _needs(one), _chance(one)]


def _name(one: OutlookOut) -> str:
    return " ".join(part for part in (one.held, one.name) if part)


def _needs(one: OutlookOut) -> str:
    if one.opponent is None or one.state == "impossible":
        return one.needs
    return f"{opponent(one)}: {one.needs}"


def opponent(one: OutlookOut) -> str:
    """The opponent paired next: "w 12 GM 2500 ESP Name"."""
    other = one.opponent
    if other is None:
        return ""
    facts = (str(other.no), other.title, other.name, str(other.rating or ""), other.federation)
    return " ".join(part for part in facts if part)


def _chance(one: OutlookOut) -> str:
    if one.probability is None or one.state == "impossible":
        return ""
    return percent(one.probability)


def percent(share: float) -> str:
    """A probability in whole per cent; never 0 or 100 for what is neither impossible nor certain."""
    whole = round(ALL * share)
    if 0 < share < 1:
        whole = min(max(whole, 1), ALL - 1)
    return f"{whole} %"


def _margins(document: ForecastOut, view: View) -> list[str]:
    if document.margins is None:
        return []
    lines = [line for text in document.margins.sentences for line in paragraph(view, "  ", text)]
    if view.verbose:
        lines += _rounds(document.margins)
    return [view.paint(say("headings", "margins"), "strong"), *lines]


def _rounds(margins: MarginsOut) -> list[str]:
    """The counts of every round."""
    columns = [Column(f"  {say('columns', 'round')}", right=True)]
    columns += [Column(say("columns", key), right=True) for key in MARGINS]
    cells = [[str(r.round), *(number(getattr(r, key)) for key in MARGINS)] for r in margins.rounds]
    sizes = widths(columns, cells, LONGEST_LINE, 0)
    return [line for texts in ([c.head for c in columns], *cells) for line in row(columns, texts, sizes)]


def _notes(document: ForecastOut, view: View) -> list[str]:
    lines = [line for text in document.notes for line in paragraph(view, "", text)]
    return [*paragraph(view, "", document.summary), *lines]
