r"""A full-width character in a formula: `（`, `，`, `＝`, typed with a Chinese input method.

It is set in another font, too wide, and programs do not recognise it as a bracket or operator. In Chinese text these
characters are correct.

    bad:  $m_H（\epsilon，\delta）$
    good: $m_H(\epsilon, \delta)$
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.document.document import Formula
from mathpost.latex.tree import Symbol
from mathpost.rules import Measured, Subject
from mathpost.rules.expressions import Expression
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety
from mathpost.text.source import Span

CODE = "L216"
NAME = "full-width-sign"
SEVERITY = Severity.WARNING
MEASURED = Measured(hits=28, posts=8, read=28, right=28)

_SIGNS = dict(zip("（）【】＝＋－＜＞／｜，：；", "()[]=+-<>/|,:;", strict=True))


_PARTNERS = {"（": ")）", "）": "(（", "【": "]】", "】": "[【"}


def find(subject: Subject) -> Iterator[Diagnostic]:
    text = subject.document.source.text
    for formula, expressions in subject.expressions:
        for expression in () if text[slice(*formula.span)].isascii() else expressions:
            for span, sign in _signs(expression):
                if not _has_partner(text, formula, sign):
                    continue  # the sentence has it
                plain = _SIGNS[sign]
                new = plain + " " if plain in ",;" else plain
                fix = Fix(f"write {plain}", (Edit(span, new),), Safety.SAFE)
                message = f"{sign} is a sign for Chinese text: write {plain}"
                yield Diagnostic(CODE, NAME, SEVERITY, span, message, (), fix)


def _has_partner(text: str, formula: Formula, sign: str) -> bool:
    """Whether the other bracket of a pair is in the formula, too."""
    partner = _PARTNERS.get(sign, "")
    return not partner or any(each in text[slice(*formula.body)] for each in partner)


def _signs(expression: Expression) -> Iterator[tuple[Span, str]]:
    """Full-width signs that no Chinese word is next to; a bracket goes with the other one of its pair."""
    atoms = expression.atoms
    signs = [k for k, atom in enumerate(atoms) if atom.text in _SIGNS and isinstance(atom.nucleus, Symbol)]
    of_words = {k for k in signs if any(a.kind == "words" for a in atoms[max(k - 1, 0) : k + 2])}
    for opens, closes in _pairs(signs, expression.texts):
        if not of_words.isdisjoint((opens, closes)):
            of_words |= {opens, closes}
    if "、" in expression.texts:  # a list in Chinese
        of_words |= {k for k in signs if atoms[k].text in "，：；"}
    yield from ((atoms[k].nucleus.span, atoms[k].text) for k in signs if k not in of_words)


def _pairs(signs: Sequence[int], texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The full-width brackets that belong together."""
    waiting: list[int] = []
    for k in signs:
        if texts[k] in "（【":
            waiting.append(k)
        elif waiting and texts[k] in _PARTNERS.get(texts[waiting[-1]], ""):
            yield waiting.pop(), k
