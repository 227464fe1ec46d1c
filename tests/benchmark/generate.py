"""Invented events of any size, the same for the same seed: players, pairings, results, as a tournament report (TRF)."""

import random
from dataclasses import dataclass, field

FEDERATIONS = ["GER", "FRA", "POL", "ESP", "ITA", "HUN", "IND", "ARM", "USA", "NED", "UKR", "SRB", "CZE", "ROU", "KAZ"]
SYLLABLES = ["ba", "den", "ko", "li", "mar", "no", "per", "ri", "sal", "ten", "ul", "vo", "wes", "zan"]


@dataclass
class Entry:
    """One participant while an event is generated."""

    no: int
    name: str
    sex: str
    title: str
    rating: int
    federation: str
    score: int = 0
    met: set[int] = field(default_factory=set)
    cells: list[str] = field(default_factory=list)


def title_for(rating: int, sex: str, luck: random.Random) -> str:
    """A title that fits a rating."""
    mine = rating + luck.randint(-60, 60)
    steps = [(2480, "gm"), (2380, "im"), (2280, "fm"), (2180, "cm")]
    if sex == "w":
        steps = [(2480, "gm"), (2380, "im"), (2270, "wgm"), (2170, "wim"), (2070, "wfm")]
    return next((title for limit, title in steps if mine >= limit), "")


def field_of(players: int, luck: random.Random, mean: int = 2250, spread: int = 180) -> list[Entry]:
    """A field of players, best first."""
    ratings = sorted((max(1400, min(2750, int(luck.gauss(mean, spread)))) for _ in range(players)), reverse=True)
    entries = []
    for no, rating in enumerate(ratings, 1):
        sex = "w" if luck.random() < 0.12 else "m"
        name = "".join(luck.choices(SYLLABLES, k=3)).title() + ", " + "".join(luck.choices(SYLLABLES, k=2)).title()
        home = luck.random() < 0.35
        federation = FEDERATIONS[0] if home else luck.choice(FEDERATIONS)
        entries.append(Entry(no, name, sex, title_for(rating, sex, luck), rating, federation))
    return entries


def result(white: Entry, black: Entry, luck: random.Random) -> int:
    """Half points of White by the expected score, with many draws between equals."""
    expected = 1 / (1 + 10 ** ((black.rating - white.rating - 30) / 400))
    draw = 0.45 * (1 - abs(2 * expected - 1))
    roll = luck.random()
    if roll < draw:
        return 1
    return 2 if roll < draw + (1 - draw) * (expected - draw / 2) / max(1 - draw, 0.01) else 0


def pair(entries: list[Entry]) -> tuple[list[tuple[Entry, Entry]], Entry | None]:
    """Pairs of players with near scores who have not met, and the one without an opponent."""
    waiting = sorted(entries, key=lambda e: (-e.score, e.no))
    pairs = []
    while len(waiting) > 1:
        first = waiting.pop(0)
        group = [e for e in waiting if e.score == first.score]
        wanted = group[len(group) // 2 :] + group[: len(group) // 2] + [e for e in waiting if e.score != first.score]
        other = next((e for e in wanted if e.no not in first.met), wanted[0])
        waiting.remove(other)
        pairs.append((first, other))
    return pairs, waiting[0] if waiting else None


def play(entries: list[Entry], rounds: int, luck: random.Random) -> None:
    """Play all rounds of a Swiss."""
    for round_ in range(rounds):
        pairs, alone = pair(entries)
        for first, second in pairs:
            white, black = (first, second) if (round_ + first.no) % 2 else (second, first)
            meet(white, black, result(white, black, luck))
        if alone:
            alone.score += 2
            alone.cells.append("  0000 - U")


def meet(white: Entry, black: Entry, halves: int) -> None:
    """Enter one game."""
    for me, other, colour, mine in ((white, black, "w", halves), (black, white, "b", 2 - halves)):
        me.score += mine
        me.met.add(other.no)
        me.cells.append(f"  {other.no:4d} {colour} {'0=1'[mine]}")


def round_robin(entries: list[Entry], luck: random.Random) -> int:
    """Play everybody against everybody (an even number of players); the number of rounds."""
    order = list(range(len(entries)))
    for _ in range(len(order) - 1):
        for left in range(len(order) // 2):
            white, black = entries[order[left]], entries[order[-1 - left]]
            meet(white, black, result(white, black, luck))
        order = [order[0], order[-1], *order[1:-1]]
    return len(order) - 1


def report(entries: list[Entry], rounds: int, system: str, name: str, ids: int = 800000) -> str:
    """The tournament report."""
    head = ["012 " + name, "022 Example City", "032 GER", "042 2026/03/01", "052 2026/03/14",
            f"062 {len(entries)}", f"072 {len(entries)}", f"092 {system}",
            "102 IA Muster, Anna (900001)", "122 90 minutes/40 moves + 30 minutes + 30 seconds/move",
            f"142 {rounds}"]  # fmt: skip
    lines = [
        f"001 {e.no:4d} {e.sex}{e.title:>3s} {e.name:<33.33s} {e.rating:4d} {e.federation:3s} {ids + e.no:11d} "
        f"{'2000/01/01':10s} {e.score / 2:4.1f} {e.no:4d}{''.join(e.cells)}"
        for e in entries
    ]
    return "\n".join([*head, *lines]) + "\n"


def swiss(players: int, rounds: int, seed: int, mean: int = 2250) -> str:
    """A Swiss as a tournament report."""
    luck = random.Random(seed)
    entries = field_of(players, luck, mean)
    play(entries, rounds, luck)
    return report(entries, rounds, "Individual: Swiss-System", f"Generated Swiss {players} x {rounds} no. {seed}")


def all_play_all(players: int, seed: int, mean: int = 2400) -> str:
    """A round robin as a tournament report."""
    luck = random.Random(seed)
    entries = field_of(players, luck, mean)
    rounds = round_robin(entries, luck)
    return report(entries, rounds, "Individual: Round-Robin", f"Generated round robin of {players} no. {seed}")


def open_event(players: int, rounds: int, seed: int) -> str:
    """An ordinary open as a tournament report: a field from club players to grandmasters, FIDE ids of its own."""
    luck = random.Random(seed)
    entries = field_of(players, luck, 2050, 230)
    play(entries, rounds, luck)
    text = report(entries, rounds, "Individual: Swiss-System", f"Generated Open {seed}", 1_000_000 + 1000 * seed)
    month = 1 + seed % 12
    return text.replace("2026/03/01", f"2025/{month:02d}/01").replace("2026/03/14", f"2025/{month:02d}/10")
