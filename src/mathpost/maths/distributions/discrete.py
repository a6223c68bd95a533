"""Distributions on the integers."""

from __future__ import annotations

from mathpost.maths.distributions import Distribution
from mathpost.maths.operators import Law

DISTRIBUTIONS = (
    Distribution(
        "bernoulli",
        ("p",),
        r"p^x (1 - p)^{1 - x}",
        ("0", "1"),
        ("unit",),
        "discrete",
        ("p", "p", "p", "p"),
        spellings=("Bern", "Bernoulli", "Ber"),
        laws=(
            Law(r"\mathbb{E}[X] = p", r"X \sim \mathrm{Bern}(p)"),
            Law(r"\operatorname{Var}(X) = p(1 - p)", r"X \sim \mathrm{Bern}(p)"),
            Law(r"\mathbb{E}[X^2] = p", r"X \sim \mathrm{Bernoulli}(p)"),
            Law(r"\mathbb{E}[e^{tX}] = 1 - p + pe^t", r"X \sim \mathrm{Bern}(p)"),
        ),
        slips=(
            Law(r"\operatorname{Var}(X) = p(1 + p)", r"X \sim \mathrm{Bern}(p)"),
            Law(r"\mathbb{E}[X^2] = p^2", r"X \sim \mathrm{Bern}(p)"),
            Law(r"\mathbb{E}[e^{tX}] = p + (1 - p)e^t", r"X \sim \mathrm{Bern}(p)"),
        ),
    ),
    Distribution(
        "binomial",
        ("n", "p"),
        r"\binom{n}{x} p^x (1 - p)^{n - x}",
        ("0", "n"),
        ("size", "unit"),
        "discrete",
        ("np", "np(1 - p) + n^2p^2"),
        spellings=("Bin", "Binomial", "Binom"),
        short=("B", r"\mathcal{B}"),
        laws=(
            Law(r"\mathbb{E}[X] = np", r"X \sim \mathrm{Bin}(n, p)"),
            Law(r"\operatorname{Var}(X) = np(1 - p)", r"X \sim \mathrm{Bin}(n, p)"),
            Law(r"\mathbb{E}[X^2] = np(1 - p) + n^2p^2", r"X \sim \mathrm{Bin}(n, p)"),
            Law(r"\mathbb{E}[e^{tX}] = (1 - p + pe^t)^n", r"X \sim \mathrm{Bin}(n, p)"),
            Law(r"P(X = k) = \binom{n}{k} p^k (1 - p)^{n - k}", r"X \sim \mathrm{Bin}(n, p)"),
        ),
        slips=(
            Law(r"P(X = k) = \binom{n}{k} p^k (1 - p)^{k}", r"X \sim \mathrm{Bin}(n, p)"),
            Law(r"\mathbb{E}[X(X - 1)] = n^2p^2", r"X \sim \mathrm{Bin}(n, p)"),
            Law(r"\operatorname{Var}(X) = np(1 + p)", r"X \sim \mathrm{Bin}(n, p)"),
            Law(r"\operatorname{Var}(X) = n^2p(1 - p)", r"X \sim \mathrm{Bin}(n, p)"),
            Law(r"\mathbb{E}[X^2] = n^2p^2", r"X \sim \mathrm{Bin}(n, p)"),
        ),
    ),
    Distribution(
        "poisson",
        (r"\lambda",),
        r"\frac{\lambda^x e^{-\lambda}}{x!}",
        ("0", r"\infty"),
        ("positive",),
        "discrete",
        (
            r"\lambda",
            r"\lambda + \lambda^2",
            r"\lambda + 3\lambda^2 + \lambda^3",
            r"\lambda + 7\lambda^2 + 6\lambda^3 + \lambda^4",
        ),
        spellings=("Poiss", "Pois", "Poisson"),
        laws=(
            Law(r"P(X = k) = \frac{\lambda^k e^{-\lambda}}{k!}", r"X \sim \mathrm{Poisson}(\lambda)"),
            Law(r"\mathbb{E}[X] = \lambda", r"X \sim \mathrm{Poisson}(\lambda)"),
            Law(r"\operatorname{Var}(X) = \lambda", r"X \sim \mathrm{Poiss}(\lambda)"),
            Law(r"\mathbb{E}[X(X - 1)] = \lambda^2", r"X \sim \mathrm{Poisson}(\lambda)"),
            Law(r"\mathbb{E}[(X - \lambda)^3] = \lambda", r"X \sim \mathrm{Poisson}(\lambda)"),
        ),
        slips=(
            Law(r"P(X = k) = \frac{\lambda^k e^{\lambda}}{k!}", r"X \sim \mathrm{Poisson}(\lambda)"),
            Law(r"\mathbb{E}[X(X - 1)] = \lambda", r"X \sim \mathrm{Poisson}(\lambda)"),
            Law(r"\mathbb{E}[(X - \lambda)^3] = \lambda^2", r"X \sim \mathrm{Poisson}(\lambda)"),
            Law(r"\operatorname{Var}(X) = \lambda^2", r"X \sim \mathrm{Poisson}(\lambda)"),
            Law(r"\mathbb{E}[X^2] = \lambda^2", r"X \sim \mathrm{Poisson}(\lambda)"),
        ),
    ),
    Distribution(
        "geometric",
        ("p",),
        r"p (1 - p)^{x - 1}",
        ("1", r"\infty"),
        ("unit",),
        "discrete",
        (r"\frac{1}{p}", r"\frac{2 - p}{p^2}"),
        spellings=("Geom", "Geo", "Geometric"),
        alternative="geometric from zero",
        laws=(
            Law(r"\mathbb{E}[X] = \frac{1}{p}", r"X \sim \mathrm{Geom}(p)"),
            Law(r"\operatorname{Var}(X) = \frac{1 - p}{p^2}", r"X \sim \mathrm{Geom}(p)"),
        ),
        slips=(
            Law(r"\mathbb{E}[X] = \frac{1}{p^2}", r"X \sim \mathrm{Geom}(p)"),
            Law(r"\operatorname{Var}(X) = \frac{1 + p}{p^2}", r"X \sim \mathrm{Geom}(p)"),
        ),
    ),
    Distribution(
        "geometric from zero",
        ("p",),
        r"p (1 - p)^x",
        ("0", r"\infty"),
        ("unit",),
        "discrete",
        (r"\frac{1 - p}{p}", r"\frac{(1 - p)(2 - p)}{p^2}"),
        laws=(Law(r"\mathbb{E}[X] = \frac{1 - p}{p}", r"X \sim \mathrm{Geom}(p)"),),
    ),
    Distribution(
        "discrete uniform",
        ("a", "b"),
        r"\frac{1}{b - a + 1}",
        ("a", "b"),
        ("size", "size"),
        "discrete",
        laws=(Law(r"\mathbb{E}[X] = \frac{n + 1}{2}", r"X \sim \mathcal{U}(1, n)"),),
    ),
)
