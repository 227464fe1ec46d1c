"""``normcheck rating``: expected scores, performances, rating changes, first ratings, Glicko."""

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import date

import click

from normcheck.cli_click import put
from normcheck.cli_rating_options import (
    DAY,
    FACTS,
    FORM,
    GAMES,
    GLICKO,
    MARKS,
    METHOD,
    PLAYER,
    Source,
    about,
    gathered,
    helped,
    word,
)
from normcheck.cli_screen import width
from normcheck.errors import WrongUsage
from normcheck.rating import text, text_more
from normcheck.rating.answers import expected, lookup
from normcheck.rating.asked import Asked, Facts, a_day, from_event, own_k, own_rating, same_player, typed, typed_event
from normcheck.rating.change import Change, Method, Part, change, outcome
from normcheck.rating.coefficient import Coefficient
from normcheck.rating.games import checked_rating, opponents
from normcheck.rating.glicko_asked import GlickoQuestion, settle
from normcheck.rating.initial import initial
from normcheck.rating.live import peak, reached
from normcheck.rating.performance import performance
from normcheck.rating.plain import fields, plain
from normcheck.rating.rules import Dated, Rules, rating_rules
from normcheck.rating.tables import bands
from normcheck.read import read
from normcheck.wording import say


@click.group("rating", help=word("group", "text"), short_help=word("group", "short"))
def command() -> None:
    """Answer one of the questions below."""


@command.command("expected", **helped("expected"))
@click.option("--rating", metavar="RATING", required=True, help=about("rating"))
@click.option("--opponents", "against", metavar="LIST", required=True, help=about("opponents"))
@click.option("--cut", is_flag=True, help=about("cut"))
@DAY
@click.option("--compare", is_flag=True, help=about("compare"))
@FORM
def expected_command(rating: str, against: str, cut: bool, day: str | None, compare: bool, form: str) -> None:
    """Print the expected score of every game and of all."""
    rules = rating_rules().on(_day(day))
    answer = expected(checked_rating(rating), opponents(against), rules if cut else None)
    data = {**fields(answer), "table": plain(answer.table), "formula": plain(answer.formula)}
    _print(form, data, lambda: text_more.expected_lines(answer, compare, width()))


@command.command("table", **helped("table"))
@click.option("--percent", type=int, metavar="P", help=about("percent"))
@click.option("--difference", type=int, metavar="D", help=about("difference"))
@click.option("--compare", is_flag=True, help=about("compare"))
@FORM
def table_command(percent: int | None, difference: int | None, compare: bool, form: str) -> None:
    """Print the tables, or one value of them."""
    if percent is None and difference is None:
        rows = bands()
        _print(form, {"bands": plain(rows)}, lambda: text_more.table_lines(rows, compare, width()))
        return
    if percent is not None and not 0 <= percent <= 100:
        raise WrongUsage(say("rating", "errors", "percent", percent=percent))
    answer = lookup(percent, difference)
    _print(form, fields(answer), lambda: text_more.lookup_lines(answer))


@command.command("performance", **helped("performance"))
@gathered("source", Source, *GAMES)
@FORM
def performance_command(source: Source, form: str) -> None:
    """Print the three performances."""
    asked = _asked(source._replace(day=date.today().isoformat()))
    _some_games([asked])
    answer = performance(asked.part.games)
    data = {**fields(answer), "skipped": plain(asked.skipped)}
    _print(form, data, lambda: [*text_more.performance_lines(answer), *_skipped(asked)])


@command.command("change", **helped("change"))
@gathered("source", Source, *GAMES, DAY)
@FACTS
@METHOD
@MARKS
@FORM
def change_command(source: Source, facts: Facts, method: Method, marks: tuple[str, ...], form: str) -> None:
    """Print the change game by game, and the live peak."""
    asked = _asked(source)
    rating = own_rating(facts, asked, source.file or "")
    k = own_k(facts, rating, asked.part.rules, _birth([asked]))
    done = change(rating, k.value, [asked.part], method)
    wanted = [checked_rating(mark) for mark in marks]

    def told() -> list[str]:
        notes = _notes(done, k, asked.part.rules, [asked.part], method)
        ending = [text.score_line(done), *text.peak_lines(done, wanted), *text.skipped_line(asked.skipped)]
        return _change_lines(done, _name([asked]), notes, ending)

    data = {
        "date": plain(asked.part.rules.day),
        **_change_data(done, k, asked.part.rules, [asked.part], wanted),
        "skipped": plain(asked.skipped),
    }
    _print(form, data, told)


@command.command("period", **helped("period"))
@click.argument("files", nargs=-1)
@PLAYER
@click.option("--event", "events", multiple=True, metavar="EVENT", help=about("event"))
@click.option("--date", "day", metavar="DATE", help=about("list_date"))
@FACTS
@MARKS
@FORM
def period_command(
    files: tuple[str, ...],
    player: str | None,
    events: tuple[str, ...],
    day: str | None,
    facts: Facts,
    marks: tuple[str, ...],
    form: str,
) -> None:
    """Print the change of all events of a period, the new rating and the live peak."""
    rules = rating_rules().on(_day(day))
    asked = [from_event(read(file), player, None) for file in files]
    same_player(asked, files)
    asked += [typed_event(event, rules.day) for event in events]
    _some_games(asked)
    rating = own_rating(facts, asked[0], files[0] if files else "")
    k = own_k(facts, rating, rules, _birth(asked))
    parts = sorted((one.part for one in asked), key=lambda part: part.rules.day)  # the live rating runs by date
    done = change(rating, k.value, parts, rules=rules)
    end, wanted = outcome(done, rules), [checked_rating(mark) for mark in marks]

    def told() -> list[str]:
        ending = [text.score_line(done), *text.outcome_lines(end, rules), *text.peak_lines(done, wanted)]
        return _change_lines(done, _name(asked), _notes(done, k, rules, parts, Method()), ending)

    data = {"date": plain(rules.day), **_change_data(done, k, rules, parts, wanted), "outcome": plain(end)}
    _print(form, data, told)


@command.command("initial", **helped("initial"))
@gathered("source", Source, *GAMES, DAY)
@FORM
def initial_command(source: Source, form: str) -> None:
    """Print the first rating."""
    asked = _asked(source)
    _some_games([asked])
    rules = asked.part.rules
    answer = initial(asked.part.games, rules)
    data = {"date": plain(rules.day), **fields(answer), "skipped": plain(asked.skipped)}
    lines = [*text_more.initial_lines(answer, rules), *text.skipped_line(asked.skipped)]
    _print(form, data, lambda: text.paragraphs(lines, width()))


@command.command("glicko", **helped("glicko"))
@GLICKO
@FORM
def glicko_command(question: GlickoQuestion, form: str) -> None:
    """Print rating, deviation and volatility after a period."""
    answer = settle(question)
    _print(form, fields(answer), lambda: text_more.glicko_lines(answer))


def _day(word: str | None) -> date:
    return date.today() if word is None else a_day(word)


def _asked(source: Source) -> Asked:
    """The games of a file or of two lists."""
    if source.file is None:
        return typed(source.against, source.scored, _day(source.day))
    if source.against is not None or source.scored is not None:
        raise WrongUsage(say("rating", "errors", "both"))
    return from_event(read(source.file), source.player, None if source.day is None else a_day(source.day))


def _some_games(asked: Sequence[Asked]) -> None:
    if not any(one.part.games for one in asked):
        raise WrongUsage(say("rating", "errors", "no_games"))


def _birth(asked: Sequence[Asked]) -> str:
    return next((one.player.birth for one in asked if one.player and one.player.birth), "")


def _name(asked: Sequence[Asked]) -> str:
    return next((one.player.name for one in asked if one.player), "")


def _skipped(asked: Asked) -> list[str]:
    return text.paragraphs(text.skipped_line(asked.skipped), width())


def _notes(done: Change, k: Coefficient, rules: Rules, parts: Sequence[Part], method: Method) -> list[str]:
    lines = [text.k_line(done, k, rules)]
    lines += text.rule_lines(parts, None if k.reason == "given" else rules, method.uncut, done.rating)
    lines += [say("rating", "change", "method_formula")] if method.formula else []
    return lines + ([say("rating", "change", "method_each")] if method.each else [])


def _change_lines(done: Change, name: str, notes: Iterable[str], ending: Iterable[str]) -> list[str]:
    title, size = text.change_title(done.rating, name), width()
    told = text.paragraphs(notes, size), text.paragraphs(ending, size)
    return [title, *told[0], "", *text.change_table(done, size), "", *told[1]]


def _change_data(
    done: Change, k: Coefficient, rules: Rules, parts: Sequence[Part], marks: Sequence[int]
) -> dict[str, object]:
    return {
        **fields(done),
        "gain": plain(done.gain),
        "change": plain(done.total),
        "k_reason": k.reason,
        "k_rule": None if k.reason == "given" else _rule_data(rules.coefficient),
        "peak": plain(peak(done)),
        "marks": [{"mark": mark, "after": reached(done, mark)} for mark in marks],
        "events": [_event_data(part) for part in parts],
    }


def _event_data(part: Part) -> dict[str, object]:
    """An event with the rule about great differences it was computed by."""
    day = plain(part.rules.day)
    return {"name": part.name, "date": day, "difference_rule": _rule_data(part.rules.difference)}


def _rule_data(rule: Dated | None) -> dict[str, object] | None:
    if rule is None:
        return None
    return {"article": rule.article, "source": rule.source, "certainty": rule.certainty}


def _print(form: str, data: dict[str, object], lines: Callable[[], Iterable[str]]) -> None:
    if form == "json":
        put(json.dumps(data, ensure_ascii=False, indent=2).encode() + b"\n")
    else:
        put("".join(f"{line}\n" for line in lines()))
