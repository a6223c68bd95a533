"""Arrays of complex numbers: what agrees for real ones is confirmed only if it holds for complex ones too, where a claim takes
adjoints or conjugates of them, or the post puts them into ``\\mathbb{C}^n``.
"""

from __future__ import annotations

from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation import is_bold
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import uses
from mathpost.verify.interpretation.reading import EQUALITIES, Reading
from mathpost.verify.methods.finite_models import examine, never
from mathpost.verify.models.model import Domain, plain
from mathpost.verify.planning import plan

TURNED = frozenset(["adjoint", "conjugate"])
OF_BOTH = frozenset(["transpose", "dot", "inner"])  # other for complex arrays than their adjoint
COMPLEX = Domain(complex=True)


def perhaps_complex(step: Step, reading: Reading, context: Context) -> str | None:
    """An array of a claim that agrees for real ones, if the claim fails where it is complex, and the post may mean that."""
    if step.sign not in EQUALITIES or not uses(reading.sides, TURNED | OF_BOTH):
        return None
    said_to_be = r"\mathbb{C}" in context.words.document.source.text
    if not (uses(reading.sides, TURNED) or said_to_be):
        return None
    models = plan.plan(reading, "=", context, step.span.start)
    names = {
        name for key in reading.shapes if is_bold(name := key.partition("[")[0])
    } - models.arrays.structures.keys()
    if not names:
        return None
    domains = {**models.domains, **{plain(name): COMPLEX for name in names}}
    found = examine(*reading.sides, "=", models.but(domains=domains), refuting=never)
    return min(names) if found.kind == "apart" else None
