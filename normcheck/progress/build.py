"""From applications to the document: every number in its final form, every condition and question in words."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from normcheck import __version__
from normcheck.progress.apply import Application, Counted
from normcheck.progress.conditions import conditions
from normcheck.progress.facts import MAYBE, YES, Norm, RatingPoint, Told
from normcheck.progress.model import SCHEMA, NormOut, PeakOut, PersonOut, ProgressOut, RatingOut, TitleOut
from normcheck.progress.questions import questions, to_confirm
from normcheck.progress.rules import application_rules
from normcheck.progress.sentence import sentence
from normcheck.wording import say


def document(told: Told, found: Iterable[Application]) -> ProgressOut:
    """The whole document."""
    person = told.person
    return ProgressOut(
        schema=SCHEMA,
        made_by=f"normcheck {__version__}",
        player=PersonOut(
            name=person.name,
            fide_id=person.fide_id,
            federation=person.federation,
            sex=person.sex,
            birth=str(person.birth or ""),
            place_of_birth=person.place_of_birth,
            titles=list(person.titles),
        ),
        ratings=[rating_out(point) for point in in_order(told.ratings)],
        titles=[title_out(one) for one in found],
        notes=list(told.notes),
    )


def in_order(ratings: Iterable[RatingPoint]) -> list[RatingPoint]:
    """The ratings by date; those without one last."""
    return sorted(ratings, key=lambda point: (point.day is None, str(point.day or ""), point.live))


def number(value: Fraction) -> float | int:
    """A rating as a number."""
    return value.numerator if value.denominator == 1 else round(float(value), 2)


def rating_out(point: RatingPoint) -> RatingOut:
    """A rating with its day and source."""
    most = None if point.most is None else number(point.most)
    return RatingOut(
        day=str(point.day or ""), value=number(point.value), at_most=most, live=point.live, source=point.source
    )


def title_out(found: Application) -> TitleOut:
    """One title."""
    peak = found.peak
    return TitleOut(
        title=found.title,
        state=found.state,
        sentence=sentence(found),
        games=found.low,
        games_at_most=found.high,
        games_needed=found.goal.games,
        games_missing=found.missing_games,
        further_norms=found.further,
        further_norms_at_best=found.further_at_best,
        peak=PeakOut(
            needed=peak.mark,
            highest=rating_out(peak.highest) if peak.highest else None,
            reached=rating_out(peak.reached) if peak.reached else None,
            missing=number(peak.short),
        ),
        conditions=conditions(found),
        norms=norms_out(found),
        questions=questions(found),
        to_confirm=to_confirm(found),
        edition=found.edition.title,
    )


def norms_out(found: Application) -> list[NormOut]:
    """The norms, numbered by date."""
    return [_norm(found, number_, one) for number_, one in enumerate(found.norms, 1)]


def _truth(value: int) -> bool | None:
    return None if value == MAYBE else value == YES


def _points(halves: int | None) -> float | None:
    return None if halves is None else halves / 2


def _norm(found: Application, number_: int, one: Counted) -> NormOut:
    norm, way = one.norm, one.way
    return NormOut(
        no=number_,
        title=norm.title,
        event=norm.event,
        start=str(norm.start or ""),
        end=str(norm.end or ""),
        place=norm.place,
        system=norm.system,
        kind=norm.kind,
        games=way.games,
        score=_points(way.halves),
        required_score=_points(way.required),
        average=way.average,
        ignored_rounds=list(way.ignored),
        credited_games=one.credit.low,
        credited_at_most=one.credit.high,
        credited_by=articles(norm, one.credit.clauses),
        edition=norm.edition.id,
        edition_title=edition_title(norm),
        normal_foreigner=_truth(way.foreigner),
        one_round_a_day=_truth(norm.one_round_a_day),
        qualifying_event=_truth(one.option.qualifying) if norm.sure else None,
        eight_game=way.eight,
        rated=_truth(norm.rated),
        registered=_truth(norm.registered),
        sure=norm.sure,
        choices=one.ways,
        counted=one.chosen,
        reason=_reason(found, one),
        source=norm.source,
    )


def articles(norm: Norm, clauses: Sequence[str]) -> list[str]:
    """The articles of the edition of the event."""
    return [norm.edition.article(key) for key in clauses]


def edition_title(norm: Norm) -> str:
    """The edition of the event, or that there is none for so early a day."""
    if norm.edition_reason == "before_first_edition":
        return say("progress", "words", "edition_before")
    return norm.edition.title


def _reason(found: Application, one: Counted) -> str:
    if one.chosen:
        return ""
    key = "old_norms" if "regist" in one.reason else "eight_games"
    article, day = found.edition.article(key), application_rules().registered_from.isoformat()
    return say("progress", "reasons", one.reason, article=article, day=day)
