"""The rules that check a post: one file per rule, in name order; two rules with the same code or name are an error.

A rule is a module: its docstring is its page of the manual (what, why, an example, the fix), `CODE`, `NAME` and
`SEVERITY` are constants, and `find` yields the findings of one post. A rule uses the results of reading and planning;
it never parses. `MEASURED` counts its findings on real posts and those with which the author would agree. `OPT_IN`
marks a rule that is off by default.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from itertools import takewhile
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

from mathpost.document import damage, portability
from mathpost.document.dialect import is_latex
from mathpost.document.document import Document, Formula, authored
from mathpost.document.numbering import Numbering
from mathpost.document.passages import Passage, passages
from mathpost.latex.tree import Fault, Node, Symbol, compounds, walk
from mathpost.maths.notation.step import Step
from mathpost.rules.expressions import Expression, expressions
from mathpost.rules.letters import letters
from mathpost.rules.notation import Habits as Habits
from mathpost.rules.notation import Spellings, spellings
from mathpost.rules.words import Word, words
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.source import Span
from mathpost.verify.interpretation.verdict import Verdict

if TYPE_CHECKING:
    from mathpost.verify.programs.comparison import Compared

_OF_MARKDOWN = ("L2", "P008", "P009")  # traces of Markdown engines and scrapers in formulas
_OF_NUMBERS = "N"  # no renderer decides these
_OF_WORDS = "L401"  # signs of a post in which formulas are not LaTeX
_OTHER = {"mathjax": "katex", "katex": "mathjax"}
UNKNOWN = (
    "it depends on what draws the page, and nothing here names that (`flavour` and `target` of the settings)"
)
_SIGNS = frozenset("\\^=<>+")
N = TypeVar("N", bound=Node)


@dataclass(frozen=True)
class Subject:
    """One post as every rule sees it.

    `verdicts` correspond to `steps`, with None for a step that was not verified; empty if verification was not
    requested. `habits` are the spellings that the posts of the run, this one included, use where several are possible.
    `names` are all targets of references in the site that the post is built with, None if they are unknown; `pointed`
    those that a reference uses. `compared` are the fences of code that were compared with formulas. `in_a_site`: files
    of a site determine the flavour. `target_is_known`: settings, the post or its site name the renderer, or its builder
    has one. `uses_beside` counts how often the posts beside it use a command.
    """

    document: Document
    numbering: Numbering
    steps: Sequence[Step]
    verdicts: Sequence[Verdict | None]
    target: str
    habits: Habits = field(default_factory=dict)
    names: frozenset[str] | None = None
    pointed: frozenset[str] = frozenset()
    compared: Sequence[Compared] = ()
    in_a_site: bool = False
    target_is_known: bool = True
    uses_beside: Callable[[str], int] = field(default=lambda _: 0, compare=False)

    @property
    def judged(self) -> Iterator[tuple[Step, Verdict | None]]:
        """The steps with their verdicts, if verification was requested."""
        if self.verdicts:
            yield from zip(self.steps, self.verdicts, strict=True)

    @cached_property
    def expressions(self) -> tuple[tuple[Formula, tuple[Expression, ...]], ...]:
        """The rows of atoms of every formula except those in a language of their own, such as `tikzcd`."""
        return tuple(
            (formula, tuple(expressions(formula.tree)))
            for formula in self.document.formulas
            if not any(fault.is_foreign for fault in formula.faults)
        )

    @cached_property
    def cells(self) -> dict[Span, Expression]:
        """The cells of all environments, by their places."""
        return {e.span: e for _, found in self.expressions for e in found if e.place == "cell"}

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The runs of letters that no command sets as a word, in all formulas."""
        return tuple(word for _, found in self.expressions for e in found for word in words(e))

    def names_a_variable(self, at: int) -> bool:
        """Whether the dollar at `at` begins the name of a variable in a program, `$PATH`, in a post without formulas."""
        name = self.document.source.text[at + 1 : at + 3]
        named = (
            len(name) == len("ab")
            and (name[0].isalpha() or name[0] in "_/")
            and (name[1].isalnum() or name[1] == "_")
        )
        return named and not self._has_mathematics

    def has_mathematics_near(self, at: int) -> bool:
        """Whether the paragraph of this place contains a formula, a LaTeX command, or a single letter beside a dollar."""
        index = bisect_right(self._paragraphs, at)
        if index not in self._mathematical:
            edges = (0, *self._paragraphs[index - 1 : index]) if index else (0,)
            end = self._paragraphs[index] if index < len(self._paragraphs) else len(self.document.source.text)
            self._mathematical[index] = self._is_mathematical(edges[-1], end)
        return self._mathematical[index]

    def _is_mathematical(self, start: int, end: int) -> bool:
        text = self.document.source.text
        formulas = self.document.formulas
        first = bisect_left(formulas, start, key=lambda formula: formula.span.start)
        for formula in takewhile(lambda each: each.span.start < end, formulas[first:]):
            if not _SIGNS.isdisjoint(text[slice(*formula.body)]) or formula.body.length == 1:
                return True
        signs = (k for k in range(start, end) if text[k] in "\\$")
        return any(
            _is_letter(text, k + 1) if text[k] == "\\" else _has_one_letter_beside(text, k) for k in signs
        )

    @cached_property
    def _paragraphs(self) -> list[int]:
        """The places of the blank lines of the post."""
        text = self.document.source.text
        found = [-1]
        while (at := text.find("\n\n", found[-1] + 1)) >= 0:
            found.append(at)
        return found[1:]

    @cached_property
    def _mathematical(self) -> dict[int, bool]:
        """Whether each paragraph examined so far has mathematics, by its number."""
        return {}

    @cached_property
    def _has_mathematics(self) -> bool:
        text = self.document.source.text
        return any(not _SIGNS.isdisjoint(text[slice(*formula.body)]) for formula in self.document.formulas)

    @cached_property
    def prose(self) -> str:
        """The text, with blanks of equal length for everything that is not prose."""
        return damage.prose(self.document)

    @cached_property
    def rows(self) -> tuple[tuple[Formula, Expression], ...]:
        """The expressions of at least two atoms."""
        return tuple((formula, e) for formula, found in self.expressions for e in found if len(e.atoms) > 1)

    def nodes(self, kind: type[N]) -> Sequence[tuple[Formula, N]]:
        """Every node of one kind with its formula, in the order of the post; for plain symbols, use `symbols`."""
        return self._nodes.get(kind, ())

    @cached_property
    def _nodes(self) -> dict[type[Any], list[tuple[Formula, Any]]]:
        found: dict[type[Any], list[tuple[Formula, Any]]] = {}
        for formula in self.document.formulas:
            for node in compounds(formula.tree):
                found.setdefault(type(node), []).append((formula, node))
        return found

    @cached_property
    def symbols(self) -> tuple[tuple[Formula, Symbol], ...]:
        """Every symbol with its formula, in the order of the post."""
        nodes = ((formula, node) for formula in self.document.formulas for node in walk(formula.tree))
        return tuple((formula, node) for formula, node in nodes if isinstance(node, Symbol))

    @cached_property
    def faults(self) -> dict[str, list[tuple[Formula, Fault]]]:
        """The faults that the parser found, by code, each with its formula.

        If no renderer is known, only faults of numbers and faults in each renderer that draws pages.
        """
        found: dict[str, list[tuple[Formula, Fault]]] = {}
        for formula in self.document.formulas:
            elsewhere = None if self.target_is_known else _elsewhere(self, formula)
            for fault in formula.faults:
                numbers = fault.code.startswith(_OF_NUMBERS)
                if elsewhere is None or numbers or any(_touch(fault.span, span) for span in elsewhere):
                    found.setdefault(fault.code, []).append((formula, fault))
        return found

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """Headings, words, displays and statements in the order of the post, without what the program wrote."""
        return passages(authored(self.document))

    @cached_property
    def first_letters(self) -> dict[str, int]:
        """The index of the first formula with each letter of the post."""
        found: dict[str, int] = {}
        for formula, rows in self.expressions:
            for letter in letters(rows):
                found.setdefault(letter, formula.index)
        return found

    @cached_property
    def inline_letters(self) -> frozenset[str]:
        """The letters that occur in the text, not only in displays."""
        inline = (letters(each) for formula, each in self.expressions if formula.kind == "inline")
        return frozenset[str]().union(*inline)

    @cached_property
    def spellings(self) -> tuple[Spellings, ...]:
        """The notation of the post where several are possible."""
        return spellings(expression for _, found in self.expressions for expression in found)


class Measured(NamedTuple):
    """Findings of a rule on the open posts (`of` posts in several dialects and two languages), how many of them were
    read one by one in their context, and with how many of these the author of the post would agree.
    """

    hits: int
    posts: int
    read: int
    right: int
    of: int = 699


class Rule(Protocol):
    """A module of this folder."""

    __doc__: str | None
    CODE: str
    NAME: str
    SEVERITY: Severity

    def find(self, subject: Subject) -> Iterator[Diagnostic]: ...


class DuplicateRuleError(ValueError):
    """Two files claim the same code or name."""


@cache
def registry() -> tuple[Rule, ...]:
    """All rules, by code."""
    modules = [import_module(f"{__name__}.{name}") for name in sorted(m.name for m in iter_modules(__path__))]
    found = [cast("Rule", module) for module in modules if hasattr(module, "CODE")]
    for key in ("CODE", "NAME"):
        values = [getattr(rule, key) for rule in found]
        taken = sorted({value for value in values if values.count(value) > 1})
        if taken:
            raise DuplicateRuleError(f"more than one rule is called {', '.join(taken)}")
    return tuple(sorted(found, key=lambda rule: rule.CODE))


@cache
def opt_in() -> frozenset[str]:
    """The codes of the rules that are off by default."""
    return frozenset(rule.CODE for rule in registry() if getattr(rule, "OPT_IN", False))


def measured(rule: Rule) -> Measured | None:
    """The measured precision on real posts; None for a rule that repeats findings of the parser or the numbering."""
    found: Measured | None = getattr(rule, "MEASURED", None)
    return found


def check(subject: Subject) -> tuple[Diagnostic, ...]:
    """Every finding of every rule, in the order of the file."""
    found = [diagnostic for rule in registry() for diagnostic in rule.find(subject)]
    return tuple(sorted(found, key=lambda d: (d.span, d.code, d.message)))


def explain(word: str) -> str | None:
    """The page of the rule with this code or name; None if there is none."""
    for rule in registry():
        if word.upper() == rule.CODE or word.lower() == rule.NAME:
            return rule.__doc__
    return None


def faults(subject: Subject, code: str) -> Iterator[tuple[Formula, Fault]]:
    """The faults that the parser reported under `code`, each with its formula."""
    yield from subject.faults.get(code, ())


def as_hint(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """One hint for all findings of a rule, if only some renderers refuse the commands and the renderer of the post is
    unknown.

    It is at the first place, with every fix.
    """
    every = list(found)
    if every:
        first = every[0]
        more = (Note(f"and in {len(every) - 1} more places"),) if len(every) > 1 else ()
        edits = tuple(edit for each in every if each.fix for edit in each.fix.edits)
        fix = first.fix and first.fix._replace(edits=edits)
        yield first._replace(severity=Severity.INFO, notes=(*more, Note(UNKNOWN)), fix=fix)


def _elsewhere(subject: Subject, formula: Formula) -> list[Span] | None:
    """The places where the other renderer of pages reports a fault in a formula; None if there is nothing to compare."""
    other = _OTHER.get(subject.target)
    if not formula.faults or other is None:
        return None
    return [fault.span for fault in portability.faults(subject.document, formula, other)]


def _is_letter(text: str, at: int) -> bool:
    return text[at : at + 1].isascii() and text[at : at + 1].isalpha()


def _has_one_letter_beside(text: str, at: int) -> bool:
    """Whether a single letter is directly before or after the dollar at this place."""
    before = at > 1 and _is_letter(text, at - 1) and not _is_letter(text, at - 2) and text[at - 2] != "\n"
    return before or (_is_letter(text, at + 1) and not _is_letter(text, at + 2))


def _touch(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def concerns(rule: Rule, document: Document) -> bool:
    """Whether a rule applies to a post in its flavour."""
    if rule.CODE[0] in "LP" and rule.CODE != _OF_WORDS and not is_latex(document):
        return False
    return not (document.flavour.renderer == "latex" and rule.CODE.startswith(_OF_MARKDOWN))


def strict(subject: Subject) -> bool:
    """Whether the target is as strict as LaTeX; MathJax accepts more."""
    return subject.target in ("katex", "latex")
