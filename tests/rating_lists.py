"""Rating lists for the tests, in every form FIDE has written them; the players are invented."""

import io
import zipfile

COMBINED = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
SINGLE = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA AUG26 Gms K  B-day  Flag"
)
LEGACY = "ID number Name                              TitlFed  Sep09 GamesBorn  Flag"


def combined_row(number, name, fed, sex="M", tit="", wtit="", rating="", birth="", other="", arena="", flag=""):
    row = f"{number:<15}{name:<61}{fed:<4}{sex:<4}{tit:<5}{wtit:<5}{other:<15}{arena:<4}"
    return f"{row}{rating:<5} {0:<3} {20:<2} {'':<26}{birth:<6}{flag:<4}"


def single_row(number, name, fed, sex="M", tit="", wtit="", rating="", birth="", other="", arena="", flag=""):
    row = f"{number:<15}{name:<61}{fed:<4}{sex:<4}{tit:<5}{wtit:<5}{other:<15}{arena:<4}"
    return f"{row}{rating:<5} {0:<3} {40:<2} {birth:<5}  {flag:<4}"


def legacy_row(number, name, title, fed, rating, birth="", flag=""):
    return f"{number:>8}  {name:<34}{title:<4}{fed:<5}{rating:>4}  {9:>4} {birth:<6}{flag:<4}"


def text(header, *rows):
    return "".join(f"{line}\r\n" for line in (header, *rows)).encode("latin-1")


def xml(*players, root="<playerslist>"):
    body = "".join(
        "<player>" + "".join(f"<{key}>{value}</{key}>" for key, value in player.items()) + "</player>\n"
        for player in players
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{root}\n{body}</playerslist>\n'.encode()


def player(number, name, country="POL", **fields):
    """The elements of one player, the empty ones included."""
    empty = dict.fromkeys(("title", "w_title", "o_title", "foa_title", "rapid_rating", "flag"), "")
    told = {"fideid": number, "name": name, "country": country, "sex": "M", "rating": 2000, "k": 20, "birthday": 1990}
    return told | empty | fields


def packed(content, name="players_list_xml_foa.xml", method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr(name, content)
    return buffer.getvalue()
