"""What every reader promises for any bytes; used by the tests that damage files."""

import tomllib

from hypothesis import HealthCheck, settings

from normcheck.errors import UnreadableInput
from normcheck.event import HALVES
from normcheck.resources import folder

MOST_ROUNDS = 99
RESULTS = {*HALVES, " ", "?"}


def many(examples):
    """The settings of a test with as many damaged files, the same ones each time."""
    return settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def _sentences():
    found = {}
    for path in sorted((folder("rules") / "en").glob("notices*.toml")):
        found |= tomllib.loads(path.read_text("utf-8"))
    return found


SENTENCES = _sentences()


def outcome(reader, data, name="damaged.file"):
    """The event, or the sentence with which the file is refused."""
    try:
        return reader.read(data, name)
    except UnreadableInput as error:
        assert str(error).startswith(name)
        return str(error)


def check(reader, data, name="damaged.file"):
    """The reader keeps its promises for these bytes; the event if it is one, else None."""
    reader.looks_like(data[:4096], name)
    event = outcome(reader, data, name)
    assert outcome(reader, data, name) == event
    if isinstance(event, str):
        return None
    assert 0 <= event.rounds_played <= event.rounds <= MOST_ROUNDS
    assert len(event.round_dates) in (0, event.rounds)
    for no, player in event.players.items():
        assert player.no == no
        assert event.rounds_played <= len(player.games) <= MOST_ROUNDS
        for game in player.games:
            assert game.colour in ("w", "b", "-")
            assert game.result in RESULTS
    check_references(event)
    return event


def check_references(event):
    """Every game names a player who is there, and every notice has its sentence."""
    for no, player in event.players.items():
        assert all(game.opponent == 0 or (game.opponent in event.players and game.opponent != no)
                   for game in player.games)  # fmt: skip
    for notice in event.notices:
        assert SENTENCES[notice.key].format(**notice.values)
