r"""Jekyll, whose kramdown sets `$$…$$` within a line as an inline formula and knows no single dollars.

Tags of Liquid (`{% raw %}`), lists of attributes (`{: .note}`) and variables (`{{ site.url }}`) are not text. Two
backslashes may stand for one, which is how posts protect `\\{` and `\\\\` from Markdown.

```markdown
---
layout: post
title: A norm
---
The norm $$\|x\|$$ is convex, since

$$
\|t x + (1 - t) y\| \le t \|x\| + (1 - t) \|y\|.
$$

It is $$0$$ only at $$0$$.
{: .note }
```
"""

from mathpost.document.flavour import Flavour

FLAVOUR = Flavour(
    "jekyll",
    "Jekyll",
    sites=(
        ("_config.yml", r"^(?:markdown|kramdown|permalink|collections|remote_theme|plugins|gems|baseurl|paginate)[ \t]*:", ""),
        ("Gemfile", r"jekyll", ""),
    ),
    signs=(r"^\{:[ \t]*[.#\w]", r"\{%-?[ \t]*(?:raw|include|highlight|post_url|link)\b"),
    outputs=("_site",),
)  # fmt: skip
