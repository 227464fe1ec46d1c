import json
import sys
import threading
import time

from benchmark.generate import swiss
from served import Visitor

REQUESTS = 50


def test_fifty_requests_at_once_on_an_event_of_two_hundred_players_are_all_answered(url, capsys):
    event = swiss(200, 9, 1, 2350).encode()
    alone = Visitor(url).check(("file", "event.trf", event)).body
    done = []

    def ask():
        began = time.monotonic()
        answer = Visitor(url).check(("file", "event.trf", event))
        done.append((time.monotonic() - began, answer.status, answer.body))

    threads = [threading.Thread(target=ask) for _ in range(REQUESTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {(status, body == alone) for _, status, body in done} == {(200, True)}
    assert len(done) == REQUESTS
    assert len({verdict["player"]["no"] for verdict in json.loads(alone)["verdicts"]}) > 100
    times = sorted(seconds for seconds, _, _ in done)
    with capsys.disabled():
        late = times[REQUESTS * 95 // 100 - 1]
        sys.stdout.write(f"\n{REQUESTS} requests at once, 200 players: 95 % within {late:.1f} s\n")
