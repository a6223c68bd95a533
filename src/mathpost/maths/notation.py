"""What a row of nodes is made of: names, numbers, scripts behind their base, and nothing for the eye alone.

The parser keeps what the author wrote; here spacing, sizes and colours go, digits become numbers, and a script follows
its base as an item of its own, so that ``)^2`` reads as easily as ``x^2``. Names are canonical: ``\\mathbf{x}`` and
``\\boldsymbol{x}`` are one symbol, ``\\mathrm{tr}``, ``\\text{tr}`` and ``\\operatorname{tr}`` one word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

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
from mathpost.maths.semantics import spelled_out
from mathpost.text.source import Span


class UnreadError(Exception):
    """A construct without meaning here: `culprit` is the LaTeX a reader would point at, `reason` a verdict's reason."""

    def __init__(self, culprit: str, span: Span, reason: str = "unread") -> None:
        super().__init__(culprit)
        self.culprit = culprit
        self.span = span
        self.reason = reason


class Scripted(NamedTuple):
    """The scripts of the item before."""

    subscript: Node | None
    superscript: Node | None
    primes: int
    span: Span


class Digits(NamedTuple):
    """A number as written, digit groups joined: ``12800``, ``0.34``."""

    text: str
    span: Span


Item: TypeAlias = Node | Scripted | Digits

TIMES = frozenset([r"\cdot", r"\times", "*", r"\ast", r"\centerdot"])
DOTS = frozenset(
    [r"\ldots", r"\cdots", r"\dots", r"\dotsc", r"\dotsb", r"\dotsm", r"\vdots", r"\ddots", "…", "⋯"]
)
FRACTIONS = frozenset([r"\frac", r"\dfrac", r"\tfrac"])
SPACING = frozenset(
    r"\, \; \: \! \  \> ~ \quad \qquad \enspace \thinspace \medspace \thickspace \negthinspace \negmedspace \negthickspace \displaystyle \textstyle "
    r"\scriptstyle \scriptscriptstyle \limits \nolimits \allowbreak \nobreak \hfill \noindent \mathstrut \strut \hspace "
    r"\mspace \kern \mkern \hskip \phantom \hphantom \vphantom \notag \nonumber \tag \label \hline \left. \right. \*".split()
) | {r"\ ", "~", " "}
SIZES = frozenset(
    rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")
)
# commands that show their argument and add nothing to its meaning
DECORATION = frozenset(
    r"\boxed \fbox \underline \textcolor \color \colorbox \bbox \mathop \mathbin \mathrel \mathord \mathopen \mathclose "
    r"\mathinner \underbrace \overbrace \cancel \bcancel \xcancel \smash \rlap \llap \mathrlap \mathllap \ensuremath".split()
)
BRACES = frozenset([r"\underbrace", r"\overbrace"])
BOLD = frozenset(r"\boldsymbol \mathbf \bm \pmb \bold \boldsymbol \mathbfit \symbf \textbf".split())
UPRIGHT = frozenset(
    r"\mathrm \text \textrm \operatorname \operatorname* \mathsf \textsf \mathit \textit \mathtt \texttt \rm \mbox \textnormal "
    r"\operatornamewithlimits".split()
)
ACCENTS = frozenset(
    r"\hat \tilde \bar \vec \dot \ddot \widehat \widetilde \overline \breve \check \acute \grave \mathring \overrightarrow".split()
)
ALPHABETS = frozenset(r"\mathcal \mathscr \mathbb \mathfrak \cal".split())
DELIMITERS = {
    r"\lbrace": r"\{", r"\rbrace": r"\}", r"\lbrack": "[", r"\rbrack": "]", r"\lvert": "|", r"\rvert": "|", r"\vert": "|",
    r"\Vert": r"\|", r"\lVert": r"\|", r"\rVert": r"\|", r"\lparen": "(", r"\rparen": ")",
    r"\lgroup": "(", r"\rgroup": ")", r"\ulcorner": r"\lceil", r"\urcorner": r"\rceil", r"\llcorner": r"\lfloor",
    r"\lrcorner": r"\rfloor", "（": "(", "）": ")",
}  # fmt: skip
SYNONYMS = {r"\ge": r"\geq", r"\le": r"\leq", r"\ne": r"\neq", r"\T": r"\top", r"\intercal": r"\top", "−": "-", "∗": "*", "·": r"\cdot",
            "×": r"\times", r"\varnothing": r"\emptyset", r"\leqslant": r"\leq", r"\geqslant": r"\geq", "≤": r"\leq", "≥": r"\geq",
            "≈": r"\approx", "≠": r"\neq", "∈": r"\in"}  # fmt: skip


def plain(text: str) -> str:
    """A symbol's canonical spelling."""
    text = DELIMITERS.get(text, text)
    return SYNONYMS.get(text, text)


def items(nodes: Iterable[Node], *, grouped: bool = True) -> list[Item]:
    """The items of a row of nodes; `grouped` reads ``12,800`` as one number where no bracket is open."""
    out: list[Item] = []
    for node in spelled_out(nodes):
        _unfold(node, out)
    return _with_numbers(out, grouped)


def _unfold(node: Node, out: list[Item]) -> None:
    match node:
        case Symbol(text=text, span=span):
            if text not in SPACING and not text.isspace():
                out.append(Symbol(plain(text), span))
        case Scripts(base=Command(name=name) as brace) if name in BRACES and _has_dots(brace):
            out.append(node)  # its note may count what stands there
        case Scripts(base=base, subscript=subscript, superscript=superscript, primes=primes, span=span):
            if isinstance(base, Group) and not base.body and superscript is None and not primes:
                out.append(base)  # "{}_2F_1": the script belongs to what follows
            elif base is not None:
                _unfold(base, out)
            if isinstance(base, Command) and base.name in BRACES:
                return  # a note under a brace says nothing
            out.append(Scripted(subscript, superscript, primes, span))
        case Command(name=name, arguments=arguments, span=span):
            _unfold_command(name, arguments, node, span, out)
        case Group(body=()):
            pass
        case Group(body=(inner,), braces=False):
            _unfold(
                inner, out
            )  # a call that was written out: its word stays in front of its scripts and brackets
        case Error(fault=fault, span=span):
            raise UnreadError(fault.message, span, "not-mathematics")
        case _:
            out.append(node)


def _has_dots(brace: Command) -> bool:
    shown = body(brace.arguments[-1]) if brace.arguments else ()
    return any(isinstance(n, Symbol) and n.text in DOTS for n in shown)


def _unfold_command(name: str, arguments: tuple[Node, ...], node: Node, span: Span, out: list[Item]) -> None:
    if name in SPACING or name in (r"\phantom", r"\hspace"):
        return
    if name in SIZES or name == r"\middle":
        delimiter = arguments[0].text if arguments and isinstance(arguments[0], Symbol) else ""
        if delimiter and delimiter != ".":
            out.append(Symbol(plain(delimiter), span))
        return
    if name == r"\color" and len(arguments) == 1:
        return  # a switch: what it colours stands behind it
    if name in BOLD - {r"\textbf"} and len(arguments) == 1 and _spans_several(arguments[0]):
        for inner in body(arguments[0]):
            _unfold(_emboldened(inner, name), out)
        return
    if name in DECORATION and arguments:
        shown = arguments[-1]
        if isinstance(shown, Group) and len(shown.body) == 1:
            _unfold(shown.body[0], out)  # a word stays in front of its brackets
        else:
            out.append(Group(shown.body, shown.span) if isinstance(shown, Group) else shown)
        return
    out.append(node)


def _spans_several(argument: Node) -> bool:
    """Whether a font is set over a formula and not over one symbol, nor over letters in a row that may be a word."""
    inside = [n for n in body(argument) if not (isinstance(n, Symbol) and n.text in SPACING)]
    letters = [isinstance(n, Symbol) and n.text.isalpha() for n in inside]
    alone = len(inside) == 1 and not (isinstance(inside[0], Scripts) and inside[0].base is not None)
    return bool(inside) and not alone and not any(a and b for a, b in pairwise(letters))


def _emboldened(node: Node, font: str) -> Node:
    """`node` with each letter in `font` by itself, those of scripts aside: an index is no vector."""
    match node:
        case Symbol(span=span) if name(node) is not None:
            return Command(font, (node,), (), span)
        case Scripts(base=base) if base is not None:
            return node._replace(base=_emboldened(base, font))
        case Group(body=inside) | Delimited(body=inside):
            return node._replace(body=tuple(_emboldened(n, font) for n in inside))
    return node


def _with_numbers(found: list[Item], grouped: bool) -> list[Item]:
    out: list[Item] = []
    depth = 0
    k = 0
    while k < len(found):
        item = found[k]
        text = item.text if isinstance(item, Symbol) else ""
        if text in ("(", "[", r"\{"):
            depth += 1
        elif text in (")", "]", r"\}"):
            depth -= 1
        if (text.isdigit() and text.isascii()) or (text == "." and _digit(found, k + 1)):
            digits, k = _number(found, k, grouped and depth <= 0)
            out.append(digits)
            continue
        out.append(item)
        k += 1
    return out


def _digit(found: Sequence[Item], k: int) -> bool:
    if k >= len(found):
        return False
    item = found[k]
    return isinstance(item, Symbol) and item.text.isdigit() and item.text.isascii()


def _number(found: Sequence[Item], k: int, grouped: bool) -> tuple[Digits, int]:
    """Digits from `k` on, at most one point, and groups of three behind commas."""
    start = found[k].span.start
    text = ""
    while k < len(found):
        if _digit(found, k):
            text += found[k].text  # type: ignore[union-attr]
            k += 1
        elif _is(found[k], ".") and "." not in text and _digit(found, k + 1):
            text += "."
            k += 1
        elif (
            grouped
            and _separator(found[k])
            and len(text) >= 1
            and _three_digits(found, k + 1)
            and "." not in text
        ):
            k += 1
        else:
            break
    return Digits(text, Span(start, found[k - 1].span.end)), k


def _is(item: Item, text: str) -> bool:
    return isinstance(item, Symbol) and item.text == text


def _separator(item: Item) -> bool:
    if _is(item, ","):
        return True
    return isinstance(item, Group) and len(item.body) == 1 and _is(item.body[0], ",")


def _three_digits(found: Sequence[Item], k: int) -> bool:
    run = 0
    while _digit(found, k + run):
        run += 1
    if run != 3:
        return False
    spans = [found[k + n].span for n in range(3)]
    return found[k - 1].span.end == spans[0].start and all(a.end == b.start for a, b in pairwise(spans))


def body(node: Node) -> tuple[Node, ...]:
    """The nodes of an argument or script, without the braces around them."""
    return node.body if isinstance(node, Group) else (node,)


def opened(node: Node) -> list[Item]:
    """The items of a script: braces around it say nothing."""
    row = items(body(node), grouped=False)
    while len(row) == 1 and isinstance(row[0], Group):
        row = items(row[0].body, grouped=False)
    return row


def without_stop(row: list[Item]) -> list[Item]:
    """A row without the comma or full stop of the sentence that it stands in."""
    while row and latex(row[-1]) in (",", ".", ";", "。", "，", "；"):
        row = row[:-1]
    return row


def inside(item: Item) -> Iterator[Sequence[Node]]:
    """The rows of nodes within an item; indices are no place for a symbol of its own."""
    match item:
        case Scripted(superscript=superscript):
            if superscript is not None:
                yield body(superscript)
        case Group(body=row) | Delimited(body=row):
            yield row
        case Command(arguments=arguments):
            yield from map(body, arguments)
        case Environment(rows=rows):
            yield from (cell.body for row in rows for cell in row.cells)


# --- names --------------------------------------------------------------------------------------------------------


def latex(node: Item | None) -> str:
    """The LaTeX of a node in canonical spelling, for names and for culprits."""
    match node:
        case None:
            return ""
        case Symbol(text=text) | Digits(text=text):
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
    """What to raise of a whole row; "nothing" of an empty one, which stands nowhere."""
    return UnreadError(latex_row(row) or "nothing", row[0].span if row else Span(0, 0))


def latex_row(nodes: Sequence[Item]) -> str:
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
    if isinstance(node, Symbol):
        text = node.text
        if text.startswith("\\"):
            return text if text[1:].isalpha() and text not in NOT_NAMES else None
        return text if len(text) == 1 and text.isalpha() and not _ideograph(text) else None
    if isinstance(node, Group) and len(node.body) == 1:
        return name(node.body[0])
    spelled = word(node)
    if spelled is not None:
        return rf"\text{{{spelled}}}" if spelled else None
    if isinstance(node, Command) and node.arguments and node.name in BOLD | ACCENTS | ALPHABETS:
        inside = name(node.arguments[-1]) or _number_name(node.arguments[-1])
        if inside is None and node.name in ACCENTS | BOLD:
            inside = _scripted_name(node.arguments[-1])
        return _styled(node.name, inside)
    return None


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
    """``\\mathbf{1}`` and ``\\mathbb{1}`` are symbols."""
    nodes = node.body if isinstance(node, Group) else (node,)
    if len(nodes) == 1 and isinstance(nodes[0], Symbol) and nodes[0].text.isdigit():
        return nodes[0].text
    return None


def _scripted_name(node: Node) -> str | None:
    """``\\hat{x_i}`` without its index is no name; ``\\hat{\\boldsymbol{x}}`` is."""
    if isinstance(node, Group) and len(node.body) == 1 and isinstance(node.body[0], Command):
        return name(node.body[0])
    return None


def letter(symbol: str) -> str:
    """The plain letter of a canonical name: ``x`` of ``\\boldsymbol{x}``."""
    return symbol.removeprefix(r"\boldsymbol{").removesuffix("}") if is_bold(symbol) else symbol


def label(symbol: str) -> str:
    """What stands below a canonical name: ``\\theta`` of ``p_{\\theta}``; empty where nothing does."""
    return symbol.partition("_{")[2].removesuffix("}")


@cache
def is_bold(symbol: str) -> bool:
    """Whether a canonical name is that of an array: bold inside accents; a bold label says nothing of ``f_{\\boldsymbol{\\theta}}``."""
    return r"\boldsymbol{" in symbol.partition("_{")[0].partition("^{")[0]


@lru_cache(maxsize=4096)
def any_bold(symbols: frozenset[str]) -> bool:
    """Whether one of these canonical names is that of an array."""
    return any(map(is_bold, symbols))


# control words that are no symbols of their own
NOT_NAMES = frozenset(
    r"\cdot \times \div \pm \mp \ast \star \circ \odot \otimes \oplus \sum \prod \int \iint \iiint \oint \lim \limsup \liminf \max "
    r"\min \sup \inf \arg \argmax \argmin \det \gcd \Pr \log \ln \lg \exp \sin \cos \tan \cot \sec \csc \arcsin \arccos \arctan "
    r"\sinh \cosh \tanh \coth \infty \partial \nabla \ldots \cdots \dots \vdots \ddots \dotsc \dotsb \dotsm \top \dagger \perp "
    r"\mid \parallel \in \notin \ni \subset \subseteq \to \rightarrow \leftarrow \Rightarrow \Leftrightarrow \implies \iff "
    r"\leq \geq \neq \approx \equiv \sim \simeq \propto \ll \gg \cong \triangleq \coloneqq \leftrightarrow \mapsto \forall "
    r"\exists \wedge \vee \neg \land \lor \lnot \cup \cap \setminus \backslash \emptyset \langle \rangle \lfloor \rfloor \lceil "
    r"\rceil \prime \colon \mod \bmod \pmod \pod \begin \end \left \right \middle \quad \qquad \square \blacksquare \qed "
    r"\checkmark \therefore \because \bigcup \bigcap \bigoplus \bigotimes \bigodot \coprod \longrightarrow \Longrightarrow "
    r"\longleftrightarrow \Longleftrightarrow \uparrow \downarrow \hookrightarrow \rightharpoonup \rightsquigarrow \preceq "
    r"\succeq \prec \succ \asymp \doteq \models \vdash \dim \ker \hom \deg \Re \Im".split()
)
