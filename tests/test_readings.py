"""What may be put in for a symbol: a definition, and what the chain that begins with it makes of it."""

from __future__ import annotations

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Verdict
from mathpost.verify.verdicts.judgement import judge

CHAIN = (
    "Let\n\n$$\nJ_{ij} = \\frac{\\partial p_i}{\\partial s_j} = \\alpha(p_i\\delta_{ij} - p_i p_j)\n$$\n\n"
)


def verdict(text: str) -> Verdict | None:
    document = read(Source("post.md", text))
    return judge(document, steps(document))[-1]


def test_a_definition_is_known_by_what_its_chain_makes_of_it() -> None:
    claim = r"\sum_{i,j} J_{ij}^2 = \alpha^2\sum_i p_i^2(1-p_i)^2 + \alpha^2\sum_{i \neq j} p_i^2 p_j^2"
    assert isinstance(verdict(f"{CHAIN}Then\n\n$$\n{claim}\n$$\n"), Proved | Agrees)


def test_what_a_chain_makes_of_a_definition_refutes_nothing() -> None:
    claim = r"\sum_{i,j} J_{ij}^2 = \alpha^2\sum_i p_i^2(1-p_i)^2 + \alpha^2\sum_{i < j} p_i^2 p_j^2"
    assert not isinstance(verdict(f"{CHAIN}Then\n\n$$\n{claim}\n$$\n"), Proved | Agrees | Refuted)


def test_a_chain_does_not_prove_itself() -> None:
    assert not isinstance(verdict("Let\n\n$$\ny = x^2 = x^3\n$$\n"), Proved | Agrees)
