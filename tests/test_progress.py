"""The way to a title: cases met by players, credits, conditions, sentences."""

import textwrap

import pytest

from normcheck.errors import UnreadableInput, WrongUsage
from normcheck.event import Day
from normcheck.progress.apply import applications
from normcheck.progress.build import document
from normcheck.progress.credit import Credit, credit
from normcheck.progress.facts import Norm, Way
from normcheck.progress.gather import gather
from normcheck.regulation import editions

FLAGS = "flags = { normal_foreigner = true, one_round_a_day = true, large_swiss = true, rated = true }"


@pytest.fixture(autouse=True)
def no_rating_lists(monkeypatch, tmp_path):
    monkeypatch.setenv("NORMCHECK_DATA", str(tmp_path / "none"))


@pytest.fixture
def progress(tmp_path):
    """The progress for one title by a sheet written in the test."""

    def read(text, title="IM", player='name = "Vasara, Ilmo"\nfide_id = 99000017\nsex = "m"'):
        path = tmp_path / "player.toml"
        path.write_text(f"[player]\n{player}\n{textwrap.dedent(text)}", encoding="utf-8")
        told = gather([path], None)
        return document(told, applications(told, [title])).titles[0]

    return read


def norm(start, games=9, title="IM", name=None, flags=FLAGS, **more):
    """A norm of a sheet; more keys are written as they stand."""
    lines = [f'title = "{title}"', f'event = "{name or "Event of " + start}"', f"start = {start}", f"games = {games}"]
    lines += [f"{key} = {value}" for key, value in more.items()] + [flags]
    return "\n[[norms]]\n" + "\n".join(lines) + "\n"


def rating(value, date="2023-05-01"):
    return f'\n[[ratings]]\ndate = {date}\nvalue = {value}\nsource = "list"\n'


def condition(found, clause):
    return next(c for c in found.conditions if c.clause == clause)


# Cases from the field


@pytest.mark.parametrize(
    ("year", "score_a", "games"), [(2023, 6, 26), (2023, 6.5, 27), (2024, 6, 27)], ids=["2023", "full point", "2024"]
)
def test_two_half_points_over_do_not_make_a_game(progress, year, score_a, games):
    found = progress(
        norm("2022-02-01", required=5.5, score=score_a)
        + norm("2022-03-01", required=6, score=6.5)
        + norm(f"{year}-06-03", games=8, required=4, score=4)
        + rating(2410)
    )
    assert (found.games, found.games_at_most) == (games, games)
    assert found.state == ("complete" if games == 27 else "incomplete")


def test_three_good_norms_none_from_a_qualifying_event(progress):
    flags = "flags = { normal_foreigner = true, one_round_a_day = true, large_swiss = false }"
    robin = {"system": '"round robin"', "kind": '"ordinary"'}
    found = progress(
        norm("2023-04-01", flags=flags, **robin)
        + norm("2024-04-01", flags=flags, **robin)
        + norm("2024-08-01", flags=flags, system='"swiss"', kind='"ordinary"')
        + rating(2412)
    )
    assert (found.games, found.state) == (27, "incomplete")
    assert [c.clause for c in found.conditions if c.outcome == "missing"] == ["qualifying_event"]
    assert found.sentence == (
        "Still needed: one more norm, or another in place of one of these, which must be from a Swiss with at least "
        "40 counted players averaging 2000 in every round or another event under 1.5.6."
    )


@pytest.mark.parametrize(
    ("start", "edition", "low", "high"),
    [("2013-08-10", 2013, 29, 29), ("2016-09-02", 2014, 18, 29), ("2024-09-11", 2024, 18, 18)],
    ids=["2013", "not known", "2024"],
)
def test_a_norm_of_an_olympiad_counts_by_the_edition_of_its_day(progress, start, edition, low, high):
    found = progress(
        norm(start, title="GM", kind='"olympiad"') + norm("2015-07-04", title="GM", system='"swiss"') + rating(2503),
        title="GM",
    )
    assert (found.games, found.games_at_most) == (low, high)
    assert found.state == {29: "complete", 18: "needs review" if high > low else "incomplete"}[low]
    by_year = {n.start[:4]: n.edition for n in found.norms}
    assert by_year == {start[:4]: f"fide-b01-{edition}", "2015": "fide-b01-2014"}
    if high > low:
        assert any("with how many games" in q.lower() for q in found.questions)


def test_full_points_over_the_requirement_add_games(progress):
    found = progress(norm("2024-02-01", games=13, required=8, score=13) + norm("2024-05-01") + rating(2410))
    assert [n.credited_games for n in found.norms] == [18, 9]
    assert found.norms[0].credited_by == ["1.4.1d"]
    assert found.state == "complete"


@pytest.mark.parametrize(("registered", "games"), [(None, 18), ("false", 18), ("true", 27)])
def test_an_old_norm_counts_only_if_registered(progress, registered, games):
    flags = f"flags = {{ normal_foreigner = true, registered = {registered} }}" if registered else ""
    found = progress(
        norm("1998-06-01", flags=flags) + norm("2009-08-01") + norm("2023-08-01") + rating(2405, "2010-01-01")
    )
    assert found.games == games
    assert found.state == ("complete" if games == 27 else "incomplete")
    if games == 18:
        assert "registered" in found.norms[0].reason
        assert any("registered in time" in question for question in found.questions) == (registered is None)


def test_three_norms_and_the_rating_never_reached(progress):
    found = progress(norm("2023-01-05") + norm("2023-04-05") + norm("2024-02-05") + rating(2391))
    assert [c.clause for c in found.conditions if c.outcome == "missing"] == ["peak_rating"]
    assert found.sentence == (
        "Only the rating is still needed: rating 2391 of 2400; the norms are complete, further ones do not help."
    )
    assert (found.further_norms, found.peak.missing) == (0, 9)


# Credits


@pytest.mark.parametrize(
    ("keys", "low", "high"),
    [
        ({"games": 15}, 13, 13),
        ({"games": 15, "required": 7, "score": 9}, 13, 15),
        ({"games": 7, "kind": '"world or continental team"'}, 7, 7),
        ({"games": 7, "kind": '"world or continental team"', "required": 4, "score": 5}, 7, 8),
        ({"games": 8, "kind": '"world cup"'}, 9, 9),
        ({"games": 8}, 9, 9),
        ({"games": 8, "required": 4, "score": 5}, 9, 10),
        ({"games": 8, "flags": "flags = { eight_game = false }"}, 0, 0),
        ({"games": 7}, 0, 0),
        ({"games": 9, "required": 6, "score": 5.5}, 0, 0),
        ({"games": 9, "flags": "flags = { rated = false }"}, 0, 0),
    ],
)
def test_games_credited(progress, keys, low, high):
    found = progress(norm("2024-03-02", **keys)).norms[0]
    assert (found.credited_games, found.credited_at_most) == (low, high)
    assert bool(found.reason) == (high == 0)


def test_eight_games_of_2023_with_a_full_point_over_are_nine(progress):
    found = progress(norm("2023-03-02", games=8, required=4, score=5)).norms[0]
    assert (found.credited_games, found.credited_at_most) == (9, 9)


def test_a_game_won_by_default_in_the_last_round_may_or_may_not_count():
    typed = Norm("IM", "Autumn Open", "", (Way(9, forfeit=True),), editions()[-1], end=Day(2026, 5, 1))
    assert credit(typed, typed.ways[0]) == Credit(8, 9, ("last_round_forfeit",))


# Choices


def test_two_norms_of_one_event_do_not_add_up(progress):
    same = {"name": "Winter Cup"}
    found = progress(norm("2024-01-04", **same) + norm("2024-01-04", games=11, **same) + rating(2400))
    assert found.games == 11
    assert [n.reason for n in found.norms if not n.counted] == [
        "another norm or choice of games of the same event is taken"
    ]


def test_norms_of_the_very_same_days_are_of_one_event_whatever_its_name(progress):
    days = {"end": "2024-01-12"}
    found = progress(norm("2024-01-04", name="Winter Cup", **days) + norm("2024-01-04", name="Winter Cup A", **days))
    assert found.games == 9
    assert [n.reason for n in found.norms] == ["", "another norm or choice of games of the same event is taken"]


def test_events_with_days_in_common_are_asked_about(progress):
    first = norm("2024-01-04", name="Winter Cup", end="2024-01-12") + norm("2024-03-04", end="2024-03-12")
    found = progress(first + norm("2024-01-12", name="Cup of Winter", end="2024-01-20"))
    assert found.games == 27
    assert found.to_confirm == [
        "Are Winter Cup (2024) and Cup of Winter (2024) two events? Their days overlap, and only one norm of an event "
        "counts."
    ]


def test_one_norm_of_eight_games_only(progress):
    found = progress(norm("2024-01-04", games=8) + norm("2024-02-04", games=8) + norm("2024-03-04"))
    assert found.games == 18
    assert [n.counted for n in found.norms].count(True) == 2
    assert any("only one norm of 8 games" in n.reason for n in found.norms)


def test_what_is_not_needed_is_left_out(progress):
    found = progress("".join(norm(f"2024-0{month}-04") for month in (1, 2, 3, 4)) + rating(2400))
    assert sum(n.counted for n in found.norms) == 3
    assert [n.reason for n in found.norms if not n.counted] == ["not needed"]


def test_a_norm_too_many_would_ask_for_a_qualifying_event(progress):
    flags = "flags = { normal_foreigner = true, large_swiss = false }"
    found = progress(
        "".join(norm(day, flags=flags, system='"swiss"', kind='"ordinary"') for day in ("2018-01-01", "2019-01-01"))
        + norm("2020-01-01", flags=flags, system='"swiss"', kind='"ordinary"')
        + norm("2024-01-01", games=11, flags=flags, system='"swiss"', kind='"ordinary"')
        + rating(2401)
    )
    assert found.state == "complete"
    assert [n.start[:4] for n in found.norms if n.counted] == ["2018", "2019", "2020"]
    assert condition(found, "qualifying_event").outcome == "not asked"


def test_a_higher_norm_serves_a_lower_title(progress):
    text = norm("2024-01-04", title="GM") + norm("2024-02-04", title="GM") + norm("2024-03-04") + rating(2450)
    assert progress(text, "IM").state == "complete"
    assert progress(text, "GM").games == 18


# Conditions


def test_a_fraction_short_of_the_rating_is_short(progress):
    norms = "".join(norm(f"2024-0{month}-04", title="GM") for month in (1, 2, 3))
    found = progress(norms + rating(2499.9), "GM")
    assert (found.state, found.peak.missing) == ("incomplete", 0.1)
    assert "rating 2499.9 of 2500" in found.sentence
    assert progress(norms + rating(2500), "GM").state == "complete"


def test_a_rating_not_published_has_to_be_proved(progress):
    found = progress("".join(norm(f"2024-0{month}-04") for month in (1, 2, 3)) + rating(2400.4))
    assert "1.5.3a" in condition(found, "peak_rating").note


@pytest.mark.parametrize(("title", "asked"), [("GM", True), ("IM", False)])
def test_one_round_a_day_is_asked_for_the_higher_titles(progress, title, asked):
    flags = "flags = { normal_foreigner = true, large_swiss = true, one_round_a_day = false }"
    text = "".join(norm(f"2024-0{month}-04", title="GM", flags=flags) for month in (1, 2, 3)) + rating(2600)
    found = progress(text, title)
    assert found.state == ("incomplete" if asked else "complete")
    assert ("one round a day on at least 3 days" in found.sentence) == asked


def test_no_norm_under_the_normal_requirement(progress):
    flags = "flags = { normal_foreigner = false, large_swiss = true }"
    found = progress("".join(norm(f"2024-0{month}-04", flags=flags) for month in (1, 2, 3)) + rating(2450))
    assert condition(found, "normal_foreigner").outcome == "missing"
    assert "meet the normal foreigner requirement (1.4.3e)" in found.sentence


def test_what_is_not_stated_is_asked(progress):
    found = progress("".join(norm(f"2024-0{month}-04", flags="") for month in (1, 2, 3)) + rating(2450))
    assert found.state == "needs review"
    assert condition(found, "normal_foreigner").outcome == "unknown"
    assert condition(found, "qualifying_event").outcome == "unknown"
    assert len(found.questions) == 6
    assert found.to_confirm == ["Have the events of norms 1, 2, 3 been rated?"]


@pytest.mark.parametrize("more", ["", "edition = 2023\n"])
def test_a_norm_without_a_date_is_not_sure(progress, more):
    undated = f'\n[[norms]]\ntitle = "IM"\nevent = "Cup"\ngames = 9\n{more}{FLAGS}\n'
    others = norm("2024-01-04") + norm("2024-02-04") + rating(2450)
    found = progress(undated + others)
    assert (found.state, found.games, found.games_at_most) == ("needs review", 18, 27)
    asked = next(question for question in found.questions if question.startswith("When was Cup played?"))
    assert "whether it had to be registered (1.5.5) depend on the day" in asked
    assert not any("With how many games is Cup credited" in question for question in found.questions)
    assert progress(undated.replace("games = 9", "end = 2024-05-01\ngames = 9") + others).state == "complete"


def test_federations_are_shown_in_capitals(tmp_path):
    path = tmp_path / "player.toml"
    path.write_text('[player]\nname = "A, B"\nfederation = "ger"\n' + norm("2024-01-04", federation='"aut"'), "utf-8")
    told = gather([path], None)
    assert (told.person.federation, told.norms[0].federation) == ("GER", "AUT")


def test_the_sentence_counts_games_and_rating(progress):
    found = progress(norm("2024-01-04", title="GM") + norm("2024-03-04", title="GM") + rating(2487), "GM")
    assert found.sentence == "Still needed: one more norm of at least 9 games; rating 2487 of 2500."


def test_several_norms_are_still_needed(progress):
    found = progress(norm("2024-01-04", flags="flags = { normal_foreigner = false, large_swiss = true }"))
    assert found.further_norms == 2
    assert found.sentence == (
        "Still needed: 2 more norms of at least 18 games together, one of which must meet the normal foreigner "
        "requirement (1.4.3e); a rating of 2400, and none is known."
    )


def test_what_several_further_norms_must_be_may_be_spread_over_them(progress):
    found = progress(rating(2400))
    assert "one of which must meet the normal foreigner requirement (1.4.3e), one (the same or" in found.sentence


def test_a_credit_that_is_not_settled_shows_in_the_sentence(progress):
    found = progress(norm("2024-01-04", games=15, score=12, required=9.5) + norm("2024-03-04") + rating(2400))
    assert found.sentence == "Still needed: one more norm (3 to 5 games missing)."


def test_nothing_is_asked_of_the_events_of_no_norms(progress):
    assert condition(progress(rating(2400)), "events_rated").outcome == "not asked"


def test_a_man_is_on_no_way_to_a_title_for_women(progress):
    with pytest.raises(WrongUsage, match="Leave out --title WIM or correct the sex"):
        progress(rating(2400), "WIM")
    with pytest.raises(UnreadableInput, match=r"norms\[1\].title is WIM, a title for women"):
        progress(norm("2024-01-04", title="WIM"))


def test_a_title_held_is_said_to_be_held(progress):
    assert progress(rating(2500), player='titles = ["GM"]').state == "held"


# The sheet


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[norms]]\ntitle = "FM"\ngames = 9', "player.toml:4: norms[1].title"),
        ('[[norms]]\ntitle = "IM"', "player.toml:3: norms[1].games is missing"),
        ('[[norms]]\ntitle = "IM"\ngames = 9\nscore = 10', "player.toml:6: norms[1].score is more than 9 games"),
        ('[[norms]]\ntitle = "IM"\ngames = 9\nrequired = 3', "norms[1].required is less than 35 % of 9 games"),
        ('[[norms]]\ntitle = "IM"\ngames = 9\nscore = 6.3', "expected points such as 6, 6.5"),
        ('[[norms]]\ntitle = "IM"\ngames = 9\ngame = 9', "did you mean games?"),
        ('[[norms]]\ntitle = "IM"\ngames = 9\nedition = "1900"', "There is no edition '1900'"),
        ('[[norms]]\ntitle = "IM"\ngames = 9\nflags = { foreign = true }', "norms[1].flags.foreign is not a known key"),
        ('[[norms]]\ntitle = "IM"\ngames = 9\nstart = 2024-05-02\nend = 2024-05-01', "before the start (2024-05-02)"),
        ("[[ratings]]\ndate = 2024-01-01\nvalue = 24", "expected a rating from 500 to 3500"),
        ("[[ratings]]\nvalue = 2400", "ratings[1].date is missing"),
    ],
)
def test_mistakes_are_told_with_their_place(progress, text, told):
    with pytest.raises(UnreadableInput) as error:
        progress(text, player='name = "Vasara, Ilmo"')
    assert told in str(error.value)


def test_a_federation_that_is_none_is_refused(progress):
    with pytest.raises(UnreadableInput, match="not the code of a FIDE federation"):
        progress(rating(2000), player='federation = "ZZQ"')


def test_halves_are_read_as_people_write_them(progress):
    found = progress(norm("2024-01-04", required='"5½"', score='"6,5"'))
    assert (found.norms[0].required_score, found.norms[0].score, found.games) == (5.5, 6.5, 10)


@pytest.mark.parametrize(
    ("names", "fide_id", "told"),
    [
        ((), None, "Whose norms"),
        (("one.toml", "two.toml"), None, "are both sheets of a player"),
        (("one.toml",), "abc", "is no FIDE id"),
        (("one.toml",), "99000018", "is the sheet of the player with FIDE id 99000017"),
    ],
)
def test_it_must_be_clear_who_is_meant(tmp_path, names, fide_id, told):
    for name in names:
        (tmp_path / name).write_text("[player]\nfide_id = 99000017\n" + norm("2024-01-04"), encoding="utf-8")
    with pytest.raises(WrongUsage, match=told):
        gather([tmp_path / name for name in names], fide_id)


@pytest.mark.parametrize(("name", "own"), [("Vasara, Ilmo", True), ("vasara, ilmo", True), ("Vasara, Olli", False)])
def test_the_norm_of_another_name_is_not_taken(tmp_path, name, own):
    games = "".join(
        f'[[games]]\nround = {round_}\nopponent = "Opponent {round_}"\nrating = 2400\ntitle = "IM"\n'
        f'federation = "{federation}"\nresult = "1"\n'
        for round_, federation in enumerate(("NOR", "SWE", "DEN") * 3, 1)
    )
    event = '[event]\nname = "Cup"\nstart = 2024-05-01\nend = 2024-05-09\nrounds = 9\nsystem = "swiss"\n'
    applicant = '[player]\nname = "Vasara, Ilmo"\nfederation = "FIN"\nsex = "m"\n'
    (tmp_path / "cup.toml").write_text(event + applicant + games, encoding="utf-8")
    path = tmp_path / "player.toml"
    path.write_text(f'[player]\nname = "{name}"\n[[norms]]\ntitle = "IM"\nfile = "cup.toml"\n', encoding="utf-8")
    if own:
        assert [norm.title for norm in gather([path], None).norms] == ["IM"]
    else:
        with pytest.raises(WrongUsage, match="no verdict on Vasara, Olli"):
            gather([path], None)
