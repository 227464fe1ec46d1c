"""The number of the lists an event gets: the same number, the same event; and what it asks for is told."""

import random

import pytest

from normcheck.event import Day, Event, Fact, Player, Source
from normcheck.ratings import store
from normcheck.ratings.by_date import wanted, with_lists
from normcheck.ratings.entry import Entry
from normcheck.ratings.months import Month
from normcheck.ratings.wanted import UNREAD, Wanted, listening, number

HERE = Source("owls.trf")
MONTHS = [Month(2024, month) for month in range(1, 7)]


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "data"))
    return tmp_path


def event(start, dates=()):
    """Two players; it lasts from the first to the last date."""
    players = {no: Player(no, f"Owl, {no}", "", "GER", 2200, "m", str(no), line=no) for no in (1, 2)}
    last = dates[-1] if dates else start
    return Event(
        "owls.trf", "trf", None, players, max(len(dates), 1), max(len(dates), 1), True, Fact("swiss", HERE),
        start=Fact(Day(*start), HERE) if start else None, end=Fact(Day(*last), HERE) if last else None,
        round_dates=tuple(Day(*date) for date in dates),
    )  # fmt: skip


EVENTS = [
    event((2024, 3, 5)),
    event((2024, 3)),
    event((2024,)),
    event(None),
    event((2024, 2, 20), [(2024, 2, 20), (2024, 3, 1), (2024, 3, 30), (2024, 5, 2)]),
    event((2024, 1, 20), [(2024, 1, 20), (2024, 1, 21)]),
]


def test_an_event_asks_for_the_month_of_its_first_day_and_of_its_rounds_if_it_is_long():
    assert wanted(EVENTS[0], 30) == Wanted(Month(2024, 3))
    assert wanted(EVENTS[2], 30) == wanted(EVENTS[3], 30) == Wanted(None)
    assert wanted(EVENTS[4], 30) == Wanted(Month(2024, 2), (Month(2024, 2), Month(2024, 3), Month(2024, 5)))
    assert wanted(EVENTS[4], 300) == Wanted(Month(2024, 2))


def test_who_listens_hears_what_is_asked_for_also_when_it_goes_wrong(own_folder):
    store.replace(MONTHS[2], "list.xml", [Entry(1, "Owl, 1")])
    with_lists(EVENTS[0], None, 30)  # nobody listens
    with listening() as heard:
        with_lists(EVENTS[0], None, 30)
    assert heard == [(Wanted(MONTHS[2]), number(None, Wanted(MONTHS[2])))]
    with listening() as heard:
        pass
    assert heard == []


def test_no_list_matters_where_none_is_kept_or_wanted():
    assert number(None, Wanted(MONTHS[0])) == number(None, None) == ""
    store.replace(MONTHS[0], "list.xml", [Entry(1, "Owl, 1")])
    assert number("none", Wanted(MONTHS[0])) == number(" NONE ", None) == ""
    assert number(None, None) == UNREAD


def changed(luck):
    """Import, replace or remove a list."""
    month = luck.choice(MONTHS)
    if month in store.months() and luck.random() < 0.4:
        store.remove(month)
    else:
        store.replace(month, "list.xml", [Entry(1, "Owl, 1", "GER", "m", rating=2200 + luck.randrange(3))])


@pytest.mark.parametrize("word", [None, "2024-03"])
@pytest.mark.parametrize("seed", range(6))
def test_the_same_number_means_the_same_event(seed, word):
    luck = random.Random(seed)
    seen = [{} for _ in EVENTS]
    numbers = 0
    for _ in range(40):
        changed(luck)
        for one, known in zip(EVENTS, seen, strict=True):
            if word is None or MONTHS[2] in store.months():
                told = number(word, wanted(one, 30))
                numbers += told in known
                got = with_lists(one, word, 30)
                assert known.setdefault(told, got) == got
    assert numbers > 40


def test_another_event_means_another_number():
    """Every list an event gets counts, and no other."""
    for month in MONTHS:
        store.replace(month, "list.xml", [Entry(1, "Owl, 1", rating=2200)])
    for one in EVENTS:
        for month in MONTHS:
            before, told = with_lists(one, None, 30), number(None, wanted(one, 30))
            store.replace(month, "list.xml", [Entry(1, "Owl, 1", rating=2300)])
            asked = wanted(one, 30)
            is_used = month in (asked.start, *asked.rounds)
            assert (number(None, asked) != told) == is_used
            assert (with_lists(one, None, 30) != before) == is_used
            store.replace(month, "list.xml", [Entry(1, "Owl, 1", rating=2200)])
