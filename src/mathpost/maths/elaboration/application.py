r"""A symbol and the brackets after it: ``f(x)`` is a function with its argument, ``a(b + c)`` a product, ``p(x | y)`` a density."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mathpost.latex.tree import Delimited, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration.arguments import FUNCTION_LETTERS, applied, argument_items
from mathpost.maths.elaboration.chance import events, information, probability
from mathpost.maths.elaboration.lists import sequences
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.registry import Construct
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.notation.signals import SAMPLED
from mathpost.maths.terms import landau
from mathpost.maths.terms.landau import KNUTH, LANDAU
from mathpost.maths.terms.names import bare_letter
from mathpost.maths.terms.term import ONE, TWO, Apply, Bind, Number, Term, Variable, subterms
from mathpost.text.source import Span


def _sigmoid(argument: Term, span: Span) -> Term:
    return Apply("sigmoid", (argument,), span)


def _normal_distribution(argument: Term, span: Span) -> Term:
    """``\\frac{1}{2}(1 + \\operatorname{erf}(x / \\sqrt{2}))`` of `argument`."""
    one, two = ONE, TWO
    inner = Apply("erf", (Apply("divide", (argument, Apply("sqrt", (two,)))),), span)
    return Apply("divide", (Apply("add", (one, inner)), two), span)


# letters of known functions: σ unless the post defines it, Φ if the post names it, else in the second reading
STANDARD = {r"\sigma": _sigmoid, r"\Phi": _normal_distribution}


def is_function(reader: Reader, symbol: str) -> bool:
    """Whether `symbol` is a function: by its use in the post, by convention, or because it is a word."""
    return (
        symbol in reader.conventions.functions.known
        or symbol in FUNCTION_LETTERS
        or symbol.startswith(r"\text{")
    )


def is_of_one_letter(reader: Reader) -> bool:
    """Whether the brackets that come next hold one letter, which nobody multiplies so: ``\\sigma^2(t)``."""
    mark = reader.at
    content = argument_items(reader)
    reader.at = mark
    return _single_name(content)


def _without_order(reader: Reader, symbol: str) -> str:
    """The name of a function whose derivative is named by its order, ``f^{(n)}(x)``; any other name as it is."""
    plain = symbol.removesuffix("^{()}")
    return plain if is_function(reader, plain) else symbol


def read(reader: Reader, symbol: str, head: Term, primes: int, span: Span) -> Term:
    """``f(x)`` as a call, a density or a product, depending on the use of the symbol and the content of the brackets."""
    symbol = _without_order(reader, symbol)
    mark = reader.at
    content = argument_items(reader)
    known = information.read(reader, symbol, content, span) if not primes else None
    known = known or _of_events(reader, symbol, head, content, span)
    if known is not None:
        return known
    parts = _split_at_divergence(content) or split_at_commas(content)
    if _is_square(reader, mark) and not is_function(reader, symbol):
        reader.at = mark
        return head  # [ … ] after a plain symbol is a group
    if _is_square(reader, mark) and symbol + SAMPLED in reader.conventions.functions.known:
        return _call(reader, Variable(symbol + SAMPLED, span), parts, primes, span)
    if probability.is_conditional(symbol, content, reader.conventions.chance.laws):
        return probability.density(reader, head, symbol, content, span)
    if symbol in STANDARD and len(parts) == 1 and not primes:
        usual = (
            reader.conventions.functions.normal
            if symbol == r"\Phi"
            else symbol not in reader.conventions.functions.known and isinstance(head, Variable)
        )  # σ_1 is a number of a sequence, such as a deviation
        if reader.choose(symbol.removeprefix("\\")) != usual:
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
    r"""``\Theta(n^2)`` as an order of growth; as a call if the post defines Θ as a function or the argument is an array.

    Raises:
        UnreadError: neither reading is certain.
    """
    symbol = head.name if isinstance(head, Variable) else ""
    own = symbol in reader.conventions.functions.known or any(
        _is_array(item) for part in parts for item in part
    )
    if own or symbol not in KNUTH:
        return _call(reader, head, parts, primes, span)
    bound = reader.inside(parts[0]).whole() if len(parts) == 1 and not primes else None
    if bound is None or not landau.measures(bound):
        raise UnreadError(f"{symbol}(…)", span)
    return Apply(KNUTH[symbol], (bound,), span)


def _of_events(reader: Reader, symbol: str, head: Term, content: Sequence[Item], span: Span) -> Term | None:
    """The probability of events or outcomes, ``P(X > 0)``, ``\\Pr[A]``, ``p_{X,Y}(x, y)``; None for anything else."""
    law = probability.without_outcomes(head, content)
    if law is not None:
        return probability.density(reader, law, law.name, content, span)
    inside = probability.without_braces(content)
    if symbol not in probability.OF_EVENTS or not _holds_events(reader, symbol, inside):
        return None
    return probability.density(reader, probability.law_of_events(head, symbol), symbol, inside, span)


def _holds_events(reader: Reader, symbol: str, content: Sequence[Item]) -> bool:
    """Whether the brackets after the letter of a law hold events rather than arguments of a function."""
    if symbol in probability.CERTAIN:
        return True
    lawful = symbol in reader.conventions.chance.laws
    made = events.mentions_sets([content]) if lawful else events.unites(content)
    return made or probability.mentions_events(content)


SPECTRA = {r"\sigma": "singular_value", r"\lambda": "eigenvalue"}
ENDS = {"max": 1, "min": -1}


def spectrum(reader: Reader, symbol: str, indices: Sequence[Term], span: Span) -> Term | None:
    r"""The i-th largest singular value or eigenvalue of a matrix, ``\sigma_i(A)``, ``\lambda_{\max}(A)``; None for others."""
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
    """Whether a term is a symbol in the notation of matrices: a bold capital."""
    return isinstance(term, Variable) and notation.is_bold(term.name) and bare_letter(term.name)[:1].isupper()


def _certainly_applied(reader: Reader, symbol: str, parts: Sequence[object], primes: int) -> bool:
    return bool(
        len(parts) > 1
        or primes
        or symbol in reader.conventions.functions.known
        or symbol.startswith(r"\text{")
    )


def _may_multiply(reader: Reader, symbol: str, parts: Sequence[Sequence[Item]], primes: int) -> bool:
    """Whether a function of the post may be a factor: its letter also occurs alone, and the brackets hold more than a name."""
    worded = "{" in symbol and not notation.is_bold(symbol)
    usual = symbol in FUNCTION_LETTERS or symbol in reader.conventions.functions.applied or worded
    return not (usual or primes) and len(parts) == 1 and not _single_name(parts[0])


def _is_array(item: Item) -> bool:
    return notation.is_bold(notation.name(item) or "")


def _is_square(reader: Reader, at: int) -> bool:
    item = reader.row[at]
    return (isinstance(item, Delimited) and item.left == "[") or (
        isinstance(item, Symbol) and item.text == "["
    )


def _may_be_density(symbol: str, parts: Sequence[Sequence[Item]], laws: frozenset[str]) -> bool:
    """Whether a letter of distributions is applied to plain names: ``p(x)``, ``q_\\phi(z)``, ``f_X(x)``."""
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


def _split_at_divergence(row: Sequence[Item]) -> list[list[Item]]:
    """The two sides of ``p \\| q``, as in the arguments of a divergence; empty without exactly one double bar."""
    marks = [k for k, i in enumerate(row) if isinstance(i, Symbol) and i.text in (r"\|", r"\parallel")]
    return [list(row[: marks[0]]), list(row[marks[0] + 1 :])] if len(marks) == 1 else []


def _single_name(row: Sequence[Item]) -> bool:
    """Whether `row` is one symbol, with or without scripts: ``x``, ``x_t``, ``\\boldsymbol{x}``."""
    return bool(row) and notation.name(row[0]) is not None and all(isinstance(i, Scripted) for i in row[1:])


def probability_of(reader: Reader) -> Term:
    """Parse ``\\Pr(X > 0)`` or ``\\Pr[A \\cap B]``; a named law, ``\\Pr_{\\pi}(\\tau)``, is rejected."""
    span = reader.take().span
    if isinstance(reader.peek(), Scripted):
        raise UnreadError(r"\Pr", span)
    return read(reader, r"\Pr", Variable("P", span), 0, span)


CONSTRUCTS = (Construct(probability_of, (r"\Pr",)),)
