"""Direct titles and titles by rating as documents for programs."""

from collections.abc import Iterable
from fractions import Fraction

from normcheck import __version__
from normcheck.event import Event, Player
from normcheck.rating.numbers import reached
from normcheck.regulation import Edition
from normcheck.titles.by_rating import ByRating
from normcheck.titles.direct import Check, Direct, Given
from normcheck.titles.model import (
    BY_RATING,
    DIRECT,
    ByRatingOut,
    CheckOut,
    DirectOut,
    DirectTitlesOut,
    ProposalOut,
    RatingTitles,
    TitledOut,
)
from normcheck.titles.rules import Award
from normcheck.titles.text import ask, told
from normcheck.wording import say

_MADE_BY = f"normcheck {__version__}"


def rating_titles(event: Event, edition: Edition, found: Iterable[ByRating]) -> RatingTitles:
    """The document of titles by rating."""
    return RatingTitles(
        schema=BY_RATING,
        made_by=_MADE_BY,
        file=event.file,
        start=_start(event),
        edition=edition.id,
        titles=[_by_rating(event, one) for one in found],
    )


def direct_titles(event: Event, found: Direct) -> DirectTitlesOut:
    """The document of direct titles."""
    return DirectTitlesOut(
        schema=DIRECT,
        made_by=_MADE_BY,
        file=event.file,
        start=_start(event),
        edition=found.edition.id,
        championship=found.championship.key,
        name=found.championship.name,
        body=found.championship.body,
        article=found.conditions.article if found.conditions else "",
        checks=[_check(check) for check in found.checks],
        titles=[_given(event, one) for one in found.given],
        proposals=[_proposal(award) for award in found.proposals],
    )


def _start(event: Event) -> str:
    return str(event.start.value) if event.start else ""


def _player(event: Event, player: Player) -> TitledOut:
    return TitledOut(
        no=None if event.sheet else player.no,
        name=player.name,
        fide_id=player.fide_id,
        title=player.title,
        federation=player.federation,
        rating=player.rating,
    )


def _by_rating(event: Event, one: ByRating) -> ByRatingOut:
    return ByRatingOut(
        player=_player(event, one.player),
        title=one.title,
        needed=one.rating,
        value=_number(one.value),
        round=one.round,
        games=one.games,
        outcome=one.outcome,
        asks=[ask(one, key) for key in one.asks],
    )


def _number(value: Fraction) -> float | int:
    """A rating, never more than it is."""
    return value.numerator if value.denominator == 1 else float(reached(value))


def _given(event: Event, one: Given) -> DirectOut:
    return DirectOut(
        player=_player(event, one.player),
        title=one.title,
        result=one.award.result,
        outcome=one.outcome,
        rating=one.rating,
        checks=[_check(check) for check in one.checks],
        source=one.award.source,
    )


def _check(check: Check) -> CheckOut:
    outcome = say("titles", "states", check.outcome)
    return CheckOut(key=check.key, text=told(check), outcome=outcome, needed=check.needed, found=check.found)


def _proposal(award: Award) -> ProposalOut:
    return ProposalOut(
        result=award.result,
        title=award.title or "",
        women_title=award.women or "",
        award=award.award,
        certainty=award.certainty,
        source=award.source,
    )
