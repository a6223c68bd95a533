r"""Jekyll: kramdown reads `$$…$$` within a line as an inline formula; single dollars are not formulas.

Liquid tags (`{% raw %}`), attribute lists (`{: .note}`) and variables (`{{ site.url }}`) are skipped. Two backslashes may
mean one: authors double them to protect `\\{` and `\\\\` from Markdown.

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
        ("Gemfile", r"jekyll", ""), ("_posts", "", ""),
    ),
    signs=(r"^\{:[ \t]*[.#\w]", r"\{%-?[ \t]*(?:raw|include|highlight|post_url|link)\b"),
    outputs=("_site",),
    spaced=True, blank_lines=True,
)  # fmt: skip
