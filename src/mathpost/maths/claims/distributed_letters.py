r"""Variables with a named law, and the claims about them.

Once ``X \sim \mathcal{N}(\mu, \sigma^2)`` is declared, ``aX + b \sim …``, ``H(X) = …``, ``f_X(x) = …`` and
``\mathbb{E}[X] = 0`` are claims, and not definitions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mathpost.latex.tree import Node
from mathpost.maths import notation
from mathpost.maths.elaboration.binders.ranges import bracketed
from mathpost.maths.elaboration.chance.averages import MOMENTS
from mathpost.maths.elaboration.chance.information import ENTROPIES
from mathpost.maths.elaboration.chance.probability import LAWS, MEANS, bar
from mathpost.maths.elaboration.heads import head, names_a_law
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare

# letters of a density, distribution function or moment generating function with a variable as subscript
LABELLED = frozenset(["f", "F", "p", "P", "M"])
MEASURES = ENTROPIES | MEANS | frozenset(rf"\text{{{word}}}" for word in MOMENTS)


class Lawful:
    """The variables with a named law so far, and the letters in the definitions of other symbols."""

    def __init__(self, spoken: Mapping[str, int]) -> None:
        """`spoken`: the variables with a law stated in words, and the place of each statement."""
        self._spoken = {bare(name): place for name, place in spoken.items()}
        self._declared: set[str] = set()
        self._parts: dict[str, frozenset[str]] = {}

    def remember(self, step: Step) -> None:
        """Add the variable that `step` gives a law, or the letters in its definition of a symbol."""
        name = head(step.left.nodes)
        if name is None or step.interior:
            return
        if step.sign in ("∼", FOLLOWS) and names_a_law(step.right.nodes):
            self._declared.add(bare(name))
        elif step.sign in ("=", ":=") and name in LAWS and names_a_law(step.right.nodes):
            self._declared.add(bare(name))  # "H(p) = …" is then a claim
        elif step.sign in ("=", ":="):
            self._parts.setdefault(name, letters(step.right.nodes))

    def follows(self, left: Sequence[Node], right: Sequence[Node], place: int) -> bool:
        r"""Whether ``left \sim right`` claims the law of a term in declared variables."""
        if not names_a_law(right):
            return False
        name = head(left)
        parts = letters(left) if name is None else self._parts.get(name, frozenset())
        if bar(notation.legible(left)) is not None:
            return False  # "\\theta | D \\sim …" declares a separate law
        known = self._known(place)
        return not known.isdisjoint(parts) and (name is None or bare(name) not in known)

    def describes(self, left: Sequence[Node], place: int) -> bool:
        r"""Whether a side is an entropy, density or moment of declared variables: ``H(X)``, ``f_X(x)``, ``\mathbb{E}[X]``."""
        known = self._known(place)
        row = notation.legible(left)
        symbol = notation.name(row[0]) if row else None
        if symbol is None:
            return False
        scripts = row[1] if len(row) > 1 else None
        label = _label(scripts) if isinstance(scripts, Scripted) else ""
        _, content, closed = bracketed(row[2 if isinstance(scripts, Scripted) else 1 :])
        inside = frozenset(bare(name) for item in content if (name := _name(item)) is not None)
        if not closed or not content:
            return False
        if symbol in MEASURES:
            return not label and not known.isdisjoint(inside)
        if symbol in LAWS and not label:
            return len(content) == 1 and inside <= known
        return symbol in LABELLED and bare(label) in known

    def _known(self, place: int) -> frozenset[str]:
        """The variables with a law at `place`."""
        return frozenset(self._declared | {name for name, since in self._spoken.items() if since <= place})


def _label(scripts: Scripted) -> str:
    """The variable in the subscript of a letter; empty for no subscript."""
    try:
        row = [] if scripts.subscript is None else notation.opened(scripts.subscript)
    except UnreadError:
        return "…"
    return (_name(row[0]) or "") if len(row) == 1 and scripts.superscript is None else "…"


def _name(item: Item) -> str | None:
    return None if isinstance(item, Scripted) else notation.name(item)
