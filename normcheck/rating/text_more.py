"""The shorter answers as text: expected scores, the tables, performances, first ratings, Glicko."""

from collections.abc import Sequence
from fractions import Fraction

from normcheck.rating.answers import Expected, Lookup
from normcheck.rating.glicko import constants
from normcheck.rating.glicko_asked import GlickoAnswer
from normcheck.rating.initial import Initial
from normcheck.rating.numbers import decimal, share, whole
from normcheck.rating.performance import Performance
from normcheck.rating.rules import Rules
from normcheck.rating.tables import Band, tables
from normcheck.rating.text import head, table
from normcheck.report.layout import pad
from normcheck.wording import points, say


def expected_lines(answer: Expected, compare: bool, width: int) -> list[str]:
    """Expected scores, a row for every opponent; the sum; how far table and formula are apart if asked."""
    heads = [head(name) for name in ("game", "opponent", "difference", "expected", "formula", "apart")]
    rows = [
        [
            str(at),
            str(one.opponent),
            str(one.difference),
            share(one.table),
            f"{one.formula:.4f}",
            f"{one.apart:+.4f}" if compare else "",
        ]
        for at, one in enumerate(answer.games, 1)
    ]
    values = {"table": share(answer.table), "formula": f"{answer.formula:.4f}", "games": len(rows)}
    lines = [say("rating", "expected", "title", rating=answer.rating), "", *table(heads, rows, width), ""]
    lines.append(say("rating", "expected", "total", **values))
    if compare:
        lines.append(say("rating", "expected", "apart", apart=f"{answer.apart:+.4f}"))
    return lines


def table_lines(bands: Sequence[Band], compare: bool, width: int) -> list[str]:
    """Both tables of FIDE beside the formula."""
    heads = [head(name) for name in ("percent", "dp", "formula", "apart", "band")]
    rows = [
        [
            str(band.percent),
            str(band.difference),
            whole(band.formula, 1),
            _apart(band) if compare else "",
            _band(band),
        ]
        for band in bands
    ]
    title = say("rating", "table", "title", source=tables().source)
    return [title, "", *table(heads, rows, width), "", say("rating", "table", "formula")]


def _band(band: Band) -> str:
    key = "open_end" if band.highest is None else "band"
    return say("rating", "values", key, low=band.lowest, high=band.highest)


def _apart(band: Band) -> str:
    return say("rating", "values", "missing") if band.formula is None else f"{band.difference - band.formula:+.1f}"


def lookup_lines(answer: Lookup) -> list[str]:
    """One value of a table, or one of each."""
    lines = []
    if answer.percent is not None:
        formula = whole(answer.difference_formula, 1)
        there = {"percent": answer.percent, "difference": answer.difference_table}
        lines.append(say("rating", "table", "percent", formula=formula, **there))
    if answer.difference is not None:
        formula = whole(answer.expected_formula, 4)
        table_value = share(answer.expected_table or 0)
        lines.append(
            say("rating", "table", "difference", formula=formula, difference=answer.difference, expected=table_value)
        )
    return lines


def performance_lines(answer: Performance) -> list[str]:
    """The three numbers, with their names."""
    key = "title_one" if answer.games == 1 else "title"
    values = {"score": points(answer.halves), "games": answer.games, "percent": answer.percent}
    none = say("rating", "performance", "no_value")
    found = {
        "average": str(answer.average),
        "table": str(answer.table),
        "formula": none if answer.formula is None else whole(answer.formula),
        "solving": none if answer.solving is None else whole(answer.solving),
    }
    return [say("rating", "performance", key, **values), "", *_listed("performance", found)]


def _listed(group: str, found: dict[str, str]) -> list[str]:
    names = [say("rating", group, name) for name in found]
    size = max(len(name) for name in names)
    return [f"  {pad(name, size)}  {value}" for name, value in zip(names, found.values(), strict=True)]


def initial_lines(answer: Initial, rules: Rules) -> list[str]:
    """The first rating, and what stands against it."""
    lines = [say("rating", "initial", "title", score=points(answer.halves), games=answer.games)]
    rule = rules.initial
    if rule is None or answer.value is None:
        return [*lines, say("rating", "initial", answer.reason, day=rules.day)]
    hypothetical = ""
    if rule.draws_with:
        count, rating = len(rule.draws_with), rule.draws_with[0]
        hypothetical = say("rating", "initial", "hypothetical", count=count, rating=rating)
    average = decimal(answer.average or Fraction(0))
    values = {"average": average, "percent": answer.percent, "hypothetical": hypothetical}
    lines.append(say("rating", "initial", "detail", **values))
    lines.append(say("rating", "initial", "highest" if answer.highest else "value", value=answer.value))
    if answer.reason:
        key = "too_few_months" if answer.reason == "too_few" and rule.months else answer.reason
        floor = rules.floor.value if rules.floor else 0
        lines.append(say("rating", "initial", key, needed=rule.games, months=rule.months, floor=floor))
    return lines


def glicko_lines(answer: GlickoAnswer) -> list[str]:
    """Rating, deviation and volatility after the period."""
    before, after = answer.before, answer.after
    values = {"rating": whole(before.rating), "deviation": whole(before.deviation)}
    lines = [say("rating", "glicko", "title", system=say("rating", "systems", answer.system), **values)]
    c = whole(answer.c, 2)
    if answer.unknown_after is not None:
        days, unknown = f"{answer.unknown_after:g}", f"{constants().unknown_deviation:g}"
        lines.append(say("rating", "glicko", "growth", c=c, usual=f"{answer.usual:g}", unknown=unknown, days=days))
    if answer.idle:
        deviation = whole(answer.aged.deviation, 2)
        lines.append(say("rating", "glicko", "aged", days=f"{answer.idle:g}", deviation=deviation, c=c))
    found = {"rating": whole(after.rating, 2), "deviation": whole(after.deviation, 2)}
    if answer.system == "glicko2":
        found["volatility"] = whole(after.volatility, 5)
    return [*lines, "", *_listed("glicko", found)]
