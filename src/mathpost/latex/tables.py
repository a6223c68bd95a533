r"""Environments: arguments, rows, cells, and the place of a ``\tag`` or a ``\label``."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.latex.arguments import math_argument, option, raw_argument, raw_option
from mathpost.latex.columns import check_columns
from mathpost.latex.cursor import BREAKS, GROUP, Cursor, Open, TagScope
from mathpost.latex.diagrams import check_arrows
from mathpost.latex.macros import environment as known_environment
from mathpost.latex.macros.macro import EnvironmentSpec
from mathpost.latex.sizes import SIZE
from mathpost.latex.tree import NO_ENVIRONMENT, Cell, Command, Environment, Group, Node, Row, Symbol
from mathpost.latex.unfolding import unfold_environment
from mathpost.text.source import Span

CELL = GROUP | BREAKS
_DIGITS_OF_A_COUNT = 4


def environment(p: Cursor) -> Node:
    r"""``\begin{name} … \end{name}``: arguments, then rows of cells."""
    begin = p.at
    p.at += 1
    name, name_span = environment_name(p, begin)
    own = p.definitions.environment(name)
    if own is not None and p.definitions.endless_environment(name):
        p.fault("L025", p.span(begin), f"{name} begins itself without end")
    elif own is not None and p.fuel > 0:
        unfold_environment(p, begin, own)
    spec = _spec(p, name, name_span)
    first = p.at
    arguments = _environment_arguments(p, spec, begin)
    spec = _with_count(p, spec, first)
    body_start = p.ends[p.at - 1]
    p.opened.append(Open("environment", begin, name))
    scope = _scope(p, spec)
    rows = table(p, spec, lambda token: _ends_environment(p, begin, token))
    if spec.name == "CD" and p.where == "katex":
        check_arrows(p, rows)
    if scope is not None:
        p.scopes.pop()
    p.opened.pop()
    body = Span(body_start, max(body_start, p.starts[p.at]))
    return _environment_end(
        p, begin, Environment(name, arguments, rows, body, Span(p.starts[begin], body.end))
    )


def environment_name(p: Cursor, at: int) -> tuple[str, Span]:
    first = p.at
    if p.texts[first] == "":
        return "", p.span(at, at)
    if p.texts[first] in GROUP:
        return "", p.span(at, at)
    node = raw_argument(p, at, p.texts[at])
    return (_starred(node.text.strip()) if isinstance(node, Symbol) else ""), p.span(first)


def _starred(name: str) -> str:
    r"""The name after an engine has removed backslashes: ``align\*`` of Hexo is ``align*``."""
    return name.replace(r"\*", "*")


def name_after(p: Cursor) -> str:
    r"""The name of the environment that the ``\end`` at the cursor ends, without moving."""
    k = p.at + 1
    if p.texts[k] != "{":
        return p.texts[k]
    stop = k + 1
    while p.texts[stop] not in ("}", "{", ""):
        stop += 1
    return _starred(p.raw(k + 1, stop).strip())


def _spec(p: Cursor, name: str, span: Span) -> EnvironmentSpec:
    if p.definitions.environment(name) is not None:
        return EnvironmentSpec(name, frozenset(), tags=frozenset({p.where}), lines=True)
    spec = known_environment(name)
    if spec is None:
        p.fault("L101", span, f"{NO_ENVIRONMENT} {name}")
        return EnvironmentSpec(name, frozenset(), lines=True, tags=frozenset({p.where}))
    loaded = "extension" in spec.works and p.definitions.extensions and p.where == "mathjax"
    if p.where not in spec.works and not loaded:
        p.fault("P001", span, f"the environment {name} does not exist for {p.target}")
    elif spec.display and not p.display and p.where != "mathjax":
        p.fault("L104", span, f"{name} is a display inside a line")
    if spec.alone and p.where != "katex" and any(_is_alone(o) for o in p.opened):
        p.fault("L112", span, f"{name} is inside another numbered environment")
    return spec


def _is_alone(construct: Open) -> bool:
    spec = known_environment(construct.name)
    return spec is not None and spec.alone


def _environment_arguments(p: Cursor, spec: EnvironmentSpec, begin: int) -> tuple[Node, ...]:
    found: list[Node] = []
    for kind in spec.options:
        if p.texts[p.at] == "[":
            first = p.at
            found.append(option(p, kind))
            if p.where == "katex" and spec.name == "array":
                p.fault("L020", p.span(first), "array takes no option in katex")
            elif (
                p.where == "katex"
                and "matrix" in spec.name
                and p.raw(first, p.at) not in ("[l]", "[c]", "[r]")
            ):
                p.fault("L020", p.span(first), f"{spec.name} takes l, c or r")
    for kind in spec.arguments:
        first = p.at
        if p.texts[first] in GROUP:
            p.fault("L004", p.span(begin, first - 1), f"the environment {spec.name} lacks its argument")
            break
        read = math_argument if kind == "math" else raw_argument
        argument = read(p, begin, spec.name)
        if argument is not None:
            found.append(argument)
            _check_environment_argument(p, kind, first, spec)
    return tuple(found)


def _check_environment_argument(p: Cursor, kind: str, first: int, spec: EnvironmentSpec) -> None:
    """Check the argument that began at token `first`: a number, or columns as KaTeX knows them."""
    inner = range(first + 1, p.at - 1) if p.texts[first] == "{" else range(first, p.at)
    text = p.raw(inner.start, inner.stop)
    if kind == "count" and not text.isdigit() and "#" not in text:
        p.fault("L020", p.span(first), f"{spec.name} takes a number, not {text}")
    if kind == "columns" and inner:
        check_columns(p, inner, spec.name, spec.columns)


def _scope(p: Cursor, spec: EnvironmentSpec) -> TagScope | None:
    """The scope for tags that this environment opens; None if its tags belong to the one around it."""
    allowed = p.where in spec.tags
    if spec.alone or not allowed:
        scope = TagScope(spec.name, allowed)
        p.scopes.append(scope)
        return scope
    return None


def _ends_environment(p: Cursor, begin: int, token: str) -> bool:
    if token in ("", r"\end"):
        return True
    if token == "}":
        return p.outside_closes(begin)
    if token == r"\right":
        return any(o.construct == "left" and o.at < begin for o in p.opened)
    return False


def _environment_end(p: Cursor, begin: int, node: Environment) -> Node:
    if p.texts[p.at] != r"\end":
        p.lost.append(node.name)
        stop = p.starts[p.at] if p.texts[p.at] else p.starts[begin]
        span = Span(p.starts[begin], stop) if stop > p.starts[begin] else p.span(begin, begin)
        return p.error("L101", span, rf"\begin{{{node.name}}} has no \end{{{node.name}}}", node)
    end = name_after(p)
    if end != node.name and p.inside("environment", end):
        p.lost.append(node.name)
        return p.error(
            "L101", p.span(begin, begin), rf"\begin{{{node.name}}} has no \end{{{node.name}}}", node
        )
    at = p.at
    p.at += 1
    end, _ = environment_name(p, at)
    node = node._replace(span=p.span(begin))
    known = known_environment(node.name) or p.definitions.environment(node.name) is not None
    if end != node.name and known:
        span = Span(p.starts[at], p.ends[p.at - 1])
        return p.error("L101", span, rf"\begin{{{node.name}}} is ended by \end{{{end}}}", node)
    return node


def table(p: Cursor, spec: EnvironmentSpec, mine: Callable[[str], bool]) -> tuple[Row, ...]:
    """Rows of cells up to a token that is `mine`; an empty last row does not count."""
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
            if spec.numbered == "rows" or spec.tagged_rows:
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
    nodes = p.grammar.until(p, stop, lambda token: token == "&" or token in stop - GROUP or mine(token))
    return Cell(nodes, p.span(first) if p.at > first else Span(p.starts[first], p.starts[first]))


def _row(p: Cursor, cells: list[Cell]) -> Row:
    r"""The row before the break at the cursor, and the break with its ``*`` and ``[2pt]``."""
    at = p.at
    p.at += 1
    p.rows += 1
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
    size = raw_option(p, first)
    if isinstance(size, Symbol) and not SIZE.fullmatch(size.text.strip()) and "#" not in size.text:
        p.fault("L020", p.span(first), f"[{size.text}] after a row break is not a size")
    return (size,)


def _with_count(p: Cursor, spec: EnvironmentSpec, first: int) -> EnvironmentSpec:
    """The specification of an `alignat` with twice as many columns as its argument says; MathJax checks this in some
    environments.
    """
    if spec.arguments != ("count",) or _lenient(p, spec):
        return spec
    count = p.raw(first, p.at).strip("{}")
    return (
        spec._replace(columns=2 * int(count))
        if count.isdecimal() and len(count) <= _DIGITS_OF_A_COUNT
        else spec
    )


def _check_columns(p: Cursor, spec: EnvironmentSpec, cells: list[Cell]) -> None:
    """Check for an ``&`` more than the environment has columns, once per row."""
    if spec.columns is None or len(cells) != spec.columns or _lenient(p, spec):
        return
    message = f"{spec.name} has " + ("no columns" if spec.columns == 1 else f"{spec.columns} columns")
    p.fault("L010" if spec.columns == 1 else "L102", p.span(p.at, p.at), f"{message}: one & too many")


STRICT = frozenset({"equation", "multline", "xalignat", "xxalignat"})


def _lenient(p: Cursor, spec: EnvironmentSpec) -> bool:
    """Whether the target draws more columns than specified: MathJax in most environments, KaTeX in a few."""
    if p.where == "katex":
        return spec.name.rstrip("*") in ("gather", "gathered") or spec.name.endswith("cases")
    return p.where == "mathjax" and bool(spec.works) and spec.name.rstrip("*") not in STRICT


def row_break(p: Cursor) -> Node:
    r"""``\\`` in a place where no row ends: a line break for the renderers, nothing for LaTeX."""
    at = p.at
    p.at += 1
    p.rows += 1
    options = _break_options(p, at)
    node = Command(p.texts[at], (), options, p.span(at))
    if p.texts[at] == r"\cr":
        return p.error("L010", p.span(at, at), r"\cr is outside of an alignment", node)
    return node


def line(p: Cursor) -> Node:
    r"""``\hline``: only at the start of a row."""
    at = p.at
    start = p.cell_start if p.where == "mathjax" else p.row_start
    symbol = p.symbol()
    around = p.opened[-1] if p.opened else None
    diagram = p.where == "katex" and around is not None and around.name == "CD"
    if at != start or diagram or around is None or around.construct not in ("environment", "brace"):
        return p.error("L103", symbol.span, f"{symbol.text} is inside a row", symbol)
    p.cell_start = p.row_start = p.at
    return symbol


def rows_argument(p: Cursor, at: int, name: str) -> Node | None:
    r"""The argument of ``\substack``, ``\matrix``, ``\cases``: an environment named by its command."""
    if p.texts[p.at] != "{":
        return math_argument(p, at, name)
    opener = p.at
    p.at += 1
    p.opened.append(Open("brace", opener, name))
    spec = EnvironmentSpec(name[1:], frozenset(), columns=2 if name == r"\cases" else None, lines=True)
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
