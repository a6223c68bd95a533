r"""Letters stated in words to be the eigenvalues or singular values of a matrix: 设 $\lambda_1,\dots,\lambda_n$ 为 $A$ 的特征值,
"$\sigma_i$ are the singular values of $A$".
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from mathpost.document.document import Document, Formula
from mathpost.latex.tree import Node, Scripts, Symbol, walk
from mathpost.maths import notation
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate
from mathpost.maths.facts.arrays.decompositions import named
from mathpost.maths.lexicon.sections import Sections
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.letters import bases
from mathpost.maths.terms.term import ONE, Apply, Number, Term, Variable, subterms, with_parts
from mathpost.text.late import late
from mathpost.text.stems import occurs

LAST = Number(Fraction(-1))
EXTREMES = {"max": ONE, "min": LAST}

_NOUN = re.compile(r"特征值|本征值|奇异值|eigen-?value|singular\s+value", re.IGNORECASE)
_VALUES, _MATRIX = r"⟦(?P<values>\d+)⟧", r"⟦(?P<matrix>\d+)⟧"
_COUNTED = r"(?:⟦\d+⟧\s*(?:个|阶|-?th\b|-by-⟦\d+⟧)|(?:第\s*)?⟦\d+⟧\s*[个大])?"
_WORDS = r"[^。！？.;；:：⟦，,的]{0,24}"
_CHINESE = r"(?P<noun>特征值|本征值|奇异值)"
_ENGLISH = r"(?P<noun>eigen-?values?|singular\s+values?)"
_BE = r"(?:记?为|是|记作|表示)"
_OF = rf"of\s+{_WORDS}{_COUNTED}{_WORDS}"
_SAYINGS = tuple(
    late(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_VALUES}\s*(?:依次|分别)?{_BE}{_WORDS}{_COUNTED}{_WORDS}{_MATRIX}\s*的(?P<kind>{_WORDS}{_COUNTED}{_WORDS}){_CHINESE}",
        rf"{_MATRIX}\s*的(?P<kind>{_WORDS}{_COUNTED}{_WORDS}){_CHINESE}(?P<order>[从由按]\S{{2,8}})?(?:依次|分别)?{_BE}?\s*{_VALUES}",
        rf"{_VALUES}\s*(?:依次|分别)?{_BE}(?:它|其)的?(?P<kind>{_WORDS}{_COUNTED}{_WORDS}){_CHINESE}",
        rf"(?:它|其)的?(?P<kind>{_WORDS}){_CHINESE}(?P<order>[从由按]\S{{2,8}})?(?:依次|分别)?{_BE}?\s*{_VALUES}",
        rf"{_VALUES}\s*(?:are|is|be|denotes?|being)?\s*the\s+(?P<kind>{_WORDS}{_COUNTED}{_WORDS}){_ENGLISH}\s+{_OF}{_MATRIX}",
        rf"(?P<kind>{_WORDS}){_ENGLISH}\s+{_OF}{_MATRIX}\s*(?:,|are|is|be|denoted|given|by|as|\s)*{_VALUES}",
        rf"{_MATRIX}\s*(?:(?:be|is)\s+{_WORDS}(?:⟦(?P<size>\d+)⟧{_WORDS})?)?(?:has|have|with|having)\s+(?P<kind>{_WORDS}){_ENGLISH}\s*{_VALUES}",
        rf"(?P<kind>{_WORDS}){_ENGLISH}\s*{_VALUES}\s+{_OF}{_MATRIX}",
        rf"\bits\s+(?P<kind>{_WORDS}){_ENGLISH}\s*(?:,|are|be|denoted|by|\s)*{_VALUES}",
        rf"{_VALUES}\s*(?:are|be|,)?\s*its\s+(?P<kind>{_WORDS}){_ENGLISH}",
    )
)
_OTHERS = re.compile(
    r"非零|广义|前|近似|nonzero|non-zero|generali[sz]ed|\btop\b|distinct|不同|互异", re.IGNORECASE
)
_EXTREME = re.compile(r"(?P<max>最大|largest|maxim)|(?P<min>最小|smallest|minim)", re.IGNORECASE)
_FALLING = re.compile(r"从大到小|由大到小|降序|descending|decreasing|non-?increasing", re.IGNORECASE)
_RISING = re.compile(r"从小到大|由小到大|升序|ascending|(?<!de)(?<!non-)increasing", re.IGNORECASE)

RISES = frozenset(["<", r"\le", r"\leq", r"\leqslant"])
FALLS = frozenset([">", r"\ge", r"\geq", r"\geqslant"])


class Saying(NamedTuple):
    """The formulas of values and of their matrix, with the operator that returns such values; `kind`: words before the noun."""

    values: Formula
    matrix: Formula
    operator: str
    kind: str
    rises: bool
    falls: bool


class Spectrum(NamedTuple):
    """``letter_i`` is the i-th value of `matrix` under `operator`, as stated at `place`.

    `order`: 1 if the first value is the largest, −1 if it is the smallest, 0 if unknown. `end`: the letter alone denotes the
    largest (1) or the smallest (−1) value; 0 for a family. `last`: the index of the last value listed.
    """

    letter: str
    matrix: Term
    operator: str
    place: int
    order: int
    end: int = 0
    last: str = ""

    @property
    def name(self) -> str:
        """The name in terms: ``letter_`` for a family, the letter itself for a single value."""
        return self.letter if self.end else f"{self.letter}_"

    def value(self, place: Term) -> Apply:
        """The value at the index `place`."""
        if place == Variable(self.last):
            place = LAST
        at = place if self.order >= 0 else place_from_behind(place)
        return Apply(self.operator, (self.matrix, at))


def place_from_behind(place: Term) -> Term:
    """The same place counted from the end."""
    return Number(-place.value) if isinstance(place, Number) else Apply("negate", (place,))


def sayings(document: Document) -> Iterator[Saying]:
    """The statements in words about eigenvalues and singular values."""
    if not occurs(_NOUN, document.source.text):
        return
    text = with_marks(document)
    for pattern in _SAYINGS:
        for found in pattern.finditer(text):
            values = document.formulas[int(found["values"])]
            matrix = _matrix(document, found, values)
            if matrix is None or _OTHERS.search(found["kind"]) or _is_of_another(document, found):
                continue
            operator = (
                "eigenvalue"
                if found["noun"].lower().startswith(("特征", "本征", "eigen"))
                else "singular_value"
            )
            around = found.group() + text[found.end() : found.end() + 40].partition("。")[0]
            rises, falls = _RISING.search(around), _FALLING.search(around)
            yield Saying(values, matrix, operator, found["kind"], rises is not None, falls is not None)


def _is_of_another(document: Document, found: re.Match[str]) -> bool:
    """Whether the formula between a matrix and its values names another matrix, and not a size."""
    size = found.groupdict().get("size")
    return size is not None and matrix_letter(document.formulas[int(size)]) is not None


def with_marks(document: Document) -> str:
    """The text of a post with inline formulas replaced by their numbers."""
    text, parts, at = document.source.text, [], 0
    for formula in document.formulas:
        parts.append(text[at : formula.span.start])
        parts.append(f"⟦{formula.index}⟧" if formula.kind == "inline" else "\n\n。")
        at = formula.span.end
    return "".join((*parts, text[at:]))


def _matrix(document: Document, found: re.Match[str], values: Formula) -> Formula | None:
    """The formula of the matrix: the one that is named, or else the last matrix before."""
    if "matrix" in found.re.groupindex:
        return document.formulas[int(found["matrix"])]
    before = (f for f in reversed(document.formulas[: values.index]) if matrix_letter(f) is not None)
    return next(before, None)


def matrix_letter(formula: Formula) -> str | None:
    r"""The capital letter that a formula names: ``A``, ``A \in …``, ``A = …``; None for any other formula."""
    row = named(formula.tree.body)
    name = notation.name(row[0]) if len(row) == 1 else None
    return name if name is not None and notation.letter(name).lstrip("\\")[:1].isupper() else None


def spectra(document: Document, written: Conventions) -> tuple[Spectrum, ...]:
    """The letters of values with their matrices, in reading order."""
    found = (_read(saying, written) for saying in sayings(document))
    return tuple(sorted((s for s in found if s is not None), key=lambda s: s.place))


def matrices(document: Document) -> frozenset[str]:
    """The plain capital letters of matrices whose values are mentioned in words."""
    found = (name for said in sayings(document) for name in bases(named(said.matrix.tree.body)))
    return frozenset(name for name in found if name.isascii() and name.isupper())


def mentioned(document: Document) -> dict[str, frozenset[str]]:
    """The letters of values, each with the letters of its matrices."""
    found: dict[str, frozenset[str]] = {}
    for said in sayings(document):
        letter = family(said.values.tree.body)
        if letter is not None:
            found[letter] = found.get(letter, frozenset()) | frozenset(bases(named(said.matrix.tree.body)))
    return found


def _read(said: Saying, written: Conventions) -> Spectrum | None:
    """The spectrum in a statement; None if a formula cannot be read."""
    try:
        matrix = elaborate(named(said.matrix.tree.body), written).term
    except (UnreadError, RecursionError):
        return None
    extreme, place = _EXTREME.search(said.kind), said.values.span.start
    if extreme is not None:
        end = -1 if extreme["min"] else 1
        return _of_an_end(said, written, Spectrum("", matrix, said.operator, place, 0, end))
    letter = family(said.values.tree.body)
    if letter is None:
        return None
    return Spectrum(
        letter, matrix, said.operator, place, _order(said), last=last_index(said.values.tree.body)
    )


def _of_an_end(said: Saying, written: Conventions, found: Spectrum) -> Spectrum | None:
    """The letter of the largest or smallest value, or of a family that starts or ends with it."""
    try:
        value = elaborate(said.values.tree.body, written).term
    except (UnreadError, RecursionError):
        return None
    match value:
        case Variable(name=name):
            return found._replace(letter=name)
        case Apply(operator="index", arguments=(Variable(name=name), place)):
            first = place == ONE
            return found._replace(letter=name, order=found.end if first else -found.end, end=0)
    return None


def family(nodes: Sequence[Node]) -> str | None:
    r"""The letter whose members a formula lists: ``\lambda_1, \dots, \lambda_n``, ``\{\sigma_i\}``; None for others."""
    names = set(bases(nodes)) - RISES - FALLS
    indexed = any(isinstance(n, Scripts) and n.subscript is not None for node in nodes for n in walk(node))
    return names.pop() if indexed and len(names) == 1 else None


def last_index(nodes: Sequence[Node]) -> str:
    r"""The index of the last member of a list with dots: ``n`` of ``\lambda_1, \dots, \lambda_n``; empty for other lists."""
    dots = any(notation.latex(n) in notation.DOTS for n in nodes)
    final = nodes[-1] if dots and nodes else None
    below = final.subscript if isinstance(final, Scripts) else None
    return below.text if isinstance(below, Symbol) and below.text.isalpha() else ""


def _order(said: Saying) -> int:
    signs = {n.text for node in said.values.tree.body for n in walk(node) if isinstance(n, Symbol)}
    if said.rises or signs & RISES:
        return -1
    falls = said.falls or bool(signs & FALLS)
    return int(falls or said.operator == "singular_value")


def in_force(
    said: Sequence[Spectrum], defined: Container[str], sections: Sections, place: int
) -> dict[str, Spectrum]:
    """The spectra in force at `place`, by name: the last before it in its section, else a later one; no `defined` letters."""
    found: dict[str, Spectrum] = {}
    for each in said:
        here = each.letter not in defined and sections.covers(each.place, place)
        if here and (each.place < place or each.name not in found):
            found[each.name] = each
    return found


def sayable(known: Mapping[str, Spectrum], sides: Sequence[Term]) -> dict[str, Spectrum]:
    """Those of `known` that can be substituted into `sides`, without families in unknown order that have numbered members.

    Otherwise only some of the members would become values of the matrix.
    """
    numbered = {
        t.arguments[0].name
        for side in sides
        for t in subterms(side)
        if isinstance(t, Apply) and t.operator == "index" and isinstance(t.arguments[0], Variable)
        if any(isinstance(place, Number) for place in t.arguments[1:])
    }
    loose = {s.matrix for s in known.values() if s.letter in numbered and not s.end and not s.order}
    return {n: s for n, s in known.items() if s.order or s.end or s.matrix not in loose}


def put_in(term: Term, known: Mapping[str, Spectrum]) -> Term:
    """`term` with values of matrices for the names in `known`; numbered members are replaced only if the order is known."""
    match term:
        case Variable(name=name):
            return _of_symbol(term, name, known)
        case Apply(operator="index", arguments=(Variable(name=name), place)) if f"{name}_" in known:
            family = known[f"{name}_"]
            return family.value(place) if family.order or not isinstance(place, Number) else term
    return with_parts(term, lambda part: put_in(part, known))


def _of_symbol(term: Variable, name: str, known: Mapping[str, Spectrum]) -> Term:
    r"""The value for ``\lambda_{\max}``, or for a letter stated to be the largest or smallest value."""
    letter, _, label = name.removesuffix("}").partition("_{")
    whole, family = known.get(name), known.get(f"{letter}_")
    if whole is not None:
        return Apply(whole.operator, (whole.matrix, Number(Fraction(whole.end))))
    end = EXTREMES.get(label.removeprefix("\\").removeprefix("text{").removesuffix("}"))
    return term if family is None or end is None else Apply(family.operator, (family.matrix, end))
