"""The exceptions, one small tree. They are raised only when nothing useful can be returned.

::

    NormcheckError            a sentence for the user; never a traceback
    ├── UnreadableInput       a file that cannot be read at all          (exit code 4)
    ├── BrokenRules           a mistake in an edition or wording file    (exit code 4)
    ├── UnwritableOutput      the output cannot be written               (exit code 4)
    ├── WrongUsage            the question cannot be asked like this     (exit code 2)
    └── PdfUnavailable        the libraries for PDF are missing          (exit code 5)

Doubtful facts inside a readable file are not exceptions: they are values (`normcheck.event.Notice`).
"""


class NormcheckError(Exception):
    """Base of all; ``str()`` is one sentence with the place and the remedy."""

    exit_code = 4


class UnreadableInput(NormcheckError):
    """The input cannot be read: says file, line and column where known, and what to do."""


class BrokenRules(NormcheckError):
    """An edition or wording file is wrong: says file, key and reason."""


class UnwritableOutput(NormcheckError):
    """The output folder or file cannot be written."""


class WrongUsage(NormcheckError):
    """The command asks for something that is not there (a player, a title, an edition)."""

    exit_code = 2


class PdfUnavailable(NormcheckError):
    """WeasyPrint or a system library it needs is missing: says the install command."""

    exit_code = 5
