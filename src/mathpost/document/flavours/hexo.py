r"""Hexo: posts in `source/_posts`, tags between `{%` and `%}`, formulas drawn by MathJax or KaTeX.

Its default Markdown engine turns two backslashes into one, so posts may write `\\\\` for a row break.

```markdown
---
title: 期望
mathjax: true
---
设 $X$ 取值 $1, \dots, n$，则

$$
E(X) = \sum_{k=1}^{n} k P(X = k).
$$

{% note info %}
这里 $P$ 是概率。
{% endnote %}
```
"""

from mathpost.document.flavour import Flavour

FLAVOUR = Flavour(
    "hexo",
    "Hexo",
    sites=(("_config.yml", r"^(?:new_post_name|skip_render|post_asset_folder|render_drafts|source_dir)[ \t]*:", ""), ("package.json", r'"hexo"', ""), ("source/_posts", "", "")),
    signs=(r"\{%[ \t]*(?:asset_img|asset_link|endnote|note|fold|cq)\b",),
    outputs=("public", "scaffolds", "themes"),
    spaced=True, blank_lines=True,
)  # fmt: skip
