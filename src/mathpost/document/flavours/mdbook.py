r"""mdBook: chapters in `src`, formulas between dollars (mdbook-katex) or doubled brackets (its own MathJax).

Macros are read from the file that `book.toml` names for KaTeX. `{{#include file}}` is skipped.

```markdown
# Groups

{{#include orders.md}}

A group of order $p$ is cyclic, as

$$
|\langle g \rangle| \text{ divides } p.
$$
```
"""

from mathpost.document.flavour import Flavour

FLAVOUR = Flavour(
    "mdbook",
    "mdBook",
    sites=(("book.toml", "", ""),),
    signs=(r"\{\{#(?:include|playground|rustdoc_include)\b",),
    outputs=("book",),
)
