"""A symbol and what follows it: a function with its arguments, or a factor beside a bracket."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mathpost.latex.tree import Delimited, Node, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration import sequences
from mathpost.maths.elaboration.arguments import FUNCTION_LETTERS, applied, argument_items, enclosed
from mathpost.maths.elaboration.calculus import derivatives
from mathpost.maths.elaboration.chance import events, information, probability
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.notation.signals import SAMPLED
from mathpost.maths.operators import spelled
from mathpost.maths.terms import size_letters
from mathpost.maths.terms.landau import KNUTH, LANDAU
from mathpost.maths.terms.names import bare_letter
from mathpost.maths.terms.term import ONE, TWO, ZERO, Apply, Bind, Number, Term, Variable, subterms, times
from mathpost.text.source import Span


def _sigmoid(argument: Term, span: Span) -> Term:
    return Apply("sigmoid", (argument,), span)


def _normal_distribution(argument: Term, span: Span) -> Term:
    """``\\frac{1}{2}(1 + \\operatorname{erf}(x / \\sqrt{2}))``"""
    one, two = ONE, TWO
    inner = Apply("erf", (Apply("divide", (argument, Apply("sqrt", (two,)))),), span)
    return Apply("divide", (Apply("add", (one, inner)), two), span)


# letters of known functions: σ is one unless the post defines it, Φ may be one
STANDARD = {r"\sigma": _sigmoid, r"\Phi": _normal_distribution}
# what "to the power of -1" makes of a function
INVERSES = {
    "sin": "arcsin", "cos": "arccos", "tan": "arctan", "sinh": "arsinh", "cosh": "arcosh", "tanh": "artanh", "erf": "inverse_erf",
}  # fmt: skip


def is_function(reader: Reader, symbol: str) -> bool:
    """Whether `symbol` is a function by the post's use, by habit, or because it is a word."""
    return (
        symbol in reader.conventions.functions.known
        or symbol in FUNCTION_LETTERS
        or symbol.startswith(r"\text{")
    )


def read(reader: Reader, symbol: str, head: Term, primes: int, span: Span) -> Term:
    """``f(x)`` or a product: decided by what the post does with the symbol and by what stands in the brackets."""
    mark = reader.at
    content = argument_items(reader)
    averaged = information.read(reader, symbol, content, span) if not primes else None
    if averaged is not None:
        return averaged
    parts = _split_at_divergence(content) or split_at_commas(content)
    if _is_square(reader, mark) and not is_function(reader, symbol):
        reader.at = mark
        return head  # [ … ] after a plain symbol groups
    if _is_square(reader, mark) and symbol + SAMPLED in reader.conventions.functions.known:
        return _call(reader, Variable(symbol + SAMPLED, span), parts, primes, span)
    if probability.is_conditional(symbol, content, reader.conventions.chance.laws) or (
        symbol in probability.LAWS and _holds_events(reader, symbol, content)
    ):
        return probability.density(reader, head, symbol, content, span)
    if symbol in STANDARD and len(parts) == 1 and not primes:
        known = (
            reader.conventions.functions.normal
            if symbol == r"\Phi"
            else symbol not in reader.conventions.functions.known
        )
        if reader.choose(symbol.removeprefix("\\")) != known:
            return STANDARD[symbol](reader.inside(parts[0]).whole(), span)
    order = symbol in LANDAU and isinstance(head, Variable)  # o_{t-1} is a gate
    if order and len(parts) == 1 and not primes:
        return Apply(LANDAU[symbol], (reader.inside(parts[0]).whole(),), span)
    if order:
        raise UnreadError(f"{symbol}(…)", span)
    if symbol in KNUTH:
        return _order_or_call(reader, head, parts, primes, span)
    if (
        _may_be_density(symbol, parts, reader.conventions.chance.laws)
        and not primes
        and (symbol.partition("_{")[0] in reader.conventions.chance.laws or reader.choose("density"))
    ):
        return probability.density(reader, head, symbol, content, span)
    if _certainly_applied(reader, symbol, parts, primes):
        if _may_multiply(reader, symbol, parts, primes) and reader.choose("factor"):
            reader.at = mark
            return head
        return _call(reader, head, parts, primes, span)
    bare = len(parts) == 1 and _single_name(parts[0])
    applied_first = bare or (symbol in FUNCTION_LETTERS and not isinstance(head, Apply))
    if (bare or symbol in FUNCTION_LETTERS) and reader.choose("application") != applied_first:
        return _call(reader, head, parts, primes, span)
    reader.at = mark
    return head


def _order_or_call(reader: Reader, head: Term, parts: list[list[Item]], primes: int, span: Span) -> Term:
    r"""``\\Theta(n^2)``, an order of what grows or shrinks; a function that the post defines, or of an array; else it is open.

    Raises:
        UnreadError: nothing tells which of them it is.
    """
    symbol = head.name if isinstance(head, Variable) else ""
    own = symbol in reader.conventions.functions.known or any(
        _is_array(item) for part in parts for item in part
    )
    if own or symbol not in KNUTH:
        return _call(reader, head, parts, primes, span)
    bound = reader.inside(parts[0]).whole() if len(parts) == 1 and not primes else None
    if bound is None or not size_letters.measures(bound):
        raise UnreadError(f"{symbol}(…)", span)
    return Apply(KNUTH[symbol], (bound,), span)


def _holds_events(reader: Reader, symbol: str, content: Sequence[Item]) -> bool:
    """Whether events stand in the brackets behind a letter of laws, and no arguments of a function."""
    lawful = symbol in reader.conventions.chance.laws
    made = events.speaks_of_sets([content]) if lawful else events.unites(content)
    return made or probability.speaks_of_events(content)


SPECTRA = {r"\sigma": "singular_value", r"\lambda": "eigenvalue"}
ENDS = {"max": 1, "min": -1}


def spectrum(reader: Reader, symbol: str, indices: Sequence[Term], span: Span) -> Term | None:
    r"""``\sigma_i(A)``, ``\lambda_{\max}(A)``: the i-th value of a matrix, the largest first; None for anything else."""
    letter, _, label = symbol.partition("_{")
    place = indices[0] if len(indices) == 1 else _end(label)
    if letter not in SPECTRA or place is None or not applied(reader):
        return None
    mark = reader.at
    try:
        matrix = reader.inside(argument_items(reader)).whole()
    except UnreadError:
        matrix = None
    if matrix is None or not any(map(_is_matrix, subterms(matrix))):
        reader.at = mark
        return None
    return Apply(SPECTRA[letter], (matrix, place), span)


def _end(label: str) -> Term | None:
    word = label.rstrip("}").rpartition("{")[2].removeprefix("\\")
    return Number(Fraction(ENDS[word])) if word in ENDS else None


def _is_matrix(term: Term) -> bool:
    """Whether a term is a symbol that is written as a matrix."""
    return isinstance(term, Variable) and notation.is_bold(term.name) and bare_letter(term.name)[:1].isupper()


def _certainly_applied(reader: Reader, symbol: str, parts: Sequence[object], primes: int) -> bool:
    return bool(
        len(parts) > 1
        or primes
        or symbol in reader.conventions.functions.known
        or symbol.startswith(r"\text{")
    )


def _may_multiply(reader: Reader, symbol: str, parts: Sequence[Sequence[Item]], primes: int) -> bool:
    """Whether a function of the post may be a number here: its letter stands alone too, and the brackets hold a sum."""
    usual = symbol in FUNCTION_LETTERS or symbol in reader.conventions.functions.applied or "{" in symbol
    return not (usual or primes) and len(parts) == 1 and not _single_name(parts[0])


def _is_array(item: Item) -> bool:
    return notation.is_bold(notation.name(item) or "")


def _is_square(reader: Reader, at: int) -> bool:
    item = reader.row[at]
    return (isinstance(item, Delimited) and item.left == "[") or (
        isinstance(item, Symbol) and item.text == "["
    )


def _may_be_density(symbol: str, parts: Sequence[Sequence[Item]], laws: frozenset[str]) -> bool:
    """``p(x)``, ``q_\\phi(z)``, ``f_X(x)``: a letter of distributions, applied to plain names."""
    base, _, label = symbol.partition("_{")
    labelled = base == "f" and label[:1].isupper()
    named = [part for part in parts if not sequences.is_dots(part)]
    return (base in probability.LAWS | laws or labelled) and all(map(_single_name, named))


def _call(reader: Reader, head: Term, parts: list[list[Item]], primes: int, span: Span) -> Term:
    arguments = tuple(reader.inside(p).whole() for p in parts if p)
    if primes == 0:
        return Apply("call", (head, *arguments), span)
    if len(arguments) != 1:
        raise UnreadError("f'(…, …)", span)
    variable = Variable("⁎")
    body: Term = Apply("call", (head, variable), span)
    for _ in range(primes - 1):
        body = Apply("derivative", (body, variable), span)
    return Bind("differentiate", variable, arguments, body, span)


def function(reader: Reader, operator: str) -> Term:
    """A named function: ``\\sin^2 x``, ``\\log_2 8``, ``\\exp(…)``."""
    item = reader.take()
    span = item.span
    power: Term | None = None
    base: Term | None = None
    limits: tuple[Term, ...] = ()
    primes = 0
    while isinstance(reader.peek(), Scripted):
        scripts = reader.scripts()
        assert scripts is not None
        primes += scripts.primes
        if scripts.subscript is not None:
            limits = _limits(reader, operator, scripts.subscript)
            if operator != "log" and not limits:
                raise UnreadError(notation.latex(item) + "_", span)
            base = None if limits else reader.inner([scripts.subscript]).whole()
        if scripts.superscript is not None:
            power = reader.inner([scripts.superscript]).whole()
    if isinstance(power, Number) and power.value < 0:
        if power.value != -1 or base is not None or primes or operator not in INVERSES:
            raise UnreadError(notation.latex(item) + "^{-1}", span)
        operator, power = _inverted(reader, operator, power)
    angle = operator == "cos" and _angle_follows(reader)
    arguments = arguments_or_factor(reader)
    if operator == "cos" and power is None and not primes:
        if len(arguments) == 2:
            return _cosine(arguments, span)
        if angle and isinstance(arguments[0], Apply) and arguments[0].operator == "inner":
            return _cosine(arguments[0].arguments, span)
    arguments += limits or (UNIT_INTERVAL if operator == "mclip" and len(arguments) == 1 else ())
    if len(arguments) != ARGUMENTS.get(operator, 1):
        raise UnreadError(notation.latex(item) + "(…, …)", span)
    value = Apply(operator, arguments, span)
    term: Term = value
    if primes and base is None:
        term = differentiated(value, primes, span)
    elif primes:
        raise UnreadError(notation.latex(item) + "'", span)
    if base is not None:
        term = Apply("log_base", (base, arguments[0]), span)
    return term if power is None else Apply("power", (term, power), span)


def _inverted(reader: Reader, operator: str, power: Term) -> tuple[str, Term | None]:
    """``\\sin^{-1}``: the inverse function; read the other way, one over the value."""
    return (operator, power) if reader.choose("reciprocal") else (INVERSES[operator], None)


def _cosine(pair: tuple[Term, ...], span: Span) -> Term:
    """``\\cos(u, v)``: of the angle between two vectors."""
    if not all(any(isinstance(t, Variable) and notation.is_bold(t.name) for t in subterms(p)) for p in pair):
        raise UnreadError(r"\cos(…, …)", span)
    lengths = tuple(Apply("norm", (p,), span) for p in pair)
    return Apply("divide", (Apply("inner", pair, span), Apply("multiply", lengths, span)), span)


ARGUMENTS = {"clip": 3, "mclip": 3}  # of named functions that take several
UNIT_INTERVAL: tuple[Term, ...] = (ZERO, ONE)


def _limits(reader: Reader, operator: str, subscript: Node) -> tuple[Term, ...]:
    """The ends of the interval below ``\\operatorname{clip}_{[a,b]}``; none below any other function."""
    row = notation.opened(subscript)
    if (
        ARGUMENTS.get(operator) != 3
        or not row
        or notation.latex(row[0]) != "["
        or notation.latex(row[-1]) != "]"
    ):
        return ()
    parts = split_at_commas(row[1:-1])
    return tuple(reader.inside(p).whole() for p in parts) if len(parts) == 2 else ()


def _angle_follows(reader: Reader) -> bool:
    """``\\cos\\langle a, b\\rangle``: the angle between a and b."""
    item = reader.peek()
    return reader.symbol() == r"\langle" or (isinstance(item, Delimited) and item.left == r"\langle")


def differentiated(value: Apply, order: int, span: Span) -> Term:
    """The derivative of `value` by its last argument: ``\\tanh'(x)``, ``J_\\nu''(z)``."""
    variable = Variable("⁎")
    body: Term = Apply(value.operator, (*value.arguments[:-1], variable), span)
    for _ in range(order - 1):
        body = Apply("derivative", (body, variable), span)
    return Bind("differentiate", variable, value.arguments[-1:], body, span)


def arguments_or_factor(reader: Reader, *, lists: bool = False) -> tuple[Term, ...]:
    """What a named function is applied to: brackets, or the factors that follow; `lists`: ``x_1, \\dots, x_n`` stands for these members."""
    if applied(reader) or reader.symbol() == r"\{" or (isinstance(reader.peek(), Delimited)):
        mark, item = reader.at, reader.peek()
        if isinstance(item, Delimited):
            if item.left not in ("(", "[", r"\{", r"\lbrace", "（"):
                return (reader.factor(),)
            reader.take()
            content = notation.items(item.body, grouped=False)
        else:
            content = enclosed(reader)[1]
        parts = split_at_commas(content)
        every = _members(reader, parts) if lists else None
        if every is not None:
            return (every,)
        arguments = tuple(reader.inside(p).whole() for p in parts)
        goes_on = isinstance(reader.peek(), Scripted) or (
            reader.starts_factor() and not _function_follows(reader)
        )
        if goes_on and len(arguments) == 1 and reader.choose("argument behind brackets"):
            reader.at = mark
            return (_juxtaposed(reader, reader.factor()),)
        return arguments
    if reader.peek() is None:
        raise reader.unread("function without argument")
    return (_bare_argument(reader),)


def _members(reader: Reader, parts: list[list[Item]]) -> Term | None:
    """``x_1, \\dots, x_n``, and nothing else, as its members."""
    if len(parts) < 3 or not sequences.is_dots(parts[-2]) or any(map(sequences.is_dots, parts[:-2])):
        return None
    found = [reader.inside(p).whole() for p in parts[:-2]]
    every = sequences.between(found, reader.inside(parts[-1]).whole())
    return None if found else every


def _bare_argument(reader: Reader) -> Term:
    first = reader.factor()
    if not reader.starts_factor() or _function_follows(reader):
        if reader.symbol() == "/" and reader.choose("argument with a slash"):
            return reader.quotient(first)
        return first
    mark = reader.at
    # a sum is a factor behind "\log \lambda"; of what divides it, "\log \frac{1}{n} \sum", it is the argument
    ends = isinstance(first, Variable) and reader.symbol() in (r"\sum", r"\prod", r"\int")
    more = _juxtaposed(reader, first)
    if reader.choose("argument") != ends:
        reader.at = mark
        return first
    return more


def _juxtaposed(reader: Reader, first: Term) -> Term:
    while reader.starts_factor() and not _function_follows(reader):
        first = times(first, reader.factor(), first.origin)
    return first


def _function_follows(reader: Reader) -> bool:
    """Whether a named function, a differential or a derivative comes next: it ends the argument of the one before."""
    item = reader.peek()
    if derivatives.begins_one(reader):
        return True
    if isinstance(item, Symbol):
        return item.text[1:] in spelled() and item.text[0] == "\\"
    spelling = notation.word(item) if item is not None else None
    return spelling in spelled() if spelling else False


def _split_at_divergence(row: Sequence[Item]) -> list[list[Item]]:
    """The two sides of ``p \\| q``, as divergences write their arguments; empty where no single bar pair stands."""
    marks = [k for k, i in enumerate(row) if isinstance(i, Symbol) and i.text in (r"\|", r"\parallel")]
    return [list(row[: marks[0]]), list(row[marks[0] + 1 :])] if len(marks) == 1 else []


def _single_name(row: Sequence[Item]) -> bool:
    """Whether `row` is one symbol, with or without scripts: ``x``, ``x_t``, ``\\boldsymbol{x}``."""
    return bool(row) and notation.name(row[0]) is not None and all(isinstance(i, Scripted) for i in row[1:])


def probability_of(reader: Reader) -> Term:
    """``\\Pr(X > 0)``; a law with a name, ``\\Pr_{\\pi}(\\tau)``, is not read."""
    span = reader.take().span
    if isinstance(reader.peek(), Scripted):
        raise UnreadError(r"\Pr", span)
    return read(reader, r"\Pr", Variable("P", span), 0, span)


def part(reader: Reader) -> Term:
    """``\\Re z``, ``\\Im(z)``."""
    operator = "real_part" if reader.symbol() == r"\Re" else "imaginary_part"
    reader.take()
    return Apply(operator, arguments_or_factor(reader))


CONSTRUCTS = (
    Construct(probability_of, (r"\Pr",)),
    Construct(part, (r"\Re", r"\Im")),
)
