"""Form IT2 filled from an application: three norms a sheet, with what must be completed by hand before signing."""

from collections.abc import Sequence
from typing import Any

from normcheck.event import Day
from normcheck.progress.apply import COMPLETE, Application, Counted
from normcheck.progress.conditions import numbers
from normcheck.progress.facts import YES, Norm, Person, Way
from normcheck.progress.judged import HOLDERS
from normcheck.progress.pages import Form, FormNorm
from normcheck.progress.rules import application_rules
from normcheck.progress.sentence import sentence
from normcheck.report.certificate import long_date
from normcheck.report.pages import Blank, Field
from normcheck.wording import has, points, say

NONE = "–"


class Blanks:
    """Numbers the fields that are missing, in the order of the form."""

    def __init__(self) -> None:
        self.found: list[Blank] = []

    def field(self, key: str, text: str, **values: object) -> Field:
        """The value, or a marked blank for it."""
        return Field(text, 0 if text else self.number(key, **values))

    def number(self, key: str, **values: object) -> int:
        """The number of one more blank."""
        number = len(self.found) + 1
        told = say("progress", "blanks", key, **values)
        self.found.append(Blank(number, say("progress", "labels", key), told))
        return number


def forms(found: Application, person: Person) -> tuple[tuple[Form, ...], tuple[Blank, ...]]:
    """The sheets of the application and the blanks on them."""
    blanks, size = Blanks(), application_rules().norms_a_sheet
    head = _head(found, person, blanks)
    blocks = [_norm(number, one, blanks) for number, one in enumerate(found.chosen, 1)]
    parts = [tuple(blocks[at : at + size]) for at in range(0, len(blocks), size)] or [()]
    sheets = []
    for number, part in enumerate(parts, 1):
        is_last = number == len(parts)
        total = say("progress", "form", "total", games=found.low, minimum=found.goal.games)
        sheets.append(
            Form(
                title=found.title,
                sheet=number,
                sheets=len(parts),
                norms=part,
                empty=size - len(part),
                total=total if is_last else say("progress", "form", "carried"),
                comments=comments(found) if is_last else (),
                **head,
            )
        )
    return tuple(sheets), tuple(blanks.found)


def _head(found: Application, person: Person, blanks: Blanks) -> dict[str, Any]:
    family, comma, first = (part.strip() for part in person.name.partition(","))
    reached, highest = found.peak.reached, found.peak.highest
    is_told = reached and reached.day and reached.day.exact and not reached.by_end
    day = long_date(reached.day) if reached and reached.day and is_told else ""
    return {
        "federation": blanks.field("federation", person.federation),
        "family_name": blanks.field("family_name", family if comma else ""),
        "first_name": blanks.field("first_name", first if comma else person.name),
        "fide_id": blanks.field("fide_id", person.fide_id),
        "birth": blanks.field("birth", long_date(person.birth) if person.birth and person.birth.exact else ""),
        "place_of_birth": blanks.field("place_of_birth", person.place_of_birth),
        "rating_date": blanks.field("rating_date", day, mark=found.peak.mark),
        "rating": blanks.field("rating", str(int(highest.value)) if highest else ""),
    }


def _norm(number: int, one: Counted, blanks: Blanks) -> FormNorm:
    norm, way = one.norm, one.way
    if one.implied:  # the requirement and the average are those of the higher title
        way = way._replace(required=None, average=None)
    whole = norm.all_games if way.ignored and not one.implied else None
    required, halves = (whole.required, whole.halves) if whole else (way.required, way.halves)
    opponents = way.opponents
    host = "" if opponents is None or opponents.host is None else str(opponents.host)
    return FormNorm(
        number=number,
        event=norm.event,
        place=blanks.field("place", _place(norm), number=number),
        dates=blanks.field("dates", _dates(norm), number=number),
        system=blanks.field("system", _system(norm), number=number),
        average=blanks.field("average", str(way.average or ""), number=number),
        games=str(whole.games if whole else way.games),
        required=blanks.field("required", NONE if whole and required is None else _points(required), number=number),
        score=blanks.field("score", _points(halves), number=number),
        counted=str(way.games) if whole else NONE,
        counted_required=_points(way.required) if whole else NONE,
        counted_score=_points(way.halves) if whole else NONE,
        host=blanks.field("host", host, number=number),
        not_own=blanks.field("not_own", str(opponents.not_own) if opponents else "", number=number),
        opponents=_opponents(way),
        blank=0 if opponents else blanks.number("opponents", number=number),
    )


def _opponents(way: Way) -> tuple[tuple[str, str], ...]:
    told = way.opponents
    titles = [(f"{title}s", str(told.titles[title]) if told else "") for title in HOLDERS]
    total = str(sum(told.titles.values())) if told else ""
    rated = (str(told.rated), str(told.unrated)) if told else ("", "")
    return (("Total Titled", total), *titles, ("Rated", rated[0]), ("Unrated", rated[1]))


def _place(norm: Norm) -> str:
    """Place and country, the country once; "" without a place."""
    if not norm.place or not norm.federation or norm.place.endswith(norm.federation):
        return norm.place
    return f"{norm.place}, {norm.federation}"


def _points(halves: int | None) -> str:
    return "" if halves is None else points(halves)


def _system(norm: Norm) -> str:
    return say("progress", "systems", norm.system) if has("progress", "systems", norm.system) else norm.system


def _dates(norm: Norm) -> str:
    days: list[Day] = [day for day in (norm.start, norm.end) if day]
    if len(days) < 2 or days[0] == days[1]:
        return long_date(days[0]) if days else ""
    return say("progress", "words", "dates", start=long_date(days[0]), end=long_date(days[1]))


def comments(found: Application) -> tuple[str, ...]:
    """The special comments: what the form has no field for."""
    told = [*_special(found), *_credits(found)]
    reached = found.peak.reached
    if reached and reached.live:
        article = found.edition.article("peak_unpublished")
        told.append(say("progress", "form", "special_rating", source=reached.source, article=article))
    if found.state != COMPLETE:
        only_rating = not found.further and found.peak.state != YES
        key = "special_conditional" if only_rating else "special_short"
        told.append(say("progress", "form", key, sentence=sentence(found)))
    return tuple(told)


def _special(found: Application) -> list[str]:
    """Which norms meet what one norm at least must meet."""
    facts = {
        "qualifying_event": ("special_qualifying", lambda one: one.option.qualifying == YES),
        "normal_foreigner": ("special_foreigner", lambda one: one.option.foreigner == YES),
        "one_round_a_day": ("special_day", lambda one: one.option.one_round == YES),
    }
    order = {number: place for place, number in enumerate(_places(found), 1)}
    told = []
    for key, (phrase, which) in facts.items():
        listed = numbers(found, which)
        if key in found.conditions and listed:
            own = ", ".join(str(order[int(number)]) for number in listed.split(", "))
            told.append(say("progress", "form", phrase, article=found.edition.article(key), numbers=own))
    return told


def _places(found: Application) -> Sequence[int]:
    """The numbers of the chosen norms in the table, in the order of the form."""
    return [number for number, one in enumerate(found.norms, 1) if one.chosen]


def _credits(found: Application) -> list[str]:
    told = []
    for number, one in enumerate(found.chosen, 1):
        if one.credit.clauses and one.credit.low != one.way.games:
            articles = ", ".join(one.norm.edition.article(key) for key in one.credit.clauses)
            values = {"number": number, "games": one.credit.low, "articles": articles}
            told.append(say("progress", "form", "special_credit", **values))
    return told
