"""Equations that ask for something instead of stating an identity: for a root, a value, another equation, a bound."""

from __future__ import annotations

from mathpost.maths.facts.facts import equation
from mathpost.maths.terms.term import Apply, Term, Variable, canonical, free_variables, uses
from mathpost.verify.interpretation import roots
from mathpost.verify.interpretation.reading import EQUALITIES, ORDERS
from mathpost.verify.reasons.reason import Claim, Failure, objection
from mathpost.verify.slips.likeness import cancels

COUNTERS = frozenset("ijklmn")  # k = 1, …, n gives no value


@objection("root-of-others", roots.OTHERS, "根还取决于别的符号").shown(
    r"由方程 $a x + b x = b + a \Rightarrow x = 2$",
    passes=r"由方程 $3 x = 9 \Rightarrow x = 2$",
)
def _root_of_others(claim: Failure) -> bool:
    """Whether a value is a root depends on symbols of the equation that it does not mention."""
    return roots.left_open(claim.step, claim.reading, claim.context.conventions) is not None


@objection(
    "bounding-symbol",
    "{} is on one side only; this may be a condition on it",
    "{} 只在一边出现，这也许是对它的条件",
).shown(
    "Let $0 < a < b$ and $b < c$. Hence $a < c$. Therefore $c < a$.",
    passes="Therefore $a + 1 < a$.",
)
def _bounding_symbol(claim: Failure) -> str | None:
    """``f(x) \\le b``: a bound that is a symbol of which the other side does not speak says what that symbol is."""
    if claim.step.sign not in ORDERS:
        return None
    both = claim.reading.sides, claim.reading.sides[::-1]
    symbols_ = [(one.name, other) for one, other in both if isinstance(one, Variable)]
    values = [
        (one.arguments[0], other) for one, other in both if isinstance(one, Apply) and one.operator == "call"
    ]
    named = symbols_ + [(head.name, other) for head, other in values if isinstance(head, Variable)]
    return next(
        (name for name, other in named if free_variables(other) and name not in free_variables(other)), None
    )


GRIDS = frozenset(["matrix"])
UNKNOWN = frozenset(["index", "call", "matrix"])  # what the post may leave to be found
CONSTANTS = frozenset([r"\boldsymbol{1}"])  # the vector of ones
OF_SETS = frozenset(["⊂", "⊆", "⊃", "⊇", "∈"])


@objection(
    "unread-premise", "follows from {}, which could not be checked", "以 {} 为前提，而该前提无法检验"
).shown(
    r"We have $P(A) = 0.2$ and $P(B) = 0.4$ and $P(A|B) = 0.1$. Now $A \subset B \Rightarrow P(A|B) = \frac{P(A)}{P(B)}$.",
    passes=r"Now $P(A|B) = \frac{P(A)}{P(B)} P(A|B)$.",
)
def _unread_premise(claim: Failure) -> str | None:
    """An arrow that infers a claim from a relation of sets, which no model knows; or one that goes both ways from what is not used."""
    step, number = claim.step, claim.number
    said = claim.around.steps[number - 1] if step.inferred == "arrow" and number else step
    if said is step or said.formula != step.formula or number - 1 in claim.reading.used | claim.reading.held:
        return None
    unread = said.sign in OF_SETS or (step.inference.mutual and said.sign not in EQUALITIES | ORDERS)
    return f"{said.left.text} {said.relation} {said.right.text}" if unread else None


@objection("eigen-equation", "may be solved by some {} only", "也许只有某些 {} 满足").shown(
    r"Then $$\begin{pmatrix} 0 & 1 \\ 1 & 0 \end{pmatrix} \begin{pmatrix} a \\ b \end{pmatrix} = \begin{pmatrix} a \\ b \end{pmatrix}$$",
    passes=r"Then $$\begin{pmatrix} 0 & 1 \\ 1 & 0 \end{pmatrix} \begin{pmatrix} a \\ b \end{pmatrix} = \begin{pmatrix} b \\ 2a \end{pmatrix}$$",
)
def _eigen_equation(claim: Claim) -> str | None:
    """What a matrix, an operator or a derivative makes of something is a number times the same: ``Ax = 2x``, ``-if' = if``."""
    left, right = claim.reading.stated or claim.reading.sides
    operand = _without_numbers(right)
    letters = frozenset() if operand is None else free_variables(operand) - CONSTANTS
    made, by = _operand(_without_numbers(left) or left)
    if made is None or operand is None or canonical(made) != canonical(operand) or letters & by:
        return None
    unknown = isinstance(operand, Variable) or (isinstance(operand, Apply) and operand.operator in UNKNOWN)
    return min(letters, default=None) if unknown else None  # ``e^x`` is no unknown


def _operand(side: Term) -> tuple[Term | None, frozenset[str]]:
    """What a side multiplies from the left by something but numbers, or differentiates, and the letters of that; None for
    other sides.
    """
    match side:
        case Apply(operator="multiply", arguments=(*before, last)) if not all(map(_is_numeric, before)):
            return last, frozenset[str]().union(*map(free_variables, before))
        case Apply(operator="derivative", arguments=(body, *_)):
            return body, frozenset()
        case Variable(name=name) if name.endswith("'"):
            return Variable(name[:-1]), frozenset()
    return None, frozenset()


def _without_numbers(side: Term) -> Term | None:
    """A side without its sign and its numeric factors; None if it has several other factors."""
    match side:
        case Apply(operator="negate", arguments=(inner,)):
            return _without_numbers(inner)
        case Apply(operator="multiply", arguments=factors):
            rest = [f for f in factors if not _is_numeric(f)]
            return rest[0] if len(rest) == 1 else None
    return side


def _is_numeric(factor: Term) -> bool:
    """Whether a factor is a number, with the letter i among them."""
    return factor == Variable("i") or not (uses((factor,), GRIDS) or free_variables(factor))


@objection("commutation-relation", "may say how its factors commute", "也许说的是因子的交换关系").shown(
    r"Hence $2 a b \boldsymbol{Z} = -2 \boldsymbol{Z} b a$.",
    passes=r"Hence $2 a b \boldsymbol{Z} = -3 \boldsymbol{Z} b a$.",
)
def _commutation(claim: Claim) -> bool:
    """The same product in another order, with another sign: a relation of matrices or operators."""
    left, right = claim.reading.stated or claim.reading.sides
    opposite = Apply("add", (left, right))
    orders = [[canonical(f) for f in _factors(side) if free_variables(f)] for side in (left, right)]
    same = orders[0] != orders[1] and sorted(orders[0]) == sorted(orders[1])
    return claim.step.sign == "=" and same and cancels(opposite)


def _factors(side: Term) -> tuple[Term, ...]:
    inner = side.arguments[0] if isinstance(side, Apply) and side.operator == "negate" else side
    return inner.arguments if isinstance(inner, Apply) and inner.operator == "multiply" else (inner,)


@objection(
    "total-derivative", "a total and a partial derivative were read alike", "全导数和偏导数被读成同一个量"
).shown(
    r"Here $x$ and $y$ are functions of $t$. $$\frac{df}{dt} = \frac{\partial f}{\partial t} + \frac{\partial f}{\partial x} \frac{dx}{dt} + \frac{\partial f}{\partial y} \frac{dy}{dt}$$",
    passes=r"Here $x$ and $y$ are functions of $t$. $$\frac{df}{dt} = \frac{\partial f}{\partial x} \frac{dx}{dt} - \frac{\partial f}{\partial y} \frac{dy}{dt}$$",
)
def _total_derivative(claim: Claim) -> bool:
    """A derivative that is a summand of the other side as it was read: of the two, one is taken by a letter alone."""
    written = equation(0, claim.step, claim.context.conventions)
    left, right = claim.reading.sides if written is None else (written.left, written.right)
    return _adds(left, right) or _adds(right, left)


def _adds(whole: Term, side: Term) -> bool:
    """Whether a derivative is a summand of a side."""
    derivative = isinstance(whole, Apply) and whole.operator == "derivative"
    summands = side.arguments if isinstance(side, Apply) and side.operator == "add" else ()
    return derivative and canonical(whole) in map(canonical, summands)


@objection("upper-index", "the exponents may be upper indices", "指数也许是上标").shown(
    r"Let $x = 2$. The state stays, so $x^{l+1} = x^{l}$.",
    passes=r"The state stays, so $x^{l+1} = 2 x^l x$.",
)
def _upper_index(claim: Claim) -> bool:
    """Two powers of the same with other letters above: ``x^{l+1} = x^l``, steps of a layer or of time."""
    match claim.reading.stated or claim.reading.sides:
        case Apply(operator="power", arguments=(one, above)), Apply(
            operator="power", arguments=(other, over)
        ):
            lettered = bool(free_variables(above) and free_variables(over))
            return lettered and canonical(one) == canonical(other)
    return False
