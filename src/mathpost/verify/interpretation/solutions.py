"""A function that a post finds as the solution of a differential equation, put into it."""

from __future__ import annotations

from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.elaboration.heads import head
from mathpost.maths.facts.facts import Equation
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import Apply, Bind, Term, Variable, free_variables, subterms

DOTS = {r"\dot{": 1, r"\ddot{": 2, r"\dddot{": 3}
BY_DOTS = "t"  # what Newton's dots differentiate by
BY_PRIMES = "xt"  # and what primes do, the likelier first


def at(step: Step, equation: Equation, value: Term, conventions: Conventions) -> tuple[Term, Term]:
    """The sides of the differential `equation` with `value` for the function that `step` finds.

    Raises:
        UnreadError: it is not seen what the function depends on, or the equation takes it at another place.
    """
    name = bare((head(step.left.nodes) or "").removesuffix("()"))
    variable = _variable(name, elaborate(step.left.nodes, conventions).term, equation, value)
    if variable is None:
        raise UnreadError(f"what {name} depends on", step.left.span)
    insertion = _Insertion(name, variable, value, step)
    return insertion.of(equation.left), insertion.of(equation.right)


def order(symbol: str, name: str) -> int | None:
    """Which derivative of `name` a symbol is: 2 for ``y''`` and ``\\ddot{y}``, 0 for the symbol itself; None of any other."""
    if symbol.rstrip("'") == name:
        return len(symbol) - len(name)
    return next((k for dots, k in DOTS.items() if symbol == f"{dots}{name}}}"), None)


def _variable(name: str, left: Term, equation: Equation, value: Term) -> Variable | None:
    """What the function depends on: its argument, what the equation differentiates it by, or the usual letter."""
    match left:
        case Apply(operator="call", arguments=(_, Variable() as argument)):
            return argument
        case Apply(operator="call"):
            return None
    terms = [t for side in (equation.left, equation.right) for t in subterms(side)]
    for term in terms:
        match term:
            case Apply(operator="derivative", arguments=(_, Variable() as target)):
                return target
            case Apply(operator="call", arguments=(Variable(name=symbol), Variable() as argument)):
                if order(symbol, name) is not None:
                    return argument
    dotted = any(isinstance(t, Variable) and t.name.startswith(tuple(DOTS)) for t in terms)
    usual = BY_DOTS if dotted else BY_PRIMES
    known = free_variables(value) - equation.symbols if not dotted else free_variables(value)
    return next((Variable(letter) for letter in usual if letter in known and letter != name), None)


class _Insertion:
    """`value`, a function of `variable`, in place of `name` and its derivatives."""

    def __init__(self, name: str, variable: Variable, value: Term, step: Step) -> None:
        self.name = name
        self.variable = variable
        self.value = value
        self.step = step

    def of(self, term: Term) -> Term:
        """`term` with the function put in.

        Raises:
            UnreadError: the function is at another place than its variable, or is differentiated by something else.
        """
        match term:
            case Variable(name=symbol):
                place = order(symbol, self.name)
                return term if place is None else self.derivative(place)
            case Apply(operator="call", arguments=(Variable(name=symbol), *arguments)):
                place = order(symbol, self.name)
                if place is None:
                    return Apply("call", (term.arguments[0], *map(self.of, arguments)), term.origin)
                if len(arguments) == 1 and self.name in free_variables(arguments[0]):
                    return Apply(
                        "multiply", (self.derivative(place), self.of(arguments[0])), term.origin
                    )  # r P (1 - P/K)
                if arguments != [self.variable]:
                    raise UnreadError(f"{self.name} at another place", self.step.span)
                return self.derivative(place)
            case Apply(operator="derivative", arguments=(body, target)):
                if target != self.variable:
                    raise UnreadError(f"what {self.name} depends on", self.step.span)
                return Apply("derivative", (self.of(body), target), term.origin)
            case Apply(operator=operator, arguments=arguments):
                return Apply(operator, tuple(map(self.of, arguments)), term.origin)
            case Bind() if self.name in free_variables(term):
                raise UnreadError(f"{self.name} at another place", self.step.span)
        return term

    def derivative(self, times: int) -> Term:
        term = self.value
        for _ in range(times):
            term = Apply("derivative", (term, self.variable))
        return term
