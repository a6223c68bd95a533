r"""Hugo: posts in `content`, shortcodes between `{{<` and `>}}`, front matter in YAML or TOML.

The shortcodes `{{< math >}}` and `{{< katex >}}` hold formulas; other shortcodes are skipped. An export shows pictures, code,
links and the content between two shortcodes; any other shortcode becomes a box with its name.

```markdown
+++
title = "Variance"
math = true
+++
The variance is

{{< math >}}
V(X) = E(X^2) - E(X)^2
{{< /math >}}

{{< notice tip >}}
Here $E$ is the expectation.
{{< /notice >}}
```
"""

from mathpost.document.flavour import Flavour

FLAVOUR = Flavour(
    "hugo",
    "Hugo",
    sites=(
        ("hugo.toml", "", ""), ("hugo.yaml", "", ""), ("hugo.yml", "", ""), ("hugo.json", "", ""), ("config/_default", "", ""),
        ("config.toml", r"(?im)^[ \t]*(?:baseurl|theme|languagecode)[ \t]*=", ""),
        ("config.yaml", r"(?im)^(?:baseurl|theme|languagecode)[ \t]*:", ""),
        ("config.yml", r"(?im)^(?:baseurl|theme|languagecode)[ \t]*:", ""),
    ),
    signs=(r"\{\{[<%][ \t]*/?(?:katex|math|figure|notice|highlight|relref|ref|toc|callout|hint|details)\b",),
    outputs=("public", "themes", "archetypes", "layouts"),
    spaced=True,
)  # fmt: skip
