"""Blocks that a reader can unfold at an equation: the verified steps between its sides, and its values for small
integers.

Only steps that a person would have written are shown: no step that brings back a removed part, none that only moves a
sign or a factor, and no trivial numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from mathpost.document.document import Document, authored
from mathpost.latex.lexer import split
from mathpost.writers.post import PostResult

if TYPE_CHECKING:
    from mathpost.verify.repair.examples import Example
    from mathpost.verify.repair.steps_between import Move
    from mathpost.verify.verdicts.derivations import Derivation

MOST_EXAMPLES = 3  # of one post
_SUMMARY = {
    "steps": {"zh": "（{number}）的中间步骤", "en": "({number}): the steps in between"},
    "example": {"zh": "（{number}）的一个数值例子", "en": "({number}) with numbers"},
}
_SUMMARY_ABOVE = {  # of a display without a number
    "steps": {"zh": "上式的中间步骤", "en": "The steps in between"},
    "example": {"zh": "上式的一个数值例子", "en": "An example with numbers"},
}
_SIGNS = frozenset(
    "+ - \\cdot \\times \\left \\right \\frac \\dfrac \\tfrac \\, \\! \\; \\: { } ( ) [ ] 1".split()
)
_ACTING = ("\\lim", "\\partial", "\\mathrm{d}", "{d}{d", "{d^", "\\nabla")
_SETS = ("ℤ", "ℝ", "ℚ", "ℂ", "ℕ", "\\mathbb{Z}", "\\mathbb{R}", "\\mathbb{Q}", "\\mathbb{C}", "\\mathbb{N}")
_FAMILY = "^{()}"  # how terms name what has an index in brackets above
_RANGED = ("\\sum", "\\prod", "\\int")
_REPEATED = ("\\sum", "\\prod", "\\binom", "!")  # what is easier to believe when it is counted out
_ENDS = " \t\r\n,.;，。；、"


class Fold(NamedTuple):
    """A folded block after the display `formula` (by index): its summary, and the display in it."""

    formula: int
    summary: str
    latex: str


def folds(result: PostResult, language: str) -> list[Fold]:
    """The folded blocks of a post in the order of the text."""
    if not any(result.verdicts):
        return []
    from mathpost.verify.verdicts.derivations import derivations

    document = authored(result.document)
    found = derivations(
        document, result.steps, result.verdicts, target=result.target, brackets=result.brackets
    )
    blocks = [*_unfolded(result, found, language), *_with_numbers(result, document, language)]
    return sorted(blocks, key=lambda fold: fold.formula)


# --- intermediate steps ---------------------------------------------------------------------------------------


def _unfolded(result: PostResult, found: Sequence[Derivation], language: str) -> Iterator[Fold]:
    for derivation in found:
        number = row_number(result, derivation.step)
        lines = worth_reading(derivation.lines, defined="definitions" in derivation.moves)
        if lines and _leads_on(derivation.moves):
            summary = _summary("steps", number, language)
            yield Fold(result.steps[derivation.step].formula, summary, aligned(lines))


def _summary(kind: str, number: str, language: str) -> str:
    return _SUMMARY[kind][language].format(number=number) if number else _SUMMARY_ABOVE[kind][language]


def _leads_on(moves: Sequence[Move]) -> bool:
    """Whether the moves do more than insert definitions, and remove nothing from a sum that comes back later."""
    return set(moves) not in ({"definitions"}, {"sums"}) and moves.count("sums") < 2


def row_number(result: PostResult, step: int) -> str:
    """The number of the row that a step is on, empty where it has none."""
    claim = result.steps[step]
    for equation in result.numbering.equations:
        if equation.formula == claim.formula and equation.new and equation.span.contains(claim.relation_span):
            return equation.new
    numbers = result.numbering.planned[claim.formula]
    return numbers[0] if len(numbers) == 1 else ""


def aligned(lines: Sequence[str]) -> str:
    """``a = b = c``, one line per relation sign."""
    first, second, *rest = lines
    rows = [f"{first} &= {second}", *(f"&= {line}" for line in rest)]
    return "\n".join([r"\begin{aligned}", " \\\\\n".join(rows), r"\end{aligned}"])


def worth_reading(lines: Sequence[str], *, defined: bool = False) -> list[str]:
    r"""`lines` without those that only move signs and factors.

    Empty if no line is left between the sides, if the sides differ only in signs, if sets are computed with, if a
    derivative, a limit or a summand disappears and comes back, if a sum disappears without an explanation, or if the
    right side only expands a short left side without a definition. For example, ``\frac{a + b}{2}`` between
    ``\frac{1}{2}(a + b)`` and its end explains nothing.
    """
    lines = [lines[0], *map(_raised, lines[1:-1]), lines[-1]]
    kept = [lines[0]]
    for line in lines[1:-1]:
        if _letters(line) not in (_letters(kept[-1]), _letters(lines[-1])):
            kept.append(line)
    kept.append(lines[-1])
    direct = [
        line
        for k, line in enumerate(kept)
        if k in (0, len(kept) - 1) or not _detours(kept[k - 1], line, kept[-1])
    ]
    kept = direct if len(direct) > 2 else kept
    derived = [any(sign in line for sign in _ACTING) for line in kept]
    comes_back = any(after and not before for before, after in pairwise(derived))
    turned = _letters(kept[0]) == _letters(kept[-1])  # the ends differ in signs and order alone
    short = not (defined or derived[0]) and 2 * len(_tokens(kept[0])) < len(_tokens(kept[1]))
    if any(sign in line for sign in (*_SETS, _FAMILY) for line in kept):
        return []
    if len(kept) < 3 or comes_back or turned or short or _is_summed(kept) or any(map(_cancels, kept[1:-1])):
        return []
    return kept


def _raised(line: str) -> str:
    """`line` with the index of a family in the author's notation: ``x^{()}_{j, i}`` is ``x_{j}^{(i)}``."""
    head, mark, rest = line.partition(f"{_FAMILY}_{{")
    if not mark:
        return line
    depth, end = 1, 0
    while depth and end < len(rest):
        depth += (rest[end] == "{") - (rest[end] == "}")
        end += 1
    below, _, above = rest[: end - 1].rpartition(", ")
    return head + (f"_{{{below}}}" if below else "") + f"^{{({above})}}" + _raised(rest[end:])


def _is_summed(lines: Sequence[str]) -> bool:
    """Whether a sum or an integral is in one line and not in the next, or the reverse.

    Its value is exactly what needs an explanation. A definition that is inserted first may bring one.
    """
    repeated = [any(sign in line for sign in _RANGED) for line in lines]
    gone = any(before and not after for before, after in pairwise(repeated))
    return gone or any(after and not before for before, after in pairwise(repeated[1:]))


def _detours(before: str, line: str, last: str) -> bool:
    """Whether `line` multiplies out a bracket that both the first and the last line have."""
    return bool((_brackets(before) & _brackets(last)) - _brackets(line))


def _brackets(latex: str) -> frozenset[str]:
    """The content of round brackets: ``m-b`` of ``(m - b)^2``."""
    found: set[str] = set()
    opened: list[int] = []
    signs = [sign for sign in _tokens(latex) if sign not in ("\\left", "\\right")]
    for place, sign in enumerate(signs):
        if sign == "(":
            opened.append(place)
        elif sign == ")" and opened:
            found.add("".join(signs[opened.pop() + 1 : place]))
    return frozenset(group for group in found if "+" in group or "-" in group)


def _letters(latex: str) -> Counter[str]:
    """The symbols of a line without signs, brackets and factors of one."""
    return Counter(token for token in _tokens(latex) if token not in _SIGNS)


def _tokens(latex: str) -> list[str]:
    return [token for token in split(latex) if token.strip()]


def _cancels(latex: str) -> bool:
    """Whether a summand occurs in a line with both signs."""
    summands: dict[str, set[str]] = {}
    sign, depth = "+", 0
    words: list[str] = []
    for token in [*_tokens(latex), "+"]:
        depth += (token in ("{", "(", "[")) - (token in ("}", ")", "]"))
        if depth == 0 and token in ("+", "-"):
            if words:
                summands.setdefault("".join(words), set()).add(sign)
            sign, words = token, []
        elif token not in ("\\left", "\\right"):
            words.append(token)
    return any(len(signs) > 1 for signs in summands.values())


# --- numbers --------------------------------------------------------------------------------------------------


def _with_numbers(result: PostResult, document: Document, language: str) -> Iterator[Fold]:
    """Equations over whole numbers, evaluated at an example: one for each display, the first few."""
    from mathpost.verify.repair.examples import examples

    shown: set[int] = set()
    for example in examples(document, result.steps, result.verdicts):
        step = result.steps[example.step]
        number = row_number(result, example.step)
        left, right = (" ".join(side.text.split()).rstrip(_ENDS) for side in (step.left, step.right))
        counted = (_is_repeated(left) or _is_repeated(right)) and illuminates(example)
        if step.formula in shown or len(shown) == MOST_EXAMPLES or not counted:
            continue
        shown.add(step.formula)
        summary = _summary("example", number, language)
        values = example.assignment.replace(", ", r",\; ")
        equal = r"\approx" if "." in example.value else "="
        yield Fold(step.formula, summary, rf"{left} = {right} {equal} {example.value} \qquad ({values})")


def _is_repeated(latex: str) -> bool:
    """Whether there is a sum or product whose index is used, or a factorial."""
    _, ranged, rest = latex.partition("_{")
    index = rest.partition("=")[0].strip()
    named = not ranged or "=" not in rest or rest.count(index) > 1
    return named and any(sign in latex for sign in _REPEATED)


def illuminates(example: Example) -> bool:
    """Whether the example is informative: different whole numbers, none of them 0 or 1, and another value."""
    values = [part.rpartition(" = ")[2] for part in example.assignment.split(", ")]
    return (
        all(value.isdecimal() and int(value) > 1 for value in values)
        and len(set(values)) == len(values)
        and example.value not in ("0", "1", *values)
    )
