"""Plain text in columns and paragraphs: nothing is cut, and widths are counted in cells of the screen."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len, chop_cells

GAP = 2  # cells between two columns


class Column(NamedTuple):
    """A column of a table: its head, and whether its cells stand at the right (numbers)."""

    head: str
    right: bool = False


# Characters that steer a terminal or turn the direction of writing: a name must not.
_UNSAFE = dict.fromkeys((*range(32), *range(127, 160), 0x2028, 0x2029), " ")
_UNSAFE |= dict.fromkeys((0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "")


def clean(text: str) -> str:
    """The text on one line, without characters that steer a terminal."""
    return " ".join(text.translate(_UNSAFE).split())


def wrap(text: str, width: int) -> list[str]:
    """The lines of a paragraph, at most `width` cells each; a word longer than that is broken."""
    lines = [""]
    for word in clean(text).split():
        joined = f"{lines[-1]} {word}".lstrip()
        if cell_len(joined) <= width:
            lines[-1] = joined
            continue
        parts = chop_cells(word, max(width, 1))
        lines = [*(lines if lines[-1] else lines[:-1]), *parts]
    return lines


def hanging(first: str, text: str, width: int) -> list[str]:
    """A paragraph that begins with `first` and keeps its following lines under the text."""
    indent = cell_len(first)
    lines = wrap(text, max(width - indent, 20))
    return [f"{' ' * indent if at else first}{line}".rstrip() for at, line in enumerate(lines)]


def pad(text: str, width: int, right: bool = False) -> str:
    """The text with blanks up to `width` cells."""
    blanks = " " * (width - cell_len(text))
    return blanks + text if right else text + blanks


def widths(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int, flexible: int) -> list[int]:
    """The cells each column needs; the flexible one takes no more than what the others leave of `width`."""
    need = [max(cell_len(text) for text in texts) for texts in zip([c.head for c in columns], *rows, strict=True)]
    others = sum(need) - need[flexible] + GAP * (len(columns) - 1)
    need[flexible] = min(need[flexible], max(width - others, 10))
    return need


def row(columns: Sequence[Column], cells: Sequence[str], sizes: Sequence[int]) -> list[str]:
    """The lines of one row: every cell wrapped to its size."""
    wrapped = [wrap(text, size) for text, size in zip(cells, sizes, strict=True)]
    height = max(len(lines) for lines in wrapped)
    return [
        (" " * GAP)
        .join(
            pad(lines[at] if at < len(lines) else "", size, column.right)
            for column, lines, size in zip(columns, wrapped, sizes, strict=True)
        )
        .rstrip()
        for at in range(height)
    ]
