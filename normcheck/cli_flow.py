"""From the words of a command line to decisions: file, answers, edition, player, titles. Nothing is printed here."""

import unicodedata
from collections import Counter
from datetime import date
from difflib import get_close_matches
from typing import NamedTuple

from normcheck.answers import load
from normcheck.cli_request import Request, read_event
from normcheck.complete import complete
from normcheck.errors import WrongUsage
from normcheck.event import Event, Player
from normcheck.finding import NEEDS_REVIEW, NO_NORM, NORM
from normcheck.ratings.by_date import with_lists
from normcheck.regulation import NORM_TITLES, Edition, edition_for, edition_named, resolve
from normcheck.report.text import Counts
from normcheck.verdict import Audit, Decision, Pending
from normcheck.wording import say

NAMED = 5  # players named in a message
START_DIGITS = 4  # a longer number is a FIDE id


class Settled(NamedTuple):
    """The event judged: every decision asked for, and the player if one was asked for by name or by a sheet."""

    audit: Audit
    decisions: tuple[Decision, ...]
    player: Player | None
    everybody: bool

    @property
    def shown(self) -> tuple[Decision, ...]:
        """The decisions to print: norms, reviews and near misses, or all."""
        return self.decisions if self.everybody else tuple(d for d in self.decisions if d.near or d.decision != NO_NORM)

    @property
    def counts(self) -> Counts:
        """How many of each decision there are."""
        found = Counter(d.decision for d in self.decisions)
        near = sum(d.near for d in self.decisions)
        name = self.player.name if self.player else ""
        return Counts(found[NORM], found[NEEDS_REVIEW], near, len(self.audit.event.players), name)

    @property
    def exit_code(self) -> int:
        """0 for whole events; for one player what his decisions say.

        With titles asked 1 if one is not met, else 3 if one needs review; without titles 0 if there is a norm, else 3
        if one needs review, else 1.
        """
        found = {d.decision for d in self.decisions}
        if self.player is None or found == {NORM}:
            return 0
        if self.audit.titles:
            return 1 if NO_NORM in found else 3
        return 0 if NORM in found else 3 if NEEDS_REVIEW in found else 1


def settle(request: Request) -> Settled:
    """Read, complete and judge what is asked. Raises the errors of reading, `BrokenRules` and `WrongUsage`."""
    titles = asked_titles(request.titles)
    event = _event(request)
    edition, reason = _edition(request.edition, event)
    event = with_lists(event, request.ratings, edition.clauses.long_event.days)
    audit = Audit(event, edition, titles, reason)
    player = _player(event, request.player)
    if player is None:
        found = _of_everybody(audit) if request.everybody else tuple(audit.decisions())
        return Settled(audit, found, None, request.everybody)
    pending = [p for p in audit.pending() if p.player.no == player.no]
    _check_asked(audit, player, {p.title for p in pending})
    return Settled(audit, tuple(audit.decide(p) for p in pending), player, True)


def _event(request: Request) -> Event:
    return complete(read_event(request.files), load(request.answers) if request.answers else None)


def _edition(name: str | None, event: Event) -> tuple[Edition, str]:
    """The edition asked for, as it stood on the first day, or the one in force; and why."""
    start = event.start.value if event.start else None
    if name is None:
        return edition_for(start)
    return resolve(edition_named(name), start.first if start else date.max), "forced"


def asked_titles(words: tuple[str, ...]) -> tuple[str, ...]:
    """The titles asked for, each once, in the order of the regulations."""
    asked = {word.strip().upper() for word in words}
    for word in sorted(asked - set(NORM_TITLES)):
        raise WrongUsage(_say("no_title", word=word, titles=", ".join(NORM_TITLES)))
    return tuple(title for title in NORM_TITLES if title in asked)


def _of_everybody(audit: Audit) -> tuple[Decision, ...]:
    """Every decision; players who hold all titles, so that nothing would be left to judge, are judged for their own."""
    found = list(audit.decisions())
    judged = {d.player.no for d in found}
    left = [p for p in audit.event.players.values() if p.no not in judged and p.title in audit.law.titles]
    if not audit.titles:
        found += [audit.decide(Pending(player, player.title, "")) for player in left]
    order = {no: place for place, no in enumerate(audit.event.players)}
    return tuple(sorted(found, key=lambda d: order[d.player.no]))


def _check_asked(audit: Audit, player: Player, judged: set[str]) -> None:
    """Raise `WrongUsage` if a title asked for cannot be judged for the player, or nothing is left to judge."""
    for title in audit.titles:
        if title not in judged:
            raise WrongUsage(_say("womens_title", title=title, name=player.name))
    if not judged:
        key = "nothing_asked" if player.title else "nothing_asked_plain"
        raise WrongUsage(_say(key, name=player.name, held=player.title))


def _player(event: Event, word: str | None) -> Player | None:
    """The player meant by a start number, a FIDE id or a part of the name; that of a sheet in any case."""
    if event.sheet:
        return _applicant(event, word)
    if word is None:
        return None
    found = _matches(event, word)
    if len(found) == 1:
        return found[0]
    if not found:
        raise WrongUsage(_say("no_player", file=event.file, word=word, hint=_hint(event, word)))
    names = ", ".join(f"{p.no} {p.name}" for p in found[:NAMED])
    if len(found) > NAMED:
        names = _say("several_more", names=names)
    raise WrongUsage(_say("several_players", file=event.file, word=word, count=len(found), names=names))


def _applicant(event: Event, word: str | None) -> Player:
    player = event.players[event.applicant]
    if word is not None and word.strip() != player.fide_id and not _fits(_words(word), player):
        raise WrongUsage(_say("not_applicant", file=event.file, name=player.name, word=word))
    return player


def _matches(event: Event, word: str) -> list[Player]:
    digits = word.strip()
    if digits.isascii() and digits.isdigit():
        number = int(digits) if len(digits) <= START_DIGITS else 0
        if number in event.players:
            return [event.players[number]]
        return [p for p in event.players.values() if p.fide_id == digits]
    parts = _words(word)
    found = [p for p in event.players.values() if _fits(parts, p)]
    exact = [p for p in found if _words(p.name) == parts]
    return exact or found


def _fits(parts: list[str], player: Player) -> bool:
    name = " ".join(_words(player.name))
    return bool(parts) and all(part in name for part in parts)


def _words(text: str) -> list[str]:
    """The words of a name without accents, capitals and commas, in the order of the alphabet."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return sorted(plain.casefold().replace(",", " ").split())


def _hint(event: Event, word: str) -> str:
    names = {" ".join(_words(p.name)): p.name for p in event.players.values()}
    near = get_close_matches(" ".join(_words(word)), names, n=3, cutoff=0.6)
    if near:
        return _say("hint_near", names=", ".join(names[key] for key in near))
    return _say("hint_numbers", low=min(event.players, default=0), high=max(event.players, default=0))


def _say(key: str, **values: object) -> str:
    return say("terminal", "errors", key, **values)
