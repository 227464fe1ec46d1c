"""Pages of the site from templates; what comes from a file is always escaped."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from normcheck.report.forecast_text import opponent, percent
from normcheck.report.text_parts import number
from normcheck.resources import folder
from normcheck.wording import say


def fragment(template: str, **values: object) -> str:
    """One template of the site, filled. The templates of the report can be included by it."""
    return environment().get_template(f"web/{template}").render(**values)


@cache
def environment() -> Environment:
    """The templates of the site and of the report."""
    made = Environment(
        loader=FileSystemLoader(folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters.update(number=number, percent=percent, opponent=opponent)
    made.globals["say"] = lambda *keys, **values: say("web", *keys, **values)
    return made
