r"""A derivation uses an equation that comes later: “代入式 (7)”, “by (7)”, before equation (7).

Either the reference is wrong, or the steps are in the wrong order. References that only look ahead (“see (7) below”,
“we shall prove (7)”) and displays that are announced (“we use (7):”) are not reported.

```markdown
Substituting $\eqref{eq:b}$ we get

\begin{equation}a = 1 \label{eq:a}\end{equation}

\begin{equation}b = 2 \label{eq:b}\end{equation}
```
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mathpost.maths.lexicon.cues import last_clause
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.source import Span

CODE = "D003"
NAME = "used-before-it-stands"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=2, posts=2, read=2, right=2, of=1523)

_SUBSTITUTIONS = (
    "代入",
    "带入",
    "substituting",
    "inserting",
    "plugging in",
    "plugging",
    "substitute",
    "insert",
)
_USES = (
    *("由", "根据", "利用", "使用", "结合", "从", "将", "把", "依据", "联立"),
    *("using", "use", "by", "from", "applying", "apply", "combining", "combine", "with the help of"),
)
_NOUNS = (
    *("公式", "方程", "等式", "式子", "恒等式", "条件", "约束", "式"),
    *(
        "equation",
        "equations",
        "eq.",
        "eqs.",
        "eq",
        "the",
        "formula",
        "identity",
        "relation",
        "definition",
        "condition",
    ),
    *("constraint", "expression", "$", "(", "（", "~"),
)
_AHEAD = ("below", "later", "further down", "in the next", "下面", "下文", "后面", "稍后", "之后的")
_NOT_YET = (
    "will",
    "shall",
    "'ll",
    "’ll",
    "would",
    "cannot",
    "can't",
    "不能",
    "无法",
    "可由",
    "将由",
    "将会",
    "书中",
)
_REACH = 40  # characters


def find(subject: Subject) -> Iterator[Diagnostic]:
    document = subject.document
    places = _places(subject)
    for reference in document.references:
        place = places.get(reference.target)
        if place is None or place.start < reference.span.start or _inside_one(subject, reference.span, place):
            continue
        text = document.source.text
        use = _use(text[max(reference.span.start - _REACH, 0) : reference.span.start])
        behind = text[reference.span.end : reference.span.end + _REACH].lower()
        if use is None or any(word in behind for word in _AHEAD):
            continue
        if use in _SUBSTITUTIONS or _is_apart(subject, reference.span, place):
            notes = (Note("the equation is here", place),)
            message = f"{reference.target} is used here but comes later"
            yield Diagnostic(CODE, NAME, SEVERITY, reference.span, message, notes)


def _places(subject: Subject) -> dict[str, Span]:
    """The places of the equations that a label, or a unique number, refers to."""
    formulas = subject.document.formulas
    numbers = Counter(number for f in formulas for number in set(subject.numbering.shown[f.index]))
    found = {n: f.span for f in formulas for n in subject.numbering.shown[f.index] if numbers[n] == 1}
    found.update({label.name: label.span for f in formulas for row in f.rows for label in row.labels})
    return found


def _is_apart(subject: Subject, reference: Span, place: Span) -> bool:
    """Whether another display is between a reference and the equation."""
    return any(
        f.kind == "display" and reference.end <= f.span.start and f.span.end <= place.start
        for f in subject.document.formulas
    )


def _inside_one(subject: Subject, reference: Span, label: Span) -> bool:
    """Whether both are in one formula."""
    return any(f.span.contains(reference) and f.span.contains(label) for f in subject.document.formulas)


def _use(before: str) -> str | None:
    """The word directly before a reference that says that it is used."""
    text = before.lower().rstrip()
    shorter = None
    while shorter != text:
        shorter = text
        for noun in _NOUNS:
            if text.endswith(noun) and (not noun[0].isalpha() or not noun.isascii() or _is_word(text, noun)):
                text = text.removesuffix(noun).rstrip()
    clause = last_clause(text)
    words = clause.split()
    if any(word in (words if word.isascii() and word.isalpha() else clause) for word in _NOT_YET):
        return None
    if words[-1:] == ["by"] and words[-2:-1] and words[-2].endswith(("ed", "en")):
        return None  # "given by": what it is, not what it is used for
    return next(
        (
            use
            for use in (*_SUBSTITUTIONS, *_USES)
            if text.endswith(use) and (not use.isascii() or _is_word(text, use))
        ),
        None,
    )


def _is_word(text: str, ending: str) -> bool:
    return not text.removesuffix(ending)[-1:].isalpha()
