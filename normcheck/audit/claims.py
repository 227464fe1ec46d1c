"""Norms that are claimed, laid beside those that were made: agreed, not confirmed and why, not claimed but scored.

Every claim has an outcome, whatever happens to the event it is from or to the process that looks at it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from normcheck.audit import result as kept
from normcheck.audit.claims_file import Claim
from normcheck.audit.contents import as_paths, contents
from normcheck.audit.match import Listed
from normcheck.audit.meant import meant
from normcheck.audit.parts import Decided
from normcheck.audit.place import Place
from normcheck.audit.result import JUDGED, Result
from normcheck.audit.trouble import unexpected
from normcheck.audit.work import Outcome, Task, audited
from normcheck.errors import NormcheckError
from normcheck.finding import NEEDS_REVIEW, NORM
from normcheck.findings import findings
from normcheck.regulation import NORM_TITLES, editions
from normcheck.report.reasons import reason
from normcheck.verdict import Audit
from normcheck.wording import points, say

OUT_COLUMNS = ("file", "event", "no", "name", "fide_id", "title", "outcome", "why")
AGREED, REFUSED, UNCLAIMED = "agreed", "refused", "unclaimed"
_WHOLE = re.compile(r"0*([0-9]+)(?:[.,]0*)?")  # a number after its way through a spreadsheet
_DECIMAL = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{0,9}))?|[.,]([0-9]{1,9})")
_BROKEN = re.compile(r"(?:([0-9]{1,9}) )?([0-9]{1,9}) ?/ ?([0-9]{1,9})")


class ClaimTask(NamedTuple):
    """The claims from one event, and the places they have among all."""

    outcome: Outcome
    task: Task
    claims: tuple[Claim, ...]
    places: tuple[int, ...]


class Verified(NamedTuple):
    """A claim, or a norm that nobody claims, and what is said of it.

    `number` is the start number found, 0 if none; then `said` is the one claimed. With `key` and without number it is
    open who is meant.
    """

    file: str
    event: str
    number: int
    name: str
    fide_id: str
    title: str
    outcome: str
    why: str
    key: str = ""
    said: str = ""

    def row(self) -> list[str | int | None]:
        """The values of `OUT_COLUMNS`."""
        outcome = say("audit", "claims", self.outcome)
        number = self.number or self.said
        return [self.file, self.event, number, self.name, self.fide_id, self.title, outcome, self.why]


def tasks(
    claims: Sequence[Claim], events: Sequence[Listed], task: Task
) -> tuple[list[ClaimTask], dict[int, Verified]]:
    """The claims by event; by place those that no event is found for or whose event is not judged."""
    files = meant([claim.file for claim in claims], events)
    found: dict[str, tuple[Outcome, list[int]]] = {}
    told: dict[int, Verified] = {}
    for at, claim in enumerate(claims):
        outcome, why = files[claim.file]
        if claim.wrong or outcome is None:
            told[at] = _told(claim, claim.wrong or why)
        elif outcome.status != JUDGED:
            told[at] = _told(claim, say("audit", "claims", "not_judged", reason=outcome.reason))
        else:
            found.setdefault(outcome.label, (outcome, []))[1].append(at)
    made = [
        ClaimTask(one, task._replace(items=one.items), tuple(claims[at] for at in places), tuple(places))
        for one, places in found.values()
    ]
    return made, told


def _told(claim: Claim, why: str, key: str = "") -> Verified:
    return Verified(claim.file, "", 0, "", claim.fide_id, claim.title, REFUSED, why, key, claim.no)


def unverified(task: ClaimTask, why: str) -> list[Verified]:
    """The claims from an event that could not be looked at."""
    return [_unverified(claim, task, why) for claim in task.claims]


def _unverified(claim: Claim, task: ClaimTask, why: str) -> Verified:
    return _told(claim, say("audit", "claims", "unverified", reason=why), task.outcome.key)


class _Player(NamedTuple):
    """A participant; `id` is his FIDE id without zeros before it."""

    no: int
    name: str
    fide_id: str
    id: str


class _Event(NamedTuple):
    """An event and what its claims are verified with; `again` judges it again."""

    task: ClaimTask
    found: Result
    players: list[_Player]
    again: Callable[[], Audit]


def verify(task: ClaimTask, where: Place) -> list[Verified]:
    """Verify the claims from one event, in their order. An error of the program is told with the claim it concerns."""
    try:
        found = kept.unpacked(where.read(kept.name(task.outcome.key)))
        if found is None:
            return unverified(task, say("audit", "claims", "gone"))
        players = [_Player(no, name, id_, _whole(id_)) for no, name, id_, *_ in zip(*found.players, strict=True)]
    except Exception as error:
        return unverified(task, unexpected(error))
    event = _Event(task, found, players, cache(lambda: _judged(task.task)))
    return [_safely(claim, event) for claim in task.claims]


def _safely(claim: Claim, event: _Event) -> Verified:
    try:
        return _verified(claim, event)
    except NormcheckError as error:
        return _unverified(claim, event.task, " ".join(str(error).split()))
    except Exception as error:
        return _unverified(claim, event.task, unexpected(error))


def _verified(claim: Claim, event: _Event) -> Verified:
    title, asked = claim.title.upper(), event.task.task.options.titles
    if title not in NORM_TITLES:
        return _told(claim, say("audit", "claims", "no_title", title=claim.title))
    own = _meant(claim, event.players)
    if len(own) != 1:
        return _told(claim, say("audit", "claims", "no_player"))
    no, name, fide_id, _ = own[0]
    row = event.found.verdict(no, title)
    if row is None:
        why = say("audit", "claims", "held" if not asked or title in asked else "not_asked", title=title)
    else:
        why = _why_not(claim, row) if row[0] == NORM else _why_no_norm(row, no, title, event.again)
    outcome, key = REFUSED if why else AGREED, event.task.outcome.key
    return Verified(claim.file, event.found.event["name"], no, name, fide_id, title, outcome, why, key)


def _meant(claim: Claim, players: Sequence[_Player]) -> list[_Player]:
    """Who is meant: by FIDE id if anybody has it, else by start number; where both are known both must fit."""
    fide_id, no = _whole(claim.fide_id), _whole(claim.no)
    with_id = [one for one in players if fide_id and one.id == fide_id]
    if with_id:
        return [one for one in with_id if no in ("", str(one.no))]
    return [one for one in players if no == str(one.no) and not (fide_id and one.id)]


def _whole(text: str) -> str:
    """A number without zeros before it and decimals of nothing; "" for 0; what is no number as it is."""
    found = _WHOLE.fullmatch(text)
    return (found[1] if found[1] != "0" else "") if found else text


def _why_not(claim: Claim, row: kept.Row) -> str:
    """Why a norm is not as claimed; "" if it is."""
    _, _, games, score, _, _, _, credited, *_ = row
    if claim.games and _number(claim.games) not in {Fraction(games), Fraction(credited or games)}:
        key = "games" if credited in (games, None) else "games_credited"
        return say("audit", "claims", key, games=games, credited=credited, claimed=claim.games)
    if claim.score and _number(claim.score) != Fraction(score):
        return say("audit", "claims", "score", found=points(int(score * 2)), claimed=claim.score)
    return ""


def _number(text: str) -> Fraction | None:
    """A number as people write it: 6.5, 6,5, 6½, 6 1/2, 9.0; None if it is none."""
    plain = text.replace("½", " 1/2").strip()
    if found := _DECIMAL.fullmatch(plain):
        whole, digits = found[1] or "0", found[2] or found[3] or ""
        return Fraction(int(whole + digits), 10 ** len(digits))
    found = _BROKEN.fullmatch(plain)
    if found is None or not int(found[3]):
        return None
    return int(found[1] or 0) + Fraction(int(found[2]), int(found[3]))


def _why_no_norm(row: kept.Row, no: int, title: str, again: Callable[[], Audit]) -> str:
    """Why there is no norm; for a player whom a bound has settled, his event is judged again. Never empty."""
    why = str(row[-1])
    if row[0] == NEEDS_REVIEW:
        return say("audit", "claims", "review", reason=why)
    return why or _reason(again(), no, title) or say("audit", "claims", "no_norm")


def _judged(task: Task) -> Audit:
    labels = [item.label for item in task.items]
    with as_paths(labels, [contents(label) for label in labels]) as paths:
        return audited(paths, task)


def _reason(audit: Audit, no: int, title: str) -> str:
    pending = [one for one in audit.pending() if (one.player.no, one.title) == (no, title)]
    decisions = [audit.decide(one) for one in pending]
    return "; ".join(reason(audit, one, findings(audit, one)) for one in decisions)


def every(asked: Sequence[Claim], answers: dict[int, Verified], decided: Iterable[Decided]) -> list[Verified]:
    """The outcome of every claim in their order, then the norms that nobody claims."""
    lost = say("audit", "claims", "unverified", reason=say("audit", "claims", "gone"))
    verified = [answers.get(at) or _told(claim, lost) for at, claim in enumerate(asked)]
    return [*verified, *unclaimed(decided, verified)]


def unclaimed(decided: Iterable[Decided], verified: Sequence[Verified]) -> list[Verified]:
    """The norms that nobody claims; who claims a higher title of a line claims the lower ones with it."""
    implies = {title: {title, *asked.implies} for title, asked in editions()[-1].titles.items()}
    claimed = {(one.key, one.number, title) for one in verified for title in implies.get(one.title, ())}
    unsure: dict[str, list[Verified]] = {}
    for one in verified:
        if one.key and not one.number:
            unsure.setdefault(one.key, []).append(one)
    return [
        Verified(one.file, one.event, one.no, one.name, one.fide_id, one.title, UNCLAIMED, one.reason, one.key)
        for one in decided
        if one.decision == NORM
        and (one.key, one.no, one.title) not in claimed
        and not any(_may_mean(claim, one, implies.get(claim.title.upper(), ())) for claim in unsure.get(one.key, ()))
    ]


def _may_mean(one: Verified, norm: Decided, titles: Collection[str]) -> bool:
    """Whether a claim that could not be verified may be of this norm."""
    who = _Player(norm.no, norm.name, norm.fide_id, _whole(norm.fide_id))
    return norm.title in titles and bool(_meant(Claim(one.file, one.fide_id, one.said), [who]))
