r"""A formula is missing between the words: “其中 是学习率”, “定义为 ，”, “where is the learning rate”.

Scraping loses formulas that a page drew as images or built in JavaScript. What is left is a gap: a word that needs a
symbol, followed by white space and a verb or punctuation; empty brackets; one empty cell in a column of formulas. In
a post without any formula, at least three gaps must be found; there, impossible phrases (“将代入”, “第个”, “令，”, “of and”)
count as gaps too.

    bad:  其中 是学习率，而 $t$ 是步数。
    good: 其中 $\eta$ 是学习率，而 $t$ 是步数。
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document import damage
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "L209"
NAME = "lost-formula"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=0, posts=0, read=0, right=0)


def find(subject: Subject) -> Iterator[Diagnostic]:
    with_doubt = subject.document.formulas
    found = (
        damage.holes(subject.document, subject.prose)
        if with_doubt
        else damage.scraped_holes(subject.document, subject.prose)
    )
    for span in found:
        yield Diagnostic(CODE, NAME, SEVERITY, span, "a formula seems to be missing here")
