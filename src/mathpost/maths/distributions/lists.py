"""Distributions of lists of numbers, and of one place in a list."""

from __future__ import annotations

from mathpost.maths.distributions import Distribution, Entries, Spellings
from mathpost.maths.operators import Law

DISTRIBUTIONS = (
    Distribution(
        "categorical",
        ("p",),
        r"\sum_i p_i \mathbb{1}[i = x]",
        (),
        ("unit",),
        "discrete",
        spellings=Spellings(usual=("Cat", "Categorical")),
        laws=(
            Law(r"P(X = k) = p_k", r"X \sim \mathrm{Cat}(p)"),
            Law(r"\mathbb{E}[X] = \sum_i i p_i", r"X \sim \mathrm{Cat}(p)"),
            Law(r"\mathbb{E}[X^2] = \sum_i i^2 p_i", r"X \sim \mathrm{Categorical}(p)"),
        ),
        slips=(
            Law(r"P(X = k) = p_k^2", r"X \sim \mathrm{Cat}(p)"),
            Law(r"\mathbb{E}[X] = \sum_i p_i", r"X \sim \mathrm{Cat}(p)"),
            Law(r"\mathbb{E}[X^2] = \sum_i i p_i", r"X \sim \mathrm{Cat}(p)"),
        ),
    ),
    Distribution(
        "multinomial",
        ("n", "p"),
        r"\frac{n!}{\prod_i x_i!} \prod_i p_i^{x_i}",
        (),
        ("size", "unit"),
        "discrete",
        spellings=Spellings(usual=("Mult", "Multinomial", "Multi")),
        entries=Entries(marginal=("binomial", ("n", "p_i")), covariance=r"n p_i(\delta_{ij} - p_j)"),
        laws=(
            Law(r"\mathbb{E}[X_i] = np_i", r"X \sim \mathrm{Mult}(n, p)"),
            Law(r"\operatorname{Var}(X_i) = np_i(1 - p_i)", r"X \sim \mathrm{Mult}(n, p)"),
            Law(r"P(X_i = k) = \binom{n}{k} p_i^k (1 - p_i)^{n - k}", r"X \sim \mathrm{Mult}(n, p)"),
        ),
        slips=(
            Law(r"\mathbb{E}[X_i] = n^2p_i", r"X \sim \mathrm{Mult}(n, p)"),
            Law(r"\operatorname{Var}(X_i) = np_i(1 + p_i)", r"X \sim \mathrm{Mult}(n, p)"),
            Law(r"\mathbb{E}[X_i^2] = n^2p_i^2", r"X \sim \mathrm{Mult}(n, p)"),
        ),
    ),
    Distribution(
        "Dirichlet",
        (r"\alpha",),
        r"\frac{\Gamma(\sum_i \alpha_i)}{\prod_i \Gamma(\alpha_i)} \prod_i x_i^{\alpha_i - 1}",
        (),
        ("positive",),
        spellings=Spellings(usual=("Dir", "Dirichlet")),
        entries=Entries(
            marginal=("beta", (r"\alpha_i", r"\sum_k \alpha_k - \alpha_i")),
            covariance=r"\frac{\alpha_i(\delta_{ij}\sum_k \alpha_k - \alpha_j)}{(\sum_k \alpha_k)^2(\sum_k \alpha_k + 1)}",
        ),
        laws=(
            Law(r"\mathbb{E}[X_i] = \frac{\alpha_i}{\sum_j \alpha_j}", r"X \sim \mathrm{Dir}(\alpha)"),
            Law(
                r"\operatorname{Var}(X_i) = \frac{\alpha_i(\sum_j \alpha_j - \alpha_i)}{(\sum_j \alpha_j)^2(\sum_j \alpha_j + 1)}",
                r"X \sim \mathrm{Dir}(\alpha)",
            ),
            Law(
                r"\mathbb{E}[X_i^2] = \frac{\alpha_i(\alpha_i + 1)}{(\sum_j \alpha_j)(\sum_j \alpha_j + 1)}",
                r"X \sim \mathrm{Dir}(\alpha)",
            ),
        ),
        slips=(
            Law(r"\mathbb{E}[X_i] = \frac{\alpha_i}{\sum_j \alpha_j + 1}", r"X \sim \mathrm{Dir}(\alpha)"),
            Law(
                r"\operatorname{Var}(X_i) = \frac{\alpha_i(\sum_j \alpha_j - \alpha_i)}{(\sum_j \alpha_j)^2}",
                r"X \sim \mathrm{Dir}(\alpha)",
            ),
            Law(
                r"\mathbb{E}[X_i^2] = \frac{\alpha_i^2}{(\sum_j \alpha_j)(\sum_j \alpha_j + 1)}",
                r"X \sim \mathrm{Dir}(\alpha)",
            ),
        ),
    ),
)
