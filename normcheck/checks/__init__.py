"""The checks: clause key -> function, in the order of the articles.

A check measures one thing on a finished mix and does not know whether games were left out. It makes no sentence:
the wording comes from the edition.
"""

from collections.abc import Callable

from normcheck.checks import federations, games, ratings, titles
from normcheck.finding import Measure
from normcheck.mix import Applicant, Mix

Check = Callable[[Mix, Applicant], Measure]

CHECKS: dict[str, Check] = {
    "games": games.number_of_games,
    "foreign_federations": federations.foreign_federations,
    "own_federation": federations.own_federation,
    "one_federation": federations.one_federation,
    "title_holders": titles.title_holders,
    "required_titles": titles.required_titles,
    "double_round_robin": titles.double_round_robin,
    "unrated_share": ratings.unrated_share,
    "performance": ratings.performance,
    "average": ratings.average,
    "score": ratings.score,
}

FEDERATION_CLAUSES = ("foreign_federations", "own_federation", "one_federation")


def is_waived(key: str, mix: Mix, who: Applicant) -> bool:
    """An exemption lifts all federation limits together."""
    if key not in FEDERATION_CLAUSES:
        return False
    if who.reading.waived_by:
        return True
    return not who.reading.small_limits and len(mix.games) < who.law.minimum_games


def unmet(mix: Mix, who: Applicant) -> list[str]:
    """The keys of the clauses that this mix does not meet, in the order of the articles."""
    if not mix.games:
        return list(CHECKS)
    return [key for key, check in CHECKS.items() if not check(mix, who).met and not is_waived(key, mix, who)]
