r"""Variants of a formula that differ by one slip: a sign, a factor, an exponent, an index, a bound, a dropped term.

The likely slips come first. A variant may have no meaning; the caller parses it again.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple, get_args

from mathpost.latex.lexer import split
from mathpost.maths.notation import FRACTIONS
from mathpost.verify.slips.tokens import (
    CLOSING,
    OPENING,
    SCRIPTS,
    SIGNS,
    behind,
    groups,
    integers,
    is_letter,
    joined,
    opening,
    script_of,
    sums,
)

SEPARATORS = frozenset([r"\mid", ",", ";"])
DOUBLE_SIGNS = {r"\pm": r"\mp", r"\mp": r"\pm"}
BESIDE = frozenset([*SIGNS, ","])  # what a difference may be beside in a list or sum
BEHIND_A_NUMBER = CLOSING | frozenset("+-^,;=&")  # what no factor begins with
BEFORE_A_SIGN = (
    OPENING | SCRIPTS | frozenset(["=", ",", ";", ":", r"\cdot", r"\times", r"\{", r"\langle", r"\|"])
)
TAKES_A_SIGN = FRACTIONS | frozenset(["^", r"\sqrt", r"\exp"])  # commands whose argument is an expression
OTHERS = {
    r"\sin": r"\cos",
    r"\sinh": r"\cosh",
    r"\min": r"\max",
    r"\sum": r"\prod",
    r"\tan": r"\cot",
    "<": r"\neq",
    r"\neq": "<",
    r"\ne": "<",
    r"\le": "<",
    r"\log": "",
    r"\ln": "",
}
SWAPPED = {new: old for old, new in OTHERS.items() if new} | OTHERS


Kind = Literal[
    "sign",
    "number",
    "script",
    "factor",
    "difference",
    "fraction",
    "root",
    "function",
    "term",
    "shift",
    "index",
    "letter",
    "array",
    "relation",  # of a bound: no variant of a right side
]
KINDS: frozenset[Kind] = frozenset(get_args(Kind))


# slips of form, which no other symbols would explain; those of them that change more than a number or a term
OF_FORM: frozenset[Kind] = KINDS - {"letter", "shift", "factor"}
GROSS: frozenset[Kind] = OF_FORM - {"number", "script", "term", "relation"}


BOUND = frozenset([r"\sum", r"\prod", r"\int", r"\max", r"\min", r"\lim", r"\sup", r"\inf"])


class Slip(NamedTuple):
    """A variant of a formula, and what kind of slip makes it of the formula, or the formula of it."""

    latex: str
    kind: Kind


def _hollow(tokens: Sequence[str]) -> frozenset[tuple[str, str]]:
    """The places of a formula where nothing is between two marks that ask for something: ``(l \\mid )``, ``()``."""
    before, behind = OPENING | SEPARATORS, CLOSING | SEPARATORS | {"|", r"\sim"}
    pairs = frozenset((a, b) for a, b in pairwise(filter(None, tokens)) if a in before and b in behind)
    return frozenset((a, b) for a, b in pairs if (a == "|") == (b == "|"))  # a bar may open or close


def _members(tokens: list[str]) -> list[str]:
    """The letters of a formula with the index that they carry: ``p_i``."""
    ends = [(k, behind(tokens, k + 2)) for k in range(len(tokens) - 2) if tokens[k + 1] == "_"]
    return list(dict.fromkeys(joined(tokens[k:end]) for k, end in ends if is_letter(tokens[k])))


def _with(tokens: list[str], start: int, end: int, *new: str) -> list[str]:
    return [*tokens[:start], *new, *tokens[end:]]


# --- signs, numbers, exponents --------------------------------------------------------------------------------------


def _signs(tokens: list[str]) -> Iterator[list[str]]:
    for k, piece in enumerate(tokens):
        if piece in SIGNS and tokens[k + 1 : k + 2] not in (["+"], ["-"]):
            before = tokens[k - 1] if k else ""
            sign = before in SIGNS and not script_of(tokens, k - 1)  # no ``+`` of ``x^+``
            leading = k == 0 or before in BEFORE_A_SIGN or sign
            yield _with(tokens, k, k + 1, *([] if leading else [SIGNS[piece]]))
        elif piece in DOUBLE_SIGNS:
            yield _with(tokens, k, k + 1, DOUBLE_SIGNS[piece])
    for k in _beginnings(tokens):
        if tokens[k] not in SIGNS:
            yield _with(tokens, k, k, "-")
    if any(piece in SIGNS for piece in tokens):
        yield ["-", "(", *tokens, ")"]


def _lost_signs(tokens: list[str]) -> Iterator[list[str]]:
    """A sign between two brackets that stand beside each other."""
    for k, (before, after) in enumerate(pairwise(tokens)):
        if before == ")" and after == "(":
            for sign in SIGNS:
                yield _with(tokens, k + 1, k + 1, sign)


def _beginnings(tokens: list[str]) -> Iterator[int]:
    """Places at which an expression begins."""
    for k, piece in enumerate(tokens):
        before = tokens[k - 1] if k else ""
        if k == 0 or before in ("(", "["):
            yield k
        elif before == "{" and piece != "}":
            outer = tokens[k - 2] if k > 1 else ""
            if outer in TAKES_A_SIGN or outer == "}" or not outer.startswith(("\\", "_")):
                yield k


def _numbers(tokens: list[str], *, scripts: bool) -> Iterator[list[str]]:
    """Other numbers, in exponents and indices or elsewhere."""
    for start, end in integers(tokens):
        value = int("".join(tokens[start:end]))
        script = start > 0 and tokens[start - 1] in SCRIPTS
        if scripts != bool(script_of(tokens, start)):
            continue
        summand = start > 0 and tokens[start - 1] in SIGNS
        coefficient = not script and tokens[end : end + 1] and tokens[end] not in BEHIND_A_NUMBER
        others = [value + 1, value - 1, 2 * value, *([value // 2] if value % 2 == 0 else [])]
        digits = str(value)
        others += [int(digits[1:]), int(digits[:-1])] if len(digits) > 1 else []  # a digit too many
        for other in others:
            if (
                other >= summand
                and other != value
                and not (other == 1 and (coefficient or (script and tokens[start - 1] == "^")))
                and (other or scripts or _is_alone(tokens, start, end))
            ):
                yield _with(tokens, start, end, *_braced(str(other), script))
        if script and tokens[start - 1] == "^":
            yield _with(tokens, start, end, *_braced(f"-{value}", True))
            yield _with(tokens, start, end, *_braced(f"{Fraction(1, value or 1)}", True))
        elif coefficient:
            yield _with(tokens, start, end)  # nobody writes ``1 x``


def _is_alone(tokens: list[str], start: int, end: int) -> bool:
    """Whether a number is not a factor: nobody writes a zero times something."""
    before = tokens[start - 1 : start]
    return set(before) <= {"(", "[", ",", "="} and set(tokens[end : end + 1]) <= CLOSING | frozenset("+-,")


def _braced(text: str, script: bool) -> tuple[str, ...]:
    return ("{", text, "}") if script else (text,)


def _scripts(tokens: list[str]) -> Iterator[list[str]]:
    for k, piece in enumerate(tokens):
        if piece == "^":
            yield _with(tokens, k, behind(tokens, k + 1))
    for k, piece in enumerate(tokens):
        following = tokens[k + 1] if k + 1 < len(tokens) else ""
        ends = is_letter(piece) or piece in (")", "]") or (piece == "}" and _closes_a_symbol(tokens, k))
        ends = ends or (k > 0 and tokens[k - 1] == "_" and piece != "{")
        ends = ends and not (k > 1 and tokens[k - 1] == "_" and tokens[k - 2] in BOUND)
        if ends and following not in ("^", "_", "("):
            yield _with(tokens, k + 1, k + 1, "^", "2")


def _moved_scripts(tokens: list[str]) -> Iterator[list[str]]:
    """``[x^2]`` for ``[x]^2``, and the other way round."""
    for k, piece in enumerate(tokens):
        if piece in CLOSING - {"}"}:
            end = behind(tokens, k + 2)
            if tokens[k + 1 : k + 2] == ["^"] and k and _carries_exponent(tokens, k - 1):
                yield [*tokens[:k], *tokens[k + 1 : end], piece, *tokens[end:]]
        start = k - 1 if piece.isdigit() else opening(tokens, k) - 1 if piece == "}" else 0
        if start > 0 and tokens[start] == "^" and tokens[k + 1 : k + 2] and tokens[k + 1] in CLOSING - {"}"}:
            if tokens[k + 2 : k + 3] != ["^"]:
                yield [*tokens[:start], tokens[k + 1], *tokens[start : k + 1], *tokens[k + 2 :]]


def _carries_exponent(tokens: list[str], end: int) -> bool:
    """Whether the token at `end` may have an exponent after it: a symbol that has none."""
    if tokens[end] == "}":
        before = opening(tokens, end) - 1
        return before >= 0 and tokens[before] != "^" and _closes_a_symbol(tokens, end)
    return (is_letter(tokens[end]) or tokens[end] in CLOSING) and not (end and tokens[end - 1] == "^")


def _closes_a_symbol(tokens: list[str], end: int) -> bool:
    """Whether the brace at `end` closes an index or the argument of a command that names a symbol."""
    start = opening(tokens, end)
    before = tokens[start - 1] if start else ""
    if before == "_":
        return not (start > 1 and tokens[start - 2] in BOUND)  # no exponent of what a sum runs over
    return before.startswith("\\") and before not in TAKES_A_SIGN


# --- factors, fractions, functions ----------------------------------------------------------------------------------


def _factors(tokens: list[str], new: Sequence[str]) -> Iterator[list[str]]:
    """A factor before a term, of the whole, of a group, of a summand."""
    places = sorted({*_beginnings(tokens), *(k + 1 for k, t in enumerate(tokens[:-1]) if t in SIGNS)})
    for k in places:
        if tokens[k] not in SIGNS and not tokens[k].isdigit():
            for factor in new:
                if factor == tokens[k]:
                    continue
                yield _with(tokens, k, k, factor)


def _fractions(tokens: list[str]) -> Iterator[list[str]]:
    for k, piece in enumerate(tokens):
        if piece in FRACTIONS:
            middle = behind(tokens, k + 1)
            end = behind(tokens, middle)
            above, below = tokens[k + 1 : middle], tokens[middle:end]
            yield [*tokens[: k + 1], *below, *above, *tokens[end:]]
            if not any(map(is_letter, above + below)):
                yield _with(tokens, k, end)


def _inverses(tokens: list[str]) -> Iterator[list[str]]:
    """One over a symbol, with its index, for the symbol in an exponent."""
    for k, piece in enumerate(tokens):
        if not is_letter(piece) or script_of(tokens, k) != "^":
            continue
        end = behind(tokens, k + 2) if tokens[k + 1 : k + 2] == ["_"] else k + 1
        if tokens[end : end + 1] not in (["^"], ["("]):
            yield _with(tokens, k, end, r"\frac", "{", "1", "}", "{", *tokens[k:end], "}")


def _roots(tokens: list[str]) -> Iterator[list[str]]:
    for k, piece in enumerate(tokens):
        if piece == r"\sqrt" and tokens[k + 1 : k + 2] != ["["]:
            yield _with(tokens, k, k + 1)
    for start, end in integers(tokens):
        if not (start and tokens[start - 1] in SCRIPTS):
            yield _with(tokens, start, end, r"\sqrt", "{", *tokens[start:end], "}")
    for start, end in _wholes(tokens):
        yield _with(tokens, start, end, r"\sqrt", "{", *tokens[start:end], "}")
    for k, piece in enumerate(tokens):
        if (
            is_letter(piece)
            and not script_of(tokens, k)
            and tokens[k + 1 : k + 2] not in (["^"], ["_"], ["("])
        ):
            yield _with(tokens, k, k + 1, r"\sqrt", "{", piece, "}")


def _wholes(tokens: list[str]) -> Iterator[tuple[int, int]]:
    """The whole, the parts of fractions, bare groups, and what is in brackets, with them."""
    yield 0, len(tokens)
    for start, end in groups(tokens):
        if start and tokens[start - 1] == "{" and _is_bare(tokens, start - 1):
            yield start, end
        elif start and tokens[start - 1] == "(" and tokens[end] == ")":
            yield start - 1, end + 1


def _is_bare(tokens: list[str], place: int) -> bool:
    """Whether the brace at `place` opens a group that is not an argument but of a fraction, and no script."""
    before = tokens[place - 1] if place else ""
    if before == "}":
        start = opening(tokens, place - 1)
        return start > 0 and tokens[start - 1] in FRACTIONS
    return before in FRACTIONS or before in CLOSING or not (before in SCRIPTS or before[:1] == "\\")


def _differences(tokens: list[str]) -> Iterator[list[str]]:
    """``n-m`` for ``m-n``."""
    for k in range(1, len(tokens) - 1):
        before, after = tokens[k - 1], tokens[k + 1]
        ends = tokens[k + 2] if k + 2 < len(tokens) else "}"
        begins = tokens[k - 2] if k > 1 else "{"
        if tokens[k] == "-" and is_letter(before) and is_letter(after):
            if begins in OPENING | BESIDE and ends in CLOSING | BESIDE:
                yield _with(tokens, k - 1, k + 2, after, "-", before)


def _functions(tokens: list[str]) -> Iterator[list[str]]:
    for k, piece in enumerate(tokens):
        if piece in SWAPPED:
            other = SWAPPED[piece]
            yield _with(tokens, k, k + 1, *([other] if other else []))


# --- terms, indices, letters ----------------------------------------------------------------------------------------


def _terms(tokens: list[str]) -> Iterator[list[str]]:
    """One summand less, of the whole or of a group."""
    for start, end, cuts in sums(tokens):
        for first, last in pairwise([*cuts, end]):
            keeps_sign = first == start and tokens[last] == "-"
            yield _with(tokens, first, last if first > start or keeps_sign else last + 1)


def _halves(tokens: list[str]) -> Iterator[list[str]]:
    """Half of two neighbouring summands for their sum: ``\\frac{a + b}{2}`` for ``a + b``, however the signs are."""
    for _, end, cuts in sums(tokens):
        for first, middle, last in zip(cuts[:-1], cuts[1:], [*cuts[2:], end], strict=True):
            sign = tokens[first : first + 1] if tokens[first] in SIGNS else []
            whole = [*tokens[first + len(sign) : middle], "+", *tokens[middle + 1 : last]]
            yield _with(tokens, first, last, *sign, r"\frac", "{", *whole, "}", "{", "2", "}")


def _shifts(tokens: list[str], *, indices: bool) -> Iterator[list[str]]:
    """A letter in a script or in brackets, one more or one less."""
    depth = 0
    for k, piece in enumerate(tokens):
        depth += (piece in OPENING - {"|"}) - (piece in CLOSING)
        bare_script = k > 0 and tokens[k - 1] in SCRIPTS
        carries = k + 1 < len(tokens) and tokens[k + 1] in SCRIPTS
        if not is_letter(piece) or carries or not (depth or bare_script):
            continue
        if indices != (script_of(tokens, k) == "_"):
            continue
        for shift in ("-1", "+1"):
            new = ("{", piece, shift, "}") if bare_script else (piece, shift)
            yield _with(tokens, k, k + 1, *new)


def _confused(tokens: list[str], letters: Sequence[str], *, indices: bool) -> Iterator[list[str]]:
    """Another letter for one in an index, or for one elsewhere; there it may also be too much."""
    for k, piece in enumerate(tokens):
        if not is_letter(piece) or indices != (script_of(tokens, k) == "_"):
            continue
        for other in letters:
            if other != piece and (not indices or (len(other) == 1 and other.isascii())):
                yield _with(tokens, k, k + 1, other)  # no Greek letter counts
        if not (k + 1 < len(tokens) and tokens[k + 1] in SCRIPTS) and (
            k == 0 or tokens[k - 1] not in SCRIPTS
        ):
            yield _with(tokens, k, k + 1)


# --- the table ------------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """One way to slip: `variants` of the tokens of a formula, given the symbols that may have been dropped or confused.

    `example`: what was written, and what was meant.
    """

    id: str
    kind: Kind
    variants: Callable[[list[str], Sequence[str]], Iterator[list[str]]]
    example: tuple[str, str]


# the likely slips come first
ROWS = (
    Row("sign", "sign", lambda t, _: _signs(t), ("a - b", "a+b")),
    Row("number", "number", lambda t, _: _numbers(t, scripts=False), ("3 x", "2x")),
    Row("lost-sign", "sign", lambda t, _: _lost_signs(t), ("(a)(b)", "(a)-(b)")),
    Row("summand", "term", lambda t, _: _terms(t), ("a + b", "a")),
    Row("half", "fraction", lambda t, _: _halves(t), ("a + b", r"\frac{a+b}{2}")),
    Row("exponent", "script", lambda t, _: _numbers(t, scripts=True), ("x^2", "x^{3}")),
    Row("place-of-exponent", "script", lambda t, _: _moved_scripts(t), ("(x)^2", "(x^2)")),
    Row("square", "script", lambda t, _: _scripts(t), ("x", "x^2")),
    Row("factor", "factor", lambda t, _: _factors(t, ["2", r"\frac{1}{2}"]), ("x", "2x")),
    Row("difference", "difference", lambda t, _: _differences(t), ("m-n", "n-m")),
    Row("fraction", "fraction", lambda t, _: _fractions(t), (r"\frac{a}{b}", r"\frac{b}{a}")),
    Row("inverse", "fraction", lambda t, _: _inverses(t), ("e^{rt}", r"e^{\frac{1}{r}t}")),
    Row("root", "root", lambda t, _: _roots(t), (r"\sqrt{x}", "{x}")),
    Row("function", "function", lambda t, _: _functions(t), (r"\sin x", r"\cos x")),
    Row("shifted-index", "index", lambda t, _: _shifts(t, indices=True), ("x_i", "x_{i+1}")),
    Row("shift", "shift", lambda t, _: _shifts(t, indices=False), ("f(n)", "f(n+1)")),
    Row("confused-index", "index", lambda t, letters: _confused(t, letters, indices=True), ("x_i", "x_j")),
    Row("confused-letter", "letter", lambda t, letters: _confused(t, letters, indices=False), ("x", "j")),
    Row("dropped-letter", "letter", lambda t, letters: _factors(t, [*letters, *_members(t)]), ("x", "jx")),
)


def slips(latex: str, letters: Sequence[str], kinds: Container[Kind] = KINDS) -> Iterator[Slip]:
    """The variants of `latex`, each once; `letters` are the symbols that may have been dropped or confused."""
    seen = {"".join(latex.split())}
    tokens = [piece for piece in split(latex) if not piece.isspace()]
    for row in ROWS:
        for variant in row.variants(tokens, letters) if row.kind in kinds else ():
            text = joined(variant)
            bare = "".join(text.split())
            if bare not in seen and _hollow(variant) <= _hollow(tokens):
                seen.add(bare)
                yield Slip(text, row.kind)
