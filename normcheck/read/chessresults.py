"""Tables of chess-results.com, saved as web page, XLSX or CSV: crosstables, starting rank lists, pairings, teams."""

import re
from typing import NamedTuple

from normcheck.event import Event, Source
from normcheck.read import matrix, trf
from normcheck.read.assemble import Draft, Lines, assemble
from normcheck.read.chessresults_facts import stated_players, tell_facts
from normcheck.read.chessresults_page import read_page
from normcheck.read.columns import Columns, find_columns
from normcheck.read.crosstable import add_games, add_players, name_column, number_rows, player_rows
from normcheck.read.grid import HTML, Grid, Table
from normcheck.read.notices import Notices
from normcheck.read.refusal import refusal
from normcheck.read.sheets_io import OLD_OFFICE, ZIP, read_csv, read_xlsx

_SITE = re.compile(rb"chess-results", re.IGNORECASE)
_PAGE = re.compile(rb"<!doctype\s+html|<html|<table|<head", re.IGNORECASE)
_PAGE_OF_ROWS = 150  # how many rows the site shows of a long list


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
    found = find_tables(grid)
    if not found:
        raise refusal("no_table", Source(name))
    best = max(found, key=lambda one: (len(one.columns.rounds) > 0, len(one.table.rows) - one.start))
    return _players_event(grid, best, notices)


def read_grid(data: bytes, notices: Notices) -> Grid:
    """The tables of a file of any of the three kinds."""
    if data.startswith(OLD_OFFICE):
        raise refusal("sheet_old", Source(notices.file))
    if data.startswith(ZIP):
        return read_xlsx(data, notices.file)
    if _PAGE.search(data[:65536].replace(b"\0", b"")):
        return read_page(data, notices)
    return read_csv(data, notices)


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


def _players_event(grid: Grid, found: Found, notices: Lines) -> Event:
    """A crosstable, a matrix, or a list of players."""
    table, start, columns = found
    draft = Draft(notices, "", grid.encoding)
    tell_facts(draft, grid, table, start)
    rows = player_rows(table.rows, columns, start)
    numbering = number_rows(rows, columns, draft)
    refuse_cut(grid, len(numbering.entries), numbering.entries[-1].row.line if numbering.entries else 0, notices)
    name = name_column(table.rows, columns, start)
    add_players(draft, numbering, columns, name, grid.kind)
    what = "starting rank list"
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
    draft.format = f"chess-results {what} ({grid.kind})"
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
