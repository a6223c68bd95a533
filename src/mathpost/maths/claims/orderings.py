r"""Orders of letters that a post assumes, and orders that words infer from them: ``a \le c`` from ``a \le b`` and ``b \le c``.
Without such words an order of letters is an assumption about their domains.
"""

from __future__ import annotations

import re

from mathpost.latex.tree import Node, Scripts, Symbol
from mathpost.maths.claims.chains import Chain, orders
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.relations import ORDERS
from mathpost.maths.notation.step import Step

_INFERS = re.compile(
    r"(于是|因此|所以|从而|故|可得|可知|得到?|推出|则|那么|归纳)(有|必有|就有)?[\s,，:：$]*$"
    r"|\b(then|hence|thus|therefore|so|consequently|it follows|we (get|obtain|conclude|have)|implies|gives|yields|by induction|inductively)( on [^.,:]{1,8})?( that)?( also)?[\s,:$]*$",
    re.IGNORECASE,
)
# words that make the order one of several cases, or a condition for what follows
_OPEN = re.compile(
    r"^[\s$,，]*(或|还是|当且仅当|等价于|意味着|蕴含|时|则|那么|的|if\b|iff\b|or\b|implies|means|when|whenever|unless|is (impossible|false|equivalent)|then\b)",
    re.IGNORECASE,
)


class Orderings:
    """The letters in the orders that a post has assumed so far."""

    def __init__(self) -> None:
        self._placed: set[str] = set()

    def remember(self, step: Step) -> None:
        """Add the letters of `step`, if it assumes an order."""
        if step.sign in ORDERS and step.role == "assumption":
            self._placed |= letters(step.left.nodes) | letters(step.right.nodes)

    def infers(self, chain: Chain, before: str, after: str) -> bool:
        """Whether the words right `before` infer an order whose letters, except indices, all occur in assumed orders, and the
        words `after` do not make it a case or condition.
        """
        if not orders(chain) or _OPEN.search(after) or not _INFERS.search(before):
            return False
        said = {name for side in chain.sides for name in letters(side)}
        counting = {name for node in chain.sides[0] for name in _counters(node)}
        return bool(said & self._placed) and said - counting <= self._placed


def _counters(node: Node) -> frozenset[str]:
    """The letters in the index of a side that is a member of a family: n of ``a_n``, which may denote any number."""
    subscript = node.subscript if isinstance(node, Scripts) and isinstance(node.base, Symbol) else None
    return frozenset() if subscript is None else letters((subscript,))
