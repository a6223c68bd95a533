r"""A number or label of another post that this post does not have, or cannot be asked for by it.

A link, a title in 《》 or the name before a label says which post is meant. Where that post is part of the
run, its equations are known: `enhance run` keeps the number right, and reports the ones that no equation
there shows, or that several show. A link to a Markdown file that is not there is reported as well.

```markdown
[《变分自编码器》](/archives/5253)的式(99)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "N012"
NAME = "reference-to-another-post"
SEVERITY = Severity.WARNING


def find(subject: Subject) -> Iterator[Diagnostic]:
    """References into posts of the run that lead to no equation, and links to files that are not there."""
    for resolution in subject.numbering.resolutions:
        if resolution.post and resolution.status == "foreign":
            number, span = resolution.reference.target, resolution.reference.target_span
            message = f"no equation, or more than one, has the number ({number}) in {resolution.post}"
            yield Diagnostic(CODE, NAME, SEVERITY, span, message)
    for link in subject.numbering.broken_links:
        yield Diagnostic(CODE, NAME, SEVERITY, link.span, f"there is no file {link.address}")
