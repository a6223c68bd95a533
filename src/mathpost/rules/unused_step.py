r"""A step introduces a quantity that nothing else in the post speaks of.

What is named (“令 …”, “let …”) and never used is left over from an earlier draft, or the step that was to use it is
missing. The last formula of a section may be its result and is not looked at, nor is a chain of several steps, nor an
equation that the post points at, nor a set, nor what a definition says of something that has a name in words.

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

from mathpost.maths.cues import last_clause
from mathpost.maths.heads import head, is_number
from mathpost.maths.letters import bare, letters, symbols
from mathpost.maths.sections import Sections
from mathpost.maths.step import Step
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "D004"
NAME = "unused-step"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=2, posts=2, read=2, right=2)

_NAMING = ("令", "记", "设", "引入", "定义", "let", "define", "denote", "set", "introduce", "put")
_SAYING = ("定义为", "defined as", "defined by", "definition")
_REACH = 80  # characters before a formula


def find(subject: Subject) -> Iterator[Diagnostic]:
    spoken = _spoken(subject)
    pointed = _pointed_at(subject)
    sections = Sections(subject.document.headings)
    for number, step in enumerate(subject.steps):
        name = _named(subject, number)
        if name is None or step.formula in pointed or _is_used(name, step, spoken):
            continue
        goes_on = any(
            s.formula != step.formula and sections.covers(step.span.start, s.span.start)
            for s in subject.steps[number + 1 :]
        )
        if goes_on:
            message = f"{name} is introduced here and used nowhere"
            yield Diagnostic(CODE, NAME, SEVERITY, step.left.span, message)


def _is_used(name: str, step: Step, spoken: Counter[str]) -> bool:
    """Does the post speak of `name` elsewhere, or of what it is an estimate of? Of a set it may use the elements."""
    core = bare(name).removeprefix(r"\hat{").removesuffix("}") if name.startswith(r"\hat{") else bare(name)
    is_set = step.right.text.lstrip(" {").startswith(r"\{")
    return is_set or max(spoken[bare(name)], spoken[core]) > 1 or bare(name) in letters(step.right.nodes)


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


def _spoken(subject: Subject) -> Counter[str]:
    """In how many formulas a letter stands, macros of the post written out; in how many steps, within one formula."""
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
    """What a step introduces by a word for it, if that is all that its formula does."""
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
    clause = last_clause(subject.document.source.text[max(0, start - _REACH) : start]).lower().rstrip("*:： ")
    if any(word in clause for word in _SAYING) or clause.endswith(("为", " by", " as", "定义")):
        return None  # "… is defined as" says what something is, which is a result
    if not any(word in clause for word in _NAMING):
        return None
    name = head(step.left.nodes)
    worded = name is None or name.startswith(("(", r"\text", r"\operatorname", r"\mathrm"))
    return None if worded else str(name).removesuffix("()")
