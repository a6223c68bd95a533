r"""A command has lost its backslash: `log(x)` is the product of three letters, `n leq m` that of five.

Renderers accept it and print letters in italics. Names of functions are reported if an argument follows, short names
(`mu`, `in`) only if they cannot be a product. Two kinds of words are not reported: a word that fills a whole script,
which is a label, and a word in the brackets of an array (`cnt[i + delta]`), which is a variable of a program. Formulas
in another language, such as Typst, are reported as one hint.

    bad:  $m = log(1/\delta)$
    good: $m = \log(1/\delta)$
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from string import ascii_letters

from mathpost.document.dialect import is_latex
from mathpost.latex.macros import macro
from mathpost.latex.tree import Delimited, Group, Scripts, Symbol
from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom
from mathpost.rules.words import BOLD, Word, words
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L401"
NAME = "command-without-backslash"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=5, posts=3, read=5, right=5)

FUNCTIONS = frozenset(
    "log ln lg exp sin cos tan cot sinh cosh tanh arcsin arccos arctan max min sup inf lim liminf limsup det dim ker "
    "gcd arg argmax argmin sum prod int Pr".split()
)
UNMISTAKABLE = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta theta vartheta kappa lambda sigma upsilon varphi omega Gamma Delta "
    "Theta Lambda Sigma Upsilon Omega leq geq neq cdot cdots ldots infty nabla partial approx equiv subseteq subset "
    "notin forall propto rightarrow leftarrow Rightarrow Leftrightarrow longrightarrow mapsto otimes oplus odot circ "
    "wedge langle rangle ell hbar qquad".split()
)
TAKING_GROUPS = frozenset(
    "frac sqrt text mathrm mathbf mathcal mathbb boldsymbol operatorname hat bar tilde vec overline binom dfrac".split()
)
SHORT = frozenset("mu nu xi pi eta rho tau phi chi psi".split())
RELATIONS = frozenset("le ge ne in to mid sim cap cup times".split())
_TAKE_BRACKETS = FUNCTIONS - frozenset(["sum", "prod", "int", "dim"])  # ln[x]
_NAMED = FUNCTIONS | UNMISTAKABLE | TAKING_GROUPS | SHORT
_NAMES = frozenset("sum prod max min sup inf int dim arg lim".split())
# as labels, words or abbreviations: x_{approx}, the bounds b_{geq}
_LABELS = frozenset("partial times right left leq geq neq approx equiv subset subseteq notin".split())
_SPACES = (r"\;", r"\,", r"\:", r"\space", r"\quad", "~", "\\")  # the last one before a space
_REACH = 24  # characters
_SHORTEST = 2  # letters of a word
_BOTH = frozenset(["katex", "mathjax"])
_OPERANDS = frozenset(["ord", "close", "unknown"])
_STARTS = frozenset(["ord", "open", "operator", "unknown", "bar"])


def find(subject: Subject) -> Iterator[Diagnostic]:
    found = _found(subject)
    if is_latex(subject.document):
        yield from found
        return
    for first in islice(found, 1):
        message = "the formulas of this post are not LaTeX (Typst or AsciiMath?): they are not checked"
        yield first._replace(severity=Severity.INFO, message=message, fix=None)


def _found(subject: Subject) -> Iterator[Diagnostic]:
    used = _Vocabulary(subject)
    arrays = _of_programs(subject)
    text = subject.document.source.text
    for word in subject.words:
        before = text[max(word.span.start - 2, 0) : word.span.start]
        if word.text in arrays or _is_among_words(text, word):
            continue
        name = word.text if before == "\\ " and word.text in _NAMED else _meant(word, used)
        if name and before[-1:] != "\\":  # two backslashes are L213
            yield _finding(word, name, _written(subject, name, scripted=word.scripted))


def _is_among_words(text: str, word: Word) -> bool:
    r"""Whether a word has spaces on both sides, ``for\;i\;in\;S``, and is a preposition or beside another word, ``get\;sum\;with``."""
    left = text[max(0, word.span.start - _REACH) : word.span.start].rstrip()
    right = text[word.span.end : word.span.end + _REACH].lstrip()
    first = next((space for space in _SPACES if left.endswith(space)), "")
    last = next((space for space in _SPACES if right.startswith(space)), "")
    if not (first and last):
        return False
    left, right = left.removesuffix(first).rstrip(), right.removeprefix(last).lstrip()
    name = len(left) - len(left.rstrip(ascii_letters))
    beside = (name >= _SHORTEST and left[-name - 1 : -name] != "\\") or right[:_SHORTEST].isalpha()
    return word.text in RELATIONS or beside


def _of_programs(subject: Subject) -> frozenset[str]:
    """The names of arrays in a post, and those in their brackets: ``sum[i]``, ``cnt[i+delta]``, ``sum_r = 0``."""
    found: set[str] = set()
    for word in subject.words:
        atoms = word.expression.atoms
        behind = word.behind
        if word.text in ("sum", "prod") and _is_array(word):
            found.add(word.text)
        if (
            behind is None
            or behind.text != "["
            or behind.span.start != word.span.end
            or word.text in _TAKE_BRACKETS
        ):
            continue
        close = next((k for k in range(word.last + 2, len(atoms)) if atoms[k].text == "]"), word.last + 1)
        inside = Span(behind.span.end, atoms[close].span.start)
        found.add(word.text)
        found |= {each.text for each in subject.words if inside.contains(each.span)}
    return frozenset(found)


def _written(subject: Subject, name: str, *, scripted: bool) -> str:
    r"""The command that the renderer has: MathJax has no ``\argmin``; if the renderer is not known, all must have it."""
    known = macro(f"\\{name}")
    if known is not None and (
        subject.target in known.works if subject.target_is_known else known.works >= _BOTH
    ):
        return f"\\{name}"
    return rf"\operatorname{'*' if scripted else ''}{{{name}}}"


def _finding(word: Word, name: str, new: str) -> Diagnostic:
    span = Span(word.span.end - len(name), word.span.end)
    edit = Edit(Span(span.start, span.start), "\\") if new == f"\\{name}" else Edit(span, new)
    message = f"{name} is set as a product of letters: write {new}"
    return Diagnostic(CODE, NAME, SEVERITY, span, message, (), Fix(f"write {new}", (edit,), Safety.UNSAFE))


def _meant(word: Word, used: _Vocabulary) -> str:
    """The name of the command that `word` is, or ends with; empty if it is none."""
    text = word.text
    if text == "Gamma" and _names_a_law(word):
        return ""
    behind = word.behind
    if behind is not None and (
        behind.text == r"\_" or _goes_on(word, behind)
    ):  # max\_distance, a name of a program
        return ""
    if text in UNMISTAKABLE:
        return "" if word.is_label and text in _LABELS else text
    if word.expression.font in BOLD:
        return text if text in SHORT and word.alone else ""
    if text in TAKING_GROUPS:
        return text if _takes_a_group(word) else ""
    if text in FUNCTIONS:
        return text if _has_an_argument(word) else ""
    if text[1:] in ("log", "exp", "sin", "cos") and text[0] not in "a":
        return text[1:] if _has_an_argument(word) else ""
    if text in RELATIONS:
        return text if _relates(word) else ""
    return text if text in SHORT and used.only_as_command(text) else ""


def _names_a_law(word: Word) -> bool:
    r"""Whether the word is a distribution, not a function: ``X \sim Gamma(a, b)``, ``Inverse-Gamma``, or two parameters
    after it.
    """
    before, behind = word.before, word.behind
    if before is not None and before.text in (r"\sim", "-"):
        return True
    if behind is None or behind.kind != "open":
        return False
    rest = word.expression.atoms[word.last + 1 :]
    closes = next((k for k, atom in enumerate(rest) if atom.kind == "close"), len(rest))
    return any(atom.text == "," for atom in rest[:closes])


def _takes_a_group(word: Word) -> bool:
    """Whether a group, or the digits of ``frac12``, comes directly after the last letter."""
    behind = word.behind
    if behind is None or word.scripted or behind.span.start != word.span.end:
        return False
    return isinstance(behind.nucleus, Group) or (word.text == "frac" and behind.text.isdigit())


def _has_an_argument(word: Word) -> bool:
    behind = word.behind
    if word.is_label:
        return False
    if behind is not None and _goes_on(word, behind):
        return False
    if word.text == "int" and not word.scripted:  # of a set, its interior; of a number, its integer part
        return False
    if word.text in ("Pr", "inf", "arg", "dim") and not word.scripted:
        return behind is not None and (behind.kind == "open" or isinstance(behind.nucleus, Delimited))
    if _is_array(word):
        return False
    return word.scripted or (behind is not None and behind.kind in _STARTS)


def _is_array(word: Word) -> bool:
    """Whether the word has a script and no argument: $sum_i$ is the name of an array, $inf_t = 2$ that of a series."""
    behind = word.behind
    return word.text in _NAMES and word.scripted and (behind is None or behind.kind not in _STARTS)


def _goes_on(word: Word, behind: Atom) -> bool:
    """Whether letters follow the script directly: ``max_rotation``, a name of a program."""
    node = word.expression.atoms[word.last].node
    touches = node.span.end == behind.span.start and behind.text.isalpha() and behind.text.isascii()
    return touches and isinstance(node, Scripts) and isinstance(node.subscript, Symbol)


def _relates(word: Word) -> bool:
    """Whether the word is a relation with an operand on each side, with spaces around it."""
    before, behind = word.before, word.behind
    if before is None or behind is None or word.scripted:
        return False
    apart = before.span.end < word.span.start and word.span.end < behind.span.start
    return apart and before.kind in _OPERANDS and behind.kind in _STARTS


class _Vocabulary:
    """The symbols that a post uses, collected on first use."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._symbols: set[str] | None = None

    def only_as_command(self, name: str) -> bool:
        r"""Whether the post writes ``\mu``, and neither ``m`` nor ``u`` alone."""
        if self._symbols is None:
            self._symbols = set(self._gathered())
        return f"\\{name}" in self._symbols and not self._symbols & set(name)

    def _gathered(self) -> Iterator[str]:
        for _, expressions in self._subject.expressions:
            for expression in expressions:
                taken = {index for word in words(expression) for index in range(word.first, word.last + 1)}
                yield from (a.text for index, a in enumerate(expression.atoms) if index not in taken)
