"""Whether primes in a post are transposes: ``(X'X)^{-1}X'y``, ``u'Mu``, as in econometrics.

Usually a prime is a derivative, another variable or a new value. It is a transpose only if the post inverts such a square, says
so, or mentions matrices and writes such squares; and only on a letter that is never alone with its prime, applied, or
transposed in another notation.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.latex.rows import rewritten
from mathpost.latex.tree import (
    Command,
    Delimited,
    Group,
    Infix,
    Node,
    Scripts,
    Symbol,
    children,
    compounds,
    walk,
)
from mathpost.maths import notation
from mathpost.maths.notation import TRANSPOSES
from mathpost.maths.notation.brackets import SQUARE, closing, opening
from mathpost.maths.terms.names import bare_letter, is_bold

PRIME = r"\prime"
SAID = re.compile(
    r"\bprimes?\b[^.,;$]{0,40}\btranspos|\btranspos[^.,;$]{0,40}\bby (?:a |the )?primes?\b|撇[^，。；$]{0,16}转置",
    re.IGNORECASE,
)
NAMED = re.compile(  # after a formula that is a letter with a prime
    r"\s*(?:denotes?|is|means|表示|是|为|记作?)[^.,;，。；$]{0,16}(?:transpos|转置|\$[^$]{1,16}\$\s*的转置)",
    re.IGNORECASE,
)
OF_ARRAYS = re.compile(
    r"矩阵|向量|转置|回归|最小二乘|\bmatri(?:x|ces)\b|\bvectors?\b|transpos|regress|least squares|\bOLS\b",
    re.IGNORECASE,
)
OF_SLOPES = re.compile(r"导数|求导|微分|\bderivatives?\b|differenti", re.IGNORECASE)
OF_MATRICES = frozenset("rank rk tr trace det diag".split())
OPENING = frozenset("([")
CLOSING = frozenset(")]")
FUNCTIONS = frozenset(r"f g h \phi \varphi \psi".split())
SIGNS = frozenset(["-", "+"])
RELATIONS = frozenset(["=", ",", r"\approx", r"\equiv"])


class Primes(NamedTuple):
    """The letters whose primes are transposes."""

    letters: frozenset[str]

    def meant(self, tree: Group) -> Group:
        """`tree` with the primes of these letters, and of brackets that contain them, written as transposes."""
        turning = self.letters and any(isinstance(n, Scripts) and _is_primed(n) for n in walk(tree))
        return tree._replace(body=_row(tree.body, self.letters)) if turning else tree


NONE = Primes(frozenset())


def primes(document: Document) -> Primes:
    """The letters whose primes are transposes in `document`."""
    trees = [formula.tree for formula in document.formulas]
    if not any(_is_primed(n) for tree in trees for n in compounds(tree) if isinstance(n, Scripts)):
        return NONE
    rows = [row for tree in trees for row in _rows(tree)]
    primed = {letter for row in rows for node in row if (letter := _letter_of(node))}
    text = document.source.text
    named = frozenset(_named(document))
    said = primed if SAID.search(text) is not None else named
    others = {name for row in rows for k in range(len(row)) for name in _otherwise(row, k, said)}
    turned = primed - others - FUNCTIONS
    if said:
        return Primes(frozenset(turned))
    if any(map(_is_of_a_product, rows)):
        return NONE
    if any(_inverts_a_square(row, turned) for row in rows):
        return Primes(frozenset(turned))
    speaks = OF_ARRAYS.search(text) is not None and OF_SLOPES.search(text) is None
    squares = speaks and not _has_slopes(rows) and any(_has_a_square(row, turned) for row in rows)
    return Primes(frozenset(turned)) if squares else NONE


def _rows(tree: Node) -> Iterator[list[Node]]:
    """The rows of nodes in `tree` without spaces; scripts are separate rows."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Scripts | Command | Infix):
            stack += children(node)
        else:
            row = [n for n in children(node) if _shows(n)]
            yield row
            stack += [n for n in row if type(n) is not Symbol]


def _shows(node: Node) -> bool:
    """Whether a node is visible, and not a space."""
    text = notation.latex(node)
    return text in RELATIONS or bool(text.strip("\\,;:! &~"))


def _base(node: Node) -> Node | None:
    return node.base if isinstance(node, Scripts) else node


def _is_primed(node: Scripts) -> bool:
    above = None if node.superscript is None else notation.latex(node.superscript).strip("{}")
    return (node.primes == 1 and above is None) or (node.primes == 0 and above == PRIME)


def _letter_of(node: Node) -> str:
    """The letter that has a single prime; empty for anything else."""
    if not isinstance(node, Scripts) or node.base is None or not _is_primed(node):
        return ""
    return notation.name(node.base) or ""


def _name(node: Node) -> str:
    base = _base(node)
    return "" if base is None else notation.name(base) or ""


def _sign(node: Node) -> str:
    base = _base(node)
    return base.text if isinstance(base, Symbol) else ""


def _named(document: Document) -> Iterator[str]:
    """The letters with a prime that words call transposes: ``$A'$`` 表示 ``$A$`` 的转置."""
    for formula in document.formulas:
        row = formula.tree.body
        if len(row) == 1 and NAMED.match(document.source.text, formula.span.end) and _letter_of(row[0]):
            yield _letter_of(row[0])


def _otherwise(row: Sequence[Node], k: int, said: Collection[str]) -> Iterator[str]:
    """The letter at a place of a row, if it cannot be a transposed array there; letters in `said` may be alone."""
    node, name = row[k], _name(row[k])
    if not name:
        return
    letter = _letter_of(node)
    if isinstance(node, Scripts) and not letter:
        above = "" if node.superscript is None else notation.latex(node.superscript).strip("{}")
        if node.primes or above in TRANSPOSES or (above == "T" and node.subscript is None and name.isupper()):
            yield name
    as_array = _multiplies(row, k) or _is_symmetry(row, k) or _is_taken_of(row, k)
    if _is_applied(row, k) or (letter and letter not in said and not as_array):
        yield name


def _is_applied(row: Sequence[Node], k: int) -> bool:
    """Whether brackets with one name or numeral, or several arguments, follow."""
    following = row[k + 1] if k + 1 < len(row) else None
    if isinstance(following, Delimited) and following.left in OPENING:
        inside = [n for n in following.body if _shows(n)]
    elif following is not None and isinstance(following, Symbol) and following.text in OPENING:
        inside = list(row[k + 2 : closing(row, k + 1, SQUARE, _sign)])
    else:
        return False
    return len(inside) == 1 or any(_sign(n) == "," for n in inside)


def _start(row: Sequence[Node], at: int) -> int:
    """The position after the bracket that the one at `at` closes; 0 if it closes none."""
    opener = opening(row, at, SQUARE, _sign)
    return 0 if opener is None else opener + 1


def _multiplies(row: Sequence[Node], k: int) -> bool:
    """Whether there is a factor right before or after a place."""
    before, behind = row[k - 1] if k else None, row[k + 1] if k + 1 < len(row) else None
    return (before is not None and _is_factor(before, CLOSING)) or (
        behind is not None and _is_factor(behind, OPENING)
    )


def _is_taken_of(row: Sequence[Node], k: int) -> bool:
    r"""Whether a node is the only argument of a function of matrices: ``\operatorname{rank}(A')``."""
    if k < 2 or k + 1 == len(row) or _sign(row[k - 1]) not in OPENING or _sign(row[k + 1]) not in CLOSING:
        return False
    return (notation.word(row[k - 2]) or notation.latex(row[k - 2]).lstrip("\\")).lower() in OF_MATRICES


def _is_factor(node: Node, brackets: frozenset[str]) -> bool:
    base = _base(node)
    name = _name(node)
    return _sign(node) in brackets or isinstance(base, Delimited) or (bool(name) and name != "d")


def _is_symmetry(row: Sequence[Node], k: int) -> bool:
    """Whether a side is ``A'`` and another one contains the letter: ``A' = A``, ``A' = -A``, ``P = P' = P^2``."""
    sides: list[list[Node]] = [[]]
    own = 0
    for place, node in enumerate(row):
        own = len(sides) - 1 if place == k else own
        if _sign(node) in ("=", ","):
            sides.append([])
        else:
            sides[-1].append(node)
    near = sides[max(0, own - 1) : own] + sides[own + 1 : own + 2]
    return len(sides[own]) == 1 and any(_is_bare(side, _name(row[k])) for side in near)


def _is_bare(side: Sequence[Node], letter: str) -> bool:
    parts = [n for n in side if _sign(n) not in SIGNS]
    return len(parts) == 1 and _name(parts[0]) == letter


def _inverts_a_square(row: Sequence[Node], turned: set[str]) -> bool:
    r"""Whether a row inverts a square: ``(X'X)^{-1}``, ``(X'WX)^{-1}``, ``(\sum_i x_i x_i')^{-1}``."""
    for k, node in enumerate(row):
        if not isinstance(node, Scripts) or node.superscript is None:
            continue
        if notation.latex(node.superscript).strip("{}") != "-1":
            continue
        inside = (
            [n for n in node.base.body if _shows(n)]
            if isinstance(node.base, Delimited)
            else list(row[_start(row, k) : k])
            if _sign(node) in CLOSING
            else []
        )
        if _has_a_square(inside, turned):
            return True
    return False


def _has_a_square(row: Sequence[Node], turned: set[str]) -> bool:
    """Whether a row has a square of an array: ``X'X``, ``XX'``, ``x'Ax``, ``x_i x_i'``, ``(y - Xb)'(y - Xb)``."""
    for k, node in enumerate(row):
        letter = _letter_of(node)
        if letter in turned and letter:
            bare = _without_prime(node)
            factors = list(_factors_behind(row, k))
            before = notation.latex(row[k - 1]) if k else ""
            if _is_of_an_array(letter) and (before == bare or bare in factors):
                return True
            if bare in factors and any(map(_is_of_an_array, factors[: factors.index(bare)])):
                return True
            if before == bare and isinstance(node, Scripts) and node.subscript is not None:
                return True
    return False


def _factors_behind(row: Sequence[Node], k: int) -> Iterator[str]:
    """The factors after a place, up to a sign, a bracket or another prime."""
    for node in row[k + 1 :]:
        if not _name(node) or _letter_of(node):
            return
        yield notation.latex(node)


def _without_prime(node: Node) -> str:
    assert isinstance(node, Scripts) and node.base is not None
    return notation.latex(node.base if node.subscript is None else node._replace(primes=0, superscript=None))


def _is_of_an_array(name: str) -> bool:
    """Whether a letter is upper-case or bold."""
    letter = bare_letter(name)
    return len(letter) == 1 and letter.isascii() and letter.isalpha() and (letter.isupper() or is_bold(name))


def _has_slopes(rows: Sequence[Sequence[Node]]) -> bool:
    """Whether any letter has two primes, or a prime and an argument."""
    return any(
        isinstance(node, Scripts) and (node.primes > 1 or (_is_primed(node) and _is_applied(row, k)))
        for row in rows
        for k, node in enumerate(row)
    )


def _is_of_a_product(row: Sequence[Node]) -> bool:
    """Whether a row contains the derivative of a product: ``A'B + AB'``."""
    sums: list[list[tuple[str, str]]] = [[]]
    for first, second in pairwise(row):
        if _sign(first) in RELATIONS:
            sums.append([])
        one, other = _letter_of(first), _letter_of(second)
        if bool(one) != bool(other) and _name(first) and _name(second):
            sums[-1].append((_name(first) + "'" * bool(one), _name(second) + "'" * bool(other)))
    return any(_of_one_sum(pairs, pair) for pairs in sums for pair in pairs)


def _of_one_sum(pairs: Sequence[tuple[str, str]], pair: tuple[str, str]) -> bool:
    """Whether another of `pairs` has the same letters with the prime on the other one."""
    return pair[1].endswith("'") and (pair[0] + "'", pair[1].removesuffix("'")) in pairs


def _row(nodes: tuple[Node, ...], letters: frozenset[str]) -> tuple[Node, ...]:
    out: list[Node] = []
    for k, node in enumerate(nodes):
        inner = rewritten(node, partial(_row, letters=letters))
        if isinstance(node, Scripts) and isinstance(inner, Scripts) and _is_primed(node):
            if _letter_of(node) in letters or _encloses(nodes, k, letters):
                inner = inner._replace(primes=0, superscript=Symbol(r"\top", node.span))
        out.append(inner)
    return tuple(out)


def _encloses(nodes: Sequence[Node], k: int, letters: frozenset[str]) -> bool:
    """Whether the brackets that close at a place contain one of `letters`."""
    base = _base(nodes[k])
    if isinstance(base, Delimited):
        inside: Sequence[Node] = base.body
    elif _sign(nodes[k]) in CLOSING:
        inside = nodes[_start(nodes, k) : k]
    else:
        return False
    return any(
        notation.name(inner) in letters
        for node in inside
        for inner in walk(node)
        if isinstance(inner, Symbol | Command)
    )
