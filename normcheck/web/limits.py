"""How much a visitor may send and how long a file may take."""

from typing import NamedTuple


class Limits(NamedTuple):
    """Megabytes, seconds and counts; the defaults are for one arbiter or a club on one machine."""

    upload_megabytes: int = 16  # of one request, all files together
    upload_seconds: float = 60
    files: int = 20
    fields: int = 2000
    memory_megabytes: int = 1536  # of one worker
    judge_seconds: float = 45
    print_seconds: float = 240  # for all PDFs of an event
    workers: int = 2
    waiting: int = 400  # orders that may wait for a worker
    sessions: int = 100
    cases: int = 8  # events of one session
    kept_megabytes: int = 256  # uploads of all sessions together
    session_seconds: float = 4 * 3600
