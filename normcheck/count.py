"""Which games of a player count, and why the others do not (1.4.2 of the newest edition).

A `Reading` fixes every open fact, so that counting and judging never meet a doubt; `normcheck.readings` decides
which readings there are.
"""

from typing import NamedTuple

from normcheck import event as ev
from normcheck.event import Dated, Event, Game, Player

OUT = "-out-"  # a federation value: the game is left out
_OUT = (ev.NON, OUT)
_new = tuple.__new__  # a named tuple made without looking at the names


# What of a reading decides which games count and with which values.
_OF_COUNTING = ("law", "system", "federations", "short_games", "unrated_left_out", "titles", "results")


class Reading(NamedTuple):
    """One way to take the facts of an event for one player. The defaults are the file as it stands.

    `federations` replaces federations by start number (0 is the applicant), with OUT for a game left out; `titles`
    replaces titles by start number;
    `waived_by` is the clause that lifts the federation limits; `minimum` is the number of games that is enough and
    `counts_as` what that number is credited with (0: itself).
    """

    law: int = 0  # which of the possible laws, where the edition is not known in full
    system: str = ev.SWISS
    minimum: int = 0
    counts_as: int = 0
    waived_by: str = ""
    federations: dict[int, str] = {}
    allocated_byes: bool = False  # full-point byes and rounds of unknown kind were pairing-allocated byes
    short_games: frozenset[int] = frozenset()  # rounds in which a game of less than one move counts
    raise_one_game: bool = False  # of two games with the lowest opponent only one is raised
    different_opponents: bool = False  # the mix is judged on different opponents
    unrated_left_out: bool | None = None  # round robin, one player's games only: not known from the file
    complete_average: bool = False  # round robin with ignored wins: the complete event must reach the average
    absences_allowed: bool = False  # round robin: own unplayed rounds do not spoil "all scheduled rounds"
    small_limits: bool = True  # the federation limits hold on seven or eight games
    ratings_trusted: bool = True  # the ratings are those the edition asks for
    titles: dict[int, str] = {}
    results: dict[int, str] = {}  # other results by round, where the opponent's line contradicts the player's

    @property
    def predetermined(self) -> bool:
        """Pairings fixed beforehand: the norm must rest on all scheduled rounds."""
        return self.system in (ev.ROUND_ROBIN, ev.DOUBLE_ROUND_ROBIN)

    def counts_like(self, other: "Reading") -> bool:
        """Whether the same games count under another reading."""
        return all(getattr(self, key) == getattr(other, key) for key in _OF_COUNTING)

    @property
    def distinct(self) -> bool:
        """The mix counts different opponents instead of games."""
        return self.different_opponents or self.system == ev.DOUBLE_ROUND_ROBIN


class Shown(NamedTuple):
    """What counts for a norm instead of the title and rating beside a player's name.

    `better` is the better of two titles by start number, `dated` holds rating and title by round and start number and
    goes before it, and `titles`, by start number, are those of the reading and go before both.
    """

    better: dict[int, str] = {}
    dated: dict[tuple[int, int], Dated] = {}
    titles: dict[int, str] = {}

    def of(self, player: Player, round_: int) -> tuple[int, str]:
        """Rating and title of a player in a round."""
        then = self.dated.get((round_, player.no)) if self.dated else None
        rating, title = (then.rating, then.title) if then else (player.rating, self.better.get(player.no, player.title))
        return rating, self.titles.get(player.no, title)


class Counted(NamedTuple):
    """A game that counts. `value` is the rating, or the value of an unrated opponent; `federation` is "" for none."""

    round: int
    opponent: int
    value: int
    title: str
    federation: str
    halves: int
    rated: bool


class Excluded(NamedTuple):
    """A round that does not count: the clause that excludes it and a wording key for the reason."""

    round: int
    opponent: int
    result: str
    clause: str
    reason: str


class Count(NamedTuple):
    """All rounds of a player under one reading."""

    games: tuple[Counted, ...]
    excluded: tuple[Excluded, ...]
    open_rounds: tuple[int, ...]


_REASONS = {
    ev.FORFEIT_WIN: "forfeit_win",
    ev.FORFEIT_LOSS: "forfeit_loss",
    ev.HALF_POINT_BYE: "half_point_bye",
    ev.FULL_POINT_BYE: "full_point_bye",
    ev.PAIRING_BYE: "pairing_bye",
    ev.ABSENT: "absent",
    ev.UNLISTED: "unlisted",
    ev.SHORT_WIN: "short_game",
    ev.SHORT_DRAW: "short_game",
    ev.SHORT_LOSS: "short_game",
}


def _left_out(opponent: Player, federation: str, reading: Reading, unrated_out: frozenset[int]) -> tuple[str, str]:
    """The clause and reason that leave out a played game, or two empty strings."""
    if federation == ev.NON:
        return "member_federations", "not_a_member"
    if federation == OUT:
        return "member_federations", "left_out_by_reading"
    if reading.predetermined and not opponent.rating:
        out = reading.unrated_left_out
        if out if out is not None else opponent.no in unrated_out:
            return "unrated_without_score", "unrated_without_score"
    return "", ""


def _flag(federation: str) -> str:
    """FID is no federation."""
    return "" if federation == ev.FID else federation


def _read(games: tuple[Game, ...], reading: Reading) -> tuple[Game, ...]:
    """The games with the results of a reading."""
    other = reading.results
    return tuple(g._replace(result=other.get(r, g.result)) for r, g in enumerate(games, 1)) if other else games


def count(
    event: Event,
    player: Player,
    reading: Reading,
    unrated_out: frozenset[int],
    unrated_value: int,
    shown: Shown | None = None,
) -> Count:
    """Sort the rounds of a player into counted games, excluded rounds and rounds still open."""
    games, excluded, open_rounds = [], [], []
    players, replaced, may_be_out = event.players, reading.federations, reading.predetermined
    for round_, (opponent, _, result, _) in enumerate(_read(player.games, reading), 1):
        if result == ev.BLANK or round_ > event.rounds_played:
            open_rounds.append(round_)
            continue
        other = players.get(opponent)
        counts = result in ev.PLAYED or (result in ev.PLAYED_SHORT and round_ in reading.short_games)
        if other is None or not counts:
            reason = _REASONS.get(result, "unlisted")
            excluded.append(Excluded(round_, opponent, result, "unplayed_games", reason))
            continue
        federation = replaced.get(opponent, other.federation) if replaced else other.federation
        if may_be_out or federation in _OUT:
            clause, reason = _left_out(other, federation, reading, unrated_out)
            if clause:
                excluded.append(Excluded(round_, opponent, result, clause, reason))
                continue
        rating, title = shown.of(other, round_) if shown else (other.rating, other.title)
        value, flag = rating or unrated_value, "" if federation == ev.FID else federation
        games.append(_new(Counted, (round_, opponent, value, title, flag, ev.HALVES[result], rating > 0)))
    played = len(player.games)
    if played < event.rounds:
        missing = range(played + 1, event.rounds + 1)
        open_rounds += [r for r in missing if r > event.rounds_played]
        excluded += [Excluded(r, 0, ev.ABSENT, "unplayed_games", "absent") for r in missing if r <= event.rounds_played]
    return Count(tuple(games), tuple(excluded), tuple(open_rounds))


def own_federation(player: Player, reading: Reading) -> str:
    """The applicant's federation under a reading; "" when he has none (FID) or it is not known."""
    return _flag(reading.federations.get(0, player.federation))
