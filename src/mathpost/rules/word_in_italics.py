r"""The name of a function is in italics: `softmax(x)` is set as a product of seven letters.

`\operatorname` or `\text` sets it upright and spaces it as one word.

    bad:  $softmax(x) + 1$
    good: $\operatorname{softmax}(x) + 1$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.macros import macro
from mathpost.latex.spelling import is_word
from mathpost.latex.tree import Delimited, Scripts, Symbol
from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Atom
from mathpost.rules.words import Word
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety

CODE = "S001"
NAME = "word-in-italics"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=108, posts=23, read=50, right=50)


def find(subject: Subject) -> Iterator[Diagnostic]:
    for word in subject.words:
        if _is_a_function(word):
            new = rf"\operatorname{{{word.text}}}"
            fix = Fix(f"write {new}", (Edit(word.span, new),), Safety.UNSAFE)
            message = f"{word.text} is set as a product of letters"
            yield Diagnostic(CODE, NAME, SEVERITY, word.span, message, (), fix)


def _is_a_function(word: Word) -> bool:
    """Whether it is a pronounceable word with a bracket after it, and no LaTeX command has its name."""
    before, behind = word.before, word.behind
    if before is not None and _goes_on(before, word):
        return False
    applied = behind is not None and (behind.text in ("(", "[") or isinstance(behind.nucleus, Delimited))
    return applied and is_word(word.text, applied=True) and macro(f"\\{word.text}") is None


def _goes_on(before: Atom, word: Word) -> bool:
    """Whether the word goes on after the first letter of a script without braces: ``W_cubic(t)``."""
    node = before.node
    script = node.subscript or node.superscript if isinstance(node, Scripts) else None
    return isinstance(script, Symbol) and script.text.isalpha() and node.span.end == word.span.start
