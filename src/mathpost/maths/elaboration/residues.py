r"""Remainders and congruences: ``17 \bmod 5``, ``a \equiv b \pmod n``."""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.latex.tree import Command, Delimited, Group, Node, Scripts, Symbol
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation import names
from mathpost.maths.notation.lines import silent
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import Apply, Term

OPERATOR = "remainder"
INFIX = r"\bmod"
SCOPE = "scope of the remainder"
_LOOSE = r"\mod"
_BEHIND = frozenset([r"\pmod", _LOOSE, r"\pod"])
CONGRUENT = "≡"
SIGNS = frozenset([CONGRUENT, "="])


def divided(reader: Reader, terms: list[Term]) -> Term:
    """The remainder of the sum of `terms`, whose sign is next; in the second reading, of the last term only."""
    span = reader.take().span
    last_alone = len(terms) > 1 and reader.choose(SCOPE)
    kept, of = (terms[:-1], terms[-1:]) if last_alone else ([], terms)
    whole = of[0] if len(of) == 1 else Apply("add", tuple(of), span)
    rest = Apply(OPERATOR, (whole, reader.factor()), span)
    return Apply("add", (*kept, rest), span) if kept else rest


def without_modulus(nodes: Sequence[Node]) -> tuple[tuple[Node, ...], tuple[Node, ...] | None]:
    r"""A side without a final ``\pmod{n}`` or ``\mod n``, and the modulus n; None if there is none."""
    kept = list(nodes)
    while kept and silent(kept[-1]):
        kept.pop()
    bracketed = _in_brackets(kept)
    if bracketed is not None:
        return bracketed
    for at in reversed(range(len(kept))):
        match kept[at]:
            case Command(name=name, arguments=(*_, n)) if name in _BEHIND:
                behind = tuple(kept[at + 1 :])
                # "\mod 12": the parser takes one digit as argument, but the modulus is 12
                return (
                    (tuple(kept[:at]), (*_body(n), *behind))
                    if name == _LOOSE or not behind
                    else (tuple(nodes), None)
                )
            case Scripts(base=Command(name=name, arguments=(n,))) as scripts if name == _LOOSE:
                return tuple(kept[:at]), (scripts._replace(base=n), *kept[at + 1 :])
    return tuple(nodes), None


def _in_brackets(nodes: Sequence[Node]) -> tuple[tuple[Node, ...], tuple[Node, ...]] | None:
    r"""A side that ends with a modulus in brackets, ``(\text{mod } n)``, ``(\bmod n)``, ``(mod n)``: what is before it, and n."""
    match nodes:
        case [*before, Delimited(left="(", right=")", body=inside)]:
            pass
        case [*_, Symbol(text=")")]:
            at = max(
                (k for k, node in enumerate(nodes) if isinstance(node, Symbol) and node.text == "("),
                default=-1,
            )
            if at < 0:
                return None
            before, inside = list(nodes[:at]), tuple(nodes[at + 1 : -1])
        case _:
            return None
    inside = tuple(node for node in inside if not silent(node))
    match inside:
        case [Command(name=name, arguments=(n,)), *rest] if name == _LOOSE:
            return tuple(before), (*_body(n), *rest)
        case [Symbol(text="m"), Symbol(text="o"), Symbol(text="d"), *rest] if rest:
            return tuple(before), tuple(rest)
        case [first, *rest] if rest and (names.word(first) == "mod" or first == Symbol(INFIX, first.span)):
            return tuple(before), tuple(rest)
    return None


def of_side(sign: str, nodes: Sequence[Node]) -> tuple[tuple[Node, ...], tuple[Node, ...] | None]:
    r"""A side after `sign` without its final modulus, and the modulus, also of ``a \equiv b \bmod n``."""
    kept, found = without_modulus(nodes)
    if found is not None or sign != CONGRUENT:
        return kept, found
    at = next((k for k, node in enumerate(nodes) if isinstance(node, Symbol) and node.text == INFIX), None)
    return (tuple(nodes), None) if at is None else (tuple(nodes[:at]), tuple(nodes[at + 1 :]))


def modulus(number: int, steps: Sequence[Step]) -> tuple[Node, ...] | None:
    """The modulus of step `number`, as stated at the end of its chain; None if it is not a congruence."""
    if steps[number].sign not in SIGNS:
        return None
    if steps[number].sign != CONGRUENT:
        return without_modulus(steps[number].right.nodes)[1]
    for step in steps[number:]:
        if step is not steps[number] and not step.interior:
            return None
        found = of_side(step.sign, step.right.nodes)[1]
        if found is not None:
            return found
    return None


def _body(node: Node) -> tuple[Node, ...]:
    return node.body if isinstance(node, Group) else (node,)
