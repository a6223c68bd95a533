r"""Letters of eigenvectors or singular vectors by words: 对应的单位特征向量为 $v_1,\dots,v_n$, "$A$ is symmetric with eigenvalues
$\lambda_i$ and orthonormal eigenvectors $v_i$", "$u_i$ and $v_i$ are the left and right singular vectors of $A$".

They are vectors, whatever their notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import Document, Formula
from mathpost.latex.tree import Node
from mathpost.maths import notation
from mathpost.maths.analysis.structures import BASIS, FRAME
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.facts.arrays.decompositions import named
from mathpost.maths.facts.arrays.spectra import Spectrum, family, last_index, matrix_letter, with_marks
from mathpost.maths.facts.properties import Said
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.letters import bases
from mathpost.maths.terms.names import bare
from mathpost.maths.terms.term import Term
from mathpost.text.stems import occurrences, occurs

_NOUN = re.compile(
    r"(?:(?P<left>左)|(?P<right>右))?(?P<singular>奇异向量)|特征向量|本征向量"
    r"|(?:(?P<left_>left)|(?P<right_>right))[- ]singular[- ]vectors?|eigen-?vectors?",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"⟦(?P<left>\d+)⟧\s*(?:,|and|、|，|和|与)\s*⟦(?P<right>\d+)⟧\s*(?:分别|依次)?(?:是|为|are|be|denote)[^。.⟦]{0,16}?"
    r"(?:⟦(?P<before>\d+)⟧\s*的)?(?:左右奇异向量|左、?右?奇异向量[和与、]右奇异向量|left and right singular vectors)"
    r"(?:\s+of\s+[^。.⟦]{0,16}⟦(?P<behind>\d+)⟧)?",
    re.IGNORECASE,
)
_FRAME = re.compile(
    r"(?:标准|规范|单位)正交(?P<basis>基)|(?:标准|规范|单位)正交(?:的|向量|组)*"
    r"|orthonormal (?:(?P<basis_>basis|bases)|(?:set|system|family|vectors?|columns?))",
    re.IGNORECASE,
)
_LINK = r"(?:分别|依次)?(?:记?为|是|记作|写作|设为|are|is|be|being|denoted(?:\s+by)?|given by|,|:|：|（|\()?"
_BEHIND = re.compile(
    rf"^(?:\s*of\s+[^。.;；⟦]{{0,16}}⟦(?P<matrix>\d+)⟧)?\s*{_LINK}\s*⟦(?P<vectors>\d+)⟧", re.IGNORECASE
)
_BEFORE = re.compile(
    r"⟦(?P<vectors>\d+)⟧\s*(?:分别|依次|都|均)?(?:记?为|是|表示|are|is|be|being|denotes?|,)?\s*(?:⟦(?P<matrix>\d+)⟧\s*的)?"
    r"[^。.;；⟦]{0,40}(?:⟦\d+⟧\s*(?:个|大|-?th\b))?[^。.;；⟦，,]{0,24}$",
    re.IGNORECASE,
)
_BASIS_BEHIND = re.compile(
    rf"^(?:\s*(?:of|for|in)\s+[^。.;；⟦]{{0,16}}(?:⟦\d+⟧)?)?\s*{_LINK}\s*⟦(?P<vectors>\d+)⟧", re.IGNORECASE
)
_BASIS_BEFORE = re.compile(
    r"⟦(?P<vectors>\d+)⟧\s*(?:是|为|构成|组成|are|is|be|being|forms?|an?|\s)*(?:⟦\d+⟧\s*(?:中|上)?的)?\s*(?:一组|一个|the|an?)?\s*$",
    re.IGNORECASE,
)
_OF = re.compile(r"^[^。.;；⟦]{0,24}\bof\s+[^。.;；⟦]{0,16}⟦(?P<matrix>\d+)⟧", re.IGNORECASE)
_WHOSE = re.compile(r"⟦(?P<matrix>\d+)⟧\s*的[^。；;⟦]{0,24}$")
_UNIT = re.compile(r"单位|归一|规范|标准正交|orthonormal|\bunit\b|normali[sz]ed", re.IGNORECASE)
_ORTHOGONAL = re.compile(r"标准正交|单位正交|正交|orthonormal|orthogonal", re.IGNORECASE)
_OTHERS = re.compile(r"广义|近似|非零|generali[sz]ed|approximate|\btop[- ]|前", re.IGNORECASE)
_LARGEST = re.compile(r"最大|主特征|largest|leading|dominant|principal|\btop\b", re.IGNORECASE)
_SMALLEST = re.compile(r"最小|smallest", re.IGNORECASE)
_VALUES = re.compile(
    r"⟦(?P<values>\d+)⟧\s*(?:,|and|、|，|和|与)\s*⟦\d+⟧[^⟦。.]{0,24}(?:⟦\d+⟧\s*的)?[^⟦。.]{0,12}(?:特征值|本征值|eigenvalues?)"
    r"|(?:特征值|本征值|eigenvalues?)\s*(?:为|是)?\s*⟦(?P<listed>\d+)⟧[^⟦。.]{0,40}$",
    re.IGNORECASE,
)
_VALUES_BEHIND = re.compile(
    r"^(?:\s*of\s+[^。.;；⟦]{0,16}⟦\d+⟧)?[^。.;；⟦]{0,40}(?:特征值|本征值|eigenvalues?)\s*(?:为|是)?\s*⟦(?P<values>\d+)⟧",
    re.IGNORECASE,
)
_OF_A_VALUE = re.compile(r"\s*(?:所)?(?:对应|相关|相应|关联)")  # ⟦λ⟧ 相关的特征向量
NEAR = 90  # characters of a sentence read before the noun
LARGEST, SMALLEST, ONE_OF_THEM = 1, -1, 2


class Frame(NamedTuple):
    """The formulas of vectors and of their matrix, the operator that returns the vectors, and which of them, 0 for all;
    `values`: the formula of their eigenvalues, if the same words name them.
    """

    vectors: Formula
    matrix: Formula
    operator: str
    end: int
    orthogonal: bool
    values: Formula | None = None


def frames(document: Document) -> Iterator[Frame]:
    """The eigenvectors and singular vectors stated in words."""
    if not occurs(_NOUN, document.source.text):
        return
    text = with_marks(document)
    for pair in occurrences(_PAIR, text):
        matrix = _matrix(document, pair["before"] or pair["behind"], int(pair["left"]))
        for side in ("left", "right"):
            vectors = document.formulas[int(pair[side])]
            if matrix is not None and _is_small(vectors):
                yield Frame(vectors, matrix, f"{side}_singular_vector", 0, True)
    for noun in occurrences(_NOUN, text):
        yield from _at(document, text, noun)


def _at(document: Document, text: str, noun: re.Match[str]) -> Iterator[Frame]:
    """The statement around one occurrence of the noun."""
    before, after = text[max(0, noun.start() - NEAR) : noun.start()], text[noun.end() :][:NEAR]
    before = re.split(r"[。；;]|\n\s*\n|\.\s", before)[-1]
    sides = (
        "left" if noun["left"] or noun["left_"] else "",
        "right" if noun["right"] or noun["right_"] else "",
    )
    if noun["singular"] and not any(sides):
        return
    found = _BEHIND.match(after) or _BEFORE.search(before)
    if found is None or _OTHERS.search(before[-16:]):
        return
    if found.string is before and _OF_A_VALUE.match(before[found.end("vectors") + 1 :]):
        return
    vectors = document.formulas[int(found["vectors"])]
    of = found["matrix"] or next((m["matrix"] for m in (_OF.match(after), _WHOSE.search(before)) if m), None)
    matrix = _matrix(document, of, vectors.index)
    if matrix is None or not _is_small(vectors):
        return
    words = before[-40:] + after[:16]
    side = "".join(sides)
    unit = "unit_eigenvector" if _UNIT.search(before[-24:] + after[:24]) else "eigenvector"
    end = LARGEST if _LARGEST.search(words) else SMALLEST if _SMALLEST.search(words) else 0
    yield Frame(
        vectors,
        matrix,
        f"{side}_singular_vector" if side else unit,
        end,
        bool(side) or _ORTHOGONAL.search(before[-24:]) is not None,
        _values(document, before, after),
    )


def _values(document: Document, before: str, after: str) -> Formula | None:
    r"""The formula of the eigenvalues named beside vectors: "with eigenvalue $\lambda$", $\lambda_i$ 和 $v_i$ 分别是特征值和特征向量."""
    found = _VALUES.search(before) or _VALUES_BEHIND.match(after)
    if found is None:
        return None
    number = found["values"] or found.groupdict().get("listed")
    return document.formulas[int(str(number))]


class Basis(NamedTuple):
    """The formula of some orthonormal vectors, and whether they span the space."""

    vectors: Formula
    complete: bool


def orthonormal(document: Document) -> Iterator[Basis]:
    r"""The orthonormal vectors stated in words: "an orthonormal basis $e_1, \dots, e_n$", $q_1, \dots, q_k$ 是标准正交的."""
    if not occurs(_FRAME, document.source.text):
        return
    text = with_marks(document)
    for said in occurrences(_FRAME, text):
        before = re.split(r"[。；;]|\n\s*\n|\.\s", text[max(0, said.start() - NEAR) : said.start()])[-1]
        after = text[said.end() :][:NEAR]
        for found in (_BASIS_BEFORE.search(before), _BASIS_BEHIND.match(after)):
            vectors = None if found is None else document.formulas[int(found["vectors"])]
            if vectors is not None and _is_small(vectors) and family(vectors.tree.body) is not None:
                yield Basis(vectors, bool(said["basis"] or said["basis_"]))
                break


def _matrix(document: Document, number: str | None, before: int) -> Formula | None:
    """The formula of the matrix: the one with this number, or else the last matrix before."""
    if number is not None:
        found = document.formulas[int(number)]
        return found if matrix_letter(found) is not None else None
    earlier = (f for f in reversed(document.formulas[:before]) if matrix_letter(f) is not None)
    return next(earlier, None)


def _is_small(formula: Formula) -> bool:
    """Whether a formula contains only lower-case letters, as vectors have."""
    names = [notation.letter(n).lstrip("\\") for n in bases(formula.tree.body)]
    if "lambda" in names:
        return False  # a value
    return bool(names) and all(n[:1].islower() or n in ("ldots", "dots", "cdots") for n in names)


def letters(document: Document) -> tuple[frozenset[str], frozenset[str]]:
    """The plain letters of vectors and their matrices, and the letters of families of vectors."""
    alone: set[str] = set()
    counted: set[str] = set()
    for frame in frames(document):
        letter, matrix = _letter(frame.vectors.tree.body), matrix_letter(frame.matrix)
        if matrix is not None and matrix.isascii() and matrix.isupper():
            alone.add(matrix)
        if letter is not None and not notation.is_bold(letter[0]):
            (counted if letter[1] else alone).add(letter[0])
    for basis in orthonormal(document):
        several = family(basis.vectors.tree.body)
        if several is not None and not notation.is_bold(several):
            counted.add(several)
    return frozenset(alone | counted), frozenset(counted)


def matrices(document: Document) -> dict[str, frozenset[str]]:
    """The letters of matrices, each with the letters of its vectors."""
    found: dict[str, frozenset[str]] = {}
    for frame in frames(document):
        of, letter = matrix_letter(frame.matrix), _letter(frame.vectors.tree.body)
        if of is not None and letter is not None:
            found[bare(of)] = found.get(bare(of), frozenset()) | {bare(letter[0])}
    return found


def _letter(nodes: Sequence[Node]) -> tuple[str, bool] | None:
    """The letter of vectors, and whether it carries an index."""
    several = family(nodes)
    if several is not None:
        return several, True
    name = notation.name(nodes[0]) if len(nodes) == 1 else None
    return None if name is None else (name, False)


def vectors(document: Document, written: Conventions, known: Sequence[Spectrum]) -> Iterator[Spectrum]:
    """The letters of vectors with their matrices, in the order of the `known` eigenvalues or singular values of the matrix."""
    for frame in frames(document):
        letter = _letter(frame.vectors.tree.body)
        matrix = _read(frame.matrix, written)
        if letter is None or matrix is None:
            continue
        name = _bold(letter[0])
        place = frame.vectors.span.start
        yield from _of_values(frame, matrix, known)
        order = frame.end or next((s.order for s in reversed(known) if s.matrix == matrix and not s.end), 0)
        if not letter[1]:
            yield Spectrum(name, matrix, frame.operator, place, 0, frame.end or ONE_OF_THEM)
            continue
        last = last_index(frame.vectors.tree.body)
        yield Spectrum(name, matrix, frame.operator, place, order, 0, last)


def _of_values(frame: Frame, matrix: Term, known: Sequence[Spectrum]) -> Iterator[Spectrum]:
    """The eigenvalues of the vectors of `frame`, unless they are already known."""
    if frame.values is None or "singular" in frame.operator:
        return
    letter, place = _letter(frame.values.tree.body), frame.values.span.start
    if letter is None or any(s.letter == letter[0] and s.matrix == matrix for s in known):
        return
    if letter[1]:
        yield Spectrum(
            letter[0], matrix, "eigenvalue", place, frame.end, 0, last_index(frame.values.tree.body)
        )
    elif _letter(frame.vectors.tree.body) != letter:
        yield Spectrum(letter[0], matrix, "eigenvalue", place, 0, frame.end or ONE_OF_THEM)


def _read(formula: Formula, written: Conventions) -> Term | None:
    try:
        return elaborate(named(formula.tree.body), written).term
    except (UnreadError, RecursionError):
        return None


def properties(document: Document) -> Iterator[Said]:
    """The properties stated by orthonormal vectors; a real matrix with orthonormal eigenvectors is symmetric."""
    for basis in orthonormal(document):
        several = family(basis.vectors.tree.body)
        if several is not None:
            name, place = _bold(several), basis.vectors.span.start
            yield Said(name, FRAME, place)
            if basis.complete:
                yield Said(name, BASIS, place)
    for frame in frames(document):
        letter = matrix_letter(frame.matrix)
        if frame.orthogonal and frame.operator.endswith("eigenvector") and letter is not None:
            yield Said(_bold(letter), "symmetric", frame.vectors.span.start)


def _bold(letter: str) -> str:
    return letter if notation.is_bold(letter) else rf"\boldsymbol{{{letter}}}"
