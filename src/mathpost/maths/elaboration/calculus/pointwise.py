"""Derivatives and values of combined functions: ``(uv)' = u'v + uv'``, ``(x^2 e^x)'``, ``(f + g)'(x)``, ``(f \\circ g)(x)``.

A prime on a bracket is a derivative by its variable, usually x. Letters of functions depend on that variable implicitly:
each contributes its own derivative, which posts write with a prime.
"""

from __future__ import annotations

from mathpost.latex.tree import Delimited, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration import named_functions
from mathpost.maths.elaboration.arguments import applied
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import Item, Scripted, UnreadError, is_bold
from mathpost.maths.terms.term import Apply, Bind, Term, Variable, free_variables, replaced, subterms, sum_of
from mathpost.text.source import Span

FUNCTIONS = frozenset(r"f g h u v w y F G H \phi \varphi \psi".split())
RUNNING = ("x", "t", r"\theta", "z", "s")
COMPOSED = r"\circ"
PLACE = "⁎"  # the argument of functions until it is known
MOST = 2  # the maximal number of primes on one bracket
OPEN = "what a prime differentiates by"


def slope(reader: Reader, term: Term, scripts: Scripted) -> Term:
    """The derivative of `term`, a bracket with primes, evaluated at the argument that follows, if any.

    Raises:
        UnreadError: the variable of the derivative is unknown.
    """
    unread = UnreadError("(…)'", scripts.span)
    if scripts.subscript is not None or scripts.superscript is not None or scripts.primes > MOST:
        raise unread
    letters = free_variables(term)
    if not letters or any(map(is_bold, letters)) or letters & reader.conventions.arrays.plain:
        raise unread
    if any(len(name) == 1 and name.isupper() for name in letters - FUNCTIONS):
        raise unread  # a transposed array
    if applied(reader):
        return _at_a_place(reader, term, letters & FUNCTIONS, scripts)
    running = [name for name in RUNNING if name in letters][:1]
    functions = letters & FUNCTIONS - _heads(term)
    if not running and not functions:
        raise unread
    if functions and reader.choose(OPEN):
        if running:
            functions, running = functions | set(running), []
        elif len(functions) == 1:
            raise unread  # that letter may be the variable
    for _ in range(scripts.primes):
        term = _differentiated(term, running, functions, scripts.span)
        functions |= {name + "'" for name in functions}
    return term


def _heads(term: Term) -> frozenset[str]:
    """The functions that are applied in `term`, whose arguments show on what they depend."""
    return frozenset(
        t.arguments[0].name
        for t in subterms(term)
        if isinstance(t, Apply) and t.operator == "call" and isinstance(t.arguments[0], Variable)
    )


def _differentiated(term: Term, running: list[str], functions: frozenset[str], span: Span) -> Term:
    """The total derivative: by the variable, and by each letter of a function times its own derivative."""
    moved = sorted(functions & free_variables(term))
    parts = [Apply("derivative", (term, Variable(name)), span) for name in running if running[0] not in moved]
    for name in moved:
        by_letter = Apply("derivative", (term, Variable(name)), span)
        parts.append(Apply("multiply", (by_letter, Variable(name + "'")), span))
    return sum_of(parts, span)


def _at_a_place(reader: Reader, term: Term, functions: frozenset[str], scripts: Scripted) -> Term:
    """``(fg)'(x)``: the letters of functions are applied to the argument that follows."""
    given = named_functions.arguments_or_factor(reader)
    if len(given) != 1 or not functions or functions & _heads(term):
        raise UnreadError("(…)'(…)", scripts.span)
    place = Variable(PLACE)
    for name in sorted(functions):
        term = replaced(term, Variable(name), Apply("call", (Variable(name), place)))
    return _slope_at(term, given[0], scripts.primes, scripts.span)


def _slope_at(body: Term, place: Term, primes: int, span: Span) -> Term:
    moving = Variable(PLACE)
    for _ in range(primes - 1):
        body = Apply("derivative", (body, moving), span)
    return Bind("differentiate", moving, (place,), body, span)


def composed(reader: Reader) -> Term | None:
    """Parse ``(f \\circ g)(x)`` or ``(f \\circ g)'(x)``; None, with nothing consumed, for anything else."""
    mark = reader.at
    content, behind = _content(reader)
    names = [notation.name(item) for item in content[::2] if not isinstance(item, Scripted)]
    signs = [notation.latex(item) for item in content[1::2] if not isinstance(item, Scripted)]
    if len(names) < 2 or set(signs) != {COMPOSED} or len(names) + len(signs) != len(content) or None in names:
        return None
    span = reader.row[mark].span
    reader.at = behind
    scripts = reader.peek()
    primes = scripts.primes if isinstance(scripts, Scripted) else 0
    if isinstance(scripts, Scripted):
        reader.take()
    plain = not isinstance(scripts, Scripted) or (scripts.subscript is None and scripts.superscript is None)
    given = named_functions.arguments_or_factor(reader) if plain and applied(reader) else ()
    if len(given) != 1:
        reader.at = mark
        return None
    value: Term = Variable(PLACE) if primes else given[0]
    for name in reversed(names):
        assert name is not None
        value = Apply("call", (Variable(name), value), span)
    return _slope_at(value, given[0], primes, span) if primes else value


def _content(reader: Reader) -> tuple[list[Item], int]:
    """The content of the next round brackets if they contain a composition, and the position after them."""
    item = reader.row[reader.at]
    if isinstance(item, Delimited) and item.left == "(":
        return notation.items(item.body, grouped=False), reader.at + 1
    if not (isinstance(item, Symbol) and item.text == "(") or not _is_circle(reader.peek(2)):
        return [], reader.at
    end = next((k for k in range(reader.at, len(reader.row)) if _is_closing(reader.row[k])), reader.at)
    return list(reader.row[reader.at + 1 : end]), end + 1


def _is_circle(item: Item | None) -> bool:
    return item is not None and not isinstance(item, Scripted) and notation.latex(item) == COMPOSED


def _is_closing(item: Item) -> bool:
    return isinstance(item, Symbol) and item.text == ")"


CONSTRUCTS = (Construct(composed, ("(", Delimited), first=True),)
