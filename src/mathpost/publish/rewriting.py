r"""The changes that a formula for web renderers needs for LaTeX, found on its tree.

MathJax accepts a ``\tag`` inside `aligned`, a ``\\`` in an `equation`, ``\color{red}{x}`` for `x` alone, scripts
without braces and text marks in ``\text``; LaTeX does not. Changes are edits on the text that LaTeX reads, so that
everything else stays as its author wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mathpost.latex.cursor import RAW_FOR_MATHJAX
from mathpost.latex.lexer import split
from mathpost.latex.macros import macro
from mathpost.latex.tree import (
    Cell,
    Command,
    Delimited,
    Environment,
    Error,
    Group,
    Infix,
    Node,
    Scripts,
    Symbol,
    Text,
    children,
)
from mathpost.publish import glyphs
from mathpost.publish.changes import Changes, Place
from mathpost.publish.colours import colour
from mathpost.publish.definitions import COMMANDS, UNNAMED, VERBATIM, written
from mathpost.publish.environments import fit
from mathpost.publish.pointers import LABEL
from mathpost.text.edits import Edit
from mathpost.text.source import Span

_DROPPED = frozenset({r"\require"})
# What a web page does with the last argument has no counterpart: the argument is kept.
_UNWRAPPED = frozenset(
    {r"\style", r"\class", r"\cssId", r"\bbox", r"\htmlClass", r"\htmlId", r"\htmlStyle", r"\htmlData"}
)
# A line inside a row and limits without an operator: the rest of the formula is without them.
_MISPLACED = frozenset({"L103"})
# MathJax sets mathematics in these, LaTeX words.
_WITH_WORDS = {r"\llap": r"\mathllap", r"\rlap": r"\mathrlap", r"\clap": r"\mathclap"}
# The backslash before a mark is Markdown's, not an accent of LaTeX.
_ESCAPED = frozenset({"L205"})
_RAISED = frozenset({r"\raise", r"\lower", r"\moveleft", r"\moveright", r"\vcenter"})
_NAMING = frozenset({r"\label", r"\ref", r"\eqref"})
_WITH_KIND = frozenset({r"\cref", r"\Cref", r"\autoref"})
_BOLD = frozenset({r"\boldsymbol", r"\bm", r"\pmb"})
_COLOURED = frozenset({r"\color", r"\textcolor", r"\colorbox", r"\fcolorbox"})


def change(changes: Changes, tree: Node) -> None:
    """Collect the edits that every formula needs, wherever it is."""
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
            return [(inner, place) for inner in fit(changes, node)]
        case Group(body=body) | Cell(body=body) | Delimited(body=body):
            return _row_of(changes, body, place)
        case Infix():
            changes.used.add(node.name)
        case Error(fault=fault, node=inner) if fault.code in _MISPLACED and isinstance(inner, Symbol):
            changes.replace(*changes.span(inner), "")
            return []
        case Error(fault=fault, node=Symbol(text=text) as inner) if fault.code in _ESCAPED:
            if text[:1] == "\\" and text[1:] in tuple("'\"~.="):
                changes.replace(*changes.span(inner), text[1:])
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
        elif not (glyphs.is_chinese(char) and glyphs.is_printed(char, True)):
            changes.replace(at, at + 1, rf"\text{{{_printed(changes, char)}}}")


def _printed(changes: Changes, char: str) -> str:
    if glyphs.is_printed(char, True):
        return char
    piece = glyphs.commanded(char)
    changes.unprinted |= set(piece.unknown)
    return piece.text


def _name(changes: Changes, name: str) -> None:
    changes.used.add(name)
    entry = macro(name)
    if entry is not None and "latex" not in entry.works:
        changes.unknown.add(name)


# --- commands -------------------------------------------------------------------------------------------


def _command(changes: Changes, node: Command, place: Place) -> Iterator[tuple[Node, Place] | Edit]:
    if _is_replaced(changes, node):
        return
    name = node.name
    _name(changes, name)
    if not changes.text(node).startswith(name.rstrip("*")):  # called by a macro of the post
        yield from ((argument, place) for argument in node.arguments if node.span.contains(argument.span))
    elif name in _UNWRAPPED and node.arguments:
        changes.unknown.discard(name)
        changes.replace(changes.span(node).start, changes.span(node.arguments[-1]).start, "")
        yield node.arguments[-1], place
    elif name in _RAISED and node.arguments:
        yield from _boxed(changes, node.arguments[-1], place)
    else:
        _adjust(changes, node, place)
        yield from _arguments(changes, node, place)


def _is_replaced(changes: Changes, node: Command) -> bool:
    """Take out what stays in no formula: definitions, requests for packages, names that LaTeX refuses."""
    span = changes.span(node)
    if node.name in COMMANDS | VERBATIM | UNNAMED:
        _define(changes, node)
    elif node.name in _WITH_KIND:
        changes.replace(*span, _eqrefs(_raw_argument(node)))
    elif node.name in _NAMING and not LABEL.fullmatch(_raw_argument(node)):
        changes.notes.append(f"LaTeX takes no such name: {changes.text(node)}")
        changes.replace(*span, "" if node.name == r"\label" else r"\text{??}")
    elif node.name in _DROPPED:
        changes.replace(*span, "")
    elif node.name == r"\unicode":
        changes.replace(*span, _code_point(node))
    else:
        return False
    return True


def _eqrefs(names: str) -> str:
    """References to one or several labels by their numbers alone: the words for their kind are the post's."""
    listed = [name.strip() for name in names.split(",")]
    return ", ".join(rf"\eqref{{{name}}}" if LABEL.fullmatch(name) else r"\text{??}" for name in listed)


def _adjust(changes: Changes, node: Command, place: Place) -> None:
    """The command itself: another name, none, or another colour."""
    start = changes.span(node).start
    if node.name in _WITH_WORDS:
        changes.replace(start, start + len(node.name), _WITH_WORDS[node.name])
    if node.name in _BOLD and place.bold and node.arguments:
        changes.replace(start, changes.span(node.arguments[0]).start, "")
    if node.name in _COLOURED:
        _colours(changes, node)


def _arguments(changes: Changes, node: Command, place: Place) -> Iterator[tuple[Node, Place] | Edit]:
    entry = macro(node.name)
    kinds = entry.arguments if entry else ()
    inner = Place(place.bold or node.name in _BOLD, False)
    for option in node.options:
        if not isinstance(option, Symbol):
            yield option, inner
    for position, argument in enumerate(node.arguments):
        kind = kinds[position] if position < len(kinds) else "math"
        if not isinstance(argument, Symbol) or kind not in ("raw", "size", "colour", "url", "delimiter"):
            yield from _braced(changes, argument, inner)


def _boxed(changes: Changes, node: Node, place: Place) -> Iterator[tuple[Node, Place] | Edit]:
    """Wrap in a box what is raised: LaTeX raises boxes only."""
    start, end = changes.span(node)
    text = changes.read.text
    opening, closing = (r"\hbox{", "}") if text.startswith(r"\text", start) else (r"\hbox{$", "$}")
    if text.startswith((r"\hbox", r"\mbox", r"\vbox"), start):
        yield node, place
        return
    changes.insert(start, opening)
    yield node, place
    yield Edit(Span(end, end), closing)


def _raw_argument(node: Command) -> str:
    return node.arguments[-1].text if node.arguments and isinstance(node.arguments[-1], Symbol) else ""


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
    r"""The nodes of one row; ``\color{red}{x}`` is closed after what MathJax colours: the next node
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
