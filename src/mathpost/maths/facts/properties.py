"""Properties of arrays stated in words or by formulas: orthogonal, symmetric, positive definite, a unit vector …"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.latex.tree import Node
from mathpost.maths import notation
from mathpost.maths.analysis.structures import COLUMNS, PROPER, ROTATIONS
from mathpost.maths.facts.function_letters import in_brackets
from mathpost.maths.lexicon import adjectives
from mathpost.maths.lexicon.cases import mentions_a_case
from mathpost.maths.lexicon.cues import last_clause
from mathpost.maths.notation import Digits, Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.notation.relations import FOLLOWS
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare_letter
from mathpost.maths.typing.mentions import lists, symbols_of_spaces
from mathpost.text.stems import occurrences, occurs

UNITARY = "unitary"  # orthogonal if real: real models cannot distinguish transpose and adjoint
# a property → the words for it; the structures themselves are in `structures`
WORDS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(words, re.IGNORECASE)
    for name, words in {
        "orthogonal": r"正交|酉|旋转矩阵|奇异值分解|\borthogonal|\borthonormal|\bunitary|\brotation|\bSVD\b|Stiefel",
        UNITARY: r"酉|\bunitary",
        PROPER: r"(?<!非真)旋转矩阵|(?<!improper )\brotation",
        "positive definite": r"正定|协方差|\bpositive[- ](semi-?)?definite|\bcovariance|\bPSD\b|\bSPD\b|\bGram\b",
        "positive diagonal": r"奇异值|\bsingular values?",
        "diagonal": r"对角|\bdiagonal",
        "symmetric": r"(?<!反)(?<!斜)(?<!非)对称|(?<!skew-)(?<!skew )(?<!anti)(?<!a)\bsymmetric|\bHermitian|Hessian|海森",
        "skew": r"反对称|斜对称|\bskew(?:[- ]?(?:symmetric|Hermitian))?|\bantisymmetric",
        "permutation": r"置换|\bpermutation",
        "projection": r"投影|幂等|\bprojection|\bidempotent",
        "stochastic": r"随机矩阵|概率向量|概率单纯形|\bstochastic matri|\bsimplex|\bprobability vector",
        "one-hot": r"\bone[- ]?hot\b|独热",
        "unit": r"单位向量|归一化|单位长|\bunit (norm|vector|length)|\bnormali[sz]ed",
        "lower": r"下三角|\blower[- ]triangular",
        "upper": r"上三角|\bupper[- ]triangular",
    }.items()
}
NEAR = 14  # maximal number of characters between a word for a property and the symbol
LONGEST = 24  # maximal length of that word
NORMAL = frozenset([r"\mathcal{N}", r"\mathscr{N}", r"\text{N}", r"\text{Normal}"])
_LINK = re.compile(
    r"^\s*(是|为|均为|都是|is|are|be)(?:[^。，,.;；$]{0,12}\$[^$]{1,16}\$)?[^。，,.;；$]{0,36}", re.IGNORECASE
)  # 是 $n$ 阶正交矩阵


class Mention(NamedTuple):
    """A word for a property, its place, and the letter that it describes; empty if unknown."""

    place: int
    letter: str


def mentioned(document: Document) -> dict[str, tuple[Mention, ...]]:
    """The properties that the post has words for, with the places and letters of these words."""
    text = document.source.text
    symbols = [
        (f.span.start, f.span.end, letter)
        for f in document.formulas
        if f.kind == "inline" and (letter := _first_letter(f.tree.body)) is not None
    ]
    found = {}
    for name, words in WORDS.items():
        places = [(m, _letter_of(text, m, symbols)) for m in occurrences(words, text)]
        named = {m.group().lower(): letter for m, letter in places if letter and THINGS.match(m.group())}
        found[name] = tuple(Mention(m.start(), b or named.get(m.group().lower(), "")) for m, b in places)
    return {name: mentions for name, mentions in found.items() if mentions}


# nouns for arrays: a noun that has a letter once means that array everywhere
THINGS = re.compile(r"Hessian|海森|协方差|covariance|Gram", re.IGNORECASE)


def _letter_of(text: str, word: re.Match[str], symbols: Sequence[tuple[int, int, str]]) -> str:
    """The letter of the formula just after `word`, or of the one linked to it before; empty if there is none."""
    k = bisect(symbols, (word.start(),))
    if k < len(symbols) and symbols[k][0] - word.end() <= NEAR:
        if not _BREAK.search(text[word.end() : symbols[k][0]]):
            return symbols[k][2]
    if k and _LINK.fullmatch(text[symbols[k - 1][1] : word.start()]):
        return symbols[k - 1][2]
    return ""


def _first_letter(nodes: Iterable[Node]) -> str | None:
    r"""The letter of a formula that is one symbol, or one symbol before ``=`` or ``\in``; None for others."""
    try:
        row = notation.items(nodes)
    except UnreadError:
        return None
    name = None if not row or isinstance(row[0], Scripted | Digits) else notation.name(row[0])
    rest = next((i for i in row[1:] if not isinstance(i, Scripted)), None)
    equated = rest is None or notation.latex(rest) in ("=", ":=", r"\in", r"\triangleq", r"\equiv")
    return bare_letter(name) if name is not None and equated else None


class Said(NamedTuple):
    """The array `name`, in canonical bold form, has a property; `case`: only in the case at hand."""

    name: str
    property: str
    place: int
    case: bool = False


def properties(document: Document, steps: Iterable[Step]) -> tuple[Said, ...]:
    """The properties of arrays that the post states: in words, by formulas, by decompositions, by laws."""
    steps = tuple(steps)
    decomposed = _decomposed(steps) if occurs(_DECOMPOSITION, document.source.text) else ()
    worded = tuple(_in_words(document))
    cases = {(said.name, said.property) for said in worded if said.case}
    stated = (s._replace(case=(s.name, s.property) in cases) for s in _in_formulas(steps))
    in_laws = (*_covariances(steps), *_rotations(document))
    return tuple(said._replace(name=_bold(said.name)) for said in (*worded, *stated, *decomposed, *in_laws))


def _bold(name: str) -> str:
    return name if notation.is_bold(name) else rf"\boldsymbol{{{name}}}"


def by_name(said: Iterable[Said]) -> dict[str, frozenset[str]]:
    """The properties of each array, by name."""
    found: dict[str, set[str]] = {}
    for each in said:
        found.setdefault(each.name, set()).add(each.property)
    return {name: frozenset(known) for name, known in found.items()}


_ARBITRARY = re.compile(
    r"(任意|任何|一般)[^。，,.;；$\n]{0,8}$|\b(any|arbitrary|general)\b[^.,;$\n]{0,16}$", re.IGNORECASE
)


_BE_ARBITRARY = re.compile(
    r"\s*(be|is|为|是)\s*(an?\s+)?(any|arbitrary|general|任意|任何|一般)", re.IGNORECASE
)


def arbitrary(document: Document) -> Iterator[tuple[str, int]]:
    """The arrays that the post introduces again without any property, with the place: "any matrix $A$", 任意矩阵 $A$."""
    text = document.source.text
    for formula in document.formulas:
        names = symbols_of_spaces(formula.tree.body) if formula.kind == "inline" else ()
        if not names:
            continue
        before, after = (
            text[max(0, formula.span.start - 40) : formula.span.start],
            text[formula.span.end :][:40],
        )
        if _ARBITRARY.search(before) or _BE_ARBITRARY.match(after):
            yield from ((_bold(name), formula.span.start) for name in names)


def _in_words(document: Document) -> Iterator[Said]:
    """Properties in words: 正交矩阵 $Q$, "orthogonal matrices $U$ and $V$", $A$ 是对称矩阵, "$A$ is symmetric", "$A$ symmetric"."""
    text = document.source.text
    for group in lists(document, symbols_of_spaces):
        start, end = group[0].span.start, group[-1].span.end
        names = [name for formula in group for name in symbols_of_spaces(formula.tree.body)]
        case = mentions_a_case(last_clause(text[max(0, start - 80) : start]))
        before = _OF_ITS_PARTS.sub(" ", text[max(0, start - NEAR - LONGEST) : start])
        after = text[end : end + 40]
        link = _LINK.match(after)
        linked = _OF_ITS_PARTS.sub(" ", link.group()) if link and not _DENIAL.search(link.group()) else ""
        behind = linked or adjectives.behind(after)
        for structure in _properties_stated(before, behind):
            yield from (Said(name, structure, start, case) for name in names)


def _properties_stated(before: str, behind: str) -> Iterator[str]:
    """The properties in the words just `before` and `behind` symbols."""
    for structure, words in WORDS.items():
        between = [before[m.end() :] for m in words.finditer(before)]
        close = any(len(b) <= NEAR and not _BREAK.search(b) for b in between)
        if close or words.search(behind):
            yield structure
    if _SQUARE.search(before) or _SQUARE.search(behind):
        yield "square"


_ROTATIONS = re.compile(r"旋转式?(位置|矩阵)|\bRoPE\b|\brot(ary|ation matri)", re.IGNORECASE)
_OF_ROTATIONS = ("R", r"\mathcal{R}")  # words for the family of rotations


def _rotations(document: Document) -> Iterator[Said]:
    """The family ``R_m`` of a post about rotations by multiples of an angle."""
    found = _ROTATIONS.search(document.source.text)
    if found is not None:
        yield from (Said(name, ROTATIONS, found.start()) for name in _OF_ROTATIONS)


# a decomposed matrix, or one with a diagonal, need not be orthogonal or diagonal
_OF_ITS_PARTS = re.compile(
    r"奇异值分解|特征值?分解|谱分解|\bSVD\b|对角[线元化]|singular value decomposition|eigen-?(value )?decomposition"
    r"|\bdiagonal (entr|element)|\bdiagonali[sz]",
    re.IGNORECASE,
)
_DENIAL = re.compile(r"\b(not|never|neither|iff|if)\b|不|非|未必|当且仅当|充要", re.IGNORECASE)
# an orthogonal matrix is square; a matrix with orthonormal columns need not be
_SQUARE = re.compile(
    r"(?<![列行半])(正交|酉|旋转|可逆|方)矩?阵[^。，,.;；：:$(（)）的]{0,6}$|"
    r"(?<!semi-)\b(orthogonal|unitary|rotation|invertible|square) matri(x|ces)\s*$",
    re.IGNORECASE,
)
_BREAK = re.compile(r"\n\s*\n|[。，,.;；:：$(（)）的]|\bof\b|\bin\b")


def _in_formulas(steps: Iterable[Step]) -> Iterator[Said]:
    r"""Properties stated by formulas: ``Q^\top Q = I``, ``A^\top = A``, ``A \succ 0`` if assumed."""
    for step in steps:
        if step.role not in ("assumption", "definition"):
            continue
        try:
            left, right = notation.items(step.left.nodes), notation.items(step.right.nodes)
        except UnreadError:
            continue
        found = _stated(step.sign, left, right)
        if found is not None:
            yield Said(*found, step.span.start)


_DECOMPOSITION = re.compile(
    r"奇异值分解|特征分解|特征值分解|谱分解|\bSVD\b|singular value decomposition|eigen-?(value )?decomposition|diagonali[sz]",
    re.IGNORECASE,
)


def _decomposed(steps: Iterable[Step]) -> Iterator[Said]:
    r"""The factors of ``U\Sigma V^\top``, ``Q\Lambda Q^\top`` in a post that mentions such a decomposition."""
    for step in steps:
        try:
            row = notation.items(step.right.nodes)
        except UnreadError:
            continue
        names = [notation.name(i) for i in row if not isinstance(i, Scripted)]
        if len(row) == 4 and len(names) == 3 and None not in names and isinstance(row[3], Scripted):
            if _is_transpose(row[3]):
                left, middle, right = map(str, names)
                diagonal = "diagonal" if left == right else "positive diagonal"
                said = ((name, structure) for name in (left, right) for structure in ("orthogonal", COLUMNS))
                for name, structure in (*said, (middle, diagonal)):
                    yield Said(name, structure, step.span.start)


def _covariances(steps: Iterable[Step]) -> Iterator[Said]:
    r"""The capitals in covariances of normal laws: ``\mathcal{N}(\mu, \sigma^2 V)``, ``\mathcal{N}(x; 0, \Lambda^{-1})``."""
    for step in steps:
        laws = NORMAL | {"N"} if step.sign in ("∼", FOLLOWS) else NORMAL
        for side in (step.left, step.right):
            for law, content in in_brackets(side.nodes):
                last = split_at_commas(content)[-1] if law in laws else []
                names = [notation.name(i) for i in last if not isinstance(i, Scripted | Digits)]
                capitals = [name for name in names if name is not None and _is_capital(name)]
                if len(capitals) == 1 and None not in names:  # "A\Sigma A^\top" states nothing about A
                    yield Said(capitals[0], "positive definite", step.span.start)


def _is_capital(name: str) -> bool:
    return bare_letter(name).removeprefix("\\")[:1].isupper() and bare_letter(name) != "I"


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
