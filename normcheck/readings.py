"""The open facts of an event for one player, and every way to read them.

A missing fact is never taken as met: each open fact has options, the player is judged under each alone and under all
together, and a decision stands only if all readings agree. The base reading is the file as it stands.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations as combinations_of
from itertools import product
from typing import Any, NamedTuple, TypeVar

from normcheck import event as ev
from normcheck.clauses import Clauses, Exemption
from normcheck.count import OUT, Reading
from normcheck.event import Event, Player
from normcheck.field import Field
from normcheck.late_titles import replaced

T = TypeVar("T")

_FEW = 5  # of so many every choice is read
MOST_READINGS = 1000  # all combinations are read up to this number
CHANGING = ("contradiction", "totals", "system", "federation", "short_game", "unrated_score", "edition", "start")
_ADDED = ("federations", "results")  # what several facts may change together
SUSPENDED = ("RUS", "BLR")  # shown as FID, counted under their own flag
SOME_FEDERATION = "~"  # a federation behind a blank; followed by digits when each blank has its own

Changes = dict[str, Any]


class Option(NamedTuple):
    """One answer to an open fact: its wording key and what it changes in the reading."""

    key: str
    changes: Changes


class OpenFact(NamedTuple):
    """A fact no file holds. `helps` says that every option can only make the norm easier than the base reading."""

    key: str
    options: tuple[Option, ...]
    helps: bool = False

    @property
    def changes_games(self) -> bool:
        """Whether an answer changes which games count, and so the performance."""
        return self.key in CHANGING or self.key.startswith("rule_")

    @property
    def only_waives(self) -> bool:
        """Whether all that an answer can do is lift the federation limits."""
        return all(option.changes.keys() == {"waived_by"} for option in self.options)


class Combination(NamedTuple):
    """A combination of options: the changes and the keys of what was assumed."""

    changes: Changes
    chosen: tuple[tuple[str, str], ...]


def base_reading(event: Event, field: Field, player: Player) -> Reading:
    """The file as it stands: what is not known is taken in the ordinary way, nothing is waived on a guess."""
    reading = field.readings.get(player.federation)
    if reading is None:
        reading = field.readings[player.federation] = _ordinary(event, field, player)
    return reading._replace(titles=replaced(event, field.law, player)) if event.confirmed else reading


def _ordinary(event: Event, field: Field, player: Player) -> Reading:
    """What is the same for all players of a federation."""
    kind = event.kind.value if event.kind else "ordinary"
    reading = Reading(system=field.system)._replace(**_of_kind(event, field, player, kind))
    if not reading.waived_by and field.large_swiss.state:
        reading = reading._replace(waived_by="large_swiss")
    return reading


def system_of_games(player: Player | None) -> str:
    """The system read off the games of a sheet that does not name it; a Swiss where there are no games."""
    opponents = [g.opponent for g in player.games if g.opponent] if player else []
    twice = bool(opponents) and all(opponents.count(o) == 2 for o in opponents)
    return ev.DOUBLE_ROUND_ROBIN if twice else ev.SWISS


def _exempt(event: Event, field: Field, kind: str = "") -> list[tuple[str, Exemption]]:
    """The exemptions an event of this kind has; without one those of the kind it is known to be of."""
    kind = kind or (event.kind.value if event.kind else "")
    zonal = event.zonal_year.value if event.zonal_year else None
    return [(key, rule) for key, rule in field.law.edition.clauses.exemptions() if rule.holds(kind, zonal)]


def _of_kind(event: Event, field: Field, player: Player, kind: str) -> Changes:
    """What a kind of event changes for a player."""
    clauses = field.law.edition.clauses
    for key, rule in _exempt(event, field, kind):
        if not rule.home_only or (field.host and player.federation == field.host):
            return {"waived_by": key}
    for short in clauses.short_events.events:
        if short.kind == kind and (not short.rounds or event.rounds in short.rounds):
            return {"minimum": short.minimum, "counts_as": short.counts_as}
    return {}


def shared_facts(event: Event, field: Field, player: Player, base: Reading) -> list[OpenFact]:
    """The facts about the kind of event and its exemptions: the same for all players of a federation."""
    return [*_kind_facts(event, field, player, base), *_exemption_facts(field, base)]


def open_facts(
    event: Event, field: Field, player: Player, base: Reading, shared: list[OpenFact] | None = None
) -> list[OpenFact]:
    """The facts that are open for this player; those that cannot change anything are left out.

    `shared` are those of his federation, if they are known already.
    """
    facts = [
        *_system_facts(event, player, base),
        *(shared_facts(event, field, player, base) if shared is None else shared),
        *(_at_home(event, field, base, fact) for fact in federation_facts(event, player)),
        *_game_facts(event, field, player, base),
        *_contradictions(field, player),
    ]
    return [fact for fact in facts if fact.options]


def _system_facts(event: Event, player: Player, base: Reading) -> list[OpenFact]:
    if event.system is None or event.system_guessed or base.system == ev.OTHER:
        others = [ev.SWISS, ev.ROUND_ROBIN]
        if system_of_games(player) == ev.DOUBLE_ROUND_ROBIN:
            others.append(ev.DOUBLE_ROUND_ROBIN)
        options = tuple(Option(s.replace(" ", "_"), {"system": s}) for s in others if s != base.system)
        return [OpenFact("system", options)]
    return []


def _kinds(system: str, clauses: Clauses) -> list[str]:
    exempt = [rule.kind for _, rule in clauses.exemptions() if system in rule.systems]
    return exempt + [short.kind for short in clauses.short_events.events if system in short.systems]


def _kind_facts(event: Event, field: Field, player: Player, base: Reading) -> list[OpenFact]:
    clauses = field.law.edition.clauses
    facts = []
    if event.kind is None:
        options = [(k, _of_kind_if_home(event, field, player, k)) for k in _kinds(base.system, clauses)]
        facts.append(OpenFact("kind", tuple(Option(k, c) for k, c in options if c), helps=True))
    elif not base.waived_by and _host_would_waive(event, field, player):
        facts.append(OpenFact("host", (Option("host_is_own", _of_kind_if_home(event, field, player, "")),), helps=True))
    small = base.minimum or any("minimum" in o.changes for f in facts for o in f.options)
    if small:
        facts.append(OpenFact("small_limits", (Option("limits_lifted", {"small_limits": False}),), helps=True))
    return facts


def _host_would_waive(event: Event, field: Field, player: Player) -> bool:
    return not field.host and any(rule.home_only for _, rule in _exempt(event, field))


def _of_kind_if_home(event: Event, field: Field, player: Player, kind: str) -> Changes:
    """As `_of_kind`, with an unknown host (or an unknown own federation) taken as the same federation."""
    kind = kind or (event.kind.value if event.kind else "")
    for key, rule in _exempt(event, field, kind):
        home = not field.host or player.federation in (field.host, "", ev.FID)
        if not rule.home_only or home:
            return {"waived_by": key}
    return _of_kind(event, field, player, kind)


def _exemption_facts(field: Field, base: Reading) -> list[OpenFact]:
    if base.waived_by:
        return []
    held = field.large_swiss
    if held.state is not None:
        return []
    option = Option("exemption_holds", {"waived_by": "large_swiss"})
    return [OpenFact(key, (option,), helps=True) for key in held.open_by]


def federation_facts(event: Event, player: Player) -> list[OpenFact]:
    """The federations of the player and his opponents that are open: FID may be RUS or BLR, a blank may be anything."""
    met = list({g.opponent: None for g in player.games if g.result in "1=0WDL+" and g.opponent in event.players})
    fid = [n for n in met if event.players[n].federation == ev.FID]
    blank = [n for n in met if event.players[n].federation == ev.NO_FEDERATION]
    facts, applicant = [], player.federation
    if fid or applicant == ev.FID:
        facts.append(OpenFact("fid", tuple(_fid_options(fid, applicant == ev.FID))))
    if blank or applicant == ev.NO_FEDERATION:
        facts.append(OpenFact("federation", tuple(_blank_options(event, player, blank, met))))
    return facts


def _at_home(event: Event, field: Field, base: Reading, fact: OpenFact) -> OpenFact:
    """An applicant whose federation would be the host's has the exemption that is for its own players."""
    keys = [key for key, rule in _exempt(event, field) if rule.home_only]
    if base.waived_by or not keys or not field.host:
        return fact
    options = [
        option._replace(changes=option.changes | {"waived_by": keys[0]})
        if option.changes["federations"].get(0) == field.host
        else option
        for option in fact.options
    ]
    return fact._replace(options=tuple(options))


def _fid_options(fid: list[int], applicant: bool) -> Iterator[Option]:
    """All as RUS, all as BLR, one of each, one only; the applicant's own flag as well if he is shown as FID."""
    own = [{}, {0: "RUS"}, {0: "BLR"}] if applicant else [{}]
    for mine in own:
        for code in SUSPENDED:
            yield Option(f"fid_{code}", {"federations": dict.fromkeys(fid, code) | mine})
        if fid:
            for code in SUSPENDED:
                yield Option(f"fid_one_{code}", {"federations": {fid[0]: code} | mine})
        if len(fid) > 1:
            yield Option("fid_mixed", {"federations": {fid[0]: "RUS", fid[1]: "BLR"} | mine})
            halves = {n: SUSPENDED[i % 2] for i, n in enumerate(fid)}
            yield Option("fid_mixed", {"federations": halves | mine})
        if mine:
            yield Option(f"fid_own_{mine[0]}", {"federations": dict(mine)})


def _blank_options(event: Event, player: Player, blank: list[int], met: list[int]) -> Iterator[Option]:
    """Left out, own federation, one foreign federation, different ones; only some opponents left out."""
    own = player.federation or SOME_FEDERATION
    if blank:
        yield Option("blank_out", {"federations": dict.fromkeys(blank, OUT)})
        yield Option("blank_own", {"federations": dict.fromkeys(blank, own) | {0: own}})
        yield Option("blank_same", {"federations": dict.fromkeys(blank, f"{SOME_FEDERATION}0")})
        yield Option("blank_different", {"federations": {n: f"{SOME_FEDERATION}{n}" for n in blank}})
        yield Option("blank_largest", {"federations": dict.fromkeys(blank, _largest(event, met, player))})
    every = {m: f"{SOME_FEDERATION}{m}" for m in blank}
    for out in _parts(blank):
        key = "blank_one_out" if len(out) == 1 else "blank_some_out"
        yield Option(key, {"federations": every | dict.fromkeys(out, OUT)})
    if player.federation == ev.NO_FEDERATION:
        host = event.federation.value if event.federation else ""
        for code in sorted({host, *(event.players[n].federation for n in met)} - {"", ev.FID, ev.NON}):
            yield Option(f"own_is {code}", {"federations": {0: code}})


def _parts(items: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Some of them but not all: every choice of a few, of many one alone and all but one."""
    counts = range(1, len(items)) if len(items) <= _FEW else {1, len(items) - 1}
    for count in counts:
        yield from combinations_of(items, count)


def _largest(event: Event, met: list[int], player: Player) -> str:
    """The foreign federation that most opponents have."""
    known = [event.players[n].federation for n in met]
    foreign = [f for f in known if f not in ("", ev.FID, ev.NON, player.federation)]
    return max(sorted(set(foreign)), key=foreign.count, default=f"{SOME_FEDERATION}0")


def _game_facts(event: Event, field: Field, player: Player, base: Reading) -> list[OpenFact]:
    facts, results = [], [g.result for g in player.games]
    doubtful = [g for g in player.games if g.result in "F?" or (g.result == ev.FORFEIT_WIN and not g.opponent)]
    if doubtful and event.rounds == field.law.edition.clauses.eight_games.rounds:
        facts.append(OpenFact("bye", (Option("bye_allocated", {"allocated_byes": True}),), helps=True))
    short = [r for r, result in enumerate(results, 1) if result in ev.PLAYED_SHORT]
    if short:
        facts.append(OpenFact("short_game", tuple(_short_options(short))))
    facts += _repeated_facts(player, base)
    facts += _round_robin_facts(event, player, base)
    return facts


def _contradictions(field: Field, player: Player) -> list[OpenFact]:
    """Games on which the opponent's line, or the totals of both, say something else: all or some by that."""
    other, totals = field.contradicted.get(player.no), field.by_totals.get(player.no, [])
    facts = [OpenFact("totals", tuple(Option("by_totals", {"results": results}) for results in totals))]
    if other:
        every = (other, *({round_: other[round_] for round_ in some} for some in _parts(list(other))))
        facts.append(OpenFact("contradiction", tuple(Option("by_opponent", {"results": r}) for r in every)))
    return facts


def _short_options(rounds: list[int]) -> Iterator[Option]:
    for some in (rounds, *_parts(rounds)):
        yield Option("short_counts", {"short_games": frozenset(some)})


def _repeated_facts(player: Player, base: Reading) -> list[OpenFact]:
    opponents = [g.opponent for g in player.games if g.opponent]
    if len(set(opponents)) == len(opponents):
        return []
    facts = [OpenFact("raise_one", (Option("raise_one_game", {"raise_one_game": True}),))]
    if base.system == ev.KNOCKOUT:
        facts.append(OpenFact("different_opponents", (Option("count_different", {"different_opponents": True}),)))
    return facts


def _round_robin_facts(event: Event, player: Player, base: Reading) -> list[OpenFact]:
    guessed = event.system is None or event.system_guessed or base.system == ev.OTHER
    if not (base.predetermined or guessed):
        return []
    facts = [
        OpenFact("complete_average", (Option("average_of_all", {"complete_average": True}),)),
        OpenFact("absences", (Option("absences_allowed", {"absences_allowed": True}),), helps=True),
    ]
    met = [event.players[g.opponent] for g in player.games if g.opponent in event.players]
    if event.sheet and any(not p.rating for p in met):
        facts.append(OpenFact("unrated_score", (Option("scored_nothing", {"unrated_left_out": True}),)))
    return facts


def combined(base: Reading, changes: Changes) -> Reading:
    """The base reading with the changes of one or more options."""
    return base._replace(**changes)


def combinations(facts: list[OpenFact]) -> Iterator[Combination]:
    """All combinations of options, the base of every fact included; beyond a limit each fact with each other one."""
    every = [(None, *fact.options) for fact in facts]
    size = 1
    for options in every:
        size *= len(options)
    if size <= MOST_READINGS:
        for chosen in product(*every):
            yield _combination(facts, chosen)
        return
    for i, fact in enumerate(facts):
        for option in fact.options:
            for other in range(i + 1, len(facts)):
                for second in facts[other].options:
                    picked: list[Option | None] = [None] * len(facts)
                    picked[i], picked[other] = option, second
                    yield _combination(facts, tuple(picked))
    for last in (0, -1):
        yield _combination(facts, tuple(fact.options[last] for fact in facts))


def _combination(facts: list[OpenFact], chosen: tuple[Option | None, ...]) -> Combination:
    changes: Changes = {}
    for option in chosen:
        for key, value in (option.changes if option else {}).items():
            changes[key] = (changes[key] | value) if key in _ADDED and key in changes else value
    picked = tuple((fact.key, option.key) for fact, option in zip(facts, chosen, strict=True) if option)
    return Combination(changes, picked)
