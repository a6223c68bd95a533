"""Matrices that move: their inverses and slopes, and in which models a claim about them is tried."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from mathpost.maths import values
from mathpost.maths.terms.term import Apply, Number, Term, Variable
from mathpost.maths.values import Array, Dual
from mathpost.verify.methods import finite_models
from mathpost.verify.models.model import ArrayPlan, Model, Plan
from mathpost.verify.models.trials import Question, Trial

Q, X = Variable(r"\boldsymbol{Q}"), Variable(r"\boldsymbol{x}")


def moving(level: int, entries: list[int], slopes: list[int]) -> Array:
    size = int(len(entries) ** 0.5)
    moved = zip(entries, slopes, strict=True)
    return Array((size, size), tuple(Dual(level, v, dv) for v, dv in moved))


def test_a_moving_matrix_times_its_inverse_is_the_identity_and_stays_it() -> None:
    a = moving(7, [2, 1, 5, 3], [1, -4, 0, 9])
    product = values.multiply(a, values.inverse(a))
    assert [values.slope_of(v, 7) for v in product.entries] == [0, 0, 0, 0]
    assert [v.value for v in product.entries] == [1, 0, 0, 1]


def test_the_slope_of_an_inverse_is_not_the_inverse_of_the_slope() -> None:
    found = values.inverse(moving(7, [1, 0, 0, 1], [2, 3, 5, 7]))
    assert [values.slope_of(v, 7) for v in found.entries] == [-2, -3, -5, -7]


def test_an_inverse_moves_at_every_level_at_which_its_matrix_does() -> None:
    inner = Dual(1, 2, 1)
    found = values.inverse(Array((1, 1), (Dual(2, inner, 1),))).entries[0]  # 1/(2 + x + y)
    assert values.slope_of(values.slope_of(found, 2), 1) == values.ratio(1, 4)  # 2/(2 + x + y)³


def test_what_moves_at_one_level_moves_so_at_another() -> None:
    assert values.at_level(Dual(1, 3, 5), 4) == Dual(4, 3, 5)
    assert values.at_level(3, 4) == 3


def tried(left: Term, right: Term, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The levels of the models of an orthogonal matrix in which the two sides were compared."""
    levels = set()

    def trial(question: Question, model: Model, *rest: finite_models.Fuel) -> Trial:
        levels.add(model.level)
        return original(question, model, *rest)

    original = finite_models.trial
    monkeypatch.setattr(finite_models, "trial", trial)
    n = Variable("n")
    shapes = {Q.name: (n, n), X.name: (n,)}
    said = {Q.name: frozenset(["orthogonal"])}
    plan = Plan({}, (), (), "seed").but(shapes=shapes, lengths=("n",), structures=said)
    assert finite_models.examine(left, right, "=", plan).kind == "apart"
    return levels


def test_a_law_of_an_orthogonal_matrix_that_fails_is_tried_in_no_smaller_domain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert tried(Q, Apply("transpose", (Q,)), monkeypatch) == {"real"}


def test_one_with_branches_is_tried_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    size = Apply("norm", (Apply("multiply", (Q, X)),))
    assert tried(size, Apply("multiply", (size, size)), monkeypatch) == {"real", "positive", "unit"}


@pytest.mark.parametrize("kind", [lambda n: values.ratio(n, 7), values.ball])
def test_a_large_product_is_the_sum_of_the_products_that_small_ones_are(
    kind: Callable[[int], values.Scalar],
) -> None:
    a, b = (Array((4, 4), tuple(kind(k * k % m + 8) for k in range(16))) for m in (29, 31))
    whole = values.multiply(a, b)
    for k, row in enumerate(a.rows()):
        for n, found in enumerate(whole.entries[4 * k : 4 * k + 4]):
            gap = values.gap(found, values.dot(row, b.entries[n::4]))
            assert gap.contains(0) and values.radius(gap) < 1e-12


def test_a_large_product_keeps_whole_numbers_whole_and_slopes_apart() -> None:
    numbers = Array((3, 3), tuple(range(9)))
    assert {type(v) for v in values.multiply(numbers, numbers).entries} == {int}
    moved = values.multiply(numbers, moving(7, list(range(9)), [1] * 9))
    assert [values.slope_of(v, 7) for v in moved.entries] == [3, 3, 3, 12, 12, 12, 21, 21, 21]


@pytest.mark.parametrize(
    "name", [r"\boldsymbol{x}", r"\boldsymbol{x}_{\mathcal{B}}", r"\hat{\boldsymbol{x}}"]
)
def test_what_moves_with_an_array_is_found_anew_however_the_array_is_spelled(name: str) -> None:
    array = Variable(name)
    square = Apply("dot", (array, array))
    slope = Apply("jacobian", (Apply("multiply", (square, square)), array))
    expected = Apply("multiply", (Number(Fraction(4)), square, array))
    plan = Plan({}, (), (), "slope", arrays=ArrayPlan({name: (Variable("n"),)}, ("n",)))
    assert finite_models.accord(slope, expected, "=", plan).kind == "together"
