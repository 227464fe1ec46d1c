"""What an answers file could settle: questions that change a decision first, then the blanks of the certificates."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from normcheck import event as ev
from normcheck.event import Event, Player
from normcheck.finding import MET, NEEDS_REVIEW, NO_NORM, NORM, UNKNOWN
from normcheck.report.build import asks_zonal_year
from normcheck.report.questions import question
from normcheck.verdict import WOMEN_TITLES, Audit, Decision, Turn
from normcheck.wording import has, say

SHOWN = 3  # decisions named beside a question
OF_EVENT = {  # the key of an answers file that settles an open fact of the event
    "system": "system",
    "kind": "kind",
    "host": "federation",
    "swiss_exemption": "swiss_exemption",
    "start": "start",
    "rule_formats": "format_approved",
    "long_event": "ratings_by_date",
    "rule_long_event": "ratings_by_date",
}
_OF_FEDERATION = {"fid": ev.FID, "exemption_fid": ev.FID, "federation": "", "exemption_blank": ""}
_OF_CONDITIONS = {"rate_of_play": "rate_of_play", "rounds_a_day": "round_dates", "formats": "system"}
_EVENT, _PLAYERS, _BYES = "event", "players", "byes"


class Line(NamedTuple):
    """A key to fill in: `no` and `name` are those of the player, `value` is what the file says."""

    table: str
    key: str
    no: int = 0
    name: str = ""
    round: int = 0
    value: str = ""


class Ask(NamedTuple):
    """A question, whom to ask, what turns on it, and the keys that answer it (none: no answers file can)."""

    text: str
    who: str = ""
    turns: tuple[str, ...] = ()
    weight: int = 0
    lines: tuple[Line, ...] = ()


class Asked(NamedTuple):
    """The questions of an event, the most decisive first, and the blanks of its certificates."""

    decisive: tuple[Ask, ...]
    blanks: tuple[Ask, ...]


def asked(audit: Audit, decisions: Iterable[Decision]) -> Asked:
    """All questions that are worth an answer; none where there is no norm and nothing to review."""
    shown = [d for d in decisions if d.decision != NO_NORM]
    women = [d for d in _of_women(audit) if d.decision == NEEDS_REVIEW]
    if not (shown or women):
        return Asked((), ())
    found = [*_turns(audit, [*shown, *women]), *_of_the_event(audit, shown), *_conditions(audit)]
    decisive = _once(sorted(found, key=lambda ask: (not ask.lines, -ask.weight)))
    blanks = _once([*decisive, *_blanks(audit, shown)])[len(decisive) :]
    return Asked(tuple(decisive), tuple(blanks))


def _once(asks: list[Ask]) -> list[Ask]:
    """The questions without keys that one before them has; a question left without any goes."""
    seen: set[tuple[object, ...]] = set()
    kept = []
    for ask in asks:
        lines = tuple(line for line in ask.lines if (line.table, line.key, line.no, line.round) not in seen)
        seen |= {(line.table, line.key, line.no, line.round) for line in lines}
        if lines or not ask.lines:
            kept.append(ask._replace(lines=lines))
    return kept


def _of_women(audit: Audit) -> Iterator[Decision]:
    """The decisions on titles for women where the file gives no sex for anybody."""
    if audit.sex_is_unknown and not audit.titles:
        titles = tuple(title for title, law in audit.law.titles.items() if law.women and title in WOMEN_TITLES)
        yield from Audit(audit.event, audit.edition, titles, audit.reason).decisions()


def _turns(audit: Audit, decisions: list[Decision]) -> Iterator[Ask]:
    """One question for each open fact that decides, with all decisions that turn on it."""
    found: dict[str, list[tuple[Decision, Turn]]] = {}
    for decision in decisions:
        for turn in decision.turns:
            found.setdefault(turn.key, []).append((decision, turn))
    for key, cases in found.items():
        out = question(audit, *cases[0])
        turns = [f"{d.player.name}, {d.title}: {question(audit, d, turn).turns}" for d, turn in cases[:SHOWN]]
        if len(cases) > SHOWN:
            turns.append(say("questions", "words", "more", count=len(cases) - SHOWN))
        lines = dict.fromkeys(line for d, _ in cases for line in _lines(audit, d, key))
        text = say("questions", "texts", key) if has("questions", "texts", key) else out.text
        yield Ask(text, out.who, tuple(turns), len(cases), tuple(lines))


def _lines(audit: Audit, decision: Decision, key: str) -> Iterator[Line]:
    """The keys that settle an open fact for one decision."""
    event, player = audit.event, decision.player
    met = [event.players[n] for n in dict.fromkeys(g.opponent for g in player.games) if n in event.players]
    if key in OF_EVENT:
        yield Line(_EVENT, OF_EVENT[key])
    elif key in _OF_FEDERATION:
        people = event.players.values() if key.startswith("exemption") else [player, *met]
        yield from (_line(p, "federation") for p in people if p.federation == _OF_FEDERATION[key])
    elif key in ("sex", "sex_differs"):
        yield _line(player, "sex")
    elif key in ("titles_differ", "exemption_titles"):
        people = event.players.values() if key.startswith("exemption") else met
        yield from (_line(p, "title", p.title) for p in people if (p.no, "title") in event.doubts)
    elif key in ("title_confirmed", "rule_titles_before_start"):
        yield from (_line(p, "title_confirmed") for p in met if p.no in event.confirmed)
    elif key in ("bye", "exemption_byes"):
        for one in [player] if key == "bye" else event.players.values():
            yield from _byes(one)


def _line(player: Player, key: str, value: str = "") -> Line:
    return Line(_PLAYERS, key, player.no, player.name, value=value)


def _byes(player: Player) -> Iterator[Line]:
    doubtful = (ev.FULL_POINT_BYE, ev.UNLISTED, ev.FORFEIT_WIN)
    for round_, game in enumerate(player.games, 1):
        if game.result in doubtful and not game.opponent:
            yield Line(_BYES, "code", player.no, player.name, round_)


def _of_the_event(audit: Audit, shown: list[Decision]) -> Iterator[Ask]:
    """Facts of the event that no decision names."""
    if not audit.event.start:
        yield _plain("start", len(shown), "start")
    waived = [d for d in shown if d.base.reading.waived_by == "national_final"]
    if waived and asks_zonal_year(audit):
        yield _plain("zonal_year", len(waived), "zonal_year", article=audit.edition.article("national_final"))


def _plain(key: str, weight: int, answer: str, **values: object) -> Ask:
    who = say("verdict", "who", say("verdict", "questions", key, "who"))
    text = say("verdict", "questions", key, "text", **values)
    return Ask(text, who, (), weight, (Line(_EVENT, answer),))


def _conditions(audit: Audit) -> Iterator[Ask]:
    """Conditions that are to confirm and would refuse every norm if they were not met."""
    turned = {key for key in OF_EVENT if key == "rule_formats"} if audit.event.format_name else set()
    for finding in audit.conditions:
        key = _OF_CONDITIONS.get(finding.clause)
        few = finding.clause == "rounds_a_day" and audit.event.rounds <= (finding.needed or 0)
        if key and finding.outcome == UNKNOWN and not few and not (turned and finding.clause == "formats"):
            clause = audit.edition.clause(finding.clause)
            text = say("questions", "words", "condition", article=clause.article, asks=clause.asks)
            yield Ask(text, say("verdict", "who", "arbiter"), (), 0, (Line(_EVENT, key),))


def _blanks(audit: Audit, shown: list[Decision]) -> Iterator[Ask]:
    """What would stand blank on the certificates, and can be answered."""
    event = audit.event
    titled = any(c.clause == "chief_arbiter" and c.outcome == MET for c in audit.conditions)
    for key in _blank_keys(event):
        if titled and key == "chief_arbiter_title":
            continue
        yield Ask(say("questions", "blanks", key), lines=(Line(_EVENT, key),))
    if not any(d.decision in (NORM, NEEDS_REVIEW) for d in shown):
        return
    for player in {d.player.no: d.player for d in shown}.values():
        if player.no not in event.names and "," not in player.name:
            lines = (_line(player, "family_name"), _line(player, "first_name"))
            yield Ask(say("questions", "blanks", "names", name=player.name), lines=lines)
        if not player.federation:
            text = say("questions", "blanks", "player_federation", name=player.name)
            yield Ask(text, lines=(_line(player, "federation"),))


def _blank_keys(event: Event) -> Iterator[str]:
    for key in ("chief_arbiter", "chief_arbiter_id", "chief_arbiter_title", "rate_of_play", "name", "federation"):
        if not getattr(event, key):
            yield key
    for key, fact in (("start", event.start), ("end", event.end)):
        if not (fact and fact.value.exact):
            yield key
