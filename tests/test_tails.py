"""What is left of an endless sum that is cut off tells whether a claim about it can still be true."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.facts.facts import equation
from mathpost.maths.hypotheses.context import context
from mathpost.text.source import Source
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.reasons.evidence import stays_apart


def reading(claim: str) -> Reading:
    document = read(Source("post.md", f"Then\n\n$${claim}$$\n"))
    found = steps(document)
    stated = equation(0, found[0], context(document, found).conventions)
    assert stated is not None
    return Reading(stated.left, stated.right)


@pytest.mark.parametrize(
    "claim",
    [
        r"\sum_{k=1}^\infty \frac{1}{k^2} = \frac{\pi^2}{6}",
        r"\sum_{k=1}^\infty \frac{(-1)^{k+1}}{k} = \log 2",
        r"\prod_{k=2}^\infty \left(1 - \frac{1}{k^2}\right) = \frac{1}{2}",
    ],
)
def test_what_further_terms_make_up_does_not_stay_apart(claim: str) -> None:
    assert not stays_apart(reading(claim))


@pytest.mark.parametrize(
    "claim",
    [
        r"\sum_{k=1}^\infty \frac{1}{k^2} = \frac{\pi^2}{8}",
        r"\prod_{k=2}^\infty \left(1 - \frac{1}{k^2}\right) = \frac{1}{3}",
    ],
)
def test_a_wrong_value_stays_apart(claim: str) -> None:
    assert stays_apart(reading(claim))


def test_nothing_is_said_of_a_sum_that_converges_too_slowly_or_not_at_all() -> None:
    assert not stays_apart(reading(r"\sum_{k=1}^\infty \frac{1}{k} = 3"))
