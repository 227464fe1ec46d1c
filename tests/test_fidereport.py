"""Pages of FIDE's ratings server: reports are read, other pages refused with their reason."""

import pytest

from normcheck.errors import UnreadableInput
from normcheck.event import UNLISTED, Day
from normcheck.read import fidereport, read

PLAYER_HEAD = ("ID", "Name", "Country", "", "", "Rating", "Total")
GAME_HEAD = ("Round", "Opp. name", "Opp. Fed.", "T.", "W.T.", "Opp. Rtng", "Score")
NAMES = {
    1: ("99000001", "Amsel, Ada", "GER", "", "WIM", "2301"),
    2: ("99000002", "Buchfink, Bo", "AUT", "", "", "2210"),
}
NAMES[3] = ("99000003", "Dohle, Didi", "FID", "FM", "", "2350")


def row(cells):
    return "<tr>" + "".join(f"<td>{cell}</td>\n" for cell in cells) + "</tr>\n"


def player(no, total):
    fide_id, name, fed, title, womens, rating = NAMES[no]
    cells = (fide_id, f'<a name="{no}">{name}</a>', fed, title, womens, rating, total)
    return row(PLAYER_HEAD) + row(cells) + row(GAME_HEAD)


def game(round_, opponent, colour, score, linked=True):
    _, name, fed, title, womens, rating = NAMES[opponent]
    link = f'<a href="#{opponent}">{name}</a>' if linked else name
    cells = (f"{round_} 26/03/0{round_}", f'<span class="{colour}_note"> </span> {link}', fed, title, womens, rating)
    return row((*cells, score))


def page(table, title="<b>Weir Cup</b> [12345] <b>(AUT, Seekirchau)</b> Start: <b>2026-03-01</b>"):
    head = "<!DOCTYPE html><html><head><title>FIDE</title></head><body><b>Menu</b>"
    return f'{head}<div class="calc_body"><font><i>{title}</i></font><table class="calc_table">{table}</table></div>'


WHOLE = (
    player(1, "1.5")
    + game(1, 2, "white", "1.0")
    + game(2, 3, "black", "0.5")
    + player(2, "1.0")
    + game(1, 1, "black", "0.0")
    + game(3, 3, "white", '<font color="red">Forfeit</font> (+)')
    + player(3, "0.5")
    + game(2, 1, "white", "0,5")
    + game(3, 2, "black", '<font color="red">Forfeit</font> (-)')
)


def read_text(text):
    return fidereport.read(text.encode(), "r.html")


def games(event, no):
    return [game[:3] for game in event.players[no].games]


def notices(event):
    return {notice.key: notice.values for notice in event.notices}


def test_a_report():
    event = read_text(page(WHOLE))
    assert (event.format, event.name.value, event.event_code.value) == ("FIDE report page", "Weir Cup", "12345")
    assert (event.federation.value, event.place.value) == ("AUT", "Seekirchau")
    assert event.start.value == Day(2026, 3, 1)
    assert event.round_dates == (Day(2026, 3, 1), Day(2026, 3, 2), Day(2026, 3, 3))
    assert event.players[1][:7] == (1, "Amsel, Ada", "WIM", "GER", 2301, "", "99000001")
    assert (event.players[3].title, event.players[3].federation) == ("FM", "FID")
    assert [p.points for p in event.players.values()] == [3, 2, 1]
    assert games(event, 1) == [(2, "w", "1"), (3, "b", "="), (0, "-", UNLISTED)]
    assert games(event, 2) == [(1, "b", "0"), (0, "-", UNLISTED), (3, "w", "+")]
    assert games(event, 3) == [(0, "-", UNLISTED), (1, "w", "="), (2, "b", "-")]
    assert notices(event)["fide_page_gaps"] == {"count": 3}


def test_opponents_without_a_table_of_their_own():
    event = read_text(page(player(1, "1.5") + game(1, 2, "white", "1.0") + game(2, 3, "black", "0.5", linked=False)))
    assert notices(event)["fide_page_opponent"]["count"] == 2
    assert [(p.no, p.name, p.rating) for p in event.players.values()][1:] == [
        (2, "Buchfink, Bo", 2210),
        (3, "Dohle, Didi", 2350),
    ]
    assert games(event, 2)[0] == (1, "b", "0")
    assert games(event, 3)[1] == (1, "w", "=")


@pytest.mark.parametrize("score", ["NOT Rated Game", "1.0 NOT Rated Game"])
def test_games_not_rated_are_noted(score):
    event = read_text(page(player(1, "1") + game(1, 2, "white", score)))
    assert "fide_page_not_rated" in notices(event)
    assert games(event, 1)[0][2] == ("1" if score[0] == "1" else UNLISTED)


def test_rows_that_cannot_be_read_are_noted():
    event = read_text(page(player(1, "1") + game(1, 2, "white", "won") + game(2, 3, "x", "1").replace("2 26/", "A /")))
    assert notices(event)["fide_page_score"]["found"] == "won"
    assert "fide_page_round" in notices(event)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (page("", "Tournament report was updated or replaced."), "updated or replaced"),
        (page(row(("Event code", "1")) + row(("Time Control", "Standard"))), "page of details"),
        (page(row(("ID", "Name", "Fed", "Rc", "W", "N", "K*change"))), "without opponents"),
        (page(""), "no table of games"),
    ],
)
def test_other_pages_are_refused_with_their_reason(text, reason):
    with pytest.raises(UnreadableInput, match=reason):
        read_text(text)


def test_the_content_decides(tmp_path):
    path = tmp_path / "page.txt"
    path.write_text(page(WHOLE), encoding="utf-8")
    assert read(path).format == "FIDE report page"
    assert not fidereport.looks_like(b"<html><title>chess-results.com</title><table class=calc_table>", "x")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<playerslist>\n<player><fideid>1</fideid></player></playerslist>", "FIDE rating list"),
        ("ID Number      Name                 Fed Sex Tit\n1   Amsel, Ada  GER F\n", "FIDE rating list"),
        ("Event,Weir Cup\nStart,2026-03-01\n\nPlayer,1,Amsel,Ada\n1,0,B,Dohle,Didi,2300,,SUI\n", "norm sheet"),
    ],
)
def test_files_that_are_no_events_are_refused_with_their_reason(tmp_path, text, reason):
    path = tmp_path / "list.xml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableInput, match=reason):
        read(path)
