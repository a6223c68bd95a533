r"""Words refer to an equation by a number that no equation of the post shows.

The number may be mistyped, its equation may have lost its tag, or it belongs to another document; then name the
document in the text. Not reported if the post numbers nothing in that form (3 or 2.1), or if the sentence names a
paper, a book with or without a page, or a link.

```markdown
$$ a = b \tag{1} $$

由式(7)得
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.document.document import Document, Reference
from mathpost.document.numbering import is_number
from mathpost.rules import Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "N010"
NAME = "reference-in-words-to-nothing"
SEVERITY = Severity.WARNING
_OTHER_DOCUMENTS = (
    "论文", "原文", "文献", "文章", "博客", "教材", "书", "》", "](", "附录", "主文档",
    "paper", "et al", "arXiv", "appendix", "supplement", "textbook",
)  # fmt: skip


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Each number after a word for equations that no equation has, if the post has numbers of that form."""
    numbers = {e.old for e in subject.numbering.equations if is_number(e.old)}
    forms = {number.count(".") for number in numbers}
    for resolution in subject.numbering.resolutions:
        reference = resolution.reference
        plain = is_number(reference.target) and reference.target.count(".") in forms
        if resolution.status != "nothing" or reference.weak or not plain:
            continue
        if not _names_another_document(subject.document, reference):
            message = f"no equation of this post has the number ({reference.target})"
            yield Diagnostic(CODE, NAME, SEVERITY, reference.target_span, message)


def _names_another_document(document: Document, reference: Reference) -> bool:
    line = document.source.line_span(document.source.line_of(reference.span.start))
    sentence = document.source.slice(line)
    page = sentence.partition(" p.")[2].lstrip()[:1]
    return page.isdigit() or any(word in sentence for word in _OTHER_DOCUMENTS)
