"""The facts of the event: its name, place, dates, arbiters and rate of play."""

import re
from itertools import pairwise
from typing import NamedTuple

from normcheck.event import Day, Fact, Source
from normcheck.read.dates import not_after, plausible, read_days
from normcheck.read.federations import known_federation
from normcheck.read.notices import Notices
from normcheck.read.trf_records import Line, Records

_ARBITER_ID = re.compile(r"[(\[]?\b(\d{5,11})\b[)\]]?")
_ARBITER_TITLE = re.compile(r"\b(IA|FA|NA)\b")
_DATE_TOKEN = re.compile(r"\d{4}[/.\-]\d{1,2}[/.\-]\d{1,2}|\d{1,2}[/.\-]\d{1,2}[/.\-](?:\d{4}|\d{2})")
_DATES_FROM = 91  # counted from 0: the date of round 1 in record 132
_FIELD = 10


class Dates(NamedTuple):
    """Start, end and the date of every round (None: not known)."""

    start: Fact[Day] | None
    end: Fact[Day] | None
    rounds: tuple[Day | None, ...]


class Arbiter(NamedTuple):
    """The chief arbiter as record 102 names him."""

    name: Fact[str] | None = None
    fide_id: Fact[str] | None = None
    title: Fact[str] | None = None


def text_fact(records: Records, key: str, file: str) -> Fact[str] | None:
    """The text of the first record `key` that holds any."""
    line = records.first(key)
    return Fact(line.text[3:].strip(), _place(line, file)) if line else None


def _place(line: Line, file: str) -> Source:
    return Source(file, line.number, 4 + len(line.text[3:]) - len(line.text[3:].lstrip()))


def read_federation(records: Records, notices: Notices) -> Fact[str] | None:
    """The host federation of record 032, None if it is blank or not known to FIDE."""
    fact = text_fact(records, "032", notices.file)
    if not fact:
        return None
    code = known_federation(fact.value)
    if not code:
        notices.add("event_federation_unknown", fact.source.line, fact.source.column, code=fact.value[:40])
    return Fact(code, fact.source) if code else None


def read_deputies(records: Records, file: str) -> Fact[str] | None:
    """All deputy arbiters of the records 112, separated by semicolons."""
    lines = [line for line in records.others.get("112", ()) if line.text[3:].strip()]
    names = "; ".join(line.text[3:].strip() for line in lines)
    return Fact(names, _place(lines[0], file)) if lines else None


def read_arbiter(records: Records, file: str) -> Arbiter:
    """Name, FIDE id and title of the chief arbiter, in whatever order record 102 gives them."""
    fact = text_fact(records, "102", file)
    if not fact:
        return Arbiter()
    if "://" in fact.value:
        return Arbiter(fact)
    fide_id, title = _ARBITER_ID.search(fact.value), _ARBITER_TITLE.search(fact.value)
    name = fact.value
    for found in (fide_id, title):
        if found:
            name = name.replace(found[0], " ", 1)
    name = re.sub(r"\s+", " ", name).strip(" -–,;:()[]")
    return Arbiter(
        Fact(name, fact.source) if name else None,
        Fact(fide_id[1], fact.source) if fide_id else None,
        Fact(title[1], fact.source) if title else None,
    )


def read_dates(records: Records, rounds: int, notices: Notices) -> Dates:
    """Dates of the event (042, 052) and of its rounds (132), in whatever order of parts they are written."""
    start, end = _event_dates(records, rounds, notices)
    days = _round_dates(records, rounds, start, end, notices)
    return Dates(start, end, days)


def _event_dates(records: Records, rounds: int, notices: Notices) -> tuple[Fact[Day] | None, Fact[Day] | None]:
    lines = [records.first("042"), records.first("052")]
    written = [line for line in lines if line and line.text[3:].strip("0/.- ")]
    texts = [line.text[3:].strip() for line in written]
    reading = read_days(texts, _in_sequence)
    facts: dict[str, Fact[Day]] = {}
    for line, text, day in zip(written, texts, reading.days, strict=True):
        place = _place(line, notices.file)
        if day is None or not plausible(day):
            key = "date_implausible" if day else "date_unreadable"
            notices.add(key, place.line, place.column, found=text[:40])
            continue
        if not reading.sure:
            notices.add("date_order_assumed", place.line, place.column, found=text, date=str(day))
        facts[line.text[:3]] = Fact(day, place)
    start, end = facts.get("042"), facts.get("052")
    if start and end and not not_after(start.value, end.value):
        place = start.source
        notices.add("dates_reversed", place.line, place.column, start=str(start.value), end=str(end.value))
        return None, None
    return start, end


def _in_sequence(days: list[Day | None]) -> bool:
    known = [day for day in days if day]
    return all(map(plausible, known)) and all(not_after(*pair) for pair in pairwise(known))


def _round_dates(
    records: Records, rounds: int, start: Fact[Day] | None, end: Fact[Day] | None, notices: Notices
) -> tuple[Day | None, ...]:
    texts: dict[int, str] = {}
    lines = records.others.get("132", [])
    for line in lines:
        _place_dates(line.text, texts)
    texts = {index: text for index, text in texts.items() if index < rounds}
    if not texts:
        return ()

    def fits(days: list[Day | None]) -> bool:
        return _in_sequence(days) and all(_within(day, start, end) for day in days if day)

    reading = read_days(list(texts.values()), fits)
    days: list[Day | None] = [None] * rounds
    for (index, text), day in zip(texts.items(), reading.days, strict=True):
        place = (lines[0].number, _DATES_FROM + 1 + _FIELD * index)
        if day is None or not plausible(day):
            notices.add("date_unreadable", *place, found=text)
            continue
        if not _within(day, start, end):
            notices.add("round_date_outside", *place, round=index + 1, date=str(day))
        days[index] = day
    if not reading.sure:
        first = next(iter(texts.values()))
        notices.add("date_order_assumed", lines[0].number, 92, found=first, date=str(reading.days[0]))
    return tuple(days) if any(days) else ()


def _within(day: Day, start: Fact[Day] | None, end: Fact[Day] | None) -> bool:
    return (not start or not_after(start.value, day)) and (not end or not_after(day, end.value))


def _place_dates(line: str, texts: dict[int, str]) -> None:
    """Add the dates of one record 132 by round (from 0).

    They stand in the columns of the rounds, or just one after the other. A second record may go on where
    the first ended, or begin again at the first column.
    """
    fields = [line[at : at + _FIELD] for at in range(_DATES_FROM, len(line), _FIELD)]
    aligned = not line[3:_DATES_FROM].strip() and all(
        not field.strip() or _DATE_TOKEN.fullmatch(field.strip()) for field in fields
    )
    if aligned:
        found = {index: field.strip() for index, field in enumerate(fields) if field.strip()}
    else:
        found = dict(enumerate(_DATE_TOKEN.findall(line[3:])))
    if texts.keys() & found.keys():
        after = max(texts) + 1
        found = {after + index: text for index, text in enumerate(found.values())}
    texts |= found
