"""Tables of chess-results.com, saved as web page, XLSX or CSV: crosstables, starting rank lists, pairings, teams."""

import re
from collections.abc import Callable
from typing import NamedTuple

from normcheck.event import Event, Source
from normcheck.read import matrix, pairings, team_pages, trf
from normcheck.read.assemble import Draft, Lines, assemble
from normcheck.read.chessresults_facts import stated_players, tell_facts
from normcheck.read.chessresults_page import read_page
from normcheck.read.columns import Columns, find_columns, plain_word, words
from normcheck.read.crosstable import add_games, add_players, name_column, number_rows, player_rows
from normcheck.read.grid import HTML, Grid, Table
from normcheck.read.notices import Notices
from normcheck.read.refusal import refusal
from normcheck.read.sheets_io import OLD_OFFICE, ZIP, read_csv, read_xlsx

_SITE = re.compile(rb"chess-results", re.IGNORECASE)
_PAGE = re.compile(rb"<!doctype\s+html|<html|<table|<head", re.IGNORECASE)
_PAGE_OF_ROWS = 150  # how many rows the site shows of a long list


# Tables that name players round by round or team by team: what they are called, how they are known, who reads them.
_PAIRED: tuple[tuple[str, Callable[[Table], bool], Callable[[Draft, Grid], None]], ...] = (
    ("board pairings of teams", team_pages.has_matches, team_pages.add_matches),
    ("team composition", team_pages.has_compositions, team_pages.add_compositions),
    ("pairings", pairings.has_pairings, pairings.add_pairings),
)


class Found(NamedTuple):
    """A table of players or games: where its heading is, and what it is."""

    table: Table
    start: int
    columns: Columns


def looks_like(head: bytes, name: str) -> bool:
    """Whether a file is a page, a sheet, or separated text from the site (or named .csv)."""
    plain = head.replace(b"\0", b"")
    if head.startswith((ZIP, OLD_OFFICE)) or _PAGE.search(plain):
        return True
    if trf.looks_like(head, ""):
        return False
    return bool(_SITE.search(plain)) or name.lower().endswith((".csv", ".xlsx", ".xls", ".html", ".htm"))


def read(data: bytes, name: str) -> Event:
    """Read the table in a file; `name` is the file name used in every source.

    Raises `UnreadableInput` with the reason for what holds no such table, was cut, or is not safe to open.
    """
    notices = Lines(name)
    grid = read_grid(data, notices)
    site = "chess-results " if _is_of_site(grid, data) else ""
    for what, is_such, add in _PAIRED:
        if any(is_such(table) for table in grid.tables):
            return _paired_event(grid, site + what, add, notices)
    found = find_tables(grid)
    _refuse_others(grid, found, name)
    best = max(found, key=lambda one: (len(one.columns.rounds) > 0, len(one.table.rows) - one.start))
    return _players_event(grid, best, site, notices)


def read_grid(data: bytes, notices: Notices) -> Grid:
    """The tables of a file of any of the three kinds."""
    if data.startswith(OLD_OFFICE):
        raise refusal("sheet_old", Source(notices.file))
    if data.startswith(ZIP):
        return read_xlsx(data, notices.file)
    if _PAGE.search(data[:65536].replace(b"\0", b"")):
        return read_page(data, notices)
    return read_csv(data, notices)


def _is_of_site(grid: Grid, data: bytes) -> bool:
    """Whether the file names the site anywhere."""
    if _SITE.search(data.replace(b"\0", b"")):
        return True
    cells = (cell for table in grid.tables for row in table.rows for cell in row.cells)
    return any(_SITE.search(cell.encode()) for cell in cells)


def find_tables(grid: Grid) -> list[Found]:
    """The first heading row of every table that has one."""
    found = []
    for table in grid.tables:
        for start, row in enumerate(table.rows[:200]):
            columns = find_columns(row.cells)
            if columns:
                found.append(Found(table, start, columns))
                break
    return found


def _refuse_others(grid: Grid, found: list[Found], name: str) -> None:
    """Refuse pages of the site from which no event can be read, each with what to save instead."""
    for one in found:
        if {"round", "result"} <= one.columns.at.keys():
            raise refusal("player_card", Source(name, one.table.rows[one.start].line))
    if found:
        return
    for table in grid.tables:
        for row in table.rows[:200]:
            if any(words("columns").get(plain_word(cell)) == "team" for cell in row.cells[1:]):
                raise refusal("teams_only", Source(name, row.line))
    raise refusal("no_table", Source(name))


def _paired_event(grid: Grid, what: str, add: Callable[[Draft, Grid], None], notices: Lines) -> Event:
    """A page of pairings, or of the players of teams."""
    draft = Draft(notices, f"{what} ({grid.kind})", grid.encoding)
    table = max(grid.tables, key=lambda one: len(one.rows))
    tell_facts(draft, grid, table, 0)
    add(draft, grid)
    if not grid.ended:
        raise refusal("page_broken_off", Source(notices.file), rows=len(draft.rows))
    return assemble(draft)


def _players_event(grid: Grid, found: Found, site: str, notices: Lines) -> Event:
    """A crosstable, a matrix, or a list of players."""
    table, start, columns = found
    draft = Draft(notices, "", grid.encoding)
    tell_facts(draft, grid, table, start)
    rows, name = player_rows(table.rows, columns, start), name_column(table.rows, columns, start)
    numbering = number_rows(rows, columns, name, draft)
    refuse_cut(grid, len(numbering.entries), numbering.entries[-1].row.line if numbering.entries else 0, notices)
    add_players(draft, numbering, columns, name, grid.kind)
    what = "ranking list" if numbering.by_row else "starting rank list"
    if columns.rounds:
        what = "ranking crosstable" if numbering.by_row else "crosstable"
        if "rounds" not in draft.told:
            notices.add("rounds_by_columns", table.rows[start].line, rounds=len(columns.rounds))
        add_games(draft, numbering, columns, grid.kind)
    elif matrix.is_matrix([entry.row for entry in numbering.entries], columns):
        what = "round-robin crosstable"
        matrix.add_matrix(draft, numbering, columns, grid.kind)
    if numbering.made:
        notices.add("numbers_made", table.rows[start].line)
    draft.format = f"{site}{what} ({grid.kind})"
    return assemble(draft)


def refuse_cut(grid: Grid, rows: int, line: int, notices: Notices) -> None:
    """Refuse a list that is not whole: the file breaks off, or the page shows only its first rows."""
    place = Source(notices.file, line)
    stated = stated_players(grid)
    if not grid.ended:
        raise refusal("page_broken_off", place, rows=rows)
    if stated > rows > 0 and grid.kind == HTML:
        raise refusal("list_cut", place, rows=rows, stated=stated)
    if rows == _PAGE_OF_ROWS and not stated and not grid.all_rows:
        raise refusal("page_cut", place, rows=rows)
