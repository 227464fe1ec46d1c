"""Titles by rating (1.3): who has reached the rating of a title, in a list or in the middle of an event."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from normcheck.event import Event, Player
from normcheck.rating.change import Change, Part, change
from normcheck.rating.coefficient import History, coefficient
from normcheck.rating.games import games_of
from normcheck.rating.live import live, row_of
from normcheck.rating.rules import rating_rules
from normcheck.regulation import Edition
from normcheck.titles.direct import holds

REACHED, OPEN = "reached", "to confirm"


class ByRating(NamedTuple):
    """A title whose rating a player has reached.

    `round` is that after which he had it (0: with the list of the event), `value` the rating then, `games` the rated
    games needed (0: none), `asks` the keys of what is not known.
    """

    player: Player
    title: str
    rating: int
    round: int
    value: Fraction
    games: int
    outcome: str
    asks: tuple[str, ...]


def by_rating(event: Event, edition: Edition, player: Player, games: int | None = None) -> list[ByRating]:
    """The highest title a player may claim in each line; `games` are his rated games before the event."""
    rule = edition.clauses.rating_titles
    if rule is None or not player.rating or event.start is None:
        return []
    found: dict[bool, ByRating] = {}
    for title, mark in sorted(rule.ratings.items(), key=lambda one: -one[1]):
        women = title.startswith("W")
        if women in found or (women and player.sex == "m") or holds(player, title):
            continue
        if one := _reached(event, edition, player, (title, mark), games):
            found[women] = one
    return [one for women, one in found.items() if not (women and player.sex != "f")]


def _reached(
    event: Event, edition: Edition, player: Player, wanted: tuple[str, int], games: int | None
) -> ByRating | None:
    """A title if its rating was reached with any K the player may have, and with enough games if these are known."""
    title, mark = wanted
    needed, done = _needed(event, edition), list(_changes(event, player, games))
    standing = [live(one) for one in done] or [(Fraction(player.rating),)]
    played = needed if games is None else games
    after = [
        next((n for n, value in enumerate(values) if value >= mark and played + n >= needed), None)
        for values in standing
    ]
    firsts = [n for n in after if n is not None]
    if not firsts:
        return None
    first, at = min(firsts), after.index(min(firsts))
    asks = [*(["k"] if len(set(after)) > 1 else []), *(["games"] if needed and games is None else [])]
    row = row_of(done[at], first) if done else None
    outcome = OPEN if asks else REACHED
    round_ = row.game.round if row else 0
    return ByRating(player, title, mark, round_, standing[at][first], needed, outcome, tuple(asks))


def _needed(event: Event, edition: Edition) -> int:
    rule, start = edition.clauses.rating_titles, event.start
    return rule.games_on(start.value.first) if rule and start else 0


def _changes(event: Event, player: Player, games: int | None) -> Iterator[Change]:
    """The games of the event rated with each K the player may have; nothing where no rule of the day is known."""
    start = event.start.value.first if event.start else None
    rated, _ = games_of(event, player)
    if start is None or not rated or start < rating_rules().first_day:
        return
    rules = rating_rules().on(start)
    if rules.coefficient is None:
        return
    counts = (0, rules.coefficient.new_games) if games is None else (games,)
    ks = {coefficient(rules.coefficient, History(player.rating, n, player.rating), rules.day).value for n in counts}
    known = {k for k in ks if k is not None}
    if None in ks:
        known |= {rules.coefficient.standard, rules.coefficient.new}
    for k in sorted(known):
        yield change(player.rating, k, [Part(rated, rules, event.file)])
