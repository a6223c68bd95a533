r"""What LaTeX has to read instead of what a web renderer reads: the changes inside one formula, found on its
tree.

MathJax takes a ``\tag`` inside `aligned`, a ``\\`` in an `equation`, ``\color{red}{x}`` for `x` alone,
scripts without braces and marks of text in ``\text``; LaTeX does not. Changes are edits on the text that
LaTeX reads of the formula (places of the tree are looked up in the reading), so that everything else stays
as its author wrote it.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mathpost.latex.cursor import RAW_FOR_MATHJAX
from mathpost.latex.lexer import Reading, split
from mathpost.latex.macros import environment, macro
from mathpost.latex.tree import (
    Cell,
    Command,
    Delimited,
    Environment,
    Error,
    Group,
    Infix,
    Node,
    Row,
    Scripts,
    Symbol,
    Text,
    children,
)
from mathpost.publish import glyphs
from mathpost.publish.colours import colour
from mathpost.publish.definitions import COMMANDS, UNNAMED, VERBATIM, Written, written
from mathpost.text.edits import Edit
from mathpost.text.source import Span

# An empty line ends a formula for TeX.
_EMPTY_LINES = re.compile(r"(?:[ \t]*(?:\r\n?|\n)){2,}|\r\n?")
_DROPPED = frozenset({r"\require"})
# What a web page does with the last argument has no counterpart: the argument is kept.
_UNWRAPPED = frozenset(
    {r"\style", r"\class", r"\cssId", r"\bbox", r"\htmlClass", r"\htmlId", r"\htmlStyle", r"\htmlData"}
)
# A line inside a row and limits without an operator: the rest of the formula stands without them.
_MISPLACED = frozenset({"L103"})
# mathtools looks for an option behind these; an ``&`` that it sees there breaks the dots of amsmath later.
_PEEKING = frozenset({"aligned", "alignedat", "gathered", "multlined"})
# MathJax sets mathematics in these, LaTeX words.
_WITH_WORDS = {r"\llap": r"\mathllap", r"\rlap": r"\mathrlap", r"\clap": r"\mathclap"}
_RAISED = frozenset({r"\raise", r"\lower", r"\moveleft", r"\moveright", r"\vcenter"})
_BOLD = frozenset({r"\boldsymbol", r"\bm", r"\pmb"})
_COLOURED = frozenset({r"\color", r"\textcolor", r"\colorbox", r"\fcolorbox"})
# The inner block that looks like a display, for places where no display may stand.
INNER = {
    "align": "aligned",
    "gather": "gathered",
    "alignat": "alignedat",
    "flalign": "aligned",
    "xalignat": "alignedat",
}
INNER |= {"multline": "multlined", "eqnarray": "aligned", "split": "aligned", "xxalignat": "alignedat"}
# What takes any number of cells, for rows that have more than their environment allows.
WIDER = {
    "gather": "align",
    "gather*": "align*",
    "gathered": "aligned",
    "eqnarray": "align",
    "eqnarray*": "align*",
}


class Place(NamedTuple):
    """What surrounds a node: is it inside bold letters, is it a word?"""

    bold: bool = False
    words: bool = False


class Changes:
    """The edits of one formula, in offsets of its reading, and what was seen on the way."""

    def __init__(self, read: Reading) -> None:
        self.read = read
        self.edits: list[Edit] = []
        self.used: set[str] = set()
        self.unknown: set[str] = set()
        self.unprinted: set[str] = set()
        self.notes: list[str] = []
        self.main: Environment | None = None
        self.definitions: list[Written] = []

    # --- places

    def at(self, offset: int) -> int:
        """The index in the reading of the character at the file's `offset`."""
        return bisect_left(self.read.starts, offset)

    def span(self, node: Node) -> Span:
        return self.range(node.span)

    def range(self, span: Span) -> Span:
        return Span(self.at(span.start), self.at(span.end))

    def text(self, node: Node) -> str:
        return self.read.text[slice(*self.span(node))]

    # --- edits

    def insert(self, index: int, latex: str) -> None:
        self.edits.append(Edit(Span(index, index), latex))

    def replace(self, start: int, end: int, latex: str) -> None:
        self.edits.append(Edit(Span(start, end), latex))

    def result(self) -> str:
        """The formula with all edits made; what stands inside a replaced stretch goes with it."""
        pieces: list[str] = []
        at = 0
        for (start, end), new in sorted(self.edits, key=lambda e: (e.span.start, e.span.end)):
            if start < at:
                continue
            pieces += [self.read.text[at:start], new]
            at = end
        return _EMPTY_LINES.sub("\n", "".join([*pieces, self.read.text[at:]]))


def change(changes: Changes, tree: Node) -> None:
    """Collect the edits that every formula needs, wherever it stands."""
    stack: list[tuple[Node, Place] | Edit] = [(tree, Place())]
    while stack:
        top = stack.pop()
        if isinstance(top, Edit):
            changes.edits.append(top)
            continue
        node, place = top
        below = _visit(changes, node, place)
        stack.extend(reversed(list(below)))
    _drop_comments(changes)


def _visit(changes: Changes, node: Node, place: Place) -> Iterable[tuple[Node, Place] | Edit]:
    """Make the edits of `node` itself; what to visit below it, and the edits that close it."""
    match node:
        case Symbol():
            return _symbol(changes, node, place)
        case Text():
            changes.used.add(node.command)
            return [(part, Place(place.bold, isinstance(part, Symbol))) for part in node.parts]
        case Command():
            return _command(changes, node, place)
        case Scripts():
            return _scripts(changes, node, place)
        case Environment():
            return _environment(changes, node, place)
        case Group(body=body) | Cell(body=body) | Delimited(body=body):
            return _row_of(changes, body, place)
        case Infix():
            changes.used.add(node.name)
        case Error(fault=fault, node=inner) if fault.code in _MISPLACED and isinstance(inner, Symbol):
            changes.replace(*changes.span(inner), "")
            return []
    return [(child, place) for child in children(node)]


# --- symbols and words ----------------------------------------------------------------------------------


def _symbol(changes: Changes, node: Symbol, place: Place) -> Iterator[tuple[Node, Place] | Edit]:
    if place.words:
        _words(changes, changes.span(node))
    elif node.text.startswith("\\"):
        _name(changes, node.text)
    elif not node.text.isascii():
        _characters(changes, changes.span(node))
    elif node.text == "#":
        changes.insert(changes.span(node).start, "\\")
    yield from ()


def _words(changes: Changes, span: Span) -> None:
    """Escape the marks that are letters for MathJax inside ``\\text``."""
    text = changes.read.text
    at = span.start
    while at < span.end:
        char = text[at]
        if char == "\\":
            at += 2
            continue
        if char in "_#&":
            changes.insert(at, "\\")
        elif char == "^":
            changes.replace(at, at + 1, r"\textasciicircum{}")
        elif not char.isascii() and not glyphs.is_printed(char, True):
            changes.replace(at, at + 1, _printed(changes, char))
        at += 1


def _characters(changes: Changes, span: Span) -> None:
    """Characters beyond ASCII: a command, else words; Chinese stays, since xeCJK sets it in formulas."""
    for at in range(*span):
        char = changes.read.text[at]
        if latex := glyphs.mathematical(char):
            changes.replace(at, at + 1, latex)
        elif not glyphs.is_chinese(char):
            changes.replace(at, at + 1, rf"\text{{{_printed(changes, char)}}}")


def _printed(changes: Changes, char: str) -> str:
    if glyphs.is_printed(char, True):
        return char
    piece = glyphs.in_code(char)
    changes.unprinted |= set(piece.unknown)
    return piece.text


def _name(changes: Changes, name: str) -> None:
    changes.used.add(name)
    entry = macro(name)
    if entry is not None and "latex" not in entry.works:
        changes.unknown.add(name)


# --- commands -------------------------------------------------------------------------------------------


def _command(changes: Changes, node: Command, place: Place) -> Iterator[tuple[Node, Place] | Edit]:
    name = node.name
    span = changes.span(node)
    if name in COMMANDS | VERBATIM | UNNAMED:
        _define(changes, node)
        return
    if name in _DROPPED:
        changes.replace(*span, "")
        return
    if name == r"\unicode":
        changes.replace(*span, _code_point(node))
        return
    _name(changes, name)
    if not changes.read.text.startswith(name.rstrip("*"), span.start):  # called by a macro of the post
        yield from ((argument, place) for argument in node.arguments if node.span.contains(argument.span))
        return
    if name in _WITH_WORDS:
        changes.replace(span.start, span.start + len(name), _WITH_WORDS[name])
    if name in _UNWRAPPED and node.arguments:
        changes.unknown.discard(name)
        changes.replace(span.start, changes.span(node.arguments[-1]).start, "")
        yield node.arguments[-1], place
        return
    if name in _BOLD and place.bold and node.arguments:
        changes.replace(span.start, changes.span(node.arguments[0]).start, "")
    if name in _COLOURED:
        _colours(changes, node)
    if name in _RAISED and node.arguments:
        _boxed(changes, node.arguments[-1])
        yield node.arguments[-1], place
        return
    entry = macro(name)
    kinds = entry.arguments if entry else ()
    inner = Place(place.bold or name in _BOLD, False)
    for option in node.options:
        if not isinstance(option, Symbol):
            yield option, inner
    for position, argument in enumerate(node.arguments):
        kind = kinds[position] if position < len(kinds) else "math"
        if not isinstance(argument, Symbol) or kind not in ("raw", "size", "colour", "url", "delimiter"):
            yield from _braced(changes, argument, inner)


def _boxed(changes: Changes, node: Node) -> None:
    r"""LaTeX raises boxes only, MathJax whatever stands there."""
    start, end = changes.span(node)
    if not changes.read.text.startswith((r"\hbox", r"\mbox", r"\vbox", r"\text"), start):
        changes.insert(start, r"\hbox{$")
        changes.insert(end, "$}")
    elif changes.read.text.startswith(r"\text", start):
        changes.insert(start, r"\hbox{")
        changes.insert(end, "}")


def _define(changes: Changes, node: Command) -> None:
    start, end = changes.span(node)
    definition = written(changes.read.text[start:end])
    if definition is None:
        changes.notes.append(f"a definition that LaTeX cannot take is left out: {node.name}")
    else:
        changes.definitions.append(definition)
        for name in definition.commands:
            _name(changes, name)
    changes.replace(start, end, "")


def _braced(changes: Changes, node: Node, place: Place) -> Iterator[tuple[Node, Place] | Edit]:
    """`node` as an argument: braces round what LaTeX does not take without them."""
    core = node.body[0] if isinstance(node, Group) and not node.braces and len(node.body) == 1 else node
    while isinstance(core, Error) and core.node is not None:
        core = core.node
    start, end = changes.span(core)
    if _needs_braces(core):
        changes.insert(start, "{")
        yield node, place
        yield Edit(Span(end, end), "}")
    else:
        yield node, place


def _needs_braces(node: Node) -> bool:
    if isinstance(node, Text):
        return bool(node.command)
    if isinstance(node, Symbol):
        entry = macro(node.text)
        return entry is not None and not entry.inline
    return isinstance(node, Delimited | Environment) or (isinstance(node, Command) and bool(node.arguments))


def _scripts(changes: Changes, node: Scripts, place: Place) -> Iterator[tuple[Node, Place] | Edit]:
    parts = [n for n in (node.base, node.subscript, node.superscript) if n is not None]
    for part in sorted(parts, key=lambda n: n.span):
        if part is node.base:
            yield part, place
        else:
            yield from _braced(changes, part, place)


def _code_point(node: Command) -> str:
    written = "".join(a.text for a in node.arguments if isinstance(a, Symbol)).strip("{} ")
    try:
        char = chr(int(written[1:], 16) if written[:1] in ("x", "X") else int(written))
    except (ValueError, OverflowError):
        return ""
    return glyphs.mathematical(char) or rf"\text{{{char}}}"


def _colours(changes: Changes, node: Command) -> None:
    count = 2 if node.name == r"\fcolorbox" else 1
    for argument in node.arguments[:count]:
        start, end = changes.span(argument)
        written = changes.read.text[start:end]
        name = colour(written)
        if name is None:
            changes.notes.append(f"colour {written} is unknown: black is used")
        if changes.read.text[start - 1 : start] == "{":
            start, end = start - 1, end + 1
        changes.replace(start, end, name or "{Black}")


def _row_of(changes: Changes, body: Sequence[Node], place: Place) -> Iterator[tuple[Node, Place] | Edit]:
    r"""The nodes of one row; ``\color{red}{x}`` is closed behind what MathJax colours: the next node
    alone.
    """
    closing = -1
    for number, node in enumerate(body):
        if isinstance(node, Command) and node.name == r"\color" and closing < number:
            closing = next((k for k in range(number + 1, len(body)) if not _is_space(body[k])), -1)
            if closing > 0:
                changes.insert(changes.span(node).start, "{")
        yield node, place
        if number == closing:
            end = changes.span(node).end
            yield Edit(Span(end, end), "}")


def _is_space(node: Node) -> bool:
    return isinstance(node, Symbol) and not node.text.strip()


# --- environments ---------------------------------------------------------------------------------------


def _environment(changes: Changes, node: Environment, place: Place) -> Iterator[tuple[Node, Place] | Edit]:
    changes.used.add(node.name)
    name = _fitting(node, node is changes.main)
    if name != node.name:
        rename(changes, node, name)
    if node.name.rstrip("*") == "eqnarray":
        _drop_third_column(changes, node)
    if node.name == "cases" and widest(node) > 2:
        _as_array(changes, node)
    _fit_columns(changes, node)
    body = changes.range(node.body)
    if name in _PEEKING and changes.read.text[slice(*body)].lstrip().startswith("&"):
        changes.insert(body.start, "{}")
    for argument in node.arguments:
        if not isinstance(argument, Symbol):
            yield argument, place
    for row in node.rows:
        _guard_bracket(changes, row)
        for cell in row.cells:
            yield cell, place


def _fit_columns(changes: Changes, node: Environment) -> None:
    """MathJax draws columns that the argument of an `array` does not name; LaTeX wants a letter for each."""
    spec = environment(node.name)
    if spec is None or spec.arguments[:1] != ("columns",) or not node.arguments:
        return
    span = changes.span(node.arguments[-1])
    columns = changes.read.text[slice(*span)]
    if ":" in columns:
        changes.used.add(":")
    missing = widest(node) - sum(map(columns.count, "lcrpmb"))
    if missing > 0 and not any(sign in columns for sign in "{*@"):
        changes.insert(span.end, "c" * missing)


def _drop_third_column(changes: Changes, node: Environment) -> None:
    """`eqnarray` takes no tags: an `align`, whose relation needs no column of its own."""
    for row in node.rows:
        for before, after in itertools.pairwise(row.cells[1:]):
            start, end = changes.at(before.span.end), changes.at(after.span.start)
            at = changes.read.text.find("&", start, end + 1)
            if at >= 0:
                changes.replace(at, at + 1, "")


def _as_array(changes: Changes, node: Environment) -> None:
    """`cases` with more columns than its two."""
    begin, end = edges(changes, node)
    if changes.read.text.startswith(r"\begin", begin.start):
        columns = "@{}" + r"@{\quad}".join("l" * widest(node)) + "@{}"
        changes.replace(*begin, rf"\left\{{\begin{{array}}{{{columns}}}")
        changes.replace(*end, r"\end{array}\right.")


def edges(changes: Changes, node: Environment) -> tuple[Span, Span]:
    r"""Where the ``\begin{…}`` and ``\end{…}`` of an environment stand in the reading."""
    start, end = changes.span(node)
    body = changes.range(node.body)
    return Span(start, body.start), Span(body.end, end)


def _guard_bracket(changes: Changes, row: Row) -> None:
    r"""``\\`` and a bracket on the next line: LaTeX would read the bracket as the size of the break."""
    if row.end.length and changes.read.text.startswith(r"\\", changes.at(row.end.start)):
        after = changes.at(row.end.end)
        rest = changes.read.text[after:]
        if rest.lstrip()[:1] in ("[", "*"):
            changes.insert(after + len(rest) - len(rest.lstrip()), "{}")


def _fitting(node: Environment, is_main: bool) -> str:
    """The environment that LaTeX takes in the place of `node`, `is_main` where it is the whole display."""
    name, spec = node.name, environment(node.name)
    if name.rstrip("*") == "eqnarray":
        name = name.replace("eqnarray", "align")
    elif spec is not None and spec.columns is not None and widest(node) > spec.columns:
        name = WIDER.get(name, name)
    return name if is_main else INNER.get(name.rstrip("*"), name)


def widest(node: Environment) -> int:
    """The most cells that a row of `node` has."""
    return max((len(row.cells) for row in node.rows), default=1)


def rename(changes: Changes, node: Environment, name: str) -> None:
    """Another name between the braces of ``\\begin`` and ``\\end``."""
    start, end = changes.span(node)
    opened = changes.read.text.find("{" + node.name + "}", start)
    closed = changes.read.text.rfind("{" + node.name + "}", start, end)
    if 0 <= opened < closed:
        changes.replace(opened, opened + len(node.name) + 2, f"{{{name}}}")
        changes.replace(closed, closed + len(node.name) + 2, f"{{{name}}}")


def _drop_comments(changes: Changes) -> None:
    r"""A comment could swallow a closing delimiter; a percent sign among words is none for MathJax."""
    at = 0
    for piece in split(changes.read.text, RAW_FOR_MATHJAX):
        end = at + len(piece)
        if piece == "%" and end < len(changes.read.text):
            changes.insert(at, "\\")
        elif piece.startswith("%"):
            changes.replace(at, end, "\n" if piece.endswith("\n") else "")
        at = end
