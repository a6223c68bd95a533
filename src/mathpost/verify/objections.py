"""What forbids to say `refuted` of a claim whose sides differ: the claim itself, the words, the rest of the post.

A false alarm is worse than a miss. Whatever could make the step true in its post, and is not in force in the models,
is an objection; the first one found is what the verdict names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from mathpost.document.document import Document
from mathpost.maths import domains, heads
from mathpost.maths.context import Context, bare
from mathpost.maths.cues import (
    another_sense,
    cue,
    numeral_follows,
    speaks_of_an_equation,
    speaks_of_another_base,
)
from mathpost.maths.elaborate import elaborate
from mathpost.maths.notation import is_bold
from mathpost.maths.operators import registry
from mathpost.maths.step import Step
from mathpost.maths.term import Apply, Bind, Number, Term, Variable, free_variables, subterms
from mathpost.verify.hearing import ORDERS, Hearing, Reading, canonical, hidden_dependence
from mathpost.verify.methods.finite_models import ENOUGH, Finding
from mathpost.verify.verdict import Agrees, Proved

NEARBY = 400  # characters within which a value given in the text is meant


class Surroundings:
    """The post around a claim: its text, its steps and what was found of them so far."""

    __slots__ = ("context", "document", "hearings", "steps")

    def __init__(
        self,
        document: Document,
        steps: Sequence[Step],
        context: Context,
        hearings: Sequence[Hearing | None],
    ) -> None:
        self.document = document
        self.steps = steps
        self.context = context
        self.hearings = hearings


def objection(number: int, reading: Reading, finding: Finding, around: Surroundings) -> str | None:
    """What forbids to refute the step `number`, or None."""
    step = around.steps[number]
    if finding.counterexample is None:
        return "no counterexample"
    objections = (
        inherent(step, reading),
        _condition(step, around),
        _borrowed(step, reading, around),
        _worded(step, reading, around),
    )
    for found in objections:
        if found is not None:
            return found
    if finding.models < ENOUGH:
        return "too few models"
    return _constrained(number, reading, around)


def inherent(step: Step, reading: Reading) -> str | None:
    """What in the claim itself forbids to refute it, whatever the models show."""
    if heads.names_something(step.left.nodes):
        return "perhaps a second definition of " + step.left.text
    for side in reading.sides:
        for term in subterms(side):
            culprit = _irrefutable(term)
            if culprit is not None:
                return culprit
    left, right = map(free_variables, reading.sides)
    if not right <= left:
        return "free symbol " + min(right - left)
    if left and not right:
        return "a condition rather than an identity"
    entries = _unknown_entry(reading) or _recurrence(reading)
    if entries is not None:
        return entries
    if hidden_dependence(reading):
        return "dependence of " + hidden_dependence(reading)
    derived = [n for n in left if _derived(n)]
    if derived:
        return min(derived) + ", which stands for something not defined here"
    return "inequality under conditions that are not read" if step.sign in ORDERS and left else None


def _unknown_entry(reading: Reading) -> str | None:
    """``x_1`` on the right where no entry on the left may be it: a root, a starting value."""
    left, right = (list(_entries(side, frozenset())) for side in reading.sides)
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
    entries = dict.fromkeys(entry for side in reading.sides for entry in _entries(side, frozenset()))
    for (name, first), (other, second) in combinations(entries, 2):
        shared = frozenset[str]().union(*map(free_variables, first)) & frozenset[str]().union(
            *map(free_variables, second)
        )
        if name == other and shared:
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


def _derived(name: str) -> bool:
    """A word, an accent or a label of several letters: such a symbol stands for something, it is not free."""
    accented = name.startswith("\\") and "{" in name and not name.startswith(r"\boldsymbol{")
    label = name.partition("_{")[2].rstrip("}")
    return accented or len(label) > 1


def _irrefutable(term: Term) -> str | None:
    """An unknown function, an array, an operator that only confirms."""
    if isinstance(term, Variable):
        return term.name if is_bold(term.name) else None
    if isinstance(term, Apply | Bind):
        if isinstance(term, Apply) and term.operator == "call":
            return "function " + _head(term)
        if isinstance(term, Apply) and term.operator == "multiply" and _differential(term.arguments):
            return "perhaps a differential"
        operator = registry().get(term.operator)
        return term.operator if operator is not None and not operator.may_refute else None
    return None


def _differential(factors: Sequence[Term]) -> bool:
    """Whether ``dx`` stands among the factors: a small change, or d times x."""
    return any(
        isinstance(a, Variable) and a.name == "d" and isinstance(b, Variable) for a, b in pairwise(factors)
    )


def _head(call: Apply) -> str:
    head = call.arguments[0]
    if isinstance(head, Apply) and head.arguments:
        head = head.arguments[0]
    return head.name if isinstance(head, Variable) else "f"


def _condition(step: Step, around: Surroundings) -> str | None:
    """A relation that gives symbols a value, as the post writes it: definitions put in do not make it an identity."""
    left, right = (
        free_variables(elaborate(side.nodes, around.context.conventions).term)
        for side in (step.left, step.right)
    )
    return "a condition rather than an identity" if left and not right else None


def _borrowed(step: Step, reading: Reading, around: Surroundings) -> str | None:
    """A value that the post gave a symbol elsewhere ("take n = 512") and may not mean here."""
    for number in sorted(reading.used):
        fact = around.steps[number]
        far = step.span.start - fact.span.end > NEARBY
        if far and not free_variables(elaborate(fact.right.nodes, around.context.conventions).term):
            return f"{fact.left.text} {fact.relation} {fact.right.text} may not hold here"
    return None


def _worded(step: Step, reading: Reading, around: Surroundings) -> str | None:
    """Words that change what a claim says: an equation to solve, a unit behind a number (``800``万), another base."""
    span = around.document.formulas[step.formula].span
    text = around.document.source.text
    sense = another_sense(text[max(0, span.start - 160) : span.start], text[span.end : span.end + 80])
    if sense is not None:
        return sense
    if reading.free:
        if not step.interior and cue(_before(step, around.document)) == "define":
            return "perhaps set by the words before it"
        words = text[max(0, span.start - 80) : span.start], text[span.end : span.end + 40]
        return "an equation rather than an identity" if any(map(speaks_of_an_equation, words)) else None
    if numeral_follows(text[span.end : span.end + 12]):
        return "a unit behind the formula"
    if speaks_of_another_base(text[max(0, span.start - 200) : span.end + 60]):
        return "numbers in another base"
    return None


def _before(step: Step, document: Document) -> str:
    """The words that lead into the formula of `step`, from the formula before."""
    start = document.formulas[step.formula].span.start
    end = document.formulas[step.formula - 1].span.end if step.formula else 0
    return document.source.text[max(end, start - 160) : start]


def _constrained(number: int, reading: Reading, around: Surroundings) -> str | None:
    """A formula of the post that says something about a free symbol and is not in force here."""
    for name in sorted(reading.free):
        for other in around.context.mentions.get(bare(name), ()):
            said = around.steps[other]
            spent = other in reading.used and bare(heads.head(said.left.nodes) or "") != bare(name)
            if other != number and not spent and not _harmless(other, name, number, around):
                return f"{name} also stands in {said.left.text} {said.relation} {said.right.text}"[:160]
    return None


def _harmless(other: int, name: str, number: int, around: Surroundings) -> bool:
    """Whether the step `other` leaves `name` free: a bound that was read, an identity, another symbol's definition."""
    said, hearing = around.steps[other], around.hearings[other]
    if hearing is not None and isinstance(hearing.verdict, Proved | Agrees):
        return True
    if said.formula == around.steps[number].formula and said.role == "claim":
        return True
    bounds = domains.bounds(said)
    if bounds and all(b.read for b in bounds):
        return True
    if said.role == "definition":
        spelled = heads.head(said.left.nodes)
        return spelled is not None and bare(spelled.removesuffix("()")) != bare(name)
    return False
