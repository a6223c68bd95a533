"""The spoken kind of the nodes of a formula: numbers, names, signs, and nodes that print nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.latex.speech.vocabulary import FONTS, LARGE, LETTERS, OPERATORS, RELATIONS, SIGNS
from mathpost.latex.tree import Cell, Command, Delimited, Error, Group, Node, Scripts, Symbol, Text

SPACES = frozenset([
    "\\,", "\\:", "\\>", "\\;", "\\!", "\\ ", "~", "\\-", "\\/", *r"""
    \quad \qquad \enspace \enskip \thinspace \medspace \thickspace \negthinspace \negmedspace \negthickspace \space
    \nobreakspace""".split()
])  # fmt: skip
SILENT = frozenset(r"""
    \label \tag \tag* \notag \nonumber \limits \nolimits \displaylimits \displaystyle \textstyle \scriptstyle
    \scriptscriptstyle \normalsize \small \large \Large \LARGE \huge \Huge \tiny \hline \hdashline \newcommand
    \renewcommand \providecommand \def \gdef \let \DeclareMathOperator \require \centering \allowbreak \nobreak \relax
    \strut \mathstrut \color \setCounter \hfill \hfil \phantom \vphantom \hphantom \hspace \hspace* \vspace \kern
    \mskip \hskip \mkern \bgroup \egroup \begingroup \endgroup \nonscript \break \goodbreak \footnotesize \scriptsize
    \long \global \DOTSB \DOTSI \adjustlimits \middle. \arraystretch \rule \cr
""".split())  # fmt: skip
_FUNCTION_LETTERS = frozenset(["f", "g", "h", r"\phi", r"\varphi", r"\psi", r"\sigma"])
_SIZES = ("big", "Big", "bigg", "Bigg", "middle")
_WRAPPERS = frozenset(
    r"""\mathop \mathbin \mathrel \mathord \mathopen \mathclose \mathpunct \mathinner \ensuremath \smash \mathstrut
    \rlap \llap \mathrlap \mathllap \mathclap \vcenter \substack""".split()
)


def printed(nodes: Sequence[Node]) -> Iterator[Node]:
    """The nodes that print something, in order, without braces that only group."""
    for node in nodes:
        if isinstance(node, Error) and node.node is not None:
            yield from printed([node.node])
        elif isinstance(node, Group) and not any(_declares(inner) for inner in node.body):
            yield from printed(node.body)
        elif isinstance(node, Command) and node.name in _WRAPPERS and len(node.arguments) == 1:
            yield from printed(body_of(node.arguments[0]))
        elif isinstance(node, Symbol) and (
            node.text in SPACES or node.text in SILENT or not node.text.strip()
        ):
            continue
        elif not (isinstance(node, Command) and node.name in SILENT):
            yield node


def _declares(node: Node) -> bool:
    return isinstance(node, Symbol) and node.text in FONTS


def body_of(node: Node) -> Sequence[Node]:
    return node.body if isinstance(node, Group | Cell) else (node,)


def alone(node: Node | None) -> Node | None:
    """The only thing that a node prints; None if it prints nothing or several things."""
    found = list(printed(() if node is None else body_of(node)))
    return found[0] if len(found) == 1 else None


def digits(nodes: Sequence[Node], at: int) -> str:
    """The number that begins at a node, empty if there is none; each of its characters is one node."""
    end = at
    while end < len(nodes):
        text = sign_of(nodes[end])
        point = text == "." and end > at and end + 1 < len(nodes) and sign_of(nodes[end + 1]).isdecimal()
        if not (len(text) == 1 and text.isdecimal()) and not point:
            break
        end += 1
    return "".join(sign_of(node) for node in nodes[at:end])


def sign_of(node: Node | None) -> str:
    """The sign or name of a node, also within ``\\big(`` and ``\\operatorname{…}``; empty for anything else."""
    match node:
        case Symbol(text=text):
            return text
        case Command(name=name, arguments=(Symbol(text=text),)) if name[1:].rstrip("lrm") in _SIZES:
            return text
        case Command(name=name, arguments=(inner,)) if name.rstrip("*") == r"\operatorname":
            return word_of(inner)
        case _:
            return ""


def word_of(node: Node) -> str:
    """The letters of a node that is a word: "softmax" for ``{\\rm softmax}``; empty for anything else."""
    match node:
        case Symbol(text=text):
            return text if len(text) == 1 and (text.isalnum() or text == "-") else ""
        case Group(body=body) | Text(parts=body) | Cell(body=body):
            visible = list(printed(body))
            words = [
                n.text if isinstance(n, Symbol) and isinstance(node, Text) else word_of(n) for n in visible
            ]
            return "".join(words) if all(words) else ""
        case _:
            return ""


def is_operator(node: Node | None) -> bool:
    sign = sign_of(node)
    return sign in OPERATORS or sign in ("-", "−", r"\sim") or sign in LARGE


def is_relation(node: Node | None) -> bool:
    base = node.base if isinstance(node, Scripts) else node
    return sign_of(base) in RELATIONS


def is_short(nodes: Sequence[Node]) -> bool:
    """Whether nodes are clear without a spoken end: a number, a name, a signed name."""
    visible = list(printed(nodes))
    if len(visible) > 1 and sign_of(visible[0]) in ("-", "−"):
        visible = visible[1:]
    if visible and len(digits(visible, 0)) == len(visible):
        return True
    return len(visible) == 1 and _is_name(visible[0])


def _is_name(node: Node) -> bool:
    match node:
        case Symbol(text=text):
            return text in LETTERS or text in SIGNS or text[:1] == "\\" or text.isalnum()
        case Text():
            return True
        case Command(name=name, arguments=arguments):
            return name in FONTS or (len(arguments) == 1 and bool(sign_of(node)))
        case Scripts(base=base, subscript=subscript, superscript=None, primes=0):
            below = () if subscript is None else body_of(subscript)
            return base is not None and _is_name(base) and is_list(list(printed(below)))
        case _:
            return False


def is_list(nodes: Sequence[Node]) -> bool:
    """Whether nodes are indices side by side, with or without commas."""
    return 0 < len(nodes) <= 5 and all(
        isinstance(n, Symbol) and (n.text == "," or n.text[:1] == "\\" or n.text.isalnum()) for n in nodes
    )


def is_inverted(node: Node | None) -> bool:
    """Whether the power −1 of a base is its inverse: that of a matrix or of a function."""
    return is_matrix_name(node) or sign_of(alone(node)) in _FUNCTION_LETTERS


def is_matrix_name(node: Node | None) -> bool:
    """Whether a base is probably not a number: a capital, a bold letter, brackets."""
    base = alone(node)
    match base:
        case Symbol(text=text):
            return text.isupper() or text[1:2].isupper()
        case Command(name=name):
            return name in FONTS
        case Scripts(base=inner):
            return is_matrix_name(inner)
        case Delimited():
            return True
        case _:
            return node is not None and sign_of(node) in (")", "]")
