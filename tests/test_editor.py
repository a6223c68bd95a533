"""The language server: places in the editor's units, and a session with the real server over standard input and output."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from lsprotocol.types import Position

from mathpost.editor.places import Places
from mathpost.editor.server import changed_lines
from mathpost.text.source import Source, Span

POST = """\
# 平方 𝒳

𝒳 设 $x$、$y$ 为实数，故 $(x+1)^2 = x^2 + 1$。

## 公式

\\begin{equation}
(x + y)^2 = x^2 + 2xy + y^2 \\tag{1}\\label{eq:a}
\\end{equation}

𝒳𝒳 坏的 $x_{1$ 。

\\begin{equation}
x + x = 2x \\tag{3}
\\end{equation}

由式(1)与 \\eqref{eq:a} 可得。

**定理 1** 平方非负。
"""


# --- places


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("text", ["a𝒳b\r\n中𝒳\n\n𝒳", "", "x\u2028y\nz", "𝒳\r"])
def test_every_offset_comes_back(text: str, encoding: str) -> None:
    places = Places(Source("a.md", text), encoding)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] != "\r\n" and text[offset : offset + 1] != "\n":
            assert places.offset(places.position(offset)) == offset


def test_characters_are_counted_in_the_units_agreed_on() -> None:
    source = Source("a.md", "中𝒳b")
    columns = [Places(source, e).position(2).character for e in ("utf-8", "utf-16", "utf-32")]
    assert columns == [7, 3, 2]
    assert Places(source).range(Span(1, 2)).end == Position(0, 3)
    assert Places(source).offset(Position(7, 7)) == 3
    assert Places(source).offset(Position(0, 99)) == 3


# --- lines


@pytest.mark.parametrize(
    ("before", "text", "lines"),
    [
        ("a\nb\nc\n", "a\nB\nc\n", (2, 2)),
        ("a\nb\nc\n", "a\nb\nx\ny\nc\n", (3, 4)),
        ("a\nb\nc\n", "a\nc\n", (2, 2)),
        ("a\na\n", "a\na\na\n", (3, 3)),
        ("", "a", (1, 1)),
        ("a\n", "a\n", None),
    ],
)
def test_which_lines_are_others_than_before(before: str, text: str, lines: tuple[int, int] | None) -> None:
    assert changed_lines(before, text) == lines


# --- a session


class Editor:
    """A client that speaks the protocol by hand."""

    def __init__(self, folder: Path) -> None:
        self.uri = (folder / "反例.md").as_uri()
        command = [sys.executable, "-m", "mathpost", "lsp"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, cwd=folder
        )
        self.too_late = Timer(120, self.process.kill)  # a reader would wait for ever
        self.too_late.daemon = True
        self.too_late.start()
        self.published: list[dict[str, Any]] = []
        self.count = 0

    def send(self, method: str, params: object, **more: object) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params, **more}
        body = json.dumps(message).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name == b"Content-Length" else length
        found: dict[str, Any] = json.loads(self.process.stdout.read(length))
        if found.get("method") == "textDocument/publishDiagnostics":
            self.published.append(found["params"])
        return found

    def ask(self, method: str, params: object) -> Any:
        self.count += 1
        self.send(method, params, id=self.count)
        while (found := self.receive()).get("id") != self.count or "method" in found:
            pass
        assert "error" not in found, found
        return found["result"]

    def opened(self, text: str) -> None:
        item = {"uri": self.uri, "languageId": "markdown", "version": 1, "text": text}
        self.send("textDocument/didOpen", {"textDocument": item})

    def typed(self, text: str, version: int) -> None:
        document = {"uri": self.uri, "version": version}
        self.send("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def told(self, version: int, code: str | None) -> list[dict[str, Any]]:
        """The findings of a version, as soon as `code` is among them (None: as soon as there are any or none)."""
        while True:
            for found in self.published:
                codes = {d["code"] for d in found["diagnostics"]}
                if found.get("version") == version and (code is None or code in codes):
                    return found["diagnostics"]  # type: ignore[no-any-return]
            self.receive()

    def verdicts(self, version: int) -> list[dict[str, Any]]:
        """The next verdicts that are told of a version."""
        while (found := self.receive()).get("method") != "enhance/verdicts" or (
            found["params"]["version"] != version
        ):
            pass
        return found["params"]["verdicts"]  # type: ignore[no-any-return]

    def ended(self) -> None:
        self.too_late.cancel()
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()

    def at(self, text: str, part: str, inside: int = 0) -> dict[str, Any]:
        """The position of `part` in `text`, counted here once more."""
        before = text[: text.index(part) + inside]
        line = before[before.rfind("\n") + 1 :]
        character = len(line.encode("utf-16-le")) // 2
        return {
            "textDocument": {"uri": self.uri},
            "position": {"line": before.count("\n"), "character": character},
        }


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Editor]:
    client = Editor(tmp_path)
    told = client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    assert told["capabilities"]["positionEncoding"] == "utf-16"
    assert told["capabilities"]["hoverProvider"]
    client.send("initialized", {})
    yield client
    client.ask("shutdown", None)
    client.send("exit", None)
    assert client.process.wait(20) == 0
    client.ended()


def busy(folder: Path, process: int | None) -> Editor:
    """A client whose server checks a post that takes long."""
    client = Editor(folder)
    client.ask("initialize", {"processId": process, "rootUri": None, "capabilities": {}})
    steps = (
        rf"$$\int_0^\infty \sin(e^{{x^2+{k}}}) \cos(1/x) e^{{\sin(1/x^9)}} dx = {k}$$" for k in range(60)
    )
    client.opened("\n\n".join(steps))
    client.told(1, None)
    return client


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_a_busy_server(tmp_path: Path, number: int, code: int) -> None:
    client = busy(tmp_path, None)
    client.process.send_signal(number)
    assert client.process.wait(20) == code
    client.ended()


def test_a_busy_server_ends_with_its_input(tmp_path: Path) -> None:
    client = busy(tmp_path, None)
    assert client.process.stdin
    client.process.stdin.close()
    assert client.process.wait(20) == 0
    client.ended()


def test_a_server_ends_with_its_editor_while_another_process_holds_the_pipe(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        client = busy(tmp_path, other.pid)
    assert client.process.wait(20) == 1
    client.ended()


def test_a_malformed_message_is_logged_in_one_line(tmp_path: Path) -> None:
    sent = b"Content-Length: 5\r\n\r\nhello"
    done = subprocess.run(
        [sys.executable, "-m", "mathpost", "lsp"], input=sent, capture_output=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 0
    assert b"JSONDecodeError: Expecting value" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_session(editor: Editor) -> None:
    editor.opened(POST)
    found = {d["code"]: d for d in editor.told(1, "D001")}
    brace = found["L001"]["range"]["start"]
    line = POST.splitlines()[brace["line"]]
    assert line.encode("utf-16-le")[2 * brace["character"] :].decode("utf-16-le").startswith("{1")
    assert found["D001"]["severity"] == 1

    said = editor.ask("textDocument/hover", editor.at(POST, "x^2 + 1$", 1))["contents"]["value"]
    assert said.startswith("**refuted** at `x = ")
    said = editor.ask("textDocument/hover", editor.at(POST, "2xy", 1))["contents"]["value"]
    assert said == "(1) **proved** (normal form)"
    said = editor.ask("textDocument/hover", editor.at(POST, "eq:a} 可", 1))["contents"]["value"]
    assert said.startswith("(1), line 7\n")
    assert editor.ask("textDocument/hover", editor.at(POST, "可得")) is None

    for reference in ("1)与", "eq:a} 可"):
        (place,) = editor.ask("textDocument/definition", editor.at(POST, reference))
        assert place["uri"] == editor.uri
        assert place["range"]["start"]["line"] in (6, 7)

    (outline,) = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": editor.uri}})
    assert outline["name"] == "平方 𝒳"
    (section,) = outline["children"]
    assert [child["name"] for child in section["children"]] == ["(1)", "(3)", "theorem 1"]


def test_quick_fixes_and_the_plan_of_numbers(editor: Editor) -> None:
    """A gap is left to the author; a number that stands twice is wrong."""
    twice = POST.replace("\\tag{3}", "\\tag{1}")
    editor.opened(POST)
    editor.told(1, "D001")
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    params = {"textDocument": {"uri": editor.uri}, "range": whole, "context": {"diagnostics": []}}
    assert all(a["kind"] != "source" for a in editor.ask("textDocument/codeAction", params))
    editor.typed(twice, 2)
    editor.told(2, "D001")
    found = editor.ask("textDocument/codeAction", params)
    (plan,) = [action for action in found if action["kind"] == "source"]
    (edit,) = plan["edit"]["changes"][editor.uri]
    line = twice.splitlines()[edit["range"]["start"]["line"]]
    assert "x + x" in line
    assert line[edit["range"]["start"]["character"] : edit["range"]["end"]["character"]] in ("1", "\\tag{1}")
    assert "2" in edit["newText"]
    fixes = [action for action in found if action["kind"] == "quickfix"]
    assert all(action["diagnostics"][0]["code"] for action in fixes)
    assert any(action["isPreferred"] for action in fixes)


LINES = "".join(f"第 {k} 步 $(x + {k})^2 = x^2 + {2 * k}x + {k * k}$。\n\n" for k in range(1, 21))


def test_the_line_that_was_changed_is_judged_before_all_others(editor: Editor) -> None:
    """The first verdicts after a change are on its line, beside those that are remembered."""
    editor.opened(LINES)
    assert len(editor.verdicts(1)) == 20
    editor.typed(LINES.replace("+ 14x", "+ 15x"), 2)
    near, whole = editor.verdicts(2), editor.verdicts(2)
    assert [(v["range"]["start"]["line"], v["verdict"]) for v in near] == [(12, "refuted")]
    assert [v["verdict"] for v in whole].count("proved") == 19


def test_only_the_newest_text_is_spoken_of(editor: Editor) -> None:
    editor.opened(POST)
    editor.typed(POST.replace("x_{1$", "x_1$"), 2)
    editor.typed("好 $1 + 1 = 2$。\n", 3)
    assert editor.told(3, None) == []
    said = editor.ask("textDocument/hover", editor.at("好 $1 + 1 = 2$。\n", "1 + 1", 1))
    while said is None:
        said = editor.ask("textDocument/hover", editor.at("好 $1 + 1 = 2$。\n", "1 + 1", 1))
    assert said["contents"]["value"] == "**proved** (exact arithmetic)"
    editor.send("textDocument/didClose", {"textDocument": {"uri": editor.uri}})
    while editor.published[-1].get("version") is not None:
        editor.receive()
    assert editor.published[-1]["diagnostics"] == []


DEEP = b"[" * 100_000 + b"]" * 100_000
BODIES = [b"{nonsense", b"", b"[]", b"7", b"null", DEEP, b'{"jsonrpc":"2.0","id":"\xff"}']
HEADS = [
    b"Content-Length: -5",
    b"Content-Length: x",
    b"Content-Length: 1000000000000",
    b"Content-Length: " + b"9" * 5000,
    b"A" * 200_000,
    b"hello",
    bytes(range(256)),
]
MESSAGES: list[dict[str, object]] = [
    {"id": 1005},
    {"id": 1006, "method": 7},
    {"id": 1007, "method": "x/y", "params": {}},
    {"id": 1008, "method": "textDocument/hover", "params": [1]},
    {"id": 1009, "method": "textDocument/hover", "params": {"textDocument": {"uri": 5}, "position": {"line": "a"}}},
    {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "\0:::", "languageId": "", "version": 1, "text": "$x$"}}},
    {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///s.md", "languageId": "", "version": 1, "text": "\ud800 $x$"}}},
    {"method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///none.md", "version": 2}, "contentChanges": [{"text": "$x$"}]}},
    {"method": "textDocument/didClose", "params": {"textDocument": {"uri": "file:///none.md"}}},
    {"id": 1010, "method": "workspace/executeCommand", "params": {"command": "__import__('os').system('x')", "arguments": []}},
]  # fmt: skip


def test_messages_without_sense_end_no_session(editor: Editor) -> None:
    editor.opened(POST)
    editor.told(1, "L001")
    places = [(-1, -5), (2**31, 2**31 - 1), (10**6, 0), (0, 10**6)]
    hovers = [
        {"textDocument": {"uri": editor.uri}, "position": {"line": a, "character": b}} for a, b in places
    ]
    asked = [
        {"id": 2000 + k, "method": "textDocument/hover", "params": hover} for k, hover in enumerate(hovers)
    ]
    assert editor.process.stdin
    for head in HEADS:
        editor.process.stdin.write(head + b"\r\n\r\n")
    for body in (*BODIES, *(json.dumps({"jsonrpc": "2.0", **each}).encode() for each in [*MESSAGES, *asked])):
        editor.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    editor.process.stdin.flush()
    editor.typed(POST + "\n$\\frac{$\n", 2)
    assert editor.told(2, "L001")
    assert editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": editor.uri}})


def test_settings_of_a_repository_send_no_cache_out_of_it(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "enhance.toml").write_text('cache-dir = "../outside"\n', "utf-8")
    client = Editor(tmp_path / "site")
    client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    client.opened(POST)
    client.told(1, "D001")
    client.ask("shutdown", None)
    client.send("exit", None)
    assert client.process.wait(10) == 0
    assert not (tmp_path / "outside").exists()
