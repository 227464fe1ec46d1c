"""The name and the details of an event on a saved page or in a sheet, in any language of the site."""

import re

from normcheck.read.assemble import Draft
from normcheck.read.columns import plain_word, words
from normcheck.read.grid import Detail, Grid, Table

_IN_BRACKETS = re.compile(r"\([^)]*\)\s*$")
_CODE = re.compile(r"\(\s*([A-Z]{3})\s*\)\s*$")
_TWO_DATES = re.compile(r"\d{4}/\d{2}/\d{2}\D{1,12}\d{4}/\d{2}/\d{2}")
_LAST_ROUND = re.compile(r"\b1\b.*?\D(\d{1,2})\s*/\s*(\d{1,2})\b")
_SITE = re.compile(r"chess-results|last update|letzte aktualisierung", re.IGNORECASE)
_RAPID = re.compile(r"\(\s*(rapid|blitz|schnellschach|rápid[ao]|быстрые)\s*\)", re.IGNORECASE)


def tell_facts(draft: Draft, grid: Grid, table: Table, start: int) -> None:
    """Tell the draft the name of the event and what the details say; contact data is not among it."""
    tell_name(draft, table, start)
    for detail in grid.details:
        tell_detail(draft, detail)


def tell_name(draft: Draft, table: Table, start: int) -> None:
    """The name: the first heading of level 2 in a page, in a sheet the first text above the table."""
    line = table.rows[start].line
    names = [h for h in table.headings if h.text and not _SITE.search(h.text) and (h.level or h.line < line)]
    seconds = [heading for heading in names if heading.level == 2] or names
    if len(seconds) > 1 or (seconds and not seconds[0].level):
        draft.tell("name", seconds[0].text, seconds[0].line)


def tell_detail(draft: Draft, detail: Detail) -> None:
    """One fact by its label; dates and the host federation are also known by their form."""
    label, value = _IN_BRACKETS.sub("", detail.label), detail.value
    key = words("details").get(plain_word(detail.label)) or words("details").get(plain_word(label))
    if last := _LAST_ROUND.search(value):
        if last[1] <= last[2]:
            draft.tell("rounds", last[2], detail.line)
    elif key == "dates" or _TWO_DATES.fullmatch(value):
        draft.tell_dates(value, detail.line)
    elif key == "federation" or (key is None and _CODE.search(value)):
        code = _CODE.search(value)
        draft.tell("federation", code[1] if code else value, detail.line)
    elif key == "rate_of_play":
        kind = _RAPID.search(detail.label)
        draft.tell(key, f"{kind[1]}: {value}" if kind else value, detail.line)
    elif key and key != "players":
        draft.tell(key, value, detail.line)


def stated_players(grid: Grid) -> int:
    """The number of players the details state, 0 if they do not."""
    for detail in grid.details:
        if words("details").get(plain_word(detail.label)) == "players" and detail.value.isdecimal():
            return int(detail.value)
    return 0
