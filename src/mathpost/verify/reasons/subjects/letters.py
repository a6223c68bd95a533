"""Other meanings that letters and signs of a claim may have: an identity matrix, a differential, an average."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise

from mathpost.latex.lexer import split
from mathpost.latex.tree import Group, Node, Scripts, Symbol, children
from mathpost.maths.elaboration import heads, residues
from mathpost.maths.elaboration.calculus.gradients import function_of
from mathpost.maths.facts.facts import Fact
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation import is_bold, latex
from mathpost.maths.notation.letters import symbols
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.operators import registry
from mathpost.maths.terms.landau import BOUNDS
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    occurrences,
    operators,
    parts,
    subterms,
    uses,
)
from mathpost.maths.terms.traversal import free_outside
from mathpost.verify.interpretation import law_claims
from mathpost.verify.interpretation.reading import EQUALITIES, ESTIMATES, SEARCHED, Reading
from mathpost.verify.methods.finite_models import accord
from mathpost.verify.models.model import plain
from mathpost.verify.planning.plan import plan
from mathpost.verify.reasons.reason import Claim, Failure, objection
from mathpost.verify.reasons.redefinition import is_common

D = Variable("d")
IDENTITY = Variable("I")
SIZES_OF_OPENERS = frozenset(rf"\{size}" for size in "left big Big bigg Bigg bigl Bigl biggl Biggl".split())
REMAINDERS = frozenset([residues.OPERATOR])


@objection(
    "unstated-dependence",
    "the post does not say whether the variables are independent",
    "文中没有说明变量是否独立",
    inherent=True,
).shown(
    r"设 $X \sim N(0, 1)$，$Y \sim N(0, 1)$，则 $X + Y \sim N(0, 3)$",
    passes=r"设 $X \sim N(0, 1)$ 与 $Y \sim N(0, 1)$ 独立，则 $X + Y \sim N(0, 3)$",
)
def _dependence(claim: Claim) -> bool:
    """Whether a law follows of independent variables only, and no word nearby says that they are."""
    rests = claim.step.sign == FOLLOWS and law_claims.rests_on_independence(
        claim.step, claim.reading, claim.context
    )
    return rests and "independent" not in claim.context.stated_nearby(claim.step.span)


@objection("letter-of-another-section", "{} is defined in another section", "{} 在另一节中定义").shown(
    "# One\n\nLet $x = -v/2$ and $y = -v/2$.\n\n# Two\n\nHence $x - 1 = y - 2$.",
    passes="# One\n\nLet $x = -v/2$ and $y = -v/2$. Hence $x - 1 = y - 2$.",
)
def _of_another_section(claim: Claim) -> str | None:
    """A small letter that a post uses for one thing after another, defined under a heading that does not hold here."""
    context, place = claim.context, claim.step.span.start
    used = (fact for fact in context.facts if fact.step in claim.reading.used)
    away = (fact.head for fact in used if not context.sections.covers(fact.place, place))
    return next((head for head in away if is_common(head) and not is_bold(head)), None)


@objection("defined-since", "{} was redefined before this claim", "{} 在这之前重新定义过").shown(
    "Let $f(n) = n \\log n$. In the next, $f(n) = 2^n$. In the last, $f(n) = n^2$. Master theorem: $f(n) = O(n)$",
    passes="Let $f(n) = n \\log n$. Master theorem: $f(n) = O(n)$",
)
def _defined_since(claim: Claim) -> str | None:
    """A letter that stands for one example after another: its first value does not hold after the next example.

    An equation that a telling neighbour explains is read as it is meant; a bound or an order of growth may be of the next one.
    """
    if claim.step.sign in EQUALITIES and not uses(claim.reading.sides, BOUNDS):
        return None
    context, place = claim.context, claim.step.span.start
    for fact in context.facts:
        if fact.step in claim.reading.used:
            since = (f for f in context.known.of(kinds.RESTATEMENT) if f.key == fact.key and f.place < place)
            if any(_differs(fact, other, claim) for other in since if other.place > fact.place):
                return fact.head.removesuffix("_")
    return None


def _differs(fact: Fact, other: Fact, claim: Claim) -> bool:
    """Whether two definitions of one letter say different things, by their values; not of what is defined itself."""
    both = Reading(fact.right, other.right)
    defined = both.free & {f.head.removesuffix("_") for f in claim.context.facts}
    if fact.parameters != other.parameters or fact.right == other.right or defined:
        return False
    return accord(*both.sides, "=", plan(both, "=", claim.context)).kind == "apart"


@objection(
    "only-confirming",
    "random models can confirm a claim about {}, but not refute it",
    "随机模型可以证实含 {} 的断言，但不能否定它",
    inherent=True,
).shown(
    r"\sum_{i \in \Omega_k(x)} (a_i + b_i) = \sum_{i \in \Omega_k(x)} a_i + \sum_{i \in \Omega_k(y)} b_i",
    passes=r"\sum_{i=1}^n (a_i + b_i) = \sum_{i=1}^n a_i - \sum_{i=1}^n b_i",
)
def _confirming(claim: Claim) -> str | None:
    """An operator whose values may confirm a claim and not refute it, or an integral over several variables, ``dx_{1:T}``."""
    sides = claim.reading.sides
    terms = (t for side in sides for t in occurrences(side, _only_confirming()) if not _is_at_a_place(t))
    ranges = (t for side in sides for t in subterms(side) if isinstance(t, Bind) and ":" in t.variable.name)
    return next((t.operator for t in chain(terms, ranges)), None)


def _is_at_a_place(term: Term) -> bool:
    """Whether it is an extreme to which a way along the gradient leads."""
    match term:
        case Bind(bounds=(Apply(operator="sphere" | "ball"),)):
            return True
    return False


@cache
def _only_confirming() -> frozenset[str]:
    """The operators that only confirm, but those whose values are estimates: these are a doubt."""
    confirming = frozenset(o.name for o in registry().values() if not o.may_refute)
    return confirming - ESTIMATES.keys() - SEARCHED - {"call", "dots"}


@objection("average-letter", "E may be an expectation", "E 也许是期望", inherent=True).shown(
    r"E x + \mathbb{E}[X] = E x + 2\mathbb{E}[X]",
    passes=r"x + \mathbb{E}[X] = x + 2\mathbb{E}[X]",
)
def _average_letter(claim: Claim) -> bool:
    """Whether an ``E`` that was read as a number is beside averages."""
    sides = claim.reading.sides
    averages = _averages(claim.step) or any("expectation" in operators(side) for side in sides)
    return "E" in claim.reading.free and averages


@objection(
    "dependence-of-a-function",
    "the arguments of {} are not written out",
    "{} 的自变量没有写出",
    inherent=True,
).shown(
    r"Let $h = r$. Then $\nabla h + \nabla g = 2\nabla g + \nabla h$.",
    passes=r"Then $\nabla g + \nabla f = 2\nabla g + \nabla f$.",
)
def _defined_function(claim: Claim) -> str | None:
    """A function that the post defines whose name occurs without an argument."""
    defined = {f.head for f in claim.context.facts}
    return min(defined.intersection(map(function_of, claim.reading.free)), default=None)


def _averages(step: Step) -> bool:
    """Whether square brackets follow an ``E``, which may be an energy elsewhere in the post."""
    for side in (step.left, step.right):
        pieces = [p for p in split(side.text) if not p.isspace() and p not in SIZES_OF_OPENERS]
        if ("E", "[") in pairwise(pieces):
            return True
    return False


def _has_differential(factors: Sequence[Term], d_is_a_size: bool) -> bool:
    """Whether ``dx`` is among the factors: a small change, or d times x."""
    return any(
        isinstance(a, Variable)
        and (a.name == r"\boldsymbol{d}" or (a == D and _is_named(b) and not d_is_a_size))
        for a, b in pairwise(factors)
    )


def _is_named(term: Term) -> bool:
    """Whether a term is a symbol, perhaps with a number below: ``\\sigma_{11}``."""
    match term:
        case Apply(operator="index", arguments=(Variable(), *labels)):
            return all(isinstance(label, Number) for label in labels)
    return isinstance(term, Variable)


BLOCKS = frozenset(["11", "12", "21", "22"])  # of a matrix in four parts: few write an eleventh power
LABELS = frozenset("dsDScfhbu")  # demand and supply, firms and households
LETTERS = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi varphi psi omega".split()
)
POWER = frozenset(["power"])
INFINITE = frozenset([r"\infty", r"+\infty", r"-\infty"])


@objection("exponent-label", "the exponent of {} may be an upper index", "{} 的指数也许是上标").shown(
    "m_t^d + m_t^d = m_t^d",
    passes="m + m = m",
)
def _exponent(claim: Failure) -> str | None:
    step = claim.step
    labelled = _raised_vector(claim.reading) or raised_to_one((*step.left.nodes, *step.right.nodes))
    return labelled or None


def _raised_vector(reading: Reading) -> str:
    """What has a letter as its exponent that may be an index: a vector, ``y^k``, which nobody raises to a power, or a symbol
    with a letter that the claim has nowhere else, the demand ``m_t^d``; empty if there is none.
    """
    sides = reading.sides + (reading.stated or ())
    powers = [t for side in sides for t in occurrences(side, POWER)]
    others = frozenset[str]().union(*(_beside_exponents(side) for side in sides))
    for term in powers:
        match term:
            case Apply(arguments=(Variable(name=name), Variable())) if len(reading.shapes.get(name, ())) == 1:
                return plain(name)
            case Apply(
                arguments=(
                    Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), *_)),
                    Variable(name=above),
                )
            ) if above in LABELS and above not in others:
                return plain(name)
    return ""


def _beside_exponents(side: Term) -> frozenset[str]:
    """The letters of `side` outside of exponents that are letters."""
    return free_outside(
        side, POWER, lambda power: parts(power)[: 1 if isinstance(parts(power)[1], Variable) else 2]
    )


def raised_to_one(nodes: Sequence[Node]) -> str:
    """A symbol with the superscript 1, which nobody writes as a power: the first agent's share ``z^1``; or with the place of a
    block, ``\\Sigma^{12}``; empty if there is none.
    """
    for node in nodes:
        match node:
            case Scripts(base=Symbol(text=text), subscript=None, superscript=above) if above is not None:
                row = children(above) if isinstance(above, Group) else (above,)
                digits = "".join(n.text for n in row if isinstance(n, Symbol))
                block = len(row) == 2 and digits in BLOCKS
                if (digits == "1" or block) and (
                    text.isalpha() or text.removeprefix("\\").lower() in LETTERS
                ):
                    return text
        found = raised_to_one(children(node))
        if found:
            return found
    return ""


@objection("differential-letter", "d may denote a differential", "d 也许表示微分", inherent=True).shown(
    r"设 $A = P Q$，$\boldsymbol{A} = \boldsymbol{P}\boldsymbol{Q}$，则 $d\boldsymbol{A} = (d\boldsymbol{P})\boldsymbol{Q} + \boldsymbol{P}(d\boldsymbol{Q})$",
    passes=r"Hence $c\sigma_{11} + c\sigma_{22} = c\sigma_{11} + 2 c\sigma_{22}$.",
)
def _differential(claim: Claim) -> bool:
    """Whether ``dx`` is among factors: a small change, or d times x; beside a symbol with an index only if on both sides."""
    size = "d" in claim.reading.free and _is_a_size(claim.reading, claim.context)
    if not size and all(map(_differentiates_a_symbol, claim.reading.stated or claim.reading.sides)):
        return True
    if (
        "d" in claim.reading.free
        and not size
        and any(_differentiates(s.nodes) for s in (claim.step.left, claim.step.right))
    ):
        return True
    return any(_has_differential(t.arguments, size) for t in _suspect(claim, "multiply"))


@objection("positive-part", "{} may be the positive part of something", "{} 也许是正部", inherent=True).shown(
    r"Hence $(f^+ + f^-)^2 = (f^+)^2 + (f^-)^2 - 2 f^+ f^-$.",
    passes=r"Hence $(a + b)^2 = a^2 + b^2 - 2 a b$.",
)
def _positive_part(claim: Claim) -> str | None:
    """A symbol with a plus above beside the same with a minus: both are never negative, and one of them is zero."""
    names = claim.reading.free
    parts = (n for n in names if n.endswith("^{+}") and n.removesuffix("^{+}") + "^{-}" in names)
    return min(parts, default=None)


@objection("variation-letter", r"\delta may denote a variation", r"\delta 也许表示变分", inherent=True).shown(
    r"Hence $\delta \sqrt{g} = \frac{1}{2\sqrt{g}} \delta g$.",
    passes=r"Hence $\epsilon \sqrt{g} = \frac{1}{2\sqrt{g}} \epsilon g$.",
)
def _varied(claim: Claim) -> bool:
    """Whether ``\\delta`` stands before a factor on both sides, where it may be no number."""
    return all(map(_is_varied, claim.reading.sides))


def _is_varied(side: Term) -> bool:
    products = (t for t in occurrences(side, frozenset(["multiply"])) if isinstance(t, Apply))
    pairs = chain.from_iterable(pairwise(t.arguments) for t in products)
    return any(first == Variable(r"\delta") and not isinstance(second, Number) for first, second in pairs)


def _differentiates_a_symbol(side: Term) -> bool:
    """Whether a factor d stands before a symbol or a power of one."""
    products = (t for t in occurrences(side, frozenset(["multiply"])) if isinstance(t, Apply))
    for first, second in chain.from_iterable(pairwise(t.arguments) for t in products):
        base = second.arguments[0] if isinstance(second, Apply) and second.operator in POWER else second
        if first == D and isinstance(base, Variable | Apply) and _is_labelled(base):
            return True
    return False


def _is_labelled(term: Term) -> bool:
    """Whether a term is a symbol, perhaps with an index."""
    return isinstance(term, Variable) or (isinstance(term, Apply) and term.operator == "index")


def _differentiates(nodes: Sequence[Node]) -> bool:
    """Whether a side begins with d before a bracket: ``d\\left(\\frac{x}{y}\\right)``."""
    first = tuple(map(latex, nodes[:2]))
    return len(first) == 2 and first[0] == "d" and first[1].startswith(("(", r"\left("))


@objection("infinite-letter", "{} is infinite here", "{} 在此为无穷").shown(
    r"Given $z = \infty$, we have $(x - z)^2 = x^2 + 2xz + z^2$.",
    passes=r"Given $z = w$, we have $(x - z)^2 = x^2 + 2xz + z^2$.",
)
def _infinite(claim: Failure) -> str | None:
    """A symbol that the section has set to infinity: the claim is about a limit."""
    step, context = claim.step, claim.context
    for said in claim.around.steps[: claim.number]:
        if said.sign in EQUALITIES and said.right.text.strip() in INFINITE:
            name = heads.head(said.left.nodes)
            mentioned = name is not None and not symbols(said).isdisjoint(symbols(step))
            if mentioned and context.sections.covers(said.span.start, step.span.start):
                return name
    return None


def _suspect(claim: Claim, operator: str) -> Iterator[Apply]:
    terms = (t for side in claim.reading.sides for t in occurrences(side, frozenset([operator])))
    return (t for t in terms if isinstance(t, Apply))


def _is_a_size(reading: Reading, context: Context) -> bool:
    """Whether `d` is a number of the post: the length of a declared axis, or alone or last among the factors of the claim."""
    if any("d" in declared.axes for declared in context.known.of(kinds.DECLARATION)):
        return True
    return any(_stands_for_itself(side) for side in reading.stated or reading.sides)


def _stands_for_itself(side: Term) -> bool:
    """Whether `d` is a factor that nothing follows, or a term: no sign of a differential is so."""
    match side:
        case Apply(operator="multiply", arguments=factors):
            return factors[-1] == D or any(_stands_for_itself(f) for f in factors if f != D)
        case Apply(operator="index" | "call"):
            return False
        case Apply(arguments=arguments):
            return any(a == D or _stands_for_itself(a) for a in arguments)
        case Bind(bounds=bounds, body=body):
            return any(a == D or _stands_for_itself(a) for a in (*bounds, body))
    return False
