"""What is wrong with a post: one file per rule, in name order; a code or name taken twice is refused.

A rule is a module: its docstring is its page of the manual (what, why, an example, the fix), `CODE`,
`NAME` and `SEVERITY` are constants, and `find` yields the findings of one post. A rule reads what was
read and planned before; it never parses. `MEASURED` says what became of its hits on real posts when they were
read; `OPT_IN` marks a rule that speaks only where it is asked for.
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

_OF_MARKDOWN = ("L2", "P008", "P009")  # what engines of Markdown and scrapers make of formulas
_OF_NUMBERS = "N"  # what no renderer decides
_OF_WORDS = "L401"  # tells of a post in which formulas are no LaTeX
_OTHER = {"mathjax": "katex", "katex": "mathjax"}
UNKNOWN = (
    "it depends on what draws the page, and nothing here names that (`flavour` and `target` of the settings)"
)
_SIGNS = frozenset("\\^=<>+")
N = TypeVar("N", bound=Node)


@dataclass(frozen=True)
class Subject:
    """One post as every rule sees it; `verdicts` are beside `steps`, None for a step that was not verified; there are
    none if they were not asked for.

    `habits` say how the posts of the run, this one included, write what can be written in several ways. `names` are all
    that something can point to in the site that the post is built with, None where that is not known; `pointed` those
    that something does point to. `compared` are the fences of code that were compared with formulas. `in_a_site`: files of a
    site tell the flavour; `target_is_known`: settings, the post or its site name the renderer, or its builder has one.
    `uses_beside` counts how often the posts beside it use a command.
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
        """The steps with their verdicts, if these were asked for."""
        if self.verdicts:
            yield from zip(self.steps, self.verdicts, strict=True)

    @cached_property
    def expressions(self) -> tuple[tuple[Formula, tuple[Expression, ...]], ...]:
        """The rows of atoms of every formula but those in a language of their own, such as `tikzcd`."""
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
        """Whether the dollar at `at` begins the name of a variable in a program, `$PATH`, in a post that has no formulas."""
        name = self.document.source.text[at + 1 : at + 3]
        named = (
            len(name) == len("ab")
            and (name[0].isalpha() or name[0] in "_/")
            and (name[1].isalnum() or name[1] == "_")
        )
        return named and not self._has_mathematics

    def has_mathematics_near(self, at: int) -> bool:
        """Does the paragraph of this place hold a formula, a command of LaTeX, or a single letter beside a dollar?"""
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
        """Where the blank lines of the post are."""
        text = self.document.source.text
        found = [-1]
        while (at := text.find("\n\n", found[-1] + 1)) >= 0:
            found.append(at)
        return found[1:]

    @cached_property
    def _mathematical(self) -> dict[int, bool]:
        """What is known of paragraphs, by their number."""
        return {}

    @cached_property
    def _has_mathematics(self) -> bool:
        text = self.document.source.text
        return any(not _SIGNS.isdisjoint(text[slice(*formula.body)]) for formula in self.document.formulas)

    @cached_property
    def prose(self) -> str:
        """The text with all that is not prose blanked, at equal length."""
        return damage.prose(self.document)

    @cached_property
    def rows(self) -> tuple[tuple[Formula, Expression], ...]:
        """The expressions of at least two atoms."""
        return tuple((formula, e) for formula, found in self.expressions for e in found if len(e.atoms) > 1)

    def nodes(self, kind: type[N]) -> Sequence[tuple[Formula, N]]:
        """Every node of one kind with its formula, in the order of the post; mere symbols are `symbols`."""
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
        """What the parser found wrong, by code, with the formula it is in; where no renderer is known, what is wrong with a number,
        or wrong in each renderer that draws pages.
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
    """Hits of a rule on the open posts (`of` posts in several dialects and two languages), how many of them were
    read one by one in their context, and how many of these its author would agree with.
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
    """What the parser reported under `code`, with the formula it is in."""
    yield from subject.faults.get(code, ())


def as_hint(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """One hint for all findings of a rule on what only some renderers refuse, where nobody knows which one draws the
    post: at the first place, with every fix.
    """
    every = list(found)
    if every:
        first = every[0]
        more = (Note(f"and in {len(every) - 1} more places"),) if len(every) > 1 else ()
        edits = tuple(edit for each in every if each.fix for edit in each.fix.edits)
        fix = first.fix and first.fix._replace(edits=edits)
        yield first._replace(severity=Severity.INFO, notes=(*more, Note(UNKNOWN)), fix=fix)


def _elsewhere(subject: Subject, formula: Formula) -> list[Span] | None:
    """The places in which the other renderer of pages finds fault with a formula; None if nothing has to be asked."""
    other = _OTHER.get(subject.target)
    if not formula.faults or other is None:
        return None
    return [fault.span for fault in portability.faults(subject.document, formula, other)]


def _is_letter(text: str, at: int) -> bool:
    return text[at : at + 1].isascii() and text[at : at + 1].isalpha()


def _has_one_letter_beside(text: str, at: int) -> bool:
    """Is there a single letter directly before or behind the dollar at this place?"""
    before = at > 1 and _is_letter(text, at - 1) and not _is_letter(text, at - 2) and text[at - 2] != "\n"
    return before or (_is_letter(text, at + 1) and not _is_letter(text, at + 2))


def _touch(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def concerns(rule: Rule, document: Document) -> bool:
    """Can a rule say something of a post in its flavour?"""
    if rule.CODE[0] in "LP" and rule.CODE != _OF_WORDS and not is_latex(document):
        return False
    return not (document.flavour.renderer == "latex" and rule.CODE.startswith(_OF_MARKDOWN))


def strict(subject: Subject) -> bool:
    """Whether the target is as strict as LaTeX; MathJax accepts more."""
    return subject.target in ("katex", "latex")
