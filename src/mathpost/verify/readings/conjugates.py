r"""``\bar z`` of a complex number z that a post defines: its conjugate, where the post gives the name no other meaning."""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.maths.terms.term import Apply, Term, Variable, substitute
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.interpretation.readings import Readings

BARS = (r"\bar{", r"\overline{")


def conjugated(number: int, reading: Reading, readings: Readings) -> Iterator[Reading]:
    """`reading` of the step `number` with the conjugates of what the post defines, if it speaks of complex numbers."""
    context = readings.context
    if not context.speaks_of_complex_numbers:
        return
    defined = {known.head for known in context.facts}
    found: dict[str, Term] = {}
    for name in reading.free - defined:
        inner = next((name.removeprefix(bar).removesuffix("}") for bar in BARS if name.startswith(bar)), "")
        if inner in defined:
            found[name] = Apply("conjugate", (Variable(inner),))
    if found:
        left, right = (substitute(side, found) for side in reading.sides)
        put = reading._replace(left=left, right=right)
        yield readings.unfolded(number, put, values=False) or put


__all__ = ["conjugated"]
