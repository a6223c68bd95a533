r"""Markdown with formulas between dollars, as most programs read it.

Formulas are between `$` or `$$`, or are environments of amsmath. `\(…\)` and `\[…\]` are formulas if the post uses them
for mathematics. Numbers are the author's (`\tag{1}`), or the renderer's if it numbers environments. Some sites, often made
with blogdown or Hugo, write formulas as code: `` `$x$` `` and `` `$$x$$` ``. They are read as formulas if the post has at least
four of them and hardly any dollars outside of code.

```markdown
The sum of the first $n$ numbers is

$$
1 + 2 + \dots + n = \frac{n (n + 1)}{2}. \tag{1}
$$

By (1) it is even for $n = 3$.
```
"""

from mathpost.document.flavour import PLAIN

FLAVOUR = PLAIN
