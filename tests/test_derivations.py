"""Intermediate steps of equations that jump: each is verified where it stands, none is inserted where one move is enough."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mathpost.config import Config
from mathpost.document.reader import read
from mathpost.maths.claims import statements
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.hypotheses.context import context
from mathpost.maths.operators import registry
from mathpost.maths.terms.simplification import key, simplified
from mathpost.maths.terms.term import Term
from mathpost.maths.transformations.typesetting import NoNotationError, latex, style
from mathpost.pipeline import examine
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved
from mathpost.verify.verdicts.derivations import Derivation, derivations

SIGMOID = r"设 $\sigma(x)=\frac{1}{1+e^{-x}}$，则 $$\frac{d}{dx}\sigma(x) = \sigma(x)(1-\sigma(x))$$"


def found(text: str) -> list[Derivation]:
    result = examine(Source("a.md", text + "\n"), Config(), True)
    return derivations(result.document, result.steps, result.verdicts)


def term(text: str) -> Term:
    """The left side of a formula."""
    document = read(Source("a.md", f"$$\n{text}\n$$\n"))
    steps = statements.steps(document)
    return elaborate(steps[0].left.nodes, context(document, steps).conventions).term


# --- terms as LaTeX


def sides(law: str) -> Sequence[Term]:
    left, _, right = law.partition(" = ")
    return [term(f"{side} = {side}") for side in (left, right) if right]


@pytest.mark.parametrize(
    "family", ["add", "divide", "power", "sqrt", "exp", "log", "sum", "product", "derivative"]
)
def test_what_is_written_reads_back(family: str) -> None:
    laws = [law.latex for law in registry()[family].laws if not law.words]
    assert laws
    for law in laws:
        for side in sides(law):
            try:
                written = latex(side, style(law))
            except NoNotationError:
                continue
            assert term(f"{written} = 0") == side, law


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (r"-x-(-2)y", "-x - (-2) y"),
        (r"x \cdot 2 (a+b)", r"x \cdot 2 (a + b)"),
        (r"\frac{d}{dx}(x^2+1)", r"\frac{d}{dx} (x^{2} + 1)"),
        (r"2\sum_{i=1}^n x_i^2 + 1", r"2 \sum_{i=1}^{n} x_{i}^{2} + 1"),
        (r"(\sum_{i=1}^n x_i) y", r"\left(\sum_{i=1}^{n} x_{i}\right) y"),
        (r"\sin^2 x + e^{\frac{x}{2}}", r"\sin^{2}(x) + \exp\left(\frac{x}{2}\right)"),
        (r"\int_0^1 (x+1) dx", r"\int_{0}^{1} (x + 1) \, dx"),
        (r"0.50 x", r"0.50 x"),
    ],
)
def test_how_it_is_written(text: str, written: str) -> None:
    assert latex(term(f"{text} = 0")) == written
    assert term(f"{written} = 0") == term(f"{text} = 0")


def test_what_has_no_notation_of_its_own_is_refused() -> None:
    for text in (r"\mathbb{E}[x]", r"\sum_{i=1}^n x_i \sum_{i=1}^n y_i"):
        with pytest.raises(NoNotationError):
            latex(term(f"{text} = 0"))


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("a + b", "b + a", True),
        ("-(a - b)", "b - a", True),
        (r"\frac{a + b}{c}", r"\frac{a}{c} + \frac{b}{c}", True),
        ("x \\cdot x", "x^2", True),
        (r"\sum_{i=1}^n x_i", r"\sum_{j=1}^n x_j", True),
        ("(a + b)^2", "a^2 + 2ab + b^2", False),
        ("a + a", "2a", False),
        (r"\log\frac{s}{s}", r"\log 1", True),
        (r"\sum_{i=1}^n x_i", r"\sum_{i=1}^m x_i", False),
    ],
)
def test_a_key_forgets_order_signs_and_brackets_of_products(left: str, right: str, *, same: bool) -> None:
    assert (key(term(f"{left} = 0")) == key(term(f"{right} = 0"))) == same


def test_noughts_ones_and_doubled_signs_go() -> None:
    for text, written in (
        ("1 \\cdot x + 0", "x"),
        ("-(-x)", "x"),
        (r"\frac{-x}{-y}", r"\frac{x}{y}"),
        ("x (-y) 2", "-2 x y"),
        ("3 - 1 + x", "2 + x"),
        (r"\frac{4x^2}{(x^2)^2}", r"\frac{4}{x^{2}}"),
        (r"\frac{n y}{n}", "y"),
        ("x e^{y} x e^{y}", "x^{2} e^{2 y}"),
    ):
        assert latex(simplified(term(f"{text} = 0"))) == written


# --- derivations


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (SIGMOID, ("definitions", "derivative", "denominator", "definitions")),
        (r"$$(a+b)^2-(a-b)^2 = 4ab$$", ("expansion", "collection")),
        (r"$$\frac{1}{x-1}-\frac{1}{x+1}=\frac{2}{x^2-1}$$", ("denominator", "collection")),
        (r"$$\sum_{i=1}^n (x_i-m)^2 = \sum_{i=1}^n x_i^2 - 2m\sum_{i=1}^n x_i+nm^2$$", ("expansion", "sums")),
    ],
)
def test_a_jump_is_unfolded_and_every_step_of_it_is_verified(text: str, moves: tuple[str, ...]) -> None:
    (derivation,) = found(text)
    assert derivation.moves == moves
    assert len(derivation.lines) == len(moves) + 1 == len(derivation.verdicts) + 1
    assert all(isinstance(verdict, Proved | Agrees) for verdict in derivation.verdicts)


@pytest.mark.parametrize(
    "text",
    [
        r"$$(a+b)^2 = a^2+2ab+b^2$$",
        r"$$\frac{a}{c}+\frac{b}{c} = \frac{a+b}{c}$$",
        r"$$-(a-b) = b-a$$",
        r"$$1 + 1 = 2$$",
        r"$$\sum_{i=1}^n \frac{x_i}{\sum_{j=1}^n x_j} = \frac{\sum_{i=1}^n x_i}{\sum_{j=1}^n x_j}$$",
        r"$(a+b)^2-(a-b)^2 = 4ab$",
        r"$$(a+b)^2-(a-b)^2 = 5ab$$",
        r"$$\mathbb{E}[x + y] = \mathbb{E}[x] + \mathbb{E}[y]$$",
    ],
)
def test_nothing_is_inserted_where_one_move_is_enough_or_the_claim_is_not_verified(text: str) -> None:
    assert found(text) == []


def test_what_is_inserted_is_judged_where_it_stands() -> None:
    """Read again as a post of its own, with the words before it, the derivation has the verdicts it is told with."""
    (derivation,) = found(SIGMOID)
    text = f"设 $\\sigma(x)=\\frac{{1}}{{1+e^{{-x}}}}$。\n\n$$\n{derivation.latex}\n$$\n"
    result = examine(Source("a.md", text), Config(), True)
    assert tuple(v for v in result.verdicts if v is not None) == derivation.verdicts


def test_a_definition_of_another_place_is_not_put_in_where_the_claim_holds_without_it() -> None:
    text = "令 $y_i = x_i/2$。\n\n一般地\n\n$$\\sum_{i=1}^n (y_i-m)^2 = \\sum_{i=1}^n y_i^2 - 2m\\sum_{i=1}^n y_i+nm^2$$"
    (derivation,) = found(text)
    assert not any("x_" in line for line in derivation.lines)


def test_the_same_derivation_is_told_once() -> None:
    claim = r"$$(a+b)^2-(a-b)^2 = 4ab$$"
    assert len(found(f"{claim}\n\n又有\n\n{claim}")) == 1
