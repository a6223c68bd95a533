"""The gamma function and related functions: DLMF chapters 5 and 8."""

from __future__ import annotations

from collections.abc import Callable

from mathpost.maths import values
from mathpost.maths.analysis.analytic import analytic
from mathpost.maths.operators import Law, Notation, Operator
from mathpost.maths.values import Scalar, UndefinedError, Value

WORDS = (
    "gamma function",
    "Gamma function",
    "beta function",
    "伽马函数",
    "伽玛函数",
    "Beta 函数",
    "digamma function",
    "Pochhammer",
)
# laws whose means are expressed with these functions
SETTINGS = (
    "amma distribution", "eta distribution", "Dirichlet", "伽马分布", "伽玛分布", "Gamma分布", "Gamma 分布", "Beta分布", "Beta 分布",
    r"\mathrm{Gam", r"\text{Gam", r"\operatorname{Gam", r"\mathrm{Bet", r"\text{Bet", r"\operatorname{Bet",
)  # fmt: skip
NAMED = "the gamma function, the beta function and their relatives"


def _polygamma(order: Value, z: Value) -> Value:
    return values.polygamma(values.integer(order, "order of the polygamma function"))(z)


log_gamma = analytic("log-gamma", lambda z: z.lgamma(), {0: values.digamma})
reciprocal_gamma: Callable[..., Value] = analytic(
    "1/Γ",
    lambda z: z.rgamma(),
    {0: lambda z: values.negate(values.multiply(reciprocal_gamma(z), values.digamma(z)))},
)


def _beta(a: Value, b: Value) -> Value:
    top = values.multiply(values.gamma(a), values.gamma(b))
    return values.multiply(top, reciprocal_gamma(values.add(a, b)))


def _density(a: Value, z: Value) -> Value:
    """z^{a-1} e^{-z}"""
    return values.multiply(values.power(z, values.add(a, -1)), values.exp(values.negate(z)))


upper_gamma = analytic(
    "Γ(a, z)", lambda a, z: z.gamma_upper(a), {1: lambda a, z: values.negate(_density(a, z))}, estimated=True
)
lower_gamma = analytic("γ(a, z)", lambda a, z: z.gamma_lower(a), {1: _density}, estimated=True)
lower_ratio = analytic("P(a, z)", lambda a, z: z.gamma_lower(a, 1), estimated=True)
upper_ratio = analytic("Q(a, z)", lambda a, z: z.gamma_upper(a, 1), estimated=True)
entire_gamma = analytic("γ*(a, z)", lambda a, z: z.gamma_lower(a, 2), estimated=True)
lower_beta = analytic("B_x(a, b)", lambda x, a, b: x.beta_lower(a, b), estimated=True)
beta_ratio = analytic("I_x(a, b)", lambda x, a, b: x.beta_lower(a, b, 1), estimated=True)
barnes_g = analytic("Barnes function", lambda z: z.barnes_g(), estimated=True)
log_barnes_g = analytic("logarithm of the Barnes function", lambda z: z.log_barnes_g(), estimated=True)


def rising(a: Value, n: Value) -> Value:
    """(a)_n = a (a + 1) … (a + n − 1), also for n that is not a natural number."""
    if isinstance(n, int) and 0 <= n <= 512:
        product: Value = 1
        for k in range(n):
            product = values.multiply(product, values.add(a, k))
        return product
    return values.multiply(values.gamma(values.add(a, n)), reciprocal_gamma(a))


def falling(a: Value, n: Value) -> Value:
    """a (a − 1) … (a − n + 1)"""
    return rising(values.add(values.add(a, values.negate(n)), 1), n)


def double_factorial(n: Scalar) -> Scalar:
    n = values.integer(n, "double factorial")
    if n < -1 or n > 400:
        raise UndefinedError("double factorial")
    product = 1
    for k in range(n, 1, -2):
        product *= k
    return product


EXACT = 8  # factors beyond which exact fractions grow too long
LONGEST = 4000


def q_rising(*arguments: Value) -> Value:
    """(a_1, …, a_r; q)_n: the arguments are a_1, …, a_r, q and n."""
    *tops, q, n = arguments
    count = values.integer(n, "q-Pochhammer symbol")
    if abs(count) > LONGEST:
        raise UndefinedError("q-Pochhammer symbol")
    if abs(count) > EXACT:
        *tops, q = map(values.ball, (*tops, q))
    product: Value = 1
    for a in tops:
        for k in range(count) if count >= 0 else range(count, 0):
            factor = values.add(1, values.negate(values.multiply(a, values.power(q, k))))
            product = values.multiply(product, factor) if count >= 0 else values.divide(product, factor)
    return product


def q_rising_endless(*arguments: Value) -> Value:
    """(a_1, …, a_r; q)_∞ for |q| < 1; the truncation error of the product widens the ball."""
    *tops, q = arguments
    if not values.size(q) < 0.97:
        raise UndefinedError("endless q-Pochhammer symbol")
    count = 8
    while values.size(q) ** count > 1e-25:
        count *= 2
    product = q_rising(*tops, q, count)
    return values.widened(product, 1e-20 * (1 + values.size(product)))


def _handbook(*signatures: str, distinctive: bool = True) -> tuple[Notation, ...]:
    return tuple(Notation(s, distinctive=distinctive) for s in signatures)


def _law(latex: str, given: str = "") -> Law:
    return Law(latex, given, NAMED)


OPERATORS = (
    Operator(
        "gamma",
        values.gamma,
        spellings=("Gamma",),
        laws=(Law(r"\Gamma(x + 1) = x\Gamma(x)", "x > 0"), Law(r"\Gamma(\frac{1}{2}) = \sqrt{\pi}")),
        slips=(Law(r"\Gamma(x + 1) = (x + 1)\Gamma(x)", "x > 0"),),
    ),
    Operator(
        "polygamma",
        _polygamma,
        notations=_handbook(r"\psi^(.)(.)"),
        integers=(0,),
        laws=(_law(r"\psi^{(1)}(x + 1) = \psi^{(1)}(x) - \frac{1}{x^2}", "x > 0"),),
        slips=(_law(r"\psi^{(1)}(x + 1) = \psi^{(1)}(x) + \frac{1}{x^2}", "x > 0"),),
    ),
    Operator(
        "digamma",
        values.digamma,
        spellings=("digamma",),
        notations=_handbook(r"\psi(.)", distinctive=False),
        laws=(_law(r"\psi(x + 1) = \psi(x) + \frac{1}{x}", "x > 0"), _law(r"\frac{d}{dx}\left(\log\Gamma(x)\right) = \psi(x)", "x > 0")),
        slips=(_law(r"\psi(x + 1) = \psi(x) + x", "x > 0"),),
    ),
    Operator("log_gamma", log_gamma, laws=(_law(r"\log\Gamma(x + 1) = \log\Gamma(x) + \log x", "x > 0"),), may_refute=False),
    Operator(
        "beta",
        _beta,
        notations=_handbook(r"\text{B}(..)", r"B(..)", distinctive=False),
        laws=(_law(r"\mathrm{B}(a, b) = \frac{\Gamma(a)\Gamma(b)}{\Gamma(a + b)}", "a > 0 , b > 0"), _law(r"B(a, b) = \int_{0}^{1} t^{a-1} (1-t)^{b-1} \,dt", "a > 0 , b > 0")),
        slips=(_law(r"\mathrm{B}(a, b + 1) = \mathrm{B}(a, b) \frac{a}{a + b}", "a > 0 , b > 0"),),
    ),
    Operator(
        "upper_gamma",
        upper_gamma,
        notations=_handbook(r"\Gamma(..)"),
        laws=(_law(r"\Gamma(a + 1, x) = a\Gamma(a, x) + x^a e^{-x}", "a > 0 , x > 0"),),
        slips=(_law(r"\Gamma(a + 1, x) = a\Gamma(a, x) - x^a e^{-x}", "a > 0 , x > 0"),),
    ),
    Operator(
        "lower_gamma",
        lower_gamma,
        notations=_handbook(r"\gamma(..)"),
        laws=(_law(r"\gamma(a, x) + \Gamma(a, x) = \Gamma(a)", "a > 0 , x > 0"),),
        slips=(_law(r"\gamma(a + 1, x) = a\gamma(a, x) + x^a e^{-x}", "a > 0 , x > 0"),),
    ),
    Operator("lower_ratio", lower_ratio, notations=_handbook("P(..)", distinctive=False), laws=(_law(r"P(a, x) = \frac{\gamma(a, x)}{\Gamma(a)}", "a > 0 , x > 0"),), may_refute=False),
    Operator("upper_ratio", upper_ratio, notations=_handbook("Q(..)", distinctive=False), laws=(_law(r"P(a, x) + Q(a, x) = 1", "a > 0 , x > 0"),), may_refute=False),
    Operator("entire_gamma", entire_gamma, notations=_handbook(r"\gamma^*(..)"), laws=(_law(r"\gamma^{*}(a, x) = x^{-a} P(a, x)", "a > 0 , x > 0"),), may_refute=False),
    Operator("lower_beta", lower_beta, notations=_handbook(r"\text{B}_.(..)"), laws=(_law(r"\mathrm{B}_{x}(a, b) = \int_{0}^{x} t^{a-1} (1-t)^{b-1} \,dt", r"a > 0 , b > 0 , x \in (0, 1)"),), may_refute=False),
    Operator("beta_ratio", beta_ratio, notations=_handbook("I_.(..)"), laws=(_law(r"I_{x}(a, b) = 1 - I_{1-x}(b, a)", r"a > 0 , b > 0 , x \in (0, 1)"),), may_refute=False),
    Operator("barnes_g", barnes_g, notations=_handbook("G(.)", distinctive=False), laws=(Law(r"G(x + 1) = \Gamma(x) G(x)", "x > 0", "the Barnes G-function, with the gamma function"),), may_refute=False),
    Operator("log_barnes_g", log_barnes_g, laws=(), may_refute=False),
    Operator(
        "rising",
        rising,
        laws=(_law(r"(a)_{n} = \frac{\Gamma(a + n)}{\Gamma(a)}", "a > 0"), _law("(a)_{n+1} = a (a + 1)_{n}", "a > 0")),
        slips=(_law("(a)_{n+1} = (a)_{n} a", "a > 0"),),
    ),
    Operator("falling", falling, laws=(), may_refute=False),
    Operator(
        "double_factorial",
        double_factorial,
        integers=(0,),
        laws=(Law("(2n)!! = 2^n n!"), Law("(2n + 1)!! = (2n + 1)(2n - 1)!!")),
        slips=(Law("(2n)!! = 2^n (2n)!"),),
    ),
    Operator("q_rising", q_rising, laws=(_law(r"(a; q)_{n+1} = (1 - a q^n) (a; q)_{n}", r"q \in (0, 1)"),), may_refute=False),
    Operator("q_rising_endless", q_rising_endless, laws=(_law(r"(a; q)_{\infty} = (1 - a) (aq; q)_{\infty}", r"q \in (0, 1)"),), may_refute=False),
)  # fmt: skip
