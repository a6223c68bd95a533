r"""LaTeX files: checked, never written.

Formulas are dollars, `\(…\)`, `\[…\]` and the environments of amsmath. Comments and verbatim text are skipped. Macros are
read from the preamble. LaTeX gives the numbers.

```markdown
\begin{theorem}
Every $n > 1$ has a prime factor:
\begin{equation}
  n = p m, \qquad p \text{ prime}. \label{eq:factor}
\end{equation}
\end{theorem}
By \eqref{eq:factor} we are done. % almost
```
"""

from mathpost.document.flavour import Flavour

FLAVOUR = Flavour(
    "tex",
    "LaTeX",
    endings=(".tex",),
    numbers="builder",
    renderer="latex",
    fixed=True,
    unescapes=False,
    spaced=True,
)
