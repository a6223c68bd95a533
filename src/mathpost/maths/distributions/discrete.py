"""Distributions on the integers."""

from __future__ import annotations

from mathpost.maths.distributions import ClosedForms, Distribution, Spellings
from mathpost.maths.operators import Law

DISTRIBUTIONS = (
    Distribution(
        "bernoulli",
        ("p",),
        r"p^x (1 - p)^{1 - x}",
        ("0", "1"),
        ("unit",),
        "discrete",
        closed=ClosedForms(moments=("p", "p", "p", "p"), cumulants=r"\log(1 - p + pe^t)"),
        spellings=Spellings(usual=("Bern", "Bernoulli", "Ber")),
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
        closed=ClosedForms(moments=("np", "np(1 - p) + n^2p^2"), cumulants=r"n\log(1 - p + pe^t)"),
        spellings=Spellings(usual=("Bin", "Binomial", "Binom"), short=("B", r"\mathcal{B}")),
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
        closed=ClosedForms(
            moments=(
                r"\lambda",
                r"\lambda + \lambda^2",
                r"\lambda + 3\lambda^2 + \lambda^3",
                r"\lambda + 7\lambda^2 + 6\lambda^3 + \lambda^4",
            ),
            cumulants=r"\lambda(e^t - 1)",
        ),
        spellings=Spellings(usual=("Poiss", "Pois", "Poisson", "Poi", "Po")),
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
        closed=ClosedForms(
            moments=(r"\frac{1}{p}", r"\frac{2 - p}{p^2}"),
            cumulants=r"t + \log(p) - \log(1 - (1 - p)e^t)",
        ),
        spellings=Spellings(usual=("Geom", "Geo", "Geometric")),
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
        closed=ClosedForms(
            moments=(r"\frac{1 - p}{p}", r"\frac{(1 - p)(2 - p)}{p^2}"),
            cumulants=r"\log(p) - \log(1 - (1 - p)e^t)",
        ),
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
