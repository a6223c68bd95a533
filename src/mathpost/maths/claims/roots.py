r"""Roots that a post finds for an equation: ``x^2 = 4``, 解得 ``x = \pm 2``; ``x = 2`` or ``x = 3``.

Each root claims that the equation holds there, and none defines the symbol: an equation may have several roots.
"""

from __future__ import annotations

import re

from mathpost.maths.elaboration.heads import CONSTANTS, head, in_library, is_number
from mathpost.maths.elaboration.signs import has_double
from mathpost.maths.lexicon.cues import last_clause
from mathpost.maths.lexicon.sections import Sections
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.step import Found, Step, is_root
from mathpost.maths.terms.landau import LANDAU
from mathpost.maths.terms.names import bare

FAR = 160  # maximal number of characters from an equation to its first root
BACK = 400  # over statements about both sides of it
NEXT = 30  # from one root to the next
_SOLUTION = re.compile(
    r"(解得|解出|解为|解是|根为|根是|[解根]分别[为是]|[两二]个?[根解]|求根公式|零点[为是])[^，。,.]{0,14}$"
    r"|\b(roots?|solutions?|zeros|solv\w+|quadratic formula)\b[^.,]{0,30}$",
    re.IGNORECASE,
)
_SOLVED = re.compile(
    r"(通解|特解|其解|解析?解|的解|解得|解出)[^，。,.]{0,14}$|解[为是]$"
    r"|\b(solutions?|solved by|solving|solves?|integrat\w+)\b[^.,]{0,40}$",
    re.IGNORECASE,
)
# solutions of a simpler equation than the stated one, or of none
_OF_ANOTHER = re.compile(
    r"齐次|近似|数值|稳态|平衡|忽略|略去|不计|无[^，。]{0,4}时|离散|迭代|对应的?方程|猜|形如|形式"
    r"|\b(homogeneous|complementary|approximat\w+|numerical\w*|steady|equilibri\w+|neglect\w*|ignor\w*|without|absence|discret\w+"
    r"|iterat\w+|associated|corresponding|ansatz|form|trial|reduced|linearis\w+|lineariz\w+)\b",
    re.IGNORECASE,
)
_INFERENCE = re.compile(
    r"(得|得到|可得|推出|推得|所以|因此|于是|从而|故|即|则)(有|其)?$"
    r"|\b(so|hence|thus|therefore|gives?|yields?|that is|i\.e\.|implies( that)?|we (get|obtain|find)|it follows that|then)$",
    re.IGNORECASE,
)
_ALTERNATIVE = re.compile(
    r"^(或者?|和|与|、|以及|\\text|\\mathrm|\\quad|\\qquad|\\;|\\ |or|and|[{}~,，;；\s])*$"
)
_CHOSEN = re.compile(
    r"[取选代设令当若猜试初]|\b(take|choose|try|put|set|substitut\w*|at|when|if|for which|start\w*|initial\w*|guess\w*|let|around|near)\b",
    re.IGNORECASE,
)
_DECIMAL = re.compile(r"\d\.\d")
UNIT = frozenset("i")  # roots may be complex
_NAMED = re.compile(
    r"(根|解)(分别)?(记作|记为|为|是|设为)?\s*\$?$|\b(roots?|solutions?|zeros)\b[^.$]{0,24}\$?$",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r"^\$?\s*(分别)?(是|为)[^。$]{0,12}\$[^。]{0,14}(根|解)|^\$?\s*(be|are|denote)\b[^.$]{0,12}\b(roots|solutions|zeros)\b",
    re.IGNORECASE,
)
_MENTIONED = re.compile(r"(?<!方)根(?![据号源本])|\broots\b|韦达|\bVieta", re.IGNORECASE)
_EDGES = " \n\t$\\[]>*：:，,"


class Roots:
    """The steps of a post so far, to find the equation of which the next step gives a root."""

    def __init__(self, sections: Sections) -> None:
        self._sections = sections
        self._steps: list[Step] = []

    def remember(self, step: Step) -> None:
        """Add the next step of the post."""
        self._steps.append(step)

    def found(self, step: Step, between: str) -> Found | None:
        """The equation of which `step` gives a root, if the words `between` or an arrow say so; otherwise None."""
        name = head(step.left.nodes)
        solved = None if name is None else self._differential(name.removesuffix("()"), step, between)
        if solved is not None:
            return Found(solved, slope=False, root=True, function=True)
        if name is None or name.endswith("()") or in_library(name) or step.interior or step.sign != "=":
            return None
        if (
            not self._steps
            or len(between) > FAR
            or _DECIMAL.search(step.right.text)
            or bare(name) in letters(step.right.nodes)
        ):
            return None
        last = self._steps[-1]
        said = step.inferred == "arrow" or _finds(between, double=has_double(step.right.nodes))
        if is_root(last):
            again = bare(head(last.left.nodes) or "") == bare(name)
            listed = len(between) <= NEXT and _ALTERNATIVE.match(between.strip("$ \n")) is not None
            return last.found if again and (listed or said) else None
        number = self._equation(bare(name), step)
        if number is None:
            return None
        stated = self._steps[number]
        known = letters((*stated.left.nodes, *stated.right.nodes)) - {bare(name)}
        made = letters(step.right.nodes)
        alone = made <= known | CONSTANTS | UNIT | frozenset(filter(in_library, made))
        return Found(number, slope=False, root=True) if said and alone else None

    def _differential(self, name: str, step: Step, between: str) -> int | None:
        """The differential equation of which `step` gives a solution, if the words just before it say so; otherwise None."""
        clause = last_clause(between[-FAR:].rstrip(_EDGES))
        if step.interior or step.sign != "=" or name != bare(name) or not _SOLVED.search(clause):
            return None
        if _CHOSEN.search(clause) or _OF_ANOTHER.search(between[-FAR:]):
            return None
        for k in range(len(self._steps) - 1, -1, -1):
            stated = self._steps[k]
            near = step.span.start - stated.span.end <= BACK
            if not near or not self._sections.covers(stated.span.start, step.span.start):
                return None
            if stated.sign == "=" and not is_root(stated) and moves(bare(name), stated):
                return k
        return None

    def _equation(self, unknown: str, step: Step) -> int | None:
        """The equation in `unknown` just before `step`; if that may be an identity, the last one before it that is none."""
        number = len(self._steps) - 1
        if not _is_equation(self._steps[number], unknown):
            return None
        if step.inferred != "arrow" and not _demands(self._steps[number]):
            for k in range(number - 1, -1, -1):
                stated = self._steps[k]
                near = step.span.start - stated.span.end <= BACK
                if not near or not self._sections.covers(stated.span.start, step.span.start):
                    break
                if _demands(stated) and _is_equation(stated, unknown):
                    number = k
                    break
        near = self._sections.covers(self._steps[number].span.start, step.span.start)
        return number if near else None


def _demands(stated: Step) -> bool:
    """Whether an equation holds for some values only: it is an assumption, or its right side is a number."""
    return stated.role == "assumption" or is_number(stated.right.nodes)


def _finds(between: str, *, double: bool) -> bool:
    """Whether the words after an equation lead to a root of it; a `double` sign hardly means anything else."""
    clause = last_clause(between.rstrip(_EDGES))
    if _CHOSEN.search(clause.replace("代入得", "")):
        return False
    return double or _SOLUTION.search(clause) is not None or _INFERENCE.search(clause) is not None


def _is_equation(stated: Step, unknown: str) -> bool:
    """Whether a step is an equation in the letter `unknown`, and no definition of a symbol."""
    nodes = (*stated.left.nodes, *stated.right.nodes)
    if letters(nodes) & LANDAU.keys() or has_double(nodes):
        return False
    if stated.sign != "=" or unknown not in letters(nodes):
        return False
    name = None if stated.interior else head(stated.left.nodes)
    return name is None or (name.endswith("()") and is_number(stated.right.nodes))


def moves(name: str, step: Step) -> bool:
    r"""Whether a derivative of `name` occurs in a step: ``y'``, ``\dot y``, ``\frac{dy}{dx}``."""
    symbol = re.escape(name)
    written = rf"(?<![\w\\]){symbol}(\([a-z]\))?\s*('|\^\{{?\\prime)|\\d?dot\s*\{{?\s*{symbol}(?![a-zA-Z])"
    quotient = rf"\\d?t?frac\s*\{{\s*(\\mathrm\{{)?d\}}?\s*(\^\{{?\d\}}?\s*)?{symbol}\s*(\([a-z]\)\s*)?\}}\s*\{{\s*(\\mathrm\{{)?d"
    text = f"{step.left.text} = {step.right.text}"
    return re.search(f"{written}|{quotient}", text) is not None


def mentions_roots(text: str) -> bool:
    """Whether a text contains a word for the roots of equations."""
    return _MENTIONED.search(text) is not None


def names_roots(before: str, after: str) -> bool:
    """Whether the words around two names introduce them as roots: 记两根为 …, let … be the roots."""
    return _NAMED.search(before.rstrip()) is not None or _CALLED.search(after) is not None


_ONE = re.compile(
    r"或|负|正|舍|其中一个|一个(?:根|解)|\\pm|\bor\b|\ba (?:root|solution)\b|\bone (?:root|solution|of)\b|\bpositive|\bnegative|\bprincipal|>\s*0|<\s*0|\\ge",
    re.IGNORECASE,
)


def mentions_one_root(words: str) -> bool:
    """Whether words select one of several roots, or name another one: "x = 3 or x = -3", 取正根, "a root is"."""
    return _ONE.search(words) is not None
