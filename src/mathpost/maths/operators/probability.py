"""Averages and densities over a finite world: exact weighted sums.

Every random variable of a claim takes a few values; laws of one world are consistent with each other, so that Bayes'
rule, marginals, conditionals and moments are identities between finite sums (`mathpost.verify.worlds`).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise, product

from mathpost.maths import values
from mathpost.maths.analysis import known_columns
from mathpost.maths.analysis.scope import Scope
from mathpost.maths.operators import Law, Operator
from mathpost.maths.terms.outcomes import ANY_LAW
from mathpost.maths.terms.polynomials import degree
from mathpost.maths.terms.term import Apply, Bind, Term
from mathpost.maths.values import Value


def _expectation(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """The expectation of a body, over the random variables if the post names them."""
    body, *named = arguments
    return scope.average(body, None, tuple(named), ())


def _average(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """The average of a body under a law, over heads (none: all random variables), under conditions."""
    body, law, heads, given = arguments
    assert isinstance(heads, Apply)
    assert isinstance(given, Apply)
    return scope.average(body, law, heads.arguments, given.arguments)


def _density(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """The density of heads under a law, under conditions."""
    law, heads, given = arguments
    assert isinstance(heads, Apply)
    assert isinstance(given, Apply)
    return scope.probability(law, heads.arguments, given.arguments)


def _variance(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """E[X²] - E[X]²; of a column, the covariance matrix."""
    body, *named = arguments
    return _covariance((body, body, *named), scope)


def _covariance(arguments: tuple[Term, ...], scope: Scope) -> Value:
    first, second, *named = arguments
    return _comoment((first, second, ANY_LAW, Apply("heads", tuple(named)), NO_ONE), scope)


def _comoment(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """E[XY] - E[X]E[Y] under a law and conditions; for two vectors, the covariance matrix of their entries."""
    first, second, *known = arguments

    def mean(of: Term) -> Value:
        return scope.value(_averaged(of, *known))

    of_first = mean(first)
    of_second = of_first if second is first or second == first else mean(second)
    lies, stands = _is_row(of_first), isinstance(of_second, values.Array) and not _is_row(of_second)
    product = mean(_product(first, second, lies, stands))
    of_first = values.transpose(of_first) if lies else of_first
    of_second = values.transpose(of_second) if stands else of_second
    return values.add(product, values.negate(values.multiply(of_first, of_second)))


@lru_cache(maxsize=1024)
def _averaged(body: Term, law: Term, heads: Term, given: Term) -> Term:
    """The average of `body` as a term, whose value a scope remembers for all covariances that ask for it."""
    return Apply("average", (body, law, heads, given))


@lru_cache(maxsize=1024)
def _product(first: Term, second: Term, lies: bool, stands: bool) -> Term:
    """The product of a column and a row: one term however often it is averaged."""
    return Apply("multiply", (_turned(first) if lies else first, _turned(second) if stands else second))


def _turned(side: Term) -> Term:
    return Apply("transpose", (side,))


def _is_row(value: Value) -> bool:
    return isinstance(value, values.Array) and len(value.shape) == 2 and value.shape[0] == 1


def _mean(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """The mean of a polynomial from the moments of its variable, exactly, by divided differences at 0, 1, 2, …"""
    bind = arguments[0]
    assert isinstance(bind, Bind)
    moments: list[Value] = [1, *map(scope.value, bind.bounds)]
    count = degree(bind.body, bind.variable.name) + 1
    differences = [scope.bind(bind.variable.name, k).value(bind.body) for k in range(count)]
    basis: list[Value] = [1]  # of x(x - 1)…(x - k + 1), by powers of x
    total: Value = None
    for k in range(count):
        mean = values.total(values.multiply(c, m) for c, m in zip(basis, moments, strict=False))
        part = values.multiply(mean, differences[0])
        total = part if total is None else values.add(total, part)
        differences = [
            values.divide(values.add(b, values.negate(a)), k + 1) for a, b in pairwise(differences)
        ]
        shifted = [values.multiply(-k, c) for c in basis]
        basis = [values.add(a, b) for a, b in zip([0, *basis], [*shifted, 0], strict=True)]
    return total


def _column_mean(arguments: tuple[Term, ...], scope: Scope) -> Value:
    """The mean of a function f of a column; if f is quadratic, f(μ) plus its second differences weighted by the covariance."""
    bind = arguments[0]
    assert isinstance(bind, Bind)
    mean, covariance = map(scope.value, bind.bounds)
    if not isinstance(covariance, values.Array):
        raise values.ShapeError("covariance that is not an array")
    if not isinstance(mean, values.Array) and values.is_exact(mean) and mean == 0:
        mean = values.Array(covariance.shape[:1], (0,) * covariance.shape[0])
    if not isinstance(mean, values.Array):
        raise values.ShapeError("mean that is not an array")
    if covariance.shape != (*mean.shape, *mean.shape):
        raise values.ShapeError("covariance of another size than the mean")
    if known_columns.rests_on_more_than_moments(bind):
        return known_columns.average(bind, mean, covariance, scope)
    size = mean.shape[0]

    def at(*steps: int) -> Value:
        entries = tuple(values.add(e, steps.count(k)) for k, e in enumerate(mean.entries))
        return scope.bind(bind.variable.name, values.Array(mean.shape, entries)).value(bind.body)

    middle = at()
    single = [values.add(at(k), values.negate(middle)) for k in range(size)]
    total = middle
    for (i, j), weight in zip(product(range(size), repeat=2), covariance.entries, strict=True):
        both = values.add(at(i, j), values.negate(middle))
        second = values.add(both, values.negate(values.add(single[i], single[j])))
        total = values.add(total, values.multiply(values.divide(weight, 2), second))
    return total


NO_ONE = Apply("given", ())

OPERATORS = (
    Operator(
        "mean",
        lazy=_mean,
        laws=(Law(r"\mathbb{E}[(X - \mu)^2] = \sigma^2", r"X \sim \mathcal{N}(\mu, \sigma^2)"),),
        slips=(Law(r"\mathbb{E}[(X - \mu)^2] = 2\sigma^2", r"X \sim \mathcal{N}(\mu, \sigma^2)"),),
    ),
    Operator(
        "column_mean",
        lazy=_column_mean,
        laws=(
            Law(
                r"\mathbb{E}[\boldsymbol{b}^\top\boldsymbol{x}] = \boldsymbol{b}^\top\boldsymbol{\mu}",
                r"\boldsymbol{x} \sim \mathcal{N}(\boldsymbol{\mu}, \boldsymbol{\Sigma})",
            ),
            Law(
                r"\mathbb{E}[\|\boldsymbol{y} + b\boldsymbol{x}\|^2] = \|\boldsymbol{y}\|^2 + b^2 \operatorname{tr}(\boldsymbol{\Sigma})",
                r"\boldsymbol{x} \sim \mathcal{N}(\boldsymbol{0}, \boldsymbol{\Sigma})",
            ),
        ),
        slips=(
            Law(
                r"\mathbb{E}[\boldsymbol{x}\boldsymbol{x}^\top] = \boldsymbol{\Sigma} - \boldsymbol{\mu}\boldsymbol{\mu}^\top",
                r"\boldsymbol{x} \sim \mathcal{N}(\boldsymbol{\mu}, \boldsymbol{\Sigma})",
            ),
        ),
    ),
    Operator(
        "expectation",
        lazy=_expectation,
        laws=(
            Law(r"\mathbb{E}[aX + b] = a\mathbb{E}[X] + b"),
            Law(r"\mathbb{E}[(X - c)^2] = \mathbb{E}[X^2] - 2c\mathbb{E}[X] + c^2"),
            Law(r"\mathbb{E}[X + Y] = \mathbb{E}[X] + \mathbb{E}[Y]"),
            Law(r"\mathbb{E}[\mathbb{E}[X | Y]] = \mathbb{E}[X]"),
        ),
        slips=(
            Law(r"\mathbb{E}[aX + b] = a\mathbb{E}[X] + ab"),
            Law(r"\mathbb{E}[(X - c)^2] = \mathbb{E}[X^2] - c^2"),
        ),
    ),
    Operator(
        "average",
        lazy=_average,
        laws=(
            Law(r"\mathbb{E}_{x \sim p}[f(x) + g(x)] = \mathbb{E}_{x \sim p}[f(x)] + \mathbb{E}_{x \sim p}[g(x)]"),
            Law(r"\mathbb{E}_{x \sim p(x)}[f(x)] = \sum_x p(x) f(x)"),
            Law(r"\mathbb{E}_{x \sim p}[f(x)] = \mathbb{E}_{x \sim q}\left[\frac{p(x)}{q(x)} f(x)\right]"),
            Law(r"\mathbb{E}_{z \sim q(z|x)}[\log p(x, z) - \log p(z|x)] = \log p(x)"),
        ),
        slips=(Law(r"\mathbb{E}_{x \sim p}[x^2] = \mathbb{E}_{x \sim q}\left[\frac{q(x)}{p(x)} x^2\right]"),),
    ),
    Operator(
        "density",
        lazy=_density,
        laws=(
            Law(r"p(z | x) = \frac{p(x | z) p(z)}{p(x)}"),
            Law(r"p(x, y | z) = p(x | y, z) p(y | z)"),
            Law(r"p(x) = \int p(x, z) \,dz"),
            Law(r"\sum_x p(x | y) = 1"),
            Law(r"P(X = x, Y = y) = P(X = x | Y = y) P(Y = y)"),
            Law(r"H(X, Y) = H(X) + H(Y|X)"),
            Law(r"I(X; Y) = H(X) - H(X|Y)"),
            Law(r"I(X; Y) = H(X) + H(Y) - H(X, Y)"),
            Law(r"\mathrm{KL}(p \| q) = \int p(x) \log \frac{p(x)}{q(x)} \,dx"),
            Law(r"H(p, q) = H(p) + \mathrm{KL}(p \| q)"),
            Law(r"D_{KL}(q(z|x) \| p(z|x)) = \log p(x) - \mathbb{E}_{z \sim q(z|x)}\left[\log \frac{p(x, z)}{q(z|x)}\right]"),
            Law(r"\mathrm{JS}(p \| q) = \frac{1}{2}\int p(x) \log \frac{2p(x)}{p(x) + q(x)} \,dx + \frac{1}{2}\int q(x) \log \frac{2q(x)}{p(x) + q(x)} \,dx"),
            Law(r"\mathrm{TV}(p, q) = \frac{1}{2} \int |p(x) - q(x)| \,dx"),
            Law(r"JS(p, q) = \frac{1}{2} KL\left(p \Vert \frac{p + q}{2}\right) + \frac{1}{2} KL\left(q \Vert \frac{p + q}{2}\right)"),
            Law(r"I(X; Y) = KL(p(x, y) \Vert p(x)p(y)) + H(X) - H(X)"),
            Law(r"BC(p, q) = \int \sqrt{p(x)q(x)} \,dx"),
            Law(r"BD(p, q) = -\log \int \sqrt{p(x)q(x)} \,dx"),
            Law(
                r"KL(\mathcal{N}(\mu, \sigma^2) \Vert \mathcal{N}(m, s^2)) = \log\frac{s}{\sigma} + \frac{\sigma^2 + (\mu - m)^2}{2s^2} - \frac{1}{2}",
                r"\sigma > 0$ and $s > 0",
            ),
            Law(r"KL(\mathrm{Bern}(a) \Vert \mathrm{Bern}(b)) = a\log\frac{a}{b} + (1 - a)\log\frac{1 - a}{1 - b}", r"a, b \in (0, 1)"),
            Law(r"\sum_x p(x|\theta) \frac{\partial}{\partial\theta} \log p(x|\theta) = 0"),
            Law(r"\int q(z|x) \log \frac{q(z|x)}{p(z|x)} \,dz = \int q(z|x) \log \frac{q(z|x)}{p(x,z)} \,dz + \log p(x)"),
        ),
        slips=(
            Law(r"p(z | x) = \frac{p(x | z) p(x)}{p(z)}"),
            Law(r"p(x, y | z) = p(x | z) p(y | x)"),
            Law(r"p(x | y) p(y) = p(y | x)"),
            Law(r"H(X, Y) = H(X) + H(X|Y)"),
            Law(r"H(p, q) = H(p) - \mathrm{KL}(p \| q)"),
            Law(r"\mathrm{KL}(p \| q) = \int p(x) \log \frac{q(x)}{p(x)} \,dx"),
            Law(r"\mathrm{KL}(p \| q) = \int q(x) \log \frac{p(x)}{q(x)} \,dx"),
            Law(r"KL\left[q(z) || p(z|x)\right] = \mathbb{E}_{z \sim q(z)}[\log q(z) - \log p(z, x)] - \log p(x)"),
            Law(r"BC(p \Vert q) = \int p(x) \sqrt{q(x)} \,dx"),
            Law(
                r"KL(\mathcal{N}(\mu, \sigma^2) \Vert \mathcal{N}(0, 1)) = \frac{1}{2}(\mu^2 + \sigma^2 - \log\sigma - 1)",
                r"\sigma > 0",
            ),
        ),
    ),
    Operator(
        "variance",
        lazy=_variance,
        laws=(
            Law(r"\operatorname{Var}(X) = \mathbb{E}[X^2] - (\mathbb{E}[X])^2"),
            Law(r"\operatorname{Var}(aX + b) = a^2 \operatorname{Var}(X)"),
            Law(r"\operatorname{Var}(X + Y) = \operatorname{Var}(X) + \operatorname{Var}(Y) + 2\operatorname{Cov}(X, Y)"),
        ),
        slips=(
            Law(r"\operatorname{Var}(X) = (\mathbb{E}[X])^2 - \mathbb{E}[X^2]"),
            Law(r"\operatorname{Var}(aX + b) = a \operatorname{Var}(X)"),
            Law(r"Var(X + Y) = Var(X) + Var(Y) - 2Cov(X, Y)"),
        ),
    ),
    Operator(
        "comoment",
        lazy=_comoment,
        laws=(
            Law(r"\operatorname{Var}(X | Y) = \mathbb{E}[X^2 | Y] - (\mathbb{E}[X | Y])^2"),
            Law(r"\operatorname{Cov}(X, Y | Z) = \mathbb{E}[XY | Z] - \mathbb{E}[X | Z]\mathbb{E}[Y | Z]"),
            Law(r"\operatorname{Var}(X) = \mathbb{E}[\operatorname{Var}(X | Y)] + \operatorname{Var}(\mathbb{E}[X | Y])"),
            Law(r"\operatorname{Cov}(X, Y) = \mathbb{E}[\operatorname{Cov}(X, Y | Z)] + \operatorname{Cov}(\mathbb{E}[X | Z], \mathbb{E}[Y | Z])"),
            Law(r"\operatorname{Var}_{x \sim p}[x] = \mathbb{E}_{x \sim p}[x^2] - \mathbb{E}_{x \sim p}[x]^2"),
        ),
        slips=(
            Law(r"\operatorname{Var}(X) = \mathbb{E}[\operatorname{Var}(X | Y)] - \operatorname{Var}(\mathbb{E}[X | Y])"),
            Law(r"\operatorname{Var}(X | Y) = \mathbb{E}[X^2 | Y] - \mathbb{E}[X | Y]"),
            Law(r"\operatorname{Cov}(X, X | Y) = \mathbb{E}[X | Y]^2 - \mathbb{E}[X^2 | Y]"),
        ),
    ),
    Operator(
        "covariance",
        lazy=_covariance,
        laws=(
            Law(r"\operatorname{Cov}(X, Y) = \mathbb{E}[XY] - \mathbb{E}[X]\mathbb{E}[Y]"),
            Law(r"\operatorname{Cov}(aX + b, Y) = a\operatorname{Cov}(X, Y)"),
            Law(r"\operatorname{Cov}(X, X) = \operatorname{Var}(X)"),
        ),
        slips=(Law(r"\operatorname{Cov}(aX + b, Y) = a\operatorname{Cov}(X, Y) + b"),),
    ),
)  # fmt: skip
