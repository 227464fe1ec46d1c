"""The versions of the program and of the libraries it prints with."""

import contextlib
import io
import platform
from importlib import import_module, metadata
from types import ModuleType

from normcheck.report.pdf import install_hint
from normcheck.wording import say

_PACKAGES = ("click", "pydantic", "rich", "jinja2")


def versions() -> list[tuple[str, str]]:
    """Name and version of every library, those of PDF last; never fails."""
    found = [("Python", platform.python_version())]
    found += [(name, _installed(name)) for name in _PACKAGES]
    return [*found, *_of_pdf()]


def _installed(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return say("terminal", "versions", "unknown")


def _of_pdf() -> list[tuple[str, str]]:
    """WeasyPrint, Pango and HarfBuzz, or what to install."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            weasyprint, library = import_module("weasyprint"), import_module("weasyprint.text.ffi")
    except (ImportError, OSError):
        return [("WeasyPrint", say("terminal", "versions", "missing", hint=install_hint()))]
    return [
        ("WeasyPrint", str(weasyprint.__version__)),
        ("Pango", _pango(library)),
        ("HarfBuzz", _harfbuzz(library)),
    ]


def _pango(library: ModuleType) -> str:
    """The version, which Pango gives as one number: 15012 is 1.50.12."""
    number = int(library.pango.pango_version())
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"


def _harfbuzz(library: ModuleType) -> str:
    try:
        library.ffi.cdef("const char *hb_version_string (void);")
        return str(library.ffi.string(library.harfbuzz.hb_version_string()).decode())
    except Exception:  # whatever the foreign library says, the version is only unknown
        return say("terminal", "versions", "unknown")
