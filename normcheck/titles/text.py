"""Direct titles and titles by rating as text."""

from collections.abc import Iterable

from normcheck.rating.numbers import reached
from normcheck.titles.by_rating import ByRating
from normcheck.titles.direct import GIVEN, Check, Direct, Given
from normcheck.titles.rules import Award
from normcheck.wording import say


def direct_lines(found: Direct) -> list[str]:
    """The championship, its conditions, who has what, and what is no more than a proposal."""
    lines = [found.championship.name, ""]
    if found.conditions and found.checks:
        article = found.conditions.article
        lines += [say("titles", "words", "conditions", article=article), *(f"  {_check(c)}" for c in found.checks), ""]
    sure = [line for one in found.given for line in _given(found, one)]
    lines += sure or [say("titles", "words", "nobody")]
    if found.proposals:
        lines += ["", say("titles", "words", "proposals")]
        lines += [f"  {_proposal(award)}" for award in found.proposals]
    return lines


def _proposal(award: Award) -> str:
    what = say("titles", "awards", award.award, title=" / ".join(t for t in (award.title, award.women) if t))
    return say("titles", "words", "proposal", result=award.result, what=what, source=award.source)


def _given(found: Direct, one: Given) -> Iterable[str]:
    article = found.edition.article("direct_minimum") if found.edition.clauses.direct_minimum else ""
    values = {"name": one.player.name, "title": one.title, "result": one.award.result, "rating": one.rating}
    yield say("titles", "outcomes", one.outcome, article=article, **values)
    yield from (f"  {_check(check)}" for check in one.checks if one.outcome != GIVEN or check.key != "rating_waived")
    yield f"  {one.award.source}"


def told(check: Check) -> str:
    """What a condition asks and what was found."""
    return say("titles", "checks", check.key, needed=check.needed, found=check.found)


def _check(check: Check) -> str:
    return say("titles", "words", "check", text=told(check), outcome=say("titles", "states", check.outcome))


def rating_lines(found: Iterable[ByRating]) -> list[str]:
    """A line for each title, with what it hangs on."""
    lines = [line for one in found for line in _by_rating(one)]
    return lines or [say("titles", "words", "nobody_by_rating")]


def _by_rating(one: ByRating) -> Iterable[str]:
    key = "live" if one.round else "listed"
    values = {"name": one.player.name, "title": one.title, "mark": one.rating, "value": reached(one.value)}
    yield say("titles", "by_rating", key, round=one.round, **values)
    yield from (f"  {ask(one, key)}" for key in one.asks)


def ask(one: ByRating, key: str) -> str:
    """A fact that a title by rating still hangs on."""
    return say("titles", "asks", key, games=one.games)
