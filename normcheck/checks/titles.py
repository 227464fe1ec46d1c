"""Titles of the opponents."""

from normcheck.event import DOUBLE_ROUND_ROBIN
from normcheck.finding import Measure, least
from normcheck.mix import Applicant, Mix


def title_holders(mix: Mix, who: Applicant) -> Measure:
    """Enough title holders among the opponents."""
    return least(who.law.holders_least[mix.opponents], mix.holders)


def required_titles(mix: Mix, who: Applicant) -> Measure:
    """Enough opponents with a title the norm asks for; a double round robin has a share of its own."""
    double = who.reading.system == DOUBLE_ROUND_ROBIN
    table = who.law.required_least_double if double else who.law.required_least
    return least(table[mix.opponents], mix.required)


def double_round_robin(mix: Mix, who: Applicant) -> Measure:
    """A double round robin has enough players; other systems need none, an unknown field is not refused here."""
    if who.reading.system != DOUBLE_ROUND_ROBIN:
        return Measure(0, 0, True)
    players = who.players or mix.opponents + 1
    return least(who.law.double_players(), players)
