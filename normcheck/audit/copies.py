"""Copies of an event that do not agree: what each says of whom, so that nobody takes one of them for the truth."""

from collections.abc import Iterable
from itertools import count
from typing import NamedTuple

from normcheck.audit import result as kept
from normcheck.audit.contents import contents
from normcheck.audit.match import Listed, has_answers
from normcheck.audit.place import Place
from normcheck.audit.result import Result
from normcheck.audit.work import Outcome
from normcheck.errors import NormcheckError
from normcheck.finding import NO_NORM, NORM
from normcheck.progress.names import words
from normcheck.wording import say

_MOST = 4  # differences told of a copy, and copies told of an event
_NEAR = "near"

Who = tuple[str, str, int]  # words of the name, title, and which of several with this name


class Said(NamedTuple):
    """What an event says of one player and title."""

    no: int
    name: str
    title: str
    kind: str = NO_NORM


class Disagreement(NamedTuple):
    """What differs, in words, and by start number and title the copy that does not confirm a norm."""

    why: tuple[str, ...] = ()
    doubtful: dict[tuple[int, str], str] = {}


def compared(event: Listed, found: Result, where: Place) -> Disagreement:
    """Lay an event beside its copies that say something else, or such a copy beside the event judged."""
    why: list[str] = []
    doubtful: dict[tuple[int, str], str] = {}
    here = _said(found) if event.rivals else {}
    for rival in event.rivals:
        there = _said(kept.unpacked(where.read(kept.name(rival.key))) or found)
        why += _told(event, rival, _differences(here, there))
        if not event.repeats and not _is_without_answers(event.outcome, rival):
            lost = [one for who, one in here.items() if one.kind == NORM and _kind(there, who) != NORM]
            doubtful |= {(one.no, one.title): rival.label for one in lost}
    more = len(why) - _MOST
    return Disagreement((*why[:_MOST], *([_say("copies", count=more)] if more > 0 else [])), doubtful)


def _say(key: str, **values: object) -> str:
    return say("audit", "copies", key, **values)


def _said(found: Result) -> dict[Who, Said]:
    """Everything that is no plain no."""
    names = dict(zip(found.players[0], found.players[1], strict=True)) if found.players else {}
    rows = [(no, title, _NEAR if row[1] else row[0]) for no, title, row in found.told()]
    keys = words([names[no] for no, _, _ in rows])
    said: dict[Who, Said] = {}
    for key, (no, title, kind) in zip(keys, rows, strict=True):
        which = next(at for at in count() if (key, title, at) not in said)
        said[key, title, which] = Said(no, names[no], title, kind)
    return said


def _kind(said: dict[Who, Said], who: Who) -> str:
    return said[who].kind if who in said else NO_NORM


def _differences(here: dict[Who, Said], there: dict[Who, Said]) -> list[str]:
    """Who is judged differently, those with a norm on one side first."""
    found = []
    for who, one in {**there, **here}.items():
        kinds = _kind(here, who), _kind(there, who)
        if kinds[0] != kinds[1]:
            mine, other = (_say(kind) for kind in kinds)
            text = _say("part", name=one.name, title=one.title, here=mine, there=other)
            found.append((NORM not in kinds, who, text))
    return [text for *_, text in sorted(found)]


def _told(event: Listed, rival: Outcome, differences: list[str]) -> Iterable[str]:
    """In words: other verdicts, and answers that are not used."""
    own, is_copy = event.outcome, bool(event.repeats)
    if differences:
        more = [_say("more", count=len(differences) - _MOST)] if len(differences) > _MOST else []
        without = not is_copy and _is_without_answers(own, rival)
        key = "copy_differs" if is_copy else "without_answers" if without else "differs"
        yield _say(key, file=rival.label, parts="; ".join([*differences[:_MOST], *more]))
    unused = own if is_copy else rival
    if has_answers(unused) and _answers(own) != _answers(rival):
        yield _say("copy_answers" if is_copy else "answers", file=rival.label)


def _is_without_answers(own: Outcome, rival: Outcome) -> bool:
    """Whether a copy of the same content lacks the answers: then it says less, and speaks against nothing."""
    return own.event_id == rival.event_id and has_answers(own) and not has_answers(rival)


def _answers(one: Outcome) -> list[bytes]:
    try:
        return sorted({contents(item.answers) for item in one.items if item.answers})
    except NormcheckError:
        return []
