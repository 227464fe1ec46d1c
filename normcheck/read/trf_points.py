"""The point system of a file and the points it states: only to compare them with the games."""

import re
from fractions import Fraction

from normcheck.event import DRAW, HALVES, LOSS, WIN, Player
from normcheck.read.notices import Notices
from normcheck.read.trf_records import Records, start_numbers

# What a code of a point record stands for among the results.
_OF_162 = {"W": "1W+", "D": "=DH", "L": "0L-", "A": "Z", "P": "U"}
_OF_XXS = {
    "W": "1W+F",
    "D": "=DH",
    "WW": "1W",
    "BW": "1W",
    "WD": "=D",
    "BD": "=D",
    "WL": "0L",
    "BL": "0L",
    "ZPB": "Z",
    "HPB": "H",
    "FPB": "F",
    "PAB": "U",
    "FW": "+",
    "FL": "-",
}
_OF_BB = {"BBW": "1W+", "BBD": "=DH", "BBL": "0L", "BBZ": "Z", "BBF": "-", "BBU": "U"}
_PAIRS = re.compile(r"([A-Z]+)\s*=?\s*(\d{1,3}(?:[.,]\d{1,2})?)")


def point_system(records: Records, notices: Notices) -> dict[str, Fraction] | None:
    """Points of each result in half points by records 162, XXS and BB?; None if they cannot be read."""
    values = {code: Fraction(halves) for code, halves in HALVES.items()}
    for key, table in (("162", _OF_162), ("XXS", _OF_XXS), *((key, {key: of}) for key, of in _OF_BB.items())):
        for line in records.others.get(key, ()):
            text = line.text if key.startswith("BB") else line.text[3:]
            pairs = _PAIRS.findall(text.upper())
            if not pairs and text[3:].strip():
                notices.add("point_system_unreadable", line.number, 4, found=text.strip()[:40])
                return None
            for code, number in pairs:
                worth = 2 * Fraction(number.replace(",", "."))
                values |= dict.fromkeys(table.get(code, ""), worth)
    return values


def compare_points(players: dict[int, Player], played: int, records: Records, notices: Notices) -> None:
    """Note every player whose stated points are neither those of the rounds played nor those of all rounds.

    Players to whom the arbiter gave or took points (record 299), and those with an unlisted round, are not
    compared.
    """
    values = point_system(records, notices)
    if values is None:
        return
    plain = all(worth == HALVES[code] for code, worth in values.items())
    worth = HALVES if plain else values
    given = _given(records)
    of_game = " ".join(_decimal(Fraction(values[code]) / 2) for code in (LOSS, DRAW, WIN))
    points: dict[str, object] = {} if plain else {"points": of_game}
    for no, player in players.items():
        stated = player.points
        if stated is None:
            continue
        results = [game[2] for game in player.games]
        try:
            counted = sum([worth[code] for code in results[:played]])
        except KeyError:  # an unlisted or open round
            continue
        if counted != stated and no not in given:
            _report(player, counted, sum(worth.get(code, 0) for code in results), points, notices)


def _report(
    player: Player, counted: Fraction | int, everything: Fraction | int, points: dict[str, object], notices: Notices
) -> None:
    """Points that include byes of rounds not yet played are right as well; `points` are those of games, if unusual."""
    if player.points is None or player.points == everything:
        return
    stated, added = Fraction(player.points, 2), Fraction(counted, 2)
    values: dict[str, object] = {"no": player.no, "name": player.name} | points
    notices.add("points_differ", player.line, 81, stated=_decimal(stated), counted=_decimal(added), **values)


def _decimal(points: Fraction) -> str:
    tenths = points * 10
    return f"{tenths // 10}.{tenths % 10}" if tenths.denominator == 1 else str(points)


def _given(records: Records) -> set[int]:
    numbers: set[int] = set()
    for line in records.others.get("299", ()):
        numbers.update(start_numbers(line.text[22:]))
    return numbers
