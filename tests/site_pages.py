"""Pages, sheets and CSV as chess-results.com makes them, from events of our own; used by several tests."""

from io import BytesIO

from openpyxl import Workbook

SIGNS = {"1": "1", "=": "½", "0": "0", "+": "+", "-": "-", " ": ""}
ALONE = {"F": "-1", "U": "-1", "H": "-½", "Z": "-0", " ": ""}
DETAILS = [
    ("Organizer(s)", "Forest Chess Club"),
    ("Federation", "Switzerland ( SUI )"),
    ("Chief Arbiter", "IA Muster, Mia (79999999)"),
    ("Deputy Chief Arbiter", "FA Probe, Paul"),
    ("Time control (Standard)", "90 min + 30 sec increment"),
    ("Location", "Fuchsau"),
    ("Number of rounds", "5"),
    ("Tournament type", "Swiss-System"),
    ("Date", "2024/07/06 to 2024/07/10"),
    ("E-Mail", "mia@example.org"),
]


def points(halves):
    return f"{halves // 2}{',5' if halves % 2 else ''}"


def cell(game):
    if not game.opponent:
        return ALONE[game.result]
    return f"{game.opponent:3}{game.colour}{SIGNS[game.result]}"


def plain_name(name):
    return name.replace(",", "")


def crosstable(event, ratings=True):
    """The cells of a starting rank crosstable, the heading first."""
    rounds = [f"{n}.Rd" for n in range(1, event.rounds + 1)]
    rows = [["No.", "", "", "Name", *(["Rtg"] if ratings else []), "FED", *rounds, "Pts.", "Rk.", " TB1 "]]
    for p in event.players.values():
        rating = [str(p.rating)] if ratings else []
        head = [str(p.no), "", p.title, plain_name(p.name), *rating, p.federation]
        rows.append([*head, *map(cell, p.games), points(p.points), str(p.rank), "1,5"])
    return rows


def ranking(event):
    """The cells of a ranking crosstable: opponents are named by rows, ranks of ties are blank."""
    order = sorted(event.players.values(), key=lambda p: p.rank)
    place = {p.no: at for at, p in enumerate(order, 1)}
    rows = [["Rk.", "", "Name", "Rtg", "FED", *(f"{n}.Rd" for n in range(1, event.rounds + 1)), "Pts. ", "TB1"]]
    last = None
    for at, p in enumerate(order, 1):
        games = [cell(g._replace(opponent=place.get(g.opponent, 0))) for g in p.games]
        rows.append(["" if p.points == last else str(at), p.title, plain_name(p.name), str(p.rating), p.federation])
        rows[-1] += [*games, points(p.points), "1"]
        last = p.points
    return rows


def starting_rank(event):
    rows = [["No.", "", "", "Name", "FideID", "FED", "RtgI", "RtgN", "sex"]]
    for p in event.players.values():
        sex = "w" if p.sex == "f" else ""
        rows.append([str(p.no), "", p.title, p.name, p.fide_id, p.federation, str(p.rating), "1500", sex])
    return rows


def board_pairings(event, index):
    """The cells of the pairings of one round."""
    rows = [["Bo.", "No.", "", "White", "Rtg", "Pts.", "Result", "Pts.", "", "Black", "Rtg", "No."]]
    for p in event.players.values():
        g = p.games[index - 1]
        head = [str(len(rows)), str(p.no), p.title, p.name, str(p.rating), "0"]
        if g.colour == "w" and g.opponent:
            o = event.players[g.opponent]
            other = SIGNS[o.games[index - 1].result]
            result = f"{SIGNS[g.result]} - {other}" if g.result != " " else ""
            rows.append([*head, result, "0", o.title, o.name, str(o.rating), str(o.no)])
        elif not g.opponent:
            words = {"U": ("bye", "1"), "F": ("not paired", "1"), "H": ("not paired", "½"), "Z": ("not paired", "0")}
            word, result = words[g.result]
            rows.append([*head, result, "", "", word, "", ""])
    return rows


def page(rows, name="Open of the Foxes", title="Starting rank crosstable", details=DETAILS, address="?lan=1"):
    """A saved page with the markup of the site, its mistakes included."""
    told = "".join(f'<tr><td class="CR">{a}</td><td class="CR">{b}</td></tr>' for a, b in details)
    head = "".join(f'<th class="CRc">&nbsp;{c}&nbsp;</th>' for c in rows[0])
    body = "\n".join(
        f'<tr class="CRng1 {"X" if len(row) < 6 else row[5]}">'
        + "".join(f'<td & colsp Class="CRc">{c}</td>' for c in row)
        for row in rows[1:]
    )
    text = f"""<!DOCTYPE html><html><head><title>Chess-Results</title><meta charset="utf-8"></head><body>
<form method="post" action="./tnr1.aspx{address}" id="form1"><table><tr><td>
<h3>Prize giving at 3 p.m.</h3><h2>{name}</h2><table>{told}</table><script>var OX = "<td>1</td>";</script>
<h2>{title}</h2>
<table class="CRs1" border="0"><tr class="CRng1b">{head}</tr>
{body}</table></td></tr></table></form></body></html>"""
    return text.replace("½", "&frac12;").encode()


def sheet_rows(rows, name="Open of the Foxes", title="Starting rank crosstable", details=DETAILS):
    return [
        ["From the Tournament-Database of Chess-Results https://chess-results.com"],
        [name],
        ["Last update 10.07.2024 18:00:00"],
        *([f"{a} : {b}"] for a, b in details),
        [title],
        *rows,
        [],
        ["Annotation:"],
        ["Tie Break1: Buchholz"],
        ["You find all details to this tournament under https://chess-results.com/tnr1.aspx?lan=1"],
    ]


def number(text):
    """A cell as a spreadsheet keeps it: whole numbers and -1 as numbers."""
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return text
    return int(value) if value.is_integer() else value


def xlsx(rows, **options):
    workbook = Workbook()
    for row in sheet_rows(rows, **options):
        workbook.active.append([number(c) if c else None for c in row])
    buffer = BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def csv(rows, delimiter=";", encoding="utf-8", **options):
    wide = len(rows[0])
    lines = [delimiter.join([*row, *[""] * (wide - len(row))]) for row in sheet_rows(rows, **options)]
    return "\r\n".join(lines).encode(encoding)
