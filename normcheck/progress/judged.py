"""Norms out of verdicts: documents of a player's events, read back from JSON or judged on the spot."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError

from normcheck.errors import UnreadableInput, WrongUsage
from normcheck.event import SWISS, Event, Player
from normcheck.expectancy import load
from normcheck.finding import NO_NORM, NORM
from normcheck.named import player_named
from normcheck.prepare import refuse_without_ratings
from normcheck.progress.facts import MAYBE, NO, YES, AllGames, Norm, Opponents, Person, Way, known
from normcheck.rating.asked import partial_day
from normcheck.read import read
from normcheck.regulation import NORM_TITLES, Edition, edition_for, edition_named, resolve
from normcheck.report.build import document
from normcheck.report.model import SCHEMA, AlternativeOut, Document, RoundOut, VerdictOut
from normcheck.report.verdicts import alternative_out
from normcheck.verdict import Audit, Decision
from normcheck.wording import say

FORFEIT = "last_round_forfeit"
HOLDERS = ("GM", "IM", "FM", "WGM", "WIM", "WFM")  # in the order of form IT2


def is_document(head: bytes) -> bool:
    """Whether a file is a document of verdicts."""
    return head.lstrip().startswith(b"{") and b'"schema"' in head and b'"normcheck/' in head


def document_in(path: Path) -> Document:
    """A document of verdicts; `UnreadableInput` if it is none, or of another version of the program."""
    try:
        return Document.model_validate_json(path.read_bytes())
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"]) or "{"
        told = say("progress", "errors", "document", file=path.name, key=where, schema=SCHEMA)
        raise UnreadableInput(told) from error


def event_in(path: Path, person: Person) -> tuple[Event, Player]:
    """An event and the player in it, with the sex that is stated of him."""
    event = read(path)
    refuse_without_ratings(event, "no_ratings_alone")
    has_id = any(p.fide_id == person.fide_id for p in event.players.values())
    if not (event.sheet or has_id or person.name):
        raise WrongUsage(say("progress", "errors", "no_player", file=path.name, id=person.fide_id))
    word = person.fide_id if has_id else person.name
    player = event.players[event.applicant] if event.sheet else player_named(event, word)
    if person.sex and not player.sex:
        player = player._replace(sex=person.sex)
        event = event._replace(players={**event.players, player.no: player})
    return event, player


def judge(event: Event, player: Player) -> Document:
    """The verdicts on one player, for every title he can have, held or not."""
    edition, reason = edition_for(event.start.value if event.start else None)
    women = edition.titles
    titles = tuple(t for t in NORM_TITLES if player.sex != "m" or not women[t].women)
    audit = Audit(event, edition, titles, reason)
    pending = [p for p in audit.pending() if p.player.no == player.no]
    decisions = [audit.decide(one) for one in pending]
    return with_every_choice(audit, decisions)


def with_every_choice(audit: Audit, decisions: Sequence[Decision]) -> Document:
    """The document of some decisions in which every norm has all its lawful choices."""
    found = document(audit, decisions)
    pairs = zip(found.verdicts, decisions, strict=True)
    verdicts = [verdict.model_copy(update={"alternatives": _every_choice(audit, d)}) for verdict, d in pairs]
    return found.model_copy(update={"verdicts": verdicts})


def _every_choice(audit: Audit, decision: Decision) -> list[AlternativeOut]:
    """All other lawful choices of a norm, not only the best ones shown, and the best that needs no exemption."""
    if decision.decision != NORM:
        return []
    others, base = list(decision.base.others), decision.base
    if base.reading.waived_by:
        normal = base.under(base.reading._replace(waived_by="")).candidate
        others += [normal] if normal and normal not in others else []
    return [alternative_out(audit, decision, candidate) for candidate in others]


def norms_in(found: Document, person: Person) -> Iterator[Norm]:
    """The norms of a player in a document, and what needs review."""
    own = [verdict for verdict in found.verdicts if is_of(verdict, person)]
    if not own:
        raise WrongUsage(
            say("progress", "errors", "no_verdict", file=found.event.file, name=person.fide_id or person.name)
        )
    for verdict in own:
        if verdict.decision != NO_NORM:
            yield _norm(found, verdict)


def is_of(verdict: VerdictOut, person: Person) -> bool:
    """By FIDE id if both have one, else by name."""
    if person.fide_id and verdict.player.fide_id:
        return person.fide_id == verdict.player.fide_id
    return bool(person.name) and person.name.casefold() == verdict.player.name.casefold()


def _norm(found: Document, verdict: VerdictOut) -> Norm:
    event, flags = found.event, verdict.flags
    edition, start = _edition(found), partial_day(event.start)
    rule = edition.clauses.qualifying_event
    kind = known(flags.kind_1_5_6) if rule else MAYBE
    return Norm(
        title=verdict.title,
        event=event.name or event.file,
        source=event.file,
        ways=tuple(_ways(found, verdict)),
        edition=edition,
        edition_reason="",
        start=start,
        end=partial_day(event.end),
        system=event.system,
        kind=event.kind,
        place=event.place,
        federation=event.federation,
        one_round_a_day=known(flags.one_round_a_day),
        large_swiss=known(flags.large_swiss) if event.system == SWISS else NO,
        qualifying_kind=kind,
        sure=verdict.decision == NORM,
        question="; ".join(question.text for question in verdict.questions),
        all_games=_all_games(verdict, edition),
    )


def _edition(found: Document) -> Edition:
    """The edition the document was judged by, as it stood on the first day."""
    start = partial_day(found.event.start)
    edition, _ = edition_for(start)
    if found.edition.id != edition.id:
        named = edition_named(found.edition.id)
        return resolve(named, start.first) if start else named
    return edition


def _ways(found: Document, verdict: VerdictOut) -> Iterable[Way]:
    """The way of the verdict first, then the other lawful ones."""
    eight = bool(verdict.flags.eight_game)
    yield Way(
        verdict.games, _halves(verdict.score), _halves(verdict.required_score), verdict.average,
        tuple(verdict.ignored_rounds), known(verdict.flags.normal_foreigner), eight,
        _opponents(found, verdict, verdict.ignored_rounds), verdict.carried_by == FORFEIT,
    )  # fmt: skip
    for other in verdict.alternatives:
        yield _other(found, verdict, other)


def _other(found: Document, verdict: VerdictOut, other: AlternativeOut) -> Way:
    clauses = _edition(found).clauses
    return Way(
        other.games, _halves(other.score), _halves(other.required_score), other.average, tuple(other.ignored_rounds),
        YES if other.normal_foreigner else NO, clauses.eight_games.article in other.articles,
        _opponents(found, verdict, other.ignored_rounds), clauses.last_round_forfeit.article in other.articles,
    )  # fmt: skip


def _halves(points: float | None) -> int | None:
    return None if points is None else round(2 * points)


def _opponents(found: Document, verdict: VerdictOut, ignored: list[int]) -> Opponents:
    """The opponents in the games of a way: those that count, without the rounds left out."""
    rounds = [r for r in verdict.rounds if r.status in ("counted", "ignored") and r.round not in ignored]
    host, own = found.event.federation, verdict.player.federation
    return Opponents(
        titles={title: _count(rounds, title) for title in HOLDERS},
        rated=sum(r.rating is not None for r in rounds),
        unrated=sum(r.rating is None for r in rounds),
        not_own=sum(r.federation != own or not own for r in rounds),
        host=sum(r.federation == host for r in rounds) if host else None,
    )


def _count(rounds: list[RoundOut], title: str) -> int:
    return sum(r.title == title for r in rounds)


def _all_games(verdict: VerdictOut, edition: Edition) -> AllGames | None:
    """All games together, with what they would have required."""
    whole, asked = verdict.all_games, edition.titles[verdict.title]
    if whole.average is None:
        return None
    expectancy, share = load(edition.tables), edition.clauses.score.minimum
    required = expectancy.required_halves(whole.average, whole.games, asked.performance, share)
    return AllGames(whole.games, round(2 * whole.score), required)
