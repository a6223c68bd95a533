r"""Variants of products of arrays that differ by one slip: two factors swapped, a transpose lost, an inverse, a
norm.

The likely slips come first; a variant may have shapes that do not fit; the caller checks them.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Sequence

from mathpost.latex.lexer import split
from mathpost.maths.notation import ACCENTS, BOLD, TRANSPOSES, stripped
from mathpost.verify.slips.tokens import behind, joined, script_of

WORDS = frozenset([r"\text", r"\mathrm", r"\operatorname"])
TRANSPOSE = ("^", "{", r"\top", "}")
INVERSES = frozenset(["-1"])
OF_NUMBERS = frozenset([r"\exp", r"\log", r"\ln", r"\tr", "exp", "log", "tr", "Tr", "trace", "rank"])
INVERSE = ("^", "{", "-", "1", "}")
BARS = frozenset([r"\|", r"\Vert", r"\rVert"])
KINDS = ("F", "2", "*")


def array_slips(latex: str, plain: Container[str] = frozenset()) -> Iterator[str]:
    """The variants of `latex`, each once; `plain`: the letters of arrays that the post does not write bold."""
    seen = {"".join(latex.split())}
    for variant in _all(_tokens(latex), plain):
        text = joined(variant)
        bare = "".join(text.split())
        if bare not in seen:
            seen.add(bare)
            yield text


def with_transpose(latex: str, plain: Container[str] = frozenset()) -> Iterator[str]:
    r"""`latex` with one more transpose.

    >>> list(with_transpose(r"\mathbf{x} y"))
    ['\\mathbf{x}^{\\top}y']
    """
    tokens = _tokens(latex)
    return map(joined, _transposed(tokens, list(_factors(tokens, plain))))


def with_swapped_indices(latex: str) -> Iterator[str]:
    r"""`latex` with the two indices of one entry in the other order.

    >>> list(with_swapped_indices(r"\sum_j A_{ji} x_j"))
    ['\\sum_jA_{ij}x_j']
    """
    tokens = _tokens(latex)
    for k in range(len(tokens) - 4):
        inside = [t for t in tokens[k + 2 : k + 6] if t != ","]
        comma = tokens[k + 3 : k + 4] == [","]
        end = k + (5 if comma else 4)
        if tokens[k : k + 2] != ["_", "{"] or tokens[end : end + 1] != ["}"]:
            continue
        one, other = inside[:2]
        if one != other and one.isalnum() and other.isalnum():
            between = [","] if comma else []
            yield joined([*tokens[: k + 2], other, *between, one, *tokens[end:]])


def _tokens(latex: str) -> list[str]:
    return [piece for piece in split(latex) if not piece.isspace()]


def _transposed(tokens: list[str], factors: Sequence[tuple[int, int]]) -> Iterator[list[str]]:
    for _, end in factors:
        if tokens[end : end + 1] != ["^"]:
            yield [*tokens[:end], *TRANSPOSE, *tokens[end:]]


def _all(tokens: list[str], plain: Container[str]) -> Iterator[list[str]]:
    factors = list(_factors(tokens, plain))
    yield from _without_number(tokens, {start for start, _ in factors})
    yield from _without(tokens, TRANSPOSES | {"T"})
    yield from _swapped(tokens, factors)
    yield from _transposed(tokens, factors)
    yield from _norms(tokens)
    yield from _without(tokens, INVERSES)
    for start, end in factors:
        if tokens[end : end + 1] != ["^"] and not _is_of_numbers(tokens, start):
            yield [*tokens[:end], *INVERSE, *tokens[end:]]


def _factors(tokens: Sequence[str], plain: Container[str]) -> Iterator[tuple[int, int]]:
    """Where the letters of arrays are, and brackets with the function before them; with subscripts, not with what is above."""
    opened: list[int] = []
    for k, piece in enumerate(tokens):
        if piece in BOLD:
            start, end = _accented(tokens, k, behind(tokens, k + 1))
            yield start, _with_index(tokens, end)
        elif piece in plain and not script_of(tokens, k):
            yield k, _with_index(tokens, k + 1)
        elif piece == "(":
            opened.append(_function(tokens, k))
        elif piece == ")" and opened:
            yield opened.pop(), _with_index(tokens, k + 1)


def _accented(tokens: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """The place of a letter with the accents around it."""
    while start > 1 and tokens[start - 1] == "{" and tokens[end : end + 1] == ["}"]:
        if tokens[start - 2] not in ACCENTS:
            break
        start, end = start - 2, end + 1
    return start, end


def _function(tokens: Sequence[str], bracket: int) -> int:
    """Where the name of the function begins that is applied to the bracket: ``\\text{diag}(``; else the bracket."""
    before = tokens[bracket - 1] if bracket else ""
    if before[:1] == "\\" and before[1:].isalpha():
        return bracket - 1
    start = next((k for k in range(bracket - 2, 0, -1) if tokens[k] == "{"), 0) if before == "}" else 0
    return start - 1 if start and tokens[start - 1] in WORDS else bracket


def _without_number(tokens: list[str], starts: Collection[int]) -> Iterator[list[str]]:
    """``AB`` for ``2AB``."""
    for k, piece in enumerate(tokens):
        if piece.isdigit() and k + 1 in starts and (k == 0 or tokens[k - 1] not in ("^", "_")):
            yield [*tokens[:k], *tokens[k + 1 :]]


def _without(tokens: list[str], marks: Container[str]) -> Iterator[list[str]]:
    """``A`` for ``A^{\\top}``, ``A^{-1}``, with the transpose or inverse among `marks`."""
    for k, piece in enumerate(tokens):
        end = behind(tokens, k + 1)
        if piece == "^" and stripped("".join(tokens[k + 1 : end])) in marks:
            yield [*tokens[:k], *tokens[end:]]


def _is_of_numbers(tokens: Sequence[str], start: int) -> bool:
    """Whether a factor begins with a function whose value nobody inverts so: ``\\exp(-x)^{-1}``, ``\\operatorname{tr}(A)^{-1}``."""
    name = "".join(tokens[start + 1 : behind(tokens, start + 1)]) if tokens[start] in WORDS else tokens[start]
    return name.strip("{}") in OF_NUMBERS


def _with_index(tokens: Sequence[str], end: int) -> int:
    return behind(tokens, end + 1) if tokens[end : end + 1] == ["_"] else end


def _swapped(tokens: list[str], factors: Sequence[tuple[int, int]]) -> Iterator[list[str]]:
    """``BA`` for ``AB``, scripts included."""
    whole = [(a, behind(tokens, e + 1) if tokens[e : e + 1] == ["^"] else e) for a, e in factors]
    for a, e in whole:
        for b, f in whole:
            if b == e:
                yield [*tokens[:a], *tokens[b:f], *tokens[a:e], *tokens[f:]]


def _norms(tokens: list[str]) -> Iterator[list[str]]:
    """Another norm: ``\\|A\\|_2`` for ``\\|A\\|_F``."""
    for k, piece in enumerate(tokens[:-2]):
        if piece in BARS and tokens[k + 1] == "_":
            end = behind(tokens, k + 2)
            yield from ([*tokens[: k + 2], kind, *tokens[end:]] for kind in KINDS)
