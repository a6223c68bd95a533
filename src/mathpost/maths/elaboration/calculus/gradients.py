"""``\\nabla``: the derivative by the array in its subscript, or by the argument of the next function; ``\\partial_x`` alike."""

from __future__ import annotations

from fractions import Fraction

from mathpost.maths import notation
from mathpost.maths.elaboration.calculus import derivatives, evaluation
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.names import COUNTING
from mathpost.maths.terms.term import (
    ONE,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    parts,
    subterms,
)
from mathpost.maths.terms.traversal import rewrite
from mathpost.text.source import Span

INDEX = frozenset(["index"])
COORDINATES = frozenset("xyzuvwt")


def read(reader: Reader) -> Term:
    """Parse ``\\nabla_{x} f``, ``\\nabla f(x)`` or ``\\nabla^2_{x} f``."""
    sign = reader.take()
    scripts = reader.scripts()
    order, target = 1, None
    named = reader.conventions.differentiation.gradient
    if scripts is not None:
        if scripts.superscript is not None:
            if notation.latex_row(notation.opened(scripts.superscript)) != "2":
                raise UnreadError(r"\nabla^{…}", sign.span)
            order = 2
        if scripts.subscript is not None:
            target = reader.inside(notation.opened(scripts.subscript)).whole()
    if reader.symbol() == r"\cdot" and order == 1 and target is not None:
        return _divergence(reader, target, sign.span)
    if not reader.starts_factor():
        raise UnreadError(r"\nabla of nothing", sign.span)
    if target is None and order == 1:
        slope = _of_a_symbol(reader, sign.span) or _turned(reader, sign.span)
        if slope is not None:
            return slope
    body = _called(reader) if target is None or order == 2 else None
    body = body or derivatives.operand(reader, target)
    whole = _by_coordinates(body, sign.span) if target is None and order == 1 and not named else None
    if whole is not None:
        return whole
    target = target or _argument(reader, body, sign.span)
    if not (isinstance(target, Variable) or (isinstance(target, Apply) and target.operator == "index")):
        return _by_its_argument(body, target, order, sign.span)
    target = evaluation.at_a_member(body, target)
    for _ in range(order):
        body = Apply("derivative", (body, target), sign.span)
    return body


def _called(reader: Reader) -> Term | None:
    """The next function with its arguments, if a factor follows: ``\\nabla^2 f(x) v`` is a matrix times v; None otherwise."""
    mark = reader.at
    body = reader.factor()
    applied = isinstance(body, Apply) and body.operator == "call"
    if applied and reader.starts_factor() and not reader.choose("gradient of a product"):
        return body
    reader.at = mark
    return None


def _of_a_symbol(reader: Reader, span: Span) -> Term | None:
    """``\\nabla f`` or ``\\nabla f_i`` without a stated variable as a vector, one for each member; None otherwise."""
    mark = reader.at
    body = reader.factor()
    head, *places = body.arguments if isinstance(body, Apply) and body.operator == "index" else (body,)
    if isinstance(head, Variable) and not (
        notation.is_bold(head.name) or reader.conventions.differentiation.gradient
    ):
        slope = Variable(gradient_of(head.name), span)
        return Apply("index", (slope, *places), span) if places else slope
    reader.at = mark
    return None


def _turned(reader: Reader, span: Span) -> Term | None:
    """``\\nabla f(x)^{\\top}`` as the transpose of the gradient, not the gradient of a transpose; None for others."""
    mark = reader.at
    body = reader.factor()
    match body:
        case Apply(
            operator="transpose", arguments=(Apply(operator="call", arguments=(_, argument)) as call,)
        ):
            if isinstance(argument, Variable) or (
                isinstance(argument, Apply) and argument.operator == "index"
            ):
                target = evaluation.at_a_member(call, argument)
                return Apply("transpose", (Apply("derivative", (call, target), span),), span)
    reader.at = mark
    return None


def gradient_of(name: str) -> str:
    """The name of the gradient of the function `name` as a vector, if the post states no variable."""
    return f"{_GRADIENT}{name}}}"


def function_of(name: str) -> str:
    """The function whose gradient is named `name`; the empty string if `name` is no such name."""
    return name.removeprefix(_GRADIENT).removesuffix("}") if name.startswith(_GRADIENT) else ""


_GRADIENT = r"\boldsymbol{\nabla "


def _by_its_argument(body: Term, target: Term, order: int, span: Span) -> Term:
    """``\\nabla_{e^x} f(e^{x_t})``: the gradient of f by its argument, evaluated at that argument."""
    called = body.arguments if isinstance(body, Apply) and body.operator == "call" else ()
    if len(called) != 2 or order != 1 or target not in (called[1], _without_places(called[1])):
        raise UnreadError(r"\nabla by an expression", span)
    whole = Variable(r"\boldsymbol{⋅}")
    slope = Apply("derivative", (Apply("call", (called[0], whole)), whole), span)
    return Bind("at", whole, (called[1],), slope, span)


def _without_places(term: Term) -> Term:
    """`term` with each member of a family replaced by the family: ``e^x`` for ``e^{x_t}``."""
    return rewrite(term, lambda entry: parts(entry)[0], INDEX)


def _by_coordinates(body: Term, span: Span) -> Term | None:
    """``\\nabla f(x, y)`` as the column of the derivatives by its arguments if they are coordinates; None otherwise."""
    places = body.arguments[1:] if isinstance(body, Apply) and body.operator == "call" else ()
    names = {place.name for place in places if isinstance(place, Variable)}
    if len(places) < 2 or len(names) < len(places) or not names <= COORDINATES:
        return None
    size = (Number(Fraction(len(places))), ONE)
    return Apply("matrix", (*size, *(Apply("derivative", (body, place), span) for place in places)), span)


def _divergence(reader: Reader, target: Term, span: Span) -> Term:
    """``\\nabla_{x} \\cdot f(x)``: the trace of the derivative of a vector by a vector."""
    head = target.arguments[0] if isinstance(target, Apply) and target.operator == "index" else target
    if not isinstance(head, Variable) or not notation.is_bold(head.name):
        raise UnreadError(r"\nabla \cdot", span)  # for a single number, it is a derivative
    reader.take()
    if not reader.starts_factor():
        raise UnreadError(r"\nabla of nothing", span)
    body = derivatives.operand(reader)
    return Apply("trace", (Apply("derivative", (body, evaluation.at_a_member(body, target)), span),), span)


def partial(reader: Reader) -> Term:
    """Parse ``\\partial_{x} f`` or ``\\partial_t^2 u``; an index in the subscript, the number of a variable, is rejected."""
    sign = reader.take()
    scripts = reader.scripts()
    if scripts is None or scripts.subscript is None:
        raise UnreadError(r"\partial", sign.span)
    target = reader.inside(notation.opened(scripts.subscript)).whole()
    order = "1" if scripts.superscript is None else notation.latex_row(notation.opened(scripts.superscript))
    named = isinstance(target, Variable) and target.name not in COUNTING
    if not (named or (isinstance(target, Apply) and target.operator == "index")) or order not in ("1", "2"):
        raise UnreadError(r"\partial_{…}", sign.span)
    if not reader.starts_factor():
        raise UnreadError(r"\partial of nothing", sign.span)
    body = derivatives.operand(reader, target)
    for _ in range(int(order)):
        body = Apply("derivative", (body, target), sign.span)
    return body


def _argument(reader: Reader, body: Term, span: Span) -> Term:
    """The variable of a gradient without subscript: the parameter that labels the function, or its only argument.

    ``\\nabla \\log p_{\\theta}(\\tau)`` may use either. Otherwise it is the variable of all gradients in the post.
    """
    named = reader.conventions.differentiation.gradient
    parameter = Variable(named, span) if named else None
    if parameter is not None:
        labelled = {a for t in subterms(body) if (a := _argument_of_labelled(t, named)) is not None}
        if labelled:
            by_argument = len(labelled) == 1 and reader.choose("variable of a gradient")
            return labelled.pop() if by_argument else parameter
    if isinstance(body, Apply) and body.operator == "call" and len(body.arguments) == 2:
        return body.arguments[1]
    if parameter is None:
        raise UnreadError(r"\nabla without a variable", span)
    return parameter


def _argument_of_labelled(term: Term, parameter: str) -> Term | None:
    """The only argument of a function or law with the subscript `parameter`; None for any other term."""
    match term:
        case Apply(operator="call", arguments=(Variable(name=name), argument)):
            return argument if notation.label(name) == parameter else None
        case Apply(
            operator="density", arguments=(law, Apply(operator="heads", arguments=(argument, *_)), *_)
        ):
            return argument if parameter in free_variables(law) else None
    return None


CONSTRUCTS = (Construct(read, (r"\nabla",)),)
