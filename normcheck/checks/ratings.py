"""Ratings of the opponents and the performance."""

from normcheck.expectancy import least_halves
from normcheck.finding import Measure, least, most
from normcheck.mix import Applicant, Mix


def unrated_share(mix: Mix, who: Applicant) -> Measure:
    """Not too many unrated opponents, in editions that limit them."""
    limit = who.law.unrated_most
    if not limit:
        return Measure(0, 0, True)
    return most(limit[len(mix.games)], sum([not game.rated for game in mix.games]))


def performance(mix: Mix, who: Applicant) -> Measure:
    """Average plus rating difference reaches the performance of the title."""
    return least(who.title.performance, mix.performance)


def average(mix: Mix, who: Applicant) -> Measure:
    """The rounded average of the opponents reaches the minimum of the title."""
    return least(who.title.average, mix.average)


def score(mix: Mix, who: Applicant) -> Measure:
    """The exact share of the points; needed and found are half points."""
    return least(least_halves(len(mix.games), who.law.score_share), mix.halves)
