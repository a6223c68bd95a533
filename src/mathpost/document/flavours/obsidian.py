r"""Obsidian vaults: `[[note]]` links to a note, `[[note#^id]]` to a block; `^id` after a block names it.

Formulas are between dollars and are drawn by MathJax; `%%…%%` is a comment, `> [!theorem]` a callout. Macros
are read from `preamble.sty` in the vault. Numbers are the author's. Links to blocks that do not exist are reported.

```markdown
> [!theorem] Euler
> For a planar graph
> $$ V - E + F = 2. $$

^euler

By [[#^euler]] a tree has $E = V - 1$ edges. %% to do %%
```
"""

from mathpost.document.flavour import Flavour

FLAVOUR = Flavour(
    "obsidian",
    "Obsidian",
    sites=((".obsidian", "", ""),),
    signs=(
        r"!\[\[[^\[\]\n]+\]\](?!\()",
        r"\[\[[^\[\]\n]*#\^[\w-]+(?:\|[^\[\]\n]*)?\]\]",
        r"(?<![\w\[!])\[\[[^\]\[\n]+\]\](?!\()",
    ),
    numbers="by hand",
    fixed=True,
    references=(r"\[\[[^\[\]\n|#]*#\^([\w-]+)(?:\|[^\[\]\n]*)?\]\]",),
    targets=(r"(?:^|[ \t])\^([\w-]+)[ \t]*$",),
    unescapes=False,
    blank_lines=True,
)
