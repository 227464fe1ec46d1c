"""The sheet for the wall as a PDF."""

from normcheck.report.forecast_html import render_sheet
from normcheck.report.forecast_model import ForecastOut
from normcheck.report.pdf import PdfWriter


class SheetWriter(PdfWriter):
    """Writes sheets with the fonts and the style of the reports. Raises `PdfUnavailable` as they do."""

    def sheet(self, document: ForecastOut) -> bytes:
        """The PDF of one event. The same forecast gives the same bytes at any time."""
        engine = self._engine
        source = engine.weasyprint.HTML(string=render_sheet(document), media_type="print", url_fetcher=engine.fetcher)
        laid_out = source.render(stylesheets=[engine.style], font_config=engine.fonts)
        content: bytes = laid_out.write_pdf()
        return content
