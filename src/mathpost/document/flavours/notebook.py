r"""Jupyter notebooks: Markdown cells are text, code cells are code.

Lines and columns refer to the `.ipynb` file. Notebooks are checked, but never written. Formulas are drawn by MathJax.

```markdown
The mean of the cells above is $\bar{x}$:

$$ \bar{x} = \frac{1}{n} \sum_{i=1}^n x_i $$
```
"""

from mathpost.document.flavour import Flavour

FLAVOUR = Flavour(
    "notebook", "Jupyter notebook", endings=(".ipynb",), fixed=True, unescapes=False, spaced=True
)
