r"""Markdeep: pages `.md.html` that load their own renderer, with formulas between dollars for MathJax.

The first and last lines are HTML and are skipped. The page numbers environments with a `\label`.

```markdown
<meta charset="utf-8">
                **Rays**

A ray is a function

$$ \mathbf{P}(t) = \mathbf{A} + t \mathbf{b}. $$

<!-- Markdeep: --><script src="markdeep.min.js"></script>
```
"""

from mathpost.document.flavour import Flavour

FLAVOUR = Flavour(
    "markdeep",
    "Markdeep",
    endings=(".md.html", ".mdhtml", ".md"),
    fixed=True,
    signs=(r"<!-- Markdeep: -->", r"<script[^<>\n]*markdeep"),
)
