r"""Pandoc with a filter for references: labels in braces after a display, references by `@`.

`^[…]` is a footnote, `::: {#id .class}` a named block, `[@key]` a citation. The filter (pandoc-crossref, pandoc-eqnos)
numbers exactly the displays with a label, so no `\tag` is written.

```markdown
$$ E = m c^2 $$ {#eq:energy}

By [@eq:energy] mass is energy.^[At rest.]
```
"""

from mathpost.document.flavour import Flavour, NewLabel

FLAVOUR = Flavour(
    "pandoc",
    "Pandoc",
    endings=(".pandoc", ".pdc", ".md", ".markdown"),
    signs=(r"\$\$[ \t]*\{#eq:[\w:.-]+", r"\[@(?:eq|fig|tbl|sec|lst):[\w:.-]+", r"^:{3,}[ \t]*\{[^}\n]*\.[A-Za-z]"),
    numbers="builder",
    new_label=NewLabel("eq:", behind=" {{#{}}}"),
    labels=(r"[ \t]*\{#(eq:[\w:.-]+)[^{}\r\n]*\}",),
    references=(r"(?<![\w`@.])@((?:[Ee]q|[Ff]ig|[Tt]bl|[Ss]ec|[Ll]st):[\w:.-]*\w)", r"\{@(eq:[\w:.-]*\w):?[^}\n]*\}"),
    targets=(r"\{[^{}\r\n]*#([\w:.-]+)[^{}\r\n]*\}",),
    unescapes=False,
)  # fmt: skip
