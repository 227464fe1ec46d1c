"""Norms that are claimed, laid beside those that were made: agreed, not confirmed and why, not claimed but scored."""

import csv
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from normcheck.audit import result as kept
from normcheck.audit.contents import as_paths, contents
from normcheck.audit.match import Listed
from normcheck.audit.parts import Decided
from normcheck.audit.place import Place
from normcheck.audit.result import JUDGED, Result
from normcheck.audit.work import Outcome, Task, audited
from normcheck.errors import NormcheckError, UnreadableInput
from normcheck.finding import NEEDS_REVIEW, NORM
from normcheck.findings import findings
from normcheck.regulation import NORM_TITLES, editions
from normcheck.report.reasons import reason
from normcheck.wording import say

COLUMNS = ("file", "fide_id", "no", "title", "games", "score")
OUT_COLUMNS = ("file", "event", "no", "name", "fide_id", "title", "outcome", "why")
AGREED, REFUSED, UNCLAIMED = "agreed", "refused", "unclaimed"


class Claim(NamedTuple):
    """A row of the file of claims, as written."""

    file: str
    fide_id: str
    no: str
    title: str
    games: str
    score: str


class ClaimTask(NamedTuple):
    """The claims from one event."""

    outcome: Outcome
    task: Task
    claims: tuple[Claim, ...]


class Verified(NamedTuple):
    """A claim, or a norm that nobody claims, and what is said of it; `number` is the start number found, 0 if none."""

    file: str
    event: str
    number: int
    name: str
    fide_id: str
    title: str
    outcome: str
    why: str
    key: str = ""

    def row(self) -> list[str | int | None]:
        """The values of `OUT_COLUMNS`."""
        outcome = say("audit", "claims", self.outcome)
        number = self.number or ""
        return [self.file, self.event, number, self.name, self.fide_id, self.title, outcome, self.why]


def load(path: Path) -> list[Claim]:
    """Read the claims: CSV with a line of headings, with commas or semicolons. Raises `UnreadableInput`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableInput(say("audit", "errors", "claims_unreadable", file=path, reason=error.strerror)) from error
    text = data.decode("utf-8-sig", errors="replace").splitlines()
    head = text[0] if text else ""
    rows = csv.DictReader(text, delimiter=";" if head.count(";") > head.count(",") else ",")
    missing = [column for column in COLUMNS if column not in (rows.fieldnames or ())]
    if missing:
        raise UnreadableInput(say("audit", "errors", "claims_columns", file=path, missing=", ".join(missing)))
    return [Claim(*((row[column] or "").strip() for column in COLUMNS)) for row in rows]


def tasks(claims: Iterable[Claim], events: Sequence[Listed], task: Task) -> tuple[list[ClaimTask], list[Verified]]:
    """The claims by event, and those that no event is found for or whose event is not judged."""
    names = _by_name(events)
    found: dict[str, tuple[Outcome, list[Claim]]] = {}
    lost = []
    for claim in claims:
        outcome = names.get(claim.file) or names.get(PurePosixPath(claim.file).stem)
        if outcome is None:
            lost.append(_told(claim, say("audit", "claims", "no_event")))
        elif outcome.status != JUDGED:
            lost.append(_told(claim, say("audit", "claims", "not_judged", reason=outcome.reason)))
        else:
            found.setdefault(outcome.label, (outcome, []))[1].append(claim)
    return [ClaimTask(one, task._replace(items=one.items), tuple(own)) for one, own in found.values()], lost


def _by_name(events: Sequence[Listed]) -> dict[str, Outcome]:
    """The event behind every label, name and name without ending; of a copy the one that it repeats."""
    first = {one.label: one for one, repeats in events if not repeats}
    found: dict[str, Outcome] = {}
    for one, repeats in events:
        for item in one.items:
            for word in (item.label, item.name, PurePosixPath(item.name).stem):
                found.setdefault(word, first.get(repeats, one))
    return found


def _told(claim: Claim, why: str, outcome: str = REFUSED) -> Verified:
    return Verified(claim.file, "", 0, "", claim.fide_id, claim.title, outcome, why)


def verify(task: ClaimTask, where: Place) -> list[Verified]:
    """Verify the claims from one event."""
    found = kept.unpacked(where.read(kept.name(task.outcome.key)))
    return [_verified(claim, task, found) for claim in task.claims] if found else []


def _verified(claim: Claim, task: ClaimTask, found: Result) -> Verified:
    title = claim.title.upper()
    if title not in NORM_TITLES:
        return _told(claim, say("audit", "claims", "no_title", title=claim.title))
    own = [row for row in zip(*found.players, strict=True) if _is_of(claim, row[0], row[2])]
    if len(own) != 1:
        return _told(claim, say("audit", "claims", "no_player"))
    no, name, fide_id = own[0][:3]
    row = found.verdict(no, title)
    why = say("audit", "claims", "held") if row is None else _why_not(claim, task, (no, title, *row))
    outcome = REFUSED if why else AGREED
    return Verified(claim.file, found.event["name"], no, name, fide_id, title, outcome, why, task.outcome.key)


def _is_of(claim: Claim, no: int, fide_id: str) -> bool:
    """By FIDE id, else by start number; where both are given both must fit, unless the file has no id."""
    if claim.fide_id and fide_id:
        return claim.fide_id == fide_id and claim.no in ("", str(no))
    return bool(claim.no) and claim.no == str(no)


def _why_not(claim: Claim, task: ClaimTask, row: kept.Row) -> str:
    """Why the claim is not confirmed; "" if it is."""
    no, title, decision, _, games, score, _, _, _, credited, _, why = row
    if decision == NEEDS_REVIEW:
        return say("audit", "claims", "review", reason=why)
    if decision != NORM:
        return str(why or _reason(task, no, title))
    if claim.games and claim.games not in (str(games), str(credited)):
        return say("audit", "claims", "games", found=credited, claimed=claim.games)
    if claim.score and _halves(claim.score) != score * 2:
        return say("audit", "claims", "score", found=score, claimed=claim.score)
    return ""


def _halves(text: str) -> Fraction | None:
    """Half points of a score as people write it: 6.5, 6,5, 6½; None if it is no number."""
    try:
        return Fraction(text.replace(",", ".").replace("½", ".5")) * 2
    except ValueError:
        return None


def _reason(task: ClaimTask, no: int, title: str) -> str:
    """Why a player whom a bound has settled has no norm: his event is judged again for him."""
    labels = [item.label for item in task.task.items]
    try:
        with as_paths(labels, [contents(label) for label in labels]) as paths:
            audit = audited(paths, task.task)
    except NormcheckError as error:
        return str(error)
    pending = [one for one in audit.pending() if (one.player.no, one.title) == (no, title)]
    decisions = [audit.decide(one) for one in pending]
    return "; ".join(reason(audit, one, findings(audit, one)) for one in decisions)


def unclaimed(decided: Iterable[Decided], verified: Iterable[Verified]) -> list[Verified]:
    """The norms that nobody claims; who claims a higher title of a line claims the lower ones with it."""
    implies = {title: {title, *asked.implies} for title, asked in editions()[-1].titles.items()}
    claimed = {(one.key, one.number, title) for one in verified for title in implies.get(one.title, ())}
    return [
        Verified(one.file, one.event, one.no, one.name, one.fide_id, one.title, UNCLAIMED, one.reason, one.key)
        for one in decided
        if one.decision == NORM and (one.key, one.no, one.title) not in claimed
    ]
