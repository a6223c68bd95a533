r"""VuePress and VitePress: Markdown with Vue components, formulas between dollars.

Containers (`::: tip`) hold text; `[[toc]]` is a table of contents. A plugin draws formulas with KaTeX or MathJax; the
packages of the site tell which. Numbers are the author's.

```markdown
[[toc]]

::: tip Bayes
For events with $P(B) > 0$

$$
P(A \mid B) = \frac{P(B \mid A) P(A)}{P(B)}.
$$
:::
```
"""

from mathpost.document.flavour import Flavour

FLAVOUR = Flavour(
    "vuepress",
    "VuePress, VitePress",
    sites=((".vuepress", "", ""), (".vitepress", "", "")),
    signs=(r"^\[\[toc\]\]", r"^:::[ \t](?:tip|danger|details)\b"),
    outputs=("dist", ".vuepress", ".vitepress"),
    unescapes=False,
)  # fmt: skip
