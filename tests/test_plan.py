"""``normcheck plan``: which norms a field can give, and what one cancellation changes."""

import json

import pytest
from click.testing import CliRunner
from forecast_events import outlooks, round_robin

from normcheck.cli import main
from normcheck.errors import UnreadableInput
from normcheck.forecast.plan import Planner
from normcheck.forecast.start_list import load_field
from normcheck.regulation import edition_for

# Title, federation and rating of a ten-player round robin in USA, as reported; the names are invented.
FIELD = """Name,Title,Fed,Rating,Sex
P1,GM,GEO,2547,m
P2,GM,IRI,2542,m
P3,GM,USA,2505,m
P4,IM,USA,2502,m
P5,IM,USA,2502,m
P6,IM,CAN,2489,m
P7,IM,USA,2465,m
P8,IM,USA,2456,m
P9,IM,USA,2448,m
P10,IM,PHI,2321,m
"""


@pytest.fixture
def field(tmp_path):
    path = tmp_path / "field.csv"
    path.write_text(FIELD)
    return path


def planned(path, host="USA", double=False):
    return Planner(edition_for(None)[0], host, double, path.name).plan(load_field(path))


def run(*arguments):
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, ["plan", *map(str, arguments)], prog_name="normcheck")


def test_mix_and_score_of_a_closed_event(field):
    found = {
        row.player.name: (
            row.mix.foreign,
            row.mix.own,
            row.mix.largest,
            row.mix.holders,
            row.mix.required,
            row.mix.average,
        )
        for row in planned(field).rows
        if row.title == "GM" and row.is_possible and row.required == 12
    }
    assert found == {
        "P4": (4, 5, 5, 9, 3, 2475),
        "P5": (4, 5, 5, 9, 3, 2475),
        "P6": (4, 0, 6, 9, 3, 2476),
        "P7": (4, 5, 5, 9, 3, 2479),
        "P8": (4, 5, 5, 9, 3, 2480),
        "P9": (4, 5, 5, 9, 3, 2481),
        "P10": (4, 0, 6, 9, 3, 2495),
    }


def test_one_foreigner_less_and_nobody_can_make_a_norm(field):
    field.write_text(FIELD.replace("PHI", "USA"))
    rows = planned(field).rows
    assert not any(row.is_possible for row in rows)
    assert all(row.failing == ("own_federation",) for row in rows if row.player.federation == "USA")
    assert {row.measures["own_federation"].found for row in rows if row.player.federation == "USA"} == {6}


def test_exchange_that_would_help_a_field_without_norms(field):
    field.write_text(FIELD.replace("PHI", "USA"))
    found = planned(field).exchange
    assert (found.title, found.player.federation, found.gained) == ("", "USA", 6)
    assert "What would help: anybody of a federation nobody else has" in " ".join(run(field).output.split())


def test_cancellation_in_a_large_field_changes_the_scores(tmp_path):
    path = tmp_path / "field.csv"
    more = [f"Q{n},GM,{code},2500,m" for n, code in enumerate(("GER", "FRA", "ESP"))]
    path.write_text(FIELD + "\n".join(more) + "\n")
    gone = {one.player.name: one for one in planned(path).cancellations}
    assert {one.games for one in gone.values()} == {11}
    assert gone["Q0"].lost == ()
    assert gone["Q0"].left[4, "GM"] < next(row.required for row in planned(path).rows if row.key == (4, "GM"))


def test_cancellation_and_the_replacement_that_repairs_it(field):
    gone = {one.player.name: one for one in planned(field).cancellations}
    assert {one.games for one in gone.values()} == {8}
    assert len(gone["P10"].lost) == 6
    repair = gone["P10"].repair
    assert (repair.title, repair.not_federations, repair.all_kept) == ("", ("USA",), True)
    assert (gone["P1"].repair.title, gone["P1"].repair.not_federations) == ("GM", ("USA",))
    assert (gone["P4"].repair.title, gone["P4"].repair.not_federations) == ("", ())


def test_replacement_of_a_field_at_the_limit_must_be_of_a_new_federation(tmp_path):
    path = tmp_path / "field.csv"
    rows = FIELD.replace("GEO", "USA").replace("IRI", "CAN").replace("P9,IM,USA", "P9,IM,CAN")
    path.write_text(rows.replace("P7,IM,USA", "P7,IM,CAN"))
    (gone,) = [one for one in planned(path).cancellations if one.player.name == "P10"]
    assert gone.repair.new_federation
    assert gone.repair.all_kept


def test_required_score_is_the_one_the_judge_asks_for(tmp_path):
    event = round_robin(10, 1)
    path = tmp_path / "field.csv"
    lines = [f"{p.name},{p.title},{p.federation},{p.rating},{p.sex}" for p in event.players.values()]
    path.write_text("name,title,federation,rating,sex\n" + "\n".join(lines) + "\n")
    told = outlooks(event, 0)
    for row in planned(path, "POL").rows:
        one = told[row.player.no, row.title]
        assert (one.state != "impossible") == row.is_possible
        if row.is_possible and row.required < 18:
            assert one.remaining.enough(2) == row.required


def test_double_round_robin_of_five_is_too_small(tmp_path):
    path = tmp_path / "field.csv"
    path.write_text("".join(line + "\n" for line in FIELD.splitlines()[:6]))
    rows = planned(path, double=True).rows
    assert rows
    assert all("double_round_robin" in row.failing for row in rows)


def test_tables_for_people(field):
    result = run(field, "--host", "USA")
    assert result.exit_code == 0
    assert max(map(len, result.output.splitlines())) <= 80
    assert "10 P10: 8 games each; all 6 norms are lost. Keeps all: anybody not of USA" in " ".join(
        result.output.split()
    )


def test_plan_as_data_and_as_page(field):
    data = json.loads(run(field, "--format", "json").output)
    assert [one["score"] for one in data["rows"] if one["possible"]] == [6.0] * 7
    page = run(field, "--format", "html").output
    assert "<table" in page
    assert "http" not in page


def start_list(tmp_path, foreign, titled):
    rows = [f"Guest {n},{'GM' if n < titled else ''},{('FRA', 'GER', 'ESP')[n % 3]},2300,m" for n in range(foreign)]
    path = tmp_path / "list.csv"
    path.write_text("Name,Title,Fed,Rtg,Sex\n" + "\n".join([*rows, "Host,,POL,2100,m"]) + "\n")
    return path


@pytest.mark.parametrize(
    ("foreign", "titled", "holds", "ends"),
    [(20, 10, True, 20), (21, 10, True, 10), (30, 12, True, 0), (20, 9, False, 0)],
)
def test_margins_of_a_start_list(tmp_path, foreign, titled, holds, ends):
    data = json.loads(run(start_list(tmp_path, foreign, titled), "--open", "--host", "POL", "--format", "json").output)
    assert (data["players"], data["titled"], data["federations"]) == (foreign, titled, 3)
    assert (data["exemption_holds"], len(data["ends_exemption"])) == (holds, ends)


def test_without_host_the_exemption_is_not_known(tmp_path):
    path = start_list(tmp_path, 25, 12)
    assert json.loads(run(path, "--open", "--format", "json").output)["exemption_holds"] is None
    assert "--host" in run(path, "--open").output


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("P11,XM,USA,2400,m", "'XM' is no title"),
        ("P11,IM,USA,24x0,m", "'24x0' is no rating"),
        ("P11,IM,QQQ,2400,m", "'QQQ'"),
    ],
)
def test_mistakes_in_a_list_are_named_with_their_line(field, line, told):
    field.write_text(FIELD + line + "\n")
    with pytest.raises(UnreadableInput, match=f"field.csv:12: {told}"):
        load_field(field)


def test_missing_list_is_told_in_a_sentence(tmp_path):
    result = run(tmp_path / "none.csv")
    assert result.exit_code == 4
    assert "none.csv" in result.stderr


def test_semicolons_order_and_other_heads_are_understood(tmp_path):
    path = tmp_path / "list.csv"
    path.write_text("No.;Rtg;Player;FED;Ti.\n7;2500;Last, First;ger;g\n9;;New, One;;\n")
    first, second = load_field(path)
    assert (first.no, first.name, first.title, first.federation, first.rating) == (7, "Last, First", "GM", "GER", 2500)
    assert (second.no, second.rating, second.federation) == (9, 0, "")


def test_double_and_open_exclude_each_other(field):
    assert run(field, "--double", "--open").exit_code == 2
