"""The live report: who gets an answer, and a browser that sees a file being saved."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

FALSE = "# Squares\n\nFor real $a$ and $b$,\n\n$$(a + b)^2 = a^2 + b^2$$\n"
TRUE = FALSE.replace("a^2 + b^2", "a^2 + 2ab + b^2")


class Live(NamedTuple):
    """A running `enhance serve` and its post."""

    address: str
    post: Path
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    def get(self, path: str, **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", path, headers=headers)
        return connection.getresponse()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    post = tmp_path / "squares.md"
    post.write_text(FALSE, "utf-8")
    (tmp_path / "secret.md").write_text("secret", "utf-8")
    command = [sys.executable, "-m", "mathpost", "serve", "--no-cache", "squares.md"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    yield Live(address, post, process)
    process.kill()
    process.wait()


def page_with(words: str, live: Live, cookie: str) -> str:
    """The page of the post, once it has `words`: the address is printed before the claims are checked."""
    until = time.monotonic() + 120
    page = ""
    while words not in page and time.monotonic() < until:
        page = live.get("/posts/squares.html", Cookie=cookie).read().decode()
        time.sleep(0.1)
    return page


def test_only_a_browser_with_the_token_gets_an_answer(live: Live) -> None:
    token = urlsplit(live.address).query
    assert live.address.startswith("http://127.0.0.1:")
    for path in ("/", "/posts/squares.html", "/events", "/?token=wrong"):
        assert live.get(path).status == 403, path
    assert live.get("/?" + token, Host=f"evil.example:{live.port}").status == 403
    opened = live.get("/?" + token)
    assert (opened.status, opened.headers["Location"]) == (302, "/")
    cookie = opened.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    own = cookie.partition(";")[0]
    assert live.get("/", Cookie=own).headers["Location"] == "/posts/squares.html"
    assert live.get("/posts/squares.html", Cookie=own).status == 200
    assert "Counterexample" in page_with("Counterexample", live, own)
    for path in ("/secret.md", "/../secret.md", "/posts/../../secret.md", "/%2e%2e/secret.md"):
        assert live.get(path, Cookie=own).status == 404, path


def test_an_interrupt_ends_it_cleanly(live: Live) -> None:
    live.process.send_signal(signal.SIGINT)
    assert live.process.wait(30) == 0


def test_a_saved_file_is_an_event(live: Live) -> None:
    token = urlsplit(live.address).query
    own = live.get("/?" + token).headers["Set-Cookie"].partition(";")[0]
    page_with("Counterexample", live, own)
    stream = live.get("/events", Cookie=own)
    assert stream.headers["Content-Type"] == "text/event-stream"
    stream.readline()
    live.post.write_text(TRUE, "utf-8")
    told: list[str] = []
    while told[-2:] != ["event: ready", "data: posts/squares.html"]:
        told += filter(None, [stream.readline().decode().strip()])
    assert told[-4:-2] == ["event: checking", "data:"]
    assert (
        "a^{2}" in (page := live.get("/posts/squares.html", Cookie=own).read().decode())
        or "refuted 0" in page
    )


@pytest.mark.oracle
def test_a_browser_shows_the_new_verdict_when_the_file_is_saved(live: Live) -> None:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.support.ui import WebDriverWait

    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu"):
        options.add_argument(argument)
    options.binary_location = "/usr/bin/chromium"
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    try:
        driver.get(live.address)
        assert "token" not in driver.current_url
        refuted = '[data-only="refuted"]'
        WebDriverWait(driver, 120, ignored_exceptions=[Exception]).until(
            lambda d: d.find_element("css selector", refuted).text.endswith("1")
        )
        WebDriverWait(driver, 30).until(lambda d: d.find_element("id", "live").text == "live")
        driver.find_element("css selector", "details.claims summary").click()
        assert "Counterexample" in driver.find_element("css selector", ".claim.refuted").text
        WebDriverWait(driver, 30).until(lambda d: d.find_element("id", "live").text == "live")
        live.post.write_text(TRUE, "utf-8")
        proved = '[data-only="proved"]'
        WebDriverWait(driver, 60, ignored_exceptions=[Exception]).until(
            lambda d: d.find_element("css selector", proved).text.endswith("1")
        )
        assert driver.find_elements("css selector", "details.claims[open]")
        assert [
            e for e in driver.get_log("browser") if e["level"] == "SEVERE" and "favicon" not in e["message"]
        ] == []
    finally:
        driver.quit()
