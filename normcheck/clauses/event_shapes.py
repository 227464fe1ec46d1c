"""The shapes of clauses about events: their days and hours, their formats, the kinds that have rules of their own."""

from normcheck.clauses.shapes import Clause, Small, Strict, Text


class HoursADay(Clause):
    """A limit of hours of play on one day."""

    hours: Small


class Control(Strict):
    """One way to have enough time: an increment of at least so many seconds in every period, and so many minutes.

    The minutes are those of the periods themselves, increments left out, for the moves of the clause.
    """

    increment: Small = 0
    minutes: Small
    first_moves: Small = 0  # the minutes for so many first moves, where they are asked for as well
    first_minutes: Small = 0


class RateOfPlay(Clause):
    """Minutes each player must have for a number of moves, increments included.

    Where there are `ways`, one of them must be met as well. `listed` is a closed list of codes as in record 222:
    others are to confirm, those in `refused` are not met.
    """

    minutes: Small
    moves: Small
    ways: tuple[Control, ...] = ()
    listed: tuple[Text, ...] = ()
    refused: tuple[Text, ...] = ()


class Arbiters(Clause):
    """Titles a chief arbiter may hold."""

    titles: tuple[str, ...]


class ShortEvent(Strict):
    """A kind of event in which fewer games are enough."""

    kind: str
    minimum: Small
    systems: tuple[str, ...]  # systems of play this kind of event can have
    rounds: tuple[Small, ...] = ()  # numbers of rounds for which this holds; empty: any
    counts_as: Small = 0  # the games credited for the minimum; 0: as many as were played


class ShortEvents(Clause):
    """Events in which fewer games are enough."""

    events: tuple[ShortEvent, ...]


class EightGames(Clause):
    """Games enough when one round of an event of `rounds` rounds is an unplayed win or allocated bye."""

    rounds: Small
    games: Small
    counts_as: Small


class TitlesBeforeStart(Clause):
    """Whether an opponent's title must have been confirmed before the event started."""

    before_start: bool = True


class Formats(Clause):
    """Systems of play that need no special approval."""

    allowed: tuple[str, ...]


class Days(Clause):
    """A number of days."""

    days: Small


class Exemption(Clause):
    """A kind of event in which the federation limits are waived; `home_only`: for its own players.

    `except_zonal_year`: not in a year in which the federation holds a zonal of its own.
    """

    kind: str
    systems: tuple[str, ...]
    home_only: bool = False
    except_zonal_year: bool = False

    def holds(self, kind: str, zonal_year: bool | None) -> bool:
        """Whether an event of this kind is exempt; a year that is not known is taken as an ordinary one."""
        return self.kind == kind and not (self.except_zonal_year and zonal_year)
