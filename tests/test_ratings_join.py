import json

import pytest
from click.testing import CliRunner
from rating_lists import SINGLE, player, single_row, text, xml

from normcheck.cli import main
from normcheck.errors import UnreadableInput, WrongUsage
from normcheck.event import Dated, Day, Doubt, Event, Fact, Game, Notice, Player, Source
from normcheck.finding import MET, NEEDS_REVIEW, NO_NORM, NORM, UNKNOWN
from normcheck.ratings import store
from normcheck.ratings.by_date import with_lists
from normcheck.ratings.entry import Entry
from normcheck.ratings.months import Month
from normcheck.regulation import edition_for
from normcheck.report.build import document
from normcheck.verdict import Audit

MAY = Month(2024, 5)
FEDERATIONS = ("POL", "ESP", "FRA", "NOR", "SWE", "IND", "ITA", "UKR", "AUT")
HERE = Source("owls.trf")


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def swiss(titles, score=7, rating=2250, start=(2024, 5, 1), end=(2024, 5, 9), dates=(), **applicant):
    """Number 1 meets nine others, wins `score` games and loses the rest; nobody else has games."""
    names = dict(enumerate((f"Other, {letter}" for letter in "abcdefghi"), 2))
    others = {
        no: Player(no, names[no], title, FEDERATIONS[no - 2], rating, "m", f"{72000000 + no}", line=no)
        for no, title in enumerate(titles, 2)
    }
    games = tuple(Game(no, "w", "1" if no < score + 2 else "0") for no in others)
    told = {"federation": "GER", "rating": 2150, "sex": "f", "fide_id": "72000001", "birth": "1990-01-01"} | applicant
    one = Player(1, "Falk, Ada", games=games, line=1, **told)
    return Event(
        "owls.trf", "trf", None, {1: one} | others, 9, 9, True, Fact("swiss", HERE), kind=Fact("ordinary", HERE),
        federation=Fact("HUN", HERE), start=Fact(Day(*start), HERE), end=Fact(Day(*end), HERE),
        round_dates=tuple(Day(*date) for date in dates),
    )  # fmt: skip


def listed(event, month=MAY, changes=None):
    """Keep a list in which every player stands as in the event, but for the changes by start number."""
    entries = [
        Entry(int(p.fide_id), p.name, p.federation, p.sex, p.title, "", p.rating, 1990)._replace(
            **(changes or {}).get(p.no, {})
        )
        for p in event.players.values()
        if p.fide_id
    ]
    store.replace(month, "list.xml", entries)


def joined(event, word=None):
    return with_lists(event, word, 30)


def keys(event):
    return [notice.key for notice in event.notices]


def decided(event, title, no=1):
    edition, reason = edition_for(event.start.value)
    audit = Audit(event, edition, (title,), reason)
    decision = next(d for d in audit.decisions() if d.player.no == no)
    return audit, decision


def judged(event, title):
    return decided(event, title)[1].decision


ALL_IM = ("IM",) * 9


def test_without_lists_nothing_changes():
    event = swiss(ALL_IM)
    assert joined(event) is not None
    assert joined(event) == event
    listed(event, changes={2: {"rating": 1}})
    assert joined(event, "none") == event


def test_a_list_that_agrees_adds_one_line():
    event = swiss(ALL_IM)
    listed(event)
    after = joined(event)
    assert after.players == event.players
    assert keys(after) == ["list_used"]
    assert after.notices[0].values["found"] == 10
    assert after.rating_list == "2024-05"


def test_what_the_file_lacks_comes_from_the_list():
    event = swiss(ALL_IM)
    whole = event.players[2]
    event = event._replace(players=event.players | {2: whole._replace(title="", sex="", federation="", rating=0)})
    listed(swiss(ALL_IM), changes={2: {"womens_title": "WGM"}})
    after = joined(event)
    assert after.players[2] == whole._replace(womens_title="WGM")
    assert after.notices[0].values == {
        "list": "2024-05", "found": 10, "players": 10,
        "title": 1, "womens_title": 1, "sex": 1, "federation": 1, "rating": 1,
    }  # fmt: skip
    assert keys(after) == ["list_used", "list_rating_filled"]
    assert after.doubts == {}


def test_what_the_list_settles_is_no_notice_any_more():
    found = [Notice(key, {}, HERE) for key in ("no_titles", "federation_blank", "tabs")]
    event = swiss(("",) * 9)._replace(notices=tuple(found))
    listed(event)
    assert keys(joined(event)) == ["no_titles", "tabs", "list_used"]
    listed(event, changes={2: {"title": "IM"}})
    assert keys(joined(event)) == ["tabs", "list_used"]
    no_federation = {1: event.players[1]._replace(federation="", fide_id="")}
    event = event._replace(players=event.players | no_federation)
    assert keys(joined(event)) == ["federation_blank", "tabs", "list_used"]


def test_a_norm_sheet_is_compared_too(own_folder):
    games = "".join(
        f'[[games]]\nround = {no}\nopponent = "Other, {no}"\nfide_id = {72000000 + no}\nrating = 2400\ntitle = "IM"\n'
        f'federation = "{FEDERATIONS[no - 1]}"\nresult = "1"\n'
        for no in range(1, 10)
    )
    (own_folder / "sheet.toml").write_text(
        '[event]\nname = "Owls Open"\nstart = 2024-05-01\nend = 2024-05-09\nrounds = 9\nsystem = "swiss"\n'
        'kind = "ordinary"\nfederation = "HUN"\nswiss_exemption = false\n[player]\nname = "Falk, Ada"\n'
        f'fide_id = 72000099\ntitle = "FM"\nfederation = "GER"\nrating = 2390\nsex = "m"\n{games}'
    )
    store.replace(MAY, "list.xml", [Entry(72000003, "Other, 3", "FRA", "m", "GM", "", 2510, 1990)])
    result = CliRunner().invoke(main, ["check", "sheet.toml", "--title", "IM", "--format", "json"])
    told = json.loads(result.stdout)
    assert {w["key"] for w in told["warnings"]} >= {"list_title_differs", "list_rating_differs", "list_unknown_id"}
    assert [row["rating"] for row in told["verdicts"][0]["rounds"]] == [2400, 2400, 2510, *[2400] * 6]
    assert told["verdicts"][0]["decision"] == NORM


def test_the_list_has_the_say_on_ratings_and_federations():
    event = swiss(ALL_IM)
    listed(event, changes={2: {"rating": 2398}, 3: {"federation": "FID"}, 4: {"federation": ""}, 5: {"rating": 0}})
    after = joined(event)
    assert (after.players[2].rating, after.players[3].federation, after.players[5].rating) == (2398, "FID", 0)
    assert after.players[4].federation == "FRA"
    assert [(n.key, n.values["file"], n.values["listed"], n.source.line) for n in after.notices[1:]] == [
        ("list_rating_differs", 2250, 2398, 2),
        ("list_federation_differs", "ESP", "FID", 3),
        ("list_rating_differs", 2250, "–", 5),
    ]


def test_more_differences_than_a_screen_are_all_told():
    event = swiss(ALL_IM)
    more = {no: Player(no, f"Guest {no}", "", "GER", 2000, "m", f"{72000000 + no}", line=no) for no in range(11, 60)}
    event = event._replace(players=event.players | more)
    listed(event, changes={no: {"rating": 2001} for no in more})
    assert keys(joined(event)).count("list_rating_differs") == len(more)


def test_answers_go_before_the_list():
    event = swiss(ALL_IM)
    fields = ("title", "sex", "federation", "rating")
    event = event._replace(answered={(2, field): Source("answers.toml") for field in fields})
    listed(event, changes={2: {"title": "GM", "sex": "f", "federation": "USA", "rating": 1}})
    after = joined(event)
    assert after.players[2] == event.players[2]
    assert after.doubts == {}


# Who is who


def test_ids_that_the_list_does_not_have():
    event = swiss(ALL_IM, fide_id="79999999")
    listed(swiss(ALL_IM))
    assert keys(joined(event)) == ["list_used", "list_unknown_id"]
    assert joined(event).players[1] == event.players[1]


def test_a_player_without_id_is_found_by_name_federation_and_year():
    event = swiss(ALL_IM, fide_id="")
    listed(swiss(ALL_IM), changes={1: {"name": "FALK ADA", "title": "FM"}})
    after = joined(event)
    assert (after.players[1].fide_id, after.players[1].title) == ("72000001", "FM")
    assert keys(after) == ["list_used", "list_by_name"]


@pytest.mark.parametrize("change", [{"name": "Falk, Adele"}, {"federation": "AUT"}, {"birth": 1991}, {"birth": 0}])
def test_nobody_is_found_by_name_if_something_differs(change):
    event = swiss(ALL_IM, fide_id="")
    listed(swiss(ALL_IM), changes={1: change | {"title": "FM"}})
    assert joined(event).players[1] == event.players[1]


def test_two_people_of_one_name_are_not_told_apart():
    event = swiss(ALL_IM, fide_id="")
    twin = Entry(72000099, "Falk, Ada", "GER", "f", "FM", "", 2200, 1990)
    store.replace(MAY, "list.xml", [twin, twin._replace(fide_id=72000098)])
    assert joined(event).players[1] == event.players[1]


def test_an_id_of_somebody_else_is_not_used():
    event = swiss(ALL_IM)
    listed(event, changes={1: {"name": "Brandt, Karl", "birth": 1950, "rating": 2700}})
    after = joined(event)
    assert after.players[1] == event.players[1]
    assert keys(after) == ["list_used", "list_other_person"]


def test_another_name_alone_is_a_warning():
    event = swiss(ALL_IM)
    listed(event, changes={1: {"name": "Ziegler, Mia", "rating": 2160}})
    after = joined(event)
    assert after.players[1].rating == 2160
    assert keys(after) == ["list_used", "list_name_differs", "list_rating_differs"]


# Which list


def test_the_newest_list_before_is_used_and_ratings_of_the_file_stay():
    event = swiss(ALL_IM)
    listed(event, Month(2024, 1), {2: {"rating": 1}})
    listed(event, Month(2024, 3), {2: {"rating": 2398}, 3: {"federation": "USA"}})
    listed(event, Month(2024, 6), {2: {"rating": 2}})
    after = joined(event)
    assert (after.players[2].rating, after.players[3].federation) == (2250, "USA")
    assert keys(after) == ["list_other_month", "list_used", "list_rating_kept", "list_federation_differs"]
    assert after.notices[0].values == {"used": "2024-03", "month": "2024-05"}


def test_a_list_that_was_in_force_for_two_months_is_the_right_one():
    event = swiss(ALL_IM, start=(2009, 8, 20), end=(2009, 8, 28))
    listed(event, Month(2009, 7), {2: {"rating": 2398}})
    assert joined(event).players[2].rating == 2398
    assert keys(joined(event)) == ["list_used", "list_rating_differs"]


def test_later_lists_are_not_used():
    event = swiss(ALL_IM)
    listed(event, Month(2024, 6), {2: {"rating": 1}})
    assert joined(event).players == event.players
    assert keys(joined(event)) == ["list_none_before"]


def test_without_a_first_day_no_list_is_chosen():
    event = swiss(ALL_IM)
    listed(event, changes={2: {"rating": 2398}})
    for start in (None, Fact(Day(2024), HERE)):
        undated = event._replace(start=start)
        assert keys(joined(undated)) == ["list_no_start"]
        assert joined(undated, "2024-05").players[2].rating == 2398


def test_a_month_asked_for():
    event = swiss(ALL_IM)
    listed(event, Month(2024, 6), {2: {"rating": 2398}})
    assert keys(joined(event, "2024-06")) == ["list_other_month", "list_used", "list_rating_kept"]
    with pytest.raises(UnreadableInput, match="No rating list of 2024-07"):
        joined(event, "2024-07")


def test_a_file_asked_for(own_folder):
    event = swiss(ALL_IM)
    (own_folder / "may.xml").write_bytes(xml(player(72000002, "Other, a", "POL", title="IM", rating=2398, birthday="")))
    (own_folder / "aug.txt").write_bytes(text(SINGLE, single_row(72000002, "Other, a", "POL", "M", "IM", "", 2398)))
    after = joined(event, "may.xml")
    assert (after.players[2].rating, after.rating_list) == (2398, "may.xml")
    after = joined(event, "aug.txt")
    assert (after.players[2].rating, after.rating_list) == (2250, "2026-08")
    assert "list_other_month" in keys(after)
    with pytest.raises(WrongUsage, match="neither a file"):
        joined(event, "july")


# Two titles


FOUR_FM = ("FM", "FM", "FM", "FM", "FM", "FM", "", "", "")


def test_a_second_title_counts_in_norms_for_women():
    event = swiss(FOUR_FM, rating=2100)
    assert judged(event, "WIM") == NO_NORM
    listed(event, changes={no: {"womens_title": "WIM", "sex": "f"} for no in (2, 3, 4)})
    audit, decision = decided(joined(event), "WIM")
    assert decision.decision == NORM
    verdict = document(audit, [decision]).verdicts[0]
    assert [row.title for row in verdict.rounds] == ["WIM"] * 3 + ["FM"] * 3 + [""] * 3
    (found,) = [f for f in verdict.findings if f.clause == "required_titles"]
    assert [e.value for e in found.evidence] == ["WIM"] * 3
    (holders,) = [f for f in verdict.findings if f.clause == "title_holders"]
    assert holders.found == 6


def test_a_second_title_does_not_count_in_open_norms_unless_it_makes_a_title_holder():
    event = swiss(("IM", "IM", "IM", "CM", "CM", "", "", "", ""), rating=2400)
    assert judged(event, "IM") == NO_NORM
    listed(event, changes={no: {"womens_title": "WFM"} for no in (5, 6)})
    assert judged(joined(event), "IM") == NORM
    listed(event, changes={no: {"womens_title": "WCM"} for no in (5, 6)})
    assert judged(joined(event), "IM") == NO_NORM


def test_one_audit_of_all_titles_counts_each_by_its_own_titles():
    event = swiss(FOUR_FM, rating=2100)
    listed(event, changes={no: {"womens_title": "WIM"} for no in (2, 3, 4)})
    edition, reason = edition_for(event.start.value)
    found = {d.title: d.decision for d in Audit(joined(event), edition, (), reason).decisions() if d.player.no == 1}
    assert found == {"GM": NO_NORM, "IM": NO_NORM, "WGM": NO_NORM, "WIM": NORM}


def test_titles_held_by_the_second_title_are_not_judged_again():
    event = swiss(FOUR_FM, rating=2100, title="FM")
    listed(event, changes={1: {"womens_title": "WGM"}})
    edition, reason = edition_for(event.start.value)
    pending = [p.title for p in Audit(joined(event), edition, (), reason).pending() if p.player.no == 1]
    assert pending == ["GM", "IM"]


def test_the_one_title_of_a_file_may_be_either_of_two():
    event = swiss(("WIM", "FM", *ALL_IM[2:]))
    listed(event, changes={2: {"title": "FM", "womens_title": "WIM"}, 3: {"title": "FM", "womens_title": "WIM"}})
    after = joined(event)
    assert after.doubts == {}
    assert [(after.players[no].title, after.players[no].womens_title) for no in (2, 3)] == [("FM", "WIM")] * 2


# Titles and sex in doubt


THREE_IM = ("IM", "IM", "IM", "FM", "FM", "", "", "", "")


@pytest.mark.parametrize(
    ("in_file", "in_list", "option"),
    [("IM", "FM", "higher ones as in the file"), ("FM", "IM", "lower ones as in the file")],
)
def test_titles_that_differ_are_judged_both_ways(in_file, in_list, option):
    event = swiss((in_file, *THREE_IM[1:]), rating=2400)
    listed(event, changes={2: {"title": in_list}})
    after = joined(event)
    assert after.doubts == {(2, "title"): Doubt(in_file, in_list, "2024-05")}
    audit, decision = decided(after, "IM")
    assert decision.decision == NEEDS_REVIEW
    assert decision.base.is_norm() == (in_list == "IM")
    (question,) = document(audit, [decision]).verdicts[0].questions
    assert f"Other, a (the file says {in_file}, the rating list of 2024-05 says {in_list})" in question.text
    assert option in question.turns


def test_a_title_that_differs_without_changing_anything_is_a_warning_only():
    event = swiss(("GM", *ALL_IM[1:]), rating=2400)
    listed(event, changes={2: {"title": "IM"}})
    assert "list_title_differs" in keys(joined(event))
    assert judged(joined(event), "IM") == NORM


def test_a_title_of_the_file_only_is_a_doubt_and_one_of_the_list_only_is_not():
    event = swiss(("", *THREE_IM[1:]), rating=2400)
    listed(event, changes={2: {"title": "IM"}})
    assert judged(joined(event), "IM") == NORM
    event = swiss(THREE_IM, rating=2400)
    listed(event, changes={2: {"title": ""}})
    assert judged(joined(event), "IM") == NEEDS_REVIEW


def test_an_own_title_in_doubt_does_not_keep_a_player_from_being_judged():
    event = swiss(ALL_IM, rating=2400, title="IM")
    for own, expected in (("FM", True), ("IM", False)):
        listed(event, changes={1: {"title": own}})
        edition, reason = edition_for(event.start.value)
        audit = Audit(joined(event), edition, (), reason)
        assert ("IM" in [p.title for p in audit.pending() if p.player.no == 1]) == expected


@pytest.mark.parametrize(("in_file", "in_list"), [("m", "f"), ("f", "m")])
def test_sex_that_differs_is_judged_both_ways(in_file, in_list):
    event = swiss(("WIM",) * 9, rating=2100, sex=in_file)
    listed(event, changes={1: {"sex": in_list}})
    audit, decision = decided(joined(event), "WIM")
    assert decision.decision == NEEDS_REVIEW
    verdict = document(audit, [decision]).verdicts[0]
    assert [q.key for q in verdict.questions] == ["sex_differs"]
    assert "the rating list of 2024-05 says" in verdict.questions[0].text


def test_titles_in_doubt_may_decide_the_swiss_exemption():
    """Twenty guests from three federations, ten of them titled; without one title the exemption falls."""
    guests = {
        no: swiss(ALL_IM).players[2]._replace(
            no=no,
            name=f"Guest {no}",
            title="IM" if no < 30 else "",
            federation=("GER", "FRA", "CZE")[no % 3],
            fide_id=f"{72000000 + no}",
            games=(Game(20 + (no - 19) % 20, "w", "="),) * 9,
            rating=2400,
        )
        for no in range(20, 40)
    }
    home = {no: Player(no, f"Home {no}", "GM", "POL", 2450, "m", f"{72000000 + no}") for no in range(2, 11)}
    games = tuple(Game(no, "w", "=") for no in home)
    one = {1: Player(1, "Falk, Ada", "", "POL", 2400, "m", "72000001", games=games)}
    event = swiss(ALL_IM)._replace(players=one | home | guests, federation=Fact("POL", HERE))
    assert judged(event, "IM") == NORM
    for title, expected in (("FM", NEEDS_REVIEW), ("GM", NORM)):
        listed(event, changes={20: {"title": title}})
        audit, decision = decided(joined(event), "IM")
        assert decision.decision == expected
        asked = [q.key for q in document(audit, [decision]).verdicts[0].questions]
        assert asked == (["exemption_titles"] if title == "FM" else [])


# Long events


DATES = [(2024, 5, 1), (2024, 5, 8), (2024, 5, 15), (2024, 5, 22), (2024, 6, 1), (2024, 6, 8), (2024, 6, 15),
         (2024, 6, 22), (2024, 6, 29)]  # fmt: skip


def long_swiss(dates=DATES, **changes):
    return swiss(ALL_IM, rating=2310, end=(2024, 6, 29), dates=dates, **changes)


def long_event(event):
    edition, reason = edition_for(event.start.value)
    audit = Audit(event, edition, ("IM",), reason)
    condition = next(c for c in audit.conditions if c.clause == "long_event")
    return next(d for d in audit.decisions() if d.player.no == 1), condition, audit


def test_long_events_use_the_list_of_the_month_of_each_game():
    event = long_swiss()
    assert long_event(event)[0].decision == NEEDS_REVIEW
    listed(event)
    listed(event, Month(2024, 6), {no: {"rating": 2320} for no in range(2, 11)})
    after = joined(event)
    assert (after.dated[4, 5].rating, after.dated[5, 6].rating) == (2310, 2320)
    decision, condition, audit = long_event(after)
    assert (decision.decision, condition.outcome, condition.note) == (NORM, MET, "ratings_of_each_day")
    assert decision.base.shown.choice.mix.total == 4 * 2310 + 5 * 2320
    assert [row.rating for row in document(audit, [decision]).verdicts[0].rounds] == [2310] * 4 + [2320] * 5
    assert keys(after)[-1] == "lists_by_date"


def test_ratings_by_date_decide():
    event = long_swiss(score=6)
    listed(event)
    listed(event, Month(2024, 6), {no: {"rating": 2500, "title": "GM"} for no in range(2, 11)})
    assert long_event(joined(event))[0].decision == NORM
    listed(event, Month(2024, 6))
    assert long_event(joined(event))[0].decision == NO_NORM


def test_titles_by_date_count():
    event = long_swiss()
    listed(event, changes={no: {"title": "FM"} for no in range(2, 11)})
    listed(event, Month(2024, 6), {no: {"title": "FM", "womens_title": "WGM"} for no in range(2, 11)})
    after = joined(event._replace(players={no: p._replace(title="FM") for no, p in event.players.items()}))
    assert after.dated[9, 10] == Dated(2310, "FM", "WGM")
    games = long_event(after)[0].base.with_title("WIM").count.games
    assert [g.title for g in games] == ["FM"] * 4 + ["WGM"] * 5


@pytest.mark.parametrize(
    ("dates", "june", "key"),
    [(DATES, False, "lists_missing"), ((), True, "lists_no_dates"), (DATES[:8], True, "lists_no_dates")],
)
def test_long_events_stay_open_where_lists_or_dates_are_missing(dates, june, key):
    event = long_swiss(dates)
    listed(event)
    if june:
        listed(event, Month(2024, 6))
    after = joined(event)
    decision, condition, _ = long_event(after)
    assert (decision.decision, condition.outcome) == (NEEDS_REVIEW, UNKNOWN)
    assert key in keys(after)


def test_long_events_stay_open_for_opponents_who_are_not_in_a_list():
    event = long_swiss()
    listed(event)
    listed(event._replace(players={no: p for no, p in event.players.items() if no != 9}), Month(2024, 6))
    assert long_event(joined(event))[0].decision == NEEDS_REVIEW


def test_answers_go_before_lists_by_date():
    event = long_swiss()._replace(answered={(9, "rating"): HERE, (9, "title"): HERE})
    listed(event)
    listed(event, Month(2024, 6), {9: {"rating": 1, "title": "GM"}})
    assert joined(event).dated[8, 9] == Dated(2310, "IM", "")


# The command line


TRF = (
    "012 Owls Open\n042 2024/05/01\n052 2024/05/09\n"
    "001    1 m    Falk, Ada                         2412 GER    72000001 1990/01/01  1.0    1     2 w 1\n"
    "001    2 m    Lind, Bo                          2300 SWE    72000002 1991/01/01  0.0    2     1 b 0\n"
)


def check(*args, code=0):
    result = CliRunner().invoke(main, ["check", "owls.trf", "--format", "json", *args])
    assert result.exit_code == code, result.output
    return json.loads(result.stdout) if code == 0 else result.output


def test_check_with_a_list(own_folder):
    (own_folder / "owls.trf").write_text(TRF)
    store.replace(MAY, "list.xml", [Entry(72000001, "Falk, Ada", "GER", "f", "FM", "WIM", 2398, 1990)])
    told = check()
    texts = {w["key"]: w["text"] for w in told["warnings"]}
    rating = "The rating of player 1 (Falk, Ada) is 2412 in the file and 2398 in the rating list of 2024-05"
    assert texts["list_rating_differs"].startswith(rating)
    assert "72000002" in texts["list_unknown_id"]
    assert not any(w["key"].startswith("list_") for w in check("--ratings", "none")["warnings"])
    assert check("--ratings", "2024-05")["warnings"] == told["warnings"]
    assert "No rating list of 2023-01" in check("--ratings", "2023-01", code=4)
    assert "neither a file" in check("--ratings", "spring", code=2)


def test_the_first_day_may_come_from_an_answer(own_folder):
    (own_folder / "owls.trf").write_text(TRF.replace("042 2024/05/01\n052 2024/05/09\n", ""))
    (own_folder / "answers.toml").write_text("[event]\nstart = 2024-05-01\nend = 2024-05-09\n")
    store.replace(MAY, "list.xml", [Entry(72000001, "Falk, Ada", "GER", "f", "FM", "WIM", 2398, 1990)])
    assert "list_no_start" in [w["key"] for w in check()["warnings"]]
    assert "list_rating_differs" in [w["key"] for w in check("--answers", "answers.toml")["warnings"]]


def test_the_list_is_not_overwritten(own_folder):
    (own_folder / "owls.trf").write_text(TRF)
    (own_folder / "list.xml").write_bytes(xml(player(72000001, "Falk, Ada")))
    assert "one of the files that are read" in check("--ratings", "list.xml", "-o", "list.xml", code=2)
