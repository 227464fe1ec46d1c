import pytest

from normcheck.clock import parse_choice, parse_code, parse_text
from normcheck.clock_words import is_fast


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("5400+30", 7200),
        ("40/6000+30:900+30", 8700),
        ("40/5400:1800", 7200),
        ("60/6000:900", 6000),  # the second period starts with move 61
        ("W300-B240", 240),
        ("W5400+30-B5400+30", 7200),
        ("40/6000:900+30", 7500),  # an increment of the second period only
        (" 5400 + 30 ", 7200),
    ],
)
def test_coded(text, seconds):
    assert parse_code(text).seconds_for(60) == seconds


@pytest.mark.parametrize(
    "text", ["", "x", "0", "40/6000", "5400+30:900", "5400++30", "W300", "99999999", "-5400"]
)
def test_coded_but_wrong(text):
    assert parse_code(text) is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("90min/40moves + 15min/end + 30sec from move 1", "40/5400+30:900+30"),
        ("90 minutes + 30 seconds per move", "5400+30"),
        ("90 min + 30 sec increment", "5400+30"),
        ("40/90' + Game/30' + 30\"/move", "40/5400+30:1800+30"),
        ("40/90 + Game/30 + 30 seconds/move", "40/5400+30:1800+30"),
        ("90/40 + 30/end + 30 sec", "40/5400+30:1800+30"),
        ("90 minutes/40 moves + 15 min KO + 30 sec/move", "40/5400+30:900+30"),
        ("90+30", "5400+30"),
        ("3+2", "180+2"),
        ("1:30 + 10 from move 1", "5400+10"),
        ("100'x40+15'+30\"", "40/6000+30:900+30"),
        ("90’ + 30’’", "5400+30"),
        ("G60 + 30", "3600+30"),
        ("G/90 inc30", "5400+30"),
        ("90 min", "5400"),
        ("120 min no increment", "7200"),
        ("90 minutes 30 seconds per move", "5400+30"),
        ("90min/30sec", "5400+30"),
        ("Time control: 90 min + 10 sec starting at move 1", "5400+10"),
        (
            "90 minutes for the first 40 moves, followed by 30 minutes for the rest of the game, with an"
            " increment of 30 seconds per move starting from move one",
            "40/5400+30:1800+30",
        ),
        ("40 moves in 90 min, then 30 min", "40/5400:1800"),
        ("90 min, 30 min from move 41, 30 sec/move", "40/5400+30:1800+30"),
        ("90 min + 30 min at move 40 + 30 s", "40/5400+30:1800+30"),
        ("40/2h, 20/1h, 30 min", "40/7200:20/3600:1800"),
        ("120 min/40 + 60 min/20 + 15 min + 30 sec per move from move 61", "40/7200:20/3600:900+30"),
        ("90 Minuten/40 Züge + 30 Minuten + 30 Sekunden pro Zug", "40/5400+30:1800+30"),
        ("90 min + 30 min nach dem 40. Zug + 30 Sek. pro Zug", "40/5400+30:1800+30"),
        ("90 Min. (40 Züge) + 30 Min. + 30 Sek./Zug ab dem ersten Zug", "40/5400+30:1800+30"),
        ("2:00 h/40 Züge + 1:00 h", "40/7200:3600"),
        ("90 min + 30 seg", "5400+30"),
        ("90 minutos + 30 segundos de incremento por jugada", "5400+30"),
        ("1h30 + 30s", "5400+30"),
        ("1h30 pour 40 coups puis 30 min + 30 s/coup", "40/5400+30:1800+30"),
        ("90 min + 30 secondes d'ajout par coup à partir du 1er coup", "5400+30"),
        ("60 minute+30 sec/mutare/jucator", "3600+30"),
        ("90 min/40 mutări + 30 min + 30 sec/mutare", "40/5400+30:1800+30"),
        ("1 h 30 min + 30 seg de bônus por lance", "5400+30"),
        ("90 minutos para 40 lances + 30 minutos até o fim + 30 segundos por lance", "40/5400+30:1800+30"),
        ("90 minut na 40 posunięć + 30 minut do końca partii + 30 sekund na ruch", "40/5400+30:1800+30"),
        ("90 min na partii + 30 sekund na tah", "5400+30"),
        ("90 minuten voor 40 zetten, 30 minuten voor de rest van de partij, 30 seconden per zet",
         "40/5400+30:1800+30"),
        ("90 min + 30 s/drag", "5400+30"),
        ("90 minutter + 30 sekunder per trekk", "5400+30"),
        ("90 dakika + 30 saniye", "5400+30"),
        ("90 perc + 30 mp", "5400+30"),
        ("90 minuta + 30 sekundi po potezu", "5400+30"),
        ("90 минут + 30 секунд на ход", "5400+30"),
        ("90 minuti per 40 mosse + 30 minuti + 30 secondi per mossa dalla prima mossa", "40/5400+30:1800+30"),
    ],
)
def test_text(text, code):
    assert str(parse_text(text)) == code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "120",
        "moves/time, increment",
        "FIDE standard",
        "2+1",  # hours, or minutes and a second
        "90+30+30",  # how many moves in the first 90 minutes?
        "90 min/40 moves + 30 sec",  # and after move 40?
        "40/5400",
        "30/90, SD/30",
        "40/90, SD/30; d5",  # delay is no increment
        "90 min + 30 sec delay",
        "1.5 h + 30 s",
        "1½ h",
        "90 min 30 sec",
        "90 min + 40 moves",
        "90 min + 30 sec per move + 10 sec per move",
        "90 min + 30 min from move 0",
        "40/90 + 30 + 30 min after move 30",
        "0 min",
        "90 min + 30 sec or 60 min + 60 sec",
        "90 min " * 200,
    ],
)
def test_text_that_is_not_clear(text):
    assert parse_text(text) is None


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("7'+5'' ou 12' KO", ["420+5", "720"]),
        ("45 min + 15 bônus ou 1 h ko", ["2700+15", "3600"]),
        ("1h30 + 30s or 2h KO", ["5400+30", "7200"]),
        ("90 min or 90 minutes", ["5400"]),
        ("90 min + 30 sec", ["5400+30"]),
        ("90 min or as usual", []),
        ("2 h o 90 min", []),
        ("or", []),
        ("", []),
    ],
)
def test_a_choice_of_clocks(text, codes):
    assert [str(clock) for clock in parse_choice(text)] == codes


def test_the_increment_of_a_clock_is_the_least_of_its_periods():
    late = parse_code("40/7200:20/3600:900+30")
    assert (late.increment, late.has_increment) == (0, True)
    assert late.plain_seconds_for(60) == 10800
    assert parse_code("40/5400+30:1800+30").plain_seconds_for(60) == 7200
    assert parse_code("40/5400+30:1800+30").increment == 30


def test_the_code_of_a_text_reads_back():
    clock = parse_text("90min/40moves + 15min/end + 30sec from move 1")
    assert parse_code(str(clock)) == clock


@pytest.mark.parametrize(
    "text", ["Rapid", "Blitz", "Blitzschach", "SCHNELLSCHACH", "Partidas rápidas", "Rapid 15+10"]
)
def test_fast(text):
    assert is_fast(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "90+30", "Grand Rapids", "Standard / Rapid / Blitz", "classical", "90 min + 30 sec; tie-break rapid 15+10",
        "Stichkampf: Blitz", "100min/40 moves + 50min, on Sunday rapid", "1h30 + 30 s, play-offs in blitz",
    ],
)  # fmt: skip
def test_not_fast(text):
    assert not is_fast(text)
