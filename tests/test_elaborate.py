"""What notation means: LaTeX on the left, the term that is understood on the right.

Terms are written as they are built: ``(operator argument …)``; a binder is ``(operator variable [bounds] body)``.
"""

from __future__ import annotations

import pytest

from mathpost.latex.parser import parse
from mathpost.latex.tree import Node
from mathpost.maths.elaboration.conventions import Constants, Conventions, FunctionLetters
from mathpost.maths.elaboration.elaboration import Elaboration, elaborate, second_readings
from mathpost.maths.notation import UnreadError
from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, subterms
from mathpost.text.source import Span


def nodes(latex: str) -> tuple[Node, ...]:
    return parse(latex, [Span(0, len(latex))]).tree.body


def read(latex: str, **conventions: object) -> Elaboration:
    return elaborate(nodes(latex), Conventions(**conventions))  # type: ignore[arg-type]


def written(term: Term) -> str:
    match term:
        case Number(value=value):
            return str(value)
        case Variable(name=name):
            return name
        case Apply(operator=operator, arguments=arguments):
            return f"({' '.join([operator, *map(written, arguments)])})"
        case Bind(operator=operator, variable=variable, bounds=bounds, body=body):
            return f"({operator} {variable.name} [{' '.join(map(written, bounds))}] {written(body)})"


def table(text: str) -> list[object]:
    """Rows of ``LaTeX  →  expectation``."""
    rows = [line.split("→", 1) for line in text.splitlines() if line.strip()]
    return [pytest.param(left.strip(), right.strip(), id=left.strip()) for left, right in rows]


MEANINGS = r"""
ab                            → (multiply a b)
2 x^2 y                       → (multiply 2 (power x 2) y)
a \cdot b c                   → (multiply a b c)
a \times (-b)                 → (multiply a (negate b))
a - b - c                     → (add a (negate b) (negate c))
--a                           → (negate (negate a))
-a^2                          → (negate (power a 2))
(-a)^2                        → (power (negate a) 2)
\frac{a}{b}c                  → (multiply (divide a b) c)
{a \over b}                   → (divide a b)
\frac12                       → (divide 1 2)
a/(2b)                        → (divide a (multiply 2 b))
a b!                          → (multiply a (factorial b))
(n+1)!                        → (factorial (add n 1))
{n \choose k}                 → (binomial n k)
\binom{n}{k}                  → (binomial n k)
\sqrt[3]{x}                   → (root x 3)
a \odot b                     → (hadamard a b)
a + b,                        → (add a b)

f(x)                          → (call f x)
g(x, y)                       → (call g x y)
D(p \| q)                     → (call D p q)
f_i(x)                        → (call (index f i) x)
f'(x)                         → (differentiate ⁎ [x] (call f ⁎))
f^{-1}(x)                     → (call f^{-1} x)
f''(x)                        → (differentiate ⁎ [x] (derivative (call f ⁎) ⁎))
f^2(x)                        → (power (call f x) 2)
\text{MLP}(x)                 → (call \text{MLP} x)
\text{softmax}(x)             → (softmax x)
\mathrm{relu}(x)              → (relu x)
\sigma(x)                     → (sigmoid x)
a(b+c)                        → (multiply a (add b c))
a[b+c]                        → (multiply a (add b c))
2(x+1)                        → (multiply 2 (add x 1))
(x+1)(x-1)                    → (multiply (add x 1) (add x -1))
\sin x \cos y                 → (multiply (sin x) (cos y))
\sin^2 x                      → (power (sin x) 2)
\ln x^2                       → (log (power x 2))
\ln(x)^2                      → (power (log x) 2)
\log_2 8                      → (log_base 2 8)
\exp\left\{-x\right\}         → (exp (negate x))
e^{-x/2}                      → (exp (negate (divide x 2)))
\mathrm{e}^x                  → (exp x)
\pi r^2                       → (multiply (pi) (power r 2))
\mathrm{i}                    → (imaginary_unit)

x_i                           → (index x i)
x_{ij}                        → (index x i j)
x_{i,j}                       → (index x i j)
x_{t-1}                       → (index x (add t -1))
x_{12}                        → (index x 12)
x_{i_j}                       → (index x (index i j))
x_{\lfloor n/2 \rfloor}       → (index x (floor (divide n 2)))
x_{max}                       → x_{max}
x_{\text{max}}                → x_{\text{max}}
x_{\theta}                    → x_{\theta}
x_{<t}                        → x_{<t}
x_*                           → x_{*}
x_i^2                         → (power (index x i) 2)
x^2_i                         → (power (index x i) 2)
x^{n+1}                       → (power x (add n 1))
x^{y^z}                       → (power x (power y z))
x^*                           → x^{*}
x^{\text{new}}                → x^{\text{new}}
x^{(t+1)}                     → (index x^{()} (add t 1))
A^T                           → (transpose A)
x^T                           → (power x T)
\mathbf{x}^\top \boldsymbol{x} → (multiply (transpose \boldsymbol{x}) \boldsymbol{x})
(a+b)^T                       → (transpose (add a b))
X^T_{ij}                      → (index (transpose X) i j)
X_{ij}^T                      → (transpose (index X i j))
[x]_+                         → (maximum x 0)
x'                            → x'
x^{\prime}                    → x'
x'_i                          → (index x' i)
\hat{y}_i                     → (index \hat{y} i)
\Delta x_i                    → (index \Delta x i)
\bar x + \overline{x}         → (add \bar{x} \overline{x})

|x||y|                        → (multiply (abs x) (abs y))
\left|x\right|                → (abs x)
\|x\|                         → (norm x)
\|A\|_F^2                     → (power (frobenius_norm A) 2)
\lvert x \rvert               → (abs x)
\lceil x/2 \rceil             → (ceiling (divide x 2))
\langle x, y \rangle          → (inner x y)
\bigl(a+b\bigr)               → (add a b)
\left\{a+b\right\}            → (add a b)
\{a+b\}                       → (add a b)

\sum_{i=1}^n x_i + 1          → (add (sum i [1 n] (index x i)) 1)
\sum_{i=1}^n x_i y_i          → (sum i [1 n] (multiply (index x i) (index y i)))
\sum_{i=1}^n (x_i + y_i)      → (sum i [1 n] (add (index x i) (index y i)))
\sum_i x_i                    → (sum i [] (index x i))
\sum_{i,j} a_{ij}             → (sum i [] (sum j [] (index a i j)))
\sum_{1 \le i \le n} x_i      → (sum i [1 n] (index x i))
\sum_{0 < i < n} x_i          → (sum i [(add 0 1) (add n -1)] (index x i))
\sum_{i \ne j} x_i            → (sum i [] (cases (index x i) (unequal i j) 0))
\sum\limits_{i=1}^n i         → (sum i [1 n] i)
\sum_{i=1}^\infty 2^{-i}      → (sum i [1 (infinity)] (power 2 (negate i)))
\frac{\sum_i x_i}{\sum_j y_j} → (divide (sum i [] (index x i)) (sum j [] (index y j)))
\prod_{i=1}^n x_i             → (product i [1 n] (index x i))
\prod_{j\neq i} x_j           → (product j [] (cases (index x j) (unequal j i) 1))
\max(a, b)                    → (maximum a b)
\min\{a, b, c\}               → (minimum a b c)
\max_i x_i                    → (maximum_over i [] (index x i))
\min_{1\le i \le n} x_i       → (minimum_over i [1 n] (index x i))

\frac{dy}{dx}                 → (derivative y x)
\frac{\mathrm{d} y}{\mathrm{d} x} → (derivative y x)
\frac{d}{dx}(x^2 + 1)         → (derivative (add (power x 2) 1) x)
\frac{d}{dx} f + g            → (add (derivative f x) g)
\frac{\partial f(x,y)}{\partial x} → (derivative (call f x y) x)
\frac{\partial}{\partial x_j} y_i → (derivative (index y i) (index x j))
\frac{d^2 y}{dx^2}            → (derivative (derivative y x) x)
\frac{\partial^2 f}{\partial x \partial y} → (derivative (derivative f x) y)
\frac{d_k}{d_v}               → (divide (index d k) (index d v))
\frac{d}{d+1}                 → (divide d (add d 1))
x^2 \big|_{x=3}               → (power 3 2)
\left.x^2\right|_0^1          → (add (power 1 2) (negate (power 0 2)))
\int_0^1 x^2 \,\mathrm{d}x    → (integral x [0 1] (power x 2))
\int x\,dx + 1                → (add (integral x [] x) 1)
\int_0^1 dx\, x^2             → (integral x [0 1] (power x 2))
\int_0^1 \int_0^2 xy \,dx\,dy → (integral y [0 1] (integral x [0 2] (multiply x y)))
\int f dx + \int g dx         → (add (integral x [] f) (integral x [] g))
\lim_{x \to 0} \frac{\sin x}{x} → (limit x [0] (divide (sin x) x))
\lim_{x \to 0^+} x → (limit x [0 1] x)
\langle (1, 0), x \rangle → (inner (matrix 2 1 1 0) x)
\Theta(\boldsymbol{q}) → (call \Theta \boldsymbol{q})
\lim_{x \uparrow 1} x → (limit x [1 -1] x)
\mathbb{E}[x]                 → (expectation x)
\mathbb{E}_{x,y}[xy]          → (expectation (multiply x y) x y)

\begin{cases} 1, & x > 0 \\ 0, & x \le 0 \end{cases}             → (cases 1 (greater x 0) 0 (less_equal x 0))
\begin{cases} 1 & 0 < x < 1 \\ 0 & \text{otherwise} \end{cases}  → (cases 1 (both (less 0 x) (less x 1)) 0)
\begin{cases} 1 & \text{若}\ x>0 \\ 0 & \text{否则} \end{cases}    → (cases 1 (greater x 0) 0)
\begin{cases} 1 & 当 x>0 \\ 0 & \text{其他} \end{cases}           → (cases 1 (greater x 0) 0)
\mathbb{1}_{x > 0}            → (indicator (greater x 0))
\mathbb{1}\left[i = j\right]  → (indicator (equal i j))
\delta_{ij}                   → (delta i j)

12800                         → 12800
12,800                        → 12800
12{,}800                      → 12800
f(12,800)                     → (call f 12 800)
.5                            → 1/2
0.340                         → 17/50
34\%                          → 17/50
x\%                           → (divide x 100)
5.9 \times 10^5               → (multiply 59/10 (power 10 5))
\color{red}{x} + \boxed{y}    → (add x y)
"""


@pytest.mark.parametrize(("latex", "meaning"), table(MEANINGS))
def test_meaning(latex: str, meaning: str) -> None:
    assert written(read(latex).term) == meaning


# LaTeX → the ambiguity that is reported: the other meaning ("—": it has none)
SECOND_READINGS = r"""
a/2b                  → slash: (divide a (multiply 2 b))
a(b)                  → application: (multiply a b)
f(x+1)                → application: (multiply f (add x 1))
f^2(x)                → application: (multiply (power f 2) x)
f^n(x)                → iterate: —
\sigma(x)             → sigma: (call \sigma x)
\sin 2x               → argument: (multiply (sin 2) x)
\sin(x) y             → argument after brackets: (sin (multiply x y))
\sin x/2              → argument with a slash: (sin (divide x 2))
x^i                   → superscript: (index x^{} i)
\sum_{i=1}^n x_i + y_i → scope of the sum: (sum i [1 n] (add (index x i) (index y i)))
\sum_{i < j} a_{ij}   → second index under the sum: (sum i [] (sum j [] (cases (index a i j) (less i j) 0)))
\frac{d}{dx} y x      → scope of the derivative: (multiply (derivative y x) x)
\frac{dy}{d\log x}    → differential: —
34\%                  → percentage points: 34
175B                  → magnitude: 175000000000
1e-3                  → scientific notation: 1/1000
2\frac{1}{2}          → mixed number: 5/2
"""


@pytest.mark.parametrize(("latex", "other"), table(SECOND_READINGS))
def test_what_can_be_read_in_two_ways_says_so(latex: str, other: str) -> None:
    name, _, meaning = other.partition(": ")
    assert name in read(latex).ambiguities
    choices = frozenset([name])
    if meaning == "—":
        with pytest.raises(UnreadError):
            read(latex, choices=choices)
    else:
        assert written(read(latex, choices=choices).term) == meaning


@pytest.mark.parametrize(
    "latex", ["a/(2b)", r"\frac{a}{2b}", r"\sin(2x)", "x_i", "x^2", "3e^2", "1 + 2", "f(x, y)"]
)
def test_what_can_be_read_in_one_way_is_not_doubted(latex: str) -> None:
    assert not read(latex).ambiguities


def test_second_readings_are_each_alone_and_then_in_pairs() -> None:
    first = Conventions()
    found = second_readings(first, frozenset(["slash", "sigma", "argument"]))
    assert [sorted(c.choices) for c in found[:4]] == [
        ["argument"],
        ["sigma"],
        ["slash"],
        ["argument", "sigma"],
    ]
    assert len(second_readings(first, frozenset("abcdefgh"))) == 8


def test_a_post_decides_what_its_symbols_are() -> None:
    assert written(read("a(b+c)", functions=FunctionLetters(frozenset("a"))).term) == "(call a (add b c))"
    assert written(read("e^{ix}").term) == "(exp (multiply i x))"
    assert (
        written(read("e^{ix}", constants=Constants(imaginary=True)).term)
        == "(exp (multiply (imaginary_unit) x))"
    )
    assert (
        written(read(r"\sigma(x)", functions=FunctionLetters(frozenset([r"\sigma"]))).term)
        == r"(call \sigma x)"
    )


# LaTeX → the culprit that is named: the place that is shown
UNREAD = r"""
a \cup b                      → \cup: \cup
a \pm b                       → \pm: \pm
a, b                          → ,: ,
x + \frac{x^2}{2} + \cdots      → …: \cdots
\nabla (f + g)                → \nabla without a variable: \nabla
\partial_i f                  → \partial_{…}: \partial
f^{-2}(x)                     → f^{…}(…): f
\sec^{-1} x                   → \sec^{-1}: \sec
\{a, b\}                      → \{…\}: \{a, b\}
[A, B]                        → […]: [A, B]
[a, b, c]                     → […]: [a, b, c]
[0, 1)                        → […): )
(a                            → (: (
a)                            → ): )
\sum (a + b)                  → \sum without an index: \sum
\int_a^b x                    → \int without differential: \int
\frac{d^n y}{dx^n}            → derivative of order n: d^n
x y z|_{0}^{1}                → |_{…}: |_{0}^{1}
\overline{xy}                 → \overline: \overline{xy}
1.2.3                         → .3: .3
x +                           → nothing after an operator: +
\sin                          → function without argument: \sin
\begin{cases} 1 \\ 0 & x = 0 \end{cases} → case without condition: 1
\text{新的参数} + 1             → 新的参数: \text{新的参数}
当 x                           → 当: 当
"""


@pytest.mark.parametrize(("latex", "expected"), table(UNREAD))
def test_what_has_no_meaning_is_named_and_shown(latex: str, expected: str) -> None:
    culprit, _, shown = expected.rpartition(": ")
    with pytest.raises(UnreadError) as caught:
        read(latex)
    error = caught.value
    assert (error.culprit, latex[error.span.start : error.span.end].strip()) == (culprit, shown)
    assert error.reason == "unread"


def test_a_fault_of_the_formula_is_no_fault_of_the_reader() -> None:
    with pytest.raises(UnreadError) as caught:
        read(r"a + \foo{b}")
    assert caught.value.reason == "not-mathematics"


@pytest.mark.parametrize(
    ("latex", "places"), [("2", None), ("0.340", 3), (r"34\%", 2), (r"0.5\%", 3), ("12,800", None)]
)
def test_decimals_are_kept_as_written(latex: str, places: int | None) -> None:
    number = read(latex).term
    assert isinstance(number, Number)
    assert number.places == places


def test_a_term_knows_where_it_was_read() -> None:
    latex = r"\alpha + \sin x"
    shown = {written(t): latex[t.origin.start : t.origin.end] for t in subterms(read(latex).term)}
    assert shown[r"\alpha"] == r"\alpha"
    assert shown["x"] == "x"
    assert shown["(sin x)"] == r"\sin"
