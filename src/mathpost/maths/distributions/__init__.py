r"""Named distributions, one family per file: spellings, support and density.

A distribution is a row of LaTeX. `elaboration.chance.named_laws` reads its density like any formula of a post, so that
``\mathcal{N}(x; \mu, \sigma^2)`` equals ``\frac{1}{\sqrt{2\pi\sigma^2}}e^{-(x-\mu)^2/2\sigma^2}`` in every method, and an
expectation under a named law is an integral or a sum over its support. The files of this folder are found automatically, in
name order; each defines ``DISTRIBUTIONS``. Duplicate names or spellings raise an error.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from mathpost.maths.operators import Law
from mathpost.maths.terms.term import Apply, Number, Term

Domain = Literal["real", "positive", "unit", "size"]


class ClosedForms(NamedTuple):
    r"""Closed forms of a distribution, in LaTeX: `moments` are the means of ``x, x^2, …``, for a column mean and covariance.

    `cumulative`: the probability of outcomes up to ``x``. `cumulants`: the logarithm of the mean of ``e^{tx}``, for a column
    that of ``e^{t^\top x}``.
    """

    moments: tuple[str, ...] = ()
    cumulative: str | None = None
    cumulants: str | None = None


class Entries(NamedTuple):
    """The entries of an outcome that is a column (`columns`) or a list.

    `marginal`: for a list, the name of the distribution of its ``i``-th entry, and its parameters; `covariance`: that of the
    entries ``i`` and ``j``. `spherical`: the density of a column of `n` entries with covariance `v` times the identity, at the
    distance vector `x` from its mean.
    """

    columns: bool = False
    marginal: tuple[str, tuple[str, ...]] | None = None
    covariance: str | None = None
    spherical: str | None = None


class Spellings(NamedTuple):
    r"""The spellings of a name, as a word without ``\text`` or with its alphabet; `short` ones count after ``\sim`` only."""

    usual: tuple[str, ...] = ()
    short: tuple[str, ...] = ()


NOTHING_CLOSED = ClosedForms()
UNSPELLED = Spellings()
ONE_NUMBER = Entries()


@dataclass(frozen=True, slots=True)
class Distribution:
    """One distribution in one parametrisation.

    `parameters`: in order, as symbols of `density`, which is the density or mass at ``x``. `support`: its bounds in LaTeX, of
    integers if `kind` is discrete; empty if it depends on the number of parameters. `domains`: the domain of each parameter.
    `alternative`: the name of the same distribution in the other common parametrisation (rate or scale, variance or deviation).
    `laws` are true, `slips` are common errors.
    """

    name: str
    parameters: tuple[str, ...]
    density: str
    support: tuple[str, ...]
    domains: tuple[Domain, ...]
    kind: Literal["continuous", "discrete"] = "continuous"
    closed: ClosedForms = NOTHING_CLOSED
    spellings: Spellings = UNSPELLED
    alternative: str | None = None
    entries: Entries = ONE_NUMBER
    laws: tuple[Law, ...] = ()
    slips: tuple[Law, ...] = ()

    @property
    def arrays(self) -> bool:
        """Whether the outcome is a column."""
        return self.entries.columns

    def shown_by(self, parameters: Sequence[Term]) -> bool:
        r"""Whether `parameters` decide the parametrisation, or agree in both: a deviation is not written as ``\sigma^2``."""
        match parameters:
            case (*_, Number(value=value)) if value == 1 and self.name in ("normal", "exponential", "gamma"):
                return True
            case (_, Apply(operator="power", arguments=(_, Number(value=exponent)))):
                return self.name == "normal" and exponent == 2
        return False


class DuplicateDistributionError(ValueError):
    """Two distributions have the same name or spelling."""


@cache
def registry() -> MappingProxyType[str, Distribution]:
    """All distributions by name.

    Raises:
        DuplicateDistributionError: a name occurs twice.
    """
    found: dict[str, Distribution] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda m: m.name):
        for distribution in importlib.import_module(f"{__name__}.{module.name}").DISTRIBUTIONS:
            if distribution.name in found:
                raise DuplicateDistributionError(distribution.name)
            found[distribution.name] = distribution
    return MappingProxyType(found)


@cache
def spelled(*, short: bool = False) -> MappingProxyType[str, str]:
    r"""Spelling → name of the distribution; `short`: also the spellings that are names after ``\sim`` only.

    Raises:
        DuplicateDistributionError: a spelling occurs twice.
    """
    found: dict[str, str] = {}
    for distribution in registry().values():
        for spelling in (*distribution.spellings.usual, *(distribution.spellings.short if short else ())):
            if spelling in found:
                raise DuplicateDistributionError(spelling)
            found[spelling] = distribution.name
    return MappingProxyType(found)


__all__ = [
    "ClosedForms",
    "Distribution",
    "DuplicateDistributionError",
    "Entries",
    "Spellings",
    "registry",
    "spelled",
]
