"""A formula as MathML, made from the parser's tree; browsers draw it without a script.

Nothing of a post becomes markup: characters are escaped, and the elements are those of this module. A node without a
MathML form (an unknown command, an error) is shown as its source, so that nothing is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from types import MappingProxyType

from mathpost.latex.definitions import NONE, Definitions
from mathpost.latex.speech.speaker import spoken
from mathpost.latex.speech.vocabulary import Language
from mathpost.latex.tree import (
    Cell,
    Command,
    Delimited,
    Environment,
    Error,
    Group,
    Infix,
    Node,
    Row,
    Scripts,
    Symbol,
    Text,
)
from mathpost.text.source import Source
from mathpost.writers.html import symbols
from mathpost.writers.html.elements import (
    BARS,
    BRACKETS,
    CLOSE,
    STRETCH,
    character,
    fence,
    letter,
    one,
    sized,
    unescaped,
)
from mathpost.writers.html.shapes import (
    SILENT,
    digits,
    has_limits,
    is_braced,
    is_empty,
    is_name,
    is_sized,
    opens,
)

_FRACTIONS = frozenset(r"\frac \dfrac \tfrac \cfrac \genfrac".split())
_BINOMIALS = frozenset(r"\binom \dbinom \tbinom".split())
_OVER = frozenset(r"\overset \stackrel".split())
_PLAIN = frozenset(
    r"\mathop \mathbin \mathrel \mathord \mathopen \mathclose \mathpunct \mathinner \hbox \mbox \ensuremath \hphantom "
    r"\substack \mathchoice \rlap \llap \mathrlap \mathllap \mathclap \smash \bbox \style \class \cssId \vcenter \raise".split()
)
_LAST = frozenset(r"\textcolor \colorbox \href \fcolorbox \raisebox \style \class \cssId".split())
_BOXES = {
    "\\boxed": "box", "\\fbox": "box", "\\cancel": "updiagonalstrike", "\\bcancel": "downdiagonalstrike",
    "\\xcancel": "updiagonalstrike downdiagonalstrike", "\\sout": "horizontalstrike",
}  # fmt: skip
_ARROWS = {
    "\\xrightarrow": "→", "\\xleftarrow": "←", "\\xleftrightarrow": "↔", "\\xRightarrow": "⇒", "\\xLeftarrow": "⇐",
    "\\xLeftrightarrow": "⇔", "\\xmapsto": "↦", "\\xlongequal": "=", "\\xhookrightarrow": "↪", "\\xhookleftarrow": "↩",
}  # fmt: skip
_MODULI = {"\\pmod": ("(mod ", ")"), "\\pod": ("(", ")"), "\\mod": ("mod ", ""), "\\bmod": ("mod ", "")}
_FENCES = {
    "pmatrix": "()", "bmatrix": "[]", "Bmatrix": "{}", "vmatrix": "||", "Vmatrix": "‖‖", "cases": "{ ", "dcases": "{ ",
    "rcases": " }", "drcases": " }",
}  # fmt: skip
_ALIGNED = frozenset("align aligned alignat alignedat flalign split eqnarray".split())
_INFIX = {"\\choose": "()", "\\brack": "[]", "\\brace": "{}", "\\atop": "  "}
_WEIGHTS = {"\\textbf": "bold", "\\textit": "italic", "\\emph": "italic", "\\texttt": "mono"}
_DEEP = 150  # levels; a browser would not draw more


@dataclass(frozen=True, slots=True)
class Manner:
    """The style of the symbols at a place: whether in a display, the alphabet, and the macros of the page."""

    display: bool
    font: str = ""
    definitions: Definitions = NONE
    depth: int = 0

    def within(self, *, font: str | None = None, display: bool | None = None) -> Manner:
        return Manner(
            self.display if display is None else display,
            self.font if font is None else font,
            self.definitions,
            self.depth + 1,
        )


class _TooDeepError(ValueError):
    """A formula is nested deeper than a browser would draw."""


def mathml(
    source: Source,
    tree: Group,
    *,
    display: bool,
    latex: str,
    definitions: Definitions = NONE,
    labels: Mapping[str, str] = MappingProxyType({}),
    language: Language = "en",
) -> str:
    """The element ``<math>`` of a formula, with its words in `language`; `labels` are the numbers that references show.

    A formula that is nested deeper than a browser draws is shown as its `latex`.
    """
    block = ' display="block"' if display else ""
    head = f'<math{block} aria-label="{escape(spoken(tree, language, definitions))}">'
    try:
        body = _Setter(source, labels).row(tree.body, Manner(display, "", definitions))
    except (_TooDeepError, RecursionError):
        body = f"<mtext>{escape(latex)}</mtext>"
    return f"{head}{body}</math>"


class _Setter:
    """Sets the formulas of one source."""

    def __init__(self, source: Source, labels: Mapping[str, str]) -> None:
        self.source = source
        self.labels = labels

    def row(self, nodes: Sequence[Node], manner: Manner) -> str:
        """Nodes side by side; a declaration (``\\bf``) holds to the end, digits that touch are one number."""
        if manner.depth > _DEEP:
            raise _TooDeepError
        pieces: list[str] = []
        at = 0
        while at < len(nodes):
            node = nodes[at]
            number = digits(nodes, at)
            if number:
                pieces.append(f"<mn>{symbols.styled(number, manner.font)}</mn>")
                at += len(number)
                continue
            if isinstance(node, Symbol) and node.text in symbols.FONTS:
                manner = manner.within(font=symbols.FONTS[node.text])
            else:
                pieces.append(self.node(node, manner))
                if is_name(node) and at + 1 < len(nodes) and not opens(nodes[at + 1]):
                    pieces.append(_THIN)
            at += 1
        inside = "".join(pieces)
        return inside if len(pieces) == 1 else f"<mrow>{inside}</mrow>"

    def node(self, node: Node, manner: Manner) -> str:
        match node:
            case Symbol():
                return self.symbol(node, manner)
            case Text(command=command, parts=parts):
                return self.words(parts, manner, symbols.FONTS.get(command) or _WEIGHTS.get(command, ""))
            case Group(body=body) | Cell(body=body):
                return self.row(body, manner.within())
            case Delimited(left=left, body=body, right=right):
                inside = self.row(body, manner.within())
                return f"<mrow>{fence(left, 'prefix')}{inside}{fence(right, 'postfix')}</mrow>"
            case Command():
                return self.command(node, manner)
            case Infix():
                return self.infix(node, manner)
            case Scripts():
                return self.scripts(node, manner)
            case Row(cells=cells):
                return "".join(self.row(cell.body, manner.within()) for cell in cells)
            case Environment():
                return self.environment(node, manner)
            case Error(node=inner):
                return self.literal(node) if inner is None else self.node(inner, manner.within())

    def literal(self, node: Node) -> str:
        """The source of a node, as words."""
        return f'<mtext class="tex">{escape(self.source.slice(node.span))}</mtext>'

    def words(self, parts: Sequence[Node], manner: Manner, font: str = "") -> str:
        """Words; formulas between them keep their own letters."""
        pieces = []
        for part in parts:
            if isinstance(part, Symbol):
                said = unescaped(part.text)
                text = symbols.styled(said, font) if font in ("bold", "italic", "mono") else said
                pieces.append(f"<mtext>{escape(text).replace(' ', chr(0xA0))}</mtext>")
            else:
                pieces.append(self.node(part, manner.within(font="")))
        return "".join(pieces) if len(pieces) == 1 else f"<mrow>{''.join(pieces)}</mrow>"

    # --- symbols ----------------------------------------------------------------------------------------

    def symbol(self, node: Symbol, manner: Manner) -> str:
        text = node.text
        if text in SILENT:
            return ""
        if text in symbols.SPACES:
            return f'<mspace width="{symbols.SPACES[text]:g}em"/>'
        if text in symbols.LETTERS:
            return letter(symbols.LETTERS[text], manner.font)
        if text in symbols.OPERATORS:
            kind = CLOSE if text in BARS else STRETCH if text in BRACKETS else ""
            return f"<mo{kind}>{escape(symbols.OPERATORS[text])}</mo>"
        if text in symbols.BIG or text in symbols.INTEGRALS:
            return f"<mo>{symbols.BIG.get(text) or symbols.INTEGRALS[text]}</mo>"
        if text in symbols.NAMES:
            return f"<mi>{symbols.NAMES[text]}</mi>"
        if text.startswith("\\"):
            written = manner.definitions.expand(node)
            return self.literal(node) if written is None else self.row(written.body, manner.within())
        return character(text, manner.font)

    def negated(self, node: Node, manner: Manner) -> str:
        """The sign with a stroke through it, as one character with a combining mark."""
        inside = self.node(node, manner)
        return inside.replace("</", "\u0338</", 1) if inside.startswith("<mo") else f"<mo>¬</mo>{inside}"

    # --- commands ---------------------------------------------------------------------------------------

    def command(self, node: Command, manner: Manner) -> str:
        name, arguments = node.name, node.arguments
        if name in SILENT:
            return ""
        own = manner.definitions.expand(node) if name in manner.definitions else None
        if own is not None:
            return self.row(own.body, manner.within())
        if name in symbols.FONTS:
            font = symbols.FONTS[name]
            return self.every(arguments, manner.within(font="" if font == "italic" else font))
        if name in _FRACTIONS and len(arguments) >= 2:
            top, bottom = (self.node(part, manner.within(display=False)) for part in arguments[-2:])
            return f"<mfrac>{one(top)}{one(bottom)}</mfrac>"
        if name in _BINOMIALS and len(arguments) == 2:
            return self.stacked(arguments[0], arguments[1], "()", manner)
        if name in ("\\sqrt", "\\root"):
            return self.root(node, manner)
        if name in symbols.LINES and arguments:
            return f'<mrow style="{symbols.LINES[name]}">{self.every(arguments[-1:], manner.within())}</mrow>'
        if name in symbols.ACCENTS and arguments:
            mark, wide = symbols.ACCENTS[name]
            base = one(self.every(arguments[-1:], manner.within()))
            stretch = "true" if wide else "false"
            return f'<mover accent="true">{base}<mo stretchy="{stretch}">{mark}</mo></mover>'
        if name in symbols.UNDER and arguments:
            base = one(self.every(arguments[-1:], manner.within()))
            return f"<munder>{base}<mo>{symbols.UNDER[name]}</mo></munder>"
        return self.rarer(node, manner)

    def rarer(self, node: Command, manner: Manner) -> str:
        name, arguments = node.name, node.arguments
        if name in _OVER and len(arguments) == 2:
            above, base = (one(self.node(part, manner.within())) for part in arguments)
            return f"<mover>{base}{above}</mover>"
        if name == "\\not" and arguments:
            return self.negated(arguments[0], manner)
        if name == "\\underset" and len(arguments) == 2:
            below, base = (one(self.node(part, manner.within())) for part in arguments)
            return f"<munder>{base}{below}</munder>"
        if name.rstrip("*") == "\\operatorname" and arguments:
            return f"<mi>{escape(self.plain(arguments[0]))}</mi>"
        if name in _ARROWS:
            return self.arrow(node, manner)
        if name in _MODULI and arguments:
            left, right = _MODULI[name]
            inside = self.every(arguments, manner.within())
            return f"<mrow><mtext>&#160;{left}</mtext>{inside}<mtext>{right}</mtext></mrow>"
        if name in _BOXES:
            return f'<menclose notation="{_BOXES[name]}">{self.every(arguments, manner.within())}</menclose>'
        if name in ("\\phantom", "\\vphantom"):
            return f"<mphantom>{self.every(arguments, manner.within())}</mphantom>"
        if name in ("\\hspace", "\\hspace*", "\\kern", "\\mskip", "\\hskip", "\\mkern"):
            return '<mspace width="0.5em"/>'
        if name in ("\\eqref", "\\ref"):
            label = self.plain(node)
            return f"<mtext>({escape(self.labels.get(label, label))})</mtext>"
        if name in _LAST and arguments:
            return self.node(arguments[-1], manner.within())
        if name in _PLAIN:
            return self.every(arguments, manner.within())
        if len(arguments) == 1 and isinstance(arguments[0], Symbol) and is_sized(name):
            return sized(arguments[0].text)
        return self.literal(node)

    def every(self, arguments: Sequence[Node], manner: Manner) -> str:
        return self.row(arguments, manner) if len(arguments) != 1 else self.node(arguments[0], manner)

    def root(self, node: Command, manner: Manner) -> str:
        body = self.every(node.arguments[-1:], manner.within())
        if not node.options:
            return f"<msqrt>{body}</msqrt>"
        return f"<mroot>{one(body)}{one(self.every(node.options[:1], manner.within()))}</mroot>"

    def arrow(self, node: Command, manner: Manner) -> str:
        sign = f'<mo stretchy="true">{_ARROWS[node.name]}</mo>'
        above = one(self.every(node.arguments[:1], manner.within(display=False)))
        if not node.options:
            return f"<mover>{sign}{above}</mover>"
        below = one(self.every(node.options[:1], manner.within(display=False)))
        return f"<munderover>{sign}{below}{above}</munderover>"

    def plain(self, node: Node) -> str:
        """The words of an argument that is words: of ``\\operatorname{arg\\,max}`` "arg max"."""
        match node:
            case Symbol(text=text):
                known = symbols.LETTERS.get(text) or symbols.NAMES.get(text)
                return known or (" " if text in symbols.SPACES else "" if text.startswith("\\") else text)
            case Group(body=body) | Text(parts=body) | Command(arguments=body):
                return "".join(self.plain(part) for part in body)
            case _:
                return self.source.slice(node.span)

    def infix(self, node: Infix, manner: Manner) -> str:
        if node.name in _INFIX:
            return self.stacked(node.left, node.right, _INFIX[node.name], manner)
        top, bottom = (one(self.node(part, manner.within())) for part in (node.left, node.right))
        return f"<mfrac>{top}{bottom}</mfrac>"

    def stacked(self, above: Node, below: Node, fences: str, manner: Manner) -> str:
        top, bottom = (one(self.node(part, manner.within())) for part in (above, below))
        left, right = (fence(mark.strip() or ".", form) for mark, form in zip(fences, _FORMS, strict=True))
        return f'<mrow>{left}<mfrac linethickness="0">{top}{bottom}</mfrac>{right}</mrow>'

    # --- scripts ----------------------------------------------------------------------------------------

    def scripts(self, node: Scripts, manner: Manner) -> str:
        base = "<mrow></mrow>" if node.base is None else one(self.node(node.base, manner.within()))
        inner = manner.within(display=False)
        below = None if node.subscript is None else one(self.node(node.subscript, inner))
        above = None if node.superscript is None else one(self.node(node.superscript, inner))
        if node.primes:
            primes = f"<mo>{'′' * node.primes}</mo>"
            above = primes if above is None else f"<mrow>{primes}{above}</mrow>"
        around = node.base is not None and (
            is_braced(node.base) or (manner.display and has_limits(node.base))
        )
        if below is None:
            return f"<{'mover' if around else 'msup'}>{base}{above}</{'mover' if around else 'msup'}>"
        if above is None:
            return f"<{'munder' if around else 'msub'}>{base}{below}</{'munder' if around else 'msub'}>"
        name = "munderover" if around else "msubsup"
        return f"<{name}>{base}{below}{above}</{name}>"

    # --- environments -----------------------------------------------------------------------------------

    def environment(self, node: Environment, manner: Manner) -> str:
        name = node.name.rstrip("*")
        inner = manner.within(
            display=manner.display and name in _ALIGNED | {"gather", "gathered", "equation", "multline"}
        )
        if (
            len(node.rows) == 1
            and len(node.rows[0].cells) == 1
            and name not in _FENCES
            and "matrix" not in name
        ):
            return self.row(node.rows[0].cells[0].body, inner)
        columns = self.columns(node)
        rows = "".join(
            f"<mtr>{''.join(self.cell(cell, n, columns, inner) for n, cell in enumerate(row.cells))}</mtr>"
            for row in node.rows
            if not is_empty(row)
        )
        style = ' displaystyle="true"' if inner.display else ""
        kind = ' class="aligned"' if name in _ALIGNED else ""
        table = f"<mtable{style}{kind}>{rows}</mtable>"
        marks = _FENCES.get(name, "  ")
        fenced = [fence(mark, form) if mark != " " else "" for mark, form in zip(marks, _FORMS, strict=True)]
        return f"<mrow>{fenced[0]}{table}{fenced[1]}</mrow>" if any(fenced) else table

    def columns(self, node: Environment) -> str:
        """How the columns are aligned, a letter each; the last one goes on (for `aligned` all together)."""
        name = node.name.rstrip("*")
        if name in _ALIGNED:
            return "rl"
        if "cases" in name:
            return "l"
        if name == "array" and node.arguments:
            return "".join(c for c in self.source.slice(node.arguments[-1].span) if c in "lcr") or "c"
        return "c"

    def cell(self, cell: Cell, number: int, columns: str, manner: Manner) -> str:
        letter = columns[number % len(columns)] if columns == "rl" else columns[min(number, len(columns) - 1)]
        align = {"l": ' class="l"', "r": ' class="r"'}.get(letter, "")
        return f"<mtd{align}>{self.row(cell.body, manner.within())}</mtd>"


_THIN = '<mspace width="0.167em"/>'
_FORMS = ("prefix", "postfix")
