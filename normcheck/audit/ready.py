"""The title progress of every player with norms in the audit: who is ready to apply, and what the others still need.

It is what `normcheck progress` says of the same events. Ratings are those of the lists kept, and of the events with his
norms: at their start, and live inside them.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from normcheck.audit import evidence
from normcheck.audit.pages import verdicts
from normcheck.audit.parts import Decided
from normcheck.audit.place import Place
from normcheck.finding import NORM
from normcheck.progress.apply import HELD, Application, applications
from normcheck.progress.facts import Norm, Person
from normcheck.progress.gather import Collector, doubted
from normcheck.progress.names import alike
from normcheck.progress.sentence import rating_text, sentence
from normcheck.wording import say

COLUMNS = (
    "name", "fide_id", "federation", "title", "state", "norms", "games", "games_needed", "games_missing",
    "further_norms", "rating_needed", "rating_reached", "rating_missing", "still_needed", "notes",
)  # fmt: skip


class PlayerNorms(NamedTuple):
    """A player and his norms in the audit, by the events they are from (in order of time).

    `doubts` are titles of norms that a copy of their event does not give, by the event, with that copy.
    """

    who: Decided
    keys: tuple[str, ...]
    doubts: dict[tuple[str, str], str] = {}


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
    return [_player(sorted(group, key=lambda one: (one.start, one.file))) for _, group in sorted(found.items())]


def _player(group: list[Decided]) -> PlayerNorms:
    """As he was when last seen; under several names the one that came first counts."""
    first = group[0]
    who = next(one for one in reversed(group) if one.name == first.name or alike(one.name, first.name))
    doubts = {(one.key, one.title): one.doubt for one in group if one.doubt}
    return PlayerNorms(who, tuple(dict.fromkeys(one.key for one in group)), doubts)


def progress(player: PlayerNorms, where: Place) -> list[Progress]:
    """The rows of one player: the titles for which he has norms and which he does not hold."""
    who = player.who
    titles = (who.held,) if who.held else ()
    collector = Collector(Person(who.name, who.fide_id, who.federation, titles=titles))
    norms: list[Norm] = []
    for key in player.keys:
        found = evidence.unpacked(where.read(verdicts(key)))
        if found is not None:
            made = collector.of_document(found.document, found.games)
            norms += _with_doubts(made, key, player)
    told = collector.told(norms)
    doubts = [f"{title}: {_doubt(file)}." for (_, title), file in player.doubts.items()]
    notes = " ".join([*told.notes, *doubts])
    return [_row(told.person, one, notes) for one in applications(told) if one.norms and one.state != HELD]


def _with_doubts(norms: Iterable[Norm], key: str, player: PlayerNorms) -> Iterator[Norm]:
    """The norms of one event; those that a copy of it does not give need review."""
    for norm in norms:
        file = player.doubts.get((key, norm.title))
        yield doubted(norm, _doubt(file)) if file else norm


def _doubt(file: str) -> str:
    return say("audit", "copies", "doubt", file=file)


def _row(person: Person, one: Application, notes: str) -> Progress:
    highest = one.peak.highest
    return Progress((
        person.name, person.fide_id, person.federation, one.title, one.state, len(one.chosen), one.low, one.goal.games,
        one.missing_games, one.further, one.peak.mark, rating_text(highest.value) if highest else "",
        rating_text(one.peak.short), sentence(one), notes,
    ))  # fmt: skip
