"""Macros that a post defines inside its formulas or in paragraphs of their own, for the preamble of its LaTeX document.

In MathJax a definition holds to the end of the page; in LaTeX it ends with the formula. So definitions are moved out of
their formulas: the first one of a name into the preamble, a later one with another body in front of its formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.document.vocabulary import DEFINITION
from mathpost.latex.definitions import Definition, Definitions
from mathpost.latex.lexer import TOKEN
from mathpost.latex.parser import parse
from mathpost.latex.tree import Command, Symbol, walk
from mathpost.publish.colours import colour
from mathpost.text.source import Span

_COLOUR = re.compile(r"\\(?:text)?color\s*\{([^{}#]*)\}(\s*\{)?")
_NAME = re.compile(r"\\(?:[A-Za-z]+|[^A-Za-z])")
COMMANDS = frozenset({r"\newcommand", r"\renewcommand", r"\providecommand", r"\DeclareMathOperator"})
VERBATIM = frozenset({r"\def", r"\gdef", r"\edef", r"\xdef", r"\let"})
VERBATIM |= {r"\DeclarePairedDelimiter", r"\DeclarePairedDelimiterX"}
UNNAMED = frozenset({r"\newenvironment", r"\renewenvironment", r"\definecolor"})


class Written(NamedTuple):
    """One definition: the command it defines (empty for colours and environments), and LaTeX for the preamble."""

    name: str
    latex: str
    commands: frozenset[str]


def written(text: str) -> Written | None:
    r"""The definition `text`, from its command to the end of its body; None if LaTeX could not read it.

    MathJax also reads ``\newcommand{name}{…}`` without a backslash.
    """
    tokens = [m[0] for m in TOKEN.finditer(text) if not m[0].startswith("%")]
    command = tokens[0] if tokens else ""
    used = frozenset(t for t in tokens[1:] if t.startswith("\\") and t[1:].isalpha())
    if command in UNNAMED:
        return Written("", text, used)
    if command in VERBATIM:
        name = next((t for t in tokens[1:] if not t.isspace() and t != "{"), "")
        return Written(name, text, used - {name}) if name.startswith("\\") else None
    parts = _parts([t for t in tokens[1:] if t != "*"]) if command in COMMANDS else None
    if parts is None:
        return None
    name, middle, body = parts
    body = _COLOUR.sub(_coloured, body)
    name = name if name.startswith("\\") else "\\" + name
    if not _NAME.fullmatch(name):
        return None
    if command == r"\DeclareMathOperator":
        star = "*" if "*" in tokens[1:3] else ""
        body = rf"\operatorname{star}{{{body}}}"
    return Written(
        name, rf"\providecommand{{{name}}}{{}}\renewcommand{{{name}}}{middle}{{{body}}}", used - {name}
    )


def paragraphs(document: Document) -> Iterator[Span]:
    """The paragraphs that hold nothing but definitions: no author wants to print them."""
    text = document.source.text
    for span in document.paragraphs:
        if DEFINITION.match(text, span.start):
            nodes = parse(text, [span]).tree.body
            if all(
                isinstance(node, Command) and node.name in COMMANDS | VERBATIM | UNNAMED for node in nodes
            ):
                yield span


def of_site(definitions: Definitions | None) -> dict[str, Written]:
    """The macros of a site by their names, written out for the preamble."""
    found = (definitions.get(name) for name in definitions) if definitions is not None else ()
    return {d.name: _written_out(d) for d in found if d is not None and not d.template}


def _written_out(definition: Definition) -> Written:
    name, tokens = definition.name, definition.tokens
    commands = frozenset(t for t in tokens if t.startswith("\\") and t[1:].isalpha()) - {name}
    if definition.alias:
        return Written(name, rf"\let{name}={definition.alias} ", frozenset({definition.alias}))
    body = "".join(t + " " * (t.startswith("\\") and t[1:].isalpha()) for t in tokens)
    count = f"[{len(definition.arguments)}]" if definition.arguments else ""
    if definition.default is not None:
        symbols = "".join(n.text for n in walk(definition.default) if isinstance(n, Symbol))
        count += f"[{symbols}]"
    return Written(name, rf"\providecommand{{{name}}}{{}}\renewcommand{{{name}}}{count}{{{body}}}", commands)


def _coloured(found: re.Match[str]) -> str:
    """A colour for xcolor; MathJax colours only the group that follows."""
    name = colour(found[1]) or "{Black}"
    return rf"\textcolor{name}{{" if found[2] else rf"\color{name}"


def _parts(tokens: list[str]) -> tuple[str, str, str] | None:
    """Name, bracketed arguments and body of a definition."""
    name, at = _group(tokens, 0)
    middle = ""
    while at < len(tokens) and (tokens[at] == "[" or tokens[at].isspace()):
        if tokens[at] == "[" and "]" in tokens[at:]:
            close = tokens.index("]", at)
            middle += "".join(tokens[at : close + 1])
            at = close + 1
        elif tokens[at] == "[":
            return None
        else:
            at += 1
    body, end = _group(tokens, at)
    return (name.strip(), middle, body) if name.strip() and end > at else None


def _group(tokens: list[str], at: int) -> tuple[str, int]:
    """The text of the group or single token at `at`, and where to go on."""
    while at < len(tokens) and tokens[at].isspace():
        at += 1
    if at >= len(tokens) or tokens[at] != "{":
        return (tokens[at], at + 1) if at < len(tokens) else ("", at)
    depth = 0
    for end in range(at, len(tokens)):
        depth += (tokens[end] == "{") - (tokens[end] == "}")
        if depth == 0:
            return "".join(tokens[at + 1 : end]), end + 1
    return "", at
