"""Sums, products, integrals and their relatives."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "operator",
        EVERYWHERE,
        r"""
        \bigcap \bigcup \bigodot \bigoplus \bigotimes \bigsqcup \biguplus \bigvee \bigwedge \coprod
        \intop \prod \smallint \sum
        """,
        inline=False,
    ),
    *macros("operator", EVERYWHERE, r"\iiint \iint \int \oint"),
    *macros("operator", "mathjax latex", r"\idotsint \iiiint", inline=False),
    *macros("operator", "katex mathjax", r"\oiiint \oiint"),  # MathJax since 4.0
    *macros("operator", "mathjax", r"\ointop", inline=False),
    *macros("operator", "latex extension", r"\bigtimes", inline=False),
)
