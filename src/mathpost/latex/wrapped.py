"""Signs inside braces or commands that do not change their meaning, such as braces around a letter or an accent over a
letter with its index.

``{\\mathbb E}[X]``, ``{\\rm E}_x`` and ``{\\mathrm d}x`` mean the same without the braces, ``\\hat{\\mu_1}`` is
``\\hat{\\mu}_1``, ``\\underset{x}{\\arg\\max}`` is ``\\arg\\max_x``, ``x^{\\rm{T}}`` is ``x^{\\mathrm{T}}``, and the 1
of ``1\\{x > 0\\}`` is an indicator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from mathpost.latex.rows import rewritten
from mathpost.latex.tree import Command, Delimited, Group, Node, Scripts, Symbol, Text, walk
from mathpost.text.source import Span

ACCENTS = frozenset([r"\hat", r"\widehat", r"\tilde", r"\widetilde", r"\vec", r"\dot", r"\ddot"])
# an old switch of fonts → the command of that font; ``\it`` is the font of letters as it is
SWITCHES = {
    r"\rm": r"\mathrm",
    r"\sf": r"\mathsf",
    r"\tt": r"\mathtt",
    r"\cal": r"\mathcal",
    r"\bf": r"\mathbf",
    r"\it": "",
}
# the switches that change every letter up to the end of their group; the others change the first word
WHOLE = frozenset([r"\bf", r"\it"])
FONTS = frozenset([r"\mathbb", r"\mathcal", r"\mathrm", r"\mathbf", r"\boldsymbol", r"\operatorname"])
EXTREMES = frozenset(["max", "min", "sup", "inf", "lim"])
OVER = frozenset([*(rf"\{name}" for name in EXTREMES), r"\sum", r"\prod", r"\mathbb{E}"])
LAWS = frozenset(["P", r"\Pr", r"\mathbb{P}", "Pr", "Prob"])
SPACES = frozenset([r"\,", r"\;", r"\:", r"\!", r"\ ", "~"])
AVERAGES = frozenset(["E"])
RELATIONS = frozenset(
    ["=", "<", ">", r"\le", r"\leq", r"\leqslant", r"\ge", r"\geq", r"\geqslant", r"\ne", r"\neq", r"\in", r"\lt", r"\gt"]
)  # fmt: skip
_ANY = re.compile(
    r"\\(?:rm|sf|tt|cal|bf|it)(?![A-Za-z])|\\underset|\\operatorname\*?\s*\{arg[^a-z]|\{\s*\\(?:mathbb|mathcal|mathrm|mathbf|boldsymbol|operatorname|rm)\b|(?:[1EPrb}]|Pr)\s*(?:\\left\s*)?\\\{|"
    r"\\(?:wide)?(?:hat|tilde)\s*\{[^{}]*[_^]|\\(?:vec|d?dot)\s*\{[^{}]*_"
)


def has_wrapped_signs(text: str) -> bool:
    """Whether the source of a post may contain such signs."""
    return _ANY.search(text) is not None


def with_signs_unwrapped(tree: Group) -> Group:
    """`tree` with the signs outside of what wraps them."""
    return tree._replace(body=_row(tree.body))


def _row(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    out: list[Node] = []
    nodes = _with_fonts(nodes)
    for k, node in enumerate(_with_brackets(nodes)):
        if _is_indicator(nodes, k):
            out.append(Command(r"\mathbb", (Group((node,), node.span, False),), (), node.span))
            continue
        out += (rewritten(each, _row) for each in _unwrapped(node))
    return tuple(out)


def _unwrapped(node: Node) -> Iterator[Node]:
    match node:
        case Command(name=r"\underset", arguments=(below, Group(body=over))):
            operator = _operator(over, node.span)
            if operator:
                *before, last = operator
                yield from before
                yield Scripts(last, _script(below), None, 0, node.span)
                return
            if any(_text(n) == r"\times" for n in walk(below)):
                yield Group(over, node.span)  # `below` is the shape of `over`
                return
        case Scripts(
            base=Command(name=r"\operatorname" | r"\operatorname*", arguments=(Group(body=over),))
        ) if any(map(_is_space, over)) and (operator := _operator(over, node.span)):
            *before, last = operator
            yield from before
            yield node._replace(base=last)
            return
        case Command(
            name=name, arguments=(Group(body=(Scripts(base=base, primes=0) as scripts,)) as group,)
        ) if (
            name in ACCENTS
            and base is not None
            and (scripts.superscript is None or _is_label(scripts.superscript))
        ):
            accented = node._replace(arguments=(group._replace(body=(base,)),))
            yield scripts._replace(base=accented, span=node.span)
            return
        case Scripts(base=Group() as base):
            inner = _of_braces(base)
            yield node._replace(base=inner) if inner is not None else node
            return
        case Group():
            yield _of_braces(node) or node
            return
    if isinstance(node, Scripts) and node.subscript is not None:
        node = node._replace(subscript=_script(node.subscript))
    yield node


def _is_label(above: Node) -> bool:
    """Whether a superscript is a number in brackets, ``\\mu^{(j)}``, and not a power."""
    return isinstance(above, Group) and bool(above.body) and _text(above.body[0]) == "("


def _with_brackets(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """`nodes` with brackets in place of the braces of probabilities, ``P\\{X \\le x\\}``, and averages, ``E\\{X\\}``."""
    out = list(nodes)
    for k, node in enumerate(out[:-1]):
        if _shown(node) not in LAWS | AVERAGES:
            continue
        left, right = "()" if _shown(node) in LAWS else "[]"
        match out[k + 1]:
            case Delimited(left="\\{" | "\\lbrace", right="\\}" | "\\rbrace") as braces:
                out[k + 1] = braces._replace(left=left, right=right)
            case Symbol(text="\\{"):
                end = next((j for j in range(k + 2, len(out)) if _text(out[j]) in (r"\{", r"\}")), k)
                if _text(out[end]) == r"\}":
                    out[k + 1], out[end] = Symbol(left, out[k + 1].span), Symbol(right, out[end].span)
    return tuple(out)


def _with_fonts(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """`nodes` with font commands in place of old switches; a switch before braces applies to their content, as authors
    mean it.
    """
    at = next((k for k, node in enumerate(nodes) if _text(node) in SWITCHES), None)
    if at is None:
        return nodes
    switch, behind = nodes[at], nodes[at + 1 :]
    while behind and _is_space(behind[0]):
        behind = behind[1:]
    held = behind[0] if behind and isinstance(behind[0], Group) and behind[0].braces else None
    changed = list(_in_font(_text(switch), _with_fonts(behind if held is None else held.body)))
    rest = () if held is None else behind[1:]
    if changed:  # its span includes its switch and its braces
        changed[0] = _from(changed[0], switch.span.start)
    if changed and held is not None:
        changed[-1] = _up_to(changed[-1], held.span.end)
    return (*nodes[:at], *changed, *_with_fonts(rest))


def _from(node: Node, start: int) -> Node:
    return node._replace(span=Span(start, node.span.end))


def _up_to(node: Node, end: int) -> Node:
    return node._replace(span=Span(node.span.start, end))


def _in_font(switch: str, scope: tuple[Node, ...]) -> Iterator[Node]:
    """The nodes after a switch, with the command of its font around the letters that it changes."""
    font = SWITCHES[switch]
    if switch not in WHOLE:
        word = next((k for k, node in enumerate(scope) if not _is_letter(node)), len(scope))
        if word:
            yield _command(font, scope[:word])
        elif scope:
            yield _based(scope[0], font)
        yield from scope[max(word, 1) :]
        return
    for node in scope:
        yield _based(node, font) if font else node


def _based(node: Node, font: str) -> Node:
    """A letter in a font, with its scripts outside; anything else does not change."""
    if _is_letter(node):
        return _command(font, (node,))
    if isinstance(node, Scripts) and _is_letter(node.base):
        return node._replace(base=_command(font, (node.base,)))
    return node


def _is_letter(node: Node | None) -> TypeGuard[Symbol]:
    return isinstance(node, Symbol) and node.text.isalpha()


def _command(font: str, letters: Sequence[Node]) -> Command:
    span = Span(letters[0].span.start, letters[-1].span.end)
    return Command(font, (Group(tuple(letters), span, True),), (), span)


def _script(node: Node) -> Node:
    return node._replace(body=_row(node.body)) if isinstance(node, Group) else node


def _of_braces(group: Group) -> Node | None:
    """The content of braces that have no meaning: a letter in a font of its own; None if they contain anything else."""
    if not group.braces:
        return None
    match group.body:
        case (Command(name=name) as inner,) if name in FONTS:
            return inner._replace(span=group.span)  # its span includes its braces
        case (Symbol(text=r"\rm"), *letters) if letters and all(_text(n).isalpha() for n in letters):
            return Command(r"\mathrm", (Group(tuple(letters), group.span, True),), (), group.span)
    return None


def _is_space(node: Node) -> bool:
    return _text(node).isspace() or _text(node) in SPACES


def _operator(over: tuple[Node, ...], span: Span) -> tuple[Node, ...]:
    """The operator over its range, with the `span` of both; empty if it is not one."""
    shown = [_shown(node) for node in over if not _is_space(node)]
    if len(over) == 1 and shown[0] in OVER:
        return (over[0]._replace(span=span),)
    spelled = "".join(text.removeprefix("\\") for text in shown)
    if spelled.removeprefix("arg") not in EXTREMES:
        return ()
    extreme = Symbol("\\" + spelled.removeprefix("arg"), span)
    return (Symbol(r"\arg", span), extreme) if spelled.startswith("arg") else (extreme,)


def _shown(node: Node) -> str:
    match node:
        case Command(name=r"\mathbb" as font, arguments=(inner,)):
            return rf"{font}{{{''.join(_text(n) for n in walk(inner))}}}"
        case Command(name=r"\operatorname" | r"\mathrm" | r"\text", arguments=(inner,)):
            return "".join(_text(n) for n in walk(inner) if _text(n).isalpha())
        case Text(parts=parts):
            return "".join(map(_text, parts)).strip()
    return _text(node)


def _is_indicator(nodes: tuple[Node, ...], k: int) -> bool:
    """Whether the node at `k` is the 1 before a condition in braces."""
    if _text(nodes[k]) != "1" or (k and _text(nodes[k - 1]).isdigit()) or k + 1 == len(nodes):
        return False
    match nodes[k + 1]:
        case Delimited(left="\\{" | "\\left\\{", body=body):
            return any(_text(n) in RELATIONS for n in body)
        case Symbol(text="\\{"):
            end = next((j for j in range(k + 2, len(nodes)) if _text(nodes[j]) == r"\}"), k + 2)
            return any(_text(n) in RELATIONS for n in nodes[k + 2 : end])
    return False


def _text(node: Node) -> str:
    return node.text if isinstance(node, Symbol) else ""


__all__ = ["has_wrapped_signs", "with_signs_unwrapped"]
