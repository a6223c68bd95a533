"""Trees and terms on one line, for `enhance debug` and tests: structure, not spacing."""

from __future__ import annotations

from collections.abc import Iterable

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
)
from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable


def sketch(node: Node) -> str:
    """``\\frac{x_1}{2}`` is ``(\\frac {(x _1)} {2})``; an error is ``(!L001 …)`` in its place."""
    match node:
        case Symbol(text=text):
            return text if text.strip() else repr(text)
        case Group(body=body, braces=braces):
            inside = _row(body)
            return f"{{{inside}}}" if braces else inside
        case Scripts():
            return _scripts(node)
        case Command(name=name, arguments=arguments, options=options):
            parts = [*(f"[{sketch(o)}]" for o in options), *(sketch(a) for a in arguments)]
            return f"({' '.join([name, *parts])})" if parts else name
        case Delimited(left=left, body=body, right=right):
            return f"(\\left{left} {_row(body)} \\right{right})"
        case Infix(name=name, left=left, right=right):
            return f"({name} {sketch(left)} {sketch(right)})"
        case Text(command=command, parts=parts):
            return f"({' '.join([command or 'words', *(_words(p) for p in parts)])})"
        case Environment(name=name, arguments=arguments, rows=rows):
            head = " ".join([name, *(sketch(a) for a in arguments)])
            lines = " \\\\ ".join(sketch(row) for row in rows)
            return f"({head}: {lines})"
        case Row(cells=cells):
            return " & ".join(sketch(cell) for cell in cells)
        case Cell(body=body):
            return _row(body)
        case Error(fault=fault, node=inner):
            return f"(!{fault.code}{'' if inner is None else ' ' + sketch(inner)})"


def _row(nodes: Iterable[Node]) -> str:
    return " ".join(sketch(node) for node in nodes)


def _scripts(node: Scripts) -> str:
    parts = ["()" if node.base is None else sketch(node.base)]
    if node.primes:
        parts.append("'" * node.primes)
    if node.subscript is not None:
        parts.append("_" + sketch(node.subscript))
    if node.superscript is not None:
        parts.append("^" + sketch(node.superscript))
    return f"({' '.join(parts)})"


def _words(part: Node) -> str:
    return f'"{part.text}"' if isinstance(part, Symbol) else f"${sketch(part)}$"


def meaning(term: Term) -> str:
    """The meaning of a term: operators by name, ``sum(i=1..n: x[i])`` with its bound variable."""
    match term:
        case Number(value=value):
            return str(value)
        case Variable(name=name):
            return name
        case Apply(operator=operator, arguments=arguments):
            return f"{operator}({', '.join(map(meaning, arguments))})"
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body):
            between = "..".join(map(meaning, bounds))
            return f"{operator}({variable.name}={between}: {meaning(body)})"
