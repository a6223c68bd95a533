"""Roles of steps whose left side is a symbol, a member of a family, or a function at its arguments."""

from __future__ import annotations

from mathpost.latex.tree import Symbol, walk
from mathpost.maths.claims.roles.candidate import Candidate, Row, where
from mathpost.maths.elaboration.application import SPECTRA
from mathpost.maths.elaboration.calculus.velocities import is_of_a_named
from mathpost.maths.elaboration.chance.information import ENTROPIES, INFORMATIONS
from mathpost.maths.elaboration.heads import (
    CONSTANTS,
    in_library,
    is_moment,
    is_number,
    plain_symbol,
    relates_densities,
)
from mathpost.maths.facts.function_letters import differentiated
from mathpost.maths.lexicon.cues import accompanies
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.relations import ORDERS
from mathpost.maths.terms.landau import LANDAU
from mathpost.maths.terms.names import bare

TRANSPOSES = (r"^{\top}", "^{T}")
UNIT_MATRICES = frozenset(["I"])
PROBABILITIES = frozenset(["p", "P", r"\mathbb{P}", r"\Pr", r"\text{P}"])
EULER = frozenset(["e", r"\text{e}"])


def _has_head(c: Candidate) -> bool:
    return bool(c.head)


def _orders(c: Candidate) -> bool:
    return bool(c.head) and (c.step.sign in ORDERS or c.step.sign == "!=")


def _has_bounds(c: Candidate) -> bool:
    """Whether the meaning of a head implies bounds: it is defined, solved for, an entropy, or a convex function."""
    followed = c.is_inferred and c.known.says(c.head)
    informs = c.head.removesuffix("()") in ENTROPIES | INFORMATIONS and c.head.endswith("()")
    return (
        followed
        or bare(c.head) in c.lead.solved
        or in_library(c.head)
        or c.head in c.before.bent
        or (informs and plain_symbol(c.step.right.nodes) is None)
    )


def _has_a_law(c: Candidate) -> bool:
    """Whether the left side is an entropy, a density or a moment of variables with laws."""
    if c.lead.said == "define" or c.step.sign not in ("=", "≡"):
        return False
    return c.before.lawful.describes(c.step.left.nodes, c.step.span.start)


def _is_endless(c: Candidate) -> bool:
    """Whether Euler's number e is set to a limit or an infinite sum."""
    if c.head not in EULER or c.lead.said == "define":
        return False
    shown = [n.text for outer in c.step.right.nodes for n in walk(outer) if isinstance(n, Symbol)]
    return r"\lim" in shown or (r"\sum" in shown and r"\infty" in shown)


def _is_result(c: Candidate) -> bool:
    """Whether a head is a member of a defined family, a value of a library function, or was solved for."""
    value = in_library(c.head) and bool(c.step.inferred)
    return c.known.is_member(c.head, c.step.right.nodes) or value or bare(c.head) in c.lead.solved


def _is_valued(c: Candidate) -> bool:
    """Whether a head is set to a number, and is not a function that is already defined."""
    if not is_number(c.step.right.nodes, signed=True) or _is_result(c):
        return False
    of_a_function = c.head.endswith("()") and c.head in c.known and not in_library(c.head)
    listed = not c.is_inferred and c.known.gives_numbers_only(c.head)
    return listed or not of_a_function


def _is_defined_by_words(c: Candidate) -> bool:
    return c.lead.said == "define" and not (_is_slope(c) and accompanies(c.lead.words))


def _is_moment_with_new_name(c: Candidate) -> bool:
    r"""Whether a mean or a variance is set to a new letter: ``E(X) = \mu`` is no claim."""
    if c.is_inferred or c.step.sign != "=" or not is_moment(c.head):
        return False
    named = letters(c.step.right.nodes) - CONSTANTS - UNIT_MATRICES
    return bool(named) and named.isdisjoint(c.before.written | letters(c.step.left.nodes))


def _is_slope(c: Candidate) -> bool:
    """Whether a head such as ``f'()`` is the derivative of a defined function."""
    symbol, brackets, behind = c.head.partition("()")
    plain = symbol.rstrip("'")
    return bool(brackets) and not behind and plain != symbol and plain + brackets in c.known


def _is_derivative(c: Candidate) -> bool:
    return _is_slope(c) or is_of_a_named(c.head, c.known) or c.known.is_slope(c.head)


def _is_transposed(c: Candidate) -> bool:
    """Whether a head is the transpose of a defined array, and so no new symbol."""
    return c.head.endswith(TRANSPOSES) and c.head.rpartition("^")[0] in c.known


def _is_of_a_matrix(c: Candidate) -> bool:
    """Whether a head is an eigenvalue or singular value of a matrix on the right side, or a matrix whose vectors are there."""
    right = letters(c.step.right.nodes)
    if c.before.vectors.get(bare(c.head), frozenset()) & right:
        return True
    matrices = c.before.values.get(bare(c.head), frozenset())
    if c.head.endswith("()") and c.head.startswith(tuple(rf"{letter}_{{" for letter in SPECTRA)):
        matrices = frozenset(n for n in letters(c.step.left.nodes) if n.strip("{}").isupper())
    return not matrices.isdisjoint(right)


def _is_expanded(c: Candidate) -> bool:
    """Whether a function is expanded in its own derivatives, up to an error."""
    right = c.step.right.nodes
    if not c.head.endswith("()") or not (c.step.sign == "≈" or letters(right) & LANDAU.keys()):
        return False
    return bare(c.head.removesuffix("()")) in map(bare, differentiated(right))


def _is_of_an_order(c: Candidate) -> bool:
    """Whether the growth of a letter is stated: ``k = O(1)``."""
    right = c.step.right.nodes
    grows = bool(right) and letters(right[:1]) <= LANDAU.keys() and bool(letters(right[:1]))
    return grows and c.step.sign == "=" and not c.step.interior and not c.head.endswith("()")


def _is_updated(c: Candidate) -> bool:
    """Whether a value of a function is set to what is made of itself: ``Q(k) = Q(k) + v``."""
    left, right = ("".join(side.text.split()) for side in (c.step.left, c.step.right))
    name = c.head.removesuffix("()")
    function = name != c.head and not (in_library(c.head) or is_moment(c.head) or name in PROBABILITIES)
    return function and not c.step.interior and c.step.sign == "=" and left in right


def _is_new(c: Candidate) -> bool:
    inferred = c.step.inferred or c.lead.said == "demand"
    follows = c.known.is_recursive(c.head) or c.known.is_given_in_general(c.head)
    return c.head not in c.known and not (inferred and follows)


ROWS = (
    *where(
        _orders,
        Row("bounds", "claim", _has_bounds, "$f(x) = x^2$. Hence $$f(x) \\ge 0$$"),
        Row("domain", "assumption", lambda _: True, "$x > 0$"),
    ),
    *where(
        _has_head,
        Row(
            "of-a-law",
            "claim",
            _has_a_law,
            r"Let $X \sim N(0, \sigma^2)$. $$\operatorname{Var}(X) = \sigma^2$$",
        ),
        Row("order-of-a-letter", "assumption", _is_of_an_order, "Let $k = 3$. $$k = O(1)$$"),
        Row("updated", "assumption", _is_updated, "Let $Q(k) = 0$. $$Q(k) = Q(k) + v$$"),
        Row("euler", "claim", _is_endless, r"$$e = \sum_{k=0}^\infty \frac{1}{k!}$$"),
        Row("value", "definition", _is_valued, "$n = 512$"),
        Row("defined-by-words", "definition", _is_defined_by_words, "Let $y = x + 1$."),
        Row("moment-named", "definition", _is_moment_with_new_name, r"$$\mathbb{E}[X] = \mu$$"),
        Row(
            "library",
            "claim",
            lambda c: in_library(c.head),
            r"$$\operatorname{tr}(AB) = \operatorname{tr}(BA)$$",
        ),
        Row("derivative", "claim", _is_derivative, "Let $f(x) = x^2$. $$f'(x) = 2x + a$$"),
        Row("transposed", "claim", _is_transposed, r"Let $A = B C$. $$A^\top = C^\top B^\top$$"),
        Row(
            "of-a-matrix",
            "claim",
            _is_of_a_matrix,
            r"Let $\lambda_1$ be the eigenvalues of $A$. $$\lambda_1 = x^\top A x$$",
        ),
        Row("result", "claim", _is_result, "$C_n = n^2 + n$. $$C_3 = 12$$"),
        Row("expanded", "claim", _is_expanded, "$$f(x) = f(a) + f'(a)(x - a) + o(x - a)$$"),
        Row(
            "densities",
            "claim",
            lambda c: relates_densities(c.head, c.step.right.nodes),
            "$$p(x, y) = p(x) p(y | x)$$",
        ),
        Row("named", "definition", _is_new, "$$y = x + 1$$"),
        Row(
            "inferred",
            "claim",
            lambda c: c.is_inferred or c.lead.said == "demand" or c.step.sign == "≈",
            "Let $y = x + 1$ and $z = 2y$. Hence $$z = 2x + 2$$",
        ),
    ),
)
