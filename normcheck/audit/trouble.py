"""What an error is called that nobody has foreseen."""

import sys
from pathlib import Path

from normcheck.wording import say


def unexpected(error: Exception) -> str:
    """What kind of error, and in which line, for a report."""
    trace = error.__traceback__ or sys.exc_info()[2]
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
    return say("audit", "errors", "unexpected", kind=type(error).__name__, place=place)
