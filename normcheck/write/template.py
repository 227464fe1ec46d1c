"""The crosstable to be filled by hand, as CSV and as XLSX."""

import csv
from io import BytesIO

from openpyxl import Workbook

from normcheck.resources import folder

_WIDTHS = {"A": 14, "B": 30}  # of the first columns of the sheet, in characters


def as_csv() -> bytes:
    """The template in UTF-8 with a byte order mark, for spreadsheets."""
    return _text().encode("utf-8-sig")


def as_xlsx() -> bytes:
    """The template as a sheet of texts and whole numbers, without formulas."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "crosstable"
    for line in _text().splitlines():
        cells = [line] if line.startswith("#") else next(csv.reader([line]))
        sheet.append([int(cell) if cell.isdecimal() else cell for cell in cells])
    for column, width in _WIDTHS.items():
        sheet.column_dimensions[column].width = width
    data = BytesIO()
    book.save(data)
    return data.getvalue()


def _text() -> str:
    return (folder("templates") / "crosstable.csv").read_text("utf-8")


TEMPLATES = {".csv": as_csv, ".xlsx": as_xlsx}
