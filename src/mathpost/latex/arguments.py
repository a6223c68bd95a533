r"""Arguments by their types: mathematics, text as written, sizes, colours, delimiters, options in brackets.

Each reader follows its command and returns a node, or None if nothing fits: then the fault is at the command, and no
token is taken.
"""

from __future__ import annotations

from mathpost.latex.cursor import COMMANDS, GROUP, NO_ARGUMENT, Cursor, Open
from mathpost.latex.sizes import COLOUR, DIMENSION, LONGEST_LENGTH, SIZE, UNSPACED
from mathpost.latex.tree import Group, Node, Symbol
from mathpost.text.source import Span

OPTION = GROUP | {"]"}


def missing(p: Cursor, at: int, name: str) -> Node | None:
    """A missing argument, with the fault at the command."""
    p.fault("L004", p.span(at, at), f"{name} lacks an argument")
    return None


# MathJax reads an argument or operand after these, so none is a script by itself; each was tested in MathJax.
_UNFINISHED = frozenset(
    r"""
    \arccos \arcsin \arctan \arg \cos \cosh \cot \coth \csc \deg \dim \exp \hom \ker \lg \ln \log \sec \sin \sinh
    \tan \tanh \varinjlim \varliminf \varlimsup \varprojlim \mathop \dots \not \color \lower \raise \moveleft
    \moveright \array \cases \displaylines \matrix \pmatrix \eqalign \eqalignno \leqalignno \substack \Huge \LARGE
    \Large \displaystyle \huge \large \normalsize \scriptscriptstyle \scriptsize \scriptstyle \small \textstyle
    \tiny \Tiny \nonscript \Braket \Set \braket \set
    """.split()
)
LARGE_OPERATORS = frozenset("∏∐∑⋀⋁⋂⋃⨀⨁⨂⨄⨆∫∬∭∮∯∰")  # functions of KaTeX


def refuse_function(p: Cursor, name: str) -> None:
    """KaTeX and LaTeX accept no command with arguments as a script without braces, MathJax none that needs more after
    it.
    """
    token = p.texts[p.at]
    entry = COMMANDS.get(token)
    if token in p.definitions:
        return
    if p.where == "mathjax":
        refused = token in _UNFINISHED
    else:
        refused = entry is not None and not entry.inline
        refused = refused or (p.where == "katex" and token in LARGE_OPERATORS)
    if refused:
        p.fault("L009", p.span(p.at, p.at), f"{token} needs braces after {name}")


_CLASSES = frozenset(
    [
        r"\mathop",
        r"\mathrel",
        r"\mathbin",
        r"\mathord",
        r"\mathopen",
        r"\mathclose",
        r"\mathpunct",
        r"\mathinner",
    ]
)
"""Commands of KaTeX that read one command with its arguments where no braces are."""


def _refuse_argument(p: Cursor, name: str) -> None:
    """No renderer reads the arguments of a command that is itself an argument without braces."""
    token = p.texts[p.at]
    if token in p.definitions:
        return
    entry = COMMANDS.get(token)
    if entry is None or name == r"\mod":  # a macro that ends in its argument
        return
    if p.where == "katex" and name in _CLASSES:
        if not entry.inline:
            p.fault("L009", p.span(p.at, p.at), f"{token} needs braces as an argument of {name}")
        return
    if name == r"\sqrt" and (token == r"\frac" or (p.where == "katex" and entry.inline)):
        return
    strict = name == r"\sqrt" and p.where == "katex" and not entry.inline
    if entry.arguments or entry.kind in ("environment", "fence") or strict:
        p.fault("L009", p.span(p.at, p.at), f"{token} needs braces as an argument of {name}")


def math_argument(p: Cursor, at: int, name: str) -> Node | None:
    token = p.texts[p.at]
    if token == "{":
        return p.grammar.nucleus(p)
    if token in NO_ARGUMENT or (token == "]" and p.opened and p.opened[-1].construct == "option"):
        return missing(p, at, name)
    _refuse_argument(p, name)
    node = p.grammar.nucleus(p)
    return Group((node,), node.span, False)


def primitive_argument(p: Cursor, at: int, name: str) -> Node | None:
    token = p.texts[p.at]
    if token == "{":
        return p.grammar.nucleus(p)
    if token in NO_ARGUMENT:
        if p.mode == "text" and token == "}":  # an accent over a space
            return Group((), p.span(at, at), False)
        return missing(p, at, name)
    node = p.grammar.nucleus(p)
    return Group((node,), node.span, False)


def raw_argument(p: Cursor, at: int, name: str) -> Node | None:
    """The text between braces, as written; the place is that of the inside."""
    token = p.texts[p.at]
    if token in NO_ARGUMENT:
        return missing(p, at, name)
    if token != "{":
        return p.symbol()
    opener = p.at
    depth = 0
    while p.texts[p.at]:
        depth += (p.texts[p.at] == "{") - (p.texts[p.at] == "}")
        if depth == 0:
            break
        p.at += 1
    text = p.raw(opener + 1, p.at)
    span = (
        Span(p.starts[opener + 1], p.ends[p.at - 1])
        if p.at > opener + 1
        else Span(p.ends[opener], p.ends[opener])
    )
    if depth:
        p.fault("L001", p.span(opener, opener), "the brace is never closed")
        return Symbol(text, span)
    p.at += 1
    return Symbol(text, span)


def size_argument(p: Cursor, at: int, name: str) -> Node | None:
    first = p.at
    if p.texts[first] == "{":
        node = raw_argument(p, at, name)
        asked = not (p.where == "mathjax" and name == r"\genfrac")  # whose line any delimiter may draw
        if (
            asked
            and isinstance(node, Symbol)
            and not SIZE.fullmatch(node.text.strip())
            and "#" not in node.text
        ):
            p.fault("L020", p.span(first), f"{node.text} is not a size for {name}")
        return node
    length = _length(p)
    if not length:
        if p.texts[first] in NO_ARGUMENT:
            return missing(p, at, name)
        p.fault("L020", p.span(first, first), f"{p.texts[first]} is not a size for {name}")
        return Symbol("", Span(p.ends[at], p.ends[at]))
    return Symbol(length, p.span(first))


def _length(p: Cursor) -> str:
    """A length without braces, taken; empty if there is none at the cursor."""
    first = p.at
    if not p.unfolded:
        match = DIMENSION.match(p.read.text, p.begins[first]) if p.texts[first] else None
        while match and p.texts[p.at] and p.begins[p.at] < match.end():
            p.at += 1
        return match.group().strip() if match else ""
    # the tokens of a macro are not in the text of the file
    match = UNSPACED.match("".join(p.texts[first : first + LONGEST_LENGTH]))
    while match and len("".join(p.texts[first : p.at])) < match.end():
        p.at += 1
    return match.group() if match else ""


def colour_argument(p: Cursor, at: int, name: str) -> Node | None:
    first = p.at
    node = raw_argument(p, at, name)
    if p.where != "katex" or not isinstance(node, Symbol) or COLOUR.fullmatch(node.text.strip()):
        return node
    if p.texts[p.at - 1] == "}" or p.texts[first] != "{":
        p.fault("L020", p.span(first), f"{node.text} is not a colour")
    return node


def delimiter_argument(p: Cursor, at: int, name: str) -> Node | None:
    if p.texts[p.at] == "{":
        return raw_argument(p, at, name)
    if p.texts[p.at] in NO_ARGUMENT:
        return missing(p, at, name)
    return p.symbol()


def bracket_argument(p: Cursor, at: int, name: str) -> Node | None:
    """``[…]`` between other arguments; nothing if there is none."""
    del at, name
    if p.texts[p.at] == "[":
        return option(p, "raw")
    return Symbol("", Span(p.ends[p.at - 1], p.ends[p.at - 1]))


def option(p: Cursor, kind: str) -> Node:
    """``[…]`` after a command."""
    opener = p.at
    p.at += 1
    if kind != "math":
        text = raw_option(p, opener)
        if kind == "size" and isinstance(text, Symbol) and not SIZE.fullmatch(text.text.strip()):
            p.fault("L020", p.span(opener), f"{text.text} is not a size")
        return text
    p.opened.append(Open("option", opener, p.texts[opener - 1]))
    nodes = p.grammar.until(p, OPTION, lambda token: token != "&" or p.inside("environment"))
    p.opened.pop()
    if p.texts[p.at] == "]":
        p.at += 1
        return Group(nodes, Span(p.ends[opener], p.starts[p.at - 1]), False)
    salvaged = Group(nodes, p.span(opener), False)
    return p.error("L001", p.span(opener, opener), "the bracket is never closed", salvaged)


def raw_option(p: Cursor, opener: int) -> Node:
    depth = 0
    while p.texts[p.at] and not (p.texts[p.at] == "]" and depth == 0):
        depth += (p.texts[p.at] == "{") - (p.texts[p.at] == "}")
        if depth < 0:
            break
        p.at += 1
    end = p.starts[p.at] if p.texts[p.at] == "]" else p.ends[p.at - 1]
    text = Symbol(p.raw(opener + 1, p.at), Span(p.ends[opener], max(end, p.ends[opener])))
    if p.texts[p.at] != "]":
        return p.error("L001", p.span(opener, opener), "the bracket is never closed", text)
    p.at += 1
    return text
