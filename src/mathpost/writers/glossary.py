"""The notation of a post in its own words: symbol, sort, meaning, first equation. What it does not say is left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from mathpost.document.document import Document, Formula, authored
from mathpost.latex.tree import Command, Group, Node, Scripts, Symbol
from mathpost.maths.typing.arrays import arrays
from mathpost.writers.post import PostResult
from mathpost.writers.tasks import letters

Sort = Literal["array", "integer", ""]
_BOLD = frozenset(r"\boldsymbol \mathbf \bm \pmb".split())
_SETS = frozenset(r"\mathcal \mathbb \mathrm \mathsf \mathfrak \mathscr".split())
_CUES = (
    "其中",
    "设",
    "令",
    "记",
    "这里",
    "此处",
    "给定",
    "where ",
    "let ",
    "here ",
    "denote",
    "with ",
    "given ",
)
_VERBS = (
    "表示",
    "代表",
    "是指",
    "指的是",
    "是",
    "为",
    " denotes ",
    " denote ",
    " is ",
    " are ",
    " be ",
    " means ",
)
_DEFINING = ("表示", "代表", "是指", "指的是", " denotes ", " denote ", " means ")
_ENDS = "，,。；;、\n（()）：:"
_LISTS = frozenset(["", ",", "，", "、", "和", "与", "及", "或", "and", "or", ", and"])
_LONGEST = 40  # characters of a meaning; what is longer is no name but an explanation
_SENTENCE = "。！？\n"


class Entry(NamedTuple):
    """A symbol as LaTeX, its sort where the post shows it, its meaning, and the number of an equation with it."""

    latex: str
    sort: Sort
    meaning: str
    first: str


def glossary(result: PostResult) -> Iterator[Entry]:
    """The symbols that the post explains, each once, in the order of the text."""
    document = authored(result.document)
    plain = arrays(document, result.steps).plain
    seen: set[str] = set()
    for formula in document.formulas:
        latex = " ".join(document.source.slice(formula.body).split())
        if formula.kind != "inline" or latex in seen or not _is_symbol(formula.tree):
            continue
        if _is_listed(document, formula):
            continue
        meaning = _meaning(document, formula)
        if meaning:
            seen.add(latex)
            yield Entry(latex, _sort(latex, plain, meaning), meaning, _first(result, formula))


def _is_listed(document: Document, formula: Formula) -> bool:
    """One of several symbols (``$a$、$b$ 是 …``): the words behind them speak of all."""
    if formula.index == 0:
        return False
    before = document.formulas[formula.index - 1]
    between = document.source.text[before.span.end : formula.span.start].strip()
    return between in _LISTS and _is_symbol(before.tree)


def _is_symbol(tree: Group) -> bool:
    """One letter, bold or not, with or without an index."""
    match tree.body:
        case (Symbol(),):
            return bool(letters(tree))
        case (Scripts(base=base, superscript=None, primes=0),) if base is not None:
            return _is_letter(base)
        case (Command() as only,):
            return _is_letter(only)
        case _:
            return False


def _is_letter(node: Node) -> bool:
    if isinstance(node, Command):
        return node.name in _BOLD | _SETS and len(node.arguments) == 1 and len(letters(node)) == 1
    return isinstance(node, Symbol) and bool(letters(node))


def _meaning(document: Document, formula: Formula) -> str:
    """The words behind a symbol up to the end of their clause, where they say what it is."""
    text = document.source.text
    after = text[formula.span.end : formula.span.end + 2 * _LONGEST]
    verb = next((verb for verb in _VERBS if after.startswith((verb, f" {verb}"))), None)
    if verb is None or not (verb in _DEFINING or _is_announced(text, formula.span.start)):
        return ""
    said = after[after.index(verb) + len(verb) :]
    end = min((at for at in map(said.find, _ENDS) if at >= 0), default=-1)
    said = said[:end].strip() if end >= 0 else ""
    sound = (
        not said.endswith(("的", " of"))
        and 0 < len(said) <= _LONGEST
        and said.count("$") % 2 == 0
        and not set(said) & set("|`*<[")
    )
    return said if sound else ""


def _is_announced(text: str, place: int) -> bool:
    """Whether the sentence says before `place` that symbols are explained."""
    start = max(text.rfind(mark, 0, place) for mark in (*_SENTENCE, ". ")) + 1
    return any(cue in text[start:place].lower() for cue in _CUES)


def _sort(latex: str, plain: frozenset[str], meaning: str) -> Sort:
    bold = any(latex.startswith(name) for name in _BOLD)
    if (
        bold
        or latex in plain
        or "矩阵" in meaning
        or "向量" in meaning
        or "matrix" in meaning
        or "vector" in meaning
    ):
        return "array"
    return "integer" if "整数" in meaning or "integer" in meaning else ""


def _first(result: PostResult, formula: Formula) -> str:
    """The number of the first equation that holds the symbol's letter, as the plan gives it."""
    wanted = letters(formula.tree)
    for equation in result.numbering.equations:
        if wanted & letters(result.document.formulas[equation.formula].tree) and equation.new:
            return equation.new
    return ""
