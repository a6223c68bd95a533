"""From notation to meaning: the nodes of one side of a relation become a term, or the culprit is named.

Recursive descent over `notation.items`: expression → term → factor → primary with its scripts. Nothing is guessed in
silence: where a post's notation leaves two readings open (``a/2b``, ``\\cos(n-m)\\theta``, ``f(x)``), the first one is
taken and the place is reported in `Elaboration.ambiguities`; `Conventions.choices` asks for the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from mathpost.latex.tree import Cell, Command, Delimited, Environment, Group, Infix, Node, Symbol, Text
from mathpost.maths import notation
from mathpost.maths.notation import Digits, Item, Scripted, UnreadError
from mathpost.maths.operators import spelled
from mathpost.maths.term import Apply, Bind, Number, Term, Variable, free_variables, substitute, subterms
from mathpost.text.source import Span


@dataclass(frozen=True, slots=True)
class Conventions:
    """How a post writes.

    `functions`: symbols it applies to arguments. `imaginary`: ``i`` is the imaginary unit. `choices`: the ambiguities
    to be read the second way.
    """

    functions: frozenset[str] = frozenset()
    imaginary: bool = False
    choices: frozenset[str] = frozenset()


class Elaboration(NamedTuple):
    """A term and the open notations met on the way."""

    term: Term
    ambiguities: frozenset[str]


def elaborate(nodes: Iterable[Node], conventions: Conventions) -> Elaboration:
    """The meaning of `nodes`.

    Raises:
        UnreadError: a construct has no meaning here; it names the culprit.
    """
    reader = Reader(notation.items(nodes), conventions, set())
    term = reader.whole()
    return Elaboration(term, frozenset(reader.ambiguities))


ONE = Number(Fraction(1))
ZERO = Number(Fraction(0))
INDEX_LETTERS = frozenset("ijklmnpqrstuvab")
BOUND_CAPITALS = frozenset("NTKMLJ")
# letters that are functions when something in brackets follows, unless the post shows otherwise
FUNCTION_LETTERS = frozenset(
    ["f", "g", "h", "F", "G", "H", r"\phi", r"\varphi", r"\psi", r"\Phi", r"\Psi", "u", "v"]
)
LANDAU = frozenset([r"\mathcal{O}", "O", "o", r"\Theta", r"\Omega", r"\mathcal{o}"])
OPENERS = {
    "(": ")",
    "[": "]",
    r"\{": r"\}",
    r"\langle": r"\rangle",
    r"\lfloor": r"\rfloor",
    r"\lceil": r"\rceil",
}
CLOSERS = frozenset(OPENERS.values())
TIMES = frozenset([r"\cdot", r"\times", "*", r"\ast", r"\centerdot"])
DOTS = frozenset(
    [r"\ldots", r"\cdots", r"\dots", r"\dotsc", r"\dotsb", r"\dotsm", r"\vdots", r"\ddots", "…", "⋯"]
)
RELATIONS = {
    "=": "equal", r"\neq": "unequal", "<": "less", ">": "greater", r"\leq": "less_equal", r"\geq": "greater_equal",
    r"\lt": "less", r"\gt": "greater",
}  # fmt: skip
BIG = {r"\sum": "sum", r"\prod": "product"}
EXTREMES = {r"\max": "maximum", r"\min": "minimum", r"\sup": "maximum", r"\inf": "minimum"}
STAR_LABELS = frozenset(
    ["*", r"\ast", r"\star", r"\dagger", "+", "-", r"\pm", r"\circ", r"\natural", r"\sharp"]
)
MAGNITUDES = {"K": 10**3, "k": 10**3, "M": 10**6, "B": 10**9, "G": 10**9, "T": 10**12}


class Reader:
    """Reads one row of items from left to right."""

    def __init__(self, row: Sequence[Item], conventions: Conventions, ambiguities: set[str]) -> None:
        self.row = row
        self.at = 0
        self.conventions = conventions
        self.ambiguities = ambiguities

    # --- moving ---------------------------------------------------------------------------------------------------

    def peek(self, ahead: int = 0) -> Item | None:
        return self.row[self.at + ahead] if self.at + ahead < len(self.row) else None

    def symbol(self, ahead: int = 0) -> str:
        """The text of the symbol at hand, or the empty string."""
        item = self.peek(ahead)
        return item.text if isinstance(item, Symbol) else ""

    def take(self) -> Item:
        item = self.row[self.at]
        self.at += 1
        return item

    def scripts(self) -> Scripted | None:
        """The scripts that follow, if any; taken."""
        item = self.peek()
        if isinstance(item, Scripted):
            self.at += 1
            return item
        return None

    def unread(self, culprit: str | None = None, item: Item | None = None) -> UnreadError:
        item = item or self.peek() or (self.row[-1] if self.row else None)
        span = item.span if item is not None else Span(0, 0)
        return UnreadError(culprit if culprit is not None else notation.latex(item), span)

    def choose(self, ambiguity: str) -> bool:
        """Whether the open notation `ambiguity`, met here, is to be read the second way."""
        self.ambiguities.add(ambiguity)
        return ambiguity in self.conventions.choices

    def inside(self, row: Sequence[Item]) -> Reader:
        return Reader(row, self.conventions, self.ambiguities)

    def inner(self, nodes: Iterable[Node], *, grouped: bool = True) -> Reader:
        return self.inside(notation.items(nodes, grouped=grouped))

    # --- expression, term -----------------------------------------------------------------------------------------

    def whole(self) -> Term:
        """All of the row as one expression."""
        while self.row and notation.latex(self.row[-1]) in (",", ".", ";", "。", "，", "；"):
            self.row = self.row[:-1]
        if not self.row:
            raise self.unread("nothing")
        term = self.expression()
        if self.at < len(self.row):
            raise self.unread()
        return term

    def expression(self) -> Term:
        span = self.row[self.at].span if self.at < len(self.row) else Span(0, 0)
        terms = [self.signed()]
        while self.symbol() in ("+", "-"):
            terms.append(self.signed())
        if len(terms) == 1:
            return terms[0]
        return Apply("add", tuple(terms), span)

    def signed(self) -> Term:
        """An optional sign and a term."""
        sign = self.symbol()
        if sign in (r"\pm", r"\mp"):
            raise self.unread()
        if sign not in ("+", "-"):
            return self.term()
        span = self.take().span
        term = self.signed() if self.symbol() in ("+", "-") else self.term()
        if sign == "+":
            return term
        if isinstance(term, Number):
            return Number(-term.value, term.places, span)
        return Apply("negate", (term,), span)

    def term(self) -> Term:
        """Factors, multiplied, divided or side by side."""
        result = self.factor()
        while self.at < len(self.row):
            symbol = self.symbol()
            if symbol in TIMES:
                span = self.take().span
                if self.at >= len(self.row) and isinstance(result, Number):
                    return result  # "2×": a number of times
                result = _times(result, self.signed_factor(), span)
            elif symbol in ("/", r"\div"):
                result = self.quotient(result)
            elif symbol == r"\odot":
                span = self.take().span
                result = Apply("hadamard", (result, self.factor()), span)
            elif symbol == r"\%":
                self.take()
                result = result if self.choose("percentage points") else _percent(result)
            elif self.evaluation_follows():
                result = self.evaluated(result)
            elif self.starts_factor():
                result = _times(result, self.factor(), result.origin)
            else:
                break
        return result

    def signed_factor(self) -> Term:
        if self.symbol() == "-":
            span = self.take().span
            return Apply("negate", (self.factor(),), span)
        return self.factor()

    def quotient(self, numerator: Term) -> Term:
        span = self.take().span
        denominator = self.factor()
        if self.starts_factor() and not isinstance(self.peek(), Text) and self.choose("slash"):
            while self.starts_factor():
                denominator = _times(denominator, self.factor(), span)
        return Apply("divide", (numerator, denominator), span)

    def starts_factor(self) -> bool:
        """Whether what follows can be multiplied by standing beside."""
        item = self.peek()
        match item:
            case None | Scripted():
                return False
            case Symbol(text=text):
                if text == "|":
                    return self.closing_bar() is not None
                return (
                    text in OPENERS or text in BIG or text in EXTREMES or text == r"\int" or _nameable(text)
                )
            case _:
                return True

    # --- factors --------------------------------------------------------------------------------------------------

    def factor(self) -> Term:
        """A primary with everything that is attached to it."""
        item = self.peek()
        if item is None:
            raise self.unread("nothing after an operator")
        term = self.primary()
        while True:
            if self.symbol() == "!":
                span = self.take().span
                if self.symbol() == "!":
                    raise self.unread("!!")
                term = Apply("factorial", (term,), span)
                continue
            scripts = self.scripts()
            if scripts is None:
                return term
            term = self.attached(term, scripts)

    def primary(self) -> Term:
        item = self.peek()
        match item:
            case Digits():
                return self.number()
            case Symbol(text=text):
                return self.of_symbol(text)
            case Delimited():
                self.take()
                return self.delimited(item)
            case Group(body=body):
                self.take()
                return self.name_or(body)
            case Infix(name=name, left=left, right=right, span=span):
                self.take()
                return self.infix(name, left, right, span)
            case Environment():
                self.take()
                return self.environment(item)
            case Text() | Command():
                return self.of_command(item)
            case _:
                raise self.unread()

    def name_or(self, body: tuple[Node, ...]) -> Term:
        """A group: one symbol in braces is that symbol, else an expression of its own."""
        return self.inner(body).whole()

    def number(self) -> Term:
        item = self.take()
        assert isinstance(item, Digits)
        places = len(item.text.partition(".")[2]) if "." in item.text else None
        value = Number(
            Fraction(item.text if not item.text.startswith(".") else "0" + item.text), places, item.span
        )
        letter = self.peek()
        if isinstance(letter, Symbol) and letter.text in MAGNITUDES and letter.span.start == item.span.end:
            if not isinstance(self.peek(1), Scripted) and self.choose("magnitude"):
                self.take()
                scale = MAGNITUDES[letter.text]
                digits = len(str(scale)) - 1
                return Number(value.value * scale, (places or 0) - digits, item.span)
        return value

    def of_symbol(self, text: str) -> Term:
        if text in OPENERS:
            return self.bracketed()
        if text in ("|", r"\|"):
            return self.barred()
        if text in BIG or text in EXTREMES or text in (r"\int", r"\lim"):
            from mathpost.maths import binders

            return binders.read(self)
        if text in DOTS:
            raise self.unread("…")
        if text == r"\infty":
            return Apply("infinity", (), self.take().span)
        if text == r"\Delta" and notation.name(self.peek(1) or Symbol("", Span(0, 0))):
            return self.increment()
        if text in (r"\Re", r"\Im"):
            self.take()
            return Apply("real_part" if text == r"\Re" else "imaginary_part", self.arguments_or_factor())
        if text[:1] == "\\" and text[1:] in spelled():
            return self.function(spelled()[text[1:]])
        if not _nameable(text):
            raise self.unread()
        return self.atom()

    def increment(self) -> Term:
        """``\\Delta x`` is one symbol."""
        span = self.take().span
        inner = self.atom()
        if isinstance(inner, Variable):
            return Variable(rf"\Delta {inner.name}", span)
        if (
            isinstance(inner, Apply)
            and inner.operator == "index"
            and isinstance(inner.arguments[0], Variable)
        ):
            family = Variable(rf"\Delta {inner.arguments[0].name}", span)
            return Apply("index", (family, *inner.arguments[1:]), span)
        raise self.unread(r"\Delta")

    # --- brackets -------------------------------------------------------------------------------------------------

    def bracket_content(self) -> tuple[str, list[Item], Span]:
        """The items between the bracket at hand and its partner; both taken."""
        opener = self.take()
        assert isinstance(opener, Symbol)
        want = OPENERS[opener.text]
        start, depth = self.at, 0
        while self.at < len(self.row):
            text = self.symbol()
            if text in OPENERS:
                depth += 1
            elif text in CLOSERS:
                if depth == 0:
                    if text != want:
                        raise self.unread(opener.text + "…" + text)
                    content = list(self.row[start : self.at])
                    end = self.take().span.end
                    return opener.text, content, Span(opener.span.start, end)
                depth -= 1
            self.at += 1
        raise self.unread(opener.text, opener)

    def bracketed(self) -> Term:
        opener, content, span = self.bracket_content()
        return self.in_brackets(opener, content, span)

    def in_brackets(self, opener: str, content: list[Item], span: Span, *, sized: bool = False) -> Term:
        """What brackets enclose; braces group only with ``\\left``: plain ones are sets or fractional parts."""
        if opener == r"\lfloor":
            return Apply("floor", (self.inside(content).whole(),), span)
        if opener == r"\lceil":
            return Apply("ceiling", (self.inside(content).whole(),), span)
        parts = split_at_commas(content)
        if opener == r"\langle" and len(parts) == 2:
            return Apply("inner", tuple(self.inside(p).whole() for p in parts), span)
        if opener == r"\langle" or len(parts) != 1:
            raise UnreadError(opener + "…" + OPENERS[opener], span)
        if opener == r"\{" and not sized:
            raise UnreadError(r"\{…\}", span)
        return self.inside(content).whole()

    def delimited(self, node: Delimited) -> Term:
        left, right = notation.plain(node.left), notation.plain(node.right)
        content = notation.items(node.body, grouped=False)
        if left == "|" and right == "|":
            return Apply("abs", (self.inside(content).whole(),), node.span)
        if left == "." and right == "|":
            term = self.inside(content).whole()
            return self.evaluated_at(term, self.scripts())
        if left in OPENERS and right == OPENERS[left]:
            return self.in_brackets(left, content, node.span, sized=True)
        raise UnreadError(rf"\left{node.left}…\right{node.right}", node.span)

    def barred(self) -> Term:
        """``|…|``: an absolute value; norms belong to arrays."""
        if self.symbol() == r"\|":
            raise self.unread(r"\|…\|")
        end = self.closing_bar()
        if end is None:
            raise self.unread()
        span = self.take().span
        content = self.row[self.at : end]
        self.at = end + 1
        return Apply("abs", (self.inside(content).whole(),), span)

    def closing_bar(self) -> int | None:
        depth = 0
        for k in range(self.at + 1, len(self.row)):
            item = self.row[k]
            text = item.text if isinstance(item, Symbol) else ""
            if text in OPENERS:
                depth += 1
            elif text in CLOSERS:
                depth -= 1
                if depth < 0:
                    return None
            elif text == "|" and depth == 0:
                return k if k > self.at + 1 else None
        return None

    def evaluation_follows(self) -> bool:
        scripts = self.peek(1)
        return self.symbol() == "|" and isinstance(scripts, Scripted) and scripts.subscript is not None

    def evaluated(self, term: Term) -> Term:
        self.take()
        return self.evaluated_at(term, self.scripts())

    def evaluated_at(self, term: Term, scripts: Scripted | None) -> Term:
        """``F(t)\\big|_{a}^{b}``: the difference of the values; the variable is named, or the only one there is."""
        if scripts is None or scripts.subscript is None:
            raise self.unread("|")
        lower = notation.items([scripts.subscript])
        lower = notation.items(lower[0].body) if len(lower) == 1 and isinstance(lower[0], Group) else lower
        variable: str | None = None
        equals = [k for k, i in enumerate(lower) if isinstance(i, Symbol) and i.text == "="]
        if equals:
            variable = self.variable_name(lower[: equals[0]])
            lower = lower[equals[0] + 1 :]
        else:
            candidates = free_variables(term) - free_variables(self.inside(lower).whole())
            if scripts.superscript is not None:
                candidates -= free_variables(self.inner([scripts.superscript]).whole())
            variable = next(iter(candidates)) if len(candidates) == 1 else None
        if variable is None or any(
            isinstance(t, Apply) and t.operator == "derivative" for t in subterms(term)
        ):
            raise UnreadError("|_{…}", scripts.span)
        low = substitute(term, {variable: self.inside(lower).whole()})
        if scripts.superscript is None:
            return low
        high = substitute(term, {variable: self.inner([scripts.superscript]).whole()})
        return Apply("add", (high, Apply("negate", (low,))), scripts.span)

    def variable_name(self, row: Sequence[Item]) -> str:
        term = self.inside(list(row)).whole()
        if isinstance(term, Variable):
            return term.name
        raise UnreadError(notation.latex_row(row), row[0].span if row else Span(0, 0))

    # --- names and applications -------------------------------------------------------------------------------------

    def atom(self) -> Term:
        """A symbol with its labels and indices, applied if arguments follow."""
        item = self.take()
        symbol = notation.name(item)
        if symbol is None:
            raise self.unread(None, item)
        return self.named(symbol, item.span)

    def named(self, symbol: str, span: Span) -> Term:
        scripts = self.peek()
        special = self.special(symbol, span, scripts if isinstance(scripts, Scripted) else None)
        if special is not None:
            return special
        indices: list[Term] = []
        power: Term | None = None
        transposed = False
        primes = 0
        if isinstance(scripts, Scripted):
            self.take()
            primes = scripts.primes
            if scripts.subscript is not None:
                symbol, indices = self.subscripted(symbol, scripts.subscript)
            if scripts.superscript is not None:
                symbol, more, power, transposed = self.superscripted(symbol, scripts.superscript)
                indices += more
        if primes and not (self.applied() and self.is_function(symbol)):
            symbol, primes = symbol + "'" * primes, 0
        variable: Term = Variable(symbol, span)
        term = Apply("index", (variable, *indices), span) if indices else variable
        if self.applied() and power is None and not transposed:
            term = self.application(symbol, term, primes, span)
        if transposed:
            term = Apply("transpose", (term,), span)
        if power is not None:
            term = Apply("power", (term, power), span)
        return term

    def special(self, symbol: str, span: Span, scripts: Scripted | None) -> Term | None:
        """Symbols with a meaning of their own: e, i, π, δ_{ij}, 𝟙, 𝔼."""
        plain = scripts is None or (scripts.subscript is None and scripts.primes == 0)
        if symbol in ("e", r"\text{e}") and plain and not self.is_applied_letter(symbol):
            if scripts is not None and scripts.superscript is not None:
                self.take()
                return Apply("exp", (self.inner([scripts.superscript]).whole(),), span)
            return Apply("exp", (ONE,), span)
        if symbol == r"\text{i}" or (symbol == "i" and self.conventions.imaginary and plain):
            return Apply("imaginary_unit", (), span)
        if symbol == r"\pi" and plain and symbol not in self.conventions.functions:
            return Apply("pi", (), span)
        if symbol == r"\text{d}":
            raise UnreadError(r"\mathrm{d}", span)
        if symbol == r"\delta" and scripts is not None and scripts.subscript is not None:
            indices = self.index_list(scripts.subscript)
            if indices is not None and len(indices) == 2 and scripts.superscript is None:
                self.take()
                return Apply("delta", tuple(indices), span)
        if symbol in (r"\mathbb{1}", r"\boldsymbol{1}", r"\mathbb{I}", r"\text{1}"):
            return self.indicator(symbol, span, scripts)
        if symbol in (r"\mathbb{E}", r"\text{E}"):
            from mathpost.maths import binders

            return binders.expectation(self, span)
        return None

    def is_applied_letter(self, symbol: str) -> bool:
        return symbol in self.conventions.functions

    def indicator(self, symbol: str, span: Span, scripts: Scripted | None) -> Term | None:
        if scripts is not None and scripts.subscript is not None and scripts.superscript is None:
            self.take()
            return Apply("indicator", (self.proposition(_opened(scripts.subscript)),), span)
        if symbol in (r"\mathbb{1}", r"\mathbb{I}") and self.applied():
            following = self.peek()
            if isinstance(following, Delimited):
                self.take()
                return Apply("indicator", (self.proposition(notation.items(following.body)),), span)
            _, content, _ = self.bracket_content()
            return Apply("indicator", (self.proposition(content),), span)
        if symbol == r"\boldsymbol{1}":
            return None
        raise UnreadError(symbol, span)

    def proposition(self, row: Sequence[Item]) -> Term:
        """A relation, or a chain of them, as something that holds or not."""
        marks = [k for k, i in enumerate(row) if isinstance(i, Symbol) and i.text in RELATIONS]
        if not marks:
            raise UnreadError(notation.latex_row(row), row[0].span if row else Span(0, 0))
        edges = [-1, *marks, len(row)]
        sides = [self.inside(list(row[a + 1 : b])).whole() for a, b in pairwise(edges)]
        parts = [
            Apply(RELATIONS[row[k].text], (sides[n], sides[n + 1]), row[k].span)  # type: ignore[union-attr]
            for n, k in enumerate(marks)
        ]
        return parts[0] if len(parts) == 1 else Apply("both", tuple(parts), row[marks[0]].span)

    # --- scripts ----------------------------------------------------------------------------------------------------

    def subscripted(self, symbol: str, subscript: Node) -> tuple[str, list[Term]]:
        """A subscript is a list of indices where it reads as one, else a part of the name."""
        indices = self.index_list(subscript)
        if indices is not None:
            return symbol, indices
        return f"{symbol}_{{{notation.stripped(notation.latex(subscript))}}}", []

    def index_list(self, subscript: Node) -> list[Term] | None:
        row = _opened(subscript)
        if not row or any(notation.word(i) is not None for i in row):
            return None
        letters = [i.text for i in row if isinstance(i, Symbol)]
        if len(letters) == len(row) and all(t.isalpha() for t in letters):
            if len(letters) == 1:
                return self.single_index(letters[0], row)
            if len(letters) == 2 and all(t in INDEX_LETTERS or t in "cdh" for t in letters):
                return [Variable(t, i.span) for t, i in zip(letters, row, strict=True)]
            return None
        if any(
            isinstance(i, Symbol) and i.text in (":", "<", ">", r"\leq", r"\geq", "=", r"\in", r"\sim")
            for i in row
        ):
            return None
        try:
            found = [self.inside(part).whole() for part in split_at_commas(row)]
        except UnreadError:
            return None
        return found if all(_index_like(t) for t in found) else None

    def single_index(self, letter: str, row: Sequence[Item]) -> list[Term] | None:
        if letter in INDEX_LETTERS or letter in BOUND_CAPITALS or letter == "d":
            return [Variable(letter, row[0].span)]
        return None

    def superscripted(self, symbol: str, superscript: Node) -> tuple[str, list[Term], Term | None, bool]:
        """A superscript is a transpose, a label, an index in brackets, or a power."""
        row = _opened(superscript)
        text = notation.latex_row(row)
        if text == r"\top" or (text in ("T", r"\text{T}") and notation.is_bold(symbol)):
            return symbol, [], None, True
        if text == r"\prime":
            return symbol + "'", [], None, False
        if text in STAR_LABELS or any(notation.word(i) is not None for i in row):
            return f"{symbol}^{{{text}}}", [], None, False
        if row and isinstance(row[0], Symbol) and row[0].text == "(" and notation.latex(row[-1]) == ")":
            inner = self.inside(list(row[1:-1]))
            try:
                return f"{symbol}^{{()}}", [inner.whole()], None, False
            except UnreadError:
                return f"{symbol}^{{{text}}}", [], None, False
        power = self.inside(list(row)).whole()
        if isinstance(power, Variable) and power.name in "ijkl" and self.choose("superscript"):
            return f"{symbol}^{{}}", [power], None, False
        if text == "T" and (len(symbol) == 1 and symbol.isupper()):
            return symbol, [], None, True
        return symbol, [], power, False

    def attached(self, term: Term, scripts: Scripted) -> Term:
        """Scripts on something that is no symbol: ``(a+b)^2``, ``[x]_+``, ``\\hat{y}_i`` was one."""
        if scripts.primes:
            raise UnreadError("(…)'", scripts.span)
        if scripts.subscript is not None:
            row = _opened(scripts.subscript)
            if notation.latex_row(row) == "+":
                term = Apply("maximum", (term, ZERO), scripts.span)
            else:
                indices = self.index_list(scripts.subscript)
                if indices is None:
                    raise UnreadError(notation.latex(scripts), scripts.span)
                term = Apply("index", (term, *indices), scripts.span)
        if scripts.superscript is None:
            return term
        row = _opened(scripts.superscript)
        text = notation.latex_row(row)
        if text in (r"\top", "T", r"\text{T}"):
            return Apply("transpose", (term,), scripts.span)
        if text in STAR_LABELS or text == r"\prime":
            raise UnreadError(f"(…)^{{{text}}}", scripts.span)
        return Apply("power", (term, self.inside(list(row)).whole()), scripts.span)

    # --- application --------------------------------------------------------------------------------------------------

    def applied(self) -> bool:
        item = self.peek()
        if isinstance(item, Delimited):
            return item.left in ("(", "[", "（")
        return self.symbol() in ("(", "[")

    def is_function(self, symbol: str) -> bool:
        return (
            symbol in self.conventions.functions or symbol in FUNCTION_LETTERS or symbol.startswith(r"\text{")
        )

    def application(self, symbol: str, head: Term, primes: int, span: Span) -> Term:
        """``f(x)`` or a product: decided by what the post does with the symbol and by what stands in the brackets."""
        mark = self.at
        content = self.argument_items()
        parts = split_at_divergence(content) or split_at_commas(content)
        if self.is_square(mark) and not self.is_function(symbol):
            self.at = mark
            return head  # [ … ] after a plain symbol groups
        if any(isinstance(i, Symbol) and i.text in ("|", r"\mid", ";") for i in content) and len(parts) >= 1:
            if self.closing_bars(content):
                raise UnreadError(f"{symbol}(…|…)", span)
        if (
            symbol == r"\sigma"
            and len(parts) == 1
            and symbol not in self.conventions.functions
            and not primes
        ):
            if not self.choose("sigma"):
                return Apply("sigmoid", (self.inside(parts[0]).whole(),), span)
        if symbol in LANDAU:
            raise UnreadError(f"{symbol}(…)", span)
        if self.certainly_applied(symbol, parts, primes):
            return self.call(head, parts, primes, span)
        bare = len(parts) == 1 and _single_name(parts[0])
        applied_first = bare or (symbol in FUNCTION_LETTERS and not isinstance(head, Apply))
        if (bare or symbol in FUNCTION_LETTERS) and self.choose("application") != applied_first:
            return self.call(head, parts, primes, span)
        self.at = mark
        return head

    def certainly_applied(self, symbol: str, parts: Sequence[object], primes: int) -> bool:
        return bool(
            len(parts) > 1 or primes or symbol in self.conventions.functions or symbol.startswith(r"\text{")
        )

    def is_square(self, at: int) -> bool:
        item = self.row[at]
        return (isinstance(item, Delimited) and item.left == "[") or (
            isinstance(item, Symbol) and item.text == "["
        )

    @staticmethod
    def closing_bars(content: Sequence[Item]) -> bool:
        """Whether a bar in an argument list is a condition and no absolute value."""
        bars = sum(isinstance(i, Symbol) and i.text in ("|", r"\mid") for i in content)
        return bars % 2 == 1 or any(isinstance(i, Symbol) and i.text == ";" for i in content)

    def argument_items(self) -> list[Item]:
        item = self.peek()
        if isinstance(item, Delimited):
            self.take()
            return notation.items(item.body, grouped=False)
        return self.bracket_content()[1]

    def call(self, head: Term, parts: list[list[Item]], primes: int, span: Span) -> Term:
        arguments = tuple(self.inside(p).whole() for p in parts if p)
        if primes == 0:
            return Apply("call", (head, *arguments), span)
        if len(arguments) != 1:
            raise UnreadError("f'(…, …)", span)
        variable = Variable("⁎")
        body: Term = Apply("call", (head, variable), span)
        for _ in range(primes - 1):
            body = Apply("derivative", (body, variable), span)
        return Bind("differentiate", variable, arguments, body, span)

    def function(self, operator: str) -> Term:
        """A named function: ``\\sin^2 x``, ``\\log_2 8``, ``\\exp(…)``."""
        item = self.take()
        span = item.span
        power: Term | None = None
        base: Term | None = None
        while isinstance(self.peek(), Scripted):
            scripts = self.scripts()
            assert scripts is not None
            if scripts.primes:
                raise UnreadError(notation.latex(item) + "'", span)
            if scripts.subscript is not None:
                if operator != "log":
                    raise UnreadError(notation.latex(item) + "_", span)
                base = self.inner([scripts.subscript]).whole()
            if scripts.superscript is not None:
                power = self.inner([scripts.superscript]).whole()
        if power is not None and isinstance(power, Number) and power.value < 0:
            raise UnreadError(notation.latex(item) + "^{-1}", span)
        arguments = self.arguments_or_factor()
        if len(arguments) != 1:
            raise UnreadError(notation.latex(item) + "(…, …)", span)
        term: Term = Apply(operator, arguments, span)
        if base is not None:
            term = Apply("log_base", (base, arguments[0]), span)
        return term if power is None else Apply("power", (term, power), span)

    def arguments_or_factor(self) -> tuple[Term, ...]:
        """What a named function is applied to: brackets, or the factors that follow."""
        if self.applied() or self.symbol() == r"\{" or (isinstance(self.peek(), Delimited)):
            item = self.peek()
            if isinstance(item, Delimited):
                if item.left not in ("(", "[", r"\{", r"\lbrace", "（"):
                    return (self.factor(),)
                self.take()
                content = notation.items(item.body, grouped=False)
            else:
                content = self.bracket_content()[1]
            arguments = tuple(self.inside(p).whole() for p in split_at_commas(content))
            if self.starts_factor() and not self.function_follows() and len(arguments) == 1:
                if self.choose("argument"):
                    return (self.juxtaposed(arguments[0]),)
            return arguments
        if self.peek() is None:
            raise self.unread("function without argument")
        return (self.bare_argument(),)

    def bare_argument(self) -> Term:
        first = self.factor()
        if not self.starts_factor() or self.function_follows():
            if self.symbol() == "/" and self.choose("argument"):
                return self.quotient(first)
            return first
        mark = self.at
        more = self.juxtaposed(first)
        if self.choose("argument"):
            self.at = mark
            return first
        return more

    def juxtaposed(self, first: Term) -> Term:
        while self.starts_factor() and not self.function_follows():
            first = _times(first, self.factor(), first.origin)
        return first

    def function_follows(self) -> bool:
        item = self.peek()
        if isinstance(item, Symbol):
            return item.text[1:] in spelled() and item.text[0] == "\\"
        spelling = notation.word(item) if item is not None else None
        return spelling in spelled() if spelling else False

    # --- commands -------------------------------------------------------------------------------------------------------

    def of_command(self, item: Item) -> Term:
        spelling = notation.word(item)
        if spelling is not None:
            return self.of_word(spelling, item)
        assert isinstance(item, Command | Text)
        if isinstance(item, Command):
            construct = CONSTRUCTS.get(item.name)
            if construct is not None:
                self.take()
                return construct(self, item)
        if notation.name(item) is not None:
            return self.atom()
        raise self.unread(item.name if isinstance(item, Command) else None, item)

    def of_word(self, spelling: str, item: Item) -> Term:
        if spelling in spelled():
            following = self.peek(1)
            if following is None or isinstance(
                following, Symbol | Delimited | Digits | Group | Command | Scripted
            ):
                return self.function(spelled()[spelling])
        if spelling in ("max", "min"):
            from mathpost.maths import binders

            return binders.extreme(self, "maximum" if spelling == "max" else "minimum")
        if not spelling.isascii():
            raise self.unread(spelling, item)
        return self.atom()

    def infix(self, name: str, left: Group, right: Group, span: Span) -> Term:
        parts = (self.inner(left.body).whole(), self.inner(right.body).whole())
        if name == r"\over":
            return Apply("divide", parts, span)
        if name == r"\choose":
            return Apply("binomial", parts, span)
        raise UnreadError(name, span)

    def environment(self, node: Environment) -> Term:
        if node.name not in ("cases", "dcases", "cases*", "rcases"):
            raise UnreadError(rf"\begin{{{node.name}}}", node.span)
        arguments: list[Term] = []
        for k, row in enumerate(node.rows):
            cells = [c for c in row.cells if c.body]
            if not cells:
                continue
            arguments.append(self.inner(_without_commas(cells[0])).whole())
            condition = self.condition(cells[1]) if len(cells) > 1 else None
            if condition is not None:
                arguments.append(condition)
            elif k != len(node.rows) - 1 and any(c.body for r in node.rows[k + 1 :] for c in r.cells):
                raise UnreadError("case without condition", row.span)
        return Apply("cases", tuple(arguments), node.span)

    def condition(self, cell: Cell) -> Term | None:
        """The condition of a case; None for "otherwise"."""
        row = [i for i in notation.items(cell.body) if not (isinstance(i, Symbol) and i.text in (",", "，"))]
        words = {"if", "when", "for", "如果", "若", "当", "时", "若 ", "if "}
        row = [i for i in row if (notation.word(i) or "").strip() not in words or notation.word(i) is None]
        said = "".join((notation.word(i) or "") for i in row).strip().lower()
        if said in ("otherwise", "else", "其他", "其它", "否则", "otherwise."):
            return None
        return self.proposition(row)


# --- constructs with arguments ------------------------------------------------------------------------------------------


def _fraction(reader: Reader, node: Command) -> Term:
    from mathpost.maths import binders

    derivative = binders.derivative(reader, node)
    if derivative is not None:
        return derivative
    top, bottom = (reader.inner(_body(a)).whole() for a in node.arguments[-2:])
    return Apply("divide", (top, bottom), node.span)


def _square_root(reader: Reader, node: Command) -> Term:
    inner = reader.inner(_body(node.arguments[0])).whole()
    if node.options:
        return Apply("root", (inner, reader.inner(_body(node.options[0])).whole()), node.span)
    return Apply("sqrt", (inner,), node.span)


def _binomial(reader: Reader, node: Command) -> Term:
    return Apply("binomial", tuple(reader.inner(_body(a)).whole() for a in node.arguments), node.span)


def _overline(reader: Reader, node: Command) -> Term:
    """``\\overline{z}`` is a name where it stands over one symbol; longer, it may mean conjugate or mean."""
    if notation.name(node) is not None:
        reader.at -= 1
        return reader.atom()
    raise UnreadError(node.name, node.span)


CONSTRUCTS: dict[str, Callable[[Reader, Command], Term]] = {
    r"\frac": _fraction,
    r"\dfrac": _fraction,
    r"\tfrac": _fraction,
    r"\cfrac": _fraction,
    r"\sqrt": _square_root,
    r"\binom": _binomial,
    r"\dbinom": _binomial,
    r"\tbinom": _binomial,
    r"\overline": _overline,
}


# --- small questions --------------------------------------------------------------------------------------------------


def split_at_commas(row: Sequence[Item]) -> list[list[Item]]:
    """The parts of `row` between commas outside brackets."""
    parts: list[list[Item]] = [[]]
    depth = 0
    for item in row:
        text = item.text if isinstance(item, Symbol) else ""
        depth += (text in OPENERS) - (text in CLOSERS)
        if text in (",", "，", ";") and depth == 0:
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def split_at_divergence(row: Sequence[Item]) -> list[list[Item]]:
    """The two sides of ``p \\| q``, as divergences write their arguments; empty where no single bar pair stands."""
    marks = [k for k, i in enumerate(row) if isinstance(i, Symbol) and i.text in (r"\|", r"\parallel")]
    return [list(row[: marks[0]]), list(row[marks[0] + 1 :])] if len(marks) == 1 else []


def _body(node: Node) -> tuple[Node, ...]:
    return node.body if isinstance(node, Group) else (node,)


def _opened(node: Node) -> list[Item]:
    """The items of a script: braces around it say nothing."""
    row = notation.items(_body(node), grouped=False)
    while len(row) == 1 and isinstance(row[0], Group):
        row = notation.items(row[0].body, grouped=False)
    return row


def _without_commas(cell: Cell) -> tuple[Node, ...]:
    body = cell.body
    while body and isinstance(body[-1], Symbol) and body[-1].text in (",", "，", "\\,", "\\quad", ";"):
        body = body[:-1]
    return body


def _times(a: Term, b: Term, span: Span) -> Term:
    if isinstance(a, Apply) and a.operator == "multiply":
        return Apply("multiply", (*a.arguments, b), a.origin)
    return Apply("multiply", (a, b), span)


def _percent(term: Term) -> Term:
    if isinstance(term, Number):
        return Number(term.value / 100, (term.places or 0) + 2, term.origin)
    return Apply("divide", (term, Number(Fraction(100))), term.origin)


def _nameable(text: str) -> bool:
    return notation.name(Symbol(text, Span(0, 0))) is not None or (text[:1] == "\\" and text[1:] in spelled()) or text in (
        r"\infty", r"\lim", r"\Re", r"\Im",
    )  # fmt: skip


def _single_name(row: Sequence[Item]) -> bool:
    """Whether `row` is one symbol, with or without scripts: ``x``, ``x_t``, ``\\boldsymbol{x}``."""
    return bool(row) and notation.name(row[0]) is not None and all(isinstance(i, Scripted) for i in row[1:])


def _index_like(term: Term) -> bool:
    """An index is built from letters and integers by arithmetic, floor and ceiling."""
    match term:
        case Number(value=value):
            return value.denominator == 1
        case Variable(name=name):
            return (
                name in INDEX_LETTERS or name in BOUND_CAPITALS or name == "d" or len(name.rstrip("'")) == 1
            )
        case Apply(operator=operator, arguments=arguments):
            if operator == "index":
                return isinstance(arguments[0], Variable) and all(map(_index_like, arguments))
            return operator in ("add", "negate", "multiply", "divide", "floor", "ceiling") and all(
                map(_index_like, arguments)
            )
    return False


def second_readings(
    conventions: Conventions, ambiguities: frozenset[str], limit: int = 8
) -> list[Conventions]:
    """The conventions that read `ambiguities` otherwise: each alone, then all pairs, at most `limit`."""
    names = sorted(ambiguities - conventions.choices)
    singles = [frozenset([n]) for n in names]
    pairs = [frozenset([a, b]) for k, a in enumerate(names) for b in names[k + 1 :]]
    return [replace(conventions, choices=conventions.choices | c) for c in (singles + pairs)[:limit]]
