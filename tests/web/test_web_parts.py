import asyncio
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from served import OPEN

from normcheck.answers import loads
from normcheck.event import Game
from normcheck.read import read
from normcheck.web import forms
from normcheck.web.guard import Guard, Place, is_loopback
from normcheck.web.limits import Limits
from normcheck.web.orders import Change, Order, Overview
from normcheck.web.pool import Pool, Refused
from normcheck.web.store import Full, Store, new_case
from normcheck.web.uploads import safe_name
from normcheck.web.whatif import suppose

NOTHING = Overview(
    document="", people=(), with_pages=(), asked=(), asked_people=(), asked_byes=(), facts={}, blanks=(),
    is_sheet=False, has_ratings=True,
)  # fmt: skip


# The pool


def run(limits, *orders):
    """Carry out orders one after the other; a sentence for each that was refused."""

    async def all_of_them():
        pool, found = Pool(limits), []
        try:
            for order, contents in orders:
                try:
                    found.append(await pool.run(order, contents))
                except Refused as error:
                    found.append((error.status, str(error)))
        finally:
            await pool.close()
        return found

    return asyncio.run(all_of_them())


CHECK = Order(task="check", files=("open.trf",))


def test_what_takes_too_long_is_stopped_and_the_next_order_is_carried_out():
    (slow,) = run(Limits(judge_seconds=0.01), (CHECK, [OPEN]))
    assert slow[0] == 504
    assert "longer than" in slow[1]


def test_what_needs_too_much_memory_is_refused_and_the_next_order_is_carried_out():
    bomb = b"012 x\n" + b"001    1      " + b"A" * 10 + b"\n" * (200 << 20)
    first, second = run(Limits(memory_megabytes=420, judge_seconds=60), (CHECK, [bomb]), (CHECK, [OPEN]))
    assert first[0] in (422, 500)
    assert b"Lakeside" in second


def test_a_worker_ended_from_outside_is_replaced():
    async def judged():
        pool = Pool(Limits(workers=1))
        try:
            await pool.warm()
            (worker,) = pool._idle
            worker.kill()
            await worker.wait()
            return await pool.run(CHECK, [OPEN])
        finally:
            await pool.close()

    assert b"Lakeside" in asyncio.run(judged())


def test_too_many_waiting_are_sent_away():
    assert run(Limits(waiting=0), (CHECK, [OPEN]))[0][0] == 503


# Sessions


def test_sessions_grow_old_and_are_dropped():
    store = Store(Limits(session_seconds=-1))
    assert store.session(store.session(None).key).key != ""
    first = store.session(None)
    assert store.session(first.key) is not first


def test_there_are_never_more_sessions_than_allowed():
    store = Store(Limits(sessions=2))
    keys = [store.session(None).key for _ in range(5)]
    assert store.session(keys[-1]).key == keys[-1]
    assert store.session(keys[0]).key != keys[0]


def test_uploads_beyond_what_is_kept_are_refused():
    store = Store(Limits(kept_megabytes=1))
    session = store.session(None)
    store.put(session, new_case(("a",), (bytes(900_000),), {}, NOTHING))
    with pytest.raises(Full):
        store.put(store.session(None), new_case(("b",), (bytes(900_000),), {}, NOTHING))


def test_the_page_of_an_event_takes_room_as_its_files_do():
    store = Store(Limits(kept_megabytes=1))
    big = NOTHING.model_copy(update={"document": "x" * 2**21})
    with pytest.raises(Full):
        store.put(store.session(None), new_case(("a",), (b"",), {}, big))


def test_an_event_kept_again_takes_its_own_room():
    store = Store(Limits(kept_megabytes=1))
    session, case = store.session(None), new_case(("a",), (bytes(900_000),), {}, NOTHING)
    store.put(session, case)
    store.put(session, case)
    assert session.cases == {case.key: case}


# The gate


@pytest.mark.parametrize(
    ("host", "own"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("127.0.0.9", True), ("0.0.0.0", False),
     ("192.168.1.4", False), ("club.example", False)],
)  # fmt: skip
def test_which_addresses_are_of_the_own_machine(host, own):
    assert is_loopback(host) == own


def test_an_error_nobody_expected_is_told_without_its_words():
    told, sent = [], []

    async def broken(_scope, _receive, _send):
        raise RuntimeError("Secretive, Player")

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [(b"host", b"localhost")],
             "scheme": "http"}  # fmt: skip
    asyncio.run(Guard(broken, Place(), Limits(), told.append)(scope, None, send))
    assert sent[0]["status"] == 500
    assert "Secretive" not in told[0] + sent[1]["body"].decode()
    assert told[0].startswith("RuntimeError in test_web_parts.py:")


def test_what_arrives_too_slowly_is_given_up():
    sent = []

    async def reads(_scope, receive, _send):
        await receive()

    async def never():
        await asyncio.sleep(60)

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/api/check", "query_string": b"", "scheme": "http",
             "headers": [(b"host", b"localhost")]}  # fmt: skip
    asyncio.run(Guard(reads, Place(), Limits(upload_seconds=0.05), list)(scope, never, send))
    assert sent[0]["status"] == 408


# Answers


@given(
    st.dictionaries(st.sampled_from(["name", "place", "organiser"]), st.text(st.characters(exclude_categories=["Cs"])))
)
def test_any_text_survives_the_file_of_answers(event):
    text = forms.toml({"event": event} if event else {})
    assert tomllib.loads(text).get("event", {}) == event


def test_a_file_of_answers_comes_back_as_it_was():
    event = '[event]\nkind = "zonal"\nstart = 2025-01-02\nround_dates = [2025-01-02]\n'
    text = event + '[[byes]]\nno = 3\nround = 1\ncode = "U"\n'
    data = forms.plain(loads(text.encode(), "answers.toml"))
    assert data == {"event": {"kind": "zonal", "start": "2025-01-02", "round_dates": ["2025-01-02"]},
                    "byes": [{"no": 3, "round": 1, "code": "U"}]}  # fmt: skip
    assert forms.plain(loads(forms.toml(data).encode(), "answers.toml")) == data


def test_a_field_that_is_not_in_the_form_keeps_its_answer_and_an_empty_one_takes_it_back():
    old = {"event": {"kind": "zonal", "place": "Here"}, "players": [{"no": 1, "sex": "f"}]}
    assert forms.merged(old, {"event.kind": ""}) == {"event": {"place": "Here"}, "players": [{"no": 1, "sex": "f"}]}
    assert forms.merged(old, {"player.1.sex": "", "event.place": "", "event.kind": " "}) == {}


@pytest.mark.parametrize("name", ["player.x.sex", "player.1.shoe", "bye.1", "event.shoe", "extra.sex", "player.²."])
def test_fields_that_nobody_asked_for_do_nothing(name):
    assert forms.merged({}, {name: "f"}) == {}


def test_only_what_was_changed_is_supposed():
    form = {"1.result": "0", "1.result.before": "1", "2.title": "GM", "2.title.before": "GM", "3.out": "1", "csrf": "x"}
    assert forms.changes(form) == (Change(round=1, result="0"), Change(round=3, left_out=True))


# What if


def lakeside(tmp_path):
    path = tmp_path / "open.trf"
    path.write_bytes(OPEN)
    return read(path)


def test_a_result_is_changed_on_both_sides_of_the_board(tmp_path):
    event = lakeside(tmp_path)
    opponent = event.players[21].games[0].opponent
    changed = suppose(event, 21, [Change(round=1, result="0")])
    assert changed.players[21].games[0].result == "0"
    assert changed.players[opponent].games[0].result == "1"
    assert event.players[21].games[0].result == "1"


def test_title_and_rating_of_an_opponent_and_a_game_left_out(tmp_path):
    event = lakeside(tmp_path)
    changes = [Change(round=2, title="", rating=2000), Change(round=3, left_out=True), Change(round=29, result="1")]
    changed = suppose(event, 21, changes)
    opponent = changed.players[event.players[21].games[1].opponent]
    assert (opponent.title, opponent.rating) == ("", 2000)
    assert changed.players[21].games[2] == Game(0, "-", "U", event.players[21].games[2].column)
    assert len(changed.players[21].games) == 9


def test_nobody_is_supposed_who_is_not_there(tmp_path):
    event = lakeside(tmp_path)
    assert suppose(event, 4711, [Change(round=1, result="0")]) == event


@pytest.mark.parametrize(
    ("name", "safe"),
    [("open.trf", "open.trf"), ("../x.trf", "x.trf"), ("..", "file"), ("", "file"), ("a\0b:c.trf", "a_b_c.trf")],
)
def test_names_of_files_are_made_safe(name, safe):
    assert safe_name(name) == safe


@pytest.mark.parametrize("name", ["\U0001f600" * 300, "\U0001f600" * 300 + ".trf", "a." + "\u5e73" * 300])
def test_names_of_files_fit_what_systems_take(name):
    assert 0 < len(safe_name(name).encode()) <= 255


def test_what_is_no_text_does_not_survive_in_names():
    assert safe_name("a\ud800.trf") == "a_.trf"
