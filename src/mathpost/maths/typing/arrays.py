"""The plain letters of a post that are vectors or matrices: by declaration, by a transpose, by the words beside them.

Taking a matrix for a number would make false laws true (``AB = BA``). In doubt a letter is therefore an array: fewer claims are
decided, but none wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from mathpost.document.document import Document, Formula
from mathpost.latex.tree import Delimited, Environment, Node, Scripts, Symbol, children, compounds, walk
from mathpost.maths import notation
from mathpost.maths.elaboration import heads
from mathpost.maths.elaboration.scripts import VECTOR_LETTERS, has_one_colon
from mathpost.maths.lexicon import adjectives, identity_letters
from mathpost.maths.notation import TRANSPOSES, Scripted, UnreadError
from mathpost.maths.notation.brackets import SQUARE, closing, split_at_commas
from mathpost.maths.notation.letters import bases
from mathpost.maths.notation.step import Step
from mathpost.maths.typing import array_families, array_parts, letter_uses, normal_columns, rank_inference
from mathpost.maths.typing.array_families import nucleus
from mathpost.maths.typing.letter_uses import is_capital
from mathpost.maths.typing.mentions import lists, symbols
from mathpost.maths.typing.vector_neighbours import companions

GRIDS = frozenset("matrix pmatrix bmatrix Bmatrix smallmatrix array".split())
SPACE = re.compile(r"^\\mathbb\{[RC]\}\^\{(?![+*]\}|>)")
_NOUN = r"(?:矩阵|方阵|向量|张量|matri(?:x|ces)|vectors?|tensors?)"
_BEFORE = re.compile(rf"{_NOUN}\s*$", re.IGNORECASE)
_LINK = r"^\s*(?:都?是|均?为|is|are|be|denotes?)"
_AFTER = re.compile(
    rf"{_LINK}(?:[^。，.;；$]{{0,24}}|[^。，,.;；$]{{0,24}}\$[^$]{{1,30}}\$[^。，,.;；$]{{0,16}}){_NOUN}",
    re.IGNORECASE,
)
# operations on matrices only, as far as capitals are concerned
_OF_MATRICES = re.compile(
    rf"{_LINK}[^。，,.;；$]{{0,12}}(可逆|正交|对称|正定|对角化|幂零|奇异|invertible|(non-?)?singular|orthogonal|symmetric|unitary|Hermitian|"
    r"diagonal|nilpotent|positive[- ](semi-?)?definite)",
    re.IGNORECASE,
)
MATRICES = frozenset("ABCDHKLMPQSTUVW")


class Arrays(NamedTuple):
    """`plain`: symbols that are arrays themselves; `families`: symbols whose single index counts arrays; `moving`: symbols
    whose differentials occur in the post (``d\\boldsymbol{W}``).
    """

    plain: frozenset[str]
    families: frozenset[str]
    moving: frozenset[str] = frozenset()


def arrays(
    document: Document,
    steps: Iterable[Step],
    spoken: frozenset[str] = frozenset(),
    counted: frozenset[str] = frozenset(),
) -> Arrays:
    """The vectors and matrices of a post that are not bold, with those that words name (`spoken`) or count (`counted`)."""
    steps = tuple(steps)
    plain: set[str] = set(spoken)
    families: set[str] = set(counted)
    for step in steps:
        for name, indexed in _declared(step) if step.sign == "∈" else ():
            (families if indexed else plain).add(name)
    plain |= set(_named_in_words(document)) | set(_written_out(steps)) | set(_sliced(document.formulas))
    losses = letter_uses.losses(document.formulas) - plain
    families |= {name for name in plain if is_capital(name)}  # a matrix with an index is a member of a family
    taken = rank_inference.arrays(steps)
    plain |= taken.plain
    layered = array_families.arrays(steps, frozenset(filter(is_capital, plain)))
    plain |= layered.plain
    families |= taken.families | layered.families
    sizes, bold = letter_uses.sizes(document.formulas), letter_uses.bold_forms(document.formulas)
    mentions_matrices = identity_letters.OF_MATRICES.search(document.source.text) is not None
    small = VECTOR_LETTERS | _greek_vectors(document.formulas)
    for formula in document.formulas:
        turned = chain(_transposes(formula, small), _behind_transposes(formula.tree.body, small))
        families |= {name for name, indexed in turned if indexed}
        measured = set(_traced(formula.tree.body)) | set(_normed(formula.tree.body))
        plain |= _transposed(formula, sizes, small) | (measured - sizes - bold)
        plain |= set(_shifted(formula.tree.body)) if mentions_matrices else set()
    plain |= set(array_parts.arrays(steps, frozenset(plain | families)))
    columns = normal_columns.shown(document.formulas, steps, frozenset(plain))
    plain |= columns.plain | set(_of_members(steps, counted))
    families |= columns.families
    plain |= companions(steps, frozenset(plain - losses)) - sizes - bold
    plain -= losses
    families |= set(array_families.arguments(document.formulas, frozenset(plain & VECTOR_LETTERS)))
    if (any(columns) or any(map(_is_of_matrices, plain))) and stands_beside_matrices(
        document.formulas, steps, MATRICES | plain | columns.families
    ):
        plain.add(NAME)
    return Arrays(frozenset(plain), frozenset(families), _moving(document, plain))


_DIFFERENTIAL = re.compile(r"微分|\bdifferentials?\b", re.IGNORECASE)


def _moving(document: Document, plain: set[str]) -> frozenset[str]:
    """The symbols with a differential; none where the post has no word for differentials, since d may then be a number."""
    if not _DIFFERENTIAL.search(document.source.text):
        return frozenset()
    found = {name for formula in document.formulas for name in _behind_d(formula.tree.body)}
    arrays_ = {name for name in found if notation.is_bold(name) or name in plain}
    return frozenset(found) if arrays_ else frozenset()


def _behind_d(nodes: Sequence[Node]) -> Iterator[str]:
    """The symbols directly after a d that is a factor of its own, except in integrals."""
    if not any(isinstance(n, Symbol) and n.text == r"\int" for n in nodes):
        for first, second in pairwise(nodes):
            base = second.base if isinstance(second, Scripts) and second.base is not None else second
            name = notation.name(base)
            if notation.name(first) in ("d", r"\text{d}") and name is not None:
                yield name
    for node in nodes:
        yield from _behind_d(children(node))


def _declared(step: Step) -> Iterator[tuple[str, bool]]:
    """The symbols that a step declares to be in a space of arrays, and whether they have an index there."""
    try:
        left, right = notation.items(step.left.nodes), notation.items(step.right.nodes)
    except UnreadError:
        return
    if not SPACE.match(notation.latex_row(right)):
        return
    for part in split_at_commas(left):
        name = notation.name(part[0]) if part else None
        if name is not None:
            scripts = part[1] if len(part) > 1 else None
            indexed = isinstance(scripts, Scripted) and scripts.subscript is not None
            yield name, indexed and _letters(scripts) == 1


def _of_members(steps: Iterable[Step], counted: frozenset[str]) -> Iterator[str]:
    """The symbols defined as sums of vectors that words `counted`: ``x = \\sum_i c_i v_i``."""
    for step in steps if counted else ():
        name = _symbol(step.left.nodes) if step.sign in ("=", ":=") else None
        last = step.right.nodes[-1] if step.right.nodes else None
        if name is None or not isinstance(last, Scripts) or last.subscript is None or last.base is None:
            continue
        if notation.name(last.base) in counted and last.superscript is None and not notation.is_bold(name):
            yield name


def _letters(scripts: object) -> int:
    assert isinstance(scripts, Scripted)
    return len(notation.latex(scripts.subscript).strip("{}"))


def _named_in_words(document: Document) -> Iterator[str]:
    """The symbols that words call arrays: 矩阵 $A$, "the vector $x$", $A$ 是正交矩阵, "$A$ is a symmetric matrix", "$A$ symmetric"."""
    text = document.source.text
    for group in lists(document, symbols):
        start, end = group[0].span.start, group[-1].span.end
        before, after = text[max(0, start - 16) : start], text[end : end + 80]
        names = [name for formula in group for name in symbols(formula.tree.body)]
        if _BEFORE.search(before) or _AFTER.match(after):
            yield from names
        elif _OF_MATRICES.match(after) or adjectives.behind(after) or adjectives.stands_before(before):
            yield from MATRICES.intersection(names)


def _written_out(steps: Iterable[Step]) -> Iterator[str]:
    """The letters that a post defines by a matrix of entries: ``A = \\begin{pmatrix} …``."""
    for step in steps:
        first = step.right.nodes[0] if step.right.nodes else None
        while isinstance(first, Delimited) and first.body:
            first = first.body[0]
        name = _symbol(step.left.nodes)
        if (
            isinstance(first, Environment)
            and first.name in GRIDS
            and name is not None
            and step.sign in ("=", ":=")
        ):
            yield name


def _sliced(formulas: Iterable[Formula]) -> Iterator[str]:
    """The capitals whose rows or columns occur in a post: ``A_{:,j}``, ``A_{1:k,:}``."""
    for node in (node for formula in formulas for node in walk(formula.tree)):
        if isinstance(node, Scripts) and node.subscript is not None and isinstance(node.base, Symbol):
            try:
                row = notation.opened(node.subscript)
            except UnreadError:
                continue
            sliced = has_one_colon(row) or {":", ","} <= set(map(notation.latex, row))
            if sliced and is_capital(node.base.text):
                yield node.base.text


def _symbol(nodes: Sequence[Node]) -> str | None:
    names = symbols(nodes)
    return names[0] if len(names) == 1 else None


def _transposed(formula: Formula, sizes: frozenset[str], small: frozenset[str]) -> set[str]:
    """The transposed letters of `formula`; with a transposed capital, also all capitals that are not sizes."""
    found = {name for name, _ in _transposes(formula, small)}
    found |= set(_in_transposed_brackets(formula.tree.body))
    found |= {name for name, _ in _behind_transposes(formula.tree.body, small)}
    if any(map(is_capital, found)):
        found |= {n.text for n in walk(formula.tree) if isinstance(n, Symbol) and is_capital(n.text)} - sizes
        found |= set(_beside_transposes(formula.tree.body))
    if found:
        found |= set(_inverted(formula))
    return found - {"T"}


NORMS = frozenset(["F", "*", r"\ast", r"\text{op}", r"\mathrm{op}"])  # norms of matrices only
LENGTHY = VECTOR_LETTERS - frozenset("gh")  # g and h may be functions
TRACES = frozenset("tr Tr trace det".split())


def _traced(nodes: Sequence[Node]) -> Iterator[str]:
    """The capitals inside a trace, a determinant or a matrix norm: ``\\operatorname{tr}(AB)``, ``\\|A\\|_F``."""
    for k, node in enumerate(nodes):
        named = (notation.word(node) or notation.latex(node).removeprefix("\\")) in TRACES
        names = list(bases(_argument(nodes[k + 1 :]) if named else _measured(nodes[:k], node)))
        if not any(map(notation.is_bold, names)):  # next to bold letters a plain one is a number
            yield from filter(_is_of_matrices, names)
    for node in nodes:
        yield from _traced(children(node))


def _normed(nodes: Sequence[Node]) -> Iterator[str]:
    """The small letters alone between double bars: ``\\|w\\|`` is the length of a vector; for a number one writes ``|w|``."""
    for k, node in enumerate(nodes):
        name = notation.name(node)
        enclosed = 0 < k < len(nodes) - 1 and _is_bars(nodes[k - 1]) and _is_bars(nodes[k + 1])
        if enclosed and name in LENGTHY:
            yield str(name)
    for node in nodes:
        inside = node.body if isinstance(node, Delimited) and node.left == r"\|" else ()
        if len(inside) == 1 and notation.name(inside[0]) in LENGTHY:
            yield str(notation.name(inside[0]))
        yield from _normed(children(node))


def _is_bars(node: Node) -> bool:
    """Whether a node is double bars, perhaps with scripts."""
    return notation.latex(nucleus(node)) == r"\|"


def _measured(before: Sequence[Node], closing: Node) -> Sequence[Node]:
    """The nodes inside the double bars that `closing` ends with the sign of a matrix norm; empty where it ends none."""
    if not isinstance(closing, Scripts) or closing.subscript is None or closing.base is None:
        return ()
    if notation.stripped(notation.latex(closing.subscript)) not in NORMS:
        return ()
    if isinstance(closing.base, Delimited):
        return closing.base.body
    bar = notation.latex(closing.base)
    opening = [k for k, node in enumerate(before) if notation.latex(node) == bar]
    return before[opening[-1] + 1 :] if opening and bar == r"\|" else ()


def _argument(behind: Sequence[Node]) -> Sequence[Node]:
    """The argument of a word: the bracket after it, or one node."""
    if not behind or notation.latex(behind[0]) not in ("(", "["):
        return behind[:1]
    return behind[1 : closing(behind, 0, SQUARE, _base)]


def _base(node: Node) -> str:
    """The LaTeX of a node without its scripts."""
    return notation.latex(nucleus(node))


def _is_of_matrices(name: str) -> bool:
    return is_capital(name) or name in GREEK_CAPITALS


ADJOINTS = frozenset([*TRANSPOSES, r"\dagger"])
GREEK_VECTORS = frozenset(r"\theta \beta \mu \omega \phi \psi \delta \eta \xi \alpha \nu".split())
GREEK_CAPITALS = frozenset(r"\Sigma \Lambda \Omega \Psi \Gamma \Phi \Theta \Xi".split())


def _inverted(formula: Formula) -> Iterator[str]:
    """The capitals that a formula inverts: next to a transpose (``(x-\\mu)^\\top \\Sigma^{-1}``) they are matrices."""
    for node in walk(formula.tree):
        if isinstance(node, Scripts) and isinstance(node.base, Symbol) and node.superscript is not None:
            name = node.base.text
            if (
                _is_of_matrices(name)
                and node.subscript is None
                and notation.latex(node.superscript).strip("{}") == "-1"
            ):
                yield name


def _transposes(formula: Formula, small: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """The transposed letters, and whether they have an index as well."""
    for node in walk(formula.tree):
        if isinstance(node, Scripts) and _is_transposed_letter(node, small):
            yield str(notation.name(nucleus(node))), node.subscript is not None


def _in_transposed_brackets(nodes: Sequence[Node]) -> Iterator[str]:
    """The summands that are letters in a transposed bracket: ``(y - X\\beta)^{\\mathrm{T}}``."""
    opened: list[int] = []
    for k, node in enumerate(nodes):
        if isinstance(node, Symbol) and node.text == "(":
            opened.append(k)
        base = node.base if isinstance(node, Scripts) else node
        closed = opened.pop() if opened and isinstance(base, Symbol) and base.text == ")" else None
        if closed is not None and isinstance(node, Scripts) and node.superscript is not None:
            if notation.latex(node.superscript) in (*TRANSPOSES, "T"):
                inside = pairwise(nodes[closed:k])
                names = (notation.name(node) for before, node in inside if not _is_gradient_sign(before))
                yield from (name for name in names if name is not None and not notation.is_bold(name))
    for node in nodes:
        yield from _in_transposed_brackets(children(node))


def _is_gradient_sign(node: Node) -> bool:
    base = node.base if isinstance(node, Scripts) else node
    return isinstance(base, Symbol) and base.text in (r"\nabla", r"\partial")


def _shifted(nodes: Sequence[Node]) -> Iterator[str]:
    """The capitals added to a multiple of the identity: ``C`` in ``(C - \\lambda_0 I)v``, ``A`` in ``|\\lambda I - A|``."""
    names = [notation.name(nucleus(node)) for node in nodes]
    signs = [k for k, node in enumerate(nodes) if notation.latex(node) in ("+", "-")]
    for k in signs:
        behind = names[k + 1 : k + 3]
        before = names[max(0, k - 2) : k]
        yield from _beside_identity(names[k - 1 : k], behind)
        yield from _beside_identity(names[k + 1 : k + 2], before)
    for node in nodes:
        yield from _shifted(children(node))


def _beside_identity(alone: Sequence[str | None], multiple: Sequence[str | None]) -> Iterator[str]:
    """The capital that is the only other summand beside an eigenvalue times the identity."""
    if len(multiple) == 2 and multiple[0] in EIGENVALUES and multiple[1] == NAME:
        yield from (name for name in alone if name is not None and is_capital(name) and name != NAME)


def _behind_transposes(nodes: Sequence[Node], small: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """The letters of vectors directly after a transposed plain letter, and whether they have an index: ``y`` in ``x^\\top y_i``."""
    row = [n for n in nodes if notation.latex(n).strip(r"\, ")]
    for first, second, *applied in zip(row, row[1:], [*row[2:], None], strict=False):
        name = notation.name(nucleus(second))
        called = name in GREEK_VECTORS and applied[0] is not None and notation.latex(applied[0]) in OPENING
        if _is_transposed_letter(first, small) and name in VECTOR_LETTERS | GREEK_VECTORS and not called:
            yield str(name), isinstance(second, Scripts) and _has_an_index(second)
    for node in nodes:
        yield from _behind_transposes(children(node), small)


def _has_an_index(symbol: Scripts) -> bool:
    """Whether a symbol has an index, below or in brackets above: ``x_i``, ``x^{(i)}``."""
    above = "" if symbol.superscript is None else notation.latex(symbol.superscript).strip("{}")
    return symbol.subscript is not None or (above[:1] == "(" and above[-1:] == ")")


def _is_transposed_letter(node: Node, small: frozenset[str]) -> bool:
    """Whether a node is a transposed letter that is not bold; with a T above, a capital or one of the `small` letters."""
    name = notation.name(nucleus(node))
    if not isinstance(node, Scripts) or node.superscript is None or name is None or notation.is_bold(name):
        return False
    above = notation.latex(node.superscript)
    return above in ADJOINTS or (above == "T" and (is_capital(name) or name in small))


def _greek_vectors(formulas: Sequence[Formula]) -> frozenset[str]:
    """The Greek letters before a factor with a T above, where T occurs in a post as an exponent alone: ``\\theta^T x``."""
    if not all(_is_an_exponent_only(formula.tree.body) for formula in formulas):
        return frozenset()
    rows = (children(node) for formula in formulas for node in compounds(formula.tree))
    pairs = chain.from_iterable(map(pairwise, rows))
    turned = (
        str(notation.name(nucleus(first)))
        for first, second in pairs
        if _is_transposed_letter(first, GREEK_VECTORS)
        if notation.name(nucleus(second)) is not None or notation.latex(second) in OPENING
    )
    return GREEK_VECTORS.intersection(turned)


def _is_an_exponent_only(nodes: Sequence[Node]) -> bool:
    """Whether every T among `nodes` is a whole exponent, as in ``x^T``; true without any T."""
    for node in nodes:
        inside = children(node)
        if isinstance(node, Scripts) and node.superscript is not None:
            if notation.latex(node.superscript).strip("{}") == "T":
                inside = tuple(part for part in (node.base, node.subscript) if part is not None)
        if (isinstance(node, Symbol) and node.text == "T") or not _is_an_exponent_only(inside):
            return False
    return True


def _beside_transposes(nodes: Sequence[Node]) -> Iterator[str]:
    """The Greek capitals multiplied by a transposed capital: the middle factor of ``U \\Sigma V^\\top``."""
    for pair in pairwise(n for n in nodes if notation.latex(n).strip(r"\, ")):
        bases = [n.base if isinstance(n, Scripts) and n.base is not None else n for n in pair]
        names = [notation.name(base) for base in bases]
        turned = [_is_turned(node) and is_capital(name or "") for node, name in zip(pair, names, strict=True)]
        yield from (n for n, other in zip(names, turned[::-1], strict=True) if other and n in GREEK_CAPITALS)
    for node in nodes:
        yield from _beside_transposes(children(node))


def _is_turned(node: Node) -> bool:
    above = node.superscript if isinstance(node, Scripts) else None
    return above is not None and notation.latex(above) in (*TRANSPOSES, "T")


NAME = "I"
EIGENVALUES = frozenset([r"\lambda", r"\mu", r"\sigma", r"\alpha"])
OPENING = frozenset(["(", "[", r"\left("])


def stands_beside_matrices(
    formulas: Iterable[Formula], steps: Iterable[Step], matrices: Collection[str]
) -> bool:
    """Whether `I` is an identity matrix: it occurs, every formula with it mentions one of `matrices`, and no formula uses it as
    a function, an index set, a family or a symbol of its own.
    """
    own = any(heads.head(step.left.nodes) == NAME and not step.interior for step in steps)
    around = [formula.tree.body for formula in formulas if NAME in bases(formula.tree.body)]
    beside = all(not frozenset(bases(nodes)).isdisjoint(matrices) for nodes in around)
    return bool(around) and not own and beside and not any(map(_is_something_else, around))


def _is_something_else(nodes: Sequence[Node]) -> bool:
    """Whether a formula uses it as something else, an information or a set: ``I(X;Y)``, ``i \\in I``, ``|I|``."""
    for before, node in pairwise(nodes):
        follows = notation.name(before) == NAME and notation.latex(node) in OPENING
        if follows or (
            notation.name(node) == NAME and notation.latex(before) in (r"\in", r"\subset", r"\subseteq")
        ):
            return True
    return any(_is_something_else(children(node)) for node in nodes)
