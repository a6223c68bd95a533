"""The relations that a post states, with their roles.

Roles follow from the sign, the words before, the form of the left side, and the symbols defined before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from mathpost.document.document import Document, Formula, spoken
from mathpost.latex.lexer import reading
from mathpost.latex.tree import Node
from mathpost.maths.claims.chains import Chain, chains, last_side
from mathpost.maths.claims.findings import Findings
from mathpost.maths.claims.orderings import Orderings
from mathpost.maths.claims.roles import Before, Candidate, Lead, before, decided
from mathpost.maths.claims.roles.of_chains import Setting, carries, of_chain
from mathpost.maths.claims.stationarity import is_set
from mathpost.maths.elaboration.heads import head, is_number
from mathpost.maths.lexicon import spelling
from mathpost.maths.lexicon.cases import holds_for_all, sets_a_case
from mathpost.maths.lexicon.cues import Cue, cue, first_sentence, goes_on_from_a_symbol
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.lines import system
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Inference, Role, Side, Step
from mathpost.text.recall import of_the_last
from mathpost.text.source import Span


class Decision(NamedTuple):
    """A step, and the row that decided its role."""

    step: Step
    row: str


@of_the_last
def steps(document: Document) -> tuple[Step, ...]:
    """All relations of the post, in reading order."""
    return tuple(step for step, _ in decisions(document))


def decisions(document: Document) -> Iterator[Decision]:
    """All relations of the post, each with the row that decided its role."""
    return _Reader(spelling.as_meant(document)).decisions()


# text between the formulas of a list: the words before the first apply to all
LISTED = frozenset(
    [",", "，", "、", "and", ", and", "和", "与", "及", "以及", "且", "，且", "并且", "，并且"]
)


BEHIND = 4_000  # maximal number of characters read after a formula


class _Reader:
    """Reads the formulas of a post in order and records the symbols that they define."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = spoken(document)
        self.before: Before = before(document)
        self.findings = Findings(self.before.known.sections, self.text)
        self.orderings = Orderings()
        self.last_display: list[Node] | None = None
        self.last_end = 0
        self.to_solve = Span(0, 0)
        self.unknowns: frozenset[str] = frozenset()

    def decisions(self) -> Iterator[Decision]:
        end = 0
        said: Cue = ""
        words = kind = ""
        last: Formula | None = None
        for formula in self.document.formulas:
            if any(g.contains(formula.span) for g in self.document.generated):
                continue
            before = self.text[max(end, formula.span.start - 160) : formula.span.start]
            listed = formula.kind == kind and before.strip() in LISTED
            if not listed:
                words, said = before, cue(before)
                if said == "" and sets_a_case(self.behind(formula)):
                    said = "demand"
            general, subject = holds_for_all(first_sentence(self.behind(formula))), _subject(words, last)
            yield from self.of_formula(formula, Lead(words, said, general=general, subject=subject))
            self.before.written |= letters(formula.tree.body)
            end, kind, last = formula.span.end, formula.kind, formula

    def of_formula(self, formula: Formula, lead: Lead) -> Iterator[Decision]:
        together = system(formula.tree.body) is not None
        lead = lead._replace(said="") if together else lead
        previous = self.last_display if formula.kind == "display" and self.follows_closely(formula) else None
        stated: frozenset[str] = frozenset()
        found = list(chains(formula, previous))
        for chain, behind in zip_longest(found, found[1:]):
            lead = lead._replace(solved=stated if chain.inferred else self.solved_by(formula, lead))
            solved = behind is not None and behind.inferred
            for step, row in self.of_chain(formula, chain, self.at_rest(formula, chain, lead, solved=solved)):
                if together and step.role == "claim" and not step.interior:
                    yield Decision(replace(step, role="assumption"), "system")
                elif chain.constrained and step.role in ("claim", "definition"):
                    yield Decision(replace(step, role="assumption"), "constraint")
                else:
                    yield Decision(step, row)
            lead = lead.behind_the_first()
            stated = letters(n for side in chain.sides for n in side)
            if chain.relations and chain.relations[-1].sign == "=" and is_number(chain.sides[-1]):
                self.to_solve, self.unknowns = formula.span, stated
        if formula.kind == "display":
            self.last_display = last_side(formula)
            self.last_end = formula.span.end

    def behind(self, formula: Formula) -> str:
        """The text after a formula up to the end of the next paragraph, at most `BEHIND` characters."""
        last = formula.span.end + BEHIND
        end = self.text.find("\n\n", formula.span.end + 2, last)
        return self.text[formula.span.end : end if end >= 0 else last]

    def solved_by(self, formula: Formula, lead: Lead) -> frozenset[str]:
        """The letters of the equation just set to a number, if words infer the formula from it: "gives", 得."""
        between = self.text[self.to_solve.end : formula.span.start]
        return self.unknowns if lead.said == "infer" and between == lead.words else frozenset()

    def at_rest(self, formula: Formula, chain: Chain, lead: Lead, *, solved: bool) -> Lead:
        """The lead of a chain; if it sets a derivative to zero, it defines nothing. `solved`: an arrow follows."""
        after = self.behind(formula)
        if not chain.relations or chain.relations[-1].sign != "=":
            return lead
        if not is_set(chain.sides, lead.words, after, solved=solved):
            return lead
        return lead._replace(at_rest=True, said="" if lead.said == "define" else lead.said)

    def follows_closely(self, formula: Formula) -> bool:
        """Whether there is only short text between the last display and this one."""
        return len(self.text[self.last_end : formula.span.start].strip()) < 60

    def of_chain(self, formula: Formula, chain: Chain, lead: Lead) -> Iterator[Decision]:
        after = self.behind(formula)
        lead = lead._replace(ordered=self.orderings.infers(chain, lead.words, after))
        setting = Setting(self.document, formula, chain, lead, after, self.before.known)
        whole = of_chain(setting)
        shared = None if whole is None else (whole.role, whole.id)
        for k in range(len(chain.relations)):
            if not chain.sides[k] or not chain.sides[k + 1]:
                continue
            step = self.step(formula, chain, k, lead)
            role, row = shared or self.role(step, lead)
            step = replace(step, role=role)
            if lead.at_rest and role == "claim" and k == len(chain.relations) - 1:
                step, row = replace(step, role="assumption"), "set-to-zero"
            step = replace(step, again=self.is_again(step, lead))
            found = self.findings.found(step)
            yield Decision(found, row if found is step else "found")
            for memory in (self.before.known, self.before.lawful, self.findings, self.orderings):
                memory.remember(found)
            if shared is None and carries(found, setting):
                shared = found.role, "shared"

    def step(self, formula: Formula, chain: Chain, k: int, lead: Lead) -> Step:
        """The relation `k` of a chain as a step whose role is still open."""
        relation, sign, span = chain.relations[k]
        left, right = self.side(formula, chain.sides[k]), self.side(formula, chain.sides[k + 1])
        whole = Span(min(left.span.start, span.start), max(right.span.end, span.end))
        given = lead.said in ("define", "demand")
        if sign == "∼" and not given and self.before.lawful.follows(left.nodes, right.nodes, span.start):
            sign = FOLLOWS
        return Step(
            formula.index,
            left,
            relation,
            sign,
            span,
            right,
            "assumption",
            k > 0 or chain.inherited,
            whole,
            Inference("arrow" if chain.inferred else "word" if lead.said == "infer" else "", chain.mutual),
        )

    def role(self, step: Step, lead: Lead) -> tuple[Role, str]:
        """The role of a step, and the row that decides it."""
        row = decided(Candidate(step, lead, self.before))
        return row.role, row.id

    def is_again(self, step: Step, lead: Lead) -> bool:
        """Whether a step defines a symbol again without any words."""
        free = step.role == "definition" and step.sign == "=" and not lead.said and not step.interior
        return free and not is_number(step.right.nodes) and head(step.left.nodes) in self.before.known

    def side(self, formula: Formula, nodes: list[Node]) -> Side:
        span = Span(nodes[0].span.start, max(n.span.end for n in nodes))
        return Side(tuple(nodes), _written(self.document, formula, nodes), span)


def _subject(words: str, before: Formula | None) -> frozenset[str]:
    """The letters of the symbols before a formula, if `words` continue from them; otherwise empty."""
    if before is None or not goes_on_from_a_symbol(words):
        return frozenset()
    return letters(before.tree.body)


def _written(document: Document, formula: Formula, nodes: Sequence[Node]) -> str:
    """The source of `nodes` as LaTeX reads it; pieces from different rows are joined by a space."""
    pieces: list[Span] = []
    for node in nodes:
        gap = document.source.text[pieces[-1].end : node.span.start] if pieces else ""
        if pieces and node.span.start >= pieces[-1].end and not gap.strip(" \t"):
            pieces[-1] = Span(pieces[-1].start, node.span.end)
        elif not pieces or node.span.start >= pieces[-1].end:
            pieces.append(node.span)
        else:
            pieces[-1] = Span(pieces[-1].start, max(pieces[-1].end, node.span.end))
    return " ".join(reading(document.source.text, (p,), formula.escaped).text.strip() for p in pieces)
