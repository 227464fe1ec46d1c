"""Swiss-Manager's own files (TUNX, TURX, TUTX, TUMX): Swiss and round robin, of individuals and of teams.

The layout is not published. What is not exactly as known is refused with the reason, never guessed.
"""

import re

from normcheck.event import (
    ABSENT,
    BLANK,
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    FULL_POINT_BYE,
    HALF_POINT_BYE,
    LOSS,
    PAIRING_BYE,
    UNLISTED,
    WIN,
    Event,
    Game,
    Source,
)
from normcheck.read import swissmanager_sections as sections
from normcheck.read.assemble import Draft, Lines, Row, assemble
from normcheck.read.dates import make_day
from normcheck.read.refusal import refusal
from normcheck.read.swissmanager_bytes import MAGIC, Bytes
from normcheck.read.swissmanager_sections import BYE, NOBODY, NOT_PAIRED, Pairing, Participant, Setup

FORMAT = "Swiss-Manager"
_SUFFIX = re.compile(r"\.t[ur][nrtm]x?$", re.IGNORECASE)
_KINDS = {
    sections.SWISS: "Individual: Swiss-System",
    sections.ROUND_ROBIN: "Individual: Round Robin",
    sections.TEAM_ROUND_ROBIN: "Team: Round Robin",
    sections.TEAM_SWISS: "Team: Swiss-System",
}
_TEAMS = (sections.TEAM_ROUND_ROBIN, sections.TEAM_SWISS)

# Result codes of the file, from the white and the black side.
_RESULTS = {
    0: (BLANK, BLANK),
    1: (WIN, LOSS),
    2: (DRAW, DRAW),
    3: (LOSS, WIN),
    4: (FORFEIT_WIN, FORFEIT_LOSS),
    5: (FORFEIT_LOSS, FORFEIT_WIN),
    6: (FORFEIT_LOSS, FORFEIT_LOSS),
    7: (BLANK, BLANK),  # adjourned
    10: (LOSS, LOSS),
}
_DOUBLE_ZERO = 10
# Without opponent: a bye, or not paired with the points the arbiter gave. 9 is the bye of the pairing.
_ALONE = {0: BLANK, 1: FULL_POINT_BYE, 2: HALF_POINT_BYE, 3: ABSENT, 9: PAIRING_BYE}
# Nobody on the other board of a team: only the forfeit is known, not against whom.
_AGAINST_NOBODY = frozenset({FORFEIT_WIN, FORFEIT_LOSS, BLANK})


def looks_like(head: bytes, name: str) -> bool:
    """Whether the first bytes are those of a Swiss-Manager file; by name only if they are no text."""
    return head.startswith(MAGIC) or (b"\0" in head and bool(_SUFFIX.search(name)))


def read(data: bytes, name: str) -> Event:
    """Read a file of Swiss-Manager. Raises `UnreadableInput` for any other layout, with the place."""
    if not data.startswith(MAGIC):
        raise refusal("swissmanager_older", Source(name))
    source = Bytes(data, name)
    places = source.directory()
    setup = sections.read_setup(source, places)
    schedule = sections.read_schedule(source, places, setup.rounds)
    participants = sections.read_participants(source, places, setup.players)
    rounds = sections.read_pairings(source, places, schedule, setup.players)
    draft = Draft(Lines(name), FORMAT, "utf-16-le", teams=setup.kind in _TEAMS)
    _tell_facts(draft, setup)
    draft.round_dates = {
        index: text for index, one in enumerate(schedule, 1) if (text := _date(draft.notices, one.day))
    }
    draft.rows = _rows(participants, _games(draft.notices, participants, rounds))
    return assemble(draft)


def _tell_facts(draft: Draft, setup: Setup) -> None:
    texts = setup.texts
    draft.tell("name", f"{texts[sections.NAME]} {texts[sections.SECTION]}")
    draft.tell("place", texts[sections.PLACE] or texts[sections.CITY])
    draft.tell("organiser", without_contacts(texts[sections.ORGANISER]))
    draft.tell("federation", texts[sections.FEDERATION])
    draft.tell("rate_of_play", texts[sections.CLOCK])
    draft.tell("chief_arbiter", without_contacts(texts[sections.CHIEF_ARBITER]))
    for part in (sections.DEPUTIES, sections.ARBITERS):
        draft.tell("deputies", without_contacts(texts[part]))
    draft.tell("start", _date(draft.notices, setup.start))
    draft.tell("end", _date(draft.notices, setup.end))
    draft.tell("rounds", str(setup.rounds))
    draft.tell("system", _system(setup))
    draft.tell("event_code", str(setup.fide_event or ""))


_CONTACT = re.compile(r"\S+@\S+|(?:\+|\b00)\d[\d /().-]{6,}\d|\b(?:tel|phone|mob|fax)[a-z.]*:? *[\d +/().-]{6,}", re.I)


def without_contacts(text: str) -> str:
    """The text without e-mail addresses and telephone numbers; a FIDE id stays."""
    return _CONTACT.sub(" ", text)


def _system(setup: Setup) -> str:
    """The kind in words; twice as many rounds as everybody needs to meet everybody is a double round robin."""
    full_rounds = setup.players - 1 + setup.players % 2
    if setup.kind == sections.ROUND_ROBIN and setup.rounds == 2 * full_rounds:
        return "Individual: Double Round Robin"
    return _KINDS[setup.kind]


def _parts(number: int) -> tuple[int, int, int]:
    return number // 10000, number // 100 % 100, number % 100


def _date(notices: Lines, number: int) -> str:
    """YYYYMMDD as a text, "" if there is none or no such day."""
    year, month, day = _parts(number)
    if not number:
        return ""
    if not month or not day or not make_day(year, month, day):
        notices.add("date_unreadable", found=str(number))
        return ""
    return f"{year:04}/{month:02}/{day:02}"


def _rows(participants: list[Participant], games: list[list[Game]]) -> list[Row]:
    """The players by their place in the file, which is their start number.

    The file marks women only; who was typed in, not taken from a rating list, may just not be marked.
    """
    rows = []
    for no, (one, own) in enumerate(zip(participants, games, strict=True), 1):
        name = ", ".join(part for part in (one.last_name, one.first_name) if part)
        sex = "f" if one.woman else "m" if one.listed else ""
        rating, fide_id = str(one.rating or ""), str(one.fide_id or "")
        birth = "{:04}/{:02}/{:02}".format(*_parts(one.birth)) if one.birth else ""
        rows.append(Row(no, name, one.title, one.federation, rating, sex, fide_id, birth, games=own))
    return rows


def _games(notices: Lines, participants: list[Participant], rounds: list[list[Pairing]]) -> list[list[Game]]:
    """The games of every player, one a round; of two pairings in one round the first is kept."""
    nothing = Game(0, "-", BLANK)
    games = [[nothing] * len(rounds) for _ in participants]
    for index, pairings in enumerate(rounds):
        met: set[int] = set()
        for pairing in pairings:
            for no, game in _sides(notices, pairing, index + 1):
                if no in met:
                    notices.add("swissmanager_paired_twice", no=no, round=index + 1)
                    continue
                met.add(no)
                games[no - 1][index] = game
    return games


def _sides(notices: Lines, pairing: Pairing, round_: int) -> list[tuple[int, Game]]:
    """The games of the one or two players of a pairing."""
    white, black, code = pairing
    if black in (BYE, NOT_PAIRED):
        result = _ALONE.get(code, UNLISTED)
        if result == UNLISTED and white:
            notices.add("swissmanager_result_code_unknown", no=white, round=round_, code=code)
        return [(white, Game(0, "-", result))] if white else []
    results = _RESULTS.get(code, (UNLISTED, UNLISTED))
    if code not in _RESULTS and (white or black):
        notices.add("swissmanager_result_code_unknown", no=white or black, round=round_, code=code)
    if code == _DOUBLE_ZERO and white and black:
        notices.add("swissmanager_double_zero", no=white, other=black, round=round_)
    both = ((white, black, "w", results[0]), (black, white, "b", results[1]))
    return [(own, _game(other, colour, result)) for own, other, colour, result in both if own]


def _game(opponent: int, colour: str, result: str) -> Game:
    if opponent != NOBODY:
        return Game(opponent, colour, result)
    return Game(0, "-", result if result in _AGAINST_NOBODY else UNLISTED)
