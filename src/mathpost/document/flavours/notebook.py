r"""Notebooks of Jupyter: the cells of Markdown are the text, the cells of code are code.

Places are those of the file. A notebook is checked and never written. Formulas are drawn by MathJax.

```markdown
The mean of the cells above is $\bar{x}$:

$$ \bar{x} = \frac{1}{n} \sum_{i=1}^n x_i $$
```
"""

from mathpost.document.flavour import Flavour

FLAVOUR = Flavour("notebook", "Jupyter notebook", endings=(".ipynb",))
