"""Relations of the post about free symbols of a claim that the models do not satisfy.

A relation is harmless if it was read as a domain, if it was found true by itself, if it can be met whatever values the
claim's symbols have (``y = \\mathcal{A}(b)`` leaves `b` free as long as nothing else mentions `y`), or if the sides
differ at its solutions too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from mathpost.latex.tree import Symbol
from mathpost.maths.elaboration import heads
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.facts import domains
from mathpost.maths.facts.facts import Fact, equation
from mathpost.maths.lexicon.cases import turns_to_a_case
from mathpost.maths.notation import is_bold
from mathpost.maths.notation.letters import begins_with_a_limit, letters, symbols
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import Apply, Bind, Number, Variable, free_variables, subterms
from mathpost.maths.terms.traversal import standing_alone
from mathpost.maths.typing import integers
from mathpost.verify.interpretation.antecedents import bounds_before
from mathpost.verify.interpretation.reading import EQUALITIES, ORDERS, Reading
from mathpost.verify.interpretation.readings import with_facts
from mathpost.verify.methods.finite_models import examine, never, vanishes
from mathpost.verify.planning.plan import plan, respected
from mathpost.verify.reasons.reason import Raised, Reason
from mathpost.verify.reasons.registry import found
from mathpost.verify.reasons.surroundings import (
    BEHIND,
    MEMBERSHIP,
    VAGUE,
    Surroundings,
    condition,
    estimates,
    in_its_terms,
    piecewise,
    restricts_nothing,
    settled,
    shown,
    spent,
)
from mathpost.verify.reasons.ties import tie

OF_CHANCE = frozenset(["expectation", "variance", "covariance", "probability", "density", "mean"])
NEARBY = 400  # characters before a claim in which a limit or a case may be meant for it


def constraint(number: int, reading: Reading, around: Surroundings) -> Raised | None:
    """A relation of the post that may tie the free symbols of the step `number`, in words, or None."""
    if reading.arrays.written is not None and not _of_chance(reading):
        return tie(number, reading, around)
    free = frozenset(bare(name) for name in reading.free)
    moving = frozenset(map(bare, reading.moving))  # what ties nothing else to them may be met on their way
    defined = _defined_elsewhere(number, reading, around) or _solved_here(number, reading, around)
    if defined is not None:
        return defined
    if not _of_numbers(reading, around.context.conventions):
        return _mentioned(number, reading, around)
    candidates = []
    for other in _candidates(number, reading, around):
        said = around.steps[other]
        if said.sign in ("≈", "≃"):
            estimate = found("estimate", shown(said))
            if estimate is not None:
                return estimate
        if not _defines_another(other, free, around):
            candidates.append(other)
    absorbers = {k: around.unknowns(k) - free for k in candidates}
    places = frozenset(map(bare, frozenset[str]().union(*integers.integers(reading.sides))))
    for other in _binding(absorbers):
        tied = sorted(_tied(around.steps[other], free, places))
        if tied and not moving.issuperset(tied) and not _apart(other, number, reading, around):
            return found("also-stands-in", tied[0], shown(around.steps[other]))
    return None


def _defined_elsewhere(number: int, reading: Reading, around: Surroundings) -> Raised | None:
    """A free symbol that the post defines somewhere, though not in force here: it is not free."""
    whole = standing_alone(reading.sides)
    for fact in around.context.facts:
        if fact.step < 0:
            continue  # by custom, or in words
        if fact.form == "symbol" and fact.head in whole and not fact.value and fact.step != number:
            if fact.head in reading.moving and not free_variables(fact.right) & reading.free:
                continue  # it says how it moves
            return found("defined-elsewhere", fact.head, shown(around.steps[fact.step]))
    return None


def _solved_here(number: int, reading: Reading, around: Surroundings) -> Raised | None:
    """An equation of the rows above in the same display, itself no identity: the rows below may solve it."""
    step = around.steps[number]
    if step.interior or reading.given:
        return None
    for other in range(number - 1, -1, -1):
        said = around.steps[other]
        if said.formula != step.formula:
            return None
        if said.sign in EQUALITIES and not settled(other, around) and symbols(said) & symbols(step):
            return found("solved-here", shown(said))
    return None


def _of_numbers(reading: Reading, written: Conventions) -> bool:
    """Whether a claim mentions numbers alone: arrays and random variables are tied in more ways than are read."""
    arrays = written.arrays.plain | written.arrays.families
    for side in reading.sides:
        for term in subterms(side):
            if isinstance(term, Variable) and (is_bold(term.name) or term.name in arrays):
                return False
    return not reading.shapes and not _of_chance(reading)


def _of_chance(reading: Reading) -> bool:
    terms = (t for side in reading.sides for t in subterms(side))
    return any(isinstance(t, Apply | Bind) and t.operator in OF_CHANCE for t in terms)


def _mentioned(number: int, reading: Reading, around: Surroundings) -> Raised | None:
    """A relation anywhere in the post that mentions a free symbol and is neither put in, nor true by itself."""
    for name in sorted(reading.free):
        for other, said in enumerate(around.steps):
            if other == number or spent(other, reading, around) or bare(name) not in symbols(said):
                continue
            if name in reading.moving and symbols(said) & frozenset(map(bare, reading.free)) == {bare(name)}:
                continue
            named = heads.head(said.left.nodes) if said.role == "definition" else None
            if _harmless(other, number, around) or (named and bare(named.removesuffix("()")) != bare(name)):
                continue
            return found("mentioned", name, shown(said))
    return None


def _tied(said: Step, free: frozenset[str], places: frozenset[str]) -> frozenset[str]:
    """The symbols of a claim that a relation restricts; it mentions indices and sizes only if it has nothing else."""
    found = letters(said.left.nodes) if said.sign in MEMBERSHIP else symbols(said)
    return (found & free) - (frozenset() if found <= places else places)


# --- which relations count ---------------------------------------------------------------------------------------


def _candidates(number: int, reading: Reading, around: Surroundings) -> Iterator[int]:
    """The relations that may restrict something at the step `number`."""
    place = around.steps[number].span.start
    supposed = bounds_before(number, around.steps) if reading.supposed else ()
    smooth = around.steps[number].sign in EQUALITIES | {"≈"} and not piecewise(reading)
    for other, said in enumerate(around.steps):
        if other == number or spent(other, reading, around) or _harmless(other, number, around):
            continue
        if other in supposed:
            continue
        if said.sign in VAGUE and not (said.sign in ("≈", "≃") and estimates(other, number, around)):
            continue
        if said.sign in (*ORDERS, "!=") and smooth:
            continue
        distance = said.span.start - place
        if distance > 0:
            counts = distance < BEHIND
        elif said.sign in ("→", "←"):
            counts = -distance < NEARBY
        else:
            general = (said.role != "claim" and not said.again) or condition(said)
            counts = general or around.context.sections.covers(said.span.start, place)
        if counts:
            yield other


def _harmless(other: int, number: int, around: Surroundings) -> bool:
    said = around.steps[other]
    if settled(other, around) or restricts_nothing(other, number, around):
        return True
    if said.formula == around.steps[number].formula and said.role == "claim":
        return True
    if any(isinstance(n, Symbol) and n.text == r"\exists" for n in said.left.nodes):
        return True
    if begins_with_a_limit(said.left.nodes) and heads.is_number(said.right.nodes):
        return True  # what a function tends to restricts none of its arguments
    if said.sign == "→" and heads.head(said.left.nodes) is None:
        return True  # nor what an expression tends to its symbols
    if other > number and said.role == "claim" and said.inferred and said.sign in ORDERS:
        return True  # a bound that follows from the claim
    if _is_a_case_behind(other, number, around):
        return True
    bounds = domains.bounds(said)
    return bool(bounds) and all(b.read and respected(b, around.context) for b in bounds)


def _is_a_case_behind(other: int, number: int, around: Surroundings) -> bool:
    """Whether a relation after a claim looks at one case of what was said: "In particular, if σ = τ, …"."""
    said, words = around.steps[other], around.context.words
    span = words.document.formulas[said.formula].span
    end = words.document.formulas[around.steps[number].formula].span.end
    given = said.role in ("definition", "assumption") and end <= span.start
    return given and turns_to_a_case(words.text[end : span.start], words.after(span))


def _defines_another(other: int, free: frozenset[str], around: Surroundings) -> bool:
    """Whether the step `other` only says what a symbol is that the claim does not know."""
    said = around.steps[other]
    head = heads.head(said.left.nodes)
    if said.sign == ":=" and head is None:
        head = heads.head(said.right.nodes) or "()"
    if head is None or said.interior or said.sign not in ("=", ":=", "≡", "≈", "∝", "∼", FOLLOWS):
        return False
    return bare(head.removesuffix("()")) not in free


# --- which of them can be met whatever the claim's symbols are ----------------------------------------------------


def _binding(absorbers: Mapping[int, frozenset[str]]) -> list[int]:
    """The relations that have no unknown of their own, or share too few with others.

    Each relation is matched with an unknown of its own, as far as that goes (augmenting paths); what cannot be matched
    is binding, together with the relations that would have to give up theirs.
    """
    matched: dict[str, int] = {}
    alone: list[int] = []
    for relation in absorbers:
        if not _augmented(relation, absorbers, matched, set()):
            alone.append(relation)
    found = set(alone)
    stack = list(alone)
    while stack:
        for name in absorbers[stack.pop()]:
            other = matched.get(name)
            if other is not None and other not in found:
                found.add(other)
                stack.append(other)
    return sorted(found)


def _augmented(
    relation: int, absorbers: Mapping[int, frozenset[str]], matched: dict[str, int], tried: set[str]
) -> bool:
    for name in sorted(absorbers[relation] - tried):
        tried.add(name)
        if name not in matched or _augmented(matched[name], absorbers, matched, tried):
            matched[name] = relation
            return True
    return False


# --- which of them save the claim ---------------------------------------------------------------------------------


def saving(number: int, reading: Reading, around: Surroundings) -> Step | None:
    """A relation of the post at whose solutions the claim holds, or None."""
    free, step = frozenset(bare(name) for name in reading.free), around.steps[number]
    for other, said in enumerate(around.steps):
        if other == number or spent(other, reading, around) or symbols(said).isdisjoint(free):
            continue
        if said.role == "claim" and heads.head(said.left.nodes) is None:
            continue  # a result of the post, not what it rests on
        if step.sign == "≈" and len(symbols(said) & free) < 2:
            continue  # it ties nothing to what moves
        if condition(said) and not -NEARBY < said.span.start - step.span.start < BEHIND:
            continue  # a value is meant where it is given
        if not _harmless(other, number, around) and _apart(other, number, reading, around) is False:
            return said
    return None


def _apart(other: int, number: int, reading: Reading, around: Surroundings) -> bool | None:
    """Whether the sides differ where the step `other` holds too; None if it is not known where that is."""
    step, said = around.steps[number], around.steps[other]
    if said.sign in (*ORDERS, "!="):
        return None
    stated = equation(other, said, around.context.conventions) if said.sign in EQUALITIES | {":="} else None
    if stated is None:
        return None
    stated = in_its_terms(stated, reading, around)
    sign = "=" if step.sign in EQUALITIES | {"≈"} else step.sign
    tried = None
    for known in stated.facts(reading.free):
        # nobody writes a formula in x where x = 0: that both sides are one number there says nothing
        for branch in _branches(reading, known):
            finding = examine(*branch.sides, sign, plan(branch, sign, around.context), refuting=never)
            number = not branch.free and isinstance(known.right, Number)
            if finding.kind in ("together", "domain") and not number and not vanishes(branch.left):
                return False
            tried = True if finding.kind == "apart" else tried
    return tried


def _branches(reading: Reading, known: Fact) -> Iterator[Reading]:
    """`reading` with one fact put in, a root with both its signs."""
    put = with_facts(reading, {known.key: [known]})
    if put is None:
        return
    yield put
    if isinstance(known.right, Apply) and known.right.operator == "sqrt":
        negative = with_facts(reading, {known.key: [replace(known, right=Apply("negate", (known.right,)))]})
        if negative is not None:
            yield negative


ROWS = (
    Reason("doubt", "defined-elsewhere", "{} also occurs in {}", "{} 也出现在 {} 中").shown(
        "Then $$2x = x^2 + 1$$ Let $x = t^2$.",
        passes="Then $$2x = x + x + 1$$ Let $x = t^2$.",
    ),
    Reason("doubt", "solved-here", "may follow from {}", "也许由 {} 推出").shown(
        r"$$\begin{aligned} x^2 &= x + 1 \\ x^3 &= 2x + 1 \end{aligned}$$", passes="x^3 = 2x + x^2"
    ),
    Reason("doubt", "mentioned", "{} also occurs in {}", "{} 也出现在 {} 中").shown(
        "若给定 $c$ 时 $a$ 与 $b$ 条件独立，则 $$p(a|b,c) = p(a|c)$$ $$p(a|b,c) = p(b|a,c)$$",
        passes="则 $$p(a|b,c) = 2p(a|b,c)$$",
    ),
    Reason("doubt", "estimate", "{} is only an estimate", "{} 只是估计"),
    Reason("doubt", "also-stands-in", "{} also occurs in {}", "{} 也出现在 {} 中").shown(
        "设 $a^a + b^b = 1$，则 $a^2 + b^2 = a + b^2$", passes="于是 $a^2 + b^2 = a + b^2$"
    ),
)
