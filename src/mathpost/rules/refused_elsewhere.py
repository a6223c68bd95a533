r"""Another renderer rejects a formula that the chosen one accepts.

Each formula is also checked for KaTeX, MathJax 3 and LaTeX with the AMS packages. The message says which one rejects it
and why. N013 reports labels.

```markdown
$x_\boldsymbol{a}$
```
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from mathpost.document import portability
from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.source import Span

CODE = "P011"
NAME = "refused-elsewhere"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=47, posts=26, read=47, right=47)

_REFERENCES = frozenset([r"\label", r"\ref", r"\eqref"])
_NAMES = {"katex": "KaTeX", "mathjax": "MathJax", "latex": "LaTeX"}


def find(subject: Subject) -> Iterator[Diagnostic]:
    found: defaultdict[tuple[Span, str], list[str]] = defaultdict(list)
    chosen = "mathjax" if subject.target == "github" else subject.target
    for target, name in _NAMES.items():
        if target != chosen:
            for _, fault in portability.refusals(subject.document, target):
                if subject.document.source.slice(fault.span) in _REFERENCES:
                    continue
                reason = fault.message.partition(f" for {target}")[0]
                found[fault.span, reason].append(name)
    for (span, reason), names in sorted(found.items()):
        yield Diagnostic(CODE, NAME, SEVERITY, span, f"{' and '.join(names)} would refuse it: {reason}")
