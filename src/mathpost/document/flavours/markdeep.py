r"""Markdeep: a page that carries its own reader, `.md.html`, with formulas between dollars for MathJax.

The first lines and the last ones are HTML and no text. Environments with a `\label` get their numbers from the page.

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
    signs=(r"<!-- Markdeep: -->", r"<script[^>\n]*markdeep"),
)
