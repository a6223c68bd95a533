r"""From what LaTeX reads to a tree: recursive descent, one short function per construct; it cannot fail.

Every fault of a formula is found in one run, each where its cause stands, and stays in the tree as an `Error`
node. Recovery never loops: each step takes a token or returns to a caller that waits for it. What is wrong
depends on the target: ``mathjax`` (the default), ``katex``, ``github``, ``latex``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from mathpost.latex.cursor import Cursor, Open, TagScope
from mathpost.latex.definitions import Definition, Definitions
from mathpost.latex.lexer import Reading, reading
from mathpost.latex.macros import environment as known_environment
from mathpost.latex.macros import known_commands
from mathpost.latex.macros.delimiters import DELIMITERS
from mathpost.latex.macros.macro import EnvironmentSpec, Macro
from mathpost.latex.recording import RECORDERS, Body
from mathpost.latex.sizes import COLOUR, DIMENSION, SIZE
from mathpost.latex.tree import (
    Cell,
    Command,
    Delimited,
    Environment,
    Error,
    Fault,
    Group,
    Infix,
    Node,
    Row,
    Scripts,
    Symbol,
    Text,
)
from mathpost.text.source import Span

MAX_DEPTH = 90
"""Nested constructs; TeX itself has room for 255 groups, Python's stack for about twice this many."""

NOTHING = Definitions()


class Parsed(NamedTuple):
    """A formula as read: its tree, everything wrong with it, and the macros in force behind it."""

    tree: Group
    faults: tuple[Fault, ...]
    definitions: Definitions


def parse(
    text: str,
    segments: Sequence[Span],
    *,
    escaped: bool = False,
    display: bool = True,
    target: str = "mathjax",
    definitions: Definitions | None = None,
) -> Parsed:
    """The tree of the formula that stands in `segments` of `text`; never raises, whatever stands there."""
    read = reading(text, segments, escaped)
    p = Cursor(read, target, display, NOTHING if definitions is None else definitions)
    nodes = _until(p, GROUP, lambda token: token == "")
    span = Span(segments[0].start, segments[-1].end) if segments else Span(0, 0)
    p.faults.sort(key=lambda fault: fault.span)
    return Parsed(Group(nodes, span, False), tuple(p.faults), p.definitions)


# --- runs of atoms ----------------------------------------------------------------------------------------

BREAKS = frozenset({r"\\", r"\cr", r"\newline", r"\tabularnewline"})
GROUP = frozenset({"", "}", "&", r"\end", r"\right"})
CELL = GROUP | BREAKS
OPTION = GROUP | {"]"}
DOLLAR = GROUP | {"$"}
PARENTHESIS = GROUP | {r"\)"}
BEGUN = GROUP | {r"\endgroup"}
ROOT = GROUP | {r"\of"}
SCRIPTS = frozenset({"^", "_", "'", "’", r"\limits", r"\nolimits"})
NO_ARGUMENT = GROUP | BREAKS | {"^", "_", "'", r"\middle", r"\endgroup", r"\hline", r"\hdashline"}
INFIX = frozenset(
    {r"\over", r"\choose", r"\atop", r"\brace", r"\brack", r"\above"}
    | {r"\overwithdelims", r"\atopwithdelims", r"\abovewithdelims"}
)


def expression(p: Cursor, stop: frozenset[str] = GROUP) -> tuple[Node, ...]:
    """Atoms up to a token of `stop`; an infix command takes everything on both its sides."""
    nodes: list[Node] = []
    texts, starts, ends = p.texts, p.starts, p.ends
    infix: tuple[int, str, list[Node]] | None = None
    while True:
        token = texts[p.at]
        if token in stop:
            break
        if len(token) == 1 and token not in HANDLERS and texts[p.at + 1] not in SCRIPTS:
            nodes.append(Symbol(token, Span(starts[p.at], ends[p.at])))
            p.at += 1
        elif token in INFIX and token not in p.definitions:
            at, left = p.at, nodes
            if infix is not None:
                nodes.append(_second_infix(p, infix[1]))
                continue
            infix, nodes = (at, token, left), []
            _infix_arguments(p)
        else:
            nodes.append(atom(p))
    if infix is not None:
        return (_infixed(p, *infix, nodes),)
    return tuple(nodes)


def _infix_arguments(p: Cursor) -> None:
    at = p.at
    name = p.texts[at]
    p.at += 1
    entry = _command_table()[name]
    for kind in entry.arguments:
        ARGUMENTS[kind](p, at, name)


def _second_infix(p: Cursor, first: str) -> Error:
    p.at += 1
    message = f"{p.texts[p.at - 1]} stands in a group that has a {first} already: use braces"
    return p.error("L016", p.span(p.at - 1), message)


def _infixed(p: Cursor, at: int, name: str, left: list[Node], right: list[Node]) -> Infix:
    middle = p.span(at, at)
    start = left[0].span.start if left else middle.start
    end = right[-1].span.end if right else middle.end
    before = Group(tuple(left), Span(start, middle.start), False)
    after = Group(tuple(right), Span(middle.end, max(end, middle.end)), False)
    return Infix(name, before, after, Span(start, max(end, middle.end)))


def _until(p: Cursor, stop: frozenset[str], mine: Callable[[str], bool]) -> tuple[Node, ...]:
    """Atoms up to a token that is `mine`; other tokens that end groups are strays, each an error."""
    nodes = expression(p, stop)
    while not mine(p.texts[p.at]):
        nodes = (*nodes, *stray(p), *expression(p, stop))
    return nodes


def atom(p: Cursor) -> Node:
    """A nucleus with its scripts."""
    first = p.at
    token = p.texts[first]
    base = None if token in SCRIPTS else nucleus(p)
    if p.texts[p.at] not in SCRIPTS:
        assert base is not None
        return base
    return scripted(p, base, first)


def nucleus(p: Cursor) -> Node:
    """One symbol, group, environment, delimited material, or command with its arguments."""
    token = p.texts[p.at]
    if len(token) == 1 and token not in HANDLERS:
        return _symbol(p)
    if p.depth >= MAX_DEPTH:
        return _too_deep(p)
    p.depth += 1
    try:
        return _construct(p, token)
    finally:
        p.depth -= 1


def _construct(p: Cursor, token: str) -> Node:
    definition = p.definitions.get(token)
    if definition is not None:
        return user_call(p, definition)
    handler = HANDLERS.get(token)
    if handler is not None:
        return handler(p)
    if token.startswith(r"\verb") and not token[1:].isalpha():
        return verbatim(p)
    return command(p, token)


def _symbol(p: Cursor) -> Symbol:
    at = p.at
    p.at = at + 1
    return Symbol(p.texts[at], Span(p.starts[at], p.ends[at]))


def _too_deep(p: Cursor) -> Error:
    """Step over what is nested too deep, to the brace that ends it."""
    first, depth = p.at, 0
    while p.texts[p.at]:
        depth += (p.texts[p.at] == "{") - (p.texts[p.at] == "}")
        if depth < 0:
            break
        p.at += 1
        if depth == 0:
            break
    message = f"nested more than {MAX_DEPTH} deep: not read any further"
    return p.error("L021", p.span(first, first), message, Symbol(p.texts[first], p.span(first)))


# --- scripts ----------------------------------------------------------------------------------------------


def scripted(p: Cursor, base: Node | None, first: int) -> Node:
    """Primes, subscript and superscript behind `base`, in any order, each once."""
    lower: Node | None = None
    upper: Node | None = None
    primes = 0
    while True:
        token = p.texts[p.at]
        taken = lower if token == "_" else upper if token == "^" else (upper or primes)
        if token in (r"\limits", r"\nolimits"):
            base = _limits(p, base)
            continue
        if token not in SCRIPTS:
            break
        at = p.at
        if taken or (token == "^" and primes and not _primes_just_stood(p)):
            base = _doubled(p, token, _scripts(p, first, base, lower, upper, primes))
            lower, upper, primes = None, None, 0
        if token == "_":
            lower = _script(p)
        elif token == "^":
            upper = _script(p)
        else:
            while p.texts[p.at] in ("'", "’"):
                primes += 1
                p.at += 1
        if p.at == at:  # cannot happen: a script takes its sign at least
            break
    if lower is None and upper is None and not primes:
        return base if base is not None else Group((), p.span(first, first), False)
    return _scripts(p, first, base, lower, upper, primes)


def _primes_just_stood(p: Cursor) -> bool:
    return p.texts[p.at - 1] in ("'", "’")


def _scripts(
    p: Cursor, first: int, base: Node | None, lower: Node | None, upper: Node | None, primes: int
) -> Node:
    if base is not None and lower is None and upper is None and not primes:
        return base
    start = base.span.start if base is not None else p.starts[first]
    return Scripts(base, lower, upper, primes, Span(start, p.ends[p.at - 1]))


def _doubled(p: Cursor, token: str, so_far: Node) -> Error:
    if token == "_":
        return p.error("L006", p.span(p.at, p.at), "double subscript: use braces", so_far)
    what = "double superscript" if token == "^" else "prime after a superscript"
    return p.error("L005", p.span(p.at, p.at), f"{what}: use braces", so_far)


def _script(p: Cursor) -> Node:
    at = p.at
    p.at += 1
    if p.texts[p.at] in NO_ARGUMENT:
        return p.error("L004", p.span(at, at), f"nothing stands after {p.texts[at]}")
    if p.texts[p.at] == "{":
        return nucleus(p)
    _refuse_function(p, p.texts[at])
    return nucleus(p)


def _limits(p: Cursor, base: Node | None) -> Node | None:
    at = p.at
    p.at += 1
    if _takes_limits(p, base):
        return base
    return p.error("L019", p.span(at, at), f"{p.texts[at]} must follow an operator", base)


def _takes_limits(p: Cursor, base: Node | None) -> bool:
    """Whether `base` is an operator; what nobody can tell (a macro of the post) counts as one."""
    name = base.text if isinstance(base, Symbol) else base.name if isinstance(base, Command) else ""
    if isinstance(base, Group) and base.body:
        return p.where != "katex" and _takes_limits(p, base.body[-1])
    if isinstance(base, Scripts):
        return _takes_limits(p, base.base)
    if isinstance(base, Text | Error):
        return isinstance(base, Error)
    if name in p.definitions or name == r"\mathop" or name.startswith(r"\operatorname"):
        return True
    entry = _command_table().get(name)
    if entry is None:
        return name.startswith("\\")
    if entry.kind in ("operator", "accent"):
        return True
    return name in (r"\overset", r"\underset", r"\stackrel", r"\overunderset", r"\not")


# --- groups and delimiters --------------------------------------------------------------------------------


def group(p: Cursor) -> Node:
    """``{…}``; without its closing brace it ends where its cell, environment or formula ends."""
    opener = p.at
    p.at += 1
    p.opened.append(Open("brace", opener))
    nodes = _until(p, GROUP, lambda token: _ends_brace(p, opener, token))
    p.opened.pop()
    if p.texts[p.at] == "}":
        p.at += 1
        return Group(nodes, p.span(opener))
    return _unclosed(p, opener, nodes)


def _unclosed(p: Cursor, opener: int, nodes: tuple[Node, ...]) -> Error:
    if p.mate(opener) is not None:
        p.lost.append("}")
    salvaged = Group(nodes, p.span(opener))
    return p.error("L001", p.span(opener, opener), "the brace is never closed", salvaged)


def _ends_brace(p: Cursor, opener: int, token: str) -> bool:
    """Whether `token` ends the group of the brace at `opener`, by closing it or by ending what is around."""
    if token in ("}", ""):
        return True
    if token == "&":
        return p.inside("environment") and p.mate(opener) is None
    if token == r"\end":
        return p.inside("environment", _name_after(p))
    return token == r"\right" and p.inside("left") and p.mate(opener) is None


def begun_group(p: Cursor) -> Node:
    r"""``\begingroup … \endgroup``."""
    opener = p.at
    p.at += 1
    p.opened.append(Open("group", opener))
    nodes = _until(p, BEGUN, lambda token: token in (r"\endgroup", "}", "") or _ends_brace(p, opener, token))
    p.opened.pop()
    if p.texts[p.at] == r"\endgroup":
        p.at += 1
        return Group(nodes, p.span(opener))
    salvaged = Group(nodes, p.span(opener))
    return p.error("L001", p.span(opener, opener), r"\begingroup is never closed", salvaged)


def delimited(p: Cursor) -> Node:
    r"""``\left( … \right)``."""
    opener = p.at
    p.at += 1
    left = delimiter(p, opener)
    p.opened.append(Open("left", opener))
    nodes = _until(p, GROUP, lambda token: _ends_left(p, opener, token))
    p.opened.pop()
    if p.texts[p.at] != r"\right":
        p.lost.append(r"\right")
        salvaged = Delimited(left, nodes, ".", p.span(opener))
        return p.error("L007", p.span(opener, opener), rf"\left{left} has no \right", salvaged)
    closer = p.at
    p.at += 1
    right = delimiter(p, closer)
    return Delimited(left, nodes, right, p.span(opener))


def _ends_left(p: Cursor, opener: int, token: str) -> bool:
    if token in (r"\right", ""):
        return True
    if token == "}":
        return _closes_outside(p, opener)
    if token == "&":
        return p.inside("environment")
    return p.inside("environment", _name_after(p))


def _closes_outside(p: Cursor, since: int) -> bool:
    """The brace at the cursor closes a group that was open before token `since`."""
    braces = [o.at for o in p.opened if o.construct == "brace"]
    return bool(braces) and (p.mate(p.at) in braces or p.mate(p.at) is None) and braces[-1] < since


def delimiter(p: Cursor, at: int, braces: bool = False) -> str:
    r"""What stands after ``\left``, ``\big`` and their like; where nothing fits, nothing is taken."""
    token = p.texts[p.at]
    name = p.texts[at]
    if braces and token == "{" and p.texts[p.at + 2] == "}":
        inner = p.texts[p.at + 1]
        if inner in DELIMITERS and p.where == "mathjax":
            p.at += 3
            return inner
    resolved = _delimiter_behind(p, token)
    if p.where in DELIMITERS.get(resolved, ()):
        p.at += 1
        return token
    if token == r"\\" and p.texts[p.at + 1] in ("{", "}"):
        p.at += 2
        p.fault(
            "L008", p.span(p.at - 2), rf"after {name} stands a row break, not the brace \{p.texts[p.at - 1]}"
        )
        return "\\" + p.texts[p.at - 1]
    if token == "":
        p.fault("L008", p.span(at, at), f"{name} has no delimiter")
    else:
        p.fault("L008", p.span(p.at, p.at), f"{token} is no delimiter for {name}")
    return "."


def _delimiter_behind(p: Cursor, token: str) -> str:
    """The delimiter that a macro of the post stands for."""
    for _ in range(10):
        definition = p.definitions.get(token)
        if definition is None or len(definition.tokens) != 1:
            break
        token = definition.tokens[0]
    return token


def sized(p: Cursor) -> Node:
    r"""``\big(`` and its family."""
    at = p.at
    p.at += 1
    first = p.at
    written = delimiter(p, at, braces=True)
    span = p.span(first) if p.at > first else Span(p.ends[at], p.ends[at])
    return Command(p.texts[at], (Symbol(written, span),), (), p.span(at))


def middle(p: Cursor) -> Node:
    at = p.at
    if not (p.opened and p.opened[-1].construct == "left"):
        node = sized(p)
        return p.error("L007", p.span(at, at), r"\middle stands outside of \left … \right", node)
    return sized(p)


# --- strays -----------------------------------------------------------------------------------------------


def stray(p: Cursor) -> tuple[Node, ...]:
    """A token that ends something that was never begun; taken, and reported unless its cause was."""
    at = p.at
    token = p.texts[at]
    p.at += 1
    if token == r"\right":
        delimiter(p, at)
        return _lost(p, r"\right") or (p.error("L007", p.span(at, at), r"\right without \left"),)
    if token == r"\end":
        name, span = _environment_name(p, at)
        span = Span(p.starts[at], span.end)
        return _lost(p, name) or (p.error("L101", span, rf"\end{{{name}}} without \begin{{{name}}}"),)
    if token == "}":
        return _lost(p, "}") or (p.error("L002", p.span(at, at), "this brace closes nothing"),)
    return (p.error("L010", p.span(at, at), "& stands outside of an alignment"),)


def _lost(p: Cursor, closer: str) -> tuple[Node, ...]:
    """Nothing, if the opener of `closer` was reported already; None of it is counted twice."""
    if closer not in p.lost:
        return ()
    p.lost.remove(closer)
    return (Group((), p.span(p.at - 1), False),)


# --- commands and their arguments -------------------------------------------------------------------------

_TABLE: dict[str, Macro] = {}


def _command_table() -> dict[str, Macro]:
    if not _TABLE:
        _TABLE.update(known_commands())
    return _TABLE


def command(p: Cursor, token: str) -> Node:
    """A command by the table: its arguments by their types."""
    entry = _command_table().get(token)
    if entry is None:
        return _unknown(p, token)
    at = p.at
    fault = None if p.where in entry.works else _unsupported(p, entry)
    if not entry.arguments and not entry.options:
        p.at += 1
        if entry.star and p.texts[p.at] == "*":
            p.at += 1
            token += "*"
        symbol = Symbol(token, p.span(at))
        return symbol if fault is None else Error(fault, symbol, symbol.span)
    node = _with_arguments(p, entry)
    return node if fault is None else Error(fault, node, node.span)


def _unknown(p: Cursor, token: str) -> Error:
    p.at += 1
    symbol = Symbol(token, p.span(p.at - 1))
    if token == "\\":
        return p.error("L003", symbol.span, "a backslash at the end of the formula", symbol)
    return p.error("L003", symbol.span, f"{token} is not known", symbol)


def _unsupported(p: Cursor, entry: Macro) -> Fault | None:
    if "extension" in entry.works and p.where == "mathjax" and p.definitions.extensions:
        return None
    if entry.kind == "reference" and p.where == "katex":
        return p.fault("N013", p.span(p.at, p.at), f"{entry.name} does not exist for {p.target}")
    others = ", ".join(sorted(entry.works - {"extension"})) or "an extension"
    return p.fault(
        "P001", p.span(p.at, p.at), f"{entry.name} does not exist for {p.target} (only for {others})"
    )


def _with_arguments(p: Cursor, entry: Macro) -> Node:
    at = p.at
    p.at += 1
    name = entry.name
    if entry.star and p.texts[p.at] == "*":
        p.at += 1
        name += "*"
    options = []
    for kind in entry.options:
        if p.texts[p.at] != "[":
            break
        options.append(option(p, kind))
    arguments: list[Node] = []
    for kind in entry.arguments:
        argument = ARGUMENTS[kind](p, at, name)
        if argument is None:
            node = Command(name, tuple(arguments), tuple(options), p.span(at))
            return Error(p.faults[-1], node, node.span)
        arguments.append(argument)
    if entry.kind == "text" and len(arguments) == 1 and isinstance(arguments[0], Text) and not options:
        return Text(name, arguments[0].parts, p.span(at))
    return Command(name, tuple(arguments), tuple(options), p.span(at))


def _missing(p: Cursor, at: int, name: str) -> None:
    p.fault("L004", p.span(at, at), f"{name} lacks an argument")


def _refuse_function(p: Cursor, name: str) -> None:
    """KaTeX and LaTeX take no command with arguments as a script without braces."""
    if p.where == "mathjax":
        return
    token = p.texts[p.at]
    entry = _command_table().get(token)
    if entry is not None and not entry.inline and token not in p.definitions:
        p.fault("L009", p.span(p.at, p.at), f"{token} needs braces after {name}")


def _refuse_argument(p: Cursor, name: str) -> None:
    """No renderer reads the arguments of a command that is itself an argument without braces."""
    token = p.texts[p.at]
    if token in p.definitions:
        return
    entry = _command_table().get(token)
    if entry is None:
        return
    refused = (
        bool(entry.arguments) or entry.kind == "environment" if p.where == "mathjax" else not entry.inline
    )
    if refused:
        p.fault("L009", p.span(p.at, p.at), f"{token} needs braces as an argument of {name}")


def math_argument(p: Cursor, at: int, name: str) -> Node | None:
    token = p.texts[p.at]
    if token == "{":
        return nucleus(p)
    if token in NO_ARGUMENT or (token == "]" and p.opened and p.opened[-1].construct == "option"):
        return _missing(p, at, name)
    _refuse_argument(p, name)
    node = nucleus(p)
    return Group((node,), node.span, False)


def primitive_argument(p: Cursor, at: int, name: str) -> Node | None:
    token = p.texts[p.at]
    if token == "{":
        return nucleus(p)
    if token in NO_ARGUMENT:
        return _missing(p, at, name)
    node = nucleus(p)
    return Group((node,), node.span, False)


def box_argument(p: Cursor, at: int, name: str) -> Node | None:
    return math_argument(p, at, name) if p.where == "mathjax" else text_argument(p, at, name)


def original_argument(p: Cursor, at: int, name: str) -> Node | None:
    return math_argument(p, at, name) if p.mode == "math" else text_argument(p, at, name)


def rows_argument(p: Cursor, at: int, name: str) -> Node | None:
    r"""The argument of ``\substack``, ``\matrix``, ``\cases``: rows, as an environment without a name of its own."""
    if p.texts[p.at] != "{":
        return math_argument(p, at, name)
    opener = p.at
    p.at += 1
    p.opened.append(Open("brace", opener))
    spec = EnvironmentSpec(name[1:], frozenset(), lines=True)
    first = p.at
    rows = table(p, spec, lambda token: token in ("}", ""))
    p.opened.pop()
    node = Environment(
        name[1:], (), rows, Span(p.starts[first], p.starts[p.at]), p.span(opener, max(opener, p.at - 1))
    )
    if p.texts[p.at] != "}":
        return p.error("L001", p.span(opener, opener), "the brace is never closed", node)
    p.at += 1
    return Group((node._replace(span=Span(node.body.start, node.body.end)),), p.span(opener))


def raw_argument(p: Cursor, at: int, name: str) -> Node | None:
    """What stands between braces, as written; the place is that of the inside."""
    token = p.texts[p.at]
    if token in NO_ARGUMENT:
        return _missing(p, at, name)
    if token != "{":
        return _symbol(p)
    opener = p.at
    depth = 0
    while p.texts[p.at]:
        depth += (p.texts[p.at] == "{") - (p.texts[p.at] == "}")
        if depth == 0:
            break
        p.at += 1
    text = p.raw(opener + 1, p.at)
    span = (
        Span(p.starts[opener + 1], p.ends[p.at - 1])
        if p.at > opener + 1
        else Span(p.ends[opener], p.ends[opener])
    )
    if depth:
        p.fault("L001", p.span(opener, opener), "the brace is never closed")
        return Symbol(text, span)
    p.at += 1
    return Symbol(text, span)


def size_argument(p: Cursor, at: int, name: str) -> Node | None:
    first = p.at
    if p.texts[first] == "{":
        node = raw_argument(p, at, name)
        if isinstance(node, Symbol) and not SIZE.fullmatch(node.text.strip()) and "#" not in node.text:
            p.fault("L020", p.span(first), f"{node.text} is no size for {name}")
        return node
    match = DIMENSION.match(p.read.text, p.begins[first]) if p.texts[first] else None
    if match is None:
        if p.texts[first] in NO_ARGUMENT:
            return _missing(p, at, name)
        p.fault("L020", p.span(first, first), f"{p.texts[first]} is no size for {name}")
        return Symbol("", p.span(first, first))
    while p.texts[p.at] and p.begins[p.at] < match.end():
        p.at += 1
    return Symbol(match.group().strip(), p.span(first))


def colour_argument(p: Cursor, at: int, name: str) -> Node | None:
    first = p.at
    node = raw_argument(p, at, name)
    if p.where == "katex" and isinstance(node, Symbol) and not COLOUR.fullmatch(node.text.strip()):
        if not p.faults or p.faults[-1].code != "L001":
            p.fault("L020", p.span(first), f"{node.text} is no colour")
    return node


def delimiter_argument(p: Cursor, at: int, name: str) -> Node | None:
    if p.texts[p.at] == "{":
        return raw_argument(p, at, name)
    if p.texts[p.at] in NO_ARGUMENT:
        return _missing(p, at, name)
    return _symbol(p)


def option(p: Cursor, kind: str) -> Node:
    """``[…]`` behind a command."""
    opener = p.at
    p.at += 1
    if kind != "math":
        return _raw_option(p, opener)
    p.opened.append(Open("option", opener))
    nodes = _until(p, OPTION, lambda token: token in ("]", "", "}") or _ends_left(p, opener, token))
    p.opened.pop()
    if p.texts[p.at] == "]":
        p.at += 1
        return Group(nodes, Span(p.ends[opener], p.starts[p.at - 1]), False)
    salvaged = Group(nodes, p.span(opener), False)
    return p.error("L001", p.span(opener, opener), "the bracket is never closed", salvaged)


def _raw_option(p: Cursor, opener: int) -> Node:
    depth = 0
    while p.texts[p.at] and not (p.texts[p.at] == "]" and depth == 0):
        depth += (p.texts[p.at] == "{") - (p.texts[p.at] == "}")
        if depth < 0:
            break
        p.at += 1
    text = Symbol(p.raw(opener + 1, p.at), Span(p.ends[opener], p.starts[p.at]))
    if p.texts[p.at] != "]":
        return p.error("L001", p.span(opener, opener), "the bracket is never closed", text)
    p.at += 1
    return text


# --- words ------------------------------------------------------------------------------------------------


def text_argument(p: Cursor, at: int, name: str) -> Node | None:
    """Words, with mathematics between dollars."""
    token = p.texts[p.at]
    if token != "{":
        if token in NO_ARGUMENT:
            return _missing(p, at, name)
        symbol = _symbol(p)
        return Text("", (symbol,), symbol.span)
    mode, p.mode = p.mode, "text"
    opener = p.at
    p.at += 1
    p.opened.append(Open("brace", opener))
    parts = _words(p)
    p.opened.pop()
    p.mode = mode
    if p.texts[p.at] == "}":
        p.at += 1
        return Text("", parts, p.span(opener))
    return p.error(
        "L001", p.span(opener, opener), "the brace is never closed", Text("", parts, p.span(opener))
    )


def _words(p: Cursor) -> tuple[Node, ...]:
    parts: list[Node] = []
    run = -1
    while True:
        token = p.texts[p.at]
        special = token in WORD_BREAKS or (
            len(token) > 1 and token[0] == "\\" and token not in LETTERS_OF_TEXT
        )
        if special and run >= 0:
            parts.append(Symbol(p.raw(run, p.at), p.span(run)))
            run = -1
        if token in ("", "}"):
            return tuple(parts)
        if special:
            parts.append(_in_words(p, token))
        else:
            run = p.at if run < 0 else run
            p.at += 1


WORD_BREAKS = frozenset({"", "{", "}", "$", r"\(", "_", "^", "&", "#"})
LETTERS_OF_TEXT = frozenset(
    {r"\ ", r"\,", r"\;", r"\:", r"\!", r"\%", r"\&", r"\#", r"\_", r"\$", r"\{", r"\}"}
)


def _in_words(p: Cursor, token: str) -> Node:
    if token == "{":
        return _nested_words(p)
    if token in ("$", r"\("):
        return _dollars(p, token)
    if token in ("_", "^", "&", "#"):
        p.at += 1
        symbol = Symbol(token, p.span(p.at - 1))
        if p.where == "mathjax" or (token == "#" and p.body_of_macro):
            return symbol
        return p.error("L014", symbol.span, f"{token} stands among words: write \\{token}", symbol)
    return _command_in_words(p, token)


def _nested_words(p: Cursor) -> Node:
    if p.depth >= MAX_DEPTH:
        return _too_deep(p)
    p.depth += 1
    node = text_argument(p, p.at, "")
    p.depth -= 1
    assert node is not None
    return node


def _dollars(p: Cursor, token: str) -> Node:
    """Mathematics among words."""
    opener = p.at
    p.at += 1
    if p.depth >= MAX_DEPTH:
        return _too_deep(p)
    p.depth += 1
    mode, p.mode = p.mode, "math"
    close = "$" if token == "$" else r"\)"
    p.opened.append(Open("dollar", opener))
    nodes = _until(p, DOLLAR if token == "$" else PARENTHESIS, lambda t: t in (close, "}", ""))
    p.opened.pop()
    p.mode = mode
    p.depth -= 1
    if p.texts[p.at] == close:
        p.at += 1
        return Group(nodes, p.span(opener), False)
    salvaged = Group(nodes, p.span(opener), False)
    return p.error("L013", p.span(opener, opener), f"the mathematics after {token} never ends", salvaged)


def _command_in_words(p: Cursor, token: str) -> Node:
    """A command among words; MathJax prints it as it stands, so nothing about it can be wrong there."""
    entry = _command_table().get(token)
    at, faults = p.at, len(p.faults)
    node: Node
    if entry is not None and entry.mode == "math" and p.where != "mathjax" and token not in p.definitions:
        fault = p.fault("L014", p.span(at, at), f"{token} is mathematics and stands among words")
        inner = _quiet(p, lambda: nucleus(p))
        return Error(fault, inner, inner.span)
    node = nucleus(p)
    if p.where == "mathjax":
        del p.faults[faults:]
        if isinstance(node, Error):
            return node.node or Symbol(token, p.span(at, at))
    return node


def _quiet(p: Cursor, read: Callable[[], Node]) -> Node:
    """What `read` reads, without its faults: their cause was reported."""
    faults = len(p.faults)
    node = read()
    del p.faults[faults:]
    return node


def verbatim(p: Cursor) -> Node:
    at = p.at
    if len(p.texts[at]) <= len(r"\verb*"):
        p.at += 1
        return p.error(
            "L004", p.span(at, at), r"\verb has no closing delimiter", Symbol(p.texts[at], p.span(at))
        )
    symbol = _symbol(p)
    return Text(r"\verb", (symbol,), symbol.span)


ARGUMENTS: dict[str, Callable[[Cursor, int, str], Node | None]] = {
    "math": math_argument,
    "text": text_argument,
    "box": box_argument,
    "original": original_argument,
    "primitive": primitive_argument,
    "rows": rows_argument,
    "raw": raw_argument,
    "size": size_argument,
    "colour": colour_argument,
    "url": raw_argument,
    "delimiter": delimiter_argument,
    "columns": raw_argument,
    "count": raw_argument,
}


# --- environments -----------------------------------------------------------------------------------------


def environment(p: Cursor) -> Node:
    r"""``\begin{name} … \end{name}``: arguments, then rows of cells."""
    begin = p.at
    p.at += 1
    name, name_span = _environment_name(p, begin)
    spec = _spec(p, name, name_span)
    arguments = _environment_arguments(p, spec, begin)
    body_start = p.ends[p.at - 1]
    p.opened.append(Open("environment", begin, name))
    scope = _scope(p, spec)
    rows = table(p, spec, lambda token: _ends_environment(p, begin, name, token))
    if scope is not None:
        p.scopes.pop()
    p.opened.pop()
    body = Span(body_start, max(body_start, p.starts[p.at]))
    return _environment_end(
        p, begin, Environment(name, arguments, rows, body, Span(p.starts[begin], body.end))
    )


def _environment_name(p: Cursor, at: int) -> tuple[str, Span]:
    first = p.at
    if p.texts[first] == "":
        return "", p.span(at, at)
    if p.texts[first] in GROUP:
        return "", p.span(at, at)
    node = raw_argument(p, at, p.texts[at])
    return (node.text.strip() if isinstance(node, Symbol) else ""), p.span(first)


def _name_after(p: Cursor) -> str:
    r"""The name of the environment that the ``\end`` at the cursor ends, without moving."""
    k = p.at + 1
    if p.texts[k] != "{":
        return p.texts[k]
    stop = k + 1
    while p.texts[stop] not in ("}", "{", ""):
        stop += 1
    return p.raw(k + 1, stop).strip()


def _spec(p: Cursor, name: str, span: Span) -> EnvironmentSpec:
    own = p.definitions.environment(name)
    if own is not None:
        return EnvironmentSpec(
            name, frozenset({p.where}), ("raw",) * own, tags=frozenset({p.where}), lines=True
        )
    spec = known_environment(name)
    if spec is None:
        p.fault("L101", span, f"there is no environment {name}")
        return EnvironmentSpec(name, frozenset(), lines=True, tags=frozenset({p.where}))
    loaded = "extension" in spec.works and p.definitions.extensions and p.where == "mathjax"
    if p.where not in spec.works and not loaded:
        p.fault("P001", span, f"the environment {name} does not exist for {p.target}")
    elif spec.display and not p.display and p.where != "mathjax":
        p.fault("L104", span, f"{name} is a display and stands inside a line")
    return spec


def _environment_arguments(p: Cursor, spec: EnvironmentSpec, begin: int) -> tuple[Node, ...]:
    found: list[Node] = []
    for kind in spec.options:
        if p.texts[p.at] == "[":
            found.append(option(p, kind))
    for kind in spec.arguments:
        first = p.at
        if p.texts[first] in GROUP:
            p.fault("L004", p.span(begin, first - 1), f"the environment {spec.name} lacks its argument")
            break
        argument = ARGUMENTS[kind](p, begin, spec.name)
        if argument is not None:
            found.append(argument)
            _check_environment_argument(p, kind, argument, spec)
    return tuple(found)


def _check_environment_argument(p: Cursor, kind: str, argument: Node, spec: EnvironmentSpec) -> None:
    text = argument.text.strip() if isinstance(argument, Symbol) else ""
    if "#" in text:
        return
    if kind == "count" and not text.isdigit():
        p.fault("L020", argument.span, f"{spec.name} takes a number, not {text}")


def _scope(p: Cursor, spec: EnvironmentSpec) -> TagScope | None:
    """The scope for tags that this environment opens; None where it belongs to the one around."""
    allowed = p.where in spec.tags
    if spec.alone or not allowed:
        scope = TagScope(spec.name, allowed)
        p.scopes.append(scope)
        return scope
    return None


def _ends_environment(p: Cursor, begin: int, name: str, token: str) -> bool:
    if token == "":
        return True
    if token == r"\end":
        return True
    if token == "}":
        return _closes_outside(p, begin)
    if token == r"\right":
        return any(o.construct == "left" and o.at < begin for o in p.opened)
    return False


def _environment_end(p: Cursor, begin: int, node: Environment) -> Node:
    if p.texts[p.at] != r"\end":
        p.lost.append(node.name)
        stop = p.starts[p.at] if p.texts[p.at] else p.starts[begin]
        span = Span(p.starts[begin], stop) if stop > p.starts[begin] else p.span(begin, begin)
        return p.error("L101", span, rf"\begin{{{node.name}}} has no \end{{{node.name}}}", node)
    end = _name_after(p)
    if end != node.name and p.inside("environment", end):
        p.lost.append(node.name)
        return p.error(
            "L101", p.span(begin, begin), rf"\begin{{{node.name}}} has no \end{{{node.name}}}", node
        )
    at = p.at
    p.at += 1
    _environment_name(p, at)
    node = node._replace(span=p.span(begin))
    if end != node.name:
        span = Span(p.starts[at], p.ends[p.at - 1])
        return p.error("L101", span, rf"\begin{{{node.name}}} is ended by \end{{{end}}}", node)
    return node


def table(p: Cursor, spec: EnvironmentSpec, mine: Callable[[str], bool]) -> tuple[Row, ...]:
    """Rows of cells up to a token that is `mine`; an empty last row is none."""
    rows: list[Row] = []
    cells: list[Cell] = []
    stop = CELL if spec.breaks else GROUP
    outer = p.row_start, p.cell_start
    p.row_start = p.at
    while True:
        p.cell_start = p.at
        cells.append(_cell(p, stop, mine))
        token = p.texts[p.at]
        if token == "&":
            _check_columns(p, spec, cells)
            p.at += 1
        elif token in BREAKS and spec.breaks:
            rows.append(_row(p, cells))
            cells = []
            p.row_start = p.at
            if spec.numbered == "rows":
                p.scopes[-1].next_row()
        else:
            break
    if len(cells) > 1 or cells[0].body or not rows:
        span = Span(cells[0].span.start, cells[-1].span.end)
        rows.append(Row(tuple(cells), span, Span(span.end, span.end)))
    p.row_start, p.cell_start = outer
    return tuple(rows)


def _cell(p: Cursor, stop: frozenset[str], mine: Callable[[str], bool]) -> Cell:
    first = p.at
    nodes = _until(p, stop, lambda token: token == "&" or token in stop - GROUP or mine(token))
    return Cell(nodes, p.span(first) if p.at > first else Span(p.starts[first], p.starts[first]))


def _row(p: Cursor, cells: list[Cell]) -> Row:
    r"""The row before the break at the cursor, and the break with its ``*`` and ``[2pt]``."""
    at = p.at
    p.at += 1
    _break_options(p, at)
    return Row(tuple(cells), Span(cells[0].span.start, cells[-1].span.end), p.span(at))


def _break_options(p: Cursor, at: int) -> tuple[Node, ...]:
    if p.texts[at] != r"\\":
        return ()
    if p.texts[p.at] == "*" and p.adjacent():
        p.at += 1
    if p.texts[p.at] != "[" or not p.adjacent():
        return ()
    first = p.at
    p.at += 1
    size = _raw_option(p, first)
    if isinstance(size, Symbol) and not SIZE.fullmatch(size.text.strip()) and "#" not in size.text:
        p.fault("L020", p.span(first), f"[{size.text}] behind a row break is no size")
    return (size,)


def _check_columns(p: Cursor, spec: EnvironmentSpec, cells: list[Cell]) -> None:
    """An ``&`` more than the environment has columns, once per row."""
    if spec.columns is None or len(cells) != spec.columns or _lenient(p, spec):
        return
    message = f"{spec.name} has " + ("no columns" if spec.columns == 1 else f"{spec.columns} columns")
    p.fault("L010" if spec.columns == 1 else "L102", p.span(p.at, p.at), f"{message}: one & too many")


def _lenient(p: Cursor, spec: EnvironmentSpec) -> bool:
    """MathJax draws further columns in most environments."""
    return p.where == "mathjax" and spec.name.rstrip("*") not in ("equation", "multline")


def row_break(p: Cursor) -> Node:
    r"""``\\`` where no row ends: a line break for the renderers, nothing for LaTeX."""
    at = p.at
    p.at += 1
    options = _break_options(p, at)
    node = Command(p.texts[at], (), options, p.span(at))
    if p.texts[at] == r"\cr":
        return p.error("L010", p.span(at, at), r"\cr stands outside of an alignment", node)
    return node


def line(p: Cursor) -> Node:
    r"""``\hline``: only at the start of a row."""
    at = p.at
    start = p.cell_start if p.where == "mathjax" else p.row_start
    symbol = _symbol(p)
    if at != start or not (p.opened and p.opened[-1].construct in ("environment", "brace")):
        return p.error("L103", symbol.span, f"{symbol.text} stands inside a row", symbol)
    p.cell_start = p.row_start = p.at
    return symbol


# --- numbers and references -------------------------------------------------------------------------------


def tag(p: Cursor) -> Node:
    at = p.at
    node = command(p, r"\tag")
    scope = p.scopes[-1]
    if not p.display:
        return p.error("N007", p.span(at), r"\tag stands inside a line", node)
    if not scope.allowed:
        message = rf"\tag stands in {scope.environment}, which has no numbers"
        return p.error("N005", p.span(at), message, node)
    scope.tags += 1
    if scope.tags > 1:
        return p.error("N006", p.span(at), r"a second \tag for one number", node)
    return node


def label(p: Cursor) -> Node:
    at = p.at
    node = command(p, r"\label")
    scope = p.scopes[-1]
    scope.labels += 1
    if scope.labels > 1 and p.where == "mathjax":
        return p.error("N014", p.span(at), r"a second \label for one number", node)
    return node


# --- commands with a shape of their own -------------------------------------------------------------------


def negation(p: Cursor) -> Node:
    r"""``\not`` and the symbol it strikes out."""
    at = p.at
    p.at += 1
    token = p.texts[p.at]
    entry = _command_table().get(token)
    plain = (len(token) == 1 and token not in HANDLERS) or (entry is not None and not entry.arguments)
    if not plain or token in NO_ARGUMENT or token in HANDLERS:
        return Symbol(r"\not", p.span(at, at))
    node = nucleus(p)
    return Command(r"\not", (Group((node,), node.span, False),), (), p.span(at))


def root(p: Cursor) -> Node:
    r"""``\root n \of x`` of plain TeX."""
    at = p.at
    p.at += 1
    nodes = _until(p, ROOT, lambda token: token in (r"\of", "}", "", r"\right", r"\end", "&"))
    index = Group(nodes, p.span(at), False)
    if p.texts[p.at] != r"\of":
        return p.error(
            "L004", p.span(at, at), r"\root without \of", Command(r"\root", (), (index,), p.span(at))
        )
    p.at += 1
    argument = math_argument(p, at, r"\root")
    return Command(r"\root", () if argument is None else (argument,), (index,), p.span(at))


def dollar(p: Cursor) -> Node:
    symbol = _symbol(p)
    if p.where == "mathjax":
        return symbol
    return p.error("L013", symbol.span, "a dollar inside mathematics", symbol)


def switch(p: Cursor) -> Node:
    symbol = _symbol(p)
    return p.error("L013", symbol.span, f"{symbol.text} inside mathematics", symbol)


def hash_sign(p: Cursor) -> Node:
    at = p.at
    p.at += 1
    if p.body_of_macro:
        while p.texts[p.at] == "#":
            p.at += 1
        if p.texts[p.at].isdigit():
            p.at += 1
            return Symbol(f"#{p.texts[p.at - 1]}", p.span(at))
    symbol = Symbol("#", p.span(at, at))
    return p.error("L011", symbol.span, r"# belongs into the body of a macro only: write \#", symbol)


def character_code(p: Cursor) -> Node:
    r"""``\char"41``, ``\char`a``, ``\char65``."""
    at = p.at
    p.at += 1
    if p.texts[p.at] in ('"', "'", "`"):
        p.at += 1
        if p.texts[p.at]:
            p.at += 1
    while p.texts[p.at] and p.texts[p.at] in "0123456789abcdefABCDEF" and p.adjacent():
        p.at += 1
    return Command(r"\char", (Symbol(p.raw(at + 1, p.at), p.span(at)),), (), p.span(at))


def require(p: Cursor) -> Node:
    node = command(p, r"\require")
    if p.where == "mathjax":
        p.definitions = p.definitions.with_extensions()
    return node


# --- macros of the post -----------------------------------------------------------------------------------


def user_call(p: Cursor, definition: Definition) -> Node:
    """A call of a macro that the post defines; one whose body makes sense only in its place is read there."""
    at = p.at
    if definition.alias:
        return _alias(p, definition)
    p.at += 1
    if definition.template:
        return _templated(p, definition, at)
    options: list[Node] = []
    _check_body(p, definition, at)
    if definition.star and p.texts[p.at] == "*":
        p.at += 1
    elif definition.star and p.texts[p.at] == "[":
        option(p, "raw")
    if definition.default is not None and p.texts[p.at] == "[":
        options.append(option(p, "math"))
    arguments: list[Node] = []
    ranges: list[tuple[int, int]] = []
    for kind in definition.arguments[definition.default is not None :]:
        first = p.at
        argument = ARGUMENTS[kind](p, at, definition.name)
        if argument is None:
            node = Command(definition.name, tuple(arguments), tuple(options), p.span(at))
            return Error(p.faults[-1], node, node.span)
        arguments.append(argument)
        ranges.append((first, p.at))
    if definition.spliced and p.fuel > 0:
        return _spliced(p, definition, at, ranges)
    return Command(definition.name, tuple(arguments), tuple(options), p.span(at))


def _check_body(p: Cursor, definition: Definition, at: int) -> None:
    for name in definition.unknown:
        if name not in p.definitions:
            p.fault("L003", p.span(at, at), f"{definition.name} uses {name}, which is not known")


def _alias(p: Cursor, definition: Definition) -> Node:
    token = definition.alias
    p.texts[p.at] = token
    if p.fuel <= 0 or token == definition.name:
        return command(p, token)
    p.fuel -= 1
    return _construct(p, token)


def _spliced(p: Cursor, definition: Definition, at: int, ranges: list[tuple[int, int]]) -> Node:
    p.fuel -= 1
    texts: list[str] = []
    for token in definition.tokens:
        if token.startswith("#") and token[1:].isdigit() and int(token[1:]) <= len(ranges):
            first, stop = ranges[int(token[1:]) - 1]
            inner = (first + 1, stop - 1) if p.texts[first] == "{" else (first, stop)
            texts += p.texts[slice(*inner)]
        else:
            texts.append(token)
    p.splice(at, p.at, texts)
    return atom(p) if texts and p.texts[p.at] not in GROUP | BREAKS else Group((), p.span(at, at), False)


def _templated(p: Cursor, definition: Definition, at: int) -> Node:
    r"""A call of a macro with delimited arguments (``\def\a#1;{}``)."""
    arguments: list[Node] = []
    for k, before in enumerate(definition.template):
        if k == 0:
            for token in before:
                if p.texts[p.at] == token:
                    p.at += 1
            continue
        first = p.at
        if not before:
            argument = primitive_argument(p, at, definition.name)
            if argument is None:
                break
            arguments.append(argument)
            continue
        while p.texts[p.at] and tuple(p.texts[p.at : p.at + len(before)]) != before:
            p.at += 1
        if not p.texts[p.at]:
            node = Command(definition.name, tuple(arguments), (), p.span(at))
            return p.error(
                "L004", p.span(at, at), f"{definition.name} is not followed by {''.join(before)}", node
            )
        span = p.span(first) if p.at > first else Span(p.starts[first], p.starts[first])
        arguments.append(Symbol(p.raw(first, p.at), span))
        p.at += len(before)
    return Command(definition.name, tuple(arguments), (), p.span(at))


def read_body(p: Cursor, text: str, span: Span) -> Body:
    """The body of a definition: its tree, every node at `span`, and whether it is a formula by itself."""
    places = Reading(text, [span.start] * len(text), [span.end] * len(text))
    inner = Cursor(places, p.target, p.display, p.definitions)
    inner.body_of_macro = True
    inner.depth = p.depth
    inner.fuel = p.fuel
    nodes = _until(inner, GROUP, lambda token: token == "")
    whole = not any(fault.code in STRUCTURE for fault in inner.faults) and not _leans(nodes)
    unknown = tuple(f.message.split()[0] for f in inner.faults if f.code == "L003")
    return Body(Group(nodes, span, False), whole, unknown)


STRUCTURE = frozenset(
    {"L001", "L002", "L004", "L005", "L006", "L007", "L008", "L010", "L019", "L101", "L103"}
)


def _leans(nodes: tuple[Node, ...]) -> bool:
    """Whether a body takes what stands before or behind it: a script, an infix, a row break."""
    if not nodes:
        return False
    if isinstance(nodes[0], Infix) or (isinstance(nodes[0], Scripts) and nodes[0].base is None):
        return True
    return any(isinstance(node, Command) and node.name in BREAKS for node in nodes)


HANDLERS: dict[str, Callable[[Cursor], Node]] = {
    "{": group,
    "#": hash_sign,
    "$": dollar,
    "\\": lambda p: _unknown(p, "\\"),
    r"\begingroup": begun_group,
    r"\left": delimited,
    r"\middle": middle,
    r"\begin": environment,
    r"\hline": line,
    r"\hdashline": line,
    r"\tag": tag,
    r"\label": label,
    r"\not": negation,
    r"\root": root,
    r"\char": character_code,
    r"\require": require,
    r"\verb": verbatim,
    r"\(": switch,
    r"\)": switch,
    r"\[": switch,
    r"\]": switch,
    **dict.fromkeys(BREAKS, row_break),
    **{rf"\{size}{side}": sized for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")},
    **{name: partial(record, read=read_body) for name, record in RECORDERS.items()},
}
