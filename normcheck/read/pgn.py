"""PGN: the tags of the games of one event; the moves are not looked at."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice, takewhile

from normcheck.event import (
    BLANK,
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    FULL_POINT_BYE,
    HALF_POINT_BYE,
    LOSS,
    UNLISTED,
    WIN,
    Event,
    Fact,
    Game,
    Source,
)
from normcheck.read.assemble import Draft, Lines, assemble
from normcheck.read.pgn_players import Field, Meeting, round_of
from normcheck.read.pgn_tags import Tagged, read_games
from normcheck.read.refusal import refusal
from normcheck.read.text import read_text

_FIRST_TAG = re.compile(rb'^(?:\xef\xbb\xbf)?(?:\s|%[^\r\n]*[\r\n])*\[\s*[A-Za-z][A-Za-z0-9_]*\s+"')
_RESULTS = {"1-0": (WIN, LOSS), "0-1": (LOSS, WIN), "1/2-1/2": (DRAW, DRAW), "*": (BLANK, BLANK), "": (BLANK, BLANK)}
_FORFEITS = {"1-0": (FORFEIT_WIN, FORFEIT_LOSS), "0-1": (FORFEIT_LOSS, FORFEIT_WIN)}
_NOT_PLAYED = re.compile(r"forfeit|unplayed|default|no[- ]show|walkover", re.IGNORECASE)
_DAY = re.compile(r"\d{4}\.\d{2}\.\d{2}")
_CODE = re.compile(r"(?:\d{1,3}/)?\d{1,5}(?:\+\d{1,3})?(?::(?:\d{1,3}/)?\d{1,5}(?:\+\d{1,3})?)*")
_ROUND_NAME = re.compile(r"[\s:,.|-]*\(?\b(?:round|runde|ronde|ronda|rd)\b.*", re.IGNORECASE)
MOST_GAMES = 100_000
_LEAST_IN_COMMON = 6  # characters of a name that the games of one event share


def looks_like(head: bytes, name: str) -> bool:
    """Whether a file begins with a tag, after blank lines and lines with %."""
    return bool(_FIRST_TAG.match(head))


def read(data: bytes, name: str) -> Event:
    """Read the games of an event; `name` is the file name used in every source.

    Raises `UnreadableInput` without games or rounds, for too many games, and for games of several events.
    """
    notices = Lines(name)
    text = read_text(data, notices, keep_tabs=True)
    games = list(islice(read_games(text.lines), MOST_GAMES + 1))
    if not games:
        raise refusal("pgn_no_games", Source(name))
    if len(games) > MOST_GAMES:
        raise refusal("pgn_too_many_games", Source(name, games[-1].line), limit=MOST_GAMES)
    draft = Draft(notices, "PGN", text.encoding)
    field = Field(_in_rounds(games, notices))
    _refuse_several(field.meetings, name)
    draft.rows = field.rows(notices)
    _add_games(draft, field.meetings)
    _tell_facts(draft, games)
    _tell_dates(draft, field.meetings)
    notices.add("numbers_made")
    event = assemble(draft)
    clock = _clock(games, notices)
    return event._replace(clock=clock, notices=notices.all())


def _in_rounds(games: Sequence[Tagged], notices: Lines) -> list[Tagged]:
    """The games that have a round; the others are noted. Raises `UnreadableInput` if none has."""
    kept = [game for game in games if round_of(game)]
    if not kept:
        raise refusal("pgn_no_rounds", Source(notices.file, games[0].line))
    for key, named in (("pgn_no_round", False), ("pgn_not_a_round", True)):
        out = [game for game in games if not round_of(game) and bool(game.tag("Round")) == named]
        if out:
            found = out[0].tag("Round")[:20]
            notices.add(key, out[0].line, 0, count=len(out), found=found, **_sides(out[0]))
    return kept


def _sides(game: Tagged) -> dict[str, object]:
    return {"white": game.tag("White"), "black": game.tag("Black")}


def _refuse_several(meetings: Sequence[Meeting], file: str) -> None:
    """Refuse a file in which players have several games a round that belong to events of different names."""
    events: dict[tuple[int, int], dict[str, Meeting]] = {}
    for meeting in meetings:
        for no in (meeting.white, meeting.black):
            if no:
                events.setdefault((meeting.round, no), {}).setdefault(meeting.game.tag("Event"), meeting)
    for named in events.values():
        names = [name for name in named if name and not _ROUND_NAME.match(name)]
        if len(names) > 1 and len({(one.white, one.black) for one in named.values()}) > 1:
            place = Source(file, named[names[1]].game.line)
            raise refusal("pgn_several_events", place, names=", ".join(name[:60] for name in names[:3]))


def _add_games(draft: Draft, meetings: Sequence[Meeting]) -> None:
    """Give every row its games; rounds in which a player has none are not known."""
    notices = draft.notices
    with_moves = any(one.game.moves for one in meetings)
    places: dict[int, dict[int, Game]] = {row.no: {} for row in draft.rows}
    names = {row.no: row.name for row in draft.rows}
    seen: set[tuple[int, int, int, str]] = set()
    doubles, bare = 0, []
    for one in meetings:
        if (key := (one.round, one.white, one.black, one.game.tag("Result"))) in seen:
            doubles += 1
            continue
        seen.add(key)
        taken = [no for no in (one.white, one.black) if no and one.round in places[no]]
        if taken:
            no = taken[0]
            notices.add("pgn_second_game", one.game.line, no=no, name=names[no], round=one.round)
            continue
        if with_moves and not one.game.moves and one.game.tag("Result") not in ("", "*"):
            bare.append(one.game)
        _place(places, one, unsure=with_moves)
    _note_doubts(notices, doubles, bare, any(meeting.game.tag("Result") for meeting in meetings))
    _fill(draft, places)


def _place(places: dict[int, dict[int, Game]], one: Meeting, *, unsure: bool) -> None:
    results = _results(one, unsure=unsure)
    for no, opponent, colour, result in (
        (one.white, one.black, "w", results[0]),
        (one.black, one.white, "b", results[1]),
    ):
        if no and opponent:
            places[no][one.round] = Game(opponent, colour, result)
        elif no:
            bye = {WIN: FULL_POINT_BYE, DRAW: HALF_POINT_BYE}.get(result, UNLISTED)
            places[no][one.round] = Game(0, "-", bye)


def _results(one: Meeting, *, unsure: bool) -> tuple[str, str]:
    """The results of both sides; a result without moves is not known where other games have moves (`unsure`)."""
    text = one.game.tag("Result").replace("½", "1/2").replace(" ", "")
    if _NOT_PLAYED.search(one.game.tag("Termination")):
        return _FORFEITS.get(text, (UNLISTED, UNLISTED))
    results = _RESULTS.get(text, (UNLISTED, UNLISTED))
    bye = not one.white or not one.black
    if unsure and not bye and not one.game.moves and results != (BLANK, BLANK):
        return UNLISTED, UNLISTED
    return results


def _note_doubts(notices: Lines, doubles: int, bare: list[Tagged], any_result: bool) -> None:
    if doubles:
        notices.add("pgn_doubles", count=doubles)
    if bare:
        notices.add("pgn_without_moves", bare[0].line, 0, count=len(bare), **_sides(bare[0]))
    if any_result:
        notices.add("pgn_forfeits_unmarked")


def _fill(draft: Draft, places: dict[int, dict[int, Game]]) -> None:
    last = max((round_ for games in places.values() for round_ in games), default=0)
    unknown = Game(0, "-", UNLISTED)
    gaps = []
    for at, row in enumerate(draft.rows):
        games = [places[row.no].get(round_, unknown) for round_ in range(1, last + 1)]
        draft.rows[at] = row._replace(games=games)
        if unknown in games:
            gaps.append((row, games.index(unknown) + 1))
    if gaps:
        row, round_ = gaps[0]
        draft.notices.add("pgn_gaps", row.line, count=len(gaps), name=row.name, round=round_)


def _tell_facts(draft: Draft, games: Sequence[Tagged]) -> None:
    """Name, place, number of rounds and system, as far as the games agree on them."""
    line = games[0].line
    names = dict.fromkeys(game.tag("BroadcastName") or game.tag("Event") for game in games)
    names.pop("", None)
    draft.tell("name", _common_name(list(names)), line)
    sites = {site for game in games if (site := game.tag("Site")) and "://" not in site}
    if len(sites) == 1:
        draft.tell("place", sites.pop(), line)
    rounds = [game.tag("EventRounds") for game in games if game.tag("EventRounds")]
    if rounds:
        draft.tell("rounds", rounds[0], line)
    else:
        last = max(round_of(game) for game in games)
        draft.notices.add("pgn_rounds_by_games", rounds=last)
    kind = next((game.tag("EventType") for game in games if game.tag("EventType")), "")
    draft.tell("system", kind, line)
    draft.teams = any(game.tag("WhiteTeam") for game in games)


def _common_name(names: list[str]) -> str:
    if len(names) > 1:
        alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
        start = "".join(letters[0] for letters in alike)
        names = [start] if len(start) >= _LEAST_IN_COMMON else []
    return _ROUND_NAME.sub("", names[0]).strip(" -:,.") if names else ""


def _tell_dates(draft: Draft, meetings: Sequence[Meeting]) -> None:
    """The day of each round is that of most of its games; the event lasts from the first to the last."""
    days: dict[int, Counter[str]] = {}
    for one in meetings:
        day = next((found[0] for tag in ("Date", "UTCDate") if (found := _DAY.match(one.game.tag(tag)))), "")
        if day:
            days.setdefault(one.round, Counter())[day.replace(".", "-")] += 1
    draft.round_dates = {round_: counted.most_common(1)[0][0] for round_, counted in days.items()}
    known = sorted(draft.round_dates.values())
    if known:
        draft.dates_line = meetings[0].game.line
        draft.tell("start", known[0], draft.dates_line)
        draft.tell("end", known[-1], draft.dates_line)


def _clock(games: Sequence[Tagged], notices: Lines) -> Fact[str] | None:
    """The time control that all games share, as a coded rate of play."""
    found = {control: game.line for game in reversed(games) if (control := game.tag("TimeControl"))}
    if len(found) > 1:
        notices.add("pgn_time_controls", 0, found=", ".join(sorted(found)[:5])[:80])
    if len(found) != 1:
        return None
    control, line = found.popitem()
    return Fact(control, Source(notices.file, line)) if _CODE.fullmatch(control) else None
