r"""MkDocs with pymdownx.arithmatex, which protects formulas from Markdown.

Admonitions (`!!! note`) and tabs hold indented text. The scripts in `mkdocs.yml` decide between MathJax and KaTeX.
Numbers are the author's.

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
