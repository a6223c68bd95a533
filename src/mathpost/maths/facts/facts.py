"""The facts that a post states about its symbols: definitions, declared laws, equations in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mathpost.latex.tree import Delimited, Node
from mathpost.maths import notation
from mathpost.maths.elaboration import heads, residues
from mathpost.maths.elaboration.complex_letters import in_parts
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.facts import densities, laws
from mathpost.maths.facts.recursion import occurs, without_constants, without_later
from mathpost.maths.lexicon.positivity import is_customary
from mathpost.maths.notation import UnreadError, is_bold
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.landau import has_landau
from mathpost.maths.terms.solving import solved, unknowns
from mathpost.maths.terms.term import (
    ZERO,
    Apply,
    Number,
    Term,
    Variable,
    free_variables,
    replaced,
    subterms,
)

COUNTERS = frozenset("ijklmnst")
BY_CUSTOM = -300_000  # steps from here down: unstated conventions, which may confirm but not refute
FIXED = ("^{*}", "^{\\star}", "^*", "^\\star")  # marks of one point


@dataclass(frozen=True, slots=True)
class Fact:
    """``head = right`` in force from `place` on: after its formula, or before the display that it explains (其中 …).

    `form`: ``symbol`` (x), ``family`` (x_i, with its indices as `parameters`), ``function`` (f(x), f_i(x), with indices and
    arguments as `parameters`), ``density`` (p(x|y), with its key as `head`) or ``law`` (X, or the key of the density that is
    the only parameter, with the distribution as `right`). `step`: the index of the step. `case`: an example, a choice, or one
    of several cases. `until`: the end of the paragraph about that case.
    """

    form: str
    head: str
    parameters: tuple[Term, ...]
    right: Term
    place: int
    step: int
    case: bool = False
    until: int | None = None

    @property
    def key(self) -> tuple[str, str]:
        """The key of the fact in `Facts`: form and head."""
        return self.form, self.head

    @property
    def value(self) -> bool:
        """Whether it gives a symbol, or every member of a family, a number, as in an example or a setting."""
        every = self.form == "family" and any(isinstance(p, Variable) for p in self.parameters)
        return (self.form == "symbol" or every) and not free_variables(self.right)

    def turns_back(self, known: Sequence[Fact]) -> bool:
        r"""Whether it is the reverse of a definition in `known`: ``x = \sum_i c_i v_i`` after ``c_i = v_i^\top x``."""
        return any(
            other.head in free_variables(self.right) and self.head in free_variables(other.right)
            for other in known
            if other.form in ("symbol", "family")
        )


def of_formulas(steps: frozenset[int]) -> frozenset[int]:
    """The `steps` that formulas state; those stated in words have negative numbers."""
    return frozenset(step for step in steps if step >= 0)


Facts = Mapping[tuple[str, str], Sequence[Fact]]
"""The definitions in force by form and head, nearest first."""


def fact(number: int, step: Step, conventions: Conventions) -> Fact | None:
    """The definition that `step` states, if its left side is a head and its right side can be read."""
    if step.sign in ("∼", FOLLOWS):
        return _law(number, step, conventions) if not step.interior or _lists(step.left.nodes) else None
    letter = None if step.interior else _of_letter(step, conventions)
    if letter is not None:
        density, law = letter
        return Fact("law", densities.density_key(density), (density,), law, step.span.end, number)
    stated = None if step.interior else equation(number, step, conventions)
    if stated is None or has_landau(stated.left, stated.right):
        return None
    match stated.left:
        case Apply(operator="density") as density:
            named = _named(density, step, conventions)
            if named is not None:
                return Fact("law", densities.density_key(density), (density,), named, step.span.end, number)
            if densities.is_of_one_member(density):
                return None
            return Fact(
                "density", densities.density_key(stated.left), (), stated.right, step.span.end, number
            )
        case Apply(operator="power") if _has_two_solutions(stated):
            return None
        case Apply(operator="power"):
            return next(stated.facts(free_variables(stated.left)), None)
    headed = _headed(stated.left)
    found = None if headed is None else Fact(*headed, stated.right, step.span.end, number)
    return found if found is not None and _defines(found, stated, step) else None


def _lists(nodes: Sequence[Node]) -> bool:
    r"""Whether a side is a list in brackets: ``\theta = (\theta_1, \dots, \theta_K) \sim …``."""
    try:
        row = notation.items(nodes)
    except UnreadError:
        return False
    return bool(row) and (isinstance(row[0], Delimited) or notation.latex(row[0]) == "(")


def _has_two_solutions(square: Equation) -> bool:
    """Whether a square equals a number or a square, for a symbol not positive by custom: ``z^2 = 4``."""
    return (isinstance(square.right, Number) or is_squared(square.right)) and not all(
        is_customary(n, frozenset()) for n in square.symbols
    )


def _headed(left: Term) -> tuple[str, str, tuple[Term, ...]] | None:
    """The form, head and parameters of a left side; None if it is no head."""
    match left:
        case Variable(name=name):
            return "symbol", name, ()
        case Apply(operator="index", arguments=(Variable(name=name), *indices)):
            return "family", name, tuple(indices)
        case Apply(operator="call", arguments=(Variable(name=name), *arguments)):
            return "function", name, tuple(arguments)
        case Apply(
            operator="call",
            arguments=(Apply(operator="index", arguments=(Variable(name=name), *indices)), *arguments),
        ):
            return "function", member(name), (*indices, *arguments)
        case Apply(operator="sigmoid", arguments=arguments):
            return "function", r"\sigma", arguments
    return None


def _defines(found: Fact, equated: Equation, step: Step) -> bool:
    """Whether an equation with a head on its left is a definition."""
    right = found.right
    if not all(isinstance(p, Variable | Number) or is_squared(p) for p in found.parameters) or _recurs(found):
        return False
    if any(isinstance(p, Variable) and p.name.endswith(FIXED) for p in found.parameters):
        return False  # "f(x^*) = x^*" states what x^* is
    if found.form == "function" and not free_variables(right) | densities.laws_of(right):
        return False  # "F(λ) = 0" is an equation to solve
    if len(found.parameters) > 1 and _is_value_at_a_place(equated.left, right):
        return False  # "d(i, u) = 2^j" is the distance of two places
    if found.form == "function" and _may_be_a_moment(found):
        return False  # "E[Y] = λ" is an average, and not a constant function
    if found.form == "symbol" and is_bold(found.head) and _is_entry(right):
        return False  # "A = (a_{ij})" names the entries
    return not _names_a_case(found, step)


def _may_be_a_moment(found: Fact) -> bool:
    r"""Whether a capital is applied to a capital that its value does not contain: ``E[Y] = \lambda``, ``V(X) = \sigma^2``."""
    match found.parameters:
        case (Variable(name=name),):
            single = len(name) == 1 and len(found.head) == 1
            return single and (name + found.head).isupper() and name not in free_variables(found.right)
    return False


def is_squared(parameter: Term) -> bool:
    r"""Whether a parameter of a function is the square of a letter: ``\ell(\mu, \sigma^2)``."""
    match parameter:
        case Apply(operator="power", arguments=(Variable(), Number(value=exponent))):
            return exponent == 2
    return False


def _names_a_case(found: Fact, step: Step) -> bool:
    """Whether an equation of symbols states a case, and not a value: "i = j", "t = 1", "when x = y"."""
    if found.form != "symbol" or not isinstance(found.right, Variable | Number):
        return False
    return found.head in COUNTERS or (step.role == "assumption" and isinstance(found.right, Variable))


def member(family: str) -> str:
    """The head of a family of functions ``f_i(x)``, whose parameters are the index and the argument."""
    return f"{family}_"


def _is_entry(term: Term) -> bool:
    """Whether a term is one entry of a plain family."""
    match term:
        case Apply(operator="index", arguments=(Variable(name=name), *_)):
            return not is_bold(name)
    return False


def _law(number: int, step: Step, conventions: Conventions) -> Fact | None:
    r"""The fact that ``X \sim …`` states about a random variable; None if it names no law."""
    try:
        found = laws.declaration(step.left.nodes, step.right.nodes, conventions)
    except (UnreadError, RecursionError):
        return None
    match found:
        case (Variable(name=name), law):
            return Fact("law", name, (), law, step.span.end, number)
        case (Apply(operator="density") as density, law):
            return Fact("law", densities.density_key(density), (density,), law, step.span.end, number)
        case (Apply(arguments=(Variable(name=name), *indices)), law):
            return Fact("law", name, tuple(indices), law, step.span.end, number)
    return None


def _named(density: Apply, step: Step, conventions: Conventions) -> Term | None:
    r"""The law that ``p(x) = \mathcal{N}(x; …)`` gives an outcome."""
    try:
        found = densities.named(density, step.right.nodes, conventions)
    except (UnreadError, RecursionError):
        return None
    return None if found is None else laws.law(*found)


def _of_letter(step: Step, conventions: Conventions) -> tuple[Apply, Term] | None:
    r"""The density under the law that a letter denotes by ``p = \mathcal{N}(…)``, and that law."""
    try:
        found = densities.of_letter(step.left.nodes, step.right.nodes, conventions)
    except (UnreadError, RecursionError):
        return None
    return None if found is None else (found[0], laws.law(*found[1]))


def _recurs(fact: Fact) -> bool:
    r"""Whether the right side contains the head: then it is a recurrence or an equation, not a definition to substitute.

    Exceptions: ``x_t = \alpha_t x_0 + \beta_t \varepsilon`` gives all members but the first by the first; ``V(t) = V_0 e^{-t}``
    gives a function by a number.
    """
    right = fact.right
    if fact.form == "function":
        right = without_constants(right, fact.head)
    if fact.form == "family" and all(isinstance(p, Variable) for p in fact.parameters):
        for start in starts(fact):
            right = replaced(right, start, ZERO)
    match fact.parameters:
        case (Number(value=place),) if fact.form == "family":
            right = without_later(right, fact.head, place)
    return occurs(right, fact.head, whole=fact.form == "symbol")


def starts(fact: Fact) -> frozenset[Term]:
    """The members with a number as index that occur in the definition of their own family."""
    return frozenset(
        t
        for t in subterms(fact.right)
        if isinstance(t, Apply) and t.operator == "index" and t.arguments[0] == Variable(fact.head)
        if all(isinstance(i, Number) for i in t.arguments[1:])
    )


# --- equations ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Equation:
    """``left = right``, in force from `place` on: an assumption, a condition, or the previous statement.

    `case`: it holds only in the case of its section.
    """

    left: Term
    right: Term
    place: int
    step: int
    case: bool = False

    @property
    def symbols(self) -> frozenset[str]:
        return free_variables(self.left) | free_variables(self.right)

    @property
    def definition(self) -> Fact | None:
        """The equation as a definition of its left side; None if that is no symbol, member or function."""
        headed = None if _is_value_at_a_place(self.left, self.right) else _headed(self.left)
        return None if headed is None else Fact(*headed, self.right, self.place, self.step)

    def facts(self, symbols: frozenset[str]) -> Iterator[Fact]:
        """The equation solved for those of `symbols` for which this is possible."""
        for unknown in unknowns(Apply("add", (self.left, self.right))):
            squared = isinstance(unknown, Apply) and unknown.operator == "power"
            base = unknown.arguments[0] if squared and isinstance(unknown, Apply) else unknown
            head, *parameters = base.arguments if isinstance(base, Apply) else (base,)
            if not isinstance(head, Variable) or head.name not in symbols:
                continue
            right = solved(self.left, self.right, unknown)
            if right is None or _is_value_at_a_place(base, right):
                continue
            form = "family" if parameters else "symbol"
            value = Apply("sqrt", (right,)) if squared else right
            yield Fact(form, head.name, tuple(parameters), value, self.place, self.step)


def _is_value_at_a_place(left: Term, right: Term) -> bool:
    """Whether an equation gives a function a value at its arguments alone: ``d(i, u) = 2^j`` is no rule for ``d``."""
    match left:
        case Apply(operator="call", arguments=(_, *arguments)):
            letters = {a.name for a in arguments if isinstance(a, Variable)}
            return bool(letters) and letters.isdisjoint(free_variables(right) | densities.laws_of(right))
    return False


def equation(number: int, step: Step, conventions: Conventions) -> Equation | None:
    """The equation that `step` states, if both sides can be read; congruences are excluded."""
    known = conventions.remembered.get(id(step))
    if known is None:
        known = conventions.remembered[id(step)] = step, _stated(step, conventions)
    sides: tuple[Term, Term] | None = known[1]
    return None if sides is None else Equation(*sides, step.span.end, number)


def _stated(step: Step, conventions: Conventions) -> tuple[Term, Term] | None:
    if step.sign in residues.SIGNS and residues.of_side(step.sign, step.right.nodes)[1] is not None:
        return None
    try:
        left, right = in_parts(
            elaborate(step.left.nodes, conventions).term, elaborate(step.right.nodes, conventions).term
        )
    except (UnreadError, RecursionError):
        return None
    if _is_index(right) and heads.lists_entries(step.left.nodes, step.right.nodes):
        return None  # "P = (P_{ij})" defines no entry as a matrix
    return left, right


def _is_index(term: Term) -> bool:
    return isinstance(term, Apply) and term.operator == "index"
