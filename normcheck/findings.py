"""The findings of a decision, clause by clause in the order of the articles, each with its evidence.

They are made when somebody looks: most players are settled long before.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from normcheck import event as ev
from normcheck.checks import CHECKS, FEDERATION_CLAUSES, is_waived
from normcheck.conditions import CONDITIONS, one_round_a_day
from normcheck.count import Counted, Excluded
from normcheck.event import Player
from normcheck.field import LargeSwissCount, RoundCount
from normcheck.finding import MET, NOT_APPLICABLE, NOT_MET, UNKNOWN, WAIVED, Evidence, Finding
from normcheck.judge import OWN_ABSENCE, Candidate, Judgement
from normcheck.mix import mix
from normcheck.possible import RULE
from normcheck.readings import combined, federation_facts
from normcheck.verdict import Audit, Decision

OPEN_CLAUSES = {
    "sex": "titles_awarded",
    "sex_differs": "titles_awarded",
    "long_event": "long_event",
    "edition": "edition_of_event",
    "edition_in_part": "edition_of_event",
    "start": "edition_of_event",
}
EXEMPTIONS = ("national_final", "national_team", "zonal", "large_swiss")


class _Look:
    """One judgement looked at: the shown candidate; names and places only if `closely`."""

    def __init__(self, audit: Audit, judged: Judgement, closely: bool) -> None:
        self.audit, self.judged, self.closely = audit, judged, closely
        self.shown: Candidate = judged.shown
        self.mix, self.who = self.shown.choice.mix, judged.who

    def evidence(self, rounds: Iterable[tuple[int, int]], value: Callable[[Player], str]) -> tuple[Evidence, ...]:
        """One piece of evidence a round: `rounds` are (round, opponent); `value` says what counts of the opponent."""
        return tuple(self._one(round_, opponent, value) for round_, opponent in rounds) if self.closely else ()

    def _one(self, round_: int, opponent: int, value: Callable[[Player], str]) -> Evidence:
        event, player = self.audit.event, self.judged.player
        other = event.players.get(opponent)
        game = player.games[round_ - 1] if 0 < round_ <= len(player.games) else None
        source = event.source_of(player, game)
        return Evidence(round_, other.name if other else "", value(other) if other else "", source)

    def games(self, which: Callable[[Counted], bool], value: Callable[[Player], str]) -> tuple[Evidence, ...]:
        """Evidence of the chosen games that satisfy a condition, each with the place of the opponent's facts."""
        event, found = self.audit.event, []
        for game in self.mix.games if self.closely else ():
            if which(game):
                other = event.players[game.opponent]
                found.append(Evidence(game.round, other.name, value(other), event.source_of(other)))
        return tuple(found)

    def left_out(self, clause: str) -> list[Excluded]:
        """The rounds that a clause excludes."""
        return [e for e in self.judged.count.excluded if e.clause == clause]

    def excluded(self, rounds: Iterable[Excluded]) -> tuple[Evidence, ...]:
        """Evidence of rounds left out."""
        if not self.closely:
            return ()
        return tuple(self._one(e.round, e.opponent, lambda _: "")._replace(value=e.reason) for e in rounds)


def findings(audit: Audit, decision: Decision, closely: bool = True) -> tuple[Finding, ...]:
    """All findings of one decision. A norm has none that is not met or unknown; a needs-review has an unknown one.

    Without looking `closely` they have no evidence, and no values for the words that go with them.
    """
    look = _Look(audit, decision.base, closely)
    rows = [*_games(look), *_federations(look), *_titles(look), *_ratings(look), *_rest(look)]
    open_keys = _open_keys(decision)
    rows = [_as_unknown(row) if row.clause in open_keys else row for row in rows]
    rows += [_open_row(turn.key) for turn in decision.turns if turn.key in OPEN_CLAUSES]
    rows += _open_conditions(decision)
    return (*rows, *audit.refusals)


def _open_keys(decision: Decision) -> set[str]:
    """The clauses that the open facts decide: those not met in the reading that says no."""
    if not decision.flipped:
        return set()
    base_says_no = not decision.base.is_norm()
    judged = decision.base if base_says_no else decision.flipped
    return {*judged.shown.choice.unmet, *judged.extra}


def _as_unknown(row: Finding) -> Finding:
    return row._replace(outcome=UNKNOWN)


def _open_row(key: str) -> Finding:
    return Finding(OPEN_CLAUSES[key], UNKNOWN, note=f"open_{key}")


def _open_conditions(decision: Decision) -> list[Finding]:
    """The conditions of the event whose rule is not known."""
    keys = [turn.key.removeprefix(RULE) for turn in decision.turns if turn.key.startswith(RULE)]
    return [Finding(key, UNKNOWN, note="open_rule") for key in keys if key in CONDITIONS]


def _measured(look: _Look, key: str, evidence: tuple[Evidence, ...] = (), note: str = "", **values: object) -> Finding:
    measure = CHECKS[key](look.mix, look.who)
    outcome = MET if measure.met else WAIVED if is_waived(key, look.mix, look.who) else NOT_MET
    by = look.who.reading.waived_by if outcome == WAIVED else ""
    return Finding(key, outcome, measure.needed, measure.found, by, note, values or None, evidence)


def _used(key: str, used: bool, evidence: tuple[Evidence, ...] = (), note: str = "", **values: object) -> Finding:
    """A clause that was used, or did not apply."""
    return Finding(key, MET if used else NOT_APPLICABLE, note=note if used else "", values=values, evidence=evidence)


def _games(look: _Look) -> list[Finding]:
    choice, carried = look.shown.choice, look.shown.carried_by
    rule = look.who.law.edition.clauses.eight_games
    rows = [_measured(look, "games")]
    if carried == "eight_games":
        counted: dict[str, object] = {"counted": rule.counts_as}
        rows = [Finding("games", MET, rule.games, len(choice.mix.games), note="eight_games", values=counted)]
    if look.who.reading.minimum:
        rows.append(_used("short_events", True, note="short_event", minimum=look.who.reading.minimum))
    rows += [
        _used("eight_games", carried == "eight_games", note="eight_games", counted=rule.counts_as),
        _all_rounds(look),
        _ignored_tail(look),
        _used("ignored_wins", bool(choice.dropped), _rounds(look, choice.dropped), "ignored_wins"),
    ]
    for key in ("member_federations", "unrated_without_score", "unplayed_games"):
        found = look.left_out(key)
        rows.append(_used(key, bool(found), look.excluded(found), "left_out"))
    rows.append(_used("last_round_forfeit", _carries(look, "last_round_forfeit"), note="last_round_forfeit"))
    return rows


def _carries(look: _Look, article: str) -> bool:
    """Whether an article makes the chosen games enough, or another choice of games that is a norm as well."""
    if look.shown.carried_by == article:
        return True
    return look.judged.candidate is not None and any(other.carried_by == article for other in look.judged.others)


def _ignored_tail(look: _Look) -> Finding:
    """A norm that stands while rounds are open stands because all later games may be ignored."""
    tail, stands = look.shown.choice.tail, bool(look.judged.count.open_rounds) and look.judged.is_norm()
    return _used("ignored_tail", bool(tail) or stands, _rounds(look, tail), "ignored_tail")


def _rounds(look: _Look, rounds: tuple[int, ...]) -> tuple[Evidence, ...]:
    games = look.judged.player.games
    return look.evidence(((r, games[r - 1].opponent) for r in rounds), lambda p: str(p.rating or ""))


def _all_rounds(look: _Look) -> Finding:
    reading = look.who.reading
    if not reading.predetermined:
        return _used("all_rounds", False)
    if "all_rounds" in look.judged.extra:
        note = "rounds_open" if look.judged.count.open_rounds else "own_absence"
        missed = [e for e in look.left_out("unplayed_games") if e.result in OWN_ABSENCE]
        return Finding("all_rounds", NOT_MET, note=note, evidence=look.excluded(missed))
    return Finding("all_rounds", MET)


def _federations(look: _Look) -> list[Finding]:
    own, mix = look.who.own, look.mix
    met = {"listed": _listed(mix.games), "own": own or "–"} if look.closely else {}
    rows = [
        _measured(look, "foreign_federations", _foreign(look), "federations", **met),
        _measured(look, "own_federation", look.games(lambda g: bool(own) and g.federation == own, _federation)),
        _measured(look, "one_federation", _largest(look), "largest", federation=mix.largest_federation or "–"),
    ]
    return [rows[0], *_exemption(look), *rows[1:]]


def _listed(games: Iterable[Counted]) -> str:
    """The federations with the number of opponents, the largest first."""
    counts = Counter(game.federation for game in games if game.federation)
    return ", ".join(f"{f} {n}" for f, n in sorted(counts.items(), key=lambda c: (-c[1], c[0]))) or "–"


def _foreign(look: _Look) -> tuple[Evidence, ...]:
    """The first opponent of each foreign federation."""
    first: dict[str, int] = {}
    for game in look.mix.games if look.closely else ():
        if game.federation and game.federation != look.who.own:
            first.setdefault(game.federation, game.round)
    counted = {g.opponent: g.federation for g in look.mix.games}
    return look.games(lambda g: first.get(g.federation) == g.round, lambda p: counted[p.no])


def _largest(look: _Look) -> tuple[Evidence, ...]:
    """The opponents of the federation met most."""
    largest = look.mix.largest_federation
    return look.games(lambda g: bool(largest) and g.federation == largest, lambda _: largest)


def _federation(player: Player) -> str:
    return player.federation or "?"


def _exemption(look: _Look) -> list[Finding]:
    used = look.who.reading.waived_by
    rows = [Finding(key, MET, note=f"used_{key}") for key in EXEMPTIONS if key == used and key != "large_swiss"]
    if look.audit.field.counts_large_swiss:
        rows.append(_large_swiss(look, used))
    return rows


def _large_swiss(look: _Look, used: str) -> Finding:
    held = look.audit.field.large_swiss
    limiting = held.limiting
    if not limiting:
        is_open = held.state is None and _needs_exemption(look)
        outcome = MET if held.state else UNKNOWN if is_open else NOT_APPLICABLE
        return Finding("large_swiss", outcome, note="large_swiss_stated" if held.state else "large_swiss_not_used")
    rule, values = look.who.law.edition.clauses.large_swiss, _round_by_round(held, limiting) if look.closely else None
    is_open = held.state is None and _needs_exemption(look)
    outcome = MET if used == "large_swiss" else UNKNOWN if is_open else NOT_APPLICABLE
    note = "large_swiss_count" if held.state is not None else "large_swiss_open"
    return Finding("large_swiss", outcome, rule.players, limiting.players, note=note, values=values)


def _round_by_round(held: LargeSwissCount, limiting: RoundCount) -> dict[str, object]:
    return {
        "round": limiting.round,
        "federations": min(r.federations for r in held.strict),
        "titled": min(r.titled for r in held.strict),
        "players": limiting.players,
        "lenient": min(r.players for r in held.lenient),
        "each": " ".join(str(r.players) for r in held.strict),
    }


def _needs_exemption(look: _Look) -> bool:
    """Whether a federation limit is broken and no other exemption lifts it."""
    broken = any(not CHECKS[key](look.mix, look.who).met for key in FEDERATION_CLAUSES)
    return broken and not look.who.reading.waived_by


def _titles(look: _Look) -> list[Finding]:
    law, title = look.who.law, look.who.title
    counted = {g.opponent: g.title for g in look.mix.games}
    rows = [
        _measured(look, "title_holders", look.games(lambda g: g.title in law.holders, lambda p: counted[p.no])),
        _measured(look, "required_titles", look.games(lambda g: g.title in title.required, lambda p: counted[p.no])),
    ]
    if look.who.reading.system == ev.DOUBLE_ROUND_ROBIN:
        rows.append(_measured(look, "double_round_robin"))
    return rows


def _ratings(look: _Look) -> list[Finding]:
    mix, floor, law = look.mix, look.who.title.floor, look.who.law
    unrated = any(not g.rated for g in mix.games)
    evidence = look.games(lambda g: not g.rated, lambda _: str(law.unrated))
    score = mix.halves, len(mix.games)
    return [
        _used("one_raised", bool(mix.raised), _lifted(look), "one_raised", floor=floor),
        _used("unrated", unrated, evidence, "unrated"),
        *([_measured(look, "unrated_share")] if law.unrated_most else []),
        _measured(look, "performance", note="performance", average=mix.average, score=score[0], games=score[1]),
        _measured(look, "average", _used_ratings(look), "average", total=mix.total, games=len(mix.games)),
        _measured(look, "score"),
    ]


def _lifted(look: _Look) -> tuple[Evidence, ...]:
    """The opponents raised to the floor, with their ratings."""
    if not look.closely:
        return ()
    mix, floor = look.mix, look.who.title.floor
    rounds = [(mix.games[i].round, mix.games[i].opponent) for i in sorted(mix.raised)]
    values = {g.opponent: g.value for g in mix.games}
    return look.evidence(rounds, lambda p: f"{values[p.no]} → {floor}")


def _used_ratings(look: _Look) -> tuple[Evidence, ...]:
    """The rating of every opponent as it enters the average."""
    if not look.closely:
        return ()
    floor, raised = look.who.title.floor, set(look.mix.raised)
    used = {g.round: floor if i in raised else g.value for i, g in enumerate(look.mix.games)}
    values = {g.opponent: str(used[g.round]) for g in look.mix.games}
    return look.games(lambda _: True, lambda other: values[other.no])


def _rest(look: _Look) -> list[Finding]:
    cap, games = look.who.law.cap, len(look.mix.games)
    return [_used("long_norms", games > cap, note="long_norm", cap=cap)] if games > cap else []


def flags(audit: Audit, decision: Decision) -> dict[str, bool | None]:
    """Facts about a norm that matter for an application later; None where not known."""
    return {
        "normal_foreigner": normal_foreigner(decision.base, audit),
        "one_round_a_day": one_round_a_day(audit.event, audit.law),
        "large_swiss": audit.field.is_strong_swiss,
        "eight_game": decision.base.shown.carried_by == "eight_games",
        "kind_1_5_6": _is_qualifying_kind(audit),
    }


def normal_foreigner(judged: Judgement, audit: Audit) -> bool | None:
    """Whether the chosen games keep the normal federation limits; None if a federation not known decides (1.4.3e)."""
    facts = federation_facts(audit.event, judged.player)
    readings = [judged.reading, *(combined(judged.reading, o.changes) for fact in facts for o in fact.options)]
    states = {_keeps_limits(judged.under(reading), judged.shown) for reading in readings}
    return states.pop() if len(states) == 1 else None


def _keeps_limits(judged: Judgement, shown: Candidate) -> bool:
    """The federation limits on the rounds of a choice, as another reading sees them and without any exemption."""
    rounds = {g.round for g in shown.choice.mix.games}
    games = [g for g in judged.count.games if g.round in rounds]
    games += [g for g in shown.choice.mix.games if g.round not in {c.round for c in judged.count.games}]
    figures = mix(tuple(games), judged.who)
    return bool(games) and all(CHECKS[key](figures, judged.who).met for key in FEDERATION_CLAUSES)


def _is_qualifying_kind(audit: Audit) -> bool | None:
    rule, kind = audit.law.edition.clauses.qualifying_event, audit.event.kind
    if rule is None or kind is None or kind.value in rule.other_kinds:
        return None
    return kind.value in rule.kinds
