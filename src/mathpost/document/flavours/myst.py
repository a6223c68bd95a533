r"""MyST and Jupyter Book: directives (```` ```{math} ````), roles (`` {eq}`x` ``), `(x)` after a display as its label.

The builder numbers exactly the displays with a label. A `\tag` would be a second number, and LaTeX stops at it, so
none is written. Labels and references are checked, also those of sections (`(x)=`), figures and theorems
(`{prf:theorem}`).

````markdown
```{math}
:label: eq:bayes

p(x \mid y) = \frac{p(y \mid x) p(x)}{p(y)}
```

By {eq}`eq:bayes` the posterior is {math}`p(x \mid y)`.
````
"""

from mathpost.document.flavour import Flavour, NewLabel

_ROLE = r"\{{(?:{})\}}`(?:[^`<>\n]*<)?([^`<>\n]+?)>?`"

FLAVOUR = Flavour(
    "myst",
    "MyST",
    endings=(".myst.md", ".md", ".ipynb"),
    sites=(
        ("myst.yml", "", "katex"), ("myst.yaml", "", "katex"), ("_toc.yml", r"^(?:format|root|- file|- part|- caption)[ \t]*:", "mathjax"),
        ("_config.yml", r"^(?:sphinx|execute|only_build_toc_files)[ \t]*:", "mathjax"), ("conf.py", r"myst_(?:parser|nb)", "mathjax"),
    ),
    signs=(
        r"^[ \t>]*(?:`{3,}|:{3,})\{(?:math|prf:[a-z]+|admonition|note|figure|code-cell|tableofcontents|exercise)\}",
        r"\{(?:eq|math|numref|prf:ref|cite|cite:[pt])\}`", r"^\([\w:.-]+\)=[ \t]*$",
    ),
    outputs=("_build",),
    numbers="builder",
    new_label=NewLabel("eq-", behind=" ({})", option=":label: {}"),
    rows=True,
    labels=(r"(?<=\$\$)[ \t]*\(([A-Za-z][\w:./-]*)\)[ \t]*(?=[\r\n]|\Z)",),
    references=(
        _ROLE.format("eq|numref|ref|prf:ref|math:numref"), r"\[\]\(#([\w:.-]*\w)\)",
    ),
    targets=(
        r"^\(([^()\s]+)\)=[ \t]*$", r"^[ \t>]*:(?:label|name):[ \t]*(\S+)", r"\{#([\w:.-]+)\}", r"^[ \t]*(?:label|name):[ \t]*(\S+)",
        r"^[ \t]*#\|[ \t]*label:[ \t]*(\S+)",
    ),
    unescapes=False, spaced=True, blank_lines=True,
)  # fmt: skip
