r"""MkDocs, with the extension that keeps formulas from Markdown.

Admonitions (`!!! note`) and tabs hold indented text. Formulas are drawn by MathJax or KaTeX, as the scripts of
`mkdocs.yml` say; numbers are the author's.

```markdown
!!! note "On $n$"
    Let $n$ be even.

Then

$$
n^2 \equiv 0 \pmod 4.
$$
```
"""

from mathpost.document.flavour import Flavour

FLAVOUR = Flavour(
    "mkdocs",
    "MkDocs",
    sites=(("mkdocs.yml", "", ""), ("mkdocs.yaml", "", ""), ("zensical.toml", "", "")),
    signs=(r"^(?:!!!|\?\?\?\+?) [a-z]+(?: \"[^\"\n]*\")?[ \t]*$", r"^=== \""),
    outputs=("site",),
)
