"""The answers as text for a terminal. Everything is computed already; here it is only written."""

from collections.abc import Iterable, Sequence

from normcheck.rating.change import Change, Outcome, Part, Row
from normcheck.rating.coefficient import Coefficient
from normcheck.rating.games import Skipped
from normcheck.rating.live import live, peak, reached, row_of
from normcheck.rating.numbers import reached as live_text
from normcheck.rating.numbers import share, signed
from normcheck.rating.rules import Dated, Rules
from normcheck.report.layout import Column, hanging, row, widths
from normcheck.wording import points, say

RESULT = {2: "1", 1: "½", 0: "0"}


def table(heads: Sequence[Column], rows: Sequence[Sequence[str]], width: int, flexible: int = 0) -> list[str]:
    """The lines of a table; columns without any text are left out."""
    kept = [at for at in range(len(heads)) if any(line[at] for line in rows)]
    columns, cells = [heads[at] for at in kept], [[line[at] for at in kept] for line in rows]
    sizes = widths(columns, cells, width, kept.index(flexible) if flexible in kept else 0)
    lines = [[column.head for column in columns], *cells]
    return [text for line in lines for text in row(columns, line, sizes)]


def paragraphs(lines: Iterable[str], width: int) -> list[str]:
    """Every text as a paragraph of its own."""
    return [line for text in lines for line in hanging("", text, width)]


def head(name: str, right: bool = True) -> Column:
    """A column with its head."""
    return Column(say("rating", "columns", name), right)


def change_table(done: Change, width: int) -> list[str]:
    """A row for every game."""
    if not done.rows:
        return [say("rating", "change", "nothing")]
    heads = [
        head("round"),
        head("event", False),
        head("name", False),
        *(head(name) for name in ("opponent", "difference", "expected", "result", "change", "running")),
    ]
    several = len({one.event for one in done.rows}) > 1
    return table(heads, [_cells(one, several) for one in done.rows], width, flexible=2)


def _cells(one: Row, several: bool) -> list[str]:
    unknown = say("rating", "values", "missing")
    difference = _difference(one)
    return [
        str(one.game.round or ""),
        one.event if several else "",
        one.game.name,
        str(one.game.opponent),
        difference,
        share(one.expected),
        RESULT[one.game.halves],
        unknown if one.change is None else signed(one.change),
        unknown if one.running is None else live_text(one.running),
    ]


def _difference(one: Row) -> str:
    real = f"{float(one.difference):.0f}"
    if one.counted == one.difference:
        return real
    return say("rating", "values", "cut", difference=real, counted=f"{float(one.counted):.0f}")


def k_line(done: Change, found: Coefficient, rules: Rules) -> str:
    """Which K, and why."""
    if done.k is None:
        return say("rating", "change", "k", k=say("rating", "values", "unknown"), why=doubt_of_k(rules))
    values = {"full": done.full_k, "k": done.k, "why": _why(found, rules)}
    if done.k == done.full_k or rules.product is None:
        return say("rating", "change", "k", **values)
    return say("rating", "change", "k_limited", games=len(done.rows), most=rules.product.most, **values)


def doubt_of_k(rules: Rules) -> str:
    """That no K is known for the day."""
    return say("rating", "change", "no_k", day=rules.day)


def _why(found: Coefficient, rules: Rules) -> str:
    rule = rules.coefficient
    if rule is None:
        return say("rating", "why", found.reason)
    marks = {"top_from": rule.top_from, "new_games": rule.new_games, "age": rule.junior.age, "below": rule.junior.below}
    return say("rating", "why", found.reason, **marks)


def rule_lines(parts: Sequence[Part], of_k: Rules | None, uncut: bool, rating: int) -> list[str]:
    """The rules the events were computed by, and which of them are doubtful; `of_k` if K follows from a rule."""
    used: list[Dated | None] = [of_k.coefficient if of_k else None]
    lines = [say("rating", "change", "uncut")] if uncut else []
    if not uncut:
        used += [part.rules.difference for part in parts]
        lines += [_cut_line(part.rules, rating) for part in parts]
    lines += [doubt(rule) for rule in used if rule is not None and rule.certainty != "text"]
    return list(dict.fromkeys(lines))


def _cut_line(rules: Rules, rating: int) -> str:
    rule = rules.difference
    key = "cut_once" if rule.once_per_event else "cut_all"
    text = say("rating", "change", key, limit=rule.limit)
    if rule.not_from is not None and rating >= rule.not_from:
        text = say("rating", "change", "cut_not", from_=rule.not_from)
    return f"{text} {say('rating', 'change', 'rules', day=rules.day, article=rule.article)}"


def doubt(rule: Dated) -> str:
    """That the official text of a rule was not read."""
    how = say("rating", "certainty", rule.certainty)
    return say("rating", "change", "doubt", article=rule.article, certainty=how)


def score_line(done: Change) -> str:
    """Score, expected score and change of all games."""
    halves = sum(one.game.halves for one in done.rows)
    expected = sum(float(one.expected) for one in done.rows)
    unknown = say("rating", "values", "unknown")
    change = unknown if done.total is None else signed(done.total)
    values = {"score": points(halves), "games": len(done.rows), "expected": f"{expected:.2f}", "change": change}
    return say("rating", "change", "score", **values)


def outcome_lines(end: Outcome, rules: Rules) -> list[str]:
    """The new rating, and whether it is on the list."""
    if end.rounded is None:
        return [say("rating", "change", "rounded_unknown")]
    lines = [say("rating", "change", "rounded", new=end.rating, rounded=f"{end.rounded:+d}")]
    if end.listed is None or rules.floor is None:
        lines.append(say("rating", "change", "floor_unknown", new=end.rating))
    elif not end.listed:
        lines.append(say("rating", "change", "below_floor", new=end.rating, floor=rules.floor.value))
    return lines


def peak_lines(done: Change, marks: Sequence[int]) -> list[str]:
    """The live peak, and whether marks are reached."""
    best = peak(done)
    if best is None:
        return []
    lines = [say("rating", "change", "peak", **_moment(done, best.after))]
    for mark in marks:
        at = reached(done, mark)
        key = "not_reached" if at is None else "reached"
        lines.append(say("rating", "change", key, mark=mark, **_moment(done, best.after if at is None else at)))
    return lines


def _moment(done: Change, after: int) -> dict[str, str]:
    """A live rating and when it was there, as text."""
    game = row_of(done, after)
    value = live_text(live(done)[after])
    if game is None:
        return {"value": value, "when": say("rating", "when", "start")}
    several = len({one.event for one in done.rows}) > 1 and game.event
    key = "of_event" if several else "round"
    return {"value": value, "when": say("rating", "when", key, round=game.game.round or after, event=game.event)}


def skipped_line(skipped: Sequence[Skipped]) -> list[str]:
    """The rounds that are not rated."""
    if not skipped:
        return []
    told = [
        say("rating", "change", "skipped_one", round=one.round, why=say("rating", "skipped", one.reason))
        for one in skipped
    ]
    return [say("rating", "change", "skipped", rounds=", ".join(told))]


def change_title(rating: int, name: str) -> str:
    """The first line of a change."""
    who = say("rating", "change", "of", name=name, rating=rating) if name else str(rating)
    return say("rating", "change", "title", rating=who)
