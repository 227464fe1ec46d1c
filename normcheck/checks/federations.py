"""Federations of the opponents. The reading has already decided what stands behind FID and blanks."""

from normcheck.finding import Measure, least, most
from normcheck.mix import Applicant, Mix


def foreign_federations(mix: Mix, who: Applicant) -> Measure:
    """Opponents from enough federations other than the applicant's."""
    return least(who.law.foreign, mix.foreign)


def own_federation(mix: Mix, who: Applicant) -> Measure:
    """Not too many opponents from the applicant's own federation."""
    return most(who.law.own_most[mix.opponents], mix.own)


def one_federation(mix: Mix, who: Applicant) -> Measure:
    """Not too many opponents from any one federation."""
    return most(who.law.one_most[mix.opponents], mix.largest)
