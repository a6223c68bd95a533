"""The names of symbols, words and unread constructs, in canonical spelling."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from mathpost.latex.tree import (
    Command,
    Delimited,
    Environment,
    Error,
    Group,
    Infix,
    Node,
    Scripts,
    Symbol,
    Text,
    children,
)
from mathpost.maths.notation.marks import (
    ACCENTS,
    ALPHABETS,
    BOLD,
    DECORATION,
    ESTIMATES,
    GREEK,
    NOT_NAMES,
    UPRIGHT,
    plain,
)
from mathpost.maths.notation.parts import Digits, Item, Scripted, UnreadError
from mathpost.maths.terms.names import is_bold
from mathpost.text.recall import of_each
from mathpost.text.source import Span


def latex(node: Item | None) -> str:
    """The LaTeX of a node in canonical spelling, for names and for error messages."""
    if type(node) is Symbol:
        return plain(node.text)  # most of them
    return "" if node is None else _latex(node)


@of_each
def _latex(node: Item) -> str:
    """`latex` of anything but a plain symbol."""
    match node:
        case Digits(text=text):
            return plain(text)
        case Text(parts=parts):
            return rf"\text{{{''.join(map(latex, parts))}}}"
        case Group(body=body):
            return "{" + latex_row(body) + "}" if len(body) != 1 else latex(body[0])
        case Command(name=name, arguments=arguments):
            return _command_latex(name, arguments)
        case Scripts(base=base, subscript=subscript, superscript=superscript, primes=primes):
            return latex(base) + _scripts_latex(subscript, superscript, primes)
        case Scripted(subscript=subscript, superscript=superscript, primes=primes):
            return _scripts_latex(subscript, superscript, primes)
        case Delimited(left=left, body=body, right=right):
            return rf"\left{left}{latex_row(body)}\right{right}"
        case Environment(name=name):
            return rf"\begin{{{name}}}"
        case Infix(name=name, left=left_group, right=right_group):
            return f"{latex(left_group)}{name} {latex(right_group)}"
        case Error(fault=fault):
            return fault.message
        case _:
            return type(node).__name__


def unread(row: Sequence[Item]) -> UnreadError:
    """The error to raise for a whole row; its culprit is "nothing" for an empty row."""
    return UnreadError(latex_row(row) or "nothing", row[0].span if row else Span(0, 0))


def latex_row(nodes: Sequence[Item]) -> str:
    """The LaTeX of a row in canonical spelling: ``\\alpha x`` with the necessary space."""
    out = ""
    for node in nodes:
        piece = latex(node)
        if (
            out[-1:].isalpha()
            and "\\" in out[-20:]
            and piece[:1].isalpha()
            and out.rsplit("\\", 1)[-1].isalpha()
        ):
            out += " "
        out += piece
    return out


def _command_latex(name: str, arguments: tuple[Node, ...]) -> str:
    if name == r"\color" and len(arguments) == 1:
        return ""
    if name in DECORATION and arguments:
        return latex(arguments[-1])
    if name in BOLD:
        name = r"\boldsymbol"
    elif name in UPRIGHT:
        name = r"\text"
    inside = "".join("{" + stripped(latex(a)) + "}" for a in arguments)
    return name + inside


def stripped(text: str) -> str:
    """`text` without the braces around it."""
    return text[1:-1] if text.startswith("{") and text.endswith("}") else text


def _scripts_latex(subscript: Node | None, superscript: Node | None, primes: int) -> str:
    out = "'" * primes
    if subscript is not None:
        out += "_{" + stripped(latex(subscript)) + "}"
    if superscript is not None:
        out += "^{" + stripped(latex(superscript)) + "}"
    return out


def word(node: Item) -> str | None:
    """The word that an upright command spells (``tr`` for ``\\mathrm{tr}``), or None."""
    if isinstance(node, Text):
        inside = "".join(p.text for p in node.parts if isinstance(p, Symbol))
        return inside.strip() if all(isinstance(p, Symbol) for p in node.parts) else None
    if isinstance(node, Command) and node.name in UPRIGHT and node.arguments:
        body = node.arguments[0]
        nodes = body.body if isinstance(body, Group) else (body,)
        if all(isinstance(n, Symbol) and not n.text.startswith("\\") for n in nodes):
            return "".join(n.text for n in nodes if isinstance(n, Symbol)).strip()
        if len(nodes) == 1 and isinstance(nodes[0], Text):
            return word(nodes[0])
    return _in_blackboard(node)


def _in_blackboard(node: Item) -> str | None:
    """``Var`` of ``\\mathbb{Var}``; a single letter is a symbol."""
    if not isinstance(node, Command) or node.name != r"\mathbb" or len(node.arguments) != 1:
        return None
    letters = [n.text for n in children(node.arguments[0]) if isinstance(n, Symbol)]
    plain_letters = len(letters) == len(children(node.arguments[0])) and all(map(str.isalpha, letters))
    return "".join(letters) if plain_letters and len(letters) > 1 else None


def name(node: Item) -> str | None:
    """The canonical name of a node that is one symbol (letter, accent, alphabet, bold, word), or None."""
    if type(node) is Symbol:
        return _letter_name(node.text)
    return _name(node)


@of_each
def _name(node: Item) -> str | None:
    """`name` of anything but a plain symbol."""
    if isinstance(node, Group) and len(node.body) == 1:
        return name(node.body[0])
    spelled = word(node)
    if spelled is not None:
        return rf"\text{{{spelled}}}" if spelled else None
    if isinstance(node, Command) and node.arguments and node.name in BOLD | ACCENTS | ALPHABETS:
        inside = name(node.arguments[-1]) or _number_name(node.arguments[-1])
        if inside is None and node.name in ACCENTS | BOLD:
            inside = _scripted_name(node.arguments[-1])
        if inside is None and node.name in ESTIMATES:
            inside = _abbreviation(node.arguments[-1])
        return _styled(node.name, inside)
    return None


@lru_cache(maxsize=4096)
def _letter_name(text: str) -> str | None:
    text = GREEK.get(text, text)
    if text.startswith("\\"):
        return text if text[1:].strip("{}").isalpha() and text not in NOT_NAMES else None
    return text if len(text) == 1 and text.isalpha() and not _ideograph(text) else None


def _ideograph(letter: str) -> bool:
    """Whether a letter belongs to a word of prose: 当, 其."""
    return "\u3400" <= letter <= "\u9fff"


def _styled(command: str, inside: str | None) -> str | None:
    if inside is None:
        return None
    if command in BOLD or command == r"\vec":
        command = r"\boldsymbol"
        if inside.startswith(r"\boldsymbol{"):
            return inside
    return command + "{" + inside + "}"


def _number_name(node: Node) -> str | None:
    """The digit in an alphabet, or None: ``\\mathbf{1}`` and ``\\mathbb{1}`` are symbols."""
    nodes = node.body if isinstance(node, Group) else (node,)
    if len(nodes) == 1 and isinstance(nodes[0], Symbol) and nodes[0].text.isdigit():
        return nodes[0].text
    return None


def _scripted_name(node: Node) -> str | None:
    """The name of an accent over a symbol: ``\\hat{x_i}`` without its index is no name; ``\\hat{\\boldsymbol{x}}`` is."""
    if isinstance(node, Group) and len(node.body) == 1 and isinstance(node.body[0], Command):
        return name(node.body[0])
    return None


def _abbreviation(node: Node) -> str | None:
    """``TD`` of ``\\widetilde{TD}``: several capitals under one accent are one name."""
    letters = [n.text for n in node.body if isinstance(n, Symbol)] if isinstance(node, Group) else []
    whole = isinstance(node, Group) and len(letters) == len(node.body) > 1
    return "".join(letters) if whole and all(t.isascii() and t.isupper() for t in letters) else None


def letter(symbol: str) -> str:
    """The plain letter of a canonical name: ``x`` of ``\\boldsymbol{x}``."""
    return symbol.removeprefix(r"\boldsymbol{").removesuffix("}") if is_bold(symbol) else symbol


def label(symbol: str) -> str:
    """The subscript of a canonical name: ``\\theta`` of ``p_{\\theta}``; empty if there is none."""
    return symbol.partition("_{")[2].removesuffix("}")
