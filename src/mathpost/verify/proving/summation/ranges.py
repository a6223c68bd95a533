"""The ranges that bound variables run over, and the names that such variables get."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mathpost.maths.terms.term import INFINITY, Apply, Bind, Number, Term, Variable, substitute, subterms
from mathpost.verify.proving.normal.quotient import NoFormError, Rational, UndefinedError

if TYPE_CHECKING:
    from mathpost.verify.proving.normal.form import Form


class Range(NamedTuple):
    """from `low` to `high`, both included; `high` is None for a sum without end.

    `implied`: the bounds are not written; an index of the same families has the same range.
    """

    low: Rational
    high: Rational | None
    implied: bool = False


class Ranges:
    """The ranges of one form and the names of the variables that run over them."""

    def __init__(self) -> None:
        self.spans: list[Range] = []
        self.known: dict[str, Range] = {}
        self.fresh = 0

    def name(self, depth: int, span: Range, taken: frozenset[str]) -> str:
        """The name of a variable over `span` whose body holds binders up to `depth`; not in `taken`."""
        number = self.number(span)
        while (name := f"⟨{depth}|{number}⟩") in taken:
            depth += 1
        self.known[name] = span
        return name

    def number(self, span: Range) -> int:
        """The place of `span` among the ranges met so far."""
        for k, known in enumerate(self.spans):
            if known == span:
                return k
        self.spans.append(span)
        return len(self.spans) - 1

    def temporary(self, span: Range) -> str:
        self.fresh += 1
        name = f"⟨{self.fresh}*⟩"
        self.known[name] = span
        return name


def end(span: Range) -> Rational:
    """The upper bound of a range that has one."""
    if span.high is None:
        raise NoFormError("endless range")
    return span.high


def span_of(form: Form, bind: Bind) -> Range:
    if not bind.bounds:
        return Range(form.zero, None, implied=True)
    low, high = bind.bounds
    if high == INFINITY:
        return Range(form.normal(low), None)
    return Range(form.normal(low), form.normal(high))


def written(form: Form, span: Range) -> tuple[Term, ...]:
    """The bounds of a range as terms."""
    if span.implied:
        return ()
    return form.term(span.low), form.term(end(span))


def body_at(form: Form, bind: Bind, value: Term) -> Rational:
    return form.normal(substitute(bind.body, {bind.variable.name: value}))


def written_out(form: Form, span: Range) -> list[Term] | None:
    """The values of the index where there are few; None where the range stays symbolic."""
    if span.high is None:
        return None
    low = form.constant(span.low)
    count = form.constant(form.subtract(span.high, span.low))
    if low is None or count is None:
        return None
    if low.denominator != 1 or count.denominator != 1:
        raise UndefinedError
    if count + 1 > form.fuel.span:
        return None
    return [Number(low + k) for k in range(int(count) + 1)]


def has_family(term: Term, name: str) -> bool:
    return any(
        isinstance(t, Apply) and t.operator == "index" and Variable(name) in t.arguments[1:]
        for t in subterms(term)
    )


def bounds_depend(form: Form, span: Range, names: frozenset[str]) -> bool:
    return any(end is not None and form.depends(end, names) for end in (span.low, span.high))
