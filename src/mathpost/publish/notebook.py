"""A post as a Jupyter notebook: its text, its own Python as cells, and after each verified equation a cell that
computes both sides.

The cells of equations were run. The post's own cells are run only on request, because its code is not trusted.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from mathpost.document.document import CodeBlock, Document, Formula
from mathpost.document.frontmatter import TOML_FENCE
from mathpost.document.reader import read
from mathpost.latex.lexer import reading
from mathpost.publish.computing import Computation, computations
from mathpost.publish.edition import Entry
from mathpost.publish.expressions import Names
from mathpost.publish.program import helpers
from mathpost.publish.running import NotRunError, Ran, ran
from mathpost.text.diagnostics import Note
from mathpost.text.edits import Edit, apply
from mathpost.text.source import BOM, Source, Span

Cell: TypeAlias = dict[str, Any]
PYTHON = frozenset(["python", "py", "python3", "numpy", "ipython"])
_EMPTY_LINE = re.compile(r"\n[ \t]*\n")
_NESTED = re.compile(r"[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]|[ \t]{4}|\||<)")


class Notebook(NamedTuple):
    """A notebook as it is stored; `notes` say which cells were left out."""

    data: bytes
    notes: tuple[Note, ...]


def write(entry: Entry, *, run_code: bool = False) -> Notebook:
    """The notebook of a post with the outputs of its cells; a computation that fails or disagrees is left out.

    With `run_code` the post's own cells are run too, in order.
    """
    names = Names()
    found = list(computations(entry.result, names))
    opening, kept, notes = _run(found)
    code: dict[int, list[Cell]] = {}
    for formula, cell in kept:
        code.setdefault(formula, []).append(cell)
    document = _unescaped(entry.post.document)
    fences = [block for block in document.code if _is_own(document, block)]
    cells = [*_text(_title(entry, document))]
    if code:
        cells += [_markdown(_notation(names, chinese=entry.post.chinese)), opening]
    elif fences:
        cells.append(_code("import numpy as np"))
    own = {block.span.start: _code(_inner(document, block)) for block in fences}
    cells += _cells(document, code, {block.span.start: block.span.end for block in fences}, own)
    if run_code and own:
        notes = (*notes, *_run_own(cells, [*own.values()]))
    ordered = [cell for cell in cells if cell["cell_type"] == "code"]
    for number, cell in enumerate(ordered, 1):
        cell["execution_count"] = number
    for number, made in enumerate(cells):
        made["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return Notebook((json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode(), notes)


def _run(found: Sequence[Computation]) -> tuple[Cell, list[tuple[int, Cell]], tuple[Note, ...]]:
    """The cell that all need, those that ran with what they printed, and notes on the others."""
    first = helpers(each.code for each in found)
    if not found:
        return _code(first), [], ()
    try:
        outcomes = ran([first, *(each.code for each in found)])
    except NotRunError as error:
        return (
            _code(first),
            [],
            (Note(f"the notebook has no computations, for they could not be run: {error}"),),
        )
    pairs = list(zip(found, outcomes[1:], strict=True))
    kept = [(each.formula, _code(each.code, outcome)) for each, outcome in pairs if not outcome.problem]
    problems = [outcome.problem for _, outcome in pairs if outcome.problem]
    count = f"{len(problems)} computations are" if len(problems) > 1 else "a computation is"
    notes = (Note(f"{count} left out: {problems[0]}"),) if problems else ()
    return _code(first, outcomes[0]), kept, notes


def _run_own(cells: Sequence[Cell], own: Sequence[Cell]) -> Iterator[Note]:
    """Notes on the post's own cells that fail when all cells are run in their order; what the others print goes into them."""
    whole = [cell for cell in cells if cell["cell_type"] == "code"]
    try:
        outcomes = ran(["".join(cell["source"]) for cell in whole])
    except NotRunError as error:
        yield Note(f"the code of the post could not be run: {error}")
        return
    for cell, outcome in zip(whole, outcomes, strict=True):
        if not any(cell is each for each in own):
            continue
        if outcome.problem:
            yield Note(f"a cell of the post fails: {outcome.problem}")
        else:
            cell["outputs"] = _code("", outcome)["outputs"]


def _is_own(document: Document, block: CodeBlock) -> bool:
    """Whether a block is a fence of Python that is by itself, not in a list, a quote or a box."""
    text, start = document.source.text, block.span.start
    before = text[:start]
    return (
        block.language.lower() in PYTHON
        and text.startswith(("```", "~~~"), start)
        and (not before or before.endswith("\n"))
        and not _is_inside_html(before)
        and _is_python(_inner(document, block))
    )


def _is_python(code: str) -> bool:
    """Whether code parses, apart from IPython commands: a sketch of an algorithm stays in the text."""
    plain = "\n".join("pass" if line.startswith(("%", "!")) else line for line in code.split("\n"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(plain)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _inner(document: Document, block: CodeBlock) -> str:
    """The code of a fence, without its marks."""
    lines = document.source.text[slice(*block.span)].rstrip("\n").split("\n")
    mark = lines[0][:3]
    return "\n".join(lines[1:-1] if len(lines) > 1 and lines[-1].startswith(mark) else lines[1:])


def _unescaped(document: Document) -> Document:
    """The post with its formulas as Jupyter reads them: a scraper's doubled backslashes undone."""
    edits = [Edit(f.span, _plain(f, document.source.text)) for f in document.formulas if f.escaped]
    if not edits:
        return document
    return read(Source(document.source.path, apply(document.source.text, edits)), definitions=document.given)


def _plain(formula: Formula, text: str) -> str:
    inner = reading(text, formula.segments, formula.escaped).text
    if "\n" in text[slice(*formula.span)]:
        line = text.rfind("\n", 0, formula.span.start) + 1
        marks = re.match(r"[ \t>]*", text[line : formula.span.start])
        inner = inner.replace("\n", "\n" + (marks[0] if marks else ""))
    before = text[formula.span.start : formula.body.start]
    return before + inner + text[formula.body.end : formula.span.end]


def _title(entry: Entry, document: Document) -> str:
    """The title, where the text does not begin with it."""
    first = document.headings[0] if document.headings else None
    if not entry.title or (first is not None and first.level == 1):
        return ""
    return f"# {document.front_matter.get('title') or entry.title}"


def _notation(names: Names, *, chinese: bool) -> str:
    """The symbols of the post and their names in the code."""
    head = "| 符号 | 代码中的变量 |" if chinese else "| symbol | variable in the code |"
    rows = [
        f"| `{latex}` | `{name}` |" for latex, name in sorted(names.given.items(), key=lambda n: n[1].lower())
    ]
    return "\n".join([head, "|---|---|", *rows])


def _cells(
    document: Document, code: Mapping[int, list[Cell]], fences: Mapping[int, int], own: Mapping[int, Cell]
) -> Iterator[Cell]:
    """The text, cut after the paragraphs of verified equations and at the post's `own` cells, which are from `fences` on."""
    text = document.source.text
    start = _behind_front_matter(document)
    waiting: list[Cell] = []
    left = sorted(fences)
    for formula in (*document.formulas, None):
        while left and (formula is None or left[0] < formula.span.start):
            place = left.pop(0)
            yield from _text(text[start:place])
            yield from waiting
            yield own[place]
            start, waiting = fences[place], []
        if formula is None:
            break
        waiting += code.get(formula.index, [])
        cut = _cut(document, formula.span.end) if waiting else -1
        if cut >= 0 and not (left and left[0] < cut):
            yield from _text(text[start:cut])
            yield from waiting
            start, waiting = cut, []
    yield from _text(text[start:])
    yield from waiting


def _behind_front_matter(document: Document) -> int:
    text = document.source.text
    start = len(BOM) if text.startswith(BOM) else 0
    first = document.opaque[0] if document.opaque else Span(0, 0)
    return first.end if first.start <= start and text.startswith(("---", TOML_FENCE), start) else start


def _cut(document: Document, offset: int) -> int:
    """The empty line after a formula, where the text may be cut; -1 inside a list, a quote, a table or HTML."""
    text = document.source.text
    found = _EMPTY_LINE.search(text, offset)
    if found is None or any(
        s.start < found.start() < s.end for s in (*document.opaque, *(f.span for f in document.formulas))
    ):
        return -1
    before = text.rfind("\n\n", 0, offset) + 2 if "\n\n" in text[:offset] else 0
    if (
        _NESTED.match(text, before)
        or _NESTED.match(text, found.end())
        or _is_inside_html(text[: found.start()])
    ):
        return -1
    return found.end()


def _is_inside_html(before: str) -> bool:
    """Whether a box of HTML is open."""
    return any(
        before.count(f"<{tag}") > before.count(f"</{tag}")
        for tag in ("div", "details", "table", "blockquote")
    )


def _text(markdown: str) -> Iterator[dict[str, Any]]:
    if markdown.strip():
        yield _markdown(markdown.strip("\n"))


def _markdown(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": "", "metadata": {}, "source": text.splitlines(keepends=True)}


def _code(text: str, outcome: Ran | None = None) -> Cell:
    outputs: list[Cell] = []
    if outcome is not None and outcome.said:
        outputs.append(
            {"name": "stdout", "output_type": "stream", "text": outcome.said.splitlines(keepends=True)}
        )
    for picture in outcome.pictures if outcome is not None else ():
        data = {"image/png": picture, "text/plain": ["<Figure>"]}
        outputs.append({"data": data, "metadata": {}, "output_type": "display_data"})
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "",
        "metadata": {},
        "outputs": outputs,
        "source": text.splitlines(keepends=True),
    }
