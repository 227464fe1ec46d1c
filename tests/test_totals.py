"""Points that contradict the rounds of a player stand beside his verdict, on the certificate and in its proof."""

import pytest
from click.testing import CliRunner

from normcheck.cli import main
from normcheck.event import Notice, Player, Source
from normcheck.read.trf import read
from normcheck.regulation import edition_for
from normcheck.report.build import document
from normcheck.report.certificate import certificate
from normcheck.report.sheets import report
from normcheck.report.totals import Totals
from normcheck.verdict import Audit
from tests.benchmark import generate

TEXT = generate.swiss(60, 9, seed=5, mean=2380)


def audit_of(text):
    event = read(text.encode(), "event.trf")
    return Audit(event, edition_for(event.start.value)[0])


def a_norm():
    return next(d for d in audit_of(TEXT).decisions() if d.decision == "norm")


def with_points(text, change):
    """The text with half points added to the totals of players, by start number."""
    lines = []
    for line in text.splitlines():
        more = change.get(int(line[4:8]), 0) if line.startswith("001 ") else 0
        lines.append(f"{line[:80]}{float(line[80:84]) + more / 2:4.1f}{line[84:]}" if more else line)
    return "\n".join(lines) + "\n"


def decided(text, like):
    audit = audit_of(text)
    found = next(d for d in audit.decisions() if (d.player.no, d.title) == (like.player.no, like.title))
    return audit, found, document(audit, [found]).verdicts[0]


def opponent(decision, round_):
    return decision.player.games[round_ - 1].opponent


def test_a_total_that_fits_says_nothing():
    norm = a_norm()
    audit, found, verdict = decided(TEXT, norm)
    assert verdict.doubts == []
    assert "points in the file" not in " ".join(certificate(audit, found).remarks)


def test_a_total_that_contradicts_stands_beside_the_norm():
    norm = a_norm()
    audit, found, verdict = decided(with_points(TEXT, {norm.player.no: -1}), norm)
    stated, counted = norm.player.points / 2 - 0.5, norm.player.points / 2
    (told,) = verdict.doubts
    assert told.startswith(f"The file states {stated} points for the player, but his rounds add up to {counted} (event")
    assert ":81)" in told
    assert told.endswith("points given or taken by the arbiter.")
    assert found.decision == "norm"
    remarks = certificate(audit, found).remarks
    assert f"points in the file: {stated}; his rounds add up to {counted} (see the proof)" in remarks
    assert report(audit, [found]).pages[0].proof.doubts == (told,)


def test_the_game_that_may_be_wrong_is_named():
    norm = a_norm()
    no = norm.player.no
    one = {no: -1, opponent(norm, 3): 1}
    (told,) = decided(with_points(TEXT, one), norm)[2].doubts
    assert told.endswith("Check round 3: the points of the opponent there differ the other way.")
    two = one | {opponent(norm, 5): 2}
    assert "Check rounds 3, 5:" in decided(with_points(TEXT, two), norm)[2].doubts[0]
    same_way = {no: -1, opponent(norm, 3): -1}
    assert "Check round" not in decided(with_points(TEXT, same_way), norm)[2].doubts[0]


def test_an_opponent_without_points_leaves_the_cause_open():
    event = audit_of(with_points(TEXT, {a_norm().player.no: -1})).event
    player = event.players[a_norm().player.no]
    other = event.players[player.games[0].opponent]
    event = event._replace(players=event.players | {other.no: other._replace(points=None)})
    (told,) = Totals(event).doubts(player)
    assert told.endswith("the decision rests on the rounds.")


def test_where_most_totals_contradict_the_way_of_counting_is_in_doubt():
    everybody = dict.fromkeys(range(1, 61), 2)
    norm = a_norm()
    audit, found, verdict = decided(with_points(TEXT, everybody), norm)
    assert verdict.doubts == [
        "The points of many players are not what their rounds add up to (see the warnings); the decision rests on the "
        "rounds."
    ]
    assert any("for many players" in remark for remark in certificate(audit, found).remarks)


@pytest.mark.parametrize(("stated", "counted"), [("6.5", "6.0"), ("13/3", "4.0")])
def test_points_of_any_system_can_be_compared(stated, counted):
    event = audit_of(TEXT).event
    values = {"no": 1, "name": "x", "stated": stated, "counted": counted}
    event = event._replace(notices=(Notice("points_differ", values, Source("e.trf", 1, 81)),))
    assert stated in Totals(event).doubts(event.players[1])[0]
    assert Totals(event).doubts(Player(99, "Nobody")) == []


def test_terminal_and_html_show_it_without_being_asked(tmp_path):
    norm = a_norm()
    path = tmp_path / "event.trf"
    path.write_text(with_points(TEXT, {norm.player.no: -1}), encoding="utf-8")
    for form in ("text", "html"):
        words = ["check", str(path), "--player", str(norm.player.no), "--title", norm.title, "--format", form]
        done = CliRunner(env={"COLUMNS": "100"}).invoke(main, words)
        assert done.exit_code == 0, done.stderr
        told = " ".join(done.stdout.split())
        after = told.index("Norms") if form == "text" else 0
        assert "points for the player, but his rounds add up to" in told[after:]
