"""The notation of handbooks: what a post must show before its letters are read so, and what such a reading may say."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.maths.elaboration import handbook
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Verdict
from mathpost.verify.verdicts.judgement import judge

BESSEL = r"The Hankel function: $H^{(1)}_{\nu}(z) = J_{\nu}(z) + \mathrm{i} Y_{\nu}(z)$."


def verdict(latex: str, before: str = "") -> Verdict | None:
    document = read(Source("post.md", f"{before}\n\nWe have\n\n$$\n{latex}\n$$\n"))
    found = steps(document)
    return judge(document, found)[-1]


def test_a_post_that_shows_its_family_is_read_as_handbooks_write() -> None:
    assert isinstance(verdict(r"2K_{1}(z) = z(K_{2}(z) - K_{0}(z))", BESSEL), Agrees)


def test_the_same_letters_elsewhere_are_unknown_functions() -> None:
    found = verdict(r"2K_{1}(z) = z(K_{2}(z) - K_{0}(z))")
    assert found is not None
    assert not isinstance(found, Agrees | Proved)


def test_a_reading_by_handbooks_alone_never_refutes() -> None:
    before = BESSEL.replace("Hankel", "special")
    assert not isinstance(verdict(r"2K_{1}(z) = z(K_{2}(z) + K_{0}(z))", before), Refuted)


def test_a_named_function_is_refuted() -> None:
    assert isinstance(verdict(r"2K_{1}(x) = x(K_{2}(x) + K_{0}(x))", "Bessel functions of $x > 0$."), Refuted)


@pytest.mark.parametrize(
    ("formula", "family"),
    [
        (r"{}_2F_1(a, b; c; z) = 1", "hypergeometric"),
        (r"P_n(x) = Q_m(x)", "orthogonal"),
        (r"\operatorname{sn}(z, k) = 0", "jacobian"),
        (r"R_F(x, y, z) = 1", "elliptic"),
    ],
)
def test_what_shows_a_family(formula: str, family: str) -> None:
    document = read(Source("post.md", f"${formula}$"))
    assert family in handbook.mentioned(document)


@pytest.mark.parametrize(
    "formula", [r"P_\theta(x) = Q_i(x)", "E(x) = K(x)", "V_t(s) = Q_t(s, a)", "P(x, y) = Q(x, y)"]
)
def test_what_shows_none(formula: str) -> None:
    assert handbook.mentioned(read(Source("post.md", f"${formula}$"))) == frozenset()


@pytest.mark.parametrize(
    ("latex", "before"),
    [
        (r"\deriv[2]{}{z}\sin z = -\sin z", ""),
        (r"\pderiv{(x^2 y)}{x} = 2xy", ""),
        (r"\ifrac{a}{b} \* b = a", ""),
        (r"\left({n+1 \atop k}\right) = \left({n \atop k}\right) + \left({n \atop k-1}\right)", ""),
        (r"\left\{{n+1 \atop k}\right\} = k\left\{{n \atop k}\right\} + \left\{{n \atop k-1}\right\}", ""),
        (r"(a)_{n+1} = (a)_{n} (a + n)", "Pochhammer symbols."),
        (r"\theta_3(z + \pi | \tau) = \theta_3(z | \tau)", r"Then $\theta_1(0 | \tau) = 0$."),
        (r"{k'}^2 \operatorname{sn}(z, k)^2 + \operatorname{cn}(z, k)^2 = \operatorname{dn}(z, k)^2", ""),
        (
            r"J_{\nu}''(z) + \frac{1}{z} J_{\nu}'(z) + \left(1 - \frac{\nu^2}{z^2}\right) J_{\nu}(z) = 0",
            BESSEL,
        ),
        (r"\sum_{d \mid n} \varphi(d) = n", "Euler's totient."),
        (r"\int \ln x \,dx = x \ln x - x", ""),
        (r"\sum_{n=1}^{\infty} \frac{1}{n^2} = \frac{\pi^2}{6}", ""),
        (r"\prod_{n=1}^{\infty} \left(1 - \frac{x^2}{n^2 \pi^2}\right) = \frac{\sin x}{x}", ""),
        (r"\sum_{n=-\infty}^{\infty} e^{-\pi n^2} = \frac{\pi^{1/4}}{\Gamma(\frac{3}{4})}", ""),
    ],
)
def test_true_formulas_are_confirmed(latex: str, before: str) -> None:
    assert isinstance(verdict(latex, before), Agrees | Proved)


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_{n=1}^{\infty} \frac{1}{n^2} = \frac{\pi^2}{5}",
        r"\int \ln x \,dx = x \ln x + x",
        r"\sum_{n=1}^{\infty} n = 1",
        r"\int_{0}^{\infty} \frac{\sin x}{x} \,dx = \pi",
    ],
)
def test_false_estimates_are_not_confirmed(latex: str) -> None:
    assert not isinstance(verdict(latex), Agrees | Proved)


def test_a_condition_of_the_sentence_chooses_the_models() -> None:
    claim = r"\max(a, b) = a"
    assert isinstance(verdict(claim, "Let $a > b$."), Agrees | Proved)
    assert not isinstance(verdict(claim), Agrees | Proved)


def test_a_domain_said_under_another_heading_does_not_refute() -> None:
    post = "## a\n\nLet $y < 0$. Then $y^2 > 0$.\n\n## b\n\nWe have\n\n$$\n|y| = y\n$$\n"
    document = read(Source("post.md", post))
    assert not isinstance(judge(document, steps(document))[-1], Refuted)


def test_high_derivatives_without_a_rule_are_given_up() -> None:
    found = verdict(r"\frac{d^5}{d\nu^5} J_{\nu}(x) = 0", BESSEL)
    assert found is not None
    assert not isinstance(found, Agrees | Proved | Refuted)


def test_letters_do_not_refute_where_handbooks_read_them_otherwise() -> None:
    before = BESSEL.replace("Hankel", "special")
    assert not isinstance(verdict(r"H^{(1)}_{n}{2z} = H^{(1)}_{n}{z} + 1", before), Refuted)
    assert not isinstance(verdict(r"\operatorname{acosh}(iy) = -i + \ln(1 - y)", BESSEL), Refuted)


def test_a_branch_of_a_complex_function_is_not_refuted() -> None:
    assert not isinstance(
        verdict(r"\operatorname{acosh}(iy) = -\frac{\pi i}{2} + \ln(\sqrt{y^2 + 1} - y)"), Refuted
    )
    continued = r"H^{(1)}_{n}(z e^{m\pi i}) = (-1)^{mn-1}((m - 1) H^{(1)}_{n}(z) + m H^{(2)}_{n}(z))"
    assert not isinstance(verdict(continued, BESSEL), Refuted)
