r"""mdBook: chapters in `src`, formulas between dollars (mdbook-katex) or doubled brackets (its own MathJax).

`book.toml` names the file of macros for KaTeX; `{{#include file}}` is skipped. With mdbook-numeq a display has the label
`{{numeq}}{eq:x}`, and `{{eqref: eq:x}}` points to it.

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
    inner_labels=(r"[ \t]*\{\{numeq\}\}\{([\w/:.-]+)\}",),
    references=(r"\{\{eqref:[ \t]*([\w/:.-]+)\}\}",),
    spaced=True,
    blank_lines=True,
)
