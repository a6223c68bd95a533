"""The state of the parser without any grammar: a place in the tokens of one formula, and what is known there."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate
from typing import Literal, NamedTuple

from mathpost.latex.definitions import Definitions
from mathpost.latex.lexer import Reading, split
from mathpost.latex.macros import known_commands
from mathpost.latex.tree import Error, Fault, Node, Symbol
from mathpost.text.limits import CALLS_IN_PLACE, FAULTS
from mathpost.text.source import Span

LOOKAHEAD = 4
"""Empty tokens at the end: so far may anybody look ahead without asking where the formula ends."""

BREAKS = frozenset({r"\\", r"\cr", r"\newline", r"\tabularnewline"})
GROUP = frozenset({"", "}", "&", r"\end", r"\right"})
SCRIPTS = frozenset({"^", "_", "'", "’", r"\limits", r"\nolimits"})
INFIX = frozenset(
    {r"\over", r"\choose", r"\atop", r"\brace", r"\brack", r"\above"}
    | {r"\overwithdelims", r"\atopwithdelims", r"\abovewithdelims"}
)
NO_ARGUMENT = (
    GROUP
    | INFIX
    | BREAKS
    | {"^", "_", r"\limits", r"\nolimits", r"\middle", r"\endgroup", r"\hline", r"\hdashline"}
)
"""What cannot be the argument of a command without braces: it ends or continues something else."""

COMMANDS = known_commands()

WHERE = {"github": "mathjax"}
"""Targets that draw with the renderer of another one."""

_LEFT_OUT = re.compile(r"[%\s]")
"""Without a comment and white space every token counts."""

# Half of all nodes are symbols: created in C, each takes a third of the time of a call of the class.
_NEW = tuple.__new__

Construct = Literal["brace", "left", "environment", "option", "dollar", "group"]


KATEX_ACCENTS = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327"

RAW = frozenset({r"\href", r"\url", r"\includegraphics"})
# MathJax prints the words of a text command as written, a percent sign included.
RAW_FOR_MATHJAX = RAW | {name for name, entry in COMMANDS.items() if entry.arguments[:1] == ("text",)}


class Open(NamedTuple):
    """A construct that has begun and not ended: the token that opened it, and its name if it has one."""

    construct: Construct
    at: int
    name: str = ""


class TagScope:
    """Where a ``\\tag`` belongs: the environment (empty for the display itself), and the tags it already has."""

    __slots__ = ("allowed", "environment", "labels", "tags")

    def __init__(self, environment: str, allowed: bool) -> None:
        self.environment = environment
        self.allowed = allowed
        self.tags = 0
        self.labels = 0

    def next_row(self) -> None:
        self.tags = self.labels = 0


class Grammar(NamedTuple):
    """The constructs that contain each other, for the modules that read parts of them.

    `plain`: the commands that are only one symbol for a target.
    """

    until: Callable[[Cursor, frozenset[str], Callable[[str], bool]], tuple[Node, ...]]
    nucleus: Callable[[Cursor], Node]
    atom: Callable[[Cursor], Node]
    built_in: Callable[[Cursor, str], Node]
    plain: Callable[[str], frozenset[str]]


class Cursor:
    """The tokens that count (not spaces and comments), their places, and the open constructs.

    `texts` ends in empty tokens. `begins` are indices of the reading, `starts` and `ends` offsets of the file.
    """

    __slots__ = (
        "at",
        "begins",
        "body_of_macro",
        "cell_start",
        "definitions",
        "depth",
        "display",
        "ends",
        "faults",
        "fuel",
        "grammar",
        "lost",
        "mates",
        "mode",
        "opened",
        "plain",
        "read",
        "row_reported",
        "row_start",
        "rows",
        "scopes",
        "starts",
        "target",
        "texts",
        "unfolded",
        "where",
    )

    def __init__(
        self, grammar: Grammar, read: Reading, target: str, display: bool, definitions: Definitions
    ) -> None:
        self.grammar = grammar
        self.read = read
        self.target = target
        self.where = WHERE.get(target, target)
        self.plain = grammar.plain(target)
        self.display = display
        self.definitions = definitions
        self.at = 0
        self.depth = 0
        self.fuel = CALLS_IN_PLACE
        self.unfolded = False
        self.mode: Literal["math", "text"] = "math"
        self.body_of_macro = False
        self.faults: list[Fault] = []
        self.opened: list[Open] = []
        self.lost: list[str] = []
        self.scopes = [TagScope("", True)]
        self.row_start = -1
        self.rows = 0
        self.row_reported = -1
        self.cell_start = -1
        self.mates: dict[int, int] | None = None
        self._fill()

    def _fill(self) -> None:
        text, starts, ends = self.read
        every = split(text, RAW_FOR_MATHJAX if self.where == "mathjax" else RAW)
        bounds = list(accumulate(map(len, every), initial=0))
        if "%" in text:
            self._note_comments(every, bounds)
        if self.where == "katex" and not text.isascii():
            self._note_accents()
        begins, closes = bounds[:-1], bounds[1:]
        if _LEFT_OUT.search(text):
            kept = [k for k, t in enumerate(every) if t[0] != "%" and not t.isspace()]
            # a backslash before any white space is a control space
            every = [t if len(t := every[k]) != 2 or not t[1].isspace() else r"\ " for k in kept]
            begins, closes = [begins[k] for k in kept], [closes[k] for k in kept]
        if isinstance(starts, range):
            base = starts.start
            self.starts = [at + base for at in begins]
            self.ends = [at + base for at in closes]
            stop = starts.stop
        else:
            self.starts = [starts[at] for at in begins]
            self.ends = [ends[at - 1] for at in closes]
            stop = ends[-1] if ends else 0
        stop = self.ends[-1] if every else stop  # trailing spaces belong to no token
        self.texts = every + [""] * LOOKAHEAD
        self.begins = begins + [len(text)] * LOOKAHEAD
        self.starts += [stop] * LOOKAHEAD
        self.ends += [stop] * LOOKAHEAD

    def _note_comments(self, every: list[str], bounds: list[int]) -> None:
        """Add a fault for each comment directly after a digit: it is probably meant as a percent sign."""
        last = len(self.read.text) - 1
        for token, at in zip(every, bounds, strict=False):
            comment = token[0] == "%" and (len(token) > 1 or at == last)
            if comment and at and self.read.text[at - 1].isdigit():
                span = self.read.span(at, at + 1)
                self.fault("L012", span, "this percent sign comments out the rest of its line")

    def _note_accents(self) -> None:
        """Add a fault for each combining accent of Unicode that KaTeX does not know."""
        for at, character in enumerate(self.read.text):
            if "\u0300" <= character <= "\u036f" and character not in KATEX_ACCENTS:
                message = f"KaTeX knows no accent U+{ord(character):04X}"
                self.fault("P001", self.read.span(at, at + 1), message)

    def symbol_at(self, at: int) -> Symbol:
        return Symbol(self.texts[at], Span(self.starts[at], self.ends[at]))

    def symbol(self) -> Symbol:
        """The token at the cursor, taken."""
        at = self.at
        self.at = at + 1
        span = _NEW(Span, (self.starts[at], self.ends[at]))
        return _NEW(Symbol, (self.texts[at], span))

    def outside_closes(self, since: int) -> bool:
        """Whether the brace at the cursor closes a group that was opened before token `since`."""
        braces = [o.at for o in self.opened if o.construct == "brace"]
        mate = self.mate(self.at)
        return bool(braces) and (mate in braces or mate is None) and braces[-1] < since

    # --- places

    def span(self, first: int, last: int | None = None) -> Span:
        """The span from token `first` to token `last` (both included; by default the one before the cursor)."""
        last = self.at - 1 if last is None else last
        return Span(self.starts[first], max(self.ends[last], self.starts[first]))

    def raw(self, first: int, stop: int) -> str:
        """The reading from token `first` up to, not including, token `stop`, with its spaces."""
        if first >= stop:
            return ""
        if self.unfolded:
            return "".join(self.texts[first:stop])
        return self.read.text[self.begins[first] : self.begins[stop - 1] + len(self.texts[stop - 1])]

    def adjacent(self, at: int | None = None) -> bool:
        """Whether nothing, not even a space, is between token `at` (by default the next one) and the one before it."""
        at = self.at if at is None else at
        return self.begins[at] == self.begins[at - 1] + len(self.texts[at - 1])

    # --- faults

    def fault(self, code: str, span: Span, message: str) -> Fault:
        found = Fault(code, span, message)
        if len(self.faults) < FAULTS:
            self.faults.append(found)
        return found

    def error(self, code: str, span: Span, message: str, node: Node | None = None) -> Error:
        """A fault, as a node in its place."""
        return Error(self.fault(code, span, message), node, span if node is None else node.span)

    # --- open constructs

    def inside(self, construct: Construct, name: str = "") -> bool:
        return any(o.construct == construct and name in ("", o.name) for o in self.opened)

    def mate(self, index: int) -> int | None:
        """The brace that matches the brace at token `index`; only braces are counted."""
        if self.mates is None:
            self.mates = {}
            stack: list[int] = []
            for k, text in enumerate(self.texts):
                if text == "{":
                    stack.append(k)
                elif text == "}" and stack:
                    opener = stack.pop()
                    self.mates[opener] = k
                    self.mates[k] = opener
        return self.mates.get(index)

    def splice(self, first: int, stop: int, texts: list[str]) -> None:
        """Replace the tokens `first:stop` by `texts`; the new ones have the place of the call."""
        span = self.span(first, stop - 1)
        count = len(texts)
        self.texts[first:stop] = texts
        self.begins[first:stop] = [self.begins[first]] * count
        self.starts[first:stop] = [span.start] * count
        self.ends[first:stop] = [span.end] * count
        self.mates = None
        self.unfolded = True
        self.at = first
