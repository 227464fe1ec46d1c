"""The title progress of every player with norms in the audit: who is ready to apply, and what the others still need."""

import zlib
from typing import NamedTuple

from normcheck.audit.pages import verdicts
from normcheck.audit.parts import Decided
from normcheck.audit.place import Place
from normcheck.finding import NORM
from normcheck.progress.apply import HELD, Application, applications
from normcheck.progress.facts import Norm, Person, RatingPoint, Told
from normcheck.progress.judged import norms_in
from normcheck.progress.peaks import of_document, of_lists
from normcheck.progress.sentence import rating_text, sentence
from normcheck.rating.asked import partial_day
from normcheck.report.model import Document

COLUMNS = (
    "name", "fide_id", "federation", "title", "state", "norms", "games", "games_needed", "games_missing",
    "further_norms", "rating_needed", "rating_reached", "rating_missing", "still_needed",
)  # fmt: skip


class PlayerNorms(NamedTuple):
    """A player and his norms in the audit, by the events they are from (in order of time)."""

    who: Decided
    keys: tuple[str, ...]


class Progress(NamedTuple):
    """A row of the file: `COLUMNS` in their order."""

    values: tuple[str | int, ...]


def players(decided: list[Decided]) -> list[PlayerNorms]:
    """Everybody with a norm, by FIDE id or else by name and federation, each with all his events."""
    found: dict[tuple[str, str], list[Decided]] = {}
    for one in decided:
        if one.decision == NORM:
            who = (one.fide_id, "") if one.fide_id else (one.name, one.federation)
            found.setdefault(who, []).append(one)
    grouped = [sorted(group, key=lambda one: (one.start, one.file)) for _, group in sorted(found.items())]
    return [PlayerNorms(group[-1], tuple(dict.fromkeys(one.key for one in group))) for group in grouped]


def progress(player: PlayerNorms, where: Place) -> list[Progress]:
    """The rows of one player: the titles for which he has norms and which he does not hold."""
    who = player.who
    titles = (who.held,) if who.held else ()
    person = Person(who.name, who.fide_id, who.federation, titles=titles)
    norms: list[Norm] = []
    ratings: list[RatingPoint] = list(of_lists(person))
    for key in player.keys:
        data = where.read(verdicts(key))
        if data is not None:
            found = Document.model_validate_json(zlib.decompress(data))
            norms += norms_in(found, person)
            start, event = partial_day(found.event.start), found.event.name or found.event.file
            ratings += of_document(_rating(found, person), start, event)
    told = Told(person, tuple(norms), tuple(dict.fromkeys(ratings)), ())
    return [_row(told, one) for one in applications(told) if one.norms and one.state != HELD]


def _rating(found: Document, person: Person) -> int:
    own = [v.player.rating for v in found.verdicts if person.fide_id in ("", v.player.fide_id)]
    return own[0] if own else 0


def _row(told: Told, one: Application) -> Progress:
    person, highest = told.person, one.peak.highest
    return Progress((
        person.name, person.fide_id, person.federation, one.title, one.state, len(one.chosen), one.low, one.goal.games,
        one.missing_games, one.further, one.peak.mark, rating_text(highest.value) if highest else "",
        rating_text(one.peak.short), sentence(one),
    ))  # fmt: skip
