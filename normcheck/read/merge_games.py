"""The rounds of each player from all files of an event."""

from collections.abc import Mapping

from normcheck.event import ABSENT, BLANK, FULL_POINT_BYE, PAIRING_BYE, UNLISTED, Event, Game, Player, Source
from normcheck.read.assemble import Lines

_NOTHING = frozenset((BLANK, UNLISTED))
Origins = dict[tuple[int, str], Source]  # (start number, field) to the place of the fact

_LEFT_OUT = Game(0, "-", UNLISTED)


def combine_games(players: dict[int, Player], event: Event, origins: Origins, notices: Lines) -> None:
    """Add the rounds of one file to `players`; where both list a round differently the earlier file stays.

    `origins` gets the place of every round that is taken from a file other than that of the notices.
    """
    for no, theirs in event.players.items():
        ours = players[no]
        games = list(ours.games)
        for at, game in enumerate(theirs.games):
            ours_at = games[at] if at < len(games) else _LEFT_OUT
            combined, differs = _combined(ours_at, game)
            games[at : at + 1] = [combined]
            if combined is game and event.file != notices.file:
                origins[no, f"round {at + 1}"] = event.source_of(theirs, game)
            if differs:
                values = {"one": _words(combined), "other": _words(game), "file": event.file, "row": theirs.line}
                notices.add("merge_game", ours.line, 0, no=no, name=ours.name, round=at + 1, **values)
        players[no] = ours._replace(games=tuple(games))
    _add_absences(players, event)


def _add_absences(players: dict[int, Player], event: Event) -> None:
    """Whoever a file with this round does not name was absent from it, as far as nothing else is known."""
    listed = {
        at for player in event.players.values() for at, game in enumerate(player.games) if game.result != UNLISTED
    }
    for no in players.keys() - event.players.keys():
        games = list(players[no].games)
        games += [_LEFT_OUT] * (max(listed, default=-1) + 1 - len(games))
        for at in listed:
            if games[at] == _LEFT_OUT:
                games[at] = Game(0, "-", ABSENT)
        players[no] = players[no]._replace(games=tuple(games))


def _combined(ours: Game, theirs: Game) -> tuple[Game, bool]:
    """One game from two (`theirs` itself if it is taken), and whether they contradict each other."""
    if ours == _LEFT_OUT:
        return theirs, False
    if theirs.result in _NOTHING and (not theirs.opponent or theirs.opponent == ours.opponent):
        return ours, False
    if ours.result in _NOTHING and (not ours.opponent or ours.opponent == theirs.opponent):
        return theirs, False
    if ours.opponent != theirs.opponent:
        return ours, True
    if (ours.result, theirs.result) == (FULL_POINT_BYE, PAIRING_BYE):
        return theirs, False
    if (ours.result, theirs.result) == (PAIRING_BYE, FULL_POINT_BYE):
        return ours, False
    colour = ours.colour if ours.colour != "-" else theirs.colour
    differs = ours.result != theirs.result or theirs.colour not in ("-", colour)
    return ours._replace(colour=colour), differs


def compare_by_opponent(players: Mapping[int, Player], event: Event, notices: Lines) -> None:
    """Compare a file without rounds: the results against each opponent, in whatever order."""
    for no, theirs in event.players.items():
        ours = players[no]
        for opponent in sorted({game.opponent for game in theirs.games if game.opponent}):
            one, other = _results(ours, opponent), _results(theirs, opponent)
            if one != other and other:
                values = {"one": one, "other": other, "opponent": opponent, "file": event.file, "row": theirs.line}
                notices.add("merge_result", ours.line, 0, no=no, name=ours.name, **values)


def _results(player: Player, opponent: int) -> str:
    """All results against an opponent, sorted."""
    return "".join(sorted(g.result for g in player.games if g.opponent == opponent and g.result not in _NOTHING))


def _words(game: Game) -> str:
    """A game as a cell of a crosstable says it."""
    return f"{game.opponent or '-'}{game.colour.strip('-')}{game.result}".strip()
