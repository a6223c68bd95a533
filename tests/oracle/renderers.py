"""The renderers' verdicts on all formulas of documents, each document being a page of its own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from mathpost import site
from mathpost.config import Config
from mathpost.document.document import Document, Formula
from mathpost.document.reader import read
from mathpost.latex.lexer import reading
from mathpost.text.source import Source

SCRIPT = Path(__file__).parent / "renderers.js"
# Findings on formulas that the renderer draws all the same.
DRAWN = {"mathjax": {"L012", "L015", "N007"}, "katex": {"L012"}}


class Answer(NamedTuple):
    """What a renderer says of one formula (None: it is drawn), and what we say of it."""

    document: Document
    formula: Formula
    tex: str
    refusal: str | None
    faults: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        return bool(self.refusal) == bool(self.faults)

    def __str__(self) -> str:
        place = self.document.source.position(self.formula.span.start)
        theirs, ours = self.refusal or "drawn", "; ".join(self.faults) or "accepted"
        path = self.document.source.path
        return f"{path}:{place.line}:{place.column}: {theirs} | {ours}\n    {self.tex[:160]!r}"


def documents(files: Sequence[Path], target: str) -> Iterator[Document]:
    """The posts as a run of the program reads them, with the macros of their site."""
    for file in files:
        source = Source(str(file), file.read_bytes().decode())
        macros = site.definitions(source, Config(target=target))
        yield read(source, target=target, definitions=macros)


def ask(pages: Sequence[Sequence[dict[str, object]]]) -> list[list[dict[str, str | None]]]:
    """Both renderers on the formulas of each page, in order (``{"tex": …, "display": …}``)."""
    run = subprocess.run(
        ["node", str(SCRIPT)],
        input="\n".join(map(json.dumps, pages)),
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


def answers(files: Sequence[Path], target: str) -> Iterator[Answer]:
    """Every formula of the posts in `files`."""
    read_posts = list(documents(files, target))
    pages = []
    for document in read_posts:
        head: dict[str, object] = {"tex": site.written(document.source.path), "display": False}
        pages.append(
            [head, *({"tex": _tex(document, f), "display": f.kind == "display"} for f in document.formulas)]
        )
    for document, verdicts in zip(read_posts, ask(pages), strict=True):
        for formula, verdict in zip(document.formulas, verdicts[1:], strict=True):
            faults = tuple(f"{f.code} {f.message}" for f in formula.faults if f.code not in DRAWN[target])
            yield Answer(document, formula, _tex(document, formula), verdict[target], faults)


def _tex(document: Document, formula: Formula) -> str:
    return reading(document.source.text, formula.segments, formula.escaped).text
