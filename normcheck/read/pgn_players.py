"""Who is who in a PGN file: by FIDE id, else by name; two of one name are told apart by their ratings."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from normcheck.read.assemble import Lines, Row
from normcheck.read.columns import plain_word, words
from normcheck.read.merge_numbers import name_key
from normcheck.read.pgn_tags import Tagged

_ROUND = re.compile(r"(\d{1,2})(?:\.\d{1,4})*")
SIDES = ("White", "Black")


class Meeting(NamedTuple):
    """A game between two start numbers in a round, White first; 0 stands for a bye."""

    game: Tagged
    round: int
    white: int
    black: int


def round_of(game: Tagged) -> int:
    """The round of a game (``3`` or ``3.2``: round and board), 0 if it is none."""
    found = _ROUND.fullmatch(game.tag("Round"))
    return int(found[1]) if found else 0


class Field:
    """The players of the games of one file; numbers are given in the order in which players appear."""

    def __init__(self, games: Sequence[Tagged]) -> None:
        self._games = games
        self._ids = self._ids_by_name()
        self._twins = self._names_twice_a_round()
        self._numbers: dict[str, int] = {}
        self._seen: dict[int, list[tuple[Tagged, str]]] = {}
        self.meetings = [Meeting(game, round_of(game), *(self._number(game, side) for side in SIDES)) for game in games]

    def _ids_by_name(self) -> dict[str, set[str]]:
        ids: dict[str, set[str]] = {}
        for game in self._games:
            for side in SIDES:
                if fide_id := _id(game, side):
                    ids.setdefault(_name(game, side), set()).add(fide_id)
        return ids

    def _names_twice_a_round(self) -> set[str]:
        """Names without FIDE id that play in one round with two ratings."""
        seen: dict[tuple[int, str], set[str]] = {}
        for game in self._games:
            for side in SIDES:
                if not _id(game, side):
                    seen.setdefault((round_of(game), _name(game, side)), set()).add(game.tag(f"{side}Elo"))
        return {name for (_, name), ratings in seen.items() if len(ratings) > 1}

    def _number(self, game: Tagged, side: str) -> int:
        name = game.tag(side)
        if not name or words("nobody").get(plain_word(name)):
            return 0
        key = self._key(game, side)
        no = self._numbers.setdefault(key, len(self._numbers) + 1)
        self._seen.setdefault(no, []).append((game, side))
        return no

    def _key(self, game: Tagged, side: str) -> str:
        """What identifies a player: his id, also where a game leaves it out; else his name."""
        name = _name(game, side)
        known = self._ids.get(name, set())
        if fide_id := _id(game, side) or (next(iter(known)) if len(known) == 1 else ""):
            return f"id {fide_id}"
        return f"{name} {game.tag(f'{side}Elo')}" if name in self._twins else name

    def rows(self, notices: Lines) -> list[Row]:
        """A row for every player, still without games."""
        return [self._row(no, seen, notices) for no, seen in self._seen.items()]

    def _row(self, no: int, seen: list[tuple[Tagged, str]], notices: Lines) -> Row:
        first, side = seen[0]
        name = first.tag(side)
        ratings = Counter(rating for game, at in seen if (rating := game.tag(f"{at}Elo")).strip("0"))
        titles = list(dict.fromkeys(title for game, at in seen if (title := game.tag(f"{at}Title"))))
        if len(ratings) > 1:
            told = ", ".join(sorted(ratings)[:8])
            notices.add("pgn_ratings_differ", first.line, no=no, name=name, ratings=told)
        if len(titles) > 1:
            notices.add("pgn_titles_differ", first.line, no=no, name=name, titles=", ".join(titles[:8]))
        return Row(
            no,
            name,
            title=titles[0] if titles else "",
            federation=_first(seen, "Fed") or _first(seen, "Country"),
            rating=ratings.most_common(1)[0][0] if ratings else "",
            fide_id=_first(seen, "FideId"),
            line=first.line,
        )


def _first(seen: list[tuple[Tagged, str]], tag: str) -> str:
    return next((value for game, side in seen if (value := game.tag(f"{side}{tag}"))), "")


def _id(game: Tagged, side: str) -> str:
    fide_id = game.tag(f"{side}FideId")
    return fide_id if fide_id.isdecimal() and fide_id.strip("0") else ""


def _name(game: Tagged, side: str) -> str:
    return " ".join(name_key(game.tag(side)))
