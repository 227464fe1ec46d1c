"""Direct titles of one event: who has one, what it still hangs on, and what no official text says."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from normcheck import event as ev
from normcheck.errors import WrongUsage
from normcheck.event import Event, Player
from normcheck.finding import MET, NOT_MET, UNKNOWN
from normcheck.prepare import has_ratings
from normcheck.regulation import Edition, edition_for
from normcheck.titles.rules import Award, Championship, Conditions, Counting, direct_titles
from normcheck.wording import say

GIVEN, CONDITIONAL, OPEN, NO = "title", "conditional", "to confirm", "no title"
LINES = {"GM": 0, "IM": 1, "FM": 2, "CM": 3, "WGM": 4, "WIM": 5, "WFM": 6, "WCM": 7}  # the first four are above too


class Asked(NamedTuple):
    """What the file does not say: federations of the body, a women's section, the subgroup.

    `games`: those named have the rated games that a rating asks for.
    """

    federations: int | None = None
    women: bool = False
    subgroup: tuple[int, ...] = ()
    games: bool = False


class Check(NamedTuple):
    """A general condition: its key, outcome, what is needed and found (None: not known)."""

    key: str
    outcome: str
    needed: int | None = None
    found: int | None = None


class Share(NamedTuple):
    """Games played, their points in half points, and rounds missed, as the footnotes of the table count them."""

    games: int
    halves: int
    missed: int

    @property
    def share(self) -> Fraction:
        """The score as a share of the games played."""
        return Fraction(self.halves, 2 * self.games) if self.games else Fraction(0)


class Given(NamedTuple):
    """An award for one player: the outcome, the checks of the player, the rating the title asks for (0: none)."""

    player: Player
    award: Award
    title: str
    outcome: str
    rating: int
    checks: tuple[Check, ...]


class Direct(NamedTuple):
    """All that the table gives in one event; `proposals` rest on no official text and decide nothing."""

    championship: Championship
    edition: Edition
    conditions: Conditions | None
    checks: tuple[Check, ...]
    given: tuple[Given, ...]
    proposals: tuple[Award, ...]


def counted(player: Player, rounds: int) -> Share:
    """The games played; a forfeit win or bye is a round but no game, a forfeit loss or absence a missed game."""
    played = [g for g in player.games[:rounds] if g.result in ev.PLAYED]
    free = sum(g.result in (ev.FORFEIT_WIN, ev.FULL_POINT_BYE, ev.PAIRING_BYE) for g in player.games[:rounds])
    return Share(len(played), sum(ev.HALVES[g.result] for g in played), rounds - len(played) - free)


def direct(event: Event, key: str, asked: Asked) -> Direct:
    """What the table gives. Raises `WrongUsage` without a first day, for an unknown key and for no such players."""
    if event.start is None:
        raise WrongUsage(say("titles", "errors", "no_start", file=event.file))
    rules, day = direct_titles(), event.start.value.first
    championship, edition = rules.championship(key), edition_for(event.start.value)[0]
    for no in asked.subgroup:
        if no not in event.players:
            raise WrongUsage(say("titles", "errors", "no_player", no=no, file=event.file))
    conditions = rules.conditions_on(day)
    checks = tuple(_general(event, championship, conditions, asked))
    awards = championship.on(day)
    sure = [award for award in awards if award.decides and award.title]
    given = [one for award in sure for one in _given(event, championship, award, checks, asked, edition, day)]
    return Direct(championship, edition, conditions, checks, tuple(given), tuple(a for a in awards if not a.decides))


def _general(event: Event, body: Championship, rule: Conditions | None, asked: Asked) -> Iterator[Check]:
    yield Check("complete", MET if event.complete else UNKNOWN)
    if body.body != "world":
        yield from _of_body(event, rule, asked)
    if asked.subgroup and rule:
        group = [event.players[no] for no in asked.subgroup]
        yield _least("subgroup_players", rule.subgroup_players, len(group))
        yield _least("subgroup_federations", rule.subgroup_federations, _federations(group))


def _of_body(event: Event, rule: Conditions | None, asked: Asked) -> Iterator[Check]:
    if rule is None or rule.certainty != "text":
        yield Check("conditions", UNKNOWN)
        return
    yield _least("participants", rule.participants, len(event.players))
    if rule.rounds:
        yield _least("rounds", rule.rounds, event.rounds)
    found, needed = _federations(list(event.players.values())), rule.federations
    if rule.federations_share and asked.federations:
        share = rule.federations_share * asked.federations
        needed = min(needed, -(-share.numerator // share.denominator))
    open_ = found < needed and rule.federations_share and not asked.federations
    yield Check("federations", UNKNOWN, needed, found) if open_ else _least("federations", needed, found)


def _least(key: str, needed: int, found: int) -> Check:
    return Check(key, MET if found >= needed else NOT_MET, needed, found)


def _federations(players: list[Player]) -> int:
    return len({p.federation for p in players} - {ev.NO_FEDERATION, ev.FID, ev.NON})


def _given(
    event: Event,
    championship: Championship,
    award: Award,
    general: tuple[Check, ...],
    asked: Asked,
    edition: Edition,
    day: date,
) -> Iterator[Given]:
    title = award.women if asked.women and award.women else award.title
    for player, standing in _winners(event, award, asked):
        if title is None or holds(player, title):
            continue
        rating, reached = _rating(championship, edition, title, player, None if asked.games else day)
        if rating and not has_ratings(event):
            reached = Check("rating_open", UNKNOWN, rating)
        checks = [standing, *_of_subgroup(event, player, asked, day), reached]
        outcomes = {c.outcome for c in (*general, *checks[:-1])}
        outcome = NO if NOT_MET in outcomes else OPEN if UNKNOWN in outcomes else GIVEN
        if outcome == GIVEN and reached.outcome != MET:
            outcome = CONDITIONAL if reached.outcome == NOT_MET else OPEN
        yield Given(player, award, title, outcome, rating, tuple(checks))


def _winners(event: Event, award: Award, asked: Asked) -> Iterator[tuple[Player, Check]]:
    """The players on the places of an award, or with its share, by the standings of the file."""
    players = [event.players[no] for no in asked.subgroup] if asked.subgroup else list(event.players.values())
    ranked = sorted((p for p in players if p.rank), key=lambda p: p.rank)
    sure = len({p.rank for p in ranked}) == len(players)
    for place in award.places:
        if place <= len(ranked):
            yield ranked[place - 1], Check("standing", MET if sure else UNKNOWN, None, place)
    if award.percent is not None:
        counting = direct_titles().counting
        for player in players:
            if has_share(counted(player, event.rounds), award, counting):
                yield player, Check("share", MET)


def has_share(found: Share, award: Award, counting: Counting) -> bool:
    """Whether a score is enough: games with the rounds that count as such, the share of games, games missed."""
    if award.percent is None or found.share < award.percent:
        return False
    return found.games >= award.games - (counting.missed if award.games >= counting.games else 0) and (
        award.games < counting.games or found.missed <= counting.missed
    )


def _of_subgroup(event: Event, player: Player, asked: Asked, day: date) -> Iterator[Check]:
    """In a merged group the player himself needs a share of the games, over all rounds."""
    rule = direct_titles().conditions_on(day)
    if asked.subgroup and rule:
        found = counted(player, event.rounds)
        enough = found.share >= Fraction(rule.subgroup_percent, 100) and not found.missed
        yield Check("subgroup_score", MET if enough else NOT_MET, rule.subgroup_percent, int(found.share * 100))


def holds(player: Player, title: str) -> bool:
    """Whether a player holds the title or a higher one; an open title of the same height is the higher."""
    held, wanted = LINES.get(player.title), LINES[title]
    return held is not None and (held <= wanted if (held < 4) == (wanted < 4) else held <= wanted - 4)


def _rating(where: Championship, edition: Edition, title: str, player: Player, day: date | None) -> tuple[int, Check]:
    """The rating a direct title asks for; without a day the number of rated games is no question."""
    rule = edition.clauses.direct_minimum
    if title in where.rating_waived:
        return 0, Check("rating_waived", MET)
    if rule is None:
        return 0, Check("rating", UNKNOWN)
    needed = next((value for name, value in rule.ratings.items() if name == title), 0)
    if player.rating < needed:
        return needed, Check("rating", NOT_MET, needed, player.rating)
    if day and rule.games_on(day):
        return needed, Check("rating_games", UNKNOWN, rule.games_on(day))
    return needed, Check("rating", MET, needed, player.rating)
