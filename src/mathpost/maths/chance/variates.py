"""The known properties of random variables: cumulants, sizes of families, independence.

Means and variances come from words and formulas; a declared law gives all cumulants.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from mathpost.document.document import Document, Formula
from mathpost.maths import notation
from mathpost.maths.chance.cumulants import NORMAL
from mathpost.maths.elaboration.chance import named_laws
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import RowReader
from mathpost.maths.elaboration.lists.sequences import is_dots
from mathpost.maths.facts.facts import Equation
from mathpost.maths.facts.laws import Declared
from mathpost.maths.lexicon.senses import INDEPENDENT, denies_independence
from mathpost.maths.lexicon.sentences import Sentences
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.notation.letters import bases
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import (
    ONE,
    TWO,
    ZERO,
    Apply,
    Number,
    Term,
    Variable,
    free_variables,
    substitute,
)
from mathpost.maths.terms.vanishing import arithmetic


def unknown(names: Sequence[str]) -> Variable:
    """A symbol for the joint cumulant of variables with this value unknown."""
    listed = ", ".join(sorted(names))
    if len(names) == 1:
        return Variable(rf"\mathbb{{E}}[{listed}]")
    if len(set(names)) == 1:
        return Variable(
            (r"\operatorname{Var}" if len(names) == 2 else rf"\kappa_{{{len(names)}}}") + f"({names[0]})"
        )
    return Variable(rf"\operatorname{{Cov}}({listed})")


@dataclass(frozen=True, slots=True)
class Variate:
    """A random variable or a family of them: its known cumulants by order.

    `index`: the letter for the place of a member in them; `vanishing`: cumulants of higher order are zero; `steps`: the steps
    that state them. `alike`: all members have one law, so that an unknown cumulant is the same for all.
    """

    family: bool
    cumulants: Mapping[int, Term] = field(default_factory=dict)
    index: str = ""
    size: Term | None = None
    vanishing: bool = False
    steps: frozenset[int] = frozenset()
    alike: bool = True


@dataclass(frozen=True, slots=True)
class Variates:
    """The random variables of a claim. `independent`: all are, except the pairs in `joint`, which gives their covariances."""

    known: Mapping[str, Variate]
    independent: bool = False
    joint: Mapping[frozenset[str], Term] = field(default_factory=dict)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self.known)

    @property
    def sizes(self) -> frozenset[Term]:
        """The stated numbers of members of the families."""
        return frozenset(v.size for v in self.known.values() if v.size is not None)

    @property
    def families(self) -> frozenset[str]:
        return frozenset(name for name, known in self.known.items() if known.family)

    def varies(self, name: str) -> bool:
        """Whether the laws of the members of a family depend on their place."""
        return bool(self.known[name].index) and any(
            self.known[name].index in free_variables(c) for c in self.known[name].cumulants.values()
        )

    def is_family(self, name: str) -> bool:
        return name in self.known and self.known[name].family

    def size(self, name: str) -> Term | None:
        return self.known[name].size

    def joined(self, one: str, other: str) -> bool:
        """Whether two variables may depend on each other."""
        return frozenset((one, other)) in self.joint

    def cumulant(self, names: Sequence[str], place: Term | None) -> tuple[Term, bool]:
        """The joint cumulant of variables at a place of their families, and whether it is known."""
        order, name = len(names), names[0]
        if len(set(names)) > 1:
            pair = self.joint.get(frozenset(names))
            if pair is not None and order == 2:
                return pair, True
            return unknown(names), False
        known = self.known[name]
        if order in known.cumulants:
            found = known.cumulants[order]
            at = {known.index: place} if known.index and place is not None else {}
            return substitute(found, at), True
        if known.vanishing and order > 2:
            return ZERO, True
        symbol = unknown(names)
        if known.alike or place is None:
            return symbol, False
        return Apply("index", (symbol, place)), False


# --- cumulants by laws and moments ----------------------------------------------------------------------------------------


def of_law(law: Declared) -> Variate | None:
    """The variate with a declared law; None for a law of columns or without moments."""
    if law.distribution.arrays or law.density is not None or len(law.indices) > 1:
        return None
    try:
        moments = named_laws.moments_of(law.distribution, law.parameters)
    except ValueError:
        return None
    normal = law.distribution.name in NORMAL
    index = law.indices[0].name if law.indices and isinstance(law.indices[0], Variable) else ""
    found = from_moments(dict(enumerate(moments[:2] if normal else moments, start=1)))
    if normal:
        found = {1: law.parameters[0], 2: _variance_of(law)}
    return Variate(bool(law.indices), _folded(found), index, None, normal, frozenset((law.step,)))


def _variance_of(law: Declared) -> Term:
    second = law.parameters[1]
    return Apply("power", (second, TWO)) if law.distribution.name == "normal with deviation" else second


def from_moments(moments: Mapping[int, Term]) -> dict[int, Term]:
    """Cumulants from the means of powers, as far as these determine them."""
    found: dict[int, Term] = {}
    if 1 not in moments:
        return found
    m1 = found[1] = moments[1]
    if 2 in moments:
        found[2] = _less(moments[2], _product(m1, m1))
    if 2 in moments and 3 in moments:
        found[3] = _less(
            moments[3], _product(Number(Fraction(3)), moments[2], m1), _product(_number(-2), m1, m1, m1)
        )
    if 2 in moments and 3 in moments and 4 in moments:
        found[4] = _less(
            moments[4],
            _product(_number(4), moments[3], m1),
            _product(_number(3), moments[2], moments[2]),
            _product(_number(-12), moments[2], m1, m1),
            _product(_number(6), m1, m1, m1, m1),
        )
    return found


def _number(value: int) -> Number:
    return Number(Fraction(value))


def _less(first: Term, *others: Term) -> Term:
    kept = [o for o in others if o != ZERO]
    return first if not kept else Apply("add", (first, *(Apply("negate", (o,)) for o in kept)))


def _product(*factors: Term) -> Term:
    return ZERO if ZERO in factors else Apply("multiply", factors)


def _folded(found: Mapping[int, Term]) -> dict[int, Term]:
    """The cumulants, with numerical terms evaluated to numbers."""
    return {order: _value(term) for order, term in found.items()}


def _value(term: Term) -> Term:
    value = arithmetic(term)
    return term if value is None else Number(value)


# --- stated moments -------------------------------------------------------------------------------------------------------


def stated(equations: Iterable[Equation], families: frozenset[str]) -> dict[str, Variate]:
    """The variates that `equations` describe by averages of single variables, the first of each; `families` have members."""
    moments: dict[str, dict[int, Term]] = {}
    variances: dict[str, Term] = {}
    said: dict[str, set[int]] = {}
    shapes: dict[str, tuple[bool, str]] = {}
    for each in equations:
        found = _moment(each.left)
        if found is None or found[2] != (found[0] in families):
            continue
        name, index, family, kind, order = found
        shapes.setdefault(name, (family, index))
        common = shapes[name][1] or index
        shapes[name] = family, common
        right = substitute(each.right, {index: Variable(common)}) if index else each.right
        if kind == "variance" and name not in variances:
            variances[name] = right
        elif kind == "expectation" and order not in moments.get(name, {}):
            moments.setdefault(name, {})[order] = right
        else:
            continue
        said.setdefault(name, set()).add(each.step)
    result: dict[str, Variate] = {}
    for name, (family, index) in shapes.items():
        known = from_moments(moments.get(name, {}))
        if name in variances:
            known = {**known, 2: variances[name]}
        result[name] = Variate(family, _folded(known), index, steps=frozenset(said.get(name, ())))
    return result


def _moment(left: Term) -> tuple[str, str, bool, str, int] | None:
    """The variable whose moment is `left`: its name and index, whether it is a member, the moment and the power; else None."""
    match left:
        case Apply(operator="covariance", arguments=(body, again)) if body == again:
            return _moment(Apply("variance", (body,)))
        case Apply(operator="expectation" | "variance" as kind, arguments=(body,)):
            order = 1
            match body:
                case Apply(operator="power", arguments=(base, Number(value=exponent))) if (
                    kind == "expectation" and exponent in (2, 3, 4)
                ):
                    body, order = base, int(exponent)
            match body:
                case Variable(name=name):
                    return name, "", False, kind, order
                case Apply(operator="index", arguments=(Variable(name=name), Variable(name=index))):
                    return name, index, True, kind, order
                case Apply(operator="index", arguments=(Variable(name=name), place)) if place == ONE:
                    return name, "", True, kind, order
    return None


def covariances(equations: Iterable[Equation]) -> dict[frozenset[str], tuple[Term, int]]:
    """The covariances that `equations` state for two different variables, or members of two families, with their steps."""
    found: dict[frozenset[str], tuple[Term, int]] = {}
    for each in equations:
        match each.left:
            case Apply(operator="covariance", arguments=(one, other)):
                names = {_bearer(one), _bearer(other)} - {""}
                if len(names) == 2 and not _apart(one, other):
                    found.setdefault(frozenset(names), (each.right, each.step))
    return found


def _bearer(term: Term) -> str:
    match term:
        case Variable(name=name) | Apply(operator="index", arguments=(Variable(name=name), _)):
            return name
    return ""


def _apart(one: Term, other: Term) -> bool:
    """Whether two members are at different places."""
    places = [t.arguments[1] for t in (one, other) if isinstance(t, Apply)]
    return len(places) == 2 and places[0] != places[1]


def tied_members(equations: Iterable[Equation]) -> frozenset[str]:
    """The families with a stated nonzero covariance of members at different places."""
    found = set()
    for each in equations:
        match each.left:
            case (
                Apply(operator="covariance", arguments=(one, other))
                | Apply(
                    operator="expectation", arguments=(Apply(operator="multiply", arguments=(one, other)),)
                )
            ) if _bearer(one) and _bearer(one) == _bearer(other) and _apart(one, other):
                if each.right != ZERO:
                    found.add(_bearer(one))
    return frozenset(found)


# --- independence ---------------------------------------------------------------------------------------------------------

_ABBREVIATION = re.compile(r"\bi\.\s?i\.\s?d\.?", re.IGNORECASE)
_END = re.compile(r"[。！？!?；;]|\n\s*\n|\.\s|^#.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Independence:
    """The places of sentences about independence with the letters that each mentions; no letters mean all variables."""

    said: tuple[tuple[int, frozenset[str]], ...]
    pairs: tuple[frozenset[str], ...]

    def of(self, names: Iterable[str]) -> bool:
        """Whether all `names` are stated to be independent."""
        letters = frozenset(map(bare, names))
        spoken = [found for _, found in self.said]
        if not spoken:
            return False
        return frozenset() in spoken or letters <= frozenset[str]().union(*spoken)

    def paired(self, one: str, other: str) -> bool:
        """Whether the post writes two variables as one pair, ``(X_i, Y_i)``."""
        return frozenset((bare(one), bare(other))) in self.pairs


def independence(document: Document, words: Sentences) -> Independence:
    """The independence stated in the sentences of a post, and the pairs that it writes."""
    text = _ABBREVIATION.sub(lambda m: "iid".ljust(len(m.group())), words.text)
    said: list[tuple[int, frozenset[str]]] = []
    for found in INDEPENDENT.finditer(text):
        start = max((m.end() for m in _END.finditer(text, 0, found.start())), default=0)
        end = _END.search(text, found.end())
        stop = len(text) if end is None else end.start()
        if denies_independence(text[start : found.end()]):
            continue
        inside = [f for f in document.formulas if start <= f.span.start < stop]
        letters = frozenset(bare(n) for f in inside for n in bases(tuple(f.tree.body)) if f.kind == "inline")
        said.append((start, letters))
    return Independence(tuple(said), tuple(_pairs(document)))


def _pairs(document: Document) -> Iterator[frozenset[str]]:
    """The pairs of letters in ``(X_i, Y_i)``, which have the same index."""
    for formula in document.formulas:
        text = document.source.slice(formula.body).lstrip()
        if formula.kind != "inline" or not text.startswith(("(", r"\left(")):
            continue
        letters = frozenset(map(bare, bases(tuple(formula.tree.body))))
        if len(letters) >= 2:
            ordered = sorted(letters)
            yield from (frozenset((a, b)) for k, a in enumerate(ordered) for b in ordered[k + 1 :])


def sizes(document: Document, written: Conventions) -> dict[str, Term]:
    r"""The stated sizes of families: n for ``X_1, \dots, X_n``."""
    found: dict[str, Term] = {}
    for formula in document.formulas:
        listed = _listed(formula, written)
        if listed is not None:
            found.setdefault(*listed)
    return found


def _listed(formula: Formula, written: Conventions) -> tuple[str, Term] | None:
    try:
        parts = split_at_commas(notation.items(formula.tree.body))
        if len(parts) < 3 or not any(map(is_dots, parts)):
            return None
        first, last = (RowReader(list(p), written).whole() for p in (parts[0], parts[-1]))
    except (UnreadError, RecursionError):
        return None
    match first, last:
        case (
            Apply(operator="index", arguments=(Variable(name=one), start)),
            Apply(operator="index", arguments=(Variable(name=other), end)),
        ) if one == other and start == ONE:
            return one, end
    return None
