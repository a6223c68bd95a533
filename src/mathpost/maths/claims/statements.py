"""Which relations a post states, and which of them claim something.

Roles follow from the sign, from the words before, from the shape of the left side and from what was named before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from mathpost.document.document import Document, Formula, spoken
from mathpost.latex.lexer import reading
from mathpost.latex.tree import Node
from mathpost.maths.chance.stated_laws import laws_in_words
from mathpost.maths.claims.chains import Chain, chains, last_side, orders, orders_symbols
from mathpost.maths.claims.namings import Namings
from mathpost.maths.claims.orderings import Orderings
from mathpost.maths.claims.roles import Lead, Roles
from mathpost.maths.claims.roots import UNIT, Roots
from mathpost.maths.claims.solutions import Solutions
from mathpost.maths.claims.stationarity import NEXT, is_set
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.heads import (
    CONSTANTS,
    head,
    is_constant,
    is_number,
    measured,
    plain_symbol,
    worded,
)
from mathpost.maths.elaboration.signs import has_double
from mathpost.maths.facts import eigenvectors
from mathpost.maths.facts.distributed_letters import Lawful
from mathpost.maths.lexicon import spelling
from mathpost.maths.lexicon.cases import opens_a_case, sets_a_case, tells_what_a_value_means
from mathpost.maths.lexicon.cues import Cue, cue
from mathpost.maths.lexicon.sections import Sections
from mathpost.maths.lexicon.sentences import Sentences
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.lines import system
from mathpost.maths.notation.relations import FOLLOWS, ORDERS
from mathpost.maths.notation.step import Inference, Role, Side, Step
from mathpost.text.source import Span


def steps(document: Document) -> tuple[Step, ...]:
    """All relations of the post, in reading order."""
    return tuple(_Reader(spelling.as_meant(document)).steps())


BEHIND = 24  # characters behind a formula that may leave open whether it holds
AHEAD = 8  # characters behind a formula that may make a case of it
# what stands between the formulas of a list: what was said before the first holds for all
LISTED = frozenset(
    [",", "，", "、", "and", ", and", "和", "与", "及", "以及", "且", "，且", "并且", "，并且"]
)


class _Reader:
    """Walks the formulas of a post and remembers what has been named."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = spoken(document)
        self.known = Namings(Sections(document.headings))
        by_words = laws_in_words(document, Sentences(document), Conventions())
        self.lawful = Lawful({known.head: known.place for known in reversed(by_words)})
        self.solutions = Solutions(self.known.sections)
        self.roots = Roots(self.known.sections)
        self.orderings = Orderings()
        self.last_display: list[Node] | None = None
        self.last_end = 0
        self.to_solve = Span(0, 0)
        self.unknowns: frozenset[str] = frozenset()
        self.roles = Roles(document, self.known, self.lawful, eigenvectors.matrices(document))

    def steps(self) -> Iterator[Step]:
        end = 0
        said: Cue = ""
        words = kind = ""
        for formula in self.document.formulas:
            if any(g.contains(formula.span) for g in self.document.generated):
                continue
            before = self.text[max(end, formula.span.start - 160) : formula.span.start]
            listed = formula.kind == kind and before.strip() in LISTED
            if not listed:
                words, said = before, cue(before)
                if said == "" and sets_a_case(self.text[formula.span.end :][:AHEAD]):
                    said = "demand"
            yield from self.of_formula(formula, Lead(words, said))
            self.roles.written |= letters(formula.tree.body)
            end, kind = formula.span.end, formula.kind

    def of_formula(self, formula: Formula, lead: Lead) -> Iterator[Step]:
        together = system(formula.tree.body) is not None
        lead = lead._replace(said="") if together else lead
        previous = self.last_display if formula.kind == "display" and self.follows_closely(formula) else None
        stated: frozenset[str] = frozenset()
        found = list(chains(formula, previous))
        for chain, behind in zip_longest(found, found[1:]):
            lead = lead._replace(solved=stated if chain.inferred else self.solved_by(formula, lead))
            solved = behind is not None and behind.inferred
            for step in self.of_chain(formula, chain, self.at_rest(formula, chain, lead, solved=solved)):
                demanded = (together and step.role == "claim" and not step.interior) or (
                    chain.constrained and step.role in ("claim", "definition")
                )
                yield replace(step, role="assumption") if demanded else step
            lead = lead.behind_the_first()
            stated = letters(n for side in chain.sides for n in side)
            if chain.relations and chain.relations[-1].sign == "=" and is_number(chain.sides[-1]):
                self.to_solve, self.unknowns = formula.span, stated
        if formula.kind == "display":
            self.last_display = last_side(formula)
            self.last_end = formula.span.end

    def solved_by(self, formula: Formula, lead: Lead) -> frozenset[str]:
        """The letters of the equation that was just set to a number, if words infer the formula from it: "gives", 得."""
        between = self.text[self.to_solve.end : formula.span.start]
        return self.unknowns if lead.said == "infer" and between == lead.words else frozenset()

    def at_rest(self, formula: Formula, chain: Chain, lead: Lead, *, solved: bool) -> Lead:
        """What leads into a chain; words that set the derivative in it to zero define nothing. `solved`: an arrow leads on."""
        after = self.text[formula.span.end :][:NEXT]
        if not chain.relations or chain.relations[-1].sign != "=":
            return lead
        if not is_set(chain.sides, lead.words, after, solved=solved):
            return lead
        return lead._replace(at_rest=True, said="" if lead.said == "define" else lead.said)

    def follows_closely(self, formula: Formula) -> bool:
        """Whether no other text of length stands between the last display and this one."""
        return len(self.text[self.last_end : formula.span.start].strip()) < 60

    def of_chain(self, formula: Formula, chain: Chain, lead: Lead) -> Iterator[Step]:
        after = self.text[formula.span.end :][:BEHIND]
        lead = lead._replace(ordered=self.orderings.infers(chain, lead.words, after))
        limited = self.is_range(chain, lead) or self.is_limited(chain, lead)
        limited = not lead.ordered and (limited or self.is_case(formula, chain, lead))
        shared: Role | None = "assumption" if limited else None
        if self.names_an_event(formula, chain, after):
            shared = "other"
        for k, (relation, sign, span) in enumerate(chain.relations):
            left, right = chain.sides[k], chain.sides[k + 1]
            if not left or not right:
                continue
            interior = k > 0 or chain.inherited
            sides = self.side(formula, left), self.side(formula, right)
            whole = Span(min(sides[0].span.start, span.start), max(sides[1].span.end, span.end))
            inference = Inference(
                "arrow" if chain.inferred else "word" if lead.said == "infer" else "", chain.mutual
            )
            step = Step(
                formula.index,
                sides[0],
                relation,
                sign,
                span,
                sides[1],
                "assumption",
                interior,
                whole,
                inference,
            )
            if (
                sign == "∼"
                and lead.said not in ("define", "demand")
                and self.lawful.follows(left, right, span.start)
            ):
                step = replace(step, sign=FOLLOWS)
            step = replace(step, role=shared or self.roles.role(step, lead))
            if lead.at_rest and step.role == "claim" and k == len(chain.relations) - 1:
                step = replace(step, role="assumption")
            step = self.as_found(replace(step, again=self.roles.is_again(step, lead)))
            yield step
            self.known.remember(step)
            self.lawful.remember(step)
            self.solutions.remember(step)
            self.roots.remember(step)
            self.orderings.remember(step)
            shared = shared or self.shared_role(step, chain, lead)

    def as_found(self, step: Step) -> Step:
        """`step`; one that names the unknown of what was just stated, where words solve that, claims what it is."""
        name = head(step.left.nodes)
        if name is None or step.role not in ("definition", "claim") or step.interior:
            return step
        between = self.text[self.solutions.end : step.span.start]
        named = step.role == "definition" or self.solutions.is_set
        root = self.roots.found(step, between)
        alone = has_double(step.right.nodes) or letters(step.right.nodes) <= CONSTANTS | UNIT
        found = self.solutions.found(name, step, between) if named and not (root and alone) else None
        found = found or root
        if found is None:
            return step
        by = step.inference.by if found.root or step.role == "claim" else ""
        return replace(step, role="claim", inference=step.inference._replace(by=by or "word"), found=found)

    def shared_role(self, step: Step, chain: Chain, lead: Lead) -> Role | None:
        """The role that `step` leaves to the others of its chain: an order of symbols, one value for several, ``a = b = 1``."""
        ranged = lead.said == "define" and orders(chain) and any(map(self.is_unnamed, chain.sides))
        if step.role == "assumption" and (orders_symbols(chain) or ranged):
            return "assumption"
        given = lead.said != "infer" and step.role in ("definition", "assumption")
        return step.role if given and self.gives_one_value(chain) else None

    def names_an_event(self, formula: Formula, chain: Chain, after: str) -> bool:
        """Whether a formula in a line sets a capital to one value, and words tell what happens then: $X = 1$ 表示正面朝上."""
        if formula.kind == "display" or [sign for _, sign, _ in chain.relations] != ["="]:
            return False
        name, value = plain_symbol(chain.sides[0]), chain.sides[1]
        capital = (
            name is not None and name.isupper() and (is_number(value) or plain_symbol(value) is not None)
        )
        return capital and tells_what_a_value_means(after)

    def gives_one_value(self, chain: Chain) -> bool:
        """Whether a chain sets symbols of which nothing is known to one and the same symbol or constant."""
        equal = not chain.inherited and all(sign == "=" for _, sign, _ in chain.relations)
        *named, last = chain.sides
        new = all(
            (name := plain_symbol(side)) is not None and not self.known.says(name) for side in named[1:]
        )
        return equal and new and (is_constant(last) or plain_symbol(last) is not None)

    def is_range(self, chain: Chain, lead: Lead) -> bool:
        """``0 < x``, ``1 \\le i < j \\le n``, ``0 \\le j < n - 1``: where symbols live that have no definition."""
        if not orders(chain):
            return False
        first, *between, last = chain.sides
        counted = len(between) == 1 and is_number(first) and lead.said != "infer" and not worded(last)
        ends, bounded = ((first, last), between) if between else ((first,), [last])
        return all(map(self.is_unnamed, bounded)) and all(
            counted or is_constant(end) or plain_symbol(end) for end in ends
        )

    def is_unnamed(self, nodes: Sequence[Node]) -> bool:
        """Whether a side is a symbol that the post has not named so far."""
        name = plain_symbol(nodes)
        return name is not None and name not in self.known and not is_constant(nodes)

    def is_limited(self, chain: Chain, lead: Lead) -> bool:
        """``\\|\\delta\\| \\le \\epsilon``: how large a symbol is that has no definition, if nothing infers it."""
        inferred = chain.inherited or chain.inferred or lead.said == "infer"
        if inferred or [sign in ORDERS for _, sign, _ in chain.relations] != [True]:
            return False
        size, limit = chain.sides
        name = measured(size)
        return name is not None and name not in self.known and (is_constant(limit) or head(limit) is not None)

    def is_case(self, formula: Formula, chain: Chain, lead: Lead) -> bool:
        """Whether an inequality names a case: in a heading, or in brackets behind the word for it (case 2, $x^2 > N$)."""
        if not orders(chain) or chain.inferred or lead.said == "infer":
            return False
        return opens_a_case(lead.words) or any(h.span.contains(formula.span) for h in self.document.headings)

    def side(self, formula: Formula, nodes: list[Node]) -> Side:
        span = Span(nodes[0].span.start, max(n.span.end for n in nodes))
        return Side(tuple(nodes), _written(self.document, formula, nodes), span)


def _written(document: Document, formula: Formula, nodes: Sequence[Node]) -> str:
    """The LaTeX of `nodes` as LaTeX reads it; pieces that stand apart (in two rows) are joined by a space."""
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
