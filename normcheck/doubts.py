"""Titles on which the file and a rating list do not agree: taken from the list, and judged as in the file as well."""

from normcheck.event import Event, Player
from normcheck.field import Field
from normcheck.late_titles import replaced
from normcheck.law import Law
from normcheck.readings import OpenFact, Option


def title_facts(event: Event, field: Field, player: Player) -> list[OpenFact]:
    """The titles of opponents in doubt: all those higher in the file, or all those lower. Nothing lies between.

    Also those that may have been confirmed too late.
    """
    facts = _in_doubt(event, field, player)
    titles = replaced(event, field.law, player, sure=False)
    if titles != replaced(event, field.law, player):
        facts.append(OpenFact("title_confirmed", (Option("confirmed_late", {"titles": titles}),)))
    return facts


def _in_doubt(event: Event, field: Field, player: Player) -> list[OpenFact]:
    met = {game.opponent for game in player.games}
    doubts = {no: doubt.file for (no, key), doubt in event.doubts.items() if key == "title" and no in met}
    if not doubts:
        return []
    kept = replaced(event, field.law, player)
    higher = {no: title for no, title in doubts.items() if _counts_more(field, title, event.players[no])}
    lower = {no: title for no, title in doubts.items() if no not in higher}
    options = Option("titles_up", {"titles": kept | higher}), Option("titles_down", {"titles": kept | lower})
    return [OpenFact("titles_differ", tuple(option for option in options if option.changes["titles"] != kept))]


def _counts_more(field: Field, title: str, listed: Player) -> bool:
    """Whether a title counts for something for which those in the list do not."""
    sets = [field.law.holders, *(law.required for law in field.law.titles.values())]
    return any(title in held and not {listed.title, listed.womens_title} & held for held in sets)


def holds(event: Event, law: Law, player: Player, title: str) -> bool:
    """Whether a player holds a title, or one that includes it, by the file and by the list."""
    doubt = event.doubts.get((player.no, "title"))
    if doubt and not _includes(law, doubt.file, title):
        return False
    return _includes(law, player.title, title) or _includes(law, player.womens_title, title)


def _includes(law: Law, held_title: str, title: str) -> bool:
    """The title itself or a higher one of the same line; the titles for women are a line of their own."""
    held = law.titles.get(held_title)
    if held_title == title:
        return True
    return bool(held and title in held.implies and held.women == law.titles[title].women)
