"""Signs that are typed as look-alikes: three points for dots, a double bar for the bar of a condition, primes as
powers.

``1 + 2 + ... + n`` and ``x_1, \\cdot\\cdot\\cdot, x_n`` have dots. ``p(x\\|z)`` is conditional: posts escape the bar
where it would begin a table. A divergence keeps its double bar. ``\\Sigma_{i=1}^n`` is a sum. ``s^{\\prime}`` is ``s'``
everywhere, and ``X’X`` also has a prime. ``\\mathbb{E}\\_x``, with an underscore escaped for Markdown, has an index.
The sign that word processors put between a function and its argument is dropped. ``\\Bbb`` and ``\\frak`` are old names
of alphabets.
"""

from __future__ import annotations

from mathpost.latex.rows import rewritten
from mathpost.latex.tree import Command, Delimited, Group, Node, Scripts, Symbol
from mathpost.text.source import Span

POINTS = frozenset([".", r"\cdot"])
LAWS = frozenset(["P", "p", "q", "Q", "E", r"\pi", r"\Pr", r"\mathbb{P}", r"\mathbb{E}"])
DOUBLE = r"\|"
PRIME = r"\prime"
UNDERSCORE = r"\_"
STROKES = frozenset("’′`")
INVISIBLE = frozenset("\u2061\u2062\u2063\u2064\u200b")
ALPHABETS = {r"\Bbb": r"\mathbb", r"\frak": r"\mathfrak"}
LARGE = {r"\Sigma": r"\sum", r"\Pi": r"\prod", "Σ": r"\sum", "Π": r"\prod"}
RANGES = frozenset(["=", r"\in"])
OPEN, CLOSE = frozenset(["(", "["]), frozenset([")", "]"])


def has_typed_signs(text: str) -> bool:
    """Whether the source of a post may contain such signs."""
    return (
        any(
            sign in text
            for sign in ("...", DOUBLE, PRIME, UNDERSCORE, "{'", *LARGE, *STROKES, *INVISIBLE, *ALPHABETS)
        )
        or text.count(r"\cdot") > 2
    )


def with_typed_signs(tree: Group) -> Group:
    """`tree` with the intended signs in place of the typed ones."""
    return tree._replace(body=_row(tree.body))


def _row(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    out: list[Node] = []
    k = 0
    while k < len(nodes):
        node = nodes[k]
        if _text(node) in INVISIBLE:
            k += 1
            continue
        if _stroke(node) and out and not isinstance(out[-1], Group):
            out.append(_with_stroke(out.pop(), node))
            k += 1
            continue
        if isinstance(node, Command) and node.name in ALPHABETS:
            node = node._replace(name=ALPHABETS[node.name])
        if _text(node) in POINTS and _are_dots(nodes[k : k + 3]):
            out.append(Symbol(r"\dots", Span(node.span.start, nodes[k + 2].span.end)))
            k += 3
            if out[-2:-1] and _text(out[-2]) == "," and k < len(nodes) and _is_a_member(nodes[k]):
                out.append(Symbol(",", Span(nodes[k].span.start, nodes[k].span.start)))  # "x_0, ...x_n"
            continue
        if _text(node) == UNDERSCORE and out and k + 1 < len(nodes) and not isinstance(out[-1], Scripts):
            out.append(_with_index(out.pop(), nodes[k + 1]))
            k += 2
            continue
        if isinstance(node, Delimited) and node.left in OPEN and _is_law(out[-1:]):
            node = node._replace(body=_conditioned(node.body))
        elif _text(node) in OPEN and _is_law(out[-1:]):
            end = _closed(nodes, k)
            nodes = (*nodes[: k + 1], *_conditioned(nodes[k + 1 : end]), *nodes[end:])
        out.append(rewritten(_primed(node) if isinstance(node, Scripts) else node, _row))
        k += 1
    return tuple(out)


def _stroke(node: Node) -> bool:
    """Whether a sign is a prime that is typed as a stroke, perhaps with scripts."""
    return _text(node.base if isinstance(node, Scripts) and node.base is not None else node) in STROKES


def _with_stroke(base: Node, stroke: Node) -> Node:
    """`base` with the prime that follows it, and with the scripts of that prime."""
    span = Span(base.span.start, stroke.span.end)
    below, above = (stroke.subscript, stroke.superscript) if isinstance(stroke, Scripts) else (None, None)
    if isinstance(base, Scripts) and (below or above) is None:
        return base._replace(primes=base.primes + 1, span=span)
    return Scripts(base, below, above, 1, span)


def _primed(node: Scripts) -> Scripts:
    """`node` with the primes at the start of its superscript as primes, and with the subscript that is meant."""
    below = node.subscript if node.subscript is None else _script(node.subscript)
    large = LARGE.get(_text(node.base)) if node.base is not None else None
    if large is not None and any(_text(inner) in RANGES for inner in _content(below)):
        node = node._replace(base=Symbol(large, node.span))
    above = _content(node.superscript)
    count = next((k for k, inner in enumerate(above) if not _primes(inner)), len(above))
    if not count:
        return node._replace(subscript=below)
    rest = above[count:]
    count = sum(map(_primes, above[:count]))
    script = Group(rest, Span(rest[0].span.start, rest[-1].span.end)) if rest else None
    return node._replace(subscript=below, superscript=script, primes=node.primes + count)


def _primes(node: Node) -> int:
    """The number of primes that a sign in a superscript means: ``\\prime``, and the strokes of ``^{''}``."""
    match node:
        case Scripts(base=None, subscript=None, superscript=None, primes=primes):
            return primes
    return int(_text(node) == PRIME)


def _script(node: Node) -> Node:
    if isinstance(node, Group):
        return node._replace(body=_row(node.body))
    return _row((node,))[0]


def _content(script: Node | None) -> tuple[Node, ...]:
    match script:
        case None:
            return ()
        case Group(body=body):
            return body
    return (script,)


def _is_a_member(node: Node) -> bool:
    return isinstance(node, Scripts) and node.base is not None and node.subscript is not None


def _with_index(base: Node, index: Node) -> Node:
    """`base` with the `index` after an underscore, whose power becomes that of `base`."""
    span = Span(base.span.start, index.span.end)
    if isinstance(index, Scripts) and index.base is not None and index.subscript is None:
        above = None if index.superscript is None else _script(index.superscript)
        return Scripts(base, _script(index.base), above, index.primes, span)
    return Scripts(base, _script(index), None, 0, span)


def _are_dots(three: tuple[Node, ...]) -> bool:
    """Whether these are three points side by side, or three multiplication dots."""
    shown = {_text(node) for node in three}
    if len(three) < 3 or len(shown) != 1 or not shown <= POINTS:
        return False
    return shown != {"."} or three[0].span.end == three[1].span.start == three[2].span.start - 1


def _closed(nodes: tuple[Node, ...], opened: int) -> int:
    """The place where the bracket at `opened` is closed."""
    depth = 0
    for k in range(opened, len(nodes)):
        depth += (_text(nodes[k]) in OPEN) - (_text(nodes[k]) in CLOSE)
        if depth == 0:
            return k
    return opened + 1


def _conditioned(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """The content of a bracket with its only double bar as a single one, if something is on both sides of it."""
    bars = [k for k, node in enumerate(nodes) if _text(node) == DOUBLE]
    if len(bars) != 1 or bars[0] in (0, len(nodes) - 1):
        return nodes
    (at,) = bars
    return (*nodes[:at], Symbol("|", nodes[at].span), *nodes[at + 1 :])


def _is_law(before: list[Node]) -> bool:
    match before:
        case [Scripts(base=base)] if base is not None:
            return _is_law([base])
        case [Command(name=r"\mathbb", arguments=(inner,))]:
            shown = inner.body[0] if isinstance(inner, Group) and len(inner.body) == 1 else inner
            return rf"\mathbb{{{_text(shown)}}}" in LAWS
        case [Symbol(text=text)]:
            return text in LAWS
    return False


def _text(node: Node) -> str:
    return node.text if isinstance(node, Symbol) else ""


__all__ = ["has_typed_signs", "with_typed_signs"]
