"""The live report: `enhance serve` shows posts in a browser and updates the page when a file is saved.

Only pages that were made here are served, on the loopback interface, to a browser that knows the token. The server reads
no file by a name from a request.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, Queue
from secrets import compare_digest, token_urlsafe
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote, unquote, urlsplit

from mathpost.comparison import paged
from mathpost.config import Config
from mathpost.inputs import Post
from mathpost.pipeline import examine, load, unreadable
from mathpost.writers.facts import Facts, facts
from mathpost.writers.html import pages
from mathpost.writers.report import Report

HOST = "127.0.0.1"
INDEX = "index.html"
_BEAT = 15.0  # seconds between two signs of life on a stream without events
_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Entry(NamedTuple):
    """A post on the page."""

    facts: Facts
    page: str


class Board:
    """The current pages, and the browsers that wait for new ones."""

    def __init__(self, config: Config, *, verify: bool) -> None:
        self.config = config
        self.verify = verify
        self.entries: dict[Post, Entry] = {}
        self.pages: dict[str, bytes] = {}
        self.busy = self.several = False
        self.waiting: set[Queue[str]] = set()
        self.lock = threading.Lock()

    def opened(self, posts: tuple[Post, ...]) -> Iterator[int]:
        """Make the pages of all posts without verdicts, which is fast; yield the number of posts so far."""
        self.several = len(posts) > 1
        for count, post in enumerate(posts, 1):
            self.entries = self.entries | {post: self._entry(post, verify=False)}
            if count & (count - 1) == 0 or count == len(
                posts
            ):  # the list is written again when it has doubled
                self._publish()
                self.send("ready", INDEX)
                yield count

    def update(self, posts: tuple[Post, ...], changed: frozenset[Post]) -> None:
        """Check the posts that changed, one by one, and send every new page to the browsers."""
        self.busy = True
        self.send("checking")
        kept = {post: entry for post, entry in self.entries.items() if post in posts}
        for post in posts:
            if post in changed or post not in kept:
                kept[post] = entry = self._entry(post, verify=self.verify)
                place = pages.place(entry.facts.path)
                self.pages = self.pages | {place: entry.page.encode("utf-8", "replace")}
                self.send("ready", place)
        self.entries = {post: kept[post] for post in posts}
        self.busy = False
        self._publish()
        self.send("ready", INDEX)

    def _publish(self) -> None:
        """The pages of all entries, and their list."""
        facts = tuple(entry.facts for entry in self.entries.values())
        report = Report(facts, self.verify, self.config.target, frozenset(), None, ())
        made = {INDEX: pages.index(report, self.config.language, live=True)}
        made |= {pages.place(entry.facts.path): entry.page for entry in self.entries.values()}
        self.pages = {place: page.encode("utf-8", "replace") for place, page in made.items()}

    def _entry(self, post: Post, *, verify: bool) -> Entry:
        loaded = load(post.path, post.data)
        refused = loaded.refusal is not None
        result = unreadable(loaded) if refused else examine(loaded.source, self.config, verify)
        known = facts(result, None, post.name)
        return Entry(known, paged(result, known, self.config, live=True))

    @property
    def first(self) -> str:
        """The page to open: the post if there is one only, else the list."""
        places = [pages.place(entry.facts.path) for entry in self.entries.values()]
        return places[0] if len(places) == 1 and not self.several else INDEX

    def send(self, event: str, place: str = "") -> None:
        """Send an event to all browsers, with the page it is about."""
        with self.lock:
            for queue in self.waiting:
                queue.put(f"event: {event}\ndata: {quote(place)}\n\n")

    @contextmanager
    def events(self) -> Iterator[Queue[str]]:
        """A queue of the events from now on."""
        queue: Queue[str] = Queue()
        with self.lock:
            self.waiting.add(queue)
        if self.busy:
            queue.put("event: checking\ndata:\n\n")
        try:
            yield queue
        finally:
            with self.lock:
                self.waiting.discard(queue)


class Server(ThreadingHTTPServer):
    """The loopback server of a board."""

    daemon_threads = True

    def __init__(self, board: Board, port: int) -> None:
        super().__init__((HOST, port), Handler)
        self.board = board
        self.token = token_urlsafe(24)
        self.cookie = f"enhance-{self.server_port}"

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.server_port}/?token={self.token}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that went away is not an error."""


class Handler(BaseHTTPRequestHandler):
    """Answers a browser; nothing without the token."""

    server: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        place = unquote(asked.path).lstrip("/")
        given = parse_qs(asked.query).get("token", [""])[0]
        names = {f"{HOST}:{self.server.server_port}", f"localhost:{self.server.server_port}"}
        if self.headers.get("Host") not in names:  # a page of somebody else under a name of its own
            self._answer(HTTPStatus.FORBIDDEN, b"wrong host")
        elif given and self._is_token(given):
            cookie = f"{self.server.cookie}={self.server.token}; HttpOnly; SameSite=Strict; Path=/"
            self._answer(HTTPStatus.FOUND, b"", {"Location": "/", "Set-Cookie": cookie})
        elif not self._is_token(self._cookie()):
            self._answer(HTTPStatus.FORBIDDEN, b"open the address that enhance serve printed")
        elif place == "events":
            self._stream()
        elif not place:
            self._answer(HTTPStatus.FOUND, b"", {"Location": "/" + quote(self.server.board.first)})
        else:
            self._page(place)

    def _is_token(self, given: str) -> bool:
        return compare_digest(given.encode("utf-8", "replace"), self.server.token.encode())

    def _cookie(self) -> str:
        try:
            found = SimpleCookie(self.headers.get("Cookie", "")).get(self.server.cookie)
        except CookieError:
            return ""
        return found.value if found else ""

    def _page(self, place: str) -> None:
        page = self.server.board.pages.get(place)
        if page is None:
            self._answer(HTTPStatus.NOT_FOUND, b"no such page")
        else:
            self._answer(HTTPStatus.OK, page, {"Content-Type": "text/html; charset=utf-8"})

    def _answer(self, status: HTTPStatus, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (
            {"Content-Type": "text/plain; charset=utf-8"} | _HEADERS | (headers or {})
        ).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self) -> None:
        """Server-sent events until the browser goes away."""
        self.send_response(HTTPStatus.OK)
        for name, value in ({"Content-Type": "text/event-stream"} | _HEADERS).items():
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        with self.server.board.events() as queue:
            self._send("retry: 500\n\n")
            while True:
                try:
                    self._send(queue.get(timeout=_BEAT))
                except Empty:
                    self._send(":\n\n")

    def _send(self, text: str) -> None:
        self.wfile.write(text.encode())
        self.wfile.flush()

    def log_message(self, *_arguments: object) -> None:
        """Stderr is for findings; requests are not logged."""


@contextmanager
def serving(board: Board, port: int) -> Iterator[Server]:
    """The server of a board, answering in the background."""
    with Server(board, port) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
