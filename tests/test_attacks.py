"""Inputs that nobody sends in good faith: each gets a diagnostic and an exit code, and no other post suffers."""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mathpost import files
from mathpost.cli import main
from mathpost.config import Config
from mathpost.pipeline import examine, load
from mathpost.store import FILE, Store
from mathpost.text.limits import Limits
from mathpost.text.source import Source
from mathpost.writers import enhanced

GOOD = "# 好\n\n$$x = x$$\n\n由 (1) 得。\n"
UNREADABLE = {
    "binary": bytes(range(256)) * 40,
    "invalid UTF-8": b"a $x$ \xff\xfe b",
    "UTF-16": "# a\n$x=y$".encode("utf-16"),
    "UTF-16 without a mark": "# a\n$x=y$".encode("utf-16-le"),
    "UTF-32 without a mark": "# a\n$x=y$".encode("utf-32-be"),
    "half of a pair of surrogates": b"a \xed\xa0\x80 $x$",
    "GBK": "中文 $x$".encode("gbk"),
}
READABLE = {
    "empty": b"",
    "a mark of byte order alone": b"\xef\xbb\xbf",
    "a mark of byte order": "\ufeff# a\n\n$x=x$\n".encode(),
    "CR": b"# a\r\r$$x=x\\tag{1}$$\r\rsee (1)\r",
    "CRLF": b"# a\r\n\r\n$$x=x\\tag{1}$$\r\n\r\nsee (1)\r\n",
    "mixed line ends": b"# a\r\n\n$$x=x\\tag{1}$$\r\rsee (1)\n",
    "zero bytes": b"# a\0b\n\n$x\0=x$\n\n\0\n",
    "marks of direction": "# a\u202e\n\n$x\u202e=x\u200f$\n\n\u2066 (1) \u2069\n".encode(),
    "front matter that is no YAML": b"---\n{[: - \t\n---\n\n$x$\n",
    "front matter without end": b"---\ntitle: a\n\n$x$\n",
    "front matter that is a list": b"---\n- a\n- b\n---\n\n$x$\n",
    "settings that are no settings": b"---\nenhance: [1, 2]\n---\n\n$x$\n",
    "settings of the project": b"---\nenhance: {output-dir: /tmp, cache-dir: /tmp}\n---\n\n$x$\n",
    "no line end": b"$x$",
    "separators of Unicode": "$a$\u2028$b$\u2029\x85$c$\x0b\x0c\x1c".encode(),
}
NAMES = [
    "a b.md",
    "a'b\".md",
    "名字.md",
    "a\nb.md",
    "-a.md",
    "a$(touch x).md",
    "a;b&c|d.md",
    "a%s{0}.md",
    "\u202eb.md",
]
ON_LINUX = pytest.mark.skipif(
    sys.platform != "linux", reason="names and files that other systems do not have"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one good post."""
    raw = tmp_path / "site" / "raw"
    raw.mkdir(parents=True)
    (raw / "good.md").write_text(GOOD, "utf-8")
    monkeypatch.chdir(raw.parent)
    return raw


def enhance(*arguments: str) -> Result:
    done = CliRunner().invoke(main, [*arguments, "--jobs", "1", "--no-cache"])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert "Traceback" not in done.output
    return done


def body(name: str) -> bytes:
    """What a run wrote, without its stamp."""
    text = (Path("blogs_enhanced") / name).read_bytes().decode()
    return enhanced.unstamped(text)[0].encode()


def is_whole() -> bool:
    """The good post was written, and nothing half-written lies about."""
    hidden = [p for p in Path().rglob(".*") if p.name not in (".enhance_cache", ".gitignore")]
    return "(1)" in body("good.md").decode() and not hidden


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE)
def test_what_is_no_text_is_an_error_of_that_post(folder: Path, data: bytes) -> None:
    (folder / "bad.md").write_bytes(data)
    checked = enhance("check", "raw/bad.md", "--output-format", "concise")
    assert (checked.exit_code, "X002" in checked.output) == (2, True)
    assert enhance("run", "raw").exit_code == 1
    assert is_whole() and not Path("blogs_enhanced/bad.md").exists()
    assert (folder / "bad.md").read_bytes() == data


@pytest.mark.parametrize("data", READABLE.values(), ids=READABLE)
def test_strange_text_comes_back_byte_for_byte(folder: Path, data: bytes) -> None:
    (folder / "odd.md").write_bytes(data)
    assert enhance("run", "raw").exit_code == 0
    assert is_whole() and body("odd.md") in (data, data + b"\n")  # the stamp has a line of its own
    checked = enhance("check", "raw/odd.md", "--output-format", "concise")
    assert (checked.exit_code, "X001" in checked.output) == (0, False)


@ON_LINUX
@pytest.mark.parametrize("name", NAMES)
def test_names_are_only_names(folder: Path, name: str) -> None:
    (folder / name).write_text(GOOD, "utf-8")
    assert enhance("run", "raw").exit_code == 0
    assert is_whole() and body(name) == body("good.md")
    assert not Path("x").exists()
    assert enhance("check", "raw", "--output-format", "json").exit_code == 0
    assert enhance("export", f"raw/{name}", "--to", "tex").exit_code == 0


@ON_LINUX
def test_a_name_that_is_no_utf8_is_reported_all_the_same(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder / "b") + b"\xff\xfe.md")).write_text(GOOD, "utf-8")
    assert enhance("run", "raw").exit_code == 0
    assert is_whole() and "b??.md" in Path("reports/progress.json").read_text("utf-8")
    assert enhance("check", "raw", "--output-format", "json").exit_code == 0


@pytest.mark.parametrize("text", ["series = " + "[" * 9000, "series = 3", "\0", "[limits]\nseconds = -5"])
def test_settings_that_are_none_are_a_wrong_use(folder: Path, text: str) -> None:
    Path("enhance.toml").write_text(text, "utf-8")
    assert enhance("check", "raw").exit_code == 2


@ON_LINUX
def test_a_post_that_never_ends_is_refused_where_answers_are_kept_too(folder: Path) -> None:
    pipe(folder / "odd.md")
    device(folder / "zero.md")
    done = CliRunner().invoke(main, ["check", "raw/odd.md", "raw/zero.md", "raw/good.md", "--jobs", "1"])
    assert (done.exit_code, done.output.count("X002")) == (1, 2)


HOSTILE = {
    "a view that never ends": [
        "CREATE VIEW kept AS WITH RECURSIVE r(name, content) AS"
        " (SELECT 'a', 'b' UNION ALL SELECT name || 'x', content FROM r) SELECT * FROM r"
    ],
    "a trigger": [
        "CREATE TABLE kept (name TEXT PRIMARY KEY, content TEXT NOT NULL)",
        "CREATE TRIGGER t AFTER INSERT ON kept BEGIN INSERT INTO kept SELECT hex(randomblob(9)), 'x' FROM"
        " (WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r); END",
    ],
    "other columns": ["CREATE TABLE kept (name, content)"],
}


@pytest.mark.parametrize("made", HOSTILE.values(), ids=HOSTILE)
def test_a_cache_from_elsewhere_is_begun_anew(tmp_path: Path, made: list[str]) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as file:
        for statement in made:
            file.execute(statement)
        file.commit()
    kept = Store(tmp_path)
    assert kept.found(["a"]) == {}
    kept.keep({"a": "b"})
    assert kept.found(["a"]) == {"a": "b"}
    kept.close()


def link_to_nothing(place: Path) -> None:
    place.symlink_to("nowhere.md")


def link_to_itself(place: Path) -> None:
    place.symlink_to(place.name)


def pipe(place: Path) -> None:
    os.mkfifo(place)


def device(place: Path) -> None:
    place.symlink_to("/dev/zero")


def folder_of_that_name(place: Path) -> None:
    place.mkdir()


def link_to_the_folder(place: Path) -> None:
    place.symlink_to(".")


@ON_LINUX
@pytest.mark.parametrize(
    "made", [link_to_nothing, link_to_itself, pipe, device, folder_of_that_name, link_to_the_folder]
)
def test_what_is_no_file_does_not_stop_a_run(folder: Path, made: Callable[[Path], None]) -> None:
    made(folder / "odd.md")
    assert enhance("run", "raw").exit_code in (0, 1)
    assert is_whole() and not Path("blogs_enhanced/odd.md").is_file()


@ON_LINUX
@pytest.mark.parametrize(
    ("made", "said"), [(pipe, "regular"), (device, "regular"), (link_to_itself, "links")]
)
def test_what_never_ends_is_refused(tmp_path: Path, made: Callable[[Path], None], said: str) -> None:
    made(tmp_path / "odd.md")
    refusal = load(str(tmp_path / "odd.md")).refusal
    assert refusal is not None and refusal.code == "X002" and said in refusal.message


def test_a_name_that_no_file_can_have_is_an_error_of_that_post() -> None:
    refusal = load("a\0.md").refusal
    assert refusal is not None and refusal.code == "X002"


def test_a_post_larger_than_the_limit_is_not_read(folder: Path) -> None:
    (folder / "huge.md").write_text("words $x$\n" * 200_001, "utf-8")
    done = enhance("run", "raw")
    assert (done.exit_code, "more than 2 million characters" in done.output) == (1, True)
    assert is_whole() and not Path("blogs_enhanced/huge.md").exists()
    assert load("raw/huge.md", limits=Limits(file=3)).refusal is None


def test_a_file_is_read_up_to_its_limit_only(tmp_path: Path) -> None:
    place = tmp_path / "a"
    place.write_bytes(b"x" * 11)
    assert files.read(place, 11) == b"x" * 11
    with pytest.raises(OSError, match="more than"):
        files.read(place, 10)


def test_a_post_that_vanishes_is_an_error_of_that_post(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "gone.md").write_text(GOOD, "utf-8")
    read = files.read

    def vanishing(path: Path, most: int) -> bytes:
        if path.name == "gone.md":
            path.unlink(missing_ok=True)
        return read(path, most)

    monkeypatch.setattr(files, "read", vanishing)
    done = enhance("run", "raw")
    assert (done.exit_code, "No such file" in done.output) == (1, True)
    assert is_whole()


def test_a_post_that_may_not_be_read_is_an_error_of_that_post(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "locked.md").write_text(GOOD, "utf-8")
    read = files.read

    def locked(path: Path, most: int) -> bytes:
        if path.name == "locked.md":
            raise PermissionError(errno.EACCES, "Permission denied")
        return read(path, most)

    monkeypatch.setattr(files, "read", locked)
    done = enhance("run", "raw")
    assert (done.exit_code, "Permission denied" in done.output) == (1, True)
    assert is_whole()


# --- outputs that cannot be written -----------------------------------------------------------------------


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
def test_an_output_that_cannot_be_written_stops_no_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    (folder / "full.md").write_text(GOOD, "utf-8")
    write = files.write

    def full(path: Path, content: str | bytes) -> None:
        if path.name == "full.md":
            raise OSError(number, os.strerror(number), str(path))
        write(path, content)

    monkeypatch.setattr(files, "write", full)
    done = enhance("run", "raw")
    assert (done.exit_code, os.strerror(number) in done.output) == (3, True)
    assert is_whole() and not Path("blogs_enhanced/full.md").exists()
    assert "full.md" not in Path("reports/progress.json").read_text("utf-8")


@ON_LINUX
@pytest.mark.parametrize(
    "command", [("run", "raw"), ("export", "raw", "--to", "tex", "--output-dir", "blogs_enhanced")]
)
def test_a_link_in_the_outputs_leads_nowhere_else(
    folder: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    (folder / "below").mkdir()
    (folder / "below" / "a.md").write_text(GOOD, "utf-8")
    outside = tmp_path / "outside"
    outside.mkdir()
    Path("blogs_enhanced").mkdir()
    Path("blogs_enhanced/below").symlink_to(outside)
    done = enhance(*command)
    assert (done.exit_code, "leads out of" in done.output) == (3, True)
    assert list(outside.iterdir()) == []


@ON_LINUX
def test_a_link_in_the_report_leads_nowhere_else(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    Path("reports").mkdir()
    Path("reports/posts").symlink_to(outside)
    enhance("run", "raw")
    assert list(outside.iterdir()) == []


@ON_LINUX
def test_an_output_that_is_a_link_is_replaced_and_not_followed(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("keep", "utf-8")
    Path("blogs_enhanced").mkdir()
    Path("blogs_enhanced/good.md").symlink_to(outside)
    assert enhance("run", "raw").exit_code == 3
    enhance("run", "raw", "--force")
    assert outside.read_text("utf-8") == "keep"


# --- time ---------------------------------------------------------------------------------------------------


def test_a_post_has_one_budget_for_all_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    from mathpost import pipeline

    def spin(*_: object) -> list[object]:
        while True:
            pass

    monkeypatch.setattr(pipeline, "_found", spin)
    result = examine(Source("a.md", GOOD), Config(limits=Limits(seconds=1)), False)
    late = [d for d in result.diagnostics if d.code == "X006"]
    assert (len(late), late[0].severity, result.failed) == (1, "warning", ())


def test_a_post_that_cannot_be_read_in_time_is_an_error_and_is_not_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mathpost import pipeline

    read = pipeline._read

    def slow(source: Source, config: Config) -> object:
        while "slow" in source.path:
            pass
        return read(source, config)

    monkeypatch.setattr(pipeline, "_read", slow)
    (folder / "slow.md").write_text(GOOD, "utf-8")
    Path("enhance.toml").write_text("[limits]\nseconds = 1\n", "utf-8")
    done = enhance("run", "raw")
    assert (done.exit_code, "broken" in done.output) == (1, True)
    assert is_whole() and not Path("blogs_enhanced/slow.md").exists()


@pytest.mark.parametrize("limits", ["characters = 20", "formulas = 1", "paragraph = 5", "formula = 2"])
def test_a_post_too_large_to_be_verified_costs_no_more_afterwards(
    folder: Path, monkeypatch: pytest.MonkeyPatch, limits: str
) -> None:
    from mathpost.verify.verdicts import derivations
    from mathpost.writers.html import pages

    def dear(*_: object, **__: object) -> object:
        raise AssertionError("not for a post of this size")

    monkeypatch.setattr(derivations, "derivations", dear)
    monkeypatch.setattr(pages, "passages", dear)
    Path("enhance.toml").write_text(f"[limits]\n{limits}\n", "utf-8")
    (folder / "good.md").write_text(GOOD.replace("x = x", "x = x + 0") + "\n\n$y$\n", "utf-8")
    assert enhance("run", "raw").exit_code == 0
    assert is_whole() and "X006" in Path("reports/posts/good.html").read_text("utf-8")
    assert enhance("report", "--raw", "raw").exit_code == 0


def test_a_page_that_cannot_be_set_in_time_stands_without_the_text(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mathpost.writers.html import pages

    def spin(*_: object, **__: object) -> object:
        while True:
            pass

    monkeypatch.setattr(pages, "passages", spin)
    Path("enhance.toml").write_text("[limits]\nseconds = 1\n", "utf-8")
    assert enhance("run", "raw").exit_code == 0
    assert is_whole() and "X006" in Path("reports/posts/good.html").read_text("utf-8")


def test_additions_that_cannot_be_found_in_time_leave_the_text(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mathpost.writers import additions

    def spin(*_: object, **__: object) -> object:
        while True:
            pass

    monkeypatch.setattr(additions.folds, "folds", spin)
    Path("enhance.toml").write_text("[limits]\nseconds = 1\n", "utf-8")
    assert enhance("run", "raw").exit_code == 0
    assert is_whole()


READING = r"""---
title: 'T \input{/etc/passwd} {{7*7}}'
author: [{name: '\immediate\write18{id}'}]
date: '\openin5=/etc/passwd'
bibliography: ['../../../../etc/passwd']
header-includes: '\input{/etc/passwd}'
enhance: {output-dir: /tmp/elsewhere}
---

# H \input{/etc/passwd} ^^5cinput{/etc/passwd}

Raw \input{/etc/passwd}, `\input{/etc/passwd}`{=latex} and [l](\input{/etc/passwd}) <http://x/\input{y}> [@a;\input{b}].

```python {caption="\input{/etc/passwd}"}
x = r"\end{lstlisting}\input{/etc/passwd}"
```

![a \input{/etc/passwd}](../../../../etc/passwd) ![c](x}\input{/etc/passwd}.png) ![d](..%2f..%2f..%2fetc%2fpasswd)

$\input{/etc/passwd}$ $\newcommand{\x}{\input{/etc/passwd}}\x$ $\def\y{\write18{id}}\y$ $\let\z\input \z{/etc/passwd}$
$\csname input\endcsname{/etc/passwd}$ $\directlua{x}$ $\read5 to \q$ $\tag{\input{x}}$ $\label{\input{x}}$ $\href{\input{a}}{b}$

| a \input{/etc/passwd} |
|---|
| \write18{x} |

[^1]

[^1]: \input{/etc/passwd} \immediate\write18{id}
"""
COMMANDS = (
    "input",
    "include",
    "openin",
    "read",
    "write",
    "immediate",
    "directlua",
    "csname",
    "let",
    "special",
)


def test_nothing_in_a_post_becomes_a_command_that_reads_or_runs(folder: Path) -> None:
    (folder / "odd.md").write_text(READING, "utf-8")
    done = enhance("export", "raw/odd.md", "--to", "tex", "--output-dir", "papers")
    assert done.exit_code == 0, done.output
    written = Path("papers/odd.tex").read_text("utf-8")
    printed = written.partition("\\title{")[2]
    for name in COMMANDS:
        assert f"\\{name}" not in printed.replace("\\includegraphics", ""), name
    assert "root:" not in written and "^^5c" not in printed
    assert sorted(p.name for p in Path().iterdir()) == ["papers", "raw"]
