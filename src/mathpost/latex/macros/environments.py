r"""Environments: everything between ``\begin`` and ``\end``.

Which environments number rows and accept a ``\tag`` was tested with MathJax 3 with AMS numbers, KaTeX and LaTeX.
MathJax refuses a ``\tag`` in `aligned`, `gathered` and `split` (their own rows), and gives it to the next environment
around from `array`, `cases` and the matrices. KaTeX keeps one tag for the whole formula.
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.macros.macro import EVERYWHERE, EnvironmentSpec, Macro, Numbered, macros

ALL = frozenset(EVERYWHERE.split())
NO_KATEX = frozenset({"mathjax", "latex"})
EXTENSION = frozenset({"latex", "extension"})
KATEX_EXTENSION = frozenset({"katex", "latex", "extension"})

MACROS: tuple[Macro, ...] = macros(
    "environment", EVERYWHERE, r"\begin \end", arguments="raw", mode="both", inline=False
)


def _numbered() -> Iterator[EnvironmentSpec]:
    """The displays of amsmath, with and without a star."""
    for star in ("", "*"):
        rows: Numbered = "no" if star else "rows"
        once: Numbered = "no" if star else "once"
        yield _block(f"equation{star}", ALL, once, columns=1)._replace(breaks=False)
        yield _by_row(f"align{star}", ALL, rows)
        yield _by_row(f"gather{star}", ALL, rows, columns=1)
        yield _by_row(f"alignat{star}", ALL, rows)._replace(arguments=("count",))
        yield _block(f"multline{star}", NO_KATEX, once, columns=1)
        yield _by_row(f"flalign{star}", NO_KATEX, rows)
        yield _by_row(f"xalignat{star}", NO_KATEX, rows)._replace(arguments=("count",))
        yield _by_row(f"eqnarray{star}", NO_KATEX, rows, columns=3)
    yield _by_row("xxalignat", NO_KATEX, "no")._replace(arguments=("count",))


def _by_row(
    name: str, works: frozenset[str], numbered: Numbered, columns: int | None = None
) -> EnvironmentSpec:
    return _block(name, works, numbered, columns)._replace(tagged_rows=True)


def _block(
    name: str, works: frozenset[str], numbered: Numbered, columns: int | None = None
) -> EnvironmentSpec:
    return EnvironmentSpec(
        name, works, columns=columns, numbered=numbered, tags=ALL, display=True, alone=True
    )


def _inner() -> Iterator[EnvironmentSpec]:
    """Blocks inside a display whose rows MathJax and LaTeX do not number."""
    katex = frozenset({"katex"})
    yield EnvironmentSpec("aligned", ALL, options=("raw",), tags=katex)
    yield EnvironmentSpec("gathered", ALL, options=("raw",), columns=1, tags=katex)
    yield EnvironmentSpec("alignedat", ALL, ("count",), options=("raw",), tags=katex)
    yield EnvironmentSpec("split", ALL, columns=2, tags=katex, display=True)
    yield EnvironmentSpec("multlined", EXTENSION, options=("raw", "raw"), columns=1)
    yield EnvironmentSpec("lgathered", EXTENSION, options=("raw",), columns=1)
    yield EnvironmentSpec("rgathered", EXTENSION, options=("raw",), columns=1)
    yield EnvironmentSpec("spreadlines", EXTENSION, ("raw",))


def _tables() -> Iterator[EnvironmentSpec]:
    """Arrays, matrices and cases: a tag inside belongs to the display around."""
    tags = frozenset({"katex", "mathjax"})
    yield EnvironmentSpec("array", ALL, ("columns",), options=("raw",), tags=tags, lines=True)
    yield EnvironmentSpec("darray", frozenset({"katex", "mathjax"}), ("columns",), tags=tags, lines=True)
    yield EnvironmentSpec("subarray", ALL, ("columns",), columns=1, tags=tags, lines=True)
    for fence in ("", "p", "b", "B", "v", "V"):
        yield EnvironmentSpec(f"{fence}matrix", ALL, tags=tags, lines=True)
        yield EnvironmentSpec(f"{fence}matrix*", KATEX_EXTENSION, options=("raw",), tags=tags, lines=True)
        small = ALL if not fence else EXTENSION
        yield EnvironmentSpec(f"{fence}smallmatrix", small, tags=tags, lines=True)
        yield EnvironmentSpec(f"{fence}smallmatrix*", EXTENSION, options=("raw",), tags=tags, lines=True)
    yield EnvironmentSpec("cases", ALL, columns=2, tags=tags, lines=True)
    for name in ("dcases", "rcases", "drcases"):
        yield EnvironmentSpec(name, KATEX_EXTENSION, columns=2, tags=tags, lines=True)
        yield EnvironmentSpec(f"{name}*", EXTENSION, columns=2, tags=tags, lines=True)
    yield EnvironmentSpec("cases*", EXTENSION, columns=2, tags=tags, lines=True)
    yield EnvironmentSpec("numcases", frozenset({"extension"}), ("math",), columns=2, numbered="rows")
    yield EnvironmentSpec("subnumcases", frozenset({"extension"}), ("math",), columns=2, numbered="rows")
    yield EnvironmentSpec("empheq", frozenset({"extension"}), ("raw",), options=("raw",), numbered="rows")


def _diagrams() -> Iterator[EnvironmentSpec]:
    yield EnvironmentSpec(  # MathJax since 4.0
        "indentalign", frozenset({"mathjax"}), ("columns",), options=("size", "size", "size"), columns=1
    )
    both = frozenset({"katex", "mathjax"})
    yield EnvironmentSpec("CD", both, tags=both, display=True)
    yield EnvironmentSpec("prooftree", frozenset({"mathjax"}), columns=1)


def _wrappers() -> Iterator[EnvironmentSpec]:
    """Environments of LaTeX documents that the web renderers do not have."""
    latex = frozenset({"latex"})
    yield EnvironmentSpec("math", NO_KATEX, columns=1, breaks=False)
    yield EnvironmentSpec("displaymath", NO_KATEX, columns=1, breaks=False)
    yield EnvironmentSpec("subequations", latex, alone=True)
    yield EnvironmentSpec("tabular", latex, ("columns",), options=("raw",), lines=True)


ENVIRONMENTS = (*_numbered(), *_inner(), *_tables(), *_diagrams(), *_wrappers())
