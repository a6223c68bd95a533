"""Signs that mean the outcome of a test: ``P(+ \\mid D)``, ``\\Pr(D \\mid -)``.

In the brackets of a probability, a sign without an operand on either side is not addition or subtraction: ``+`` is an
event, and ``-`` its complement.
"""

from __future__ import annotations

from mathpost.latex.rows import rewritten
from mathpost.latex.tree import Command, Delimited, Group, Node, Scripts, Symbol, Text

LAWS = frozenset(["P", "p", r"\Pr", r"\mathbb{P}"])
BARS = frozenset([r"\mid", "|", r"\vert", ","])
SIGNS = frozenset("+-")


def with_outcomes(tree: Group) -> Group:
    """`tree` with the signs that are outcomes as events."""
    return tree._replace(body=_row(tree.body))


def _row(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    out: list[Node] = []
    since: int | None = None  # the opening brackets of a probability
    for k, node in enumerate(nodes):
        before = nodes[k - 1] if k else None
        if _text(node) == "(" and _is_law(before):
            since = k
        elif _text(node) == ")":
            since = None
        if isinstance(node, Delimited) and node.left == "(" and _is_law(before):
            out.append(node._replace(body=_events(node.body)))
        elif since is not None and _is_alone(nodes, k):
            out += _event(node)
        else:
            out.append(rewritten(node, _row))
    return tuple(out)


def _events(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    parts = (_event(node) if _is_alone(nodes, k) else (node,) for k, node in enumerate(nodes))
    return tuple(inner for part in parts for inner in part)


def _is_alone(nodes: tuple[Node, ...], k: int) -> bool:
    """Whether the node at `k` is a sign between brackets, bars and commas."""
    if _text(nodes[k]) not in SIGNS:
        return False
    before = _text(nodes[k - 1]) if k else "("
    after = _text(nodes[k + 1]) if k + 1 < len(nodes) else ")"
    return before in BARS | {"("} and after in BARS | {")"}


def _is_law(node: Node | None) -> bool:
    match node:
        case Scripts(base=base):
            return _is_law(base)
        case Command(name=r"\mathbb" | r"\mathrm" | r"\operatorname", arguments=(Group(body=(inner,)),)):
            return _is_law(inner)
        case Command(name=r"\mathbb" | r"\mathrm" | r"\operatorname", arguments=(inner,)):
            return _is_law(inner)
    return _text(node) in LAWS


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Symbol) else ""


def _event(sign: Node) -> tuple[Node, ...]:
    """The event that a sign means: a test is positive, or it is not."""
    positive = Text("", (Symbol("+", sign.span),), sign.span)
    return (positive,) if _text(sign) == "+" else (Symbol(r"\neg", sign.span), positive)


__all__ = ["with_outcomes"]
