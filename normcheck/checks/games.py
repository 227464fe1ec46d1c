"""Number of games."""

from normcheck.finding import Measure, least
from normcheck.mix import Applicant, Mix


def number_of_games(mix: Mix, who: Applicant) -> Measure:
    """Enough games."""
    return least(who.minimum, len(mix.games))
