"""What a post says of its arrays: orthogonal, symmetric, positive definite, a unit vector … in words and by formulas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from mathpost.document.document import Document
from mathpost.latex.tree import Node
from mathpost.maths import notation
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.step import Step

# a property → the words for it; the structures themselves are in `structures`
WORDS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(words, re.IGNORECASE)
    for name, words in {
        "orthogonal": r"正交|酉|旋转矩阵|奇异值分解|\borthogonal|\borthonormal|\bunitary|\brotation|\bSVD\b|Stiefel",
        "positive definite": r"正定|协方差|\bpositive[- ](semi-?)?definite|\bcovariance|\bPSD\b|\bSPD\b|\bGram\b",
        "positive diagonal": r"奇异值|\bsingular values?",
        "diagonal": r"对角|\bdiagonal",
        "symmetric": r"(?<!反)(?<!斜)(?<!非)对称|(?<!skew-)(?<!skew )(?<!anti)(?<!a)\bsymmetric|\bHermitian|Hessian|海森",
        "skew": r"反对称|斜对称|\bskew|\bantisymmetric",
        "permutation": r"置换|\bpermutation",
        "projection": r"投影|幂等|\bprojection|\bidempotent",
        "stochastic": r"随机矩阵|概率向量|概率单纯形|\bstochastic matri|\bsimplex|\bprobability vector",
        "unit": r"单位向量|归一化|单位长|\bunit (norm|vector|length)|\bnormali[sz]ed",
        "lower": r"下三角|\blower[- ]triangular",
        "upper": r"上三角|\bupper[- ]triangular",
    }.items()
}
NEAR = 14  # characters between a symbol and the word that speaks of it
_LINK = re.compile(r"^\s*(是|为|均为|都是|is|are|be)[^。，,.;；$]{0,24}", re.IGNORECASE)


def mentioned(document: Document) -> dict[str, tuple[int, ...]]:
    """The properties that the post has words for, and where the words stand."""
    text = document.source.text
    found = {name: tuple(m.start() for m in words.finditer(text)) for name, words in WORDS.items()}
    return {name: places for name, places in found.items() if places}


def properties(document: Document, steps: Iterable[Step]) -> dict[str, frozenset[str]]:
    """Canonical bold name → what is said of it."""
    found: dict[str, set[str]] = {}
    steps = tuple(steps)
    decomposed = _decomposed(steps) if _DECOMPOSITION.search(document.source.text) else ()
    for name, structure in (*_in_words(document), *_in_formulas(steps), *decomposed):
        bold = name if notation.is_bold(name) else rf"\boldsymbol{{{name}}}"
        found.setdefault(bold, set()).add(structure)
    return {name: frozenset(said) for name, said in found.items()}


def _in_words(document: Document) -> Iterator[tuple[str, str]]:
    """正交矩阵 $Q$, "an orthogonal matrix $Q$", $A$ 是对称矩阵, "$A$ is symmetric"."""
    text = document.source.text
    for formula in document.formulas:
        if formula.kind != "inline":
            continue
        name = _symbol(formula.tree.body)
        if name is None:
            continue
        before = text[max(0, formula.span.start - NEAR) : formula.span.start]
        link = _LINK.match(text[formula.span.end : formula.span.end + 40])
        behind = link.group() if link else ""
        for structure, words in WORDS.items():
            close = any(not _BREAK.search(before[m.end() :]) for m in words.finditer(before))
            if close or words.search(behind):
                yield name, structure


_BREAK = re.compile(r"[。，,.;；:：$(（)）的]|\bof\b|\bin\b")


def _symbol(nodes: Iterable[Node]) -> str | None:
    try:
        row = notation.items(nodes)
    except UnreadError:
        return None
    return notation.name(row[0]) if len(row) == 1 else None


def _in_formulas(steps: Iterable[Step]) -> Iterator[tuple[str, str]]:
    """``Q^\\top Q = I``, ``A^\\top = A``, ``A \\succ 0`` where the post assumes it."""
    for step in steps:
        if step.role not in ("assumption", "definition"):
            continue
        try:
            left, right = notation.items(step.left.nodes), notation.items(step.right.nodes)
        except UnreadError:
            continue
        found = _stated(step.sign, left, right)
        if found is not None:
            yield found


_DECOMPOSITION = re.compile(
    r"奇异值分解|特征分解|特征值分解|谱分解|\bSVD\b|singular value decomposition|eigen-?(value )?decomposition|diagonali[sz]",
    re.IGNORECASE,
)


def _decomposed(steps: Iterable[Step]) -> Iterator[tuple[str, str]]:
    """``U\\Sigma V^\\top``, ``Q\\Lambda Q^\\top`` in a post that speaks of such a decomposition."""
    for step in steps:
        try:
            row = notation.items(step.right.nodes)
        except UnreadError:
            continue
        names = [notation.name(i) for i in row if not isinstance(i, Scripted)]
        if len(row) == 4 and len(names) == 3 and None not in names and isinstance(row[3], Scripted):
            if _is_transpose(row[3]):
                left, middle, right = map(str, names)
                yield left, "orthogonal"
                yield right, "orthogonal"
                yield middle, "diagonal" if left == right else "positive diagonal"


def _stated(sign: str, left: list[Item], right: list[Item]) -> tuple[str, str] | None:
    names = [notation.name(i) for i in left if not isinstance(i, Scripted)]
    turned = [k for k, i in enumerate(left) if isinstance(i, Scripted) and _is_transpose(i)]
    value = notation.latex_row(right)
    if not names or names[0] is None or len(turned) != 1 or sign != "=":
        return None
    if len(left) == 3 and names == [names[0]] * 2 and value in (r"\boldsymbol{I}", "I"):
        return names[0], "orthogonal"
    if len(left) == 2 and value == names[0]:
        return names[0], "symmetric"
    if len(left) == 2 and value == "-" + names[0]:
        return names[0], "skew"
    return None


def _is_transpose(scripts: Scripted) -> bool:
    text = "" if scripts.superscript is None else notation.latex(scripts.superscript).strip("{}")
    return scripts.subscript is None and text in (r"\top", "T", r"\text{T", r"\text{T}")
