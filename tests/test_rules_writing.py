"""Advice on steps, sections and symbols: given only where it is asked for."""

from __future__ import annotations

import pytest

from test_rules_structure import found

LONG = "\\sum_{i=1}^{n} \\left(a_i + b_i\\right)^2"
CHAIN = " = ".join([LONG] * 5)
CASES = [
    ("W001", f"We compute\n\n$$ {CHAIN} $$\n"),
    ("W002", "## A\n\n## B\n\nText.\n"),
    ("W002", "## A\n\nText.\n\n#### B\n\nText.\n"),
    ("W003", "We minimise\n\n$$L(w) = f(w) + \\lambda g(w)$$\n"),
]
SOUND = [
    ("W001", f"We compute\n\n$$\\begin{{aligned}} {CHAIN.replace('= ', '&= ').replace(' &=', chr(92) * 2 + ' &=')} \\end{{aligned}}$$\n"),
    ("W001", "We compute\n\n$$a = b = c = d = e$$\n"),
    ("W002", "# A\n\n### B\n\nText.\n"),
    ("W002", "## A\n\n### B\n\nText.\n"),
    ("W003", "We minimise\n\n$$L(w) = f(w) + \\lambda g(w)$$\n\nwhere $\\lambda$ is a weight.\n"),
    ("W003", "With the weight lambda we minimise\n\n$$L(w) = f(w) + \\lambda g(w)$$\n"),
    ("W003", "We minimise\n\n$$\\lambda = f(w) + a_\\kappa$$\n"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text"), CASES)
def test_advice(code: str, text: str) -> None:
    assert found(text, "mathjax", code) == [(code, "info")]
    assert not [each for each, _ in found(text) if each.startswith("W")]


@pytest.mark.parametrize(("code", "text"), SOUND)
def test_no_advice(code: str, text: str) -> None:
    assert found(text, "mathjax", code) == []
