"""What a step makes of its symbols: it names them, demands or claims something of them. Decided from notation, words, and what was named before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.latex.tree import Node, Symbol, walk
from mathpost.maths.claims.namings import Namings, squared_name
from mathpost.maths.elaboration import handbook
from mathpost.maths.elaboration.application import SPECTRA
from mathpost.maths.elaboration.arguments import FUNCTION_LETTERS
from mathpost.maths.elaboration.calculus.velocities import is_of_a_named
from mathpost.maths.elaboration.chance.information import ENTROPIES, INFORMATIONS
from mathpost.maths.elaboration.heads import (
    CONSTANTS,
    compares_growth,
    estimates,
    head,
    in_library,
    is_moment,
    is_number,
    only_dots,
    only_names,
    plain_symbol,
    relates_densities,
    squared,
    worded,
)
from mathpost.maths.elaboration.residues import of_side
from mathpost.maths.facts.conventions import applied_to_a_name, differentiated
from mathpost.maths.facts.curvature import shapes_of_functions
from mathpost.maths.facts.distributed_letters import Lawful, gives_a_conditional_law
from mathpost.maths.facts.spectra import spoken_of
from mathpost.maths.lexicon.cues import (
    Cue,
    accompanies,
    derives,
    last_clause,
    speaks_of_a_differential_equation,
    speaks_of_an_equation,
    states_a_property,
    states_an_amount,
    tells_of_all_roots,
)
from mathpost.maths.lexicon.positivity import is_customary
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.relations import DEFINING, EVERY, FOLLOWS, NOT_CLAIMED, ORDERS, glyph
from mathpost.maths.notation.step import Role, Step
from mathpost.maths.terms.landau import LANDAU
from mathpost.maths.terms.names import bare
from mathpost.maths.typing.array_parts import names_members

TRANSPOSES = (r"^{\top}", "^{T}")


UNIT_MATRICES = frozenset(["I"])
EULER = frozenset(["e", r"\text{e}"])


class Lead(NamedTuple):
    """What leads into a statement: the words before its formula, and what they say of it.

    `inferred`: they infer the formula, though perhaps not this statement of it. `solved`: the letters of the equation
    that an arrow infers the statement from. `at_rest`: the statement sets a derivative to zero. `ordered`: they infer an
    order of letters that were put into order before.
    """

    words: str
    said: Cue
    inferred: bool = False
    solved: frozenset[str] = frozenset()
    at_rest: bool = False
    ordered: bool = False

    def behind_the_first(self) -> Lead:
        """What still holds for the later statements of a formula."""
        said = self.said if self.said in ("define", "demand") else ""
        return self._replace(said=said, inferred=self.inferred or self.said == "infer")


class Roles:
    """The roles of the steps of one post, as it goes on to name symbols and to give laws."""

    def __init__(
        self, document: Document, known: Namings, lawful: Lawful, vectors: Mapping[str, frozenset[str]]
    ) -> None:
        self.known = known
        self.lawful = lawful
        self.vectors = vectors
        self.spoken = handbook.spoken_of(document)
        self.bent = frozenset(f"{said.name}()" for said in shapes_of_functions(document))
        self.values = {name: frozenset(map(bare, of)) for name, of in spoken_of(document).items()}
        self.written: frozenset[str] = frozenset()  # the letters of all formulas before the one at hand

    def role(self, step: Step, lead: Lead) -> Role:
        left, sign, right, interior = step.left.nodes, step.sign, step.right.nodes, step.interior
        said = lead.said
        if lead.ordered and sign in ORDERS:
            return "claim"
        if sign == FOLLOWS or (sign == "∼" and not interior and compares_growth(left, right)):
            return "claim"
        if sign in DEFINING or (sign == "∼" and not interior and gives_a_conditional_law(left, right)):
            return "definition"
        if sign in NOT_CLAIMED:
            return "assumption" if sign == "∈" else "other"
        if sign in ORDERS and (only_dots(left) or only_dots(right)):
            return "assumption"  # "\\sigma_1 \\ge \\sigma_2 \\ge \\cdots": how a list is ordered
        if worded(left) or worded(right) or glyph(left[-1]) == ".":
            return "other"  # words, or a range such as 255..=3
        if glyph(left[0]) == EVERY or (not interior and self.is_demanded(step, lead)):
            return "assumption"
        if said != "define" and handbook.is_value(left, self.spoken):
            return "claim"
        if sign == "=" and not interior and _is_realised(left, right):
            return "assumption"
        name = head(left)
        if name is not None and not interior:
            if sign in ORDERS or sign == "!=":
                followed = (step.inferred or lead.inferred) and self.known.says(name)
                meant = followed or bare(name) in lead.solved or in_library(name) or name in self.bent
                meant = meant or (_is_of_information(name) and plain_symbol(step.right.nodes) is None)
                return "claim" if meant else "assumption"
            return self.role_of_head(name, step, lead)
        if (
            sign in ("=", "≡")
            and not interior
            and (self.is_asked(step, lead) or self.is_supposed(step, lead))
        ):
            return "assumption"
        square = squared(left) if _equates(sign, right) and not interior else None
        solved = bool(step.inferred) and is_number(right)
        if (
            square is not None
            and not solved
            and bare(square) not in letters(right)
            and square not in self.known
        ):
            return self.role_of_square(square, step, lead)
        return "definition" if names_members(step) else "claim"

    def is_demanded(self, step: Step, lead: Lead) -> bool:
        """Whether words demand what a step says, or it says where symbols live."""
        if lead.said == "demand" and not self.is_stated(step, lead):
            return True
        if step.sign == "!=" and not (step.inferred or lead.inferred) and is_number(step.right.nodes):
            return True  # "$A$ is regular, and $1 + v^\\top A^{-1} u \\ne 0$": where what follows is defined
        # "let $\\Re a > 0$"
        return (step.sign in ORDERS or step.sign == "!=") and (
            lead.said == "define" or only_names(step.left.nodes)
        )

    def role_of_square(self, square: str, step: Step, lead: Lead) -> Role:
        """What a step makes of a symbol through its square: it names σ by ``\\sigma^2 = …``, or says what that is."""
        name = squared_name(square)
        if lead.said != "define" and self.known.says(name):
            return "claim" if step.inferred else self.known.role(name, step, lead.words)
        unsigned = is_customary(square, frozenset())  # ``z^2 = 4`` has two solutions
        return "definition" if unsigned or not is_number(step.right.nodes) else "assumption"

    def is_stated(self, step: Step, lead: Lead) -> bool:
        """Whether a verb that may demand says what is so: 互信息满足 … of what was defined, 共需要 ``7 \\times 16 = 112``."""
        if not letters(step.left.nodes) | letters(step.right.nodes):
            return states_an_amount(lead.words)
        name = head(step.left.nodes)
        if name is None and self.is_law_of_its_letters(step):
            return states_a_property(lead.words)
        told = name is not None and (self.known.says(name) or self.known.is_given_in_general(name))
        told = told and not is_number(step.right.nodes, signed=True)
        return told and states_a_property(lead.words)

    def is_law_of_its_letters(self, step: Step) -> bool:
        """Whether a bound speaks of no letter but those of what it bounds, and of no unknown function, or an expansion of
        all letters of what it expands: it demands nothing of them, and says what is so.
        """
        left, right = letters(step.left.nodes), letters(step.right.nodes)
        if estimates(step.right.nodes):
            return left <= right
        unknown = applied_to_a_name(step.left.nodes) & FUNCTION_LETTERS
        return step.sign in ORDERS and right <= left and bool(right) and not unknown

    def is_asked(self, step: Step, lead: Lead) -> bool:
        """Whether the words ask what solves an equation: the zeros of ``z^3 - z = 0``."""
        clause = last_clause(lead.words)
        if not (is_number(step.right.nodes) or speaks_of_a_differential_equation(clause)):
            return False
        told = derives(clause) or tells_of_all_roots(clause)
        return not step.inferred and speaks_of_an_equation(clause) and not told

    def is_supposed(self, step: Step, lead: Lead) -> bool:
        r"""Whether words of definition set to a number what is made of letters that the post does not define: where ``\sum p_i = 1``."""
        made = letters(step.left.nodes) - CONSTANTS
        if lead.said != "define" or step.inferred or not made or not is_number(step.right.nodes, signed=True):
            return False
        functions = (glyph(n) for side in step.left.nodes for n in walk(side) if isinstance(n, Symbol))
        if any(in_library(name[1:] + "()") for name in functions if name[:1] == "\\"):
            return False
        return not any(self.known.says(name) or self.known.gives(name) for name in made)

    def role_of_head(self, name: str, step: Step, lead: Lead) -> Role:
        """What a step makes of the symbol that its left side is: it names it, or says something of what it is."""
        if (
            lead.said != "define"
            and step.sign in ("=", "≡")
            and self.lawful.describes(step.left.nodes, step.span.start)
        ):
            return "claim"
        if name in EULER and lead.said != "define" and _is_endless(step.right.nodes):
            return "claim"  # the number, of which a limit or a series is no name
        of_a_function = name.endswith("()") and name in self.known and not in_library(name)
        listed = not (step.inferred or lead.inferred) and self.known.gives_numbers_only(name)
        result = self.known.is_member(name, step.right.nodes) or (in_library(name) and bool(step.inferred))
        result = result or bare(name) in lead.solved
        valued = is_number(step.right.nodes, signed=True) and (listed or not of_a_function) and not result
        if valued or (lead.said == "define" and not (self.is_slope(name) and accompanies(lead.words))):
            return "definition"
        if self.is_moment_with_new_name(name, step, lead):
            return "definition"
        known = (
            in_library(name)
            or self.is_slope(name)
            or is_of_a_named(name, self.known)
            or self.known.is_slope(name)
            or self.is_turned(name)
            or self.is_of_a_matrix(name, step)
        )
        meant = known or result or _expands(name, step.sign, step.right.nodes)
        if meant or relates_densities(name, step.right.nodes):
            return "claim"
        inferred = step.inferred or lead.said == "demand"
        follows = self.known.made_of_others(name) or self.known.is_given_in_general(name)
        if name not in self.known and not (inferred and follows):
            return "definition"
        if inferred or lead.inferred or step.sign == "≈":
            return "claim"
        return self.known.role(name, step, lead.words)

    def is_moment_with_new_name(self, name: str, step: Step, lead: Lead) -> bool:
        r"""Whether a mean or a variance is set to a letter that the post has not written so far: nothing is claimed by ``E(X) = \mu``."""
        if step.inferred or lead.inferred or step.sign != "=" or not is_moment(name):
            return False
        named = letters(step.right.nodes) - CONSTANTS - UNIT_MATRICES
        return bool(named) and named.isdisjoint(self.written | letters(step.left.nodes))

    def is_again(self, step: Step, lead: Lead) -> bool:
        """Whether a step defines what was defined before, and no word says so."""
        free = step.role == "definition" and step.sign == "=" and not lead.said and not step.interior
        return free and not is_number(step.right.nodes) and head(step.left.nodes) in self.known

    def is_slope(self, name: str) -> bool:
        """Whether a head such as ``f'()`` is the derivative of a function that was named."""
        symbol, brackets, behind = name.partition("()")
        plain = symbol.rstrip("'")
        return bool(brackets) and not behind and plain != symbol and plain + brackets in self.known

    def is_of_a_matrix(self, name: str, step: Step) -> bool:
        """Whether a head is an eigenvalue or singular value of a matrix of which the right side speaks, or that matrix and it
        speaks of its vectors.
        """
        if self.vectors.get(bare(name), frozenset()) & letters(step.right.nodes):
            return True  # a matrix that is made of its vectors
        matrices = self.values.get(bare(name), frozenset())
        if name.endswith("()") and name.startswith(tuple(rf"{letter}_{{" for letter in SPECTRA)):
            matrices = frozenset(n for n in letters(step.left.nodes) if n.strip("{}").isupper())
        return not matrices.isdisjoint(letters(step.right.nodes))

    def is_turned(self, name: str) -> bool:
        """Whether a head is the transpose of an array that was named: no name of its own."""
        return name.endswith(TRANSPOSES) and name.rpartition("^")[0] in self.known


def _is_realised(left: Sequence[Node], right: Sequence[Node]) -> bool:
    """Whether a capital is set to its small letter, ``X = x``: the event that a variable has this value, which names neither."""
    name, value = plain_symbol(left), plain_symbol(right)
    return name is not None and value is not None and name != value and name.lower() == value


def _is_of_information(name: str) -> bool:
    """Whether a head is an entropy or an information of something, which has bounds of its own: ``H(X, Y) \\le H(X) + H(Y)``."""
    return name.endswith("()") and name.removesuffix("()") in ENTROPIES | INFORMATIONS


def _is_endless(side: Sequence[Node]) -> bool:
    """Whether a limit or a sum without an end stands on a side."""
    shown = [node.text for outer in side for node in walk(outer) if isinstance(node, Symbol)]
    return r"\lim" in shown or (r"\sum" in shown and r"\infty" in shown)


def _equates(sign: str, right: Sequence[Node]) -> bool:
    r"""Whether a sign says that a side is what stands on the left: none that is equal up to multiples, ``\pmod 8``."""
    return sign in ("=", "≡") and of_side(sign, right)[1] is None


def _expands(name: str, sign: str, right: Sequence[Node]) -> bool:
    """Whether a function is said in terms of its own derivatives, up to an error: ``f(x) \\approx f(a) + f'(a)(x - a)``."""
    if not name.endswith("()") or not (sign == "≈" or letters(right) & LANDAU.keys()):
        return False
    return bare(name.removesuffix("()")) in map(bare, differentiated(right))


__all__ = ["Lead", "Roles"]
