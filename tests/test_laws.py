"""Every operator's laws hold and its slips fall, read and judged as in a post."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths import distributions
from mathpost.maths.claims.statements import steps
from mathpost.maths.operators import Law, registry
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Verdict
from mathpost.verify.reasons.registry import search
from mathpost.verify.verdicts.judgement import judge

LAWFUL = [*registry().values(), *distributions.registry().values()]
LAWS = [pytest.param(law, id=f"{o.name}: {law.latex}") for o in LAWFUL for law in o.laws]
SLIPS = [pytest.param(slip, id=f"{o.name}: {slip.latex}") for o in LAWFUL for slip in o.slips]


def verdict(law: Law) -> Verdict | None:
    words = f"This is about {law.words}.\n\n" if law.words else ""
    given = words + (f"Let ${law.given.replace(' , ', '$, $')}$. Then" if law.given else "We have")
    document = read(Source("law.md", f"{given}\n\n$$\n{law.latex}\n$$\n"))
    found = steps(document)
    verdicts = judge(document, found)
    claims = [
        v for s, v in zip(found, verdicts, strict=True) if document.formulas[s.formula].kind == "display"
    ]
    assert len(claims) == 1, [(s.left.text, s.right.text, s.role) for s in found]
    return claims[0]


@pytest.mark.parametrize("law", LAWS)
def test_law_is_proved_or_agrees(law: Law) -> None:
    assert isinstance(verdict(law), Proved | Agrees)


@pytest.mark.parametrize("slip", SLIPS)
def test_slip_is_refuted(slip: Law) -> None:
    """By its values: a post would also have to show that its author meant the law."""
    with search({"unexplained"}):
        assert isinstance(verdict(slip), Refuted)


def test_operators_that_may_refute_have_a_law_and_a_slip() -> None:
    silent = {"conjugate", "infinity", "differentiate", "integral", "limit", "hadamard", "inner", "both"}
    silent |= {
        "adjoint",
        "slice",
        "entrywise",
        "ones",
        "jacobian",
        "matrix_root",
        "matrix_exponential",
        "matrix_logarithm",
    }
    silent |= {
        "spectral_norm",
        "operator_norm",
        "entry_sum_norm",
        "entry_maximum_norm",
        "column_sum_norm",
        "row_sum_norm",
    }
    silent |= {"less", "less_equal", "greater", "greater_equal", "equal", "unequal"}
    for operator in registry().values():
        if operator.name not in silent and operator.may_refute:
            assert operator.laws and operator.slips, operator.name


def test_the_distributions_have_sixty_laws_and_sixty_slips() -> None:
    found = distributions.registry().values()
    laws, slips = sum(len(d.laws) for d in found), sum(len(d.slips) for d in found)
    assert laws >= 60 and slips >= 60, f"{laws} laws, {slips} slips"
