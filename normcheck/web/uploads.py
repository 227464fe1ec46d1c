"""Forms as they arrive: files with safe names, fields as texts, and a sentence for everything that is wrong."""

import re
from typing import NamedTuple

from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import Request

from normcheck.web.guard import TooLarge, TooSlow
from normcheck.web.limits import Limits
from normcheck.web.pool import Refused
from normcheck.wording import say

_LONGEST_NAME, _LONGEST_ENDING = 180, 20  # bytes; systems take 255
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]')


class Sent(NamedTuple):
    """A form: files by field as (name, bytes), and every text field in its order."""

    files: dict[str, list[tuple[str, bytes]]]
    fields: list[tuple[str, str]]

    @property
    def texts(self) -> dict[str, str]:
        """The fields by name, the last one of each."""
        return dict(self.fields)

    def all(self, name: str) -> tuple[str, ...]:
        """Every value of one field."""
        return tuple(text for key, text in self.fields if key == name)


async def receive(request: Request, limits: Limits) -> Sent:
    """Read the form of a request. Raises `Refused`."""
    try:
        async with request.form(
            max_files=limits.files, max_fields=limits.fields, max_part_size=limits.upload_megabytes << 20
        ) as form:
            return await _sent(form)
    except TooLarge as error:
        raise Refused(say("web", "errors", "too_large", limit=limits.upload_megabytes), 413) from error
    except TooSlow as error:
        raise Refused(say("web", "errors", "upload_slow"), 408) from error
    except (MultiPartException, HTTPException, UnicodeError, ValueError) as error:
        raise Refused(say("web", "errors", "no_form"), 400) from error


async def _sent(form: FormData) -> Sent:
    files: dict[str, list[tuple[str, bytes]]] = {}
    fields = []
    for key, value in form.multi_items():
        if not isinstance(value, UploadFile):
            fields.append((key, _cut(value)))
        elif (content := await value.read()) or value.filename:  # a field left empty has neither
            files.setdefault(key, []).append((safe_name(value.filename or ""), content))
    return Sent(files, fields)


def safe_name(name: str) -> str:
    """The last part of a file name without what may mislead a system or a reader; never empty."""
    last = _FORBIDDEN.sub("_", re.split(r"[/\\]", _cut(name))[-1]).strip(" .")
    stem, dot, ending = last.rpartition(".")
    short = f"{_cut(stem, _LONGEST_NAME)}{dot}{_cut(ending, _LONGEST_ENDING)}" if dot else _cut(last, _LONGEST_NAME)
    return short or say("web", "file_name")


def _cut(text: str, most: int | None = None) -> str:
    """At most so many bytes of a text, which may hold what is no text."""
    return text.encode(errors="replace")[:most].decode(errors="ignore")
