"""A real server in a process of its own, and a small client that speaks to it."""

import contextlib
import http.client
import os
import re
import subprocess
import sys
import tempfile
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "tests" / "examples"
OPEN = (EXAMPLES / "lakeside_open.trf").read_bytes()
BOUNDARY = "----a-line-that-no-file-holds"


class Answer:
    """What came back."""

    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def text(self):
        return self.body.decode()


def form(*parts):
    """A multipart body of (name, text) and (name, file name, bytes)."""
    lines = []
    for name, *rest in parts:
        *file, content = rest
        named = f'; filename="{file[0]}"' if file else ""
        content = content.encode() if isinstance(content, str) else content
        lines.append(f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{named}\r\n'.encode())
        lines.append((b"Content-Type: application/octet-stream\r\n" if file else b"") + b"\r\n" + content + b"\r\n")
    return b"".join(lines) + f"--{BOUNDARY}--\r\n".encode()


class Visitor:
    """A browser without a screen: keeps its cookies and the token of the forms."""

    def __init__(self, url):
        self.host = urlsplit(url).netloc
        self.cookies = {}
        self.csrf = ""

    def ask(self, method, path, body=None, **headers):
        """One request; header names are written with underscores."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        sent.setdefault("Host", self.host)
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body is not None:
            sent.setdefault("Content-Type", f"multipart/form-data; boundary={BOUNDARY}")
        with contextlib.closing(http.client.HTTPConnection(self.host, timeout=120)) as connection:
            connection.request(method, path, body, sent)
            answer = Answer(connection.getresponse())
        for line in answer.headers.get_all("set-cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        return answer

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def send(self, path, *parts, **headers):
        """Send a form with the token of the session."""
        if not self.csrf:
            self.csrf = re.search(r'name="csrf" value="([^"]+)"', self.get("/").text)[1]
        return self.ask("POST", path, form(("csrf", self.csrf), *parts), **headers)

    def open(self, *files, answers=None):
        """Drop files and return the address of the event."""
        more = [("answers", "answers.toml", answers)] if answers is not None else []
        done = self.send("/event", *(("file", name, content) for name, content in files), *more)
        assert done.status == 303, done.text
        return done.headers["location"]

    def check(self, *parts, **headers):
        """Ask the interface for programs."""
        return self.ask("POST", "/api/check", form(*parts), **headers)


@contextlib.contextmanager
def serving(*options, **environment):
    """Start ``normcheck serve`` and end it; gives the address, and the process."""
    place = {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "normcheck", "serve", "--no-browser", "--port", "0", *options],
            cwd=ROOT, env={**os.environ, **place, **environment}, stdout=subprocess.PIPE, stderr=errors,
            encoding="utf-8",
        )  # fmt: skip
        try:
            first = process.stdout.readline()
            found = re.search(r"http://\S+/", first)
            if not found:
                process.wait()
                errors.seek(0)
                raise AssertionError(first + errors.read().decode())
            process.errors = errors
            yield found[0], process
        finally:
            process.terminate()
            process.communicate(timeout=30)


def everything_printed(process):
    """What a server has printed on standard error so far."""
    process.errors.seek(0)
    return process.errors.read().decode()
