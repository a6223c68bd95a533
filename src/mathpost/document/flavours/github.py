r"""GitHub: a fence `math` is a display; backticks inside the dollars protect a formula from Markdown.

GitHub draws formulas with MathJax and has no labels or macros. `--target github` reports what its Markdown would damage.

````markdown
The vectors $`a_1`$ and $`a_2`$ are orthogonal:

```math
a_1^\top a_2 = 0
```
````
"""

from mathpost.document.flavour import Flavour

FLAVOUR = Flavour("github", "GitHub", fixed=True, signs=(r"^[ \t>]*`{3,}math[ \t]*$", r"\$`[^`$\n]+`\$"))
