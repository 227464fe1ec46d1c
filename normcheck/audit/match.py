"""Copies of an event, and several files of one: told by content, not by names of files."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from normcheck.audit.inputs import Item
from normcheck.audit.result import JUDGED
from normcheck.audit.work import Outcome


class Listed(NamedTuple):
    """An event of the audit; `repeats` is the label of the event it is a copy of, or ""."""

    outcome: Outcome
    repeats: str = ""


def listed(outcomes: Iterable[Outcome]) -> list[Listed]:
    """All events by label; of copies the first is judged and the others repeat it."""
    ordered = sorted(outcomes, key=lambda one: one.label)
    first: dict[str, str] = {}
    found = []
    for one in ordered:
        marks = [one.event_id] if one.status == JUDGED else []
        marks += [one.about.course] if marks and one.about.course else []
        repeats = next((first[mark] for mark in marks if mark in first), "")
        for mark in marks:
            first.setdefault(mark, repeats or one.label)
        found.append(Listed(one, repeats))
    return found


def together(events: Sequence[Listed]) -> list[tuple[Item, ...]]:
    """The files to be read as one event: of one folder, with one name, no two first days, and one field.

    Files of one event are a crosstable and start lists, or lists of one field after several rounds. Two events with
    games and different players are two, whatever they are called. One that cannot be judged because nobody has a
    rating may be one with its start list.
    """
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for one, repeats in events:
        if not repeats and one.about.title and not one.about.sheet and len(one.items) == 1:
            groups.setdefault((one.items[0].folder, one.about.title), []).append(one)
    return [tuple(one.items[0] for one in group) for group in groups.values() if _is_one(group)]


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
