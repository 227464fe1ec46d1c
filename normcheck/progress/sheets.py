"""The pages of a title progress: for each title its progress, and form IT2 once the norms may be enough."""

from collections.abc import Sequence

from normcheck.progress.apply import Application
from normcheck.progress.build import document, title_out
from normcheck.progress.facts import Told
from normcheck.progress.form import forms
from normcheck.progress.model import NormOut, TitleOut
from normcheck.progress.pages import NormRow, ProgressReport, TitlePage
from normcheck.progress.sentence import rating_text
from normcheck.progress.text import about, credited, dash, truth
from normcheck.progress.timeline import timeline
from normcheck.report.text_parts import number
from normcheck.wording import say


def report(told: Told, found: Sequence[Application], *, forced: bool = False) -> ProgressReport:
    """All pages; `forced` fills the form although norms are missing."""
    person, out = told.person, document(told, found)
    name = person.name or person.fide_id
    facts = (" ".join(person.titles), person.federation, person.fide_id)
    return ProgressReport(
        document_title=say("progress", "headings", "document", name=name),
        player=name,
        facts=" · ".join(part for part in facts if part),
        made_by=out.made_by,
        pages=tuple(_page(told, one, forced) for one in found),
        notes=tuple(out.notes),
        json=out.model_dump_json(by_alias=True, indent=2),
    )


def _page(told: Told, found: Application, forced: bool) -> TitlePage:
    out = title_out(found)
    sheets, blanks = forms(found, told.person) if forced or not found.further_at_best else ((), ())
    return TitlePage(
        out=out,
        headline=say("progress", "headings", "way", title=found.title),
        state=say("progress", "states", found.state),
        figures=_figures(found),
        norms=tuple(_row(out, norm) for norm in out.norms),
        timeline=timeline(found, told.ratings),
        blanks=blanks,
        forms=sheets,
    )


def _figures(found: Application) -> tuple[tuple[str, str], ...]:
    highest = found.peak.highest
    return (
        (say("progress", "figures", "games", needed=found.goal.games), dash(found.low, found.high)),
        (say("progress", "figures", "norms"), str(len(found.chosen))),
        (say("progress", "figures", "rating", needed=found.peak.mark), rating_text(highest.value) if highest else "–"),
    )


def _row(title: TitleOut, norm: NormOut) -> NormRow:
    dates = [norm.start, norm.end] if norm.start != norm.end else [norm.start]
    return NormRow(
        number=norm.no,
        event=norm.event,
        dates=" – ".join(part for part in dates if part),
        score=f"{number(norm.score)} / {norm.games}" if norm.score is not None else str(norm.games),
        required=number(norm.required_score) if norm.required_score is not None else "",
        credited=credited(norm),
        foreigner=truth(norm.normal_foreigner),
        one_round=truth(norm.one_round_a_day),
        qualifying=truth(norm.qualifying_event),
        about="; ".join(about(title.title, norm)),
        counted=norm.counted,
    )
