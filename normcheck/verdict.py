"""The decision on one player and title: every reading of the open facts judged, and what they turn on.

A decision stands if all readings agree; otherwise it needs review and names the facts that flip it. Most players are
settled by a bound before anything is built; findings are made when somebody looks (`normcheck.findings`).
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from normcheck import event as ev
from normcheck.conditions import CONDITIONS, agreed, conditions, hindrance, is_dated
from normcheck.doubts import holds, title_facts
from normcheck.event import Event, Player
from normcheck.field import Field
from normcheck.finding import NEEDS_REVIEW, NO_NORM, NORM, NOT_MET, Finding
from normcheck.judge import Judgement
from normcheck.late_titles import late
from normcheck.law import compile_law
from normcheck.possible import BEFORE_ALL, EDITION, RULE, doubtful, pairs, possible_rules
from normcheck.reach import Reach
from normcheck.readings import (
    Changes,
    OpenFact,
    Option,
    base_reading,
    combinations,
    combined,
    open_facts,
    shared_facts,
    system_of_games,
)
from normcheck.regulation import Edition

IN_PART = "edition_in_part"
_OF_LAW = ("waived_by", "minimum", "counts_as", "titles")  # what a reading takes from the edition
WOMEN_TITLES = frozenset({"WGM", "WIM", "WFM", "WCM"})


class Turn(NamedTuple):
    """An open fact that decides: its key and, option by option, whether it is then a norm."""

    key: str
    base: bool
    options: tuple[tuple[str, bool], ...]


class Decision(NamedTuple):
    """The decision on one player and title; `base` is the file as it stands, `flipped` decides otherwise."""

    player: Player
    title: str
    decision: str
    near: bool
    base: Judgement
    flipped: Judgement | None = None
    turns: tuple[Turn, ...] = ()


class Pending(NamedTuple):
    """A player and title to be decided; `doubt` names a fact about the player himself (his sex) that is open."""

    player: Player
    title: str
    doubt: str


class Audit:
    """One event under one edition: who is judged for what, decided when asked.

    `titles` are the titles asked for by name (then their holders are judged as well), empty for all.
    """

    def __init__(self, event: Event, edition: Edition, titles: tuple[str, ...] = (), reason: str = "in_force") -> None:
        self.event, self.edition, self.titles, self.reason = event, edition, titles, reason
        self.doubtful = doubtful(edition, reason)
        system = event.system.value if event.system else system_of_games(event.players.get(event.applicant))
        self.rules = tuple(possible_rules(edition, reason, event.start.value if event.start else None))
        self.fields = tuple(Field(event, compile_law(rule.edition), system) for rule in self.rules)
        self.field, self.law = self.fields[0], self.fields[0].law
        self.reach = Reach(event, self.fields)
        self._latest: Judgement | None = None
        self._open: dict[tuple[str, str, str], dict[str, str]] = {}
        self._shared: dict[str, list[OpenFact]] = {}  # by federation

    @cached_property
    def _conditions(self) -> tuple[tuple[Finding, ...], ...]:
        return tuple(conditions(self.event, field.law) for field in self.fields)

    @cached_property
    def conditions(self) -> tuple[Finding, ...]:
        """The conditions of the event itself; to confirm where the possible laws do not agree."""
        return tuple(agreed(found, self.doubtful) for found in zip(*self._conditions, strict=True))

    @cached_property
    def _hindrances(self) -> tuple[int, ...]:
        return tuple(hindrance(found) for found in self._conditions)

    @cached_property
    def refusals(self) -> tuple[Finding, ...]:
        """Conditions surely not met: they refuse every norm of the event."""
        return tuple(c for c in self.conditions if c.outcome == NOT_MET)

    @cached_property
    def is_too_long(self) -> bool:
        """Ratings and titles of the start are not enough."""
        return hindrance(self.conditions) == 1

    @cached_property
    def sex_is_unknown(self) -> bool:
        """No participant has a sex: one question of the event."""
        asked = [self.event.players[self.event.applicant]] if self.event.sheet else self.event.players.values()
        return not any(p.sex for p in asked)

    def sorted_out(self) -> Iterator[tuple[Player, dict[str, str], list[str]]]:
        """Every player to be judged, the titles with their doubts (see `Pending`), and those within his reach.

        The others are no norm and no near miss, whatever is still unknown.
        """
        asked = list(self._applicants())
        near = self.reach.sort_out(asked)
        for player, titles in asked:
            yield player, titles, near.get(player.no, [])

    def pending(self) -> Iterator[Pending]:
        """Every player and title to be judged, in the order of the file and of the titles."""
        for player, titles in self._applicants():
            for title, doubt in titles.items():
                yield Pending(player, title, doubt)

    def _applicants(self) -> Iterator[tuple[Player, dict[str, str]]]:
        players = self.event.players
        for player in [players[self.event.applicant]] if self.event.sheet else players.values():
            yield player, self._open_to(player)

    def _open_to(self, player: Player) -> dict[str, str]:
        """The titles a player can be judged for, with their doubts; those alike share them if no list differs."""
        alike = player.sex, player.title, player.womens_title
        if alike in self._open and not self.event.doubts:
            return self._open[alike]
        titles = [t for t in self.law.titles if not holds(self.event, self.law, player, t)]
        doubts = [(title, self._doubt(player, title)) for title in self.titles or titles]
        self._open[alike] = {title: doubt for title, doubt in doubts if doubt is not None}
        return self._open[alike]

    def _doubt(self, player: Player, title: str) -> str | None:
        """Empty if the title can be judged, a question if the player's sex is open, None if it cannot."""
        if not self.law.titles[title].women:
            return ""
        if (player.no, "sex") in self.event.doubts:
            return "sex_differs"
        if player.sex == "f":
            return ""
        if player.title in WOMEN_TITLES:
            return "sex" if player.sex == "m" else ""
        if player.sex == "m":
            return None
        return "sex" if self.titles or not self.sex_is_unknown else None

    def decisions(self) -> Iterator[Decision]:
        """Decide everything that is pending."""
        for player, titles, near in self.sorted_out():
            for title, doubt in titles.items():
                pending = Pending(player, title, doubt)
                yield self._weigh(pending) if title in near else self._plain_no(pending)

    def decide(self, pending: Pending, bounded: bool = False) -> Decision:
        """Decide one player and title; `bounded` settles those out of reach before anything is built."""
        if bounded and not self.reach.is_within(pending.player, pending.title):
            return self._plain_no(pending)
        return self._weigh(pending)

    def _plain_no(self, pending: Pending) -> Decision:
        player, title, _ = pending
        return Decision(player, title, NO_NORM, False, Judgement(self.event, self.fields, player, title))

    def judgement(self, player: Player, title: str) -> Judgement:
        """The file as it stands; nothing is worked out before it is asked."""
        if self._latest is None or self._latest.player is not player:
            self._latest = Judgement(self.event, self.fields, player, title)
        return self._latest.with_title(title)

    def _weigh(self, pending: Pending) -> Decision:
        player, title, _ = pending
        base = self.judgement(player, title)
        norm = base.is_norm()
        settled = not norm and self._is_plain(player) and not base.could_reach(self.reach.least)
        flips = [] if settled else self._flips(base, [f for f in self._facts(base) if not (norm and f.helps)])
        flipped = flips[0][1] if flips else None
        turns = [turn for turn, _ in flips]
        if (norm or turns) and pending.doubt:
            turns.append(Turn(pending.doubt, False, (("is_woman", True),)))
        if norm and self.reason == BEFORE_ALL and not turns:
            turns.append(Turn(EDITION, norm, (("edition_differs", not norm),)))
        if self.edition.known_in_part and not turns and (norm or base.fails_only(self.doubtful)):
            turns.append(Turn(IN_PART, norm, (("text_differs", not norm),)))
        if norm or turns:
            turns += self._condition_turns(player, norm, {turn.key for turn in turns})
        if self.refusals:
            return Decision(player, title, NO_NORM, False, base)
        if turns:
            return Decision(player, title, NEEDS_REVIEW, False, base, flipped, tuple(turns))
        return Decision(player, title, NORM if norm else NO_NORM, not norm and base.is_near_miss(), base)

    @cached_property
    def _plain_event(self) -> bool:
        """Nothing about the event or its rules is open that could change which games count and with which values."""
        event = self.event
        known = event.system is not None and not event.system_guessed and event.system.value != ev.OTHER
        more = event.sheet or event.dated or event.doubts or event.confirmed
        return known and len(self.rules) == 1 and not more

    def _is_plain(self, player: Player) -> bool:
        """No open fact about this player changes which games count and with which values."""
        if not self._plain_event or player.no in self.field.disputed or not player.federation:
            return False
        return self.reach.all_games_count(player)

    def _facts(self, base: Judgement) -> list[OpenFact]:
        player = base.player
        if player.federation not in self._shared:
            self._shared[player.federation] = shared_facts(self.event, self.field, player, base.reading)
        shared = self._shared[player.federation]
        facts = open_facts(self.event, self.field, player, base.reading, shared)
        facts += self._rule_facts(player) + title_facts(self.event, self.field, player)
        return [fact for fact in facts if fact.options]

    def _condition_turns(self, player: Player, norm: bool, known: set[str]) -> list[Turn]:
        """What the conditions of the event leave open: ratings by date, and numbers on which the laws do not agree."""
        if self.is_too_long and not is_dated(self.event, player):
            return [Turn("long_event", norm, (("ratings_differ", not norm),))]
        states = self._hindrances
        options: dict[str, list[tuple[str, bool]]] = {}
        for rule, state in zip(self.rules, states, strict=True):
            if state != states[0] and rule.key not in known:
                options.setdefault(rule.key, []).append((rule.text, norm and not state))
        return [Turn(key, norm and not states[0], tuple(dict.fromkeys(told))) for key, told in options.items()]

    def _rule_facts(self, player: Player) -> list[OpenFact]:
        """The clauses of the edition whose numbers are not known, each with the others they may be."""
        met = (self.event.players.get(g.opponent) for g in player.games)
        unrated = any(other is not None and not other.rating for other in met)
        unrated = unrated or not all(then.rating for then in self.event.dated.values())
        titles = () if late(self.event, player) else ("titles_before_start",)
        idle = {f"{RULE}{key}" for key in (*CONDITIONS, *titles)}
        keys = dict.fromkeys(rule.key for rule in self.rules if rule.key and (unrated or "unrated" not in rule.key))
        return [OpenFact(key, tuple(self._rule_options(key, player))) for key in keys if key not in idle]

    def _rule_options(self, wanted: str, player: Player) -> Iterator[Option]:
        """The other laws of one key, with what follows from them for the kind of event."""
        base = base_reading(self.event, self.field, player)
        for number, rule in enumerate(self.rules):
            if rule.key == wanted:
                other = base_reading(self.event, self.fields[number], player)
                changed = {key for key in _OF_LAW if getattr(other, key) != getattr(base, key)}
                yield Option(rule.text, {key: getattr(other, key) for key in changed} | {"law": number})

    def _flips(self, base: Judgement, facts: list[OpenFact]) -> list[tuple[Turn, Judgement]]:
        """The facts that decide otherwise than the base reading, each alone; if none does, those that do together."""
        norm, found = base.is_norm(), []
        if not norm and not any(f.changes_games for f in facts) and not base.could_reach(self.reach.least):
            return []
        if not norm and all(f.only_waives for f in facts) and not base.could_be_waived():
            return []
        for fact in facts:
            read = [(option, self._read(base, option)) for option in fact.options]
            other = [j for _, j in read if j.is_norm() != norm]
            if other:
                found.append((_turn(fact.key, norm, read), other[0]))
        return found or self._together(base, facts) or self._laws_together(base, {fact.key for fact in facts})

    def _read(self, base: Judgement, option: Option) -> Judgement:
        return base.under(combined(base.reading, option.changes))

    def _together(self, base: Judgement, facts: list[OpenFact]) -> list[tuple[Turn, Judgement]]:
        if len(facts) < 2:
            return []
        norm = base.is_norm()
        for question in combinations(facts):
            if len(question.chosen) > 1:
                judged = base.under(combined(base.reading, question.changes))
                if judged.is_norm() != norm:
                    return [(Turn(key, norm, ((option, not norm),)), judged) for key, option in question.chosen]
        return []


    def _laws_together(self, base: Judgement, open_keys: set[str]) -> list[tuple[Turn, Judgement]]:
        """Two numbers of the edition that are not known and decide only together."""
        norm, player = base.is_norm(), base.player
        for one, other, edition in pairs(self.rules) if len(self.rules) > 1 else ():
            if not {one.key, other.key} <= open_keys:
                continue
            field = Field(self.event, compile_law(edition), self.field.system)
            told = base_reading(self.event, field, player)
            changes: Changes = {key: getattr(told, key) for key in _OF_LAW} | {"law": len(self.fields)}
            fields = (*self.fields, field)
            judged = Judgement(self.event, fields, player, base.title, combined(base.reading, changes))
            if judged.is_norm() != norm:
                return [(Turn(rule.key, norm, ((rule.text, not norm),)), judged) for rule in (one, other)]
        return []


def _turn(key: str, norm: bool, read: list[tuple[Option, Judgement]]) -> Turn:
    """The answers to an open fact; of answers with one name those that decide otherwise are told."""
    told = {option.key: norm for option, _ in read}
    told |= {option.key: not norm for option, judged in read if judged.is_norm() != norm}
    return Turn(key, norm, tuple(told.items()))
