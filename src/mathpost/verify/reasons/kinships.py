"""Relations between the letters of a claim: entries of one family, a whole and its parts, a value and its name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from mathpost.maths.operators import registry
from mathpost.maths.terms.term import (
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    canonical,
    free_variables,
    occurrences,
    uses,
)
from mathpost.maths.typing.integers import INDEX
from mathpost.maths.typing.randomness import randomness
from mathpost.verify.interpretation.reading import Reading, hidden_dependence
from mathpost.verify.planning.unknowns import open_letters
from mathpost.verify.reasons.reason import Answer, Claim, explaining, reservation


@reservation(
    "equation-for-one", "may be an equation to solve for {}", "也许是要解出 {} 的方程", slips=explaining
).shown(
    r"\sin(x) = \cos(x)",
    passes=r"\sin(x) = 2\sin(x)",
)
def _asked_for(claim: Claim) -> str | None:
    """The one unknown of an equation that asks for it rather than states an identity, or None.

    Two functions of one symbol, ``\\mathrm{Ai}(x) = \\mathrm{Bi}(x)``, are the same at single places; the members of a
    family that are on both sides beside nothing but their own index, ``\\xi_n^2 = n + \\xi_n``, are given by the equation.
    """
    step, reading = claim.step, claim.reading
    if step.interior or reading.shapes:
        return None
    match reading.sides:
        case (
            Apply(operator=one, arguments=(Variable(name=name) as first,)),
            Apply(operator=other, arguments=(Variable() as second,)),
        ) if one != other and first == second and {one, other} <= registry().keys():
            return name
    members = [{t for t in occurrences(side, INDEX) if isinstance(t, Apply)} for side in reading.sides]
    if len(members[0]) == 1 and members[0] == members[1]:
        (member,) = members[0]
        alone = member in reading.sides  # ``i x_i = x_i``
        if reading.free == free_variables(member) and isinstance(member.arguments[0], Variable) and not alone:
            return member.arguments[0].name
    return None


def _single_entry(reading: Reading) -> str | None:
    """``x_1`` on the right where no entry on the left may be it: a root, a starting value."""
    random = randomness(reading.sides).variables
    left, right = ([e for e in _entries(side, frozenset()) if e[0] not in random] for side in reading.sides)
    ranging = {
        t.arguments[0].name
        for t in occurrences(reading.left, INDEX)
        if isinstance(t, Apply) and isinstance(t.arguments[0], Variable)
        if not all(isinstance(i, Number) for i in t.arguments[1:])
    }
    for name, indices in right:
        if (
            all(isinstance(i, Number) for i in indices)
            and name not in ranging
            and (name, indices) not in left
        ):
            return f"{name}_{{{','.join(map(canonical, indices))}}}"
    return None


def _recurrence(reading: Reading) -> str | None:
    """Entries of one family whose places hang together (``a_{n+2}``, ``a_{n+1}``): the claim may be their law."""
    random = randomness(reading.sides).variables
    entries = dict.fromkeys(entry for side in reading.sides for entry in _entries(side, frozenset()))
    for (name, first), (other, second) in combinations(entries, 2):
        shared = frozenset[str]().union(*map(free_variables, first)) & frozenset[str]().union(
            *map(free_variables, second)
        )
        if name == other and shared and name not in random:
            return name
    return None


def _entries(term: Term, bound: frozenset[str]) -> Iterator[tuple[str, tuple[Term, ...]]]:
    """The entries of families in `term`, family and indices, whose indices no binder runs over."""
    match term:
        case Apply(operator="index", arguments=(Variable(name=name), *indices)):
            if not any(free_variables(i) & bound for i in indices):
                yield name, tuple(indices)
        case Apply(arguments=arguments):
            for argument in arguments:
                yield from _entries(argument, bound)
        case Bind(variable=variable, bounds=bounds, body=body):
            for inner in bounds:
                yield from _entries(inner, bound)
            yield from _entries(body, bound | {variable.name})


@reservation(
    "derived-symbol",
    "{} stands for something that is not defined here",
    "{} 所代表的量在这里没有定义",
    slips=explaining,
).shown(
    r"\text{loss} + x = x + 2\,\text{loss}",
    passes="y + x = x + 2y",
)
def _derived(claim: Claim) -> str | None:
    """A symbol that stands for something: a mean beside what it averages, a label that the other side lacks."""
    reading = claim.reading
    left, right = open_letters(reading)
    left |= frozenset[str]().union(*map(free_variables, reading.supposed))
    slices = sorted(name for name in left | right if ":" in name.partition("_{")[2])
    if slices:
        return slices[0]
    for name in sorted(left):
        if name.startswith(r"\text{") or (_marked(name) and name not in right):
            return name
        letter = _letter(name)
        others = [n for n in left | right if n != name and _letter(n) == letter]
        if _marked(name) and any(_accented(name) or _accented(n) or not _marked(n) for n in others):
            return name
    return None


def _marked(name: str) -> bool:
    """A word, an accent or a label of several letters."""
    return _accented(name) or "^{" in name or len(name.partition("_{")[2].rstrip("}")) > 1


def _accented(name: str) -> bool:
    return name.startswith("\\") and "{" in name.partition("_{")[0] and not name.startswith(r"\boldsymbol{")


def _letter(name: str) -> str:
    """``x`` for ``\\bar{x}``, ``x_{max}``, ``\\tilde{\\boldsymbol{x}}_{0}``."""
    name = name.partition("^{")[0]
    text = name.split("_{", 1)[0] if not name.startswith("\\") or "{" not in name else name
    while "{" in text and not text.startswith(r"\text{"):
        text = text.partition("{")[2].partition("}")[0] if text.count("{") == 1 else text.partition("{")[2]
    return text.rstrip("}'")


def _indexed(claim: Claim) -> bool:
    return uses(claim.reading.sides, INDEX)


@reservation(
    "unknown-entry",
    "{} is on one side only; this may be a condition on it",
    "{} 只在一边出现，这也许是对它的条件",
    slips=explaining,
)
def _unknown_entry(claim: Claim) -> Answer:
    return _single_entry(claim.reading) if _indexed(claim) else None


@reservation(
    "law-of-entries", "may be a rule for the entries of {}", "也许是 {} 各项之间的规律", slips=explaining
).shown(
    "a_{n+2} - a_{n+1} = a_n",
    passes="a_n - 2a_n = a_n",
)
def _law_of_entries(claim: Claim) -> Answer:
    return _recurrence(claim.reading) if _indexed(claim) else None


@reservation(
    "hidden-variable", "{} may depend on other variables", "{} 也许依赖别的变量", slips=explaining
).shown(
    r"\frac{dy}{dx} = y + x",
    passes=r"\frac{dx^2}{dx} = x",
)
def _hidden_variable(claim: Claim) -> Answer:
    return hidden_dependence(claim.reading) or None


AMONG_LETTERS = (
    _unknown_entry,
    _law_of_entries,
    _hidden_variable,
    _asked_for,
    _derived,
)
