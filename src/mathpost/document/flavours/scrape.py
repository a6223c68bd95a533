r"""Posts pasted from Zhihu and CSDN: formulas as images whose address holds the LaTeX.

`![[公式]](https://www.zhihu.com/equation?tex=x%5E2)` shows a picture of a formula.
`enhance check --unsafe-fixes` writes the formula between dollars instead.

```markdown
当 ![[公式]](https://www.zhihu.com/equation?tex=x%5E2+%3D+1) 时，$x = \pm 1$。
```
"""

from mathpost.document.flavour import Flavour

FLAVOUR = Flavour(
    "scrape",
    "Zhihu and CSDN",
    signs=(
        r"zhihu\.com/equation\?tex=",
        r"\[外链图片转存失败",
        r"latex\.csdn\.net/",
        r"private\.codecogs\.com/",
    ),
)
