r"""Quarto: `{#eq-x}` after a display is its label, `@eq-x` the reference, `#| label:` the label of a cell.

Quarto numbers exactly the displays with a label, in HTML, PDF and Word. So no `\tag` is written. Labels and references
are checked, also those of figures, tables, sections and theorems (`::: {#thm-x}`).

```markdown
The line of regression is

$$
y = \beta_0 + \beta_1 x
$$ {#eq-line}

::: {#thm-gauss}
## Gauss, Markov
Least squares estimates $\beta_1$ in @eq-line best.
:::

By @thm-gauss we may stop here.
```
"""

from mathpost.document.flavour import Flavour, NewLabel

_KINDS = "eq|fig|tbl|sec|lst|thm|lem|cor|prp|cnj|def|exm|exr|sol|rem|alg|nte|tip|wrn|imp|cau"

FLAVOUR = Flavour(
    "quarto",
    "Quarto",
    endings=(".qmd", ".md", ".ipynb"),
    sites=(("_quarto.yml", "", ""), ("_quarto.yaml", "", "")),
    signs=(r"\$\$[ \t]*\{#eq-[\w-]+", rf"(?<![\w`@.])@(?:{_KINDS})-\w", r"^:{3,}[ \t]*\{\.callout-", r"^:{3,}[ \t]*\{#(?:thm|lem|def|exm)-"),
    outputs=("_site", "_book", "_freeze"),
    numbers="builder",
    fixed=True,
    inserts=True,
    new_label=NewLabel("eq-", behind=" {{#{}}}"),
    labels=(r"[ \t]*\{#(eq-[\w:.-]+)[^{}\r\n]*\}",),
    references=(rf"(?<![\w`@.\\])@((?i:{_KINDS})-[\w:.-]*\w)",),
    targets=(r"\{[^{}\r\n]*#([\w:.-]+)[^{}\r\n]*\}", r"^[ \t]*(?:#|//|%%|--)\|[ \t]*label:[ \t]*[\"']?([\w:.-]+)"),
    unescapes=False,
)  # fmt: skip
