r"""R Markdown and bookdown: `(\#eq:x)` inside a display is its label, `\@ref(eq:x)` the reference.

bookdown numbers exactly the displays with a label, so no `\tag` is written. Theorems are fences `{theorem, x}` or
blocks `::: {.theorem #x}`; their content is read. Cells (`{r}`) are code. Labels and references are checked, also those of
figures (`fig:` and the name of a cell), tables and sections.

````markdown
\begin{equation}
  P(k) = \binom{n}{k} p^k (1 - p)^{n - k} (\#eq:binomial)
\end{equation}

```{theorem, mean, name="Mean"}
The mean of \@ref(eq:binomial) is $n p$.
```

By Theorem \@ref(thm:mean) the mean is $1$ for $p = 1/n$.
````
"""

from mathpost.document.flavour import Flavour, NewLabel

FLAVOUR = Flavour(
    "rmarkdown",
    "R Markdown",
    endings=(".Rmd", ".rmd", ".Rmarkdown", ".md"),
    sites=(
        ("_bookdown.yml", "", ""), ("_bookdown.yaml", "", ""),
        ("index.Rmd", r"^site:.*bookdown_site", ""), ("index.rmd", r"^site:.*bookdown_site", ""),
    ),
    signs=(r"\(\\#eq:[\w:.-]+\)", r"\\@ref\([\w:.-]+\)"),
    outputs=("_book", "_bookdown_files"),
    numbers="builder",
    fixed=True,
    inserts=True,
    new_label=NewLabel("eq:", inside=r"(\#{})"),
    inner_labels=(r"[ \t]*\(\\#(eq:[\w/:.-]+)\)",),
    references=(r"\\@ref\(([\w/:.-]+)\)",),
    targets=(
        r"\{[^{}\r\n]*#([\w:.-]+)[^{}\r\n]*\}", r"\(\\#((?:tab|fig|tbl):[\w/:.-]+)\)",
        r"^[ \t]*`{3,}\{[a-zA-Z]+[ ,]+(?:label=)?[\"']?([\w.-]+)",
        r"^[ \t]*#\|[ \t]*label:[ \t]*[\"']?([\w.-]+)",
    ),
    unescapes=False,
)  # fmt: skip
