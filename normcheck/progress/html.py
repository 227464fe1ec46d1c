"""The pages of a title progress as one self-contained HTML document, and as PDF."""

from normcheck.progress.pages import ProgressReport
from normcheck.report.html import fill, stylesheet
from normcheck.report.pdf import PdfWriter

_TEMPLATE = "progress.html.j2"


def html(report: ProgressReport) -> str:
    """Return the document, which fetches nothing from outside."""
    return fill(_TEMPLATE, report=report, css=stylesheet())


def pdf(report: ProgressReport) -> bytes:
    """Return the PDF, with the progress attached. Raises `PdfUnavailable`."""
    return PdfWriter().of_html(fill(_TEMPLATE, report=report, css=""), report.json, "progress")
