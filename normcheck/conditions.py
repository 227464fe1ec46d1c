"""The conditions an event itself must meet (1.1 and the formats): once per event, met, not met or to confirm.

A condition that is surely not met refuses every norm of the event. One to confirm does not change a decision; it is
printed on every certificate. `unknown` is "to confirm" here.
"""

from collections import Counter
from collections.abc import Callable
from datetime import date

from normcheck import event as ev
from normcheck.clauses import Control, RateOfPlay
from normcheck.clock import Clock, parse_choice, parse_code
from normcheck.clock_words import is_fast
from normcheck.event import Event, Fact, Player
from normcheck.finding import MET, NOT_MET, UNKNOWN, Evidence, Finding
from normcheck.law import Law
from normcheck.ratings.months import Month, in_force

BY_DATE = "ratings_by_date"  # ratings and titles of the day of each game, which no file holds
OF_START = "ratings_of_start"  # those of the first day, where the file has those of each game's day


def _evidence(*facts: Fact[str] | Fact[ev.Day] | None) -> tuple[Evidence, ...]:
    return tuple(Evidence(0, "", str(fact.value), fact.source) for fact in facts if fact)


def clocks_of(event: Event) -> tuple[Clock, ...]:
    """The rates of play as far as they can be read with certainty: an answer, the coded record, then the text."""
    told = parse_choice(event.rate_of_play.value) if event.rate_of_play else ()
    coded = parse_code(event.clock.value) if event.clock else None
    if coded and (0, "rate_of_play") not in event.answered:
        return (coded,)
    return told


def days_played(event: Event) -> list[date] | None:
    """The exact day of every round, or None if one of them is not known."""
    days = [day.exact for day in event.round_dates if day]
    known = [day for day in days if day]
    return known if event.rounds and len(known) >= event.rounds else None


def length(event: Event) -> int | None:
    """Days from the first to the last, both counted; None if a date is not known to the day."""
    first, last = (fact.value.exact if fact else None for fact in (event.start, event.end))
    return (last - first).days + 1 if first and last else None


def _round_days(event: Event) -> tuple[Evidence, ...]:
    """The day with the most rounds, the first of several, and where the dates of the rounds stand."""
    days = Counter(days_played(event) or ())
    source = event.answered.get((0, "round_dates"), ev.Source(event.file))
    return tuple(Evidence(0, "", day.isoformat(), source) for day, _ in days.most_common(1))


def most_rounds_a_day(event: Event) -> int | None:
    """The most rounds on one day; from the length alone only what must be so; None if not known."""
    days = days_played(event)
    if days:
        return max(Counter(days).values())
    return None


def rounds_a_day(event: Event, law: Law) -> Finding:
    """Not too many rounds on one day."""
    limit, most, span = law.edition.clauses.rounds_a_day.maximum, most_rounds_a_day(event), length(event)
    if most is None and span and event.rounds > limit * span:
        most = -(-event.rounds // span)
    evidence = _round_days(event) or _evidence(event.start, event.end)
    if most is None:
        return Finding("rounds_a_day", UNKNOWN, limit, None, note="round_dates_unknown")
    return Finding("rounds_a_day", MET if most <= limit else NOT_MET, limit, most, evidence=evidence)


def hours_a_day(event: Event, law: Law) -> Finding:
    """Not too many hours of play on one day, both players' time for the moves of the rate of play."""
    rule, most, clocks = law.edition.clauses, most_rounds_a_day(event), clocks_of(event)
    limit = rule.hours_a_day.hours
    if most is None or not clocks:
        return Finding("hours_a_day", UNKNOWN, limit, None, note="hours_unknown")
    hours = [-(-most * 2 * clock.seconds_for(rule.rate_of_play.moves) // 3600) for clock in clocks]
    if min(hours) <= limit < max(hours):
        return Finding("hours_a_day", UNKNOWN, limit, max(hours), note="clocks_differ")
    evidence = (*_round_days(event), *_evidence(event.clock, event.rate_of_play))
    return Finding("hours_a_day", MET if max(hours) <= limit else NOT_MET, limit, max(hours), evidence=evidence)


def rate_of_play(event: Event, law: Law) -> Finding:
    """Enough time for every player; plainly fast chess is not met even where the numbers cannot be read."""
    rule, clocks = law.edition.clauses.rate_of_play, clocks_of(event)
    evidence = _evidence(event.clock, event.rate_of_play)
    found = {_enough_time(rule, clock) for clock in clocks}
    if found:
        outcome, note = found.pop() if len(found) == 1 else (UNKNOWN, "clocks_differ")
        minutes = min(clock.seconds_for(rule.moves) for clock in clocks) // 60
        return Finding("rate_of_play", outcome, rule.minutes, minutes, note=note, evidence=evidence)
    if event.rate_of_play and is_fast(event.rate_of_play.value):
        return Finding("rate_of_play", NOT_MET, rule.minutes, None, note="fast_chess", evidence=evidence)
    return Finding("rate_of_play", UNKNOWN, rule.minutes, None, note="rate_of_play_unknown", evidence=evidence)


def _enough_time(rule: RateOfPlay, clock: Clock) -> tuple[str, str]:
    """The outcome for one clock and a note."""
    code = str(clock)
    if clock.seconds_for(rule.moves) < rule.minutes * 60:
        return NOT_MET, ""
    if code in rule.refused:
        return NOT_MET, "clock_refused"
    if rule.listed and code not in rule.listed:
        return UNKNOWN, "clock_not_listed"
    if not rule.ways or any(_is_way(rule, way, clock) for way in rule.ways):
        return MET, ""
    if not clock.has_increment:
        return NOT_MET, "no_increment"
    asked = min((way.increment for way in rule.ways if way.increment), default=0)
    return (UNKNOWN, "small_increment") if clock.increment < asked else (NOT_MET, "main_time")


def _is_way(rule: RateOfPlay, way: Control, clock: Clock) -> bool:
    first = clock.plain_seconds_for(way.first_moves) if way.first_moves else 0
    enough = clock.plain_seconds_for(rule.moves) >= way.minutes * 60 and first >= way.first_minutes * 60
    return clock.increment >= way.increment and enough


def is_dated(event: Event, player: Player) -> bool:
    """Whether rating and titles of all his opponents are known for the day of each game."""
    games = [(r, g.opponent) for r, g in enumerate(player.games, 1) if g.opponent in event.players]
    return bool(event.dated) and all(game in event.dated for game in games)


def long_event(event: Event, law: Law) -> Finding:
    """Ratings and titles are those of the start only in an event that is not too long."""
    limit, span = law.edition.clauses.long_event.days, length(event)
    evidence = _evidence(event.start, event.end)
    if span is None:
        return Finding("long_event", UNKNOWN, limit, None, note="dates_unknown", evidence=evidence)
    outcome, note = _ratings_fit(event, span > limit)
    if span > limit and outcome == MET:
        evidence = _lists(event) or evidence
    return Finding("long_event", outcome, limit, span, note=note, evidence=evidence)


def _ratings_fit(event: Event, is_long: bool) -> tuple[str, str]:
    """Whether ratings and titles are those of the days that count, and a note."""
    stated = bool(event.ratings_by_date and event.ratings_by_date.value)
    if not is_long:
        return (UNKNOWN, OF_START) if stated else (MET, "")
    if stated:
        return MET, "ratings_stated_by_date"
    if all(is_dated(event, player) for player in event.players.values()):
        return MET, "ratings_of_each_day"
    return UNKNOWN, BY_DATE


def _lists(event: Event) -> tuple[Evidence, ...]:
    """The rating list in force on the day of each round."""
    days = [(round_, day) for round_, day in enumerate(event.round_dates, 1) if day and day.month]
    source = event.answered.get((0, "round_dates"), ev.Source(event.file))
    lists = ((round_, in_force(Month(day.year, day.month))) for round_, day in days)
    return tuple(Evidence(round_, "", str(month), source) for round_, month in lists)


def chief_arbiter(event: Event, law: Law) -> Finding:
    """The chief arbiter holds one of the titles asked."""
    evidence = _evidence(event.chief_arbiter, event.chief_arbiter_title)
    title = event.chief_arbiter_title.value.upper() if event.chief_arbiter_title else ""
    if not title and event.chief_arbiter:
        words = event.chief_arbiter.value.replace(",", " ").split()
        title = next((w for w in words if w in law.edition.clauses.chief_arbiter.titles), "")
    if title in law.edition.clauses.chief_arbiter.titles:
        return Finding("chief_arbiter", MET, evidence=evidence)
    note = "arbiter_title_unknown" if event.chief_arbiter else "arbiter_unknown"
    return Finding("chief_arbiter", UNKNOWN, note=note, evidence=evidence)


def registration(event: Event, law: Law) -> Finding:
    """The event was registered in time; a later registration may have been agreed, so it is never surely not met."""
    needed = law.edition.clauses.registration.days
    registered = event.registered_on.value.exact if event.registered_on else None
    start = event.start.value.exact if event.start else None
    evidence = _evidence(event.registered_on)
    if not (registered and start):
        return Finding("registration", UNKNOWN, needed, None, note="registration_unknown")
    days = (start - registered).days
    if days >= needed:
        return Finding("registration", MET, needed, days, evidence=evidence)
    return Finding("registration", UNKNOWN, needed, days, note="registered_late", evidence=evidence)


def formats(event: Event, law: Law) -> Finding:
    """The system of play needs no approval, or was approved; a format named in no list was not."""
    system, approved, named = event.system, event.format_approved, _format_name(event)
    played = named or system
    if played is None:
        return Finding("formats", UNKNOWN, note="system_unknown")
    evidence = _evidence(played)
    if approved and approved.value:
        return Finding("formats", MET, note="format_approved", evidence=evidence)
    if played.value not in law.edition.clauses.formats.allowed:
        if named or approved:
            return Finding("formats", NOT_MET, note="format_not_allowed", evidence=evidence)
        return Finding("formats", UNKNOWN, note="format_needs_approval", evidence=evidence)
    if event.system_guessed:
        return Finding("formats", UNKNOWN, note="system_guessed", evidence=evidence)
    return Finding("formats", MET, evidence=evidence)


def _format_name(event: Event) -> Fact[str] | None:
    """The format of its own kind; an answered system of single players goes before the format a file names."""
    answered = (0, "system") in event.answered and (0, "format_name") not in event.answered
    single = event.system is not None and event.system.value not in (ev.TEAM, ev.OTHER)
    return None if answered and single else event.format_name


def hindrance(found: tuple[Finding, ...]) -> int:
    """What the conditions under one law do to a norm: 2 refuse it, 1 ask for other ratings, 0 nothing."""
    if any(f.outcome == NOT_MET for f in found):
        return 2
    return int(any(f.note in (BY_DATE, OF_START) for f in found))


def agreed(found: tuple[Finding, ...], doubtful: frozenset[str] = frozenset()) -> Finding:
    """One condition under every possible law; to confirm where they do not agree, or a doubtful clause would refuse."""
    refused = found[0].clause in doubtful and found[0].outcome == NOT_MET
    if len({(f.outcome, f.note) for f in found}) == 1 and not refused:
        return found[0]
    return found[0]._replace(outcome=UNKNOWN, note="rules_differ")


def _to_confirm(key: str) -> Callable[[Event, Law], Finding]:
    return lambda _event, _law: Finding(key, UNKNOWN, note=f"confirm_{key}")


CONDITIONS: dict[str, Callable[[Event, Law], Finding]] = {
    "registration": registration,
    "hours_a_day": hours_a_day,
    "rounds_a_day": rounds_a_day,
    "rate_of_play": rate_of_play,
    "same_clock": _to_confirm("same_clock"),
    "long_event": long_event,
    "chief_arbiter": chief_arbiter,
    "playing_arbiters": _to_confirm("playing_arbiters"),
    "changed_events": _to_confirm("changed_events"),
    "formats": formats,
}


def conditions(event: Event, law: Law) -> tuple[Finding, ...]:
    """All conditions of an event, in the order of the articles."""
    return tuple(condition(event, law) for condition in CONDITIONS.values())


def one_round_a_day(event: Event, law: Law) -> bool | None:
    """Whether the event had one round a day during enough days (1.1.3a); None if the dates are not known."""
    days = days_played(event)
    if days is None:
        return None
    return sum(n == 1 for n in Counter(days).values()) >= law.edition.clauses.one_round_a_day.days


def last_round_byes(event: Event) -> int:
    """How many players had a half-point bye in the last round."""
    if not event.rounds or event.rounds_played < event.rounds:
        return 0
    last = (p.games[event.rounds - 1] for p in event.players.values() if len(p.games) >= event.rounds)
    return sum(game.result == ev.HALF_POINT_BYE for game in last)
