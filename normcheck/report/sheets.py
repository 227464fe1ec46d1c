"""The reports of an event, one a player: which titles get pages, and the name of the file."""

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

from normcheck.event import Player
from normcheck.finding import NEEDS_REVIEW, NORM
from normcheck.report.build import Documents, as_json
from normcheck.report.certificate import certificate
from normcheck.report.pages import Pages, PlayerReport
from normcheck.report.proof import proof
from normcheck.verdict import Audit, Decision
from normcheck.wording import say

# Letters that have no accent to take off.
PLAIN = str.maketrans({"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "Ae",
                       "œ": "oe", "ı": "i", "þ": "th", "Þ": "Th", "ð": "d"})  # fmt: skip


def reports(
    audit: Audit, decisions: Iterable[Decision], *, titles: tuple[str, ...] = (), everybody: bool = False
) -> Iterator[PlayerReport]:
    """One report a player with something to show; `everybody` shows the others as well."""
    documents = Documents(audit)
    for _, group in groupby(decisions, key=lambda d: d.player.no):
        own = list(group)
        wanted = [d for d in own if _is_shown(d, everybody)] if titles else chosen(audit, own, everybody)
        if wanted:
            yield report(audit, wanted, documents)


def _is_shown(decision: Decision, everybody: bool) -> bool:
    return everybody or decision.near or decision.decision in (NORM, NEEDS_REVIEW)


def chosen(audit: Audit, decisions: list[Decision], everybody: bool) -> list[Decision]:
    """The highest norm of each line and what needs review above it; without a norm the nearest miss."""
    found: list[Decision] = []
    for women in (False, True):
        line = [d for d in decisions if audit.law.titles[d.title].women == women]
        found += _of_line(line, everybody)
    return found


def _of_line(line: list[Decision], everybody: bool) -> list[Decision]:
    found: list[Decision] = []
    for decision in line:
        if decision.decision == NORM:
            return [*found, decision]
        if decision.decision == NEEDS_REVIEW:
            found.append(decision)
    if found or not line:
        return found
    near = [d for d in line if d.near]
    return near[:1] or (line[-1:] if everybody else [])


def report(audit: Audit, decisions: list[Decision], documents: Documents | None = None) -> PlayerReport:
    """All pages of one player; `documents` are shared by the reports of one event."""
    player, document = decisions[0].player, (documents or Documents(audit)).of(decisions)
    pages = []
    for decision, verdict in zip(decisions, document.verdicts, strict=True):
        form = certificate(audit, decision)
        blanks = form.blanks if form else ()
        pages.append(Pages(decision.title, form, proof(audit, decision, document, verdict, blanks)))
    headlines = ", ".join(page.proof.headline for page in pages)
    return PlayerReport(
        file_name=file_name(audit, player),
        document_title=say("pages", "proof", "document_title", name=player.name, titles=headlines),
        footer_player=say("pages", "proof", "footer_player", name=player.name, fide_id=player.fide_id).strip(),
        footer_event=audit.event.name.value if audit.event.name else audit.event.file,
        pages=tuple(pages),
        verdict_json=as_json(document).decode(),
    )


def file_name(audit: Audit, player: Player) -> str:
    """A name without extension that is safe everywhere and the same every time: number, name, FIDE id, event."""
    number = "" if audit.event.sheet else f"{player.no:03d}"
    event = plain(audit.event.name.value if audit.event.name else audit.event.file.rpartition(".")[0])[:40].strip("-")
    return "_".join(part for part in (number, plain(player.name), player.fide_id, event) if part) or "player"


def plain(text: str) -> str:
    """A text in plain letters, digits and hyphens."""
    decomposed = unicodedata.normalize("NFKD", text.translate(PLAIN))
    kept = "".join(c if c.isascii() and c.isalnum() else "-" for c in decomposed if not unicodedata.combining(c))
    return "-".join(part for part in kept.split("-") if part)[:60]
