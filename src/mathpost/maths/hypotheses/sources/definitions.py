"""Definitions by formulas and words: symbols, families, functions, laws, members of arrays, and restatements about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from mathpost.maths.elaboration import heads
from mathpost.maths.facts import laws
from mathpost.maths.facts.defining_steps import gives, is_mapping, is_partial, restates
from mathpost.maths.facts.facts import Fact, fact
from mathpost.maths.facts.quantifiers import Quantified, introduced
from mathpost.maths.hypotheses import kinds
from mathpost.maths.hypotheses.array_members import membership, names_parts, settled
from mathpost.maths.hypotheses.post import Post
from mathpost.maths.hypotheses.store import Certainty, Hypotheses, Hypothesis, Scope
from mathpost.maths.lexicon.cases import mentions_a_case, takes_an_example
from mathpost.maths.lexicon.cues import chooses, cue
from mathpost.maths.lexicon.explanations import explained
from mathpost.maths.notation.letters import letters, symbols
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare


def hypotheses(post: Post, _: Hypotheses) -> Iterator[Hypothesis[Any]]:
    facts, memberships = list[Fact](), list[Fact]()
    introductions = list(introduced(post.document))
    explanations = explained(post.document, post.words)
    spoken: frozenset[str] = frozenset()
    for number, step in enumerate(post.steps):
        span = post.document.formulas[step.formula].span
        before, after = post.words.before(span), post.words.after(span)
        place = explanations.get(step.formula, step.span.end)
        if not is_partial(number, post.steps, after):
            case = mentions_a_case(before) or chooses(before)
            of_array = membership(number, step, post.conventions) if gives(step) else None
            if of_array is not None:
                memberships.append(replace(of_array, place=place, case=case))
            elif gives(step):
                known = None if is_mapping(number, post.steps) else _fact(number, step, post)
                inline = post.document.formulas[step.formula].kind != "display"
                passing = inline and takes_an_example(before)
                if known is not None and (passing or _is_a_case(known, step, before, spoken)):
                    known = replace(known, until=post.words.end_of_paragraph(step.span.end))
                if known is not None and known.form == "law":
                    known = replace(known, right=laws.in_stated_parameters(known.right, before, after))
                if known is not None and not (post.numbers_vectors and known.turns_back(facts)):
                    facts.append(replace(known, place=place, case=case))
                elif is_mapping(number, post.steps):
                    introductions.append(Quantified(letters(step.left.nodes[:1]), step.span.start))
            again = _fact(number, replace(step, interior=False), post) if restates(step) else None
            if again is not None and not again.value:
                yield Hypothesis(kinds.RESTATEMENT, again, again.head, again.place, "section", number)
        spoken |= symbols(step)
    facts = [replace(known, until=_end(known, introductions)) for known in facts]
    of_members, assembled = settled(facts, memberships)
    of_words = [replace(law, until=post.sections.end(law.place)) for law in post.laws]
    for known in sorted((*of_words, *facts, *of_members), key=lambda known: known.place):
        scope: Scope = "section" if known.case or known.value else "post"
        yield Hypothesis(
            kinds.DEFINITION, known, known.head, known.place, scope, known.step, certainty(known)
        )
    for known in of_members:
        yield Hypothesis(kinds.MEMBERSHIP, known, known.head, known.place, "post", known.step)
    for name in sorted(assembled):
        yield Hypothesis(kinds.ASSEMBLED, None, name)


def _end(known: Fact, introductions: Sequence[Quantified]) -> int | None:
    """The end of a definition: of its case, or before its symbol is introduced again, perhaps by an unreadable formula."""
    name = bare(known.head.removesuffix("_"))
    later = (each.place for each in introductions if each.place > known.place and name in each.letters)
    return min((end for end in (known.until, min(later, default=None)) if end is not None), default=None)


def _fact(number: int, step: Step, post: Post) -> Fact | None:
    """The definition in a step; None if it only names parts."""
    known = fact(number, step, post.conventions)
    return None if known is None or names_parts(step, known.right) else known


def certainty(known: Fact) -> Certainty:
    """Whether a definition holds in general, in a case, or as a value in an example."""
    return "value" if known.value else "case" if known.case else "stated"


def _is_a_case(known: Fact, step: Step, before: str, spoken: frozenset[str]) -> bool:
    r"""Whether two symbols of `spoken` are equated without words of definition: the critical case $\gamma = \omega_0$."""
    other = heads.head(step.right.nodes)
    if known.form != "symbol" or step.sign != "=" or other is None or other.endswith("()") or cue(before):
        return False
    return {bare(known.head), bare(other)} <= spoken and not heads.is_constant(step.right.nodes)
