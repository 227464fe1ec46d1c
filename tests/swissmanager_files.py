"""Writes files in the layout of Swiss-Manager, with invented players, for the tests of its reader."""

import struct
from dataclasses import dataclass, field

MARK = b"\xff\x89\x44"
BYE, NOT_PAIRED = 0xFFFF, 0xFFFE


def tag(byte):
    return bytes([byte]) + MARK


def text(value):
    data = value.encode("utf-16-le")
    return struct.pack("<H", len(data) // 2) + data


def strings(count, values):
    return b"".join(text(values.get(index, "")) for index in range(count))


@dataclass
class Person:
    """A player record; `mail` goes where the program keeps no field that is read."""

    last: str
    first: str
    title: str = ""
    federation: str = "GER"
    rating: int = 0
    woman: bool = False
    birth: int = 0
    fide_id: int = 0
    list: str = "FIDE"
    mail: str = ""

    def data(self):
        values = {0: self.last, 1: self.first, 3: self.last, 4: self.title, 10: self.federation, 17: self.list}
        block = bytearray(134)
        block[30] = self.woman
        struct.pack_into("<HHHI", block, 32, self.rating, 0, 0, self.birth)
        struct.pack_into("<I", block, 48, self.fide_id)
        return strings(18, values | {8: self.mail}) + bytes(block)


@dataclass
class Tournament:
    """A whole file. `rounds` holds (date, pairings) with pairings as (white, black, result code)."""

    people: list
    rounds: list
    texts: dict = field(default_factory=dict)
    kind: int = 0
    start: int = 20240301
    end: int = 20240303
    fide_event: int = 0
    teams: bool = False
    # What the counts in the file say, where they are not what it holds.
    stated_players: int | None = None
    stated_rounds: int | None = None

    def data(self):
        parts = [tag(0x93) + bytes(104) + strings(132, self.texts), self._configuration()]
        parts += [self._schedule(), tag(0xA5) + b"".join(one.data() for one in self.people), self._games()]
        ends = [sum(map(len, parts[:count])) for count in range(1, len(parts) + 1)]
        offsets = [ends[1], ends[2], ends[3], ends[4], 0, 0, 0]
        if self.teams:
            parts.append(tag(0xB5) + bytes(40))
        return b"".join(parts) + tag(0xD3) + struct.pack("<7I", *offsets) + tag(0xE3)

    def _configuration(self):
        players = len(self.people) if self.stated_players is None else self.stated_players
        rounds = len(self.rounds) if self.stated_rounds is None else self.stated_rounds
        block = bytearray(1400)
        block[:4] = tag(0x95)
        struct.pack_into("<H", block, 15, self.kind)
        struct.pack_into("<HHH", block, 23, players, 0, rounds)
        struct.pack_into("<II", block, 75, self.start, self.end)
        struct.pack_into("<I", block, 1275, self.fide_event)
        return bytes(block)

    def _schedule(self):
        parts = [tag(0xA3)]
        for day, pairings in self.rounds:
            block = bytearray(76)
            struct.pack_into("<IHH", block, 0, day, 0, len(pairings))
            parts.append(strings(16, {0: "16:00"}) + bytes(block))
        return b"".join(parts)

    def _games(self):
        games = [struct.pack("<HHB", *pairing) + bytes(16) for _, pairings in self.rounds for pairing in pairings]
        return tag(0xB3) + b"".join(games)


def swiss():
    """Seven players, four rounds, one of them not played yet, and every kind of round without a game."""
    people = [
        Person("Amsel", "Ada", "WGM", "GER", 2405, True, 19900402, 71000001),
        Person("Buche", "Bo", "IM", "POL", 2400, False, 19910000, 71000002),
        Person("Cedar", "Cy", "gm", "ENG", 2390, False, 0, 71000003, mail="cy.cedar@example.org"),
        Person("Distel", "Di", "AFM", "AUT", 2210, list="NAT"),
        Person("Eiche", "Eva", "", "KAT", 2050, True),
        Person("Föhre", "Ulf", "II", "SUI", 0, list=""),
        Person("Ginster", "Gil", "", "ITA", 1900),
    ]
    rounds = [
        (20240301, [(1, 4, 1), (5, 2, 3), (3, 6, 2), (7, BYE, 9)]),
        (20240302, [(2, 1, 2), (4, 3, 4), (6, 7, 5), (5, NOT_PAIRED, 2)]),
        (20240303, [(1, 3, 6), (2, 7, 10), (6, 4, 1), (5, NOT_PAIRED, 3)]),
        (20240304, [(3, 2, 0), (1, 6, 0), (4, 5, 0), (7, NOT_PAIRED, 1)]),
    ]
    texts = {
        0: "Winter Open",
        1: "Group A",
        4: "Chess Club Winter, +49 30 1234567, office@winter.example.org",
        5: "Winterstadt",
        6: "FA Linde, Lars 71000092",
        14: "90 min/40 moves + 30 min/end + 30 sec increment per move starting from move 1",
        20: "GER",
        21: "IA Kiefer, Karl 71000091 karl@example.org",
        23: "private@example.org",
        35: "NA Lärche, Lu",
    }
    return Tournament(people, rounds, texts, end=20240304, fide_event=398765)
