"""The plan of a field as one self-contained HTML page."""

from normcheck.report.forecast_html import environment
from normcheck.report.forecast_plan_build import say
from normcheck.report.forecast_plan_model import OpenOut, PlanOut
from normcheck.report.html import stylesheet
from normcheck.report.text_parts import number


def render_plan_page(document: PlanOut | OpenOut) -> str:
    """The page of a closed event or of a start list; it fetches nothing from outside."""
    page = environment().get_template("forecast_plan.html.j2")
    closed = isinstance(document, PlanOut)
    return page.render(d=document, closed=closed, css=stylesheet(), say=say, number=number)
