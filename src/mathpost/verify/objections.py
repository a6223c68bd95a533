"""What forbids to say `refuted` of a claim whose sides differ: the claim itself, the words, the rest of the post.

A false alarm is worse than a miss. Whatever could make the step true in its post, and is not in force in the models,
is an objection; the first one found is what the verdict names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise

from mathpost.document.document import Document
from mathpost.maths import heads, sorts
from mathpost.maths.context import Context
from mathpost.maths.conventions import applied_to_a_name
from mathpost.maths.cues import (
    ORTHOGONALITY,
    another_sense,
    cue,
    derives,
    numeral_follows,
    speaks_of_an_equation,
    speaks_of_another_base,
)
from mathpost.maths.elaborate import elaborate
from mathpost.maths.notation import UnreadError, is_bold
from mathpost.maths.operators import registry
from mathpost.maths.randomness import (
    OUTCOME,
    Randomness,
    averages,
    leaves_outcome_open,
    outcomes_at_hand,
    outside_averages,
    randomness,
)
from mathpost.maths.step import Step
from mathpost.maths.term import Apply, Bind, Number, Term, Variable, free_variables, subterms
from mathpost.verify import power
from mathpost.verify.constraints import Surroundings, settled
from mathpost.verify.hearing import ESTIMATES, ORDERS, Reading, canonical, hidden_dependence
from mathpost.verify.methods.finite_models import ENOUGH, Finding
from mathpost.verify.models import plain
from mathpost.verify.readings import numbers
from mathpost.verify.variables import in_another_variable

NEARBY = 400  # characters within which a value given in the text is meant


def objection(number: int, reading: Reading, finding: Finding, around: Surroundings) -> str | None:
    """What forbids to refute the step `number`, or None."""
    step = around.steps[number]
    if finding.counterexample is None:
        return "no counterexample"
    objections = (
        inherent(step, reading, around.context),
        _function(step, reading, around),
        _unit(reading),
        _branch(step, reading, around),
        _of_order(step, reading, finding),
        _condition(step, around),
        _borrowed(step, reading, around),
        in_another_variable(step, reading, around.context),
        _worded(step, reading, around),
    )
    for found in objections:
        if found is not None:
            return found
    return "too few models" if finding.models < ENOUGH else None


def inherent(step: Step, reading: Reading, context: Context) -> str | None:
    """What in the claim itself forbids to refute it, whatever the models show."""
    if reading.given.startswith("a constant"):
        return reading.given + " that is not said"
    name = heads.head(step.left.nodes) or ""
    named = heads.names_something(step.left.nodes) and not _is_known(reading.left)
    compared = _compared(step, reading, context) or heads.relates_densities(name, step.right.nodes)
    if named and not compared:
        return "perhaps a second definition of " + step.left.text
    if _has_branches(reading):
        return "perhaps another branch of a complex function"
    random = randomness(reading.sides)
    settled = _called_alike(reading) if random.variables else frozenset()
    for side in reading.sides:
        for term in subterms(side):
            culprit = None if term in settled else _irrefutable(term)
            if culprit is not None:
                return culprit
    left, right = (
        _plain_letters(side) - reading.axes - _averaged_out(side, random) for side in reading.sides
    )
    ordered = step.sign in ORDERS
    if not right <= left and not (ordered and not left) and not of_one_world(reading, right - left):
        return "free symbol " + min(right - left)
    if left and not right and not step.interior and not ordered:
        return "a condition rather than an identity"
    chance = _of_chance(reading, left & right)
    if chance is not None:
        return chance
    return _among_letters(step, reading, left, right)


def of_one_world(reading: Reading, symbols: frozenset[str]) -> bool:
    """Whether `symbols` are random variables that a density names, and both sides speak of the same laws."""
    random = randomness(reading.sides)
    left, right = (randomness((side,)).laws for side in reading.sides)
    return symbols <= random.variables - random.guessed and bool(left) and left == right


def _among_letters(step: Step, reading: Reading, left: frozenset[str], right: frozenset[str]) -> str | None:
    """What the letters of a claim, those of its sides, have to do with each other."""
    vague = _vague(reading) if reading.shapes else None
    if vague is not None:
        return vague
    blunt = power.of_a_number(reading) if reading.shapes else None
    if blunt is not None:
        return blunt
    entries = _unknown_entry(reading) or _recurrence(reading)
    if entries is not None:
        return entries
    if hidden_dependence(reading):
        return "dependence of " + hidden_dependence(reading)
    both = None if reading.shapes else _whole_and_parts(reading)
    if both is not None:
        return f"{both} and its entries, which may add up to it"
    derived = _derived(left, right)
    if derived is not None:
        return derived + ", which stands for something not defined here"
    if not step.interior and _alone(reading.left) in left - right:
        return f"perhaps a notation of its own: {step.left.text}"
    return None


def _of_order(step: Step, reading: Reading, finding: Finding) -> str | None:
    """An inequality that holds at some points may be a condition, unless both sides speak of the same arrays.

    An equation with roots that holds at some points may be about one of their branches.
    """
    if step.sign in ORDERS and _has_open_sums(reading):
        return "a sum whose range is not said"
    if not finding.held:
        return None
    if step.sign not in ORDERS:
        return "perhaps one branch of a root" if _has_roots(reading) else None
    same = _plain_letters(reading.left) == _plain_letters(reading.right)
    return None if same and reading.shapes else "inequality under conditions that are not read"


def _has_open_sums(reading: Reading) -> bool:
    """Whether a sum over members of families has no bounds beside an index that it may leave out."""
    sums = (
        t for side in reading.sides for t in subterms(side) if isinstance(t, Bind) and t.operator == "sum"
    )
    places = sorts.integers(reading.sides).indices
    return any(not s.bounds and free_variables(s.body).intersection(places) for s in sums)


MULTIVALUED = frozenset(
    "log log_base sqrt root arcsin arccos arctan arsinh arcosh artanh arccot arcsec arccsc arcoth arsech arcsch".split()
)


def _has_roots(reading: Reading) -> bool:
    """Whether a root is taken, by a broken exponent or by name, or another function that has branches."""
    for side in reading.sides:
        for term in subterms(side):
            match term:
                case Apply(operator="power", arguments=(_, Number(value=value))) if value.denominator > 1:
                    return True
                case Apply(operator="power", arguments=(_, Apply(operator="divide"))):
                    return True
                case Apply(operator=operator) if operator in MULTIVALUED:
                    return True
    return False


def _has_branches(reading: Reading) -> bool:
    """Whether functions with branches meet the imaginary unit, or an ``i`` that may be it: which branch is meant is open."""
    terms = [t for side in reading.sides for t in subterms(side)]
    applied = {t.operator for t in terms if isinstance(t, Apply)}
    unit = "imaginary_unit" in applied or "i" in numbers(reading)
    return unit and bool(applied & (MULTIVALUED | _handbook_operators()))


def _is_known(side: Term) -> bool:
    """Whether a side is a function that the post names by the word its books have for it."""
    return isinstance(side, Apply | Bind) and any(
        t.operator in _handbook_operators() for t in subterms(side) if isinstance(t, Apply)
    )


@cache
def _handbook_operators() -> frozenset[str]:
    return frozenset(o.name for o in registry().values() if o.notations)


def _vague(reading: Reading) -> str | None:
    """What a claim about arrays leaves open: what is random in it, what weights add up to, an array set to the identity."""
    random = randomness(reading.sides).variables
    between = _between_arrays(reading)
    if between is not None:
        return f"{between}, perhaps a matrix"
    families = frozenset(
        t.arguments[0].name
        for side in reading.sides
        for t in subterms(side)
        if isinstance(t, Apply) and t.operator == "index" and isinstance(t.arguments[0], Variable)
    )
    left, right = map(_plain_letters, reading.sides)
    arrays = frozenset(plain(key) for key in reading.shapes)
    lost = sorted(((families | arrays) & (left - right)) - set(map(plain, random)))
    return f"perhaps a value for what {lost[0]} stands in" if lost else None


def _between_arrays(reading: Reading) -> str | None:
    """A capital that stands between a row and a column and was read as a number: ``x^\\top \\Lambda x``."""
    for side in reading.sides:
        for term in subterms(side):
            if not isinstance(term, Apply) or term.operator != "multiply":
                continue
            rows = [
                k for k, a in enumerate(term.arguments) if isinstance(a, Apply) and a.operator == "transpose"
            ]
            for factor in term.arguments[rows[0] + 1 : -1] if rows else ():
                found = _capital(factor)
                if found is not None:
                    return found
    return None


def _capital(factor: Term) -> str | None:
    """The capital that a factor is, perhaps with numbers before it."""
    match factor:
        case Variable(name=name) if not is_bold(name) and name.rpartition("\\")[2][:1].isupper():
            return name
        case Apply(operator="multiply", arguments=(*_, last)):
            return _capital(last)
    return None


def _plain_letters(side: Term) -> frozenset[str]:
    """The free symbols of a side; an array and its entries are one symbol, what a divergence runs over is none."""
    return _symbols(side) - {OUTCOME.name}


def _symbols(term: Term) -> frozenset[str]:
    match term:
        case Variable(name=name):
            return frozenset((plain(name),))
        case Apply(operator="index", arguments=(Variable(name=name), *indices)) if is_bold(name):
            inside = frozenset[str]().union(*map(_symbols, indices))
            return inside | {f"{plain(name)}[{len(indices)}]"}  # the members of a family are other arrays
        case Apply(arguments=arguments):
            return frozenset[str]().union(*map(_symbols, arguments))
        case Bind(variable=variable, bounds=bounds, body=body):
            return (_symbols(body) - {variable.name, plain(variable.name)}).union(*map(_symbols, bounds))
    return frozenset()


def _averaged_out(side: Term, random: Randomness) -> frozenset[str]:
    """The random variables of a side, named as such, that are no symbols of it: it does not depend on their outcomes."""
    at_hand = outcomes_at_hand(side, random.variables)
    gone = {n for n in random.variables - random.guessed if not any(n in spelled for spelled in at_hand)}
    return (
        frozenset(gone)
        | {plain(n) for n in gone}
        | {s for s in _symbols(side) if s.partition("[")[0] in map(plain, gone)}
    )


def _is_mean(term: Term) -> bool:
    return isinstance(term, Bind) and term.operator in ("mean", "column_mean")


def _of_chance(reading: Reading, shared: frozenset[str]) -> str | None:
    """What a claim about random variables may assume without saying it."""
    random = randomness(reading.sides)
    if leaves_outcome_open(random):
        return "a divergence that may run over several variables"
    if averages(reading.left) != averages(reading.right):
        return "a value that rests on the law of what is random"
    at_hand = [outcomes_at_hand(side, random.variables) for side in reading.sides]
    if not (at_hand[0] <= at_hand[1] or at_hand[1] <= at_hand[0]) or _of_other_laws(reading):
        return "perhaps a law of how the variables depend on each other"
    if random.variables or any(_is_mean(t) for side in reading.sides for t in subterms(side)):
        alone = frozenset(map(plain, outside_averages(reading.left) ^ outside_averages(reading.right)))
        if alone - shared - reading.axes:
            return min(alone) + ", perhaps a parameter of what is random"
    return None


def _of_other_laws(reading: Reading) -> bool:
    """Whether each side speaks of one law only, and not of the same: a law may be set to another."""
    left, right = (randomness((side,)).laws for side in reading.sides)
    return bool(left and right) and not left & right


def _unknown_entry(reading: Reading) -> str | None:
    """``x_1`` on the right where no entry on the left may be it: a root, a starting value."""
    random = randomness(reading.sides).variables
    left, right = ([e for e in _entries(side, frozenset()) if e[0] not in random] for side in reading.sides)
    ranging = {
        t.arguments[0].name
        for t in subterms(reading.left)
        if isinstance(t, Apply) and t.operator == "index" and isinstance(t.arguments[0], Variable)
        if not all(isinstance(i, Number) for i in t.arguments[1:])
    }
    for name, indices in right:
        if (
            all(isinstance(i, Number) for i in indices)
            and name not in ranging
            and (name, indices) not in left
        ):
            return f"free symbol {name}_{{{','.join(map(canonical, indices))}}}"
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
            return f"a law of the entries of {name}"
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


def _compared(step: Step, reading: Reading, context: Context) -> bool:
    """Whether a named left side was given a meaning before, and the post derives another expression for it."""
    before = context.words.before(context.words.document.formulas[step.formula].span)
    if step.inferred != "arrow" and not (step.inferred and derives(before)):
        return False
    try:
        left = elaborate(step.left.nodes, context.conventions).term
    except UnreadError:
        return False
    name = left.arguments[0] if isinstance(left, Apply) and left.operator in ("index", "call") else left
    if not isinstance(name, Variable):
        return False
    if reading.given and name.name not in reading.free:
        return True
    given = [f for f in context.facts if f.step in reading.used and f.head == name.name]
    return any(context.sections.covers(f.place, step.span.start) for f in given)


def _alone(term: Term) -> str | None:
    """The symbol that a side consists of, with scripts: ``C^{k}_{n}`` may be a binomial."""
    match term:
        case Apply(operator="power" | "index" | "call", arguments=(base, *_)):
            return _alone(base)
        case Variable(name=name):
            return name
    return None


def _whole_and_parts(reading: Reading) -> str | None:
    """A symbol that stands alone and with an index (``N``, ``N_k``)."""
    alone: set[str] = set()
    indexed: set[str] = set()
    for side in reading.sides:
        for term in subterms(side):
            if isinstance(term, Apply):
                variables = [a.name for a in term.arguments if isinstance(a, Variable)]
                if term.operator in ("index", "call"):
                    indexed |= set(variables[:1])
                else:
                    alone |= set(variables)
    letters = {_letter(name) for name in indexed}
    random = randomness(reading.sides)
    numbers = alone & reading.free - (random.variables - random.guessed)
    return min((name for name in numbers if _letter(name) in letters), default=None)


def _derived(left: frozenset[str], right: frozenset[str]) -> str | None:
    """A symbol that stands for something: a mean beside what it averages, a label that the other side lacks."""
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


def _called_alike(reading: Reading) -> frozenset[Term]:
    """The calls of unknown functions whose arguments are the same on both sides: such a value is like a symbol."""
    calls = [
        frozenset(t for t in subterms(side) if isinstance(t, Apply) and t.operator == "call")
        for side in reading.sides
    ]
    return calls[0] if calls[0] == calls[1] else frozenset()


def _irrefutable(term: Term) -> str | None:
    """An array set to the identity, a differential, an operator that only confirms."""
    if isinstance(term, Apply) and term.operator == "index" and term.arguments[0] == Variable("I"):
        return "I, perhaps the identity"
    if isinstance(term, Apply | Bind):
        if isinstance(term, Apply) and term.operator == "multiply" and _differential(term.arguments):
            return "perhaps a differential"
        if isinstance(term, Apply) and term.operator == "multiply" and _of_second_order(term.arguments):
            return "products of differentials"
        if term.operator in ESTIMATES or term.operator == "call":
            return None  # a doubt
        operator = registry().get(term.operator)
        return term.operator if operator is not None and not operator.may_refute else None
    return None


def _differential(factors: Sequence[Term]) -> bool:
    """Whether ``dx`` stands among the factors: a small change, or d times x."""
    return any(
        isinstance(a, Variable)
        and (a.name == r"\boldsymbol{d}" or (a.name == "d" and isinstance(b, Variable)))
        for a, b in pairwise(factors)
    )


def _of_second_order(factors: Sequence[Term]) -> bool:
    """Whether differentials are multiplied, which a post leaves out without a word."""
    moving = [
        f for f in factors if any(isinstance(t, Apply) and t.operator == "differential" for t in subterms(f))
    ]
    return len(moving) > 1


def _function(step: Step, reading: Reading, around: Surroundings) -> str | None:
    """A letter read as a factor that brackets follow: wherever it stands in the post, or around one name."""
    factors = {t.name for side in reading.sides for t in subterms(side) if isinstance(t, Variable)}
    applied = applied_to_a_name(step.left.nodes) & applied_to_a_name(step.right.nodes)
    found = factors & (around.context.conventions.applied | applied)
    return f"perhaps a function {min(found)}" if found else None


PARTS = frozenset(["real_part", "imaginary_part", "conjugate"])


def _unit(reading: Reading) -> str | None:
    """An ``i`` that multiplies where parts of complex numbers are taken."""
    operators = {t.operator for side in reading.sides for t in subterms(side) if isinstance(t, Apply)}
    return "i, perhaps the imaginary unit" if operators & PARTS and "i" in numbers(reading) else None


def _branch(step: Step, reading: Reading, around: Surroundings) -> str | None:
    """Another value of the same left side that holds: a function with branches has several."""
    if step.sign in ORDERS or not _has_roots(reading):
        return None
    for number, said in enumerate(around.steps):
        alike = said.left.text == step.left.text and said.right.text != step.right.text
        if alike and said.sign == step.sign and settled(number, around):
            return f"perhaps another branch than {said.left.text} {said.relation} {said.right.text}"[:160]
    return None


def _condition(step: Step, around: Surroundings) -> str | None:
    """A relation that gives symbols a value, as the post writes it: definitions put in do not make it an identity."""
    sides = [elaborate(side.nodes, around.context.conventions).term for side in (step.left, step.right)]
    random = randomness(sides)
    left, right = (_plain_letters(side) - _averaged_out(side, random) for side in sides)
    condition = bool(left) and not right and not step.interior and step.sign not in ORDERS
    return "a condition rather than an identity" if condition else None


def _borrowed(step: Step, reading: Reading, around: Surroundings) -> str | None:
    """A value that the post gave a symbol elsewhere ("take n = 512") and may not mean here.

    Where other symbols or an inequality are left, the claim is hardly about that value.
    """
    for number in sorted(reading.used):
        fact = around.steps[number]
        far = step.span.start - fact.span.end > NEARBY
        general = bool(reading.free) or step.sign in ORDERS
        if (far or general) and not free_variables(
            elaborate(fact.right.nodes, around.context.conventions).term
        ):
            return f"{fact.left.text} {fact.relation} {fact.right.text} may not hold here"
    return None


def _worded(step: Step, reading: Reading, around: Surroundings) -> str | None:
    """Words that change what a claim says: an equation to solve, a unit behind a number (``800``万), another base."""
    span = around.document.formulas[step.formula].span
    text = around.document.source.text
    words = around.context.words
    before, after = words.before(span), words.after(span)
    if r"\mathbb{F}" in text or r"\mathbb F" in text:
        return "another arithmetic"  # a finite field
    sense = another_sense(before, after, words.text[span.end : span.end + 80])
    if sense is not None and not (sense == ORTHOGONALITY and _of_matrices(reading)):
        return sense
    if reading.free:
        if step.interior:
            return None
        if cue(_before(step, around.document)) == "define":
            return "perhaps set by the words before it"
        return (
            "an equation rather than an identity"
            if any(map(speaks_of_an_equation, (before, after)))
            else None
        )
    if numeral_follows(text[span.end : span.end + 12]):
        return "a unit behind the formula"
    if speaks_of_another_base(text[max(0, span.start - 200) : span.end + 60]):
        return "numbers in another base"
    return None


def _of_matrices(reading: Reading) -> bool:
    """Whether all arrays of a claim are matrices: then models have tried what orthogonality would change."""
    return bool(reading.shapes) and all(len(extents) == 2 for extents in reading.shapes.values())


def _before(step: Step, document: Document) -> str:
    """The words that lead into the formula of `step`, from the formula before."""
    start = document.formulas[step.formula].span.start
    end = document.formulas[step.formula - 1].span.end if step.formula else 0
    return document.source.text[max(end, start - 160) : start]
