r"""A step introduces a quantity that the post never uses again.

A name (“令 …”, “let …”) without a use is left over from an earlier draft, or the step that needs it is missing. Not
reported: definitions of terms, the last formula of a section, chains of several steps, equations that are referenced,
sets, and names used in the post's code.

```markdown
Let

$$
z = \frac{x + 1}{2}
$$

Then

$$
x^2 - 1 = (x - 1)(x + 1)
$$
```
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from mathpost.maths.lexicon.cues import last_clause
from mathpost.maths.lexicon.sections import Sections
from mathpost.maths.notation.letters import letters, symbols
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "D004"
NAME = "unused-step"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=1, posts=1, read=1, right=1, of=1523)

_NAMING = ("令", "记", "设", "引入", "定义")
_NAMING_WORDS = frozenset(["let", "define", "denote", "set", "introduce", "put", "write"])
_DEFINING = ("定义", "define", "definition")
_OTHER_WORDS = ("假设", "标记", "即令", "等价地令")  # which end in a naming one and introduce nothing new
_GENERIC = ("辅助函数", "函数", "变量", "the", "us", "function", "also", "我们")
_RESTATING = frozenset(["equivalently", "i.e.", "is,"])
_REACH = 80  # characters before a formula


def find(subject: Subject) -> Iterator[Diagnostic]:
    spoken = _occurrences(subject)
    pointed = _pointed_at(subject)
    sections = Sections(subject.document.headings)
    programs = _identifiers(subject)
    for number, step in enumerate(subject.steps):
        name = _named(subject, number)
        if (
            name is None
            or step.formula in pointed
            or _is_used(name, step, spoken)
            or _letters_of(name) in programs
        ):
            continue
        goes_on = any(
            s.formula != step.formula and sections.covers(step.span.start, s.span.start)
            for s in subject.steps[number + 1 :]
        )
        if goes_on:
            message = f"{name} is introduced here and used nowhere"
            yield Diagnostic(CODE, NAME, SEVERITY, step.left.span, message)


def _is_used(name: str, step: Step, spoken: Counter[str]) -> bool:
    """Whether the post uses `name` elsewhere, or the quantity that it estimates, or the elements of the set that it names."""
    core = bare(name).removeprefix(r"\hat{").removesuffix("}") if name.startswith(r"\hat{") else bare(name)
    is_set = step.right.text.lstrip(" {").startswith(r"\{")
    return is_set or max(spoken[bare(name)], spoken[core]) > 1 or bare(name) in letters(step.right.nodes)


def _identifiers(subject: Subject) -> frozenset[str]:
    """The names in the programs of the post, small and without underscores."""
    text = subject.document.source.text
    found: set[str] = set()
    for block in subject.document.code:
        row = "".join(c if c.isalnum() or c == "_" else " " for c in text[slice(*block.span)])
        found.update(word.replace("_", "").lower() for word in row.split())
    return frozenset(found)


def _letters_of(name: str) -> str:
    """A symbol as a program would spell it: ``a22`` of ``A_{22}``."""
    return "".join(c for c in name.lower() if c.isalnum())


def _pointed_at(subject: Subject) -> frozenset[int]:
    """The formulas whose label or number the post refers to."""
    targets = {reference.target for reference in subject.document.references}
    shown = subject.numbering.shown
    return frozenset(
        f.index
        for f in subject.document.formulas
        if any(label.name in targets for row in f.rows for label in row.labels)
        or not targets.isdisjoint(shown[f.index])
    )


def _occurrences(subject: Subject) -> Counter[str]:
    """In how many formulas a letter occurs, with macros of the post expanded; within one formula, in how many steps."""
    found: Counter[str] = Counter()
    steps: dict[int, list[Step]] = {}
    for step in subject.steps:
        steps.setdefault(step.formula, []).append(step)
    for formula in subject.document.formulas:
        own = steps.get(formula.index, [])
        if len(own) > 1:
            found.update(chain.from_iterable(symbols(s) for s in own))
        else:
            found.update(letters(formula.definitions.written_out(formula.tree).body))
    return found


def _named(subject: Subject, number: int) -> str | None:
    """The symbol that a step introduces with a word for it, if the formula does nothing else."""
    from mathpost.maths.elaboration.heads import head, is_number

    step = subject.steps[number]
    following = subject.steps[number + 1 : number + 2]
    if (
        step.role != "definition"
        or step.sign not in ("=", ":=")
        or step.interior
        or is_number(step.right.nodes)
    ):
        return None
    if any(s.interior and s.formula == step.formula for s in following):
        return None
    start = subject.document.formulas[step.formula].span.start
    if not _introduces(last_clause(subject.document.source.text[max(0, start - _REACH) : start])):
        return None
    name = head(step.left.nodes)
    worded = name is None or name.startswith(("(", r"\text", r"\operatorname", r"\mathrm"))
    return None if worded else str(name).removesuffix("()")


def _introduces(clause: str) -> bool:
    """Whether the words before a formula end in one that introduces a name, and do not repeat something in other words."""
    text = clause.lower().rstrip()
    if text.endswith(("*", ":", "：")) and text.rstrip("*:： ").endswith(_DEFINING):
        return False  # the head of a definition
    text = text.rstrip("*:： $")
    shorter = None
    while shorter != text:
        shorter = text
        for noun in _GENERIC:
            if text.endswith(noun) and (not noun.isascii() or text[-len(noun) - 1 : -len(noun)].isspace()):
                text = text.removesuffix(noun).rstrip("*:： ")
    if text.endswith(_OTHER_WORDS):
        return False
    words = text.split()
    if words and words[-1] in _NAMING_WORDS:
        return _RESTATING.isdisjoint(words)
    return text.endswith(_NAMING)
