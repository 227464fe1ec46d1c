"""A forecast is the judge on hypothetical games: every line holds when the games are played."""

from itertools import product

import pytest
from casebook import audit_of, full_event, results, sheet
from forecast_events import decisions, forecast, outlook, outlooks, round_robin, swiss, ways, with_results
from hypothesis import given, settings
from hypothesis import strategies as st

from normcheck.errors import WrongUsage
from normcheck.event import BLANK, Fact, Game, Player
from normcheck.forecast.cut import after, rounds_done
from normcheck.forecast.next_game import Option
from normcheck.verdict import Pending

POINTS = {"0": 0, "=": 1, "1": 2}


def table(opponents, codes, own="USA", rounds=9, **facts):
    """A player and opponents given as (title, rating, federation), with the results of the first rounds."""
    games = results(codes, list(range(2, len(codes) + 2)))
    players = [Player(1, "Candidate, Pat", "", own, 2450, "m", games=games)]
    for no, (title, rating, code) in enumerate(opponents, 2):
        theirs = (Game(0, "-", "H"),) * len(codes)
        players.append(Player(no, f"Opponent {no:02}", title, code, rating, "m", games=theirs))
    return full_event(players, rounds, rounds_played=len(codes.rstrip()), complete=False, **facts)


FIVE_FOUR_THREE = [("GM", 2450, "USA")] * 3 + [("IM", 2450, "USA")] * 2 + [("IM", 2450, "GEO"), ("FM", 2450, "GEO")]


@pytest.mark.parametrize(("eighth", "ninth", "state"), [("IND", "IND", "possible"), ("GEO", "GEO", "impossible")])
def test_rule_of_five_four_three_does_not_see_the_second_foreign_federation(eighth, ninth, state):
    event = table(
        [*FIVE_FOUR_THREE, ("FM", 2450, eighth), ("", 2450, ninth)], "======== ", federation=Fact("USA", None)
    )
    found = outlook(event, 1, "IM")
    assert (found.state, found.options) == (state, (Option("="),) if state == "possible" else ())


def test_unpaired_player_is_told_that_a_new_federation_must_come():
    pool = [("GM", 2450, "USA"), ("", 2450, "GEO"), ("", 2450, "FRA")]
    event = table([*FIVE_FOUR_THREE, ("FM", 2450, "GEO"), *pool], "========")
    (draw, win) = outlook(event, 1, "IM").options
    assert (draw.result, draw.titles, draw.new_federation, draw.not_federations) == ("=", (), True, ("GEO", "USA"))
    assert (win.result, win.new_federation, win.rating < draw.rating) == ("1", True, True)


def test_least_rating_and_title_of_the_opponent_are_exact():
    pool = [("GM", 2700, "FRA"), ("", 2700, "FRA")]
    opponents = [("GM", 2500, "GER")] * 2 + [("IM", 2500, "UKR")] * 2 + [("", 2500, "POL")] * 4
    found = outlook(table([*opponents, *pool], "111====0"), 1, "GM").options
    # By the annex 5½ in nine games ask for an average of 2520, 6 for 2475; all ratings together are half a game less.
    least = [-(-(2 * average * 9 - 9) // 2) - 8 * 2500 for average in (2520, 2475)]
    assert [(o.result, o.titles, o.rating) for o in found] == [("=", ("GM",), least[0]), ("1", ("GM",), least[1])]


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_last_round_of_a_swiss_against_every_result(seed):
    event = after(swiss(seed=seed), 8)
    found = outlooks(event)
    checked = 0
    for no in event.players:
        judged = {codes[0] if codes else "": decisions(done) for codes, done in ways(event, no)}
        for title in [t for n, t in found if n == no]:
            one = found[no, title]
            norms = {code for code, by_key in judged.items() if by_key[no, title] == "norm"}
            if one.opponent is None:
                continue
            sure = [o.result for o in one.options if o.doubt is None]
            least = POINTS[sure[-1]] if sure else 3
            assert {code for code in "1=0" if POINTS[code] >= least} <= norms
            if not any(o.doubt for o in one.options):
                assert norms == {code for code in "1=0" if POINTS[code] >= least}
            assert (one.state == "impossible") <= (not norms)
            assert (one.state == "safe") <= (len(norms) == 3)
            checked += bool(norms)
    assert checked


def _fits(option, player, met):
    titles = not option.titles or player.title in option.titles
    new = not option.new_federation or player.federation not in met
    return titles and new and player.rating >= option.rating and player.federation not in option.not_federations


@pytest.mark.parametrize("seed", [1, 6])
def test_opponents_not_paired_yet_against_every_opponent_and_result(seed):
    event = swiss(seed=seed)
    told = forecast(event, 8, paired=False)
    left = told.event
    checked = 0
    for pending in told.pending():
        one, player = told.outlook(pending), pending.player
        if one.state == "impossible":
            assert one.options == ()
            continue
        met = {left.players[g.opponent].federation for g in player.games if g.opponent} | {player.federation, "FID"}
        for other, code in product(left.players.values(), "1=0"):
            if other.no == player.no or other.no in {g.opponent for g in player.games}:
                continue
            games = (*player.games, Game(other.no, "w", code))
            players = left.players | {player.no: player._replace(games=games)}
            decision = audit_of(left._replace(players=players, rounds_played=left.rounds)).decide(
                Pending(players[player.no], one.title, pending.doubt)
            )
            sure = [o for o in one.options if o.doubt is None and POINTS[o.result] <= POINTS[code]]
            fits = any(_fits(option, other, met) for option in sure)
            assert fits == (decision.decision == "norm"), (player.no, one.title, other, code)
            assert (one.state == "safe") <= fits
            checked += fits
    assert checked


@pytest.mark.parametrize(
    ("count", "cycles", "left", "seed"), [(10, 1, 2, 1), (10, 1, 1, 2), (12, 1, 2, 3), (6, 2, 3, 4)]
)
def test_round_robin_against_every_way_to_the_end(count, cycles, left, seed):
    event = round_robin(count, seed, cycles)
    event = after(event, event.rounds - left)
    found = outlooks(event)
    for no in event.players:
        judged = [(sum(POINTS[c] for c in codes), decisions(done)) for codes, done in ways(event, no)]
        for title in [t for n, t in found if n == no]:
            one = found[no, title]
            made = {(halves, by_key[no, title] == "norm") for halves, by_key in judged}
            assert (one.state == "safe" or one.absence_hurts) == all(norm for _, norm in made)
            if one.state == "impossible":
                assert not any(norm for _, norm in made)
            if one.remaining and one.decision is None and one.state == "possible":
                good = [halves for halves, norm in made if norm]
                bad = [halves for halves, norm in made if not norm]
                assert one.remaining.possible(2) == min(good)
                enough = max(bad, default=-1) + 1
                assert one.remaining.enough(2) == (enough if enough <= 2 * left else None)


UNRATED_LAST = [("GM", 2450, "GER")] * 2 + [("GM", 2450, "FRA"), ("IM", 2450, "UKR")] + [("", 2450, "IND")] * 4


@pytest.mark.parametrize(("scores", "state"), [(True, "safe"), (False, "possible")])
def test_unrated_opponent_beaten_in_the_last_round_may_not_count(scores, state):
    """A loss or a draw gives him a score against a rated player, a win may leave him without (1.4.2b)."""
    event = last_against_an_unrated(scores)
    found = outlook(event, 1, "IM")
    assert (found.state, [(o.result, o.doubt is not None) for o in found.options]) == (state, [("0", not scores)])
    made = {codes[0]: by_key[1, "IM"] for codes, by_key in ((c, decisions(done)) for c, done in ways(event, 1))}
    assert made == {"1": "norm" if scores else "no norm", "=": "norm", "0": "norm"}


def last_against_an_unrated(scores):
    """A round robin before its last round: the candidate meets the unrated player, who may have scored before."""
    opponents = [*UNRATED_LAST, ("IM", 0, "POL")]
    codes = "111===11"
    games = {1: results(codes + " ", range(2, 11))}
    for no in range(2, 11):
        own = [Game(0, "-", "Z")] * 9
        if no < 10:
            own[no - 2] = Game(1, "b", {"1": "0", "=": "="}[codes[no - 2]])
        games[no] = own
    games[10][8] = Game(1, "b", BLANK)
    games[10][0] = Game(3, "w", "=" if scores else "0")
    games[3][0] = Game(10, "b", "=" if scores else "1")
    people = [("", 2400, "POL"), *opponents]
    rows = enumerate(people, 1)
    players = [Player(n, f"Player {n:02}", t, f, r, "m", games=tuple(games[n])) for n, (t, r, f) in rows]
    return full_event(players, 9, "round robin", rounds_played=8, complete=False)


def test_forfeit_win_can_bring_a_norm_that_no_result_brings():
    """Eight games are enough in themselves (1.4.1c), with the ninth there are too few title holders (1.4.5a)."""
    opponents = [("GM", 2500, "GER")] * 2 + [("GM", 2500, "FRA"), ("IM", 2500, "FRA")] + [("", 2500, "IND")] * 4
    event = table([*opponents, ("", 1400, "UKR")], "111===== ")
    found = outlook(event, 1, "GM")
    assert (found.state, found.by_absence, found.options) == ("possible", True, ())
    done = {code: with_results(event, {}) for code in "1+"}
    for code, one in done.items():
        games = (*event.players[1].games[:-1], event.players[1].games[-1]._replace(result=code))
        done[code] = one._replace(players=one.players | {1: one.players[1]._replace(games=games)}, complete=True)
    assert {code: decisions(one)[1, "GM"] for code, one in done.items()} == {"1": "no norm", "+": "norm"}


def test_safe_in_a_round_robin_holds_against_absent_opponents_too():
    """Two games left, every result enough; without either opponent there are too few games."""
    event = round_robin(10, 1)
    found = [o for o in outlooks(after(event, 7)).values() if o.remaining and o.remaining.enough(2) == 0]
    assert found
    for one in found:
        assert one.state == ("safe" if one.remaining.kept else "possible") and one.absence_hurts != one.remaining.kept


def test_nothing_is_safe_while_it_rests_on_rounds_of_the_exemption_still_to_come():
    home = [("GM", 2500, "ENG")] * 4 + [("IM", 2500, "ENG")] * 4
    guests = [("GM" if n < 11 else "", 2300, ("FRA", "GER", "ESP")[n % 3]) for n in range(22)]
    players = [Player(1, "Candidate, Pat", "", "ENG", 2450, "m", games=results("1111=== ", list(range(2, 10))))]
    for no, (title, rating, code) in enumerate([*home, *guests], 2):
        theirs = tuple(Game(0, "-", "U") for _ in range(7))
        players.append(Player(no, f"Guest {no:02}", title, code, rating, "m", games=theirs))
    games = (*results("1111====", list(range(2, 10))), Game(10, "w", BLANK))
    players[0] = players[0]._replace(games=games)
    players = [p._replace(games=(*p.games[:7], Game(0, "-", "U"), *p.games[8:])) if p.no > 1 else p for p in players]
    event = full_event(players, 9, rounds_played=8, complete=False, federation=Fact("ENG", None))
    found = outlook(event, 1, "IM")
    assert found.state == "possible"
    assert [t.key for t in found.options[0].doubt.turns] == ["rounds_to_come"]
    ends = forecast(event).margins.ends_exemption
    assert ends == ()


def test_margins_name_those_whose_absence_ends_the_exemption():
    guests = [("GM" if n < 10 else "", 2300, ("FRA", "GER", "ESP")[n % 3]) for n in range(21)]
    players = [
        Player(no, f"Guest {no:02}", t, f, r, "m", games=results("UU")) for no, (t, r, f) in enumerate(guests, 1)
    ]
    event = full_event(players, 3, rounds_played=2, complete=False, federation=Fact("POL", None))
    found = forecast(event).margins
    assert (found.exemption, found.next_round) == (True, 3)
    assert [p.no for p in found.ends_exemption] == list(range(1, 11))
    assert (found.strong, found.ends_strong) == (False, ())


def test_impossible_since_is_the_first_round_after_which_it_was_so():
    event = swiss(seed=2)
    told = forecast(event, 7, paired=False)
    checked = 0
    for pending in told.pending():
        if told.outlook(pending).state != "impossible":
            continue
        since = told.since(pending)
        states = [outlook_at(event, pending, number) for number in (since - 1, since) if number >= 0]
        assert states[-1] == "impossible"
        assert states[:-1] in ([], ["possible"])
        checked += since > 0
    assert checked


def outlook_at(event, pending, number):
    told = forecast(event, number, paired=False)
    (same,) = [p for p in told.pending() if p.player.no == pending.player.no and p.title == pending.title]
    return told.outlook(same).state


@pytest.mark.parametrize("seed", [1, 2])
def test_safe_stays_safe_and_impossible_stays_impossible(seed):
    event = swiss(count=36, rounds=11, seed=seed)
    final = decisions(event)
    before = {}
    for number in (8, 9, 10):
        for paired in (False, True):
            now = {key: one.state for key, one in outlooks(event, number, paired).items()}
            for key, state in before.items():
                assert state == "possible" or now[key] == state
            before = now
    for key, state in before.items():
        assert (state == "safe") <= (final[key] == "norm")
        assert (state == "impossible") <= (final[key] == "no norm")
    assert {"safe", "impossible"} <= set(before.values())


def test_impossible_stays_impossible_from_the_middle_of_a_swiss_on():
    """Opponents not known yet are stand-ins of no file: a bound that leaves them out would end hopes too early."""
    event = swiss(seed=1)
    over = []
    for number in range(4, 9):
        for paired in (False, True):
            now = outlooks(event, number, paired)
            assert all(now[key].state == "impossible" for key in over)
            over = [key for key, one in now.items() if one.state == "impossible"]
    assert over


def test_norm_made_before_the_last_round_stands_without_further_games():
    opponents = [("GM", 2500, "GER")] * 3 + [("IM", 2500, "UKR")] * 3 + [("", 2500, "FRA")] * 5
    found = outlook(table(opponents, "111111===", rounds=11), 1, "GM")
    assert (found.state, found.stopping, found.chance) == ("safe", True, 1)


def test_eight_games_are_safe_against_a_loss_but_the_player_must_come():
    opponents = [("GM", 2500, "GER")] * 3 + [("IM", 2500, "UKR")] * 3 + [("", 2500, "FRA")] * 3
    found = outlook(table(opponents, "1111111= "), 1, "GM")
    assert (found.state, found.stopping, found.options) == ("safe", False, (Option("0"),))


@settings(max_examples=40, deadline=None)
@given(st.integers(2100, 2700), st.integers(1, 150), st.text("1=0", min_size=8, max_size=8))
def test_a_higher_rated_opponent_never_raises_the_result_needed(rating, more, codes):
    opponents = [("GM", 2450, "GER")] * 3 + [("IM", 2400, "UKR")] * 3 + [("", 2350, "FRA")] * 2
    for title in ("GM", "IM"):
        low, high = (
            outlook(table([*opponents, ("GM", r, "ESP")], f"{codes} "), 1, title).options
            for r in (rating, rating + more)
        )
        assert [POINTS[o.result] for o in high] <= ([POINTS[o.result] for o in low] or [3])


def test_forecast_of_a_finished_event_says_what_was_made():
    event = swiss(seed=3)
    final = decisions(event)
    found = outlooks(event)
    assert {key for key, one in found.items() if one.state == "safe"} == {k for k, d in final.items() if d == "norm"}


def test_event_under_way_is_taken_as_it_stands():
    event = swiss(seed=3)
    shorter = after(event, 8)
    half = with_results(shorter, {shorter.players[1].no: {9: "="}})._replace(rounds_played=9, complete=False)
    told = forecast(half)
    assert (told.round, rounds_done(half)) == (8, 8)
    settled = [told.outlook(p) for p in told.pending() if p.player.no == half.players[1].games[8].opponent]
    assert all(one.opponent is None and one.options == () for one in settled)


@pytest.mark.parametrize("number", [-1, 9])
def test_forecast_after_a_round_not_complete_is_refused(number):
    event = after(swiss(seed=3), 8)
    with pytest.raises(WrongUsage, match="up to round 8"):
        forecast(event, number)


def test_second_title_of_a_woman_counts_for_the_opponent_to_come():
    opponents = [("IM", 2300, "GER")] * 2 + [("FM", 2300, "UKR")] * 3 + [("", 2300, "FRA")] * 3 + [("FM", 2300, "ESP")]
    event = table(opponents, "1111====")
    woman = event.players[1]._replace(sex="f")
    one = event.players[10]._replace(womens_title="WGM", sex="f")
    with_both = event._replace(players=event.players | {1: woman, 10: one})
    without = event._replace(players=event.players | {1: woman})
    assert outlook(with_both, 1, "WGM").state == "possible"
    assert outlook(without, 1, "WGM").state == "impossible"


@pytest.mark.parametrize(("count", "seed"), [(10, 1), (11, 2)])
def test_round_robin_without_pairings_in_the_file_knows_who_is_left(count, seed):
    event = round_robin(count, seed)
    told = after(event, event.rounds - 3)
    bare = told._replace(players={n: p._replace(games=p.games[: told.rounds_played]) for n, p in told.players.items()})
    with_pairings, without = outlooks(told), outlooks(bare)
    for key, one in with_pairings.items():
        assert without[key].state == one.state or without[key].absence_hurts  # which round is the last is not known
        assert (without[key].remaining is None) == (one.remaining is None)
        if one.remaining:
            assert without[key].remaining.lowest == one.remaining.lowest
    assert any(one.state == "possible" for one in with_pairings.values())


@pytest.mark.parametrize("seed", [1, 3, 7])
def test_what_is_said_to_be_needed_over_two_rounds_is_needed(seed):
    event = swiss(count=36, rounds=11, seed=seed)
    told = forecast(event, 9, paired=False)
    final = decisions(event)
    checked = 0
    for pending in told.pending():
        one = told.outlook(pending)
        made = final[pending.player.no, pending.title] == "norm"
        assert one.state != "impossible" or not made
        if not made or one.ahead is None:
            continue
        games = event.players[pending.player.no].games[9:]
        others = [event.players[g.opponent] for g in games if g.result in "1=0"]
        law = told.audit.law
        asked = law.titles[pending.title]
        assert sum(o.title in law.holders for o in others) >= one.ahead.holders
        assert sum(o.title in asked.required for o in others) >= one.ahead.required
        checked += 1
    assert checked


def test_norm_sheet_goes_on_after_its_last_game():
    games = "3x GM 2450 GER =\n2x IM 2450 FRA 1\nIM 2450 UKR 1\nFM 2450 UKR 1\n"
    two_left, one_left = (outlook(sheet(games + more), 1, "IM") for more in ("", "2450 POL ="))
    assert (two_left.state, two_left.ahead.rounds, two_left.ahead.holders) == ("possible", 2, 0)
    assert (one_left.state, one_left.stopping) == ("safe", False)
