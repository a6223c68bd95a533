"""Arrays in the normal form of scalars: they can only be added and scaled."""

from __future__ import annotations

from mathpost.maths.notation import is_bold
from mathpost.maths.terms.term import Apply, Bind, Term, Variable
from mathpost.verify.proving.normal.quotient import Arguments, NoFormError

SCALARS_OF_ARRAYS = ("trace", "determinant", "det", "norm", "inner", "entropy", "probability")
WELCOME = frozenset(
    ("add", "negate", "index", "call", "derivative", "expectation", "cases", *SCALARS_OF_ARRAYS)
)
NOT_LINEAR = ("maximum", "minimum", "product")


def check(operator: str, arguments: Arguments) -> None:
    """Arrays may be added, and multiplied by scalars; this form has no other operation on them."""
    if operator in WELCOME:
        return
    found = [a for a in arguments if holds_array(a)]
    if not found or (operator == "multiply" and len(found) == 1):
        return
    if operator == "divide" and found == [arguments[0]] and not holds_array(arguments[1]):
        return
    raise NoFormError(operator)


def check_bound(term: Bind) -> None:
    """Sums and integrals over numbers are linear in an array; nothing else over an array is allowed."""
    if holds_array(term.body) and (is_bold(term.variable.name) or term.operator in NOT_LINEAR):
        raise NoFormError(term.operator)


def holds_array(term: Term) -> bool:
    """Whether an array, which a bold letter names, is a summand or factor of `term`: its value may be an array."""
    match term:
        case Variable(name=name):
            return is_bold(name)
        case Apply(operator="index" | "call", arguments=(head, *_)):
            return holds_array(head)
        case Apply(operator=operator, arguments=arguments):
            return operator not in SCALARS_OF_ARRAYS and any(map(holds_array, arguments))
        case Bind(body=body):
            return holds_array(body)
    return False
