import contextlib
import http.client
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest
from served import EXAMPLES, OPEN, ROOT, Visitor, everything_printed, form, serving

TOKEN = "a-long-word-nobody-guesses"


@contextlib.contextmanager
def listener():
    """A server that notes who calls."""
    calls = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.05)
        ended = threading.Event()

        def listen():
            while not ended.is_set():
                with contextlib.suppress(TimeoutError):
                    connection, _ = server.accept()
                    calls.append(connection)
                    connection.close()

        thread = threading.Thread(target=listen)
        thread.start()
        try:
            yield server.getsockname()[1], calls
        finally:
            time.sleep(0.2)
            ended.set()
            thread.join()


def renamed(new):
    """The example with another name of the event and of a player, in their columns."""
    player = new[:12].ljust(12)
    return OPEN.replace(b"Lakeside Open 2025", new).replace(b"Zor\xc4\x8di\xc4\x8d, Luka", player)


# Who is let in


def test_only_the_own_machine_is_listened_on():
    with serving() as (url, process):
        assert url.startswith("http://127.0.0.1:")
        port = int(url.rstrip("/").rsplit(":", 1)[1])
        other = next((a[4][0] for a in socket.getaddrinfo(socket.gethostname(), port, socket.AF_INET)), "127.0.0.2")
        address = other if not other.startswith("127.") else "127.0.0.2"
        with pytest.raises(OSError), socket.create_connection((address, port), timeout=2):
            pass
        assert process.poll() is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--host", "0.0.0.0"), "needs a token"),
        (("--host", "0.0.0.0", "--token", "short"), "at least 16"),
        (("--host", "192.0.2.1", "--token", TOKEN), "cannot listen"),
    ],
)
def test_other_addresses_need_a_token_and_what_cannot_be_is_said(options, said):
    shell = [sys.executable, "-m", "normcheck", "serve", "--no-browser", "--port", "0", *options]
    done = subprocess.run(shell, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_with_a_token_nobody_without_it_is_let_in():
    with serving("--host", "0.0.0.0", NORMCHECK_TOKEN=TOKEN) as (url, _):
        visitor = Visitor(url.replace("0.0.0.0", "127.0.0.1"))
        assert visitor.get("/").status == 401
        assert visitor.get("/?token=wrong-word-of-some-length").status == 401
        assert visitor.check(("file", "open.trf", OPEN)).status == 401
        assert visitor.check(("file", "open.trf", OPEN), Authorization=f"Bearer {TOKEN}").status == 200
        assert visitor.get(f"/?token={TOKEN}").status == 303
        assert visitor.get("/").status == 200
        stranger = Visitor(f"http://{visitor.host}/")
        assert stranger.get("/", Cookie="a/b(c=1").status == 401
        assert stranger.get("/", Cookie=f"a/b(c=1; normcheck_token={TOKEN}").status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "localhost.evil.example:80", "192.0.2.7"]
)
def test_another_host_is_refused(visitor, host):
    assert visitor.get("/", Host=host).status == 421


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:1", "[::1]:80", "LOCALHOST"])
def test_the_names_of_the_own_machine_are_taken(visitor, host):
    assert visitor.get("/", Host=host).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_changes_from_elsewhere_are_refused(visitor, headers):
    assert visitor.send("/event", ("file", "open.trf", OPEN), **headers).status == 403
    assert visitor.check(("file", "open.trf", OPEN), **headers).status == 403


def test_changes_of_the_same_origin_are_taken(visitor):
    origin = f"http://{visitor.host}"
    done = visitor.send("/event", ("file", "open.trf", OPEN), Origin=origin, Sec_Fetch_Site="same-origin")
    assert done.status == 303


@pytest.mark.parametrize(
    "path", ["/event", "/forget", "/event/KEY/answers", "/event/KEY/files", "/event/KEY/player/21/what-if"]
)
def test_every_change_needs_the_token_of_the_form(visitor, path):
    key = visitor.open(("open.trf", OPEN)).rsplit("/", 1)[1]
    for parts in ((), (("csrf", "guessed"),)):
        done = visitor.ask("POST", path.replace("KEY", key), form(*parts, ("file", "open.trf", OPEN)))
        assert done.status == 403


@pytest.mark.parametrize(
    ("mode", "destination", "status"),
    [("navigate", "document", 200), ("navigate", "iframe", 403), ("no-cors", "image", 403), ("cors", "empty", 403)],
)
@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_may_lead_here_but_not_take_a_page_as_a_part_of_its_own(visitor, site, mode, destination, status):
    asked = {"Sec_Fetch_Site": site, "Sec_Fetch_Mode": mode, "Sec_Fetch_Dest": destination}
    answer = visitor.get("/", **asked)
    assert (answer.status, "set-cookie" in answer.headers) == (status, status == 200)


def test_looking_changes_nothing(visitor):
    place = visitor.open(("open.trf", OPEN))
    for path in ("/forget", f"{place}/answers", f"{place}/files"):
        assert visitor.get(path).status in (404, 405)


def test_every_answer_has_a_strict_policy(visitor):
    place = visitor.open(("open.trf", OPEN))
    for path in (
        "/",
        place,
        f"{place}/player/21",
        f"{place}/decisions.json",
        "/nothing",
        "/static/web.css",
        "/openapi.json",
    ):
        headers = visitor.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


def test_pages_hold_no_script_or_style_of_their_own_and_name_no_other_host(visitor):
    place = visitor.open(("open.trf", OPEN))
    for path in ("/", place, f"{place}/player/21"):
        page = visitor.get(path).text
        assert page.count("<script") == 1
        assert "<style" not in page and " style=" not in page and " onclick" not in page
        assert 'src="http' not in page and 'href="http' not in page


def test_cookies_are_for_this_site_alone(visitor):
    cookie = visitor.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie and "samesite=lax" in cookie.lower()


# What is sent cannot do harm


@pytest.mark.parametrize("text", [b"<script>alert(1)</script>", b"<img src=x onerror=a()>", b'"><svg/onload=a()>'])
def test_names_cannot_run_script(visitor, text):
    place = visitor.open(("open.trf", renamed(text)))
    for path in (place, f"{place}/player/21", f"{place}/player/10"):
        page = visitor.get(path).text
        assert text.decode() not in page
        assert "&lt;" in page


@pytest.mark.parametrize(
    "name",
    ["<b>x</b>.trf", "../../etc/passwd", "C:\\secret\\x.trf", "a\u202efrt.exe", "." * 50, "x" * 500, "\U0001f600" * 99],
)
def test_names_of_files_are_harmless(visitor, name):
    done = visitor.send("/event", ("file", name, OPEN))
    assert done.status == 303
    page = visitor.get(done.headers["location"]).text
    assert name not in page


def test_names_of_files_may_be_in_any_language(visitor):
    page = visitor.get(visitor.open(("турнир №1.trf", OPEN))).text
    assert "турнир №1.trf" in page


def test_xml_cannot_read_files_or_reach_the_network(visitor, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("the-secret-word", encoding="utf-8")
    with listener() as (port, calls):
        for target in (secret.as_uri(), f"http://127.0.0.1:{port}/x"):
            head = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "{target}">]>'
            body = "<Tournament><Name>&e;</Name><Players><Player><Name>&e;</Name></Player></Players></Tournament>"
            done = visitor.check(("file", "event.xml", (head + body).encode()))
            assert done.status == 422
            assert "the-secret-word" not in done.text
    assert calls == []


def test_making_a_pdf_reaches_neither_files_nor_network(visitor):
    with listener() as (port, calls):
        link = f"<img src=http://127.0.0.1:{port}/>".encode()
        place = visitor.open(("open.trf", OPEN.replace(b"Lakeside Open 2025", link)))
        assert visitor.get(f"{place}/player/21/report.pdf").body.startswith(b"%PDF-")
    assert calls == []


def confined(code):
    """Run lines inside a worker that is confined, and return what they print."""
    lines = f"from normcheck.web import worker\nworker.prepare()\nworker.confine(1536)\n{code}"
    return subprocess.run([sys.executable, "-c", lines], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.parametrize(
    "line",
    [
        "open('/etc/passwd')",
        "open('/tmp/left-behind', 'w')",
        "import socket; socket.create_connection(('127.0.0.1', 9))",
        "import socket; socket.getaddrinfo('example.org', 80)",
        "import subprocess; subprocess.run(['true'])",
        "import os; os.system('true')",
        "import os; os.execv('/bin/true', ['true'])",
        "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9/')",
    ],
)
def test_a_worker_can_neither_read_elsewhere_nor_connect_nor_start_programs(line):
    done = confined(line)
    assert done.returncode == 1
    assert "PermissionError" in done.stderr


def test_a_worker_has_no_more_memory_than_it_is_given():
    assert "MemoryError" in confined("x = bytearray(3 << 30)").stderr


# What is left behind


def test_nothing_stays_on_disk_and_no_name_is_logged(tmp_path):
    with serving(TMPDIR=str(tmp_path)) as (url, process):
        visitor = Visitor(url)
        place = visitor.open(("my_secret_club.trf", OPEN))
        for path in (place, f"{place}/player/21", f"{place}/player/21/report.pdf", f"{place}/reports.zip"):
            assert visitor.get(path).status == 200
        visitor.send("/event", ("file", "broken_secret.trf", b"nonsense"))
        assert visitor.ask("POST", "/api/check", b"secret, no form").status == 400
        left = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
        assert [content for content in left if b"secret" in content or b"Zor" in content] == []
        assert [path for path in tmp_path.rglob("*") if "secret" in path.name] == []
        printed = everything_printed(process)
    assert list(tmp_path.iterdir()) == []
    assert printed == ""


def test_a_request_that_never_ends_is_given_up(url):
    host = url.split("/")[2]
    with contextlib.closing(http.client.HTTPConnection(host, timeout=30)) as connection:
        connection.putrequest("POST", "/api/check")
        connection.putheader("Content-Type", "multipart/form-data; boundary=x")
        connection.putheader("Content-Length", "1000")
        connection.endheaders()
        connection.send(b"--x\r\n")
    assert Visitor(url).check(("file", "s.toml", (EXAMPLES / "norm_sheet.toml").read_bytes())).status == 200


def test_the_usual_end_is_no_error():
    with serving() as (url, process):
        assert Visitor(url).get("/").status == 200
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=30)
    assert (process.returncode, "nothing was kept" in printed) == (0, True)


def test_a_missing_package_is_named_with_its_command():
    code = "import sys; sys.modules['uvicorn'] = None; from normcheck.cli import main; main(['serve'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, "normcheck[web]" in done.stderr) == (2, True)
