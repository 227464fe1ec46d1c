"""normcheck decides whether a chess player has made a FIDE title norm, and proves it.

The public calls are plain functions, one per stage of the flow::

    event = normcheck.read.read(path)              # what the file says
    event = normcheck.complete.complete(event, a)  # with the arbiter's answers
    edition = normcheck.regulation.edition_for(event.start)
    verdict = normcheck.verdict.judge(...)         # one player, one title
    document = normcheck.report.model.document(...)  # what every output shows
"""

__version__ = "0.1.0"
