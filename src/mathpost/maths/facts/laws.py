r"""Named laws that a post declares, ``X \sim \mathrm{Bin}(n, p)``: the variable, the distribution and its parameters."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from mathpost.latex.tree import Delimited, Node
from mathpost.maths import notation
from mathpost.maths.distributions import Distribution, registry
from mathpost.maths.elaboration.chance import averages, probability
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import RowReader
from mathpost.maths.elaboration.lists import sequences
from mathpost.maths.facts.domains import Bounds
from mathpost.maths.lexicon.parametrisations import told
from mathpost.maths.notation import Item
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.terms.outcomes import ANY_LAW
from mathpost.maths.terms.term import ONE, Apply, Term, Variable

PREFIX = "distribution "
TOLD = "told "  # prefix of the operator, if the post states which parametrisation it uses


class Declared(NamedTuple):
    r"""A random variable with its distribution, its parameters, and the step that states them.

    `indices`: of a family, the indices in the parameters; of a law stated as ``q(z|x) = \mathcal{N}(z; …)``, its density.
    """

    distribution: Distribution
    parameters: tuple[Term, ...]
    step: int
    indices: tuple[Term, ...] = ()

    @property
    def density(self) -> Apply | None:
        """The density by which the law is stated; None if it is stated otherwise."""
        stated = self.indices[0] if self.indices else None
        return stated if isinstance(stated, Apply) and stated.operator == "density" else None


def declaration(
    left: Sequence[Node], right: Sequence[Node], conventions: Conventions
) -> tuple[Term, Term] | None:
    r"""The symbol and the law of ``X \sim \mathcal{N}(\mu, \sigma^2)``, ``x_i \sim …``; None if the right side is no named law.

    For ``\theta | D \sim \mathrm{Beta}(a, b)``, the density of θ given D takes the place of the symbol.

    Raises:
        UnreadError: a parameter cannot be read.
    """
    names, row = _without_list(notation.items(left)), notation.without_stop(notation.items(right))
    if probability.bar(names) is not None:
        return _under_a_condition(names, row, conventions)
    if not names or not row or notation.name(names[0]) is None or len(names) > 2:
        return None
    symbol = RowReader(names, conventions).whole()
    if not isinstance(symbol, Variable) and not (isinstance(symbol, Apply) and symbol.operator == "index"):
        return None
    reader = RowReader(row, conventions)
    found = averages.distributed(reader, row, (symbol,), short=True)
    return None if found is None else (symbol, law(*found))


def _under_a_condition(
    names: list[Item], row: list[Item], conventions: Conventions
) -> tuple[Term, Term] | None:
    """The density of the symbol before the bar, given those after it, and its law; None if there is none."""
    before, after = probability.heads_and_given(names)
    if len(before) != 1 or not after:
        return None
    reader = RowReader(names, conventions)
    heads, given = probability.elements(reader, before), probability.elements(reader, after)
    named = isinstance(heads[0], Variable) or (isinstance(heads[0], Apply) and heads[0].operator == "index")
    found = averages.distributed(RowReader(row, conventions), row, heads, short=True) if named else None
    if found is None:
        return None
    return Apply("density", (ANY_LAW, Apply("heads", heads), Apply("given", given))), law(*found)


def _without_list(names: list[Item]) -> list[Item]:
    r"""The name of the whole list for ``(\theta_1, \dots, \theta_K)``; other names are unchanged."""
    inner = names[1:-1] if len(names) > 2 and notation.latex(names[0]) == "(" else []
    if len(names) == 1 and isinstance(names[0], Delimited):
        inner = notation.items(names[0].body, grouped=False)
    parts = split_at_commas(inner)
    heads = {notation.name(p[0]) for p in parts if p and not sequences.is_dots(p)}
    return [inner[0]] if len(heads) == 1 and any(map(sequences.is_dots, parts)) else names


def law(distribution: Distribution, parameters: tuple[Term, ...]) -> Term:
    """A distribution with its parameters, as a term for facts."""
    return Apply(PREFIX + distribution.name, parameters)


def declared(law: Term, indices: tuple[Term, ...], step: int, *, alternative: bool) -> Declared:
    """The declaration in a fact about a law; `law` is a term from `declaration`.

    `alternative`: the parameters are those of the other common parametrisation, such as scale for rate.
    """
    distribution, parameters = _parts(law)
    if alternative and distribution.alternative is not None and has_alternative(law):
        distribution = registry()[distribution.alternative]
    return Declared(distribution, parameters, step, indices)


def in_stated_parameters(law: Term, before: str, after: str) -> Term:
    """`law` in the parametrisation stated in the words around its declaration; unchanged if they state none."""
    distribution, parameters = _parts(law)
    other = told(distribution.name, before, after) if has_alternative(law) else None
    if other is None or distribution.alternative is None:
        return law
    return Apply(TOLD + PREFIX + (distribution.alternative if other else distribution.name), parameters)


def _parts(law: Term) -> tuple[Distribution, tuple[Term, ...]]:
    """The distribution and the parameters of a law in a fact."""
    assert isinstance(law, Apply)
    return registry()[law.operator.removeprefix(TOLD).removeprefix(PREFIX)], law.arguments


def has_alternative(law: Term) -> bool:
    """Whether the parametrisation of the law is ambiguous: another one is common, and neither words nor parameters decide."""
    distribution, parameters = _parts(law)
    said = isinstance(law, Apply) and law.operator.startswith(TOLD)
    return distribution.alternative is not None and not said and not distribution.shown_by(parameters)


def bounds(law: Term) -> list[Bounds]:
    """The domains of the symbols that are parameters of a law: rates are positive, probabilities between 0 and 1."""
    distribution, parameters = _parts(law)
    found = []
    for domain, parameter in zip(distribution.domains, parameters, strict=False):
        match parameter:
            case (
                Variable(name=name)
                | Apply(operator="power", arguments=(Variable(name=name), _))
                | Apply(operator="members" | "index", arguments=(Variable(name=name), *_))
            ):
                if domain != "real":
                    high = ONE.value if domain == "unit" else None
                    found.append(Bounds(name, Fraction(0), high, integer=domain == "size"))
    return found
