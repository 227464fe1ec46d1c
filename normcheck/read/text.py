"""Bytes to text: the encoding, the line ends, and whether it is text at all."""

import codecs
import re
from typing import NamedTuple

from normcheck.event import Source
from normcheck.read.notices import Notices
from normcheck.read.refusal import refusal

MOST_CHARACTERS_A_LINE = 100_000
MOST_LINES = 2_000_000  # an event of ten thousand players as PGN with all moves has fewer

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_PLAIN = bytes([9, 10, 13, *range(32, 127), *range(128, 256)])
_ODD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


class Text(NamedTuple):
    """The lines of a file (without line ends, counted from 1) and the encoding they were read with."""

    lines: list[str]
    encoding: str


def read_text(data: bytes, notices: Notices, *, keep_tabs: bool = False) -> Text:
    """Decode `data` and split it at CRLF, LF or CR.

    A byte order mark decides, else UTF-8 if it is valid, else Windows-1252. Control characters become
    blanks and tabs are expanded (unless they are to be kept), both with a notice. Raises `UnreadableInput`
    for an empty or binary file, for a line that no tournament report can have, and for too many lines.
    """
    source = Source(notices.file)
    if not data.strip():
        raise refusal("empty", source)
    text, encoding = decode(data, notices)
    if not text.strip("\r\n\t \ufeff"):
        raise refusal("empty", source)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") >= MOST_LINES:
        raise refusal("too_many_lines", source, limit=MOST_LINES)
    if data.translate(None, _PLAIN) or not text.isascii():
        text = _without_controls(text, notices)
    lines = text.split("\n")
    _refuse_long(lines, source)
    if "\t" in text and not keep_tabs:
        lines = _without_tabs(lines, notices)
    return Text(lines, encoding)


def decode(data: bytes, notices: Notices, otherwise: str = "cp1252") -> tuple[str, str]:
    """The text and its encoding: by its byte order mark, else UTF-8, else `otherwise` (a notice says so).

    Raises `UnreadableInput` for bytes that are no text in the encoding of the mark, or hold zeros.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strictly(data[len(mark) :], encoding, notices)
    if b"\0" in data:
        raise refusal("binary", Source(notices.file))
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        notices.add("encoding", encoding=otherwise.replace("cp125", "Windows-125"))
    text = data.decode(otherwise, "replace")
    if "\ufffd" in text:
        notices.add("replaced_characters")
    return text, otherwise


def _strictly(data: bytes, encoding: str, notices: Notices) -> tuple[str, str]:
    source = Source(notices.file)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise refusal("undecodable", source, encoding=encoding.upper()) from error
    if "\0" in text:
        raise refusal("binary", source)
    return text, encoding


def _without_controls(text: str, notices: Notices) -> str:
    text = text.rstrip("\x1a")  # the end mark of old DOS files
    first = _ODD.search(text)
    if not first:
        return text
    notices.add("control_characters", text.count("\n", 0, first.start()) + 1)
    return _ODD.sub(" ", text)


def _refuse_long(lines: list[str], source: Source) -> None:
    if max(map(len, lines)) <= MOST_CHARACTERS_A_LINE:
        return
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_CHARACTERS_A_LINE:
            raise refusal("long_line", source._replace(line=number), length=len(line))


def _without_tabs(lines: list[str], notices: Notices) -> list[str]:
    first = next(number for number, line in enumerate(lines, 1) if "\t" in line)
    notices.add("tabs", first)
    return [line.expandtabs(8) for line in lines]
