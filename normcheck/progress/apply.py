"""The application for one title: norms credited, the best choice of them, every condition, what is still needed.

Each norm is judged by the edition of its event, the application by the newest edition.
"""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from normcheck.clauses.shapes import StrongSwiss
from normcheck.errors import WrongUsage
from normcheck.event import SWISS
from normcheck.progress.choose import Goal, Option, best, further_norms, states
from normcheck.progress.credit import Credit, credit, refusal
from normcheck.progress.facts import MAYBE, NO, YES, Norm, Person, RatingPoint, Told, Way
from normcheck.progress.rules import application_rules
from normcheck.regulation import NORM_TITLES, Edition, editions, resolve
from normcheck.wording import say

HELD, COMPLETE, REVIEW, INCOMPLETE = "held", "complete", "needs review", "incomplete"
WOMEN_ONLY = frozenset({"WGM", "WIM", "WFM", "WCM"})


class Counted(NamedTuple):
    """A norm in an application: the way shown, its credit, whether it is chosen, and why not ("" if it is).

    `ways` says how many other ways there are; `implied` that the norm is one of a higher title.
    """

    norm: Norm
    way: Way
    credit: Credit
    option: Option
    chosen: bool
    reason: str
    ways: int
    implied: bool


class Peak(NamedTuple):
    """The rating asked, the highest known, and the first point that reached it (None if none did)."""

    mark: int
    state: int
    highest: RatingPoint | None
    reached: RatingPoint | None
    doubtful: RatingPoint | None

    @property
    def short(self) -> Fraction:
        """Rating points missing."""
        return max(self.mark - self.highest.value, Fraction(0)) if self.highest else Fraction(self.mark)


class Application(NamedTuple):
    """One title: its norms, what they reach by condition, and how many norms are still needed."""

    title: str
    edition: Edition
    state: str
    norms: tuple[Counted, ...]
    low: int
    high: int
    goal: Goal
    conditions: dict[str, int]
    further: int
    further_at_best: int
    peak: Peak

    @property
    def chosen(self) -> tuple[Counted, ...]:
        """The norms of the application."""
        return tuple(one for one in self.norms if one.chosen)

    @property
    def missing_games(self) -> int:
        """Games still missing for sure."""
        return max(self.goal.games - self.low, 0)


def applications(told: Told, titles: Sequence[str] = ()) -> tuple[Application, ...]:
    """One application a title the player can have, in the order of the regulations; `titles` chooses some.

    Raises `WrongUsage` if a title for women is asked for a man.
    """
    edition = resolve(editions()[-1], date.max)
    for title in titles:
        if told.person.sex == "m" and edition.titles[title].women:
            raise WrongUsage(say("progress", "errors", "womens_title", title=title, name=told.person.name))
    asked = [t for t in NORM_TITLES if (t in titles if titles else _is_open_to(told, t, edition))]
    return tuple(apply(told, title, edition) for title in asked)


def _is_open_to(told: Told, title: str, edition: Edition) -> bool:
    if not edition.titles[title].women:
        return True
    return is_woman(told.person) or any(norm.title == title for norm in told.norms)


def is_woman(person: Person) -> bool:
    """Known to be a woman, by what is stated or by a title held."""
    return person.sex == "f" or bool(WOMEN_ONLY.intersection(person.titles))


def apply(told: Told, title: str, edition: Edition) -> Application:
    """Lay the norms beside what one title asks."""
    goal = _goal(edition, title)
    counted = [_counted(norm, way, title, edition) for norm in _serving(told.norms, title) for way in norm.ways]
    events = _by_event([one for one in counted if one.option.high])
    chosen = best([[one.option for one in event] for event in events], goal)
    taken = [events[event][at] for event, at in chosen.places]
    found = states(chosen.state, goal)
    hoped = further_norms(chosen.state, goal, at_best=True)
    peak = _peak(told.ratings, edition.titles[title].peak)
    return Application(
        title=title,
        edition=edition,
        state=_state(title, told.person, edition, [*found.values(), peak.state]),
        norms=tuple(_shown(counted, taken)),
        low=sum(one.credit.low for one in taken),
        high=sum(one.credit.high for one in taken),
        goal=goal,
        conditions=states(chosen.state, goal, further=True) if hoped else found,
        further=further_norms(chosen.state, goal, at_best=False),
        further_at_best=hoped,
        peak=peak,
    )


def _goal(edition: Edition, title: str) -> Goal:
    clauses = edition.clauses
    return Goal(
        games=clauses.award_games.minimum,
        least=clauses.games.minimum,
        one_round=title in application_rules().one_round_a_day,
        qualifying=clauses.qualifying_event is not None,
    )


def _serving(norms: Sequence[Norm], title: str) -> list[Norm]:
    """The norms that serve a title; of one event and source those of the title itself, if there are any."""
    found = [norm for norm in norms if _serves(norm, title)]
    own = [norm for norm in found if norm.title == title]
    return [
        norm
        for norm in found
        if norm.title == title or not any(o.source == norm.source and is_same_event(o, norm) for o in own)
    ]


def _serves(norm: Norm, title: str) -> bool:
    """A norm of the title itself, or of one that stands for it."""
    return norm.title == title or title in norm.edition.titles[norm.title].implies


def _counted(norm: Norm, way: Way, title: str, edition: Edition) -> Counted:
    found, rule = credit(norm, way), edition.clauses.qualifying_event
    sure = YES if norm.sure else MAYBE
    option = Option(
        low=found.low,
        high=found.high,
        foreigner=min(way.foreigner, sure),
        one_round=min(norm.one_round_a_day, sure),
        qualifying=min(_qualifies(norm, rule), sure),
        asks=_asks(norm, rule),
        eight=way.eight,
    )
    return Counted(norm, way, found, option, False, refusal(norm, way), len(norm.ways), norm.title != title)


def _qualifies(norm: Norm, rule: StrongSwiss | None) -> int:
    """Whether the event is of the kinds asked: a strong Swiss, a championship named, or something to look up."""
    if rule is None:
        return MAYBE
    if YES in (norm.large_swiss, norm.qualifying_kind) or norm.kind in rule.kinds:
        return YES
    if norm.kind in rule.other_kinds or (not norm.kind and norm.qualifying_kind == MAYBE):
        return MAYBE
    if norm.system and norm.system != SWISS:
        return NO
    return norm.large_swiss


def _asks(norm: Norm, rule: StrongSwiss | None) -> int:
    """Whether the day of the norm asks for a qualifying event in the application."""
    day = norm.when
    if rule is None:
        return NO
    if day is None:
        return MAYBE
    first, last = rule.is_asked(day.first), rule.is_asked(day.last)
    return YES if first else MAYBE if last else NO


def _by_event(counted: Sequence[Counted]) -> list[list[Counted]]:
    """The ways of each event together: several norms of one event do not add up."""
    events: list[list[Counted]] = []
    for one in sorted(counted, key=_day):
        same = next((event for event in events if is_same_event(event[0].norm, one.norm)), None)
        if same is None:
            events.append([one])
        else:
            same.append(one)
    return events


def is_same_event(one: Norm, other: Norm) -> bool:
    """By name and first day, as far as both are known; whatever the names, if both have the very same days."""
    if one.exact_days and one.exact_days == other.exact_days:
        return True
    if " ".join(one.event.casefold().split()) != " ".join(other.event.casefold().split()):
        return False
    if one.start is None or other.start is None:
        return True
    return one.start.first <= other.start.last and other.start.first <= one.start.last


def _shown(counted: Sequence[Counted], taken: Sequence[Counted]) -> list[Counted]:
    """Each norm once: the way chosen, else its best way with the reason why it is not."""
    shown: list[Counted] = []
    for norm in dict.fromkeys(id(one.norm) for one in counted):
        ways = [one for one in counted if id(one.norm) == norm]
        mine = next((one for one in ways if any(one is other for other in taken)), None)
        if mine is not None:
            shown.append(mine._replace(chosen=True))
            continue
        first = max(ways, key=lambda one: (one.credit.low, one.credit.high))
        shown.append(first._replace(reason=first.reason or _why_not(first, taken)))
    return sorted(shown, key=_day)


def _day(one: Counted) -> date:
    """For the order: by date, those without one last."""
    return one.norm.when.first if one.norm.when else date.max


def _why_not(one: Counted, taken: Sequence[Counted]) -> str:
    if any(is_same_event(one.norm, other.norm) for other in taken):
        return "same_event"
    if one.way.eight and any(other.way.eight for other in taken):
        return "second_eight"
    return "not_needed"


def _state(title: str, person: Person, edition: Edition, values: Sequence[int]) -> str:
    held = [t for t in person.titles if t in NORM_TITLES]
    if any(t == title or title in edition.titles[t].implies for t in held):
        return HELD
    worst = min(values)
    return COMPLETE if worst == YES else REVIEW if worst == MAYBE else INCOMPLETE


def _peak(ratings: Sequence[RatingPoint], mark: int) -> Peak:
    """The highest rating and the first that reached the mark, published ones before others of the same day."""
    far = date.max
    reached = sorted((r for r in ratings if r.value >= mark), key=lambda r: (r.day.first if r.day else far, r.live))
    doubtful = next((r for r in ratings if r.most is not None and r.most >= mark), None)
    state = YES if reached else MAYBE if doubtful or not ratings else NO
    highest = max(ratings, key=lambda r: (r.value, not r.live), default=None)
    return Peak(mark, state, highest, reached[0] if reached else None, doubtful)


def shown(found: Sequence[Application], asked: bool) -> tuple[Application, ...]:
    """The titles to speak of: those asked, else those not held with a norm, else the next one to be had."""
    if asked:
        return tuple(found)
    ahead = [one for one in found if one.state != HELD]
    with_norms = [one for one in ahead if one.norms]
    return tuple(with_norms or ahead[-1:] or found[:1])
