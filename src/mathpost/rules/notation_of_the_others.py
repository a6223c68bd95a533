r"""One post of a run writes something differently from the others: `X^T` here, `X^\top` elsewhere.

Only the most frequent notation of each post counts. At least three posts must use the concept and two thirds must
agree.

```markdown
$\boldsymbol{X}^T \boldsymbol{X}$
```
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Measured, Subject
from mathpost.text.diagnostics import Diagnostic, Severity

CODE = "S007"
NAME = "notation-of-the-others"
SEVERITY = Severity.INFO
OPT_IN = True
MEASURED = Measured(hits=0, posts=0, read=0, right=0)

_FEWEST_POSTS = 3


def find(subject: Subject) -> Iterator[Diagnostic]:
    for found in subject.spellings:
        if found.notion.startswith("bold "):
            continue  # the letters together are one notion
        posts = subject.habits.get(found.notion, {})
        common = max(posts, key=lambda spelling: (posts[spelling], spelling), default=found.usual)
        agree, all_posts = posts.get(common, 0), sum(posts.values())
        if common != found.usual and all_posts >= _FEWEST_POSTS and 3 * agree >= 2 * all_posts:
            message = (
                f"{found.notion} is written {found.usual} here; {agree} of {all_posts} posts write {common}"
            )
            yield Diagnostic(CODE, NAME, SEVERITY, found.places[found.usual][0], message)
