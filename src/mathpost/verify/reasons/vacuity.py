"""Whether the models of a claim could have distinguished it from a false one: agreement without such power confirms nothing.

A claim of which both sides are zero in every model holds with any sign and any factor before a side; one that
transposes what is a number there holds without its transpose; one whose index is gone once definitions are put in
holds for any index in its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TypeGuard

from mathpost.maths.lexicon.senses import are_distinct
from mathpost.maths.notation import any_bold, is_bold
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.outcomes import AVERAGING, UNDER_LAWS, mentions_chance
from mathpost.maths.terms.term import (
    ZERO,
    Apply,
    Number,
    Term,
    Variable,
    free_variables,
    occurrences,
    operators,
    subterms,
    symbols,
    uses,
)
from mathpost.maths.terms.traversal import rewrite
from mathpost.maths.transformations import typesetting
from mathpost.maths.typing import integers
from mathpost.maths.typing.randomness import randomness
from mathpost.verify.interpretation.reading import Reading, estimated, hidden_dependence
from mathpost.verify.methods.finite_models import Finding, accord, examine, never
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import Domain, Plan
from mathpost.verify.models.outcomes import EVENTS
from mathpost.verify.planning.fitting import structures
from mathpost.verify.planning.plan import PIECEWISE
from mathpost.verify.reasons import atoms, borders
from mathpost.verify.reasons.reason import Agreement, Answer, Claim, Raised, Shown, vacuous
from mathpost.verify.reasons.registry import first_raised

DIFFERENTIAL = Variable("d")
SMALL = Fraction(1, 1000)  # of the usual values
OF_COMPLEX_NUMBERS = frozenset(["abs", "conjugate", "real_part", "imaginary_part"])
MOMENTS = frozenset(["expectation", "variance", "covariance"])
SLOPES = frozenset(["derivative", "jacobian", "differentiate"])
OF_ARRAYS = frozenset(["transpose", "ones"])
ENTRYWISE = frozenset(["entrywise"])
HEADS = frozenset(["heads"])
INDICATORS = frozenset(["indicator"])
FEWEST = 3  # models at least in which an event may happen or not
CALLS = frozenset(["call"])
PLACED = frozenset(["call", "index"])
POWERS = frozenset(["power"])
PRODUCTS = frozenset(["multiply"])
OF_MATRICES = frozenset(["transpose", "trace", "determinant", "conjugate_transpose"])


def powerless(reading: Reading, finding: Finding) -> Raised | None:
    """Why the agreement of both sides shows nothing, or None."""
    return first_raised(OF_MODELS, Shown(reading, finding))


@vacuous("hidden-dependence", "{} may depend on other variables", "{} 也许依赖别的变量")
def _hidden(claim: Shown) -> str | None:
    """A symbol that may depend on the variable of a derivative, which is zero if it does not."""
    zero = claim.finding.nothing and ZERO not in claim.reading.sides
    return hidden_dependence(claim.reading) or None if zero else None


@vacuous("zero-everywhere", "both sides are zero in every model", "两边在所有模型里都是零").shown(
    r"设 $\epsilon_t$ 均值为零，$X_t=X_{t-1}+\epsilon_t$，则 $\operatorname{Var}(X_t)=\operatorname{Var}(X_{t-1})$",
    passes=r"\operatorname{Var}(2X) = 4\operatorname{Var}(X)",
)
def _zero_everywhere(claim: Shown) -> bool:
    """Whether both sides are zero in every model, and neither says so."""
    reading = claim.reading
    meant = any(map(_is_zero, reading.stated or reading.sides)) or _is_put_in(reading)
    return claim.finding.nothing and not meant


@vacuous("unknown-slope", "contains the derivative of an unknown function", "含有未知函数的导数").shown(
    r"\frac{d}{dt}\left(v(t)^2 - v(t) v(t)\right) = 2 v(t) v'(t) - 2 v(t) v'(t) = 0",
    passes=r"\frac{d}{dt} t^2 = 2t",
)
def _unknown_slope(claim: Shown) -> bool:
    return claim.finding.nothing and any(map(_has_unknown_slope, claim.reading.sides))


@vacuous(
    "certain-events",
    "the events are certain or impossible in nearly every model",
    "这些事件在几乎所有模型里必然发生或不可能发生",
).shown(
    r"P(X \le x) + P(X > x) = 1",
    passes="x + 1 = 1 + x",
)
def _certain(claim: Shown) -> bool:
    """Whether the events of a claim happen in nearly every model, or in nearly none."""
    few = claim.finding.uncertain < FEWEST and not claim.finding.proved
    return few and any(map(_mentions_ranges, claim.reading.sides))


def _is_put_in(reading: Reading) -> bool:
    """Whether a value was put into an equation with zero on one side: ``w`` that solves ``X^\\top X w - X^\\top y = 0``."""
    name = (reading.stated or reading.sides)[0]
    solved = isinstance(name, Variable) and all(
        name.name not in free_variables(side) for side in reading.sides
    )
    return bool(reading.given) and solved and ZERO in reading.sides


def is_a_case(reading: Reading) -> bool:
    """Whether a claim sets an indicator of what varies to a number: ``1 - 2\\mathbb{I}(h(x) \\ne y) = -1`` says which case is meant."""
    indicators = {t for side in reading.sides for t in occurrences(side, INDICATORS)}
    if len(indicators) != 1 or not free_variables(indicator := indicators.pop()):
        return False
    return not any(free_variables(_without(side, indicator)) for side in reading.sides)


def _without(side: Term, part: Term) -> Term:
    """`side` with a number for each `part` of it."""
    return rewrite(side, lambda inner: ZERO if inner == part else None)


@vacuous(
    "any-probability", "depends on a distribution that the post does not state", "取决于文中没有写明的分布"
)
def _is_any_probability(claim: Shown) -> bool:
    """Whether a probability of which nothing is stated is beside a number between 0 and 1: models draw it as they like."""
    reading = claim.reading
    for one, other in (reading.sides, reading.sides[::-1]):
        alone = isinstance(one, Apply) and one.operator == "density"
        if alone and isinstance(other, Number) and 0 < other.value < 1:
            return True
    return False


def _mentions_ranges(side: Term) -> bool:
    """Whether a probability is that of an event of several outcomes, ``X \\le x``."""
    heads = (t for t in occurrences(side, HEADS) if isinstance(t, Apply))
    return any(isinstance(event, Apply) and event.operator in EVENTS for h in heads for event in h.arguments)


@vacuous("annihilated", "both sides are zero after substitution", "代入之后，两边都是零")
def _annihilated(claim: Shown) -> bool:
    """Whether what was put in makes both sides zero of a claim that mentions no zero: any slip would be confirmed so."""
    reading = claim.reading
    if not (reading.given or reading.used) or reading.stated is None:
        return False
    return all(map(_is_zero, reading.sides)) and not any(map(_is_zero, reading.stated))


@vacuous("fails-near-zero", "fails at {}", "在 {} 处不成立", kind="domain").shown(
    r"\max(|x|, 0.001) = |x|",
    passes=r"\max(|x|, 0) = |x|",
)
def _near_zero(claim: Agreement) -> str | None:
    """Where a claim about functions with branches fails although it agrees in its models: at small values, or None.

    ``\\max(|x|, 0.01)`` is ``|x|`` as far as usual values tell.
    """
    reading, finding, sign, models, fuel = claim.reading, claim.finding, claim.sign, claim.models, claim.fuel
    if finding.proved or estimated(reading) or not any(operators(side) & PIECEWISE for side in reading.sides):
        return None
    found = examine(*reading.sides, sign, models.but(scale=SMALL), refuting=never, fuel=fuel)
    shown = found.counterexample
    fails = found.kind == "apart" or (found.kind == "domain" and finding.level == "real")
    return shown.assignment if fails and shown is not None else None


def _real_only(reading: Reading, sign: str, models: Plan, fuel: Fuel) -> str | None:
    """A symbol of which a conjugate or an absolute value is taken, if the relation fails where it is complex, or None."""
    parts = (t for side in reading.sides for t in occurrences(side, OF_COMPLEX_NUMBERS))
    taken = frozenset[str]().union(*map(free_variables, parts))
    symbols = sorted(taken.difference(models.sizes, models.indices, models.domains, reading.shapes))
    if not symbols or any("imaginary_unit" in operators(side) for side in reading.sides):
        return None
    freed = models.but(domains={**models.domains, **dict.fromkeys(symbols, Domain(complex=True))})
    found = examine(*reading.sides, sign, freed, refuting=never, fuel=fuel)
    return symbols[0] if found.kind == "apart" else None


def _is_zero(side: Term) -> bool:
    """Whether a side is zero as it stands: that the other one is zero, too, is what the claim says."""
    if side == ZERO:
        return True
    from mathpost.verify.methods.normal_form import normal

    return normal(side, positive=lambda _: False) == ZERO


def _has_unknown_slope(side: Term) -> bool:
    """Whether an unknown function is differentiated: where that is zero in the models, they do not see its argument."""
    return any("call" in operators(slope) for slope in occurrences(side, SLOPES))


def of_a_number(reading: Reading) -> bool:
    """A matrix by its use that is a number in the models."""
    as_read = [t.arguments[0] for t in _of_matrices(reading.sides)]
    by_entries = {
        call.arguments[0]
        for side in reading.sides
        for t in occurrences(side, ENTRYWISE)
        if isinstance(t, Apply) and isinstance(call := t.arguments[0], Apply) and _is_call(call)
    }
    values = [
        t
        for t in (t.arguments[0] for t in _of_matrices(reading.arrays.written or ()))
        if isinstance(t, Apply) and _is_call(t) and t.arguments[0] not in by_entries
    ]
    return any(_is_number(term, reading.shapes) for term in (*as_read, *values))


def between_arrays(reading: Reading) -> str | None:
    """Why a reading tells nothing: a capital that is between a row and a column and was read as a number: ``x^\\top \\Lambda x``."""
    bold = any(any_bold(symbols(side)) for side in reading.sides)
    for term in _products(reading) if bold or uses(reading.sides, OF_ARRAYS) else ():
        rows = [k for k, a in enumerate(term.arguments) if isinstance(a, Apply) and a.operator == "transpose"]
        for factor in term.arguments[rows[0] + 1 : -1] if rows else ():
            found = _capital(factor)
            if found is not None:
                return found
        beside = _beside_a_matrix(term.arguments, reading)
        if beside is not None:
            return beside
        if any(map(_is_vector, term.arguments[1:2])):
            first = _capital(term.arguments[0])
            if first in MATRICES:
                return first
    return next(
        filter(None, (_slope_by_a_capital(t, reading) for side in reading.sides for t in subterms(side))),
        None,
    )


def _slope_by_a_capital(term: Term, reading: Reading) -> str | None:
    """A capital by which a product with a matrix is differentiated, and which was read as a number: ``\\nabla_A (AB)``."""
    match term:
        case Apply(operator=operator, arguments=(body, Variable(name=name))) if operator in SLOPES:
            matrices = (n for n in free_variables(body) if len(reading.shapes.get(n, ())) == 2)
            number = bare(name) in PARTNERS and not reading.shapes.get(name, ())
            return bare(name) if number and name in free_variables(body) and any(matrices) else None
    return None


def added_to_an_array(reading: Reading) -> str | None:
    """A letter that was read as a number and is added to an array: ``\\beta - (X^\\top X)^{-1}\\beta`` of a column ``\\beta``."""
    for side in reading.sides if uses(reading.sides, ENTRYWISE) else ():
        for term in occurrences(side, ENTRYWISE):
            match term:
                case Apply(arguments=(Apply(operator="add", arguments=summands),)):
                    unsigned = (s.arguments[0] if _is_negative(s) else s for s in summands)
                    alone = (s.name for s in unsigned if isinstance(s, Variable) and not is_bold(s.name))
                    name = next((n for n in alone if n not in reading.shapes), None)
                    if name is not None:
                        return name
    return None


def _is_negative(term: Term) -> TypeGuard[Apply]:
    return isinstance(term, Apply) and term.operator == "negate"


def _beside_a_matrix(factors: tuple[Term, ...], reading: Reading) -> str | None:
    """A capital among `factors` that was read as a number while another one is a matrix: ``AB``."""
    names = [f.name for f in factors if isinstance(f, Variable)]
    if not any(is_bold(n) and bare(n).isupper() and len(reading.shapes.get(n, ())) == 2 for n in names):
        return None
    return next((n for n in names if n in PARTNERS and n not in reading.arrays.axes), None)


def _is_vector(term: Term) -> bool:
    """Whether a term is an array by its name, or a member of a family of them."""
    match term:
        case Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), _)):
            return is_bold(name)
    return isinstance(term, Apply) and term.operator == "ones"


# capitals that are not sizes, numbers of steps or energies: before a vector they may be matrices
MATRICES = frozenset((*"AHJPQUVWXYZ", r"\Lambda", r"\Sigma", r"\Phi", r"\Psi", r"\Omega"))
PARTNERS = MATRICES | frozenset("BCDEFGS")  # beside a matrix they are hardly numbers


def _capital(factor: Term) -> str | None:
    """The capital that a factor is, perhaps with numbers before it."""
    match factor:
        case Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), _)) if (
            not is_bold(name) and name.rpartition("\\")[2][:1].isupper()
        ):
            return name
        case Apply(operator="multiply", arguments=(*_, last)):
            return _capital(last)
    return None


def averages_nothing(reading: Reading) -> str | None:
    """A symbol that is averaged and not drawn at random: its average is itself, whatever the law and the conditions."""
    random = randomness(reading.sides)
    for term in (t for side in reading.sides for t in occurrences(side, AVERAGING) if isinstance(t, Apply)):
        bodies = term.arguments[:-3] if term.operator in UNDER_LAWS else term.arguments[:1]
        names = frozenset[str]().union(*map(_varying, bodies))
        entries = {rf"\boldsymbol{{{name}}}" for body in bodies for name in _indexed(body)}
        if entries & random.variables:
            continue  # entries of a random column, or its members, are random
        own = free_variables(term.arguments[-2]) if term.operator in UNDER_LAWS else frozenset[str]()
        other = {bold for name in own - names if (bold := rf"\boldsymbol{{{name}}}") in names - own}
        if names and (other or names.isdisjoint(random.variables | random.identity.keys())):
            return min(other or names)
    return None


@vacuous("noise-as-number", "{} is not recognised as random", "没有看出 {} 是随机的").shown(
    r"Let $y=x+\epsilon$ with noise $\epsilon$ of mean $0$ and variance $\sigma^2$, where $x$ is a random variable that is independent of it. $$\mathbb{E}[(x+\epsilon)^2]=\mathbb{E}[x^2]+2\epsilon\mathbb{E}[x]+\epsilon^2$$",
    passes=r"Let $x$ be a random variable. $$\mathbb{E}[(x+c)^2]=\mathbb{E}[x^2]+2c\mathbb{E}[x]+c^2$$",
)
def _averages_noise(claim: Claim) -> str | None:
    """A symbol for noise within an average of a post that mentions noise, where it is not a random variable: it counts as a
    number there, whose variance is zero.
    """
    reading, context = claim.reading, claim.context
    random = randomness(reading.sides)
    inside = (t for side in reading.sides for t in occurrences(side, MOMENTS) if isinstance(t, Apply))
    unnamed = (
        t for t in inside if len(t.arguments) == 1 + (t.operator == "covariance")
    )  # over whatever is random
    names = frozenset[str]().union(*(free_variables(a) for t in unnamed for a in t.arguments))
    hidden = sorted(filter(context.is_noise, names - random.variables - random.identity.keys()))
    return hidden[0] if hidden else None


def _indexed(body: Term) -> Iterator[str]:
    """The plain letters of `body` that have an index."""
    for term in subterms(body):
        match term:
            case Apply(operator="index", arguments=(Variable(name=name), *_)):
                yield name


def _varying(body: Term) -> frozenset[str]:
    """The free symbols of `body` that are not functions: what a function is applied to may be random, itself it is not."""
    applied = {t.arguments[0] for t in occurrences(body, CALLS) if isinstance(t, Apply)}
    standing = {
        a for t in subterms(body) if isinstance(t, Apply) and t.operator != "call" for a in t.arguments
    }
    heads = {h.name for h in applied if isinstance(h, Variable) and h not in standing and h != body}
    return free_variables(body) - heads


def _of_matrices(sides: tuple[Term, ...]) -> Iterator[Apply]:
    return (t for side in sides for t in occurrences(side, OF_MATRICES) if isinstance(t, Apply))


def _is_call(term: Term) -> bool:
    """Whether a term is the value of an unknown function, of which its choice of shapes may have lost the transpose."""
    return isinstance(term, Apply) and term.operator == "call"


def _is_number(term: Term, shapes: Mapping[str, tuple[Term, ...]]) -> bool:
    """Whether a symbol, a member of a family, an unknown function or an inner product has no axes."""
    match term:
        case Variable(name=name):
            return shapes.get(name, None if is_bold(name) else ()) == ()
        case Apply(operator="dot" | "inner"):
            return True
        case Apply(operator="exp", arguments=(inner,)):
            return _is_number(inner, shapes)
        case Apply(operator="add" | "multiply" | "negate", arguments=arguments):
            return all(isinstance(a, Variable) and _is_number(a, shapes) for a in arguments)
        case Apply(operator="index", arguments=(Variable(name=name), *indices)) if is_bold(name):
            return shapes.get(f"{name}[{len(indices)}]") == ()
        case Apply(operator="call", arguments=(Variable(name=name), *_)):
            return not shapes.get(f"{name}()")
    return False


@vacuous("differential-of-arrays", "d may denote a differential", "d 也许表示微分").shown(
    r"d \boldsymbol{X} \boldsymbol{Y} = \boldsymbol{X} d \boldsymbol{Y}",
    passes=r"c \boldsymbol{X} \boldsymbol{Y} = \boldsymbol{X} c \boldsymbol{Y}",
)
def _moves_arrays(claim: Shown) -> bool:
    """``d`` read as a number before arrays on both sides: ``d(X^{-1}) = X^{-1} (dX) X^{-1}`` would hold for any number."""
    reading = claim.reading
    return bool(reading.shapes) and all(map(_moves, reading.stated or reading.sides))


def _moves(side: Term) -> bool:
    for product in occurrences(side, PRODUCTS):
        factors = product.arguments if isinstance(product, Apply) else ()
        for first, second in pairwise(factors):
            base = second.arguments[0] if isinstance(second, Apply) and second.operator == "power" else second
            if first == DIFFERENTIAL and isinstance(base, Variable) and is_bold(base.name):
                return True
    return False


@vacuous("swapped-capitals", "{} may be a matrix", "{} 也许是矩阵").shown(
    "A B C = C B A",
    passes="a b c = c b a",
)
def _in_another_order(claim: Shown) -> str | None:
    """Capitals that change places: with numbers the step would say nothing."""
    reading = claim.reading
    match reading.sides:
        case (Apply(operator="multiply", arguments=left), Apply(operator="multiply", arguments=right)):
            names = [a.name for a in left if isinstance(a, Variable) and a.name.isupper()]
            if len(names) == len(left) and left != right and set(left) == set(right):
                return min(names)
    return None


def conjugated(reading: Reading) -> str | None:
    """A symbol and its inverse around others, ``P H P^{-1}``: with numbers an author would cancel them."""
    sides = reading.stated or reading.sides  # definitions put in would part what is together
    for product in (t for side in sides for t in occurrences(side, PRODUCTS) if uses(sides, POWERS)):
        assert isinstance(product, Apply)
        for near, far in combinations(range(len(product.arguments)), 2):
            symbol = _undone(product.arguments[near], product.arguments[far]) if far > near + 1 else None
            if symbol is not None and not is_bold(symbol):
                return symbol
    return None


def _products(reading: Reading) -> Iterator[Apply]:
    return (t for side in reading.sides for t in occurrences(side, PRODUCTS) if isinstance(t, Apply))


def _undone(one: Term, other: Term) -> str | None:
    """The symbol that is one of two factors while the other is its inverse."""
    for symbol, inverse in ((one, other), (other, one)):
        if isinstance(symbol, Variable) and inverse == Apply("power", (symbol, Number(Fraction(-1)))):
            return symbol.name
    return None


@vacuous("lost-index", "only the right side has the index {}", "只有右边有下标 {}")
def _lost_index(claim: Shown) -> str | None:
    """An index that only the right side of a claim mentions and that is gone once the definitions are put in."""
    reading = claim.reading
    if not reading.used or reading.stated is None:
        return None
    left, right = reading.stated
    lost = frozenset(integers.integers((right,)).indices) - free_variables(left) - reading.free
    return min(lost, default=None)


@vacuous("forgotten-place", "{} is not defined", "{} 没有定义").shown(
    r"The mode of the law is $$\mathrm{mode}(X)=\mu$$ and the density is $$f(x)=e^{-(x-\mu)^2}$$ so that $$f(\mathrm{mode}(\sqrt X))=1$$",
    passes=r"The mode of the law is $$\mathrm{mode}(X)=\mu$$ and the density is $$f(x)=e^{-(x-\mu)^2}$$ so that $$f(\mathrm{mode}(X))=1$$",
)
def _forgets(claim: Shown) -> str | None:
    """A place or argument of which definitions leave nothing: of ``\\mu_{n-1}`` where ``\\mu_n`` is the name of one number."""
    reading = claim.reading
    if not reading.used or reading.stated is None or any(map(mentions_chance, reading.stated)):
        return None  # averages leave out places
    places = (place for side in reading.stated for place in _forgotten(side, reading))
    return next(map(typesetting.latex, places), None)


def _forgotten(side: Term, reading: Reading) -> Iterator[Term]:
    for term in occurrences(side, PLACED):
        assert isinstance(term, Apply)
        head, *places = term.arguments
        if not isinstance(head, Variable):
            continue
        for place in places:
            letters = free_variables(place)
            composed = isinstance(place, Apply) and place.operator not in PLACED
            if composed and letters and letters <= free_variables(side) - reading.free:
                yield place


@vacuous(
    "structure-elsewhere",
    "holds only if an array has a structure that is not stated here",
    "只有当数组具有这里没有写明的结构时才成立",
).shown(
    "Suppose that $A$ is symmetric. Then $A^\\top = A$.\n\n## General case\n\nLet $A \\in \\mathbb{R}^{n\\times n}$ be any matrix. We have $x^\\top A y = y^\\top A x$.",
    passes=r"Suppose that $A$ is symmetric. We have $x^\top A y = y^\top A x$.",
)
def _structure_elsewhere(claim: Agreement) -> bool:
    """Whether a claim fails where its arrays have no more structure than is stated about them in its section."""
    here = structures(claim.reading.sides, claim.context.structures_at(claim.step.span.start))
    if here == claim.models.arrays.structures or claim.finding.proved:
        return False
    models = claim.models.but(structures=here)
    return accord(*claim.reading.sides, claim.sign, models, claim.fuel).kind != "together"


@vacuous("border", "both sides are equal where {}", "在 {} 处两边相等", kind="domain").shown(
    r"设 $x \ge 0$，则 $x^2 > 0$",
    passes=r"设 $x \ge 1$，则 $x^2 > 0$",
)
def _border(claim: Agreement) -> str | None:
    """Where the sides of a strict bound are equal, unless the words say that its symbols are not the same."""
    words = claim.context.words
    span = words.document.formulas[claim.step.formula].span
    distinct = are_distinct(f"{words.before(span)} {words.after(span)}")
    return borders.met(claim.reading, claim.step.sign, claim.models, claim.fuel, distinct=distinct)


@vacuous("mass", "fails if {}", "如果 {} 则不成立", kind="domain").shown(
    "Let $N$ be the number of successes. $$P(N>k)=1-P(N<k)$$",
    passes=r"Let $N$ be the number of successes. $$P(N>k)=1-P(N\le k)$$",
)
def _mass(claim: Agreement) -> str | None:
    """Where an event has a bound at which its variable may have mass."""
    if claim.sign != "=":
        return None
    return atoms.met(claim.reading, claim.models, claim.context, claim.fuel)


@vacuous("real-only", "holds only for real {}", "只对实数 {} 成立", kind="domain").shown(
    "对复数 $z$，$|z|^2 = z^2$",
    passes="对实数 $z$，$|z|^2 = z^2$",
)
def _holds_for_real_ones(claim: Agreement) -> str | None:
    if not claim.context.is_complex:
        return None
    return _real_only(claim.reading, claim.sign, claim.models, claim.fuel)


@vacuous("constant-average", "{} is not recognised as random", "没有看出 {} 是随机的").shown(
    r"Let $Z_m = \mathbb{E}[f \mid \mathcal{F}_m]$. Then $$\mathbb{E}[Z_m - Z_{m-1} \mid \mathcal{F}_{m-1}] = 0$$",
    passes=r"\mathbb{E}[2X] = 2\mathbb{E}[X]",
)
def _constant_average(claim: Shown) -> Answer:
    return averages_nothing(claim.reading)


@vacuous("number-between-arrays", "{} may be a matrix", "{} 也许是矩阵").shown(
    r"If $A$ is large, then $x^\top A y = y^\top A x$.",
    passes=r"Hence $x^\top y = y^\top x$.",
)
def _number_between_arrays(claim: Shown) -> Answer:
    return between_arrays(claim.reading) if claim.reading.shapes else None


@vacuous(
    "turned-number",
    "takes a transpose, trace or determinant of what was read as a number",
    "对读作数的量取了转置、迹或行列式",
).shown(
    r"\boldsymbol{x}^\top \boldsymbol{y} \beta^\top = \beta \boldsymbol{y}^\top \boldsymbol{x}",
    passes=r"\boldsymbol{x}^\top \boldsymbol{y} = \boldsymbol{y}^\top \boldsymbol{x}",
)
def _turned_number(claim: Shown) -> Answer:
    return bool(claim.reading.shapes) and of_a_number(claim.reading)


@vacuous("conjugated-number", "{} may be a matrix", "{} 也许是矩阵").shown(
    "P H P^{-1} = H",
    passes=r"\frac{P H}{P} = H",
)
def _conjugated_number(claim: Shown) -> Answer:
    return conjugated(claim.reading)


@vacuous("set-indicator", "states one case, not an identity", "说的是一种情形，不是恒等式").shown(
    r"1 - 2\mathbb{I}(h(x) \ne y) = -1",
    passes="x - x = 0",
)
def _set_indicator(claim: Shown) -> Answer:
    return is_a_case(claim.reading)


# asked of every agreement in models
OF_MODELS = (
    _hidden,
    _zero_everywhere,
    _unknown_slope,
    _certain,
    _is_any_probability,
    _set_indicator,
    _lost_index,
    _moves_arrays,
    _constant_average,
    _number_between_arrays,
    _turned_number,
    _in_another_order,
    _conjugated_number,
)
STRUCTURE_ELSEWHERE = _structure_elsewhere
# asked of what agrees, in models of another kind
OF_OTHER_MODELS = (
    _near_zero,
    _border,
    _mass,
    _holds_for_real_ones,
)
# asked of what is confirmed by any method
ANNIHILATED = _annihilated
OF_WHAT_IS_PUT_IN = (
    _averages_noise,
    _forgets,
)
