"""Copies of an event, and several files of one: told by content, not by names of files."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from normcheck.audit.inputs import Item
from normcheck.audit.result import JUDGED
from normcheck.audit.work import Outcome


class Listed(NamedTuple):
    """An event of the audit; `repeats` is the label of the event it is a copy of, or "".

    `rivals` are the copies of an event judged, and for a copy that event, if they are not the very same.
    """

    outcome: Outcome
    repeats: str = ""
    rivals: tuple[Outcome, ...] = ()


def listed(outcomes: Iterable[Outcome]) -> list[Listed]:
    """All events by label; of copies one is judged (see `_rank`) and the others repeat it."""
    ordered = sorted(outcomes, key=lambda one: one.label)
    found = {one.label: Listed(one) for one in ordered}
    for group in _copies(ordered):
        first, *others = sorted(group, key=_rank)
        found[first.label] = Listed(first, "", tuple(one for one in others if one.key != first.key))
        for one in others:
            found[one.label] = Listed(one, first.label, (first,) if one.key != first.key else ())
    return list(found.values())


def _copies(outcomes: Iterable[Outcome]) -> list[list[Outcome]]:
    """The events judged that are there more than once: of one content, or of one course."""
    groups: dict[str, list[Outcome]] = {}
    for one in outcomes:
        if one.status == JUDGED:
            first, *others = _known(groups, one) or [[]]
            first.append(one)
            groups.update(dict.fromkeys(_marks(one), first))
            for other in others:
                first += other
                groups.update(dict.fromkeys([mark for joined in other for mark in _marks(joined)], first))
    different = {id(group): group for group in groups.values()}
    return [group for group in different.values() if len(group) > 1]


def _known(groups: dict[str, list[Outcome]], one: Outcome) -> list[list[Outcome]]:
    """The groups that an event belongs to, each once."""
    return list({id(groups[mark]): groups[mark] for mark in _marks(one) if mark in groups}.values())


def _marks(one: Outcome) -> list[str]:
    return [mark for mark in (one.event_id, one.about.course) if mark]


def _rank(one: Outcome) -> tuple[bool, int, int, str]:
    """The order of copies: those with answers first, then those that say more, then by label."""
    known, more = one.about.facts
    return not has_answers(one), -known, -more, one.label


def has_answers(one: Outcome) -> bool:
    """Whether answers lie beside the files of an event."""
    return any(item.answers for item in one.items)


def together(events: Sequence[Listed]) -> list[tuple[Item, ...]]:
    """The files to be read as one event: of one folder, with one name, no two first days, and one field.

    Files of one event are a crosstable and start lists, or lists of one field after several rounds. Two events with
    games and different players are two, whatever they are called. One that cannot be judged because nobody has a
    rating may be one with its start list.
    """
    groups: dict[tuple[str, str], dict[str, Outcome]] = {}
    for one, repeats, _ in sorted(events, key=lambda event: bool(event.repeats)):
        if one.about.title and not one.about.sheet and len(one.items) == 1:
            group = groups.setdefault((one.items[0].folder, one.about.title), {})
            group.setdefault(repeats or one.label, one)  # of copies in a folder one
    found = [sorted(group.values(), key=lambda one: one.label) for group in groups.values()]
    return [tuple(one.items[0] for one in group) for group in found if _is_one(group)]


def _is_one(group: list[Outcome]) -> bool:
    starts = {one.about.start for one in group if one.about.start}
    with_games = sum(one.about.games > 0 for one in group)
    fields = {one.about.field for one in group}
    return len(group) > 1 and len(starts) < 2 and (len(fields) == 1 or with_games == 1)


def joined(outcomes: Iterable[Outcome], groups: Iterable[Outcome]) -> list[Outcome]:
    """The outcomes, those of groups in the place of their files; a group that is no event changes nothing."""
    good = [one for one in groups if one.status == JUDGED]
    taken = {item.label for one in good for item in one.items}
    return [one for one in outcomes if one.items[0].label not in taken or len(one.items) > 1] + good
