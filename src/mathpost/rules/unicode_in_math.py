r"""A Unicode letter or sign in a formula, although LaTeX has a command: `α`, `≤`, `−`, or a Chinese word.

MathJax and KaTeX draw them. LaTeX stops or prints nothing unless the document loads `unicode-math`; Chinese words in
a formula must be inside `\text`. Only for the target LaTeX.

    bad (latex):  $α + 1$
    good (latex): $\alpha + 1$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.tree import Symbol
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety

CODE = "P005"
NAME = "unicode-in-math"
SEVERITY = Severity.WARNING

_COMMANDS = dict(
    zip(
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ",
        (
            r"\alpha \beta \gamma \delta \varepsilon \zeta \eta \theta \iota \kappa \lambda \mu \nu \xi \pi \rho \sigma "
            r"\tau \upsilon \varphi \chi \psi \omega \Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Phi \Psi \Omega"
        ).split(),
        strict=True,
    )
) | {
    "≤": r"\leq",
    "≥": r"\geq",
    "≠": r"\neq",
    "≈": r"\approx",
    "∈": r"\in",
    "∞": r"\infty",
    "∑": r"\sum",
    "∂": r"\partial",
    "∇": r"\nabla",
    "×": r"\times",
    "·": r"\cdot",
    "±": r"\pm",
    "→": r"\to",
    "⇒": r"\Rightarrow",
    "∀": r"\forall",
    "∃": r"\exists",
    "⊂": r"\subset",
    "∪": r"\cup",
    "∩": r"\cap",
    "√": "",
    "−": "-",
}


def find(subject: Subject) -> Iterator[Diagnostic]:
    if subject.target != "latex":
        return
    for _, expressions in subject.expressions:
        for expression in expressions:
            for atom in expression.atoms:
                if isinstance(atom.nucleus, Symbol) and not atom.text.isascii():
                    command = _COMMANDS.get(atom.text, "")
                    words = r"put it into \text" if atom.kind == "words" else "it may print nothing"
                    message = f"{atom.text} in a formula: " + (f"LaTeX has {command}" if command else words)
                    edit = Edit(atom.nucleus.span, command if command == "-" else f"{command} ")
                    fix = Fix(f"write {command}", (edit,), Safety.SAFE) if command else None
                    yield Diagnostic(CODE, NAME, SEVERITY, atom.nucleus.span, message, (), fix)
