r"""Tuples of indices of sums or extremes: ``i_1 < \cdots < i_k``, ``1 \le i_1 \le \ldots \le i_k \le n``, ``i_1, \ldots, i_k``.

They bind the family ``i``, whose members occur in the body (`Bind`, with one bound). The domain is ``strictly``
(increasing), ``weakly`` or ``freely`` of the first and last place of the family, the lowest value and, if written, the highest.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mathpost.latex.tree import Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.lists.sequences import is_dots
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.notation import Digits, Item, Scripted
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.terms.term import ONE, Apply, Bind, Term, Variable, free_variables, occurrences

SIGNS = {"<": "strictly", r"\lt": "strictly", r"\le": "weakly", r"\leq": "weakly", r"\leqslant": "weakly"}
DOMAINS = frozenset([*SIGNS.values(), "freely"])
KINDS = frozenset(f"{name}_over_tuples" for name in ("sum", "product", "maximum", "minimum"))


def over(operator: str) -> str:
    """The operator over tuples that corresponds to `operator` over integers."""
    return operator.removesuffix("_over") + "_over_tuples"


def is_domain(bounds: Sequence[Term]) -> bool:
    """Whether `bounds` are a domain of tuples."""
    return len(bounds) == 1 and isinstance(bounds[0], Apply) and bounds[0].operator in DOMAINS


def bound_families(terms: Sequence[Term]) -> frozenset[str]:
    """The families of indices bound to tuples in `terms`."""
    return frozenset(binder.variable.name for binder in _binders(terms))


def lengths_of_tuples(terms: Sequence[Term]) -> frozenset[str]:
    """The symbols in the first and last places of such families."""
    domains = (d for binder in _binders(terms) for d in binder.bounds if isinstance(d, Apply))
    return frozenset[str]().union(*(free_variables(place) for d in domains for place in d.arguments[:2]))


def _binders(terms: Sequence[Term]) -> list[Bind]:
    return [t for term in terms for t in occurrences(term, KINDS) if isinstance(t, Bind)]


def read(reader: Reader, row: Sequence[Item]) -> tuple[Variable, Apply] | None:
    """The family bound to tuples under a sum or an extreme, and its domain; None for anything else."""
    parts, order = _parts(row)
    if not any(map(is_dots, parts)):
        return None
    low, high = _end(reader, parts, order, 0), _end(reader, parts, order, -1)
    members = parts[low is not None : len(parts) - (high is not None)]
    dots = [k for k, part in enumerate(members) if is_dots(part)]
    if not dots or not 0 < dots[0] == len(members) - 2:
        return None
    names = {notation.name(part[0]) for part in members if part and not is_dots(part)}
    places = [_place(part) for k, part in enumerate(members) if k != dots[0]]
    written = [p for p in places if p is not None]
    name = names.pop() if len(names) == 1 else None
    if name is None or len(written) < len(places) or not _counts_up(written[:-1]):
        return None
    first, last = (reader.inside(list(written[k])).whole() for k in (0, -1))
    ends = (low or ONE,) if high is None else (low or ONE, high)
    return Variable(name, row[0].span), Apply(order, (first, last, *ends), row[0].span)


def _parts(row: Sequence[Item]) -> tuple[list[Sequence[Item]], str]:
    """The parts between signs of order, or between commas, and the order of the innermost ones."""
    marks = [k for k, item in enumerate(row) if isinstance(item, Symbol) and item.text in SIGNS]
    if not marks:
        return [*split_at_commas(row)], "freely"
    edges = [-1, *marks, len(row)]
    return [row[a + 1 : b] for a, b in pairwise(edges)], SIGNS[notation.latex(row[marks[len(marks) // 2]])]


def _end(reader: Reader, parts: Sequence[Sequence[Item]], order: str, at: int) -> Term | None:
    """The lowest or the highest value if it is written, rather than a member or dots."""
    part = parts[at] if parts and order != "freely" else ()
    return (
        None if not part or is_dots(part) or _place(part) is not None else reader.inside(list(part)).whole()
    )


def _place(part: Sequence[Item]) -> Sequence[Item] | None:
    """The subscript of ``i_1`` or ``i_k``; None if `part` is not a member of a family."""
    scripts = part[1] if len(part) == 2 else None
    if not isinstance(scripts, Scripted) or scripts.superscript is not None or scripts.subscript is None:
        return None
    return notation.opened(scripts.subscript)


def _counts_up(places: Sequence[Sequence[Item]]) -> bool:
    """Whether the places before the dots are consecutive integers."""
    digits = [p[0].text for p in places if len(p) == 1 and isinstance(p[0], Digits) and p[0].text.isdecimal()]
    return len(digits) == len(places) and all(int(b) == int(a) + 1 for a, b in pairwise(digits))
