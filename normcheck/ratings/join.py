"""An event with a rating list laid beside it: what is missing is filled in, what differs is told.

The list in force on the first day has the say on ratings and federations. A list of another month has it on federations
only: a rating the file gives stays. Titles and sex that differ stay in doubt. What an answer has given is not touched.
"""

from collections import Counter
from typing import NamedTuple

from normcheck.event import NO_FEDERATION, Doubt, Event, Notice, Player, Source
from normcheck.ratings.choose import Chosen, RatingList
from normcheck.ratings.entry import Entry, fide_number, name_key, name_number
from normcheck.read.notices import Notices


class Found(NamedTuple):
    """The players of an event in a list, by start number; `by_name` are those matched without a FIDE id."""

    entries: dict[int, Entry]
    by_name: frozenset[int]


def join(event: Event, chosen: Chosen) -> Event:
    """The event with a list; without one the event with what is to be said about that. Raises `UnreadableInput`."""
    if chosen.rating_list is None:
        return event._replace(notices=event.notices + chosen.notices)
    return _Join(event, chosen, chosen.rating_list).result()


def look_up(event: Event, rating_list: RatingList) -> Found:
    """Look for all players: by FIDE id, those without one by name, federation and year of birth."""
    ids = {p.no: number for p in event.players.values() if (number := fide_number(p.fide_id))}
    keys = {p.no: key for p in event.players.values() if p.no not in ids and (key := _person(p))}
    found = rating_list.find(set(ids.values()), {name_number(key[0]) for key in keys.values()})
    by_id = {entry.fide_id: entry for entry in found}
    people = Counter((name_key(e.name), e.federation, e.birth) for e in found)
    by_key = {key: e for e in found if people[key := (name_key(e.name), e.federation, e.birth)] == 1}
    named = {no: by_key[key] for no, key in keys.items() if key in by_key}
    return Found({no: by_id[number] for no, number in ids.items() if number in by_id} | named, frozenset(named))


def _person(player: Player) -> tuple[str, str, int] | None:
    """Name, federation and year of birth, None if one of them is missing."""
    year, name = player.birth[:4], name_key(player.name)
    if not (name and player.federation and year.isdigit() and int(year)):
        return None
    return name, player.federation, int(year)


class _Join:
    """One event and one list."""

    def __init__(self, event: Event, chosen: Chosen, rating_list: RatingList) -> None:
        self.event, self.chosen, self.list = event, chosen, rating_list
        self.label = rating_list.label
        self.folded = Notices(event.file)
        self.differences: list[Notice] = []
        self.doubts: dict[tuple[int, str], Doubt] = {}
        self.filled: Counter[str] = Counter()

    def result(self) -> Event:
        found = look_up(self.event, self.list)
        players = {}
        for player in self.event.players.values():
            entry = found.entries.get(player.no)
            if entry and self._is_other_person(player, entry):
                entry = None
            elif entry is None and player.fide_id:
                self._fold("list_unknown_id", player, player.fide_id)
            if entry and player.no in found.by_name:
                self._fold("list_by_name", player, entry.fide_id)
            players[player.no] = self._completed(player, entry) if entry else player
        notices = (*self.chosen.notices, self._summary(len(found.entries)), *self.differences, *self.folded.all())
        return self.event._replace(
            players=players,
            notices=self._left(players) + notices,
            doubts=self.event.doubts | self.doubts,
            rating_list=self.label,
        )

    def _left(self, players: dict[int, Player]) -> tuple[Notice, ...]:
        """The notices of the readers without those the list has settled."""
        settled = {"no_titles"} if self.filled["title"] else set()
        if all(player.federation for player in players.values()):
            settled.add("federation_blank")
        return tuple(notice for notice in self.event.notices if notice.key not in settled)

    def _fold(self, key: str, player: Player, fide_id: object) -> None:
        self.folded.add(key, player.line, 0, no=player.no, name=player.name, list=self.label, fide_id=fide_id)

    def _who(self, player: Player) -> dict[str, object]:
        return {"no": player.no, "name": player.name, "list": self.label}

    def _summary(self, found: int) -> Notice:
        filled = {key: self.filled[key] for key in ("title", "womens_title", "sex", "federation", "rating")}
        values = {"list": self.label, "found": found, "players": len(self.event.players), **filled}
        return Notice("list_used", values, Source(self.event.file))

    def _differs(self, key: str, player: Player, file: object, listed: object) -> None:
        values = {**self._who(player), "file": file or "–", "listed": listed or "–"}
        self.differences.append(Notice(key, values, self.event.source_of(player)))

    def _is_other_person(self, player: Player, entry: Entry) -> bool:
        """Whether the FIDE id is that of somebody else: no word of the name and not the year of birth agree."""
        if set(name_key(player.name).split()) & set(name_key(entry.name).split()):
            return False
        year = player.birth[:4]
        if entry.birth and year.isdigit() and int(year) and int(year) != entry.birth:
            self._differs("list_other_person", player, player.fide_id, entry.name)
            return True
        self._differs("list_name_differs", player, player.name, entry.name)
        return False

    def _completed(self, player: Player, entry: Entry) -> Player:
        player = player._replace(fide_id=player.fide_id or str(entry.fide_id))
        if not self._is_answered(player, "title"):
            player = self._with_titles(player, entry)
        if entry.sex and not self._is_answered(player, "sex"):
            player = self._with_sex(player, entry)
        if entry.federation and not self._is_answered(player, "federation"):
            player = self._with_federation(player, entry)
        return player if self._is_answered(player, "rating") else self._with_rating(player, entry)

    def _is_answered(self, player: Player, field: str) -> bool:
        return (player.no, field) in self.event.answered

    def _with_titles(self, player: Player, entry: Entry) -> Player:
        """One title in a file may be either of the two in the list; any other one is a doubt."""
        if player.title and player.title not in (entry.title, entry.womens_title):
            self._differs("list_title_differs", player, player.title, entry.titles)
            self.doubts[player.no, "title"] = Doubt(player.title, entry.titles, self.label)
        elif entry.title and not player.title:
            self.filled["title"] += 1
        self.filled["womens_title"] += bool(entry.womens_title)
        return player._replace(title=entry.title, womens_title=entry.womens_title)

    def _with_sex(self, player: Player, entry: Entry) -> Player:
        if player.sex and player.sex != entry.sex:
            self._differs("list_sex_differs", player, player.sex, entry.sex)
            self.doubts[player.no, "sex"] = Doubt(player.sex, entry.sex, self.label)
        self.filled["sex"] += not player.sex
        return player._replace(sex=entry.sex)

    def _with_federation(self, player: Player, entry: Entry) -> Player:
        if player.federation == NO_FEDERATION:
            self.filled["federation"] += 1
        elif player.federation != entry.federation:
            self._differs("list_federation_differs", player, player.federation, entry.federation)
        return player._replace(federation=entry.federation)

    def _with_rating(self, player: Player, entry: Entry) -> Player:
        if player.rating == entry.rating:
            return player
        if player.rating and not self.chosen.in_force:
            self._differs("list_rating_kept", player, player.rating, entry.rating)
            return player
        if player.rating:
            self._differs("list_rating_differs", player, player.rating, entry.rating)
        else:
            self.filled["rating"] += 1
            self._differs("list_rating_filled", player, player.rating, entry.rating)
        return player._replace(rating=entry.rating)
