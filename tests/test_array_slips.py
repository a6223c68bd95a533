"""Slips with vectors and matrices: what is proposed, how the counterexample is shown, what else a post may have meant."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict
from mathpost.verify.slips.array_slips import array_slips
from mathpost.verify.verdicts.judgement import judge


def bold(latex: str) -> str:
    parts = latex.split("@")
    return parts[0] + "".join(rf"\boldsymbol{{{p[0]}}}{p[1:]}" for p in parts[1:])


def verdict(latex: str, words: str = "") -> Verdict | None:
    document = read(Source("a.md", f"{bold(words)}\n\n$$\n{bold(latex)}\n$$\n"))
    return judge(document, steps(document))[-1]


@pytest.mark.parametrize(
    ("latex", "near"),
    [
        ("@A@B", r"@A^{\top}@B"),
        ("@A@B", "@B@A"),
        (r"@A^{\top}@B_i", r"@B_i@A^{\top}"),
        ("(@A + @B)@x", r"(@A + @B)^{\top}@x"),
        (r"\|@A\|_F^2", r"\|@A\|_*^2"),
        ("2@A", "@A"),
        ("@A@x", "@A^{-1}@x"),
    ],
)
def test_slips_of_arrays(latex: str, near: str) -> None:
    found = ["".join(text.split()) for text in array_slips(bold(latex))]
    assert "".join(bold(near).split()) in found
    assert len(found) == len(set(found)) and "".join(bold(latex).split()) not in found


def test_letters_that_the_post_knows_as_arrays_slip_like_bold_ones() -> None:
    assert {"BA", r"A^{\top}B"} <= set(array_slips("A B", frozenset("AB")))
    assert not set(array_slips("A B"))
    assert set(array_slips("W_{AB}", frozenset("WAB"))) == {r"W_{AB}^{\top}", "W_{AB}^{-1}"}


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"(@A@B)^\top = @A^\top@B^\top", r"@B^\top@A^\top"),
        (r"(@A@B)^{-1} = @A^{-1}@B^{-1}", r"@B^{-1}@A^{-1}"),
        (r"\nabla_{@x} (@x^\top@A@x) = (@A + @A)@x", r"(@A^{\top}+@A)@x"),
        (r"@x^\top@A@y = @y^\top@A@x", r"@y^\top@A^{\top}@x"),
        (r"\operatorname{tr}(@A^\top@A) = \|@A\|_*^2", r"\|@A\|_F^2"),
        (r"\det(\exp(@A)) = \exp(-\operatorname{tr}(@A))", r"\exp(\operatorname{tr}(@A))"),
        (r"\det(@A)^{-1} \det(@A@A) = \det(@A)^{-1}", r"\det(@A)"),
    ],
)
def test_what_was_meant_is_proposed(latex: str, meant: str) -> None:
    found = verdict(latex)
    assert isinstance(found, Refuted) and found.suggestion == bold(meant)


def test_a_counterexample_shows_arrays_as_arrays_and_no_names_of_ours() -> None:
    found = verdict(r"@x^\top@A@y = @y^\top@A@x")
    assert isinstance(found, Refuted)
    assert "#" not in found.counterexample and found.counterexample.count(";") == 1
    assert [part.split(" = ")[0] for part in found.counterexample.split("), ")] == ["A", "x", "y"]


def test_of_large_arrays_the_place_is_shown_where_they_differ() -> None:
    found = verdict(
        r"(@A \otimes @B)^\top = @A^\top \otimes @B", r"Let $@A, @B \in \mathbb{R}^{2 \times 2}$."
    )
    assert isinstance(found, Refuted) and "in place (1, 2)" in found.left + found.right


RECURRENCE = r"Let $@h_t = \tanh(@W@h_{t-1} + @b)$."


@pytest.mark.parametrize(
    ("latex", "kind"),
    [
        (r"\frac{\partial @h_t}{\partial @h_{t-1}} = \text{diag}(1 - @h_t^2)@W", Proved | Agrees),
        (
            r"\frac{\partial @h_i}{\partial @h_{i-1}} = \text{diag}(\tanh'(@W@h_{i-1} + @b))@W",
            Proved | Agrees,
        ),
        (r"\frac{\partial @h_t}{\partial @h_{t-1}} = \text{diag}(1 - @h_t^2)@W^\top", Refuted),
        (r"\frac{\partial @h_t}{\partial @h_{t-1}} = \text{diag}(1 - @h_t)@W", Refuted),
    ],
)
def test_a_recurrence_is_differentiated_by_the_member_before(latex: str, kind: type) -> None:
    assert isinstance(verdict(latex, RECURRENCE), kind)


LAYER_OF_ITS_OWN = r"Let $@h_t = \tanh(@W@h_{t-1} + @b)$ and $@z_i = @W@h_{i-1} + @b$."


@pytest.mark.parametrize(
    ("latex", "kind"),
    [
        (r"\frac{\partial @h_i}{\partial @h_{i-1}} = \text{diag}(\tanh'(@z_i))@W", Proved | Agrees),
        (r"\frac{\partial @h_i}{\partial @h_{i-1}} = \text{diag}(\tanh'(@z_i))@W^\top", Refuted),
    ],
)
def test_a_recurrence_is_differentiated_though_another_array_is_made_of_the_member_before(
    latex: str, kind: type
) -> None:
    assert isinstance(verdict(latex, LAYER_OF_ITS_OWN), kind)


def test_a_function_in_a_new_variable_is_not_refuted() -> None:
    words = r"Let $h(@x) = @x^\top@Q@x$ and $@z = @O@x$ for a positive definite $@Q = @O^\top@D@O$. Hence"
    found = verdict(r"h(@z) = @z^\top@D@z + 0", words)
    assert not isinstance(found, Refuted)


@pytest.mark.parametrize(
    ("latex", "declared"),
    [(r"@A@B + @A = @A^\top + @A", True), (r"@C@c + @C = @C^\top + @C", False)],
)
def test_only_declared_shapes_are_reported(latex: str, declared: bool) -> None:
    words = r"Let $@A \in \mathbb{R}^{m \times n}$, $@B \in \mathbb{R}^{n \times k}$. Then"
    found = verdict(latex, words)
    assert isinstance(found, Unchecked) and found.reason == "sorts" and found.declared is declared


def test_an_accent_moves_with_its_letter() -> None:
    swapped = r"\tilde{\boldsymbol{g}}_B\tilde{\boldsymbol{g}}_B^T"
    assert swapped in array_slips(r"\tilde{\boldsymbol{g}}_B^T \tilde{\boldsymbol{g}}_B")


def test_a_plain_t_above_a_small_letter_may_be_a_power() -> None:
    assert isinstance(verdict("uv v = u^T", r"Let $v = u^{(T-1)/2}$ for positive $u$. Then"), Proved | Agrees)
    assert isinstance(verdict(r"x^T A y = y^T A^T x"), Proved | Agrees)


def test_names_with_brackets_are_names() -> None:
    words = r"For the parts $@U_{[:,:r]}$ and $@V_{[:,:r]}$ we have"
    assert isinstance(
        verdict(r"@U_{[:,:r]}@V_{[:,:r]}^\top = @V_{[:,:r]}@U_{[:,:r]}^\top", words), Refuted | Unchecked
    )
