"""A formula as a row of tokens: where an argument ends, what is in scripts, which groups and sums there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.latex.lexer import split

OPENING = frozenset("{([|")
CLOSING = frozenset("})]")
SIGNS = {"+": "-", "-": "+"}
SIZES_OF_CLOSERS = frozenset(rf"\{size}" for size in "right big Big bigg Bigg bigr Bigr biggr Biggr".split())
SCRIPTS = frozenset("^_")
GREEK = frozenset(
    r"\alpha \beta \gamma \delta \epsilon \varepsilon \zeta \eta \theta \kappa \lambda \mu \nu \xi \rho \sigma \tau "
    r"\phi \varphi \chi \psi \omega \Delta \Sigma \Lambda \Phi \Psi \Omega \Theta".split()
)


def letters(latex: str) -> list[str]:
    """The single letters of a formula, Latin and Greek, in the order of their first place."""
    return list(dict.fromkeys(t for t in split(latex) if is_letter(t)))


def joined(tokens: Sequence[str]) -> str:
    """The tokens as LaTeX: a space only where a command would swallow the letter after it."""
    text = ""
    for piece in tokens:
        word = text.rpartition("\\")[2]
        swallows = "\\" in text and word.isalpha() and piece[:1].isalpha()
        text += " " + piece if swallows else piece
    return text


def integers(tokens: list[str]) -> Iterator[tuple[int, int]]:
    """Where whole numbers of at most four digits begin and end, no part of a decimal."""
    k = 0
    while k < len(tokens):
        end = k
        while end < len(tokens) and tokens[end].isdigit():
            end += 1
        decimal = "." in (tokens[k - 1] if k else "", tokens[end] if end < len(tokens) else "")
        if end > k and end - k < 5 and not decimal:
            yield k, end
        k = max(end, k + 1)


def opening(tokens: list[str], end: int) -> int:
    """The place of the brace that the one at `end` closes."""
    depth = 0
    for k in range(end, -1, -1):
        depth += (tokens[k] == "}") - (tokens[k] == "{")
        if depth == 0:
            return k
    return 0


def behind(tokens: Sequence[str], start: int) -> int:
    """The place after the argument that begins at `start`: a group or one token."""
    if start >= len(tokens) or tokens[start] != "{":
        return start + 1
    depth = 0
    for k in range(start, len(tokens)):
        depth += (tokens[k] == "{") - (tokens[k] == "}")
        if depth == 0:
            return k + 1
    return len(tokens)


def sums(tokens: list[str]) -> Iterator[tuple[int, int, list[int]]]:
    """The whole and its groups that are sums: where each begins and ends, and where its summands begin."""
    for start, end in groups(tokens):
        depth = 0
        cuts = [start]
        for k in range(start, end):
            depth += (tokens[k] in OPENING - {"|"}) - (tokens[k] in CLOSING)
            if depth == 0 and tokens[k] in SIGNS and k > start:
                cuts.append(k)
        if len(cuts) > 1:
            yield start, end, cuts


def groups(tokens: list[str]) -> Iterator[tuple[int, int]]:
    """Where the whole and what is in brackets or braces begins and ends."""
    yield 0, len(tokens)
    open_: list[int] = []
    for k, piece in enumerate(tokens):
        if piece in "{([":
            open_.append(k + 1)
        elif piece in CLOSING and open_:
            sized = k > 0 and tokens[k - 1] in SIZES_OF_CLOSERS
            yield open_.pop(), k - 1 if sized else k


def script_of(tokens: Sequence[str], place: int) -> str:
    """``^`` or ``_`` where a token is in an exponent or index, alone or between braces of its own; else nothing."""
    if place and tokens[place - 1] in SCRIPTS:
        return tokens[place - 1]
    depth = 0
    for k in range(place - 1, 0, -1):
        depth += (tokens[k] == "{") - (tokens[k] == "}")
        if depth > 0:
            return tokens[k - 1] if tokens[k - 1] in SCRIPTS else ""
    return ""


def is_letter(piece: str) -> bool:
    """Whether a token is one letter, Latin or Greek."""
    return piece in GREEK or (len(piece) == 1 and piece.isalpha() and piece.isascii())
