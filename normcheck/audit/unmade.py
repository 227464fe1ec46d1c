"""What an audit could not make of events that it has judged, in words: told with the errors and in the summary."""

from collections.abc import Iterable, Iterator

from normcheck.audit.pages import Made
from normcheck.audit.parts import Attention, Decided
from normcheck.wording import say


def _word(key: str, **values: object) -> str:
    return say("audit", "unmade", key, **values)


def of_events(decided: Iterable[Decided], made: dict[str, Made]) -> Iterator[Attention]:
    """The events without page or without some PDFs, in their order."""
    for key, event in {one.key: one for one in decided}.items():
        found = made.get(key, Made())
        if found.problem and not found.anchors:
            yield Attention(event.file, event.event, _word("no_page"), _word("page", why=found.problem))
        elif found.problem:
            missing, count = len(found.anchors) - len(found.pdfs), len(found.anchors)
            told = _word("pdf", missing=missing, count=count, why=found.problem)
            yield Attention(event.file, event.event, _word("no_pdf"), told)


def of_player(who: Decided, why: str) -> Attention:
    """A player whose title progress could not be worked out."""
    return Attention(who.file, who.event, _word("no_progress"), _word("progress", name=who.name, why=why))
