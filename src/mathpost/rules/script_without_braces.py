r"""A script takes one sign only: `10^-3` prints a raised minus and a 3 on the line, `10^12` a raised 1 and
a 2.

Reported if a digit comes right after the sign or digit that was raised or lowered, and no letter follows:
`(2\pi)^32\omega` may be the product that it prints. `y_t-1` is reported if the post often writes `y_{t-1}`, or writes
it once and has spaces around its other signs; `p_max` if the post writes `_{max}`, `e^i\theta` and `e^-x` if it writes
`e^{i` and `e^{-`. A sum, product or union that a relation follows has lost the braces of its limit: `\sum_k=1^n`.

    bad:  $10^-3$
    good: $10^{-3}$
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from itertools import pairwise

from mathpost.latex.tree import Group, Node, Scripts, Symbol
from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L403"
NAME = "script-without-braces"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)


_OFTEN = 10
_SHORTEST = 3  # letters of a label
_SUMS = frozenset(
    [r"\sum", r"\prod", r"\coprod", r"\bigcup", r"\bigcap", r"\bigoplus", r"\bigotimes", r"\bigvee"]
)
_RATHER = 3  # times as many signs with spaces as without


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    usual = Counter(shift for _, node in subject.nodes(Scripts) if (shift := _shifted(node)))
    enough = 1 if usual and _spaces_its_signs(subject) else _OFTEN
    often = {shift for shift, times in usual.items() if times >= enough}
    for _, node in subject.nodes(Scripts):
        if often and (end := _end_of_shift(text, node, often)):
            yield _finding(text, Span(node.span.end - 1, end))
        for script in (node.subscript, node.superscript):
            end = _end(text, node, script)
            if script is not None and end > script.span.end:
                yield _finding(text, Span(script.span.start, end))
    yield from _limits(subject)
    yield from _cut_off(subject)


def _limits(subject: Subject) -> Iterator[Diagnostic]:
    r"""The limits of which only the first letter is one: ``\sum_k=1^n``, ``\bigcup_a\in A``."""
    for _, expression in subject.rows:
        for atom, behind in pairwise(expression.atoms):
            if (
                atom.text in _SUMS
                and behind.kind == "relation"
                and not (behind.text == r"\mid" and expression.texts.count(r"\mid") > 1)  # an absolute value
                and (letter := _only_letter(atom)) is not None
            ):
                message = (
                    f"only {letter.text} is a limit here: put braces around {letter.text} {behind.text} …"
                )
                yield Diagnostic(CODE, NAME, SEVERITY, Span(letter.span.start, behind.span.end), message)


def _only_letter(atom: Atom) -> Symbol | None:
    """The lower limit of an operator without an upper one, if it is a single letter."""
    node = atom.node
    lower = node.subscript if isinstance(node, Scripts) and node.superscript is None else None
    return lower if isinstance(lower, Symbol) and lower.text.isalpha() else None


def _cut_off(subject: Subject) -> Iterator[Diagnostic]:
    """The scripts that the post has braces around elsewhere: ``p_max`` beside ``_{max}``, ``e^i\\theta`` beside ``e^{i``."""
    text = subject.document.source.text
    nodes = [node for _, node in subject.nodes(Scripts)]
    labels = {label for node in nodes if (label := _label(node.subscript))}
    exponents = {text[e.span.start + 1] for node in nodes if isinstance(e := _exponent_of_e(node), Group)}
    for node in nodes:
        lower, upper = node.subscript, _exponent_of_e(node)
        if isinstance(lower, Symbol) and lower.span.end == node.span.end and lower.text.isalpha():
            end = lower.span.start
            while text[end : end + 1].isalpha() and text[end].isascii():
                end += 1
            if text[lower.span.start : end] in labels:
                yield _finding(text, Span(lower.span.start, end))
        elif isinstance(upper, Symbol) and upper.text in exponents and upper.text in "i-":
            behind = text[upper.span.end : upper.span.end + 2]
            if behind[:1].isalpha() or (behind[:1] == "\\" and behind[1:].isalpha() and behind[1:] != "q"):
                message = f"only {upper.text} is a script here: put braces around the whole exponent"
                yield Diagnostic(CODE, NAME, SEVERITY, upper.span, message)


def _label(script: Node | None) -> str:
    """The letters of a script ``{max}``; empty for any other one."""
    if not isinstance(script, Group) or not all(isinstance(each, Symbol) for each in script.body):
        return ""
    word = "".join(each.text for each in script.body if isinstance(each, Symbol))
    return word if len(word) >= _SHORTEST and word.isascii() and word.isalpha() else ""


def _exponent_of_e(node: Scripts) -> Node | None:
    """The superscript of an `e` without a subscript."""
    is_e = isinstance(node.base, Symbol) and node.base.text == "e" and node.subscript is None
    return node.superscript if is_e else None


def _spaces_its_signs(subject: Subject) -> bool:
    """Whether the author writes spaces around plus and minus, so that ``y_t-1`` is no difference."""
    text = subject.document.source.text
    before = [
        text[atom.span.start - 1]
        for _, expression in subject.rows
        if expression.place not in ("subscript", "superscript")
        for atom in expression.atoms[1:]
        if atom.text in ("+", "-")
    ]
    spaced = sum(each.isspace() for each in before)
    return spaced >= _RATHER * max(1, len(before) - spaced)


def _shifted(node: Scripts) -> tuple[str, str] | None:
    """The letter and the index of ``y_{t-1}``; None for any other script."""
    base, script = node.base, node.subscript
    if not isinstance(base, Symbol) or not isinstance(script, Group) or node.superscript is not None:
        return None
    index = [each.text for each in script.body if isinstance(each, Symbol)]
    whole = len(index) == len(script.body) == len("t-1")
    shift = whole and index[0].isalpha() and index[1] in "+-" and index[2].isdigit()
    return (base.text, "".join(index)) if shift else None


def _end_of_shift(text: str, node: Scripts, often: Container[tuple[str, str]]) -> int:
    """Where ``y_t-1`` ends, if it is one of the shifts that the post writes `often`; else 0."""
    base, script = node.base, node.subscript
    if not isinstance(base, Symbol) or not isinstance(script, Symbol) or node.superscript is not None:
        return 0
    end = node.span.end + 2
    behind = text[end : end + 1]
    shift = base.text, script.text + text[node.span.end : end]
    return end if shift in often and not (behind.isalnum() or behind in ("\\", "^", "_", "{")) else 0


def _finding(text: str, span: Span) -> Diagnostic:
    edits = (Edit(Span(span.start, span.start), "{"), Edit(Span(span.end, span.end), "}"))
    written = text[span.start : span.end]
    message = f"only {written[0]} is a script here: write {{{written}}}"
    return Diagnostic(
        CODE, NAME, SEVERITY, span, message, (), Fix("put braces around it", edits, Safety.UNSAFE)
    )


def _end(text: str, node: Scripts, script: Node | None) -> int:
    """Where the script ends that was meant; where it ends as written if nothing is wrong."""
    if not isinstance(script, Symbol) or script.span.end != node.span.end:
        return 0
    if isinstance(node.base, Symbol) and node.base.text in (r"\log", r"\lg"):  # \log_23: of 3 to the base 2
        return 0
    end = script.span.end
    number = script.text.isdigit() and script.text.isascii()
    if not (number or script.text == "-"):
        return end
    while end < len(text) and text[end].isascii() and text[end].isdigit():
        end += 1
    behind = text[end : end + 1]
    factor = behind.isalpha() or behind in (
        "\\",
        "^",
        "_",
    )  # (2\pi)^32\omega: a power, and a number before a letter
    return script.span.end if number and factor else end
