"""The forecast as one self-contained HTML page, and the sheet for the wall as the source of its PDF."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from normcheck.report.forecast_model import ForecastOut, OutlookOut
from normcheck.report.forecast_text import opponent, percent
from normcheck.report.forecast_words import say
from normcheck.report.html import stylesheet
from normcheck.resources import folder


def render_page(document: ForecastOut) -> str:
    """The page for the screen; it fetches nothing from outside."""
    return _filled("forecast.html.j2", document, stylesheet())


def render_sheet(document: ForecastOut) -> str:
    """The sheet for the wall, without its style sheet, for a caller that parses it once."""
    return _filled("forecast_sheet.html.j2", document, "")


def _filled(template: str, document: ForecastOut, css: str) -> str:
    page = environment().get_template(template)
    return page.render(d=document, css=css, say=say, opponent=opponent, chance=_chance)


def _chance(one: OutlookOut) -> str:
    return "" if one.probability is None or one.state == "impossible" else percent(one.probability)


@cache
def environment() -> Environment:
    """The templates of the forecast; names from event files are always escaped."""
    return Environment(
        loader=FileSystemLoader(folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
