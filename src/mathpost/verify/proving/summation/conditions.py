"""The assumptions of a closed form, as a reader would write them."""

from __future__ import annotations

from mathpost.maths.terms.term import Apply, Number, Term, Variable


def show(term: Term) -> str:
    """A short term as plain text, for conditions."""
    match term:
        case Number(value=value):
            return str(value)
        case Variable(name=name):
            return name
        case Apply(operator="add", arguments=arguments):
            return " + ".join(map(show, arguments)).replace("+ -", "- ")
        case Apply(operator="negate", arguments=(inner,)):
            return f"-{show(inner)}"
        case Apply(operator="multiply", arguments=arguments):
            return " ".join(map(show, arguments))
        case Apply(operator="index", arguments=(family, *indices)):
            return f"{show(family)}_{{{', '.join(map(show, indices))}}}"
        case Apply(operator="divide", arguments=(above, below)):
            return f"({show(above)})/({show(below)})"
        case Apply(operator=operator, arguments=arguments):
            return f"{operator}({', '.join(map(show, arguments))})"
    return "…"
