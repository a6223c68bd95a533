r"""A reference names an equation of another post that does not exist there.

A link, a title in 《》 or a prefix of the label tells which post is meant. If that post is part of the run, `enhance
run` updates the number. Reported are numbers that no equation there has or that several have, and links to missing
Markdown files.

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
